package injectsoftwarepipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// Functions are pipelined in parallel. The result is the same as for each function alone, and diagnostics are
// reported in the order of the functions.
func TestFunctionsAtTheSameTime(t *testing.T) {
	const many = 20
	var all, wrong strings.Builder
	for i := range many {
		one := strings.Replace(chain(4+i%5, 2+i%3, i%2 == 0), "@f", fmt.Sprintf("@f%d", i), 1)
		all.WriteString(one + "\n")
		wrong.WriteString(strings.Replace(one, "software_pipeline_order = [0, ",
			fmt.Sprintf("software_pipeline_order = [%d, ", 100+i), 1) + "\n")
	}
	m, err := parseText(all.String())
	if err != nil {
		t.Fatal(err)
	}
	alone := m.Clone(nil)
	if err := injectsoftwarepipeline.Apply(m); err != nil {
		t.Fatal(err)
	}
	var functions []*ir.Op
	for op := range alone.Body().Ops() {
		functions = append(functions, op)
	}
	for _, fn := range functions {
		if err := injectsoftwarepipeline.Apply(fn); err != nil {
			t.Fatal(err)
		}
	}
	got, want := string(text.Append(nil, m, text.PrintOptions{})),
		string(text.Append(nil, alone, text.PrintOptions{}))
	if got != want {
		t.Errorf("together:\n%s\nalone:\n%s", got, want)
	}
	if m, err = parseText(wrong.String()); err != nil {
		t.Fatal(err)
	}
	found := diag.FromError(injectsoftwarepipeline.Apply(m))
	if n := strings.Count(wrong.String(), "order = [1"); len(found) != n || n < many/2 {
		t.Fatalf("%d errors in %d wrong functions: %v", len(found), n, found)
	}
	last := int32(-1)
	for _, d := range found {
		if d.Span.Start <= last {
			t.Errorf("not in order: %v", found)
		}
		last = d.Span.Start
	}
}
