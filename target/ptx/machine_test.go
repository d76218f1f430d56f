package ptx_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/ptxfaults"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	language "github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// buffer is an argument in global memory, with the numbers that are in it.
type buffer struct {
	data   []byte
	values []float64
}

// random returns n numbers with few digits, so that sums of their products are exact.
func random(r *rand.Rand, kind ir.FloatKind, n int) *buffer {
	b := &buffer{}
	for range n {
		v := float64(r.IntN(33)-16) / 8
		b.values = append(b.values, v)
		if kind == ir.F16 {
			b.data = binary.LittleEndian.AppendUint16(b.data, uint16(ir.EncodeFloat(ir.F16, v)))
		} else {
			b.data = binary.LittleEndian.AppendUint32(b.data, math.Float32bits(float32(v)))
		}
	}
	return b
}

// arrayOf returns the arguments that a memref of numbers is passed as.
func arrayOf(b *buffer, name string, shape ...int) []machine.Arg {
	return descriptor(&machine.Buffer{Name: name, Data: b.data}, shape...)
}

// array returns the arguments that random numbers are passed as.
func array(b *buffer, name string, shape ...int) []machine.Arg {
	return descriptor(&machine.Buffer{Name: name, Data: b.data}, shape...)
}

// descriptor returns the arguments that a memref is passed as: two pointers, the offset, sizes and strides.
func descriptor(p *machine.Buffer, shape ...int) []machine.Arg {
	args := []machine.Arg{{Buffer: p}, {Buffer: p}, {}}
	strides := make([]machine.Arg, len(shape))
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = machine.Arg{Bits: uint64(step)}
		step *= shape[i]
	}
	for _, n := range shape {
		args = append(args, machine.Arg{Bits: uint64(n)})
	}
	return append(args, strides...)
}

// launch is a kernel with its arguments, and what it should leave in the last of them.
type launch struct {
	file string
	grid machine.Extents
	args []machine.Arg
	out  []byte
	want []float64
}

func launches() []*launch {
	r := rand.New(rand.NewPCG(1, 2))
	a, b, c := random(r, ir.F16, 128*256), random(r, ir.F16, 256*128), random(r, ir.F32, 128*128)
	gemm := &launch{file: programs[0], grid: machine.Extents{2, 2, 1}, out: c.data}
	gemm.args = append(append(arrayOf(a, "a", 128, 256), arrayOf(b, "b", 256, 128)...),
		arrayOf(c, "c", 128, 128)...)
	for i := range 128 {
		for j := range 128 {
			sum := 0.0
			for k := range 256 {
				sum += a.values[i*256+k] * b.values[k*128+j]
			}
			gemm.want = append(gemm.want, sum)
		}
	}
	x, y, z := random(r, ir.F32, 65536), random(r, ir.F32, 65536), random(r, ir.F32, 65536)
	triad := &launch{file: programs[1], grid: machine.Extents{16, 1, 1}, out: z.data}
	triad.args = append(append(arrayOf(x, "x", 65536), arrayOf(y, "y", 65536)...), arrayOf(z, "z", 65536)...)
	for i := range x.values {
		triad.want = append(triad.want, 2*x.values[i]+y.values[i])
	}
	return []*launch{gemm, triad}
}

// kernel decodes PTX.
func kernel(t testing.TB, text string) *machine.Kernel {
	t.Helper()
	m, err := language.Parse(diag.NewFile("kernel.ptx", []byte(text)))
	if err == nil {
		err = language.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m, judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	return plan.Kernel
}

// The code computes what the program says, whenever copies take place, without a race and without conflicts
// of banks.
func TestExecutes(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, l := range launches() {
		k := kernel(t, compileFile(t, l.file).Text)
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			report, err := gputest.Launch(t, k,
				machine.Config{Grid: l.grid, Block: machine.Extents{128, 1, 1}, Args: l.args, Mode: mode,
					Seed: 1})
			if err != nil || len(report.Findings) > 0 {
				t.Fatal(l.file, mode, err, report.Findings)
			}
			for i := range report.Banks {
				if n := report.Banks[i].Conflicts(); n > 0 {
					t.Errorf("%s: %d conflicts of banks", l.file, n)
				}
			}
			for i, want := range l.want {
				if got := math.Float32frombits(binary.LittleEndian.Uint32(l.out[4*i:])); float64(
					got) != want {
					t.Fatalf("%s, mode %v: element %d is %v, want %v", l.file, mode, i, got, want)
				}
			}
			clear(l.out)
		}
	}
}

// Each wait, barrier and commit of the code is needed: without any one of them, or with a larger count, the
// judge finds a fault. So it does not matter how they were placed.
func TestEveryWaitIsNeeded(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, l := range launches() {
		everyWaitIsNeeded(t, l.file, compileFile(t, l.file).Text)
	}
}

func everyWaitIsNeeded(t *testing.T, name, text string) {
	t.Helper()
	if faulty(t, text) {
		t.Errorf("%s: the judge finds a fault", name)
	}
	faults, err := ptxfaults.All(diag.NewFile("kernel.ptx", []byte(text)), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		if !faulty(t, f.Text) {
			t.Errorf("%s:%d: no fault is found after the %s", name, f.Line, f.What)
		}
	}
	if len(faults) < 8 {
		t.Errorf("%s: %d mutants", name, len(faults))
	}
}

// faulty reports whether the judge finds a fault in a kernel.
func faulty(t *testing.T, text string) bool {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m, judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	report, err := judge.Check(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return !report.OK()
}
