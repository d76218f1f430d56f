package injectsoftwarepipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// scopes returns a loop with a statement in that many nested scopes.
func scopes(depth int) string {
	open, end := "", ""
	for i := range depth {
		if i%2 == 0 {
			open, end = open+"pipeline.block {\n", end+"}\n"
		} else {
			open, end = open+"scf.if %yes {\n", end+"}\n"
		}
	}
	return fmt.Sprintf(`func.func @f(%%A: memref<16xi32>, %%C: memref<16xi32>) {
		%%c0 = arith.constant 0 : index
		%%c1 = arith.constant 1 : index
		%%c16 = arith.constant 16 : index
		%%yes = arith.constant true
		scf.for %%i = %%c0 to %%c16 step %%c1 {
			%%B = memref.alloc() : memref<i32>
			%s
			%%a = memref.load %%A[%%i] : memref<16xi32>
			memref.store %%a, %%B[] : memref<i32>
			%s
			pipeline.block {
				%%b = memref.load %%B[] : memref<i32>
				memref.store %%b, %%C[%%i] : memref<16xi32>
			}
		} {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
		return
	}`, open, end)
}

// nest returns that many nested loops, each with a statement in front of the next loop. With pipelined, all
// of them are pipelines, otherwise only the innermost.
func nest(depth int, pipelined bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(
		"func.func @f(%%A: memref<4xi32>, %%C: memref<4xi32>) {\n%%c0 = arith.constant 0 : index\n%%c1 = " +
			"arith.constant 1 : index\n%%c4 = arith.constant 4 : index")
	for d := range depth {
		line("scf.for %%i%d = %%c0 to %%c4 step %%c1 {\n%%B%d = memref.alloc() : memref<i32>", d, d)
		line("%%a%d = memref.load %%A[%%i%d] : memref<4xi32>\nmemref.store %%a%d, %%B%d[] : memref<i32>", d,
			d, d, d)
		if d == depth-1 {
			line("%%b%d = memref.load %%B%d[] : memref<i32>\nmemref.store %%b%d, %%C[%%i%d] : memref<4xi32>",
				d, d, d, d)
		}
	}
	for d := depth - 1; d >= 0; d-- {
		switch {
		case d == depth-1:
			line("} {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}")
		case pipelined:
			line("} {software_pipeline_stage = [0, 1, 1, 1], software_pipeline_order = [0, 1, 2, 3]}")
		default:
			line("}")
		}
	}
	line("return\n}")
	return b.String()
}

// allocations returns the number of memory allocations for pipelining a program.
func allocations(t *testing.T, src string) float64 {
	t.Helper()
	m, err := parseText(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return testing.AllocsPerRun(1, func() {
		if err := injectsoftwarepipeline.Apply(m.Clone(nil)); err != nil {
			t.Fatal(err)
		}
	}) - testing.AllocsPerRun(1, func() { m.Clone(nil) })
}

// TestNestedScopes shows that the work grows with the depth of nested scopes
// and of loops around a pipeline, not exponentially.
func TestNestedScopes(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(depth int) string
	}{
		{"scopes in a statement", scopes},
		{"loops around a pipeline", func(depth int) string { return nest(depth, false) }},
	} {
		small, large := allocations(t, c.make(10)), allocations(t, c.make(40))
		t.Logf("%s: %.0f allocations at a depth of 10, %.0f at 40", c.name, small, large)
		if large > 6*small {
			t.Errorf("%s: %.0f allocations at a depth of 10, %.0f at 40", c.name, small, large)
		}
	}
}

// TestNestedPipelines shows that nested pipelines, each of which doubles the operations in it, end with an
// error and do not use up the memory.
func TestNestedPipelines(t *testing.T) {
	if m, err := transform(nest(6, true)); err != nil || m == nil {
		t.Fatal(err)
	}
	if _, err := transform(nest(30, true)); err == nil || !strings.Contains(err.Error(), "the limit is") {
		t.Errorf("30 pipelines in each other: %v", err)
	}
}
