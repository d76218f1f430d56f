package affine

import "slices"

// NewMap returns the map with those results.
func NewMap(numDims, numSymbols int, results ...*Expr) *Map {
	return &Map{numDims, numSymbols, results}
}

// Identity returns (d0, .., dn-1) -> (d0, .., dn-1).
func Identity(n int) *Map {
	m := &Map{NumDims: n, Results: make([]*Expr, n)}
	for i := range m.Results {
		m.Results[i] = D(i)
	}
	return m
}

// ConstantMap returns () -> (vs...).
func ConstantMap(vs ...int64) *Map {
	m := &Map{Results: make([]*Expr, len(vs))}
	for i, v := range vs {
		m.Results[i] = C(v)
	}
	return m
}

// SymbolIdentity returns ()[s0] -> (s0).
func SymbolIdentity() *Map { return NewMap(0, 1, S(0)) }

// NumInputs returns the number of dimensions and symbols.
func (m *Map) NumInputs() int { return m.NumDims + m.NumSymbols }

// IsIdentity reports whether the map is (d0, .., dn) -> (d0, .., dn). It may have any symbols.
func (m *Map) IsIdentity() bool {
	if len(m.Results) != m.NumDims {
		return false
	}
	for i, r := range m.Results {
		if r.Kind != Dim || r.Value != int64(i) {
			return false
		}
	}
	return true
}

// IsConstant reports whether every result is a constant.
func (m *Map) IsConstant() bool {
	return !slices.ContainsFunc(m.Results, func(e *Expr) bool { return e.Kind != Constant })
}

// SingleConstant returns the result of a map whose only result is a constant.
func (m *Map) SingleConstant() (v int64, ok bool) {
	if len(m.Results) != 1 || m.Results[0].Kind != Constant {
		return 0, false
	}
	return m.Results[0].Value, true
}

// IsPermutation reports whether the results are all dimensions of the map, each once.
func (m *Map) IsPermutation() bool {
	if len(m.Results) != m.NumDims {
		return false
	}
	seen := make([]bool, m.NumDims)
	for _, r := range m.Results {
		if r.Kind != Dim || seen[r.Value] {
			return false
		}
		seen[r.Value] = true
	}
	return true
}

// Equal reports whether both maps have the same inputs and results.
func (m *Map) Equal(o *Map) bool {
	return m.NumDims == o.NumDims && m.NumSymbols == o.NumSymbols &&
		slices.EqualFunc(m.Results, o.Results, (*Expr).Equal)
}

// Replace returns the map with dims and syms in place of its dimensions and symbols, and with newDims and
// newSyms inputs; see Expr.Replace.
func (m *Map) Replace(dims, syms []*Expr, newDims, newSyms int) *Map {
	results := make([]*Expr, len(m.Results))
	for i, r := range m.Results {
		results[i] = r.Replace(dims, syms)
	}
	return &Map{newDims, newSyms, results}
}

// Compose returns the map that applies other and then m to the results. m has as many dimensions as other has
// results. In the new map the symbols of m come first.
func (m *Map) Compose(other *Map) *Map {
	shifted := other.Replace(nil, Numbered(other.NumSymbols, m.NumSymbols, S), other.NumDims, 0)
	return m.Replace(shifted.Results, nil, other.NumDims, m.NumSymbols+other.NumSymbols)
}

// Numbered returns n inputs, numbered from first; input is D or S.
func Numbered(n, first int, input func(int) *Expr) []*Expr {
	es := make([]*Expr, n)
	for i := range es {
		es[i] = input(first + i)
	}
	return es
}

// Eval returns the results for given inputs; see Expr.Eval.
func (m *Map) Eval(dims, syms []int64) (results []int64, ok bool) {
	results = make([]int64, len(m.Results))
	for i, r := range m.Results {
		if results[i], ok = r.Eval(dims, syms); !ok {
			return nil, false
		}
	}
	return results, true
}

// SubMap returns the map with only the results at those positions.
func (m *Map) SubMap(positions ...int) *Map {
	results := make([]*Expr, len(positions))
	for i, p := range positions {
		results[i] = m.Results[p]
	}
	return &Map{m.NumDims, m.NumSymbols, results}
}

// UsedInputs reports for each input, dimensions first, whether a result
// depends on it.
func (m *Map) UsedInputs() []bool {
	used := make([]bool, m.NumInputs())
	markUsed(used, m.NumDims, m.Results)
	return used
}

func markUsed(used []bool, numDims int, exprs []*Expr) {
	for _, e := range exprs {
		e.Walk(func(x *Expr) {
			switch x.Kind {
			case Dim:
				used[x.Value] = true
			case Symbol:
				used[numDims+int(x.Value)] = true
			}
		})
	}
}

// DropUnused returns the map without the inputs that no result depends on, and
// the positions of those that are left, dimensions first.
func (m *Map) DropUnused() (*Map, []int) {
	dims, syms, kept, numDims := renumbering(m.UsedInputs(), m.NumDims)
	return m.Replace(dims, syms, numDims, len(kept)-numDims), kept
}

// renumbering numbers the used dimensions from 0, and the used symbols from 0.
func renumbering(used []bool, numDims int) (dims, syms []*Expr, kept []int, newDims int) {
	dims, syms = make([]*Expr, numDims), make([]*Expr, len(used)-numDims)
	newSyms := 0
	for i, u := range used {
		switch {
		case !u:
			continue
		case i < numDims:
			dims[i] = D(newDims)
			newDims++
		default:
			syms[i-numDims] = S(newSyms)
			newSyms++
		}
		kept = append(kept, i)
	}
	return dims, syms, kept, newDims
}

// IsPure reports whether every result is affine in the strict sense.
func (m *Map) IsPure() bool {
	return !slices.ContainsFunc(m.Results, func(e *Expr) bool { return !e.IsPure() })
}
