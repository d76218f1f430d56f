package machine_test

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// compiledC returns what clang makes of the kernels in testdata.
func compiledC(t *testing.T, level string) map[string]*machine.Kernel {
	t.Helper()
	clang := tools.Require(t, "clang")
	text, err := tools.Command(t, clang, "-target", "nvptx64-nvidia-cuda", "-march=sm_80", "-Xclang",
		"-target-feature", "-Xclang", "+ptx71", level,
		"-S", "-nogpulib", "-ffreestanding", "testdata/kernels.c", "-o", "-").Output()
	if err != nil {
		var failed *exec.ExitError
		errors.As(err, &failed)
		t.Fatalf("%v: %s", err, failed.Stderr)
	}
	m, err := ptx.Parse(diag.NewFile("kernels.ptx", text))
	if err == nil {
		err = ptx.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	kernels := map[string]*machine.Kernel{}
	for _, f := range m.Kernels() {
		if kernels[f.Name], err = machine.Compile(m, f); err != nil {
			t.Fatal(err)
		}
	}
	return kernels
}

// What clang compiles from C, at every level of optimization, computes what C means, and has no hazard.
func TestCompiledC(t *testing.T) {
	for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
		t.Run(level, func(t *testing.T) {
			kernels := compiledC(t, level)
			for _, m := range modes[1:3] {
				checkSoftmax(t, kernels["softmax"], m.mode)
				checkStencil(t, kernels["stencil"], m.mode)
				checkSteps(t, kernels["steps"], m.mode)
				checkHistogram(t, kernels["histogram"], m.mode)
			}
		})
	}
}

// launchC launches a kernel of an input, an output and a number.
func launchC(t *testing.T, k *machine.Kernel, mode machine.Mode, grid machine.Extents, threads int, in,
	out []byte, n int) {
	t.Helper()
	launch(t, k, machine.Config{
		Grid: grid, Block: machine.Extents{threads, 1, 1}, Mode: mode, Seed: 5,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "in", Data: in}},
			{Buffer: &machine.Buffer{Name: "out", Data: out}}, {Bits: uint64(n)}},
	})
}

func checkSoftmax(t *testing.T, k *machine.Kernel, mode machine.Mode) {
	const rows, n = 3, 200
	in, out := randomFloats(rand.New(rand.NewPCG(1, 1)), rows*n), make([]byte, 4*rows*n)
	launchC(t, k, mode, machine.Extents{rows, 1, 1}, 96, in, out, n)
	for row := range rows {
		largest, sum := math.Inf(-1), 0.0
		for i := range n {
			largest = max(largest, float64(float(in, row*n+i)))
		}
		for i := range n {
			sum += math.Exp(float64(float(in, row*n+i)) - largest)
		}
		for i := range n {
			want := math.Exp(float64(float(in, row*n+i))-largest) / sum
			if got := float64(float(out, row*n+i)); math.Abs(got-want) > 1e-5*want {
				t.Fatalf("softmax(%d, %d) = %v, want %v", row, i, got, want)
			}
		}
	}
}

func checkStencil(t *testing.T, k *machine.Kernel, mode machine.Mode) {
	const n = 21
	in, out := randomFloats(rand.New(rand.NewPCG(1, 2)), n*n), make([]byte, 4*n*n)
	launchC(t, k, mode, machine.Extents{2, 2, 1}, 256, in, out, n)
	at := func(y, x int) float32 {
		if y < 0 || y >= n || x < 0 || x >= n {
			return 0
		}
		return float(in, y*n+x)
	}
	for y := range n {
		for x := range n {
			if want := at(y, x-1) + at(y, x+1) + at(y-1, x) + at(y+1, x) - 4*
				at(y, x); float(out, y*n+x) != want {
				t.Fatalf("stencil(%d, %d) = %v, want %v", y, x, float(out, y*n+x), want)
			}
		}
	}
}

func checkSteps(t *testing.T, k *machine.Kernel, mode machine.Mode) {
	const n = 100
	in, out := make([]byte, 4*n), make([]byte, 8*n)
	for i := range n {
		binary.LittleEndian.PutUint32(in[4*i:], uint32(i*i+1))
	}
	launchC(t, k, mode, machine.Extents{2, 1, 1}, 64, in, out, n)
	for i := range n {
		count, h := steps(uint32(i*i + 1))
		if gotCount, gotH := binary.LittleEndian.Uint32(out[8*i:]),
			binary.LittleEndian.Uint32(out[8*i+4:]); gotCount != count || gotH != h {
			t.Fatalf("steps(%d) = %d, %#x, want %d, %#x", i*i+1, gotCount, gotH, count, h)
		}
	}
}

// steps is what the kernel of that name computes for one number.
func steps(v uint32) (count, h uint32) {
	h = 2166136261
	for v != 1 {
		if v%2 == 1 {
			v = 3*v + 1
		} else {
			v /= 2
		}
		if v%3 == 0 {
			h = (h ^ v) * 16777619
			h = h<<13 | h>>19
		}
		switch v & 7 {
		case 0:
			h += 5
		case 3:
			h ^= v >> 3
		case 6:
			h = -h
		default:
			h++
		}
		if count++; count > 200 {
			break
		}
	}
	return count, h
}

func checkHistogram(t *testing.T, k *machine.Kernel, mode machine.Mode) {
	const n = 1000
	in, out := make([]byte, n), make([]byte, 256)
	var want [64]uint32
	for i := range in {
		in[i] = byte(i * i)
		want[in[i]&63]++
	}
	launchC(t, k, mode, machine.Extents{3, 1, 1}, 128, in, out, n)
	for i, w := range want {
		if got := binary.LittleEndian.Uint32(out[4*i:]); got != w {
			t.Fatalf("bin %d has %d, want %d", i, got, w)
		}
	}
}
