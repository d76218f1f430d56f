package arith

import (
	"math"
	"math/big"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The folds are upstream's, and no others, so that mlir-opt and this package leave the same program. An
// identity is a fold to an existing value or to a constant that does not need all operands to be constant.

// identity is a rule that folds an operation. A zero result means that the rule does not apply.
type identity func(op *ir.Op, lhs, rhs ir.Attr) ir.FoldResult

func init() {
	for _, def := range []*ir.OpDef{DivUI, CeilDivUI, DivSI, CeilDivSI} {
		def.Effects = func(*ir.Op, func(ir.Effect)) {} // it has no effects, and yet is not pure
	}
	for _, def := range []*ir.OpDef{DivUI, CeilDivUI, RemUI, DivSI, CeilDivSI, FloorDivSI, RemSI} {
		def.Speculate = divisorIsSafe(def == DivSI || def == CeilDivSI || def == FloorDivSI || def == RemSI)
	}
	for _, e := range []struct {
		def   *ir.OpDef
		fn    integerOp
		rules identity
	}{
		{AddI, addInt, foldAdd}, {SubI, subInt, foldSub}, {MulI, mulInt, foldMul},
		{DivUI, divUInt, foldDivU}, {DivSI, divSInt, foldDivS}, {CeilDivUI, ceilDivUInt, byOne},
		{CeilDivSI, ceilDivSInt, byOne}, {FloorDivSI, floorDivSInt, byOne},
		{RemUI, remUInt, modOne}, {RemSI, remSInt, modOne},
		{AndI, andInt, foldAnd}, {OrI, orInt, foldOr}, {XOrI, xorInt, foldXor},
		{ShLI, shlInt, byZero}, {ShRUI, shrUInt, byZero}, {ShRSI, shrSInt, byZero},
		{MaxSI, maxSInt, foldLimits(true, true)}, {MinSI, minSInt, foldLimits(true, false)},
		{MaxUI, maxUInt, foldLimits(false, true)}, {MinUI, minUInt, foldLimits(false, false)},
	} {
		e.def.Fold = foldInteger(e.fn, e.rules)
	}
	for _, e := range []struct {
		def   *ir.OpDef
		fn    func(a, b float64) float64
		rules identity
	}{
		{AddF, func(a, b float64) float64 { return a + b }, neutral(math.Copysign(0, -1))},
		{SubF, func(a, b float64) float64 { return a - b }, neutral(0)},
		{MulF, func(a, b float64) float64 { return a * b }, foldMulF},
		{DivF, func(a, b float64) float64 { return a / b }, neutral(1)},
		{RemF, math.Mod, nil},
		{MaximumF, Maximum, sameOr(math.Inf(-1))}, {MinimumF, Minimum, sameOr(math.Inf(1))},
		{MaxNumF, MaxNum, sameOr(math.NaN())}, {MinNumF, MinNum, sameOr(math.NaN())},
	} {
		e.def.Fold = foldFloat(e.fn, e.rules)
	}
	NegF.Fold = foldNeg
	CmpI.Fold, CmpF.Fold, Select.Fold = foldCmpI, foldCmpF, foldSelect
	AddUIExtended.Fold = foldAddExtended
	MulSIExtended.Fold, MulUIExtended.Fold = foldMulExtended(true), foldMulExtended(false)
	Constant.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
		return []ir.FoldResult{{Attr: op.Attr("value")}}
	}
}

// divisorIsSafe reports whether a division may run where the program would not run it. Its divisor must be
// constant and not 0 nor, if signed, -1.
func divisorIsSafe(isSigned bool) func(*ir.Op) bool {
	return func(op *ir.Op) bool {
		d := ir.ConstantValue(op.Operand(1))
		if d == nil {
			return false
		}
		_, _, isUniform := uniform(d)
		return isUniform && !isInt(d, 0) && !(isSigned && isInt(d, -1))
	}
}

func value(v *ir.Value) ir.FoldResult { return ir.FoldResult{Value: v} }

// one returns the fold of an operation with one result. The zero FoldResult means no fold.
func one(r ir.FoldResult) []ir.FoldResult {
	if r == (ir.FoldResult{}) {
		return nil
	}
	return []ir.FoldResult{r}
}

