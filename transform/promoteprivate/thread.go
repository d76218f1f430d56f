package promoteprivate

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// thread is a function being rewritten. The elements of all memory stand one behind the other in one list of values.
type thread struct {
	memory []*ir.Op
	first  map[*ir.Value]int // of the elements of a memory
	types  []ir.Type
}

func newThread(f *ir.Op) *thread {
	t := &thread{memory: candidates(f), first: map[*ir.Value]int{}}
	for _, op := range t.memory {
		m := op.Result(0).Type().(*ir.MemRefType)
		t.first[op.Result(0)] = len(t.types)
		t.types = append(t.types, slices.Repeat([]ir.Type{m.Elem}, int(ir.NumElements(m.Shape)))...)
	}
	return t
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
			zeros[typ] = b.Op(arith.Constant, nil, ir.NamedAttr{Name: "value", Value: zero(f.Context(), typ)}).Result(0)
		}
		start[i] = zeros[typ]
	}
	carried.Within(f.Region(0), t.types, start, t.block, func(*ir.Op, []*ir.Value) {})
	for _, op := range t.memory {
		for _, u := range slices.Collect(op.Result(0).Uses()) { // what frees it
			u.Owner().Erase()
		}
		op.Erase()
	}
	carried.Prune(f)
}

// block rewrites a block that begins with values, and returns those at its end.
func (t *thread) block(b *ir.Block, values []*ir.Value) []*ir.Value {
	for op := b.First(); op != nil; {
		next := op.Next()
		values = t.operation(op, values)
		op = next
	}
	return values
}

func (t *thread) operation(op *ir.Op, values []*ir.Value) []*ir.Value {
	switch {
	case op.Is(memref.Load):
		if i, ok := t.find(op, op.Operand(0)); ok {
			op.Result(0).ReplaceAllUsesWith(values[i])
			op.Erase()
		}
	case op.Is(memref.Store):
		if i, ok := t.find(op, op.Operand(1)); ok {
			values[i] = op.Operand(0)
			op.Erase()
		}
	case op.NumRegions() > 0 && t.touches(op):
		return carried.Through(op, t.types, values, t.block)
	}
	return values
}

// find returns which value an access is about.
func (t *thread) find(op *ir.Op, m *ir.Value) (int, bool) {
	first, ok := t.first[m]
	if !ok {
		return 0, false
	}
	n, _ := element(op, m.Type().(*ir.MemRefType))
	return first + int(n), true
}

// touches reports whether an access to the memory is inside of an operation.
func (t *thread) touches(op *ir.Op) bool {
	for inner := range op.Walk() {
		if !inner.Is(memref.Load) && !inner.Is(memref.Store) {
			continue
		}
		for _, v := range inner.Operands() {
			if _, ok := t.first[v]; ok {
				return true
			}
		}
	}
	return false
}
