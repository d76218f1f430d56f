package timed

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// WorkKind is a kind of work. A processor has a rate for each kind.
type WorkKind uint8

// The kinds.
const (
	Float   WorkKind = iota // arithmetic on floats
	Integer                 // other arithmetic
	Other                   // loads, stores, control
)

// WorkOf returns the kind of an operation without regions, and the number of elements that it works on: 1
// unless it works on a vector.
func WorkOf(op *ir.Op) (kind WorkKind, elements int64) {
	kind, elements = Other, 1
	arithmetic := op.Def().DialectName() == "arith" || op.Def().DialectName() == "math"
	if arithmetic {
		kind = Integer
	}
	for _, v := range slices.Concat(op.Operands(), op.Results()) {
		t := v.Type()
		if x, ok := t.(*ir.VectorType); ok {
			elements = max(elements, ir.NumElements(x.Shape))
			t = x.Elem
		}
		if _, ok := t.(*ir.FloatType); ok &&
			(arithmetic || op.Def().DialectName() == "vector" && !accessesMemory(op)) {
			kind = Float
		}
	}
	return kind, elements
}

func accessesMemory(op *ir.Op) bool {
	return slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
		_, ok := v.Type().(*ir.MemRefType)
		return ok
	})
}

// work is the work of a thread of control between two moments at which it issues or waits.
type work struct {
	ops     [Other + 1]float64 // number of steps, by kind
	touched []*touch
	byKey   map[any]*touch
	moves   []move
	fixed   float64 // nanoseconds
	memory  []usage // of each memory, relative to the beginning
	some    bool
}

// steps reports whether the work takes time.
func (w *work) steps() bool {
	return w.ops != [Other + 1]float64{} || len(w.touched) > 0 || len(w.moves) > 0 || w.fixed > 0
}

// hold changes the number of bytes of a memory that are in use.
func (w *work) hold(memory int32, bytes int64, memories int) {
	if w.memory == nil {
		w.memory = make([]usage, memories)
	}
	m := &w.memory[memory]
	m.now += bytes
	m.peak = max(m.peak, m.now)
	w.some = true
}

// blocks returns the allocations and frees of an operation that does the work. The allocation is the largest
// use at a time.
func (w *work) blocks() (alloc, free []Block) {
	for i, m := range w.memory {
		if m.peak > 0 {
			alloc = append(alloc, Block{int32(i), m.peak})
		}
		if m.peak != m.now {
			free = append(free, Block{int32(i), m.peak - m.now})
		}
	}
	return alloc, free
}

// touch is the number of bytes of a buffer that are read and written. For a buffer that is read repeatedly,
// the size of the buffer counts, as if a cache held it.
type touch struct {
	key                 any
	memory              int32
	size, read, written int64
}

// move is a copy between memories.
type move struct {
	from, to int32
	bytes    int64
}

func (w *work) touch(key any, memory int32, size int64) *touch {
	if n := len(w.touched); n > 0 && w.touched[n-1].key == key {
		return w.touched[n-1]
	}
	x := w.byKey[key]
	if x == nil {
		if w.byKey == nil {
			w.byKey = map[any]*touch{}
		}
		x = &touch{key: key, memory: memory, size: size}
		w.byKey[key] = x
		w.touched = append(w.touched, x)
	}
	return x
}

// traffic returns the bytes read from and written to each memory.
func (w *work) traffic(memories int) (read, written []int64) {
	read, written = make([]int64, memories), make([]int64, memories)
	for _, x := range w.touched {
		read[x.memory] += x.read
		written[x.memory] += x.written
	}
	return read, written
}

// onProcessor returns the time that work takes on a unit of a processor: the time of computing or of moving
// bytes, whichever is longer. The lanes of the unit work on the threads of a kernel.
func (b *Builder) onProcessor(w *work, p *machine.Processor, threads int64) float64 {
	lanes := float64(min(max(threads, 1), p.Lanes))
	compute := 0.0
	for kind, rate := range []float64{p.Float, p.Integer, p.Other} {
		compute += float64(w.ops[kind] / lanes / rate * 1e9)
	}
	moving := 0.0
	read, written := w.traffic(len(b.machine.Memories))
	for i := range b.machine.Memories {
		if rate := b.machine.Memories[i].Bandwidth; rate > 0 {
			moving += float64(float64(read[i]+written[i]) / rate * 1e9)
		}
	}
	for _, m := range w.moves {
		from, to := b.machine.Memories[m.from].Name, b.machine.Memories[m.to].Name
		if l := b.machine.Link(from, to); l != nil {
			moving += float64(l.Latency + float64(m.bytes)/l.Bandwidth*1e9)
		}
	}
	return w.fixed + max(compute, moving)
}

// onDMA returns the time that work takes on a DMA engine, as copies between memories. It returns false if the
// engine cannot use the link between them.
func (b *Builder) onDMA(w *work, d *machine.DMA) (ns float64, ok bool) {
	ns = w.fixed
	for _, m := range b.copies(w) {
		from, to := &b.machine.Memories[m.from], &b.machine.Memories[m.to]
		l := b.machine.Link(from.Name, to.Name)
		if l == nil {
			for _, rate := range []float64{from.Bandwidth, to.Bandwidth} {
				if rate > 0 {
					ns = max(ns, w.fixed+float64(float64(m.bytes)/rate*1e9))
				}
			}
			continue
		}
		if len(l.Engines) > 0 && !slices.Contains(l.Engines, d.Name) {
			return 0, false
		}
		ns += float64(l.Latency + float64(m.bytes)/l.Bandwidth*1e9)
	}
	return ns, true
}

// copies returns the copies of which work consists. Loads and stores count as one copy, from the memory that
// is read most to the memory that is written most.
func (b *Builder) copies(w *work) []move {
	if len(w.moves) > 0 {
		return w.moves
	}
	read, written := w.traffic(len(b.machine.Memories))
	from, to := largest(read), largest(written)
	bytes := max(read[from], written[to])
	switch {
	case bytes == 0:
		return nil
	case read[from] == 0:
		from = to
	case written[to] == 0:
		to = from
	}
	return []move{{int32(from), int32(to), bytes}}
}

// largest returns the index of the largest number, the first of several.
func largest(list []int64) int { return slices.Index(list, slices.Max(list)) }

// picoseconds converts a time in nanoseconds. The result is at most longest.
func picoseconds(ns float64) Time {
	return Time(math.Round(min(float64(ns*1000), float64(longest))))
}
