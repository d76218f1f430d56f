package gputollvm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir/text"
)

// filledAndCopied has the device do all that the runtime has a function for, to memory of two address spaces
// in one module.
const filledAndCopied = `module attributes {gpu.container_module} {
  func.func @fill(%a: memref<7xf32, 1>, %b: memref<7xf32>, %v: f32) {
    %t0 = gpu.wait async
    %t1 = gpu.memset async [%t0] %a, %v : memref<7xf32, 1>, f32
    %t2 = gpu.memset async [%t1] %b, %v : memref<7xf32>, f32
    gpu.wait [%t2]
    return
  }
  func.func @copy(%a: memref<7xf32, 1>, %b: memref<7xf32>, %c: memref<7xf32>) {
    %t0 = gpu.wait async
    %t1 = gpu.memcpy async [%t0] %a, %b : memref<7xf32, 1>, memref<7xf32>
    %t2 = gpu.memcpy async [%t1] %b, %c : memref<7xf32>, memref<7xf32>
    gpu.wait [%t2]
    return
  }
  func.func @allocate(%n: index) {
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32, 1>
    %b, %t2 = gpu.alloc async [%t1] () : memref<7xf32>
    %t3 = gpu.dealloc async [%t2] %a : memref<?xf32, 1>
    %t4 = gpu.dealloc async [%t3] %b : memref<7xf32>
    gpu.wait [%t4]
    return
  }
}
`

// The functions of the runtime take pointers of the first address space, and return such: those of others are
// cast, and only those.
func TestAddressSpaces(t *testing.T) {
	for _, options := range []string{"", "graphs"} {
		m := passtest.Transform(t, passtest.Parse(t, filledAndCopied),
			fmt.Sprintf("builtin.module(gpu-to-llvm{%s})", options))
		code := string(text.Append(nil, m, text.PrintOptions{}))
		to, from := strings.Count(code, "!llvm.ptr<1> to !llvm.ptr\n"),
			strings.Count(code, "!llvm.ptr to !llvm.ptr<1>\n")
		if casts := strings.Count(code, "llvm.addrspacecast"); to != 3 || from != 1 || casts != 4 {
			t.Errorf("%q: %d casts, %d to the first space and %d from it; want 4, 3 and 1\n%s", options,
				casts, to, from, code)
		}
	}
}

// mlir-opt accepts what the pass makes of pointers of two address spaces.
func TestAddressSpacesAccepted(t *testing.T) {
	path := tools.Require(t, "mlir-opt")
	m := passtest.Transform(t, passtest.Parse(t, filledAndCopied), "builtin.module(gpu-to-llvm)")
	c := tools.Command(t, path)
	c.Stdin = bytes.NewReader(text.Append(nil, m, text.PrintOptions{}))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
