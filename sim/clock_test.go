package sim

import (
	"math/rand/v2"
	"testing"
)

// A clock is a map from numbers to epochs that only grow; joins take the later of two.
func TestClockIsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		clocks, models := []*clock{nil}, []map[uint32]uint32{{}}
		for range 60 {
			i, j := rng.IntN(len(clocks)), rng.IntN(len(clocks))
			c, model := clocks[i], map[uint32]uint32{}
			for k, v := range models[i] {
				model[k] = v
			}
			if rng.IntN(2) == 0 {
				id, epoch := uint32(1)<<rng.IntN(14)+rng.Uint32N(3), rng.Uint32N(9)+1
				if rng.IntN(3) == 0 {
					epoch = forever
				}
				c, model[id] = c.with(id, epoch), max(model[id], epoch)
			} else {
				c = c.join(clocks[j])
				for k, v := range models[j] {
					model[k] = max(model[k], v)
				}
			}
			checkClock(t, c, model)
			clocks, models = append(clocks, c), append(models, model)
		}
	}
}

func checkClock(t *testing.T, c *clock, model map[uint32]uint32) {
	t.Helper()
	ended := 0
	for id := range uint32(1 << 14) {
		if got := c.get(id); got != model[id] {
			t.Fatalf("number %d: %d, want %d", id, got, model[id])
		}
		if model[id] == forever {
			ended++
		}
	}
	if c.endedCount() != ended {
		t.Fatalf("%d ended, want %d", c.endedCount(), ended)
	}
}

// Joining with what is known already changes and copies nothing.
func TestClockShares(t *testing.T) {
	var c *clock
	for id := range uint32(1000) {
		c = c.with(id+1, id+1)
	}
	d := c.with(5, 100)
	if c.join(c) != c || d.join(c) != d || c.join(d) != d || c.join(nil) != c || c.with(7, 7) != c {
		t.Error("a clock that knows everything was copied")
	}
	if d.inner[1] != c.inner[1] {
		t.Error("subtrees are not shared")
	}
}

// history makes a random run of strands, with issues, joins along the tree, tokens and barriers, and the graph of
// happens-before beside it: a node per step, with the set of those before it.
type history struct {
	rng     *rand.Rand
	m       *machine
	before  [][]bool
	strands []*strand
	last    []int   // latest node by strand; -1 once it is joined or ended
	places  []place // of accesses
}

type place struct {
	strand *strand
	epoch  uint32
	node   int
}

func (h *history) node(after ...int) int {
	set := make([]bool, len(h.before)+1)
	for _, a := range after {
		set[a] = true
		for i, b := range h.before[a] {
			set[i] = set[i] || b
		}
	}
	h.before = append(h.before, set)
	return len(h.before) - 1
}

// open returns the strands that are running.
func (h *history) open() []int {
	var all []int
	for i, n := range h.last {
		if n >= 0 {
			all = append(all, i)
		}
	}
	return all
}

func (h *history) step(t *testing.T) {
	open := h.open()
	i := open[h.rng.IntN(len(open))]
	s := h.strands[i]
	switch h.rng.IntN(6) {
	case 0: // issue
		s.epoch++
		h.strands = append(h.strands, s.child(s.epoch))
		h.last = append(h.last, h.node(h.last[i]))
	case 1: // a join along the tree
		for j, child := range h.strands {
			if child.parent == s && h.last[j] >= 0 && !h.hasOpen(child) {
				s.epoch++
				child.join = s.epoch
				s.clock = s.clock.join(child.learned())
				h.last[i], h.last[j] = h.node(h.last[i], h.last[j]), -1
				return
			}
		}
	case 2: // a token
		j := open[h.rng.IntN(len(open))]
		if d := h.strands[j]; j != i && d.parent != nil && !h.hasOpen(d) {
			s.learn(d.ending(h.m))
			h.last[i], h.last[j] = h.node(h.last[i], h.last[j]), -1
		}
	case 3: // a barrier of two
		j := open[h.rng.IntN(len(open))]
		c := s.knowledge(h.m).join(h.strands[j].knowledge(h.m))
		s.learn(c)
		h.strands[j].learn(c)
		n := h.node(h.last[i], h.last[j])
		h.last[i], h.last[j] = n, n
	default:
		h.last[i] = h.node(h.last[i])
		h.check(t, s, h.last[i])
		h.places = append(h.places, place{s, s.epoch, h.last[i]})
	}
}

// hasOpen reports whether a strand runs below another.
func (h *history) hasOpen(s *strand) bool {
	for j, child := range h.strands {
		if h.last[j] >= 0 && child != s && child.below(s) {
			return true
		}
	}
	return false
}

func (s *strand) below(t *strand) bool {
	for ; s != nil; s = s.parent {
		if s == t {
			return true
		}
	}
	return false
}

func (h *history) check(t *testing.T, now *strand, node int) {
	for _, p := range h.places {
		if got, want := ordered(p.strand, p.epoch, now), h.before[node][p.node]; got != want {
			t.Fatalf("an access of strand %d in epoch %d is ordered before one of strand %d: %v, want %v",
				p.strand.key, p.epoch, now.key, got, want)
		}
	}
}

// What strands and clocks say about two accesses is what the graph says.
func TestOrderIsReachability(t *testing.T) {
	for seed := range uint64(300) {
		root := &strand{epoch: 1, key: 1}
		h := &history{rng: rand.New(rand.NewPCG(seed, 7)), m: &machine{root: root}, strands: []*strand{root}}
		h.last = []int{h.node()}
		for range 120 {
			h.step(t)
		}
	}
}
