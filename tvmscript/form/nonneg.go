package form

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// NonNegative reports whether an integer or index is certainly not negative, by the intervals of its
// operands. Importer and exporter ask this about the operands of remainders: x % y is arith.remui if neither
// is negative.
func NonNegative(v *ir.Value) bool {
	var r ranger
	return r.of(v).low >= 0
}

// Bounds returns the interval of an integer or index, as far as its operations determine it. math.MinInt64
// and math.MaxInt64 stand for no bound.
func Bounds(v *ir.Value) (low, high int64) {
	var r ranger
	i := r.of(v)
	return i.low, i.high
}

// BoundsOf is Bounds for an affine expression. The first dims of the operands are its dimensions, the others
// its symbols.
func BoundsOf(e *affine.Expr, dims int, operands []*ir.Value) (low, high int64) {
	var r ranger
	i := r.expr(e, dims, operands)
	return i.low, i.high
}

// ShiftLeavesInt32 reports whether x << n, of indices, certainly leaves the 32 bits that an index has in TVM,
// given the interval of x. If the interval of x is not known, the shift is assumed not to overflow, as in
// TVM. The importer computes such shifts in 32 bits, and the exporter writes them as shifts of 64 bits.
func ShiftLeavesInt32(x, n *ir.Value) bool {
	low, high := Bounds(x)
	_, count := Bounds(n)
	switch {
	case count == infinity:
		return false
	case count > 31:
		return true
	case low == negInfinity || high == infinity:
		return false
	}
	count = max(count, 0)
	return low < math.MinInt32>>count || high > math.MaxInt32>>count
}

// maxVisits bounds the number of operations that one question visits, so that an expression of thousands of
// remainders does not take quadratic time.
const maxVisits = 256

// interval is [low, high]. The least and the greatest int64 stand for infinity. Arithmetic of type index is
// assumed not to overflow.
type interval struct{ low, high int64 }

const (
	infinity    = math.MaxInt64
	negInfinity = math.MinInt64
)

var (
	unbounded    = interval{negInfinity, infinity}
	notNegative  = interval{0, infinity}
	truthOrFalse = interval{0, 1}
)

// ranger finds intervals, and computes each once. Most questions are about a handful of values: a search
// through a list is faster than a map.
type ranger struct {
	known int // how many
	few   [8]ranged
	more  []ranged
}

// at returns one of the known intervals.
func (r *ranger) at(k int) *ranged {
	if k < len(r.few) {
		return &r.few[k]
	}
	return &r.more[k-len(r.few)]
}

func (r *ranger) add(one ranged) {
	if r.known++; r.known > len(r.few) {
		r.more = append(r.more, one)
		return
	}
	r.few[r.known-1] = one
}

// ranged is a value with its interval.
type ranged struct {
	v *ir.Value
	i interval
}

func (r *ranger) of(v *ir.Value) interval {
	if c, ok := ir.ConstInt(v); ok {
		if ir.IsBool(v.Type()) {
			c &= 1
		}
		return interval{c, c}
	}
	for k := range r.known {
		if one := r.at(k); one.v == v {
			return one.i
		}
	}
	if r.known == maxVisits {
		return unbounded
	}
	at := r.known
	r.add(ranged{v, unbounded}) // for values computed from themselves, in graph regions
	i := r.compute(v)
	r.at(at).i = i
	return i
}

func (r *ranger) compute(v *ir.Value) interval {
	if v.IsArgument() {
		return r.argument(v)
	}
	if ir.IsBool(v.Type()) {
		return truthOrFalse
	}
	return r.result(v.DefiningOp(), v)
}

