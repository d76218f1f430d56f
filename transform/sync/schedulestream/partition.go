package schedulestream

import (
	"encoding/binary"
	"slices"
)

// part is work that is executed together: waves one after the other.
type part struct {
	waves  [][]int
	before []int // the parts that it starts after
	kind   int
}

// node is a part that is being made.
type node struct {
	kind          int
	waves         [][]int
	before, after map[int]bool
	work          string // which kinds of work the waves have, one behind the other
}

// divide divides operations into parts. kinds has the affinity of each, works has equal numbers for work that
// takes equally long, before what each depends on, which are earlier ones. The parts come in an order in
// which each stands behind those that it starts after.
//
// Nodes are joined until none can be: twins, which have the same neighbours, become a node whose waves lie
// side by side if both have one, or if the waves of both have the same kinds of work, and so take equally
// long; a node with one successor joins it if it is the only predecessor. Each join keeps, for every node,
// which others it starts after, so that nothing waits for more than before.
func divide(kinds, works []int, before [][]int) []*part {
	nodes := make([]*node, len(kinds))
	for i, list := range reduced(before) {
		nodes[i] = &node{kind: kinds[i], waves: [][]int{{i}}, before: map[int]bool{}, after: map[int]bool{},
			work: wave([]int{works[i]})}
		for _, k := range list {
			nodes[i].before[k] = true
			nodes[k].after[i] = true
		}
	}
	// Twins first, so that waves are as wide as possible.
	for changed := true; changed; {
		changed = joinTwins(nodes, works)
		changed = joinChains(nodes) || changed
	}
	return ordered(nodes)
}

// reduced leaves out what an operation depends on by another.
func reduced(before [][]int) [][]int {
	words := (len(before) + 63) / 64
	reaches := make([][]uint64, len(before))
	out := make([][]int, len(before))
	for i, list := range before {
		set := make([]uint64, words)
		for k := len(list) - 1; k >= 0; k-- { // later ones reach earlier ones
			u := list[k]
			if set[u/64]>>(u%64)&1 != 0 {
				continue
			}
			out[i] = append(out[i], u)
			for w := range u/64 + 1 {
				set[w] |= reaches[u][w]
			}
			set[u/64] |= 1 << (u % 64)
		}
		slices.Sort(out[i])
		reaches[i] = set
	}
	return out
}

// wave returns a word for the kinds of work of a wave, which is equal for those that take equally long.
func wave(works []int) string {
	slices.Sort(works)
	var word []byte
	for _, w := range slices.Compact(works) {
		word = binary.AppendVarint(word, int64(w))
	}
	return string(binary.AppendVarint(nil, int64(len(word)))) + string(word)
}

// worksOf returns the kinds of work of operations.
func worksOf(ops, works []int) []int {
	list := make([]int, len(ops))
	for i, op := range ops {
		list[i] = works[op]
	}
	return list
}

// joinTwins joins nodes of one kind that have the same neighbours, if they have one wave each, or the same
// kinds of work in each.
func joinTwins(nodes []*node, works []int) bool {
	changed := false
	first := map[string]int{}
	var widened []int
	for i, n := range nodes {
		if n == nil {
			continue
		}
		key := signature(n)
		k, ok := first[key]
		if !ok {
			first[key] = i
			continue
		}
		for w, ops := range n.waves {
			nodes[k].waves[w] = append(nodes[k].waves[w], ops...)
		}
		widened = append(widened, k)
		for b := range n.before {
			delete(nodes[b].after, i)
		}
		for a := range n.after {
			delete(nodes[a].before, i)
		}
		nodes[i] = nil
		changed = true
	}
	for _, k := range slices.Compact(widened) {
		if n := nodes[k]; len(n.waves) == 1 {
			n.work = wave(worksOf(n.waves[0], works))
		}
	}
	return changed
}

// signature is equal for nodes of one kind with the same neighbours that can be joined as twins.
func signature(n *node) string {
	key := binary.AppendVarint(nil, int64(n.kind))
	key = binary.AppendVarint(key, int64(len(n.waves)))
	if len(n.waves) > 1 {
		key = append(key, n.work...)
	}
	for _, set := range []map[int]bool{n.before, n.after} {
		list := sorted(set)
		key = binary.AppendVarint(key, int64(len(list)))
		for _, i := range list {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	return string(key)
}

func sorted(set map[int]bool) []int {
	list := make([]int, 0, len(set))
	for i := range set {
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}

// joinChains joins a node to the one behind it if each is the other's only neighbour on that side.
func joinChains(nodes []*node) bool {
	changed := false
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if n == nil || len(n.before) != 1 {
			continue
		}
		k := sorted(n.before)[0]
		p := nodes[k]
		if len(p.after) != 1 || p.kind != n.kind {
			continue
		}
		p.waves, p.after, p.work = append(p.waves, n.waves...), n.after, p.work+n.work
		for a := range n.after {
			delete(nodes[a].before, i)
			nodes[a].before[k] = true
		}
		nodes[i] = nil
		changed = true
	}
	return changed
}

// ordered puts nodes behind those that they start after, the ones with the earliest operation first.
func ordered(nodes []*node) []*part {
	place, waiting := map[int]int{}, map[int]int{}
	var ready []int
	for i, n := range nodes {
		if n == nil {
			continue
		}
		waiting[i] = len(n.before)
		if len(n.before) == 0 {
			ready = append(ready, i)
		}
	}
	var parts []*part
	for len(ready) > 0 {
		i := ready[0]
		ready = ready[1:]
		n := nodes[i]
		p := &part{waves: n.waves, kind: n.kind}
		for _, b := range sorted(n.before) {
			p.before = append(p.before, place[b])
		}
		place[i] = len(parts)
		parts = append(parts, p)
		for _, a := range sorted(n.after) {
			if waiting[a]--; waiting[a] == 0 {
				ready = append(ready, a)
			}
		}
	}
	return parts
}
