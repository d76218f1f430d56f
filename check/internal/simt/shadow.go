package simt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// area is a set of elements of a buffer that are identified by numbers.
type area struct {
	buffer *ir.Value
	inst   int64
	form   string // the part of the subscripts that is not known, and the same in all threads
}

// traces are the accesses to each element of an area with which later accesses must be compared. They are
// kept in pages of consecutive elements.
type traces struct {
	pages map[int64]*page
	last  *page // the page that was used last
	first int64 // number of the first element of last
}

// pageSize is the number of elements in a page.
const pageSize = 64

type page [pageSize]cell

// cell has the accesses to one element that nothing orders before later accesses.
type cell struct {
	list    []trace
	version uint32 // number of changes of the list
	last    int32  // index in the list of the last access
}

// at returns the cell of an element.
func (s *traces) at(element int64) *cell {
	if in := element - s.first; s.last != nil && in >= 0 && in < pageSize {
		return &s.last[in]
	}
	in := element & (pageSize - 1)
	s.first = element - in
	if s.last = s.pages[s.first]; s.last == nil {
		s.last = &page{}
		s.pages[s.first] = s.last
	}
	return &s.last[in]
}

// trace is an access of a thread.
type trace struct {
	*site
	thread, epoch int32
	group         *cohort // the group of an asynchronous access
	// version of the cell when this thread's access was last compared with the whole list
	version uint32
}

// site is an operation and one of the ways in which it accesses memory. Accesses of all threads share it.
type site struct {
	op     *ir.Op
	kind   ir.EffectKind
	write  bool
	atomic bool
	async  *ir.Op // the asynchronous operation that it belongs to
	number int
	met    []bool // by number, the sites of earlier accesses with which it has conflicted
}

// siteOf returns the site of an access of an operation.
func (x *Execution) siteOf(op *ir.Op, kind ir.EffectKind, async *ir.Op) *site {
	for _, s := range x.sites[op] {
		if s.kind == kind && s.async == async {
			return s
		}
	}
	s := &site{op: op, kind: kind, write: kind != ir.Read, atomic: op.IsAtomic(), async: async,
		number: x.siteCount}
	x.siteCount++
	x.sites[op] = append(x.sites[op], s)
	return s
}

// access executes the accesses of an operation in all active threads. unit is the unit of an asynchronous
// operation, nil for an access of the thread itself.
func (x *Execution) access(op *ir.Op, unit *string, scope *ir.Op) {
	if op.Has(ir.Terminator) || op.Def().Effects == nil {
		if !op.Has(ir.Terminator) {
			x.giveUp(op, "it is not known what '%s' accesses", op.Name())
		}
		return
	}
	for _, t := range x.active() {
		x.thread = t
		var group *cohort
		if unit != nil {
			group = x.lanes[t].open[*unit]
		}
		for i, a := range x.p.Ev.Accesses(op) {
			if op.Def().Collective && i%kernel.WarpSize != t%kernel.WarpSize {
				continue // another thread of the warp makes this access
			}
			if x.budget--; x.budget < 0 {
				x.giveUp(op, "the limit of accesses was reached")
				return
			}
			x.touch(&a, trace{site: x.siteOf(op, a.Kind, scope), thread: int32(t), epoch: int32(x.epoch),
				group: group})
		}
	}
}

// touch compares an access with those of other threads and records it.
func (x *Execution) touch(a *analysis.Access, one trace) {
	switch {
	case a.Kind == ir.Allocate:
		return
	case a.Buffer == nil:
		x.giveUp(one.op, "the memory that it accesses is not known")
		return
	case x.private(a.Buffer):
		return
	}
	elements, ok := x.elementsOf(a)
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
		shadow = &traces{pages: map[int64]*page{}}
		x.shadow[key] = shadow
	}
	x.c.Poll.Steps(len(elements))
	for _, at := range elements {
		if c := shadow.at(at); !c.settled(&one) {
			x.element(a.Buffer, c, &one)
		}
	}
}

// part says how a buffer is accessed: the unknown part of its subscripts, and whether there are writes.
type part struct {
	form  string
	write bool
}

