package timed

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// Builder makes a graph from the events of threads of control: work, issue of other threads, and waits.
// Events come in the order of the program, so that a thread has ended when another waits for it.
type Builder struct {
	machine *machine.Machine
	graph   *Graph
	order   ir.CompletionOrder
	queues  map[string]int32
	held    map[any]int32 // resources
}

// NewBuilder returns a builder of graphs for a machine.
func NewBuilder(m *machine.Machine) *Builder {
	b := &Builder{machine: m, graph: &Graph{}, queues: map[string]int32{}, held: map[any]int32{},
		order: ir.CompletionOrder(slices.Index(machine.Orders, m.Queues.Order))}
	for _, e := range m.Engines() {
		b.graph.Engines = append(b.graph.Engines, Engine{e.Name, e.Units})
	}
	for _, x := range m.Memories {
		b.graph.Memories = append(b.graph.Memories, Memory{Name: x.Name, Capacity: x.Capacity})
	}
	return b
}

// Graph returns the graph so far. The last operations of threads that have not ended are missing.
func (b *Builder) Graph() *Graph { return b.graph }

// Hold adds memory that is in use from the beginning to the end, such as that of an argument.
func (b *Builder) Hold(memory int32, bytes int64) { b.graph.Memories[memory].Held += bytes }

func queueName(number int64) string { return fmt.Sprintf("queue %d", number) }

// queue returns the number of the queue with a name, and adds the queue if there is none.
func (b *Builder) queue(name string, order ir.CompletionOrder, depth int) int32 {
	n, ok := b.queues[name]
	if !ok {
		n = int32(len(b.graph.Queues))
		b.queues[name] = n
		b.graph.Queues = append(b.graph.Queues, Queue{name, order, depth})
	}
	return n
}

// Done is the completion of a thread of control: its last operations.
type Done []int32

// Thread is a thread of control. Its work becomes operations, one after the other. An operation ends where
// the thread issues another or waits.
type Thread struct {
	b       *Builder
	source  *ir.Op
	label   string
	place   place
	device  int // the device that OnDevice has named
	queue   int32
	threads int64 // number of the kernel's threads, 0 if the thread is no kernel
	begun   bool
	main    bool
	front   []int32 // operations that must be complete before it continues
	done    Done
	now     work
	uses    []int32 // resources
	last    int32   // its last operation that uses the resources, None before the first
	next    []Block // allocations of the next thread that it issues
}

// Main returns the thread that executes a function, on the first processor.
func (b *Builder) Main(fn *ir.Op, label string) *Thread {
	return &Thread{b: b, source: fn, label: label, queue: None, last: None, main: true}
}

// Issue issues an asynchronous operation as a thread of control of its own. A kernel issues nothing: such an
// operation becomes a part of the kernel.
func (t *Thread) Issue(op *ir.Op, label string) *Thread {
	if t.threads > 0 {
		return t
	}
	if p := t.processor(); p.Spawn > 0 {
		t.now.fixed, t.now.some = t.now.fixed+p.Spawn, true
	}
	t.cut()
	child := &Thread{b: t.b, source: op, label: label, device: t.device,
		place: t.b.placeOf(op, t.device), queue: t.b.queueOf(op, t.device), last: None,
		front: slices.Clone(t.front)}
	for _, x := range t.next {
		child.Alloc(x.Memory, x.Bytes)
	}
	t.next = nil
	return child
}

// OnDevice sets the device of the operations that the thread issues from now on. At first it is the device of
// the thread's issuer, and device 0 for the main thread.
func (t *Thread) OnDevice(device int) { t.device = device }

// Device returns the device that OnDevice has named.
func (t *Thread) Device() int { return t.device }

// Kernel says that the thread of control is a kernel with so many threads. All their work belongs to it.
func (t *Thread) Kernel(threads int64) { t.threads = max(threads, 1) }

// IsKernel reports whether Kernel was called.
func (t *Thread) IsKernel() bool { return t.threads > 0 }

// Source returns the operation that issued the thread, or the function for the main thread.
func (t *Thread) Source() *ir.Op { return t.source }

// OnQueue puts the thread on a queue that does not order the start of its operations.
func (t *Thread) OnQueue(name string) {
	if t.queue == None && t.threads == 0 {
		t.queue = t.b.queue(name, ir.Unordered, 0)
	}
}

// Use says that the thread holds a resource from now to its end. key identifies the resource, which only one
// thread can hold at a time.
func (t *Thread) Use(key any, name string) {
	g := t.b.graph
	n, ok := t.b.held[key]
	if !ok {
		n = int32(len(g.Resources))
		t.b.held[key] = n
		g.Resources = append(g.Resources, name)
	}
	if !slices.Contains(t.uses, n) {
		t.uses = append(t.uses, n)
	}
}

func (t *Thread) processor() *machine.Processor { return &t.b.machine.Processors[t.place.processor] }

// Await makes the thread wait for the completion of others. If the thread has not begun, these are its
// dependences, and the wait takes no time.
func (t *Thread) Await(done ...Done) {
	if t.threads > 0 {
		return
	}
	waits := t.main || t.begun || t.now.steps()
	if waits {
		t.cut()
	}
	for _, d := range done {
		t.front = append(t.front, d...)
	}
	slices.Sort(t.front)
	t.front = slices.Compact(t.front)
	if p := t.processor(); waits && p.Wait > 0 && len(t.place.dma) == 0 {
		t.now.fixed, t.now.some = t.now.fixed+p.Wait, true
	}
}

