package machine

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds the instructions of tensor memory that allocate, commit, wait and order: PTX ISA,
// "TensorCore 5th Generation Family Instructions". tensormemory.go has what must come after what,
// tcgen05move.go loads, stores and copies, tcgen05mma.go products.

func init() { register(map[string]decoder{"tcgen05": decodeTensor}) }

func decodeTensor(c *compiler, in *ptx.Instruction) bool {
	if len(in.Modifiers) == 0 || in.Has("cta_group::2") {
		return false
	}
	switch in.Modifiers[0] {
	case "alloc":
		return c.allocateTensor(in)
	case "dealloc":
		return c.freeTensor(in)
	case "relinquish_alloc_permit":
		return c.emitPlain(func(w *warp, mask uint32) {
			if w.whole(mask) {
				w.b.tensor.relinquished = w.b.g.site + 1
			}
		})
	case "ld", "st":
		return c.moveTensor(in)
	case "wait::ld", "wait::st":
		writes := in.Modifiers[0] == "wait::st"
		return c.emitPlain(func(w *warp, mask uint32) {
			if w.whole(mask) {
				w.waitTensor(writes)
			}
		})
	case "fence::before_thread_sync":
		return c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) {
				x := w.threads[l].tensorOf()
				x.before = append(x.before, tensorFence{site: w.b.g.site, epoch: w.threads[l].epoch})
			})
		})
	case "fence::after_thread_sync":
		return c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) { w.threads[l].fenceBehind() })
		})
	case "commit":
		return c.commitTensor(in)
	case "cp":
		return c.copyTensor(in)
	case "mma":
		return c.multiplyTensor(in)
	}
	return false
}

// fenceBehind notes a fence behind synchronization, with what the thread knows.
func (t *thread) fenceBehind() {
	x, site := t.tensorOf(), t.b.g.site
	f := tensorFence{site: site, epoch: t.epoch, clock: t.clock}
	for i := range x.after {
		if x.after[i].site == site {
			x.after[i] = f
			return
		}
	}
	x.after = append(x.after, f)
}

// waitTensor completes the loads, or the stores, of a warp.
func (w *warp) waitTensor(writes bool) {
	g := w.b.g
	for _, op := range w.b.tensor.ops {
		if op.async || op.waited || op.writes != writes ||
			op.thread.number/warpSize != w.threads[0].number/warpSize {
			continue
		}
		op.waited, op.waiting = true, g.site
		each(op.lanes, func(l int) { op.epochs[l] = w.threads[l].epoch })
		if !writes {
			g.tensorNeeds(g.site) // its registers are there
		}
	}
}

// tensorAddress decodes an address of tensor memory: the column in the lower half, the lane in the upper.
func (c *compiler) tensorAddress(o ptx.Operand) tensorAddress {
	a, ok := o.(*ptx.Address)
	if !ok {
		c.bad(o, "expected an address of tensor memory in brackets")
		return tensorAddress{}
	}
	if a.Base == "" {
		return tensorAddress{c.constant(0), uint64(a.Offset)}
	}
	return tensorAddress{c.source(&ptx.Name{Name: a.Base, Span: a.Span}, "b32"), uint64(a.Offset)}
}

type tensorAddress struct {
	base   int32
	offset uint64
}

// of returns the lane and the column of an address that a lane gives.
func (a tensorAddress) of(w *warp, l int) (lane, column int) {
	v := w.lanes(a.base)[l] + a.offset
	return int(v >> 16 & 0xffff), int(v & 0xffff)
}

// allocateTensor decodes tcgen05.alloc.
func (c *compiler) allocateTensor(in *ptx.Instruction) bool {
	if !counts(in, 2) {
		return false
	}
	where, columns := c.address(in.Operands[0], barrierSpace(in)), c.source(in.Operands[1], "b32")
	c.emit(op{flow: pause, wait: func(w *warp, mask uint32) bool {
		if !w.whole(mask) {
			return true
		}
		return w.allocateTensor(in, where, int(w.lanes(columns)[0]))
	}})
	return true
}

