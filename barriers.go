package inflight

import (
	"context"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/gpu/placegpubarriers"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectptxasynccopy"
)

var codeBarriersPlaced = diag.Register("run-barriers-placed",
	"a kernel was run with barriers that the program does not have",
	"Threads of a block exchange data through their common memory, and the program leaves the barriers "+
		"between them to the compiler, which places them in front of a run as it does on the way to PTX. "+
		"inflight opt with --place-gpu-barriers shows where.")

// placeBarriers returns a copy of the program in whose kernels the compiler has placed the barriers that the
// threads of a block need. Copies to shared memory become asynchronous first, as on the way to PTX.
func placeBarriers(ctx context.Context, m *Module) (*Module, error) {
	placed, err := m.with(ctx, injectptxasynccopy.Pass, placegpubarriers.Pass)
	if err == nil {
		placed.warnings = m.warnings
	}
	return placed, err
}

func barriersPlaced(kernel *ir.Op) *diag.Diagnostic {
	return diag.Remarkf(codeBarriersPlaced, kernel.Span(),
		"the threads of @%s need barriers, which were placed for the run", kernel.SymbolName()).
		Suggest("inflight opt FILE %s writes them", check.PlacingPasses)
}
