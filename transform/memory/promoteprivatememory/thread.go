package promoteprivatememory

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// thread is a function being rewritten. The elements of all memory are numbered one behind the other.
type thread struct {
	memory []*ir.Op
	first  map[*ir.Value]int // of the elements of a memory
	types  []ir.Type
	inside map[*ir.Op][]int // the elements accessed in the regions of an operation, ascending
}

func newThread(f *ir.Op) *thread {
	t := &thread{memory: candidates(f), first: map[*ir.Value]int{}, inside: map[*ir.Op][]int{}}
	for _, op := range t.memory {
		m := op.Result(0).Type().(*ir.MemRefType)
		t.first[op.Result(0)] = len(t.types)
		t.types = append(t.types, slices.Repeat([]ir.Type{m.Elem}, int(ir.NumElements(m.Shape)))...)
		t.locate(op.Result(0), f)
	}
	for op, list := range t.inside {
		slices.Sort(list)
		t.inside[op] = slices.Compact(list)
	}
	return t
}

// locate notes the accesses to a memory for the operations in f that they are in.
func (t *thread) locate(memory *ir.Value, f *ir.Op) {
	for u := range memory.Uses() {
		if u.Owner().Is(memref.Dealloc) {
			continue
		}
		e, _ := t.find(u.Owner(), memory)
		for p := u.Owner().Parent(); p != f; p = p.Parent() {
			t.inside[p] = append(t.inside[p], e)
		}
	}
}

// promote replaces accesses by values, and erases the memory.
func (t *thread) promote(f *ir.Op) {
	b := ir.NewBuilder(f.Context())
	b.SetStart(f.Region(0).Entry())
	b.Loc = f.Loc()
	zeros := map[ir.Type]*ir.Value{}
	start := make([]*ir.Value, len(t.types))
	for i, typ := range t.types {
		if zeros[typ] == nil {
			zeros[typ] = b.Op(arith.Constant, nil,
				ir.NamedAttr{Name: "value", Value: zero(f.Context(), typ)}).Result(0)
		}
		start[i] = zeros[typ]
	}
	all := make([]int, len(t.types))
	for i := range all {
		all[i] = i
	}
	block := func(b *ir.Block, values []*ir.Value) []*ir.Value { return t.block(b, all, values) }
	carried.Within(f.Region(0), t.types, start, block, func(*ir.Op, []*ir.Value) {})
	for _, op := range t.memory {
		for _, u := range slices.Collect(op.Result(0).Uses()) { // what frees it
			u.Owner().Erase()
		}
		op.Erase()
	}
	carried.Prune(f)
}

// block rewrites a block that begins with the values of some elements, ascending, and returns those at its
// end. No other element is accessed in it.
func (t *thread) block(b *ir.Block, elements []int, values []*ir.Value) []*ir.Value {
	at := func(element int) **ir.Value {
		i, _ := slices.BinarySearch(elements, element)
		return &values[i]
	}
	for op := b.First(); op != nil; {
		next := op.Next()
		t.operation(op, at)
		op = next
	}
	return values
}

// operation rewrites an operation; at gives the current value of an element.
func (t *thread) operation(op *ir.Op, at func(element int) **ir.Value) {
	switch {
	case op.Is(memref.Load):
		if e, ok := t.find(op, op.Operand(0)); ok {
			op.Result(0).ReplaceAllUsesWith(*at(e))
			op.Erase()
		}
	case op.Is(memref.Store):
		if e, ok := t.find(op, op.Operand(1)); ok {
			*at(e) = op.Operand(0)
			op.Erase()
		}
	case len(t.inside[op]) > 0:
		t.through(op, t.inside[op], at)
	}
}

// through carries the elements that are accessed in an operation through it. It carries no others: a
// function with many memories and loops would otherwise take as many values as their product.
func (t *thread) through(op *ir.Op, elements []int, at func(element int) **ir.Value) {
	var types []ir.Type
	var values []*ir.Value
	for _, e := range elements {
		types, values = append(types, t.types[e]), append(values, *at(e))
	}
	block := func(b *ir.Block, values []*ir.Value) []*ir.Value { return t.block(b, elements, values) }
	for i, v := range carried.Through(op, types, values, block) {
		*at(elements[i]) = v
	}
}

// find returns which element an access is about.
func (t *thread) find(op *ir.Op, m *ir.Value) (int, bool) {
	first, ok := t.first[m]
	if !ok {
		return 0, false
	}
	n, _ := element(op, m.Type().(*ir.MemRefType))
	return first + int(n), true
}
