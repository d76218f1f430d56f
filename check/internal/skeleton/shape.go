package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// maxPeriod is the largest number of iterations after which subscripts may repeat if the loop is to be
// accelerated.
const maxPeriod = 1 << 16

// Shift returns by how much l changes when sym grows by d. It returns false if the change does not depend on
// d alone.
func Shift(l analysis.Linear, sym *analysis.Symbol, d int64) (int64, bool) {
	total := int64(0)
	for _, t := range l.Terms {
		by := t.Sym.Mod + t.Sym.Div
		switch {
		case t.Sym == sym:
			total += t.Coef * d
		case by > 0:
			s, ok := Shift(t.Sym.Arg, sym, d)
			if !ok || s%by != 0 {
				return 0, false
			}
			if t.Sym.Div > 0 {
				total += t.Coef * (s / by)
			}
		}
	}
	return total, true
}

// period returns the smallest m for which Shift(l, sym, m·d) is known.
func period(l analysis.Linear, sym *analysis.Symbol, d int64) int64 {
	m := int64(1)
	for _, t := range l.Terms {
		by := t.Sym.Mod + t.Sym.Div
		if by == 0 {
			continue
		}
		inner := period(t.Sym.Arg, sym, d)
		s, _ := Shift(t.Sym.Arg, sym, inner*d)
		m = Lcm(m, inner*(by/gcd(by, s)))
	}
	return m
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Lcm returns the least common multiple of a and b, or maxPeriod+1 if one of them exceeds maxPeriod.
func Lcm(a, b int64) int64 {
	if a > maxPeriod || b > maxPeriod {
		return maxPeriod + 1
	}
	return a / gcd(a, b) * b
}

// Symbols yields the symbols in l that stand for values, including those in remainders and quotients.
func Symbols(l analysis.Linear, yield func(*analysis.Symbol)) {
	for _, t := range l.Terms {
		if t.Sym.Mod+t.Sym.Div > 0 {
			Symbols(t.Sym.Arg, yield)
		} else {
			yield(t.Sym)
		}
	}
}

// loopShape describes how the accesses in a loop change from one iteration to the next.
type loopShape struct {
	// Regular says that the accesses and conditions repeat after each Period iterations, with moved
	// subscripts. All accesses to one buffer that is written move by the same distance.
	Regular bool
	Period  int64
	Step    int64
	Uses    []bufferUse // by the number of the buffer
	Any     bool        // an access may be to unknown memory
	// Waited has the waits in the loop, by queue. Commits says whether the loop commits anything.
	Waited  map[int64][]*ir.Op
	Awaits  []AwaitOp // waits for tokens
	Commits bool
	// Life has, for each asynchronous operation in the loop, the number of iterations after which no access
	// of the loop can conflict with it any more. An operation without such a number is missing.
	Life map[*Node]int64
	// Sizes are the sizes that the number of iterations or a condition in the loop depends on.
	Sizes []*ir.Value
}

// AwaitOp is a wait for tokens, or for groups of tokens.
type AwaitOp struct {
	Op   *ir.Op
	Pool bool
}

// bufferUse describes how a loop uses a buffer.
type bufferUse struct {
	Accesses int
	Written  bool
	Moves    bool // accesses move with the loop
	Slides   bool // in a dimension that is no ring
	dims     []dimUse
}

// dimUse describes the subscripts in one dimension.
type dimUse struct {
	seen, mixed bool // there are subscripts; they do not all belong to one ring
	spin        Spin
	walk        Walk
	moved       bool  // by is known
	by          int64 // in one period
}

// spins returns the ring of a dimension, false if it is none.
func (d *dimUse) spins() (Spin, bool) { return d.spin, d.seen && !d.mixed }

// Use returns how the loop uses a buffer.
func (s *loopShape) Use(of *Buffer) *bufferUse {
	if of.Number < len(s.Uses) {
		return &s.Uses[of.Number]
	}
	return &bufferUse{}
}

// SpinOf returns the ring of dimension d of a buffer in the loop, false if it is none.
func (s *loopShape) SpinOf(of *Buffer, d int) (Spin, bool) {
	if use := s.Use(of); d < len(use.dims) {
		return use.dims[d].spins()
	}
	return Spin{}, false
}

// Rings yields the rings: the numbers of their buffers and their dimensions.
func (s *loopShape) Rings(yield func(number, d int, ring Spin)) {
	for i := range s.Uses {
		for d := range s.Uses[i].dims {
			if ring, ok := s.Uses[i].dims[d].spins(); ok {
				yield(i, d, ring)
			}
		}
	}
}

// Walk describes a dimension in which subscripts grow by a constant, By, in each iteration. Ranges are the
// subscripts.
type Walk struct {
	By     int64
	Ranges []*analysis.Range
}

// Spin is a dimension that a loop uses as a ring: every subscript is a remainder modulo Mod of a number that
// grows by the same amount in each iteration. Two such subscripts are equal or not depending on the distance
// of their iterations only. So the loop can repeat its state before the ring has come round.
type Spin struct{ Mod, by int64 }

// Rotate returns the slot that corresponds to slot after a number of iterations.
func (s Spin) Rotate(slot, iterations int64) int64 {
	return ((slot+s.by*(iterations%s.Mod))%s.Mod + s.Mod) % s.Mod
}

// measure computes the shape of every loop among nodes.
func (p *Program) measure(nodes []*Node) {
	for _, n := range nodes {
		for list := range n.parts {
			p.measure(list)
		}
		switch n.Kind {
		case LoopNode:
			n.Shape = p.shapeOf(n)
		case CondNode:
			// otherwise the shape of the loop does it, if the condition is evaluated
			if !p.Look.Distances || n.Around == nil {
				p.noteOffsets(n.Test)
			}
		case GraphNode:
			for _, b := range n.Basics {
				p.noteOffsets(b.Test)
			}
		}
	}
}

func (p *Program) noteOffsets(t *Test) {
	if t == nil {
		return
	}
	p.noteOffset(t.free)
	p.noteOffsets(t.left)
	p.noteOffsets(t.right)
}

// shaper computes the shape of one loop.
type shaper struct {
	p     *Program
	loop  *Node
	shape *loopShape
	bases []movedBase
	all   []*analysis.Access
}

// movedBase is the subscript of one access in one dimension of its buffer.
type movedBase struct {
	use *bufferUse
	d   int
	r   *analysis.Range
}

func (b *movedBase) dim() *dimUse { return &b.use.dims[b.d] }

func (p *Program) shapeOf(loop *Node) *loopShape {
	r := p.LoopRange(loop)
	s := &shaper{p: p, loop: loop}
	s.shape = &loopShape{Regular: r.LowerKnown && r.Step > 0, Period: 1, Step: r.Step,
		Uses: make([]bufferUse, len(p.Numbered)), Waited: map[int64][]*ir.Op{}, Life: map[*Node]int64{}}
	s.size(r.SpanKnown, func() analysis.Linear { return p.LoopRange(loop).Span })
	if !s.shape.Regular {
		return s.shape
	}
	s.visit(loop.Body)
	s.findSpins()
	s.shape.Regular = s.shape.Regular && s.shape.Period <= maxPeriod && s.uniform()
	s.findWalks()
	if !p.Look.Distances {
		s.lives(loop.Body)
	}
	return s.shape
}

// size records the sizes that a trip count depends on, and the constants they are compared with.
func (s *shaper) size(known bool, form func() analysis.Linear) {
	if !known {
		return
	}
	_, free, _ := s.p.both(func() (analysis.Linear, bool) { return form(), true })
	s.sizeOf(free)
}

func (s *shaper) sizeOf(free analysis.Linear) {
	s.p.roots(free, 1, func(v *ir.Value, _ int64) {
		if !slices.Contains(s.shape.Sizes, v) {
			s.shape.Sizes = append(s.shape.Sizes, v)
		}
	})
	s.p.noteOffset(free)
}

func (s *shaper) visit(nodes []*Node) {
	for _, n := range nodes {
		for i := range n.Template {
			s.access(n, &n.Template[i])
		}
		switch n.Kind {
		case CondNode:
			s.test(n.Test)
		case LoopNode:
			r := s.p.LoopRange(n)
			s.fixed(r.Span)
			s.form(n, r.Lower)
			s.shape.Regular = s.shape.Regular && r.SpanKnown && r.LowerKnown
		case GraphNode:
			for _, b := range n.Basics {
				s.test(b.Test)
			}
		case CutNode:
			s.shape.Regular = false
		case CommitNode:
			s.shape.Commits = true
		case WaitNode:
			s.shape.Waited[n.Queue] = append(s.shape.Waited[n.Queue], n.Op)
			if n.Dynamic != nil {
				s.fixed(s.p.Ev.Eval(n.Dynamic))
			}
			if n.Token != nil {
				s.shape.Awaits = append(s.shape.Awaits, AwaitOp{Op: n.Op})
			}
		case AwaitNode:
			s.shape.Awaits = append(s.shape.Awaits, AwaitOp{n.Op, n.pooled})
		}
		for list := range n.parts {
			s.visit(list)
		}
	}
}

func (s *shaper) access(n *Node, a *pattern) {
	use := s.shape.Use(a.Of)
	use.Accesses++
	use.Written = use.Written || a.Writes()
	s.shape.Any = s.shape.Any || a.Buffer == nil
	s.all = append(s.all, &a.Access)
	if more := len(a.Dims) - len(use.dims); more > 0 {
		use.dims = append(use.dims, make([]dimUse, more)...)
	}
	if s.p.isRead(a.Of) || s.p.Look.Distances {
		return
	}
	for d := range a.Dims {
		if r := &a.Dims[d]; !r.Full {
			s.symbols(n, r.Base)
			s.bases = append(s.bases, movedBase{use, d, r})
		}
	}
}

func (s *shaper) test(t *Test) {
	if t == nil {
		return
	}
	if s.p.Look.Distances && !s.loop.ExecutesAll() && (t.open || s.opens(t)) {
		t.open = true
		return
	}
	switch t.kind {
	case compareTest:
		s.shape.Regular = s.shape.Regular && t.known
		s.form(nil, t.form)
		for _, l := range t.unsignedAt {
			s.form(nil, l)
		}
		s.sizeOf(t.free)
	case opaqueTest:
		s.fixed(t.form)
	case andTest, orTest:
		s.test(t.left)
		s.test(t.right)
	}
}

// opens reports whether a look by distances takes both branches of a condition, because the condition does
// not repeat within maxTestPeriod iterations.
func (s *shaper) opens(t *Test) bool {
	if t.kind != compareTest && t.kind != opaqueTest {
		return false
	}
	before := *s.shape
	defer func() { *s.shape = before }()
	s.shape.Regular, s.shape.Period = true, 1
	for _, l := range append([]analysis.Linear{t.form}, t.unsignedAt...) {
		s.form(nil, l)
	}
	if t.kind == opaqueTest {
		s.fixed(t.form)
	}
	return t.kind == compareTest && !t.known || !s.shape.Regular || s.shape.Period > maxTestPeriod
}

// fixed requires that a form is the same after each period.
func (s *shaper) fixed(l analysis.Linear) {
	s.form(nil, l)
	if d, ok := Shift(l, s.loop.Sym, s.shape.Period*s.shape.Step); !ok || d != 0 {
		s.shape.Regular = false
	}
}

// form lengthens the period as the form requires. The shape is not regular if another symbol of the form
// depends on the loop.
func (s *shaper) form(n *Node, l analysis.Linear) {
	s.shape.Period = Lcm(s.shape.Period, period(l, s.loop.Sym, s.shape.Step))
	s.symbols(n, l)
}

func (s *shaper) symbols(n *Node, l analysis.Linear) {
	Symbols(l, func(sym *analysis.Symbol) {
		v := sym.Value
		if n != nil && s.p.bindable[v] && !s.isIV(v) {
			n.Carried = true
		}
		if s.isIV(v) || slices.Contains(s.loop.Args, v) {
			return
		}
		if s.p.dependsOn(v, s.loop, map[*ir.Value]bool{}) {
			s.shape.Regular = false
		}
	})
}

func (s *shaper) isIV(v *ir.Value) bool {
	_, ok := s.p.forms[v]
	return ok
}

// findSpins finds the dimensions that are rings. Subscripts in other dimensions lengthen the period.
func (s *shaper) findSpins() {
	for i := range s.bases {
		one, ok := s.spinOf(s.bases[i].r)
		dim := s.bases[i].dim()
		dim.mixed = dim.mixed || !ok || dim.seen && dim.spin != one
		dim.spin, dim.seen = one, true
	}
	for i := range s.bases {
		if b := &s.bases[i]; b.dim().mixed {
			s.shape.Period = Lcm(s.shape.Period, period(b.r.Base, s.loop.Sym, s.shape.Step))
		}
	}
}

// spinOf returns the ring to which a subscript belongs. Apart from induction variables, the subscript must be
// constant.
func (s *shaper) spinOf(r *analysis.Range) (Spin, bool) {
	l := r.Base
	if r.Lo != 0 || r.Hi != 0 || l.Const != 0 || len(l.Terms) != 1 || l.Terms[0].Coef != 1 ||
		l.Terms[0].Sym.Mod == 0 {
		return Spin{}, false
	}
	arg, known := l.Terms[0].Sym.Arg, true
	Symbols(arg, func(sym *analysis.Symbol) { known = known && s.isIV(sym.Value) })
	by, ok := Shift(arg, s.loop.Sym, s.shape.Step)
	return Spin{l.Terms[0].Sym.Mod, by}, ok && known
}

// uniform checks that all accesses to a buffer that is written move by the same distance in each dimension.
func (s *shaper) uniform() bool {
	for i := range s.bases {
		b := &s.bases[i]
		use, dim := b.use, b.dim()
		by, spins := int64(0), false
		if one, ok := dim.spins(); ok {
			by, spins = one.by, true
		} else if by, ok = Shift(b.r.Base, s.loop.Sym, s.shape.Period*s.shape.Step); !ok {
			return false
		}
		use.Moves = use.Moves || by != 0
		use.Slides = use.Slides || by != 0 && !spins
		if dim.moved && dim.by != by && use.Written {
			return false
		}
		dim.by, dim.moved = by, true
	}
	return true
}

// findWalks finds the dimensions in which all accesses to a buffer move by a constant in each iteration.
func (s *shaper) findWalks() {
	for i := range s.bases {
		if b := &s.bases[i]; b.use.Slides && s.plain(b.r.Base) {
			w := &b.dim().walk
			w.By, _ = Shift(b.r.Base, s.loop.Sym, s.shape.Step)
			w.Ranges = append(w.Ranges, b.r)
		}
	}
}

// Walk returns how all accesses to a buffer move in dimension d, false if they do not move by a constant.
func (u *bufferUse) Walk(d int) (Walk, bool) {
	if d >= len(u.dims) {
		return Walk{}, false
	}
	w := u.dims[d].walk
	return w, w.By != 0 && len(w.Ranges) == u.Accesses
}

// lives computes for the asynchronous operations among nodes after how many iterations they cannot conflict
// with the loop any more.
func (s *shaper) lives(nodes []*Node) {
	for _, n := range nodes {
		if n.Kind == AsyncNode {
			if life, ok := s.lifeOf(n); ok {
				s.shape.Life[n] = life
			}
		}
		for list := range n.parts {
			s.lives(list)
		}
	}
}

// lifeOf returns the largest number of iterations until an access of n and an access of the loop are disjoint
// for good.
func (s *shaper) lifeOf(n *Node) (int64, bool) {
	life := int64(0)
	for i := range n.Template {
		for _, t := range s.all {
			one, ok := s.apart(&n.Template[i].Access, t)
			if !ok {
				return 0, false
			}
			life = max(life, one)
		}
	}
	if n.Kind == AsyncNode && n.Sync {
		return life, true
	}
	for list := range n.parts {
		for _, inner := range list {
			one, ok := s.lifeOf(inner)
			if !ok {
				return 0, false
			}
			life = max(life, one)
		}
	}
	return life, true
}

// apart returns the smallest number of iterations after which the access a is disjoint from all later
// accesses t.
func (s *shaper) apart(a, t *analysis.Access) (int64, bool) {
	if a.Buffer != nil && t.Buffer != nil && a.Buffer != t.Buffer || !a.Writes() && !t.Writes() {
		return 0, true
	}
	if a.Buffer == nil || t.Buffer == nil {
		return 0, false
	}
	for d := 0; d < len(a.Dims) && d < len(t.Dims); d++ {
		x, y := &a.Dims[d], &t.Dims[d]
		if x.Full || y.Full || !x.Base.SameTerms(y.Base) || !s.plain(x.Base) {
			continue
		}
		by, _ := Shift(x.Base, s.loop.Sym, s.shape.Step)
		c := x.Base.Const - y.Base.Const
		switch {
		case by > 0:
			return max(0, (c+x.Hi-y.Lo)/by+1), true
		case by < 0:
			return max(0, (y.Hi-c-x.Lo)/-by+1), true
		}
	}
	return 0, false
}

// plain reports whether a form is linear in the induction variable of the loop and depends on nothing else
// that varies in the loop.
func (s *shaper) plain(l analysis.Linear) bool {
	for _, t := range l.Terms {
		if t.Sym.Mod+t.Sym.Div > 0 || t.Sym != s.loop.Sym && s.p.Varies(t.Sym.Value) && !s.outside(t.Sym) {
			return false
		}
	}
	return true
}

// outside reports whether sym is the induction variable of a loop around this one.
func (s *shaper) outside(sym *analysis.Symbol) bool {
	for n := s.loop.Around; n != nil; n = n.Around {
		if n.Sym == sym {
			return true
		}
	}
	return false
}

// dependsOn reports whether v is computed, by arithmetic or carried values, from the induction variable of
// loop. Values that are read from memory are always unknown.
func (p *Program) dependsOn(v *ir.Value, loop *Node, seen map[*ir.Value]bool) bool {
	switch {
	case v == loop.Iv:
		return true
	case v == nil || seen[v]:
		return false
	}
	seen[v] = true
	for _, source := range p.sources(v) {
		if p.dependsOn(source, loop, seen) {
			return true
		}
	}
	return false
}

// sources returns the values from which v is computed.
func (p *Program) sources(v *ir.Value) []*ir.Value {
	var from []*ir.Value
	if form, ok := p.forms[v]; ok {
		Symbols(form, func(s *analysis.Symbol) { from = append(from, s.Value) })
	}
	if op := v.DefiningOp(); op != nil {
		if source.IsComputed(op) {
			return append(from, op.Operands()...)
		}
		return append(append(from, p.handed[v]...), yielded(op, v.Index())...)
	}
	loop := v.Owner().ParentOp()
	if loop == nil || loop.Def().Loop == nil || loop.Def().Loop.Inits == nil {
		return append(from, p.handed[v]...)
	}
	inits, args := loop.Def().Loop.Inits(loop)
	if i := slices.Index(args, v); i >= 0 && i < len(inits) {
		from = append(append(from, inits[i]), yielded(loop, i)...)
	}
	return from
}

// yielded returns the values that the regions of op return for result i.
func yielded(op *ir.Op, i int) []*ir.Value {
	var from []*ir.Value
	for _, r := range op.Regions() {
		if b := r.Entry(); b != nil && b.Last() != nil && i < b.Last().NumOperands() {
			from = append(from, b.Last().Operand(i))
		}
	}
	return from
}
