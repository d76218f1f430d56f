package inflight_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
)

// maxScript is the size of the largest text that is tried. A larger text finds nothing that a smaller one
// does not.
const maxScript = 1 << 14

// otherScopes has scopes that Inflight does not know, and padding that goes beyond the buffer.
const otherScopes = `from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((6,), "float32")):
    with T.attr(0, "pragma_x", "y"):
        with T.attr(A, "pragma_z", 1):
            for i in range(6):
                with T.block("pad"):
                    B[i] = T.if_then_else(1 <= i and i < 5, A[i - 1], T.float32(0))
`

// Every text becomes a program or a diagnostic with a place. A program is pipelined or refused with a
// diagnostic, and its printed text can be read again.
func FuzzScript(f *testing.F) {
	files, err := filepath.Glob("examples/tvm/*.py")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Add([]byte(otherScopes))
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > maxScript {
			return
		}
		m, err := inflight.Parse(diag.NewFile("in.py", content))
		if err != nil {
			located(t, err)
			return
		}
		printsAsItself(t, m)
		piped, err := m.Pipeline(t.Context())
		if err != nil {
			located(t, err)
			return
		}
		printsAsItself(t, piped)
	})
}

// located reports an error that is not a list of diagnostics with codes and places, and an internal error.
func located(t *testing.T, err error) {
	t.Helper()
	for _, d := range diag.FromError(err) {
		if d.Code == "" || d.Code == "internal-error" || !d.Span.IsKnown() {
			t.Errorf("got %v", d)
		}
	}
}

// printsAsItself reports a program whose TVMScript text cannot be read, or is a different program when read.
func printsAsItself(t *testing.T, m *inflight.Module) {
	t.Helper()
	text, err := m.Text(inflight.TVMScript)
	if err != nil {
		located(t, err)
		return
	}
	again, err := inflight.ParseAs(inflight.TVMScript, diag.NewFile("again.py", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	second, err := again.Text(inflight.TVMScript)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	third, err := inflight.ParseAs(inflight.TVMScript, diag.NewFile("third.py", second))
	if err != nil {
		t.Fatalf("%v\n%s", err, second)
	}
	if want, got := again.String(), third.String(); want != got {
		t.Fatalf("the second text is another program:\n%s\nnot\n%s", got, want)
	}
}
