package exec_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/smallexample"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/value"
)

// examples returns the programs of the examples, except for those that are wrong on purpose, those that show
// the result of a pass, and the sources of programs that other compilers have compiled.
func examples(t *testing.T) []string {
	var files []string
	err := filepath.WalkDir("../examples", func(path string, _ fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); (ext == ".mlir" || ext == ".py") &&
			!strings.Contains(path, "as_printed") && !strings.Contains(path, "hlo/source") &&
			!strings.Contains(path, ".golden.") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 15 {
		t.Fatal(files, err)
	}
	return files
}

// example reads a program; the test is skipped if it is no program that the simulator runs.
func example(t *testing.T, file string) (written *ir.Op, args []exec.Argument, returns []value.Value) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := diag.NewFile(file, smallexample.Of(file, content))
	written, diags := language.Of(f).Parse(all.NewContext(), f)
	if !diags.HasErrors() {
		diags = ir.Verify(written)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if _, err := exec.Entry(written, ""); err != nil {
		t.Skip(err)
	}
	if strings.Contains(string(content), "tensor<") {
		t.Skip("an engine has no tensors: Module.Run makes buffers of them")
	}
	args = inputsOf(t, written, exec.Inputs{Seed: 3})
	returns, err = runOn(t, "sim", written, args, exec.Options{})
	if err != nil {
		t.Skip(err)
	}
	return written, args, returns
}

// Every example that an engine can lower computes, as written and pipelined, the same results as on the
// simulator.
func TestExamples(t *testing.T) {
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			ran := 0
			for _, file := range examples(t) {
				t.Run(strings.TrimPrefix(file, "../examples/"), func(t *testing.T) {
					runExample(t, engine, file)
					ran++
				})
			}
			if ran < 15 {
				t.Errorf("only %d programs ran", ran)
			}
		})
	}
}

// runExample compares the runs of an example; the test is skipped if the engine cannot run it.
func runExample(t *testing.T, engine, file string) {
	if strings.HasPrefix(file, "../examples/gpu/") {
		race.Skip(t, "the threads of a kernel take turns, for minutes under it")
	}
	written, want, returns := example(t, file)
	piped := written.Clone(nil)
	if err := injectsoftwarepipeline.Apply(piped); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*ir.Op{written, piped} {
		got := inputsOf(t, m, exec.Inputs{Seed: 3})
		values, err := runOn(t, engine, m, got, exec.Options{Limits: exec.Limits{Time: time.Minute}})
		skipUnsupported(t, engine, err)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, want, got, returns, values)
	}
}

// compare compares arguments and results of two runs.
func compare(t *testing.T, want, got []exec.Argument, returns, values []value.Value) {
	t.Helper()
	for i := range returns {
		if !returns[i].Equal(values[i]) {
			t.Errorf("result %d is %v, want %v", i, values[i], returns[i])
		}
	}
	for i := range want {
		if !want[i].Value.Equal(got[i].Value) {
			t.Errorf("argument %s differs", want[i].Name)
		}
	}
}
