package exact

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// Formats are the floating-point types that operations are tried in.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// floatOperation is an operation on %a, %b and %c: its text, and its result of the bits of those, of which
// all NaNs are one. What it makes is a number of the format, or of 1 bit for a comparison.
type floatOperation struct {
	text string
	of   func(f format, x [3]uint64) uint64
}

// Floats has the operations of arith and math on a floating-point type that are exact up to one rounding, and
// the conversions to other formats.
func Floats(name string) *Suite {
	f := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
	s := &Suite{Columns: floatOperands(f)}
	for _, o := range floatTable() {
		compares := strings.Contains(o.text, "cmpf")
		code := ofWord("%_a", "%x0", name) + ofWord("%_b", "%x1", name) + ofWord("%_c", "%x2", name) +
			strings.NewReplacer("%a", "%_a", "%b", "%_b", "%c", "%_c", "%v", "%_v", "TYPE",
				name).Replace(o.text) + "\n"
		if compares {
			code += converted("%r", "%_v", "i1", "i64")
		} else {
			code += oneNaN("%r", "%_v", f)
		}
		row := Row{Name: strings.ReplaceAll(o.text, "TYPE", name), Code: code}
		for i := range s.Count() {
			row.Want = append(row.Want, o.of(f, [3]uint64{s.Columns[0][i], s.Columns[1][i], s.Columns[2][i]}))
		}
		s.Rows = append(s.Rows, row)
	}
	for _, to := range formats {
		s.betweenFormats(f, to)
	}
	return s
}

// betweenFormats adds the conversion of one format to another that has more numbers or less.
func (s *Suite) betweenFormats(from, to format) {
	name := "arith.extf"
	switch {
	case from.width == to.width:
		return
	case from.width > to.width:
		name = "arith.truncf"
	}
	row := Row{Name: fmt.Sprintf("%s %s to %s", name, from.name, to.name),
		Code: ofWord("%_a", "%x0", from.name) +
			fmt.Sprintf("%%_v = %s %%_a : %s to %s\n", name, from.name, to.name) + oneNaN("%r", "%_v", to)}
	for _, x := range s.Columns[0] {
		row.Want = append(row.Want, to.rounded(from.exactly(x)))
	}
	s.Rows = append(s.Rows, row)
}

// nan is the NaN that stands for all of a format.
func (f format) nan() uint64 { return f.infinity() | 1<<(f.precision-2) }

// oneNaN is code that makes an i64 of the bits of a number, with one NaN.
func oneNaN(result, v string, f format) string {
	return fmt.Sprintf("%[1]snan = arith.cmpf uno, %[1]s, %[1]s : %[2]s\n", v, f.name) +
		toWord(v+"w", v, f.name) +
		fmt.Sprintf(
			"%[1]sone = arith.constant %[3]d : i64\n%[2]s = arith.select %[1]snan, %[1]sone, %[1]sw : i64\n",
			v, result, f.nan())
}

// exactly is the number of some bits, nil for NaN.
func (f format) exactly(bits uint64) *big.Float {
	if field := bits & (1<<(f.width-1) - 1); field > f.infinity() {
		return nil
	} else if field == f.infinity() {
		return new(big.Float).SetInf(f.negative(bits))
	}
	return f.value(bits)
}

func (f format) negative(bits uint64) bool { return bits>>(f.width-1)&1 != 0 }

// rounded is round, and the format's NaN for nil.
func (f format) rounded(v *big.Float) uint64 {
	if v == nil {
		return f.nan()
	}
	return f.round(v)
}

// enough is a precision that holds sums of two numbers of a format and products of three.
const enough = 6400

// arithmeticOf computes with numbers of any precision. What IEEE calls invalid is NaN, as is what NaN goes
// into.
func arithmeticOf(count int, of func(z *big.Float, x []*big.Float) *big.Float) func(f format,
	x [3]uint64) uint64 {
	return func(f format, bits [3]uint64) (result uint64) {
		var x []*big.Float
		for _, b := range bits[:count] {
			v := f.exactly(b)
			if v == nil {
				return f.nan()
			}
			x = append(x, v)
		}
		defer func() {
			if invalid := new(big.ErrNaN); errors.As(asError(recover()), invalid) {
				result = f.nan()
			}
		}()
		return f.rounded(of(new(big.Float).SetPrec(enough), x))
	}
}

// asError is what a function panicked with. Other values than errors go on.
func asError(v any) error {
	err, ok := v.(error)
	if v != nil && !ok {
		panic(v)
	}
	return err
}

