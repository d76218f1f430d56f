package convertindextoarith

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/index"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-index-to-arith.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-index-to-arith",
	Summary: "Replace operations of the index dialect by those of arith.",
	Doc: "Each operation of the index dialect has one of arith that computes the same of an index of 64 " +
		"bits. Programs that are judged, " +
		"pipelined or run go through this pass by themselves; in a pipeline of passes it lets those that " +
		"know arith see what subscripts are.",
	Before: `func.func @f(%m: memref<8xf32>, %i: index) -> f32 {
  %c2 = index.constant 2
  %0 = index.mul %i, %c2
  %1 = memref.load %m[%0] : memref<8xf32>
  return %1 : f32
}
`,
	After: `module {
  func.func @f(%arg0: memref<8xf32>, %arg1: index) -> f32 {
    %c2 = arith.constant 2 : index
    %0 = arith.muli %arg1, %c2 : index
    %1 = memref.load %arg0[%0] : memref<8xf32>
    return %1 : f32
  }
}
`,
	Run: func(r *pass.Run) error {
		var found []*ir.Op
		for op := range r.Op.Walk() {
			if Concerns(op) {
				found = append(found, op)
			}
		}
		b := ir.NewBuilder(r.Op.Context())
		for _, op := range found {
			b.SetBefore(op)
			b.Loc = op.Loc()
			made, err := twin(b, op)
			if err != nil {
				return err
			}
			for _, a := range op.Attrs() {
				made.SetAttr(a.Name, a.Value)
			}
			made.Result(0).SetName(op.Result(0).Name())
			op.Result(0).ReplaceAllUsesWith(made.Result(0))
			op.Erase()
		}
		r.Count("operations replaced", len(found))
		return nil
	},
})

// Concerns reports whether an operation is of the index dialect.
func Concerns(op *ir.Op) bool { return op.Def().DialectName() == index.Dialect.Name }

// twins are the operations of arith with the same operands.
var twins = map[*ir.OpDef]*ir.OpDef{
	index.Add: arith.AddI, index.Sub: arith.SubI, index.Mul: arith.MulI, index.DivS: arith.DivSI,
	index.DivU:     arith.DivUI,
	index.CeilDivS: arith.CeilDivSI, index.CeilDivU: arith.CeilDivUI, index.FloorDivS: arith.FloorDivSI,
	index.RemS: arith.RemSI,
	index.RemU: arith.RemUI, index.MaxS: arith.MaxSI, index.MaxU: arith.MaxUI, index.MinS: arith.MinSI,
	index.MinU: arith.MinUI,
	index.Shl:  arith.ShLI, index.ShrS: arith.ShRSI, index.ShrU: arith.ShRUI, index.And: arith.AndI,
	index.Or:  arith.OrI,
	index.XOr: arith.XOrI, index.CastS: arith.IndexCast, index.CastU: arith.IndexCastUI,
}

var codeUnsupported = diag.Register("convert-index-to-arith-unsupported",
	"an operation of the index dialect has none of arith beside it",
	"Operations of arith are on integers without a sign (i32), in which signed and unsigned operations "+
		"read what they need. Casts of the "+
		"index dialect to and from types with a sign (si32, ui32) have no such form.")

// hasSign reports whether a value is an integer whose type has a sign.
func hasSign(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Sign != ir.Signless
}

// twin makes the operation of arith that computes what one of the index dialect computes.
func twin(b *ir.Builder, op *ir.Op) (*ir.Op, error) {
	switch {
	case op.Is(index.Cmp):
		return arith.Cmp(b, index.PredicateOf(op), op.Operand(0), op.Operand(1)).DefiningOp(), nil
	case op.Is(index.Constant), op.Is(index.BoolConstant):
		return arith.NewConstant(b, op.Attr("value")).DefiningOp(), nil
	case op.Is(index.SizeOf):
		return arith.ConstIndex(b, dlti.IndexBits(op)).DefiningOp(), nil
	case hasSign(op.Operand(0)), hasSign(op.Result(0)):
		return nil, op.Errorf(codeUnsupported, "arith has no '%s' of an integer type with a sign", op.Name()).
			Suggest("use a type without a sign, such as i32 for si32")
	}
	return b.Make(twins[op.Def()], op.Operands(), op.ResultTypes()), nil
}
