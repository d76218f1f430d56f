package pipelinetombarriers_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/pipeline/pipelinetombarriers"
	"github.com/inflight-compiler/inflight/value"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "pipeline-to-mbarriers") }

const pipeline = "builtin.module(pipeline-to-mbarriers)"

// program is a random kernel with an annotated loop of one or two rings, in a loop and a condition, perhaps.
type program struct {
	rings  []ring
	late   int // the stage of the consumers
	trips  int
	outer  int  // iterations of a loop around it, 0 for none
	branch bool // whether a condition around it skips every second of these
	at     int  // the first row of the first box
	column int
}

// ring is what one asynchronous stage copies: boxes of rows x 32 floats.
type ring struct {
	stage, boxes, rows int
	guarded            bool // whether the last box of every third iteration is left out
	outside            bool // whether the buffers are allocated outside of the loop
}

const (
	rowsOfA, columnsOfA = 24, 40
	columns             = 32
	threads             = 128
)

func randomProgram(r *rand.Rand) *program {
	p := &program{late: r.IntN(4), trips: r.IntN(9), outer: r.IntN(3), at: r.IntN(6), column: r.IntN(16)}
	p.branch = p.outer > 0 && r.IntN(2) == 0
	stage := 0
	for range 1 + r.IntN(2) {
		g := ring{stage: stage, boxes: 1 + r.IntN(2), rows: 1 + r.IntN(3), guarded: r.IntN(3) == 0}
		g.outside = !g.guarded && r.IntN(3) == 0
		p.rings = append(p.rings, g)
		stage = 1
	}
	p.late = max(p.late, stage)
	if len(p.rings) == 1 {
		p.late = max(p.late, 1) // else no stage but 0 is asynchronous
	} else {
		p.late = max(p.late, 2)
	}
	return p
}

// source returns the program. C has a row for each iteration.
func (p *program) source() string {
	var b, alloc strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	var stages, order, async []string
	for i, g := range p.rings {
		async = append(async, fmt.Sprint(g.stage))
		for x := range g.boxes {
			text := fmt.Sprintf("%%S%d_%d = memref.alloc() : memref<%dx%dxf32, 3>\n", i, x, g.rows, columns)
			if g.outside {
				alloc.WriteString(text)
			} else {
				b.WriteString(text)
			}
		}
		line("pipeline.block {")
		for x := range g.boxes {
			line("%%o%d = arith.constant %d : index\n%%r%d = arith.addi %%row, %%o%d : index", x, g.rows*x+i,
				x, x)
			guarded := g.guarded && x == g.boxes-1
			if guarded {
				line("scf.if %%some {")
			}
			line(
				"%%v%d = vector.transfer_read %%A[%%r%d, %%column], %%z : memref<%dx%dxf32>, "+
					"vector<%dx%dxf32>", x, x,
				rowsOfA, columnsOfA, g.rows, columns)
			line(
				"vector.transfer_write %%v%d, %%S%d_%d[%%c0, %%c0] : vector<%dx%dxf32>, memref<%dx%dxf32, 3>",
				x, i,
				x, g.rows, columns, g.rows, columns)
			if guarded {
				line("}")
			}
		}
		line("}")
		stages, order = append(stages, fmt.Sprint(g.stage)), append(order, fmt.Sprint(i))
	}
	line("pipeline.block {\n%%s0 = arith.constant 0.0 : f32")
	n := 0
	for i, g := range p.rings {
		for x := range g.boxes {
			for row := range g.rows {
				load := fmt.Sprintf("memref.load %%S%d_%d[%%k%d, %%mine] : memref<%dx%dxf32, 3>", i, x, n,
					g.rows,
					columns)
				line("%%k%d = arith.constant %d : index", n, row)
				if g.guarded && x == g.boxes-1 {
					line(
						"%%x%d = scf.if %%some -> (f32) {\n%%y = %s\nscf.yield %%y : f32\n} else "+
							"{\nscf.yield %%z : f32\n}", n,
						load)
				} else {
					line("%%x%d = %s", n, load)
				}
				line("%%w%d = arith.constant %d.0 : f32\n%%p%d = arith.mulf %%x%d, %%w%d : f32", n, n+1, n, n,
					n)
				line("%%s%d = arith.addf %%s%d, %%p%d : f32", n+1, n, n)
				n++
			}
		}
	}
	line("memref.store %%s%d, %%C[%%number, %%t] : memref<32x%dxf32>\n}", n, threads)
	return strings.NewReplacer("BODY", b.String(), "ALLOC", alloc.String(),
		"STAGES", strings.Join(append(stages, fmt.Sprint(p.late)), ", "),
		"ORDER", strings.Join(append(order, fmt.Sprint(len(order))), ", "),
		"ASYNC", strings.Join(async, ", "), "AROUND", p.around(), "END", p.end()).Replace(frame)
}

