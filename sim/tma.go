package sim

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"nvgpu.tma.create.descriptor":   emitTensorMap,
		"nvgpu.tma.prefetch.descriptor": emitNothing,
		"nvgpu.tma.fence.descriptor":    emitNothing,
		"nvgpu.tma.async.load":          emitTileLoad,

		// what these order or reserve the simulator does not distinguish
		"nvvm.fence.mbarrier.init": emitNothing,
		"nvvm.fence.proxy":         emitNothing,
		"nvvm.setmaxregister":      emitNothing,

		"nvgpu.tma.async.store": emitTileStore,

		"nvvm.cp.async.bulk.commit.group": emitBulkCommit,
		"nvvm.cp.async.bulk.wait_group":   emitBulkWait,
	})
}

// The loads of the tensor memory accelerator (PTX ISA, "cp.async.bulk.tensor") are asynchronous operations of
// no queue. The completion of a load counts its bytes on an mbarrier, in the mbarrier's present phase. The
// stores belong to a queue of their own per thread, to which bulk commits and bulk waits apply.

var codeTensorMap = diag.Register("sim-tensor-map", "a tensor map does not fit its memory",
	"The box of a tensor map has one extent per dimension of the tensor, those of the tile that the type "+
		"describes; elements "+
		"follow each other in the last dimension.")

// tensorMap is a tensor map: the tensor in memory.
type tensorMap struct{ tensor *view }

func (m *tensorMap) hash() uint64 { return hashFrame(4, nil, []*view{m.tensor}) }

func emitTensorMap(c *compiler, op *ir.Op) error {
	tile := nvgpu.Tile(op.Result(0).Type())
	c.emit(instr{
		exec: execTensorMap, a: c.operand(op, 0), dst: c.result(op, 0), args: c.slotsOf(op.Operands()[1:]),
		data: tile,
	})
	return nil
}

func execTensorMap(t *thread, in *instr) {
	v, tile := t.mems[in.a], in.data.(*ir.MemRefType)
	if box := t.values(in.args); len(v.sizes) != len(tile.Shape) || !slices.Equal(box, tile.Shape) {
		t.fail(in, codeTensorMap, "a tensor of shape %v with the box %v is described as tiles %v", v.sizes,
			box, tile)
		return
	}
	if n := len(v.strides); n == 0 || v.strides[n-1] != 1 {
		t.fail(in, codeTensorMap, "the elements of %s do not follow each other in the last dimension",
			v.name())
		return
	}
	t.mems[in.dst] = &view{object: &tensorMap{v}}
}

// tileCopy is the data of a load or store: registers, and the description of the tile.
type tileCopy struct {
	tensorMap, barriers, barrier, mem int32
	coordinates                       []int32
	tile                              *ir.MemRefType
	swizzle                           int64 // 0 for none, 1 to 3 for patterns of 32, 64 and 128 bytes
	nan                               bool  // whether elements outside of the tensor are NaN instead of 0
}

// tileCopy returns the description of a copy. tensorMap and coordinates are the operand entries of its tensor
// map and its coordinates.
func (c *compiler) tileCopy(op *ir.Op, tensorMap, coordinates int) *tileCopy {
	desc := op.OperandsOf(tensorMap)[0]
	params := desc.Type().(*ir.ParametricType).Params
	return &tileCopy{
		mem: c.operand(op, 0), tensorMap: c.slot(desc), coordinates: c.slotsOf(op.OperandsOf(coordinates)),
		tile: nvgpu.Tile(desc.Type()), swizzle: params[1].(*ir.EnumAttr).Value,
		nan: params[3].(*ir.EnumAttr).Value != 0,
	}
}

func emitTileLoad(c *compiler, op *ir.Op) error {
	if op.OptionalOperand(5) != nil {
		return c.unsupported(op, "to several blocks")
	}
	x := c.tileLoad(op)
	if _, ok := floatKind(x.tile.Elem); x.nan && !ok {
		return c.unsupported(op, "of integers that are to be NaN outside of the tensor")
	}
	c.prog.sites[c.site].name = op.Operand(0).Name()
	return c.predicated(op, 6, func() error {
		return c.issue(instr{exec: execTileIssue, pauses: true, touches: true, data: x}, nil, func() error {
			c.emitFree(instr{exec: execTileLoad, data: c.tileLoad(op), touches: true})
			return nil
		})
	})
}

// tileLoad returns the description of a load.
func (c *compiler) tileLoad(op *ir.Op) *tileCopy {
	x := c.tileCopy(op, 2, 3)
	x.barriers, x.barrier = c.operand(op, 1), c.slot(op.OperandsOf(4)[0])
	return x
}

// predicated emits code that runs only if an optional operand, the predicate, is true or is left out.
func (c *compiler) predicated(op *ir.Op, entry int, code func() error) error {
	predicate := c.optionalSlot(op, entry)
	if predicate < 0 {
		return code()
	}
	skip := c.emit(instr{exec: execBranchIfNot, b: predicate})
	err := code()
	c.setTarget(skip)
	return err
}

func emitTileStore(c *compiler, op *ir.Op) error {
	c.prog.sites[c.site].name = op.Operand(0).Name()
	return c.predicated(op, 3, func() error {
		return c.issueOne(instr{exec: execStoreIssue, pauses: true}, func() instr {
			return instr{exec: execTileStore, data: c.tileCopy(op, 1, 2), touches: true}
		})
	})
}

