package airtoasync

import (
	"container/heap"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

var codeCircle = diag.Register("air-circle", "puts, gets and waits wait for each other",
	"Each of the operations in the notes starts only after the next one, and the last one after the first: "+
		"none "+
		"of them ever starts. A get waits for its put, a put for the get that frees its slot, and a thread "+
		"for "+
		"what it blocks on. Change the order in one thread, make an operation async, or give the channel "+
		"more "+
		"slots (buffer_resources).")

// emit writes the nodes, each behind those that it starts after, and otherwise in the order of the program.
func (x *expander) emit() error {
	missing, waiting := make([]int, len(x.nodes)), make([][]*node, len(x.nodes))
	ready := &queue{}
	for _, n := range x.nodes {
		missing[n.number] = len(n.after)
		for _, e := range n.after {
			waiting[e.to.number] = append(waiting[e.to.number], n)
		}
		if len(n.after) == 0 {
			heap.Push(ready, n)
		}
	}
	written := 0
	for ready.Len() > 0 {
		n := heap.Pop(ready).(*node)
		x.write(n)
		written++
		for _, m := range waiting[n.number] {
			if missing[m.number]--; missing[m.number] == 0 {
				heap.Push(ready, m)
			}
		}
	}
	if written < len(x.nodes) {
		return circle(x.nodes, missing)
	}
	return nil
}

// queue is a heap of nodes by their numbers.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].number < q[j].number }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(n any)        { *q = append(*q, n.(*node)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	n := (*q)[last]
	*q = (*q)[:last]
	return n
}

// tileEngine is the name of the processors of tiles in the description of a machine.
const tileEngine = "tile"

// write emits a node: a task, or a wait of the function's own thread and what it does then.
func (x *expander) write(n *node) {
	x.Loc = n.op.Loc()
	if n.host {
		x.writeHost(n)
		return
	}
	var after []*ir.Value
	for _, e := range n.after {
		if e.to.token != nil {
			after = append(after, e.to.token)
		}
	}
	made := async.NewExecute(x.Builder, after, nil, func(*ir.Builder, []*ir.Value) []*ir.Value {
		move(n.block, x.Block())
		return nil
	})
	n.token = made.Result(0)
	if n.name != "" {
		n.token.SetName(n.name)
	}
	setTitle(made, n.op.Name(), n.title)
	if n.tile && !n.free && !Concerns(n.op) {
		made.SetAttr(pipeline.EngineAttr, x.Ctx.String(tileEngine))
	}
	if n.free {
		made.SetAttr(pipeline.CostAttr, x.Ctx.Int(x.Ctx.I64, 0))
	}
}

func (x *expander) writeHost(n *node) {
	for _, e := range n.after {
		if e.to.token != nil {
			setTitle(async.NewAwait(x.Builder, e.to.token), n.op.Name(), "")
		}
	}
	move(n.block, x.Block())
}

func move(from, to *ir.Block) {
	for op := from.First(); op != nil; {
		next := op.Next()
		op.MoveToEnd(to)
		op = next
	}
}

// circle reports nodes that wait for each other.
func circle(nodes []*node, missing []int) error {
	stuck := func(n *node) bool { return missing[n.number] > 0 }
	var at *node
	for _, n := range nodes {
		if stuck(n) {
			at = n
			break
		}
	}
	index := map[*node]int{}
	var path []*node
	var why []reason
	for {
		if i, ok := index[at]; ok {
			path, why = path[i:], why[i:]
			break
		}
		index[at] = len(path)
		path = append(path, at)
		for _, e := range at.after {
			if stuck(e.to) {
				at, why = e.to, append(why, e.why)
				break
			}
		}
	}
	d := path[0].op.Errorf(codeCircle, "%s waits for itself", path[0].words())
	for i, n := range path {
		d.Note(n.op.Span(), "%s starts only %s: after the operation of the next note", n.words(), why[i])
	}
	return d.Note(path[0].op.Span(), "this is the operation of the first note again")
}
