package loopunroll

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Unroll makes factor iterations of a loop one. What whole groups leave over is done by a copy of the loop
// behind it, which is returned, nil if there is none; ok is false where the loop cannot be cut.
func Unroll(loop *ir.Op, factor int64) (rest *ir.Op, ok bool) {
	d, ok := affineloop.Divide(loop, factor)
	if !ok || d.None || affineloop.CarriesSubscript(loop) {
		return nil, false
	}
	lower, upper := affineloop.Bounds(loop)
	if d.Rest.Map != nil {
		rest = cleanup(loop, d.Rest, upper)
	}
	affine.SetBounds(loop, lower, d.Main)
	Repeat(loop, factor)
	return rest, true
}

// cleanup copies a loop behind itself, to go on with what it carries from another lower bound.
func cleanup(loop *ir.Op, lower, upper affine.Access) *ir.Op {
	b := ir.At(loop)
	b.SetAfter(loop)
	rest := b.Clone(loop, nil)
	affine.SetBounds(rest, lower, upper)
	loop.ReplaceAllUsesWith(rest.Results())
	first, _ := rest.OperandGroup(2)
	for i, v := range loop.Results() {
		rest.SetOperand(first+i, v)
	}
	return rest
}

// Repeat makes factor iterations of a loop, which has whole groups of them, one.
func Repeat(loop *ir.Op, factor int64) {
	step := affine.Step(loop)
	affineloop.SetStep(loop, step*factor)
	var ops []*ir.Op
	for op := range loop.Body().OpsWithoutTerminator() {
		ops = append(ops, op)
	}
	last := loop.Body().Terminator()
	carried := last.Operands()
	b := ir.At(last)
	for i := int64(1); i < factor; i++ {
		m := ir.NewMapping()
		if iv := loop.Body().Arg(0); iv.HasUses() {
			b.Loc = loop.Loc()
			m.Map(iv, affine.NewApply(b, aff.NewMap(1, 0, aff.D(0).Add(aff.C(i*step))), iv))
		}
		for k, a := range loop.Body().Args()[1:] {
			m.Map(a, carried[k])
		}
		for _, op := range ops {
			b.Clone(op, m)
		}
		for k, v := range last.Operands() {
			carried[k] = m.Lookup(v)
		}
	}
	last.SetOperands(carried)
}
