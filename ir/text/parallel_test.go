package text_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir/text"
)

// Functions that are printed in parallel have the same text as when they are printed one after the other,
// also aliases of attributes and types.
func TestFunctionsInParallel(t *testing.T) {
	var source strings.Builder
	for i := range 100 {
		fmt.Fprintf(&source,
			"func.func @f%d(%%m: memref<8xf32, affine_map<(d0) -> (d0 * %d)>>, %%i: index) -> index {\n", i,
			1+i%3)
		fmt.Fprintf(&source, "  %%0 = affine.min affine_map<(d0) -> (d0, %d)>(%%i)\n", i%5)
		fmt.Fprintf(&source,
			"  %%1 = \"test.op\"() {list = [affine_map<(d0) -> (d0 + %d)>], text = \"%d\"} : () -> index\n "+
				" return %%0 : index\n}\n", i%7, i)
	}
	c := newContext()
	c.AllowUnregistered = true
	m := parse(t, c, "functions.mlir", source.String())
	want := text.Append(nil, m, text.PrintOptions{})
	var got bytes.Buffer
	if err := text.Print(&got, m, text.PrintOptions{}); err != nil || got.String() != string(want) {
		t.Errorf("%v, in parallel\n%s\none after the other\n%s", err, got.String(), want)
	}
}

// A large function that is printed in pieces has the same text as in one piece. It has blocks, operations
// with regions, and numbers that are counted in the order of writing, on both sides of the boundary between
// pieces.
func TestLargeFunctionInPieces(t *testing.T) {
	for name, special := range map[string]func(i int) string{
		"plain": func(int) string { return "" },
		"nested": func(i int) string {
			return fmt.Sprintf("scf.if %%c {\n %%x%d = arith.addi %%a, %%a : i32\n}\n", i)
		},
		"distinct": func(i int) string {
			return fmt.Sprintf("\"test.op\"() {a = distinct[%d]<%d : i32>} : () -> ()\n", i, i)
		},
	} {
		for _, at := range []int{0, 2047, 2048, 11999} {
			var source strings.Builder
			source.WriteString("func.func @small() {\n return\n}\nfunc.func @f(%c: i1, %a: i32) {\n")
			for i := range 12000 {
				if i == at || i == at+3000 {
					source.WriteString(special(i))
				}
				if i > 4000 && i < 8000 && i%7 == 0 {
					fmt.Fprintf(&source, "cf.br ^b%d(%%a : i32)\n^b%d(%%a%d: i32):\n", i, i, i)
				}
				fmt.Fprintf(&source, "%%v%d = arith.addi %%a, %%a : i32\n%%c%d = arith.constant 1 : i32\n", i,
					i)
			}
			source.WriteString("return\n}\nfunc.func @last(%c: i32) {\n return\n}\n")
			c := newContext()
			c.AllowUnregistered = true
			m := parse(t, c, "large.mlir", source.String())
			options := []text.PrintOptions{{}}
			if at == 2047 {
				options = append(options, text.PrintOptions{Generic: true},
					text.PrintOptions{DebugInfo: true})
			}
			for _, opts := range options {
				want := text.Append(nil, m, opts)
				var got bytes.Buffer
				if err := text.Print(&got, m, opts); err != nil || got.String() != string(want) {
					t.Errorf("%s at %d, %+v: %v, another text than in one piece", name, at, opts, err)
				}
			}
		}
	}
}
