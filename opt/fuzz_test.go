package opt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// lowered is a pipeline with the passes from pipelining to branches, in the order in which a user runs them.
const lowered = "inject-software-pipeline,canonicalize,cse,loop-invariant-code-motion," +
	"lower-pipeline-queues,lower-affine," +
	"canonicalize,convert-scf-to-cf,canonicalize,cse,symbol-dce"

// FuzzPasses runs every pass, and the pipeline lowered, on any valid program. No pass may panic or leave an
// invalid program. A pass reports an operation that it does not support with a place and a code. The printed
// result can be read again.
func FuzzPasses(f *testing.F) {
	race.Skip(f, "the passes run on one goroutine")
	for _, pattern := range []string{"../ir/text/testdata/corpus/*.mlir", "testdata/mlir/*.mlir",
		"../transform/pipeline/injectsoftwarepipeline/testdata/*.mlir", "../examples/*/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no programs in %s: %v", pattern, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, program := range strings.Split(string(content), "// -----\n") {
				f.Add(program)
			}
		}
	}
	pipelines := []string{lowered}
	for _, p := range pass.All() {
		if p.Anchor == "" || p.Anchor == "builtin.module" {
			pipelines = append(pipelines, p.Name)
		} else {
			pipelines = append(pipelines, p.Anchor+"("+p.Name+")")
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 6000 {
			return
		}
		program, _ := parseUnregistered(source)
		if program == nil || len(ir.Verify(program)) > 0 {
			return
		}
		read := map[string]bool{}
		for _, passes := range pipelines {
			after, ok := runFuzzed(t, source, program.Clone(nil), passes)
			if ok && !read[after] {
				readsAgain(t, passes, after)
				read[after] = true
			}
		}
	})
}

func parseUnregistered(source string) (*ir.Op, diag.List) {
	c := dialects.NewContext()
	c.AllowUnregistered = true
	return text.Parse(c, diag.NewFile("fuzz.mlir", []byte(source)), text.Options{})
}

// runFuzzed runs passes on the program of a source and returns the program's text after them. It returns
// false if a pass has reported an error.
func runFuzzed(t *testing.T, source string, program *ir.Op, passes string) (after string, ok bool) {
	t.Helper()
	pl, err := pass.Parse("builtin.module(" + passes + ")")
	if err != nil {
		t.Fatal(err)
	}
	diags := (&pass.Manager{Pipeline: pl, Sequential: true}).Run(t.Context(), program)
	for _, d := range diags {
		_, known := diag.Lookup(d.Code)
		if !known || !d.Span.IsKnown() || d.Code == "internal-error" ||
			strings.HasPrefix(string(d.Code), "verify-") {
			t.Fatalf("%s: %v %v\n%s", passes, d, d.Notes, source)
		}
	}
	if diags.HasErrors() {
		return "", false
	}
	return text.String(program, text.PrintOptions{}), true
}

// readsAgain fails the test if the text after the passes cannot be read.
func readsAgain(t *testing.T, passes, after string) {
	t.Helper()
	if again, errs := parseUnregistered(after); again == nil &&
		!strings.Contains(errs.Error(), "expects different type than prior uses") {
		t.Fatalf("%s: %v\n%s", passes, errs, after)
	}
}
