package arith

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The patterns are upstream's canonicalizations. As upstream, those with constants apply to scalars only.

func init() {
	for def, patterns := range map[*ir.OpDef][]ir.Pattern{
		AddI: {{Name: "combine-add-constants", Rewrite: addConstants},
			{Name: "add-of-negated", Rewrite: addNegated}},
		SubI: {{Name: "combine-sub-constants", Rewrite: subConstants},
			{Name: "sub-of-sub-of-same", Rewrite: subSame}},
		MulI: {{Name: "combine-mul-constants", Rewrite: mulConstants}},
		AndI: {{Name: "and-of-extensions", Rewrite: narrowBitwise}},
		OrI:  {{Name: "or-of-extensions", Rewrite: narrowBitwise}},
		XOrI: {{Name: "not-of-compare", Rewrite: notCompare},
			{Name: "xor-of-extensions", Rewrite: narrowBitwise}},

		AddUIExtended: {{Name: "add-without-overflow", Rewrite: dropSecondResult(AddI)}},
		MulUIExtended: {{Name: "mul-without-high", Rewrite: dropSecondResult(MulI)}},
		MulSIExtended: {{Name: "mul-without-high", Rewrite: dropSecondResult(MulI)},
			{Name: "mul-high-of-one", Rewrite: highOfOne}},

		ExtSI: {{Name: "sign-of-zero-extension", Rewrite: extendExtended}},
		TruncI: {{Name: "truncate-extension", Rewrite: truncateExtended},
			{Name: "truncate-arithmetic-shift", Rewrite: truncateShift}},
		TruncF: {{Name: "truncate-converted", Rewrite: truncateConverted}},
		IndexCast: {{Name: "index-cast-pair", Rewrite: castPair},
			{Name: "index-cast-of-extension", Rewrite: castExtended(ExtSI)}},
		IndexCastUI: {{Name: "index-cast-pair", Rewrite: castPair},
			{Name: "index-cast-of-extension", Rewrite: castExtended(ExtUI)}},
		Bitcast: {{Name: "bitcast-pair", Rewrite: bitcastPair}},
		CmpI:    {{Name: "compare-extensions", Rewrite: compareExtended}},
		CmpF:    {{Name: "compare-converted-integer", Rewrite: compareConverted}},
		Select: {{Name: "select-constants", Rewrite: selectConstants},
			{Name: "select-of-not", Rewrite: selectNot},
			{Name: "select-of-select", Rewrite: selectSame}},
		MulF: {{Name: "mul-of-negations", Rewrite: dropNegations}},
		DivF: {{Name: "div-of-negations", Rewrite: dropNegations}},
	} {
		def.Canonicalize = patterns
	}
}

// scalarConst returns the attribute of an integer or index constant, nil if v is none.
func scalarConst(v *ir.Value) *ir.IntegerAttr {
	a, _ := ir.ConstantValue(v).(*ir.IntegerAttr)
	return a
}

// combination says how two constants between x and the result combine into c: the result is x op c or c op x.
type combination struct {
	def   *ir.OpDef
	first bool // the constant is the first operand
	fn    integerOp
	a, b  *ir.IntegerAttr
}

// replace replaces op by the combination applied to x. The new operation excludes a kind of wrap if op and
// inner both exclude it and the constants combine without it. If inner is nil the new operation excludes
// none, as upstream.
func (c combination) replace(op, inner *ir.Op, x *ir.Value, rw *ir.Rewriter) bool {
	k, ok := kindOf(x.Type())
	if !ok {
		return false
	}
	a, _ := k.decode(c.a)
	b, _ := k.decode(c.b)
	v, _ := c.fn.apply(k, a, b)
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	operands := []*ir.Value{x, NewConstant(rw.Builder, k.encode(op.Context(), v))}
	if c.first {
		operands[0], operands[1] = operands[1], operands[0]
	}
	kept := int64(0)
	if inner != nil {
		kept = flags(op, "overflowFlags") & flags(inner, "overflowFlags") & c.exact(k, a, b, v)
	}
	rw.ReplaceWithNew(op, ir.OpState{
		Def:      c.def,
		Operands: operands,
		Results:  op.ResultTypes(),
		Attrs:    overflowAttr(op.Context(), kept),
	})
	return true
}

