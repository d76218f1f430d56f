package formasyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/ir"
)

// connect finds what each node must wait for: the nodes whose results it needs, and the earlier ones with
// which its effects conflict.
func (k *block) connect() {
	var earlier index
	for _, n := range k.nodes {
		k.sources(n.op, func(v *ir.Value) { n.before = append(n.before, k.of[v.DefiningOp()].number) })
		for _, e := range earlier.near(n) {
			if e.foot.Conflicts(n.foot) {
				n.before = append(n.before, e.number)
			}
		}
		n.before = sorted(n.before)
		earlier.add(n)
	}
	reduce(k.nodes)
}

// index finds nodes by the buffers that they touch.
type index struct {
	all  []*node
	on   map[*ir.Value][]*node
	wide []*node // that may touch anything
}

func (x *index) add(n *node) {
	if x.on == nil {
		x.on = map[*ir.Value][]*node{}
	}
	x.all = append(x.all, n)
	buffers, wide := n.foot.Buffers()
	if wide {
		x.wide = append(x.wide, n)
	}
	for _, v := range buffers {
		x.on[v] = append(x.on[v], n)
	}
}

// near returns the nodes that may touch what a node touches, some twice.
func (x *index) near(n *node) []*node {
	buffers, wide := n.foot.Buffers()
	if wide {
		return x.all
	}
	list := slices.Clone(x.wide)
	for _, v := range buffers {
		list = append(list, x.on[v]...)
	}
	return list
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
