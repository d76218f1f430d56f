package splitfunctions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Functions of blocks leave in memory, and return, what they did before they became several: with values that
// are used far from where they are defined, blocks that are reached from many, loops in loops and several
// ends. Their loops have one entry, as before.
func TestPropertyBlocks(t *testing.T) {
	parts, n := 0, passtest.Programs(200)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		source := randomBlocks(t, r, 10+r.IntN(80))
		before := passtest.Parse(t, source)
		branches := 3 + r.IntN(9)
		after := passtest.Transform(t, before,
			fmt.Sprintf("builtin.module(split-functions{above=%d branches=%d})", branches, branches))
		parts += len(after.Find(function.Func)) - len(before.Find(function.Func))
		for op := range after.Walk() {
			if op.Is(function.Func) && irreducible(op.Region(0)) {
				t.Fatalf("program %d: a loop has two entries\n%s", seed, passtest.Print(after))
			}
		}
		want, _ := passtest.Simulate(t, before, sim.Config{}, 1)
		got, _ := passtest.Simulate(t, after, sim.Config{}, 1)
		if !slices.EqualFunc(want, got, value.Value.Equal) {
			t.Fatalf("program %d: %v, not %v\n%s\n%s", seed, got, want, source, passtest.Print(after))
		}
	}
	if parts < n {
		t.Errorf("%d programs have become only %d functions more", n, parts)
	}
}

// irreducible reports whether a loop of the region has two entries.
func irreducible(r *ir.Region) bool {
	d := ir.NewDominance(r)
	number := map[*ir.Block]int{}
	for i, b := range d.ReversePostorder() {
		number[b] = i
	}
	return slices.ContainsFunc(d.ReversePostorder(), func(b *ir.Block) bool {
		return slices.ContainsFunc(b.Successors(), func(to *ir.Block) bool {
			return number[to] <= number[b] && !d.Dominates(to, b)
		})
	})
}

// blocks is a random function on its way: a loop branches back only as long as there is fuel, which is in
// memory.
type blocks struct {
	*rand.Rand
	args  []int   // how many integers each block is passed
	to    [][]int // where it goes
	back  []int   // where it goes back to, if there is fuel; else 0
	above []int   // the immediate dominator
}

// randomBlocks returns a program that calls a function of n blocks, in which each goes on to later ones, and
// some back to what dominates them.
func randomBlocks(t *testing.T, r *rand.Rand, n int) string {
	b := &blocks{Rand: r, args: make([]int, n), to: make([][]int, n), back: make([]int, n),
		above: make([]int, n)}
	near := 2 + r.IntN(6)
	for i := range n {
		b.args[i] = max(0, r.IntN(5)-2)
		if i == n-1 || r.IntN(20) == 0 {
			continue // an end
		}
		for range 1 + r.IntN(3) {
			b.to[i] = append(b.to[i], min(n-1, i+1+r.IntN(near)))
		}
		slices.Sort(b.to[i])
		b.to[i] = slices.Compact(b.to[i])
	}
	b.args[0] = 0
	region := passtest.Parse(t, b.text()).Find(function.Func)[0].Region(0)
	d := ir.NewDominance(region)
	for i, block := range region.Blocks() {
		if above := d.ImmediateDominator(block); above != nil {
			b.above[i] = above.Index()
		}
	}
	for i := range n {
		to := i
		for range r.IntN(8) {
			to = b.above[to]
		}
		if to > 0 && r.IntN(3) == 0 {
			b.back[i] = to
		}
	}
	return b.text()
}

