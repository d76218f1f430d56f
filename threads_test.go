package inflight_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// threadResults are the results of the programs in testdata/threads: a function of the first argument for
// each element of the second.
var threadResults = map[string]func(a []float32, i int) float32{
	"reversed_in_shared_memory":  func(a []float32, i int) float32 { return a[63-i] },
	"neighbours_swap":            func(a []float32, i int) float32 { return a[i^1] },
	"memory_outside_of_the_loop": func(a []float32, i int) float32 { return a[63-i] },
	"memory_at_the_root":         func(a []float32, i int) float32 { return a[63-i] },
	"sum_over_threads_in_local_memory": func(a []float32, i int) (sum float32) {
		for t := range 64 {
			sum += a[i*64+t] * 2
		}
		return sum
	},
	"sum_over_threads_in_global_memory": func(a []float32, _ int) (sum float32) {
		for t := range 64 {
			sum += a[t]
		}
		return sum
	},
	"cooperative_fetch":                  sumOfRows,
	"cooperative_fetch_pipelined":        sumOfRows,
	"cooperative_fetch_allocated_inside": sumOfRows,
	"between_two_axes": func(a []float32, i int) float32 {
		return a[i/16*16] + a[i/16*16+1] + a[i]
	},
	"sums_of_rows": func(a []float32, i int) (sum float32) {
		for t := range 16 {
			sum += a[i*16+t]
		}
		return sum
	},
	"tree_of_sums": func(a []float32, _ int) float32 {
		s := slices.Clone(a)
		for n := 32; n > 0; n /= 2 {
			for t := range n {
				s[t] += s[t+n]
			}
		}
		return s[0]
	},
}

// sumOfRows adds the rows of a matrix; each row is summed cyclically from its element i on.
func sumOfRows(a []float32, i int) (sum float32) {
	for k := range 8 {
		for j := range 64 {
			sum += a[k*64+(i+j)%64]
		}
	}
	return sum
}

// Programs whose threads exchange data in a loop over threads are proven, and compute the values of their
// statements in order, on the simulator and as PTX; or check, run and build all refuse them.
func TestThreadsExchangeData(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	files, err := filepath.Glob("testdata/threads/*.py")
	if err != nil || len(files) < 13 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			m, err := inflight.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := wanted(t, file)
			verdict, report := judgeThreads(m)
			if counts, ok := strings.CutPrefix(want, "proven, counts "); ok {
				want = "proven"
				if got := exactCounts(report); got != counts {
					t.Errorf("exact counts %s, want %s", got, counts)
				}
			}
			if verdict != want {
				t.Fatalf("check says %s, want %s", verdict, want)
			}
			for what, verdict := range alike(t, m, threadResults[name]) {
				if verdict != want {
					t.Errorf("%s says %s, want %s", what, verdict, want)
				}
			}
		})
	}
}

// Loops over threads in which no thread accesses an element that another writes stay loops, so that every
// engine runs them. That holds for extents that are not constant, too.
func TestIndependentThreadsStayLoops(t *testing.T) {
	const head = `from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(a: T.handle, o: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 64), "float32")
    O = T.match_buffer(o, (n, 64), "float32")
    for bx in T.thread_binding(n, thread="blockIdx.x"):
        for ty in T.thread_binding(4, thread="threadIdx.y"):
            for tx in T.thread_binding(16, thread="threadIdx.x"):
`
	for body, stays := range map[string]bool{
		"O[bx, ty * 16 + tx] = A[bx, ty * 16 + tx]":                                 true,
		"for v in range(4):\n    if ty == 0:\n        O[bx, tx * 4 + v] = A[bx, v]": true,
		"O[bx, tx] = A[bx, ty * 16 + tx]":                                           false,
		"O[bx, ty * 16 + tx] = O[bx, 63 - ty * 16 - tx]":                            false,
	} {
		indent := "                "
		source := head + indent + strings.ReplaceAll(body, "\n", "\n"+indent) + "\n"
		m, err := inflight.Parse(diag.NewFile("threads.py", []byte(source)))
		if err != nil {
			t.Fatal(err)
		}
		threads, err := m.Threads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if (threads == m) != stays {
			t.Errorf("stays a loop: %v, want %v\n%s", threads == m, stays, source)
		}
	}
}

