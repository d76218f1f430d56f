package analysis

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Accesses returns all accesses of op, with all operations in it, to memory that exists outside of op, in
// program order. For induction variables of loops in op it takes the intervals of their values.
func (e *Evaluator) Accesses(op *ir.Op) []Access {
	if op.Has(ir.Pure) {
		return nil
	}
	e.forget()
	s := &e.walk
	s.begin(e, op)
	s.visit(op)
	clear(e.local)
	found := e.accessSlab.take(len(s.out))
	copy(found, s.out)
	return found
}

// summary is the state of one walk over an operation.
type summary struct {
	e      *Evaluator
	top    *ir.Op
	loops  []loopRange // the loops between top and the visited operation
	must   bool        // the visited operation runs whenever top does
	out    []Access
	at     *ir.Op          // the operation whose effects are added
	effect func(ir.Effect) // adds the access of one effect
	used   []*Symbol       // the loops whose variables the subscripts of one access contain, see widener.use
}

// begin starts a walk, and reuses the memory of the last one.
func (s *summary) begin(e *Evaluator, op *ir.Op) {
	s.e, s.top, s.must = e, op, true
	e.at = op
	s.loops, s.out = s.loops[:0], s.out[:0]
	if s.effect != nil {
		return
	}
	s.effect = func(eff ir.Effect) {
		if eff.Value != nil {
			s.add(s.at, eff)
		}
	}
}

// loopRange describes the values of an induction variable: lower, lower+step, ..., trips of them. trips is -1
// if the number is not known.
type loopRange struct {
	sym   *Symbol
	lower Linear
	known bool // lower
	step  int64
	trips int64
}

// visit adds the accesses of op and its regions. An operation without effects and other interfaces may access
// any memory.
func (s *summary) visit(op *ir.Op) {
	def := op.Def()
	switch {
	case op.Has(ir.Pure):
		return
	case def.Effects != nil:
		s.visitEffects(op)
	case op.Name() == opLaunchFunc:
		s.visitLaunch(op)
	case op.Has(ir.RecursiveEffects), op.Has(ir.Terminator) && !def.Unregistered:
		s.visitRegions(op)
	case s.e.Reads != nil && s.e.Reads(op):
		s.visitReads(op)
	case s.visitDeclared(op):
	default:
		s.out = append(s.out, Access{Op: op, Kind: ir.Read}, Access{Op: op, Kind: ir.Write})
	}
}

// opLaunchFunc launches a kernel of another module.
const opLaunchFunc = "gpu.launch_func"

// visitLaunch adds the possible accesses of a kernel to the memory that is passed to it. A kernel accesses no
// other memory of the host.
func (s *summary) visitLaunch(op *ir.Op) {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			continue
		}
		root := s.e.resolve(v, shown{}, s.widened).buffer
		s.out = append(s.out, Access{Op: op, Kind: ir.Read, Buffer: root})
		if s.e.Writes == nil || s.e.Writes(op, v) {
			s.out = append(s.out, Access{Op: op, Kind: ir.Write, Buffer: root})
		}
	}
}

// visitReads adds reads of the memory in the operands of an operation.
func (s *summary) visitReads(op *ir.Op) {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			s.out = append(s.out,
				Access{Op: op, Kind: ir.Read, Buffer: s.e.resolve(v, shown{}, s.widened).buffer})
		}
	}
}

