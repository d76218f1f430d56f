package inflight_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/tokengraph"
)

// texts are the readers and writers of other languages than MLIR. prepare returns the function that is
// measured, for a text of size n.
var texts = []struct {
	name    string
	prepare func(t *testing.T, n int) func()
}{
	{"TVMScript, read", func(t *testing.T, n int) func() {
		source := script(n)
		return func() { scripted(t, source) }
	}},
	{"TVMScript, written", func(t *testing.T, n int) func() {
		m := scripted(t, script(n))
		return func() {
			if _, err := m.Text(inflight.TVMScript); err != nil {
				t.Fatal(err)
			}
		}
	}},
	{"TVMScript, many functions", func(t *testing.T, n int) func() {
		var b strings.Builder
		b.WriteString("from tvm.script import tirx as T\n")
		for i := range n {
			fmt.Fprintf(&b,
				"\n@T.prim_func(s_tir=True)\ndef f%d(A: T.Buffer((8,), \"int32\")):\n    for i in "+
					"range(8):\n        A[i] = A[i] + %d\n", i, i)
		}
		return func() { scripted(t, b.String()) }
	}},
	{"PTX, read", func(t *testing.T, n int) func() {
		source := kernelText(n)
		return func() { assembled(t, source) }
	}},
	{"PTX, written", func(t *testing.T, n int) func() {
		m := assembled(t, kernelText(n))
		return func() { _ = ptx.Print(m) }
	}},
	{"PTX, judged", func(t *testing.T, n int) func() {
		m := assembled(t, kernelText(n))
		return func() {
			p, err := judge.NewPlan(m, judge.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := judge.Check(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
	}},
	{"LLVM IR of conditions", native("conditions")},
	{"LLVM IR of functions", native("functions")},
	{"LLVM IR of tasks", native("tasks side by side")},
	{"graph of tasks in a chain", graphed("tasks in a chain")},
	{"graph of tasks side by side", graphed("tasks side by side")},
}

// family returns the program of a family.
func family(t *testing.T, name string, n int) *inflight.Module {
	t.Helper()
	for _, f := range program.Families {
		if f.Name == name {
			return parse(t, string(f.Text(n)))
		}
	}
	t.Fatalf("there are no programs of %s", name)
	return nil
}

func native(name string) func(*testing.T, int) func() {
	return func(t *testing.T, n int) func() {
		m := family(t, name, n)
		return func() {
			if _, err := m.LLVM(t.Context(), inflight.BuildConfig{Entry: "main"}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func graphed(name string) func(*testing.T, int) func() {
	return func(t *testing.T, n int) func() {
		m := family(t, name, n)
		return func() {
			p, err := m.Graphs(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := tokengraph.WriteText(io.Discard, p); err != nil {
				t.Fatal(err)
			}
			if err := tokengraph.WriteSVG(io.Discard, p); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// script is a function of n statements in TVMScript.
func script(n int) string {
	var b strings.Builder
	b.WriteString(
		"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((8,), \"int32\"), " +
			"n: T.int32):\n")
	for i := range n {
		fmt.Fprintf(&b, "    x%d: T.int32 = A[%d] + n\n    if x%d > %d:\n        A[%d] = x%d * 2\n", i, i%8,
			i, i, (i+1)%8, i)
	}
	return b.String()
}

func scripted(t *testing.T, source string) *inflight.Module {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("in.py", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kernelText is a kernel that copies n elements, one after the other, and waits for each copy.
func kernelText(n int) string {
	var b strings.Builder
	b.WriteString(
		".version 8.0\n.target sm_80\n.address_size 64\n\n.visible .entry k(.param .u64 p)\n.reqntid 32, " +
			"1, 1\n{\n" +
			"\t.shared .align 16 .b8 s[16];\n\t.reg .b64 %a;\n\t.reg .b32 %d, %x;\n\tld.param.u64 %a, " +
			"[p];\n\tmov.u32 %d, s;\n")
	for i := range n {
		fmt.Fprintf(&b,
			"\tcp.async.ca.shared.global [%%d], [%%a+%d], "+
				"4;\n\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n\tld.shared.b32 %%x, [%%d];\n", 4*i)
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

func assembled(t *testing.T, source string) *ptx.Module {
	t.Helper()
	m, err := judge.Load(diag.NewFile("in.ptx", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The allocations of reading and writing other languages and of drawing graphs grow at most 1.3 times as fast
// as the program, by the measure of TestGrowthIsLinear.
func TestTextsGrowLinearly(t *testing.T) {
	race.Skip(t, "programs that are larger are not more goroutines")
	const base = 100
	for _, c := range texts {
		t.Run(c.name, func(t *testing.T) {
			measure := func(n int) cost {
				f := c.prepare(t, n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				f()
				runtime.ReadMemStats(&after)
				return cost{float64(after.Mallocs - before.Mallocs),
					float64(after.TotalAlloc - before.TotalAlloc), 0}
			}
			measure(base) // what is made once in a process
			one := measure(base)
			for _, times := range []float64{4, 16} {
				c := measure(base * int(times))
				if c.allocations > 1.3*times*one.allocations || c.bytes > 2*times*one.bytes {
					t.Errorf("%v times as large takes %.1f times the allocations, %.1f times the bytes",
						times, c.allocations/one.allocations, c.bytes/one.bytes)
				}
			}
		})
	}
}
