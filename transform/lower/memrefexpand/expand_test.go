package memrefexpand_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/memrefexpand"
)

// What the pass makes, and that upstream's makes the same.
func TestAgreesWithMLIROpt(t *testing.T) { passtest.Upstream(t, "memref-expand") }

// program returns a function @main that writes a shape to memory, sees other memory in that shape, some of
// whose extents the type tells, and numbers its elements.
func program(r *rand.Rand) string {
	rank := 1 + r.IntN(4)
	total := 1
	var b, subscripts, loops strings.Builder
	fmt.Fprintf(&b, "  %%s = memref.alloca() : memref<%dxi64>\n", rank)
	typ := ""
	for d := range rank {
		n := 1 + r.IntN(4)
		total *= n
		fmt.Fprintf(&b, "  %%d%d = arith.constant %d : index\n  %%n%d = arith.constant %d : i64\n", d, d, d,
			n)
		fmt.Fprintf(&b, "  memref.store %%n%d, %%s[%%d%d] : memref<%dxi64>\n", d, d, rank)
		if r.IntN(2) == 0 {
			typ += "?x"
		} else {
			typ += fmt.Sprintf("%dx", n)
		}
		fmt.Fprintf(&loops, "  affine.for %%i%d = 0 to %d {\n", d, n)
		fmt.Fprintf(&subscripts, ", %%i%d", d)
	}
	at := strings.TrimPrefix(subscripts.String(), ", ")
	typ = "memref<" + typ + "i64>"
	fmt.Fprintf(&b, "  %%r = memref.reshape %%m(%%s) : (memref<%dxi64>, memref<%dxi64>) -> %s\n", total, rank,
		typ)
	fmt.Fprintf(&b,
		"%s    %%x = memref.load %%count[] : memref<i64>\n    %%y = arith.addi %%x, %%one : i64\n",
		loops.String())
	fmt.Fprintf(&b, "    memref.store %%y, %%count[] : memref<i64>\n    memref.store %%y, %%r[%s] : %s\n", at,
		typ)
	return fmt.Sprintf(
		"func.func @main(%%m: memref<%dxi64>, %%count: memref<i64>) {\n  %%one = arith.constant 1 : "+
			"i64\n%s%s  return\n}\n",
		total, b.String(), strings.Repeat("  }\n", rank))
}

// The simulator, which reshapes memory itself, finds the same in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	for i := range passtest.Programs(100) {
		source := program(rand.New(rand.NewPCG(uint64(i), 3)))
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(memref-expand)")
		if len(made.Find(memref.Reshape)) > 0 {
			t.Fatalf("not expanded:\n%s", source)
		}
		if want, got := memory(t, module), memory(t, made); !bytes.Equal(want, got) {
			t.Fatalf("program %d leaves %v instead of %v\n%s", i, got, want, passtest.Print(made))
		}
	}
}

// memory runs @main and returns what it leaves in the memory that is reshaped.
func memory(t *testing.T, module *ir.Op) []byte {
	t.Helper()
	args, _ := passtest.Simulate(t, module, sim.Config{}, 0)
	return args[0].Buffer.Data
}
