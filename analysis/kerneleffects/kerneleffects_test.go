package kerneleffects_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Copies of tiles read and write the tensors that tensor maps are of.
func TestTensorMaps(t *testing.T) {
	const source = `gpu.module @kernels {
  gpu.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %n: memref<64x64xf32>,
      %ma: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> {inflight.tensor = 0 : i64},
      %mb: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> {inflight.tensor = 1 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %s = memref.alloc() : memref<64x32xf32, 3>
    %bar = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>>
    nvgpu.tma.async.load %ma[%c0, %c0], %bar[%c0] to %s : <tensor = memref<64x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, <memorySpace = #gpu.address_space<workgroup>> -> memref<64x32xf32, 3>
    nvgpu.tma.async.store %s to %mb[%c0, %c0] : memref<64x32xf32, 3> -> <tensor = memref<64x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
    gpu.return
  }
}`
	m := passtest.Parse(t, source)
	got := kerneleffects.Of(m.Find(gpu.Func)[0])
	want := []kerneleffects.Access{{Reads: true}, {Writes: true}, {}, {}, {}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
