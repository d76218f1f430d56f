package ir_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// The verifier reports the same errors for a function that it verifies in pieces as for a small one: of two
// errors the first, errors of structure before errors of dominance, and errors in nested functions last.
func TestVerifyLargeFunction(t *testing.T) {
	const (
		typ       = "'arith.addi' op requires the same type for all operands and results"
		place     = "operation with block successors must terminate its parent block"
		dominance = "operand #0 does not dominate this use"
		moved     = "" // nothing, but the numbers of operations are no longer in order
		inner     = "has 0 operands, but enclosing function (@g) returns 1"
	)
	spoil := map[string]func(op, last *ir.Op){
		typ: func(op, _ *ir.Op) { op.SetOperand(1, op.Block().Region().Entry().Arg(0)) },
		place: func(op, _ *ir.Op) {
			ir.At(op).Create(ir.OpState{Def: op.Context().OpDef("cf.br"), Results: []ir.Type{},
				Successors: op.Block().Region().Blocks()[1:2]})
		},
		dominance: func(op, last *ir.Op) { op.SetOperand(0, last.Result(0)) },
		moved: func(op, _ *ir.Op) {
			next := op.Next()
			op.SetOperand(0, next.Result(0))
			next.MoveBefore(op)
		},
		inner: func(op, _ *ir.Op) { op.Body().First().Body().Last().SetOperands(nil) },
	}
	for _, c := range []struct {
		at   map[int]string // what is wrong with which operation
		want []string
	}{
		{},
		{map[int]string{0: typ}, []string{typ}},
		{map[int]string{2047: typ}, []string{typ}}, // the end of a piece
		{map[int]string{2048: typ}, []string{typ}},
		{map[int]string{7777: typ}, []string{typ}},
		{map[int]string{1000: moved}, nil},
		{map[int]string{largeOps - 1: typ}, []string{typ}},
		{map[int]string{5000: place, 9000: typ}, []string{place}},
		{map[int]string{5000: typ, 9000: place}, []string{typ}},
		{map[int]string{8000: dominance}, []string{dominance}},
		{map[int]string{3: dominance, 11000: typ}, []string{typ}},
		{map[int]string{2: inner, 10000: inner}, []string{inner, inner}},
		{map[int]string{2: inner, 10000: typ}, []string{typ}},
	} {
		ops := largeFunction(t, c.at, inner)
		for i, what := range c.at {
			spoil[what](ops[i], ops[len(ops)-1])
		}
		errs := ir.Verify(ops[0].Parent().Parent())
		same := len(errs) == len(c.want)
		for i := 0; same && i < len(errs); i++ {
			same = strings.Contains(errs[i].Error(), c.want[i])
		}
		if !same {
			t.Errorf("%v: got %v", slices.Sorted(maps.Keys(c.at)), errs)
		}
	}
}

const largeOps = 12000

// largeFunction returns the operations of a function, but for terminators: additions, and modules where at
// says nested.
func largeFunction(t *testing.T, at map[int]string, nested string) []*ir.Op {
	const block = 3000 // longer than a piece, and no multiple of it
	var s strings.Builder
	s.WriteString("func.func @f(%c: i1, %x: i32) {\n")
	for i := range largeOps {
		if i%block == block-1 {
			fmt.Fprintf(&s, "cf.br ^bb%d\n^bb%d:\n", i/block, i/block)
		}
		if at[i] == nested {
			s.WriteString("builtin.module { func.func @g(%y: i32) -> i32 { func.return %y : i32 } }\n")
		} else {
			fmt.Fprintf(&s, "%%v%d = arith.addi %%x, %%x : i32\n", i)
		}
	}
	s.WriteString("return\n}\n")
	var ops []*ir.Op
	for _, b := range parse(t, s.String()).Body().First().Region(0).Blocks() {
		for op := range b.OpsWithoutTerminator() {
			ops = append(ops, op)
		}
	}
	return ops
}
