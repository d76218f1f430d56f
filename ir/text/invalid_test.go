package text_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir/text"
)

// expectation is an expected-error comment.
type expectation struct {
	line      int
	substring string
}

var expectedError = regexp.MustCompile(`expected-error\s*(@[-+]?\d+|@below|@above)?\s*\{\{(.*)\}\}`)

func expectations(src string) []expectation {
	var list []expectation
	for i, line := range strings.Split(src, "\n") {
		m := expectedError.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := i + 1
		switch where := m[1]; where {
		case "":
		case "@below":
			at++
		case "@above":
			at--
		default:
			n, _ := strconv.Atoi(where[1:])
			at += n
		}
		list = append(list, expectation{at, m[2]})
	}
	return list
}

// TestInvalidSyntax checks that every piece of the syntax files is refused with
// mlir-opt's message on mlir-opt's line. In the other files, whose errors the
// verifier finds, an error found while parsing must be one of the expected.
func TestInvalidSyntax(t *testing.T) {
	files, err := filepath.Glob("testdata/invalid/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		syntax := strings.HasPrefix(filepath.Base(file), "syntax_")
		for i, piece := range strings.Split(read(t, file), "\n// -----\n") {
			c := newContext()
			c.AllowUnregistered = strings.Contains(piece, "allow-unregistered")
			_, diags := text.Parse(c, diag.NewFile(file, []byte(piece)), text.Options{})
			want := expectations(piece)
			switch {
			case len(want) == 0 || len(diags) == 0 && !syntax:
			case len(diags) == 0:
				t.Errorf("%s, piece %d is accepted; expected %q in:\n%s", file, i, want[0].substring, piece)
			case !expected(want, diags[0]):
				t.Errorf("%s, piece %d: expected line %d: %q, but got\n%v\nin:\n%s", file, i, want[0].line, want[0].substring, diags, piece)
			}
		}
	}
}

func expected(want []expectation, d *diag.Diagnostic) bool {
	for _, w := range want {
		if strings.Contains(d.Message, w.substring) && d.Span.Place().Line == w.line {
			return true
		}
	}
	return false
}
