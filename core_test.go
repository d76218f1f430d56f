package inflight_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randindex"
	"github.com/inflight-compiler/inflight/internal/samellvm"
	"github.com/inflight-compiler/inflight/internal/tools"
	programoutput "github.com/inflight-compiler/inflight/printed"
)

// indexArguments are the arguments for functions of randindex.
var indexArguments = [][4]int64{{7, 3, -5, 1 << 40}, {-9, 1<<33 + 1, 1<<31 - 1, -1}, {0, -1, 0, 0}}

// indexProgram is a program that prints the results of random functions on indices.
func indexProgram(seed uint64, functions int) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var b, calls strings.Builder
	for i := range functions {
		b.WriteString(randindex.Function(r, fmt.Sprint("f", i),
			randindex.Options{Defined: true, Operations: 3 + r.IntN(20)}))
		for j, args := range indexArguments {
			n := fmt.Sprintf("%d_%d", i, j)
			fmt.Fprintf(&calls, "  %%a%s = index.constant %d\n  %%b%s = index.constant %d\n", n, args[0], n,
				args[1])
			fmt.Fprintf(&calls, "  %%i%s = arith.constant %d : i32\n  %%j%s = arith.constant %d : i64\n", n,
				args[2], n, args[3])
			fmt.Fprintf(&calls,
				"  %%r%s:4 = call @f%d(%%a%s, %%b%s, %%i%s, %%j%s) : (index, index, i32, i64) -> (index, "+
					"index, i1, i64)\n",
				n, i, n, n, n, n)
			for k, typ := range []string{"index", "index", "i1", "i64"} {
				fmt.Fprintf(&calls, "  vector.print %%r%s#%d : %s\n", n, k, typ)
			}
		}
	}
	return b.String() + "func.func @main() {\n" + calls.String() + "  return\n}\n"
}

// printedBy returns the text that a program prints on an engine.
func printedBy(t *testing.T, source, engine string) string {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("random.mlir", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	c := inflight.RunConfig{Engine: engine, Entry: "main", Compare: inflight.CompareNever,
		Options: exec.Options{Output: programoutput.NewOutput(&out, &notes)}}
	if _, err := m.Run(t.Context(), c); err != nil {
		t.Fatalf("%s: %v\n%s", engine, err, source)
	}
	return out.String()
}

// Arithmetic on indices prints the same on every engine, as written and canonicalized, and under upstream's
// runner.
func TestIndexArithmetic(t *testing.T) {
	const functions = 12
	for seed := range uint64(max(1, passtest.Programs(60)/functions)) {
		source := indexProgram(seed, functions)
		want := printedBy(t, source, "sim")
		if strings.Count(want, "\n") != 4*len(indexArguments)*functions {
			t.Fatalf("printed %q", want)
		}
		engines := map[string]func(t *testing.T) string{
			"wasm": func(t *testing.T) string { return printedBy(t, source, "wasm") },
			"native": func(t *testing.T) string {
				tools.Require(t, "clang")
				return printedBy(t, source, "native")
			},
			"mlir-runner": func(t *testing.T) string { return printedUpstream(t, source) },
		}
		for name, run := range engines {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				if got := run(t); got != want {
					t.Errorf("the simulator prints\n%s%s\n%s\n%s", want, name, got, source)
				}
			})
		}
	}
}

// printedUpstream returns the text that a program prints when mlir-opt lowers it and mlir-runner runs it.
func printedUpstream(t *testing.T, source string) string {
	t.Helper()
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	library := tools.Require(t, "libmlir_c_runner_utils")
	lowered := samellvm.Pipe(t, []byte(source), opt, "--convert-vector-to-llvm", "--convert-index-to-llvm",
		"--convert-arith-to-llvm",
		"--convert-func-to-llvm", "--reconcile-unrealized-casts")
	return string(samellvm.Pipe(t, lowered, runner, "-e", "main", "--entry-point-result=void",
		"--shared-libs="+library))
}

// The judge understands subscripts that the index dialect computes: writes to every second element do not
// conflict with writes to the others.
func TestJudgeSeesThroughIndexArithmetic(t *testing.T) {
	const program = `func.func @f(%%m: memref<64xf32>, %%x: f32, %%y: f32) {
  %%c0 = index.constant 0
  %%c1 = index.constant 1
  %%c2 = index.constant 2
  %%c32 = index.constant 32
  scf.for %%i = %%c0 to %%c32 step %%c1 {
    %%even = index.mul %%i, %%c2
    %%odd = index.add %%even, %s
    %%t = async.execute {
      memref.store %%y, %%m[%%even] : memref<64xf32>
      async.yield
    }
    memref.store %%x, %%m[%%odd] : memref<64xf32>
    async.await %%t : !async.token
  }
  return
}
`
	for apart, hazards := range map[string]bool{"%c1": false, "%c0": true} {
		m, err := inflight.Parse(diag.NewFile("judged.mlir", fmt.Appendf(nil, program, apart)))
		if err != nil {
			t.Fatal(err)
		}
		report, err := m.Check(t.Context(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := report.Functions[0]; len(f.Hazards) > 0 != hazards || !f.Complete {
			t.Errorf("apart by %s: %d hazards", apart, len(f.Hazards))
		}
	}
}

// If a program reaches an ub.unreachable, that is an error with the place of the operation, on every engine.
func TestUnreachableIsReached(t *testing.T) {
	const program = `func.func @main(%n: index) -> index {
  %c8 = index.constant 8
  %0 = index.cmp ugt(%n, %c8)
  cf.cond_br %0, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  %1 = ub.poison : vector<2xindex>
  %2 = vector.insert %n, %1 [0] : index into vector<2xindex>
  %3 = vector.extract %2[0] : index from vector<2xindex>
  return %3 : index
}
`
	for _, engine := range []string{"sim", "wasm", "native"} {
		t.Run(engine, func(t *testing.T) {
			if engine == "native" {
				tools.Require(t, "clang")
			}
			for n, want := range map[string]string{"7": "", "9": "ub.unreachable is reached"} {
				m, err := inflight.Parse(diag.NewFile("unreachable.mlir", []byte(program)))
				if err != nil {
					t.Fatal(err)
				}
				c := inflight.RunConfig{Engine: engine, Compare: inflight.CompareNever}
				c.Args = map[string]string{"n": n}
				report, err := m.Run(t.Context(), c)
				switch {
				case want == "" && (err != nil || report.Returns[0].Bits != 7):
					t.Errorf("n = %s: %v", n, err)
				case want != "" && (err == nil ||
					!strings.Contains(err.Error(), "unreachable.mlir:6:3: error: ") ||
					!strings.Contains(err.Error(), want)):
					t.Errorf("n = %s: %v, want %s", n, err, want)
				}
			}
		})
	}
}

// Poison of a type without a zero, and casts of types that arith does not cast, are refused with a place.
func TestRefusedStandIns(t *testing.T) {
	for body, want := range map[string]string{
		"%0 = ub.poison : memref<4xf32>": "2:8: error: poison of type memref<4xf32> stands for no value",
		"%0 = index.casts %n : index to si32": "2:8: error: arith has no 'index.casts' of an integer type " +
			"with a sign",
		"%0 = ub.poison : !async.token": "2:8: error: poison of type !async.token stands for no value",
	} {
		m, err := inflight.Parse(
			diag.NewFile("refused.mlir", []byte("func.func @main(%n: index) {\n  "+body+"\n  return\n}\n")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Core(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}
