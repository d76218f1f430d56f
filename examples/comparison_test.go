package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// pipelined asks mlir-opt to pipeline the loop of a kernel itself.
const pipelined = `module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%%root: !transform.any_op {transform.readonly}) {
    %%loop = transform.structured.match ops{["scf.for"]} in %%root : (!transform.any_op) -> !transform.any_op
    %%1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %%loop { depth = 3 }
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
%s}
`

// theirs runs mlir-opt and reads what it prints.
func theirs(t *testing.T, source string, flags ...string) *ir.Op {
	t.Helper()
	out := upstream(t, tools.Require(t, "mlir-opt"), []byte(source),
		append(flags, "--mlir-print-op-generic")...)
	ctx := all.NewContext()
	ctx.AllowUnregistered = true
	module, diags := text.Parse(ctx, diag.NewFile("out.mlir", out), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, out)
	}
	for op := range module.Body().Ops() {
		if strings.HasPrefix(op.Name(), "transform.") {
			op.Erase()
		}
	}
	return module
}

// row describes the waits in the loop of a kernel: their counts, and how many groups are in flight behind
// each, where the work is done that the copies overlap with.
func row(module *ir.Op) string {
	result := inflight.Analyze(module)
	var counts, left []string
	for op := range module.Walk() {
		e := op.QueueEffect()
		if e.Kind != ir.QueueWait || !inLoop(op) {
			continue
		}
		n := e.Count
		counts = append(counts, fmt.Sprint(n))
		left = append(left, fmt.Sprint(min(n, result.InFlight(op, nvvm.CpAsyncQueue))))
	}
	return strings.Join(counts, ", ") + " | " + strings.Join(left, ", ")
}

func inLoop(op *ir.Op) bool {
	for p := range op.Ancestors() {
		if p.Def().Loop != nil {
			return true
		}
	}
	return false
}

// TestComparison writes the table of docs/comparison.md: the same kernels, in token form, through both tools.
func TestComparison(t *testing.T) {
	var b strings.Builder
	b.WriteString("| kernel | tool | N of the waits | groups in flight behind them |\n|---|---|---|---|\n")
	add := func(kernel, tool string, module *ir.Op) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", kernel, tool, row(module))
	}
	const inflightTool = "`inflight opt --tokens-to-counts=form=nvvm`"
	for _, name := range []string{"double_buffer", "two_groups"} {
		source := read(t, filepath.Join("examples", "tokens", name+".mlir"))
		add(name, "`mlir-opt --convert-nvgpu-to-nvvm`", theirs(t, source, "--convert-nvgpu-to-nvvm"))
		add(name, inflightTool,
			passtest.Transform(t, passtest.Parse(t, source), "builtin.module(tokens-to-counts{form=nvvm})"))
	}
	serial := fmt.Sprintf(pipelined, read(t, filepath.Join("examples", "tokens", "serial.mlir")))
	staged := theirs(t, serial, "--transform-interpreter")
	add("serial", "mlir-opt's `pipeline_shared_memory_copies`, depth 3", staged)
	add("serial", "the same, then `inflight opt --tokens-to-counts=recount=true`",
		passtest.Transform(t, staged, "builtin.module(tokens-to-counts{recount=true})"))

	page := read(t, filepath.Join("docs", "comparison.md"))
	const begin, end = "<!-- table -->\n", "<!-- end of the table -->"
	head, rest, ok := strings.Cut(page, begin)
	_, tail, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatal("docs/comparison.md has no place for the table")
	}
	golden.Compare(t, filepath.Join("docs", "comparison.md"), []byte(head+begin+b.String()+end+tail))
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