// allocateTensor allocates columns, and stores where they are; false if the warp has to wait for them.
func (w *warp) allocateTensor(in *ptx.Instruction, where location, columns int) bool {
	g, m, name := w.b.g, &w.b.tensor, w.threads[0].name()
	switch {
	case columns < tensorUnit || columns > tensorColumns || bits.OnesCount(uint(columns)) != 1:
		g.fail(codeTensorAllocation, "%s allocates %s of tensor memory; it is a power of two from 32 to 512",
			name,
			diag.Count(columns, "column"))
		return true
	case m.relinquished > 0:
		g.fail(codeTensorAllocation, "%s allocates tensor memory behind tcgen05.relinquish_alloc_permit",
			name).
			Note(g.place(m.relinquished-1), "the permit is given up here")
		return true
	case m.last > 0 && columns > m.last:
		g.fail(codeTensorAllocation,
			"%s allocates %d columns of tensor memory, more than the %d of the allocation "+
				"before", name, columns, m.last)
		return true
	}
	first := m.room(columns)
	if w.starving = nil; first < 0 {
		w.starving = in
		return false
	}
	data, memory, at := w.reach(0, where.space, where.of(w, 0), 4, "writes")
	if data == nil {
		return true
	}
	if memory != w.b.shared {
		g.fail(codeBounds,
			"%s lets the address of tensor memory be written to %s; it has to be in shared memory", name,
			memory.name)
		return true
	}
	m.last = columns
	m.allocations = append(m.allocations, tensorAllocation{first, columns, g.site})
	w.threads[0].touch(memory, at, 4, plainAccess(writes))
	w.own = false
	w.put(data, 4, uint64(first))
	return true
}

// freeTensor decodes tcgen05.dealloc.
func (c *compiler) freeTensor(in *ptx.Instruction) bool {
	if !counts(in, 2) {
		return false
	}
	address, columns := c.source(in.Operands[0], "b32"), c.source(in.Operands[1], "b32")
	return c.emitPlain(func(w *warp, mask uint32) {
		if w.whole(mask) {
			w.freeTensor(int(w.lanes(address)[0]), int(w.lanes(columns)[0]))
		}
	})
}

// freeTensor frees an allocation, and reports what may still be accessed in it.
func (w *warp) freeTensor(first, columns int) {
	g, m := w.b.g, &w.b.tensor
	for i, a := range m.allocations {
		if a.first != first || a.columns != columns {
			continue
		}
		op := w.newTensorOp(w.threads[0], tensorPlace{0xff, first, first + columns}, true, false, 1)
		op.frees = true
		w.b.accessTensor(w.threads, op)
		m.forgetColumns(first, first+columns)
		m.allocations = append(m.allocations[:i:i], m.allocations[i+1:]...)
		return
	}
	g.fail(codeTensorAllocation,
		"%s frees %d columns of tensor memory from column %d on, which no tcgen05.alloc gave",
		w.threads[0].name(), columns, first)
}

// forgetColumns makes columns as if nothing had written them.
func (m *tensorMemory) forgetColumns(first, end int) {
	rest := m.ops[:0]
	for _, op := range m.ops {
		if op.place.first >= end || op.place.end <= first {
			rest = append(rest, op)
		}
	}
	clear(m.ops[len(rest):])
	m.ops = rest
	m.memory()
	for lane := range tensorLanes {
		clear(m.written[lane*tensorColumns+first : lane*tensorColumns+end])
	}
}

// commitTensor decodes tcgen05.commit.
func (c *compiler) commitTensor(in *ptx.Instruction) bool {
	many := in.Has("multicast::cluster")
	if !in.Has("mbarrier::arrive::one") || !counts(in, 1+int(truth(many))) {
		return false
	}
	where, members := c.address(in.Operands[0], barrierSpace(in)), int32(-1)
	if many {
		members = c.source(in.Operands[1], "b16")
	}
	return c.perLane(func(w *warp, l int) {
		if members >= 0 && w.lanes(members)[l] != 1 {
			w.b.g.halt("a tcgen05.commit to other blocks of a cluster is not executed")
			return
		}
		o, t := w.object(l, where), w.threads[l]
		if o == nil {
			return
		}
		x := t.tensorOf()
		f := &tensorCommit{upTo: x.issued, object: o, told: tell([]*thread{t}), site: w.b.g.site}
		x.commits = append(x.commits, f)
		x.pending = append(x.pending, tensorPending{commit: f})
		if w.b.g.config.Mode == Early {
			t.landTensor(len(x.pending))
		}
	})
}
