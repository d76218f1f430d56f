package arithexpand

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is arith-expand.
var Pass = pass.Register(&pass.Pass{
	Name:    "arith-expand",
	Title:   "ArithExpandOpsPass",
	Summary: "Legalize Arith ops to be convertible to LLVM.",
	Doc: "Divisions that round up or down become divisions that round towards zero with a correction, and " +
		"minima and maxima of floats " +
		"become comparisons and selections. With include-bf16, casts between bf16 and f32 become " +
		"arithmetic on their bits: what is cast " +
		"to bf16 is rounded to the nearest value, of two to the even one; a cast that names another " +
		"rounding stays, and so does what is on tensors of unknown extents. As with upstream's pass, the " +
		"maximum or minimum of two zeros is " +
		"the second one, whatever their signs; exact-arith makes maxima and minima that tell them apart.",
	Options: []pass.Option{
		{Name: "include-bf16", Type: pass.Bool, Default: "false",
			Help: "Enable the BF16 expansion patterns"}},
	Before: `func.func @up(%a: i32, %b: i32) -> i32 {
  %q = arith.ceildivsi %a, %b : i32
  return %q : i32
}
`,
	After: `module {
  func.func @up(%arg0: i32, %arg1: i32) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.divsi %arg0, %arg1 : i32
    %1 = arith.muli %0, %arg1 : i32
    %2 = arith.cmpi ne, %arg0, %1 : i32
    %3 = arith.cmpi slt, %arg0, %c0_i32 : i32
    %4 = arith.cmpi slt, %arg1, %c0_i32 : i32
    %5 = arith.cmpi eq, %3, %4 : i1
    %6 = arith.andi %2, %5 : i1
    %7 = arith.addi %0, %c1_i32 : i32
    %8 = arith.select %6, %7, %0 : i32
    return %8 : i32
  }
}
`,
	Run: func(r *pass.Run) error {
		patterns := []ir.Pattern{
			expansion(arith.CeilDivSI, ceilDivSI), expansion(arith.CeilDivUI, ceilDivUI),
			expansion(arith.FloorDivSI, floorDivSI),
			expansion(arith.MaximumF, extreme(arith.UnorderedGT, 1)),
			expansion(arith.MinimumF, extreme(arith.UnorderedLT, 1)),
			expansion(arith.MaxNumF, extreme(arith.UnorderedGT, 0)),
			expansion(arith.MinNumF, extreme(arith.UnorderedLT, 0)),
		}
		if r.Bool("include-bf16") {
			patterns = append(patterns, expansion(arith.ExtF, extend), expansion(arith.TruncF, truncate))
		}
		for name, n := range ir.ConvertOps(r.Op, patterns, true, nil) {
			r.Count("pattern "+name, n)
		}
		return nil
	},
})

// expansion makes a pattern of a function that returns what stands for the result of an operation, nil where
// it does not apply.
func expansion(def *ir.OpDef, expand func(b *ir.Builder, op *ir.Op) *ir.Value) ir.Pattern {
	return ir.Pattern{Name: "expand-" + def.Name, Root: def.Name,
		Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
			if t, isTensor := op.Result(0).Type().(*ir.TensorType); isTensor &&
				(!t.Ranked || slices.Contains(t.Shape, ir.Dynamic)) {
				return false // there are no constants of its type
			}
			v := expand(rw.Builder, op)
			if v == nil {
				return false
			}
			rw.Replace(op, v)
			return true
		}}
}

// withElem returns the type with other elements.
func withElem(c *ir.Context, t, elem ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return c.Vector(t.Shape, t.Scalable, elem)
	case *ir.TensorType:
		return c.Tensor(t.Shape, elem, t.Encoding)
	}
	return elem
}
