package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// never is returned as a distance if no two instances conflict.
const never = -1

// searchLimit limits the number of distances that are tried one by one. Beyond it, two accesses are assumed
// to conflict.
const searchLimit = 256

// model describes a pipelined loop for planning: statements, buffers, and the distances at which instances
// conflict. Iterations are counted from 0.
type model struct {
	statements []*statement // by index
	ordered    []*statement // by order
	maxStage   int
	trips      int64 // number of iterations, -1 when dynamic
	private    map[*ir.Value]*buffer
	groups     []*group // in the order of their commits
	queues     []*queue // by stage

	eval *analysis.Evaluator
	iv   *analysis.Symbol
	step int64 // of the induction variable; 0 if it is not constant
	// lower is the first value of the induction variable.
	lower analysis.Linear
	// pairs holds, by the indices of two statements, their accesses that may conflict.
	pairs [][]accessPair
	// later marks, by index, statements whose last instance must have completed when the loop ends.
	later []bool
	// distance holds, for the current numbers of versions, by the indices of an asynchronous statement p and
	// another statement s, how many iterations earlier an instance of p ran that must have completed before
	// s.
	distance []int64

	// Memory for reuse.
	recorder recorder   // of the last trace
	lines    []timeline // the last timelines
	sites    []int      // the last standing
}

// accessPair is an access of a statement and one of another that conflict at distances from lo to hi, in
// iterations. With exact they conflict at all of these distances, otherwise at some.
type accessPair struct {
	a, b   *analysis.Access
	buffer *buffer // nil when the buffer is not private
	lo, hi int64
	exact  bool
}

const unbounded = int64(1) << 62

// findConflicts finds, for all statements p and c, the pairs of their accesses that may have an element in
// common, where c runs some iterations after p.
func (m *model) findConflicts() {
	n := len(m.statements)
	m.pairs = make([][]accessPair, n*n)
	var all []accessPair // most pairs in one piece of memory
	for i, p := range m.statements {
		for j, c := range m.statements {
			first := len(all)
			all = m.appendConflicts(all, p, c)
			m.pairs[i*n+j] = all[first:len(all):len(all)]
			for _, pair := range m.pairs[i*n+j] {
				if b := pair.buffer; b != nil &&
					(len(b.users) == 0 || b.users[len(b.users)-1] != [2]*statement{p, c}) {
					b.users = append(b.users, [2]*statement{p, c})
				}
			}
		}
	}
}

