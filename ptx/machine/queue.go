package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// A queue is one of the kinds of asynchronous operations that a thread commits in groups.
type queue uint8

const (
	cpAsync    queue = iota // cp.async
	bulkStore               // cp.async.bulk from shared memory
	wgmma                   // products of a warpgroup
	onBarrier               // no queue: cp.async.bulk to shared memory, whose bytes a barrier object counts
	storeAsync              // no queue either: st.async and red.async, which go through the generic proxy
	onTensor                // no queue either: products and copies of tensor memory, which are committed
)

// waitNames are the instructions that wait for groups.
var waitNames = [...]string{"cp.async.wait_group", "cp.async.bulk.wait_group", "wgmma.wait_group",
	"mbarrier.try_wait", "mbarrier.try_wait",
	"tcgen05.commit, and a wait for the phase of its barrier object"}

// commitNames are the instructions that commit groups.
var commitNames = [...]string{"cp.async.commit_group", "cp.async.bulk.commit_group", "wgmma.commit_group"}

// thing is what a queue holds, in words.
func (q queue) thing() string {
	switch q {
	case wgmma, onTensor:
		return "a product"
	case storeAsync:
		return "an asynchronous store"
	}
	return "a copy"
}

// queueOf returns the queue that an instruction is about.
func queueOf(in *ptx.Instruction) queue {
	switch {
	case in.Opcode == "wgmma":
		return wgmma
	case in.Has("bulk"):
		return bulkStore
	}
	return cpAsync
}

// Wait is one execution of a wait for groups by a thread.
type Wait struct {
	// Site is the number of the instruction, for Kernel.Instruction.
	Site int32
	// Commits is the number of groups that the thread had committed, N how many of the youngest may stay
	// incomplete, and Done how many are complete then, whatever wait they were complete by.
	Commits, N, Done int
	// DoneReads is how many groups have read their sources. A wait for Reads makes no more complete than
	// that.
	DoneReads int
	Reads     bool
}

// Need is one group of a thread that must be complete.
type Need struct {
	// Group is the number of the group in its thread. It must be complete by one of the thread's first Known
	// waits: later ones come too late for the first access that meets the group's copies. Copy and Access are
	// the numbers of the two instructions; Access is AtEnd if the thread must not end before.
	Group, Known int
	Copy, Access int32
	// Writes says that what must be complete is what the group writes: its reads are not enough.
	Writes bool
}

// AtEnd is the end of a thread among what groups must be complete before.
const AtEnd = -1

// Trace is what one thread waited for in one of its queues, and what of it was needed.
type Trace struct {
	Waits []Wait
	Needs []Need
	// Commits is the number of groups that the thread committed.
	Commits int
}

// Instruction returns the instruction of a number.
func (k *Kernel) Instruction(site int32) *ptx.Instruction { return k.sites[site] }

// copies are the asynchronous operations of a thread in one queue.
type copies struct {
	used    bool // whether it counts epochs
	commits int
	issued  uint32
	pending []pending
	waits   []Wait
	byEpoch []int32 // by epoch, how many waits there were at its end
	// by group, first of its reads and then of its writes; Known is -1 where nothing is needed
	needs   []Need
	last    pending // the youngest copy
	site    int32   // of that
	arrived uint32  // how many copies a barrier object was told of
}

// complete returns how many groups are complete.
func (c *copies) complete() int {
	if len(c.waits) == 0 {
		return 0
	}
	return c.waits[len(c.waits)-1].Done
}

// epochEnds notes how many waits there were.
func (c *copies) epochEnds() { c.byEpoch = append(c.byEpoch, int32(len(c.waits))) }

// waitsBefore returns how many waits belong to the first epochs.
func (c *copies) waitsBefore(epochs uint32) int {
	if epochs == 0 {
		return 0
	}
	return int(c.byEpoch[epochs-1])
}

// completeReads returns how many groups have read their sources.
func (c *copies) completeReads() int {
	if len(c.waits) == 0 {
		return 0
	}
	return c.waits[len(c.waits)-1].DoneReads
}

// need notes that a group must be complete by one of the first waits.
func (c *copies) need(group, known int, old *access, access int32) {
	n := 2 * group
	if old.kind&writes != 0 {
		n++ // what it writes can be needed later than what it reads
	}
	for len(c.needs) <= n {
		c.needs = append(c.needs, Need{Known: -1})
	}
	if at := &c.needs[n]; at.Known < 0 || known < at.Known {
		*at = Need{group, known, old.site, access, old.kind&writes != 0}
	}
}

// needAtEnd notes that a thread, which has ended, waited for its youngest operation, if it has one.
func (c *copies) needAtEnd() {
	if c.issued > c.arrived {
		c.need(c.last.group, len(c.waits), &access{site: c.last.site}, AtEnd)
	}
}

// traces returns what the threads waited for.
func (b *cluster) traces() []Trace {
	var all []Trace
	for _, t := range b.threads {
		for q := range t.queues {
			if c := &t.queues[q]; c.used {
				needs := slices.DeleteFunc(c.needs, func(n Need) bool { return n.Known < 0 })
				all = append(all, Trace{c.waits, needs, c.commits})
			}
		}
	}
	return all
}

// use returns a queue that from now on counts epochs.
func (t *thread) use(q queue) *copies {
	c := &t.queues[q]
	if !c.used {
		c.used, c.byEpoch = true, make([]int32, t.epoch)
	}
	return c
}

// waitFor waits until at most n groups are incomplete, or have not read their sources.
func (t *thread) waitFor(q queue, w Wait) {
	c := t.use(q)
	w.Commits = c.commits
	done := max(c.completeReads(), c.commits-w.N)
	w.Done, w.DoneReads = done, done
	if w.Reads {
		w.Done = c.complete()
	}
	c.waits = append(c.waits, w)
	if len(c.pending) > 0 {
		t.landFirst(q, func(p *pending) bool { return p.group < done })
	}
}

// commit decodes a commit.
func (c *compiler) commit(q queue) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) { w.threads[l].use(q).commits++ })
		if q == wgmma {
			w.commitProducts()
		}
	})
}

// waitGroup decodes a wait for groups.
func (c *compiler) waitGroup(in *ptx.Instruction, q queue) bool {
	if len(in.Operands) != 1 {
		return false
	}
	n, ok := in.Operands[0].(*ptx.Immediate)
	if !ok || n.Kind != ptx.Integer || n.Bits > 1<<20 {
		c.bad(in.Operands[0], "the number of groups is a constant")
		return true
	}
	wait := Wait{Site: c.site(), N: int(n.Bits), Reads: in.Has("read")}
	if q == wgmma {
		c.emit(op{flow: pause, wait: func(w *warp, mask uint32) bool {
			if !w.productsIssued(mask, wait.N) {
				return false
			}
			w.meet(mask)
			each(mask, func(l int) { w.threads[l].waitFor(q, wait) })
			w.productsComplete(mask)
			return true
		}})
		return true
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) { w.threads[l].waitFor(q, wait) })
	})
}

// completes reports whether the groups that are complete by a wait, or have read their sources, include that
// of an access.
func (w *Wait) completes(a *access) bool {
	if a.kind&writes == 0 {
		return w.DoneReads > int(a.group)
	}
	return w.Done > int(a.group)
}

// abandons reports whether the thread has ended without a wait for its youngest operation; that it has read
// its sources is enough.
func (c *copies) abandons() bool {
	return c.issued > c.arrived && c.last.group >= c.completeReads()
}