// Each barrier, placed or given, is needed: without it check finds a hazard in the program, and the judge of
// PTX finds one in the PTX. This holds for any way of placing barriers.
func TestBarriersBetweenThreadsAreNeeded(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for name := range threadResults {
		file := "testdata/threads/" + name + ".py"
		m, err := inflight.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; withoutBarrier(t, m, n); n++ {
		}
		k, err := buildPTX(m)
		if err != nil {
			t.Fatal(err)
		}
		before, err := exec.Inputs{Seed: 7}.Arguments(m.Op().Body().First())
		if err != nil {
			t.Fatal(err)
		}
		const barrier = "bar.sync 0;"
		if !strings.Contains(k.Text, barrier) {
			t.Errorf("%s has no barrier", file)
		}
		for at := strings.Index(k.Text, barrier); at >= 0; at = next(k.Text, barrier, at) {
			weak := *k
			weak.Text = k.Text[:at] + k.Text[at+len(barrier):]
			if _, findings := executePTX(t, &weak, before); len(findings) == 0 {
				t.Errorf("%s: nothing is wrong without the barrier at %d\n%s", file, at, k.Text)
			}
		}
	}
}

// withoutBarrier judges a pipelined program without its barrier number n. It returns false if there is no
// such barrier.
func withoutBarrier(t *testing.T, m *inflight.Module, n int) bool {
	t.Helper()
	piped, err := m.Pipeline(t.Context())
	if err == nil {
		piped, err = piped.Threads(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	barriers := piped.Op().Find(gpu.Barrier)
	if n >= len(barriers) {
		return false
	}
	barriers[n].Erase()
	report, err := piped.Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() {
		t.Errorf("check finds nothing wrong without barrier %d of\n%v", n, m)
	}
	return true
}

// next returns the index of the next occurrence of what behind the index at, -1 if there is none.
func next(text, what string, at int) int {
	i := strings.Index(text[at+1:], what)
	if i < 0 {
		return -1
	}
	return at + 1 + i
}

// wanted returns the verdict that the second line of a program asks for.
func wanted(t *testing.T, file string) string {
	t.Helper()
	f, err := inflight.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(f.Content), "\n")
	want, ok := strings.CutPrefix(lines[1], "# want: ")
	if !ok {
		t.Fatalf("%s says no verdict", file)
	}
	return want
}

// judgeThreads returns the verdict of check on a pipelined program: "proven", or the code of the first error.
func judgeThreads(m *inflight.Module) (string, *check.Report) {
	piped, err := m.Pipeline(context.Background())
	if err != nil {
		return codeOf(err), nil
	}
	report, err := piped.Check(context.Background(), check.Options{})
	switch {
	case err != nil:
		return codeOf(err), nil
	case report.Diagnostics().HasErrors():
		return codeOf(report.Diagnostics().Err()), report
	case !report.OK():
		return "not complete", report
	}
	return "proven", report
}

func exactCounts(r *check.Report) string {
	var counts []string
	for _, f := range r.Functions {
		for _, w := range f.Waits {
			counts = append(counts, fmt.Sprint(w.Exact))
		}
	}
	return strings.Join(counts, " ")
}

// codeOf returns the code of the first error.
func codeOf(err error) string {
	for _, d := range diag.FromError(err) {
		if d.Severity == diag.Error {
			return string(d.Code)
		}
	}
	return err.Error()
}

// alike returns the verdicts of run and build on a program. The verdict is "proven" if both accept the
// program, the PTX is right, and it computes the same bits as the simulator and, unless compute is nil, as
// compute.
func alike(t *testing.T, m *inflight.Module, compute func(a []float32, i int) float32) map[string]string {
	t.Helper()
	said := map[string]string{"run": "proven", "build": "proven"}
	r, err := m.Run(context.Background(), inflight.RunConfig{Engine: "sim", Inputs: exec.Inputs{Seed: 7}})
	if err != nil {
		said["run"] = codeOf(err)
	}
	k, err := buildPTX(m)
	if err != nil {
		said["build"] = codeOf(err)
		return said
	}
	before, err := exec.Inputs{Seed: 7}.Arguments(m.Op().Body().First())
	if err != nil {
		t.Fatal(err)
	}
	after, findings := executePTX(t, k, before)
	if len(findings) > 0 {
		said["build"] = findings.Err().Error()
		return said
	}
	if said["run"] != "proven" {
		return said
	}
	for i, got := range after {
		want, err := r.Arguments[i].Array()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Data) {
			t.Errorf("argument %d of the PTX differs from that of the simulator", i)
		}
	}
	if compute != nil {
		a, o := floatsOf(t, before[0]), after[1]
		for i := range len(o) / 4 {
			if got, want := math.Float32frombits(binary.LittleEndian.Uint32(o[4*i:])),
				compute(a, i); got != want {
				t.Fatalf("element %d is %v, want %v", i, got, want)
			}
		}
	}
	return said
}

