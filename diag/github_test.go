package diag_test

import (
	"bytes"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

// Each diagnostic is one workflow command. Characters with a meaning in commands are escaped: in properties
// colons and commas as well.
func TestGitHub(t *testing.T) {
	odd := diag.NewFile("a,b:c%.ptx", []byte("one\ntwo three\n"))
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"range", diag.Errorf(testExpected, find(t, odd, "three"), "50%% of it, say: no"),
			"::error file=a%2Cb%3Ac%25.ptx,line=2,endLine=2,col=5,endColumn=10,title=test-expected" +
				"::50%25 of it, say: no\n"},
		{"several lines", diag.Warningf(testUnused, find(t, odd, "one\ntwo"), "both"),
			"::warning file=a%2Cb%3Ac%25.ptx,line=1,endLine=2,col=1,title=test-unused::both\n"},
		{"notes", diag.Remarkf(testUnused, diag.Span{}, "said").Note(find(t, odd, "two"), "there").
			Note(diag.Span{}, "::error::nothing else").Suggest("do"),
			"::notice title=test-unused::said%0Aa,b:c%25.ptx:2:1: note: there" +
				"%0Anote: ::error::nothing else%0Ahelp: do\n"},
		{"plain", bytes.ErrTooLarge, "::error::bytes.Buffer: too large\n"},
		{"control characters", diag.Errorf("", diag.Place{Filename: "a\r\nb"}.Span(), "x"),
			`::error file=a\x0d\x0ab::x` + "\n"},
		{"only the line", diag.Errorf(testUnused, diag.UnloadedFile("a.cu").At(3, 0), "x"),
			"::error file=a.cu,line=3,endLine=3,title=test-unused::x\n"},
	} {
		var b bytes.Buffer
		if err := (diag.GitHub{W: &b}).Render(c.err); err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n%swant\n%s", c.name, err, b.String(), c.want)
		}
	}
}
