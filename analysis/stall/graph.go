package stall

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// node is an event that happens when enough of the events that it needs have happened.
type node struct {
	at    *ir.Op // the operation at which it is reported
	what  string // the event in words, for messages
	needs []*node
	// enough is the number of needs that must have happened; all of them if it is negative.
	enough int
	comes  bool
}

// words returns what happens, and for an operation with a title of its own whose event it is.
func (n *node) words() string { return n.named(n.what) }

// named adds the title of the operation to a text, if it has one.
func (n *node) named(text string) string {
	if title := n.at.StringAttr(pipeline.TitleAttr); title != "" {
		return title + ": " + text
	}
	return text
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

// settle finds the nodes that happen: those that need nothing, and then each node with enough of what it
// needs. It looks at each need once.
func settle(nodes []*node) {
	var ready []*node
	missing, waiting := make(map[*node]int, len(nodes)), make(map[*node][]*node, len(nodes))
	for _, n := range nodes {
		if missing[n] = n.enough; n.enough < 0 {
			missing[n] = len(n.needs)
		}
		if missing[n] == 0 {
			ready = append(ready, n)
		}
		for _, m := range n.needs {
			waiting[m] = append(waiting[m], n)
		}
	}
	for len(ready) > 0 {
		n := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		n.comes = true
		for _, user := range waiting[n] {
			if missing[user]--; missing[user] == 0 {
				ready = append(ready, user)
			}
		}
	}
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
