package pipelinetoasync_test

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/pipeline/pipelinetoasync"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "pipeline-to-async") }

// TestErrors shows that an operation that cannot become a task gets an error at its location.
func TestErrors(t *testing.T) {
	for _, source := range []string{
		// the queue of the scope depends on a condition
		"func.func @f(%c: i1) {\n  pipeline.async_scope {\n  }\n  scf.if %c {\n    " +
			"pipeline.async_commit_stage 0\n  } else {\n    pipeline.async_commit_stage 1\n  }\n  return\n}",
		// a DMA group belongs to another target
		"func.func @f(%a: memref<16xf32>, %b: memref<16xf32, 2>) {\n  %c0 = arith.constant 0 : index\n  " +
			"pipeline.dma_group 0 {\n  }\n  return\n}",
	} {
		m := passtest.Parse(t, source)
		d, ok := errors.AsType[*diag.Diagnostic](
			pipelinetoasync.Pass.Run(pass.NewRun(t.Context(), pipelinetoasync.Pass, m, nil)))
		if !ok || d.Code != "pipeline-to-async-unsupported" || !d.Span.IsKnown() {
			t.Errorf("got %v for\n%s", d, source)
		}
	}
}
