package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Access is an affine map with its operands, dimensions first.
type Access struct {
	Map      *aff.Map
	Operands []*ir.Value
}

// AccessOf returns the map of an affine.apply, affine.min or affine.max with its operands.
func AccessOf(op *ir.Op) Access { return Access{mapOf(op, "map"), op.Operands()} }

// Equal reports whether both have the same map and operands.
func (a Access) Equal(b Access) bool {
	return a.Map.Equal(b.Map) && slices.Equal(a.Operands, b.Operands)
}

// Compose returns the access after the affine.apply operations that make its operands are merged into the
// map. The result is canonical and simplified.
func (a Access) Compose() Access {
	if len(a.Map.Results) > 0 {
		a = composer{exprs: a.Map.Results,
			dims: slices.Clone(a.Operands[:a.Map.NumDims]),
			syms: slices.Clone(a.Operands[a.Map.NumDims:])}.run()
	}
	a = a.Canonicalize()
	a.Map = a.Map.Simplify()
	return a
}

// composer replaces inputs that affine.apply makes. New inputs are only appended, and a replaced input
// becomes nil, so that positions stay valid.
type composer struct {
	exprs      []*aff.Expr
	dims, syms []*ir.Value
}

func (c composer) run() Access {
	for range maxComposed {
		next := composer{c.exprs, slices.Clone(c.dims), slices.Clone(c.syms)}
		if !next.step() || next.size() > maxComposed {
			break
		}
		c = next
	}
	dimMap, operands := compact(c.dims, aff.D)
	symMap, symbols := compact(c.syms, aff.S)
	m := aff.NewMap(len(c.dims), len(c.syms), c.exprs...).Replace(dimMap, symMap, len(operands), len(symbols))
	return Access{m, append(operands, symbols...)}
}

// maxComposed bounds the number of operations that are merged into a map, and the size of its expressions,
// which each of them can double. In unreachable code a value may be computed from itself: composition would
// not end.
const maxComposed = 1000

// size returns the number of nodes of the expressions, or more than maxComposed.
func (c *composer) size() int {
	n := 0
	for _, e := range c.exprs {
		if n += size(e, maxComposed-n); n > maxComposed {
			break
		}
	}
	return n
}

// size returns the number of nodes of an expression; it stops counting above limit.
func size(e *aff.Expr, limit int) int {
	if e == nil || limit < 0 {
		return 0
	}
	n := 1 + size(e.LHS, limit-1)
	return n + size(e.RHS, limit-n)
}

// step replaces the first input that an affine.apply makes.
func (c *composer) step() bool {
	for i, v := range c.dims {
		if apply := producer(v); apply != nil {
			c.dims[i] = nil
			c.replace(apply, func(e *aff.Expr) ([]*aff.Expr, []*aff.Expr) { return at(i, e), nil })
			return true
		}
	}
	for i, v := range c.syms {
		if apply := producer(v); apply != nil {
			c.syms[i] = nil
			c.replace(apply, func(e *aff.Expr) ([]*aff.Expr, []*aff.Expr) { return nil, at(i, e) })
			return true
		}
	}
	return false
}

func producer(v *ir.Value) *ir.Op {
	if v == nil {
		return nil
	}
	return v.DefinedBy(Apply)
}

// at returns replacements that put e at position i.
func at(i int, e *aff.Expr) []*aff.Expr {
	by := make([]*aff.Expr, i+1)
	by[i] = e
	return by
}

// replace puts the expression that apply computes in the place that where names.
func (c *composer) replace(apply *ir.Op, where func(*aff.Expr) (dims, syms []*aff.Expr)) {
	inner := Access{mapOf(apply, "map"), apply.Operands()}.Canonicalize()
	n := inner.Map.NumDims
	e := inner.Map.Results[0].Replace(aff.Numbered(n, len(c.dims), aff.D),
		aff.Numbered(inner.Map.NumSymbols, len(c.syms), aff.S))
	c.dims = append(c.dims, inner.Operands[:n]...)
	c.syms = append(c.syms, inner.Operands[n:]...)
	dims, syms := where(e)
	exprs := make([]*aff.Expr, len(c.exprs))
	for i, x := range c.exprs {
		exprs[i] = x.Replace(dims, syms)
	}
	c.exprs = exprs
}

