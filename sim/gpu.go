package sim

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"gpu.launch":             emitLaunch,
		"gpu.launch_func":        emitLaunchFunc,
		"gpu.terminator":         (*compiler).exit,
		"gpu.return":             emitReturn,
		"gpu.wait":               onDevice(func(*compiler, *ir.Op) error { return nil }),
		"gpu.memcpy":             onDevice(emitGPUCopy),
		"gpu.memset":             onDevice(emitMemset),
		"gpu.dealloc":            onDevice(emitGPUDealloc),
		"gpu.alloc":              emitGPUAlloc,
		"gpu.host_register":      emitNothing,
		"gpu.host_unregister":    emitNothing,
		"gpu.set_default_device": emitDevice,
		"gpu.barrier":            emitBarrier,
		"gpu.thread_id":          emitPlace(func(k *kernelThread, d int) int64 { return k.id[d] }),
		"gpu.block_id":           emitPlace(func(k *kernelThread, d int) int64 { return k.block.id[d] }),
		"gpu.block_dim": emitPlace(func(k *kernelThread, d int) int64 {
			return k.block.grid.block[d]
		}),
		"gpu.grid_dim": emitPlace(func(k *kernelThread, d int) int64 {
			return k.block.grid.size[d]
		}),
		"gpu.global_id": emitPlace(func(k *kernelThread, d int) int64 {
			return k.block.id[d]*k.block.grid.block[d] + k.id[d]
		}),
		"gpu.lane_id": emitPlace(func(k *kernelThread, _ int) int64 {
			return k.number % warpSize
		}),
		"gpu.subgroup_id": emitPlace(func(k *kernelThread, _ int) int64 {
			return k.number / warpSize
		}),
		"gpu.subgroup_size": emitPlace(func(*kernelThread, int) int64 { return warpSize }),
		"gpu.num_subgroups": emitPlace(func(k *kernelThread, _ int) int64 {
			return int64(len(k.block.warps))
		}),
		"gpu.dynamic_shared_memory": emitDynamicShared,
	})
	for d, x := range []string{"x", "y", "z"} {
		register(map[string]emitter{
			"nvvm.read.ptx.sreg.tid." + x: emitPlace(func(k *kernelThread, _ int) int64 {
				return k.id[d]
			}),
			"nvvm.read.ptx.sreg.ntid." + x: emitPlace(func(k *kernelThread, _ int) int64 {
				return k.block.grid.block[d]
			}),
			"nvvm.read.ptx.sreg.ctaid." + x: emitPlace(func(k *kernelThread, _ int) int64 {
				return k.block.id[d]
			}),
			"nvvm.read.ptx.sreg.nctaid." + x: emitPlace(func(k *kernelThread, _ int) int64 {
				return k.block.grid.size[d]
			}),
		})
	}
	register(map[string]emitter{
		"nvvm.read.ptx.sreg.laneid": emitPlace(func(k *kernelThread, _ int) int64 {
			return k.number % warpSize
		}),
	})
}

// onDevice makes an emitter of a device operation from an emitter of its effect. The operation starts after
// its dependencies, and is a task if it has a token.
func onDevice(e emitter) emitter {
	return func(c *compiler, op *ir.Op) error {
		token := op.AsyncToken()
		dependencies := c.slotsOf(op.AsyncDependencies())
		if token == nil {
			if len(dependencies) > 0 {
				c.emit(instr{exec: execAwait, pauses: true, args: dependencies, data: []unwrap(nil)})
			}
			return e(c, op)
		}
		if c.prog.sites[c.site].name == "" {
			c.prog.sites[c.site].name = op.Name()
		}
		issue := instr{exec: execTaskIssue, pauses: true, data: &taskResults{token: c.slot(token), queue: -1}}
		return c.issue(issue, nil, func() error {
			c.emitFree(instr{exec: execTaskStart, args: c.slotsOf(op.AsyncDependencies()),
				data: []unwrap(nil)})
			c.charged = false // the operation costs time in the task as well
			err := e(c, op)
			c.emitFree(instr{exec: execTaskEnd})
			return err
		})
	}
}

func emitGPUCopy(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCopy, a: c.slot(gpu.Source(op)), b: c.slot(gpu.Memory(op)), touches: true})
	return nil
}

func emitDevice(c *compiler, op *ir.Op) error {
	c.emitFree(instr{exec: execDevice, a: c.slot(op.Operand(0))})
	return nil
}