// argument bounds the variable of a loop: it is at least the lower bound and below the upper one.
func (r *ranger) argument(v *ir.Value) interval {
	op := v.Owner().ParentOp()
	if op == nil || op.Def().Loop == nil || scf.Unsigned(op) {
		return unbounded
	}
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		if loop.InductionVar(op, d) != v {
			continue
		}
		b := loop.Bounds(op, d)
		step := b.Step.Const
		if b.Step.Value != nil {
			step, _ = ir.ConstInt(b.Step.Value)
		}
		if step <= 0 {
			return unbounded
		}
		return interval{r.largest(b.Lower, b.LowerOperands).low,
			below(r.smallest(b.Upper, b.UpperOperands).high)}
	}
	return unbounded
}

func below(high int64) int64 {
	if high != infinity && high != negInfinity {
		high--
	}
	return high
}

// largest bounds the largest result of a map.
func (r *ranger) largest(m *affine.Map, operands []*ir.Value) interval {
	all := interval{negInfinity, negInfinity}
	for _, e := range m.Results {
		i := r.expr(e, m.NumDims, operands)
		all = interval{max(all.low, i.low), max(all.high, i.high)}
	}
	return all
}

// smallest bounds the smallest result of a map.
func (r *ranger) smallest(m *affine.Map, operands []*ir.Value) interval {
	all := interval{infinity, infinity}
	for _, e := range m.Results {
		i := r.expr(e, m.NumDims, operands)
		all = interval{min(all.low, i.low), min(all.high, i.high)}
	}
	return all
}

// expr bounds an affine expression.
func (r *ranger) expr(e *affine.Expr, dims int, operands []*ir.Value) interval {
	switch e.Kind {
	case affine.Constant:
		return interval{e.Value, e.Value}
	case affine.Dim:
		return r.of(operands[e.Value])
	case affine.Symbol:
		return r.of(operands[dims+int(e.Value)])
	}
	a, b := r.expr(e.LHS, dims, operands), r.expr(e.RHS, dims, operands)
	switch e.Kind {
	case affine.Add:
		return interval{add(a.low, b.low), add(a.high, b.high)}
	case affine.Mul:
		return product(a, b)
	case affine.FloorDiv:
		return quotient(arith.FloorDivSI, a, b)
	case affine.CeilDiv:
		return quotient(arith.CeilDivSI, a, b)
	}
	return remainder(a, b)
}

func (r *ranger) result(op *ir.Op, v *ir.Value) interval {
	switch op.Def() {
	case memref.Dim:
		return notNegative
	case pipeline.Axis:
		return r.axis(op)
	case arith.IndexCastUI, arith.ExtUI:
		return r.unsigned(op.Operand(0))
	case arith.IndexCast, arith.ExtSI:
		return r.of(op.Operand(0))
	case arith.Select:
		return hull(r.of(op.Operand(1)), r.of(op.Operand(2)))
	case scf.If:
		return r.yielded(op, v.Index())
	}
	if op.NumOperands() == 2 && op.NumResults() == 1 && isExact(v.Type()) {
		return binary(op, r.of(op.Operand(0)), r.of(op.Operand(1)))
	}
	return unbounded
}

// isExact reports whether arithmetic of the type is assumed not to overflow. Arithmetic of 32 bits is not:
// TVM's integers wrap, and only values that are cast to index are addresses.
func isExact(t ir.Type) bool {
	_, ok := t.(*ir.IndexType)
	return ok
}

// axis bounds an axis by its value and by its declared interval.
func (r *ranger) axis(op *ir.Op) interval {
	value, low, high := r.of(op.Operand(0)), r.of(op.Operand(1)), r.of(op.Operand(2))
	return interval{max(value.low, low.low), min(value.high, below(high.high))}
}

// unsigned bounds the zero extension of a narrower integer.
func (r *ranger) unsigned(v *ir.Value) interval {
	t, ok := v.Type().(*ir.IntegerType)
	if i := r.of(v); i.low >= 0 {
		return i
	}
	if ok && t.Width < 63 {
		return interval{0, int64(1)<<t.Width - 1}
	}
	return notNegative
}

