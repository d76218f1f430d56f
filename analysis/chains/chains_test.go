package chains_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/chains"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// found are the unordered pairs of all functions, by their lines.
func found(t *testing.T, src string) (pairs []string, effects int) {
	t.Helper()
	m := passtest.Parse(t, src)
	j := chains.New(m)
	for op := range m.Body().Ops() {
		if !chains.IsTFRT(op) {
			continue
		}
		o := j.Function(op)
		effects += o.Effects
		for _, p := range o.Unordered {
			pairs = append(pairs,
				fmt.Sprintf("%d-%d", p.First.Span().Place().Line, p.Second.Span().Place().Line))
		}
	}
	return pairs, effects
}

// Effects that a chain, a value or a region orders are right; others are found, in functions that are called,
// in regions and in the blocks of parallel loops.
func TestJudge(t *testing.T) {
	for src, want := range map[string]string{
		"func.func @f(%x: i32) {\n  %a = tfrt.new.chain\n  %b = tfrt.print.i32 %x, %a\n  %c = tfrt.print.i32 %x, " +
			"%b\n  tfrt.return\n}": "2",
		"func.func @f(%x: i32) {\n  %a = tfrt.new.chain\n  %b = tfrt.print.i32 %x, %a\n  %c = tfrt.print.i32 %x, " +
			"%a\n  tfrt.return\n}": "2 3-4",
		"func.func @p(%x: i32) {\n  %a = tfrt.new.chain\n  %b = tfrt.print.i32 %x, %a\n  tfrt.return\n}\n" +
			"func.func @f(%x: i32) {\n  tfrt.call @p(%x) : (i32) -> ()\n  tfrt.call @p(%x) : (i32) -> ()\n " +
			" " +
			"tfrt.return\n}": "3 7-8",
		"func.func @f(%x: i32, %y: i32) {\n  %a = tfrt.new.chain\n  %d = tfrt.parallel_for.i32 %x to %y fixed %x, " +
			"%a : !tfrt.chain {\n    %b = tfrt.print.i32 %x, %a\n    tfrt.return %b : !tfrt.chain\n  }\n  " +
			"tfrt.return\n}": "2 3-3",
		"func.func @f(%x: i32, %c: i1) {\n  %a = tfrt.new.chain\n  %d = tfrt.if %c, %x, %a : (i32, !tfrt.chain) -> " +
			"(!tfrt.chain) {\n    %b = tfrt.print.i32 %x, %a\n    %e = tfrt.print.i32 %x, %a\n    " +
			"tfrt.return %b : " +
			"!tfrt.chain\n  } else {\n    tfrt.return %a : !tfrt.chain\n  }\n  %g = tfrt.print.i32 %x, " +
			"%d\n  " +
			"tfrt.return\n}": "4 4-5",
		"func.func @f(%x: i32) {\n  %0 = tfrt.jit_execute %x : (i32) -> (i32) {\n    vector.print %x : i32\n    " +
			"tfrt.return %x : i32\n  }\n  %a = tfrt.merge.chains %0 : i32\n  %b = tfrt.print.i32 %x, %a\n  " +
			"tfrt.return\n}": "2",
		"func.func @f(%x: i32) {\n  %0 = tfrt.add.i32 %x, %x\n  tfrt.return\n}": "0",
	} {
		pairs, effects := found(t, src)
		if got := strings.TrimSpace(fmt.Sprint(effects, " ", strings.Join(pairs, " "))); got != want {
			t.Errorf("got %q, want %q for\n%s", got, want, src)
		}
	}
}

// For random functions, effects have one order exactly where nothing is found: of any two, one is reached
// from the other along values.
func TestJudgeProperty(t *testing.T) {
	ordered, n := 0, passtest.Programs(400)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(5, seed))
		var b strings.Builder
		size := 2 + r.IntN(9)
		reach := make([][]bool, size) // kernel i is behind kernel k
		effect := make([]bool, size)
		for i := range size {
			reach[i] = make([]bool, size)
			args := []string{"%x"}
			k := i - 1 // mostly the one before
			for k >= 0 {
				args = append(args, fmt.Sprintf("%%%d", k))
				reach[i][k] = true
				for l := range k {
					reach[i][l] = reach[i][l] || reach[k][l]
				}
				if r.IntN(2) == 0 {
					break
				}
				k = r.IntN(i)
			}
			if r.IntN(8) == 0 {
				args, reach[i] = args[:1], make([]bool, size)
			}
			kernel := "tfrt_test.sum"
			if effect[i] = r.IntN(2) == 0; effect[i] {
				kernel = "tfrt_test.test_cost"
			}
			types := "i32" + strings.Repeat(", i32", len(args)-1)
			fmt.Fprintf(&b, "  %%%d = \"%s\"(%s) {id = 1 : i64, _tfrt_cost = 1 : i64} : (%s) -> i32\n", i,
				kernel,
				strings.Join(args, ", "), types)
		}
		want := true
		for i := range size {
			for k := range i {
				want = want && (!effect[i] || !effect[k] || reach[i][k])
			}
		}
		src := "func.func @f(%x: i32) {\n" + b.String() + "  tfrt.return\n}"
		pairs, _ := found(t, src)
		if want {
			ordered++
		}
		if want != (len(pairs) == 0) {
			t.Fatalf("seed %d: found %v, ordered %t\n%s", seed, pairs, want, src)
		}
	}
	if ordered == 0 || ordered == n {
		t.Errorf("%d of %d functions are ordered", ordered, n)
	}
}
