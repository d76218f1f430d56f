package pass

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// march takes the units of a module through consecutive passes, each unit through all of them before the next. What it reports is what
// the passes report one after the other: nothing behind the first that fails.
type march struct {
	m       *work
	module  *ir.Op
	symbols *ir.SymbolTables // of the module
	runs    []*Run
	parts   []*Parts
	units   []*marcher // in the order of the module
	grown   int32      // how far the module had changed when its operations were the units
	moves   []moves    // of each pass
	press   *Press     // makes text of units, nil if nobody does
	failed  atomic.Bool
}

// moves says whether a pass adds functions for units, and whether it puts others in their place.
type moves struct{ adds, replaces atomic.Bool }

// newMarch prepares the longest sequence of passes, from item i of a pipeline, that can be taken apart on op: nil if there is none.
func (m *work) newMarch(pl *Pipeline, i int, op *ir.Op) *march {
	if !isFlat(op) {
		return nil
	}
	ma := &march{m: m, module: op, symbols: ir.NewSymbolTables()}
	for _, it := range pl.Items[i:] {
		if it.Nested != nil || it.Pass.Apart == nil {
			break
		}
		r := NewRun(m.ctx, it.Pass, op, it.Values)
		r.symbols = ma.symbols
		parts := it.Pass.Apart(r)
		if parts == nil || parts.First && len(ma.runs) > 0 {
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
	ma.moves = make([]moves, len(ma.runs))
	for _, op := range ir.Units(ma.module) {
		ma.units = append(ma.units, newMarcher(op, 0, nil))
	}
	ma.grown = ma.module.Body().Changes()
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
	last := len(ma.runs) - 1
	err := ma.guard(last, "verifying the result of", func() error { return ma.finish(ma.runs[last]) })
	diags.Add(diag.FromError(err)...)
	return diags, err == nil
}

// finish gives what was open its names, and verifies what was not verified with the units.
func (ma *march) finish(last *Run) error {
	sound := ma.settle()
	if ma.press != nil {
		ma.press.finish(ma, sound)
	} else if !sound {
		panic("an open name has become a part of something else")
	}
	if ma.m.SkipVerify {
		return nil
	}
	return afterPass(ir.VerifyAround(ma.module), last).Err()
}

// settle puts names in place of their placeholders, and reports whether it could.
func (ma *march) settle() bool {
	sound := true
	for _, u := range ma.units {
		u.naming.resolve()
		if u.text == nil && u.naming != nil && u.naming.count() > 0 {
			sound = u.naming.restore(u.op) && sound
		}
	}
	return sound
}

// advance takes units through the passes from their first on, in parallel.
func (ma *march) advance(units []*marcher) {
	if ma.press != nil {
		ma.press.advance(ma, units)
		return
	}
	ir.ForEachMore(units, ma.newGuide, func(g *guide, u *marcher, more func(*marcher)) {
		g.follow = more
		g.lead(u)
	})
}

// guide is what one goroutine needs to take units through the passes.
type guide struct {
	*march
	arena     *ir.Arena
	transform []func(*Unit) error
	complete  []func(*ir.Op) error // what passes added; nil for those that do so at once
	verifier  *ir.UnitVerifier
	follow    func(*marcher) // takes what a pass added through the passes
	steps     []*step        // room for those of units to come
}

// room makes room for the steps of a unit: n at most.
func (g *guide) room(n int) (list []*step) {
	const units = 16
	if n > len(g.steps) {
		g.steps = make([]*step, units*n)
		steps := make([]step, units*n)
		for i := range steps {
			g.steps[i] = &steps[i]
		}
	}
	list, g.steps = g.steps[:n:n], g.steps[n:]
	return list
}

func (ma *march) newGuide() *guide {
	g := &guide{march: ma, arena: &ir.Arena{}, verifier: ir.NewUnitVerifier()}
	for _, p := range ma.parts {
		g.transform = append(g.transform, p.Begin(g.arena))
		var complete func(*ir.Op) error
		if p.Complete != nil {
			complete = p.Complete(g.arena)
		}
		g.complete = append(g.complete, complete)
	}
	return g
}

// lead takes a unit, and what comes to stand for it, through the passes.
func (g *guide) lead(u *marcher) {
	if u.naming == nil {
		u.naming = &naming{}
	}
	if u.open && !g.close(u) {
		return
	}
	steps := g.room(len(g.runs) - u.first)
	for k := u.first; k < len(g.runs); k++ {
		u.steps = steps[:k-u.first+1]
		s := u.steps[k-u.first]
		s.unit = Unit{Op: u.op, naming: u.naming}
		g.take(k, s)
		if s.errs.HasErrors() {
			return
		}
		for _, op := range s.unit.Added {
			g.moves[k].adds.Store(true)
			g.follow(u.add(k, op, g.complete[k] != nil))
		}
		if s.unit.Replaced {
			g.moves[k].replaces.Store(true)
			u.replaceBy(k, s.unit.Made)
			for _, next := range u.became {
				g.lead(next)
			}
			return
		}
	}
}

// close completes a function that a pass added, and reports whether that went well.
func (g *guide) close(u *marcher) bool {
	k := u.first - 1
	u.errs = g.sound(k, func() error { return g.complete[k](u.op) }, func() []*ir.Op { return []*ir.Op{u.op} })
	u.open = false
	return !u.errs.HasErrors()
}

// take runs one pass on one unit and verifies what it made.
func (g *guide) take(k int, s *step) {
	s.errs = g.sound(k, func() error { return g.transform[k](&s.unit) }, func() []*ir.Op { return g.changed(k, &s.unit) })
}

// sound runs a part of pass k and verifies what that has changed. It returns what went wrong.
func (g *guide) sound(k int, run func() error, changed func() []*ir.Op) diag.List {
	err := g.m.ctx.Err()
	if err == nil {
		err = g.guard(k, "running", run)
	}
	if err == nil && !g.m.SkipVerify {
		err = g.guard(k, "verifying the result of", func() error { return g.verify(k, changed()) })
	}
	if err != nil {
		g.failed.Store(true)
	}
	return diag.FromError(err)
}

// changed returns what pass k has made of a unit and is done with.
func (g *guide) changed(k int, u *Unit) []*ir.Op {
	if u.Same {
		return nil
	}
	list := u.Made
	if !u.Replaced {
		list = []*ir.Op{u.Op}
	}
	if g.complete[k] != nil {
		return list
	}
	return append(list[:len(list):len(list)], u.Added...)
}

// verify checks what pass k is done with.
func (g *guide) verify(k int, list []*ir.Op) error {
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
	if !ma.failed.Load() {
		return nil
	}
	for _, u := range ma.units {
		if s := u.at(k); s != nil {
			errs.Add(s.errs...)
		}
		for _, a := range u.added {
			if a.first == k+1 && len(a.errs) > 0 {
				errs.Add(a.errs...)
				break // the first, as for a unit
			}
		}
	}
	return errs
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
	unknown := ma.module.Body().Changes() != ma.grown
	if ma.moves[k].adds.Load() {
		ma.append(k)
	}
	if ma.moves[k].replaces.Load() {
		ma.place(k)
	}
	ma.grown = ma.module.Body().Changes()
	if unknown {
		ma.regroup(k)
	}
	return nil
}

// append puts what pass k added for units at the end of the module.
func (ma *march) append(k int) {
	units := ma.units
	var added []*marcher
	for i := range units {
		u := units[i]
		if ma.parts[k].Backward {
			u = units[len(units)-1-i]
		}
		for _, a := range u.added {
			if a.first != k+1 {
				continue
			}
			a.rename(ma.module.Context().String(u.naming.name(a.number)))
			ma.module.Body().Append(a.op)
			ma.symbols.Add(a.op, nil)
			added = append(added, a)
		}
	}
	ma.units = append(units, added...)
}

// place puts what pass k made in place of units.
func (ma *march) place(k int) {
	units := make([]*marcher, 0, len(ma.units))
	for _, u := range ma.units {
		if u.replaced != k {
			units = append(units, u)
			continue
		}
		b := ir.At(u.op)
		for _, next := range u.became {
			b.Insert(next.op)
		}
		u.op.Remove()
		if len(u.became) == 1 {
			ma.symbols.Add(u.became[0].op, u.op)
		}
		units = append(units, u.became...)
	}
	ma.units = units
}

// regroup finds what the end of pass k added to the module, and takes it through the passes behind it.
func (ma *march) regroup(k int) {
	next, op := 0, ma.module.Body().First()
	for ; op != nil && next < len(ma.units) && ma.units[next].op == op; op = op.Next() {
		next++
	}
	rest := slices.DeleteFunc(ma.units[next:], func(u *marcher) bool { return u.op.Block() == nil }) // what the end removed
	units, added := slices.Clone(ma.units[:next]), []*marcher(nil)
	for ; op != nil; op = op.Next() {
		if len(rest) > 0 && rest[0].op == op {
			units, rest = append(units, rest[0]), rest[1:]
			continue
		}
		u := newMarcher(op, k+1, nil)
		units, added = append(units, u), append(added, u)
	}
	ma.units = units
	ma.advance(added)
}
