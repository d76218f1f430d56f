package complexes

import "math"

// Flags says which of the fast-math flags of a function an operation of its formula has.
type Flags int

const (
	// None is no flag.
	None Flags = iota
	// Given is the flags of the function.
	Given
	// Special is the flags of the function but for those that promise numbers that are neither NaN nor
	// infinite: the formula counts on such numbers.
	Special
)

// Predicate is a comparison of floats, by its number in arith.cmpf and llvm.fcmp.
type Predicate int64

// The comparisons that formulas need: ordered ones are false of NaN, Unequal and Unordered are true.
const (
	Equal          Predicate = 1
	Greater        Predicate = 2
	GreaterOrEqual Predicate = 3
	Less           Predicate = 4
	LessOrEqual    Predicate = 5
	OrderedUnequal Predicate = 6
	Ordered        Predicate = 7
	Unequal        Predicate = 13
	Unordered      Predicate = 14
)

// Operation is an operation on one to three floats, by its name in MLIR.
type Operation string

// The operations that formulas need.
const (
	Add      Operation = "arith.addf"
	Sub      Operation = "arith.subf"
	Mul      Operation = "arith.mulf"
	Div      Operation = "arith.divf"
	Neg      Operation = "arith.negf"
	Maximum  Operation = "arith.maximumf"
	Minimum  Operation = "arith.minimumf"
	Abs      Operation = "math.absf"
	Atan2    Operation = "math.atan2"
	CopySign Operation = "math.copysign"
	Cos      Operation = "math.cos"
	Exp      Operation = "math.exp"
	ExpM1    Operation = "math.expm1"
	FMA      Operation = "math.fma"
	Log      Operation = "math.log"
	Log1p    Operation = "math.log1p"
	Pow      Operation = "math.powf"
	Rsqrt    Operation = "math.rsqrt"
	Sin      Operation = "math.sin"
	Sqrt     Operation = "math.sqrt"
)

// Scalars computes with floats F and truth values B, or writes down such computations.
type Scalars[F, B any] interface {
	// Constant returns the float nearest to v.
	Constant(v float64) F
	Compute(op Operation, flags Flags, args ...F) F
	Compare(p Predicate, flags Flags, x, y F) B
	And(x, y B) B
	Or(x, y B) B
	// Select returns x where cond holds, else y.
	Select(cond B, x, y F) F
}

// Arithmetic is Scalars with complex numbers C.
type Arithmetic[F, B, C any] interface {
	Scalars[F, B]
	// Re and Im return the parts of a number, and Create the number of two parts.
	Re(C) F
	Im(C) F
	Create(re, im F) C
	Not(B) B
	// SelectNumber returns x where cond holds, else y.
	SelectNumber(cond B, x, y C) C
	// Finite reports whether the flags of the function promise that no number is NaN or infinite.
	Finite() bool
}

// Range says which numbers a quotient is to be right for.
type Range int

const (
	// Basic divides by the square of the divisor's absolute value, which overflows and vanishes early.
	Basic Range = iota
	// Improved scales numbers first, and knows what becomes of infinite ones and of zero.
	Improved
)

// Formulas has the functions of complex numbers over an arithmetic.
type Formulas[F, B, C any] struct {
	Arithmetic[F, B, C]
	// Range is that of quotients.
	Range Range
}

// given computes an operation with the flags of the function.
func (f Formulas[F, B, C]) given(op Operation, args ...F) F { return f.Compute(op, Given, args...) }

// special computes an operation whose numbers may be NaN or infinite.
func (f Formulas[F, B, C]) special(op Operation, args ...F) F { return f.Compute(op, Special, args...) }

// plain computes an operation without flags.
func (f Formulas[F, B, C]) plain(op Operation, args ...F) F { return f.Compute(op, None, args...) }

// is compares by a predicate with the flags of the function.
func (f Formulas[F, B, C]) is(p Predicate, x, y F) B { return f.Compare(p, Given, x, y) }

// quietNaN is NaN with no bit in its fraction but the first one, as it is written into programs.
var quietNaN = math.Float64frombits(0x7ff8 << 48)