// constant is the fold to an attribute, no fold if the attribute is nil.
func constant(a ir.Attr) ir.FoldResult { return ir.FoldResult{Attr: a} }

// zero folds to zero, where the type allows a constant.
func zero(op *ir.Op) ir.FoldResult {
	return constant(splat(op.Context(), op.Result(0).Type(), scalar{}))
}

// poison folds an operation on poison to poison. It returns nil if no operand is poison.
func poison(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	i := slices.IndexFunc(consts, ub.IsPoison)
	if i < 0 {
		return nil
	}
	return slices.Repeat([]ir.FoldResult{constant(consts[i])}, op.NumResults())
}

func foldInteger(fn integerOp, rules identity) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		if r := rules(op, consts[0], consts[1]); r != (ir.FoldResult{}) {
			return []ir.FoldResult{r}
		}
		isShift := op.Is(ShLI) || op.Is(ShRUI) || op.Is(ShRSI) // upstream's shifts do not fold on poison
		if r := poison(op, consts); r != nil && !isShift {
			return r
		}
		if consts[0] == nil || consts[1] == nil {
			return nil
		}
		t := op.Result(0).Type()
		k, ok := kindOf(t)
		if !ok {
			return nil
		}
		return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
			return fn.apply(k, args[0], args[1])
		})))
	}
}

func foldFloat(fn func(a, b float64) float64, rules identity) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		if rules != nil {
			if r := rules(op, consts[0], consts[1]); r != (ir.FoldResult{}) {
				return []ir.FoldResult{r}
			}
		}
		if r := poison(op, consts); r != nil {
			return r
		}
		if consts[0] == nil || consts[1] == nil {
			return nil
		}
		t := op.Result(0).Type()
		k, ok := kindOf(t)
		if !ok || !k.isFloat() {
			return nil
		}
		return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
			return k.fromFloat(fn(k.float(args[0]), k.float(args[1]))), true
		})))
	}
}

// operandsOf returns the operands of the operation that defines v, nil if that is no operation of def.
func operandsOf(v *ir.Value, def *ir.OpDef) (a, b *ir.Value) {
	if op := v.DefinedBy(def); op != nil {
		return op.Operand(0), op.Operand(1)
	}
	return nil, nil
}

// foldAdd: x+0 = x, (a-b)+b = a, b+(a-b) = a.
func foldAdd(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	if isInt(rhs, 0) {
		return value(x)
	}
	if a, b := operandsOf(x, SubI); b == y && b != nil {
		return value(a)
	}
	if a, b := operandsOf(y, SubI); b == x && b != nil {
		return value(a)
	}
	return ir.FoldResult{}
}

// foldSub: x-x = 0, x-0 = x, (a+b)-b = a, (a+b)-a = b.
func foldSub(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	switch {
	case x == y:
		return zero(op)
	case isInt(rhs, 0):
		return value(x)
	}
	if a, b := operandsOf(x, AddI); a != nil {
		switch y {
		case b:
			return value(a)
		case a:
			return value(b)
		}
	}
	return ir.FoldResult{}
}

// foldMul: x*0 = 0, x*1 = x.
func foldMul(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	switch {
	case isInt(rhs, 0):
		return value(op.Operand(1))
	case isInt(rhs, 1):
		return value(op.Operand(0))
	}
	return ir.FoldResult{}
}

// byOne: x/1 = x.
func byOne(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	if isInt(rhs, 1) {
		return value(op.Operand(0))
	}
	return ir.FoldResult{}
}

func foldDivU(op *ir.Op, _, rhs ir.Attr) ir.FoldResult { return foldDiv(op, rhs, NoUnsignedWrap) }
func foldDivS(op *ir.Op, _, rhs ir.Attr) ir.FoldResult { return foldDiv(op, rhs, NoSignedWrap) }

// foldDiv: x/1 = x, (a*b)/b = a when the product does not wrap.
func foldDiv(op *ir.Op, rhs ir.Attr, flag int64) ir.FoldResult {
	mul := op.Operand(0).DefinedBy(MulI)
	if isInt(rhs, 1) || mul == nil || flags(mul, "overflowFlags")&flag == 0 {
		return byOne(op, nil, rhs)
	}
	switch op.Operand(1) {
	case mul.Operand(1):
		return value(mul.Operand(0))
	case mul.Operand(0):
		return value(mul.Operand(1))
	}
	return ir.FoldResult{}
}

