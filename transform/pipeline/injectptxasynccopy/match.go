package injectptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// copyPlan is a copy that cp.async can execute.
type copyPlan struct {
	anchor *ir.Op   // the operation that the copies replace
	ops    []*ir.Op // the operations of the copy that access memory
	dead   []*ir.Op // operations that may have no use afterwards, users first
	src    place
	dst    place
	pieces []piece
	// bulk is the number of pieces of bulkElements elements in front of pieces, for rows of a block.
	bulk, bulkElements int64
	// pred, if not nil, says whether the source is read or, if inverted, is not read. If the source is not
	// read, zeros are written.
	pred     *ir.Value
	inverted bool
	// bind gives values that the subscripts depend on another value in front of the anchor: the value in the
	// first iteration.
	bind map[*ir.Value]int64
	// shape holds the extents of all dimensions of a block except the last, nil for consecutive elements.
	shape []int64
	split *refusal // why there are more pieces than necessary
}

// place is an element of a memref; a nil index means the first element.
type place struct {
	memref *ir.Value
	index  []*ir.Value
}

func (p place) typ() *ir.MemRefType { return p.memref.Type().(*ir.MemRefType) }

// piece is one cp.async: its beginning in the source and in the destination, in elements along the last
// dimension, and its number of elements.
type piece struct{ src, dst, elements int64 }

func isStore(op *ir.Op) bool {
	return op.Is(memref.Store) || op.Is(vector.Store) || op.Is(vector.Scatter)
}

// storeOf matches a store of a loaded value.
func (m *matcher) storeOf(store *ir.Op) (*copyPlan, *refusal) {
	value, dst := stored(store)
	if r := m.spaceOf(store, dst, "destination", "shared", "shared.dyn"); r != nil {
		return nil, r
	}
	p := &copyPlan{anchor: store, ops: []*ir.Op{store}, dst: dst}
	if r := m.source(p, value); r != nil {
		return nil, r
	}
	if r := m.spaceOf(store, p.src, "source", "global"); r != nil {
		return nil, r
	}
	if r := m.movable(p); r != nil {
		return nil, r
	}
	return p, m.shapeOf(p, store)
}

// stored returns the value that a store writes, and its place.
func stored(op *ir.Op) (*ir.Value, place) {
	if op.Is(vector.Scatter) {
		n := op.NumOperands()
		return op.Operand(n - 1), place{op.Operand(0), op.Operands()[1 : n-3]}
	}
	return op.Operand(0), place{op.Operand(1), op.Operands()[2:]}
}

// loaded returns the place that a load reads.
func loaded(op *ir.Op) place {
	n := op.NumOperands()
	if op.Is(vector.Gather) {
		n -= 3
	}
	return place{op.Operand(0), op.Operands()[1:n]}
}

func isLoad(op *ir.Op) bool { return op.Is(memref.Load) || op.Is(vector.Load) || op.Is(vector.Gather) }

// spaceOf refuses memory in other scopes than the given ones.
func (m *matcher) spaceOf(at *ir.Op, p place, what string, scopes ...string) *refusal {
	t := p.typ()
	scope, known := form.Scope(t.MemorySpace)
	for _, s := range scopes {
		if known && s == scope {
			return m.elements(at, t, what)
		}
	}
	if !known {
		scope = t.MemorySpace.String()
	}
	return &refusal{at, codeSpace,
		fmt.Sprintf("its %s is in %s memory, not in %s memory", what, scope, scopes[0])}
}

// elements refuses memory whose elements cp.async cannot address.
func (m *matcher) elements(at *ir.Op, t *ir.MemRefType, what string) *refusal {
	if bits := nvgpu.Bits(t.Elem); bits == 0 || bits%8 != 0 {
		return &refusal{at, codeShape,
			fmt.Sprintf("elements of type '%v' are no bytes that can be counted", t.Elem)}
	}
	strides, _, ok := memref.Strides(t)
	if !ok || len(strides) > 0 && strides[len(strides)-1] != 1 {
		return &refusal{at, codeStrided,
			fmt.Sprintf("the innermost dimension of its %s does not have stride 1", what)}
	}
	return nil
}

// source finds the load from which a value comes, with the predicate around it.
func (m *matcher) source(p *copyPlan, v *ir.Value) *refusal {
	def := v.DefiningOp()
	switch {
	case def == nil:
		return m.computed(p, "comes from outside of the operation")
	case isLoad(def):
		return m.load(p, def)
	case def.Is(arith.Select):
		return m.either(p, def, def.Operand(0), def.Operand(1), def.Operand(2))
	case def.Is(scf.If) && def.NumResults() == 1 && !hasWrites(def):
		return m.either(p, def, def.Operand(0), yielded(def, 0), yielded(def, 1))
	case isZero(v):
		return m.computed(p, "is a constant")
	}
	return m.computed(p, "is what '"+def.Name()+"' computes")
}

func (m *matcher) computed(p *copyPlan, what string) *refusal {
	return &refusal{p.anchor, codeShape, "what it stores " + what + ", not what a load returns"}
}

func yielded(op *ir.Op, region int) *ir.Value { return op.Region(region).Entry().Last().Operand(0) }

func hasWrites(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner != op && inner.NumRegions() == 0 && asyncqueue.Writes(inner) {
			return true
		}
	}
	return false
}

// load makes a load the source of the plan.
func (m *matcher) load(p *copyPlan, load *ir.Op) *refusal {
	if !m.scope.IsAncestorOf(load) {
		return m.computed(p, "was loaded before the operation is issued")
	}
	p.src, p.ops, p.dead = loaded(load), append(p.ops, load), append(p.dead, load)
	return nil
}

// either matches a value that is a loaded value or zero, depending on a condition.
func (m *matcher) either(p *copyPlan, def *ir.Op, cond, yes, no *ir.Value) *refusal {
	if _, ok := cond.Type().(*ir.IntegerType); !ok {
		return &refusal{p.anchor, codePredicate, "its predicate is not the same for all elements"}
	}
	p.pred, p.dead = cond, append(p.dead, def)
	if isZero(yes) {
		yes, no, p.inverted = no, yes, true
	}
	load := yes.DefiningOp()
	switch {
	case load == nil || !isLoad(load):
		return m.computed(p, "is computed under a condition")
	case !isZero(no):
		return &refusal{p.anchor, codePredicate,
			"where its predicate is false it stores something else than 0"}
	}
	r := m.load(p, load)
	if def.IsAncestorOf(load) {
		p.dead = p.dead[:1] // the load is erased with def
	}
	return r
}
