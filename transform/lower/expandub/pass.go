package expandub

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeUnsupported = diag.Register("expand-ub-unsupported", "a value of ub.poison has a type without a zero",
	"Where a program is run, poison of numbers and vectors is zero, so that every engine computes the "+
		"same. Memory, tokens and other values "+
		"that are poison have nothing to stand for: make them where they are needed.")

// Pass is expand-ub.
var Pass = pass.Register(&pass.Pass{
	Name: "expand-ub",
	Summary: "Define what the ub dialect leaves undefined: poison is 0, and unreachable places fail an " +
		"assertion.",
	Doc: "A value that is poison may be any value, so that zero is right; vectors that are filled element " +
		"by element begin as poison. A block " +
		"that ends in ub.unreachable fails an assertion there, at its place in the program; behind it is a " +
		"loop without an exit, since " +
		"control goes nowhere. Programs that are judged, pipelined or run go through this pass by " +
		"themselves.",
	Before: `func.func @f(%c: i1, %x: f32) -> vector<2xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = ub.poison : vector<2xf32>
  %1 = vector.insert %x, %0 [0] : f32 into vector<2xf32>
  %2 = vector.insert %x, %1 [1] : f32 into vector<2xf32>
  return %2 : vector<2xf32>
^b:
  ub.unreachable
}
`,
	After: `module {
  func.func @f(%arg0: i1, %arg1: f32) -> vector<2xf32> {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
    %0 = vector.insert %arg1, %cst [0] : f32 into vector<2xf32>
    %1 = vector.insert %arg1, %0 [1] : f32 into vector<2xf32>
    return %1 : vector<2xf32>
  ^bb2:  // pred: ^bb0
    %false = arith.constant false
    cf.assert %false, "ub.unreachable is reached"
    cf.br ^bb3
  ^bb3:  // 2 preds: ^bb2, ^bb3
    cf.br ^bb3
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
			if err := define(b, op); err != nil {
				return err
			}
			op.Erase()
		}
		r.Count("operations defined", len(found))
		return nil
	},
})

// Concerns reports whether an operation is of the ub dialect.
func Concerns(op *ir.Op) bool { return op.Def().DialectName() == ub.Dialect.Name }

// define makes what takes the place of an operation, in front of it.
func define(b *ir.Builder, op *ir.Op) error {
	if op.Is(ub.Unreachable) {
		trap(b, op.Block())
		return nil
	}
	zero := arith.ZeroAttr(b.Ctx, op.Result(0).Type())
	if zero == nil {
		return op.Errorf(codeUnsupported, "poison of type %v stands for no value", op.Result(0).Type()).
			Suggest("make the value where it is needed")
	}
	v := arith.NewConstant(b, zero)
	v.SetName(op.Result(0).Name())
	op.Result(0).ReplaceAllUsesWith(v)
	return nil
}

// trap fails an assertion at the end of a block, and goes on to a block that has no exit.
func trap(b *ir.Builder, block *ir.Block) {
	message := ir.NamedAttr{Name: "msg", Value: b.Ctx.String("ub.unreachable is reached")}
	b.Make(cf.Assert, []*ir.Value{arith.ConstBool(b, false)}, []ir.Type{}, message)
	endless := b.NewBlock()
	block.Region().Insert(block.Index()+1, endless)
	goTo := ir.OpState{Def: cf.Br, Results: []ir.Type{}, Successors: []*ir.Block{endless}}
	b.Create(goTo)
	b.SetEnd(endless)
	b.Create(goTo)
}
