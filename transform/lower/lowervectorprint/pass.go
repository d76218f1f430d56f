package lowervectorprint

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-vector-print.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-vector-print",
	Summary: "Print vectors by loops over their elements",
	Doc: `Each vector.print of a vector becomes a loop for each dimension, with prints of its elements and of the marks around and between them,
as mlir-opt's convert-vector-to-scf makes of it. Vectors of scalable size stay.`,
	Before: `func.func @f(%v: vector<2xf32>) {
  vector.print %v : vector<2xf32>
  return
}
`,
	After: `module {
  func.func @f(%arg0: vector<2xf32>) {
    vector.print punctuation <open>
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    scf.for %arg1 = %c0 to %c2 step %c1 {
      %0 = vector.extract %arg0[%arg1] : f32 from vector<2xf32>
      vector.print %0 : f32 punctuation <no_punctuation>
      %c1_0 = arith.constant 1 : index
      %1 = arith.cmpi ult, %arg1, %c1_0 : index
      scf.if %1 {
        vector.print punctuation <comma>
      }
    }
    vector.print punctuation <close>
    vector.print
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		for _, op := range r.Op.Find(vector.Print) {
			if op.NumOperands() == 0 {
				continue
			}
			if t, ok := op.Operand(0).Type().(*ir.VectorType); ok && t.Scalable == nil {
				lower(op, t)
				r.Count("vectors printed by loops", 1)
			}
		}
		return nil
	},
})

// lower replaces one print.
func lower(op *ir.Op, t *ir.VectorType) {
	b := ir.At(op)
	b.Loc = op.Loc()
	v := op.Operand(0)
	if len(t.Shape) > 1 { // only the subscript of a vector of one dimension may be computed
		v = vector.NewShapeCast(b, op.Context().Vector([]int64{ir.NumElements(t.Shape)}, nil, t.Elem), v)
	}
	printDimension(b, v, t.Shape, nil)
	mark(b, vector.MarkKind(op))
	op.Erase()
}

// printDimension prints the elements that subscripts of the first dimensions leave, in row-major order, of a
// vector with the shape.
func printDimension(b *ir.Builder, v *ir.Value, shape []int64, at *ir.Value) {
	n := int64(1) // a vector of no dimension is printed as one of one element
	if len(shape) > 0 {
		n = shape[0]
	}
	mark(b, vector.Open)
	zero, size, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, n), arith.ConstIndex(b, 1)
	scf.NewFor(b, zero, size, one, func(b *ir.Builder, i *ir.Value) {
		here := i
		if at != nil {
			row := arith.Binary(b, arith.MulI, at, arith.ConstIndex(b, n))
			here = arith.Binary(b, arith.AddI, i, row)
		}
		switch {
		case len(shape) == 0:
			number(b, vector.NewExtract(b, v))
		case len(shape) == 1:
			number(b, vector.NewExtract(b, v, ir.OpFoldResult{Value: here}))
		default:
			printDimension(b, v, shape[1:], here)
		}
		isNotLast := arith.Cmp(b, arith.ULT, i, arith.ConstIndex(b, n-1))
		scf.NewIf(b, isNotLast, func(b *ir.Builder) { mark(b, vector.Comma) }, nil)
	})
	mark(b, vector.Close)
}

func number(b *ir.Builder, v *ir.Value) {
	b.Op(vector.Print, []*ir.Value{v},
		ir.NamedAttr{Name: "punctuation", Value: b.Ctx.Enum(vector.Punctuation, vector.NoMark)})
}

// mark prints a mark, unless it is none.
func mark(b *ir.Builder, kind int64) {
	if kind != vector.NoMark {
		b.Op(vector.Print, nil,
			ir.NamedAttr{Name: "punctuation", Value: b.Ctx.Enum(vector.Punctuation, kind)})
	}
}