func emitMemset(c *compiler, op *ir.Op) error {
	value := gpu.Source(op)
	if isMem(value.Type()) || hasLanes(value.Type()) {
		return c.unsupported(op, "with this value")
	}
	c.emit(instr{exec: execFill, a: c.slot(gpu.Memory(op)), b: c.slot(value), touches: true})
	return nil
}

// execFill stores one value to every element.
func execFill(t *thread, in *instr) {
	v := t.mems[in.a]
	n := ir.NumElements(v.sizes)
	t.charge(in.site, n)
	index := make([]int64, len(v.sizes))
	for ; n > 0 && t.m.err == nil; n-- {
		at, ok := t.locate(in, v, v.linear(index))
		if !ok {
			return
		}
		t.store(in, v, at, t.regs[in.b])
		if n%chunk == 0 {
			t.m.spend(t, chunk)
		}
		value.Advance(index, v.sizes)
	}
	if t.m.err != nil {
		t.halt()
	}
}

func emitGPUDealloc(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) {
		t.free(in, t.mems[in.a])
	}, a: c.slot(gpu.Memory(op)), touches: true})
	return nil
}

// emitGPUAlloc emits an allocation. If it has a token, the memory exists at once, but its users must wait for
// the token.
func emitGPUAlloc(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	if err := c.checkLayout(op, typ); err != nil {
		return err
	}
	a := newAllocation(typ, op.Result(0))
	token := op.AsyncToken()
	dependencies := c.slotsOf(op.AsyncDependencies())
	if token == nil {
		c.emit(instr{exec: execAwait, pauses: true, args: dependencies, data: []unwrap(nil)})
	}
	c.emit(instr{exec: execAlloc, dst: c.result(op, 0), args: c.slotsOf(op.OperandsOf(1)), data: a})
	if token == nil {
		return nil
	}
	c.prog.sites[c.site].name = op.Name()
	issue := instr{exec: execAllocIssue, pauses: true, dst: c.result(op, 0),
		data: &taskResults{token: c.slot(token), queue: -1}}
	return c.issue(issue, nil, func() error {
		c.emitFree(instr{exec: execTaskStart, args: c.slotsOf(op.AsyncDependencies()), data: []unwrap(nil)})
		c.emitFree(instr{exec: execTaskEnd})
		return nil
	})
}

// execAllocIssue issues the allocation of the memory in register dst. Its token completes with the
// allocation.
func execAllocIssue(t *thread, in *instr) {
	b := t.mems[in.dst].buf
	execTaskIssue(t, in)
	if k := completion(t.mems[in.data.(*taskResults).token]); t.tracked && t.m.err == nil {
		at := t.momentAt(in.site)
		born := &moment{place: in.site, scope: at.scope, values: at.values, rest: at.rest,
			callers: at.callers, inFlight: at.inFlight}
		b.born = shadow.Access{At: &born.at(k.strand, 1).Moment, Site: in.site, Kind: shadow.Alloc}
	}
}

// ---- launches ----

func emitLaunch(c *compiler, op *ir.Op) error {
	return onDevice(func(c *compiler, op *ir.Op) error {
		return c.launch(op, op.Region(0), func() error {
			c.emitFree(instr{exec: execLaunchPlaces, args: c.slotsOf(op.Body().Args()[:12])})
			c.attributions(gpu.WorkgroupMemory(op), gpu.PrivateMemory(op))
			return c.region(op.Region(0), func(*ir.Op) error {
				c.emitFree(instr{exec: execThreadEnd})
				return nil
			})
		})
	})(c, op)
}

func emitLaunchFunc(c *compiler, op *ir.Op) error {
	if gpu.Stream(op) != nil {
		return c.unsupported(op, "on a stream")
	}
	fn, err := c.callee(op, "kernel")
	if err != nil {
		return err
	}
	return onDevice(func(c *compiler, op *ir.Op) error {
		return c.launch(op, nil, func() error {
			c.emitFree(instr{
				exec: func(t *thread, in *instr) {
					t.call(in, fn)
				}, args: c.slotsOf(gpu.KernelOperands(op)), data: []int32(nil),
			})
			c.emitFree(instr{exec: execThreadEnd})
			return nil
		})
	})(c, op)
}

// launch emits a launch of threads. Their code is that of the region, or is emitted by body alone. It must
// end the threads.
func (c *compiler) launch(op *ir.Op, r *ir.Region, body func() error) error {
	if gpu.HasClusters(op) {
		return c.unsupported(op, "with clusters")
	}
	if c.prog.sites[c.site].name == "" {
		c.prog.sites[c.site].name = label(op)
	}
	return c.issue(instr{exec: execLaunch, pauses: true, data: c.launcher(op)}, r, body)
}