// floatTable are the operations on floating-point numbers.
func floatTable() []floatOperation {
	var table []floatOperation
	add := func(text string, of func(f format, x [3]uint64) uint64) {
		table = append(table, floatOperation{text, of})
	}
	two := func(of func(z, x, y *big.Float) *big.Float) func(f format, x [3]uint64) uint64 {
		return arithmeticOf(2, func(z *big.Float, x []*big.Float) *big.Float { return of(z, x[0], x[1]) })
	}
	add("%v = arith.addf %a, %b : TYPE", two((*big.Float).Add))
	add("%v = arith.subf %a, %b : TYPE", two((*big.Float).Sub))
	add("%v = arith.mulf %a, %b : TYPE", two((*big.Float).Mul))
	add("%v = arith.divf %a, %b : TYPE",
		two(func(z, x, y *big.Float) *big.Float { return z.SetPrec(200).Quo(x, y) }))
	add("%v = arith.remf %a, %b : TYPE", two(remainder))
	add("%v = math.fma %a, %b, %c : TYPE", arithmeticOf(3, func(z *big.Float, x []*big.Float) *big.Float {
		return z.Add(new(big.Float).SetPrec(enough).Mul(x[0], x[1]), x[2])
	}))
	add("%v = math.sqrt %a : TYPE", arithmeticOf(1, func(z *big.Float, x []*big.Float) *big.Float {
		if x[0].Sign() == 0 || x[0].IsInf() && !x[0].Signbit() {
			return x[0]
		}
		return z.SetPrec(200).Sqrt(x[0])
	}))
	for name, to := range map[string]func(v *big.Float) *big.Int{
		"ceil": above, "floor": below,
		"round": func(v *big.Float) *big.Int {
			return nearest(v, false)
		}, "roundeven": func(v *big.Float) *big.Int { return nearest(v, true) },
		"trunc": func(v *big.Float) *big.Int { n, _ := v.Int(nil); return n },
	} {
		add("%v = math."+name+" %a : TYPE",
			arithmeticOf(1, func(z *big.Float, x []*big.Float) *big.Float { return integral(z, x[0], to) }))
	}
	return slices.Concat(table, signs(), extremes(), floatComparisons())
}

// integral is a number rounded to an integer, with its sign also if that is 0.
func integral(z, v *big.Float, to func(v *big.Float) *big.Int) *big.Float {
	if v.IsInf() || v.Sign() == 0 {
		return v
	}
	z.SetInt(to(v))
	if z.Sign() == 0 && v.Signbit() {
		z.Neg(z)
	}
	return z
}

// below is the largest integer that is not above a number.
func below(v *big.Float) *big.Int {
	n, accuracy := v.Int(nil) // toward zero
	if accuracy == big.Above {
		n.Sub(n, number(1))
	}
	return n
}

// above is the smallest integer that is not below a number.
func above(v *big.Float) *big.Int { return new(big.Int).Neg(below(new(big.Float).Neg(v))) }

// nearest is the integer next to a number, of two the even one, or the one that is further from zero.
func nearest(v *big.Float, even bool) *big.Int {
	half := big.NewFloat(math.Copysign(0.5, float64(v.Sign())))
	n, accuracy := new(big.Float).SetPrec(enough).Add(v, half).Int(nil)
	if even && accuracy == big.Exact && n.Bit(0) == 1 {
		n.Sub(n, number(v.Sign()))
	}
	return n
}

// remainder is x - trunc(x / y) * y, with the sign of x.
func remainder(z, x, y *big.Float) *big.Float {
	switch {
	case x.IsInf() || y.Sign() == 0:
		return z.Quo(new(big.Float), new(big.Float)) // which is invalid
	case y.IsInf() || x.Sign() == 0:
		return x
	}
	const scale = 1200 // makes integers of all numbers
	whole := func(v *big.Float) *big.Int { n, _ := new(big.Float).SetMantExp(v, scale).Int(nil); return n }
	z.SetMantExp(z.SetInt(new(big.Int).Rem(whole(x), whole(y))), -scale)
	if z.Sign() == 0 && x.Signbit() {
		z.Neg(z)
	}
	return z
}

