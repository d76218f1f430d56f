package source

import (
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// ByBarrierObject reports whether an operation orders accesses by a barrier object in shared memory, which
// counts arrivals and bytes by phases: a copy that completes there, or a wait for a phase.
func ByBarrierObject(op *ir.Op) bool {
	return op.Is(nvgpu.TmaAsyncLoad) || op.Is(nvgpu.BarrierTryWaitParity) || op.Is(nvgpu.BarrierTestWait)
}
