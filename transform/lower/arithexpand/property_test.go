package arithexpand_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/arithexpand"
	"github.com/inflight-compiler/inflight/value"
)

// elements is how many numbers each program computes with.
const elements = 16

// program returns a function @main that applies an operation to the elements of %x and %y, as vectors:
// divisors are neither 0 nor -1, and a result that is NaN becomes 0, since its bits may be any.
func program(op, elem, result string) string {
	vec := func(t string) string { return fmt.Sprintf("vector<%dx%s>", elements, t) }
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	fmt.Fprintf(&b,
		"func.func @main(%%m: memref<%[1]dx%[2]s>, %%n: memref<%[1]dx%[2]s>, %%out: memref<%[1]dx%[3]s>) {\n",
		elements, elem, result)
	line("%%c0 = arith.constant 0 : index")
	line("%%x = vector.load %%m[%%c0] : memref<%dx%s>, %s", elements, elem, vec(elem))
	line("%%y = vector.load %%n[%%c0] : memref<%dx%s>, %s", elements, elem, vec(elem))
	switch {
	case strings.Contains(op, "div"):
		line("%%seven = arith.constant dense<7> : %s", vec(elem))
		line("%%three = arith.constant dense<3> : %s", vec(elem))
		line("%%four = arith.constant dense<4> : %s", vec(elem))
		line("%%small = arith.remsi %%y, %%seven : %s", vec(elem))
		line("%%scaled = arith.muli %%small, %%three : %s", vec(elem))
		line("%%divisor = arith.addi %%scaled, %%four : %s", vec(elem))
		line("%%r = arith.%s %%x, %%divisor : %s", op, vec(elem))
	case elem != result:
		line("%%r = arith.%s %%x : %s to %s", op, vec(elem), vec(result))
	default:
		line("%%r = arith.%s %%x, %%y : %s", op, vec(elem))
	}
	if !strings.HasPrefix(result, "i") {
		line("%%zero = arith.constant dense<0.0> : %s", vec(result))
		line("%%nan = arith.cmpf uno, %%r, %%r : %s", vec(result))
		line("%%s = arith.select %%nan, %%zero, %%r : %s, %s", vec("i1"), vec(result))
	} else {
		line("%%s = arith.addi %%r, %%x : %s", vec(result))
	}
	line("vector.store %%s, %%out[%%c0] : memref<%dx%s>, %s", elements, result, vec(result))
	b.WriteString("  return\n}\n")
	return b.String()
}

// The simulator, which executes all operations of arith, finds the same after the pass.
func TestPropertySameNumbers(t *testing.T) {
	type operation struct{ name, elem, result string }
	var operations []operation
	for _, elem := range []string{"i8", "i32", "i64"} {
		for _, name := range []string{"ceildivsi", "ceildivui", "floordivsi"} {
			operations = append(operations, operation{name, elem, elem})
		}
	}
	for _, elem := range []string{"f16", "bf16", "f32", "f64"} {
		for _, name := range []string{"maximumf", "minimumf", "maxnumf", "minnumf"} {
			operations = append(operations, operation{name, elem, elem})
		}
	}
	operations = append(operations, operation{"extf", "bf16", "f32"}, operation{"truncf", "f32", "bf16"})
	for _, o := range operations {
		source := program(o.name, o.elem, o.result)
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(arith-expand{include-bf16=true})")
		if strings.Contains(passtest.Print(made), "arith."+o.name) {
			t.Errorf("%s is left in\n%s", o.name, passtest.Print(made))
		}
		for seed := range passtest.Programs(30) {
			if want, got := run(t, module, seed), run(t, made, seed); !bytes.Equal(want, got) {
				t.Fatalf("%s of %s, seed %d: %v became %v\n%s", o.name, o.elem, seed, want, got,
					passtest.Print(made))
			}
		}
	}
}

// run fills memory with numbers of which some are special, and none of the floats is 0, and returns what a
// program makes of them.
func run(t *testing.T, module *ir.Op, seed int) []byte {
	t.Helper()
	p, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(seed), 5))
	var args []value.Value
	var last *value.Buffer
	for _, typ := range p.Inputs() {
		m := typ.(*ir.MemRefType)
		if last, err = value.NewBuffer(m, m.Shape); err != nil {
			t.Fatal(err)
		}
		size := len(last.Data) / elements
		for i := range last.Data {
			last.Data[i] = byte(r.Uint32()) | 1
			if at := i % size; at >= size-2 && r.IntN(4) == 0 {
				// infinite, NaN, the smallest integers
				last.Data[i] = []byte{0x7f, 0xff, 0x80, 0xf0, 0x7c}[r.IntN(5)]
			}
		}
		args = append(args, value.Memory(last))
	}
	if _, err := p.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return last.Data
}
