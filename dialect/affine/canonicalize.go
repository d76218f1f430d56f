package affine

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

func init() {
	for def, first := range map[*ir.OpDef]int{
		Apply: 0, Load: 1, VectorLoad: 1, Prefetch: 1, Store: 2, VectorStore: 2, Min: 0, Max: 0,
	} {
		def.Canonicalize = []ir.Pattern{{Name: "compose-affine-map", Rewrite: composeOperands(first)}}
	}
	for _, def := range []*ir.OpDef{Min, Max} {
		def.Canonicalize = append([]ir.Pattern{
			{Name: "merge-min-max", Rewrite: mergeMinMax},
			{Name: "deduplicate-min-max", Rewrite: deduplicateMinMax},
			{Name: "order-min-max", Rewrite: orderMinMax},
			{Name: "single-min-max", Rewrite: singleMinMax},
		}, def.Canonicalize...)
	}
	For.Canonicalize = []ir.Pattern{{Name: "empty-loop", Rewrite: emptyLoop}}
	If.Canonicalize = []ir.Pattern{
		{Name: "empty-else", Rewrite: emptyElse},
		{Name: "constant-condition", Rewrite: constantCondition},
	}
	DelinearizeIndex.Canonicalize = []ir.Pattern{
		{Name: "delinearize-of-linearize", Rewrite: delinearizeOfLinearize},
		{Name: "drop-unit-digits", Rewrite: dropUnitResults},
		{Name: "delinearize-tail", Rewrite: delinearizeTail},
	}
	LinearizeIndex.Canonicalize = []ir.Pattern{
		{Name: "linearize-of-delinearize", Rewrite: linearizeOfDelinearize},
		{Name: "drop-unit-digits", Rewrite: dropUnitDigits},
		{Name: "drop-leading-zero", Rewrite: dropLeadingZero},
	}
}

// composeOperands returns the rewrite that composes and canonicalizes the map of an operation with its
// operands from number first on.
func composeOperands(first int) func(*ir.Op, *ir.Rewriter) bool {
	return func(op *ir.Op, rw *ir.Rewriter) bool {
		old := Access{mapOf(op, "map"), tail(op, first)}
		a := old.Compose().Canonicalize().Narrow()
		if a.Equal(old) {
			return false
		}
		replaceMapped(op, rw, op.Operands()[:first], a)
		return true
	}
}

// replaceMapped replaces op by an operation of the same kind with another map and operands.
func replaceMapped(op *ir.Op, rw *ir.Rewriter, before []*ir.Value, a Access) {
	s := ir.OpState{
		Def: op.Def(), Operands: append(slices.Clone(before), a.Operands...), Results: op.ResultTypes(),
		Attrs: append(slices.Clone(op.Properties()), op.Attrs()...),
	}
	i := slices.IndexFunc(s.Attrs, func(n ir.NamedAttr) bool { return n.Name == "map" })
	s.Attrs[i] = mapNamed(rw.Ctx, "map", a.Map)
	rw.ReplaceWithNew(op, s)
}

// mergeMinMax merges a min with those of its operands that are a min, and a max with those that are a max.
func mergeMinMax(op *ir.Op, rw *ir.Rewriter) bool {
	a := Access{mapOf(op, "map"), op.Operands()}
	n := a.Map.NumDims
	dims, syms := slices.Clone(a.Operands[:n]), slices.Clone(a.Operands[n:])
	var kept []*aff.Expr
	var producers []*ir.Op
	for _, e := range a.Map.Results {
		v := a.input(e)
		if v != nil && v.DefinedBy(op.Def()) != nil && v.DefiningOp() != op {
			producers = append(producers, v.DefiningOp())
		} else {
			kept = append(kept, e)
		}
	}
	if len(producers) == 0 || len(a.Map.Results) > maxComposed {
		return false
	}
	for _, p := range producers {
		m := mapOf(p, "map")
		for _, e := range m.Results {
			kept = append(kept, e.Replace(aff.Numbered(m.NumDims, len(dims), aff.D),
				aff.Numbered(m.NumSymbols, len(syms), aff.S)))
		}
		dims, syms = append(dims, p.Operands()[:m.NumDims]...), append(syms, p.Operands()[m.NumDims:]...)
	}
	replaceMapped(op, rw, nil, Access{aff.NewMap(len(dims), len(syms), kept...), append(dims, syms...)})
	return true
}

func deduplicateMinMax(op *ir.Op, rw *ir.Rewriter) bool {
	old := mapOf(op, "map")
	m := withoutDuplicates(old)
	if len(m.Results) == len(old.Results) {
		return false
	}
	replaceMapped(op, rw, nil, Access{m, op.Operands()})
	return true
}

