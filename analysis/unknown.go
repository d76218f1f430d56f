package analysis

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis/presburger"
)

// number is an integer as a sum of the variables of a meeting. Each variable occurs once, in order.
type number struct {
	presburger.Sum
	loose bool // it is known only modulo 2⁶⁴
}

// knowledge holds the limits of a variable, and whether the variable depends on numbers that are passed to
// the function.
type knowledge struct {
	limits [assumptions]Interval
	handed bool
}

// assumption says for which sizes limits hold: for any sizes, for sizes assumed in arithmetic of 64 bits, or
// for sizes assumed in arithmetic of fewer bits.
type assumption int

const (
	anySize assumption = iota
	atMostLarge
	atMostSmall
	assumptions
)

// from returns knowledge with limits that hold for any sizes.
func from(i Interval) knowledge { return knowledge{limits: [assumptions]Interval{i, i, i}} }

func integer(n int64) number { return number{Sum: presburger.Sum{Const: n}} }

// variable returns a new variable.
func (m *Meeting) variable(k knowledge) number {
	v := m.problem.Variable()
	m.known = append(m.known, k)
	n := number{Sum: presburger.Sum{Terms: []presburger.Term{{Var: v, Coef: 1}}}}
	m.within(n, k.limits[anySize])
	return n
}

// within requires that a number lies in an interval.
func (m *Meeting) within(n number, i Interval) {
	if i.Lo > -Unbounded {
		m.require(presburger.NotNegative(n.plus(-i.Lo).Sum))
	}
	if i.Hi < Unbounded {
		m.require(presburger.NotNegative(n.times(-1).plus(i.Hi).Sum))
	}
}

func (n number) plus(c int64) number {
	n.Const += c
	return n
}

func (n number) times(k int64) number {
	if k == 0 {
		return integer(0)
	}
	terms := make([]presburger.Term, len(n.Terms))
	for i, t := range n.Terms {
		terms[i] = presburger.Term{Var: t.Var, Coef: t.Coef * k}
	}
	return number{presburger.Sum{Const: n.Const * k, Terms: terms}, n.loose}
}

func (n number) add(o number) number {
	sum := presburger.Sum{Const: n.Const + o.Const}
	i, j := 0, 0
	for i < len(n.Terms) || j < len(o.Terms) {
		switch {
		case j == len(o.Terms) || i < len(n.Terms) && n.Terms[i].Var < o.Terms[j].Var:
			sum.Terms = append(sum.Terms, n.Terms[i])
			i++
		case i == len(n.Terms) || o.Terms[j].Var < n.Terms[i].Var:
			sum.Terms = append(sum.Terms, o.Terms[j])
			j++
		default:
			if c := n.Terms[i].Coef + o.Terms[j].Coef; c != 0 {
				sum.Terms = append(sum.Terms, presburger.Term{Var: n.Terms[i].Var, Coef: c})
			}
			i, j = i+1, j+1
		}
	}
	return number{sum, n.loose || o.loose}
}

func (n number) minus(o number) number { return n.add(o.times(-1)) }

func (n number) isConst() bool { return len(n.Terms) == 0 }

func (n number) equal(o number) bool {
	return n.Const == o.Const && n.loose == o.loose && slices.Equal(n.Terms, o.Terms)
}

func (n number) key() string { return fmt.Sprint(n.Sum) }

// interval returns limits of a number, from those of its variables. It has no limits for numbers that an
// Interval cannot represent.
func (m *Meeting) interval(n number, under assumption) Interval {
	if !n.moderate() {
		return everything
	}
	sum := Interval{saturate(n.Const), saturate(n.Const)}
	for _, t := range n.Terms {
		s := m.known[t.Var].limits[under].scale(t.Coef)
		sum = Interval{saturatingAdd(sum.Lo, s.Lo), saturatingAdd(sum.Hi, s.Hi)}
	}
	if sum.Lo >= Unbounded || sum.Hi <= -Unbounded {
		return everything
	}
	return sum
}

func (m *Meeting) hard(n number) Interval { return m.interval(n, anySize) }

// moderate reports whether a number is small enough that sums of a few such numbers do not overflow.
func (n number) moderate() bool {
	const most = 1 << 59
	return max(n.Const, -n.Const) < most && n.Const > -most &&
		!slices.ContainsFunc(n.Terms, func(t presburger.Term) bool {
			return t.Coef >= most || t.Coef <= -most
		})
}

