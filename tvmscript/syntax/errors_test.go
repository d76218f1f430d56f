package syntax_test

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// expectation is an expected-error comment: on the line of the error, or @above, @below or @+n lines away
// from it where the line has no room for a comment.
type expectation struct {
	line    int
	message string
}

var expectedError = regexp.MustCompile(`# expected-error(@above|@below|@[-+]\d+)? \{\{(.*?)\}\}`)

func expectations(src string) []expectation {
	var list []expectation
	for i, line := range strings.Split(src, "\n") {
		for _, m := range expectedError.FindAllStringSubmatch(line, -1) {
			at := i + 1
			switch where := m[1]; where {
			case "":
			case "@above":
				at--
			case "@below":
				at++
			default:
				n, _ := strconv.Atoi(where[1:])
				at += n
			}
			list = append(list, expectation{at, m[2]})
		}
	}
	return list
}

// Every chunk of the files in errors has exactly the errors that its comments expect. How they are shown,
// with places, notes and suggestions, stands in the .txt beside.
func TestErrors(t *testing.T) {
	files, _ := filepath.Glob("testdata/errors/*.py")
	cases := 0
	for _, file := range files {
		var shown bytes.Buffer
		for i, src := range chunks(t, file) {
			f, diags := syntax.Parse(diag.NewFile(filepath.Base(file), []byte(src)))
			if f != nil {
				t.Errorf("%s, chunk %d is accepted:\n%s", file, i, src)
			}
			matchErrors(t, file, src, diags)
			if err := (diag.Text{W: &shown}).Render(diags.Err()); err != nil {
				t.Fatal(err)
			}
			shown.WriteString("---\n")
			cases++
		}
		golden.Compare(t, strings.TrimSuffix(file, ".py")+".txt", shown.Bytes())
	}
	if cases < 60 {
		t.Errorf("only %d cases", cases)
	}
}

func matchErrors(t *testing.T, file, src string, diags diag.List) {
	t.Helper()
	want := expectations(src)
	if len(want) != len(diags) {
		t.Errorf("%s: %d errors, want %d:\n%v\nin:\n%s", file, len(diags), len(want), diags, src)
		return
	}
	for _, w := range want {
		found := false
		for _, d := range diags {
			found = found || d.Span.Place().Line == w.line && d.Message == w.message
		}
		if !found {
			t.Errorf("%s: no error %q on line %d, but\n%v\nin:\n%s", file, w.message, w.line, diags, src)
		}
	}
}
