package queues

import (
	"cmp"
	"iter"
	"slices"

	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// Block is the dependence graph of the asynchronous operations of one dialect in a block: of those that
// return tokens or asynchronous values. Tokens from elsewhere are not in it, because a wait for them comes
// before the operations are issued.
type Block struct {
	Graph
	Ops []*ir.Op // by number
	// Devices holds the devices of the operations, nil if the program names none.
	Devices []devices.Device
	// Host holds the operations of the host that block until others are complete, in order.
	Host []HostWait
	// before holds, for a token, the operations that complete before it is ready: the operation that returns
	// it, or those that a join waits for.
	before map[*ir.Value][]int32
	// complete marks the operations that the host has waited for so far.
	complete []bool
}

// HostWait is an operation of the host that blocks until other operations are complete.
type HostWait struct {
	Op *ir.Op
	// For holds the operations that the host waits for, ascending. Issued is the number of operations issued
	// before the wait.
	For    []int32
	Issued int
}

// In yields the blocks in which operations of a dialect return tokens or asynchronous values, with their
// graphs.
func In(program *ir.Op, dialect string) iter.Seq2[*ir.Block, *Block] {
	return func(yield func(*ir.Block, *Block) bool) {
		on := devices.In(program)
		for op := range program.Walk() {
			for i := range op.NumRegions() {
				for _, block := range op.Region(i).Blocks() {
					if b := Of(block, dialect, on); b.Len() > 0 && !yield(block, b) {
						return
					}
				}
			}
		}
	}
}

// Tasks is the dialect of the host's tasks. The operations of the dialect task belong to it as well.
const Tasks = "async"

// belongs reports whether an operation belongs to a dialect.
func belongs(op *ir.Op, dialect string) bool {
	name := op.Def().DialectName()
	return name == dialect || dialect == Tasks && name == task.Dialect.Name
}

// Of returns the graph of a block's operations of a dialect. Each device of the program is an engine.
// Operations for which the host has waited are complete, and later operations do not depend on them.
func Of(block *ir.Block, dialect string, on *devices.Devices) *Block {
	b := &Block{before: map[*ir.Value][]int32{}}
	for op := range block.Ops() {
		token := op.AsyncToken()
		switch {
		case !belongs(op, dialect):
		case op.Is(async.AddToGroup):
			b.before[op.Operand(1)] = append(b.before[op.Operand(1)], b.before[op.Operand(0)]...)
		case token != nil && isJoin(op):
			b.before[token] = b.dependencies(op)
		case op.NumResults() > 0 && op.IsAsync() && op.Def().QueueEffect == nil:
			for _, r := range op.Results() {
				b.before[r] = []int32{int32(len(b.Ops))}
			}
			b.add(op)
		case token == nil && !op.IsAsync():
			b.wait(op)
		}
	}
	if on != nil {
		b.engines(on)
	}
	return b
}

// engines records and numbers the devices of the operations. An unknown device gets a number of its own.
func (b *Block) engines(on *devices.Devices) {
	numbers, next := map[devices.Device]int32{}, int32(0)
	for _, op := range b.Ops {
		d := on.Of(op)
		if _, known := numbers[d]; !known || d.Unknown {
			numbers[d] = next
			next++
		}
		b.Devices, b.Engine = append(b.Devices, d), append(b.Engine, numbers[d])
	}
}

// isJoin reports whether an operation only returns a token for its dependencies, as gpu.wait async does.
func isJoin(op *ir.Op) bool {
	return op.NumRegions() == 0 && op.NumResults() == 1 && op.NumOperands() == len(op.AsyncDependencies())
}

func (b *Block) add(op *ir.Op) {
	b.Ops = append(b.Ops, op)
	b.Deps = append(b.Deps, b.dependencies(op))
	b.Cost = append(b.Cost, cost(op))
	b.complete = append(b.complete, false)
}

// usualCost is the cost of an operation without a known cost. It is a few times that of a wait between
// queues.
const usualCost = 4

// cost returns the declared cost of an operation. Operations that only allocate or free memory cost 0.
func cost(op *ir.Op) int64 {
	if cost, ok := pipeline.Cost(op); ok {
		return cost
	}
	if op.Def().Effects == nil {
		return usualCost
	}
	cost := int64(0)
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Kind != ir.Allocate && e.Kind != ir.Free {
			cost = usualCost
		}
	})
	return cost
}

