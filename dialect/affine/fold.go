package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

func init() {
	Apply.Fold = foldApply
	Min.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldMinMax(op, slices.Min[[]int64]) }
	Max.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldMinMax(op, slices.Max[[]int64]) }
	Load.Fold = foldLoad
	for _, def := range []*ir.OpDef{Prefetch, DmaStart, DmaWait} {
		def.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldCasts(op, 0) }
	}
	Store.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldCasts(op, 1) }
	For.Fold = foldFor
	If.Fold = foldIf
	Parallel.Fold = foldParallel
	DelinearizeIndex.Fold = foldDelinearize
	LinearizeIndex.Fold = foldLinearize
}

func toConstant(op *ir.Op, v int64) []ir.FoldResult {
	return []ir.FoldResult{{Attr: op.Context().IndexAttr(v)}}
}

// withConstants returns the map after constant operands are replaced by their values.
func (a Access) withConstants() *aff.Map {
	by := make([]*aff.Expr, len(a.Operands))
	for i, v := range a.Operands {
		if c, ok := ir.ConstInt(v); ok {
			by[i] = aff.C(c)
		}
	}
	return a.Map.Replace(by[:a.Map.NumDims], by[a.Map.NumDims:], a.Map.NumDims, a.Map.NumSymbols)
}

// constants returns the results if all operands they depend on are constants.
func (a Access) constants() ([]int64, bool) {
	m := a.withConstants()
	if !m.IsConstant() {
		return nil, false
	}
	return m.Eval(nil, nil)
}

// input returns the operand that an expression stands for, or nil.
func (a Access) input(e *aff.Expr) *ir.Value {
	switch e.Kind {
	case aff.Dim:
		return a.Operands[e.Value]
	case aff.Symbol:
		return a.Operands[a.Map.NumDims+int(e.Value)]
	}
	return nil
}

func foldApply(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	a := Access{mapOf(op, "map"), op.Operands()}
	if v := a.input(a.Map.Results[0]); v != nil {
		return []ir.FoldResult{{Value: v}}
	}
	if vs, ok := a.constants(); ok {
		return toConstant(op, vs[0])
	}
	return nil
}

// foldMinMax replaces the results of the map that are constant by constants. If all results are constant it
// folds the operation.
func foldMinMax(op *ir.Op, choose func([]int64) int64) []ir.FoldResult {
	a := Access{mapOf(op, "map"), op.Operands()}
	filled := a.withConstants()
	if vs, ok := filled.Eval(nil, nil); ok {
		return toConstant(op, choose(vs))
	}
	results := slices.Clone(a.Map.Results)
	changed := false
	for i, e := range filled.Results {
		if e.Kind == aff.Constant && results[i].Kind != aff.Constant {
			results[i], changed = e, true
		}
	}
	if len(results) == 1 && len(a.Operands) == 1 && results[0].Kind == aff.Symbol {
		return []ir.FoldResult{{Value: a.Operands[0]}}
	}
	if !changed {
		return nil
	}
	op.SetAttr("map", op.Context().AffineMap(aff.NewMap(a.Map.NumDims, a.Map.NumSymbols, results...)))
	return ir.FoldedInPlace
}

