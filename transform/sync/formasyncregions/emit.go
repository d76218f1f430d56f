package formasyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// emitter writes the regions of a plan, and the waits of the host.
type emitter struct {
	*block
	plan *plan
	at   *ir.Builder
	// order holds the parts as they are issued, place the place of each part in it. before and after hold
	// what must keep its order, by places, without what follows from the rest.
	order         []int32
	place         []int32
	before, after [][]int32
	// needed holds the results of work that something outside of their part uses.
	needed map[*ir.Value]bool
	// tokens holds the token of each part, by place; promised the asynchronous value of each result that is
	// needed.
	tokens   []*ir.Value
	promised map[*ir.Value]*ir.Value
	// known holds what the host has in the place of a value; complete marks what it has waited for, by place.
	known    map[*ir.Value]*ir.Value
	complete []bool
	// dependences and awaits count what was written.
	dependences, awaits int
}

// emit writes the block anew.
func (k *block) emit(p *plan) *emitter {
	order, before, ok := p.order()
	if !ok {
		panic("form-async-regions: regions depend on each other in a circle")
	}
	e := &emitter{block: k, plan: p, order: order, place: make([]int32, len(p.parts)),
		promised: map[*ir.Value]*ir.Value{},
		known:    map[*ir.Value]*ir.Value{}, tokens: make([]*ir.Value, len(order)),
		complete: make([]bool, len(order))}
	for i, part := range order {
		e.place[part] = int32(i)
	}
	e.number(before)
	e.findNeeded()
	next := 0
	for s, barrier := range k.barriers {
		e.at = ir.At(barrier)
		for ; next < len(order) && p.segment(order[next]) == s; next++ {
			e.region(int32(next))
		}
		e.at.Loc = barrier.Loc()
		e.barrier(barrier, int32(next))
	}
	e.erase()
	return e
}

// number turns dependences between parts into those between places.
func (e *emitter) number(before [][]int32) {
	deps := make([][]int32, len(e.order))
	for i, part := range e.order {
		for _, b := range before[part] {
			deps[i] = append(deps[i], e.place[b])
		}
		slices.Sort(deps[i])
	}
	e.before, e.after = queues.Reduce(deps), make([][]int32, len(deps))
	for i, list := range e.before {
		for _, b := range list {
			e.after[b] = append(e.after[b], int32(i))
		}
	}
}

// placeOf returns the place of the part that an operation is in.
func (e *emitter) placeOf(op *ir.Op) int32 { return e.place[e.plan.part[e.of[op].number]] }

// findNeeded finds the results that leave their part.
func (e *emitter) findNeeded() {
	e.needed = map[*ir.Value]bool{}
	need := func(v *ir.Value) { e.needed[v] = true }
	for op := range e.b.Ops() {
		switch e.kinds[op] {
		case work:
			e.sources(op, func(v *ir.Value) {
				if e.placeOf(v.DefiningOp()) != e.placeOf(op) {
					need(v)
				}
			})
		case barrier:
			e.sources(op, need)
		}
		for _, v := range op.Results() {
			if e.escapes(v) {
				e.sourcesOf(v, need)
			}
		}
	}
}

// escapes reports whether something in another block uses a value.
func (e *emitter) escapes(v *ir.Value) bool {
	for u := range v.Uses() {
		if e.user(u) == nil {
			return true
		}
	}
	return false
}

// user returns the operation of the block that a use is in, nil if it is in another block.
func (e *emitter) user(u *ir.Operand) *ir.Op {
	op := e.b.Region().FindAncestor(u.Owner())
	if op == nil || op.Block() != e.b {
		return nil
	}
	return op
}

// region writes the region of the part at a place.
func (e *emitter) region(place int32) {
	nodes := e.plan.parts[e.order[place]]
	values := e.takes(place, nodes)
	e.at.Loc = e.nodes[nodes[0]].op.Loc()
	var payloads []*ir.Value
	for _, n := range nodes {
		for _, v := range e.nodes[n].op.Results() {
			if e.needed[v] {
				payloads = append(payloads, v)
			}
		}
	}
	passed := make([]*ir.Value, len(values))
	for i, v := range values {
		passed[i] = e.promised[v]
	}
	tokens := e.waitsFor(place, values)
	op := async.NewExecute(e.at, tokens, passed, func(at *ir.Builder, args []*ir.Value) []*ir.Value {
		return e.fill(at, nodes, values, args, payloads)
	})
	e.dependences += len(tokens) + len(passed)
	e.tokens[place] = op.Result(0)
	for i, v := range payloads {
		e.promised[v] = op.Result(1 + i)
	}
}

// takes returns the results of other parts that a part uses and that the host does not have.
func (e *emitter) takes(place int32, nodes []int32) (values []*ir.Value) {
	for _, n := range nodes {
		e.sources(e.nodes[n].op, func(v *ir.Value) {
			if e.placeOf(v.DefiningOp()) != place && e.known[v] == nil && !slices.Contains(values, v) {
				values = append(values, v)
			}
		})
	}
	return values
}

