package ir_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// change changes a random operation as a pass may do. The program may be wrong afterwards.
func change(r *rand.Rand, program *ir.Op) string {
	var ops []*ir.Op
	var values []*ir.Value
	for op := range program.Walk() {
		ops = append(ops, op)
		values = append(values, op.Results()...)
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				values = append(values, b.Args()...)
			}
		}
	}
	if len(ops) < 2 || len(values) == 0 {
		return ""
	}
	op, v, w := ops[1+r.IntN(len(ops)-1)], values[r.IntN(len(values))], values[r.IntN(len(values))]
	switch r.IntN(10) {
	case 0:
		v.SetType(w.Type())
	case 1:
		v.ReplaceAllUsesWith(w)
	case 2:
		if n := op.NumOperands(); n > 0 {
			op.SetOperand(r.IntN(n), v)
		}
	case 3:
		op.SetOperands(append(op.Operands(), v))
	case 4:
		if n := op.NumOperands(); n > 0 {
			op.EraseOperand(r.IntN(n))
		}
	case 5:
		if list := op.Properties(); len(list) > 0 {
			op.RemoveAttr(list[r.IntN(len(list))].Name)
		}
	case 6:
		if list := ops[r.IntN(len(ops))].Properties(); len(list) > 0 && len(op.Properties()) > 0 {
			op.SetAttr(op.Properties()[0].Name, list[r.IntN(len(list))].Value)
		}
	case 7:
		if b := ops[r.IntN(len(ops))].Block(); b != nil && op.NumSuccessors() > 0 {
			op.SetSuccessor(r.IntN(op.NumSuccessors()), b)
		}
	case 8:
		if b := op.Block(); b != nil && !b.IsEntry() {
			b.AddArg(v.Type(), nil)
		}
	default:
		if other := ops[1+r.IntN(len(ops)-1)]; !op.IsAncestorOf(other) {
			op.MoveBefore(other)
		}
	}
	return op.Name()
}

// sound returns the program of a text, nil if it cannot be parsed.
func sound(content []byte) *ir.Op {
	c := dialects.NewContext()
	c.AllowUnregistered = true
	program, diags := text.Parse(c, diag.NewFile("a.mlir", content), text.Options{})
	if diags.HasErrors() || program.Body().Empty() {
		return nil
	}
	return program
}

// verify returns the errors of the verifier, or that it panicked, which a broken program may make it do.
func verify(program *ir.Op) (found string) {
	defer func() {
		if recover() != nil {
			found = "panic"
		}
	}()
	if list := ir.Verify(program); len(list) > 0 {
		return fmt.Sprint(list)
	}
	return ""
}

// The verifier finds errors that passes make in a program that it verified before, as it finds them in a
// program that it has not verified. Each program is parsed twice and changed in the same way, so that one
// copy was never verified before.
func TestVerifyAgainFindsWhatVerifyFinds(t *testing.T) {
	const changes = 3
	files, err := filepath.Glob("text/testdata/corpus/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	found, panics := 0, 0
	for seed := range passtest.Programs(1000) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		content, err := os.ReadFile(files[r.IntN(len(files))])
		if err != nil {
			t.Fatal(err)
		}
		verified, fresh := sound(content), sound(content)
		if verified == nil || verify(verified) != "" {
			continue
		}
		first, again := rand.New(rand.NewPCG(uint64(seed), 6)), rand.New(rand.NewPCG(uint64(seed), 6))
		for range changes {
			what := change(first, verified)
			if change(again, fresh) != what {
				t.Fatal("the programs differ")
			}
		}
		got, want := verify(verified), verify(fresh)
		if got != want {
			t.Fatalf("seed %d:\n%s\nnever verified before:\n%s", seed, got, want)
		}
		switch want {
		case "":
		case "panic":
			panics++
		default:
			found++
		}
	}
	if found == 0 || panics > found/10 {
		t.Errorf("changes made %d programs wrong, and %d too much so", found, panics)
	}
}