// foldCasts replaces the memrefs among the operands from number first on by the sources of their casts.
func foldCasts(op *ir.Op, first int) []ir.FoldResult {
	changed := false
	for i := first; i < op.NumOperands(); i++ {
		cast := op.Operand(i).DefiningOp()
		if cast == nil || cast.Name() != "memref.cast" {
			continue
		}
		if t := memRef(cast.Operand(0)); t != nil && t.Ranked {
			op.SetOperand(i, cast.Operand(0))
			changed = true
		}
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

// foldLoad folds a load of a constant memref.global to the element.
func foldLoad(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if folded := foldCasts(op, 0); folded != nil {
		return folded
	}
	values := globalValues(op.Operand(0))
	m := mapOf(op, "map")
	if values == nil || !values.Splat && !m.IsConstant() {
		return nil
	}
	offset := int64(0)
	for i, r := range m.Results {
		extent := values.Type.Dims()[i]
		if !values.Splat && (r.Value < 0 || r.Value >= extent) {
			return nil
		}
		offset = offset*extent + r.Value
	}
	switch t := op.Result(0).Type().(type) {
	case *ir.IntegerType:
		if t.Width <= 64 {
			return []ir.FoldResult{{Attr: op.Context().Int(t, int64(values.Element(int(offset))))}}
		}
	case *ir.IndexType:
		return toConstant(op, int64(values.Element(int(offset))))
	case *ir.FloatType:
		if t.Width() <= 64 {
			return []ir.FoldResult{{Attr: op.Context().FloatBits(t, values.Element(int(offset)))}}
		}
	}
	return nil
}

// globalValues returns the elements of the constant memref.global that m refers to, or nil.
func globalValues(m *ir.Value) *ir.DenseElementsAttr {
	get := m.DefiningOp()
	if get == nil || get.Name() != "memref.get_global" {
		return nil
	}
	ref, ok := get.Attr("name").(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	global := ir.NewSymbolTables().Resolve(get, ref)
	if global == nil || global.Name() != "memref.global" || global.Attr("constant") == nil {
		return nil
	}
	values, _ := global.Attr("initial_value").(*ir.DenseElementsAttr)
	if values == nil || values.Strings != nil {
		return nil
	}
	return values
}

// foldFor makes bounds constant, or else canonical, and replaces a loop without
// iterations by its initial values.
func foldFor(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	changed := setConstantBounds(op)
	changed = canonicalBounds(op) || changed
	if n, ok := ConstantTripCount(op); ok && n == 0 && op.NumResults() > 0 {
		inits := op.OperandsOf(2)
		folded := make([]ir.FoldResult, len(inits))
		for i, v := range inits {
			folded[i].Value = v
		}
		return folded
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

func boundsOf(op *ir.Op) (lower, upper Access) {
	lower.Map, lower.Operands = LowerBound(op)
	upper.Map, upper.Operands = UpperBound(op)
	return lower, upper
}

func setConstantBounds(op *ir.Op) bool {
	lower, upper := boundsOf(op)
	l, lok := constantBound(lower, slices.Max[[]int64])
	u, uok := constantBound(upper, slices.Min[[]int64])
	if lok || uok {
		SetBounds(op, l, u)
	}
	return lok || uok
}

// constantBound returns the bound as a constant. ok is false if the bound is not constant, or has that form
// already.
func constantBound(bound Access, choose func([]int64) int64) (Access, bool) {
	if _, ok := bound.Map.SingleConstant(); ok {
		return bound, false
	}
	vs, ok := bound.constants()
	if !ok || len(vs) == 0 {
		return bound, false
	}
	return ConstantBound(choose(vs)), true
}

func canonicalBounds(op *ir.Op) bool {
	lower, upper := boundsOf(op)
	l, u := lower.Compose().Canonicalize(), upper.Compose().Canonicalize()
	l.Map = withoutDuplicates(l.Irredundant(true).Map)
	u.Map = withoutDuplicates(u.Irredundant(false).Map)
	if l.Map.Equal(lower.Map) && u.Map.Equal(upper.Map) {
		return false
	}
	if l.Map.Equal(lower.Map) {
		l = lower
	}
	if u.Map.Equal(upper.Map) {
		u = upper
	}
	SetBounds(op, l, u)
	return true
}

func foldIf(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	set := Condition(op)
	old := Access{set.AsMap(), op.Operands()}
	a := old
	if slices.ContainsFunc(old.Operands, func(v *ir.Value) bool { return producer(v) != nil }) {
		a = a.Compose()
	}
	a = a.Canonicalize()
	if a.Equal(old) {
		return nil
	}
	op.SetOperands(a.Operands)
	op.SetAttr("condition", op.Context().IntegerSet(set.WithMap(a.Map)))
	return ir.FoldedInPlace
}

func foldParallel(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	lower, upper := lowerBounds(op), upperBounds(op)
	oldLower, oldUpper := Access{lower.m, lower.operands}, Access{upper.m, upper.operands}
	l, u := oldLower.Compose(), oldUpper.Compose()
	if l.Equal(oldLower) && u.Equal(oldUpper) {
		return nil
	}
	op.SetOperands(append(slices.Clone(l.Operands), u.Operands...))
	op.SetAttr("lowerBoundsMap", op.Context().AffineMap(l.Map))
	op.SetAttr("upperBoundsMap", op.Context().AffineMap(u.Map))
	return ir.FoldedInPlace
}

// staticBasis moves constants of the dynamic base into the static one, and reports whether there were any.
func staticBasis(op *ir.Op) bool {
	basis, changed := Basis(op), false
	for i, b := range basis {
		if v, ok := ir.ConstInt(b.Value); ok && v > 0 {
			basis[i], changed = ir.OpFoldResult{Const: v}, true
		}
	}
	if !changed {
		return false
	}
	static, values := ir.SplitIndices(basis)
	fixed := op.OperandsOf(0)
	op.SetOperands(append(fixed, values...))
	op.SetAttr("static_basis", op.Context().I64Array(static...))
	if op.Is(LinearizeIndex) {
		op.SetAttr("operandSegmentSizes", op.Context().I32Array(int64(len(fixed)), int64(len(values))))
	}
	return true
}

// innerBasis returns the base without the bound of the first digit, which is optional.
func innerBasis(op *ir.Op, digits int) []int64 {
	basis := op.Ints("static_basis")
	if len(basis) == digits && digits > 0 {
		return basis[1:]
	}
	return basis
}

func foldDelinearize(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if staticBasis(op) {
		return ir.FoldedInPlace
	}
	n := op.NumResults()
	if n == 1 {
		return []ir.FoldResult{{Value: op.Operand(0)}}
	}
	index, ok := consts[0].(*ir.IntegerAttr)
	if !ok || op.NumOperands() > 1 {
		return nil
	}
	rest := index.Value
	folded := make([]ir.FoldResult, n)
	for i, b := range slices.Backward(innerBasis(op, n)) {
		folded[i+1].Attr = op.Context().IndexAttr(quotient(aff.Mod, rest, b))
		rest = quotient(aff.FloorDiv, rest, b)
	}
	folded[0].Attr = op.Context().IndexAttr(rest)
	return folded
}

func foldLinearize(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if staticBasis(op) {
		return ir.FoldedInPlace
	}
	digits := op.OperandsOf(0)
	switch {
	case len(digits) == 0:
		return toConstant(op, 0)
	case len(digits) == 1:
		return []ir.FoldResult{{Value: digits[0]}}
	case op.NumOperands() > len(digits):
		return nil
	}
	sum := aff.C(0)
	basis := append([]int64{0}, innerBasis(op, len(digits))...)
	for i, c := range consts {
		digit, ok := c.(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		sum = sum.Mul(aff.C(basis[i])).Add(aff.C(digit.Value))
	}
	if v, ok := sum.Eval(nil, nil); ok {
		return toConstant(op, v)
	}
	return nil
}