// exact returns the kinds of wraps that do not happen in the combination of the constants.
func (c combination) exact(k kind, a, b, v scalar) int64 {
	kept := int64(0)
	if s, _ := c.fn.wide(k.width, a.big(), b.big()); s.Cmp(v.big()) == 0 {
		kept |= NoSignedWrap
	}
	u, _ := c.fn.wide(k.width, unsignedWide(a.big(), k.width), unsignedWide(b.big(), k.width))
	if u.Cmp(unsignedWide(v.big(), k.width)) == 0 {
		kept |= NoUnsignedWrap
	}
	return kept
}

func overflowAttr(c *ir.Context, flags int64) []ir.NamedAttr {
	return []ir.NamedAttr{{Name: "overflowFlags", Value: c.Enum(Overflow, flags)}}
}

// addConstants: (x+a)+b = x+(a+b), (x-a)+b = x+(b-a), (a-x)+b = (a+b)-x.
func addConstants(op *ir.Op, rw *ir.Rewriter) bool {
	b := scalarConst(op.Operand(1))
	if b == nil {
		return false
	}
	if inner := op.Operand(0).DefinedBy(AddI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{AddI, false, addInt, a, b}.replace(op, inner, inner.Operand(0), rw)
		}
	}
	if inner := op.Operand(0).DefinedBy(SubI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{AddI, false, subInt, b, a}.replace(op, inner, inner.Operand(0), rw)
		}
		if a := scalarConst(inner.Operand(0)); a != nil {
			return combination{SubI, true, addInt, a, b}.replace(op, inner, inner.Operand(1), rw)
		}
	}
	return false
}

// addNegated: x + y*-1 = x-y.
func addNegated(op *ir.Op, rw *ir.Rewriter) bool {
	for i := range 2 {
		mul := op.Operand(1 - i).DefinedBy(MulI)
		if mul == nil || scalarConst(mul.Operand(1)) == nil || !isInt(scalarConst(mul.Operand(1)), -1) {
			continue
		}
		rw.ReplaceWithNew(op,
			ir.OpState{Def: SubI, Operands: []*ir.Value{op.Operand(i), mul.Operand(0)},
				Results: op.ResultTypes()})
		return true
	}
	return false
}

// subConstants combines a constant operand of a difference with the constant in its other operand, a sum or a
// difference.
func subConstants(op *ir.Op, rw *ir.Rewriter) bool {
	if b := scalarConst(op.Operand(1)); b != nil {
		return subConstant(op, b, rw)
	}
	if b := scalarConst(op.Operand(0)); b != nil {
		return subFromConstant(op, b, rw)
	}
	return false
}

// subConstant: (x+a)-b = x+(a-b), (x-a)-b = x-(a+b), (a-x)-b = (a-b)-x.
func subConstant(op *ir.Op, b *ir.IntegerAttr, rw *ir.Rewriter) bool {
	if inner := op.Operand(0).DefinedBy(AddI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{AddI, false, subInt, a, b}.replace(op, nil, inner.Operand(0), rw)
		}
	}
	if inner := op.Operand(0).DefinedBy(SubI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{SubI, false, addInt, a, b}.replace(op, inner, inner.Operand(0), rw)
		}
		if a := scalarConst(inner.Operand(0)); a != nil {
			return combination{SubI, true, subInt, a, b}.replace(op, inner, inner.Operand(1), rw)
		}
	}
	return false
}

