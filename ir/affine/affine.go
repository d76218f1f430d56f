package affine

// Kind is the kind of an expression.
type Kind uint8

// The kinds of expressions.
const (
	Constant Kind = iota
	Dim
	Symbol
	Add
	Mul
	Mod
	FloorDiv
	CeilDiv
)

// Expr is an immutable affine expression. Value is the constant, or the number of the dimension or symbol.
// LHS and RHS are the operands of the binary kinds.
type Expr struct {
	Kind     Kind
	Value    int64
	LHS, RHS *Expr
}

// Map is (d0, ..)[s0, ..] -> (Results...).
type Map struct {
	NumDims, NumSymbols int
	Results             []*Expr
}

// Set is (d0, ..)[s0, ..] : (Constraints...).
type Set struct {
	NumDims, NumSymbols int
	Constraints         []Constraint
}

// Constraint is Expr == 0 if Eq is set, else Expr >= 0.
type Constraint struct {
	Expr *Expr
	Eq   bool
}