func buildPTX(m *inflight.Module) (*ptx.Kernels, error) {
	piped, err := m.Pipeline(context.Background())
	if err != nil {
		return nil, err
	}
	return piped.PTX(context.Background(), ptx.Options{})
}

func floatsOf(t *testing.T, a exec.Argument) (list []float32) {
	t.Helper()
	array, err := a.Array()
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(array.Data) / 4 {
		list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(array.Data[4*i:])))
	}
	return list
}

// executePTX runs the only kernel on the machine of PTX with copies of the arguments. It returns the copies
// after the run, and the findings of the judge.
func executePTX(t *testing.T, k *ptx.Kernels, args []exec.Argument) (after [][]byte, findings diag.List) {
	t.Helper()
	p := planOf(t, k)
	for _, a := range args {
		array, err := a.Array()
		if err != nil {
			t.Fatal(err)
		}
		b := &machine.Buffer{Name: a.Name, Data: bytes.Clone(array.Data)}
		after = append(after, b.Data)
		p.Config.Args = append(p.Config.Args, descriptorOf(b, a.Value.Type.(*ir.MemRefType).Shape)...)
	}
	report, err := judge.Check(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	mild := func(d *diag.Diagnostic) bool { return d.Severity != diag.Error }
	return after, slices.DeleteFunc(report.Findings, mild)
}

func planOf(t *testing.T, k *ptx.Kernels) *judge.Plan {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(k.Text)))
	if err != nil {
		t.Fatal(err)
	}
	metadata, err := launchfile.Parse(diag.NewFile("kernel.json", k.Metadata))
	if err != nil {
		t.Fatal(err)
	}
	p, err := judge.NewPlan(m, judge.Options{DynamicShared: -1, Metadata: metadata})
	if err != nil {
		t.Fatal(err)
	}
	p.Config.Args = nil
	return p
}

// descriptorOf returns the arguments that a memref is passed as: two pointers, the offset, sizes and strides.
func descriptorOf(b *machine.Buffer, shape []int64) []machine.Arg {
	args := []machine.Arg{{Buffer: b}, {Buffer: b}, {}}
	strides := make([]machine.Arg, len(shape))
	step := int64(1)
	for i, n := range slices.Backward(shape) {
		strides[i] = machine.Arg{Bits: uint64(step)}
		step *= n
	}
	for _, n := range shape {
		args = append(args, machine.Arg{Bits: uint64(n)})
	}
	return append(args, strides...)
}