// subFromConstant: b-(x+a) = (b-a)-x, b-(x-a) = (a+b)-x, b-(a-x) = x+(b-a).
func subFromConstant(op *ir.Op, b *ir.IntegerAttr, rw *ir.Rewriter) bool {
	if inner := op.Operand(1).DefinedBy(AddI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{SubI, true, subInt, b, a}.replace(op, inner, inner.Operand(0), rw)
		}
	}
	if inner := op.Operand(1).DefinedBy(SubI); inner != nil {
		if a := scalarConst(inner.Operand(1)); a != nil {
			return combination{SubI, true, addInt, a, b}.replace(op, inner, inner.Operand(0), rw)
		}
		if a := scalarConst(inner.Operand(0)); a != nil {
			return combination{AddI, false, subInt, b, a}.replace(op, inner, inner.Operand(1), rw)
		}
	}
	return false
}

// subSame: (a-b)-a = 0-b.
func subSame(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(SubI)
	if inner == nil || inner.Operand(0) != op.Operand(1) {
		return false
	}
	zero := splat(op.Context(), op.Result(0).Type(), scalar{})
	if zero == nil {
		return false
	}
	rw.SetBefore(op)
	kept := flags(op, "overflowFlags") & flags(inner, "overflowFlags")
	rw.ReplaceWithNew(op, ir.OpState{
		Def:      SubI,
		Operands: []*ir.Value{NewConstant(rw.Builder, zero), inner.Operand(1)},
		Results:  op.ResultTypes(),
		Attrs:    overflowAttr(op.Context(), kept),
	})
	return true
}

// mulConstants: (x*a)*b = x*(a*b).
func mulConstants(op *ir.Op, rw *ir.Rewriter) bool {
	inner, b := op.Operand(0).DefinedBy(MulI), scalarConst(op.Operand(1))
	if inner == nil || b == nil {
		return false
	}
	a := scalarConst(inner.Operand(1))
	return a != nil && combination{MulI, false, mulInt, a, b}.replace(op, inner, inner.Operand(0), rw)
}

// narrowBitwise: ext(x) op ext(y) = ext(x op y) for two extensions of one kind from one type.
func narrowBitwise(op *ir.Op, rw *ir.Rewriter) bool {
	for _, ext := range []*ir.OpDef{ExtUI, ExtSI} {
		a, b := op.Operand(0).DefinedBy(ext), op.Operand(1).DefinedBy(ext)
		if a == nil || b == nil || a.Operand(0).Type() != b.Operand(0).Type() {
			continue
		}
		rw.SetBefore(op)
		rw.Loc = op.Loc()
		narrow := Binary(rw.Builder, op.Def(), a.Operand(0), b.Operand(0))
		rw.ReplaceWithNew(op, ir.OpState{Def: ext, Operands: []*ir.Value{narrow}, Results: op.ResultTypes()})
		return true
	}
	return false
}

// notCompare: not(a < b) = a >= b.
func notCompare(op *ir.Op, rw *ir.Rewriter) bool {
	cmp, one := op.Operand(0).DefinedBy(CmpI), scalarConst(op.Operand(1))
	if cmp == nil || one == nil || one.Value == 0 {
		return false
	}
	attr := op.Context().Int(op.Context().I64, Inverted(Predicate(cmp)))
	rw.ReplaceWithNew(op, ir.OpState{Def: CmpI, Operands: cmp.Operands(), Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "predicate", Value: attr}}})
	return true
}

// dropSecondResult replaces an operation whose second result is unused by the operation with one result.
func dropSecondResult(def *ir.OpDef) func(*ir.Op, *ir.Rewriter) bool {
	return func(op *ir.Op, rw *ir.Rewriter) bool {
		if op.Result(1).HasUses() {
			return false
		}
		rw.SetBefore(op)
		rw.Loc = op.Loc()
		plain := Binary(rw.Builder, def, op.Operand(0), op.Operand(1))
		rw.Replace(op, plain, plain) // the second result has no uses
		return true
	}
}

