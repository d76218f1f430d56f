package inflight_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// ring is a kernel whose producer copies rows of a matrix to slots of shared memory, before it has a
// producer.
const ring = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%A: memref<9x128xf32>, %C: memref<9x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      %z = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      scf.for %i = %c0 to %c9 step %c1 {
        %S = memref.alloc() : memref<1x128xf32, 3>
        pipeline.block {
          %v = vector.transfer_read %A[%i, %c0], %z : memref<9x128xf32>, vector<1x128xf32>
          vector.transfer_write %v, %S[%c0, %c0] : vector<1x128xf32>, memref<1x128xf32, 3>
        }
        pipeline.block {
          %x = memref.load %S[%c0, %t] : memref<1x128xf32, 3>
          memref.store %x, %C[%i, %t] : memref<9x128xf32>
        }
      } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
      gpu.return
    }
  }
  func.func @main(%A: memref<9x128xf32>, %C: memref<9x128xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : memref<9x128xf32>, %C : memref<9x128xf32>)
    return
  }
}`

// verdictOn judges a program, and returns the report on its kernel.
func verdictOn(t *testing.T, text string) (*check.Report, *check.FuncReport) {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("ring.mlir", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report, report.Functions[0]
}

// A kernel in which barrier objects order copies has the verdict of the judge of PTX: right as it is, and
// wrong without any one of its waits, arrivals and expected bytes.
func TestKernelsAreJudgedInPTX(t *testing.T) {
	text := passtest.Print(
		passtest.Transform(t, passtest.Parse(t, ring), "builtin.module(pipeline-to-mbarriers)"))
	report, f := verdictOn(t, text)
	if !report.OK() || f.InPTX == nil || !strings.HasPrefix(f.Verdict(), "in PTX: no hazard in this launch") {
		t.Errorf("the right kernel: %s", report.Text())
	}
	lines, tried := strings.Split(text, "\n"), 0
	for i, line := range lines {
		if !strings.Contains(line, "mbarrier.try_wait") && !strings.Contains(line, "mbarrier.arrive") {
			continue
		}
		tried++
		report, f := verdictOn(t,
			strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "\n"))
		if _, err := built(t, lines, i); err == nil ||
			!strings.Contains(err.Error(), "@f is wrong in PTX: ") {
			t.Errorf("without %s: it is built: %v", line, err)
		}
		if report.OK() || f.InPTX == nil || !report.Diagnostics().HasErrors() ||
			strings.HasPrefix(f.Verdict(), "no hazard") {
			t.Errorf("without %s: %s", line, report.Text())
		}
	}
	if tried != 4 {
		t.Errorf("%d operations synchronize:\n%s", tried, text)
	}
}

// built writes the kernels of a program without one line as PTX.
func built(t *testing.T, lines []string, i int) (*inflight.Kernels, error) {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("ring.mlir",
		[]byte(strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "\n"))))
	if err != nil {
		t.Fatal(err)
	}
	return m.PTX(t.Context(), inflight.PTXOptions{})
}
