package cuda_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// kernelCases are kernels of 32 threads on %A and %R, arrays of 64 numbers, %H, one of halves, and %n, which is 4. Each once
// was compiled to code that is wrong.
var kernelCases = []struct{ name, body string }{
	{"memory that loops carry is still known to be shared", `
    %S = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %T = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %x = memref.load %A[%t] : memref<64xf32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %S, %q = %T) ->
        (memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>) {
      memref.store %x, %p[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      scf.yield %q, %p : memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>
    }
    %y = memref.load %r#0[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %y, %R[%t] : memref<64xf32>`},
	{"memory of the thread that a loop carries", `
    %S = memref.alloca() : memref<4xf32>
    %T = memref.alloca() : memref<4xf32>
    %x = memref.load %A[%t] : memref<64xf32>
    memref.store %x, %S[%c1] : memref<4xf32>
    memref.store %x, %T[%c1] : memref<4xf32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %S, %q = %T) -> (memref<4xf32>, memref<4xf32>) {
      %v = memref.load %p[%c1] : memref<4xf32>
      %w = arith.addf %v, %x : f32
      memref.store %w, %q[%c1] : memref<4xf32>
      scf.yield %q, %p : memref<4xf32>, memref<4xf32>
    }
    %y = memref.load %r#0[%c1] : memref<4xf32>
    memref.store %y, %R[%t] : memref<64xf32>`},
	{"halves that both ways of a branch pass on are put together for both", `
    %x = memref.load %H[%t] : memref<64xf16>
    %u = arith.addf %x, %x : f16
    %v = vector.from_elements %u, %x : vector<2xf16>
    %w = vector.from_elements %x, %u : vector<2xf16>
    %even = arith.andi %t, %c1 : index
    %c = arith.cmpi eq, %even, %c1 : index
    cf.cond_br %c, ^loop(%v, %c0 : vector<2xf16>, index), ^exit(%v : vector<2xf16>)
  ^loop(%p: vector<2xf16>, %i: index):
    %p2 = arith.addf %p, %w : vector<2xf16>
    %i2 = arith.addi %i, %c1 : index
    %again = arith.cmpi ult, %i2, %t : index
    cf.cond_br %again, ^loop(%p2, %i2 : vector<2xf16>, index), ^exit(%p2 : vector<2xf16>)
  ^exit(%q: vector<2xf16>):
    vector.store %q, %R2[%own] : memref<64xf16>, vector<2xf16>
    gpu.return`},
	{"so are those of a switch", `
    %x = memref.load %H[%t] : memref<64xf16>
    %u = arith.addf %x, %x : f16
    %v = vector.from_elements %u, %x : vector<2xf16>
    %i = arith.index_cast %t : index to i32
    %w = vector.from_elements %x, %u : vector<2xf16>
    cf.switch %i : i32, [default: ^b(%v : vector<2xf16>), 1: ^a(%v : vector<2xf16>), 2: ^a(%w : vector<2xf16>), 3: ^b(%w : vector<2xf16>)]
  ^a(%p: vector<2xf16>):
    vector.store %p, %R2[%own] : memref<64xf16>, vector<2xf16>
    gpu.return
  ^b(%q: vector<2xf16>):
    %y = arith.addf %q, %q : vector<2xf16>
    vector.store %y, %R2[%own] : memref<64xf16>, vector<2xf16>
    gpu.return`},
	{"copies of buffers in shared memory", `
    %S = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %c = arith.cmpi eq, %t, %c1 : index
    scf.if %c {
      memref.copy %A, %S : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %y = memref.load %S[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %y, %R[%t] : memref<64xf32>`},
	{"a function that returns memory of the block", `
    %S = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %T = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %x = memref.load %A[%t] : memref<64xf32>
    %c = arith.cmpi ult, %n, %c1 : index
    %p = func.call @either(%c, %S, %T) : (i1, memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>)
        -> memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %y = memref.load %p[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %y, %R[%t] : memref<64xf32>`},
	{"an element in front of an address", `
    %back = arith.constant -4 : index
    %k = arith.addi %n, %t : index
    %at = arith.addi %k, %back : index
    %y = memref.load %A[%at] : memref<64xf32>
    memref.store %y, %R[%t] : memref<64xf32>`},
}

const kernelCase = `module attributes {gpu.container_module} {
gpu.module @kernels {
  func.func @either(%%c: i1, %%p: memref<64xf32, #gpu.address_space<workgroup>>, %%q: memref<64xf32, #gpu.address_space<workgroup>>)
      -> memref<64xf32, #gpu.address_space<workgroup>> {
    cf.cond_br %%c, ^a(%%p : memref<64xf32, #gpu.address_space<workgroup>>), ^a(%%q : memref<64xf32, #gpu.address_space<workgroup>>)
  ^a(%%r: memref<64xf32, #gpu.address_space<workgroup>>):
    return %%r : memref<64xf32, #gpu.address_space<workgroup>>
  }
  gpu.func @kernel(%%A: memref<64xf32>, %%H: memref<64xf16>, %%R: memref<64xf32>, %%R2: memref<64xf16>, %%n: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%c2 = arith.constant 2 : index
    %%t = gpu.thread_id x
    %%own = arith.muli %%t, %%c2 : index
%s
    gpu.return
  }
}
func.func @main(%%A: memref<64xf32>, %%H: memref<64xf16>, %%R: memref<64xf32>, %%R2: memref<64xf16>) {
  %%c1 = arith.constant 1 : index
  %%c4 = arith.constant 4 : index
  %%c32 = arith.constant 32 : index
  gpu.launch_func @kernels::@kernel blocks in (%%c1, %%c1, %%c1) threads in (%%c32, %%c1, %%c1)
      args(%%A : memref<64xf32>, %%H : memref<64xf16>, %%R : memref<64xf32>, %%R2 : memref<64xf16>, %%c4 : index)
  return
}
}
`

func TestKernels(t *testing.T) {
	for _, c := range kernelCases {
		t.Run(c.name, func(t *testing.T) {
			body := strings.TrimSuffix(c.body, "\n    gpu.return") // the text has one at its end
			compareMachines(t, passtest.Parse(t, fmt.Sprintf(kernelCase, body)))
		})
	}
}