// highOfOne: the high half of x*1 consists of copies of the sign bit of x.
func highOfOne(op *ir.Op, rw *ir.Rewriter) bool {
	x := op.Operand(0)
	if one := ir.ConstantValue(op.Operand(1)); one == nil || !isInt(one, 1) ||
		constraint.IsIndex(elementOf(x.Type())) {
		return false
	}
	zero := splat(op.Context(), x.Type(), scalar{})
	if zero == nil || width(elementOf(x.Type())) < 2 {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	negative := Cmp(rw.Builder, SLT, x, NewConstant(rw.Builder, zero))
	rw.Replace(op, x, Cast(rw.Builder, ExtSI, negative, x.Type()))
	return true
}

// replaceCast replaces op by another conversion to its type.
func replaceCast(op *ir.Op, def *ir.OpDef, x *ir.Value, rw *ir.Rewriter) bool {
	rw.ReplaceWithNew(op, ir.OpState{Def: def, Operands: []*ir.Value{x}, Results: op.ResultTypes()})
	return true
}

// extendExtended: a sign extension of a zero extension is a zero extension, since the sign bit is 0.
func extendExtended(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(ExtUI)
	return inner != nil && replaceCast(op, ExtUI, inner.Operand(0), rw)
}

// truncateExtended: an extension that is truncated to more bits than its source has is a shorter extension.
func truncateExtended(op *ir.Op, rw *ir.Rewriter) bool {
	for _, ext := range []*ir.OpDef{ExtSI, ExtUI} {
		inner := op.Operand(0).DefinedBy(ext)
		if inner != nil && width(elementOf(inner.Operand(0).Type())) < width(elementOf(op.Result(0).Type())) {
			return replaceCast(op, ext, inner.Operand(0), rw)
		}
	}
	return false
}

// truncateShift: a truncation cuts off the bits that an arithmetic shift fills in, so that a logical shift
// gives the same.
func truncateShift(op *ir.Op, rw *ir.Rewriter) bool {
	shift := op.Operand(0).DefinedBy(ShRSI)
	if shift == nil {
		return false
	}
	amount := ir.ConstantValue(shift.Operand(1))
	lost := int64(width(elementOf(op.Operand(0).Type()))) - int64(width(elementOf(op.Result(0).Type())))
	if amount == nil || !isInt(amount, lost) {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	var attrs []ir.NamedAttr
	if exact := shift.Attr("isExact"); exact != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "isExact", Value: exact})
	}
	logical := rw.Op(ShRUI, shift.Operands(), attrs...).Result(0)
	rw.ReplaceWithNew(op, ir.OpState{Def: TruncI, Operands: []*ir.Value{logical}, Results: op.ResultTypes(),
		Attrs: overflowAttr(op.Context(), flags(op, "overflowFlags"))})
	return true
}

// truncateConverted: an integer converted to a float that is truncated is converted to the narrow float at
// once.
func truncateConverted(op *ir.Op, rw *ir.Rewriter) bool {
	if op.Attr("roundingmode") != nil {
		return false
	}
	for _, conversion := range []*ir.OpDef{SIToFP, UIToFP} {
		if inner := op.Operand(0).DefinedBy(conversion); inner != nil {
			return replaceCast(op, conversion, inner.Operand(0), rw)
		}
	}
	return false
}

// castPair: a cast to a type that is wide enough and a cast back cancel. Upstream does not check the width,
// and so changes values whose high bits the type between cuts off.
func castPair(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(op.Def())
	if inner == nil || inner.Operand(0).Type() != op.Result(0).Type() {
		return false
	}
	outer, ok := kindOf(op.Result(0).Type())
	middle, ok2 := kindOf(op.Operand(0).Type())
	if !ok || !ok2 || middle.width < outer.width {
		return false
	}
	rw.Replace(op, inner.Operand(0))
	return true
}

// castExtended: an index cast of an extension is one extension.
func castExtended(ext *ir.OpDef) func(*ir.Op, *ir.Rewriter) bool {
	return func(op *ir.Op, rw *ir.Rewriter) bool {
		inner := op.Operand(0).DefinedBy(ext)
		return inner != nil && replaceCast(op, op.Def(), inner.Operand(0), rw)
	}
}

