package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// special says which encodings of a format are not finite numbers.
type special uint8

const (
	ieee     special = iota // exponent of all ones: infinities and NaNs
	nanOnes                 // no infinity; NaN is exponent and mantissa of all ones
	nanZero                 // no infinity and no -0; NaN is the encoding of -0
	finite                  // neither infinities nor NaNs
	exponent                // powers of two without sign and zero; NaN is all ones
)

// layout describes the bits of a format: from the top, the sign, the exponent and the mantissa.
type layout struct {
	exp, mant uint32 // bits stored; the leading one of the mantissa is implicit
	bias      int
	special   special
}

// layouts is indexed by FloatKind. F80 stores its leading one, and has code of its own.
var layouts = [...]layout{
	F32: {8, 23, 127, ieee}, F64: {11, 52, 1023, ieee}, F16: {5, 10, 15, ieee},
	BF16: {8, 7, 127, ieee}, TF32: {8, 10, 127, ieee}, F80: {15, 63, 16383, ieee},
	F128: {15, 112, 16383, ieee}, F8E5M2: {5, 2, 15, ieee}, F8E4M3: {4, 3, 7, ieee},
	F8E4M3FN: {4, 3, 7, nanOnes}, F8E5M2FNUZ: {5, 2, 16, nanZero},
	F8E4M3FNUZ: {4, 3, 8, nanZero}, F8E4M3B11FNUZ: {4, 3, 11, nanZero},
	F8E3M4: {3, 4, 3, ieee}, F8E8M0FNU: {8, 0, 127, exponent},
	F6E2M3FN: {2, 3, 1, finite}, F6E3M2FN: {3, 2, 3, finite}, F4E2M1FN: {2, 1, 1, finite},
}

// DecodeFloat returns the number with an encoding of at most 64 bits. It is exact, because float64 contains
// every such format.
func DecodeFloat(k FloatKind, bits uint64) float64 {
	switch k {
	case F32:
		return float64(math.Float32frombits(uint32(bits)))
	case F64:
		return math.Float64frombits(bits)
	}
	l := layouts[k]
	if l.special == exponent {
		if bits&0xff == 0xff {
			return math.NaN()
		}
		return math.Ldexp(1, int(bits&0xff)-l.bias)
	}
	neg := bits>>(l.exp+l.mant)&1 == 1
	mant := bits & (1<<l.mant - 1)
	exp := bits >> l.mant & (1<<l.exp - 1)
	v := l.magnitude(neg, exp, mant)
	if neg {
		v = -v
	}
	return v
}

// magnitude returns the absolute value of the number with this exponent and mantissa.
func (l layout) magnitude(neg bool, exp, mant uint64) float64 {
	ones := uint64(1)<<l.exp - 1
	switch {
	case l.special == ieee && exp == ones && mant == 0:
		return math.Inf(1)
	case l.special == ieee && exp == ones,
		l.special == nanOnes && exp == ones && mant == 1<<l.mant-1,
		l.special == nanZero && neg && exp == 0 && mant == 0:
		return math.NaN()
	case exp == 0:
		return math.Ldexp(float64(mant), 1-l.bias-int(l.mant))
	}
	return math.Ldexp(float64(mant|1<<l.mant), int(exp)-l.bias-int(l.mant))
}

// EncodeFloat returns the encoding of v, rounded to nearest, ties to even, in a format of at most 64 bits. A
// number that is too large becomes infinity. In a format without infinity it becomes NaN, and in a format
// with neither the largest number.
func EncodeFloat(k FloatKind, v float64) uint64 {
	switch k {
	case F32:
		return uint64(math.Float32bits(float32(v)))
	case F64:
		return math.Float64bits(v)
	}
	l := layouts[k]
	if l.special == exponent {
		return encodeExponent(l, v)
	}
	if math.IsNaN(v) {
		return l.nan()
	}
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (l.exp + l.mant)
	}
	mag := l.encodeMagnitude(math.Abs(v))
	switch {
	case mag > l.largest():
		return sign | l.overflow()
	case mag == 0 && l.special == nanZero:
		return 0
	case l.special == nanZero && mag == l.nan():
		return mag
	}
	return sign | mag
}

// encodeExponent returns the encoding of the power of two that is nearest to the absolute value of v.
func encodeExponent(l layout, v float64) uint64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0xff
	}
	frac, exp := math.Frexp(math.Abs(v))
	if frac >= 0.75 {
		exp++
	}
	return uint64(min(max(exp-1+l.bias, 0), 0xfe))
}

