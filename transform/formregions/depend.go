package formregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/ir"
)

// connect finds what each node must wait for: the nodes whose results it needs, and the earlier ones with which its effects conflict.
func (k *block) connect() {
	for i, n := range k.nodes {
		k.sources(n.op, func(v *ir.Value) { n.before = append(n.before, k.of[v.DefiningOp()].number) })
		for j, earlier := range k.nodes[:i] {
			if earlier.foot.Conflicts(n.foot) {
				n.before = append(n.before, int32(j))
			}
		}
		n.before = sorted(n.before)
	}
	reduce(k.nodes)
}

// reduce leaves out what each node waits for anyhow, because something else that it waits for does.
func reduce(nodes []*node) {
	deps := make([][]int32, len(nodes))
	for i, n := range nodes {
		deps[i] = n.before
	}
	for i, list := range queues.Reduce(deps) {
		nodes[i].before = list
	}
}

// inOrder makes each node wait for the one in front of it, and so for all of them.
func (k *block) inOrder() {
	for i, n := range k.nodes[min(1, len(k.nodes)):] {
		n.before = []int32{int32(i)}
	}
}

// sorted returns a list in ascending order, with everything once.
func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
