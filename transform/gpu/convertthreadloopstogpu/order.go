package convertthreadloopstogpu

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// phase is what the threads of a block do between two places where all of them are: a loop over threads, or
// an operation outside of such loops.
type phase struct {
	op       *ir.Op
	accesses []analysis.Access // to global memory
	async    bool
}

// orderGlobalMemory puts a barrier between phases that may exchange data in global memory. The loops of the
// kernel are still there.
func (k *kernel) orderGlobalMemory() {
	o := k.newOrderer()
	if a, _ := axisOf(k.top); a.thread {
		return // one phase
	}
	o.block(k.top.Body())
}

// orderer follows the phases of a kernel.
type orderer struct {
	k       *kernel
	ev      *analysis.Evaluator
	threads map[*analysis.Symbol]axis // the numbers of threads, one symbol for each axis
	open    []phase                   // since the last barrier, and asynchronous ones
}

// bind makes the variables of all loops over an axis of threads that start at 0 one symbol.
func (o *orderer) bind(v *ir.Value) (analysis.Linear, bool) {
	if v.Owner() == nil {
		return analysis.Linear{}, false
	}
	op := v.Owner().ParentOp()
	a, ok := axisOf(op)
	if !ok || !a.thread || v != op.Body().Arg(0) {
		return analysis.Linear{}, false
	}
	if t := o.ev.LoopRange(op.Def().Loop.Bounds(op, 0)); !t.LowerKnown || !t.Lower.IsConst() ||
		t.Lower.Const != 0 || t.Step != 1 {
		return analysis.Linear{}, false
	}
	sym := o.ev.SymbolOf(o.k.size(a).loop.Body().Arg(0))
	o.threads[sym] = a
	return analysis.Linear{Terms: []analysis.Term{{Sym: sym, Coef: 1}}}, true
}

func (o *orderer) block(b *ir.Block) {
	for op := range b.OpsWithoutTerminator() {
		a, bound := axisOf(op)
		switch {
		case op.IsBarrier():
			o.barrier()
		case op.IsAsync() || bound && a.thread || !bound && !divisible(op):
			o.phase(op)
		default:
			o.regions(op)
		}
	}
}

// regions follows what is in an operation; what a loop does may follow on itself.
func (o *orderer) regions(op *ir.Op) {
	rounds := 1
	if _, bound := axisOf(op); !bound && (op.Def().Loop != nil || op.NumRegions() > 1) {
		rounds = 2
	}
	for range rounds {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				o.block(b)
			}
		}
	}
}

func (o *orderer) barrier() {
	o.open = slices.DeleteFunc(o.open, func(p phase) bool { return !p.async })
}

// phase puts a barrier in front of an operation if one of the phases before it may be in conflict with it in
// another thread.
func (o *orderer) phase(op *ir.Op) {
	p := phase{op: op, async: op.IsAsync(),
		accesses: slices.DeleteFunc(slices.Clone(o.ev.Accesses(op)), isOwn)}
	if len(p.accesses) == 0 {
		return
	}
	if slices.ContainsFunc(o.open, func(earlier phase) bool { return o.conflict(earlier, p) }) &&
		!op.Prev().IsBarrier() {
		ir.At(op).Create(ir.OpState{Def: gpu.Barrier, Results: []ir.Type{}})
		o.barrier()
	}
	if !slices.ContainsFunc(o.open, func(q phase) bool { return q.op == op }) {
		o.open = append(o.open, p)
	}
}

// isOwn reports whether an access is to memory of the block or the thread, or allocates.
func isOwn(a analysis.Access) bool {
	if a.Kind == ir.Allocate {
		return true
	}
	return a.Buffer != nil && isKernelMemory(a.Buffer) ||
		a.Buffer != nil && a.Buffer.DefinedBy(memref.Alloca) != nil
}

func (o *orderer) conflict(p, q phase) bool {
	for i := range p.accesses {
		for j := range q.accesses {
			a, b := &p.accesses[i], &q.accesses[j]
			same := a.Buffer == nil || b.Buffer == nil || a.Buffer == b.Buffer
			if same && (a.Writes() || b.Writes()) && !o.ownElements(a.Op, b.Op) {
				return true
			}
		}
	}
	return false
}