// orderMinMax sorts the results by their coefficients.
func orderMinMax(op *ir.Op, rw *ir.Rewriter) bool {
	m := mapOf(op, "map")
	type row struct {
		key []int64
		e   *aff.Expr
	}
	rows := make([]row, len(m.Results))
	for i, e := range m.Results {
		coefficients, constant, ok := e.Linear(m.NumDims, m.NumSymbols)
		if !ok {
			return false
		}
		rows[i] = row{append(coefficients, constant), e}
	}
	byKey := func(a, b row) int { return slices.CompareFunc(a.key, b.key, cmp.Compare[int64]) }
	if slices.IsSortedFunc(rows, byKey) {
		return false
	}
	slices.SortStableFunc(rows, byKey)
	results := make([]*aff.Expr, len(rows))
	for i, r := range rows {
		results[i] = r.e
	}
	replaceMapped(op, rw, nil, Access{aff.NewMap(m.NumDims, m.NumSymbols, results...), op.Operands()})
	return true
}

// singleMinMax turns a min or max of one result into an affine.apply.
func singleMinMax(op *ir.Op, rw *ir.Rewriter) bool {
	if len(mapOf(op, "map").Results) != 1 {
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{
		Def: Apply, Operands: op.Operands(), Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "map", Value: op.Attr("map")}},
	})
	return true
}

// emptyLoop removes a loop whose body only passes values on. Its results become the values that it ends with,
// if these do not depend on the number of iterations.
func emptyLoop(op *ir.Op, rw *ir.Rewriter) bool {
	end := op.Body().Terminator()
	if end == nil || op.Body().First() != end || op.NumResults() == 0 {
		return false
	}
	n, known := ConstantTripCount(op)
	inits, args := forLoop.Inits(op)
	results := make([]*ir.Value, len(inits))
	for i, v := range end.Operands() {
		from := slices.Index(args, v)
		switch {
		case v == op.Body().Arg(0):
			return false
		case known && n == 0, from == i:
			results[i] = inits[i]
		case !known, from >= 0 && n > 1:
			return false
		case from >= 0:
			results[i] = inits[from]
		default:
			results[i] = v
		}
	}
	rw.Replace(op, results...)
	return true
}

// emptyElse removes an else region without operations.
func emptyElse(op *ir.Op, rw *ir.Rewriter) bool {
	if op.Region(1).Empty() || op.NumResults() > 0 ||
		op.Region(1).Entry().First() != op.Region(1).Entry().Terminator() {
		return false
	}
	rw.Erase(op.Region(1).Entry().First())
	op.Region(1).Entry().Erase()
	rw.Modified(op)
	return true
}

// constantCondition keeps only the branch that is always taken.
func constantCondition(op *ir.Op, rw *ir.Rewriter) bool {
	set := Condition(op)
	taken := op.Region(0)
	switch {
	case set.IsEmpty():
		taken = op.Region(1)
	case len(set.Constraints) != 1 || !set.Constraints[0].Eq || !set.Constraints[0].Expr.IsConst(0):
		return false
	}
	if taken.Empty() {
		rw.Erase(op)
		return true
	}
	end := taken.Entry().Terminator()
	for inner := range taken.Entry().OpsWithoutTerminator() {
		inner.MoveBefore(op)
		rw.Modified(inner)
	}
	rw.Replace(op, end.Operands()...)
	return true
}

// sameInner reports whether two bases agree but for the bound of the first
// digit.
func sameInner(a, b *ir.Op, digits int) bool {
	inner := func(op *ir.Op) []ir.OpFoldResult {
		basis := Basis(op)
		if len(basis) == digits && digits > 0 {
			return basis[1:]
		}
		return basis
	}
	return slices.Equal(inner(a), inner(b))
}

// delinearizeOfLinearize replaces the digits of a linearized index by the digits that were linearized.
func delinearizeOfLinearize(op *ir.Op, rw *ir.Rewriter) bool {
	made := op.Operand(0).DefinedBy(LinearizeIndex)
	if made == nil || !IsDisjoint(made) {
		return false
	}
	digits := made.OperandsOf(0)
	if len(digits) != op.NumResults() || !sameInner(op, made, len(digits)) {
		return false
	}
	rw.Replace(op, digits...)
	return true
}

// linearizeOfDelinearize replaces a linearization of all digits of an index by that index.
func linearizeOfDelinearize(op *ir.Op, rw *ir.Rewriter) bool {
	digits := op.OperandsOf(0)
	if len(digits) == 0 {
		return false
	}
	made := digits[0].DefinedBy(DelinearizeIndex)
	if made == nil || made.NumResults() != len(digits) || !sameInner(op, made, len(digits)) {
		return false
	}
	if !slices.Equal(digits, made.Results()) {
		return false
	}
	rw.Replace(op, made.Operand(0))
	return true
}
