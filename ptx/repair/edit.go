package repair

import (
	"bytes"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// edit replaces the bytes [start, end) of a text.
type edit struct {
	start, end int
	text       string
}

func (e edit) apply(source []byte) []byte {
	return append(append(append([]byte{}, source[:e.start]...), e.text...), source[e.end:]...)
}

// begins returns where an instruction begins, with its guard.
func begins(in *ptx.Instruction) int {
	if in.Guard != nil {
		return int(in.Guard.Span.Start)
	}
	return int(in.Span.Start)
}

// ends returns the offset behind the semicolon of an instruction.
func ends(source []byte, in *ptx.Instruction) int {
	at := int(in.Span.End)
	if n := bytes.IndexByte(source[at:], ';'); n >= 0 {
		return at + n + 1
	}
	return at
}

// margin returns the white space in front of an offset, if nothing else stands there on its line.
func margin(source []byte, at int) (string, bool) {
	line := source[bytes.LastIndexByte(source[:at], '\n')+1 : at]
	return string(line), len(bytes.TrimSpace(line)) == 0
}

// newline returns the line ending of a text.
func newline(source []byte) string {
	if n := bytes.IndexByte(source, '\n'); n > 0 && source[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// before returns the edit that puts an instruction in front of another one: on a line of its own, if that
// begins a line.
func before(file *diag.File, in *ptx.Instruction, text string) edit {
	at := begins(in)
	if indent, ok := margin(file.Content, at); ok {
		return edit{at, at, text + ";" + newline(file.Content) + indent}
	}
	return edit{at, at, text + "; "}
}

// behind returns the edit that puts an instruction behind another one: on a line of its own, if that is alone
// on its line, behind its comment.
func behind(file *diag.File, in *ptx.Instruction, text string) edit {
	source, at := file.Content, ends(file.Content, in)
	rest := source[at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	line := strings.TrimSpace(string(rest[:end]))
	indent, alone := margin(source, begins(in))
	if !alone || line != "" && !strings.HasPrefix(line, "//") {
		return edit{at, at, " " + text + ";"}
	}
	end += at
	if end > 0 && source[end-1] == '\r' {
		end--
	}
	return edit{end, end, newline(source) + indent + text + ";"}
}

// removal returns the edit that removes an instruction, with its line if nothing else stands on it.
func removal(file *diag.File, in *ptx.Instruction) edit {
	source := file.Content
	start, end := begins(in), ends(source, in)
	indent, alone := margin(source, start)
	rest := source[end:]
	n := bytes.IndexByte(rest, '\n')
	if alone && n >= 0 && len(bytes.TrimSpace(rest[:n])) == 0 {
		return edit{start - len(indent), end + n + 1, ""}
	}
	return edit{start, end, ""}
}

// count returns the edit that changes the count of a wait.
func count(in *ptx.Instruction, n string) (edit, bool) {
	if len(in.Operands) != 1 {
		return edit{}, false
	}
	at := in.Operands[0].Place()
	return edit{int(at.Start), int(at.End), n}, true
}
