package convertthreadloopstogpu_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpukerneloutlining"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpulaunchsinkindexcomputations"
	_ "github.com/inflight-compiler/inflight/transform/gpu/placegpubarriers"
	_ "github.com/inflight-compiler/inflight/transform/simplify/canonicalize"
)

// cells is the number of elements of a buffer, for each block where it is global.
const cells = 32

// program writes a random program whose loops over threads are phases: each writes one buffer, at an element
// that only this thread has, and reads the others anywhere.
type program struct {
	r      *rand.Rand
	b      strings.Builder
	n      int // names of values
	sizes  []int
	serial []string // variables of the loops around
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *program) name() string {
	p.n++
	return fmt.Sprintf("%%v%d", p.n)
}

// value writes an operation and returns the name of its result.
func (p *program) value(format string, args ...any) string {
	v := p.name()
	p.line("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

func (p *program) constant(n int) string { return p.value("arith.constant %d : index", n) }

// scopes are the memory spaces of the buffer of a block.
var scopes = []string{"3", `"shared.dyn"`, "#gpu.address_space<workgroup>"}

func randomProgram(r *rand.Rand) string {
	p := &program{r: r, sizes: []int{2 << r.IntN(3), 1 + r.IntN(2)}}
	blocks, scope := 1+r.IntN(2), scopes[r.IntN(len(scopes))]
	p.line("func.func @main(%%A: memref<32xi32>, %%G: memref<64xi32>) {")
	p.line(
		"%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%c32 = arith.constant 32 : "+
			"index\n%%blocks = arith.constant %d : index", blocks)
	alloc := fmt.Sprintf("%%S = memref.alloc() : memref<32xi32, %s>", scope)
	outside := blocks == 1 && r.IntN(2) == 0
	if outside {
		p.line("%s", alloc)
	}
	p.line("scf.for %%bx = %%c0 to %%blocks step %%c1 {")
	p.line("%%base = arith.muli %%bx, %%c32 : index")
	if !outside {
		p.line("%s", alloc)
	}
	p.line("%%L = memref.alloc() : memref<32xi32, 5>")
	types := map[string]string{"A": "memref<32xi32>", "G": "memref<64xi32>",
		"S": "memref<32xi32, " + scope + ">", "L": "memref<32xi32, 5>"}
	for _, buffer := range []string{"S", "L"} {
		p.phase(types, buffer, true)
	}
	p.phases(types, 2+r.IntN(4))
	p.line("} {mapping = [#gpu.block<x>]}\nreturn\n}")
	return p.b.String()
}

func (p *program) phases(types map[string]string, n int) {
	for range n {
		switch p.r.IntN(6) {
		case 0:
			if len(p.serial) < 2 {
				k := p.name()
				p.line("scf.for %s = %%c0 to %s step %%c1 {", k, p.constant(2+p.r.IntN(2)))
				p.serial = append(p.serial, k)
				p.phases(types, 1+p.r.IntN(2))
				p.serial = p.serial[:len(p.serial)-1]
				p.line("}")
			}
		case 1:
			p.store(types, []string{"S", "G"}[p.r.IntN(2)], p.constant(p.r.IntN(cells)), "")
		default:
			p.phase(types, []string{"S", "G", "L"}[p.r.IntN(3)], false)
		}
	}
}

// phase writes a loop over threads, or two, that writes one buffer; all of it if it is the first.
func (p *program) phase(types map[string]string, buffer string, first bool) {
	x, y := p.sizes[0], p.sizes[1]
	if first {
		y = 1
	} else if p.r.IntN(3) == 0 {
		y = 1
	}
	if !first && p.r.IntN(3) == 0 {
		x = 1 + p.r.IntN(x)
	}
	if buffer == "L" {
		y = 1
	}
	ty, tx := p.name(), p.name()
	if y > 1 {
		p.line("scf.for %s = %%c0 to %s step %%c1 {", ty, p.constant(y))
	}
	p.line("scf.for %s = %%c0 to %s step %%c1 {", tx, p.constant(x))
	thread := tx
	if y > 1 {
		thread = p.value("arith.addi %s, %s : index", p.value("arith.muli %s, %s : index", ty, p.constant(x)),
			tx)
	}
	switch {
	case first && buffer == "L":
		p.store(types, buffer, tx, "A")
	case first:
		each := cells / x
		v := p.name()
		p.line("scf.for %s = %%c0 to %s step %%c1 {", v, p.constant(each))
		p.store(types, buffer,
			p.value("arith.addi %s, %s : index", p.value("arith.muli %s, %s : index", tx, p.constant(each)),
				v), "A")
		p.line("}")
	case buffer == "L":
		p.store(types, buffer, tx, buffer)
	default:
		p.store(types, buffer, p.own(thread), "")
	}
	p.line("} {mapping = [#gpu.thread<x>]}")
	if y > 1 {
		p.line("} {mapping = [#gpu.thread<y>]}")
	}
}

// own is an element that no other thread has.
func (p *program) own(thread string) string {
	switch p.r.IntN(4) {
	case 0:
		return p.value("arith.subi %s, %s : index", p.constant(cells-1), thread)
	case 1:
		return p.value("arith.addi %s, %s : index", thread, p.constant(p.r.IntN(16)))
	case 2:
		odd := p.value("arith.muli %s, %s : index", thread, p.constant(1+2*p.r.IntN(8)))
		return p.value("arith.remui %s, %%c32 : index", odd)
	}
	return thread
}

// store writes an element of a buffer, computed of those of others and of itself; from says of which alone.
func (p *program) store(types map[string]string, buffer, at, from string) {
	sum := p.value("arith.constant %d : i32", p.r.IntN(100))
	sources := []string{from}
	if from == "" {
		sources = []string{buffer, "A", []string{"S", "G"}[p.r.IntN(2)]}
	}
	for i, source := range sources {
		index := at
		if (i > 0 || from == "A") && source != buffer && source != "L" && p.r.IntN(3) > 0 {
			other := p.value("arith.addi %s, %s : index", at, p.constant(p.r.IntN(cells)))
			if len(p.serial) > 0 && p.r.IntN(2) == 0 {
				other = p.value("arith.addi %s, %s : index", other, p.serial[0])
			}
			index = p.value("arith.remui %s, %%c32 : index", other)
		}
		x := p.value("memref.load %%%s[%s] : %s", source, p.index(source, index), types[source])
		sum = p.value("arith.addi %s, %s : i32",
			p.value("arith.muli %s, %s : i32", sum, p.value("arith.constant 3 : i32")), x)
	}
	p.line("memref.store %s, %%%s[%s] : %s", sum, buffer, p.index(buffer, at), types[buffer])
}

// index is a subscript, which in global memory is one of the block's own part.
func (p *program) index(buffer, at string) string {
	if buffer == "G" {
		return p.value("arith.addi %%base, %s : index", at)
	}
	return at
}

const pipeline = "builtin.module(func.func(convert-thread-loops-to-gpu),gpu-launch-sink-index-computations," +
	"gpu-kernel-outlining,canonicalize,place-gpu-barriers)"

// Kernels compute what the loops compute in order, and their threads do not race.
func TestPropertyKernelsComputeTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	barriers := 0
	n := passtest.Programs(60)
	for range n {
		source := randomProgram(r)
		m := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, m, sim.Config{}, 0)
		made := passtest.Transform(t, m, pipeline)
		barriers += len(made.Find(gpu.Barrier))
		for _, mode := range passtest.Modes[:4] {
			got, hazards := passtest.Simulate(t, made, mode, 0)
			if len(hazards) > 0 {
				t.Fatalf("%v\n%s\n%s", hazards[0].Diagnostic(), source, passtest.Print(made))
			}
			for i := range want {
				if string(want[i].Buffer.Data) != string(got[i].Buffer.Data) {
					t.Fatalf("argument %d differs in mode %v\n%s\n%s", i, mode.Mode, source,
						passtest.Print(made))
				}
			}
		}
	}
	if t.Logf("%d barriers in %d programs", barriers, n); barriers < n {
		t.Errorf("%d barriers in %d programs", barriers, n)
	}
}

// Without the barriers that the passes place some kernels race, so that the property can fail.
func TestBarriersAreNeeded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	n, races := passtest.Programs(20), 0
	for range n {
		made := passtest.Transform(t, passtest.Parse(t, randomProgram(r)), pipeline)
		list := made.Find(gpu.Barrier)
		if len(list) == 0 {
			continue
		}
		without(list)
		if !passtest.Clean(t, made, 0) {
			races++
		}
	}
	if races*4 < n {
		t.Errorf("%d of %d kernels race without barriers", races, n)
	}
}

func without(list []*ir.Op) {
	for _, op := range list {
		op.Erase()
	}
}
