package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// area is elements of a buffer that are told apart by numbers.
type area struct {
	buffer *ir.Value
	inst   int64
	form   string // the part of the subscripts that is the same in all threads, and not known
}

// traces are the accesses to each element of an area that what follows has to be compared with.
type traces map[int64]*[]trace

// trace is an access of a thread.
type trace struct {
	thread int
	epoch  int
	write  bool
	atomic bool
	op     *ir.Op
	kind   ir.EffectKind
	group  *cohort // of an asynchronous access
	async  *ir.Op
}

// access runs the accesses of an operation in all threads that take part.
// unit is that of an asynchronous operation, nil for an access of the thread itself.
func (x *simt) access(op *ir.Op, unit *string, scope *ir.Op) {
	if op.Has(ir.Terminator) || op.Def().Effects == nil {
		if !op.Has(ir.Terminator) {
			x.giveUp(op, "it is not known what '%s' accesses", op.Name())
		}
		return
	}
	atomic := isAtomic(op)
	for _, t := range x.active() {
		x.thread = t
		var group *cohort
		if unit != nil {
			group = x.lanes[t].open[*unit]
		}
		for _, a := range x.p.ev.Accesses(op) {
			if x.budget--; x.budget < 0 {
				x.giveUp(op, "the limit of accesses was reached")
				return
			}
			x.touch(&a, trace{thread: t, epoch: x.epoch, write: a.Writes(), atomic: atomic, op: op, kind: a.Kind, group: group, async: scope})
		}
	}
}

// touch compares an access with those of other threads and notes it.
func (x *simt) touch(a *analysis.Access, one trace) {
	switch {
	case a.Kind == ir.Allocate:
		return
	case a.Buffer == nil:
		x.giveUp(one.op, "the memory that it accesses is not known")
		return
	case x.private(a.Buffer):
		return
	}
	elements, ok := elementsOf(a)
	form := formOf(a)
	p, seen := x.parts[a.Buffer]
	if p.write = p.write || one.write; !ok || seen && p.form != form && p.write {
		x.giveUp(one.op, "the elements that it accesses are not known")
		return
	}
	p.form = form
	x.parts[a.Buffer] = p
	key := area{a.Buffer, x.insts[a.Buffer], form}
	shadow := x.shadow[key]
	if shadow == nil {
		shadow = traces{}
		x.shadow[key] = shadow
	}
	for _, at := range elements {
		list := shadow[at]
		if list == nil {
			list = new([]trace)
			shadow[at] = list
		}
		*list = x.element(a.Buffer, *list, &one)
	}
}

// part is how a buffer is accessed: with which forms in its subscripts.
type part struct {
	form  string
	write bool
}

// formOf returns what the subscripts of an access have in common in all threads.
func formOf(a *analysis.Access) string {
	var b []byte
	for i := range a.Dims {
		l := a.Dims[i].Base
		l.Const = 0
		if !a.Dims[i].Full && !l.IsConst() {
			b = appendLinear(append(b, byte(i)), l)
		}
	}
	return string(b)
}

// element compares an access to one element of a buffer with the traces on it, and returns those that are left with its own.
func (x *simt) element(buffer *ir.Value, list []trace, one *trace) []trace {
	kept, same := 0, 0
	for i := range list {
		old := &list[i]
		if x.ordered(old) {
			continue
		}
		if old.thread != one.thread && (old.write || one.write) && !(old.atomic && one.atomic) {
			x.meet(buffer, old, one)
		}
		if old.op == one.op && old.group == one.group && old.kind == one.kind && old.epoch == one.epoch {
			if old.thread == one.thread {
				same = 2
			}
			same++
		}
		if kept != i {
			list[kept] = *old
		}
		kept++
	}
	if list = list[:kept]; same < 2 {
		list = append(list, *one)
	}
	return list
}

// ordered reports whether a barrier orders what other threads do now behind an access.
func (x *simt) ordered(t *trace) bool {
	if t.group == nil {
		return t.epoch < x.epoch
	}
	waited := t.group.waited[t.thread]
	return waited >= 0 && int(waited) < x.epoch
}

// private reports whether every thread has a buffer of its own: it is made by the thread and not shared.
func (x *simt) private(v *ir.Value) bool {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	space := ""
	if t.MemorySpace != nil {
		space = t.MemorySpace.String()
	}
	switch {
	case strings.Contains(space, "private"), strings.Contains(space, "local"), strings.HasPrefix(space, "5"):
		return true
	case strings.Contains(space, "workgroup"), strings.Contains(space, "shared"), strings.HasPrefix(space, "3"):
		return false
	}
	def := v.DefiningOp()
	return def != nil && x.k.op.IsAncestorOf(def) && allocates(def)
}

// maxElements is the largest number of elements that one access of a thread may have.
const maxElements = 4096

