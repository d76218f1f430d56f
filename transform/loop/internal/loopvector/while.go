package loopvector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// An scf.while whose condition differs between lanes runs until all lanes have left it. It carries which of
// them are still in it, and for each result that is used what the lanes found when they left. What a lane
// computes after that counts for nothing, so both regions may do nothing but compute what cannot fail.

// spreadWhile marks what a scf.while passes on: all of it if lanes may leave it at different times.
func (p *Plan) spreadWhile(op *ir.Op) bool {
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	changed := p.spreadIn(before)
	changed = p.spreadIn(after) || changed
	leave := before.Terminator()
	all := p.varying[leave.Operand(0)]
	pass := func(from []*ir.Value, to ...[]*ir.Value) {
		for i, v := range from {
			for _, list := range to {
				if all || p.varying[v] {
					changed = p.mark(list[i]) || changed
				}
			}
		}
	}
	pass(op.Operands(), before.Args())
	pass(after.Terminator().Operands(), before.Args())
	pass(leave.Operands()[1:], after.Args(), op.Results())
	return changed
}

// checkWhile returns why lanes cannot run a scf.while together, "" if they can.
func (p *Plan) checkWhile(op *ir.Op) string {
	if !p.varying[op.Region(0).Entry().Terminator().Operand(0)] {
		return "how often a loop with a condition in it runs does not differ between iterations"
	}
	for _, r := range op.Regions() {
		b := r.Entry()
		if slices.ContainsFunc(b.Args(), func(v *ir.Value) bool { return !isNumber(v.Type()) }) {
			return "a loop with a condition in it carries what is no number"
		}
		if reason := p.check(b); reason != "" {
			return reason
		}
		if !computes(b) {
			return "a loop with a condition in it does more than compute"
		}
	}
	return ""
}

// computes reports whether the operations of a block only compute, and may do so where the program would not
// run them.
func computes(b *ir.Block) bool {
	for op := range b.OpsWithoutTerminator() {
		if !op.IsPure() || mayFail(op) || op.NumRegions() > 0 && !op.Is(scf.If) {
			return false
		}
	}
	return true
}

// while makes the loop that lanes run until all have left it.
func (e *emitter) while(op *ir.Op) {
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	leave := before.Terminator()
	n, going := len(before.Args()), leave.Operands()[1:]
	defer e.share(op)()
	mask := e.vectorOf(e.b.Ctx.I1)
	inits := append(e.vectorsOf(op.Operands()),
		vector.NewBroadcast(e.b, mask, arith.ConstInt(e.b, e.b.Ctx.I1, 1)))
	var found []int // the results that are used
	for i, v := range op.Results() {
		if v.HasUses() {
			found = append(found, i)
			inits = append(inits, vector.NewBroadcast(e.b, e.vectorOf(v.Type()), zero(e.b, v.Type())))
		}
	}
	made := scf.NewWhile(e.b, inits, func(b *ir.Builder, carried []*ir.Value) (*ir.Value, []*ir.Value) {
		e.note(before.Args(), carried[:n])
		e.block(before)
		values, inside := e.vectorsOf(going), carried[n]
		left := make([]*ir.Value, len(found))
		for k, i := range found {
			left[k] = arith.NewSelect(b, inside, values[i], carried[n+1+k])
		}
		stays := arith.Binary(b, arith.AndI, inside, e.vector(leave.Operand(0)))
		return vector.NewReduction(b, vector.Or, stays, nil), slices.Concat(values, []*ir.Value{stays}, left)
	}, func(_ *ir.Builder, carried []*ir.Value) []*ir.Value {
		e.note(after.Args(), carried[:len(going)])
		e.block(after)
		return append(e.vectorsOf(after.Terminator().Operands()), carried[len(going):]...)
	})
	for k, i := range found {
		e.vectors[op.Result(i)] = made.Result(len(going) + 1 + k)
	}
}

// share makes vectors of what operations in op use that is the same in all lanes and defined outside of op,
// so that they are made once. The function that it returns forgets them.
func (e *emitter) share(op *ir.Op) func() {
	made := map[*ir.Value]*ir.Value{}
	for inner := range op.Walk() {
		for _, v := range inner.Operands() {
			if !e.varying[v] && isNumber(v.Type()) && !affineloop.Inside(v, op) && made[v] == nil {
				made[v] = e.vector(v)
			}
		}
	}
	for v, m := range made {
		e.vectors[v] = m
	}
	return func() {
		for v := range made {
			delete(e.vectors, v)
		}
	}
}

// zero makes the number 0 of a type.
func zero(b *ir.Builder, t ir.Type) *ir.Value {
	if f, ok := t.(*ir.FloatType); ok {
		return arith.ConstFloat(b, f, 0)
	}
	return arith.ConstInt(b, t, 0)
}
