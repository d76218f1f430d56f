package cuda_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// program parses a program, pipelines it, and puts barriers into its kernels.
func program(t *testing.T, name, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile(name, []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return passtest.Transform(t, m,
		"builtin.module(inject-software-pipeline,inject-ptx-async-copy,place-gpu-barriers)")
}

// arguments makes random arguments for the function main.
func arguments(t *testing.T, m *ir.Op) []exec.Argument {
	t.Helper()
	fn, err := exec.Entry(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 7}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// runOnDevice runs the function main on the device.
func runOnDevice(t *testing.T, m *ir.Op, args []exec.Argument, o cuda.RunOptions) ([]value.Value, error) {
	t.Helper()
	p, err := cuda.Prepare(t.Context(), m, "main")
	if err != nil {
		return nil, err
	}
	return p.Run(tools.Context(t), exec.Values(args), o)
}

// runOnSimulator runs it on the simulator.
func runOnSimulator(t *testing.T, m *ir.Op, args []exec.Argument) []value.Value {
	t.Helper()
	engine, err := exec.Lookup("sim")
	if err != nil {
		t.Fatal(err)
	}
	results, err := engine.Run(tools.Context(t), m, "main", exec.Values(args), exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// agree runs a program on both, compares what they leave and return, and says what ran on the device.
func agree(t *testing.T, m *ir.Op) *cuda.Usage {
	t.Helper()
	return agreeWith(t, m, cuda.RunOptions{})
}

// agreeWith is agree for some options.
func agreeWith(t *testing.T, m *ir.Op, o cuda.RunOptions) *cuda.Usage {
	t.Helper()
	args := arguments(t, m)
	want := exec.Clone(args)
	wanted := runOnSimulator(t, m, want)
	var usage *cuda.Usage
	o.Used = func(u *cuda.Usage) { usage = u }
	got, err := runOnDevice(t, m, args, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		if !a.Value.Equal(want[i].Value) {
			t.Errorf("argument '%s' differs from the simulator's", a.Name)
		}
	}
	for i, v := range got {
		if !v.Equal(wanted[i]) {
			t.Errorf("result %d is %v, not %v", i, v, wanted[i])
		}
	}
	return usage
}

// The kernels of programs compute on a device, by way of the helper program and a driver, what the simulator
// makes of them. Launches that take long are not repeated.
func TestDeviceAgreesWithSimulator(t *testing.T) {
	fake := fakecuda.Choose(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "300000")
	for _, file := range []string{"../../target/ptx/testdata/gemm.mlir", "../../examples/gpu/triad.mlir"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		usage := agree(t, program(t, file, string(source)))
		t.Logf("%s: %+v", file, usage)
		if !fake {
			continue
		}
		if usage.Device != "Fake GPU (sm_90)" || usage.Driver != "12.8" || len(usage.Kernels) != 1 {
			t.Fatalf("%s: %+v", file, usage)
		}
		if k := usage.Kernels[0]; k.Launches != 1 || k.Repeats != 1 ||
			k.Time.Round(time.Microsecond) != 300*time.Millisecond {
			t.Errorf("%s: %+v", file, k)
		}
	}
}

// hostPrograms are programs whose host does more than launch one kernel.
var hostPrograms = map[string]string{
	// The kernel changes what it reads, so that a launch that is repeated for its time must begin from the
	// same memory.
	"in place, and often": `
func.func @main(%A: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c3 step %c1 {
    gpu.launch_func @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<64xf32>)
    %x = memref.load %A[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%i] : memref<64xf32>
  }
  %last = memref.load %A[%c3] : memref<64xf32>
  return %last : f32
}`,
	// Memory of the device, asynchronously.
	"gpu.alloc and gpu.memcpy": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] () : memref<64xf32>
  %t2 = gpu.memcpy async [%t1] %m, %A : memref<64xf32>, memref<64xf32>
  %t3 = gpu.launch_func async [%t2] @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%m : memref<64xf32>)
  %t4 = gpu.memcpy async [%t3] %A, %m : memref<64xf32>, memref<64xf32>
  %t5 = gpu.dealloc async [%t4] %m : memref<64xf32>
  gpu.wait [%t5]
  return
}`,
	// Views of one allocation with offsets and strides, numbers of every size, dynamic extents.
	"views and scalars": `
func.func @main(%A: memref<8x16xf32>, %f: f32, %h: f16, %i: i32, %b: i8, %n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %left = memref.subview %A[2, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 32>>
  %right = memref.subview %A[1, 6] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: 22>>
  %from = memref.cast %left : memref<4x4xf32, strided<[16, 1], offset: 32>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  gpu.launch_func @kernels::@views blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%from : memref<?x?xf32, strided<[?, ?], offset: ?>>, %b : i8, %right : memref<4x4xf32, strided<[16, 2], offset: 22>>, %h : f16, %f : f32, %i : i32)
  return
}`,
	"much dynamic shared memory": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 65536 : i32
  gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%A : memref<64xf32>)
  return
}`,
	// A view that begins within its allocation, and two of the same memory, of which the kernel writes the
	// first.
	"parts of memory": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c16 = arith.constant 16 : index
  %bytes = memref.alloc() : memref<300xi8>
  %v = memref.view %bytes[%c16][] : memref<300xi8> to memref<64xf32>
  memref.copy %A, %v : memref<64xf32> to memref<64xf32>
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%v : memref<64xf32>)
  memref.copy %v, %A : memref<64xf32> to memref<64xf32>
  memref.dealloc %bytes : memref<300xi8>
  %left = memref.subview %A[0] [32] [1] : memref<64xf32> to memref<32xf32>
  %right = memref.subview %A[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.launch_func @kernels::@halves blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
      args(%left : memref<32xf32>, %right : memref<32xf32, strided<[1], offset: 32>>)
  return
}`,
	// A launch that stands in the host's code, beside one of a kernel in a module, becomes a kernel.
	"outlined": `
func.func @main(%A: memref<64xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %sx : index
    %at = arith.addi %first, %tx : index
    %x = memref.load %A[%at] : memref<64xf32>
    %y = arith.mulf %x, %f : f32
    memref.store %y, %A[%at] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch_func @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<64xf32>)
  return
}`,
	"two modules": `
