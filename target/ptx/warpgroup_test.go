package ptx_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/ptxfaults"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// How B lies in shared memory, by how it is multiplied: in two columns of 64 numbers, row by row; or
// transposed, with a row for each column.
var layoutsOfB = map[string]struct{ shape, fill string }{
	"transposeB,": {"64x128", `%r = arith.divui %e, %c128 : index
        %c = arith.remui %e, %c128 : index
        %v = memref.load %B[%r, %c] : memref<64x128xf16>
        %column = arith.divui %c, %c64 : index
        %inside = arith.remui %c, %c64 : index
        %piece = arith.divui %inside, %c8 : index
        %rest = arith.remui %inside, %c8 : index
        %low = arith.remui %r, %c8 : index
        %at = arith.xori %piece, %low : index
        %first = arith.muli %at, %c8 : index
        %place = arith.addi %first, %rest : index
        %rows = arith.muli %column, %c64 : index
        %row = arith.addi %rows, %r : index
        %whole = arith.divui %row, %c2 : index
        %odd = arith.remui %row, %c2 : index
        %half = arith.muli %odd, %c64 : index
        %there = arith.addi %half, %place : index
        memref.store %v, %sb[%whole, %there] : memref<64x128xf16, 3>`},
	"": {"128x64", `%c = arith.divui %e, %c64 : index
        %r = arith.remui %e, %c64 : index
        %v = memref.load %B[%r, %c] : memref<64x128xf16>
        %piece = arith.divui %r, %c8 : index
        %rest = arith.remui %r, %c8 : index
        %low = arith.remui %c, %c8 : index
        %at = arith.xori %piece, %low : index
        %first = arith.muli %at, %c8 : index
        %place = arith.addi %first, %rest : index
        memref.store %v, %sb[%c, %place] : memref<128x64xf16, 3>`},
}

// The products that convert-nvgpu-to-nvvm makes of one by a warpgroup compute it, however B lies in memory.
func TestWarpgroup(t *testing.T) {
	source, err := os.ReadFile("testdata/warpgroup.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for transposed, layout := range layoutsOfB {
		program := strings.NewReplacer("LAYOUT", layout.shape, "FILL", layout.fill, "TRANSPOSED",
			transposed).Replace(string(source))
		m, diags := text.Parse(all.NewContext(), diag.NewFile("warpgroup.mlir", []byte(program)),
			text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		kernels, err := ptx.Compile(t.Context(), m, ptx.Options{})
		if err != nil {
			t.Fatal(err)
		}
		runProduct(t, kernels)
		if transposed == "" {
			checkWarpgroupFaults(t, kernels.Text)
		}
	}
}

// checkWarpgroupFaults takes out each fence, commit, wait and barrier, or weakens it. The judge finds it, but
// for the barriers within the two loops that fill shared memory: place-gpu-barriers does not see that their
// permutation gives each element a place of its own.
func checkWarpgroupFaults(t *testing.T, text string) {
	t.Helper()
	faults, err := ptxfaults.All(diag.NewFile("kernel.ptx", []byte(text)), 1)
	if err != nil {
		t.Fatal(err)
	}
	fences, kept := 0, 0
	for _, f := range faults {
		if strings.Contains(f.What, "fence") {
			fences++
		}
		switch {
		case faulty(t, f.Text):
		case strings.Contains(f.What, "'bar.sync"):
			kept++
		default:
			t.Errorf("warpgroup.mlir:%d: no fault is found after the %s", f.Line, f.What)
		}
	}
	if fences != 2 || kept != 2 {
		t.Errorf("%d fences, and %d barriers that can go", fences, kept)
	}
}

func runProduct(t *testing.T, kernels *ptx.Kernels) {
	t.Helper()
	if !strings.Contains(kernels.Text, ".target sm_90a\n") ||
		strings.Count(kernels.Text, "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16") != 8 {
		t.Error(kernels.Text)
	}
	r := rand.New(rand.NewPCG(3, 4))
	a, b, c := random(r, ir.F16, 128*64), random(r, ir.F16, 64*128), random(r, ir.F32, 128*128)
	args := append(append(array(a, "a", 128, 64), array(b, "b", 64, 128)...), array(c, "c", 128, 128)...)
	for _, mode := range []machine.Mode{machine.Late, machine.Early} {
		report, err := gputest.Launch(t, kernel(t, kernels.Text),
			machine.Config{Grid: machine.Extents{1, 1, 1},
				Block: machine.Extents{128, 1, 1}, Args: append(args, machine.Arg{}), Mode: mode})
		if err != nil || len(report.Findings) > 0 {
			t.Fatal(err, report.Findings)
		}
		for i := range 128 * 128 {
			want := 0.0
			for k := range 64 {
				want += a.values[i/128*64+k] * b.values[k*128+i%128]
			}
			if got := math.Float32frombits(binary.LittleEndian.Uint32(c.data[4*i:])); float64(got) != want {
				t.Fatalf("mode %v: element %d is %v, want %v", mode, i, got, want)
			}
		}
		clear(c.data)
	}
}
