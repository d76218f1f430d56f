package wasm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// locals returns how many locals the first function of a program has.
func locals(t *testing.T, source string) int {
	m := passtest.Parse(t, source)
	c := newCompiler(Options{})
	c.declare(m)
	c.function(m.Body().First())
	if c.diags.HasErrors() {
		t.Fatal(c.diags)
	}
	return len(c.functions[0].locals)
}

// Addresses that are part of an access give their locals back: a function needs as many as live at once.
func TestLocalsAreGivenBack(t *testing.T) {
	program := func(n int) string {
		var b strings.Builder
		b.WriteString(
			"func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %i: i32, %x: f32) {\n  %c8 = arith.constant 8 " +
				": i32\n")
		for k := range n {
			fmt.Fprintf(&b, "  %%k%d = arith.constant %d : i32\n  %%o%d = arith.muli %%i, %%k%d : i32\n", k,
				k+3, k, k)
			fmt.Fprintf(&b, "  %%a%d = ptr.ptr_add %%p, %%o%d : !ptr.ptr<#ptr.generic_space>, i32\n", k, k)
			fmt.Fprintf(&b, "  ptr.store %%x, %%a%d : f32, !ptr.ptr<#ptr.generic_space>\n", k)
			fmt.Fprintf(&b, "  %%b%d = ptr.ptr_add %%a%d, %%c8 : !ptr.ptr<#ptr.generic_space>, i32\n", k, k)
			fmt.Fprintf(&b, "  ptr.store %%x, %%b%d : f32, !ptr.ptr<#ptr.generic_space>\n", k)
			fmt.Fprintf(&b, "  %%d%d = ptr.ptr_add %%b%d, %%c8 : !ptr.ptr<#ptr.generic_space>, i32\n", k, k)
			fmt.Fprintf(&b, "  ptr.store %%x, %%d%d : f32, !ptr.ptr<#ptr.generic_space>\n", k)
		}
		return b.String() + "  return\n}"
	}
	few, many := locals(t, program(4)), locals(t, program(100))
	if few != many {
		t.Errorf("%d locals for 4 accesses, %d for 100", few, many)
	}
}
