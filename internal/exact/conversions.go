package exact

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// format is a format of floating-point numbers of IEEE's kind.
type format struct {
	name      string
	width     uint // in bits
	precision uint // bits of the significand, the leading one included
	largest   int  // exponent
}

// formats are those that arithmetic has on every engine.
var formats = []format{{"f16", 16, 11, 15}, {"bf16", 16, 8, 127}, {"f32", 32, 24, 127}, {"f64", 64, 53, 1023}}

// round is the number in the format that is nearest, of two the one that ends with a 0 bit, as its bits.
func (f format) round(v *big.Float) uint64 {
	sign := uint64(0)
	if v.Signbit() {
		sign = 1 << (f.width - 1)
	}
	if v.IsInf() {
		return sign | f.infinity()
	}
	if v.Sign() == 0 {
		return sign
	}
	// The unit in the last place: fixed for subnormal numbers.
	exponent := max(v.MantExp(nil)-1, 1-f.largest)
	unit := exponent - int(f.precision) + 1
	scaled := new(big.Float).SetMantExp(new(big.Float).Abs(v), -unit)
	n, _ := new(big.Float).SetPrec(2000).Add(scaled, big.NewFloat(0.5)).Int(nil)
	if tie := new(big.Float).Sub(new(big.Float).SetInt(n), scaled); n.Bit(0) == 1 &&
		tie.Cmp(big.NewFloat(0.5)) == 0 {
		n.Sub(n, number(1))
	}
	// n is the significand with its leading bit, which adds to the exponent's field by itself.
	field := n.Uint64() + uint64(exponent-(1-f.largest))<<(f.precision-1)
	return sign | min(field, f.infinity())
}

func (f format) infinity() uint64 { return uint64(2*f.largest+1) << (f.precision - 1) }

// value is the number of some bits, or none for one that is not finite.
func (f format) value(bits uint64) *big.Float {
	field := bits & (1<<(f.width-1) - 1)
	if field >= f.infinity() {
		return nil
	}
	exponent := int(field >> (f.precision - 1))
	n := field & (1<<(f.precision-1) - 1)
	if exponent > 0 {
		n |= 1 << (f.precision - 1)
	}
	v := new(big.Float).SetMantExp(new(big.Float).SetUint64(n), max(exponent, 1)-f.largest-int(f.precision)+1)
	if bits>>(f.width-1)&1 != 0 {
		v.Neg(v)
	}
	return v
}

// Conversions are those between all integer types, and between those and all floating-point types.
func Conversions() *Suite {
	s := &Suite{Columns: [][]uint64{conversionOperands()}}
	types := slices.SortedFunc(maps.Keys(Widths), func(a, b string) int {
		return cmp.Or(cmp.Compare(Widths[a], Widths[b]), cmp.Compare(a, b))
	})
	for _, from := range types {
		for _, to := range types {
			s.betweenIntegers(from, to)
		}
		for _, f := range formats {
			s.withFloats(from, f)
		}
	}
	return s
}

// betweenIntegers adds the conversions of one integer type to another.
func (s *Suite) betweenIntegers(from, to string) {
	var names []string
	switch {
	case from == to:
	case from == "index" || to == "index":
		names = []string{"arith.index_cast", "arith.index_castui"}
	case Widths[from] > Widths[to]:
		names = []string{"arith.trunci"}
	default:
		names = []string{"arith.extsi", "arith.extui"}
	}
	for _, name := range names {
		withSign := name == "arith.extsi" || name == "arith.index_cast"
		s.convert(name, from, to, func(x uint64) uint64 {
			x &= ^uint64(0) >> (64 - Widths[from])
			v := new(big.Int).SetUint64(x)
			if withSign {
				v = signed(x, Widths[from])
			}
			return modulo(v, Widths[to])
		})
	}
}

