package importer_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/value"
)

// buffers makes an argument per memref parameter, element i of parameter k being k+1 times i modulo 7, so
// that results can be computed by hand.
func buffers(t *testing.T, fn *ir.Op) ([]value.Value, [][]float32) {
	t.Helper()
	var args []value.Value
	var data [][]float32
	for k, typ := range function.Type(fn).Inputs {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, int64(k)))
			continue
		}
		dims := make([]int64, len(m.Shape))
		for i, d := range m.Shape {
			if dims[i] = d; d == ir.Dynamic {
				dims[i] = 4
			}
		}
		b, err := value.NewBuffer(m, dims)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]float32, b.Len())
		for i := range values {
			values[i] = float32((k + 1) * (i % 7))
			bits := math.Float32bits(values[i])
			copy(b.Data[4*i:], []byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)})
		}
		args, data = append(args, value.Memory(b)), append(data, values)
	}
	return args, data
}

func floats(b *value.Buffer) []float32 {
	out := make([]float32, b.Len())
	for i := range out {
		d := b.Data[4*i:]
		out[i] = math.Float32frombits(uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16 | uint32(d[3])<<24)
	}
	return out
}

const runnable = `
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def matmul(A: T.Buffer((4, 8), "float32"), B: T.Buffer((8, 4), "float32"), C: T.Buffer((4, 4), "float32")):
    for i, j, k in T.grid(4, 4, 8):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]


@T.prim_func(s_tir=True)
def guarded(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(3, 4):
        with T.sblock("half"):
            v = T.axis.spatial(16, i * 4 + j)
            T.where(i * 4 + j < 10)
            B[v] = A[v] * 2.0


@T.prim_func(s_tir=True)
def tiles(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(2, 2):
        with T.sblock("tile"):
            vi, vj = T.axis.remap("SS", [i, j])
            S = T.match_buffer(A[vi * 4 : vi * 4 + 4, vj * 4 : vj * 4 + 4], (4, 4))
            D = T.match_buffer(B[vj * 4 : vj * 4 + 4, vi * 4 : vi * 4 + 4], (4, 4))
            for x, y in T.grid(4, 4):
                D[y, x] = S[x, y]


@T.prim_func(s_tir=True)
def symbolic(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, n), "float32")
    B = T.match_buffer(b, (n,), "float32")
    last = T.alloc_buffer((1,), "float32", scope="local")
    for i in T.serial(1, n):
        last[0] = 0.0
        k: T.int32 = i
        for j in range(0, n, 2):
            x = A[k, j]
            if x > 3.0:
                last[0] += x
            else:
                last[0] -= x
        B[i] = last[0]


@T.prim_func(s_tir=True)
def bytes_and_views(A: T.Buffer((16,), "float32"), B: T.Buffer((4, 4), "float32")):
    raw = T.allocate([64], "uint8", "shared")
    M = T.decl_buffer((4, 4), "float32", data=raw, scope="shared")
    L = T.decl_buffer((16,), "float32", data=raw, scope="shared")
    for i in range(16):
        L[i] = A[i]
    for i, j in T.grid(4, 4):
        B[i, j] = M[j, i]
`

// What is imported computes what the Python says.
func TestRun(t *testing.T) {
	module := mustLoad(t, "run.py", []byte(runnable))
	want := map[string]func(in [][]float32) []float32{
		"matmul": func(in [][]float32) []float32 {
			out := make([]float32, 16)
			for i := range 4 {
				for j := range 4 {
					for k := range 8 {
						out[i*4+j] += in[0][i*8+k] * in[1][k*4+j]
					}
				}
			}
			return out
		},
		"guarded": func(in [][]float32) []float32 {
			for i := range 10 {
				in[1][i] = 2 * in[0][i]
			}
			return in[1]
		},
		"tiles": func(in [][]float32) []float32 {
			for i := range 64 {
				in[1][i%8*8+i/8] = in[0][i]
			}
			return in[1]
		},
		"symbolic": func(in [][]float32) []float32 {
			for i := 1; i < 4; i++ {
				in[1][i] = 0
				for j := 0; j < 4; j += 2 {
					if x := in[0][i*4+j]; x > 3 {
						in[1][i] += x
					} else {
						in[1][i] -= x
					}
				}
			}
			return in[1]
		},
		"bytes_and_views": func(in [][]float32) []float32 {
			for i := range 16 {
				in[1][i%4*4+i/4] = in[0][i]
			}
			return in[1]
		},
	}
	for _, fn := range module.Find(function.Func) {
		t.Run(fn.SymbolName(), func(t *testing.T) {
			args, data := buffers(t, fn)
			program, err := sim.Compile(module, fn.SymbolName())
			if err != nil {
				t.Fatal(err)
			}
			res, err := program.Run(context.Background(), sim.Config{Hazards: true}, args)
			if err != nil || len(res.Hazards) > 0 {
				t.Fatal(err, res.Hazards)
			}
			got, expect := floats(args[len(args)-1].Buffer), want[fn.SymbolName()](data)
			for i := range expect {
				if got[i] != expect[i] {
					t.Fatalf("element %d is %v, want %v", i, got[i], expect[i])
				}
			}
		})
	}
}

