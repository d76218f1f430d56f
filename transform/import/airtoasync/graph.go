package airtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// node is a task, or a part of what the function's own thread does.
type node struct {
	number int
	op     *ir.Op // of the program
	title  string
	name   string // of the token in the program
	// host is set for what the function's thread does itself. Such a node has no token: what follows it in
	// the thread stands behind it.
	host  bool
	tile  bool      // the thread is that of a tile
	free  bool      // the task stands for something that takes no time
	block *ir.Block // what is done
	after []edge
	token *ir.Value // when the task is emitted
}

// edge says that a task starts after another node, and why.
type edge struct {
	to  *node
	why reason
}

type reason uint8

// The reasons. The words complete "TASK starts only ...".
const (
	byThread reason = iota
	byToken
	byData
	bySlot
	byOrder
)

func (r reason) String() string {
	return [...]string{"after what its thread waits for", "after what it waits for",
		"when its data is on the channel",
		"when a slot of the channel is free", "after the transfer in front of it on the channel"}[r]
}

// add makes a node of the current thread start after others.
func (n *node) add(why reason, others ...*node) {
	for _, o := range others {
		if !slices.ContainsFunc(n.after, func(e edge) bool { return e.to == o }) {
			n.after = append(n.after, edge{o, why})
		}
	}
}

// words names a node in messages.
func (n *node) words() string { return titled(n.op.Name(), n.title) }

func titled(name, title string) string {
	if title == "" {
		return "'" + name + "'"
	}
	return "'" + name + "' of " + title
}

// thread is a thread of control of the program.
type thread struct {
	outer *thread // which has issued it
	at    int     // how much the outer thread had issued then
	// title names the tiles and the other indices that the thread is for: "tile (0, 1), launch (2)".
	title string
	host  bool
	tile  bool
	// launches has the index of each launch around, as a text.
	launches map[*ir.Op]string
	after    []*node // what the thread has waited for
	part     *node   // what the thread does since then; nil if nothing
	open     []*node // what the thread has issued and not waited for
	issued   int     // how many operations the thread has issued
}

// node makes a node of the current thread, for an operation.
func (x *expander) node(op *ir.Op) *node {
	n := &node{number: len(x.nodes), op: op, title: x.thread.title, tile: x.thread.tile,
		block: x.NewBlock()}
	if op.NumResults() > 0 && Concerns(op) {
		n.name = op.Result(0).Name()
	}
	n.add(byThread, x.thread.after...)
	x.nodes = append(x.nodes, n)
	x.owner[n.block] = n
	return n
}

// issue ends the part of the thread that is being made, and records a node that runs beside the thread.
func (x *expander) issue(n *node) {
	x.thread.part = nil
	x.thread.issued++
	x.thread.open = append(x.thread.open, n)
}

// wait makes the thread wait for nodes.
func (x *expander) wait(op *ir.Op, nodes []*node) {
	t := x.thread
	t.part = nil
	t.open = slices.DeleteFunc(t.open, func(n *node) bool { return slices.Contains(nodes, n) })
	if t.host {
		n := x.node(op)
		n.host = true
		n.add(byToken, nodes...)
		t.after = []*node{n}
		return
	}
	for _, n := range nodes {
		if !slices.Contains(t.after, n) {
			t.after = append(t.after, n)
		}
	}
}

// part returns the node of what the thread does now.
func (x *expander) part(op *ir.Op) *node {
	t := x.thread
	if t.part == nil {
		t.part = x.node(op)
		t.part.host = t.host
		t.after = []*node{t.part}
	}
	return t.part
}

// finish gives an operation of air its token, or makes the thread wait.
func (x *expander) finish(op *ir.Op, token *ir.Value, nodes []*node) {
	if token != nil {
		x.tokens[token] = nodes
		return
	}
	x.wait(op, nodes)
}

// joined returns one node for many.
func (x *expander) joined(op *ir.Op, nodes []*node) []*node {
	const few = 2
	if len(nodes) <= few {
		return nodes
	}
	n := x.node(op)
	n.free, n.after = true, nil
	n.add(byToken, nodes...)
	return []*node{n}
}

// name says in messages and timelines what an operation stands for.
func (x *expander) name(op *ir.Op, what string) { setTitle(op, what, x.thread.title) }

func setTitle(op *ir.Op, what, title string) {
	if title != "" {
		what += " of " + title
	}
	if what != op.Name() {
		op.SetAttr(pipeline.TitleAttr, op.Context().String(what))
	}
}

func (x *expander) constant(n int64) *ir.Value { return arith.ConstIndex(x.Builder, n) }
