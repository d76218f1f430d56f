package affine

import "strconv"

// Name appends the name of dimension or symbol number i to dst.
type Name func(dst []byte, kind Kind, i int) []byte

// String returns the expression in MLIR's syntax.
func (e *Expr) String() string { return string(e.Append(nil, nil)) }

// String returns (d0, ..)[s0, ..] -> (results).
func (m *Map) String() string { return string(m.Append(nil)) }

// String returns (d0, ..)[s0, ..] : (constraints).
func (s *Set) String() string { return string(s.Append(nil)) }

// Append appends the expression in MLIR's syntax. The function name names the inputs; if it is nil, they are
// called d0 and s0.
func (e *Expr) Append(dst []byte, name Name) []byte {
	if name == nil {
		name = standardName
	}
	return printer{name}.expr(dst, e, false)
}

// Append appends the map as String writes it.
func (m *Map) Append(dst []byte) []byte {
	dst = appendInputs(dst, m.NumDims, m.NumSymbols)
	return m.AppendResults(append(dst, " -> ("...), nil, ")")
}

// AppendResults appends the results, separated by commas, and then end.
func (m *Map) AppendResults(dst []byte, name Name, end string) []byte {
	for i, r := range m.Results {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = r.Append(dst, name)
	}
	return append(dst, end...)
}

// Append appends the set as String writes it.
func (s *Set) Append(dst []byte) []byte {
	dst = append(appendInputs(dst, s.NumDims, s.NumSymbols), " : ("...)
	for i, c := range s.Constraints {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = c.Expr.Append(dst, nil)
		if c.Eq {
			dst = append(dst, " == 0"...)
		} else {
			dst = append(dst, " >= 0"...)
		}
	}
	return append(dst, ')')
}

func appendInputs(dst []byte, dims, syms int) []byte {
	dst = appendNames(append(dst, '('), Dim, dims)
	dst = append(dst, ')')
	if syms > 0 {
		dst = append(appendNames(append(dst, '['), Symbol, syms), ']')
	}
	return dst
}

func appendNames(dst []byte, kind Kind, n int) []byte {
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = standardName(dst, kind, i)
	}
	return dst
}

func standardName(dst []byte, kind Kind, i int) []byte {
	letter := byte('d')
	if kind == Symbol {
		letter = 's'
	}
	return strconv.AppendInt(append(dst, letter), int64(i), 10)
}

// spelling is the text of each operator, indexed by Kind.
var spelling = [...]string{Add: " + ", Mul: " * ", Mod: " mod ", FloorDiv: " floordiv ", CeilDiv: " ceildiv "}

type printer struct{ name Name }

// expr appends e. tight says that e is an operand of a product, a division or a remainder, where every binary
// expression needs parentheses.
func (p printer) expr(dst []byte, e *Expr, tight bool) []byte {
	switch e.Kind {
	case Constant:
		return strconv.AppendInt(dst, e.Value, 10)
	case Dim, Symbol:
		return p.name(dst, e.Kind, int(e.Value))
	}
	if tight {
		return append(p.expr(append(dst, '('), e, false), ')')
	}
	switch {
	case e.Kind == Add:
		return p.sum(dst, e)
	case e.Kind == Mul && e.RHS.IsConst(-1):
		return p.expr(append(dst, '-'), e.LHS, true)
	}
	dst = p.expr(dst, e.LHS, true)
	return p.expr(append(dst, spelling[e.Kind]...), e.RHS, true)
}

// sum appends an addition, or a subtraction if the right side is negative.
func (p printer) sum(dst []byte, e *Expr) []byte {
	dst = p.expr(dst, e.LHS, false)
	r := e.RHS
	base, factor := scaled(r)
	switch {
	case r.Kind == Constant && r.Value < 0:
		return strconv.AppendInt(append(dst, " - "...), -r.Value, 10)
	case factor == -1:
		return p.expr(append(dst, " - "...), base, base.Kind == Add)
	case factor < -1:
		dst = p.expr(append(dst, " - "...), base, true)
		return strconv.AppendInt(append(dst, " * "...), -factor, 10)
	}
	return p.expr(append(dst, " + "...), r, false)
}