// place is the element that an access begins with, as a number in its buffer: the part that the numbers of
// threads make, what is the same in the whole kernel, and multiples of what varies, with the intervals that
// these numbers are in.
type place struct {
	threads, uniform analysis.Linear
	varying          intervals // by coefficient, which is positive
	constant, width  int64
}

// interval is what numbers are in, both ends included.
type interval struct{ lo, hi int64 }

type intervals map[int64]interval

// or returns the entries of both.
func (s intervals) or(t intervals) intervals {
	both := maps.Clone(s)
	maps.Copy(both, t)
	return both
}

// apart returns the largest distance of a number in a from one in b.
func (a interval) apart(b interval) int64 { return max(a.hi-b.lo, b.hi-a.lo) }

// ownElements reports whether no two threads can access the same element, one by a and the other by b: the
// terms of their subscripts, in the order of their coefficients, are digits of a number, from the first one
// on that is a thread's.
func (o *orderer) ownElements(a, b *ir.Op) bool {
	x, ok := o.place(a)
	y, ok2 := o.place(b)
	if !ok || !ok2 {
		return o.ownByDimension(a, b)
	}
	if !x.threads.Equal(y.threads) || !x.uniform.Equal(y.uniform) {
		return false
	}
	left := o.k.sizes[1]
	threads := map[int64]int64{} // the largest difference of the numbers of two threads, by coefficient
	for _, t := range x.threads.Terms {
		d := o.threads[t.Sym].dim
		if threads[t.Coef] > 0 || left[d] == nil || t.Coef <= 0 {
			return false
		}
		threads[t.Coef] = left[d].n - 1
		left[d] = nil
	}
	if slices.ContainsFunc(left[:], func(s *size) bool { return s != nil && s.n > 1 }) {
		return false
	}
	return unique(x, y, threads)
}

// ownByDimension is ownElements for memory whose extents are not known: each axis of threads has a dimension
// whose subscripts tell its threads apart.
func (o *orderer) ownByDimension(a, b *ir.Op) bool {
	left := o.k.sizes[1]
	first, second := subscriptsOf(a), subscriptsOf(b)
	for d := range min(len(first), len(second)) {
		x, ok := o.split(o.ev.Eval(first[d].value))
		y, ok2 := o.split(o.ev.Eval(second[d].value))
		if !ok || !ok2 || !x.threads.Equal(y.threads) || !x.uniform.Equal(y.uniform) {
			continue
		}
		x.width, y.width = first[d].width, second[d].width
		threads := map[int64]int64{}
		for _, t := range x.threads.Terms {
			if s := o.k.sizes[1][o.threads[t.Sym].dim]; s != nil && t.Coef > 0 {
				threads[t.Coef] = s.n - 1
			}
		}
		if len(threads) < len(x.threads.Terms) || !unique(x, y, threads) {
			continue
		}
		for _, t := range x.threads.Terms {
			left[o.threads[t.Sym].dim] = nil
		}
	}
	return len(first) > 0 && !slices.ContainsFunc(left[:], func(s *size) bool { return s != nil && s.n > 1 })
}

// subscript is one of an access, with the number of elements from it on.
type subscript struct {
	value *ir.Value
	width int64
}

// subscriptsOf returns the subscripts of an operation that accesses one memory itself, nil for others.
func subscriptsOf(op *ir.Op) (list []subscript) {
	if op.Def().Effects == nil {
		return nil
	}
	effects := 0
	op.Def().Effects(op, func(e ir.Effect) {
		effects++
		m, ok := (*ir.MemRefType)(nil), false
		if e.Value != nil {
			m, ok = e.Value.Type().(*ir.MemRefType)
		}
		if !ok || e.Map != nil || !m.Ranked || len(e.Indices) != len(m.Shape) || rootOf(e.Value) != e.Value {
			return
		}
		for _, v := range e.Indices {
			list = append(list, subscript{v, 1})
		}
		if len(list) > 0 {
			list[len(list)-1].width = max(e.Extent, 1)
		}
	})
	if effects != 1 {
		return nil
	}
	return list
}