// formOf returns an encoding of the part of an access's subscripts that is not a number. It is the same in
// all threads.
func formOf(a *analysis.Access) string {
	var b []byte
	for i := range a.Dims {
		l := a.Dims[i].Base
		l.Const = 0
		if !a.Dims[i].Full && !l.IsConst() {
			b = skeleton.AppendLinear(append(b, byte(i)), l)
		}
	}
	return string(b)
}

// settled reports whether a comparison of an access with the list is unnecessary: the list has not changed
// since two threads of its site, or its own thread, were compared. An access of the same site stands at the
// index of the last access or next to it.
func (c *cell) settled(one *trace) bool {
	for i := max(int(c.last)-1, 0); i < min(int(c.last)+3, len(c.list)); i++ {
		e := &c.list[i]
		if !e.isLike(one) || e.version != c.version {
			continue
		}
		next := i + 1
		if e.thread == one.thread ||
			next < len(c.list) && c.list[next].isLike(one) && c.list[next].version == c.version {
			c.last = int32(i)
			return true
		}
	}
	return false
}

// isLike reports whether two accesses differ only in their threads.
func (t *trace) isLike(one *trace) bool {
	return t.site == one.site && t.group == one.group && t.epoch == one.epoch
}

// element compares an access to one element of a buffer with the traces of the element, and updates them. Of
// each thread and site it keeps the last access, because whatever does not order the last access does not
// order earlier ones either. Of each site it keeps two threads.
func (x *Execution) element(buffer *ir.Value, c *cell, one *trace) {
	list, kept, own := c.list, 0, -1
	var like []int // indices of other threads of the site
	for i := range list {
		old := &list[i]
		if x.ordered(old) {
			continue
		}
		if old.thread != one.thread && (old.write || one.write) && !(old.atomic && one.atomic) &&
			!one.hasMet(old.site) {
			x.meet(buffer, old, one)
		}
		if kept != i {
			list[kept] = *old
		}
		if old.site == one.site && old.thread == one.thread {
			list[kept], own = *one, kept
		} else if old.isLike(one) {
			like = append(like, kept)
		}
		kept++
	}
	if kept < len(list) {
		clear(list[kept:])
		c.version++
	}
	if list = list[:kept]; own < 0 && len(like) < 2 {
		own = kept
		list = append(list, *one)
		c.version++
		if len(like) == 1 && list[like[0]].version == c.version-1 {
			list[like[0]].version++ // it was compared with the new access just now
		}
	}
	c.list = list
	if own >= 0 && !x.guess { // conflicts of a guess are not reported
		list[own].version, c.last = c.version, int32(own)
	}
}

// ordered reports whether a barrier orders an access before the present accesses of other threads.
func (x *Execution) ordered(t *trace) bool {
	if t.group == nil {
		return int(t.epoch) < x.epoch
	}
	waited := t.group.waited[t.thread]
	return waited >= 0 && int(waited) < x.epoch
}

// private reports whether every thread has its own copy of a buffer: the thread allocates it, and does not
// share it.
func (x *Execution) private(v *ir.Value) bool {
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
	case strings.Contains(space, "workgroup"), strings.Contains(space, "shared"),
		strings.HasPrefix(space, "3"):
		return false
	}
	def := v.DefiningOp()
	return def != nil && x.k.Op.IsAncestorOf(def) && source.Allocates(def)
}

// maxElements is the largest number of elements that one access of a thread may have.
const maxElements = 4096

// elementsOf returns the numbers of the elements of an access, row by row. The next call overwrites the
// slice.
func (x *Execution) elementsOf(a *analysis.Access) ([]int64, bool) {
	t, ok := a.Buffer.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil, false
	}
	if a.Lattice != nil {
		return latticeElements(a, t)
	}
	list, spare := append(x.numbers[0][:0], 0), x.numbers[1]
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
		next := spare[:0]
		for _, at := range list {
			for i := lo; i <= hi; i += step {
				next = append(next, at*stride+i)
			}
		}
		list, spare = next, list
	}
	x.numbers = [2][]int64{list, spare}
	return list, true
}

// numbered returns the number of elements along a dimension, for numbering elements.
func numbered(size int64) int64 {
	if size == ir.Dynamic {
		return 1 << 20
	}
	return size
}