// text prints the program. As long as dominators are not known, the entry is taken for that of all others.
// Unreachable blocks have the entry for it, too.
func (b *blocks) text() string {
	var w strings.Builder
	w.WriteString(
		"func.func @g(%m: memref<9xi32>, %o: memref<9xi32>) -> (i32, memref<9xi32>) {\n  %fuel = " +
			"arith.constant 8 : index\n" +
			"  %one = arith.constant 1 : i32\n  %zero = arith.constant 0 : i32\n  %mask = arith.constant " +
			"31 : " +
			"i32\n" +
			"  %half = arith.constant 16 : i32\n  %large = arith.constant 20 : i32\n" +
			"  memref.store %large, %m[%fuel] : memref<9xi32>\n")
	for i := range b.to {
		if i > 0 {
			fmt.Fprintf(&w, "^b%d%s:\n", i,
				list(b.args[i], func(k int) string { return fmt.Sprintf("%%a%d_%d: i32", i, k) }))
		}
		fmt.Fprintf(&w, "  %%k%d = arith.constant %d : i32\n  %%i%d = arith.constant %d : index\n", i,
			b.IntN(100), i, b.IntN(8))
		fmt.Fprintf(&w, "  %%l%d = memref.load %%m[%%i%d] : memref<9xi32>\n", i, i)
		fmt.Fprintf(&w, "  %%x%d = arith.addi %%l%d, %s : i32\n", i, i, b.value(i, true))
		fmt.Fprintf(&w, "  %%v%d = arith.xori %%x%d, %s : i32\n", i, i, b.value(i, true))
		fmt.Fprintf(&w, "  memref.store %%v%d, %%m[%%i%d] : memref<9xi32>\n", i, i)
		b.end(&w, i)
	}
	w.WriteString(
		"}\nfunc.func @main(%m: memref<9xi32>, %o: memref<9xi32>) {\n  %i = arith.constant 0 : index\n" +
			"  %r, %p = call @g(%m, %o) : (memref<9xi32>, memref<9xi32>) -> (i32, memref<9xi32>)\n  " +
			"memref.store %r, %p[%i] : memref<9xi32>\n  return\n}\n")
	return w.String()
}

// end prints the branches behind a block. All but those to one or two blocks come after others that do
// nothing.
func (b *blocks) end(w *strings.Builder, i int) {
	if to := b.back[i]; to > 0 {
		fmt.Fprintf(w,
			"  %%f%d = memref.load %%m[%%fuel] : memref<9xi32>\n  %%g%d = arith.subi %%f%d, %%one : i32\n"+
				"  memref.store %%g%d, %%m[%%fuel] : memref<9xi32>\n  %%h%d = arith.cmpi sgt, %%g%d, "+
				"%%zero : "+
				"i32\n"+
				"  cf.cond_br %%h%d, %s, ^c%d\n^c%d:\n", i, i, i, i, i, i, i, b.edge(i, to), i, i)
	}
	switch to := b.to[i]; len(to) {
	case 0:
		fmt.Fprintf(w, "  return %s, %s : i32, memref<9xi32>\n", b.value(i, false),
			[]string{"%m", "%o"}[b.IntN(2)])
	case 1:
		fmt.Fprintf(w, "  cf.br %s\n", b.edge(i, to[0]))
	case 2:
		fmt.Fprintf(w, "  %%p%d = arith.cmpi slt, %s, %%l%d : i32\n  cf.cond_br %%p%d, %s, %s\n", i,
			b.value(i, false), i, i, b.edge(i, to[0]), b.edge(i, to[1]))
	default:
		fmt.Fprintf(w,
			"  %%r%d = arith.andi %s, %%mask : i32\n  %%s%d = arith.subi %%r%d, %%half : i32\n  cf.switch "+
				"%%s%d : i32, [default: %s",
			i, b.value(i, false), i, i, i, b.edge(i, to[0]))
		for k, v := range b.Perm(32)[:2+b.IntN(20)] {
			fmt.Fprintf(w, ", %d: %s", v-16, b.edge(i, to[(k+1)%len(to)]))
		}
		w.WriteString("]\n")
	}
}

// value returns a value that is defined in a block, or in one that dominates it.
func (b *blocks) value(i int, early bool) string {
	at := i
	for range b.IntN(6) {
		at = b.above[at]
	}
	if b.args[at] > 0 && b.IntN(2) == 0 {
		return fmt.Sprintf("%%a%d_%d", at, b.IntN(b.args[at]))
	}
	if at == i && early {
		return fmt.Sprintf("%%k%d", i)
	}
	return fmt.Sprintf("%%%s%d", []string{"v", "x", "k"}[b.IntN(3)], at)
}

func (b *blocks) edge(from, to int) string {
	types := strings.TrimSuffix(strings.Repeat("i32, ", b.args[to]), ", ")
	values := list(b.args[to], func(int) string { return b.value(from, false) })
	return fmt.Sprintf("^b%d%s", to, strings.Replace(values, ")", " : "+types+")", 1))
}

// list prints n things in parentheses, nothing if there are none.
func list(n int, each func(int) string) string {
	if n == 0 {
		return ""
	}
	all := make([]string, n)
	for i := range all {
		all[i] = each(i)
	}
	return "(" + strings.Join(all, ", ") + ")"
}