// unique reports whether the elements of two places are different ones, or of the same thread.
func unique(x, y place, threads map[int64]int64) bool {
	largest := maps.Clone(threads)
	distance := y.constant - x.constant
	for _, c := range slices.Backward(slices.Sorted(maps.Keys(x.varying.or(y.varying)))) {
		if _, both := threads[c]; both {
			return false
		}
		n := distance / c // of the constant is as if it varied
		distance -= n * c
		r := y.varying[c]
		largest[c] = x.varying[c].apart(interval{r.lo + n, r.hi + n})
	}
	span := max(distance, -distance) + max(x.width, y.width) - 1
	met := false
	reach := max(x.width, y.width) - 1
	digits := true
	for _, c := range slices.Sorted(maps.Keys(largest)) {
		_, isThread := threads[c]
		met = met || isThread
		digits = digits && (!met || c > span)
		span += c * largest[c]
		reach += c * largest[c]
	}
	return digits || max(distance, -distance) > reach
}

// place returns the place that an operation accesses, false if it is not one whose subscripts are known.
func (o *orderer) place(op *ir.Op) (p place, ok bool) {
	if op.Def().Effects == nil {
		return p, false
	}
	effects := 0
	op.Def().Effects(op, func(e ir.Effect) {
		effects++
		if e.Value == nil {
			return
		}
		m, isMemref := e.Value.Type().(*ir.MemRefType)
		if !isMemref || e.Map != nil || m.Layout != nil || !memref.IsStatic(m.Shape) ||
			len(e.Indices) != len(m.Shape) || rootOf(e.Value) != e.Value {
			return
		}
		total, stride := analysis.Linear{}, int64(1)
		for d := len(m.Shape) - 1; d >= 0; d-- {
			total = total.Add(o.ev.Eval(e.Indices[d]).Scale(stride))
			stride *= m.Shape[d]
		}
		p, ok = o.split(total)
		p.width = max(e.Extent, 1)
	})
	return p, ok && effects == 1
}

// split takes a number of an element apart.
func (o *orderer) split(total analysis.Linear) (place, bool) {
	p := place{constant: total.Const, varying: intervals{}}
	for _, t := range total.Terms {
		one := analysis.Linear{Terms: []analysis.Term{t}}
		if _, ok := o.threads[t.Sym]; ok {
			p.threads = p.threads.Add(one)
			continue
		}
		if o.isUniform(t.Sym) {
			p.uniform = p.uniform.Add(one)
			continue
		}
		r, ok := o.interval(t.Sym)
		if !ok {
			return p, false
		}
		if t.Coef < 0 {
			t.Coef, r = -t.Coef, interval{-r.hi, -r.lo}
		}
		have := p.varying[t.Coef]
		p.varying[t.Coef] = interval{have.lo + r.lo, have.hi + r.hi}
	}
	return p, true
}

// isUniform reports whether a symbol is the same number all over the kernel: it comes from outside, or is the
// number of the block.
func (o *orderer) isUniform(s *analysis.Symbol) bool {
	if s.Value == nil {
		return false
	}
	if b := s.Value.Owner(); b != nil {
		if a, ok := axisOf(b.ParentOp()); ok && !a.thread {
			return true
		}
	}
	return !o.k.inside(s.Value)
}

// interval returns the values of the variable of a loop with constant bounds.
func (o *orderer) interval(s *analysis.Symbol) (interval, bool) {
	if s.Value == nil || s.Value.Owner() == nil {
		return interval{}, false
	}
	op := s.Value.Owner().ParentOp()
	if op.Def().Loop == nil || op.Def().Loop.Dims(op) != 1 || op.Def().Loop.InductionVar(op, 0) != s.Value {
		return interval{}, false
	}
	t := o.ev.LoopRange(op.Def().Loop.Bounds(op, 0))
	if !t.LowerKnown || !t.Lower.IsConst() || t.Trips < 1 {
		return interval{}, false
	}
	return interval{t.Lower.Const, t.Lower.Const + (t.Trips-1)*t.Step}, true
}
