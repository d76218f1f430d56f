package convertparallelloopstogpu

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-parallel-loops-to-gpu.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-parallel-loops-to-gpu",
	Title:   "ConvertParallelLoopToGpuPass",
	Summary: "Convert mapped scf.parallel ops to gpu launch operations",
	Doc: "An scf.parallel with a mapping, as gpu-map-parallel-loops gives it, becomes a gpu.launch with " +
		"all in it. A dimension mapped to a block or a thread " +
		"takes its number from there, and the launch has as many of them as the loop has iterations; a " +
		"bound that is only known in the kernel is replaced by a " +
		"constant that is at least as large, and a condition. Other dimensions are loops. A reduction of a " +
		"loop over threads is a gpu.all_reduce. A nest for which that is not possible stays, with a remark " +
		"that says why.",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		for _, op := range r.Op.Find(scf.Parallel) {
			if op.ParentOf(scf.Parallel) != nil || op.Attr(mappingAttr) == nil {
				continue
			}
			if err := convert(op); err != nil {
				for _, d := range diag.FromError(err) {
					d.Severity = diag.Remark
					r.Report(d)
				}
				continue
			}
			r.Count("launches", 1)
		}
		return nil
	},
})

const (
	mappingAttr = "mapping"
	// visitedAttr is what upstream leaves on a launch that was a loop.
	visitedAttr = "SCFToGPU_visited"
)

var codeParallel = diag.Register("parallel-to-gpu", "a parallel loop cannot become a launch",
	"All loops of the nest have a mapping, #gpu.loop_dim_map for each dimension. Each block or thread "+
		"dimension is used once. Lower bounds and steps of what is mapped "+
		"are known in front of the nest, and upper bounds there or as a minimum with a constant. What "+
		"stands beside an inner loop may not write what that accesses. "+
		"Only inner loops reduce, one value each.")

const before = `func.func @f(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %m[%i] : memref<8xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
`

const after = `#map = affine_map<(d0)[s0, s1] -> ((d0 - s0) ceildiv s1)>
#map1 = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>
module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c1_0 = arith.constant 1 : index
    %0 = affine.apply #map(%c8)[%c0, %c1]
    gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %0, %arg9 = %c1_0, %arg10 = %c1_0) threads(%arg5, %arg6, %arg7) in (%arg11 = %c1_0, %arg12 = %c1_0, %arg13 = %c1_0) {
      %1 = affine.apply #map1(%arg2)[%c1, %c0]
      memref.store %arg1, %arg0[%1] : memref<8xf32>
      gpu.terminator
    } {SCFToGPU_visited}
    return
  }
}
`
