package insertboundschecks

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/ir"
)

// maxStride bounds how far subscripts of neighbouring iterations may be apart: a subscript that leaves the
// bounds must be out of them for one iteration at least, and not come round to them.
const maxStride = 1 << 62

// hoist returns what must hold in front of op instead of d in its region, nil if d must stay, and something
// that is anchored nowhere if there is nothing to require.
func (c *checker) hoist(d *demand, op *ir.Op) *demand {
	if d.holds != nil || op.IsAsync() || op.NumRegions() != 1 || len(op.Region(0).Blocks()) != 1 {
		return nil
	}
	if op.Def().Loop == nil {
		if !analysis.RunsOnce(op) || !c.reached(d.anchor) {
			return nil
		}
		up := *d
		up.anchor = op
		return c.outside(&up, op)
	}
	if op.Attr("unsignedCmp") != nil || !c.isClean(op) {
		return nil
	}
	up := *d
	up.anchor = op
	up.spans, up.guards = slices.Clone(d.spans), slices.Clone(d.guards)
	for _, l := range slices.Backward(c.env.Loops(op)) {
		if !c.unroll(&up, l) {
			return nil
		}
		if l.Lower.IsConst() && l.Upper.IsConst() && l.Lower.Const >= l.Upper.Const {
			return &demand{} // no iteration
		}
		if !c.env.Ordered(l.Lower, 1, l.Upper) {
			up.guards = append(up.guards, guard{l.Lower, l.Upper})
		}
	}
	if c.outside(&up, op) == nil {
		return nil
	}
	c.hoisted++
	return &up
}

// unroll makes a demand for one iteration of a loop one for all of them.
func (c *checker) unroll(d *demand, l inequality.Loop) bool {
	factor := d.base.Coef(l.Variable)
	if factor == 0 {
		return true
	}
	if l.Step.IsConst() {
		if l.Step.Const <= 0 || l.Step.Const >= maxStride/max(factor, -factor) {
			return false
		}
	} else if factor != 1 && factor != -1 {
		return false
	}
	d.base = d.base.Replace(l.Variable, l.Lower)
	if l.Step.IsConst() && l.Lower.IsConst() && l.Upper.IsConst() && l.Lower.Const < l.Upper.Const {
		return d.extend(l, factor)
	}
	d.spans = append(d.spans, span{l.Lower, l.Upper, l.Step, factor})
	return true
}

// extend adds the distances of a loop with constant bounds.
func (d *demand) extend(l inequality.Loop, factor int64) bool {
	steps := (uint64(l.Upper.Const) - uint64(l.Lower.Const) - 1) / uint64(l.Step.Const)
	stride, reach := l.Step.Const*max(factor, -factor), &d.up
	if factor < 0 {
		reach = &d.down
	}
	if steps > uint64(math.MaxInt64-1-*reach)/uint64(stride) {
		return false
	}
	*reach += int64(steps) * stride
	return true
}

// outside returns the demand if it is one about values from outside of op, nil otherwise.
func (c *checker) outside(d *demand, op *ir.Op) *demand {
	forms := []inequality.Form{d.base, d.extent}
	for _, s := range d.spans {
		forms = append(forms, s.lower, s.upper, s.step)
	}
	for _, g := range d.guards {
		forms = append(forms, g.lower, g.upper)
	}
	for _, f := range forms {
		for _, t := range f.Terms {
			if !availableBefore(t.Atom, op) {
				return nil
			}
		}
	}
	return d
}

func availableBefore(a *inequality.Atom, op *ir.Op) bool {
	for _, v := range append([]*ir.Value{a.Value, a.Memory}, a.Operands...) {
		if v != nil && op.Defines(v) {
			return false
		}
	}
	return true
}

// reached reports whether control certainly gets from the start of a block to an operation in it.
func (c *checker) reached(op *ir.Op) bool {
	block := op.Block()
	stop, known := c.stops[block]
	if !known {
		stop = c.firstUnclean(block)
		c.stops[block] = stop
	}
	return stop == nil || !stop.IsBefore(op)
}

// firstUnclean returns the first operation of a block that is not clean, or nil.
func (c *checker) firstUnclean(b *ir.Block) *ir.Op {
	for op := range b.Ops() {
		if !c.isClean(op) {
			return op
		}
	}
	return nil
}

// isClean reports whether an operation, with all in it, certainly comes to its end, unless something in it is
// not in bounds.
func (c *checker) isClean(op *ir.Op) bool {
	clean, known := c.clean[op]
	if !known {
		clean = comesToItsEnd(op)
		for _, r := range op.Regions() {
			clean = clean && len(r.Blocks()) <= 1
			for _, b := range r.Blocks() {
				for inner := range b.Ops() {
					clean = clean && c.isClean(inner)
				}
			}
		}
		c.clean[op] = clean
	}
	return clean
}

// comesToItsEnd is isClean without regard to what op holds.
func comesToItsEnd(op *ir.Op) bool {
	def := op.Def()
	switch {
	case def.Unregistered, def.Coroutine:
		return false
	case def.Speculate != nil:
		return def.Speculate(op)
	case op.Has(ir.Pure), def.Loop != nil, op.Has(ir.Terminator) && def.Callee == nil, op.IsAsync():
		return true
	case def.Effects != nil:
		return effectsOnMemory(op)
	}
	return analysis.IsConditional(op) || analysis.RunsOnce(op)
}

// effectsOnMemory reports whether an operation does nothing but something to memory of the program.
func effectsOnMemory(op *ir.Op) bool {
	all := true
	op.Def().Effects(op, func(e ir.Effect) { all = all && e.Value != nil })
	return all
}
