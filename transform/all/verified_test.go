package all_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// No pass makes of a program that verifies one that does not: whoever runs it would get a message about
// operations that he has not written. The programs are those of the parser's and the driver's tests, with an
// operation left out or an operand exchanged.
func TestPropertyPassesVerify(t *testing.T) {
	files, err := filepath.Glob("../../ir/text/testdata/corpus/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	more, _ := filepath.Glob("../../opt/testdata/mlir/*.mlir")
	files = append(files, more...)
	rng, passes, tried := rand.New(rand.NewPCG(3, 23)), pass.All(), 0
	n := passtest.Programs(400)
	for range n {
		file, p := files[rng.IntN(len(files))], passes[rng.IntN(len(passes))]
		m := mutated(t, rng, file)
		if m == nil {
			continue
		}
		pipeline := p.Name
		if p.Anchor != "" && p.Anchor != "builtin.module" {
			pipeline = p.Anchor + "(" + p.Name + ")"
		}
		parsed, err := pass.Parse("builtin.module(" + pipeline + ")")
		if err != nil {
			t.Fatal(err)
		}
		tried++
		before := passtest.Print(m)
		for _, d := range (&pass.Manager{Pipeline: parsed}).Run(t.Context(), m) {
			if len(d.Notes) > 0 && strings.HasPrefix(d.Notes[len(d.Notes)-1].Message, "after pass") {
				t.Errorf("%s makes of %s what does not verify: %v\n%s", p.Name, file, d, before)
			}
		}
	}
	if tried < n/4 {
		t.Errorf("%d of %d programs verify", tried, n)
	}
}

// mutated reads a program and changes it; nil if the result does not verify.
func mutated(t *testing.T, rng *rand.Rand, file string) *ir.Op {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile(filepath.Base(file), content), text.Options{})
	if diags.HasErrors() {
		return nil
	}
	var ops []*ir.Op
	for op := range m.Walk() {
		if op != m {
			ops = append(ops, op)
		}
	}
	if len(ops) == 0 {
		return nil
	}
	mutate(rng, ops[rng.IntN(len(ops))], ops)
	if ir.Verify(m).HasErrors() {
		return nil
	}
	return m
}

// mutate leaves an operation out, if nothing uses it, or exchanges an operand for another value of its type.
func mutate(rng *rand.Rand, op *ir.Op, ops []*ir.Op) {
	used := false
	for _, v := range op.Results() {
		used = used || v.HasUses()
	}
	if !used && !op.Has(ir.Terminator) && rng.IntN(2) == 0 {
		op.Erase()
		return
	}
	if op.NumOperands() == 0 {
		return
	}
	i := rng.IntN(op.NumOperands())
	for range 20 {
		other := ops[rng.IntN(len(ops))]
		if other.NumResults() > 0 && other != op && other.Result(0).Type() == op.Operand(i).Type() {
			op.SetOperand(i, other.Result(0))
			return
		}
	}
}