// fits reports whether a number, given modulo 2⁶⁴, is a signed number of w bits. If this needs an assumption
// on sizes, fits records the assumption.
func (m *Meeting) fits(n number, w uint32) bool {
	under := atMostLarge
	if w < 64 {
		under = atMostSmall
	}
	switch {
	case !n.moderate():
		return false
	case m.hard(n).fits(w):
		return true
	case w < assumingWidth || m.Evaluator.Strict || !m.interval(n, under).fits(w):
		return false
	}
	if w < 64 || m.handed(n) {
		m.Evaluator.assume(w)
	}
	return true
}

// handed reports whether a number depends on numbers that are passed to the function.
func (m *Meeting) handed(n number) bool {
	return slices.ContainsFunc(n.Terms, func(t presburger.Term) bool { return m.known[t.Var].handed })
}

// wrapped returns the signed number of w bits that is congruent to n. For 1 bit it is 0 or 1.
func (m *Meeting) wrapped(n number, w uint32) number {
	half := int64(1) << (w - 1)
	switch {
	case w == 1:
		_, rest := m.divided(n.modulo(1), 2)
		return rest
	case m.fits(n, w):
		n.loose = false
		return n
	case w >= 64:
		n.loose = true
		return n
	case w > 32:
		return m.variable(from(Interval{max(-half, -Unbounded), min(half-1, Unbounded)}))
	}
	n = n.modulo(w)
	_, rest := m.divided(n.plus(half), 2*half)
	return rest.plus(-half)
}

// modulo returns a number with small coefficients that is congruent to n modulo 2ʷ.
func (n number) modulo(w uint32) number {
	out := integer(signed(n.Const, w))
	for _, t := range n.Terms {
		if c := signed(t.Coef, w); c != 0 {
			out.Terms = append(out.Terms, presburger.Term{Var: t.Var, Coef: c})
		}
	}
	return out
}

// exactly returns the exact number for one that is known modulo 2⁶⁴.
func (m *Meeting) exactly(n number) number {
	if !n.loose {
		return n
	}
	key := n.key()
	if m.exact == nil {
		m.exact = map[string]number{}
	}
	if _, ok := m.exact[key]; !ok {
		m.exact[key] = m.variable(from(everything))
	}
	return m.exact[key]
}

// of returns the knowledge of a number that is computed from n. f computes its limits from those of n.
func (m *Meeting) of(n number, f func(Interval) Interval) knowledge {
	k := knowledge{handed: m.handed(n)}
	for under := range assumptions {
		k.limits[under] = f(m.interval(n, under))
	}
	return k
}

// join returns the knowledge of a number that is one of two numbers.
func (k knowledge) join(o knowledge) knowledge {
	k.handed = k.handed || o.handed
	for under := range assumptions {
		k.limits[under] = k.limits[under].join(o.limits[under])
	}
	return k
}

func same(i Interval) Interval { return i }

// divided returns quotient and remainder of a division by a positive constant, rounded down.
func (m *Meeting) divided(n number, by int64) (quotient, rest number) {
	if by == 1 {
		return n, integer(0)
	}
	if i := m.hard(n); i.bounded() && i.floorDiv(by).single() {
		q := i.floorDiv(by).Lo
		return integer(q), n.plus(-q * by)
	}
	if whole, part := n.split(by); len(whole.Terms) > 0 {
		q, r := m.divided(part, by)
		return whole.add(q), r
	}
	key := fmt.Sprint(n.key(), by)
	if known, ok := m.quotient[key]; ok {
		return known[0], known[1]
	}
	quotient = m.variable(m.of(n, func(i Interval) Interval { return i.floorDiv(by) }))
	rest = m.variable(from(Interval{0, by - 1}))
	m.require(presburger.Zero(n.minus(quotient.times(by)).minus(rest).Sum))
	if m.quotient == nil {
		m.quotient = map[string][2]number{}
	}
	m.quotient[key] = [2]number{quotient, rest}
	return quotient, rest
}

// split returns n as by·whole + part. The terms of part are those that are not multiples of by.
func (n number) split(by int64) (whole, part number) {
	part.Const = divideConst(floorMod, n.Const, by)
	whole.Const = (n.Const - part.Const) / by
	for _, t := range n.Terms {
		if t.Coef%by == 0 {
			whole.Terms = append(whole.Terms, presburger.Term{Var: t.Var, Coef: t.Coef / by})
		} else {
			part.Terms = append(part.Terms, t)
		}
	}
	return whole, part
}

// multiple records a product: is = a·b.
type multiple struct{ a, b, is number }

// maxCases limits how many values of a factor, a divisor or a shift are treated one by one.
const maxCases = 8

