package formasyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// kind is what becomes of an operation.
type kind uint8

const (
	// cheap operations compute without effects: the host and every region that needs their results have
	// copies.
	cheap kind = iota
	// work becomes part of a region.
	work
	// reserve stays with the host, which waits for nothing but operands: memory of its stack.
	reserve
	// barrier stays with the host, which waits for everything first.
	barrier
)

// kindOf says what becomes of an operation.
func (f *former) kindOf(op *ir.Op) kind {
	switch {
	case op.Has(ir.Terminator) || f.open[op] > 0 || f.unknown(op):
		return barrier
	case op.Is(memref.Alloca):
		return reserve
	case op.NumRegions() == 0 && op.IsEffectFree() && (op.IsPure() || !makesTensor(op)):
		return cheap
	}
	return work
}

// makesTensor reports whether a result is a tensor: then all of its elements have to be computed.
func makesTensor(op *ir.Op) bool {
	return slices.ContainsFunc(op.Results(), func(v *ir.Value) bool {
		_, ok := v.Type().(*ir.TensorType)
		return ok
	})
}

// unknown reports whether something in op is asynchronous already, waits, uses queues, or may do anything at
// all.
func (f *former) unknown(op *ir.Op) bool {
	for inner := range op.Walk() {
		def := inner.Def()
		switch {
		case inner.IsAsync() || len(inner.AsyncDependencies()) > 0 || def.Coroutine || usesTask(inner):
			return true
		case inner.QueueEffect().Kind != ir.NoQueueEffect || def.Unregistered:
			return true
		case def.Callee != nil:
			if f.calls.plain(inner) == nil {
				return true
			}
		case inner.Is(gpu.LaunchFunc): // it touches the memory that it is given
		case def.Effects == nil && !inner.Has(ir.Pure) && !inner.Has(ir.RecursiveEffects) &&
			!inner.Has(ir.Terminator):
			return true
		}
	}
	return false
}

// usesTask reports whether an operand or a result stands for something asynchronous: a group, or a value of a
// task.
func usesTask(op *ir.Op) bool {
	ofTask := func(v *ir.Value) bool { return async.IsGroup(v.Type()) || async.Payload(v.Type()) != nil }
	return slices.ContainsFunc(op.Operands(), ofTask) || slices.ContainsFunc(op.Results(), ofTask)
}

// node is an operation that becomes part of a region.
type node struct {
	number int32
	op     *ir.Op
	cost   int64
	foot   *asyncwork.Footprint
	// alloc and free are the bytes that the node adds to the memory in use when it starts, and takes away
	// when it ends.
	alloc, free int64
	// segment counts the barriers in front of the node.
	segment int
	// before holds the numbers of the nodes that must be complete before this one starts, ascending.
	before []int32
}

// block is a block on its way.
type block struct {
	*former
	b     *ir.Block
	ev    analysis.Evaluator
	costs asyncwork.Costs
	nodes []*node
	// of is the node of an operation that became work, kinds what becomes of all others.
	of    map[*ir.Op]*node
	kinds map[*ir.Op]kind
	// taints is what tainted has answered.
	taints map[*ir.Op]bool
	// barriers are the operations that end the segments, the terminator last.
	barriers []*ir.Op
}

// read takes a block apart.
func (f *former) read(b *ir.Block) *block {
	k := &block{former: f, b: b, of: map[*ir.Op]*node{}, kinds: map[*ir.Op]kind{},
		taints: map[*ir.Op]bool{}}
	for op := range b.Ops() {
		kind := f.kindOf(op)
		if kind == reserve && k.tainted(op) {
			kind = barrier // it waits for its operands
		}
		k.kinds[op] = kind
		switch kind {
		case barrier:
			k.barriers = append(k.barriers, op)
		case work:
			n := &node{number: int32(len(k.nodes)), op: op, cost: k.costs.Of(op), segment: len(k.barriers)}
			n.foot = f.calls.footprint(&k.ev, op)
			n.alloc, n.free = bytesOf(op)
			k.of[op] = n
			k.nodes = append(k.nodes, n)
		}
	}
	return k
}

// tainted reports whether an operation needs the result of a region, by way of cheap ones.
func (k *block) tainted(op *ir.Op) bool {
	answer, known := k.taints[op]
	if !known {
		answer = slices.ContainsFunc(inputs(op), k.isTainted)
		k.taints[op] = answer
	}
	return answer
}

// isTainted reports whether a value is the result of a region, or needs one.
func (k *block) isTainted(v *ir.Value) bool {
	d := v.DefiningOp()
	return d != nil && d.Block() == k.b && (k.kinds[d] == work || k.kinds[d] == cheap && k.tainted(d))
}

// inputs returns the values that an operation, with everything in it, uses from outside.
func inputs(op *ir.Op) []*ir.Value {
	list := op.Operands()
	if op.NumRegions() > 0 {
		list = append(list, captured.Values(op)...)
	}
	return list
}

// sources calls found for each result of work that op needs, itself or by way of cheap operations.
func (k *block) sources(op *ir.Op, found func(*ir.Value)) {
	s := sourceSearch{block: k, found: found}
	s.inputs(op)
}

// sourcesOf is sources for a value.
func (k *block) sourcesOf(v *ir.Value, found func(*ir.Value)) {
	s := sourceSearch{block: k, found: found}
	s.value(v)
}

// sourceSearch is a search for results of work. It looks at each cheap operation once, however many ways lead
// to it.
type sourceSearch struct {
	*block
	found func(*ir.Value)
	seen  map[*ir.Op]bool // cheap operations
}

func (s *sourceSearch) inputs(op *ir.Op) {
	for _, v := range inputs(op) {
		s.value(v)
	}
}

func (s *sourceSearch) value(v *ir.Value) {
	d := v.DefiningOp()
	if d == nil || d.Block() != s.b {
		return
	}
	switch s.kinds[d] {
	case work:
		s.found(v)
	case cheap:
		if s.seen[d] {
			return
		}
		if s.seen == nil {
			s.seen = map[*ir.Op]bool{}
		}
		s.seen[d] = true
		s.inputs(d)
	}
}

// bytesOf returns the bytes that an operation allocates and those that it frees for others to use: of types
// of constant extents.
func bytesOf(op *ir.Op) (alloc, free int64) {
	if op.Def().Effects == nil {
		return 0, 0
	}
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil {
			return
		}
		switch e.Kind {
		case ir.Allocate:
			alloc += sizeOf(e.Value.Type())
		case ir.Free:
			free += sizeOf(e.Value.Type())
		}
	})
	return alloc, free
}

func sizeOf(t ir.Type) int64 {
	m, ok := t.(*ir.MemRefType)
	if !ok || !m.Ranked {
		return 0
	}
	n := ir.MemoryBytes(m.Elem)
	for _, extent := range m.Shape {
		if extent == ir.Dynamic {
			return 0
		}
		n *= extent
	}
	return n
}
