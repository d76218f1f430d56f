package convertaffinefortogpu

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Pass is convert-affine-for-to-gpu.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-affine-for-to-gpu",
	Title:   "ConvertAffineForToGPUPass",
	Summary: "Convert top-level AffineFor Ops to GPU kernels",
	Doc: "Each affine.for at the top level of a function becomes a gpu.launch: the outermost " +
		"gpu-block-dims loops of its nest are the blocks of the grid, " +
		"the next gpu-thread-dims the threads of a block, and what is in those runs in each thread. The " +
		"loops have to be perfectly nested, with bounds " +
		"that are known in front of them. A nest whose iterations may depend on each other, and one that " +
		"carries values, stays, with a remark; so does one " +
		"that has no iterations. Where it is not known whether a nest has iterations, the launch stands " +
		"under a condition, as no grid is empty.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "gpu-block-dims", Type: pass.Int, Default: "1",
			Help: "Number of GPU block dimensions for mapping"},
		{Name: "gpu-thread-dims", Type: pass.Int, Default: "1",
			Help: "Number of GPU thread dimensions for mapping"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

var (
	codeDims = diag.Register("affine-to-gpu-dims", "loops are to be mapped to more dimensions than a GPU has",
		"The options gpu-block-dims and gpu-thread-dims of convert-affine-for-to-gpu are 0 to 3.")
	codeNest = diag.Register("affine-to-gpu-nest", "a nest of affine loops cannot become a launch",
		"The loops that are mapped to blocks and threads are perfectly nested, as many as the options "+
			"gpu-block-dims and gpu-thread-dims say, "+
			"and their bounds do not depend on each other. Ask for fewer dimensions, or change the nest.")
	codeOrder = diag.Register("affine-to-gpu-order", "a nest of affine loops stays because its order counts",
		"Threads run side by side. Where an iteration may need what another one stores, or a value that it "+
			"carries, that gives another result.")
)

// dimensions is how many dimensions a grid and a block have.
const dimensions = 3

func run(r *pass.Run) error {
	blocks, threads := r.Int("gpu-block-dims"), r.Int("gpu-thread-dims")
	for _, n := range []int64{blocks, threads} {
		if n < 0 || n > dimensions {
			return r.Op.Errorf(codeDims, "cannot map to %d dimensions",
				n).Suggest("write 0 to 3 for gpu-block-dims and gpu-thread-dims")
		}
	}
	if blocks+threads == 0 || r.Op.Region(0).Empty() {
		return nil
	}
	for _, b := range r.Op.Region(0).Blocks() {
		for op := range b.Ops() {
			if !op.Is(affine.For) {
				continue
			}
			r.Step()
			band, err := bandOf(op, int(blocks+threads))
			if err != nil {
				return err
			}
			if !runsInAnyOrder(band) {
				r.Report(diag.Remarkf(codeOrder, op.Span(),
					"this nest stays a loop: its iterations may depend on each other"))
				continue
			}
			if !isEmpty(band) {
				launch(band, int(blocks))
				r.Count("launches", 1)
			}
		}
	}
	return nil
}

// bandOf returns the loops that are mapped.
func bandOf(loop *ir.Op, n int) ([]*ir.Op, error) {
	band := []*ir.Op{loop}
	for {
		for _, v := range append(loop.OperandsOf(0), loop.OperandsOf(1)...) {
			if affineloop.Inside(v, band[0]) {
				return nil, loop.Errorf(codeNest,
					"loops with bounds depending on other mapped loops are not supported")
			}
		}
		if len(band) == n {
			return band, nil
		}
		first := loop.Body().First()
		switch {
		case first == loop.Body().Terminator() || first.Next() != loop.Body().Terminator():
			return nil, loop.Errorf(codeNest,
				"expected perfectly nested loops in the body").
				Suggest("map fewer dimensions, or put what stands beside the inner loop elsewhere")
		case !first.Is(affine.For):
			return nil, first.Errorf(codeNest, "expected a nested loop").Suggest("map fewer dimensions")
		}
		loop = first
		band = append(band, loop)
	}
}

// runsInAnyOrder reports whether the iterations of all loops may run at once.
func runsInAnyOrder(band []*ir.Op) bool {
	for _, loop := range band {
		if loop.NumResults() > 0 || !affineloop.Independent(loop) {
			return false
		}
	}
	return true
}

// isEmpty reports whether one of the loops is known to have no iterations.
func isEmpty(band []*ir.Op) bool {
	for _, loop := range band {
		if n, ok := affineloop.MaxTrips(loop); ok && n == 0 {
			return true
		}
	}
	return false
}

const before = `func.func @f(%m: memref<8x64xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 {
      affine.store %x, %m[%i, %j] : memref<8x64xf32>
    }
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<8x64xf32>, %arg1: f32) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %0 = arith.subi %c8, %c0 : index
    %c1 = arith.constant 1 : index
    %c0_0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %1 = arith.subi %c64, %c0_0 : index
    %c1_1 = arith.constant 1 : index
    %c1_2 = arith.constant 1 : index
    gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %0, %arg9 = %c1_2, %arg10 = %c1_2) threads(%arg5, %arg6, %arg7) in (%arg11 = %1, %arg12 = %c1_2, %arg13 = %c1_2) {
      %2 = arith.addi %c0, %arg2 : index
      %3 = arith.addi %c0_0, %arg5 : index
      affine.store %arg1, %arg0[%2, %3] : memref<8x64xf32>
      gpu.terminator
    }
    return
  }
}
`
