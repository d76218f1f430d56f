package gputollvm_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

const launched = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<8x4xf32>, %n: i32) kernel {
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0, %c0] : memref<8x4xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8x4xf32>, %n: i32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x4xf32>, %n : i32)
    return
  }
}
`

// What kernels get for a memref: the seven members of its descriptor, its pointer, or its pointer and its 128
// bytes. The letters say which of the parameters are memory that is read.
func TestParameters(t *testing.T) {
	for options, want := range map[string]struct{ stored, letters string }{
		"":                                   {"ptr ptr i64 i64 i64 i64 i64 i32", "pr888884"},
		"use-bare-pointers-for-kernels=true": {"ptr i32", "r4"},
		"use-bare-pointers-for-kernels=true intersperse-sizes-for-kernels=true": {"ptr i64 i32", "r84"},
	} {
		m := passtest.Transform(t, passtest.Parse(t, launched), "builtin.module(gpu-to-llvm{"+options+"})")
		code := string(text.Append(nil, m, text.PrintOptions{}))
		var stored []string
		// behind the list of addresses
		for _, room := range regexp.MustCompile(`llvm.alloca %\S+ x (\S+) :`).FindAllStringSubmatch(code,
			-1)[1:] {
			stored = append(stored, strings.TrimPrefix(room[1], "!llvm."))
		}
		if got := strings.Join(stored, " "); got != want.stored {
			t.Errorf("%q: parameters %s, want %s", options, got, want.stored)
		}
		var letters []string
		for _, b := range []byte(want.letters) {
			letters = append(letters, strconv.Itoa(int(b)))
		}
		if dense := "@kernels_k_params(dense<[" + strings.Join(letters, ", ") +
			", 0]>"; !strings.Contains(code, dense) {
			t.Errorf("%q: the letters are not %s in\n%s", options, want.letters, code)
		}
	}
}

// A memref that a pointer does not tell everything of, a kernel on the host, and sizes without pointers are
// errors.
func TestParametersRefused(t *testing.T) {
	for _, c := range []struct{ before, options, source, want string }{
		{"", "use-bare-pointers-for-kernels=true",
			strings.ReplaceAll(launched, "memref<8x4xf32>", "memref<?x4xf32>"), "bare pointer"},
		{"", "use-bare-pointers-for-kernels=true",
			strings.ReplaceAll(launched, "memref<8x4xf32>", "memref<8x4xf32, strided<[8, 1]>>"),
			"bare pointer"},
		{"", "intersperse-sizes-for-kernels=true", launched, "sizes go behind bare pointers only"},
		{"gpu-kernels-to-host,", "use-bare-pointers-for-kernels=true", launched, "a function of the host"},
	} {
		if got := failure(t, c.source, c.before+"gpu-to-llvm{"+c.options+"}"); got == "" ||
			!strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.options, got, c.want)
		}
	}
}

// failure returns the error of passes on a program, "" if there is none.
func failure(t *testing.T, source, passes string) string {
	t.Helper()
	p, err := pass.Parse("builtin.module(" + passes + ")")
	if err != nil {
		t.Fatal(err)
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, source)); diags.HasErrors() {
		return diags.Err().Error()
	}
	return ""
}

// What is on two devices has streams of each, between which an event is waited for, and what names them is a
// call; memory of the host is registered by the runtime.
const devices = `func.func @main(%a: memref<8xi32>, %n: i32) {
  %u = memref.cast %a : memref<8xi32> to memref<*xi32>
  gpu.host_register %u : memref<*xi32>
  %0, %t0 = gpu.alloc async () : memref<8xi32>
  gpu.set_default_device %n
  %t1 = gpu.memset async [%t0] %a, %n : memref<8xi32>, i32
  gpu.wait [%t1]
  gpu.host_unregister %u : memref<*xi32>
  return
}
`

func TestDevices(t *testing.T) {
	m := passtest.Transform(t, passtest.Parse(t, devices), "builtin.module(gpu-to-llvm)")
	code := string(text.Append(nil, m, text.PrintOptions{}))
	for function, want := range map[string]int{
		"inflightGpuDefaultDevice": 1, "mgpuSetDefaultDevice": 4, "mgpuStreamCreate": 2,
		"mgpuStreamDestroy": 2, "mgpuEventCreate": 1,
		"mgpuStreamWaitEvent": 1, "mgpuMemHostRegisterMemRef": 1, "mgpuMemHostUnregisterMemRef": 1,
	} {
		if got := strings.Count(code, "call @"+function+"("); got != want {
			t.Errorf("%d calls of %s, want %d\n%s", got, function, want, code)
		}
	}
}

// A device that depends on the way taken is reported where it matters, and several devices where there are
// graphs.
func TestUnknownDevice(t *testing.T) {
	for source, want := range map[string]string{
		`func.func @main(%a: memref<8xi32>, %p: i1, %n: i32) {
  scf.if %p {
    gpu.set_default_device %n
  }
  gpu.memset %a, %n : memref<8xi32>, i32
  return
}`: "5:3: error: which device this is on depends on the way",
		`func.func @main(%a: memref<8xi32>, %p: i1, %n: i32) {
  scf.if %p {
    gpu.set_default_device %n
  }
  gpu.wait
  return
}`: "",
	} {
		got := failure(t, source, "gpu-to-llvm")
		if want == "" != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := failure(t, devices, "gpu-to-llvm{graphs=true}"); !strings.Contains(got,
		"5:3: error: graphs are of one device") {
		t.Errorf("graphs: %q", got)
	}
}
