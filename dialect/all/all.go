// Package all has every dialect, for programs that work on any input.
//
// It imports the dialect packages and package ir. Everything is in this file.
package all

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/index"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/mlprogram"
	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialects returns the tables of all dialects.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{
		affine.Dialect, aie.Dialect, air.Dialect, arith.Dialect, async.Dialect, bufferization.Dialect,
		builtin.Dialect,
		cf.Dialect,
		complex.Dialect,
		coro.Dialect, dlti.Dialect, function.Dialect, gpu.Dialect, hal.Dialect, index.Dialect, linalg.Dialect,
		llvm.Dialect,
		math.Dialect, memref.Dialect, mlprogram.Dialect, mpi.Dialect, nvgpu.Dialect, nvvm.Dialect,
		pipeline.Dialect,
		ptr.Dialect, scf.Dialect, stream.Dialect, task.Dialect, tensor.Dialect,
		tfrt.Dialect, tfrt.TestDialect, ub.Dialect, util.Dialect, vector.Dialect,
	}
}

// NewContext returns a context that knows all dialects.
func NewContext() *ir.Context { return ir.NewContext(Dialects()...) }
