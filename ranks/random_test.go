package ranks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/inflight-compiler/inflight/ranks"
)

// randomSystem returns a system of 2 to 4 ranks with messages, collectives, computations, waits, queues and
// batches. The actions of each rank are in the order of one global list, and some are then exchanged, so that
// some systems block and others do not. About one in eight lacks an action.
func randomSystem(rng *rand.Rand) *ranks.System {
	g := &systemMaker{rng: rng, s: &ranks.System{Ranks: make([]ranks.Rank, 2+rng.IntN(3))}}
	all := make([]int32, len(g.s.Ranks))
	for r := range g.s.Ranks {
		all[r] = int32(r)
		g.s.Ranks[r].Queues = []string{"compute", "p2p"}
	}
	for n := 2 + rng.IntN(4); n > 0; n-- {
		switch rng.IntN(8) {
		case 0:
			g.add(all[rng.IntN(len(all))], ranks.Action{Kind: ranks.Compute, Label: "work"})
		case 1:
			g.collective(all)
		default:
			g.message()
		}
	}
	g.exchange()
	g.waits()
	g.batches()
	return g.s
}

type systemMaker struct {
	rng *rand.Rand
	s   *ranks.System
}

func (g *systemMaker) add(r int32, a ranks.Action) {
	a.Queue, a.Payload = ranks.Host, ranks.Unknown
	switch {
	case g.rng.IntN(4) == 0:
		a.Queue = int32(g.rng.IntN(2))
	case g.rng.IntN(3) == 0 && a.Kind != ranks.Compute:
		a.Nonblocking = true
	}
	g.s.Ranks[r].Actions = append(g.s.Ranks[r].Actions, a)
}

func (g *systemMaker) message() {
	n := len(g.s.Ranks)
	from := g.rng.IntN(n)
	to := (from + 1 + g.rng.IntN(n-1)) % n
	channel := fmt.Sprint("t", g.rng.IntN(2))
	missing := g.rng.IntN(32)
	if missing != 0 {
		g.add(int32(from), ranks.Action{Kind: ranks.Send, Label: "send", Peer: int32(to), Channel: channel})
	}
	if missing != 1 {
		g.add(int32(to), ranks.Action{Kind: ranks.Recv, Label: "recv", Peer: int32(from), Channel: channel})
	}
}

func (g *systemMaker) collective(all []int32) {
	group, comm := all, "world"
	if g.rng.IntN(2) == 0 && len(all) > 2 {
		group, comm = all[:2], "first"
	}
	for _, r := range group {
		if g.rng.IntN(32) != 0 {
			g.add(r, ranks.Action{Kind: ranks.Collective, Label: "sum", Channel: comm, Group: group})
		}
	}
}

// exchange exchanges neighbours in about half of the systems.
func (g *systemMaker) exchange() {
	for n := g.rng.IntN(4); n > 0; n-- {
		list := g.s.Ranks[g.rng.IntN(len(g.s.Ranks))].Actions
		if len(list) > 1 {
			i := g.rng.IntN(len(list) - 1)
			list[i], list[i+1] = list[i+1], list[i]
		}
	}
}

// waits adds waits for nonblocking actions, and dependences on earlier actions.
func (g *systemMaker) waits() {
	for r := range g.s.Ranks {
		rank := &g.s.Ranks[r]
		for i := range rank.Actions {
			if i > 0 && g.rng.IntN(6) == 0 {
				rank.Actions[i].After = []int32{int32(g.rng.IntN(i))}
			}
		}
		for i := range rank.Actions {
			if rank.Actions[i].Nonblocking && g.rng.IntN(2) == 0 {
				rank.Actions = append(rank.Actions, ranks.Action{Kind: ranks.Wait, Label: "wait",
					Queue: ranks.Host, After: []int32{int32(i)}})
			}
		}
	}
}

// batches puts neighbours into batches. The members of a batch are on one queue, and do not come after each
// other.
func (g *systemMaker) batches() {
	for r := range g.s.Ranks {
		list := g.s.Ranks[r].Actions
		for i := 1; i < len(list); i++ {
			a, b := &list[i-1], &list[i]
			if g.rng.IntN(3) != 0 || !a.Transfers() || !b.Transfers() || a.Batch != 0 ||
				slices.Contains(b.After, int32(i-1)) {
				continue
			}
			b.Queue, b.Nonblocking = a.Queue, a.Nonblocking
			a.Batch, b.Batch = int32(i), int32(i)
		}
	}
}