// latticeElements returns the numbers of the elements of an access that has only some elements of a box.
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

// hasMet reports whether an access of site s has conflicted with an earlier access of site first.
func (s *site) hasMet(first *site) bool { return first.number < len(s.met) && s.met[first.number] }

// meets records such a conflict.
func (s *site) meets(first *site) {
	if n := first.number + 1; n > len(s.met) {
		s.met = append(s.met, make([]bool, n-len(s.met))...)
	}
	s.met[first.number] = true
}

// meet reports a pair of accesses: as a hazard, or as writes of equal values. It reports each pair of
// operations once of either kind.
func (x *Execution) meet(buffer *ir.Value, first, second *trace) {
	if x.guess {
		return
	}
	second.meets(first.site)
	report, seen := x.report, encounter{first.op, second.op, x.agree(first, second)}
	if seen.Agree {
		report = x.Remark
	}
	if x.Seen[seen] {
		return
	}
	x.Seen[seen] = true
	if report != nil {
		report(x.hazard(buffer, first, second))
	}
}

// encounter is a pair of accesses of different threads.
type encounter struct {
	first, second *ir.Op
	Agree         bool
}

// agree reports whether two accesses are writes of equal values to the same bytes.
func (x *Execution) agree(first, second *trace) bool {
	if first.kind != ir.Write || second.kind != ir.Write || first.atomic || second.atomic {
		return false
	}
	if x.equal == nil {
		x.equal = analysis.NewEqualStores(x.k.Op, true)
	}
	return x.equal.Equal(first.op, second.op)
}

// hazard describes a pair of accesses.
func (x *Execution) hazard(buffer *ir.Value, first, second *trace) *hazard.Hazard {
	h := &hazard.Hazard{Buffer: buffer, Queue: source.NoQueue, Kind: hazard.WAW, Threads: true,
		Parallel: x.parallel()}
	x.locate(h, first)
	switch {
	case !first.write:
		h.Kind = hazard.WAR
	case !second.write:
		h.Kind = hazard.RAW
	}
	x.point(&h.First, first)
	x.point(&h.Second, second)
	if h.Missing = x.missing(first, second.op); h.Missing == hazard.MissingBarrierBehind {
		h.Wait = first.group.wait
	}
	x.c.Later(func() { h.Name = x.c.Name(h.Buffer) })
	return h
}

// locate adds to a hazard the group of an access, if its own thread has not waited for the group.
func (x *Execution) locate(h *hazard.Hazard, t *trace) {
	if t.group == nil {
		return
	}
	for id, q := range x.lanes[t.thread].queues {
		if i := slices.Index(q.groups, t.group); i >= 0 {
			h.Queue, h.Position = source.QueueNumber(id), int64(len(q.groups)-1-i)
		}
	}
}

// parallel reports whether the threads are the iterations of a parallel loop.
func (x *Execution) parallel() bool { return x.k.Op.Def().Loop != nil && x.k.Op.Def().Loop.Parallel }

// missing describes the synchronization that would order an access before an operation of another thread.
func (x *Execution) missing(first *trace, second *ir.Op) string {
	switch {
	case !x.parallel() && first.group == nil && first.op == second:
		return "an element for each thread, one thread that does it for all, or a barrier where the " +
			"operation is repeated"
	case x.parallel():
		return "nothing orders the iterations of a parallel loop"
	case first.group == nil:
		return hazard.MissingBarrier
	case first.group.waited[first.thread] < 0:
		return hazard.MissingWait
	}
	return hazard.MissingBarrierBehind
}

func (x *Execution) point(p *hazard.Point, t *trace) {
	*p = hazard.Point{Op: t.op, Kind: t.kind, Async: t.async, Text: t.op.Name(), Place: t.op.Span().String(),
		Thread: x.threadName(int(t.thread))}
}

// threadName returns the indices of a thread.
func (x *Execution) threadName(t int) string {
	var parts []string
	for d, size := range x.k.Size {
		if size > 1 {
			parts = append(parts, fmt.Sprintf("%s = %d", x.k.Names[d], x.k.Place(int64(t), d)))
		}
	}
	return strings.Join(parts, ", ")
}