// What the machine finds wrong in an imported program is said about the Python line.
func TestMistakesAtRunTime(t *testing.T) {
	src := `@T.prim_func
def outside(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i + 1]
`
	module := mustLoad(t, "outside.py", []byte(src))
	args, _ := buffers(t, module.Find(function.Func)[0])
	program, err := sim.Compile(module, "outside")
	if err != nil {
		t.Fatal(err)
	}
	_, err = program.Run(context.Background(), sim.Config{}, args)
	if err == nil || !strings.HasPrefix(diag.FromError(err)[0].Error(), "outside.py:4:") {
		t.Errorf("the error is %v", err)
	}
}

// What a pass finds wrong with an annotation is said at the annotation: the entry of the dict, wherever it
// stands, or the sch.annotate line. Where it was computed, the loop is all there is.
func TestMistakesInAnnotations(t *testing.T) {
	const head = `stages = {"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1]}

@T.prim_func
def pipelined(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in %s:
        with T.sblock("a"):
            B[i] = A[i]
        with T.sblock("b"):
            A[i] = B[i]
%s`
	for _, c := range []struct{ loop, behind, text string }{
		{
			`T.serial(16, annotations={"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1]})`, "",
			`"software_pipeline_stage": [0, 0, 1]`},
		{`T.serial(16, annotations=({"software_pipeline_stage": [0, 1], "software_pipeline_order": [1, 1]}))`,
			"",
			`"software_pipeline_order": [1, 1]`},
		{
			`T.serial(16, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1], "software_pipeline_async_stages": [7]})`,
			"", `"software_pipeline_async_stages": [7]`},
		{`T.serial(16, annotations=stages)`, "", ""},
		{`range(16)`, `sch = tvm.tir.Schedule(pipelined)
sch.annotate(i, "software_pipeline_stage", [0, 0, 1])
sch.annotate(i, "software_pipeline_order", [0, 1])
`, `sch.annotate(i, "software_pipeline_stage", [0, 0, 1])`},
		{`T.serial(16, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]})`,
			"sch = tvm.tir.Schedule(pipelined)\nsch.annotate(i, \"software_pipeline_order\", [0, 0])\n",
			`sch.annotate(i, "software_pipeline_order", [0, 0])`},
	} {
		module := mustLoad(t, "pipelined.py", fmt.Appendf(nil, head, c.loop, c.behind))
		err := injectsoftwarepipeline.Apply(module)
		if err == nil {
			t.Errorf("%s: no error", c.loop)
			continue
		}
		d := diag.FromError(err)[0]
		if place := d.Span.Place(); d.Span.Text() != c.text ||
			c.text == "" && (place.Line != 5 || place.Col != 5) {
			t.Errorf("%s: the error is %v, at %q", c.loop, d, d.Span.Text())
		}
	}
}

// What the judge finds names the statements that race.
func TestRaces(t *testing.T) {
	src := `@T.prim_func
def race(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32", scope="shared"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                B[i] = A[i]
        C[i] = B[i]
    with T.attr(0, "async_wait_queue_scope", 0), T.attr(0, "async_wait_inflight_count", 0):
        T.evaluate(0)
`
	module := mustLoad(t, "race.py", []byte(src))
	report, err := check.Module(t.Context(), module, check.Options{})
	if err != nil || len(report.Functions[0].Hazards) == 0 {
		t.Fatal(err, "no race is found")
	}
	if d := report.Functions[0].Hazards[0].Diagnostic(); !strings.HasPrefix(d.Error(), "race.py:7:") {
		t.Errorf("the race is reported as %v", d)
	}
}
