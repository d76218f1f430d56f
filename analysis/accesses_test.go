package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestAccesses prints the accesses of every pipeline.block in testdata/*.txtar. The induction variables of
// loops around a block are symbols; those of loops in it are intervals.
func TestAccesses(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, string(golden.Get(t, ar, "in.mlir")))
		var out strings.Builder
		e := &analysis.Evaluator{Invariant: outsideOfBlocks}
		for _, block := range outermostBlocks(m) {
			fmt.Fprintf(&out, "block %s\n", block.Attr("name"))
			for _, a := range e.Accesses(block) {
				fmt.Fprintf(&out, "  %s\n", accessText(&a))
			}
		}
		golden.Set(ar, "accesses", []byte(out.String()))
	})
}

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, src)
	}
	return m
}

func outermostBlocks(m *ir.Op) []*ir.Op {
	var blocks []*ir.Op
	for op := range m.Walk() {
		if op.Name() == "pipeline.block" && blockAround(op) == nil {
			blocks = append(blocks, op)
		}
	}
	return blocks
}

func blockAround(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Name() == "pipeline.block" {
			return p
		}
	}
	return nil
}

func outsideOfBlocks(v *ir.Value) bool {
	b := v.ParentBlock().ParentOp()
	return b.Name() != "pipeline.block" && blockAround(b) == nil
}

func accessText(a *analysis.Access) string {
	s := a.Kind.String()
	if a.Buffer == nil {
		return s + " any memory"
	}
	s += " " + nameOf(a.Buffer)
	if a.Dims == nil {
		s += " all"
	}
	for _, d := range a.Dims {
		s += "[" + rangeText(&d) + "]"
	}
	if a.Must {
		s += " must"
	}
	return s
}

func nameOf(v *ir.Value) string { return "%" + v.Name() }

func rangeText(r *analysis.Range) string {
	if r.Full {
		return "*"
	}
	low, high := linearText(r.Base.AddConst(r.Lo)), linearText(r.Base.AddConst(r.Hi))
	if low == high {
		return low
	}
	return low + " .. " + high
}

func linearText(l analysis.Linear) string {
	var parts []string
	for _, t := range l.Terms {
		s := symbolText(t.Sym)
		if t.Coef != 1 {
			s = fmt.Sprintf("%d*%s", t.Coef, s)
		}
		parts = append(parts, s)
	}
	if l.Const != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(l.Const))
	}
	return strings.Join(parts, " + ")
}

func symbolText(s *analysis.Symbol) string {
	switch {
	case s.Mod > 0:
		return fmt.Sprintf("(%s rem %d)", linearText(s.Arg), s.Mod)
	case s.Div > 0:
		return fmt.Sprintf("(%s div %d)", linearText(s.Arg), s.Div)
	case s.Value == nil:
		return "?"
	}
	return nameOf(s.Value)
}
