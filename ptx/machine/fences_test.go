package machine_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// outcomes returns what the executions of a litmus test can show: of each the values of all reads, and
// whether it is right.
func (l litmus) outcomes() map[string]bool {
	x, places := newExecution(l.model(), 3), 3
	all := map[string]bool{}
	x.chooseWrites(places, func() {
		x.chooseOrders(func() {
			if !x.consistent() {
				return
			}
			var b strings.Builder
			for n, e := range x.events {
				if e.reads {
					fmt.Fprintf(&b, "%d ", x.value(x.from[n], 0))
				}
			}
			fmt.Fprint(&b, x.verdict())
			all[b.String()] = true
		})
	})
	return all
}

// fenceAt returns where the fences of a litmus test are, in the order of its text.
func (l litmus) fencesAt() [][2]int {
	var all [][2]int
	for i, codes := range l.threads {
		for n, c := range codes {
			if c.fence {
				all = append(all, [2]int{i, n})
			}
		}
	}
	return all
}

// with returns a litmus test with other instructions in the place of one.
func (l litmus) with(at [2]int, codes ...litmusCode) litmus {
	l.threads = slices.Clone(l.threads)
	l.threads[at[0]] = slices.Replace(slices.Clone(l.threads[at[0]]), at[1], at[1]+1, codes...)
	return l
}

// moreFences returns a litmus test with fences at random places.
func moreFences(r *rand.Rand, l litmus) litmus {
	for range r.IntN(3) {
		t := r.IntN(len(l.threads))
		at := r.IntN(len(l.threads[t]) + 1)
		fence := litmusFence(pick(r, []string{"acq_rel", "acq_rel", "sc"}), pick(r, litmusScopes))
		l.threads[t] = slices.Insert(slices.Clone(l.threads[t]), at, fence)
	}
	return l
}

// anything is threads of random strong operations and fences, with few writes and fences.sc, as every order
// of them is tried.
func anything(r *rand.Rand) litmus {
	var threads [][]litmusPart
	writes, totals := 3, 3
	for range 2 + r.IntN(2) {
		var codes []litmusCode
		for range 2 + r.IntN(2) {
			s, place := pick(r, litmusScopes), r.IntN(3)
			switch what := r.IntN(6); {
			case what < 2 && writes > 0:
				writes--
				if what == 0 {
					codes = append(codes, litmusStore(pick(r, []string{"relaxed", "release"}), s, place))
					continue
				}
				order := pick(r, []string{"relaxed", "acquire", "release"})
				codes = append(codes, litmusUpdate(order, s, place))
			case what < 4:
				codes = append(codes, litmusLoad("acquire", s, place, 0))
			case what < 5 && totals > 0:
				totals--
				codes = append(codes, litmusFence("sc", s))
			default:
				codes = append(codes, litmusFence("acq_rel", s))
			}
		}
		threads = append(threads, []litmusPart{{"some", codes}})
	}
	return litmusOf("anything", pick(r, litmusBlocks)[:len(threads)], threads...)
}

// checkFences compares what the machine says of the fences of a litmus test with what its executions are
// without them, and with what is said to be enough. It returns how many are needless and how many too wide.
func checkFences(t *testing.T, l litmus) (needless, wide int) {
	t.Helper()
	k := compile(t, l.name, l.text())
	grid := slices.Max(l.blocks) + 1
	r, err := machine.Launch(context.Background(), k, machine.Config{
		Grid: machine.Extents{grid, 1, 1}, Block: machine.Extents{32 * len(l.threads), 1, 1}, Steps: 1e5,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: make([]byte, 4096)}}}})
	if err != nil || r.Findings.HasErrors() {
		return 0, 0
	}
	places := l.fencesAt()
	if len(places) != len(r.MemoryFences) {
		t.Fatalf("%d of %d fences are judged\n%s", len(r.MemoryFences), len(places), l.text())
	}
	var before map[string]bool
	for i := range r.MemoryFences {
		f := &r.MemoryFences[i]
		var other litmus
		enough := f.Enough()
		switch {
		case f.IsNeedless():
			needless++
			other = l.with(places[i])
		case enough != "":
			wide++
			parts := strings.Split(enough, ".")
			other = l.with(places[i], litmusFence(parts[1], parts[2]))
		default:
			continue
		}
		if before == nil {
			before = l.outcomes()
		}
		if after := other.outcomes(); !maps.Equal(before, after) {
			t.Errorf(
				"fence %d is said to be needless (or '%s' enough), and is not: with it\n%v\nand else\n%v\n"+
					"%s, blocks %v\n%s", i+1, enough, slices.Sorted(maps.Keys(before)),
				slices.Sorted(maps.Keys(after)), l.name, l.blocks, l.text())
		}
	}
	return needless, wide
}

// Without a fence that is said to be needless, and with a fence that is said to be enough, all executions
// that PTX's memory model allows are the same.
func TestFencesAgainstTheModel(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	n := passtest.Programs(100)
	for _, shape := range []struct {
		name string
		of   func(r *rand.Rand) litmus
	}{{"message passing", messagePassing}, {"buffering", buffering}, {"chains", rightChain},
		{"passed on", passedOn}, {"updates", updates}, {"anything", anything}} {
		needless, wide := 0, 0
		for range n {
			some, more := checkFences(t, moreFences(r, shape.of(r)))
			needless, wide = needless+some, wide+more
			if t.Failed() {
				return
			}
		}
		t.Logf("%s: %d needless, %d wider than needed", shape.name, needless, wide)
		if needless < n/50 {
			t.Errorf("%s: %d fences are needless", shape.name, needless)
		}
	}
}
