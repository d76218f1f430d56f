package ptx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// kernelCases are kernels of 32 threads on %A and %R, arrays of 64 numbers, %H, one of halves, and %n, which
// is 4: products of matrices, and what once became code that is wrong.
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
	{"a reduction with a region", `
    %x = memref.load %A[%t] : memref<64xf32>
    %r = gpu.all_reduce %x {
    ^bb0(%a: f32, %b: f32):
      %less = arith.cmpf olt, %a, %b : f32
      %m = arith.select %less, %a, %b : f32
      gpu.yield %m : f32
    } : (f32) -> f32
    memref.store %r, %R[%t] : memref<64xf32>`},
	{"an atomic update with a region, in a loop", `
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.addi %t, %i : index
      %j = arith.remui %s, %n : index
      %x = memref.generic_atomic_rmw %R[%j] : memref<64xf32> {
      ^bb0(%old: f32):
        %one = arith.constant 1.0 : f32
        %high = arith.constant 20.0 : f32
        %low = arith.minimumf %old, %high : f32
        %new = arith.addf %low, %one : f32
        memref.atomic_yield %new : f32
      }
      %few = arith.cmpi ult, %t, %c1 : index
      scf.if %few {
        %y = memref.generic_atomic_rmw %R[%n] : memref<64xf32> {
        ^bb0(%old: f32):
          %new = arith.subf %x, %old : f32
          %sum = arith.subf %new, %x : f32
          memref.atomic_yield %sum : f32
        }
      }
    }`},
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
	{"memory that TVM calls dynamic is shared, and gets its barriers", `
    %S = memref.alloc() : memref<32xf32, "shared.dyn">
    %x = memref.load %A[%t] : memref<64xf32>
    memref.store %x, %S[%t] : memref<32xf32, "shared.dyn">
    %last = arith.constant 31 : index
    %back = arith.subi %last, %t : index
    %y = memref.load %S[%back] : memref<32xf32, "shared.dyn">
    memref.store %y, %R[%t] : memref<64xf32>`},
	{"memory of the block that is allocated in a loop", `
    scf.for %i = %c0 to %n step %c1 {
      %S = memref.alloc() : memref<32xf32, 3>
      %x = memref.load %A[%t] : memref<64xf32>
      memref.store %x, %S[%t] : memref<32xf32, 3>
      %last = arith.constant 31 : index
      %back = arith.subi %last, %t : index
      %y = memref.load %S[%back] : memref<32xf32, 3>
      memref.store %y, %R[%t] : memref<64xf32>
    }`},
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
	{"products of fragments of all types", `
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %zeroh = arith.constant dense<0.0> : vector<2x2xf16>
    %zeroi = arith.constant dense<0> : vector<2x2xi32>
    %m = arith.constant 3 : index
    %t3 = arith.andi %t, %m : index
    %c8 = arith.constant 8 : index
    %at = arith.muli %t3, %c8 : index
    %t7 = arith.addi %at, %t : index
    %a8 = vector.load %H[%t7] : memref<64xf16>, vector<8xf16>
    %b4 = vector.load %H[%t] : memref<64xf16>, vector<4xf16>
    %a = vector.shape_cast %a8 : vector<8xf16> to vector<4x2xf16>
    %b = vector.shape_cast %b4 : vector<4xf16> to vector<2x2xf16>
    %p = nvgpu.mma.sync(%a, %b, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %ph = nvgpu.mma.sync(%a, %b, %zeroh) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %wide = arith.extf %a : vector<4x2xf16> to vector<4x2xf32>
    %wideb = arith.extf %b : vector<2x2xf16> to vector<2x2xf32>
    %abf = arith.truncf %wide : vector<4x2xf32> to vector<4x2xbf16>
    %bbf = arith.truncf %wideb : vector<2x2xf32> to vector<2x2xbf16>
    %pb = nvgpu.mma.sync(%abf, %bbf, %p) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %a4 = vector.load %A[%t] : memref<64xf32>, vector<4xf32>
    %b2 = vector.load %A[%t7] : memref<64xf32>, vector<2xf32>
    %at32 = vector.shape_cast %a4 : vector<4xf32> to vector<4x1xf32>
    %bt32 = vector.shape_cast %b2 : vector<2xf32> to vector<2x1xf32>
    %pt = nvgpu.mma.sync(%at32, %bt32, %pb) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    %row = vector.extract %pt[0] : vector<2xf32> from vector<2x2xf32>
    %row2 = vector.extract %pt[1] : vector<2xf32> from vector<2x2xf32>
    %sum = arith.subf %row, %row2 : vector<2xf32>
    vector.store %sum, %R[%own] : memref<64xf32>, vector<2xf32>
    %rowh = vector.extract %ph[1] : vector<2xf16> from vector<2x2xf16>
    vector.store %rowh, %R2[%own] : memref<64xf16>, vector<2xf16>`},
	{"fragments from shared memory, as they are and transposed", `
    %S = memref.alloc() : memref<32x8xf16, #gpu.address_space<workgroup>>
    %T = memref.alloc() : memref<32x8xf16, #gpu.address_space<workgroup>>
    %h = vector.load %H[%t] : memref<64xf16>, vector<8xf16>
    vector.store %h, %S[%t, %c0] : memref<32x8xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    gpu.barrier
    %x = nvgpu.ldmatrix %S[%t, %c0] {numTiles = 4 : i32, transpose = true} : memref<32x8xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %k = arith.constant 15 : index
    %t15 = arith.andi %t, %k : index
    %y = nvgpu.ldmatrix %S[%t15, %c0] {numTiles = 2 : i32, transpose = false} : memref<32x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %p = nvgpu.mma.sync(%x, %y, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %row = vector.extract %p[1] : vector<2xf32> from vector<2x2xf32>
    vector.store %row, %R[%own] : memref<64xf32>, vector<2xf32>
    %z = nvgpu.ldmatrix %S[%t, %c0] {numTiles = 1 : i32, transpose = true} : memref<32x8xf16, #gpu.address_space<workgroup>> -> vector<1x2xf16>
    %rowh = vector.extract %z[0] : vector<2xf16> from vector<1x2xf16>
    vector.store %rowh, %R2[%own] : memref<64xf16>, vector<2xf16>`},
	{"an atomic sum of floats", `
    %x = memref.load %A[%t] : memref<64xf32>
    %i = arith.andi %t, %c1 : index
    %old = memref.atomic_rmw addf %x, %R[%i] : (f32, memref<64xf32>) -> f32`},
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
