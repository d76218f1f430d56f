package gpuasyncregion_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

const kernels = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xi32>
      %y = memref.load %b[%i] : memref<8xi32>
      %z = arith.addi %x, %y : i32
      memref.store %z, %c[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @helper(%a: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%c0] : memref<8xi32>
    return
  }
`

// randomHost returns a program whose host copies, launches, loads and stores, without a token.
func randomHost(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(kernels + "  func.func @main(%h0: memref<8xi32>, %h1: memref<8xi32>, %h2: memref<8xi32>, %x: i32, %p: i1) {\n")
	b.WriteString("    %c1 = arith.constant 1 : index\n    %c3 = arith.constant 3 : index\n    %c8 = arith.constant 8 : index\n    %c2 = arith.constant 2 : index\n")
	memory := []string{"%h0", "%h1", "%h2"}
	for i := range 1 + r.IntN(3) {
		d := fmt.Sprintf("%%d%d", i)
		fmt.Fprintf(&b, "    %s = gpu.alloc () : memref<8xi32>\n    gpu.memset %s, %%x : memref<8xi32>, i32\n", d, d)
		memory = append(memory, d)
	}
	statements(r, &b, memory, 4+r.IntN(10), 0)
	tasks(r, &b, memory)
	statements(r, &b, memory, r.IntN(5), 90)
	for _, d := range memory[3:] {
		fmt.Fprintf(&b, "    gpu.dealloc %s : memref<8xi32>\n", d)
	}
	return b.String() + "    return\n  }\n}"
}

// tasks writes a chain of regions, of which the last is awaited, or each; the host may await the first ones in between.
func tasks(r *rand.Rand, b *strings.Builder, memory []string) {
	n := r.IntN(4)
	for i := range n {
		after := ""
		if i > 0 {
			after = fmt.Sprintf(" [%%t%d]", i-1)
		}
		fmt.Fprintf(b, "    %%t%d = async.execute%s {\n", i, after)
		statements(r, b, memory, 1+r.IntN(4), 10000+100*i)
		b.WriteString("      async.yield\n    }\n")
		if i == n-1 || r.IntN(3) == 0 {
			fmt.Fprintf(b, "    async.await %%t%d : !async.token\n", i)
		}
	}
}

// statements writes n statements.
func statements(r *rand.Rand, b *strings.Builder, memory []string, n, depth int) {
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	host := memory[:3]
	for i := range n {
		switch r.IntN(12) {
		case 0:
			fmt.Fprintf(b, "    %%v%d_%d = memref.load %s[%%c3] : memref<8xi32>\n    memref.store %%v%d_%d, %s[%%c1] : memref<8xi32>\n", depth, i, pick(host), depth, i, pick(host))
		case 1:
			fmt.Fprintf(b, "    memref.store %%x, %s[%%c3] : memref<8xi32>\n", pick(host))
		case 2:
			fmt.Fprintf(b, "    func.call @helper(%s) : (memref<8xi32>) -> ()\n", pick(host))
		case 3, 4, 5:
			fmt.Fprintf(b, "    gpu.launch_func @kernels::@add blocks in (%%c1, %%c1, %%c1) threads in (%%c8, %%c1, %%c1) args(%s : memref<8xi32>, %s : memref<8xi32>, %s : memref<8xi32>)\n",
				pick(memory), pick(memory), pick(memory))
		case 6:
			if depth < 100 {
				fmt.Fprintf(b, "    scf.if %%p {\n")
				statements(r, b, memory, 1+r.IntN(4), 100*(depth+1)+i)
				fmt.Fprintf(b, "    }\n")
			}
		case 7:
			if depth < 100 {
				fmt.Fprintf(b, "    scf.for %%i%d_%d = %%c1 to %%c3 step %%c1 {\n", depth, i)
				statements(r, b, memory, 1+r.IntN(4), 100*(depth+1)+i)
				fmt.Fprintf(b, "    }\n")
			}
		case 8:
			half := pick(memory)
			fmt.Fprintf(b, "    %%s%d_%d = memref.subview %s[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>\n", depth, i, half)
			fmt.Fprintf(b, "    gpu.memset %%s%d_%d, %%x : memref<4xi32, strided<[1], offset: 4>>, i32\n", depth, i)
		default:
			to, from := pick(memory), pick(memory)
			if to != from {
				fmt.Fprintf(b, "    gpu.memcpy %s, %s : memref<8xi32>, memref<8xi32>\n", to, from)
			}
		}
	}
}

// results runs a program and returns the memory of its arguments, and the number of hazards.
func results(t *testing.T, m *ir.Op, mode sim.Config) ([]sim.Value, int) {
	memory, hazards := passtest.Simulate(t, m, mode, 1)
	return memory, len(hazards)
}

// Random hosts compute with tokens what they compute without, whenever the operations make progress.
func TestRandomHosts(t *testing.T) {
	overlapping := 0
	for seed := range uint64(passtest.Programs(150)) {
		source := randomHost(rand.New(rand.NewPCG(seed, 5)))
		m := passtest.Parse(t, source)
		want, _ := results(t, m, sim.Config{})
		made := passtest.Transform(t, m, "builtin.module(gpu-async-region{leave-regions="+fmt.Sprint(seed%2 == 0)+"})")
		for _, mode := range passtest.Modes {
			got, hazards := results(t, made, mode)
			for i := range want {
				if !got[i].Equal(want[i]) || hazards > 0 {
					t.Fatalf("seed %d, %v: argument %d is %v, not %v; %d hazards\n%s\n%s", seed, mode.Mode, i, got[i], want[i], hazards, source, passtest.Print(made))
				}
			}
		}
		judge(t, made)
		if findsDropped(t, made) {
			overlapping++
		}
	}
	if overlapping*4 < passtest.Programs(150)*3 {
		t.Errorf("a dependency less was found in %d programs only", overlapping)
	}
}

// judge expects that check finds nothing wrong with a program, tokens that leave regions included. To check, a kernel reads and writes all
// that it is handed, so that what it finds of launches is left out.
func judge(t *testing.T, m *ir.Op) {
	t.Helper()
	report, err := check.Module(m, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Functions {
		for _, h := range f.Hazards {
			if h.First.Op.Is(gpu.LaunchFunc) || h.Second.Op.Is(gpu.LaunchFunc) {
				continue
			}
			t.Fatalf("%s in\n%s", h.Diagnostic().Message, passtest.Print(m))
		}
	}
}

// findsDropped drops the dependencies of one operation after the other, and reports whether some program has a hazard then.
func findsDropped(t *testing.T, m *ir.Op) bool {
	n := 0
	for op := range m.Walk() {
		if op.AsyncToken() != nil && len(op.AsyncDependencies()) > 0 {
			n++
		}
	}
	for i := range n {
		copied := m.Clone(nil)
		at := 0
		for op := range copied.Walk() {
			if op.AsyncToken() != nil && len(op.AsyncDependencies()) > 0 {
				if at == i {
					for range len(op.AsyncDependencies()) {
						op.EraseSegmentOperand(0)
					}
					break
				}
				at++
			}
		}
		if _, hazards := results(t, copied, sim.Config{Mode: sim.Late}); hazards > 0 {
			return true
		}
	}
	return false
}
