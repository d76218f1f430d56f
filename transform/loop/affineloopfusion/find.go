package affineloopfusion

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// block is a block whose nests are fused.
type block struct {
	f    *fusion
	ops  *ir.Block
	refs map[*ir.Op]accesses // of operations in the block, as far as they were asked for
}

// accesses are those of an operation to memory from outside.
type accesses struct {
	refs  []affineloop.Ref
	known bool // that is all it does
}

// nests returns the affine loops of the block.
func (b *block) nests() (list []*ir.Op) {
	for op := range b.ops.Ops() {
		if op.Is(affine.For) {
			list = append(list, op)
		}
	}
	return list
}

// of returns the accesses of an operation of the block.
func (b *block) of(op *ir.Op) accesses {
	a, ok := b.refs[op]
	if !ok {
		a.refs, a.known = affineloop.Refs(op)
		b.refs[op] = a
	}
	return a
}

// pair is two nests of a block, of which the first is to go into the second.
type pair struct {
	from, into *ir.Op
	// fromRefs and intoRefs are all accesses of the nests to memory from outside.
	fromRefs, intoRefs []affineloop.Ref
	// behind says that the fused nest stands where the second one does, not where the first one does.
	behind bool
}

// maxPairs bounds the pairs of accesses that are compared.
const maxPairs = 4096

// try fuses nests[j] into nests[i], behind it, and reports whether it did.
func (b *block) try(nests []*ir.Op, j, i int, k kind) bool {
	from, into := b.of(nests[j]), b.of(nests[i])
	if !from.known || !into.known || len(from.refs)*len(into.refs) > maxPairs ||
		k == siblings && conflict(from.refs, into.refs) {
		return false
	}
	p := &pair{from: nests[j], into: nests[i], fromRefs: from.refs, intoRefs: into.refs}
	shared := p.shared(k != siblings)
	if len(shared) == 0 || p.from.NumResults() > 0 || annotated(p.from) || annotated(p.into) ||
		k == onlyProducers && b.readers(nests, p.from) > 1 || !b.place(p) {
		return false
	}
	path := p.path(shared)
	for depth := len(path); depth > 0; depth-- {
		s := p.slice(path[:depth], shared)
		if s == nil {
			continue
		}
		if p.once(s) {
			b.apply(p, s, nil)
			return true
		}
		if buffer := p.again(s); buffer != nil && k != siblings && b.f.affordable(p, s) {
			b.apply(p, s, buffer)
			return true
		}
	}
	return false
}

// apply fuses two nests.
func (b *block) apply(p *pair, s *slice, supplied *ir.Value) {
	delete(b.refs, p.from)
	delete(b.refs, p.into)
	b.f.fuse(p, s, supplied)
}

// annotated reports whether a loop of a nest has attributes beside its own, such as stages of its statements.
func annotated(nest *ir.Op) bool {
	own := []string{"lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"}
	for op := range nest.Walk() {
		if op.Is(affine.For) &&
			slices.ContainsFunc(op.Attrs(), func(a ir.NamedAttr) bool {
				return !slices.Contains(own, a.Name)
			}) {
			return true
		}
	}
	return false
}

// access is an access of the first nest and one of the second, to the same memory.
type access struct{ from, into *affineloop.Ref }

// shared returns the accesses because of which the nests come together: what one stores and the other reads,
// or what both read.
func (p *pair) shared(stores bool) (list []access) {
	for i := range p.fromRefs {
		for j := range p.intoRefs {
			a, b := &p.fromRefs[i], &p.intoRefs[j]
			if a.Memref == b.Memref && a.Writes == stores && !b.Writes {
				list = append(list, access{a, b})
			}
		}
	}
	return list
}

// readers returns how many other nests read what a nest stores.
func (b *block) readers(nests []*ir.Op, nest *ir.Op) (n int) {
	for _, other := range nests {
		if other != nest && slices.ContainsFunc(b.of(other).refs, func(o affineloop.Ref) bool {
			return !o.Writes && slices.ContainsFunc(b.of(nest).refs, func(r affineloop.Ref) bool {
				return r.Writes && r.Memref == o.Memref
			})
		}) {
			n++
		}
	}
	return n
}

// place decides where the fused nest stands: what is between the nests must not mind that one of them passes
// it.
func (b *block) place(p *pair) bool {
	down, up := true, true
	for op := p.from.Next(); op != p.into && (down || up); op = op.Next() {
		between := b.of(op)
		if !between.known {
			return false
		}
		down = down && !conflict(between.refs, p.fromRefs)
		up = up && !conflict(between.refs, p.intoRefs) && !usesResults(p.into, op)
	}
	p.behind = down
	return down || up
}

// conflict reports whether two lists of accesses may share memory that one of them writes.
func conflict(as, bs []affineloop.Ref) bool {
	for i := range as {
		for j := range bs {
			if (as[i].Writes || bs[j].Writes) && affineloop.MayShare(&as[i], &bs[j]) {
				return true
			}
		}
	}
	return false
}

// usesResults reports whether a nest uses what an operation computes.
func usesResults(nest, op *ir.Op) bool {
	for _, v := range op.Results() {
		for u := range v.Uses() {
			if nest.IsAncestorOf(u.Owner()) {
				return true
			}
		}
	}
	return false
}

// path returns the loops of the second nest, the outermost first, that each hold all shared accesses and
// stand in one another directly.
func (p *pair) path(shared []access) []*ir.Op {
	path := []*ir.Op{p.into}
	for {
		var next *ir.Op
		for op := range path[len(path)-1].Body().Ops() {
			if op.Is(affine.For) &&
				!slices.ContainsFunc(shared, func(a access) bool { return !op.IsAncestorOf(a.into.Op) }) {
				next = op
			}
		}
		if next == nil {
			return path
		}
		path = append(path, next)
	}
}
