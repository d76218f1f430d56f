package opt

import (
	"bytes"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
)

// chunk is one program of the input.
type chunk struct {
	file *diag.File
	line int // where it begins in the input
}

// markerIn returns the line that separates programs in a language; the default one is a comment.
func markerIn(l language.Language, marker string) string {
	if l == language.TVMScript && marker == DefaultSplitMarker {
		return TVMScriptSplitMarker
	}
	return marker
}

// split splits the input at lines that are the marker. Places in a chunk are relative to the whole input:
// split pads each chunk with as many empty lines as come before it.
func split(in *diag.File, marker string) []chunk {
	if marker == "" {
		return []chunk{{in, 1}}
	}
	var chunks []chunk
	start, line := 0, 1
	add := func(end int) {
		text := in.Content[start:end]
		padded := append(bytes.Repeat([]byte("\n"), line-1), text...)
		chunks = append(chunks, chunk{diag.NewFile(in.Name, padded), line})
		line += bytes.Count(text, []byte("\n"))
	}
	for pos := 0; pos < len(in.Content); {
		end := pos + bytes.IndexByte(in.Content[pos:], '\n') + 1
		if end == pos {
			end = len(in.Content)
		}
		if string(bytes.TrimRight(in.Content[pos:end], " \t\r\n")) == marker {
			add(pos)
			line++
			start = end
		}
		pos = end
	}
	add(len(in.Content))
	return chunks
}
