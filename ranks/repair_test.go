package ranks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ranks"
)

// orderable is a system whose actions can be put into other orders. Messages and collectives have names, so
// that an order that changes what meets does not fit.
type orderable struct{ s *ranks.System }

// build makes the system of an order. One in which an action comes after a later one is not allowed.
func (o orderable) build(order ranks.Order) (*ranks.System, [][]ranks.Place) {
	next := &ranks.System{Ranks: slices.Clone(o.s.Ranks)}
	places := make([][]ranks.Place, len(order))
	for r, list := range order {
		actions := make([]ranks.Action, len(list))
		for i, item := range list {
			actions[i] = o.s.Ranks[r].Actions[item]
			actions[i].After = nil
			for _, before := range o.s.Ranks[r].Actions[item].After {
				at := slices.Index(list, int(before))
				if at > i {
					return nil, nil
				}
				actions[i].After = append(actions[i].After, int32(at))
			}
			places[r] = append(places[r], ranks.Place{List: r, At: i})
		}
		next.Ranks[r].Actions = actions
	}
	return next, places
}

func (o orderable) order() ranks.Order {
	order := make(ranks.Order, len(o.s.Ranks))
	for r := range order {
		for i := range o.s.Ranks[r].Actions {
			order[r] = append(order[r], i)
		}
	}
	return order
}

// blocking returns a system of two to four ranks that blocks: a shuffled one in which each message and each
// collective has all its ends.
func blocking(rng *rand.Rand, most int) (orderable, bool) {
	s := &ranks.System{Ranks: make([]ranks.Rank, 2+rng.IntN(3))}
	n := len(s.Ranks)
	add := func(r int, a ranks.Action) {
		a.Queue = ranks.Host
		s.Ranks[r].Queues = []string{"p2p"}
		switch rng.IntN(6) {
		case 0:
			a.Queue = 0
		case 1:
			a.Nonblocking = true
		}
		s.Ranks[r].Actions = append(s.Ranks[r].Actions, a)
		if a.Nonblocking && rng.IntN(2) == 0 {
			last := int32(len(s.Ranks[r].Actions) - 1)
			s.Ranks[r].Actions = append(s.Ranks[r].Actions, ranks.Action{Kind: ranks.Wait, Label: "wait",
				Queue: ranks.Host, After: []int32{last}, Payload: ranks.Unknown})
		}
	}
	var group []int32
	for r := range n {
		group = append(group, int32(r))
	}
	for i := range 2 + rng.IntN(most) {
		p := ranks.Payload{Type: fmt.Sprint("m", i), Count: -1}
		if rng.IntN(6) == 0 {
			for r := range n {
				add(r, ranks.Action{Kind: ranks.Collective, Label: "sum", Channel: "world", Group: group,
					Payload: p})
			}
			continue
		}
		from := rng.IntN(n)
		to := (from + 1 + rng.IntN(n-1)) % n
		add(from, ranks.Action{Kind: ranks.Send, Label: "send", Peer: int32(to), Payload: p})
		add(to, ranks.Action{Kind: ranks.Recv, Label: "recv", Peer: int32(from), Payload: p})
	}
	o := orderable{s}
	order := o.order()
	for range 1 + rng.IntN(6) {
		list := order[rng.IntN(n)]
		if len(list) > 1 {
			i, j := rng.IntN(len(list)), rng.IntN(len(list))
			list[i], list[j] = list[j], list[i]
		}
	}
	shuffled, _ := o.build(order)
	if shuffled == nil {
		return o, false
	}
	v := ranks.Judge(shuffled, ranks.Rendezvous)
	return orderable{shuffled}, len(v.Mismatched) == 0 && v.Left > 0
}