// around opens what is around the loop.
func (p *program) around() string {
	if p.outer == 0 {
		return "%j = arith.constant 0 : index"
	}
	text := "scf.for %j = %c0 to %outer step %c1 {"
	if p.branch {
		text += "\n%even = arith.remui %j, %c2 : index\n%go = arith.cmpi eq, %even, %c0 : index\nscf.if %go {"
	}
	return text
}

func (p *program) end() string {
	text := ""
	if p.branch {
		text = "}\n"
	}
	if p.outer > 0 {
		text += "}"
	}
	return text
}

const frame = `module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @f(%A: memref<24x40xf32>, %C: memref<32x128xf32>, %n: index, %outer: index, %first: index, %column: index)
    kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
%c32 = arith.constant 32 : index
%z = arith.constant 0.0 : f32
%t = gpu.thread_id x
%mine = arith.remui %t, %c32 : index
ALLOC
AROUND
%base = arith.muli %j, %n : index
scf.for %i = %c0 to %n step %c1 {
%number = arith.addi %base, %i : index
%row = arith.addi %number, %first : index
%third = arith.remui %i, %c3 : index
%some = arith.cmpi ne, %third, %c0 : index
BODY
} {software_pipeline_stage = [STAGES], software_pipeline_order = [ORDER], software_pipeline_async_stages = [ASYNC]}
END
gpu.return
}
}
func.func @main(%A: memref<24x40xf32>, %C: memref<32x128xf32>, %n: index, %outer: index, %first: index, %column: index) {
%c1 = arith.constant 1 : index
%c128 = arith.constant 128 : index
gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
  args(%A : memref<24x40xf32>, %C : memref<32x128xf32>, %n : index, %outer : index, %first : index, %column : index)
return
}
}
`

// want returns C as the program in order computes it.
func (p *program) want(a []float32) []float32 {
	c := make([]float32, 32*threads)
	for j := range max(p.outer, 1) {
		if p.branch && j%2 == 1 {
			continue
		}
		for i := range p.trips {
			number := j*p.trips + i
			for t := range threads {
				c[number*threads+t] = p.sum(a, number, i, t%columns)
			}
		}
	}
	return c
}

// sum returns what a thread computes in an iteration.
func (p *program) sum(a []float32, number, i, column int) float32 {
	sum, n := float32(0), float32(0)
	for k, g := range p.rings {
		for x := range g.boxes {
			for row := range g.rows {
				n++
				y, x2 := number+p.at+g.rows*x+k+row, p.column+column
				if g.guarded && x == g.boxes-1 && i%3 == 0 || y < 0 || y >= rowsOfA || x2 >= columnsOfA {
					continue
				}
				sum += n * a[y*columnsOfA+x2]
			}
		}
	}
	return sum
}

// run executes the program. ok is false if the simulator objects, or finds other numbers than wanted.
func (p *program) run(t *testing.T, m *ir.Op, mode sim.Mode, seed uint64) (ok bool, why string) {
	t.Helper()
	compiled, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	args, a := p.arguments(t, compiled.Inputs())
	result, err := compiled.Run(context.Background(), sim.Config{Mode: mode, Seed: seed, Hazards: true}, args)
	if err != nil {
		return false, err.Error()
	}
	for _, h := range result.Hazards {
		return false, fmt.Sprint(h)
	}
	got := floats(args[1].Buffer.Data)
	for i, w := range p.want(a) {
		if got[i] != w {
			return false, fmt.Sprintf("element %d is %v, want %v", i, got[i], w)
		}
	}
	return true, ""
}