func (r *ranger) yielded(op *ir.Op, result int) interval {
	all := interval{infinity, negInfinity}
	for _, region := range op.Regions() {
		if region.Empty() || region.Entry().Terminator() == nil {
			return unbounded
		}
		yield := region.Entry().Terminator()
		if result >= yield.NumOperands() {
			return unbounded
		}
		all = hull(all, r.of(yield.Operand(result)))
	}
	return all
}

func hull(a, b interval) interval { return interval{min(a.low, b.low), max(a.high, b.high)} }

// binary returns the interval of an operation on two indices.
func binary(op *ir.Op, a, b interval) interval {
	switch op.Def() {
	case arith.AddI:
		return interval{add(a.low, b.low), add(a.high, b.high)}
	case arith.SubI:
		return interval{add(a.low, negate(b.high)), add(a.high, negate(b.low))}
	case arith.MulI:
		return product(a, b)
	case arith.MaxSI:
		return interval{max(a.low, b.low), max(a.high, b.high)}
	case arith.MinSI:
		return interval{min(a.low, b.low), min(a.high, b.high)}
	case arith.FloorDivSI, arith.DivSI, arith.CeilDivSI, arith.DivUI:
		return quotient(op.Def(), a, b)
	case arith.RemUI, arith.RemSI:
		return remainder(a, b)
	case arith.AndI:
		return conjunction(a, b)
	case arith.OrI, arith.XOrI, arith.ShRSI, arith.ShRUI:
		if a.low >= 0 && b.low >= 0 {
			return notNegative
		}
	}
	return unbounded
}

// product returns the interval of x * y. Its ends are products of ends.
func product(a, b interval) interval {
	p := interval{infinity, negInfinity}
	for _, x := range []int64{a.low, a.high} {
		for _, y := range []int64{b.low, b.high} {
			v := multiply(x, y)
			p = hull(p, interval{v, v})
		}
	}
	return p
}

// quotient bounds a division by a positive number. The quotient is not further from 0, and has the same sign.
func quotient(op *ir.OpDef, a, b interval) interval {
	if b.low <= 0 || op == arith.DivUI && a.low < 0 {
		return unbounded
	}
	if b.low == b.high && a.low >= 0 {
		high := a.high
		if high != infinity {
			high /= b.low
			if op == arith.CeilDivSI && a.high%b.low != 0 {
				high++
			}
		}
		return interval{a.low / b.low, high}
	}
	return interval{min(a.low, 0), max(a.high, 0)}
}

func remainder(a, b interval) interval {
	if b.low <= 0 || a.low < 0 {
		return unbounded
	}
	high := a.high
	if b.high != infinity {
		high = min(high, b.high-1)
	}
	return interval{0, high}
}

// conjunction bounds x & y, which is not negative if one of the two is not.
func conjunction(a, b interval) interval {
	switch {
	case a.low >= 0 && b.low >= 0:
		return interval{0, min(a.high, b.high)}
	case a.low >= 0:
		return interval{0, a.high}
	case b.low >= 0:
		return interval{0, b.high}
	}
	return unbounded
}

// add returns x + y. The sum with an infinity is that infinity, and a sum outside of int64 is one.
func add(x, y int64) int64 {
	switch {
	case x == negInfinity || y == negInfinity:
		return negInfinity
	case x == infinity || y == infinity:
		return infinity
	}
	sum := x + y
	switch {
	case x > 0 && y > 0 && sum < 0:
		return infinity
	case x < 0 && y < 0 && sum >= 0:
		return negInfinity
	}
	return sum
}

// multiply returns x * y. The product of 0 and infinity is 0.
func multiply(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	isInfinite := x == infinity || x == negInfinity || y == infinity || y == negInfinity
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	switch {
	case !isInfinite && high == 0 && low <= infinity:
		return x * y
	case (x > 0) == (y > 0):
		return infinity
	}
	return negInfinity
}

// magnitude returns |x|, also of the least number.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func negate(x int64) int64 {
	switch x {
	case negInfinity:
		return infinity
	case infinity:
		return negInfinity
	}
	return -x
}
