package affine

// NewSet returns the set of the points that satisfy all constraints. Without constraints, it has the
// constraint 0 == 0, as MLIR writes the set of all points.
func NewSet(numDims, numSymbols int, constraints ...Constraint) *Set {
	if len(constraints) == 0 {
		constraints = []Constraint{{Expr: C(0), Eq: true}}
	}
	return &Set{numDims, numSymbols, constraints}
}

// EmptySet returns the set with the constraint 1 == 0.
func EmptySet(numDims, numSymbols int) *Set {
	return NewSet(numDims, numSymbols, Constraint{C(1), true})
}

// NumInputs returns the number of dimensions and symbols.
func (s *Set) NumInputs() int { return s.NumDims + s.NumSymbols }

// IsEmpty reports whether the set is EmptySet.
func (s *Set) IsEmpty() bool {
	return len(s.Constraints) == 1 && s.Constraints[0].Eq && s.Constraints[0].Expr.IsConst(1)
}

// Eval reports whether the point is in the set. A constraint that is undefined at the point does not hold.
func (s *Set) Eval(dims, syms []int64) bool {
	for _, c := range s.Constraints {
		v, ok := c.Expr.Eval(dims, syms)
		if !ok || c.Eq && v != 0 || v < 0 {
			return false
		}
	}
	return true
}

// Equal reports whether both sets have the same inputs and constraints.
func (s *Set) Equal(o *Set) bool {
	if s.NumDims != o.NumDims || s.NumSymbols != o.NumSymbols || len(s.Constraints) != len(o.Constraints) {
		return false
	}
	for i, c := range s.Constraints {
		if c.Eq != o.Constraints[i].Eq || !c.Expr.Equal(o.Constraints[i].Expr) {
			return false
		}
	}
	return true
}

// Replace returns the set with dims and syms in place of its dimensions and symbols, and with newDims and
// newSyms inputs; see Expr.Replace.
func (s *Set) Replace(dims, syms []*Expr, newDims, newSyms int) *Set {
	constraints := make([]Constraint, len(s.Constraints))
	for i, c := range s.Constraints {
		constraints[i] = Constraint{c.Expr.Replace(dims, syms), c.Eq}
	}
	return NewSet(newDims, newSyms, constraints...)
}

// AsMap returns the map whose results are the left sides of the constraints.
func (s *Set) AsMap() *Map {
	results := make([]*Expr, len(s.Constraints))
	for i, c := range s.Constraints {
		results[i] = c.Expr
	}
	return NewMap(s.NumDims, s.NumSymbols, results...)
}

// WithMap returns the set with the results of m as left sides of its
// constraints.
func (s *Set) WithMap(m *Map) *Set {
	constraints := make([]Constraint, len(s.Constraints))
	for i, c := range s.Constraints {
		constraints[i] = Constraint{m.Results[i], c.Eq}
	}
	return NewSet(m.NumDims, m.NumSymbols, constraints...)
}

// DropUnused returns the set without the inputs that no constraint depends on,
// and the positions of those that are left, dimensions first.
func (s *Set) DropUnused() (*Set, []int) {
	m, kept := s.AsMap().DropUnused()
	return s.WithMap(m), kept
}
