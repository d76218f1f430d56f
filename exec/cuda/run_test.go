package cuda_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
)

// Kernels on a device, through the helper program and a driver, compute the same results as on the simulator.
// Launches that take long are not repeated.
func TestDeviceAgreesWithSimulator(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "300000")
	for _, file := range []string{"../../target/ptx/testdata/gemm.mlir", "../../examples/gpu/triad.mlir"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		usage := devicerun.Agree(t, devicerun.Program(t, file, string(source)))
		t.Logf("%s: %+v", file, usage)
		if usage.Device != "Fake GPU (sm_90)" || usage.Driver != "12.8" || len(usage.Kernels) != 1 {
			t.Fatalf("%s: %+v", file, usage)
		}
		if k := usage.Kernels[0]; k.Launches != 1 || k.Repeats != 1 ||
			k.Time.Round(time.Microsecond) != 300*time.Millisecond {
			t.Errorf("%s: %+v", file, k)
		}
	}
}

func TestHost(t *testing.T) {
	fakecuda.Install(t)
	for name, host := range devicerun.Hosts {
		t.Run(name, func(t *testing.T) {
			devicerun.Agree(t, devicerun.Program(t, "host.mlir", devicerun.WithKernels(host)))
		})
	}
}

// A kernel that is launched several times is repeated for measurements once. Launches with other sizes count
// separately.
func TestTimes(t *testing.T) {
	fakecuda.Install(t)
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKECUDA_LOG", log)
	usage := devicerun.Agree(t,
		devicerun.Program(t, "host.mlir", devicerun.WithKernels(devicerun.Hosts["in place, and often"])))
	if k := usage.Kernels[0]; len(usage.Kernels) != 1 || k.Name != "increment" || k.Launches != 3 ||
		k.Repeats != 7 || k.Time != 250*time.Microsecond {
		t.Errorf("%+v", usage.Kernels)
	}
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(calls), "cuLaunchKernel increment"); n != 3+1+5 {
		t.Errorf("%d launches, not 3 with one to warm up and five to measure", n)
	}
	if n := strings.Count(string(calls), "cuMemAlloc_v2"); n != 2 {
		t.Errorf("memory was allocated %d times, not for the argument and what it was", n)
	}
}

// Every failure of a device has a code, and a place in the program.
func TestFailures(t *testing.T) {
	fakecuda.Install(t)
	tile := devicerun.WithKernels(devicerun.Hosts["much dynamic shared memory"])
	outside := devicerun.WithKernels(
		strings.ReplaceAll(devicerun.Hosts["in place, and often"], "%c2, %c1, %c1)", "%c32, %c1, %c1)"))
	crooked := devicerun.WithKernels(
		strings.Replace(devicerun.Hosts["parts of memory"], "%c16 = arith.constant 16",
			"%c16 = arith.constant 12", 1))
	for name, c := range map[string]struct {
		source, variable, value string
		want                    string
	}{
		"no driver":      {tile, "INFLIGHT_LIBCUDA", "/nowhere/libcuda.so.1", "cuda-no-driver"},
		"other driver":   {tile, "FAKECUDA_FAIL", "cuInit:1:803", "cuda-no-driver"},
		"no helper":      {tile, "INFLIGHT_CUDA_HELPER", "/nowhere/inflight-cuda", "cuda-helper-missing"},
		"another helper": {tile, "INFLIGHT_CUDA_HELPER", "/bin/true", "cuda-helper"},
		"no device":      {tile, "FAKECUDA_FAIL", "cuInit:1:100", "cuda-no-device"},
		"old driver":     {pipelined, "FAKECUDA_DRIVER", "11000", "cuda-driver-old"},
		"old device":     {pipelined, "FAKECUDA_CAPABILITY", "75", "cuda-device-old"},
		"device says so": {tile, "FAKECUDA_FAIL", "cuModuleLoadDataEx:1:209", "cuda-device-old"},
		"memory":         {tile, "FAKECUDA_MEMORY", "100", "cuda-out-of-memory"},
		"invalid PTX":    {tile, "FAKECUDA_FAIL", "cuModuleLoadDataEx:1:218", "cuda-jit"},
		"shared memory": {strings.Replace(tile, "65536 : i32", "999999 : i32", 1), "", "",
			"cuda-shared-memory"},
		"sizes of a launch":  {tile, "FAKECUDA_FAIL", "cuLaunchKernel:1:701", "cuda-launch"},
		"address":            {outside, "", "", "cuda-illegal-address"},
		"alignment":          {crooked, "", "", "cuda-alignment"},
		"a call":             {tile, "FAKECUDA_FAIL", "cuMemcpyHtoD_v2:1:1", "cuda-driver"},
		"crash":              {tile, "FAKECUDA_LAUNCH", "crash", "cuda-helper"},
		"time on the device": {tile, "FAKECUDA_LAUNCH", "hang", "cuda-limit-time"},
		"time on the host":   {devicerun.WithKernels(endless), "", "", "cuda-limit-time"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.variable != "" {
				t.Setenv(c.variable, c.value)
			}
			limit := time.Minute
			if c.want == "cuda-limit-time" {
				limit = 500 * time.Millisecond
			}
			m := devicerun.Program(t, "bad.mlir", c.source)
			_, err := devicerun.OnDevice(t, m, devicerun.Arguments(t, m), config.Code{},
				config.Run{Limits: config.Limits{Time: limit}})
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok {
				t.Fatalf("%v is no diagnostic", err)
			}
			if string(d.Code) != c.want || !d.Span.IsKnown() {
				t.Errorf("%v [%s] at %v, want %s", d, d.Code, d.Span.Place(), c.want)
			}
		})
	}
}

// pipelined needs cp.async, and so a device of capability 8.0.
const pipelined = `module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @copy(%A: memref<32xf32>) kernel {
    %S = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    %token = nvgpu.device_async_copy %A[%t], %S[%t], 1 : memref<32xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %token
    nvgpu.device_async_wait %group
    gpu.return
  }
}
func.func @main(%A: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<32xf32>)
  return
}
}`

const endless = `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<64xf32>)
  return
}`

// The error about a driver that is too old has the versions. The output of the PTX compiler is in the notes.
func TestRefusedCode(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_DRIVER", "11000")
	m := devicerun.Program(t, "old.mlir", pipelined)
	_, err := devicerun.OnDevice(t, m, devicerun.Arguments(t, m), config.Code{}, config.Run{})
	if want := "PTX 7.1, which needs a driver of CUDA 11.1"; err == nil ||
		!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "has CUDA 11.0") {
		t.Errorf("%v does not say %q", err, want)
	}
	t.Setenv("FAKECUDA_DRIVER", "12080")
	d, err := device.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	_, err = d.Load(device.Code{Text: ".version 7.1\n.target sm_80\n.address_size 64\n.entry k() { " +
		"nonsense; }\n", Version: "7.1", Target: "sm_80"})
	refused, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok || refused.Code != "cuda-jit" || len(refused.Notes) == 0 ||
		!strings.Contains(refused.Notes[0].Message, "nonsense") {
		t.Errorf("%v", err)
	}
}
