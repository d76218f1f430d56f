package all_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir/text"
)

// asyncToLLVM is the way from tasks to the llvm dialect.
const asyncToLLVM = "builtin.module(async-parallel-for,async-to-async-runtime,async-runtime-ref-counting," +
	"async-runtime-ref-counting-opt," +
	"convert-scf-to-cf,convert-async-to-llvm{runtime=inflight},finalize-memref-to-llvm," +
	"convert-arith-to-llvm,convert-cf-to-llvm," +
	"convert-func-to-llvm,reconcile-unrealized-casts)"

// others returns functions that declare functions of the C library, each in another order, and that get
// companions.
func others(n int) string {
	var b strings.Builder
	for f := range n {
		fmt.Fprintf(&b,
			"func.func @other%d(%%m: memref<*xf32>, %%c: i1) -> memref<*xf32> attributes "+
				"{llvm.emit_c_interface} {\n", f)
		b.WriteString("  cf.assert %c, \"no\"\n")
		if f%3 == 1 {
			b.WriteString("  memref.dealloc %m : memref<*xf32>\n")
		}
		if f%2 == 1 {
			b.WriteString("  %a = memref.alloc() : memref<4xf32>\n  memref.dealloc %a : memref<4xf32>\n")
		}
		b.WriteString("  return %m : memref<*xf32>\n}\n")
	}
	return b.String()
}

// What comes out does not depend on how many functions are lowered, verified and printed at the same time.
func TestParallelLoweringIsDeterministic(t *testing.T) {
	lower := func(source string, processors int) []byte {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		var b bytes.Buffer
		if err := text.Print(&b, passtest.Transform(t, passtest.Parse(t, source), asyncToLLVM),
			text.PrintOptions{}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, shape := range program.TaskShapes {
		source := others(40) + string(program.Tasks(shape, 40, 1))
		want := lower(source, 1)
		for range 2 {
			if got := lower(source, 4); !bytes.Equal(got, want) {
				t.Errorf("%s: one processor and four give different programs", shape.Name)
			}
		}
	}
}