// execStoreIssue issues a store that the next commit of bulk copies commits.
func execStoreIssue(t *thread, in *instr) {
	if child := t.issue(in); child != nil {
		t.strand.bulk = append(t.strand.bulk, child)
		t.sched().issued(t, child)
	}
}

func emitBulkCommit(c *compiler, _ *ir.Op) error {
	c.emit(instr{pauses: true, exec: func(t *thread, _ *instr) {
		bulk := t.strand.bulk
		t.strand.bulk = nil
		t.sched().committed(t, t.commit(BulkQueue, bulk))
	}})
	return nil
}

func emitBulkWait(c *compiler, op *ir.Op) error {
	if op.Attr("read") != nil {
		return c.unsupported(op, "for the reads of a copy alone")
	}
	n, _ := op.IntAttr("group")
	queue := int64(BulkQueue)
	c.emit(instr{exec: execWait, imm: uint64(queue), a: -1, b: int32(min(max(n, 0), 1<<31-1))})
	return nil
}

// execTileIssue issues a load. Its mbarrier must have been initialized.
func execTileIssue(t *thread, in *instr) {
	x := in.data.(*tileCopy)
	b := t.barrierAt(in, x.barriers, x.barrier, shadow.Atomic)
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
		t.m.tasks = unknownTo(t.m.tasks, child.strand, t.m.root.Clock)
	}
	t.sched().issued(t, child)
}

// execTileLoad copies the tile at the coordinates and counts its bytes.
func execTileLoad(t *thread, in *instr) {
	x := in.data.(*tileCopy)
	began := t.clock
	if !t.copyTile(in, x, t.loadElement) {
		return
	}
	b := t.barrierAt(in, x.barriers, x.barrier, shadow.Atomic)
	if b == nil {
		return
	}
	t.m.endStrand(t, in)
	if t.tracked {
		b.coming = b.coming.Join(t.strand.Ending(&t.m.numbers))
	}
	b.bytes -= ir.NumElements(x.tile.Shape) * t.mems[x.mem].size
	b.advance(t.clock)
	if t.m.timing != nil {
		t.m.event(t, "tensor memory accelerator", in.site, Async, t.origin, began, t.clock)
	}
	t.finish()
}

// execTileStore copies a tile to the coordinates.
func execTileStore(t *thread, in *instr) { t.copyTile(in, in.data.(*tileCopy), t.storeElement) }

// element is one element of a tile that is being copied.
type element struct {
	tensor, mem *view
	at          int64 // number of the element in the tensor
	inside      bool  // whether it is in the tensor
	addr        int64 // byte of the element in shared memory
}

// copyTile calls copy for each element of a tile. The first coordinate is that of the last dimension.
// copyTile returns false if the machine has stopped.
func (t *thread) copyTile(in *instr, x *tileCopy, copy func(in *instr, x *tileCopy, e element)) bool {
	tensor, mem := t.mems[x.tensorMap].object.(*tensorMap).tensor, t.mems[x.mem]
	start := t.values(x.coordinates)
	slices.Reverse(start)
	n := ir.NumElements(x.tile.Shape)
	t.charge(in.site, n)
	index := make([]int64, len(x.tile.Shape))
	for ; n > 0 && t.m.err == nil; n-- {
		e := element{tensor: tensor, mem: mem, at: tensor.offset, inside: true}
		for d, i := range index {
			i += start[d]
			e.inside = e.inside && i >= 0 && i < tensor.sizes[d]
			e.at += i * tensor.strides[d]
		}
		if addr, ok := t.locate(in, mem, mem.linear(index)); ok {
			e.addr = swizzled(addr, x.swizzle)
			if e.addr+mem.size > mem.buf.size {
				t.fail(in, codeOutOfBounds, "the pattern of the tile leads beyond the end of %s", mem.name())
			} else {
				copy(in, x, e)
			}
		}
		value.Advance(index, x.tile.Shape)
	}
	if t.m.err != nil {
		t.halt()
	}
	return t.m.err == nil
}

// loadElement copies an element to shared memory. An element outside of the tensor is 0 or NaN.
func (t *thread) loadElement(in *instr, x *tileCopy, e element) {
	bits := uint64(0)
	if k, ok := floatKind(x.tile.Elem); ok && x.nan {
		bits = value.EncodeFloat(k, math.NaN())
	}
	if e.inside {
		src, ok := t.locate(in, e.tensor, e.at)
		if !ok {
			return
		}
		bits = t.load(in, e.tensor, src)
	}
	t.store(in, e.mem, e.addr, bits)
}

// storeElement copies an element to the tensor, unless the element is outside of it.
func (t *thread) storeElement(in *instr, _ *tileCopy, e element) {
	if !e.inside {
		return
	}
	if dst, ok := t.locate(in, e.tensor, e.at); ok {
		t.store(in, e.tensor, dst, t.load(in, e.mem, e.addr))
	}
}

// swizzled returns the address in shared memory to which the byte at addr is moved. The number of its 16-byte
// chunk is combined with that of its 128-byte row, with as many bits as the pattern has (PTX ISA, "Swizzling
// modes").
func swizzled(addr, pattern int64) int64 {
	mask := int64(1)<<pattern - 1
	return addr ^ (addr>>7&mask)<<4
}
