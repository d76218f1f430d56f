package linalg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// An operation whose body is not the one that its name and its attributes say is printed with its body:
// custom form would lose it.
func TestOtherBodiesAreKept(t *testing.T) {
	const product = `"linalg.matmul"(%a, %b, %c) <{CASTindexing_maps = [affine_map<(i, j, k) -> (i, k)>,
		affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], operandSegmentSizes = array<i32: 2, 1>}> ({
	^bb0(%x: i8, %y: i8, %z: i32):
		%0 = arith.EXTEND %x : i8 to i32
		%1 = arith.EXTEND %y : i8 to i32
		%2 = arith.muli %0, %1 : i32
		%3 = arith.COMBINE %z, %2 : i32
		linalg.yield %3 : i32
	}) : (memref<4x4xi8>, memref<4x4xi8>, memref<4x4xi32>) -> ()`
	const unsigned = "cast = #linalg.type_fn<cast_unsigned>, "
	const pointwise = `"linalg.elementwise"(%c, %c) <{kind = #linalg.elementwise_kind<KIND>, operandSegmentSizes = array<i32: 1, 1>}> ({
	^bb0(%x: i32, %y: i32):
		linalg.yield %x : i32
	}) : (memref<4x4xi32>, memref<4x4xi32>) -> ()`
	const moving = `"linalg.transpose"(%c, %c) <{permutation = array<i64: 1, 0>}> ({
	^bb0(%x: i32, %y: i32):
		linalg.yield %YIELDED : i32
	}) : (memref<4x4xi32>, memref<4x4xi32>) -> ()`
	const unary = `%one = arith.constant 1.0 : f32
	%two = arith.constant 2.0 : f32
	%m = memref.alloc() : memref<4xf32>
	"linalg.reciprocal"(%m, %m) <{operandSegmentSizes = array<i32: 1, 1>}> ({
	^bb0(%x: f32, %y: f32):
		%0 = arith.divf CONSTANT, %x : f32
		linalg.yield %0 : f32
	}) : (memref<4xf32>, memref<4xf32>) -> ()`
	for name, c := range map[string]struct {
		op    string
		named bool
	}{
		"product":           {with(product, "CAST", "", "EXTEND", "extsi", "COMBINE", "addi"), true},
		"unsigned product":  {with(product, "CAST", unsigned, "EXTEND", "extui", "COMBINE", "addi"), true},
		"other extension":   {with(product, "CAST", unsigned, "EXTEND", "extsi", "COMBINE", "addi"), false},
		"other combination": {with(product, "CAST", "", "EXTEND", "extsi", "COMBINE", "subi"), false},
		"other kind":        {with(pointwise, "KIND", "exp"), false},
		"kind of three":     {with(pointwise, "KIND", "select"), false},
		"constant outside":  {with(unary, "CONSTANT", "%one"), true},
		"other constant":    {with(unary, "CONSTANT", "%two"), false},
		"moved":             {with(moving, "YIELDED", "x"), true},
		"left alone":        {with(moving, "YIELDED", "y"), false},
	} {
		t.Run(name, func(t *testing.T) {
			op, printed := structuredIn(t,
				"func.func @f(%a: memref<4x4xi8>, %b: memref<4x4xi8>, %c: memref<4x4xi32>) {\n"+c.op+
					"\nreturn }")
			if linalg.ComputesAsNamed(op) != c.named || strings.Contains(printed, "^bb0") == c.named {
				t.Errorf("ComputesAsNamed is %v, printed\n%s", linalg.ComputesAsNamed(op), printed)
			}
			again, _ := structuredIn(t, printed)
			generic := text.PrintOptions{Generic: true}
			if d := cmp.Diff(text.String(op, generic), text.String(again, generic)); d != "" && !c.named {
				t.Errorf("written (-) and read back (+):\n%s", d)
			}
		})
	}
}

func with(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// structuredIn returns the structured operation of a program, and the program as it is printed.
func structuredIn(t *testing.T, source string) (*ir.Op, string) {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags, source)
	}
	for op := range m.Walk() {
		if linalg.IsStructured(op.Def()) {
			return op, text.String(m, text.PrintOptions{})
		}
	}
	t.Fatal("there is no structured operation")
	return nil, ""
}