func (m *model) appendConflicts(pairs []accessPair, p, c *statement) []accessPair {
	for i := range p.accesses {
		for j := range c.accesses {
			if pair, ok := m.pair(&p.accesses[i], &c.accesses[j]); ok {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// conflicts returns the pairs of accesses of p and c that may have an element in common, where c runs some
// iterations after p.
func (m *model) conflicts(p, c *statement) []accessPair {
	return m.pairs[p.index*len(m.statements)+c.index]
}

func (m *model) pair(a, b *analysis.Access) (accessPair, bool) {
	if !a.Writes() && !b.Writes() || a.Kind == ir.Allocate || b.Kind == ir.Allocate {
		return accessPair{}, false
	}
	if a.Buffer != nil && b.Buffer != nil && a.Buffer != b.Buffer {
		return accessPair{}, false
	}
	pair := accessPair{a: a, b: b, lo: -unbounded, hi: unbounded, exact: true}
	if a.Buffer == b.Buffer {
		pair.buffer = m.private[a.Buffer]
	}
	pair.exact = a.Lattice == nil && b.Lattice == nil
	for d := 0; d < len(a.Dims) && d < len(b.Dims); d++ {
		pair.exact = m.limit(&pair, &a.Dims[d], &b.Dims[d]) && pair.exact
	}
	return pair, pair.lo <= pair.hi
}

// limit reduces the distances of a pair to those at which the subscripts of one dimension overlap. It reports
// whether they overlap at all remaining distances.
func (m *model) limit(pair *accessPair, a, b *analysis.Range) bool {
	if a.Full || b.Full {
		return true
	}
	apart, ok := m.apart(a, b)
	if !ok {
		return false
	}
	exact := apart.Lo == apart.Hi && a.Step <= 1 && b.Step <= 1
	aLo, aHi := a.Lo, a.Hi
	bLo, bHi := apart.Lo+b.Lo, apart.Hi+b.Hi
	switch c := a.Base.Coef(m.iv) * m.step; {
	case c > 0:
		pair.lo, pair.hi = max(pair.lo, ceilDiv(aLo-bHi, c)), min(pair.hi, floorDiv(aHi-bLo, c))
	case c < 0:
		pair.lo, pair.hi = max(pair.lo, ceilDiv(bLo-aHi, -c)), min(pair.hi, floorDiv(bHi-aLo, -c))
	case a.Base.Coef(m.iv) != 0:
		return false // the step is not known
	case aHi < bLo || bHi < aLo:
		pair.lo, pair.hi = 1, 0
	}
	return exact
}

// apart returns the distance of b's base from a's base in one iteration. ok is false if the distance is not
// bounded, or is not the same in all iterations.
func (m *model) apart(a, b *analysis.Range) (apart analysis.Interval, ok bool) {
	if m.variesInside(a) {
		return apart, false
	}
	if a.Base.SameTerms(b.Base) {
		d := b.Base.Const - a.Base.Const
		return analysis.Interval{Lo: d, Hi: d}, true
	}
	if m.variesInside(b) || a.Base.Coef(m.iv) != b.Base.Coef(m.iv) {
		return apart, false
	}
	apart = b.Base.Sub(a.Base).Interval()
	return apart, apart.Lo > -analysis.Unbounded && apart.Hi < analysis.Unbounded
}

// variesInside reports whether the range depends on the iteration by a remainder or quotient.
func (m *model) variesInside(r *analysis.Range) bool {
	if !slices.ContainsFunc(r.Base.Terms, func(t analysis.Term) bool { return t.Sym.Mod+t.Sym.Div > 0 }) {
		return false
	}
	c := r.Base.Coef(m.iv)
	rest := r.Base.Sub(m.eval.Of(m.iv.Value).Scale(c))
	return !m.eval.Subst(rest, m.iv, analysis.Const(0)).Equal(rest)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// holdsAt reports whether the accesses conflict if b's statement runs delta iterations after a's.
func (m *model) holdsAt(pair *accessPair, delta int64) bool {
	if delta < pair.lo || delta > pair.hi {
		return false
	}
	if v := pair.buffer; v != nil && v.versions > 0 && delta%int64(v.versions) != 0 {
		return false
	}
	if v := pair.buffer; v != nil && v.versions == 0 && delta != 0 {
		return false
	}
	if pair.exact {
		return true
	}
	shifted := m.shift(*pair.b, delta)
	return analysis.Overlaps(pair.a, &shifted) && m.meets(pair, delta)
}

// maxTried limits the iterations that are tried one by one to decide whether two accesses overlap.
const maxTried = 128

// meets reports whether there are iterations, delta apart, in which two accesses overlap. If remainders and
// quotients leave it open and the loop has few iterations, meets tries each iteration with its number put in.
func (m *model) meets(pair *accessPair, delta int64) bool {
	if m.trips < 0 || m.trips > maxTried || !m.lower.IsConst() || m.step == 0 || pair.a.Lattice != nil ||
		pair.b.Lattice != nil {
		return true
	}
	for i := range m.trips - delta {
		a, b := m.inIteration(pair.a, i), m.inIteration(pair.b, i+delta)
		if analysis.Overlaps(&a, &b) {
			return true
		}
	}
	return false
}

// inIteration returns an access with the values of iteration i.
func (m *model) inIteration(a *analysis.Access, i int64) analysis.Access {
	at := analysis.Const(m.lower.Const + i*m.step)
	return a.Map(func(l analysis.Linear) analysis.Linear { return m.eval.Subst(l, m.iv, at) })
}

// shift returns an access with the values that it has delta iterations later.
func (m *model) shift(a analysis.Access, delta int64) analysis.Access {
	if delta == 0 {
		return a
	}
	later := m.eval.Of(m.iv.Value).AddConst(delta * m.step)
	return a.Map(func(l analysis.Linear) analysis.Linear {
		if m.step == 0 && !m.eval.Subst(l, m.iv, analysis.Const(0)).Equal(l) {
			return analysis.Linear{Terms: []analysis.Term{{Sym: m.eval.Fresh(), Coef: 1}}}
		}
		return m.eval.Subst(l, m.iv, later)
	})
}

// nearest returns the smallest distance, at least `from`, at which c conflicts with p, or never.
func (m *model) nearest(p, c *statement, from int64) int64 {
	best := int64(never)
	pairs := m.conflicts(p, c)
	for i := range pairs {
		if d := m.nearestOf(&pairs[i], from); d != never && (best == never || d < best) {
			best = d
		}
	}
	return best
}

func (m *model) nearestOf(pair *accessPair, from int64) int64 {
	last := pair.hi
	if m.trips >= 0 {
		last = min(last, m.trips-1)
	}
	first := max(from, pair.lo)
	if v := pair.buffer; v != nil && v.versions == 0 {
		last = min(last, 0) // different iterations use different copies
	}
	for d := first; d <= last; d++ {
		if d-first > searchLimit || m.holdsAt(pair, d) {
			return d
		}
	}
	return never
}

// precedes reports whether the pipeline issues p's instance of an iteration before c's instance of the
// iteration delta later.
func precedes(p, c *statement, delta int64) bool {
	lag := delta + int64(c.stage-p.stage)
	return lag > 0 || lag == 0 && p.order < c.order
}

// broken returns the first dependence between two instances that the schedule does not keep. For private
// buffers, only a dependence that more versions cannot restore is returned.
func (m *model) broken() (p, c *statement, pair *accessPair, delta int64) {
	for _, p := range m.statements {
		for _, c := range m.statements {
			pairs := m.conflicts(p, c)
			for i := range pairs {
				if d := m.brokenAt(p, c, &pairs[i]); d != never {
					return p, c, &pairs[i], d
				}
			}
		}
	}
	return nil, nil, nil, never
}

// brokenAt returns the smallest distance at which the schedule does not keep the order of the pair.
func (m *model) brokenAt(p, c *statement, pair *accessPair) int64 {
	first := int64(0)
	if p.index >= c.index {
		first = 1
	}
	last := int64(m.maxStage)
	if m.trips >= 0 {
		last = min(last, m.trips-1)
	}
	for d := first; d <= last; d++ {
		if !precedes(p, c, d) && m.holdsAt(pair, d) {
			return d
		}
	}
	return never
}

// checkLegal reports the first dependence that the annotation breaks.
func (m *model) checkLegal(loop *ir.Op) error {
	p, c, pair, d := m.broken()
	if p == nil {
		return m.checkPrints(loop)
	}
	err := loop.AttrErrorf(decisive(p, c), codeDependence,
		"the annotation runs statement %d (stage %d, order %d) before statement %d (stage %d, order %d), "+
			"on which it depends",
		c.index, c.stage, c.order, p.index, p.stage, p.order).
		Note(pair.a.Op.Span(), "statement %d %ss here", p.index, pair.a.Kind).
		Note(pair.b.Op.Span(), "statement %d %ss the same element %s", c.index, pair.b.Kind,
			iterationsLater(d))
	return err.Suggest("give statement %d a later stage, or a later order within the stage%s", c.index,
		privateHint(pair))
}

// decisive returns the annotation that puts one statement in front of the other: the stages or, if these are
// equal, the order.
func decisive(p, c *statement) string {
	if p.stage == c.stage {
		return pipeline.OrderAttr
	}
	return pipeline.StageAttr
}

func privateHint(pair *accessPair) string {
	if pair.buffer == nil && pair.a.Buffer != nil && pair.a.Buffer.DefiningOp() != nil {
		return "; a buffer that each iteration fills anew can be allocated inside of the loop"
	}
	return ""
}