// flags returns the value of a flags attribute, 0 if it is absent.
func flags(op *ir.Op, name string) int64 {
	if e, ok := op.Attr(name).(*ir.EnumAttr); ok {
		return e.Value
	}
	return 0
}

// modOne: x mod 1 = 0.
func modOne(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	if isInt(rhs, 1) {
		return zero(op)
	}
	return ir.FoldResult{}
}

// byZero: shifting by 0 changes nothing.
func byZero(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	if isInt(rhs, 0) {
		return value(op.Operand(0))
	}
	return ir.FoldResult{}
}

// isNot reports whether v is x xor -1.
func isNot(v, x *ir.Value) bool {
	a, b := operandsOf(v, XOrI)
	return a == x && a != nil && isInt(ir.ConstantValue(b), -1)
}

// foldAnd: x&0 = 0, x&-1 = x, x&~x = 0, x&(x&y) = x&y.
func foldAnd(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	switch {
	case isInt(rhs, 0):
		return value(y)
	case isInt(rhs, -1):
		return value(x)
	case isNot(x, y), isNot(y, x):
		return zero(op)
	}
	for _, p := range [2][2]*ir.Value{{x, y}, {y, x}} {
		if a, b := operandsOf(p[0], AndI); a != nil && (a == p[1] || b == p[1]) {
			return value(p[0])
		}
	}
	return ir.FoldResult{}
}

// foldOr: x|0 = x, x|-1 = -1, x|~x = -1.
func foldOr(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	switch {
	case isInt(rhs, 0):
		return value(x)
	case isInt(rhs, -1):
		return value(y)
	case isNot(x, y):
		return value(x.DefiningOp().Operand(1))
	case isNot(y, x):
		return value(y.DefiningOp().Operand(1))
	}
	return ir.FoldResult{}
}

// foldXor: x^0 = x, x^x = 0, (x^a)^a = x.
func foldXor(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	switch {
	case isInt(rhs, 0):
		return value(x)
	case x == y:
		return zero(op)
	}
	for _, p := range [2][2]*ir.Value{{x, y}, {y, x}} {
		a, b := operandsOf(p[0], XOrI)
		switch {
		case a == nil:
		case b == p[1]:
			return value(a)
		case a == p[1]:
			return value(b)
		}
	}
	return ir.FoldResult{}
}

// foldLimits: max(x, x) = x. A constant operand that is the greatest or least number gives the result, or the
// other operand.
func foldLimits(isSigned, isMax bool) identity {
	return func(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
		if op.Operand(0) == op.Operand(1) {
			return value(op.Operand(1))
		}
		if s, k, ok := uniform(rhs); ok {
			switch atLeast, atGreatest := limits(s, k, isSigned); {
			case atGreatest && isMax, atLeast && !isMax:
				return value(op.Operand(1))
			case atLeast && isMax, atGreatest && !isMax:
				return value(op.Operand(0))
			}
		}
		return ir.FoldResult{}
	}
}

// limits reports whether a scalar is the least or the greatest number of its kind.
func limits(s scalar, k kind, isSigned bool) (atLeast, atGreatest bool) {
	top := new(big.Int).Lsh(big.NewInt(1), k.width-1) // the sign bit
	v := s.big()
	if isSigned {
		return v.Cmp(new(big.Int).Neg(top)) == 0, v.Cmp(top.Sub(top, big.NewInt(1))) == 0
	}
	return v.Sign() == 0, v.IsInt64() && v.Int64() == -1
}

// isFloatValue reports whether all elements of a constant are v. If v is NaN, any NaN will do.
func isFloatValue(a ir.Attr, v float64) bool {
	s, k, ok := uniform(a)
	if !ok || !k.isFloat() {
		return false
	}
	got := k.float(s)
	return got == v && math.Signbit(got) == math.Signbit(v) || math.IsNaN(got) && math.IsNaN(v)
}

// neutral: x op v = x.
func neutral(v float64) identity {
	return func(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
		if isFloatValue(rhs, v) {
			return value(op.Operand(0))
		}
		return ir.FoldResult{}
	}
}

// sameOr: x op x = x, x op v = x.
func sameOr(v float64) identity {
	return func(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
		if op.Operand(0) == op.Operand(1) || isFloatValue(rhs, v) {
			return value(op.Operand(0))
		}
		return ir.FoldResult{}
	}
}

