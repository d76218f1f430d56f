package insertboundschecks

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// checker is the work on one function.
type checker struct {
	env     *inequality.Env
	known   map[string]bool // what is required before, in the block or around it, by key
	clean   map[*ir.Op]bool
	stops   map[*ir.Block]*ir.Op // the first operation of a block that is not clean, nil if all are
	settled []*demand            // what is to be asserted, in order
	proven  int
	hoisted int
	err     error // the first access that cannot be checked
}

// demand is what must hold when control gets to an operation.
type demand struct {
	op      *ir.Op // that requires it
	anchor  *ir.Op // in front of which it must hold
	message string

	// holds writes the condition. It is nil for the usual one, that a subscript is in bounds.
	holds func(w *writer) *ir.Value
	// The subscripts from base - down to base + up must be at least 0 and less than the extent, and further
	// those to which spans lead; but only if no guard is an empty loop. Base is modulo 2⁶⁴.
	base, extent inequality.Form
	down, up     int64
	spans        []span
	guards       []guard
}

// span is the distances factor·(v - lower) for all v = lower, lower + step, ... below upper.
type span struct {
	lower, upper, step inequality.Form
	factor             int64
}

// guard is a loop that may have no iteration.
type guard struct{ lower, upper inequality.Form }

// key returns a text that is the same for demands that require the same, and that of the one without guards,
// which implies it; "" if there is none.
func (d *demand) key() (key, always string) {
	if d.holds != nil {
		return "", ""
	}
	k := d.base.Key() + "/" + d.extent.Key() + "/" + inequality.Const(d.down).Key() +
		inequality.Const(d.up).Key()
	for _, s := range d.spans {
		k += "s" + s.lower.Key() + s.upper.Key() + s.step.Key() + inequality.Const(s.factor).Key()
	}
	always = k
	for _, g := range d.guards {
		k += "g" + g.lower.Key() + "/" + g.upper.Key()
	}
	return k, always
}

// region walks a region and returns what its only block requires, unless the region has several blocks.
func (c *checker) region(r *ir.Region) []*demand {
	var open []*demand
	for i, b := range r.Blocks() {
		c.env.Scoped(func() {
			if i == 0 {
				c.env.Enter(r)
			}
			open = append(open, c.block(b)...)
		})
	}
	if len(r.Blocks()) > 1 {
		c.settled = append(c.settled, open...)
		return nil
	}
	return open
}

// block walks a block and returns what is required in it and not known to hold.
func (c *checker) block(b *ir.Block) []*demand {
	var open []*demand
	keep := func(d *demand) {
		key, always := d.key()
		if c.known[key] || c.known[always] {
			c.proven++
			return
		}
		if key != "" {
			c.known[key] = true
			c.env.AtEnd(func() { delete(c.known, key) })
		}
		open = append(open, d)
	}
	for op := range b.Ops() {
		c.required(op, keep)
		switch {
		case op.Has(ir.IsolatedFromAbove):
			continue // a function of its own
		case op.Is(cf.Assert):
			c.env.AssumeTrue(op.Operand(0))
		}
		for _, r := range op.Regions() {
			for _, d := range c.region(r) {
				if up := c.hoist(d, op); up == nil {
					c.settled = append(c.settled, d)
				} else if up.anchor == op {
					keep(up)
				}
			}
		}
	}
	return open
}

// refuse notes that an operation cannot be checked, and why. The first one is reported.
func (c *checker) refuse(op *ir.Op, why string) {
	if c.err == nil {
		c.err = op.Errorf(codeUnsupported, "the bounds of '%s' %s cannot be checked", op.Name(), why)
	}
}

// access is a subscript of a dimension.
type access struct {
	op             *ir.Op
	memory         *ir.Value
	dim            int
	exact, modular inequality.Form // of the subscript
	down, up       int64           // how far the access goes on from there
}

// inBounds requires an access to be in bounds.
func (c *checker) inBounds(a access, keep func(*demand)) {
	extent := c.env.Extent(a.memory, a.dim)
	c.within(a, extent, keep, func() string { return outside(a, extent) })
}

// within requires a subscript, with what is accessed from there, to be at least 0 and less than an extent.
func (c *checker) within(a access, extent inequality.Form, keep func(*demand), message func() string) {
	if c.holds(a.exact, a, extent) || c.holds(a.modular, a, extent) {
		c.proven++
		return
	}
	keep(&demand{
		op: a.op, anchor: a.op, message: message(), base: a.modular, extent: extent, down: a.down, up: a.up,
	})
	c.assume(a.exact, a, extent)
}

// holds reports whether a subscript is certainly in bounds.
func (c *checker) holds(f inequality.Form, a access, extent inequality.Form) bool {
	return a.up < math.MaxInt64 && c.env.AtLeast(f, a.down) && c.env.Ordered(f, a.up+1, extent)
}

// assume notes that a subscript is in bounds from here on.
func (c *checker) assume(f inequality.Form, a access, extent inequality.Form) {
	if low, exact := f.Plus(inequality.Const(a.down), -1); exact {
		c.env.Assume(low)
	}
	if room, exact := extent.Plus(f, -1); exact {
		if room, exact = room.Plus(inequality.Const(a.up), -1); exact {
			if room, exact = room.Plus(inequality.Const(1), -1); exact {
				c.env.Assume(room)
			}
		}
	}
}
