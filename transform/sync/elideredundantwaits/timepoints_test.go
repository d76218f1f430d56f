package elideredundantwaits_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// Of random work on devices each operation is left to await exactly the transitive reduction of what it
// awaited.
func TestPropertyTransitiveReduction(t *testing.T) {
	removed := 0
	n := passtest.Programs(300)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 17))
		edges := randomGraph(r)
		source := program(edges)
		after := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(elide-redundant-waits)")
		got, want := awaited(after), reduction(edges)
		for v := range edges {
			if fmt.Sprint(got[v]) != fmt.Sprint(want[v]) {
				t.Fatalf("program %d: operation %d awaits %v, want %v\n%s\n%s", i, v, got[v], want[v], source,
					passtest.Print(after))
			}
			removed += len(edges[v]) - len(want[v])
		}
	}
	t.Logf("%d timepoints removed from %d programs", removed, n)
	if removed < n {
		t.Errorf("only %d timepoints removed", removed)
	}
}

// randomGraph returns what each of 5 to 60 operations awaits, all earlier ones, in order.
func randomGraph(r *rand.Rand) [][]int {
	edges := make([][]int, 5+r.IntN(56))
	density := r.Float64() / 2
	for v := range edges {
		for u := range v {
			if r.Float64() < density {
				edges[v] = append(edges[v], u)
			}
		}
	}
	return edges
}

// program writes operations that await joins, some of them joins of joins.
func program(edges [][]int) string {
	var b strings.Builder
	b.WriteString("util.func public @f() {\n")
	for v, list := range edges {
		await := ""
		switch {
		case len(list) == 1:
			await = fmt.Sprintf(" await(%%t%d) =>", list[0])
		case len(list) > 1:
			half := len(list) / 2
			fmt.Fprintf(&b, "%%h%d = stream.timepoint.join max(%s) => !stream.timepoint\n", v,
				names(list[:half]))
			fmt.Fprintf(&b, "%%j%d = stream.timepoint.join max(%%h%d, %s) => !stream.timepoint\n", v, v,
				names(list[half:]))
			await = fmt.Sprintf(" await(%%j%d) =>", v)
		}
		fmt.Fprintf(&b, "%%t%d = stream.cmd.execute%s with() {\n} => !stream.timepoint\n", v, await)
	}
	b.WriteString("util.return\n}\n")
	return b.String()
}

func names(list []int) string {
	words := make([]string, len(list))
	for i, u := range list {
		words[i] = fmt.Sprintf("%%t%d", u)
	}
	return strings.Join(words, ", ")
}

// awaited reads what each operation awaits, through joins.
func awaited(m *ir.Op) [][]int {
	numbers, list := map[*ir.Value]int{}, [][]int{}
	for _, op := range m.Find(stream.CmdExecute) {
		set := map[int]bool{}
		var visit func(v *ir.Value)
		visit = func(v *ir.Value) {
			if j := v.DefinedBy(stream.TimepointJoin); j != nil {
				for _, u := range j.Operands() {
					visit(u)
				}
				return
			}
			set[numbers[v]] = true
		}
		for _, v := range stream.AwaitTimepoints(op) {
			visit(v)
		}
		var all []int
		for u := range len(list) {
			if set[u] {
				all = append(all, u)
			}
		}
		numbers[op.Result(0)] = len(list)
		list = append(list, all)
	}
	return list
}

// reduction leaves out what an operation awaits by another, by the definition.
func reduction(edges [][]int) [][]int {
	reaches := make([]map[int]bool, len(edges))
	out := make([][]int, len(edges))
	for v, list := range edges {
		reaches[v] = map[int]bool{}
		for _, u := range list {
			reaches[v][u] = true
			for w := range reaches[u] {
				reaches[v][w] = true
			}
		}
		for _, u := range list {
			needed := true
			for _, w := range list {
				needed = needed && !reaches[w][u]
			}
			if needed {
				out[v] = append(out[v], u)
			}
		}
	}
	return out
}

// Of the waits of the host those stay whose timepoint no earlier wait covers, by the definition: the
// timepoints that are reached are those of the awaited work and of all that it awaits.
func TestPropertyHostWaits(t *testing.T) {
	removed := 0
	n := passtest.Programs(200)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 19))
		edges := randomGraph(r)
		waits := make([]int, len(edges)) // behind operation v, the host waits for this one
		for v := range waits {
			waits[v] = r.IntN(v + 1)
		}
		source := hostWaits(edges, waits)
		after := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(elide-redundant-waits)")
		var want []int
		reached := map[int]bool{}
		var reach func(v int)
		reach = func(v int) {
			if !reached[v] {
				reached[v] = true
				for _, u := range edges[v] {
					reach(u)
				}
			}
		}
		for _, v := range waits {
			if !reached[v] {
				want = append(want, v)
			}
			reach(v)
		}
		if got := hostAwaited(after); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("program %d: the host waits for %v, want %v\n%s\n%s", i, got, want, source,
				passtest.Print(after))
		}
		removed += len(waits) - len(want)
	}
	t.Logf("%d waits removed from %d programs", removed, n)
	if removed < n {
		t.Errorf("only %d waits removed", removed)
	}
}

// hostWaits writes a program whose host waits behind each operation.
func hostWaits(edges [][]int, waits []int) string {
	lines := strings.Split(program(edges), "\n")
	var b strings.Builder
	b.WriteString("util.func public @f(%a: !stream.resource<external>, %n: index) {\n")
	v := 0
	for _, line := range lines[1:] {
		b.WriteString(line + "\n")
		if strings.HasPrefix(line, "}") && v < len(waits) {
			fmt.Fprintf(&b,
				"%%r%d = stream.timepoint.await sync %%t%d => %%a : !stream.resource<external>{%%n}\n", v,
				waits[v])
			v++
		}
	}
	return b.String()
}

// hostAwaited returns which work the host waits for, in order.
func hostAwaited(m *ir.Op) []int {
	var list []int
	numbers := map[*ir.Value]int{}
	for op := range m.Walk() {
		switch {
		case op.Is(stream.CmdExecute):
			numbers[op.Result(0)] = len(numbers)
		case op.Is(stream.TimepointAwait):
			list = append(list, numbers[stream.Named(op, "await_timepoint")])
		}
	}
	return list
}
