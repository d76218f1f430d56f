package cuda_test

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// rows is a kernel that copies rows of a matrix by boxes, which reach over its end, and stores them.
const rows = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%A: memref<9xNxf32>, %C: memref<9x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      %z = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      scf.for %i = %c0 to %c9 step %c1 {
        %S = memref.alloc() : memref<1x128xf32, 3>
        pipeline.block {
          %v = vector.transfer_read %A[%i, %c0], %z : memref<9xNxf32>, vector<1x128xf32>
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
  func.func @main(%A: memref<9xNxf32>, %C: memref<9x128xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : memref<9xNxf32>, %C : memref<9x128xf32>)
    return
  }
}`

// A kernel gets tensor maps that the driver has encoded, of memory on the device, and computes what the
// simulator does.
func TestTensorMaps(t *testing.T) {
	fakecuda.Install(t)
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKECUDA_LOG", log)
	m := passtest.Transform(t, passtest.Parse(t, strings.ReplaceAll(rows, "9xNx", "9x100x")),
		"builtin.module(pipeline-to-mbarriers)")
	devicerun.Agree(t, m)
	calls, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(calls), "cuTensorMapEncodeTiled 7 2 [100] [128] 0") {
		t.Errorf("%v: no tensor map was encoded:\n%s", err, calls)
	}
}

// What the driver does not encode is an error with its call, at the launch.
func TestRefusedTensorMap(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_FAIL", "cuTensorMapEncodeTiled:1:1")
	m := passtest.Transform(t, passtest.Parse(t, strings.ReplaceAll(rows, "9xNx", "9x100x")),
		"builtin.module(pipeline-to-mbarriers)")
	_, err := devicerun.OnDevice(t, m, devicerun.Arguments(t, m), config.Code{}, config.Run{})
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok || !d.Span.IsKnown() || !strings.Contains(d.Message, "cuTensorMapEncodeTiled") {
		t.Errorf("%v", err)
	}
}

// A product of warpgroups goes through the driver: tensor maps with a swizzle, and more shared memory than a
// kernel may use without being asked.
func TestHopperProduct(t *testing.T) {
	fakecuda.Install(t)
	source := `func.func @main(%A: memref<72x96xf16>, %B: memref<96x136xf16>, %C: memref<72x136xf32>) {
  linalg.matmul ins(%A, %B : memref<72x96xf16>, memref<96x136xf16>) outs(%C : memref<72x136xf32>)
  return
}`
	plain := passtest.Parse(t, source)
	want := devicerun.Arguments(t, plain)
	devicerun.OnSimulator(t, plain, want)
	m := passtest.Transform(t, passtest.Parse(t, source),
		"builtin.module(gpu-tile-matmul{target=sm_90a},pipeline-to-mbarriers)")
	args := devicerun.Arguments(t, m)
	if _, err := devicerun.OnDevice(t, m, args, config.Code{}, config.Run{}); err != nil {
		t.Fatal(err)
	}
	got, wanted := args[2].Value.Buffer.Data, want[2].Value.Buffer.Data
	for i := 0; i < len(got); i += 4 {
		x := float64(math.Float32frombits(binary.LittleEndian.Uint32(got[i:])))
		y := float64(math.Float32frombits(binary.LittleEndian.Uint32(wanted[i:])))
		if math.Abs(x-y) > 1e-4*(1+math.Abs(y)) {
			t.Fatalf("element %d is %v, want %v", i/4, x, y)
		}
	}
}