// dependencies returns the operations of the graph that must be complete before op starts, without those that
// are known to be complete.
func (b *Block) dependencies(op *ir.Op) []int32 {
	var deps []int32
	for _, token := range op.AsyncDependencies() {
		for _, u := range b.before[token] {
			if !b.complete[u] {
				deps = append(deps, u)
			}
		}
	}
	slices.Sort(deps)
	return slices.Compact(deps)
}

// wait marks the operations that are complete after an operation that blocks: its dependencies, and theirs.
func (b *Block) wait(op *ir.Op) {
	deps := b.dependencies(op)
	if len(deps) == 0 {
		return
	}
	b.Host = append(b.Host, HostWait{op, deps, len(b.Ops)})
	for work := slices.Clone(deps); len(work) > 0; {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if !b.complete[u] {
			b.complete[u] = true
			work = append(work, b.Deps[u]...)
		}
	}
}

// Assigned returns the queues of the operations, numbered without gaps in the order of their numbers. An
// operation without a queue is on queue 0. Queues with the same number on two engines are different queues.
func (b *Block) Assigned() Assignment {
	type place struct {
		queue  int64
		engine int32
	}
	order := func(x, y place) int {
		return cmp.Or(cmp.Compare(x.queue, y.queue), cmp.Compare(x.engine, y.engine))
	}
	var places []place
	for v, op := range b.Ops {
		q, _ := pipeline.OnQueue(op)
		places = append(places, place{q, b.engine(v)})
	}
	used := slices.Compact(slices.SortedFunc(slices.Values(places), order))
	a := Assignment{Count: len(used)}
	for _, p := range places {
		i, _ := slices.BinarySearchFunc(used, p, order)
		a.Queue = append(a.Queue, int32(i))
	}
	return a
}

// Elide returns the waits that are needed on the queues of an assignment, which complete in order: those of
// the operations, and those of the host, as in Block.Host.
func (b *Block) Elide(a Assignment) (plan Plan, host [][]int32) {
	w := withHost{at: make([]int32, b.Len()), host: -1}
	waits := b.Host
	for v := range b.Len() + 1 {
		for ; len(waits) > 0 && waits[0].Issued == v; waits = waits[1:] {
			w.add(-1, int32(a.Count), waits[0].For)
			w.host = int32(len(w.deps)) - 1
		}
		if v < b.Len() {
			w.at[v] = int32(len(w.deps))
			w.add(int32(v), a.Queue[v], b.Deps[v])
			w.afterHost()
		}
	}
	plan.Waits = make([][]int32, b.Len())
	for i, waits := range Elide(w.deps, Assignment{w.queue, a.Count + 1}, nil).Waits {
		// The host is issued in order, so an operation does not wait for it.
		waits = slices.DeleteFunc(waits, func(u int32) bool { return w.number[u] < 0 })
		for j, u := range waits {
			waits[j] = w.number[u]
		}
		if v := w.number[i]; v >= 0 {
			plan.Waits[v] = waits
		} else {
			host = append(host, waits)
		}
	}
	plan.Events = producers(plan.Waits)
	return plan, host
}

// withHost is a graph in which the host is the last queue, and its waits are operations.
type withHost struct {
	deps   [][]int32
	queue  []int32
	at     []int32 // the index of each operation of the block
	number []int32 // of each operation in the block, -1 for a wait of the host
	host   int32   // the host's last wait so far, -1 if there is none
}

// afterHost makes the operation that was added last depend on the host's last wait, after which it is issued.
// So it knows all completions that the host knows.
func (w *withHost) afterHost() {
	if last := len(w.deps) - 1; w.host >= 0 {
		w.deps[last] = append(w.deps[last], w.host)
		slices.Sort(w.deps[last])
	}
}

func (w *withHost) add(number, queue int32, deps []int32) {
	var at []int32
	for _, u := range deps {
		at = append(at, w.at[u])
	}
	w.deps, w.queue, w.number = append(w.deps, at), append(w.queue, queue), append(w.number, number)
}