// multiplied returns a·b. If one factor has few possible values, it treats each value. Otherwise the product
// is a new variable, compared with other products that have a common factor: if the other factors are equal,
// the products are equal; otherwise the products differ by at least the common factor.
func (m *Meeting) multiplied(a, b number) number {
	switch {
	case b.isConst():
		return a.times(b.Const)
	case a.isConst():
		return b.times(a.Const)
	}
	if r, ok := m.cases(a, func(n int64) (number, bool) { return b.times(n), true }); ok {
		return r
	}
	if r, ok := m.cases(b, func(n int64) (number, bool) { return a.times(n), true }); ok {
		return r
	}
	if a.key() > b.key() {
		a, b = b, a
	}
	for _, p := range m.products {
		if p.a.equal(a) && p.b.equal(b) {
			return p.is
		}
	}
	k := knowledge{handed: m.handed(a) || m.handed(b)}
	for under := range assumptions {
		k.limits[under] = m.interval(a, under).product(m.interval(b, under))
	}
	p := multiple{a, b, m.variable(k)}
	m.compare(p.a, p.b, p.is, integer(0), integer(0))
	m.compare(p.b, p.a, p.is, integer(0), integer(0))
	for _, o := range m.products {
		switch {
		case o.a.equal(p.a):
			m.compare(p.a, p.b, p.is, o.b, o.is)
		case o.b.equal(p.b):
			m.compare(p.b, p.a, p.is, o.a, o.is)
		case o.a.equal(p.b):
			m.compare(p.b, p.a, p.is, o.b, o.is)
		case o.b.equal(p.a):
			m.compare(p.a, p.b, p.is, o.a, o.is)
		}
	}
	m.products = append(m.products, p)
	return p.is
}

// compare requires of common·b = x and common·c = y, with a common factor that is not negative: x and y are
// equal if b and c are, and otherwise differ by at least the common factor, in the same direction as b and c.
func (m *Meeting) compare(common, b, x, c, y number) {
	over, apart := b.minus(c), x.minus(y)
	limits := m.hard(over)
	alternatives := [][]presburger.Condition{{presburger.Zero(over.Sum), presburger.Zero(apart.Sum)}}
	if limits.Hi > 0 {
		alternatives = append(alternatives, []presburger.Condition{
			presburger.NotNegative(over.plus(-1).Sum), presburger.NotNegative(apart.minus(common).Sum)})
	}
	if limits.Lo < 0 {
		alternatives = append(alternatives, []presburger.Condition{
			presburger.NotNegative(over.times(-1).plus(-1).Sum),
			presburger.NotNegative(apart.times(-1).minus(common).Sum)})
	}
	if m.hard(common).Lo < 0 {
		alternatives = append(alternatives,
			[]presburger.Condition{presburger.NotNegative(common.times(-1).plus(-1).Sum)})
	}
	m.either(alternatives...)
}

// product returns limits of the product of numbers in two intervals.
func (i Interval) product(j Interval) Interval {
	if !i.bounded() || !j.bounded() {
		if i.Lo >= 0 && j.Lo >= 0 {
			return Interval{0, Unbounded}
		}
		return everything
	}
	a, b := j.scale(i.Lo), j.scale(i.Hi)
	return Interval{min(a.Lo, b.Lo), max(a.Hi, b.Hi)}
}

// cases returns the number that f computes for n, if n has few possible values and f succeeds for each.
func (m *Meeting) cases(n number, f func(int64) (number, bool)) (number, bool) {
	limits := m.hard(n)
	if !limits.bounded() || limits.Hi-limits.Lo >= maxCases {
		return number{}, false
	}
	values := make([]number, 0, maxCases)
	var k knowledge
	for v := limits.Lo; v <= limits.Hi; v++ {
		r, ok := f(v)
		if !ok {
			return number{}, false
		}
		if values = append(values, r); len(values) == 1 {
			k = m.of(r, same)
		}
		k = k.join(m.of(r, same))
	}
	if len(values) == 1 {
		return values[0], true
	}
	is := m.variable(k)
	var alternatives [][]presburger.Condition
	for i, r := range values {
		alternatives = append(alternatives, []presburger.Condition{
			presburger.Zero(n.plus(-limits.Lo - int64(i)).Sum), presburger.Zero(is.minus(r).Sum)})
	}
	m.either(alternatives...)
	return is, true
}

func (i Interval) join(j Interval) Interval { return Interval{min(i.Lo, j.Lo), max(i.Hi, j.Hi)} }

// chosen returns a number that equals x in the first cases and y in the second.
func (m *Meeting) chosen(x, y number, first, second [][]presburger.Condition) number {
	switch {
	case len(first) == 0 || x.equal(y):
		return y
	case len(second) == 0:
		return x
	}
	is := m.variable(m.of(x, same).join(m.of(y, same)))
	var alternatives [][]presburger.Condition
	for _, c := range first {
		alternatives = append(alternatives, append(slices.Clip(c), presburger.Zero(is.minus(x).Sum)))
	}
	for _, c := range second {
		alternatives = append(alternatives, append(slices.Clip(c), presburger.Zero(is.minus(y).Sum)))
	}
	m.either(alternatives...)
	return is
}

