package pass

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// march takes the units of a module through consecutive passes, each unit through all of them before the next. What it reports is what
// the passes report one after the other: nothing behind the first that fails.
type march struct {
	m      *Manager
	module *ir.Op
	runs   []*Run
	parts  []*Parts
	units  []*marcher // in the order of the module
	press  *Press     // makes text of units, nil if nobody does
}

// marcher is one unit on its way.
type marcher struct {
	op *ir.Op
	// first is the pass that it begins with; steps has an entry for each from then on that it has come through. What is like another
	// unit goes its way without steps.
	first    int
	steps    []step
	replaced int        // the pass behind which others stand for it, negative if there is none
	became   []*marcher // these
	text     *Text      // what was in it, nil if it still is
}

func newMarcher(op *ir.Op, first int) *marcher { return &marcher{op: op, first: first, replaced: -1} }

// replaceBy says that behind pass k others stand for the unit.
func (u *marcher) replaceBy(k int, made []*ir.Op) {
	u.replaced = k
	for _, op := range made {
		u.became = append(u.became, newMarcher(op, k+1))
	}
}

// step is one unit in one pass.
type step struct {
	unit Unit
	errs diag.List
}

// newMarch prepares the longest sequence of passes, from item i of a pipeline, that can be taken apart on op: nil if there is none.
func (m *Manager) newMarch(pl *Pipeline, i int, op *ir.Op) *march {
	if !isFlat(op) {
		return nil
	}
	ma := &march{m: m, module: op}
	for _, it := range pl.Items[i:] {
		if it.Nested != nil || it.Pass.Apart == nil {
			break
		}
		r := NewRun(it.Pass, op, it.Values)
		parts := it.Pass.Apart(r)
		if parts == nil {
			break
		}
		ma.runs, ma.parts = append(ma.runs, r), append(ma.parts, parts)
		if len(m.Observers) > 0 {
			break // they want to see what each pass makes
		}
	}
	if len(ma.runs) == 0 {
		return nil
	}
	return ma
}

// isFlat reports whether op is a module of functions and other symbols that share nothing and have no symbols in them.
func isFlat(op *ir.Op) bool {
	units := ir.Units(op)
	return !slices.Contains(units, op) && !slices.ContainsFunc(units, func(u *ir.Op) bool { return u.Has(ir.IsSymbolTable) })
}

// run runs the passes. It returns what they reported, and whether they succeeded.
func (ma *march) run() (diags diag.List, ok bool) {
	for _, op := range ir.Units(ma.module) {
		ma.units = append(ma.units, newMarcher(op, 0))
	}
	ma.advance(ma.units)
	for k, r := range ma.runs {
		errs := ma.errors(k)
		if !errs.HasErrors() {
			errs = diag.FromError(ma.guard(k, "running", func() error { return ma.end(k) }))
		}
		diags.Add(r.diags...)
		diags.Add(errs...)
		if diags.HasErrors() {
			return diags, false
		}
	}
	if ma.m.SkipVerify {
		return diags, true
	}
	last := len(ma.runs) - 1
	if ma.press != nil {
		ma.press.finish(ma)
	}
	err := ma.guard(last, "verifying the result of", func() error { return afterPass(ir.VerifyAround(ma.module), ma.runs[last]).Err() })
	diags.Add(diag.FromError(err)...)
	return diags, err == nil
}

// advance takes units through the passes from their first on, in parallel.
func (ma *march) advance(units []*marcher) {
	if ma.press != nil {
		ma.press.advance(ma, units)
		return
	}
	ir.ForEachWith(len(units), ma.newGuide, func(g *guide, i int) { g.lead(units[i]) })
}

// guide is what one goroutine needs to take units through the passes.
type guide struct {
	*march
	arena     *ir.Arena
	transform []func(*Unit) error
	verifier  *ir.UnitVerifier
	steps     []step // room for those of units to come
}

// room returns an empty list that holds n steps.
func (g *guide) room(n int) []step {
	const units = 16
	if n > len(g.steps) {
		g.steps = make([]step, units*n)
	}
	list := g.steps[:0:n]
	g.steps = g.steps[n:]
	return list
}

