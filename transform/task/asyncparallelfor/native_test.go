package asyncparallelfor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
)

// lowering are mlir-opt's passes from the output of the pass to LLVM's dialect.
const lowering = "--async-to-async-runtime --async-runtime-ref-counting --async-runtime-ref-counting-opt " +
	"--convert-async-to-llvm " +
	"--convert-scf-to-cf --arith-expand --convert-arith-to-llvm --finalize-memref-to-llvm " +
	"--convert-func-to-llvm " +
	"--convert-cf-to-llvm --reconcile-unrealized-casts"

// driver makes a function @entry that calls @main on zeros and returns a number that depends on every element
// it leaves.
func driver(numbers []int64) string {
	var b strings.Builder
	args := []string{"%m", "%sum"}
	types := []string{"memref<4x625xi64>", "memref<8xf64>"}
	b.WriteString(`
func.func @entry() -> i64 {
  %m = memref.alloc() : memref<4x625xi64>
  %sum = memref.alloc() : memref<8xf64>
  %zero = arith.constant 0 : i64
  %zerof = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c625 = arith.constant 625 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c625 step %c1 {
      memref.store %zero, %m[%i, %j] : memref<4x625xi64>
    }
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zerof, %sum[%i] : memref<8xf64>
  }
`)
	for i, n := range numbers {
		fmt.Fprintf(&b, "  %%n%d = arith.constant %d : index\n", i, n)
		args, types = append(args, fmt.Sprintf("%%n%d", i)), append(types, "index")
	}
	fmt.Fprintf(&b, "  func.call @main(%s) : (%s) -> ()\n", strings.Join(args, ", "),
		strings.Join(types, ", "))
	b.WriteString(`  %k = arith.constant 31 : i64
  %h = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero) -> (i64) {
    %g = scf.for %j = %c0 to %c625 step %c1 iter_args(%c = %a) -> (i64) {
      %v = memref.load %m[%i, %j] : memref<4x625xi64>
      %d = arith.muli %c, %k : i64
      %e = arith.addi %d, %v : i64
      scf.yield %e : i64
    }
    scf.yield %g : i64
  }
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%c = %h) -> (i64) {
    %f = memref.load %sum[%i] : memref<8xf64>
    %v = arith.bitcast %f : f64 to i64
    %d = arith.muli %c, %k : i64
    %e = arith.addi %d, %v : i64
    scf.yield %e : i64
  }
  return %r : i64
}
`)
	return b.String()
}

// Compiled and run on real threads by MLIR's tools, tasks compute what the simulator finds in order.
func TestNativeAnswer(t *testing.T) {
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	threads := tools.Require(t, "libmlir_async_runtime")
	if testing.Short() {
		t.Skip("compiles programs to machine code")
	}
	for i := range passtest.Programs(8) {
		r := rand.New(rand.NewPCG(uint64(i), 13))
		n := &nest{r: r}
		source := n.program()
		source += driver(n.args)
		module := passtest.Parse(t, source)
		program, err := sim.Compile(module, "entry")
		if err != nil {
			t.Fatal(err)
		}
		want, err := program.Run(context.Background(), sim.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		options := options(r)
		made := passtest.Print(
			passtest.Transform(t, module, "builtin.module(async-parallel-for{"+options+"})"))
		lowered, failure := pipe(t, opt, made, strings.Fields(lowering)...)
		if failure != "" {
			t.Fatalf("program %d: %s\n%s", i, failure, made)
		}
		out, failure := pipe(t, runner, lowered, "-O2", "-e", "entry", "--entry-point-result=i64",
			"--shared-libs="+threads)
		if failure != "" {
			t.Fatalf("program %d: %s", i, failure)
		}
		if got, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64); err != nil ||
			got != int64(want.Returns[0].Bits) {
			t.Errorf("program %d, %s: %s on threads, %d in the simulator (%v)\n%s", i, options,
				strings.TrimSpace(out), int64(want.Returns[0].Bits), err, source)
		}
	}
}
