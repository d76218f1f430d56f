package gpukerneloutlining_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpukerneloutlining"
)

const launch = `module attributes {gpu.container_module} {
  gpu.module @others {
    gpu.func @inner() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.launch_func @others::@inner blocks in (%n, %n, %n) threads in (%n, %n, %n)
      gpu.terminator
    }
    return
  }
}
`

// A symbol that cannot be taken along, and a data layout that is none, are errors.
func TestErrors(t *testing.T) {
	for options, want := range map[string]string{
		"": "in.mlir:9:7: error: the kernel refers to @inner, which is no symbol " +
			"of the module around the launch [outline-kernel]",
		"{data-layout-str=#foo.x}": "data-layout-str:1:1: error: 'dlti.dl_spec' is expected to be a " +
			"#dlti.dl_spec attribute",
		"{data-layout-str=#dlti.x}": "data-layout-str:1:35: error:",
	} {
		p, err := pass.Parse("builtin.module(gpu-kernel-outlining" + options + ")")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, launch))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), want) {
			t.Errorf("%v, want %s", diags, want)
		}
	}
}