// withFloats adds the conversions between an integer type and a floating-point type. A number that is not one
// of the integer type, which MLIR gives no meaning, becomes the nearest one, and NaN 0.
func (s *Suite) withFloats(typ string, f format) {
	if typ == "index" {
		return // arith has none
	}
	w := Widths[typ]
	for name, withSign := range map[string]bool{"arith.sitofp": true, "arith.uitofp": false} {
		s.convert(name, typ, f.name, func(x uint64) uint64 {
			x &= ^uint64(0) >> (64 - w)
			v := new(big.Int).SetUint64(x)
			if withSign {
				v = signed(x, w)
			}
			return f.round(new(big.Float).SetInt(v))
		})
	}
	for name, withSign := range map[string]bool{"arith.fptosi": true, "arith.fptoui": false} {
		s.convert(name, f.name, typ, func(x uint64) uint64 {
			v := f.exactly(x)
			if v == nil {
				return 0
			}
			return modulo(within(v, w, withSign), w)
		})
	}
}

// within is a number without its fraction, or the integer of a type that is nearest to it.
func within(v *big.Float, w uint, withSign bool) *big.Int {
	least, most := new(big.Int), new(big.Int).SetUint64(^uint64(0)>>(64-w))
	if withSign {
		least, most = signed(1<<(w-1), w), most.Rsh(most, 1)
	}
	if v.IsInf() {
		return map[bool]*big.Int{true: least, false: most}[v.Signbit()]
	}
	n, _ := v.Int(nil)
	return lesser(most, greater(least, n))
}

// convert adds an operation on the lowest bits of the operands.
func (s *Suite) convert(name, from, to string, of func(x uint64) uint64) {
	row := Row{Name: fmt.Sprintf("%s %s to %s", name, from, to), Code: ofWord("%_a", "%x0", from) +
		fmt.Sprintf("%%_v = %s %%_a : %s to %s\n", name, from, to) + toWord("%r", "%_v", to)}
	for _, x := range s.Columns[0] {
		row.Want = append(row.Want, of(x))
	}
	s.Rows = append(s.Rows, row)
}

// ofWord is code that makes a number of a type of the lowest bits of an i64.
func ofWord(result, v, typ string) string {
	f := slices.IndexFunc(formats, func(f format) bool { return f.name == typ })
	if f < 0 {
		return converted(result, v, "i64", typ)
	}
	word := fmt.Sprintf("i%d", formats[f].width)
	return converted(result+"bits", v, "i64", word) +
		fmt.Sprintf("%s = arith.bitcast %[1]sbits : %s to %s\n", result, word, typ)
}

// toWord is code that makes an i64 of the bits of a number.
func toWord(result, v, typ string) string {
	f := slices.IndexFunc(formats, func(f format) bool { return f.name == typ })
	if f < 0 {
		return converted(result, v, typ, "i64")
	}
	word := fmt.Sprintf("i%d", formats[f].width)
	return fmt.Sprintf("%sbits = arith.bitcast %[1]s : %s to %s\n", v, typ, word) +
		converted(result, v+"bits", word, "i64")
}

// conversionOperands are numbers at the limits of all integer types, the bits of floating-point numbers next
// to those limits, and any others.
func conversionOperands() []uint64 {
	r := rand.New(rand.NewPCG(6, 7))
	list := []uint64{0, 1, 2, 3, 5, ^uint64(0)}
	for _, w := range slices.Sorted(maps.Values(Widths)) {
		top := uint64(1) << (w - 1)
		for d := range uint64(3) {
			list = append(list, top+d-1, top<<1+d-1)
		}
		for _, f := range formats {
			for _, v := range []float64{float64(top), 2 * float64(top), -float64(top)} {
				bits := f.round(big.NewFloat(v))
				list = append(list, bits-1, bits, bits+1)
			}
		}
	}
	for _, f := range formats {
		for _, v := range []float64{0.5, 1.5, 2.5, -0.5, -0.99, -1, -1.5, math.Copysign(0, -1)} {
			list = append(list, f.round(big.NewFloat(v)))
		}
		for range 20 {
			list = append(list, f.round(big.NewFloat(r.NormFloat64()*float64(uint64(1)<<r.UintN(60)))))
		}
	}
	for range 100 {
		list = append(list, r.Uint64()>>r.UintN(64))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
