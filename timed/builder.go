package timed

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// Builder makes a graph of threads of control that work, issue others and wait for them. It is told what
// happens in the order of the program: what a thread waits for has ended before.
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

// Graph returns what there is so far. Threads that have not ended are missing their last part.
func (b *Builder) Graph() *Graph { return b.graph }

// Hold notes memory that is in use from the beginning to the end, such as that of an argument.
func (b *Builder) Hold(memory int32, bytes int64) { b.graph.Memories[memory].Held += bytes }

func queueName(number int64) string { return fmt.Sprintf("queue %d", number) }

// queue returns the number of the queue of a name.
func (b *Builder) queue(name string, order ir.CompletionOrder, depth int) int32 {
	n, ok := b.queues[name]
	if !ok {
		n = int32(len(b.graph.Queues))
		b.queues[name] = n
		b.graph.Queues = append(b.graph.Queues, Queue{name, order, depth})
	}
	return n
}

// Done is the completion of a thread: the operations that end last in it.
type Done []int32

// Thread is a thread of control. Its work becomes operations, one after the other, cut where it issues or
// waits.
type Thread struct {
	b       *Builder
	source  *ir.Op
	label   string
	place   place
	device  int // the one that it names
	queue   int32
	threads int64 // of the kernel that it is, 0 if it is none
	begun   bool
	main    bool
	front   []int32 // what must be complete before it goes on
	done    Done
	now     work
	uses    []int32 // resources
	last    int32   // its last operation that uses them, None before the first
	next    []Block // what the next thread that it issues allocates
}

// Main returns the thread that executes a function, on the first processor.
func (b *Builder) Main(fn *ir.Op, label string) *Thread {
	return &Thread{b: b, source: fn, label: label, queue: None, last: None, main: true}
}

// Issue issues an asynchronous operation as a thread of its own. What a kernel issues is a part of the
// kernel.
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

// OnDevice says which device what the thread issues from now on is for: device 0 at first, and that of who
// issues it for a thread.
func (t *Thread) OnDevice(device int) { t.device = device }

// Device returns the device that OnDevice has named.
func (t *Thread) Device() int { return t.device }

// Kernel says that the thread is a kernel of so many threads, all of whose work is its own.
func (t *Thread) Kernel(threads int64) { t.threads = max(threads, 1) }

// IsKernel reports whether Kernel was called.
func (t *Thread) IsKernel() bool { return t.threads > 0 }

// Source returns the operation that issued the thread, the function for the first one.
func (t *Thread) Source() *ir.Op { return t.source }

// OnQueue says that the thread is one of the operations of a queue that orders its groups by their completion
// only.
func (t *Thread) OnQueue(name string) {
	if t.queue == None && t.threads == 0 {
		t.queue = t.b.queue(name, ir.Unordered, 0)
	}
}

// Use says that the thread holds a resource from now to its end, which key stands for, and which one thread
// at a time can hold.
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

// Await has the thread wait for the completion of others. It takes nothing before the thread has begun: these
// are what it depends on.
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

// End ends the thread.
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

// release gives resources back at the end of the thread.
func (t *Thread) release() {
	if t.last == None {
		return
	}
	if len(t.front) != 1 || t.front[0] != t.last {
		// after what it waited for at last
		t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	}
	t.b.graph.Ops[t.last].Keeps = false
}

// Starts makes an operation that takes no time and starts when the thread would go on.
func (t *Thread) Starts() Done {
	t.cut()
	t.join()
	t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	return slices.Clone(t.front)
}

// Now returns what the thread has done so far, for others to wait for.
func (t *Thread) Now() Done {
	if t.threads > 0 {
		return nil
	}
	t.cut()
	t.join()
	return slices.Clone(t.front)
}

// maxFront is how many operations a thread waits for at most; of more it waits for one that does.
const maxFront = 8

// join makes one operation of many that the thread waits for.
func (t *Thread) join() {
	if len(t.front) > maxFront {
		t.add(Op{Label: t.label, Source: t.source, Deps: t.front, Queue: None})
	}
}

// add adds an operation, with the resources of the thread until another one gets them.
func (t *Thread) add(op Op) {
	g := t.b.graph
	n := int32(len(g.Ops))
	if len(t.uses) > 0 {
		op.Uses, op.Has, op.Keeps, t.last = t.uses, t.last != None, true, n
	}
	g.Ops = append(g.Ops, op)
	t.front = []int32{n}
}

// Count adds operations of a kind, each on so many elements of a vector.
func (t *Thread) Count(kind WorkKind, elements, times int64) {
	steps := elements
	if t.threads == 0 {
		lanes := t.processor().Lanes
		steps = (elements + lanes - 1) / lanes
	}
	t.now.ops[kind] += float64(steps) * float64(times)
	t.now.some = true
}

// Read adds bytes read from a buffer, which key stands for, of so many bytes in a memory.
func (t *Thread) Read(key any, memory int32, size, bytes int64) {
	x := t.now.touch(key, memory, size)
	x.read = min(x.read+min(bytes, size), size)
	t.now.some = true
}

// Write adds bytes written.
func (t *Thread) Write(key any, memory int32, size, bytes int64) {
	x := t.now.touch(key, memory, size)
	x.written = min(x.written+min(bytes, size), size)
	t.now.some = true
}

// Move adds a copy between memories that the thread makes in one piece.
func (t *Thread) Move(from, to int32, bytes int64) {
	t.now.moves = append(t.now.moves, move{from, to, bytes})
	t.now.some = true
}

// Alloc adds an allocation. What kernels allocate is not counted.
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

// cut makes an operation of the work since the last one, if there was any.
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

// execute says what executes an operation and how long that takes.
func (t *Thread) execute(op *Op) {
	b := t.b
	if ns, ok := b.machine.Costs[t.source.Name()]; ok && !t.main {
		if t.fix(ns); len(t.place.dma) == 0 && t.place.processor == 0 {
			op.Latency = picoseconds(ns)
			return // it takes its time, and nothing executes it
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

// fix replaces what the thread does by a time, that of its first part.
func (t *Thread) fix(ns float64) {
	if t.begun {
		ns = 0
	}
	t.now = work{fixed: ns}
}

// starting returns what an engine takes to start an operation, for the first of a thread.
func (t *Thread) starting(ns float64) float64 {
	if t.begun {
		return 0
	}
	return ns
}