// signs are the operations that change a sign alone.
func signs() []floatOperation {
	sign := func(f format) uint64 { return 1 << (f.width - 1) }
	on := func(of func(f format, x, y uint64) uint64) func(f format, x [3]uint64) uint64 {
		return func(f format, x [3]uint64) uint64 {
			if f.exactly(x[0]) == nil {
				return f.nan()
			}
			return of(f, x[0], x[1])
		}
	}
	return []floatOperation{
		{"%v = arith.negf %a : TYPE", on(func(f format, x, _ uint64) uint64 { return x ^ sign(f) })},
		{"%v = math.absf %a : TYPE", on(func(f format, x, _ uint64) uint64 { return x &^ sign(f) })},
		{"%v = math.copysign %a, %b : TYPE",
			on(func(f format, x, y uint64) uint64 { return x&^sign(f) | y&sign(f) })},
	}
}

// extremes are minima and maxima, of which -0 is less than 0. NaN goes on (minimumf), or counts as nothing
// (minnumf).
func extremes() []floatOperation {
	var table []floatOperation
	for name, first := range map[string]int{"min": -1, "max": 1} {
		choose := func(f format, x, y uint64) uint64 {
			a, b := f.exactly(x), f.exactly(y)
			order := a.Cmp(b)
			if order == 0 && a.Signbit() != b.Signbit() {
				order = map[bool]int{true: -1, false: 1}[a.Signbit()]
			}
			if order == first || order == 0 {
				return x
			}
			return y
		}
		table = append(table,
			floatOperation{"%v = arith." + name + "imumf %a, %b : TYPE", func(f format, x [3]uint64) uint64 {
				if f.exactly(x[0]) == nil || f.exactly(x[1]) == nil {
					return f.nan()
				}
				return choose(f, x[0], x[1])
			}}, floatOperation{"%v = arith." + name + "numf %a, %b : TYPE",
				func(f format, x [3]uint64) uint64 {
					switch {
					case f.exactly(x[0]) == nil && f.exactly(x[1]) == nil:
						return f.nan()
					case f.exactly(x[0]) == nil:
						return x[1]
					case f.exactly(x[1]) == nil:
						return x[0]
					}
					return choose(f, x[0], x[1])
				}})
	}
	return table
}

// floatComparisons are the predicates, ordered and not.
func floatComparisons() []floatOperation {
	var table []floatOperation
	add := func(predicate string, of func(order int, unordered bool) bool) {
		table = append(table,
			floatOperation{"%v = arith.cmpf " + predicate + ", %a, %b : TYPE",
				func(f format, x [3]uint64) uint64 {
					a, b := f.exactly(x[0]), f.exactly(x[1])
					if a == nil || b == nil {
						return truth(of(0, true)).Uint64()
					}
					return truth(of(a.Cmp(b), false)).Uint64()
				}})
	}
	for name, of := range orders {
		add("u"+name, func(order int, unordered bool) bool { return unordered || of(order) })
		add("o"+name, func(order int, unordered bool) bool { return !unordered && of(order) })
	}
	add("ord", func(_ int, unordered bool) bool { return !unordered })
	add("uno", func(_ int, unordered bool) bool { return unordered })
	add("true", func(int, bool) bool { return true })
	add("false", func(int, bool) bool { return false })
	return table
}

// floatOperands are bits of numbers of a format, three columns of them: pairs at all limits, and any others.
func floatOperands(f format) [][]uint64 {
	r := rand.New(rand.NewPCG(uint64(f.precision), 9))
	infinity, one := f.infinity(), f.round(big.NewFloat(1))
	smallest := uint64(1) << (f.precision - 1) // of the normal numbers
	edges := []uint64{0, 1, smallest - 1, smallest, smallest + 1, one - 1, one, one + 1, infinity - 1,
		infinity, f.nan()}
	for _, v := range []float64{0.5, 1.5, 2.5, 3, 7, 0.1, 100, float64(uint64(1) << (f.precision - 1)),
		float64(uint64(1)<<f.precision) - 1} {
		edges = append(edges, f.round(big.NewFloat(v)))
	}
	columns := make([][]uint64, 3)
	add := func(bits ...uint64) {
		for i, b := range bits {
			columns[i] = append(columns[i], b)
		}
	}
	sign := uint64(1) << (f.width - 1)
	for i, x := range edges {
		for _, y := range edges {
			z := edges[r.IntN(len(edges))]
			add(x, y, z)
			add(x|sign, y, z|sign)
			if i%2 == 0 {
				add(x|sign, y|sign, z)
			} else {
				add(x, y|sign, z|sign)
			}
		}
	}
	any := func() uint64 { return r.Uint64() >> (64 - f.width) }
	near := func() uint64 { return f.round(big.NewFloat(r.NormFloat64() * float64(uint64(1)<<r.UintN(12)))) }
	for range 200 {
		add(any(), any(), any())
		add(near(), near(), near())
	}
	return columns
}