// bitcastPair: a bit cast of a bit cast is one bit cast, or none.
func bitcastPair(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(Bitcast)
	switch {
	case inner == nil:
		return false
	case inner.Operand(0).Type() == op.Result(0).Type():
		rw.Replace(op, inner.Operand(0))
		return true
	}
	return replaceCast(op, Bitcast, inner.Operand(0), rw)
}

// compareExtended: two extensions of one kind are equal exactly if their sources are.
func compareExtended(op *ir.Op, rw *ir.Rewriter) bool {
	p := Predicate(op)
	if p != EQ && p != NE {
		return false
	}
	for _, ext := range []*ir.OpDef{ExtSI, ExtUI} {
		a, b := op.Operand(0).DefinedBy(ext), op.Operand(1).DefinedBy(ext)
		if a == nil || b == nil || a.Operand(0).Type() != b.Operand(0).Type() {
			continue
		}
		rw.ReplaceWithNew(op,
			ir.OpState{Def: CmpI, Operands: []*ir.Value{a.Operand(0), b.Operand(0)},
				Results: op.ResultTypes(),
				Attrs:   []ir.NamedAttr{{Name: "predicate", Value: op.Attr("predicate")}}})
		return true
	}
	return false
}

// selectConstants: p ? 1 : 0 extends p, p ? 0 : 1 extends not p, p ? false : true is not p.
func selectConstants(op *ir.Op, rw *ir.Rewriter) bool {
	a, b := scalarConst(op.Operand(1)), scalarConst(op.Operand(2))
	t, ok := op.Result(0).Type().(*ir.IntegerType)
	if a == nil || b == nil || !ok || !constraint.IsI1(op.Operand(0).Type()) {
		return false
	}
	cond := op.Operand(0)
	isNegated := isInt(a, 0) && isInt(b, 1)
	if !isNegated && !(isInt(a, 1) && isInt(b, 0)) {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	if isNegated {
		cond = Binary(rw.Builder, XOrI, cond, ConstBool(rw.Builder, true))
	}
	if t.Width > 1 {
		return replaceCast(op, ExtUI, cond, rw)
	}
	rw.Replace(op, cond)
	return true
}

// selectNot: not p ? a : b = p ? b : a.
func selectNot(op *ir.Op, rw *ir.Rewriter) bool {
	not := op.Operand(0).DefinedBy(XOrI)
	if not == nil {
		return false
	}
	if one := scalarConst(not.Operand(1)); one == nil || one.Value == 0 {
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{Def: Select, Results: op.ResultTypes(),
		Operands: []*ir.Value{not.Operand(0), op.Operand(2), op.Operand(1)}})
	return true
}

// selectSame: a select among the values of another select on the same condition has a known result.
func selectSame(op *ir.Op, rw *ir.Rewriter) bool {
	for i := 1; i <= 2; i++ {
		inner := op.Operand(i).DefinedBy(Select)
		if inner == nil || inner.Operand(0) != op.Operand(0) {
			continue
		}
		operands := op.Operands()
		operands[i] = inner.Operand(i)
		rw.ReplaceWithNew(op, ir.OpState{Def: Select, Operands: operands, Results: op.ResultTypes()})
		return true
	}
	return false
}

// dropNegations: -a * -b = a * b, -a / -b = a / b.
func dropNegations(op *ir.Op, rw *ir.Rewriter) bool {
	a, b := op.Operand(0).DefinedBy(NegF), op.Operand(1).DefinedBy(NegF)
	if a == nil || b == nil {
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{Def: op.Def(), Operands: []*ir.Value{a.Operand(0), b.Operand(0)},
		Results: op.ResultTypes(), Attrs: []ir.NamedAttr{{Name: "fastmath", Value: op.Attr("fastmath")}}})
	return true
}
