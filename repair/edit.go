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

// place returns the text from the beginning of an operation to the end of its line, and the offset of that
// text. It returns nil for an operation that is not in the file.
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

// insertion returns the edit that inserts a line in front of the line of an operation, with the same
// indentation.
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

// removal returns the edit that removes the line of an operation, if no other operation stands on the line.
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
