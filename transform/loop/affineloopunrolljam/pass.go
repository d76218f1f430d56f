package affineloopunrolljam

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopjam"
)

// Pass is affine-loop-unroll-jam.
var Pass = pass.Register(&pass.Pass{
	Name:    "affine-loop-unroll-jam",
	Title:   "AffineLoopUnrollAndJam",
	Summary: "Unroll and jam affine loops",
	Doc: "Makes several iterations of the affine loop that a function starts with one, with what they " +
		"repeat side by side in the loops " +
		"inside of it, and a loop behind it for the iterations that are left over, which starts no earlier " +
		"than the loop did, also where " +
		"that may end before it starts. Other loops stay as they are, and so do those that carry values " +
		"and, with a remark, those whose " +
		"iterations may depend on each other.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "unroll-jam-factor", Type: pass.Int, Default: "4",
			Help: "Use this unroll jam factor for all loops (default 4)"},
	},
	ExampleOptions: "unroll-jam-factor=2",
	Before:         before,
	After:          after,
	Run:            run,
})

var (
	codeFactor = diag.Register("affine-loop-unroll-jam-factor",
		"the factor of affine-loop-unroll-jam is not possible",
		"The factor is the number of iterations that become one: at least 1, at most 1024.")
	codeOrder = diag.Register("affine-loop-unroll-jam-order",
		"a loop is not unrolled and jammed because its order counts",
		"Iterations of the loop run side by side. Where one may need what another one stores, that gives "+
			"another result.")
)

// maxFactor bounds how much code a loop becomes.
const maxFactor = 1024

func run(r *pass.Run) error {
	factor := r.Int("unroll-jam-factor")
	if factor < 1 || factor > maxFactor {
		return r.Op.Errorf(codeFactor, "%d iterations cannot become one", factor)
	}
	loop := first(r.Op)
	if loop == nil || loop.NumResults() > 0 || factor == 1 || !loopjam.InnerBoundsInvariant(loop) {
		return nil
	}
	if !affineloop.Independent(loop) {
		r.Report(diag.Remarkf(codeOrder, loop.Span(),
			"this loop is not jammed: its iterations may depend on each other"))
		return nil
	}
	d, ok := affineloop.Divide(loop, factor)
	if trips, constant := affine.ConstantTripCount(loop); !ok || constant && trips < factor {
		return nil
	}
	if rest := loopjam.Cleanup(loop, d); rest != nil {
		affineloop.Inline(rest)
	}
	loopjam.Jam(loop, factor)
	affineloop.Inline(loop)
	r.Count("loops jammed", 1)
	return nil
}

// first returns the first operation of a function if it is an affine loop: as upstream, the pass looks at no
// other.
func first(fn *ir.Op) *ir.Op {
	if fn.Body() == nil || !fn.Body().First().Is(affine.For) {
		return nil
	}
	return fn.Body().First()
}

const before = `func.func @f(%m: memref<64x100xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 100 {
      affine.store %v, %m[%i, %j] : memref<64x100xf32>
    }
  }
  return
}
`

const after = `#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @f(%arg0: memref<64x100xf32>, %arg1: f32) {
    affine.for %arg2 = 0 to 64 step 2 {
      affine.for %arg3 = 0 to 100 {
        affine.store %arg1, %arg0[%arg2, %arg3] : memref<64x100xf32>
        %0 = affine.apply #map(%arg2)
        affine.store %arg1, %arg0[%0, %arg3] : memref<64x100xf32>
      }
    }
    return
  }
}
`
