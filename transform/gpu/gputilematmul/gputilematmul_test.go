package gputilematmul_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gputilematmul"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "gpu-tile-matmul") }

// Tiles that cannot be made are errors, with the limit and the value.
func TestErrors(t *testing.T) {
	source := func(elem string) string {
		return strings.ReplaceAll(
			"func.func @f(%a: memref<256x256xT>, %b: memref<256x256xT>, %c: memref<256x256xf32>) {\n"+
				"  linalg.matmul ins(%a, %b : memref<256x256xT>, memref<256x256xT>) outs(%c : "+
				"memref<256x256xf32>)\n  return\n}", "xT", "x"+elem)
	}
	for _, c := range []struct{ options, elem, want string }{
		{"block-tile=128,x,32", "f16",
			"'x' in block-tile=128,x,32 is not a positive number [gpu-tile-options]"},
		{"block-tile=128,-64,32", "f16",
			"'-64' in block-tile=128,-64,32 is not a positive number [gpu-tile-options]"},
		{"block-tile=128,128", "f16", "block-tile has 3 numbers, not 2 [gpu-tile-options]"},
		{"warp-tile=64", "f16", "warp-tile has 2 numbers, not 1 [gpu-tile-options]"},
		{"warp-tile=24,64", "f16",
			"the rows of warp-tile, 24, are no multiple of 16, the rows of a fragment [gpu-tile-options]"},
		{"warp-tile=64,40", "f16",
			"the columns of warp-tile, 40, are no multiple of 16, the columns of two fragments " +
				"[gpu-tile-options]"},
		{"warp-tile=48,64", "f16",
			"the rows of block-tile, 128, are no multiple of those of warp-tile, 48 [gpu-tile-options]"},
		{"block-tile=128,96,32", "f16",
			"the columns of block-tile, 96, are no multiple of those of warp-tile, 64 [gpu-tile-options]"},
		{"block-tile=256,256,32 warp-tile=32,32", "f16",
			"a block has 2048 threads, of which a device has at most 1024 [gpu-tile-options]"},
		{"raster=0", "f16", "a group has from 1 to 65535 rows of blocks, not 0 [gpu-tile-options]"},
		{"stages=0", "f16", "a pipeline has from 1 to 16 stages, not 0 [gpu-tile-options]"},
		{"block-tile=128,128,24", "f16",
			"the depth of block-tile, 24, is no multiple of 16, the depth of a fragment of 'f16' " +
				"[gpu-tile-options]"},
		{"block-tile=128,128,20", "f32",
			"the depth of block-tile, 20, is no multiple of 8, the depth of a fragment of 'f32' " +
				"[gpu-tile-options]"},
		{"stages=8 block-tile=128,128,64", "bf16",
			"8 stages of 128 x 64 and 64 x 128 elements of 'bf16' are 262144 bytes of shared memory for a " +
				"block, " +
				"of which a device has at most 232448 [gpu-tile-shared]"},
		{"warp-tile=128,64", "f16",
			"128 x 64 elements of C for a warp need at least 328 registers of a thread, which has at most " +
				"255 in a block of 64 [gpu-tile-registers]"},
		{"block-tile=256,256,32 warp-tile=64,32", "f16",
			"64 x 32 elements of C for a warp need at least 112 registers of a thread, " +
				"which has at most 64 in a block of 1024 [gpu-tile-registers]"},
		{"target=sm_75", "f16",
			"kernels are made for sm_80 and later devices, not for 'sm_75' [gpu-tile-options]"},
		{"persistent=4", "f16", "blocks are persistent with target=sm_90a [gpu-tile-options]"},
		{"target=sm_90a persistent=-1", "f16",
			"from 1 to 65535 blocks are persistent, not -1 [gpu-tile-options]"},
		{"target=sm_90a stages=8", "f16",
			"8 stages of 128 x 64 and 64 x 128 elements of 'f16', with barriers, are 263168 bytes of " +
				"shared memory " +
				"for a block, of which a device has at most 232448 [gpu-tile-shared]"},
		{"target=sm_90a block-tile=96,128,64", "f16",
			"the rows of block-tile, 96, are no multiple of 64, those of a warpgroup [gpu-tile-options]"},
		{"target=sm_90a block-tile=512,64,64", "f16",
			"512 rows of block-tile take 8 warpgroups, of which a block has at most 7 beside that of the " +
				"producer [gpu-tile-options]"},
		{"target=sm_90a block-tile=64,260,64", "f16",
			"wgmma has from 8 to 256 columns, a multiple of 8, and block-tile has 260 [gpu-tile-options]"},
		{"target=sm_90a block-tile=64,96,64", "bf16",
			"the columns of block-tile, 96, are no multiple of 64, the 128 bytes of a row in shared memory " +
				"[gpu-tile-options]"},
		{"target=sm_90a block-tile=128,128,32", "bf16",
			"the depth of block-tile is 32 elements of 'bf16', and with sm_90a 64, the 128 bytes of a row " +
				"in shared " +
				"memory [gpu-tile-options]"},
		{"target=sm_90a block-tile=384,256,64 stages=2", "bf16",
			"64 x 256 elements of C for a warpgroup need at least 152 registers of a thread, which has at " +
				"most 80 " +
				"in a block of 6 warpgroups and a producer [gpu-tile-registers]"},
	} {
		p, err := pass.Parse("builtin.module(gpu-tile-matmul{" + c.options + "})")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, source(c.elem)))
		if !diags.HasErrors() {
			t.Errorf("%s: no error", c.options)
			continue
		}
		d := diags.Err().Error()
		if want := "in.mlir:2:3: error: " + c.want; !strings.Contains(d, want) {
			t.Errorf("%s:\n got %s\nwant %s", c.options, d, want)
		}
	}
}

