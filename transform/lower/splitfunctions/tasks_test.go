package splitfunctions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randtask"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Tasks in parts, with their tokens and values passed between these, leave in memory what they left, and
// race with nothing.
func TestPropertyTasks(t *testing.T) {
	n, changed := passtest.Programs(40), 0
	for i := range n {
		before := passtest.Parse(t, randtask.Program(rand.New(rand.NewPCG(uint64(i), 31))))
		options := []string{"above=0 branches=1", "above=1 branches=2"}[i%2]
		after := passtest.Transform(t, before, "builtin.module(split-functions{"+options+"})")
		condition := int64(i / 2 % 2)
		if len(after.Find(function.Func)) == len(before.Find(function.Func)) ||
			!passtest.Clean(t, before, condition) {
			continue
		}
		changed++
		want, _ := passtest.Simulate(t, before, sim.Config{}, condition)
		for _, mode := range passtest.Modes {
			got, hazards := passtest.Simulate(t, after, mode, condition)
			if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
				t.Fatalf("program %d, mode %v: %d hazards\n%s\n%s", i, mode.Mode, len(hazards),
					passtest.Print(before), passtest.Print(after))
			}
		}
	}
	if changed < n/4 {
		t.Errorf("%d of %d programs changed and have no race", changed, n)
	}
}

// Parts are taken out of blocks in other operations, too, but not out of those that may hold no calls; what
// branches too little, or would be passed too much, stays whole, and so does memory of the stack that
// others see.
func TestWhichBlocks(t *testing.T) {
	assertion := "  cf.assert %c, \"no\"\n"
	for name, c := range map[string]struct {
		body  string
		parts int
	}{
		"assertions":     {strings.Repeat(assertion, 6), 3},
		"too few":        {strings.Repeat(assertion, 3), 0},
		"in a condition": {"  scf.if %c {\n" + strings.Repeat(assertion, 4) + "  }\n", 2},
		"in a task": {
			"  %t = async.execute {\n" + strings.Repeat(assertion, 4) +
				"    async.yield\n  }\n  async.await %t : !async.token\n", 2},
		"tasks are apart": {
			strings.Repeat("  %t = async.execute {\n  "+assertion+"    async.yield\n  }\n", 3), 0},
		"in a reduction": {
			"  scf.parallel (%i) = (%z) to (%z) step (%two) init (%z) -> index {\n    scf.reduce(%i : " +
				"index) {\n" +
				"    ^bb0(%a: index, %b: index):\n" + strings.Repeat(assertion, 5) +
				"      scf.reduce.return %a : index\n    }\n  }\n", 1},
		"division":         {strings.Repeat("  %d = arith.divui %z, %x : index\n", 4), 2},
		"division by some": {strings.Repeat("  %d = arith.divui %x, %two : index\n", 9), 0},
		"memory of the stack": {
			"  %m = scf.if %c -> memref<4xi32> {\n    %n = memref.alloca() : memref<4xi32>\n" +
				"    scf.yield %n : memref<4xi32>\n  } else {\n    %n = memref.alloca() : memref<4xi32>\n  " +
				"  " +
				"scf.yield %n : memref<4xi32>\n  }\n" +
				strings.Repeat(assertion, 3), 1},
		"passed too much": {many(401), 0},
		"passed enough":   {many(399), 1},
	} {
		var names int
		body := c.body
		for strings.Contains(body, "%t =") && strings.Count(body, "%t =") > 1 ||
			strings.Count(body, "%d =") > 1 {
			names++
			body = strings.Replace(strings.Replace(body, "%t =", fmt.Sprintf("%%t%d =", names), 1), "%d =",
				fmt.Sprintf("%%d%d =", names), 1)
		}
		source := "func.func @f(%c: i1, %x: index) {\n  %z = arith.constant 0 : index\n  %two = " +
			"arith.constant 2 : index\n" + body + "  return\n}\n"
		got := passtest.Transform(t, passtest.Parse(t, source),
			"builtin.module(split-functions{above=3 branches=2})")
		if n := strings.Count(passtest.Print(got), "func.func private @f_part"); n != c.parts {
			t.Errorf("%s: %d parts, not %d\n%.2000s", name, n, c.parts, passtest.Print(got))
		}
	}
}

// many returns operations of which one part would need so many values: two assertions, and one operation
// that uses all.
func many(n int) string {
	var b strings.Builder
	var names, types []string
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = arith.addi %%x, %%z : index\n", i)
		names, types = append(names, fmt.Sprintf("%%v%d", i)), append(types, "index")
	}
	b.WriteString("  %m = memref.alloca() : memref<4xi32>\n") // ends what could be a part
	fmt.Fprintf(&b, "  call @use(%s) : (%s) -> ()\n  cf.assert %%c, \"no\"\n", strings.Join(names, ", "),
		strings.Join(types, ", "))
	b.WriteString(
		"  %o = memref.alloca() : memref<4xi32>\n  cf.assert %c, \"no\"\n  %p = memref.alloca() : " +
			"memref<4xi32>\n  cf.assert %c, \"no\"\n")
	return b.String() + "  return\n}\nfunc.func private @use(" + strings.Join(types, ", ") +
		")\nfunc.func @g() {\n"
}