// elementsOf returns the numbers of the elements of an access, row by row.
func elementsOf(a *analysis.Access) ([]int64, bool) {
	t, ok := a.Buffer.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil, false
	}
	if a.Lattice != nil {
		return latticeElements(a, t)
	}
	list := []int64{0}
	for d, size := range t.Shape {
		lo, hi, step := int64(0), size-1, int64(1)
		if a.Dims != nil && !a.Dims[d].Full {
			r := &a.Dims[d]
			lo, hi, step = r.Base.Const+r.Lo, r.Base.Const+r.Hi, max(r.Step, 1)
		} else if size == ir.Dynamic {
			return nil, false
		}
		stride := numbered(size)
		if int64(len(list))*((hi-lo)/step+1) > maxElements {
			return nil, false
		}
		var next []int64
		for _, at := range list {
			for i := lo; i <= hi; i += step {
				next = append(next, at*stride+i)
			}
		}
		list = next
	}
	return list, true
}

// numbered returns how many numbers the elements along a dimension have.
func numbered(size int64) int64 {
	if size == ir.Dynamic {
		return 1 << 20
	}
	return size
}

// latticeElements returns the numbers of the elements of an access that touches some of its box.
func latticeElements(a *analysis.Access, t *ir.MemRefType) ([]int64, bool) {
	all, ok := a.Elements(maxElements)
	if !ok {
		return nil, false
	}
	list := make([]int64, len(all))
	for i, subscripts := range all {
		for d, size := range t.Shape {
			list[i] = list[i]*numbered(size) + subscripts[d]
		}
	}
	return list, true
}

// meet reports a pair of accesses, once for each pair of operations and what they are to each other: a
// hazard, or writes of equal values.
func (x *simt) meet(buffer *ir.Value, first, second *trace) {
	if x.guess {
		return
	}
	report, seen := x.report, encounter{first.op, second.op, x.agree(first, second)}
	if seen.agree {
		report = x.remark
	}
	if x.seen[seen] {
		return
	}
	x.seen[seen] = true
	if report != nil {
		report(x.hazard(buffer, first, second))
	}
}

// encounter is a pair of accesses of different threads.
type encounter struct {
	first, second *ir.Op
	agree         bool
}

// agree reports whether two accesses are writes of equal values to the same bytes.
func (x *simt) agree(first, second *trace) bool {
	if first.kind != ir.Write || second.kind != ir.Write || first.atomic || second.atomic {
		return false
	}
	if x.equal == nil {
		x.equal = analysis.NewEqualStores(x.k.op, true)
	}
	return x.equal.Equal(first.op, second.op)
}

// hazard describes a pair of accesses.
func (x *simt) hazard(buffer *ir.Value, first, second *trace) *Hazard {
	h := &Hazard{Buffer: buffer, Queue: NoQueue, Kind: WAW, Threads: true, Parallel: x.parallel()}
	x.locate(h, first)
	switch {
	case !first.write:
		h.Kind = WAR
	case !second.write:
		h.Kind = RAW
	}
	x.point(&h.First, first)
	x.point(&h.Second, second)
	h.Missing = x.missing(first, second.op)
	x.c.later(func() { h.Name = x.c.name(h.Buffer) })
	return h
}

// locate says in which group an access is that its own thread has not waited for.
func (x *simt) locate(h *Hazard, t *trace) {
	if t.group == nil {
		return
	}
	for id, q := range x.lanes[t.thread].queues {
		if i := slices.Index(q.groups, t.group); i >= 0 {
			h.Queue, h.Position = queueNumber(id), int64(len(q.groups)-1-i)
		}
	}
}

// parallel reports whether the threads are the iterations of a parallel loop.
func (x *simt) parallel() bool { return x.k.op.Def().Loop != nil && x.k.op.Def().Loop.Parallel }

// missing says what would order an access of an operation behind one of another thread.
func (x *simt) missing(first *trace, second *ir.Op) string {
	switch {
	case !x.parallel() && first.group == nil && first.op == second:
		return "an element for each thread, one thread that does it for all, or a barrier where the operation is repeated"
	case x.parallel():
		return "nothing orders the iterations of a parallel loop"
	case first.group == nil:
		return "a barrier between the two"
	case first.group.waited[first.thread] < 0:
		return "a wait of the thread that copies, and a barrier behind it"
	}
	return "a barrier behind the wait of the thread that copies"
}

func (x *simt) point(p *Point, t *trace) {
	*p = Point{Op: t.op, Kind: t.kind, Async: t.async, Text: t.op.Name(), Place: t.op.Span().String(), Thread: x.threadName(t.thread)}
}

// threadName returns the indices of a thread.
func (x *simt) threadName(t int) string {
	var parts []string
	for d, size := range x.k.size {
		if size > 1 {
			parts = append(parts, fmt.Sprintf("%s = %d", x.k.names[d], x.k.place(int64(t), d)))
		}
	}
	return strings.Join(parts, ", ")
}
