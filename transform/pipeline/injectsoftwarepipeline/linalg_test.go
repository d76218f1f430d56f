package injectsoftwarepipeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
)

// structuredChain returns a pipelined loop of structured operations. Each reads a buffer that the one before
// it has filled; some read only a part, or in another order.
func structuredChain(r *rand.Rand) string {
	var b strings.Builder
	n := 2 + r.IntN(3)
	row := "memref<8xf32, strided<[1], offset: ?>>"
	b.WriteString(`func.func @main(%a: memref<9x8xf32>, %b: memref<9x8xf32>, %s: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %v = arith.constant 2.0 : f32
`)
	for k := range n - 1 {
		fmt.Fprintf(&b, "  %%t%d = memref.alloc() : memref<8xf32>\n", k)
	}
	b.WriteString("  scf.for %i = %c0 to %c9 step %c1 {\n")
	fmt.Fprintf(&b, "    %%from = memref.subview %%a[%%i, 0] [1, 8] [1, 1] : memref<9x8xf32> to %s\n", row)
	fmt.Fprintf(&b, "    %%to = memref.subview %%b[%%i, 0] [1, 8] [1, 1] : memref<9x8xf32> to %s\n", row)
	from, fromType := "%from", row
	for k := range n {
		to, toType := fmt.Sprintf("%%t%d", k), "memref<8xf32>"
		if k == n-1 {
			to, toType = "%to", row
		}
		fmt.Fprintf(&b, structuredStep(r), from, fromType, to, toType)
		from, fromType = to, toType
	}
	var stages, order, async []string
	stage := 0
	for k := range n {
		if k > 0 {
			stage += r.IntN(2)
		}
		stages, order = append(stages, fmt.Sprint(stage)), append(order, fmt.Sprint(k))
	}
	for s := range stage {
		if r.IntN(2) == 0 {
			async = append(async, fmt.Sprint(s))
		}
	}
	fmt.Fprintf(&b,
		"  } {software_pipeline_stage = [%s], software_pipeline_order = [%s], "+
			"software_pipeline_async_stages = [%s]}\n  return\n}\n",
		strings.Join(stages, ", "), strings.Join(order, ", "), strings.Join(async, ", "))
	return b.String()
}

// structuredStep returns a random statement, with placeholders for the input, its type, the output and its
// type.
func structuredStep(r *rand.Rand) string {
	generic := "    linalg.generic {indexing_maps = [affine_map<(d0) -> (%s)>, affine_map<(d0) -> (d0)>], " +
		"iterator_types = [\"parallel\"]} " +
		"ins(%%s : %%s) outs(%%s : %%s) {\n    ^bb0(%%%%x: f32, %%%%y: f32):\n      linalg.yield %%%%x : " +
		"f32\n    }\n"
	return []string{
		"    linalg.copy ins(%s : %s) outs(%s : %s)\n",
		"    linalg.map { math.absf } ins(%s : %s) outs(%s : %s)\n",
		"    linalg.add ins(%s, %%s : %s, memref<8xf32>) outs(%s : %s)\n",
		fmt.Sprintf(generic, "7 - d0"),
		fmt.Sprintf(generic, "d0 floordiv 2"),
	}[r.IntN(5)]
}

// Structured operations are statements like others: their declared effects say which elements they access,
// and that they fill their output.
func TestPropertyStructured(t *testing.T) {
	async := 0
	for i := range passtest.Programs(100) {
		source := structuredChain(rand.New(rand.NewPCG(uint64(i), 31)))
		module := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, module, sim.Config{}, 0)
		made := passtest.Transform(t, module, "builtin.module(inject-software-pipeline)")
		async += strings.Count(passtest.Print(made), "async_scope")
		for _, cfg := range passtest.Modes {
			got, hazards := passtest.Simulate(t, made, cfg, 0)
			if len(hazards) > 0 {
				t.Fatalf("program %d, %v: %v\n%s\n%s", i, cfg.Mode, hazards, source, passtest.Print(made))
			}
			for k := range got {
				if !bytes.Equal(got[k].Buffer.Data, want[k].Buffer.Data) {
					t.Fatalf("program %d, %v: argument %d differs\n%s\n%s", i, cfg.Mode, k, source,
						passtest.Print(made))
				}
			}
		}
	}
	if async < passtest.Programs(100) {
		t.Errorf("only %d asynchronous operations", async)
	}
}