gpu.module @others {
  gpu.func @double(%A: memref<64xf32>) kernel {
    %t = gpu.global_id x
    %x = memref.load %A[%t] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
}
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : memref<64xf32>)
  gpu.launch_func @others::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : memref<64xf32>)
  return
}`,
}

const kernelModule = `gpu.module @kernels {
  gpu.func @unused() kernel {
    gpu.return
  }
  gpu.func @increment(%A: memref<64xf32>) kernel {
    %one = arith.constant 1.0 : f32
    %t = gpu.global_id x
    %x = memref.load %A[%t] : memref<64xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @views(%S: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: i8, %D: memref<4x4xf32, strided<[16, 2], offset: 22>>, %h: f16, %f: f32, %i: i32) kernel {
    %y = gpu.block_id x
    %x = gpu.thread_id x
    %v = memref.load %S[%y, %x] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %hf = arith.extf %h : f16 to f32
    %bf = arith.sitofp %b : i8 to f32
    %if = arith.sitofp %i : i32 to f32
    %v1 = arith.addf %v, %hf : f32
    %v2 = arith.mulf %v1, %f : f32
    %v3 = arith.addf %v2, %bf : f32
    %v4 = arith.subf %v3, %if : f32
    memref.store %v4, %D[%x, %y] : memref<4x4xf32, strided<[16, 2], offset: 22>>
    gpu.return
  }
  gpu.func @halves(%D: memref<32xf32>, %S: memref<32xf32, strided<[1], offset: 32>>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %D[%t] : memref<32xf32>
    %y = memref.load %S[%t] : memref<32xf32, strided<[1], offset: 32>>
    %z = arith.addf %x, %y : f32
    memref.store %z, %D[%t] : memref<32xf32>
    gpu.return
  }
  gpu.func @reverse(%A: memref<64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %c60000 = arith.constant 60000 : index
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %tile = memref.view %bytes[%c60000][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    %x = memref.load %A[%t] : memref<64xf32>
    memref.store %x, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %u = arith.subi %c63, %t : index
    %y = memref.load %tile[%u] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
}`

// withKernels returns a program with the kernels of the tests.
func withKernels(host string) string {
	return "module attributes {gpu.container_module} {\n" + kernelModule + host + "\n}"
}

func TestHost(t *testing.T) {
	fakecuda.Choose(t)
	for name, host := range hostPrograms {
		t.Run(name, func(t *testing.T) { agree(t, program(t, "host.mlir", withKernels(host))) })
	}
}

// A kernel that is launched often is repeated for its time once; launches of other sizes count apart.
func TestTimes(t *testing.T) {
	fakecuda.Install(t)
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKECUDA_LOG", log)
	usage := agree(t, program(t, "host.mlir", withKernels(hostPrograms["in place, and often"])))
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

// Everything that can go wrong with a device has a code, and a place in the program.
func TestFailures(t *testing.T) {
	fakecuda.Install(t)
	tile := withKernels(hostPrograms["much dynamic shared memory"])
	outside := withKernels(
		strings.ReplaceAll(hostPrograms["in place, and often"], "%c2, %c1, %c1)", "%c32, %c1, %c1)"))
	crooked := withKernels(
		strings.Replace(hostPrograms["parts of memory"], "%c16 = arith.constant 16",
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
		"time on the host":   {withKernels(endless), "", "", "cuda-limit-time"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.variable != "" {
				t.Setenv(c.variable, c.value)
			}
			limit := time.Minute
			if c.want == "cuda-limit-time" {
				limit = 500 * time.Millisecond
			}
			m := program(t, "bad.mlir", c.source)
			_, err := runOnDevice(t, m, arguments(t, m), cuda.RunOptions{Time: limit})
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

// A driver that is too old is told of with the versions; what a compiler of PTX objects to stands in the
// notes.
func TestRefusedCode(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_DRIVER", "11000")
	m := program(t, "old.mlir", pipelined)
	_, err := runOnDevice(t, m, arguments(t, m), cuda.RunOptions{})
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
