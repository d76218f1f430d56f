package hlo_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// FuzzParse reads any text, prints what it read, reads that and prints it: the two texts are the same. What
// can be asked of a module answers.
func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("testdata/corpus/*.hlo")
	if err != nil {
		f.Fatal(err)
	}
	for i, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if i%3 == 0 {
			f.Add(string(content))
		}
	}
	f.Add(pipelined)
	f.Fuzz(func(t *testing.T, text string) {
		m, errs := hlo.Parse(context.Background(), diag.NewFile("a.hlo", []byte(text)))
		if len(errs) > 0 {
			return
		}
		ask(m)
		printed := m.String()
		again, errs := hlo.Parse(context.Background(), diag.NewFile("b.hlo", []byte(printed)))
		if len(errs) > 0 {
			t.Fatalf("what was printed is refused: %v\n%s\nread:\n%q", errs, printed, text)
		}
		if second := again.String(); second != printed {
			t.Fatalf("printed again as\n%s\nfirst:\n%s\nread:\n%q", second, printed, text)
		}
	})
}

// ask calls what reads instructions and their attributes.
func ask(m *hlo.Module) {
	m.Aliases()
	hlo.Verify(m)
	for _, c := range m.All() {
		for _, in := range c.Instructions {
			in.Starts()
			in.Dones()
			in.Wrapped()
			in.AsyncThread()
			in.IsSynchronous()
			in.ReplicaGroups()
			in.SourceTargetPairs()
			in.Metadata()
			in.ControlPredecessors()
			in.Shape.Bytes()
			for _, a := range in.Attributes {
				a.Ints()
				a.Lists()
				a.Pairs()
				a.Aliases()
				a.Donors()
				a.Fields()
			}
		}
	}
}