// launcher returns the description of a launch, with the registers of its sizes.
func (c *compiler) launcher(op *ir.Op) *launcher {
	x := &launcher{kernel: c.resolve(op, "kernel"), shared: -1,
		narrow: 64 - uint64(widthOf(gpu.GridSize(op)[0].Type()))}
	for d := range 3 {
		x.grid[d], x.block[d] = c.slot(gpu.GridSize(op)[d]), c.slot(gpu.BlockSize(op)[d])
	}
	if v := gpu.DynamicSharedMemorySize(op); v != nil {
		x.shared = c.slot(v)
	}
	return x
}

// execLaunchPlaces gives a thread of a gpu.launch its indices. Its registers are, in groups of three: the
// block's index, the thread's index, and the sizes of grid and block.
func execLaunchPlaces(t *thread, in *instr) {
	k := t.kernel
	for g, e := range []extents{k.block.id, k.id, k.block.grid.size, k.block.grid.block} {
		for d := range 3 {
			t.regs[in.args[3*g+d]] = uint64(e[d])
		}
	}
}

// attributions emits the allocation of the memory that a kernel declares: one per block, or one per thread.
func (c *compiler) attributions(workgroup, private []*ir.Value) {
	for _, v := range workgroup {
		a := newAllocation(v.Type().(*ir.MemRefType), v)
		c.emitFree(instr{exec: execSharedAlloc, dst: c.slot(v), data: a})
	}
	for _, v := range private {
		a := newAllocation(v.Type().(*ir.MemRefType), v)
		a.stack = true
		c.emitFree(instr{exec: execAlloc, dst: c.slot(v), data: a})
	}
}

// execSharedAlloc allocates memory of a block: the first thread that executes the allocation for the n-th
// time makes the memory, and the other threads get the same.
func execSharedAlloc(t *thread, in *instr) {
	v := t.sharedMemory(in.data, func() *view {
		execAllocHere(t, in)
		return t.mems[in.dst]
	})
	t.mems[in.dst] = v
}

// sharedMemory returns the memory that an allocation of shared memory, key, gives a thread of a kernel.
func (t *thread) sharedMemory(key any, make func() *view) *view {
	k := t.kernel
	if k.allocs == nil {
		k.allocs = map[any]int{}
	}
	n := k.allocs[key]
	k.allocs[key]++
	b := k.block
	if n == len(b.shared[key]) {
		v := make()
		if t.m.err != nil {
			return v
		}
		v.buf.shared, b.memory = true, append(b.memory, v.buf)
		v.buf.key = mix(mix(^t.strand.parent.key, hashExtents(b.id)), uint64(len(b.shared)*1000+n))
		b.shared[key] = append(b.shared[key], v)
	}
	return b.shared[key][n]
}

func hashExtents(e extents) uint64 { return mix(mix(uint64(e[0]), uint64(e[1])), uint64(e[2])) }

func emitDynamicShared(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execDynamicShared, dst: c.result(op, 0),
		data: valueName(op.Result(0), "the dynamic shared memory")})
	return nil
}

// dynamicShared is the key of the dynamic shared memory of a block.
type dynamicShared struct{}

func execDynamicShared(t *thread, in *instr) {
	k := t.inKernel(in, false)
	if k == nil {
		return
	}
	delete(k.allocs, dynamicShared{}) // every execution returns the same memory
	t.mems[in.dst] = t.sharedMemory(dynamicShared{}, func() *view {
		b := t.m.alloc(t, in, []int64{k.block.grid.shared}, 1, 1, true)
		if b == nil {
			return nil
		}
		b.name = in.data.(string)
		return newView(b, 1)
	})
}

// isShared reports whether an allocation of the type in a kernel gives each block one memory.
func isShared(t *ir.MemRefType) bool { return nvgpu.IsShared(t.MemorySpace) }

// ---- places ----

// emitPlace returns an emitter of an operation that gives a thread an index or a size along a dimension, if
// the operation has one.
func emitPlace(of func(k *kernelThread, dimension int) int64) emitter {
	return func(c *compiler, op *ir.Op) error {
		d := 0
		if e, ok := op.Attr("dimension").(*ir.EnumAttr); ok {
			d = int(e.Value)
		}
		c.emit(instr{dst: c.result(op, 0), exec: func(t *thread, in *instr) {
			if k := t.inKernel(in, false); k != nil {
				t.regs[in.dst] = uint64(of(k, d))
			}
		}})
		return nil
	}
}

func emitBarrier(c *compiler, _ *ir.Op) error {
	c.emit(instr{exec: execBarrier, pauses: true})
	return nil
}
