package opt_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// asyncFronts are passes that lower programs of the async dialect to calls of coroutines and reference
// counts. Loops are dispatched recursively in some, and not in others.
var asyncFronts = map[string][]string{
	"counted": {
		"--async-parallel-for", "--async-func-to-async-runtime", "--async-to-async-runtime",
		"--async-runtime-ref-counting", "--async-runtime-ref-counting-opt",
	},
	"flat": {
		"--async-parallel-for=async-dispatch=false num-workers=20 min-task-size=1",
		"--async-func-to-async-runtime",
		"--async-to-async-runtime", "--async-runtime-ref-counting", "--async-runtime-ref-counting-opt",
	},
}

// asyncLoopFronts do the same for programs whose only tasks are those of parallel loops. Reference counting
// by policy supports only these.
var asyncLoopFronts = map[string][]string{
	"structured": {
		"--convert-linalg-to-parallel-loops", "--async-parallel-for=num-workers=4 min-task-size=2",
		"--async-to-async-runtime", "--async-runtime-ref-counting", "--async-runtime-ref-counting-opt",
	},
	"policy": {
		"--convert-linalg-to-parallel-loops", "--async-parallel-for=num-workers=4 min-task-size=2",
		"--async-to-async-runtime", "--async-runtime-policy-based-ref-counting",
	},
}

// loopProgram is the program that asyncLoopFronts lower, beside asyncFronts.
const loopProgram = "structured.mlir"

// asyncBack are passes that lower the output of a front to the llvm dialect.
var asyncBack = []string{
	"--convert-linalg-to-loops", "--convert-async-to-llvm", "--convert-scf-to-cf", "--convert-vector-to-llvm",
	"--arith-expand", "--memref-expand", "--finalize-memref-to-llvm", "--convert-arith-to-llvm",
	"--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts",
}

// upstreamRefuses is the combination that mlir-opt does not support: the loop that starts the parts of a
// parallel loop stands in a task.
const upstreamRefuses = "loops.mlir/flat/mlir-opt"

// lowerer runs passes on a program.
type lowerer func(t *testing.T, source string, flags []string) string

// Programs of tasks print the lines in their comments, whether Inflight or mlir-opt makes coroutines of them,
// and whichever of the two lowers the coroutines: a user can use Inflight for the front, the back, or both.
// Running with mlir-opt alone confirms the values in the programs.
func TestAsyncProgramsPrintTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs to machine code")
	}
	mlirOpt, run := tools.Require(t, "mlir-opt"), asyncRunner(t)
	lowerers := map[string]lowerer{
		"inflight": func(t *testing.T, source string, flags []string) string {
			out, errs, code := runOpt(t, "program.mlir", source, flags...)
			if code != 0 {
				t.Fatalf("inflight opt %q: %s", flags, errs)
			}
			return out
		},
		"mlir-opt": func(t *testing.T, source string, flags []string) string {
			return toolOutput(t, source, mlirOpt, flags...)
		},
	}
	for _, file := range asyncPrograms(t) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := printedBy(string(source))
		fronts := maps.Clone(asyncFronts)
		if filepath.Base(file) == loopProgram {
			maps.Copy(fronts, asyncLoopFronts)
		}
		for front, flags := range fronts {
			for first, make := range lowerers {
				name := strings.Join([]string{filepath.Base(file), front, first}, "/")
				if name == upstreamRefuses {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					made := make(t, string(source), flags)
					for second, lower := range lowerers {
						if front == "flat" && first != second {
							continue // mixed with one front is enough: the backs see the same operations
						}
						if got := run(t, lower(t, made, asyncBack)); !slices.Equal(got, want) {
							t.Errorf("lowered by %s it prints\n%s\ninstead of\n%s", second,
								strings.Join(got, "\n"), strings.Join(want, "\n"))
						}
					}
				})
			}
		}
	}
}

func asyncPrograms(t *testing.T) []string {
	files, err := filepath.Glob("testdata/async/*.mlir")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d programs are found (%v)", len(files), err)
	}
	return files
}

// printedBy returns the lines that a program should print, each from a comment "// printed: ".
func printedBy(source string) (lines []string) {
	for line := range strings.Lines(source) {
		if text, ok := strings.CutPrefix(line, "// printed: "); ok {
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return lines
}

// memrefAddress matches the line before a printed buffer, which has an address that differs from run to run.
var memrefAddress = regexp.MustCompile(`^Unranked Memref base@ = \S+ (.*) data =$`)

// asyncRunner returns a function that runs @main of a lowered program with upstream's runtime and returns the
// printed lines.
func asyncRunner(t *testing.T) func(t *testing.T, lowered string) []string {
	runner := tools.Require(t, "mlir-runner")
	libraries := strings.Join([]string{
		tools.Require(t, "libmlir_c_runner_utils"), tools.Require(t, "libmlir_runner_utils"),
		tools.Require(t, "libmlir_async_runtime"),
	}, ",")
	return func(t *testing.T, lowered string) (lines []string) {
		t.Helper()
		text := toolOutput(t, lowered, runner, "-O0", "-e", "main", "--entry-point-result=void",
			"--shared-libs="+libraries)
		for line := range strings.Lines(text) {
			lines = append(lines, memrefAddress.ReplaceAllString(strings.TrimSpace(line), "$1"))
		}
		return lines
	}
}

// toolOutput runs a program of upstream on an input and returns its output. The test fails if the program
// reports an error.
func toolOutput(t *testing.T, input, name string, arguments ...string) string {
	t.Helper()
	command := tools.Command(t, name, arguments...)
	command.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, errs.String())
	}
	return out.String()
}