// encodeMagnitude returns exponent and mantissa of a value that is not negative and not NaN. A result above
// largest means that the value is too large for the format.
func (l layout) encodeMagnitude(v float64) uint64 {
	if math.IsInf(v, 0) {
		return 1 << (l.exp + l.mant)
	}
	if v == 0 {
		return 0
	}
	b := math.Float64bits(v)
	exp, mant := int(b>>52), b&(1<<52-1)
	if exp == 0 {
		exp = 1
	} else {
		mant |= 1 << 52
	}
	shift := 52 - int(l.mant)
	target := exp - 1023 + l.bias
	if target < 1 { // subnormal in the target
		shift += 1 - target
		target = 1
	}
	if shift > 63 {
		return 0
	}
	m := roundShift(mant, shift)
	return uint64(target-1)<<l.mant + m
}

// roundShift divides by a power of two, rounding to nearest, ties to even.
func roundShift(v uint64, shift int) uint64 {
	half := uint64(1) << (shift - 1)
	rest := v & (1<<shift - 1)
	v >>= shift
	if rest > half || rest == half && v&1 == 1 {
		v++
	}
	return v
}

// largest returns the encoding of the largest finite number of the format.
func (l layout) largest() uint64 {
	all := uint64(1)<<(l.exp+l.mant) - 1
	switch l.special {
	case ieee:
		return all - 1<<l.mant
	case nanOnes:
		return all - 1
	}
	return all
}

func (l layout) nan() uint64 {
	switch l.special {
	case ieee:
		return (1<<l.exp-1)<<l.mant | 1<<(l.mant-1)
	case nanOnes:
		return 1<<(l.exp+l.mant) - 1
	case nanZero:
		return 1 << (l.exp + l.mant)
	}
	return 0
}

func (l layout) overflow() uint64 {
	switch l.special {
	case ieee:
		return (1<<l.exp - 1) << l.mant
	case finite:
		return l.largest()
	}
	return l.nan()
}

// FloatValue returns the attribute of type typ for v, rounded as EncodeFloat rounds. Unlike FloatBits it
// takes every format.
func (c *Context) FloatValue(typ *FloatType, v float64) *FloatAttr {
	if typ.Width() > 64 {
		return c.FloatBigBits(typ, encodeBig(typ.Kind, v))
	}
	return c.FloatBits(typ, EncodeFloat(typ.Kind, v))
}

// encodeBig is EncodeFloat for f80 and f128, which contain float64 exactly.
func encodeBig(k FloatKind, v float64) *big.Int {
	l := layouts[k]
	explicit := k == F80
	out := new(big.Int)
	put := func(exp uint64, mant *big.Int) *big.Int {
		width := uint(l.mant)
		if explicit {
			width++
		}
		out.SetUint64(exp)
		out.Lsh(out, width)
		out.Or(out, mant)
		if math.Signbit(v) {
			out.SetBit(out, int(width+uint(l.exp)), 1)
		}
		return out
	}
	one := new(big.Int).Lsh(big.NewInt(1), uint(l.mant))
	switch {
	case v == 0:
		return put(0, new(big.Int))
	case math.IsInf(v, 0) || math.IsNaN(v):
		mant := new(big.Int)
		if math.IsNaN(v) {
			mant.SetBit(mant, int(l.mant)-1, 1)
		}
		if explicit {
			mant.Or(mant, one)
		}
		return put(1<<l.exp-1, mant)
	}
	frac, exp := math.Frexp(math.Abs(v)) // frac in [0.5, 1)
	mant := new(big.Int).SetUint64(uint64(math.Ldexp(frac, 53)))
	mant.Lsh(mant, uint(l.mant)-52)
	if !explicit {
		mant.AndNot(mant, one)
	}
	return put(uint64(exp-1+l.bias), mant)
}

// number is a finite floating-point number, mant * 2^exp. Its precision is the number of mantissa bits of its
// format, with the leading one.
type number struct {
	neg       bool
	mant      *big.Int
	exp       int
	precision int
}

