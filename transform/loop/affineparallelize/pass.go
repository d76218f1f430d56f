package affineparallelize

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Pass is affine-parallelize.
var Pass = pass.Register(&pass.Pass{
	Name:    "affine-parallelize",
	Title:   "AffineParallelize",
	Summary: "Convert affine.for ops into 1-D affine.parallel",
	Doc: "An affine.for becomes an affine.parallel if no iteration of it touches what another one writes. " +
		"That is decided exactly where subscripts, " +
		"bounds and the conditions of affine.if are affine; where they are not, and where something has " +
		"unknown effects, the loop stays. Memory " +
		"that each iteration allocates does not count. With parallel-reductions, loops may also carry " +
		"sums, products, minima and maxima, whose parts " +
		"are then combined in any order: those of floats may be rounded otherwise.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "max-nested", Type: pass.Int, Default: strconv.FormatInt(unlimited, 10),
			Help: "Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX)."},
		{Name: "parallel-reductions", Type: pass.Bool, Default: "false",
			Help: "Whether to parallelize reduction loops. Defaults to false."},
	},
	Before: before,
	After:  after,
	Run:    run,
})

const unlimited = math.MaxUint32

var codeNested = diag.Register("affine-parallelize-nested",
	"the number of nested parallel loops is not possible",
	"The option max-nested of affine-parallelize is a number of loops: 0 to 4294967295.")

func run(r *pass.Run) error {
	most := r.Int("max-nested")
	if most < 0 || most > unlimited {
		return r.Op.Errorf(codeNested, "%d loops cannot be nested", most)
	}
	// Whether iterations depend on each other is asked of all loops before any of them changes.
	type candidate struct {
		loop *ir.Op
		sums []reduction
	}
	var candidates []candidate
	for op := range r.Op.Walk() {
		if !op.Is(affine.For) {
			continue
		}
		r.Step()
		if sums, ok := reductions(op, r.Bool("parallel-reductions")); ok && affineloop.Independent(op) {
			candidates = append(candidates, candidate{op, sums})
		}
	}
	for _, c := range candidates {
		if parallelAround(c.loop) < most {
			parallelize(c.loop, c.sums)
			r.Count("loops parallelized", 1)
		}
	}
	return nil
}

// parallelAround returns the number of parallel loops around an operation.
func parallelAround(op *ir.Op) (n int64) {
	for op = op.Parent(); op != nil && !op.Has(ir.AffineScope); op = op.Parent() {
		if op.Is(affine.Parallel) {
			n++
		}
	}
	return n
}

// parallelize replaces a loop by a parallel one. What combines a value that was carried moves behind it, to
// combine the first value with what the iterations have come to.
func parallelize(loop *ir.Op, sums []reduction) {
	kinds, types := make([]int64, len(sums)), make([]ir.Type, len(sums))
	parts := make([]*ir.Value, len(sums))
	for i, s := range sums {
		kinds[i], types[i], parts[i] = s.kind, loop.Result(i).Type(), s.part
	}
	lower, upper := affineloop.Bounds(loop)
	b := ir.At(loop)
	b.Loc = loop.Loc()
	parallel := affine.NewParallel(b, lower, upper, affine.Step(loop), kinds, types)
	for i, s := range sums {
		s.combine.MoveBefore(loop)
		s.combine.SetOperands([]*ir.Value{loop.OperandsOf(2)[i], parallel.Result(i)})
		loop.Result(i).ReplaceAllUsesWith(s.combine.Result(0))
	}
	loop.Body().Arg(0).ReplaceAllUsesWith(parallel.Body().Arg(0))
	for op := range loop.Body().OpsWithoutTerminator() {
		op.MoveToEnd(parallel.Body())
	}
	end := ir.AtEnd(b.Ctx, parallel.Body())
	end.Loc = loop.Body().Terminator().Loc()
	end.Op(affine.Yield, parts)
	loop.Erase()
}

const before = `func.func @f(%a: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i - 1, %j] : memref<64x64xf32>
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64x64xf32>) {
    affine.for %arg1 = 1 to 64 {
      affine.parallel (%arg2) = (0) to (64) {
        %0 = affine.load %arg0[%arg1 - 1, %arg2] : memref<64x64xf32>
        affine.store %0, %arg0[%arg1, %arg2] : memref<64x64xf32>
      }
    }
    return
  }
}
`