// visitDeclared adds what a call of a declared function does to the memory in its operands. It reports false
// if the declaration does not say that.
func (s *summary) visitDeclared(call *ir.Op) bool {
	if s.e.Declared == nil {
		return false
	}
	access, ok := s.e.Declared(call)
	if !ok || len(access) != call.NumOperands() {
		return false
	}
	for i, v := range call.Operands() {
		if _, isMemory := v.Type().(*ir.MemRefType); !isMemory {
			continue
		}
		if access[i].Reads {
			s.add(call, ir.Effect{Kind: ir.Read, Value: v})
		}
		if access[i].Writes {
			s.add(call, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return true
}

// visitEffects adds the effects that op declares. If op has regions and the accesses in them are known, it
// adds these instead, because they are more precise. If an access in the regions is not known, the declared
// effects stand for it.
func (s *summary) visitEffects(op *ir.Op) {
	before := len(s.out)
	if op.Has(ir.RecursiveEffects) && op.NumRegions() > 0 {
		s.visitRegions(op)
		if !slices.ContainsFunc(s.out[before:], func(a Access) bool { return a.Buffer == nil }) {
			return
		}
	}
	nested, must := len(s.out), s.must
	s.must = must && nested == before // the accesses of unknown code may happen
	s.at = op
	op.Def().Effects(op, s.effect)
	s.must = must
	if len(s.out) > nested {
		s.out = slices.Delete(s.out, before, nested)
	}
}

func (s *summary) visitRegions(op *ir.Op) {
	must, loops := s.must, len(s.loops)
	if loop := op.Def().Loop; loop != nil {
		if !s.enterLoop(op, loop) {
			return // no iteration
		}
	} else if op.Def().RegionSuccessors != nil && !RunsOnce(op) {
		s.must = false // a branch, or a loop with an unknown number of iterations
	}
	for _, r := range op.Regions() {
		for i, b := range r.Blocks() {
			s.must = s.must && i == 0 // control may bypass each block but the first
			for inner := range b.Ops() {
				s.visit(inner)
			}
		}
	}
	s.must, s.loops = must, s.loops[:loops]
}

// enterLoop adds the loop's dimensions to loops. It returns false if the loop certainly has no iteration.
func (s *summary) enterLoop(op *ir.Op, loop *ir.LoopInterface) bool {
	for d := range loop.Dims(op) {
		iv := loop.InductionVar(op, d)
		bounds := loop.Bounds(op, d)
		r := s.e.loopRange(bounds)
		if bounds.Unsigned && !r.SpanKnown {
			r.LowerKnown = false // the variable may be negative
		}
		switch {
		case r.Trips == 0:
			return false
		case r.Trips == 1:
			s.e.know(iv, r.Lower)
			continue
		case r.Trips < 0:
			s.must = false
		}
		s.loops = append(s.loops, loopRange{s.e.SymbolOf(iv), r.Lower, r.LowerKnown, r.Step, r.Trips})
		s.e.know(iv, s.e.Of(iv))
	}
	return true
}

// know gives the induction variable of a loop in the summarized operation a form, until the summary is
// complete.
func (e *Evaluator) know(iv *ir.Value, l Linear) {
	if e.local == nil {
		e.local = map[*ir.Value]Linear{}
	}
	e.local[iv] = l
}

// Trip describes the values of an induction variable: Lower + k·Step for k in [0, Trips). Trips is -1 if the
// number is not a known constant.
type Trip struct {
	Lower      Linear
	LowerKnown bool
	Step       int64 // 0 when not known
	Trips      int64
	// Span is Upper - Lower, valid if SpanKnown.
	Span      Linear
	SpanKnown bool
}

// LoopRange evaluates the bounds of a loop.
func (e *Evaluator) LoopRange(b ir.LoopBounds) Trip {
	e.forget()
	return e.loopRange(b)
}

// loopRange is LoopRange within an evaluation, so that it uses the bindings of enclosing loops.
func (e *Evaluator) loopRange(b ir.LoopBounds) Trip {
	t := Trip{Trips: -1, Step: b.Step.Const}
	if b.Step.Value != nil {
		if step := e.eval(b.Step.Value); step.IsConst() {
			t.Step = step.Const
		} else {
			t.Step = 0
			e.follow.decided(step)
		}
	}
	l, okL := e.bound(+1, b.Lower, b.LowerOperands)
	u, ok := e.bound(-1, b.Upper, b.UpperOperands)
	l, u = e.number(l), e.number(u)
	if okL {
		t.Lower, t.LowerKnown = l, true
	}
	if !ok || !t.LowerKnown {
		return t
	}
	if b.Unsigned && !(l.IsConst() && u.IsConst() && l.Const >= 0 && u.Const >= 0) {
		return t // negative bounds are large unsigned numbers
	}
	t.Span, t.SpanKnown = u.Sub(t.Lower), true
	switch {
	case t.Step <= 0:
	case t.Lower.IsConst() && u.IsConst():
		t.Trips = trips(t.Lower.Const, u.Const, t.Step)
	case t.Span.IsConst():
		t.Trips = trips(0, t.Span.Const, t.Step)
	default:
		e.follow.decided(t.Span)
	}
	return t
}

// trips returns the number of iterations from lower to upper, -1 if the number does not fit in 64 bits. The
// distance of the bounds may not fit either.
func trips(lower, upper, step int64) int64 {
	if lower >= upper {
		return 0
	}
	n := (uint64(upper)-uint64(lower)-1)/uint64(step) + 1
	if n > math.MaxInt64 {
		return -1
	}
	return int64(n)
}

// bound returns the largest (sign +1) or smallest (-1) of the results of a map.
func (e *Evaluator) bound(sign int, m *affine.Map, operands []*ir.Value) (Linear, bool) {
	if isIdentity(m) {
		return e.eval(operands[0]), true
	}
	results := e.applyMap(m, operands)
	if len(results) == 0 || slices.Contains(results, nil) {
		return Linear{}, false
	}
	best, ok := *results[0], true
	for _, r := range results[1:] {
		first := best
		if best, ok = extremum(sign, e.number(first), e.number(*r)); !ok {
			e.follow.decided(first, *r)
			return Linear{}, false
		}
	}
	return best, true
}

// add adds the access of one effect, translated to the root buffer.
func (s *summary) add(op *ir.Op, eff ir.Effect) {
	dims, exact := s.dims(eff)
	found := s.e.resolve(eff.Value, shown{dims: dims, exact: exact}, s.widened)
	if found.buffer != nil && s.insideTop(found.buffer) {
		return
	}
	s.out = append(s.out,
		Access{Op: op, Kind: eff.Kind, Buffer: found.buffer, Dims: found.dims, Lattice: found.lattice,
			Must: s.must && found.exact})
}

// insideTop reports whether the buffer exists only within the summarized operation. A global exists outside,
// although memref.get_global may stand inside.
func (s *summary) insideTop(root *ir.Value) bool {
	def := root.DefiningOp()
	return def != nil && def != s.top && s.top.IsAncestorOf(def) && s.e.allocates(def)
}

// dims returns the accessed ranges in the effect's own memref, before views are followed.
func (s *summary) dims(eff ir.Effect) (dims []Range, exact bool) {
	t, ok := eff.Value.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil, eff.Whole
	}
	if eff.Whole || eff.Map == nil && eff.Indices == nil && len(t.Shape) > 0 {
		return s.e.whole(eff.Value), eff.Whole // without subscripts it may be any element
	}
	w := newWidener(s)
	dims = s.subscripts(eff, &w)
	if n := len(dims); eff.Map == nil && n < len(t.Shape) { // any element of the remaining dimensions
		return append(slices.Clone(dims), s.e.whole(eff.Value)[n:]...), false
	}
	if n := len(dims); eff.Extent > 1 && n > 0 {
		if r := &dims[n-1]; !r.Full {
			r.lengthen(eff.Extent)
		}
	}
	return dims, w.exact
}

// subscripts returns the range of each subscript of the effect.
func (s *summary) subscripts(eff ir.Effect, w *widener) []Range {
	if eff.Map != nil {
		forms := s.e.applyMap(eff.Map, eff.Indices)
		if len(forms) == 0 {
			return nil // of a memref of rank 0
		}
		dims := s.e.rangeSlab.take(len(forms))
		for i, l := range forms {
			dims[i] = w.widen(l)
		}
		if !w.exact && !slices.Contains(forms, nil) {
			s.refine(w, dims, func(i int) Linear { return *forms[i] })
		}
		return dims
	}
	if len(eff.Indices) == 0 {
		return nil
	}
	dims := s.e.rangeSlab.take(len(eff.Indices))
	for i, v := range eff.Indices {
		l := s.e.eval(v)
		dims[i] = w.widen(&l)
	}
	if !w.exact {
		s.refine(w, dims, func(i int) Linear { return s.e.eval(eff.Indices[i]) })
	}
	return dims
}

// refine checks by enumeration whether all elements are accessed.
func (s *summary) refine(w *widener, dims []Range, form func(i int) Linear) {
	if len(s.loops) == 0 || slices.ContainsFunc(dims, func(r Range) bool { return r.Full }) {
		return
	}
	forms := make([]Linear, len(dims))
	for i := range dims {
		forms[i] = form(i)
	}
	w.exact = w.fills(forms, dims)
}

// widened returns the range of a form that is no subscript by itself: a view's offset.
func (s *summary) widened(l Linear) Range {
	w := newWidener(s)
	return w.widen(&l)
}
