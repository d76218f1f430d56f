package program_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A benchmark on a program that is refused would measure an error message, and
// one with another number of operations than it says would flatter.
func TestProgramsAreValidAndOfTheirSize(t *testing.T) {
	for _, n := range []int{1, 1000, 10_000} {
		for name, source := range map[string][]byte{"Text": program.Text(n),
			"Random": program.Random(n, uint64(n))} {
			ops := 0
			for range parse(t, source).Walk() {
				ops++
			}
			if ops < n || ops > n+n/20+2*100 {
				t.Errorf("%s: asked for %d operations, got %d", name, n, ops)
			}
		}
	}
}

func parse(t *testing.T, source []byte) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("program.mlir", source), text.Options{})
	if m != nil {
		diags = append(diags, ir.Verify(m)...)
	}
	if diags != nil {
		t.Fatal(diags)
	}
	return m
}

// Of drawn programs no two bodies are equal after renaming values and removing constants: not even their
// operations, types and nesting are. A program has as many tasks as it was asked for, and depends on its
// seed.
func TestDrawnBodiesAreDistinct(t *testing.T) {
	const n = 500
	for _, shape := range program.TaskShapes {
		source := program.Tasks(shape, n, 7)
		if bytes.Equal(source, program.Tasks(shape, n, 8)) ||
			!bytes.Equal(source, program.Tasks(shape, n, 7)) {
			t.Errorf("%s: the seed does not say what is drawn", shape.Name)
		}
		if tasks := countDistinct(t, shape.Name, parse(t, source), "async.execute",
			"scf.parallel"); tasks != n {
			t.Errorf("%s: %d tasks, want %d", shape.Name, tasks, n)
		}
	}
	countDistinct(t, "Random", parse(t, program.Random(10_000, 7)), "func.func")
}

// countDistinct counts the operations with one of the names, and reports those that are alike.
func countDistinct(t *testing.T, what string, m *ir.Op, names ...string) (n int) {
	seen := map[string]bool{}
	for op := range m.Walk() {
		if slices.Contains(names, op.Name()) {
			body := skeleton(nil, op, names)
			if seen[string(body)] {
				t.Errorf("%s: two bodies are alike:\n%s", what, body)
			}
			seen[string(body)] = true
			n++
		}
	}
	return n
}

// skeleton appends the operations in op with the types of their values and their attributes, without the
// values of constants, and without the bodies of operations that have one of the names.
func skeleton(dst []byte, op *ir.Op, names []string) []byte {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				dst = fmt.Appendf(dst, "%s(", inner.Name())
				for _, v := range inner.Operands() {
					dst = fmt.Appendf(dst, "%v,", v.Type())
				}
				dst = fmt.Appendf(dst, ") -> %v", inner.ResultTypes())
				if !inner.Has(ir.ConstantLike) {
					dst = fmt.Appendf(dst, " %v", inner.Properties())
				}
				dst = append(dst, '{')
				if !slices.Contains(names, inner.Name()) {
					dst = skeleton(dst, inner, names)
				}
				dst = append(dst, "}\n"...)
			}
		}
	}
	return dst
}

// The programs in TVMScript are valid, of their size, and pipelined without a hazard.
func TestScriptsAreValidAndOfTheirSize(t *testing.T) {
	for _, kinds := range append([][]string{nil}, split(program.ScriptKinds)...) {
		text := program.Script(300, kinds...)
		if lines := bytes.Count(text, []byte("\n")); lines < 300 || lines > 350 {
			t.Errorf("%v: asked for 300 lines, got %d", kinds, lines)
		}
		m, err := inflight.Parse(diag.NewFile("program.py", text))
		if err != nil {
			t.Fatal(err)
		}
		piped, err := m.Pipeline(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		report, err := piped.Check(t.Context(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		waits := 0
		for _, f := range report.Functions {
			waits += len(f.Waits)
		}
		if !report.OK() || waits < len(report.Functions) || len(report.Functions) < 6 {
			t.Errorf("%v: %d functions, %d waits\n%s", kinds, len(report.Functions), waits, report.Text())
		}
	}
}

// split returns each string as a list of its own.
func split(all []string) [][]string {
	var out [][]string
	for _, s := range all {
		out = append(out, []string{s})
	}
	return out
}