// decompose returns the number with this encoding; ok is false for infinities and NaNs.
func decompose(k FloatKind, rep *big.Int) (n number, ok bool) {
	l := layouts[k]
	width := uint(l.mant)
	if k == F80 {
		width++
	}
	n.precision = int(l.mant) + 1
	if l.special == exponent {
		v := rep.Uint64()
		return number{false, big.NewInt(1), int(v) - l.bias, 1}, v != 0xff
	}
	n.neg = rep.Bit(int(width+uint(l.exp))) == 1
	one := big.NewInt(1)
	mask := new(big.Int).Sub(new(big.Int).Lsh(one, width), one)
	n.mant = new(big.Int).And(rep, mask)
	exp := new(big.Int).Rsh(rep, width).Uint64() & (1<<l.exp - 1)
	if l.special == ieee && exp == 1<<l.exp-1 {
		return n, false
	}
	if rep.BitLen() <= 64 && math.IsNaN(smallValue(k, rep)) {
		return n, false
	}
	if exp == 0 {
		exp = 1
	} else if k != F80 {
		n.mant.SetBit(n.mant, int(width), 1)
	}
	n.exp = int(exp) - l.bias - int(l.mant)
	return n, true
}

func smallValue(k FloatKind, rep *big.Int) float64 {
	if FloatKind(k).Info().Width > 64 {
		return 0
	}
	return DecodeFloat(k, rep.Uint64())
}

// decodeBig returns the value of an f80 or f128 rounded to float64.
func decodeBig(k FloatKind, rep *big.Int) float64 {
	n, ok := decompose(k, rep)
	if !ok {
		l := layouts[k]
		mant := new(big.Int).And(rep, new(big.Int).SetUint64(1<<min(l.mant, 63)-1))
		if k == F128 {
			mant.And(rep, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 112), big.NewInt(1)))
		}
		switch {
		case mant.Sign() != 0:
			return math.NaN()
		case n.neg:
			return math.Inf(-1)
		}
		return math.Inf(1)
	}
	f := new(big.Float).SetInt(n.mant)
	f.SetMantExp(f, n.exp)
	v, _ := f.Float64()
	if n.neg {
		v = -v
	}
	return v
}

// appendFloat appends a floating-point constant as MLIR writes it: with six decimals and an exponent if this
// text reads back as the same number, else with enough digits to identify the number. If these digits do not
// read back either, and for infinities and NaNs, it appends the bits in hexadecimal and reports hex.
func appendFloat(dst []byte, k FloatKind, rep uint64, wide *big.Int) (out []byte, hex bool) {
	if wide == nil {
		if out, ok := appendSmallInteger(dst, k, rep); ok {
			return out, false
		}
		wide = new(big.Int).SetUint64(rep)
	}
	n, ok := decompose(k, wide)
	if !ok {
		return appendFloatHex(dst, wide), true
	}
	text := n.scientific()
	if !readsBack(k, text, wide) {
		text = n.natural()
	}
	if !strings.Contains(text, ".") || k.Info().Width > 64 && !survives(k, text, wide) {
		return appendFloatHex(dst, wide), true
	}
	return append(dst, text...), false
}

// survives reports whether decimal text gives the same number when MLIR reads it, which reads every format as
// a float64 first. Where this loses bits of an f80 or f128, the text is written in hexadecimal, although MLIR
// prints decimals.
func survives(k FloatKind, text string, rep *big.Int) bool {
	v, _ := strconv.ParseFloat(text, 64)
	return encodeBig(k, v).Cmp(rep) == 0
}

func appendFloatHex(dst []byte, rep *big.Int) []byte {
	dst = append(dst, "0x"...)
	return append(dst, strings.ToUpper(rep.Text(16))...)
}

// appendSmallInteger appends a whole number below 1,000,000, which six decimals and an exponent represent
// exactly in every format. It saves the general computation.
func appendSmallInteger(dst []byte, k FloatKind, rep uint64) ([]byte, bool) {
	v := DecodeFloat(k, rep)
	if v != math.Trunc(v) || math.Abs(v) >= 1e6 || v == 0 && math.Signbit(v) {
		return dst, false
	}
	return strconv.AppendFloat(dst, v, 'e', 6, 64), true
}