// order returns the cases in which a is less than b, and those in which it is not. If unsigned is set, a
// negative number is larger than a number that is not negative.
func (m *Meeting) order(a, b number, unsigned bool) (less, notLess [][]presburger.Condition) {
	always := [][]presburger.Condition{{}}
	if unsigned {
		minusA, knownA := m.isNegative(a)
		minusB, knownB := m.isNegative(b)
		switch {
		case !knownA || !knownB:
			return m.unsignedOrder(a, b)
		case minusA != minusB && minusB:
			return always, nil
		case minusA != minusB:
			return nil, always
		}
	}
	switch d := m.hard(a.minus(b)); {
	case m.isFar(b, a):
		return m.order(integer(0), integer(b.Const>>1), false)
	case m.isFar(a, b):
		return m.order(integer(a.Const>>1), integer(0), false)
	case d.Hi < 0:
		return always, nil
	case d.Lo >= 0:
		return nil, always
	}
	below, above := presburger.NotNegative(b.minus(a).plus(-1).Sum), presburger.NotNegative(a.minus(b).Sum)
	return [][]presburger.Condition{{below}}, [][]presburger.Condition{{above}}
}

// unsignedOrder is order for unsigned numbers whose signs are not known.
func (m *Meeting) unsignedOrder(a, b number) (less, notLess [][]presburger.Condition) {
	plusA, minusA := presburger.NotNegative(a.Sum), presburger.NotNegative(a.times(-1).plus(-1).Sum)
	plusB, minusB := presburger.NotNegative(b.Sum), presburger.NotNegative(b.times(-1).plus(-1).Sum)
	below, above := presburger.NotNegative(b.minus(a).plus(-1).Sum), presburger.NotNegative(a.minus(b).Sum)
	less = [][]presburger.Condition{{plusA, plusB, below}, {minusA, minusB, below}, {plusA, minusB}}
	notLess = [][]presburger.Condition{{plusA, plusB, above}, {minusA, minusB, above}, {minusA, plusB}}
	return less, notLess
}

// isNegative reports whether a number is negative, and whether that is known.
func (m *Meeting) isNegative(n number) (negative, known bool) {
	if n.isConst() {
		return n.Const < 0, true
	}
	i := m.hard(n)
	return i.Hi < 0, i.Hi < 0 || i.Lo >= 0
}

// isFar reports whether a constant is so large that it decides a comparison with a number, because sizes are
// smaller.
func (m *Meeting) isFar(constant, n number) bool {
	const bits = 60
	if !constant.isConst() || constant.moderate() {
		return false
	}
	if n.isConst() {
		return n.moderate()
	}
	switch {
	case m.hard(n).fits(bits):
		return true
	case m.Evaluator.Strict || !m.interval(n, atMostLarge).fits(bits):
		return false
	}
	if m.handed(n) {
		m.Evaluator.assume(64)
	}
	return true
}

// maxDigits limits the bits of integers whose bits are treated one by one.
const maxDigits = 8

// common returns a & b, if it can be expressed.
func (m *Meeting) common(a, b number) (number, bool) {
	if a.equal(b) {
		return a, true
	}
	limits := m.hard(a).join(m.hard(b))
	bits := 1
	for ; bits <= maxDigits && !limits.fits(uint32(bits)); bits++ {
	}
	if bits > maxDigits {
		return number{}, false
	}
	x, y, sum := m.digits(a, bits), m.digits(b, bits), integer(0)
	for i := range bits {
		both := m.variable(from(Interval{0, 1}))
		m.require(presburger.NotNegative(x[i].minus(both).Sum), presburger.NotNegative(y[i].minus(both).Sum),
			presburger.NotNegative(both.minus(x[i]).minus(y[i]).plus(1).Sum))
		sum = sum.add(both.times(weight(i, bits)))
	}
	return sum, true
}

// digits returns the bits of a signed number, the lowest first.
func (m *Meeting) digits(n number, bits int) []number {
	list, sum := make([]number, bits), integer(0)
	for i := range list {
		list[i] = m.variable(from(Interval{0, 1}))
		sum = sum.add(list[i].times(weight(i, bits)))
	}
	m.require(presburger.Zero(n.minus(sum).Sum))
	return list
}

// weight returns the value of bit i of a signed number.
func weight(i, bits int) int64 {
	if i == bits-1 {
		return -(int64(1) << i)
	}
	return 1 << i
}
