package asyncregions

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// body is the region of an async.execute, taken apart into units: its operations but for those that only
// compute values from others, which any part may have a copy of.
type body struct {
	costs *asyncwork.Costs
	op    *ir.Op
	units []*unit
	unit  map[*ir.Op]*unit
}

// unit is one operation of a body.
type unit struct {
	op     *ir.Op
	number int
	cost   int64
	foot   *asyncwork.Footprint
	before set // the units that must come before it
}

// set holds units of one body.
type set map[*unit]bool

// part is what becomes an operation of its own: units, and the operands of the async.yield that it computes.
type part struct {
	units  set
	yields []int
}

func newBody(c *asyncwork.Costs, op *ir.Op) *body {
	b := &body{costs: c, op: op, unit: map[*ir.Op]*unit{}}
	for inner := range op.Body().OpsWithoutTerminator() {
		if isFree(inner) {
			continue
		}
		u := &unit{op: inner, number: len(b.units), cost: c.Of(inner),
			foot: asyncwork.FootprintOf(&c.Ev, inner), before: b.sources(inner)}
		for _, earlier := range b.units {
			if u.foot.Conflicts(earlier.foot) {
				u.before[earlier] = true
			}
		}
		b.units = append(b.units, u)
		b.unit[inner] = u
	}
	return b
}

// isFree reports whether an operation may be copied into every part that needs it.
func isFree(op *ir.Op) bool { return op.NumRegions() == 0 && op.IsPure() }

// sources returns the units that compute what op, and what is in it, uses.
func (b *body) sources(op *ir.Op) set {
	found := set{}
	b.follow(op, func(def *ir.Op) {
		if u := b.unit[def]; u != nil {
			found[u] = true
		}
	})
	return found
}

// follow visits the operations of the body whose results op uses, through those that are free.
func (b *body) follow(op *ir.Op, visit func(def *ir.Op)) {
	seen := map[*ir.Op]bool{}
	var walk func(op *ir.Op)
	walk = func(op *ir.Op) {
		for inner := range op.Walk() {
			for _, v := range inner.Operands() {
				def := v.DefiningOp()
				if def == nil || def.Block() != b.op.Body() || seen[def] || def == op {
					continue
				}
				seen[def] = true
				visit(def)
				if isFree(def) {
					walk(def)
				}
			}
		}
	}
	walk(op)
}

// needs returns the units that compute operand i of the yield.
func (b *body) needs(i int) set {
	def := b.op.Body().Terminator().Operand(i).DefiningOp()
	switch {
	case def == nil || def.Block() != b.op.Body():
		return set{}
	case b.unit[def] != nil:
		return set{b.unit[def]: true}
	}
	return b.sources(def)
}

// independent returns the connected parts of the body, in the order of their first units; those that cost
// less than the threshold belong to the first of the others. A value that is computed from several parts
// makes them one.
func (b *body) independent(threshold int64) []*part {
	of := map[*unit]*part{}
	for _, u := range b.units {
		join(of, append([]*unit{u}, slices.Collect(maps.Keys(u.before))...))
	}
	yields := b.op.Body().Terminator().NumOperands()
	for i := range yields {
		join(of, slices.Collect(maps.Keys(b.needs(i))))
	}
	var parts []*part
	rest := &part{units: set{}}
	for _, u := range b.units {
		p := of[u]
		switch {
		case slices.Contains(parts, p):
		case b.cost(p) >= threshold:
			parts = append(parts, p)
		default:
			rest.units[u] = true
		}
	}
	if len(parts) == 0 {
		parts = []*part{{units: set{}}}
	}
	maps.Copy(parts[0].units, rest.units)
	for i := range yields {
		parts[b.owner(parts, i)].yields = append(parts[b.owner(parts, i)].yields, i)
	}
	return parts
}

// join makes one part of those of several units.
func join(of map[*unit]*part, units []*unit) {
	if len(units) == 0 {
		return
	}
	whole := &part{units: set{}}
	for _, u := range units {
		whole.units[u] = true
		if p := of[u]; p != nil {
			maps.Copy(whole.units, p.units)
		}
	}
	for u := range whole.units {
		of[u] = whole
	}
}

