package happens

import (
	"math/rand/v2"
	"testing"
)

// A clock is a map from the numbers of lines to epochs that only grow; a join takes the later of two epochs.
func TestClockIsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		clocks, models := []*Clock{nil}, []map[uint32]uint32{{}}
		for range 60 {
			i, j := rng.IntN(len(clocks)), rng.IntN(len(clocks))
			c, model := clocks[i], map[uint32]uint32{}
			for k, v := range models[i] {
				model[k] = v
			}
			if rng.IntN(2) == 0 {
				id, epoch := uint32(1)<<rng.IntN(14)+rng.Uint32N(3), rng.Uint32N(9)+1
				if rng.IntN(3) == 0 {
					epoch = Forever
				}
				c, model[id] = c.with(id, epoch), max(model[id], epoch)
			} else {
				c = c.Join(clocks[j])
				for k, v := range models[j] {
					model[k] = max(model[k], v)
				}
			}
			checkClock(t, c, model)
			clocks, models = append(clocks, c), append(models, model)
		}
	}
}

func checkClock(t *testing.T, c *Clock, model map[uint32]uint32) {
	t.Helper()
	ended := 0
	for id := range uint32(1 << 14) {
		if got := c.Get(id); got != model[id] {
			t.Fatalf("number %d: %d, want %d", id, got, model[id])
		}
		if model[id] == Forever {
			ended++
		}
	}
	if c.EndedCount() != ended {
		t.Fatalf("%d ended, want %d", c.EndedCount(), ended)
	}
}

// A join with a clock that adds nothing changes and copies nothing.
func TestClockShares(t *testing.T) {
	var c *Clock
	for id := range uint32(1000) {
		c = c.with(id+1, id+1)
	}
	d := c.with(5, 100)
	if c.Join(c) != c || d.Join(c) != d || c.Join(d) != d || c.Join(nil) != c || c.with(7, 7) != c {
		t.Error("a clock that knows everything was copied")
	}
	if d.inner[1] != c.inner[1] {
		t.Error("subtrees are not shared")
	}
}

// history makes a random run of lines, with issues, joins along the tree, tokens and barriers. Beside the run
// it makes the graph of happens-before: a node for each step, with the set of the nodes before it.
type history struct {
	rng     *rand.Rand
	numbers Counter
	before  [][]bool
	strands []*Line
	last    []int   // latest node by line; -1 once the line is joined or has ended
	places  []place // of accesses
}

type place struct {
	strand *Line
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

// open returns the lines that are running.
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
		s.Epoch++
		child := s.Child(s.Epoch)
		h.strands = append(h.strands, &child)
		h.last = append(h.last, h.node(h.last[i]))
	case 1: // a join along the tree
		for j, child := range h.strands {
			if child.parent == s && h.last[j] >= 0 && !h.hasOpen(child) {
				s.Epoch++
				child.Join = s.Epoch
				s.Clock = s.Clock.Join(child.Learned())
				h.last[i], h.last[j] = h.node(h.last[i], h.last[j]), -1
				return
			}
		}
	case 2: // a token
		j := open[h.rng.IntN(len(open))]
		if d := h.strands[j]; j != i && d.parent != nil && !h.hasOpen(d) {
			s.Learn(d.Ending(&h.numbers))
			h.last[i], h.last[j] = h.node(h.last[i], h.last[j]), -1
		}
	case 3: // a barrier of two
		j := open[h.rng.IntN(len(open))]
		c := s.Knowledge(&h.numbers).Join(h.strands[j].Knowledge(&h.numbers))
		s.Learn(c)
		h.strands[j].Learn(c)
		n := h.node(h.last[i], h.last[j])
		h.last[i], h.last[j] = n, n
	default:
		h.last[i] = h.node(h.last[i])
		h.check(t, s, h.last[i])
		h.places = append(h.places, place{s, s.Epoch, h.last[i]})
	}
}

// hasOpen reports whether a line runs below another.
func (h *history) hasOpen(s *Line) bool {
	for j, child := range h.strands {
		if h.last[j] >= 0 && child != s && child.below(s) {
			return true
		}
	}
	return false
}

func (s *Line) below(t *Line) bool {
	for ; s != nil; s = s.parent {
		if s == t {
			return true
		}
	}
	return false
}

func (h *history) check(t *testing.T, now *Line, node int) {
	for _, p := range h.places {
		if got, want := Ordered(p.strand, p.epoch, now), h.before[node][p.node]; got != want {
			t.Fatalf(
				"an access of line %d of depth %d in epoch %d is ordered before one of line %d of depth "+
					"%d: %v, want %v",
				p.strand.Order, p.strand.Depth, p.epoch, now.Order, now.Depth, got, want)
		}
	}
}

// Lines and clocks order two accesses if and only if the graph has a path between them.
func TestOrderIsReachability(t *testing.T) {
	for seed := range uint64(300) {
		root := NewRoot()
		h := &history{rng: rand.New(rand.NewPCG(seed, 7)), strands: []*Line{&root}}
		h.last = []int{h.node()}
		for range 120 {
			h.step(t)
		}
	}
}
