package text_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
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

// TestInvalid checks that every piece of the syntax_ files is an error with the expected message on the
// expected line. The parser reports it or, where mlir-opt does so, the verifier. The verify_ files test the
// verifier; an error that the parser reports in them must be expected, too.
func TestInvalid(t *testing.T) {
	files, err := filepath.Glob("testdata/invalid/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		for i, piece := range strings.Split(read(t, file), "\n// -----\n") {
			want := expectations(piece)
			if len(want) == 0 {
				continue
			}
			m, diags := text.Parse(all.NewContext(), diag.NewFile(file, []byte(piece)), text.Options{})
			syntax := strings.HasPrefix(filepath.Base(file), "syntax_")
			if m != nil && syntax {
				diags = ir.Verify(m)
			}
			switch {
			case len(diags) == 0 && syntax:
				t.Errorf("%s, piece %d is accepted; expected %q in:\n%s", file, i, want[0].substring, piece)
			case len(diags) > 0 && !expected(want, diags[0]) && !otherWords[want[0].substring]:
				t.Errorf("%s, piece %d: expected line %d: %q, but got\n%v\nin:\n%s", file, i, want[0].line,
					want[0].substring, diags, piece)
			}
		}
	}
}

// otherWords holds messages that a dialect words differently than mlir-opt.
var otherWords = map[string]bool{
	"custom op 'affine.if' invalid kind of attribute specified":                  true,
	"'arith.constant' op value must be an integer, float, or elements attribute": true,
}

// classNames maps names of C++ classes in mlir-opt's messages to the words of the syntax, which Inflight's
// messages have.
var classNames = strings.NewReplacer("::mlir::arith::IntegerOverflowFlags", "overflow",
	"::mlir::arith::FastMathFlags", "fastmath")

func expected(want []expectation, d *diag.Diagnostic) bool {
	for _, w := range want {
		if strings.Contains(d.Message, classNames.Replace(w.substring)) && d.Span.Place().Line == w.line {
			return true
		}
	}
	return false
}