// compact removes nil values. It returns the other values and, for each old position, the new input.
func compact(vs []*ir.Value, input func(int) *aff.Expr) (by []*aff.Expr, kept []*ir.Value) {
	by = make([]*aff.Expr, len(vs))
	for i, v := range vs {
		if v != nil {
			by[i] = input(len(kept))
			kept = append(kept, v)
		}
	}
	return by, kept
}

// Canonicalize returns the access with these changes: dimensions that are symbols become symbols and the
// other way round, constants move into the map, and unused and repeated operands are removed.
func (a Access) Canonicalize() Access {
	if len(a.Operands) == 0 {
		return a
	}
	dims, syms, newDims, newSyms, operands := canonicalInputs(a.Map.UsedInputs(), a.Map.NumDims, a.Operands)
	return Access{a.Map.Replace(dims, syms, newDims, newSyms), operands}
}

// canonicalInputs computes the replacements that Canonicalize makes. Symbols keep their order, and dimensions
// that become symbols follow them. A symbol that is a dimension becomes one: an index used as a symbol turns
// into a dimension when its loop becomes an affine loop.
func canonicalInputs(used []bool, numDims int, operands []*ir.Value) (dims, syms []*aff.Expr, newDims,
	newSyms int, left []*ir.Value) {
	dims, syms = make([]*aff.Expr, numDims), make([]*aff.Expr, len(operands)-numDims)
	var symbols []*ir.Value
	var promoted []int
	for i, v := range operands[:numDims] {
		switch {
		case !used[i]:
		case isSymbol(v):
			promoted = append(promoted, i)
		default:
			dims[i] = aff.D(indexIn(&left, v))
		}
	}
	for i, v := range operands[numDims:] {
		switch {
		case !used[numDims+i]:
		case isOnlyDim(v):
			syms[i] = aff.D(indexIn(&left, v))
		default:
			syms[i] = symbolOrConstant(&symbols, v)
		}
	}
	for _, i := range promoted {
		dims[i] = symbolOrConstant(&symbols, operands[i])
	}
	return dims, syms, len(left), len(symbols), append(left, symbols...)
}

func symbolOrConstant(symbols *[]*ir.Value, v *ir.Value) *aff.Expr {
	if c, ok := ir.ConstInt(v); ok {
		return aff.C(c)
	}
	return aff.S(indexIn(symbols, v))
}

// indexIn returns the position of v in the list, adding it when it is new.
func indexIn(list *[]*ir.Value, v *ir.Value) int {
	i := slices.Index(*list, v)
	if i < 0 {
		i = len(*list)
		*list = append(*list, v)
	}
	return i
}

// isOnlyDim reports whether v is a variable of an affine loop, or computed from one.
func isOnlyDim(v *ir.Value) bool {
	return isLoopVariable(v) ||
		v.DefinedBy(Apply) != nil && !isSymbol(v) && IsValidDim(v, Scope(v.DefiningOp()))
}

// isSymbol reports whether v is a symbol wherever it is used. Such a value is an index at the top level, or
// its operation is a symbol in its own scope.
func isSymbol(v *ir.Value) bool {
	if isTopLevel(v) {
		return constraint.IsIndex(v.Type())
	}
	op := v.DefiningOp()
	return op != nil && IsValidSymbol(v, Scope(op))
}

// withoutDuplicates returns the map with each result once.
func withoutDuplicates(m *aff.Map) *aff.Map {
	var results []*aff.Expr
	for _, r := range m.Results {
		if !slices.ContainsFunc(results, r.Equal) {
			results = append(results, r)
		}
	}
	return aff.NewMap(m.NumDims, m.NumSymbols, results...)
}