// waitsFor returns the tokens that a part depends on besides values.
func (e *emitter) waitsFor(place int32, values []*ir.Value) (tokens []*ir.Value) {
	for _, b := range e.before[place] {
		from := func(v *ir.Value) bool { return e.placeOf(v.DefiningOp()) == b }
		if !e.complete[b] && !slices.ContainsFunc(values, from) {
			tokens = append(tokens, e.tokens[b])
		}
	}
	return tokens
}

// fill writes the operations of a part, with copies of the cheap ones that they need.
func (e *emitter) fill(at *ir.Builder, nodes []int32, values, args, payloads []*ir.Value) []*ir.Value {
	mapping := ir.NewMapping()
	for v, known := range e.known {
		if e.kinds[v.DefiningOp()] == work {
			mapping.Map(v, known)
		}
	}
	for i, v := range values {
		mapping.Map(v, args[i])
	}
	for _, n := range nodes {
		e.copyInputs(at, e.nodes[n].op, mapping)
		at.Clone(e.nodes[n].op, mapping)
	}
	yields := make([]*ir.Value, len(payloads))
	for i, v := range payloads {
		yields[i] = mapping.Lookup(v)
	}
	return yields
}

// maxCopied is the number of operations up to which a value that the host has is computed again in a region,
// and not taken from it.
const maxCopied = 16

// copyInputs copies the cheap operations in front of op that it needs.
func (e *emitter) copyInputs(at *ir.Builder, op *ir.Op, mapping *ir.Mapping) {
	for _, v := range inputs(op) {
		d := v.DefiningOp()
		if d == nil || d.Block() != e.b || e.kinds[d] != cheap || mapping.Lookup(v) != v {
			continue
		}
		if e.size(d, maxCopied+1) > maxCopied && !e.tainted(d) {
			continue
		}
		e.copyInputs(at, d, mapping)
		at.Clone(d, mapping)
	}
}

// size returns how many cheap operations a cheap one needs, itself included, at most limit.
func (e *emitter) size(op *ir.Op, limit int) int {
	n := 1
	for _, v := range op.Operands() {
		if d := v.DefiningOp(); n < limit && d != nil && d.Block() == e.b && e.kinds[d] == cheap {
			n += e.size(d, limit-n)
		}
	}
	return min(n, limit)
}

// barrier writes what the host waits for in front of an operation of its own: the values it uses, then all
// that was issued.
func (e *emitter) barrier(op *ir.Op, issued int32) {
	for _, v := range inputs(op) {
		if w := e.host(v); w != v {
			v.ReplaceUsesIf(w, func(u *ir.Operand) bool { return e.user(u) == op })
		}
	}
	if e.b.Last() == op {
		e.leave()
	}
	if e.kindOf(op) == reserve {
		return
	}
	for place := issued - 1; place >= 0; place-- {
		last := !slices.ContainsFunc(e.after[place], func(a int32) bool { return a < issued })
		if last && !e.complete[place] {
			async.NewAwait(e.at, e.tokens[place])
			e.awaits++
			e.finish(place)
		}
	}
}

// leave gives other blocks what they use of this one.
func (e *emitter) leave() {
	for op := range e.b.Ops() {
		if e.kinds[op] == barrier || e.kinds[op] == reserve {
			continue
		}
		for _, v := range op.Results() {
			if _, own := e.kinds[op]; own && e.escapes(v) {
				if w := e.host(v); w != v {
					v.ReplaceUsesIf(w, func(u *ir.Operand) bool { return e.user(u) == nil })
				}
			}
		}
	}
}

// host returns what the host has in the place of a value, waiting for it if need be.
func (e *emitter) host(v *ir.Value) *ir.Value {
	if known := e.known[v]; known != nil {
		return known
	}
	d := v.DefiningOp()
	if d == nil || d.Block() != e.b {
		return v
	}
	switch e.kinds[d] {
	case work:
		e.known[v] = e.at.Make(async.Await, []*ir.Value{e.promised[v]}, []ir.Type{v.Type()}).Result(0)
		e.awaits++
		e.finish(e.placeOf(d))
	case cheap:
		if !e.tainted(d) {
			return v
		}
		mapping := ir.NewMapping()
		for _, operand := range d.Operands() {
			mapping.Map(operand, e.host(operand))
		}
		made := e.at.Clone(d, mapping)
		for i, r := range d.Results() {
			e.known[r] = made.Result(i)
		}
	default:
		return v
	}
	return e.known[v]
}

// finish marks a part as complete for the host, and with it all that it depends on.
func (e *emitter) finish(place int32) {
	if e.complete[place] {
		return
	}
	e.complete[place] = true
	for _, b := range e.before[place] {
		e.finish(b)
	}
}

// erase removes the operations that regions have taken the place of.
func (e *emitter) erase() {
	for op := e.b.Last(); op != nil; {
		prev := op.Prev()
		if kind, own := e.kinds[op]; own && (kind == work || kind == cheap && op.Unused()) {
			op.Erase()
		}
		op = prev
	}
}