// What warpgroups do not multiply is multiplied by mma.sync, and what the tensor memory accelerator does not
// store is written by threads; a remark says why.
func TestFallback(t *testing.T) {
	const fill = "%z = arith.constant 0.0 : CE\nlinalg.fill ins(%z : CE) outs(%c : CT)\n"
	for _, c := range []struct{ a, b, c, elem, options, before, want string }{
		{"64x100xf16", "100x64xf16", "64x64xf32", "f32", "", "",
			"multiplied by mma.sync, not by warpgroups: rows of A do not begin at multiples of 16 bytes"},
		{"64x32xf32", "32x64xf32", "64x64xf32", "f32", "", "",
			"multiplied by mma.sync, not by warpgroups: of elements of 32 bits they take rows along the " +
				"depth"},
		{"64x64xf16", "64x64xf16", "64x64xf32", "f32", "", "",
			"threads write C, not the tensor memory accelerator: its elements are read and added to"},
		{"64x64xf16", "64x64xf16", "64x64xf32, strided<[66, 1]>", "f32", "", fill,
			"threads write C, not the tensor memory accelerator: its rows do not begin at multiples of 16 " +
				"bytes"},
		{"64x64xf16", "64x64xf16", "64x64xf16, strided<[?, 1]>", "f16", "", fill,
			"threads write C, not the tensor memory accelerator: where its rows begin is known at run time " +
				"only"},
		{"64x64xf16", "64x64xf16", "64x64xf16", "f16", "block-tile=64,256,64 stages=5", fill, ""},
		{"64x64xf16", "64x64xf16", "64x64xf16", "f16", "block-tile=128,128,64 stages=7", fill,
			"threads write C, not the tensor memory accelerator: the stages leave no shared memory for it"},
	} {
		source := strings.NewReplacer("CT", "memref<"+c.c+">", "CE", c.elem, "AT", "memref<"+c.a+">", "BT",
			"memref<"+c.b+">").Replace("func.func @f(%a: AT, %b: BT, %c: CT) {\n" + c.before +
			"linalg.matmul ins(%a, %b : AT, BT) outs(%c : CT)\nreturn\n}")
		p, err := pass.Parse("builtin.module(gpu-tile-matmul{target=sm_90a " + c.options + "})")
		if err != nil {
			t.Fatal(err)
		}
		m := passtest.Parse(t, source)
		said := (&pass.Manager{Pipeline: p}).Run(t.Context(), m)
		if said.HasErrors() {
			t.Fatalf("%s: %v", source, said)
		}
		text := passtest.Print(m)
		byThreads := strings.Contains(c.want, "mma.sync") == strings.Contains(text, "nvgpu.mma.sync") &&
			(c.want == "") == strings.Contains(text, "nvgpu.tma.async.store")
		if found := fmt.Sprint(said); !byThreads || !strings.Contains(found, c.want) ||
			c.want == "" && len(said) > 0 {
			t.Errorf("%s\nsaid %v\nwant %s", source, found, c.want)
		}
	}
}
