package injectptxasynccopy

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The codes of the remarks say why a copy stays synchronous, or is not made as it is written.
var (
	codeShape = diag.Register("ptx-copy-shape", "an asynchronous operation does more than copy",
		"cp.async moves bytes and nothing else: what is stored must be what a load in the same operation "+
			"returns. Put the "+
			"computation, or the conversion, behind the wait.")
	codeSpace = diag.Register("ptx-copy-space",
		"an asynchronous copy is not one from global to shared memory",
		"cp.async reads global memory (no memory space, 0 or 1) and writes shared memory (3, "+
			"\"shared.dyn\" or "+
			"#gpu.address_space<workgroup>). Other copies run where they are issued.")
	codeSize = diag.Register("ptx-copy-size", "an asynchronous copy of a size that cp.async does not have",
		"cp.async copies 4, 8 or 16 bytes that lie next to each other. Copy several small elements at a "+
			"time: with vectors, or "+
			"in a loop with loop_kind = \"vectorized\".")
	codeStrided = diag.Register("ptx-copy-strided",
		"the elements of an asynchronous copy do not lie next to each other",
		"One cp.async copies bytes that lie next to each other in both memories. Elements of 4 bytes or "+
			"more are copied one by "+
			"one; smaller ones are not copied asynchronously at all.")
	codeAlign = diag.Register("ptx-copy-alignment",
		"the addresses of an asynchronous copy may not be multiples of its size",
		"A copy of 8 or 16 bytes needs addresses that are multiples of 8 or 16. Allocations and arguments "+
			"are taken to begin "+
			"at multiples of 16; subscripts and strides must keep that. Pad rows to a multiple, or copy "+
			"fewer bytes at a time.")
	codePredicate = diag.Register("ptx-copy-predicate",
		"the predicate of an asynchronous copy cannot be that of cp.async",
		"A predicated cp.async fills its destination with zeros, all of it, where the predicate is false. "+
			"The other value must be "+
			"0, and the predicate the same for all elements. A copy that is merely skipped must leave its "+
			"destination as it is, "+
			"so it stands under a condition instead.")
	codeOverlap = diag.Register("ptx-copy-overlap",
		"the accesses of one asynchronous operation may depend on each other",
		"An asynchronous operation runs in its own order, but cp.async operations that are issued one "+
			"after the other are not "+
			"ordered. They must touch different memory.")
	codeQueue = diag.Register("ptx-copy-queue", "a queue cannot be the one of cp.async",
		"A thread has one queue of cp.async, and its waits have constant counts. The queue with the most "+
			"copies that cp.async can "+
			"do becomes that queue; the operations of the others run where they are issued.")
)

// refusal is the reason why cp.async cannot do a copy.
type refusal struct {
	at   *ir.Op
	code diag.Code
	text string
}

// remark returns the refusal as a remark that begins with what happens instead.
func (r *refusal) remark(instead string) *diag.Diagnostic {
	return diag.Remarkf(r.code, r.at.Span(), "%s: %s", instead, r.text)
}

// synchronous is the beginning of most remarks.
const synchronous = "this copy stays synchronous"