// foldMulF: x*1 = x, and x*0 = 0 where flags exclude NaN and ignore the sign of zero.
func foldMulF(op *ir.Op, _, rhs ir.Attr) ir.FoldResult {
	const wanted = FastNoNaNs | FastNoZeros
	switch {
	case isFloatValue(rhs, 1):
		return value(op.Operand(0))
	case flags(op, "fastmath")&wanted == wanted &&
		(isFloatValue(rhs, 0) || isFloatValue(rhs, math.Copysign(0, -1))):
		return value(op.Operand(1))
	}
	return ir.FoldResult{}
}

// foldNeg: -(-x) = x.
func foldNeg(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if inner := op.Operand(0).DefinedBy(NegF); inner != nil {
		return one(value(inner.Operand(0)))
	}
	if r := poison(op, consts); r != nil {
		return r
	}
	k, ok := kindOf(op.Result(0).Type())
	if !ok {
		return nil
	}
	return one(constant(
		mapElements(op.Context(), consts, op.Result(0).Type(), func(args []scalar) (scalar, bool) {
			return scalar{word: args[0].word ^ 1<<(k.width-1)}, true
		})))
}

// foldCmpI folds comparisons of equal operands, and of an i1 with a constant. It moves a constant to the
// right.
func foldCmpI(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	x, y := op.Operand(0), op.Operand(1)
	p := Predicate(op)
	t := op.Result(0).Type()
	if x == y {
		holds := scalar{}
		if orderSatisfies(p, 0) {
			holds.word = 1
		}
		return one(constant(splat(op.Context(), t, holds)))
	}
	if r := foldBoolCompare(x, p, consts[1]); r != (ir.FoldResult{}) {
		return one(r)
	}
	if consts[0] != nil && consts[1] == nil {
		op.SetOperands([]*ir.Value{y, x})
		op.SetAttr("predicate", op.Context().Int(op.Context().I64, swapped(p)))
		return ir.FoldedInPlace
	}
	k, ok := kindOf(x.Type())
	if !ok || consts[0] == nil || consts[1] == nil {
		return nil
	}
	return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
		return boolean(compareInts(p, k, args[0], args[1])), true
	})))
}

// foldBoolCompare: b != 0 = b and b == 1 = b for an i1. In the first case b may be the extension of an i1.
func foldBoolCompare(x *ir.Value, p int64, rhs ir.Attr) ir.FoldResult {
	if p == NE && isInt(rhs, 0) {
		for _, ext := range []*ir.OpDef{ExtSI, ExtUI} {
			if op := x.DefinedBy(ext); op != nil && constraint.IsI1(elementOf(op.Operand(0).Type())) {
				return value(op.Operand(0))
			}
		}
		if constraint.IsI1(elementOf(x.Type())) {
			return value(x)
		}
	}
	if p == EQ && isInt(rhs, 1) && constraint.IsI1(elementOf(x.Type())) {
		return value(x)
	}
	return ir.FoldResult{}
}

func boolean(v bool) scalar {
	if v {
		return scalar{word: 1}
	}
	return scalar{}
}

// swapped returns the predicate that holds for swapped operands.
func swapped(p int64) int64 {
	return [...]int64{EQ: EQ, NE: NE, SLT: SGT, SLE: SGE, SGT: SLT, SGE: SLE, ULT: UGT, ULE: UGE, UGT: ULT,
		UGE: ULE}[p]
}

// Inverted returns the predicate that holds exactly where p does not.
func Inverted(p int64) int64 {
	return [...]int64{EQ: NE, NE: EQ, SLT: SGE, SLE: SGT, SGT: SLE, SGE: SLT, ULT: UGE, ULE: UGT, UGT: ULE,
		UGE: ULT}[p]
}

// foldCmpF folds a comparison of scalar constants. One NaN operand suffices.
func foldCmpF(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	a, aOK := consts[0].(*ir.FloatAttr)
	b, bOK := consts[1].(*ir.FloatAttr)
	switch {
	case aOK && !bOK && math.IsNaN(a.Float64()):
		b = a
	case bOK && !aOK && math.IsNaN(b.Float64()):
		a = b
	case !aOK || !bOK || a.Big != nil || b.Big != nil:
		return nil
	}
	return one(constant(op.Context().Bool(compareFloats(Predicate(op), a.Float64(), b.Float64()))))
}

