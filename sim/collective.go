package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"gpu.shuffle":         emitLaneShuffle,
		"gpu.rotate":          emitRotate,
		"gpu.all_reduce":      emitAllReduce,
		"gpu.subgroup_reduce": emitSubgroupReduce,
		"gpu.yield":           (*compiler).exit,
		"nvvm.bar.warp.sync":  emitWarpBarrier,
		"nvvm.barrier0":       emitBarrier,
		"nvvm.barrier":        emitPlainBarrier,
	})
}

// All threads of a block, or of a warp, execute a collective operation together. They wait for each other;
// the last thread to arrive computes the results of all, and each thread continues with its own result. A
// collective operation orders no memory: only barriers do.

var codeWarp = diag.Register("sim-incomplete-warp", "an operation needs all threads of a warp",
	"The operation is defined for 32 threads, or shuffles in groups of a power of two of at most 32. "+
		"Launch blocks with a multiple "+
		"of 32 threads.")

// collective computes the results of all threads that have arrived at an instruction. ts has the threads in
// their order.
type collective func(in *instr, ts []*thread)

// emitTogether emits a collective operation of the warp, or of the block if block is set.
func (c *compiler) emitTogether(in instr, block bool, act collective) {
	in.exec = func(t *thread, in *instr) {
		k := t.inKernel(in, true)
		if k == nil {
			return
		}
		mt, member := k.block.warps[k.number/warpSize], int(k.number%warpSize)
		if block {
			mt, member = k.block.all, int(k.number)
		}
		t.meet(in, mt, member, false, func(mt *meeting) { act(in, mt.members) })
	}
	in.pauses = true
	c.emit(in)
}

// emitWarpBarrier emits a barrier of the threads of a warp. All of them must take part.
func emitWarpBarrier(c *compiler, op *ir.Op) error {
	if n, ok := ir.ConstInt(op.Operand(0)); !ok || uint32(n) != 1<<32-1 {
		return c.unsupported(op, "of a part of the warp")
	}
	c.emit(instr{pauses: true, exec: func(t *thread, in *instr) {
		if k := t.inKernel(in, true); k != nil {
			t.meet(in, k.block.warps[k.number/warpSize], int(k.number%warpSize), true, nil)
		}
	}})
	return nil
}

func emitPlainBarrier(c *compiler, op *ir.Op) error {
	if op.NumOperands() > 0 {
		return c.unsupported(op, "other than barrier 0 of all threads")
	}
	return emitBarrier(c, op)
}

// ---- values of other lanes ----

// shuffle is the data of a shuffle: the lane from which each lane takes its value, in groups of width lanes.
type shuffle struct {
	value, result, valid int32
	lanes                int32
	offset, width        int32 // registers
	from                 func(lane, offset, width int64) int64
}

// The modes of gpu.shuffle, by number. Lanes are counted within their group of width lanes.
var shuffleModes = [...]func(lane, offset, width int64) int64{
	func(lane, offset, _ int64) int64 { return lane ^ offset },
	func(lane, offset, _ int64) int64 { return lane + offset },
	func(lane, offset, _ int64) int64 { return lane - offset },
	func(_, offset, _ int64) int64 { return offset },
}

func emitLaneShuffle(c *compiler, op *ir.Op) error {
	mode, ok := op.Attr("mode").(*ir.EnumAttr)
	if !ok || mode.Def != gpu.ShuffleMode {
		return c.unsupported(op, "in this mode")
	}
	return c.shuffle(op, c.operand(op, 1), c.operand(op, 2), shuffleModes[mode.Value])
}

func emitRotate(c *compiler, op *ir.Op) error {
	offset, _ := op.IntAttr("offset")
	width, _ := op.IntAttr("width")
	return c.shuffle(op, c.constant(uint64(offset)), c.constant(uint64(width)),
		func(lane, offset, width int64) int64 {
			return (lane + offset) % width
		})
}

func (c *compiler) shuffle(op *ir.Op, offset, width int32, from func(lane, offset, width int64) int64) error {
	x := &shuffle{
		value: c.operand(op, 0), result: c.result(op, 0), valid: c.result(op, 1),
		lanes:  laneCount(op.Operand(0).Type()),
		offset: offset, width: width, from: from,
	}
	c.emitTogether(instr{data: x}, false, execShuffle)
	return nil
}

// execShuffle gives each lane the value of another lane. A lane whose source does not exist keeps its own
// value, and its second result is false.
func execShuffle(in *instr, ts []*thread) {
	x := in.data.(*shuffle)
	values := make([][]uint64, len(ts))
	for i, t := range ts {
		values[i] = append([]uint64(nil), t.regs[x.value:x.value+x.lanes]...)
	}
	for i, t := range ts {
		offset, width := int64(int32(t.regs[x.offset])), int64(int32(t.regs[x.width]))
		if width < 1 || width > warpSize || width&(width-1) != 0 {
			t.fail(in, codeWarp, "the width of the shuffle is %d", width)
			return
		}
		base := int64(i) / width * width
		lane := x.from(int64(i)-base, offset, width)
		valid := lane >= 0 && lane < width && base+lane < int64(len(ts))
		if !valid {
			lane = int64(i) - base
		}
		copy(t.regs[x.result:], values[base+lane])
		t.regs[x.valid] = 0
		if valid {
			t.regs[x.valid] = 1
		}
	}
}

