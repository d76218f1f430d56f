package opcount

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Bytes returns the total size of the arguments and globals that a call of the function reads, plus that of
// those that it writes. ok is false if an access is neither to one of these nor to memory that the function
// allocates.
func Bytes(module, fn *ir.Op, in Inputs) (n int64, ok bool) {
	u := &uses{
		module: module, tables: ir.NewSymbolTables(), shapes: in.Shapes, roots: map[*ir.Value]buffer{},
		sources: map[*ir.Value]*ir.Value{}, sizes: map[any]int64{}, read: map[any]bool{},
		written: map[any]bool{},
	}
	for _, v := range fn.Body().Args() {
		if size, isMemory := u.size(v); isMemory {
			u.roots[v], u.sizes[v] = buffer{v}, size
		}
	}
	u.function(fn)
	for _, list := range []map[any]bool{u.read, u.written} {
		for key := range list {
			n += u.sizes[key]
		}
	}
	return n, !u.unknown
}

// BytesOf returns the total size of the memory that an operation within a function reads, plus that of the
// memory that it writes. Each view that is defined outside of the operation counts with its own size. ok is
// false if an access is to other memory, or to memory whose size is not known.
func BytesOf(module, op *ir.Op, in Inputs) (n int64, ok bool) {
	u := &uses{
		module: module, tables: ir.NewSymbolTables(), shapes: in.Shapes, roots: map[*ir.Value]buffer{},
		sources: map[*ir.Value]*ir.Value{}, sizes: map[any]int64{}, read: map[any]bool{},
		written: map[any]bool{},
	}
	inside := map[*ir.Value]bool{}
	for o := range op.Walk() {
		for _, v := range o.Operands() {
			if _, isMemory := v.Type().(*ir.MemRefType); isMemory && !inside[v] {
				if _, known := u.roots[v]; !known {
					u.roots[v], u.sources[v] = buffer{v}, v
					u.sizes[v], _ = u.size(v)
				}
			}
		}
		for i := range o.NumResults() {
			inside[o.Result(i)] = true
		}
		for i := range o.NumRegions() {
			for _, b := range o.Region(i).Blocks() {
				for _, v := range b.Args() {
					inside[v] = true
				}
			}
		}
	}
	for o := range op.Walk() {
		u.op(o)
	}
	for _, list := range []map[any]bool{u.read, u.written} {
		for key := range list {
			n += u.sizes[key]
		}
	}
	return n, !u.unknown
}

// buffer identifies memory that is counted, by its argument or by the name of its global. A nil key is memory
// that is not counted.
type buffer struct{ key any }

// uses records what a function, with all functions that it calls, does to memory.
type uses struct {
	module        *ir.Op
	tables        *ir.SymbolTables
	shapes        map[*ir.Value][]int64
	roots         map[*ir.Value]buffer    // the buffers of arguments
	sources       map[*ir.Value]*ir.Value // the memory behind views; see viewed
	sizes         map[any]int64
	read, written map[any]bool
	calls         int
	unknown       bool
}

func (u *uses) function(fn *ir.Op) {
	for op := range fn.Walk() {
		if op != fn {
			u.op(op)
		}
	}
}

func (u *uses) op(op *ir.Op) {
	def := op.Def()
	switch {
	case def.Callee != nil:
		u.call(op)
	case def.Effects != nil:
		def.Effects(op, func(e ir.Effect) { u.effect(op, e) })
	case op.Has(ir.Pure) || op.Has(ir.RecursiveEffects) || op.Has(ir.Terminator):
	case def.Unregistered || op.NumRegions() == 0:
		u.unknown = true
	}
}

func (u *uses) effect(op *ir.Op, e ir.Effect) {
	if e.Value == nil || e.Kind != ir.Read && e.Kind != ir.Write {
		return
	}
	if _, isMemory := e.Value.Type().(*ir.MemRefType); !isMemory {
		return
	}
	b, ok := u.root(e.Value)
	u.unknown = u.unknown || !ok
	switch {
	case b.key == nil:
	case e.Kind == ir.Read:
		u.read[b.key] = true
	default:
		u.written[b.key] = true
	}
}

// root returns the buffer of which v is a view.
func (u *uses) root(v *ir.Value) (buffer, bool) {
	v = u.viewed(v)
	if b, ok := u.roots[v]; ok {
		return b, true
	}
	switch op := v.DefiningOp(); {
	case op == nil:
		return buffer{}, false
	case op.Name() == "memref.get_global":
		return u.global(op)
	default:
		return buffer{}, op.Name() == "memref.alloc" || op.Name() == "memref.alloca"
	}
}

// viewed returns the value of which v is a view, through any number of views; v itself if it is not a view.
// It remembers the answer for each view in between, so that a chain of views is followed only once.
func (u *uses) viewed(v *ir.Value) *ir.Value {
	var chain []*ir.Value
	for {
		source, known := u.sources[v]
		if known {
			v = source
			break
		}
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			break
		}
		view, ok := op.Def().View(op)
		if !ok {
			break
		}
		chain, v = append(chain, v), view.Source
	}
	for _, view := range chain {
		u.sources[view] = v
	}
	return v
}

func (u *uses) global(op *ir.Op) (buffer, bool) {
	ref, ok := op.Attr("name").(*ir.SymbolRefAttr)
	if !ok {
		return buffer{}, false
	}
	u.sizes[ref.Root], ok = u.size(op.Result(0))
	return buffer{ref.Root}, ok
}

// size returns the number of bytes of a memref; ok is false for other values.
func (u *uses) size(v *ir.Value) (bytes int64, ok bool) {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return 0, false
	}
	shape := t.Shape
	if known, ok := u.shapes[v]; ok {
		shape = known
	}
	bytes = ElementBytes(t.Elem)
	u.unknown = u.unknown || !t.Ranked || bytes == 0
	for _, n := range shape {
		u.unknown = u.unknown || n < 0 || n > 0 && bytes > 1<<50/n
		bytes *= max(n, 0)
	}
	return bytes, true
}

// ElementBytes returns the size of an element in memory in bytes, 0 if it is not known.
func ElementBytes(t ir.Type) int64 {
	bits := int64(0)
	switch t := t.(type) {
	case *ir.IndexType:
		bits = 64
	case *ir.IntegerType:
		bits = int64(t.Width)
	case *ir.FloatType:
		bits = int64(t.Width())
	case *ir.VectorType:
		return ElementBytes(t.Elem) * ir.NumElements(t.Shape)
	}
	bytes := int64(0)
	for bytes*8 < bits {
		bytes = max(1, 2*bytes)
	}
	return bytes
}

// call follows a call. A recursive function is not followed a second time, and its arguments are then not
// known.
func (u *uses) call(op *ir.Op) {
	symbol := op.Def().Callee(op)
	if symbol == nil {
		u.unknown = true
		return
	}
	fn := u.tables.Lookup(u.module, symbol.Root)
	if fn == nil || fn.NumRegions() == 0 || fn.Region(0).Empty() || u.calls == maxCalls ||
		fn.Body().NumArgs() != op.NumOperands() {
		u.unknown = true
		return
	}
	for i, v := range fn.Body().Args() {
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			b, ok := u.root(op.Operand(i))
			u.roots[v], u.unknown = b, u.unknown || !ok
		}
	}
	u.calls++
	u.function(fn)
	u.calls--
	for _, v := range fn.Body().Args() {
		delete(u.roots, v)
	}
}
