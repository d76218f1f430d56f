package hlo

import (
	"bytes"

	"github.com/inflight-compiler/inflight/diag"
)

var codeBinary = diag.Register("hlo-binary", "a file holds HLO as a binary protocol buffer",
	"Inflight reads HLO as text. XLA writes text with XLA_FLAGS=\"--xla_dump_to=FOLDER "+
		"--xla_dump_hlo_as_text\"; "+
		"compiled.as_text() of JAX returns it.")

// IsHLO reports whether a text begins with HloModule, behind white space and comments.
func IsHLO(content []byte) bool {
	head := content[:min(len(content), 1<<16)]
	s := scanner{src: string(bytes.TrimPrefix(head, []byte("\ufeff")))}
	for s.at < len(s.src) {
		if isBlank(s.src[s.at]) {
			s.at++
			continue
		}
		end := s.comment(s.at)
		if end <= s.at {
			break
		}
		s.at = end
	}
	return s.keyword("HloModule") && s.at < len(s.src) && isBlank(s.src[s.at])
}

// IsBinary reports whether a file is a protocol buffer HloModuleProto, or an HloProto or HloSnapshot around
// one. They begin with the name of the module as field 1, of which the second field is the name of the entry
// computation; the others have the module as field 1.
func IsBinary(content []byte) bool {
	for range 3 {
		text, rest, ok := field(content)
		if !ok {
			return false
		}
		if entry, _, ok := fieldNumber(rest, 2); ok && isIdentifier(text) && isIdentifier(entry) {
			return true
		}
		content = text
	}
	return false
}

func isIdentifier(text []byte) bool {
	for _, c := range text {
		if !isName(c) {
			return false
		}
	}
	return len(text) > 0
}

// field returns the content of field 1, with which a message begins, and what follows. The content may end
// with the file, of which often only the beginning is known.
func field(b []byte) (text, rest []byte, ok bool) { return fieldNumber(b, 1) }

func fieldNumber(b []byte, n byte) (text, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != n<<3|2 {
		return nil, nil, false
	}
	size, shift := 0, 0
	for i := 1; i < len(b) && shift < 32; i++ {
		size |= int(b[i]&0x7f) << shift
		if shift += 7; b[i] < 0x80 {
			end := min(i+1+size, len(b))
			return b[i+1 : end], b[end:], true
		}
	}
	return nil, nil, false
}

// refused returns the error for a file that holds HLO in another form than text.
func refused(file *diag.File) *diag.Diagnostic {
	if !IsBinary(file.Content) {
		return nil
	}
	return diag.Errorf(codeBinary, file.Span(0, 0), "the file holds HLO as a binary protocol buffer").
		Suggest("dump text: XLA_FLAGS=\"--xla_dump_to=FOLDER --xla_dump_hlo_as_text\"")
}
