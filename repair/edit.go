package repair

import (
	"bytes"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// edit replaces the bytes [start, end) of a text.
type edit struct {
	start, end int
	text       string
}

func (e edit) apply(source []byte) []byte {
	return append(append(append([]byte{}, source[:e.start]...), e.text...), source[e.end:]...)
}

// place returns the text of a program's file from an operation on, to the end of its line, and where that
// begins. It is nil for an operation that is not in the file.
func place(file *diag.File, op *ir.Op) (start int, line []byte) {
	span := op.Span()
	source := file.Content
	if span.File != file || int(span.Start) >= len(source) {
		return 0, nil
	}
	start = int(span.Start)
	line = source[start:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	return start, line
}

// insertion puts a line in front of the one that an operation begins in, indented as that.
func insertion(file *diag.File, op *ir.Op, text string) (edit, bool) {
	start, line := place(file, op)
	if line == nil {
		return edit{}, false
	}
	source := file.Content
	begin := bytes.LastIndexByte(source[:start], '\n') + 1
	indent := begin
	for indent < start && (source[indent] == ' ' || source[indent] == '\t') {
		indent++
	}
	return edit{begin, begin, string(source[begin:indent]) + text + "\n"}, true
}

// removal takes out the lines of an operation that has them for itself.
func removal(file *diag.File, op *ir.Op) (edit, bool) {
	start, line := place(file, op)
	if line == nil || op.NumRegions() > 0 || op.NumResults() > 0 {
		return edit{}, false
	}
	source := file.Content
	begin := bytes.LastIndexByte(source[:start], '\n') + 1
	if len(bytes.TrimSpace(source[begin:start])) > 0 {
		return edit{}, false
	}
	return edit{begin, min(start+len(line)+1, len(source)), ""}, true
}
