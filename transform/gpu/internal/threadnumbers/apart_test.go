package threadnumbers_test

import (
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/gpu/internal/threadnumbers"
)

// accesses returns the stores and loads of a program whose loop over 8 threads computes %p and %q of %t and,
// in a loop of two iterations around, of %k: a store at %p and a load at %q, with the loop over threads.
func accesses(t *testing.T, body string) (store, load *threadnumbers.Access, loop *ir.Op) {
	t.Helper()
	m := passtest.Parse(t, fmt.Sprintf(`func.func @f(%%s: memref<64xf32>, %%x: f32, %%u: index) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c2 = arith.constant 2 : index
  %%c4 = arith.constant 4 : index
  %%c7 = arith.constant 7 : index
  %%c8 = arith.constant 8 : index
  scf.for %%k = %%c0 to %%c2 step %%c1 {
    scf.for %%t = %%c0 to %%c8 step %%c1 {
      %s
    } {mapping = [#gpu.thread<x>]}
  }
  return
}
`, body))
	s, l := m.Find(memref.Store)[0], m.Find(memref.Load)[0]
	for op := s.Parent(); loop == nil; op = op.Parent() {
		if _, _, ok := gpu.BoundTo(op); ok {
			loop = op
		}
	}
	return &threadnumbers.Access{Op: s, Subscripts: s.Operands()[2:], Extent: 1},
		&threadnumbers.Access{Op: l, Subscripts: l.Operands()[1:], Extent: 1}, loop
}

func block() *threadnumbers.Block {
	return &threadnumbers.Block{Size: [3]int64{8, 1, 1}, Bound: func(loop *ir.Op) int {
		if kind, dim, ok := gpu.BoundTo(loop); ok && kind == gpu.Thread {
			return dim
		}
		return -1
	}}
}

const (
	stores = "memref.store %x, %s[%p] : memref<64xf32>\n"
	loads  = "%y = memref.load %s[%q] : memref<64xf32>\n"
)

// Accesses are apart where each element is of one thread in one execution of the loop.
func TestApart(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"same": {"%p = arith.addi %t, %k : index\n%q = arith.addi %k, %t : index\n" + stores + loads,
			true},
		"neighbour": {"%p = arith.addi %t, %k : index\n%q = arith.addi %t, %c1 : index\n" + stores + loads,
			false},
		"reversed": {"%p = arith.addi %t, %c0 : index\n%q = arith.subi %c7, %t : index\n" + stores + loads,
			false},
		"swizzle": {"%p = arith.xori %t, %c1 : index\n%q = arith.xori %t, %c1 : index\n" + stores + loads,
			true},
		"other half": {"%p = arith.addi %t, %c0 : index\n%q = arith.addi %t, %c8 : index\n" + stores + loads,
			true},
		"condition": {
			"%p = arith.addi %t, %c0 : index\n%q = arith.addi %t, %c4 : index\n%c = arith.cmpi slt, %t, " +
				"%c4 : index\nscf.if %c {\n" + stores + loads + "}", true},
		"else": {
			"%p = arith.addi %t, %c0 : index\n%q = arith.addi %t, %c4 : index\n%c = arith.cmpi slt, %t, " +
				"%c4 : index\nscf.if %c {\n" + loads + "} else {\n" + stores + "}", false},
		"by division": {"%p = arith.divui %t, %c2 : index\n%q = arith.divui %t, %c2 : index\n" + stores +
			loads, false},
		"inner loop": {
			"scf.for %i = %c0 to %c4 step %c1 {\n%m = arith.muli %i, %c8 : index\n%p = arith.addi %m, %t : " +
				"index\n%q = arith.addi %m, %t : index\n" + stores + loads + "}", true},
		"rows": {
			"scf.for %i = %c0 to %c4 step %c1 {\n%m = arith.muli %t, %c4 : index\n%p = arith.addi %m, %i : " +
				"index\n%q = arith.addi %m, %i : index\n" + stores + loads + "}", true},
		"not known": {"%p = arith.addi %t, %u : index\n%q = arith.addi %t, %u : index\n" + stores + loads,
			false},
		"one thread": {
			"%p = arith.addi %u, %c0 : index\n%q = arith.addi %t, %u : index\n%c = arith.cmpi eq, %t, %c0 " +
				": index\nscf.if %c {\n" + stores + loads + "}", true},
	} {
		x, y, loop := accesses(t, c.body)
		if got := block().Apart(x, y, loop); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A thread lacks an element where it has accessed it with none of the accesses before.
func TestLacks(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"own": {"%p = arith.addi %t, %c1 : index\n%q = arith.addi %t, %c1 : index\n" + stores + loads,
			false},
		"of others": {"%p = arith.addi %t, %c1 : index\n%q = arith.addi %t, %c2 : index\n" + stores + loads,
			true},
		"of one": {
			"%p = arith.addi %c0, %c0 : index\n%q = arith.addi %c0, %c0 : index\n%c = arith.cmpi eq, %t, " +
				"%c0 : index\nscf.if %c {\n" + stores + "}\n" + loads, true},
		"not known": {"%p = arith.addi %u, %c0 : index\n%q = arith.addi %t, %c0 : index\n" + stores + loads,
			false},
	} {
		x, y, loop := accesses(t, c.body)
		if got := block().Lacks([]*threadnumbers.Access{x}, y, loop); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
