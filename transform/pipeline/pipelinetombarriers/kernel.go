package pipelinetombarriers

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// warpgroup is the number of threads of a warpgroup: those of the producer.
const warpgroup = 128

// kernel is a kernel that is given roles.
type kernel struct {
	f        *ir.Op
	launches []*ir.Op
	threads  int64 // of the consumers
	rings    []*ring
	maps     []*tensorMap
	byLoop   map[*ir.Op][]int // the numbers of a loop's rings
	filled   map[*ir.Op]bool  // the allocations that rings fill
	// copying are the statements of rings with all that is in them, around the loops and what they are in,
	// and read what the copies read.
	copying, around map[*ir.Op]bool
	read            map[*ir.Value]bool
	constant        map[*ir.Value]bool // what is known of arguments: whether the kernel only reads them
}

// find finds the rings of the annotated loops of the kernel, and what keeps it from having roles.
func (k *kernel) find() *refusal {
	for op := range k.f.Walk() {
		if !asynchronous(op) {
			continue
		}
		if !op.Is(scf.For) {
			return &refusal{op, codeAnnotation, "it is no scf.for"}
		}
		if why := k.ringsOf(op); why != nil {
			return why
		}
	}
	if len(k.rings) == 0 {
		return nil
	}
	k.note()
	if why := k.checkKernel(); why != nil {
		return why
	}
	return k.checkSlice()
}

// note notes where the rings are in the kernel.
func (k *kernel) note() {
	k.copying, k.around = map[*ir.Op]bool{}, map[*ir.Op]bool{}
	k.read, k.constant = map[*ir.Value]bool{}, map[*ir.Value]bool{}
	k.byLoop = map[*ir.Op][]int{}
	for i, r := range k.rings {
		k.byLoop[r.loop] = append(k.byLoop[r.loop], i)
		for _, c := range r.copies {
			for op := range c.Walk() {
				k.copying[op] = true
			}
		}
		for op := r.loop; op != k.f && !k.around[op]; op = op.Parent() {
			k.around[op] = true
		}
		for _, b := range r.boxes {
			k.read[b.tensor] = true
		}
	}
}

// checkKernel checks the kernel itself, its operations that concern all threads, and its launches.
func (k *kernel) checkKernel() *refusal {
	loop := k.rings[0].loop
	refuse := func(format string, args ...any) *refusal {
		return &refusal{loop, codeKernel, fmt.Sprintf(format, args...)}
	}
	size := k.f.Ints("known_block_size")
	switch {
	case !gpu.IsKernel(k.f):
		return refuse("the function around it is no kernel")
	case len(k.f.Region(0).Blocks()) != 1:
		return refuse("its kernel has branches between blocks of code")
	case len(size) != 3 || size[1] != 1 || size[2] != 1:
		return refuse("its kernel does not say how many threads a block has, in one dimension, by " +
			"known_block_size")
	case size[0]%warpgroup != 0 || size[0] > 1024-warpgroup:
		return refuse("%d threads are no whole warpgroups that leave room for one more of 128 in a block of "+
			"at most 1024", size[0])
	}
	k.threads = size[0]
	for op := range k.f.Walk() {
		if why := k.checkCollective(op); why != "" {
			return refuse("'%s' at %v %s", op.Name(), op.Span(), why)
		}
	}
	return nil
}

// checkCollective returns what is wrong with an operation that concerns all threads of a block, "" if nothing
// is.
func (k *kernel) checkCollective(op *ir.Op) string {
	switch {
	case op.Is(gpu.Barrier), op.Is(gpu.BlockDim), op.Is(gpu.NumSubgroups):
		return ""
	case op.Def().Callee != nil && !op.Is(gpu.LaunchFunc):
		return "calls a function, which may wait for all threads"
	case (op.Is(nvvm.Barrier) || op.Is(nvvm.BarrierArrive)) && isOwnBarrier(op):
		return ""
	case op.Is(nvvm.Barrier), op.Is(nvvm.BarrierArrive), op.Def().Barrier != nil && op.Def().Barrier(op):
		return "waits for threads by a number that the consumers' barrier may have"
	case op.Def().ThreadNumber != nil && op.Def().ThreadNumber(op).Kind == ir.BlockSize:
		return "is the number of threads of the block"
	}
	return ""
}

// isOwnBarrier reports whether a barrier of a given number of threads certainly has another number than those
// of all threads and of the consumers.
func isOwnBarrier(op *ir.Op) bool {
	id, threads := op.OperandsOf(0), op.OperandsOf(1)
	return len(id) == 1 && len(threads) == 1 && atLeast(id[0]) > consumerBarrier
}

// atLeast returns a number that a value is never below, 0 if nothing is known of it. Numbers of barriers are
// small, so that sums of them do not wrap around.
func atLeast(v *ir.Value) int64 {
	if n, ok := ir.ConstInt(v); ok {
		return n
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
	case op.Is(arith.IndexCast):
		return atLeast(op.Operand(0))
	case op.Is(arith.AddI):
		return atLeast(op.Operand(0)) + atLeast(op.Operand(1))
	}
	return 0
}

// launchesOf finds the launches of kernels in a module.
func launchesOf(module *ir.Op) map[*ir.Op][]*ir.Op {
	launches := map[*ir.Op][]*ir.Op{}
	symbols := ir.NewSymbolTables()
	for _, op := range module.Find(gpu.LaunchFunc) {
		if ref, ok := op.Attr("kernel").(*ir.SymbolRefAttr); ok {
			kernel := symbols.Resolve(op, ref)
			launches[kernel] = append(launches[kernel], op)
		}
	}
	return launches
}
