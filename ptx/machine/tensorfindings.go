package machine

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
)

// This file has the messages about tensor memory.

// verb says what an operation does to its columns.
func (op *tensorOp) verb() string {
	if op.writes {
		return "writes"
	}
	return "reads"
}

// thing says what an operation is.
func (g *launch) tensorThing(op *tensorOp) string { return "'" + g.k.sites[op.site].Name() + "'" }

// where are the columns that two operations have in common.
func (op *tensorOp) where(old *tensorOp) string {
	return fmt.Sprintf("columns %d to %d of tensor memory", max(op.place.first, old.place.first),
		min(op.place.end, old.place.end)-1)
}

// tensorInFlight reports an operation on cells that another one may still access.
func (f *findings) tensorInFlight(t *thread, old, op *tensorOp, wait string) {
	g := t.b.g
	if !f.isNew(codeTensorInFlight, old.site, op.site) {
		return
	}
	d := diag.Errorf(codeTensorInFlight, g.here(), "%s %s %s while %s of %s may still access them", t.name(),
		op.verb(), op.where(old), g.tensorThing(old), ownName(old.thread, t)).
		Note(g.place(old.site), "it is issued here")
	if wait != "" {
		f.list.Add(f.lacks(d.Suggest("put %s behind it, in front of what tells others", wait),
			Fix{Text: wait, Site: old.site, Behind: true}))
		return
	}
	x := old.thread.tensorOf()
	if len(x.commits) == 0 || x.commits[len(x.commits)-1].upTo <= old.number {
		d.Suggest("commit it with tcgen05.commit, and wait for the phase of its barrier object")
	} else {
		d.Suggest("wait for the phase of the barrier object at which its tcgen05.commit arrives")
	}
	f.list.Add(d)
}

// tensorUnordered reports an operation behind a load or store that was waited for, where nothing says that
// the wait came before.
func (f *findings) tensorUnordered(t *thread, old, op *tensorOp) {
	g := t.b.g
	if !f.isNew(codeTensorInFlight, old.site, op.site) {
		return
	}
	d := diag.Errorf(codeTensorInFlight, g.here(),
		"%s %s %s, which %s of %s accesses, and nothing orders the two",
		t.name(), op.verb(), op.where(old), g.tensorThing(old), ownName(old.thread, t)).
		Note(g.place(old.site), "there").
		Note(g.place(old.waiting), "it is complete behind this wait").
		Suggest("put a barrier behind the wait, or let the warp arrive at a barrier object there")
	f.lacksBarrier(d, old.waiting, g.site)
}

// tensorUnfenced warns of two operations that synchronization orders without the fences for tensor memory.
func (f *findings) tensorUnfenced(t *thread, old, op *tensorOp, behind bool) {
	g := t.b.g
	first, text, fix := old.site, "tcgen05.fence::before_thread_sync", Fix{Site: old.waiting, Behind: true}
	if behind {
		first, text, fix = op.site, "tcgen05.fence::after_thread_sync", Fix{Site: op.site}
	}
	if !f.isNew(codeTensorFence, first, int32(truth(behind))) {
		return
	}
	fix.Text = text
	where := "in front of the synchronization"
	if behind {
		where = "behind the synchronization"
	}
	f.list.Add(f.lacks(diag.Warningf(codeTensorFence, g.here(),
		"%s %s %s, which %s of %s accesses before, and no %s lies %s", t.name(), op.verb(), op.where(old),
		g.tensorThing(old), ownName(old.thread, t), text, where).
		Note(g.place(old.site), "there").
		Suggest("put %s %s", text, where), fix))
}

var (
	codeTensorPlace = diag.Register("ptx-tensor-place",
		"an access to tensor memory where the warp has none, or nothing is allocated",
		"A block has 128 lanes of 512 columns. Columns are there from tcgen05.alloc to tcgen05.dealloc, "+
			"and warp "+
			"i reaches lanes 32(i%4) to 32(i%4) + 31 by tcgen05.ld and tcgen05.st. The upper half of an "+
			"address is "+
			"the lane, the lower half the column.")
	codeTensorAllocation = diag.Register("ptx-tensor-allocation",
		"columns of tensor memory are not allocated and freed as they have to be",
		"tcgen05.alloc takes a power of two from 32 to 512 columns, not more than the allocation before, "+
			"and none "+
			"behind tcgen05.relinquish_alloc_permit. It waits until so many are free. tcgen05.dealloc "+
			"frees what one "+
			"alloc gave, before the block ends.")
	codeTensorInFlight = diag.Register("ptx-tensor-in-flight",
		"tensor memory is accessed while an operation may still access it",
		"A product or a copy is complete when the phase is at whose barrier object a tcgen05.commit behind "+
			"it "+
			"arrives; a load behind tcgen05.wait::ld, a store behind tcgen05.wait::st. Only products and "+
			"copies of "+
			"one thread are in order by themselves. Other threads need synchronization behind the wait.")
	codeTensorFence = diag.Register("ptx-tensor-fence",
		"threads hand tensor memory over without the fences of tcgen05",
		"Between loads or stores of a warp and what another warp does, tcgen05.fence::before_thread_sync "+
			"belongs in "+
			"front of the synchronization and tcgen05.fence::after_thread_sync behind it. A tcgen05.commit "+
			"has the "+
			"former in it.")
	codeTensorNeedless = diag.Register("ptx-tensor-needless",
		"a wait or a fence of tensor memory that nothing needs",
		"No two operations on the same cells have it between them, or another one orders them as well. It "+
			"costs "+
			"time only.")
	codeTensorDescriptor = diag.Register("ptx-tensor-descriptor",
		"a descriptor of a product or a copy of tensor memory has values that the instruction does not take",
		"The instruction descriptor says types, M and N; a descriptor of shared memory has bits 46 to 48 "+
			"equal to "+
			"1 and one of the patterns 0, 1, 2, 4 and 6 (PTX ISA, \"Instruction Descriptor\" and \"Shared "+
			"Memory "+
			"Descriptor\").")
)