// foldSelect folds a select of equal values, on a constant condition, of poison, and a select whose result is
// its condition.
func foldSelect(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	cond, x, y := op.Operand(0), op.Operand(1), op.Operand(2)
	t := op.Result(0).Type()
	switch {
	case x == y:
		return one(value(x))
	case isInt(consts[0], 1):
		return one(value(x))
	case isInt(consts[0], 0):
		return one(value(y))
	case ub.IsPoison(consts[1]):
		return one(value(y))
	case ub.IsPoison(consts[2]):
		return one(value(x))
	case constraint.IsI1(t) && isInt(consts[1], 1) && isInt(consts[2], 0):
		return one(value(cond))
	}
	if r := foldSelectOfCompared(cond, x, y); r != (ir.FoldResult{}) {
		return one(r)
	}
	if _, dense := consts[0].(*ir.DenseElementsAttr); !dense || consts[1] == nil || consts[2] == nil {
		return nil
	}
	return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
		if args[0].word != 0 {
			return args[1], true
		}
		return args[2], true
	})))
}

// foldSelectOfCompared: a == b ? a : b is b, a != b ? a : b is a.
func foldSelectOfCompared(cond, x, y *ir.Value) ir.FoldResult {
	cmp := cond.DefinedBy(CmpI)
	if cmp == nil {
		return ir.FoldResult{}
	}
	a, b := cmp.Operand(0), cmp.Operand(1)
	if !(a == x && b == y || a == y && b == x) {
		return ir.FoldResult{}
	}
	switch Predicate(cmp) {
	case NE:
		return value(x)
	case EQ:
		return value(y)
	}
	return ir.FoldResult{}
}

// both returns the folds of two results, nil if either is missing.
func both(a, b ir.FoldResult) []ir.FoldResult {
	if a == (ir.FoldResult{}) || b == (ir.FoldResult{}) {
		return nil
	}
	return []ir.FoldResult{a, b}
}

// foldAddExtended: x+0 = x without overflow.
func foldAddExtended(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	c, t := op.Context(), op.Result(1).Type()
	if isInt(consts[1], 0) {
		return both(value(op.Operand(0)), constant(splat(c, t, scalar{})))
	}
	k, ok := kindOf(op.Operand(0).Type())
	if !ok || consts[0] == nil || consts[1] == nil {
		return nil
	}
	sum := mapElements(c, consts, op.Result(0).Type(), func(args []scalar) (scalar, bool) {
		return addInt.apply(k, args[0], args[1])
	})
	if sum == nil {
		return nil
	}
	// An unsigned sum overflowed exactly if it is less than one of its addends.
	overflow := mapElements(c, []ir.Attr{sum, consts[0]}, t, func(args []scalar) (scalar, bool) {
		return boolean(compareInts(ULT, k, args[0], args[1])), true
	})
	return both(constant(sum), constant(overflow))
}

// foldMulExtended: x*0 = (0, 0), unsigned x*1 = (x, 0).
func foldMulExtended(isSigned bool) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		c, t := op.Context(), op.Result(0).Type()
		switch {
		case isInt(consts[1], 0):
			zero := constant(splat(c, t, scalar{}))
			return both(zero, zero)
		case !isSigned && isInt(consts[1], 1):
			return both(value(op.Operand(0)), constant(splat(c, t, scalar{})))
		}
		if r := poison(op, consts); r != nil {
			return r
		}
		k, ok := kindOf(t)
		if !ok || consts[0] == nil || consts[1] == nil {
			return nil
		}
		half := func(shift uint) ir.FoldResult {
			return constant(mapElements(c, consts, t, func(args []scalar) (scalar, bool) {
				p := fullProduct(k, args[0], args[1], isSigned)
				return k.integer(p.Rsh(p, shift)), true
			}))
		}
		return both(half(0), half(k.width))
	}
}

// fullProduct multiplies without reduction.
func fullProduct(k kind, a, b scalar, isSigned bool) *big.Int {
	x, y := a.big(), b.big()
	if !isSigned {
		x, y = unsignedWide(x, k.width), unsignedWide(y, k.width)
	}
	return new(big.Int).Mul(x, y)
}