// arguments returns those of main, and the numbers in the first of them.
func (p *program) arguments(t *testing.T, types []ir.Type) (args []value.Value, a []float32) {
	t.Helper()
	for i, typ := range types {
		if i >= 2 {
			args = append(args, value.Int(typ, int64([]int{p.trips, p.outer, p.at, p.column}[i-2])))
			continue
		}
		mt := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for e := range len(b.Data) / 4 * (1 - i) {
			binary.LittleEndian.PutUint32(b.Data[4*e:], math.Float32bits(float32(e%97-40)))
		}
		if i == 0 {
			a = floats(b.Data)
		}
		args = append(args, value.Memory(b))
	}
	return args, a
}

func floats(data []byte) []float32 {
	list := make([]float32, len(data)/4)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return list
}

// modes are those in which copies complete late, early and at any time.
var modes = []sim.Config{{Mode: sim.Late}, {Mode: sim.Early}, {Mode: sim.Random, Seed: 1},
	{Mode: sim.Random, Seed: 2}}

// Kernels with roles compute what the program in order computes, whenever their copies complete: with any
// number of slots and of trips, with loops and conditions around, with copies under conditions and boxes that
// reach over the end of their tensor.
func TestProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	for range passtest.Programs(12) {
		p := randomProgram(r)
		m := passtest.Transform(t, passtest.Parse(t, p.source()), pipeline)
		if diags := ir.Verify(m); diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, passtest.Print(m))
		}
		if n := len(m.Find(nvgpu.TmaAsyncLoad)); n == 0 {
			t.Fatalf("no copies of tiles:\n%s", p.source())
		}
		for _, mode := range modes {
			if ok, why := p.run(t, m, mode.Mode, mode.Seed); !ok {
				t.Fatalf("mode %v: %s\n%+v\n%s", mode.Mode, why, p, passtest.Print(m))
			}
		}
	}
}

// Without any one of its waits, arrivals and barriers a kernel with roles is wrong, and the simulator finds
// it.
func TestMutations(t *testing.T) {
	// With two rings the producer needs no wait for the one with more slots: it has waited for the other
	// ring's use of the iteration behind.
	one, two := &program{rings: []ring{{boxes: 2, rows: 2, guarded: true}}, late: 2, trips: 7, outer: 2,
		at: 1},
		&program{rings: []ring{{boxes: 2, rows: 2}, {stage: 1, boxes: 1, rows: 1}}, late: 2, trips: 7,
			outer: 2}
	one.mutate(t, "")
	two.mutate(t, "nvgpu.mbarrier.try_wait.parity, number 0")
}

// mutate takes out one operation after the other; needless is one without which nothing is wrong.
func (p *program) mutate(t *testing.T, needless string) {
	t.Helper()
	defs := []*ir.OpDef{nvgpu.BarrierInit, nvgpu.BarrierTryWaitParity, nvgpu.BarrierArriveExpectTx,
		nvgpu.BarrierArrive, nvgpu.TmaAsyncLoad, gpu.Barrier}
	source := passtest.Parse(t, p.source())
	whole := passtest.Transform(t, source, pipeline)
	tried := 0
	for _, def := range defs {
		for i := range whole.Find(def) {
			m := whole.Clone(nil)
			op := m.Find(def)[i]
			what := fmt.Sprintf("%s, number %d", op.Name(), i)
			for _, v := range op.Results() {
				if v.HasUses() {
					t.Fatalf("%s has uses", what)
				}
			}
			op.Erase()
			tried++
			if p.isWrong(t, m) == (what == needless) {
				t.Errorf("%s: found %t", what, what != needless)
			}
		}
	}
	if tried < 12 {
		t.Errorf("%d mutations", tried)
	}
}

func (p *program) isWrong(t *testing.T, m *ir.Op) bool {
	t.Helper()
	for _, mode := range modes {
		if ok, _ := p.run(t, m, mode.Mode, mode.Seed); !ok {
			return true
		}
	}
	return false
}
