package frommpi

import (
	"cmp"
	"fmt"
	"slices"
)

// communicator is a communicator at one of its members. The members of one group have the same.
type communicator struct {
	name    string
	members []int32 // the rank in the world of each member, in the order of the communicator
	sorted  []int32
	splits  []*split
}

func newCommunicator(name string, members []int32) *communicator {
	sorted := slices.Clone(members)
	slices.Sort(sorted)
	return &communicator{name: name, members: members, sorted: sorted}
}

// number returns the number of a rank in a communicator.
func (c *communicator) number(rank int32) int64 { return int64(slices.Index(c.members, rank)) }

// split is one collective split of a communicator: what each member asks for, and what it gets.
type split struct {
	asked map[int32]part
	parts map[int32]*communicator // nil until all members have asked
}

// part is what a member asks for.
type part struct{ color, key int64 }

// groups is what is known of all communicators.
type groups struct {
	world *communicator
	all   []*communicator
}

func newGroups(n int) *groups {
	world := make([]int32, n)
	for i := range world {
		world[i] = int32(i)
	}
	g := &groups{world: newCommunicator("world", world)}
	g.all = []*communicator{g.world}
	return g
}

// of returns split number n of a communicator.
func (c *communicator) of(n int) *split {
	for len(c.splits) <= n {
		c.splits = append(c.splits, &split{asked: map[int32]part{}})
	}
	return c.splits[n]
}

// resolve makes the communicators of the splits that all members have asked for. It reports whether there are
// new ones.
func (g *groups) resolve() (progress bool) {
	for _, c := range slices.Clone(g.all) {
		for n, s := range c.splits {
			if s.parts == nil && len(s.asked) == len(c.members) {
				g.make(c, s, n)
				progress = true
			}
		}
	}
	return progress
}

// make makes the communicators of a split: the members of one color, in the order of key and former number.
// Members with a negative color (MPI_UNDEFINED) get none.
func (g *groups) make(c *communicator, s *split, n int) {
	s.parts = map[int32]*communicator{}
	colors := map[int64][]int32{}
	for _, r := range c.members {
		if p := s.asked[r]; p.color >= 0 {
			colors[p.color] = append(colors[p.color], r)
		}
	}
	for color, members := range colors {
		slices.SortStableFunc(members, func(a, b int32) int {
			return cmp.Compare(s.asked[a].key, s.asked[b].key)
		})
		made := newCommunicator(fmt.Sprintf("%s/%d:%d", c.name, n, color), members)
		for _, r := range members {
			s.parts[r] = made
		}
		g.all = append(g.all, made)
	}
}
