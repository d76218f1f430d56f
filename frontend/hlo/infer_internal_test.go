package hlo

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

// TestInferredShapes compares the shapes that would follow with those that are written, of all instructions
// of the corpus.
func TestInferredShapes(t *testing.T) {
	names, err := filepath.Glob("testdata/corpus/*.hlo")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	compared := map[string]bool{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, errs := Parse(context.Background(), diag.NewFile(name, content))
		if len(errs) > 0 || Verify(m).HasErrors() {
			continue
		}
		for _, c := range m.All() {
			for _, in := range c.Instructions {
				s := in.inferred()
				if s == nil || in.bare || in.Shape == nil {
					continue
				}
				compared[in.Opcode] = true
				ok := s.Same(in.Shape, Compare{Bounds: true})
				if in.Opcode == "collective-permute-start" { // what follows the result is left to XLA
					ok = ok || s.At(0).Equal(in.Shape.At(0)) && s.At(1).Equal(in.Shape.At(1))
				}
				if !ok {
					t.Errorf("%s: %s has shape %s, and %s follows", name, in, in.Shape, s)
				}
			}
		}
	}
	if len(compared) < 100 {
		t.Errorf("%d opcodes are compared", len(compared))
	}
}
