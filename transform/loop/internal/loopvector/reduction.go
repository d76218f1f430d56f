package loopvector

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// reduction is a carried value that every iteration combines with something: lanes combine what is theirs,
// and at the end the lanes are combined.
type reduction struct {
	arg, init *ir.Value
	op        *ir.Op
	kind      kind
}

// kind is how an operation combines numbers.
type kind struct {
	combining  int64
	idempotent bool // x with x is x
	ordered    bool // only in their order, unless math may be fast
	neutral    float64
}

// kinds are the operations that may combine numbers in any order. Those of maxnumf and minnumf are not among
// them: which zero they return depends on the order.
var kinds = map[*ir.OpDef]kind{
	arith.AddI: {combining: vector.Add}, arith.MulI: {combining: vector.Mul, neutral: 1},
	arith.XOrI:     {combining: vector.Xor},
	arith.AndI:     {combining: vector.And, idempotent: true},
	arith.OrI:      {combining: vector.Or, idempotent: true},
	arith.MinSI:    {combining: vector.MinSI, idempotent: true},
	arith.MaxSI:    {combining: vector.MaxSI, idempotent: true},
	arith.MinUI:    {combining: vector.MinUI, idempotent: true},
	arith.MaxUI:    {combining: vector.MaxUI, idempotent: true},
	arith.MinimumF: {combining: vector.MinimumF, idempotent: true},
	arith.MaximumF: {combining: vector.MaximumF, idempotent: true},
	arith.MinNumF:  {combining: vector.MinNumF, idempotent: true, ordered: true},
	arith.MaxNumF:  {combining: vector.MaxNumF, idempotent: true, ordered: true},
	arith.AddF:     {combining: vector.Add, ordered: true},
	arith.MulF:     {combining: vector.Mul, ordered: true, neutral: 1},
}

// reduce finds out how the loop combines what it carries.
func (p *Plan) reduce(fast bool) (reason string) {
	last := p.Loop.Body().Terminator()
	for i, arg := range p.Loop.Body().Args()[1:] {
		op := last.Operand(i).DefiningOp()
		k, ok := kind{}, false
		if op != nil && op.Block() == p.Loop.Body() {
			k, ok = kinds[op.Def()]
		}
		if !ok || !arg.HasOneUse() || !op.Result(0).HasOneUse() ||
			op.Operand(0) != arg && op.Operand(1) != arg || !isNumber(arg.Type()) {
			return "it carries values that are no reduction"
		}
		if k.ordered && !fast {
			return "it combines floats, whose order counts"
		}
		p.reductions = append(p.reductions, &reduction{arg, p.Loop.OperandsOf(2)[i], op, k})
	}
	return ""
}

// start makes the vector that the lanes start with.
func (r *reduction) start(b *ir.Builder, t *ir.VectorType) *ir.Value {
	if r.kind.idempotent {
		return vector.NewBroadcast(b, t, r.init)
	}
	return vector.NewBroadcast(b, t, neutral(b, t.Elem, r.kind))
}

// neutral makes the number that changes nothing; of floats that is -0 for sums.
func neutral(b *ir.Builder, t ir.Type, k kind) *ir.Value {
	f, ok := t.(*ir.FloatType)
	switch {
	case !ok:
		return arith.ConstInt(b, t, int64(k.neutral))
	case k.combining == vector.Add:
		return arith.NewConstant(b, b.Ctx.FloatBits(f, 1<<(f.Width()-1)))
	}
	return arith.ConstFloat(b, f, k.neutral)
}

// finish combines the lanes, and what was there before.
func (r *reduction) finish(b *ir.Builder, lanes *ir.Value) *ir.Value {
	combined := vector.NewReduction(b, r.kind.combining, lanes, nil)
	if r.kind.idempotent {
		return combined
	}
	return arith.Binary(b, r.op.Def(), r.init, combined)
}