// End ends the thread and returns its completion.
func (t *Thread) End() Done {
	if t.done == nil {
		t.now.some = t.now.some || !t.begun && !t.main
		t.cut()
		t.join()
		t.release()
		t.done = t.front
	}
	return t.done
}

// release frees the resources of the thread at its end.
func (t *Thread) release() {
	if t.last == None {
		return
	}
	if len(t.front) != 1 || t.front[0] != t.last {
		// the resources are freed after the last wait
		t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	}
	t.b.graph.Ops[t.last].Keeps = false
}

// Starts adds an operation that takes no time and starts when the thread can continue. It returns the
// operation's completion.
func (t *Thread) Starts() Done {
	t.cut()
	t.join()
	t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	return slices.Clone(t.front)
}

// Now returns the completion of the thread's work so far.
func (t *Thread) Now() Done {
	if t.threads > 0 {
		return nil
	}
	t.cut()
	t.join()
	return slices.Clone(t.front)
}

// maxFront is the largest number of operations that a thread waits for directly. If there are more, one
// operation waits for all.
const maxFront = 8

// join replaces many operations that the thread waits for by one that waits for them.
func (t *Thread) join() {
	if len(t.front) > maxFront {
		t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	}
}

// add adds an operation to the graph. The operation keeps the resources of the thread for the thread's next
// one.
func (t *Thread) add(op Op) {
	g := t.b.graph
	n := int32(len(g.Ops))
	if len(t.uses) > 0 {
		op.Uses, op.Has, op.Keeps, t.last = t.uses, t.last != None, true, n
	}
	g.Ops = append(g.Ops, op)
	t.front = []int32{n}
}

// Count adds the execution of operations of a kind, times times, each on a number of elements.
func (t *Thread) Count(kind WorkKind, elements, times int64) {
	steps := elements
	if t.threads == 0 {
		lanes := t.processor().Lanes
		steps = (elements + lanes - 1) / lanes
	}
	t.now.ops[kind] += float64(steps) * float64(times)
	t.now.some = true
}

// Read adds bytes read from a buffer. key identifies the buffer, which has size bytes in a memory.
func (t *Thread) Read(key any, memory int32, size, bytes int64) {
	x := t.now.touch(key, memory, size)
	x.read = min(x.read+min(bytes, size), size)
	t.now.some = true
}

// Write adds bytes written to a buffer.
func (t *Thread) Write(key any, memory int32, size, bytes int64) {
	x := t.now.touch(key, memory, size)
	x.written = min(x.written+min(bytes, size), size)
	t.now.some = true
}

// Move adds a copy between memories, which the thread makes as a whole.
func (t *Thread) Move(from, to int32, bytes int64) {
	t.now.moves = append(t.now.moves, move{from, to, bytes})
	t.now.some = true
}

// Alloc adds an allocation. Allocations of kernels do not count.
func (t *Thread) Alloc(memory int32, bytes int64) {
	if t.threads == 0 {
		t.now.hold(memory, bytes, len(t.b.machine.Memories))
	}
}

// AllocNext adds an allocation to the next thread that this one issues.
func (t *Thread) AllocNext(memory int32, bytes int64) {
	if t.threads == 0 {
		t.next = append(t.next, Block{memory, bytes})
	}
}

// Free adds the end of an allocation.
func (t *Thread) Free(memory int32, bytes int64) {
	if t.threads == 0 {
		t.now.hold(memory, -bytes, len(t.b.machine.Memories))
	}
}

// cut makes an operation of the thread's work since the last operation, if there is any.
func (t *Thread) cut() {
	if !t.now.some {
		return
	}
	t.join()
	op := Op{Label: t.label, Source: t.source, Deps: t.front, Queue: t.queue}
	op.Alloc, op.Free = t.now.blocks()
	t.execute(&op)
	t.now, t.begun = work{}, true
	t.add(op)
}

// execute determines the engines that can execute an operation, and its time on each.
func (t *Thread) execute(op *Op) {
	b := t.b
	if ns, ok := b.machine.Costs[t.source.Name()]; ok && !t.main {
		if t.fix(ns); len(t.place.dma) == 0 && t.place.processor == 0 {
			op.Latency = picoseconds(ns)
			return // it takes this time on no engine
		}
	} else if cost, ok := pipeline.Cost(t.source); ok && !t.main {
		t.fix(float64(cost))
	}
	for _, i := range t.place.dma {
		d := &b.machine.DMAs[i]
		if ns, ok := b.onDMA(&t.now, d); ok {
			op.Choices = append(op.Choices,
				Choice{int32(len(b.machine.Processors) + i), picoseconds(ns + t.starting(d.Start))})
		}
	}
	if len(op.Choices) == 0 {
		p := t.processor()
		ns := b.onProcessor(&t.now, p, t.threads)
		if !t.main {
			ns += t.starting(p.Start)
		}
		op.Choices = []Choice{{int32(t.place.processor), picoseconds(ns)}}
	}
}

// fix replaces the work of the thread by a time, which counts for the thread's first operation.
func (t *Thread) fix(ns float64) {
	if t.begun {
		ns = 0
	}
	t.now = work{fixed: ns}
}

// starting returns the time that an engine takes to start a thread, for the thread's first operation.
func (t *Thread) starting(ns float64) float64 {
	if t.begun {
		return 0
	}
	return ns
}
