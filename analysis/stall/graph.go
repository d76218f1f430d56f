package stall

import "github.com/inflight-compiler/inflight/ir"

// node is an event that comes to pass when as many of those that it needs have.
type node struct {
	at    *ir.Op // where it is reported
	what  string // what waits there
	needs []*node
	// enough is how many of needs are enough, all if it is negative.
	enough int
	comes  bool
}

// all makes a node that needs others, nil ones aside.
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

// settle finds the nodes that come to pass, by going through all of them until nothing changes. Nodes stand
// about in the order of the program, so that few rounds are enough.
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

// circle returns nodes each of which needs the next one, and the last one the first: the first circle that
// the way from a node that does not come to pass leads into. The last node needs nothing that could come if
// there is no circle.
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

// blocked returns something that a node needs and that does not come to pass.
func (n *node) blocked() *node {
	for _, m := range n.needs {
		if !m.comes {
			return m
		}
	}
	return nil
}
