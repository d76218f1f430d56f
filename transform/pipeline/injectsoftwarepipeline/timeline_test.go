package injectsoftwarepipeline

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestTimelinesSuffice shows that the numbers of iterations that are tried for a dynamic extent suffice: the
// waits found with them leave no hazard for any other number, up to beyond the largest distance.
func TestTimelinesSuffice(t *testing.T) {
	planned := 0
	for seed := range uint64(300) {
		src := distant(rand.New(rand.NewPCG(seed, 8)))
		root, diags := text.Parse(all.NewContext(), diag.NewFile("distant.mlir", []byte(src)), text.Options{})
		if diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, src)
		}
		_ = apply(root, &program{planned: func(m *model, _ []*buffer) {
			w := m.placeWaits()
			if len(m.queues) == 0 {
				return
			}
			planned++
			for n := range m.reach() + int64(2*m.maxStage) + 10 {
				line := m.timeline(n)
				for _, q := range m.queues {
					if !m.traceOf(q, &line).satisfied(w) {
						t.Fatalf("seed %d: %d iterations lack a wait on queue %d\n%s", seed, n, q.id, src)
					}
				}
			}
		}})
	}
	if planned < 100 {
		t.Errorf("only %d programs with queues were legal", planned)
	}
}

// distant returns a loop of dynamic extent with dependences over up to 90
// iterations.
func distant(r *rand.Rand) string {
	var b strings.Builder
	var stages, order, async []string
	b.WriteString(
		"func.func @f(%A0: memref<999xi32>, %A1: memref<999xi32>, %A2: memref<999xi32>, %n: index) " +
			"{\naffine.for %i = 0 to %n {\n")
	stage := 0
	for i := range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "%%x%d = affine.load %%A%d[%%i + %d] : memref<999xi32>\n", i, r.IntN(3), r.IntN(90))
		fmt.Fprintf(&b, "affine.store %%x%d, %%A%d[%%i + %d] : memref<999xi32>\n", i, r.IntN(3), r.IntN(90))
		if i > 0 && r.IntN(2) == 0 {
			stage++
		}
		stages, order = append(stages, fmt.Sprint(stage)), append(order, fmt.Sprint(i))
	}
	for s := range stage + 1 {
		if r.IntN(3) > 0 {
			async = append(async, fmt.Sprint(s))
		}
	}
	fmt.Fprintf(&b,
		"} {software_pipeline_stage = [%s], software_pipeline_order = [%s], software_pipeline_async_stages "+
			"= [%s]}\nreturn\n}\n",
		strings.Join(stages, ", "), strings.Join(order, ", "), strings.Join(async, ", "))
	return b.String()
}
