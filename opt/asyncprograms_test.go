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

// asyncFronts take programs of the async dialect to calls of coroutines and reference counts, with recursive
// dispatch of loops and without.
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

// asyncLoopFronts take programs whose only tasks are those of parallel loops, which is what the reference
// counts by policy are for.
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

// loopProgram is the program that they take beside the others.
const loopProgram = "structured.mlir"

// asyncBack takes what a front leaves to LLVM's dialect.
var asyncBack = []string{
	"--convert-linalg-to-loops", "--convert-async-to-llvm", "--convert-scf-to-cf", "--convert-vector-to-llvm",
	"--arith-expand", "--memref-expand", "--finalize-memref-to-llvm", "--convert-arith-to-llvm",
	"--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts",
}

// upstreamRefuses is what mlir-opt fails on: the loop that starts the parts of a parallel loop, when it is in
// a task.
const upstreamRefuses = "loops.mlir/flat/mlir-opt"

// lowerer runs passes on a program.
type lowerer func(t *testing.T, source string, flags []string) string

// Programs of tasks print what they say they print, whichever of Inflight and mlir-opt makes coroutines of
// them and whichever lowers those: a user can take Inflight for the front, the back, or the whole. mlir-opt
// alone is the judge of the values that stand in the programs.
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

// printedBy returns the lines that a program says it prints, each in a comment "// printed: ".
func printedBy(source string) (lines []string) {
	for line := range strings.Lines(source) {
		if text, ok := strings.CutPrefix(line, "// printed: "); ok {
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return lines
}

// memrefAddress is what differs from run to run in the line before a printed buffer.
var memrefAddress = regexp.MustCompile(`^Unranked Memref base@ = \S+ (.*) data =$`)

// asyncRunner returns what runs @main of a lowered program with upstream's runtime and returns the lines it
// prints.
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

// toolOutput returns what a program prints that is given a text, and fails where it refuses it.
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
