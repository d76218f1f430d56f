package sim

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"nvgpu.tma.create.descriptor":   emitTensorMap,
		"nvgpu.tma.prefetch.descriptor": emitNothing,
		"nvgpu.tma.fence.descriptor":    emitNothing,
		"nvgpu.tma.async.load":          emitTileLoad,
	})
}

// The loads of the tensor memory accelerator (PTX ISA, "cp.async.bulk.tensor") are asynchronous operations of no queue: their
// completion counts their bytes on a barrier, in the phase that it is in then.

var codeTensorMap = diag.Register("sim-tensor-map", "a tensor map does not fit its memory",
	"The box of a tensor map has one extent per dimension of the tensor, those of the tile that the type describes; elements "+
		"follow each other in the last dimension.")

// tensorMap is what the operands of a load say about memory.
type tensorMap struct{ tensor *view }

func (m *tensorMap) hash() uint64 { return hashFrame(4, nil, []*view{m.tensor}) }

func emitTensorMap(c *compiler, op *ir.Op) error {
	tile := nvgpu.Tile(op.Result(0).Type())
	c.emit(instr{
		exec: execTensorMap, a: c.operand(op, 0), dst: c.result(op, 0), args: c.slotsOf(op.Operands()[1:]), data: tile,
	})
	return nil
}

func execTensorMap(t *thread, in *instr) {
	v, tile := t.mems[in.a], in.data.(*ir.MemRefType)
	if box := t.values(in.args); len(v.sizes) != len(tile.Shape) || !slices.Equal(box, tile.Shape) {
		t.fail(in, codeTensorMap, "a tensor of shape %v with the box %v is described as tiles %v", v.sizes, box, tile)
		return
	}
	if n := len(v.strides); n == 0 || v.strides[n-1] != 1 {
		t.fail(in, codeTensorMap, "the elements of %s do not follow each other in the last dimension", v.name())
		return
	}
	t.mems[in.dst] = &view{object: &tensorMap{v}}
}

// tileLoad is the data of a load: registers, and the tile.
type tileLoad struct {
	tensorMap, barriers, barrier, dst int32
	coordinates                       []int32
	tile                              *ir.MemRefType
	swizzle                           int64 // 0 to 3: none, or patterns of 32, 64, 128 bytes
	nan                               bool  // whether elements outside of the tensor are NaN, not 0
}

func emitTileLoad(c *compiler, op *ir.Op) error {
	if op.OptionalOperand(5) != nil {
		return c.unsupported(op, "to several blocks")
	}
	desc := op.OperandsOf(2)[0]
	params := desc.Type().(*ir.ParametricType).Params
	x := &tileLoad{
		dst: c.operand(op, 0), barriers: c.operand(op, 1), tensorMap: c.slot(desc), coordinates: c.slotsOf(op.OperandsOf(3)),
		barrier: c.slot(op.OperandsOf(4)[0]), tile: nvgpu.Tile(desc.Type()),
		swizzle: params[1].(*ir.EnumAttr).Value, nan: params[3].(*ir.EnumAttr).Value != 0,
	}
	if _, ok := floatKind(x.tile.Elem); x.nan && !ok {
		return c.unsupported(op, "of integers that are to be NaN outside of the tensor")
	}
	c.prog.sites[c.site].name = op.Operand(0).Name()
	skip := -1
	if predicate := c.optionalSlot(op, 6); predicate >= 0 {
		skip = c.emit(instr{exec: execBranchIfNot, b: predicate})
	}
	at := c.emit(instr{exec: execTileIssue, pauses: true, touches: true, data: x})
	c.emitFree(instr{exec: execTileLoad, data: x, touches: true})
	c.setTarget(at)
	if skip >= 0 {
		c.setTarget(skip)
	}
	return nil
}

// execTileIssue issues a load. Its barrier must have been initialized.
func execTileIssue(t *thread, in *instr) {
	x := in.data.(*tileLoad)
	b := t.barrierAt(in, x.barriers, x.barrier, accessAtomic)
	if b == nil {
		return
	}
	child := t.issue(in)
	if child == nil {
		return
	}
	child.counts, child.clock = true, t.clock
	b.loads = append(slices.DeleteFunc(b.loads, func(u *thread) bool { return u.status == done }), child)
	if t.m.hazards != nil {
		t.m.tasks = unknownTo(t.m.tasks, child.strand, t.m.root.clock)
	}
	t.sched().issued(t, child)
}

// execTileLoad copies the tile at the coordinates, of which the first is that of the last dimension, and counts its bytes.
func execTileLoad(t *thread, in *instr) {
	x := in.data.(*tileLoad)
	from, to := t.mems[x.tensorMap].object.(*tensorMap).tensor, t.mems[x.dst]
	start := t.values(x.coordinates)
	slices.Reverse(start)
	n := ir.NumElements(x.tile.Shape)
	began := t.clock
	t.charge(in.site, n)
	index := make([]int64, len(x.tile.Shape))
	for i := int64(0); i < n && t.m.err == nil; i++ {
		t.tileElement(in, x, from, to, start, index)
		advance(index, x.tile.Shape)
	}
	if t.m.err != nil {
		t.halt()
		return
	}
	b := t.barrierAt(in, x.barriers, x.barrier, accessAtomic)
	if b == nil {
		return
	}
	t.m.endStrand(t, in)
	if t.tracked {
		b.coming = b.coming.join(t.strand.ending(t.m))
	}
	b.bytes -= n * to.size
	b.advance(t.clock)
	if t.m.timing != nil {
		t.m.event(t, "tensor memory accelerator", in.site, Async, t.origin, began, t.clock)
	}
	t.finish()
}

// tileElement copies one element of a tile.
func (t *thread) tileElement(in *instr, x *tileLoad, from, to *view, start, index []int64) {
	at, inside := from.offset, true
	for d, i := range index {
		i += start[d]
		inside = inside && i >= 0 && i < from.sizes[d]
		at += i * from.strides[d]
	}
	dst, ok := t.locate(in, to, to.linear(index))
	if !ok {
		return
	}
	dst = swizzled(dst, x.swizzle)
	if dst+to.size > int64(len(to.buf.data)) {
		t.fail(in, codeOutOfBounds, "the pattern of the tile leads beyond the end of %s", to.name())
		return
	}
	if inside {
		if src, ok := t.locate(in, from, at); ok {
			t.store(in, to, dst, t.load(in, from, src))
		}
		return
	}
	bits := uint64(0)
	if k, ok := floatKind(x.tile.Elem); ok && x.nan {
		bits = encodeFloat(k, math.NaN())
	}
	t.store(in, to, dst, bits)
}

// swizzled returns where the byte at an address in shared memory goes: the number of its 16 bytes is combined with that of
// its 128 bytes, as many bits of it as the pattern has (PTX ISA, "Swizzling modes").
func swizzled(addr, pattern int64) int64 {
	mask := int64(1)<<pattern - 1
	return addr ^ (addr>>7&mask)<<4
}
