package stall

import "github.com/inflight-compiler/inflight/ir"

// node is an event that happens when enough of the events that it needs have happened.
type node struct {
	at    *ir.Op // the operation at which it is reported
	what  string // the event in words, for messages
	needs []*node
	// enough is the number of needs that must have happened; all of them if it is negative.
	enough int
	comes  bool
}

// all returns a node that needs all given nodes; nil ones are left out.
func all(at *ir.Op, what string, needs ...*node) *node {
	n := &node{at: at, what: what, enough: -1}
	n.add(needs...)
	return n
}

func (n *node) add(needs ...*node) {
	for _, m := range needs {
		if m != nil {
			n.needs = append(n.needs, m)
		}
	}
}

// settle finds the nodes that happen. It goes through all nodes until nothing changes. The nodes are roughly
// in program order, so that a few rounds suffice.
func settle(nodes []*node) {
	for again := true; again; {
		again = false
		for _, n := range nodes {
			if !n.comes && n.can() {
				n.comes, again = true, true
			}
		}
	}
}

func (n *node) can() bool {
	got := 0
	for _, m := range n.needs {
		if m.comes {
			got++
		}
	}
	if n.enough < 0 {
		return got == len(n.needs)
	}
	return got >= n.enough
}

// circle returns a cycle of nodes, each of which needs the next and the last of which needs the first. It is
// the first cycle on the way from a node that does not happen. If there is no cycle, it returns the way to a
// node that needs nothing that could happen.
func circle(from *node) []*node {
	index := map[*node]int{}
	var path []*node
	for n := from; ; {
		if i, ok := index[n]; ok {
			return path[i:]
		}
		index[n] = len(path)
		path = append(path, n)
		next := n.blocked()
		if next == nil {
			return path
		}
		n = next
	}
}

// blocked returns a node that n needs and that does not happen.
func (n *node) blocked() *node {
	for _, m := range n.needs {
		if !m.comes {
			return m
		}
	}
	return nil
}