func (ma *march) newGuide() *guide {
	g := &guide{march: ma, arena: &ir.Arena{}, verifier: ir.NewUnitVerifier()}
	for _, p := range ma.parts {
		g.transform = append(g.transform, p.Begin(g.arena))
	}
	return g
}

// lead takes a unit, and what comes to stand for it, through the passes.
func (g *guide) lead(u *marcher) {
	u.steps = g.room(len(g.runs) - u.first)
	for k := u.first; k < len(g.runs); k++ {
		u.steps = append(u.steps, step{unit: Unit{Op: u.op}})
		s := &u.steps[len(u.steps)-1]
		g.take(k, s)
		if s.errs.HasErrors() {
			return
		}
		if s.unit.Replaced {
			u.replaceBy(k, s.unit.Made)
			for _, next := range u.became {
				g.lead(next)
			}
			return
		}
	}
}

// take runs one pass on one unit and verifies what it made.
func (g *guide) take(k int, s *step) {
	u := &s.unit
	err := g.guard(k, "running", func() error { return g.transform[k](u) })
	if err == nil && !u.Same && !g.m.SkipVerify {
		err = g.guard(k, "verifying the result of", func() error { return g.verify(k, u) })
	}
	s.errs = diag.FromError(err)
}

func (g *guide) verify(k int, u *Unit) error {
	list := u.Made
	if !u.Replaced {
		list = []*ir.Op{u.Op}
	}
	for _, op := range list {
		if err := afterPass(g.verifier.Verify(op), g.runs[k]).Err(); err != nil {
			return err
		}
	}
	return nil
}

// guard calls f for a pass and turns a panic into an internal error.
func (ma *march) guard(k int, doing string, f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = InternalError(ma.module.Span(), fmt.Sprintf("%s pass '%s'", doing, ma.runs[k].Pass.Name), cause)
		}
	}()
	return f()
}

// errors returns what went wrong with the units in pass k.
func (ma *march) errors(k int) (errs diag.List) {
	for _, u := range ma.units {
		if s := u.at(k); s != nil {
			errs.Add(s.errs...)
		}
	}
	return errs
}

// at returns the step of a unit in a pass, nil if it did not come to it.
func (u *marcher) at(k int) *step {
	if i := k - u.first; i >= 0 && i < len(u.steps) {
		return &u.steps[i]
	}
	return nil
}

// place puts what pass k made in place of units.
func (ma *march) place(k int) {
	for _, u := range ma.units {
		if u.replaced == k {
			b := ir.At(u.op)
			for _, next := range u.became {
				b.Insert(next.op)
			}
			u.op.Remove()
		}
	}
}

// end ends pass k, and takes what it adds to the module through the passes behind it.
func (ma *march) end(k int) error {
	if end := ma.parts[k].End; end != nil {
		units := make([]*Unit, 0, len(ma.units))
		for _, u := range ma.units {
			if s := u.at(k); s != nil {
				units = append(units, &s.unit)
			}
		}
		if err := end(units); err != nil {
			return err
		}
	}
	for _, u := range ma.units {
		if s := u.at(k); s != nil && len(s.unit.Open) > 0 {
			u.settle(s)
		}
	}
	ma.place(k)
	ma.regroup(k)
	return nil
}

// regroup brings the units in the order of the module behind pass k.
func (ma *march) regroup(k int) {
	known := make(map[*ir.Op]*marcher, len(ma.units))
	for _, u := range ma.units {
		if u.replaced != k {
			known[u.op] = u
			continue
		}
		for _, next := range u.became {
			known[next.op] = next
		}
	}
	var added []*marcher
	ma.units = ma.units[:0]
	for op := range ma.module.Body().Ops() {
		u := known[op]
		if u == nil {
			u = newMarcher(op, k+1)
			added = append(added, u)
		}
		ma.units = append(ma.units, u)
	}
	ma.advance(added)
}