// Property: what Repair proposes for a system that blocks ends in all interleavings, with the same messages
// at the same receivers.
func TestRepairEndsInAllInterleavings(t *testing.T) {
	n, parity := passtest.Programs(600), 0
	for seed, found := uint64(0), 0; found < n; seed++ {
		o, ok := blocking(rand.New(rand.NewPCG(seed, 3)), 5)
		if !ok {
			continue
		}
		found++
		p := &ranks.Repairer{Build: o.build, Movable: func(int, int) bool { return true }}
		repaired := p.Repair(o.order())
		if repaired == nil {
			t.Fatalf("seed %d: no order is found, and one exists", seed)
		}
		s, _ := o.build(repaired.Order)
		if final := explore(s, ranks.Rendezvous, 20_000); final != nil {
			if len(final) != 1 || slices.ContainsFunc(final[0], func(b byte) bool { return b != ended }) {
				t.Fatalf("seed %d: the repaired system blocks", seed)
			}
			parity++
		}
		if v := ranks.Judge(s, ranks.Rendezvous); len(v.Mismatched) > 0 {
			t.Fatalf("seed %d: messages of the repaired system do not fit", seed)
		}
	}
	if parity < n/2 {
		t.Errorf("%d of %d systems were explored", parity, n)
	}
}

// Property: no order of a small system with fewer moved actions is right.
func TestRepairMovesLeast(t *testing.T) {
	n := passtest.Programs(150)
	several := 0
	for seed, found := uint64(0), 0; found < n; seed++ {
		o, ok := blocking(rand.New(rand.NewPCG(seed, 5)), 4)
		all := 1
		for r := range o.s.Ranks {
			for i := range o.s.Ranks[r].Actions {
				all *= i + 1
			}
		}
		if !ok || all > 5_000 {
			continue
		}
		found++
		p := &ranks.Repairer{Build: o.build, Movable: func(int, int) bool { return true }}
		repaired := p.Repair(o.order())
		if repaired == nil {
			t.Fatalf("seed %d: no order is found", seed)
		}
		least := bruteForce(o)
		if repaired.Moved != least || repaired.Moved <= 4 && !repaired.Least {
			t.Fatalf("seed %d: %d actions moved (least: %v), %d are enough", seed, repaired.Moved,
				repaired.Least,
				least)
		}
		if least > 1 {
			several++
		}
	}
	if several < n/20 {
		t.Errorf("%d of %d systems need several moves: the test is one-sided", several, n)
	}
}

// bruteForce returns the least number of actions that moved, over all orders in which nothing is wrong.
func bruteForce(o orderable) int {
	least := 1 << 30
	order := o.order()
	var permute func(r, k, moved int)
	permute = func(r, k, moved int) {
		if moved >= least {
			return
		}
		if r == len(order) {
			if s, _ := o.build(order); s != nil && ranks.Judge(s, ranks.Rendezvous).Free() {
				least = moved
			}
			return
		}
		if k == len(order[r]) {
			permute(r+1, 0, moved+len(order[r])-longest(order[r]))
			return
		}
		for i := k; i < len(order[r]); i++ {
			order[r][k], order[r][i] = order[r][i], order[r][k]
			permute(r, k+1, moved)
			order[r][k], order[r][i] = order[r][i], order[r][k]
		}
	}
	permute(0, 0, 0)
	return least
}

// longest is the length of the longest ascending part of a list, by looking at all parts.
func longest(list []int) int {
	best := 0
	for set := range 1 << len(list) {
		last, n := -1, 0
		for i, x := range list {
			if set>>i&1 == 0 {
				continue
			}
			if x < last {
				n = -1
				break
			}
			last, n = x, n+1
		}
		best = max(best, n)
	}
	return best
}

// Many pairs of ranks that send first need more moves than the search tries: of each pair one rank receives
// first, as rank parity has it.
func TestParity(t *testing.T) {
	s := &ranks.System{Ranks: make([]ranks.Rank, 10)}
	for r := range s.Ranks {
		for _, kind := range []ranks.Kind{ranks.Send, ranks.Recv} {
			s.Ranks[r].Actions = append(s.Ranks[r].Actions, ranks.Action{Kind: kind, Label: "transfer",
				Peer: int32(r ^ 1), Queue: ranks.Host, Payload: ranks.Unknown})
		}
	}
	o := orderable{s}
	p := &ranks.Repairer{Build: o.build, Movable: func(int, int) bool { return true }}
	repaired := p.Repair(o.order())
	if repaired == nil || repaired.Moved != 5 {
		t.Fatalf("%+v", repaired)
	}
}
