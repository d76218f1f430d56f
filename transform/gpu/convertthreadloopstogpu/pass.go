package convertthreadloopstogpu

import (
	"cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-thread-loops-to-gpu.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-thread-loops-to-gpu",
	Summary: "Make kernels of loops that are bound to threads and blocks",
	Doc: "Loops with a mapping such as [#gpu.block<x>] or [#gpu.thread<x>], which T.thread_binding writes, " +
		"are iterations that threads of a GPU " +
		"execute at the same time. The outermost of them, with all in it, becomes a gpu.launch: the number " +
		"of a thread takes the place of each variable. " +
		"A loop of fewer iterations than the block has threads is guarded; what stands outside of the " +
		"loops over an axis is done by the first thread along it, " +
		"or by all of them where it is memory of a thread that is written. " +
		"Memory in the scopes shared and shared.dyn becomes memory of the block, local memory of the " +
		"thread. " +
		"Loops that follow each other are in order: a barrier separates two that may exchange data in " +
		"global memory, and place-gpu-barriers finds those for " +
		"the memory of the block. Within a loop threads execute the statements side by side, and " +
		"place-gpu-barriers lets them wait where they exchange data in memory of the block. " +
		"A loop over threads whose iterations all update the same elements is a reduction: threads compute " +
		"what goes in, and behind that one loop updates the " +
		"elements in the order of the program. With the option exchanging, kernels whose loops compute in " +
		"order what the threads do stay loops. Pipelines go first, so run inject-software-pipeline before, " +
		"and gpu-kernel-outlining behind.",
	Anchor: "func.func",
	Options: []pass.Option{{Name: "exchanging", Type: pass.Bool, Default: "false",
		Help: "Convert only kernels whose threads exchange data within a loop over threads, or wait for " +
			"each other there"}},
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		kernels, converted := outermost(r.Op), 0
		for _, top := range kernels {
			k, err := newKernel(top)
			if err != nil {
				return err
			}
			if err := cmp.Or(k.checkCalls(), k.checkBlocks()); err != nil {
				return err
			}
			if r.Bool("exchanging") && !k.exchanges() {
				continue
			}
			if err := k.convert(); err != nil {
				return err
			}
			converted++
		}
		if converted == 0 {
			r.Unchanged()
		}
		r.Count("kernels", converted)
		return nil
	},
})

const before = `func.func @f(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  scf.for %bx = %c0 to %c2 step %c1 {
    scf.for %tx = %c0 to %c128 step %c1 {
      %base = arith.muli %bx, %c128 : index
      %i = arith.addi %base, %tx : index
      %x = memref.load %a[%i] : memref<256xf32>
      memref.store %x, %b[%i] : memref<256xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<256xf32>, %arg1: memref<256xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    %c2_0 = arith.constant 2 : index
    %c1_1 = arith.constant 1 : index
    %c128_2 = arith.constant 128 : index
    gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c2_0, %arg9 = %c1_1, %arg10 = %c1_1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c128_2, %arg12 = %c1_1, %arg13 = %c1_1) module(@kernels) {
      %0 = arith.muli %arg2, %c128 : index
      %1 = arith.addi %0, %arg5 : index
      %2 = memref.load %arg0[%1] {inflight.phase = 1 : i64} : memref<256xf32>
      memref.store %2, %arg1[%1] {inflight.phase = 1 : i64} : memref<256xf32>
      gpu.terminator
    }
    return
  }
}
`

var (
	codeLoop = diag.Register("thread-loop", "a loop cannot be bound to threads",
		"Loops over threads have constant bounds and a constant step, those over blocks these or a number "+
			"that is known before the kernel starts. No loop is in one over "+
			"the same axis, none hands on values, and all over one axis of blocks are the same one.")
	codeSize = diag.Register("thread-count", "a kernel is larger than a device can launch",
		"A block has at most 1024 threads, 64 along z; a grid has at most 65535 blocks along y and z.")
	codeScope = diag.Register("thread-scope", "memory of a kernel is in no scope of a GPU",
		"Kernels allocate memory in the scopes shared, shared.dyn and local, with constant extents, and "+
			"inside of the loops over threads or blocks that use it. Global memory is an "+
			"argument of the function.")
	codeCollective = diag.Register("thread-collective",
		"threads exchange data by a function that is not lowered",
		"T.tvm_thread_allreduce and the shuffles of a warp are read and printed, but neither run nor "+
			"compiled. Write the reduction as a block whose axis is bound to threads, or "+
			"exchange the data through memory in the scope shared.")
	codeLocal = diag.Register("thread-local",
		"a thread reads what another has written to memory that each has for itself",
		"Memory in the scope local is a register, or a place on the stack, of one thread. Loops over "+
			"threads one after the other may hand on values of each thread in it, and a "+
			"reduction over threads may update an element of it that does not depend on the thread. It "+
			"must be a statement alone in its loop over one axis of threads.")
	codePlace = diag.Register("thread-place", "an operation of a kernel belongs to no thread",
		"What stands outside of a loop over threads is done by the first thread alone if it writes memory "+
			"that others see, and hands on no values then. "+
			"All that writes global memory stands inside of all loops over blocks, since blocks do not "+
			"wait for each other, and none reads what another writes. Barriers must be met by all threads "+
			"of a block.")
)

// outermost returns the loops bound to threads or blocks that are in no other such loop.
func outermost(op *ir.Op) (list []*ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if _, bound := axisOf(inner); bound {
					list = append(list, inner)
				} else {
					list = append(list, outermost(inner)...)
				}
			}
		}
	}
	return list
}
