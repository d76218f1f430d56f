package wasm

import (
	"fmt"
	"strings"
	"testing"

	functiondialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// diamonds returns n branches that meet again, one behind the other.
func diamonds(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%a: i32) -> i32 {\n  %one = arith.constant 1 : i32\n  cf.br ^a0(%a : i32)\n")
	for i := range n {
		fmt.Fprintf(&b,
			"^a%d(%%x%d: i32):\n  %%b%d = arith.andi %%x%d, %%one : i32\n  %%c%d = arith.trunci %%b%d : "+
				"i32 to i1\n", i, i, i, i, i, i)
		fmt.Fprintf(&b,
			"  %%y%d = arith.addi %%x%d, %%x%d : i32\n  cf.cond_br %%c%d, ^b%d, ^a%d(%%x%d : i32)\n^b%d:\n "+
				" cf.br ^a%d(%%y%d : i32)\n", i, i, i, i, i, i+1, i, i, i+1, i)
	}
	fmt.Fprintf(&b, "^a%d(%%r: i32):\n  return %%r : i32\n}", n)
	return b.String()
}

// exits returns n blocks behind each other, each of which can leave the function.
func exits(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%a: i32) -> i32 {\n  cf.br ^a0\n")
	for i := range n {
		fmt.Fprintf(&b,
			"^a%d:\n  %%k%d = arith.constant %d : i32\n  %%c%d = arith.cmpi eq, %%a, %%k%d : i32\n  "+
				"cf.cond_br %%c%d, ^b%d, ^a%d\n^b%d:\n  return %%k%d : i32\n",
			i, i, i*3, i, i, i, i, i+1, i, i)
	}
	fmt.Fprintf(&b, "^a%d:\n  return %%a : i32\n}", n)
	return b.String()
}

// cases returns a switch with n cases.
func cases(n int) string {
	var b, blocks strings.Builder
	b.WriteString("func.func @f(%a: i32) -> i32 {\n  cf.switch %a : i32, [\n    default: ^d(%a : i32)")
	for i := range n {
		fmt.Fprintf(&b, ",\n    %d: ^b%d", i, i)
		fmt.Fprintf(&blocks, "^b%d:\n  %%k%d = arith.constant %d : i32\n  cf.br ^d(%%k%d : i32)\n", i, i, i*7,
			i)
	}
	return b.String() + "\n  ]\n" + blocks.String() + "^d(%r: i32):\n  return %r : i32\n}"
}

// nested returns n nested conditions.
func nested(n int) string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%a: i32) -> i32 {\n  %zero = arith.constant 0 : i32\n  %c = arith.cmpi eq, %a, %zero " +
			": i32\n")
	for i := range n {
		fmt.Fprintf(&b, "%%r%d = scf.if %%c -> i32 {\n", i)
	}
	b.WriteString("scf.yield %a : i32\n")
	for i := n - 1; i >= 0; i-- {
		b.WriteString("} else {\nscf.yield %zero : i32\n}\n")
		if i > 0 {
			fmt.Fprintf(&b, "scf.yield %%r%d : i32\n", i)
		}
	}
	return b.String() + "return %r0 : i32\n}"
}

// chain returns n operations, each on the result of the one before.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%a: i32) -> i32 {\n  %v0 = arith.addi %a, %a : i32\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = arith.%s %%v%d, %%a : i32\n", i+1,
			[...]string{"addi", "muli", "xori"}[i%3], i)
	}
	fmt.Fprintf(&b, "  return %%v%d : i32\n}", n)
	return b.String()
}

// Large functions are compiled without exhausting the stack, to code of linear size, and have the right
// results.
func TestLarge(t *testing.T) {
	race.Skip(t, "more code is not more goroutines")
	for name, c := range map[string]struct {
		program func(n int) string
		n       int
	}{
		"diamonds": {diamonds, 1000}, "exits": {exits, 1000}, "cases": {cases, 500}, "nested": {nested, 400},
		"chain": {chain, 5000},
	} {
		t.Run(name, func(t *testing.T) {
			small, large := size(t, c.program(c.n/4)), size(t, c.program(c.n))
			if large > 5*small {
				t.Errorf("four times the program is %d bytes instead of %d", large, small)
			}
			s := open(t, c.program(c.n))
			for _, n := range []int64{0, 3, 1000, -1} {
				s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], n)})
			}
		})
	}
}

// size returns the size of the code of a program, which is compiled as it is.
func size(t *testing.T, source string) int {
	code, diags := wasm.Write(parse(t, source), wasm.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return len(code.Bytes)
}

// Very large functions are compiled to WebAssembly as well. Machine code is not made of them, because that
// takes long.
func TestVeryLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it takes seconds")
	}
	for name, source := range map[string]string{
		"blocks": diamonds(10000), "exits": exits(10000), "cases": cases(10000), "operations": chain(100000),
	} {
		t.Run(name, func(t *testing.T) { size(t, source) })
	}
}

// sums returns n loops, each of which begins with the result of the one before.
func sums(n int) string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%n: index) -> index {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : " +
			"index\n  %v0 = arith.addi %n, %c1 : index\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%v%d) -> (index) {\n"+
			"    %%x = arith.muli %%a, %%n : index\n    %%y = arith.xori %%x, %%i : index\n    scf.yield "+
			"%%y : index\n  }\n", i+1, i)
	}
	fmt.Fprintf(&b, "  return %%v%d : index\n}", n)
	return b.String()
}

// A function with very many loops is divided into several functions, and has the same result.
func TestManyLoops(t *testing.T) {
	for n, parts := range map[int]bool{20: false, 300: true} {
		m := parse(t, sums(n))
		if err := wasm.Lower(t.Context(), m, true); err != nil {
			t.Fatal(err)
		}
		if got := len(m.Find(functiondialect.Func)) > 2; got != parts {
			t.Errorf("%d loops are split: %v", n, got)
		}
		s := open(t, sums(n))
		for _, n := range []int64{0, 1, 5} {
			s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], n)})
		}
	}
}
