package tokengraph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Program has all drawings of a program.
type Program struct {
	Pipelines []*Pipeline
	Graphs    []*Graph
}

// Graph is the drawing of a block.
type Graph struct {
	// Name names the block: "@main" for the body of a function, or "@main:12" for another block, with the
	// line of its operation.
	Name  string
	Lanes []string
	// Boxes are the operations in the order of the program, with the host's operations that wait.
	Boxes  []Box
	Arrows []Arrow
	// Dependences is the number of dependences by tokens, Waits the number of waits between queues that
	// remain, and Events the number of operations that such waits wait for.
	Dependences, Waits, Events int
	// Summary, if not empty, is said of the drawing in place of these numbers, and Notes are lines below it.
	Summary string
	Notes   []string
}

// Box is an operation.
type Box struct {
	Lane   int // index in Graph.Lanes
	Column int // length of the longest chain of boxes before it
	Label  string
	Place  string // file:line:column, "" if not known
}

// Arrow is a dependence between two boxes.
type Arrow struct {
	From, To int
	// Elided says that the dependence needs no wait: the order of queues and other waits imply it.
	Elided bool
}

// Of returns the graphs of all blocks of a program in which operations of the dialect have tokens as results.
// The operations must have queues.
func Of(program *ir.Op, dialect string) []*Graph {
	var graphs []*Graph
	for block, b := range queues.In(program, dialect) {
		graphs = append(graphs, graphOf(b, nameOf(block)))
	}
	return graphs
}

// OnQueues reports whether all operations of the dialect with tokens as results have queues.
func OnQueues(program *ir.Op, dialect string) bool {
	for _, b := range queues.In(program, dialect) {
		for _, op := range b.Ops {
			if _, ok := pipeline.OnQueue(op); !ok {
				return false
			}
		}
	}
	return true
}

// nameOf returns the name of a block: its function, the line of its operation, and the block's number in the
// operation, if it is not the first.
func nameOf(block *ir.Block) string {
	op := block.ParentOp()
	part := block.Index()
	for i := 0; op.Region(i) != block.Region(); i++ {
		part++
	}
	fn := op
	for fn.SymbolName() == "" && fn.Parent() != nil {
		fn = fn.Parent()
	}
	name := "@" + fn.SymbolName()
	if fn != op {
		if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
			name += fmt.Sprintf(":%d", span.Place().Line)
		}
	}
	if part > 0 {
		name += fmt.Sprintf(", part %d", part+1)
	}
	return name
}

// hostLane is the lane of the operations that wait on the host.
const hostLane = "host"

func graphOf(b *queues.Block, name string) *Graph {
	a := b.Assigned()
	plan, host := b.Elide(a)
	g := &Graph{Name: name, Dependences: queues.Count(b.Deps), Waits: queues.Count(plan.Waits),
		Events: len(plan.Events)}
	for q := range a.Count {
		g.Lanes = append(g.Lanes, nameOfQueue(b, a, q))
	}
	if len(b.Host) > 0 {
		g.Lanes = append(g.Lanes, hostLane)
	}
	d := &drawing{graph: g, next: make([]int, len(g.Lanes)), at: make([]int, b.Len())}
	waits := b.Host
	for v, op := range b.Ops {
		for ; len(waits) > 0 && waits[0].Issued <= v; waits, host = waits[1:], host[1:] {
			d.wait(waits[0], host[0])
		}
		d.at[v] = d.box(op, int(a.Queue[v]), b.Deps[v], plan.Waits[v])
	}
	for i, w := range waits {
		d.wait(w, host[i])
	}
	return g
}

// drawing is the state of making a graph.
type drawing struct {
	graph *Graph
	next  []int // the next free column of each lane
	host  int   // the first column after the last wait of the host
	at    []int // the box of each operation
}

// wait adds a box for an operation that waits on the host. Operations that are issued later are drawn behind
// it.
func (d *drawing) wait(w queues.HostWait, left []int32) {
	box := d.box(w.Op, len(d.graph.Lanes)-1, w.For, left)
	d.host = d.graph.Boxes[box].Column + 1
}

// box adds a box and its arrows. The box stands behind the last box of its lane and behind its dependences.
func (d *drawing) box(op *ir.Op, lane int, deps, waits []int32) int {
	g, number := d.graph, len(d.graph.Boxes)
	box := Box{Lane: lane, Column: max(d.next[lane], d.host), Label: label(op)}
	if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
		box.Place = span.Place().String()
	}
	for _, u := range deps {
		box.Column = max(box.Column, g.Boxes[d.at[u]].Column+1)
		g.Arrows = append(g.Arrows, Arrow{d.at[u], number, !slices.Contains(waits, u)})
	}
	d.next[lane] = box.Column + 1
	g.Boxes = append(g.Boxes, box)
	return number
}

// label returns a few words for an operation: its name and its operands or result.
func label(op *ir.Op) string {
	_, name, _ := strings.Cut(op.Name(), ".")
	switch {
	case op.Is(gpu.LaunchFunc):
		return kernelName(op) + valueName(op.AsyncToken())
	case op.Is(gpu.Memcpy):
		return name + valueName(gpu.Memory(op)) + " ←" + valueName(gpu.Source(op))
	case op.Is(gpu.Alloc):
		return name + valueName(op.Result(0))
	case op.Is(gpu.Dealloc), op.Is(gpu.Memset):
		return name + valueName(gpu.Memory(op))
	case op.Def().Callee != nil:
		ref := op.Def().Callee(op)
		if async.IsLazy(ir.NewSymbolTables().Resolve(op, ref)) {
			return "lazy " + ref.Root + resultName(op)
		}
		return ref.Root + resultName(op)
	}
	return name + resultName(op)
}

// resultName names the first result of an operation.
func resultName(op *ir.Op) string {
	if op.NumResults() == 0 {
		return ""
	}
	return valueName(op.Result(0))
}

func kernelName(launch *ir.Op) string {
	kernel := launch.Attr("kernel").(*ir.SymbolRefAttr)
	if n := len(kernel.Nested); n > 0 {
		return kernel.Nested[n-1]
	}
	return kernel.Root
}

func valueName(v *ir.Value) string {
	if v.Name() == "" {
		return ""
	}
	return " " + v.Name()
}
