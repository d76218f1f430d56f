package gpulaunchsinkindexcomputations

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
)

// Pass is gpu-launch-sink-index-computations.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-launch-sink-index-computations",
	Title:   "GpuLaunchSinkIndexComputationsPass",
	Summary: "Sink index computations into gpu.launch body",
	Doc: "Constants, extents of memrefs, comparisons and selections that a gpu.launch uses from outside " +
		"are computed again in its body, if " +
		"all that they are computed from is there as well. A kernel then has fewer parameters, and knows " +
		"its constants. Run it before gpu-kernel-outlining.",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		sunk := 0
		for _, op := range r.Op.Find(gpu.Launch) {
			sunk += sink(op)
		}
		r.Count("operations sunk", sunk)
		return nil
	},
})

const before = `func.func @f(%m: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 2.000000e+00 : f32
    gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %c1, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c1, %arg11 = %c1, %arg12 = %c1) {
      %cst_0 = arith.constant 2.000000e+00 : f32
      memref.store %cst_0, %arg0[%arg4] : memref<8xf32>
      gpu.terminator
    }
    return
  }
}
`

// sink computes in a launch what it uses, and returns how many operations that took.
func sink(op *ir.Op) int {
	s := &sinking{used: map[*ir.Value]bool{}, chosen: map[*ir.Op]bool{}}
	candidates := captured.Values(op)
	for _, v := range candidates {
		s.used[v] = true
	}
	for _, v := range candidates {
		if d := v.DefiningOp(); d != nil {
			s.choose(d)
		}
	}
	b := ir.At(op)
	b.SetStart(op.Body())
	m := ir.NewMapping()
	copies := map[*ir.Value]*ir.Value{}
	for _, d := range s.order {
		c := b.Clone(d, m)
		for i, v := range d.Results() {
			copies[v] = c.Result(i)
		}
	}
	captured.Replace(op, func(v *ir.Value) *ir.Value { return copies[v] })
	return len(s.order)
}

// sinking is what a launch is about to compute.
type sinking struct {
	used   map[*ir.Value]bool // values that it uses from outside
	chosen map[*ir.Op]bool
	order  []*ir.Op // operands before users
}

// choose decides for an operation, and reports whether the launch will have its results. An operand that is
// not computed in the launch must be one that is handed to it anyhow.
func (s *sinking) choose(op *ir.Op) bool {
	if s.chosen[op] {
		return true
	}
	if !isCheap(op) {
		return false
	}
	for _, v := range op.Operands() {
		d := v.DefiningOp()
		if (d == nil || !s.choose(d)) && !s.used[v] {
			return false
		}
	}
	s.chosen[op] = true
	s.order = append(s.order, op)
	return true
}

func isCheap(op *ir.Op) bool {
	return op.Has(ir.ConstantLike) || op.Is(memref.Dim) || op.Is(arith.Select) || op.Is(arith.CmpI)
}