// owner returns the number of the part that computes operand i of the yield, the first for one that needs no
// unit.
func (b *body) owner(parts []*part, i int) int {
	for u := range b.needs(i) {
		return slices.IndexFunc(parts, func(p *part) bool { return p.units[u] })
	}
	return 0
}

func (b *body) cost(p *part) int64 {
	n := int64(0)
	for u := range p.units {
		n = min(n+u.cost, asyncwork.Large)
	}
	return n
}

// cut separates what a value of a part needs from the rest, which is nil if nothing is left. Values that need
// no more belong to the first part.
func (b *body) cut(p *part, yield int) (first, rest *part) {
	first = &part{units: set{}}
	for u := range b.needs(p.yields[yield]) {
		b.close(first.units, p, u)
	}
	if len(first.units) == 0 || len(first.units) == len(p.units) {
		return first, nil
	}
	rest = &part{units: set{}}
	for u := range p.units {
		if !first.units[u] {
			rest.units[u] = true
		}
	}
	for _, i := range p.yields {
		if contains(first.units, b.needs(i)) {
			first.yields = append(first.yields, i)
		} else {
			rest.yields = append(rest.yields, i)
		}
	}
	return first, rest
}

// close adds a unit and all of the part that must come before it.
func (b *body) close(units set, p *part, u *unit) {
	if units[u] || !p.units[u] {
		return
	}
	units[u] = true
	for earlier := range u.before {
		b.close(units, p, earlier)
	}
}

func contains(a, b set) bool {
	for u := range b {
		if !a[u] {
			return false
		}
	}
	return true
}

// dependsOn reports whether something in p must come after something in q.
func (p *part) dependsOn(q *part) bool {
	for u := range p.units {
		for earlier := range u.before {
			if q.units[earlier] {
				return true
			}
		}
	}
	return false
}

// crossing returns the values that other parts compute and p uses, in the order of their definitions.
func (b *body) crossing(p *part) []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Value]bool{}
	note := func(op *ir.Op) {
		for inner := range op.Walk() {
			for _, v := range inner.Operands() {
				if u := b.unit[v.DefiningOp()]; u != nil && !p.units[u] && !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		}
	}
	for op := range b.opsOf(p) {
		note(op)
	}
	for _, i := range p.yields {
		if v := b.op.Body().Terminator().Operand(i); b.unit[v.DefiningOp()] != nil &&
			!p.units[b.unit[v.DefiningOp()]] && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(v, w *ir.Value) int {
		if c := b.unit[v.DefiningOp()].number - b.unit[w.DefiningOp()].number; c != 0 {
			return c
		}
		return v.Index() - w.Index()
	})
	return list
}

// opsOf returns the operations of a part: its units, and what is free and one of them, or of the values,
// needs.
func (b *body) opsOf(p *part) map[*ir.Op]bool {
	ops := map[*ir.Op]bool{}
	free := func(def *ir.Op) {
		if isFree(def) {
			ops[def] = true
		}
	}
	for u := range p.units {
		ops[u.op] = true
		b.follow(u.op, free)
	}
	yield := b.op.Body().Terminator()
	for _, i := range p.yields {
		if def := yield.Operand(i).DefiningOp(); def != nil && def.Block() == b.op.Body() && isFree(def) {
			ops[def] = true
			b.follow(def, free)
		}
	}
	return ops
}

// canCross reports whether the values that rest needs of first can be passed on: numbers, and memory on the
// heap.
func (b *body) canCross(first, rest *part) bool {
	for _, v := range b.crossing(rest) {
		if !first.units[b.unit[v.DefiningOp()]] {
			continue
		}
		switch v.Type().(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.VectorType, *ir.MemRefType:
		default:
			return false
		}
		if v.DefiningOp().Is(memref.Alloca) {
			return false
		}
	}
	return true
}

// neededEarly reports whether something uses a value of the first part and neither the token nor a value of
// the rest.
func (b *body) neededEarly(first, rest *part) bool {
	late := map[*ir.Op]bool{}
	note := func(v *ir.Value) {
		for u := range v.Uses() {
			late[u.Owner()] = true
		}
	}
	note(b.op.Result(0))
	for _, i := range rest.yields {
		note(b.op.Result(1 + i))
	}
	for _, i := range first.yields {
		for u := range b.op.Result(1 + i).Uses() {
			if !late[u.Owner()] {
				return true
			}
		}
	}
	return false
}