// readsBack reports whether decimal text denotes the number with exactly this encoding.
func readsBack(k FloatKind, text string, rep *big.Int) bool {
	switch {
	case k == F32:
		v, err := strconv.ParseFloat(text, 32)
		return err == nil && uint64(math.Float32bits(float32(v))) == rep.Uint64()
	case k.Info().Width <= 64:
		v, err := strconv.ParseFloat(text, 64)
		return err == nil && EncodeFloat(k, v) == rep.Uint64()
	}
	n, _ := decompose(k, rep)
	want := new(big.Float).SetPrec(uint(n.precision)).SetInt(n.mant)
	want.SetMantExp(want, n.exp)
	if n.neg {
		want.Neg(want)
	}
	got, _, err := big.ParseFloat(text, 10, uint(n.precision), big.ToNearestEven)
	return err == nil && got.Cmp(want) == 0 && got.Signbit() == want.Signbit()
}

// The number of decimal digits for a number of bits is computed with LLVM's rational approximation 59/196 of
// log10(2). The digits at which LLVM cuts a number off depend on it, so the same text needs the same ratio.
const (
	digitsOfBits = 59
	bitsOfDigits = 196
)

// scientific returns the number with six decimals and an exponent.
func (n number) scientific() string {
	if n.mant.Sign() == 0 {
		if n.neg {
			return "-0.000000e+00"
		}
		return "0.000000e+00"
	}
	const decimals = 6
	digits, exp := n.decimal(decimals)
	out := n.sign()
	out = append(out, digits[0], '.')
	out = append(out, digits[1:]...)
	for i := len(digits); i <= decimals; i++ {
		out = append(out, '0')
	}
	return string(appendExponent(out, 'e', exp+len(digits)-1, 2))
}

// natural returns the number with as many digits as its format needs. It has an exponent only if more than
// three zeros would be needed otherwise.
func (n number) natural() string {
	if n.mant.Sign() == 0 {
		return "0"
	}
	const maxZeros = 3
	precision := 2 + n.precision*digitsOfBits/bitsOfDigits
	digits, exp := n.decimal(precision)
	out := n.sign()
	whole := len(digits) + exp // digits in front of the point
	switch {
	case exp >= 0 && exp <= maxZeros && whole <= precision:
		out = append(out, digits...)
		return string(append(out, strings.Repeat("0", exp)...))
	case exp < 0 && whole > 0:
		out = append(out, digits[:whole]...)
		out = append(out, '.')
		return string(append(out, digits[whole:]...))
	case exp < 0 && 1-whole <= maxZeros:
		out = append(out, "0."...)
		out = append(out, strings.Repeat("0", -whole)...)
		return string(append(out, digits...))
	}
	out = append(out, digits[0], '.')
	if len(digits) == 1 {
		out = append(out, '0')
	}
	out = append(out, digits[1:]...)
	return string(appendExponent(out, 'E', exp+len(digits)-1, 1))
}

func (n number) sign() []byte {
	if n.neg {
		return []byte{'-'}
	}
	return nil
}

func appendExponent(dst []byte, e byte, exp, width int) []byte {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	dst = append(dst, e, sign)
	if width == 2 && exp < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}

// decimal returns at most precision significant decimal digits of the number, without trailing zeros, and the
// power of ten of the last digit. Like LLVM, it first divides many excess digits off, then rounds the rest
// half up.
func (n number) decimal(precision int) (digits []byte, exp int) {
	m := new(big.Int).Set(n.mant)
	e := n.exp
	if zeros := int(m.TrailingZeroBits()); zeros > 0 {
		m.Rsh(m, uint(zeros))
		e += zeros
	}
	if e > 0 {
		m.Lsh(m, uint(e))
	} else if e < 0 {
		m.Mul(m, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-e)), nil))
		exp = e
	}
	keep := (precision*bitsOfDigits + digitsOfBits - 1) / digitsOfBits
	if cut := (m.BitLen() - keep) * digitsOfBits / bitsOfDigits; m.BitLen() > keep && cut > 0 {
		exp += cut
		m.Quo(m, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(cut)), nil))
	}
	digits = m.Append(nil, 10)
	if len(digits) > precision {
		up := digits[precision] >= '5'
		exp += len(digits) - precision
		digits = digits[:precision]
		if up {
			digits, exp = roundUp(digits, exp)
		}
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exp++
	}
	return digits, exp
}

// roundUp adds one to the last digit.
func roundUp(digits []byte, exp int) ([]byte, int) {
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] != '9' {
			digits[i]++
			return digits[:i+1], exp + len(digits) - 1 - i
		}
	}
	return []byte{'1'}, exp + len(digits)
}
