package scf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	While.Canonicalize = []ir.Pattern{
		{Name: "forward-loop-values", Rewrite: forwardLoopValues},
		{Name: "condition-holds-in-body", Rewrite: conditionHolds},
		{Name: "comparison-holds-in-body", Rewrite: comparisonHolds},
		{Name: "drop-unused-values", Rewrite: dropWhileValues},
	}
}

// whileParts are the values that flow around a scf.while. inits and yields flow to the arguments of the first
// region. The operands of the condition flow to the arguments of the second region and to the results.
type whileParts struct {
	op               *ir.Op
	condition, yield *ir.Op
	before, after    []*ir.Value
}

func partsOf(op *ir.Op) (p whileParts, ok bool) {
	p = whileParts{op: op, condition: op.Region(0).Entry().Last(), yield: op.Region(1).Entry().Last(),
		before: op.Region(0).Entry().Args(), after: op.Region(1).Entry().Args()}
	return p, p.condition.Is(Condition) && p.yield.Is(Yield)
}

// values returns the values of the loop: arguments and results.
func (p whileParts) values() []*ir.Value { return slices.Concat(p.before, p.after, p.op.Results()) }

// sources returns the values that may flow into each value of the loop.
func (p whileParts) sources() map[*ir.Value][]*ir.Value {
	from := map[*ir.Value][]*ir.Value{}
	for i, a := range p.before {
		from[a] = []*ir.Value{p.op.Operand(i), p.yield.Operand(i)}
	}
	for i, a := range p.after {
		from[a] = []*ir.Value{p.condition.Operand(i + 1)}
		from[p.op.Result(i)] = from[a]
	}
	return from
}

// forwardLoopValues replaces each value of the loop that always equals one value of the outside by that
// value.
func forwardLoopValues(op *ir.Op, rw *ir.Rewriter) bool {
	p, ok := partsOf(op)
	if !ok {
		return false
	}
	known := solve(p.values(), p.sources())
	changed := false
	for _, v := range p.values() {
		if w := known[v]; w != nil && w != v && v.HasUses() && !isInside(w, op) && w.DefiningOp() != op {
			rw.ReplaceUses(v, w)
			changed = true
		}
	}
	return changed
}

// solve returns for each value the only one that flows into it, or the value itself if several do. If only
// one value enters a cycle, all values of the cycle are that one.
func solve(values []*ir.Value, from map[*ir.Value][]*ir.Value) map[*ir.Value]*ir.Value {
	known := make(map[*ir.Value]*ir.Value, len(from)) // an absent key: no value has flowed in so far
	for changed := true; changed; {
		changed = false
		for _, v := range values {
			if known[v] == v {
				continue
			}
			next := meet(v, from[v], from, known)
			if next != known[v] {
				known[v], changed = next, true
			}
		}
	}
	return known
}

func meet(v *ir.Value, sources []*ir.Value, from map[*ir.Value][]*ir.Value,
	known map[*ir.Value]*ir.Value) *ir.Value {
	var met *ir.Value
	for _, s := range sources {
		if from[s] != nil {
			s = known[s]
		}
		switch {
		case s == nil || s == met:
		case met == nil:
			met = s
		default:
			return v
		}
	}
	return met
}

// conditionHolds replaces the condition by true in the body of the loop.
func conditionHolds(op *ir.Op, rw *ir.Rewriter) bool {
	p, ok := partsOf(op)
	if !ok {
		return false
	}
	var known *ir.Value
	for i, a := range p.after {
		if p.condition.Operand(i+1) != p.condition.Operand(0) || !a.HasUses() {
			continue
		}
		if known == nil {
			rw.SetBefore(op)
			rw.Loc = op.Loc()
			known = arith.ConstBool(rw.Builder, true)
		}
		rw.ReplaceUses(a, known)
	}
	return known != nil
}

// comparisonHolds replaces a comparison in the body of the loop that repeats the condition's comparison, or
// negates it, by its known result. One side is a value of the loop, and the other a value of the outside.
func comparisonHolds(op *ir.Op, rw *ir.Rewriter) bool {
	p, ok := partsOf(op)
	if !ok {
		return false
	}
	cond := p.condition.Operand(0).DefinedBy(arith.CmpI)
	if cond == nil {
		return false
	}
	changed := false
	for i, a := range p.after {
		for side := range 2 {
			if p.condition.Operand(i+1) != cond.Operand(side) {
				continue
			}
			for u := range a.Uses() {
				again := u.Owner()
				if !again.Is(arith.CmpI) || again.Operand(side) != a ||
					again.Operand(1-side) != cond.Operand(1-side) || !isBool(again.Result(0)) {
					continue
				}
				holds := arith.Predicate(again) == arith.Predicate(cond)
				if !holds && arith.Predicate(again) != arith.Inverted(arith.Predicate(cond)) {
					continue
				}
				rw.SetBefore(again)
				rw.Loc = again.Loc()
				rw.Replace(again, arith.ConstBool(rw.Builder, holds))
				changed = true
			}
		}
	}
	return changed
}

// isBool reports whether a value is an i1.
func isBool(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Width == 1
}

// dropWhileValues removes carried values and results without uses.
func dropWhileValues(op *ir.Op, rw *ir.Rewriter) bool {
	p, ok := partsOf(op)
	if !ok {
		return false
	}
	keepArg := make([]bool, len(p.before))
	for i, a := range p.before {
		keepArg[i] = a.HasUses()
	}
	keepResult := make([]bool, op.NumResults())
	for i := range keepResult {
		keepResult[i] = p.after[i].HasUses() || op.Result(i).HasUses()
	}
	if !slices.Contains(keepArg, false) && !slices.Contains(keepResult, false) {
		return false
	}
	p.yield.SetOperands(filter(p.yield.Operands(), keepArg))
	p.condition.SetOperands(
		append(p.condition.Operands()[:1:1], filter(p.condition.Operands()[1:], keepResult)...))
	rw.Modified(p.yield)
	rw.Modified(p.condition)
	eraseArgs(op.Region(0).Entry(), keepArg)
	eraseArgs(op.Region(1).Entry(), keepResult)
	regions := []*ir.Region{ir.NewRegion(), ir.NewRegion()}
	for i, r := range regions {
		r.TakeBody(op.Region(i))
	}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def: While, Loc: op.Loc(), Operands: filter(op.Operands(), keepArg),
		Results: types(filter(op.Results(), keepResult)), Attrs: op.Attrs(), Regions: regions,
	})
	replaceKept(op, made, keepResult, rw)
	return true
}

func eraseArgs(b *ir.Block, keep []bool) {
	for i := len(keep) - 1; i >= 0; i-- {
		if !keep[i] {
			b.EraseArg(i)
		}
	}
}
