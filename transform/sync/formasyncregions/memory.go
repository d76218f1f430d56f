package formasyncregions

import (
	"cmp"
	"slices"
)

// maxTries is how many frees are tried, for each moment with too much memory in use, to wait for.
const maxTries = 8

// keepWithin lets nodes wait for others to free memory until no more is in use than there is, and returns how
// many such dependences it added. They go from earlier operations to later ones. So they make no circle; and
// with all of them no more memory is in use than in the program as written.
func (j *judge) keepWithin(nodes []*node) (added int) {
	if j.budget == 0 {
		return 0
	}
	p := singles(nodes)
	for {
		v, _ := j.of(p)
		if v.peak <= j.budget {
			return added
		}
		last := p.lastAllocated(v.timing, j.budget)
		if last < 0 || !j.wait(p, v.timing, last) {
			return added
		}
		added++
	}
}

// lastAllocated returns, of the nodes whose memory is in use when first there is too much, the last in
// program order; -1 if there is none.
func (p *plan) lastAllocated(t timing, budget int64) int32 {
	used, last := int64(0), int32(-1)
	for _, c := range p.changes(t) {
		if used += c.bytes; c.bytes > 0 {
			last = max(last, c.node)
		}
		if used > budget {
			return last
		}
	}
	return -1
}

// wait lets a node wait for one that frees memory too late: the one with which the result is best. It reports
// whether there is one.
func (j *judge) wait(p *plan, t timing, late int32) bool {
	var tries []int32
	n := p.nodes[late]
	for i, earlier := range p.nodes[:late] {
		if earlier.free > 0 && t.end[i] > t.start[late] && !slices.Contains(n.before, int32(i)) {
			tries = append(tries, int32(i))
		}
	}
	slices.SortStableFunc(tries, func(a, b int32) int { return cmp.Compare(t.end[a], t.end[b]) })
	best, score := int32(-1), 0.0
	for _, i := range tries[:min(len(tries), maxTries)] {
		was := n.before
		n.before = sorted(append(slices.Clone(was), i))
		v, _ := j.of(p)
		if n.before = was; best < 0 || v.score < score {
			best, score = i, v.score
		}
	}
	if best >= 0 {
		n.before = sorted(append(n.before, best))
	}
	return best >= 0
}