// ---- reductions ----

// reductionKinds has, for each of gpu's reductions by number, the kind of atomic update that computes the
// same: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf.
var reductionKinds = [...]struct{ integer, float int64 }{
	{1, 0}, {13, 12}, {11, -1}, {10, -1}, {-1, 9}, {7, -1}, {6, -1}, {-1, 5}, {2, -1}, {14, -1}, {15, -1},
	{-1, 8}, {-1, 4},
}

// reduction returns the instruction that combines two values of a type by a named reduction.
func (c *compiler) reduction(op *ir.Op, t ir.Type) (instr, error) {
	e := op.Attr("op").(*ir.EnumAttr)
	kind := reductionKinds[e.Value].integer
	if _, ok := floatKind(t); ok {
		kind = reductionKinds[e.Value].float
	}
	if kind < 0 || hasLanes(t) {
		return instr{}, c.unsupported(op, "on values of this type")
	}
	in, _, err := c.rmw(op, op.Context().Int(op.Context().I64, kind), t)
	return in, err
}

func emitAllReduce(c *compiler, op *ir.Op) error {
	if op.Attr("op") == nil {
		return c.foldTogether(op)
	}
	return c.reduceTogether(op, true, 0, 1)
}

// foldTogether emits a reduction by a region: each thread combines the values of all threads, in their order.
func (c *compiler) foldTogether(op *ir.Op) error {
	if lanes := laneCount(op.Operand(0).Type()); lanes != 1 || hasLanes(op.Operand(0).Type()) {
		return c.unsupported(op, "on values of this type")
	}
	value, count := c.operand(op, 0), c.temp(false)
	sum, next := c.slot(op.Body().Arg(0)), c.slot(op.Body().Arg(1))
	c.emitTogether(instr{}, true, func(_ *instr, ts []*thread) {
		all := make([]uint64, len(ts))
		for i, t := range ts {
			all[i], t.kernel.gathered = t.regs[value], all
		}
	})
	c.emitFree(instr{exec: execFirstOfAll, dst: sum, a: count})
	start := c.here()
	leave := c.emitFree(instr{exec: execNextOfAll, dst: next, b: count})
	err := c.region(op.Region(0), func(yield *ir.Op) error {
		c.assign(op.Body().Args()[:1], yield.Operands())
		c.emitFree(instr{exec: execAgain, a: int32(start), dst: count})
		return nil
	})
	c.setTarget(leave)
	c.assign(op.Results(), op.Body().Args()[:1])
	return err
}

// execFirstOfAll begins a combination with the value of the first thread.
func execFirstOfAll(t *thread, in *instr) { t.regs[in.dst], t.regs[in.a] = t.kernel.gathered[0], 1 }

// execNextOfAll continues with the value of the next thread, or jumps to a behind the last one.
func execNextOfAll(t *thread, in *instr) {
	if n := t.regs[in.b]; n < uint64(len(t.kernel.gathered)) {
		t.regs[in.dst] = t.kernel.gathered[n]
		return
	}
	t.pc, t.now = int(in.a), nil
}

func emitSubgroupReduce(c *compiler, op *ir.Op) error {
	size, _ := op.IntAttr("cluster_size")
	stride, ok := op.IntAttr("cluster_stride")
	if !ok {
		stride = 1
	}
	return c.reduceTogether(op, false, size, stride)
}

// reduceTogether emits a reduction over clusters of size threads that are stride apart. A size of 0 means all
// threads.
func (c *compiler) reduceTogether(op *ir.Op, block bool, size, stride int64) error {
	combine, err := c.reduction(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	acc, next, sum := c.temp(false), c.temp(false), c.temp(false)
	combine.a, combine.b, combine.dst = acc, next, sum
	value, result := c.operand(op, 0), c.result(op, 0)
	c.emitTogether(instr{}, block, func(_ *instr, ts []*thread) {
		sums := map[int64]uint64{}
		cluster := func(i int64) int64 {
			if size == 0 {
				return 0
			}
			return i/(size*stride)*stride + i%stride
		}
		for i, t := range ts {
			of := cluster(int64(i))
			have, ok := sums[of]
			if !ok {
				sums[of] = t.regs[value]
				continue
			}
			t.regs[acc], t.regs[next] = have, t.regs[value]
			combine.exec(t, &combine)
			sums[of] = t.regs[sum]
		}
		for i, t := range ts {
			t.regs[result] = sums[cluster(int64(i))]
		}
	})
	return nil
}
