package exec

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/npy"
)

// Number is the text of a number: an integer, the shortest text of a float, true or false, or a complex
// number as in Python, such as 1+2j. In JSON it is a number or a boolean. Numbers that JSON does not have are
// strings: "NaN", "+Inf", "-Inf" and complex numbers.
type Number string

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if strings.HasSuffix(string(n), "NaN") || strings.HasSuffix(string(n), "Inf") ||
		strings.HasSuffix(string(n), imaginaryUnit) {
		return json.Marshal(string(n))
	}
	return []byte(n), nil
}

// imaginaryUnit ends the text of a complex number.
const imaginaryUnit = "j"

// shortDigits is the number of digits of floats in summaries.
const shortDigits = 6

// Elements has the numbers of an array, in row-major order.
type Elements struct{ array *npy.Array }

// NumbersOf returns the elements of an array of integers, floats, complex numbers or booleans.
func NumbersOf(a *npy.Array) Elements { return Elements{a} }

// Len returns the number of elements.
func (e Elements) Len() int {
	n := 1
	for _, extent := range e.array.Shape {
		n *= extent
	}
	return n
}

// At returns element i.
func (e Elements) At(i int) Number { return Number(e.text(i, -1)) }

// First returns the first elements, at most n.
func (e Elements) First(n int) []Number {
	list := make([]Number, 0, min(n, e.Len()))
	for i := range min(n, e.Len()) {
		list = append(list, e.At(i))
	}
	return list
}

// FirstText returns the text of the first elements: as many as fit into a number of columns, but at least
// one.
func (e Elements) FirstText(columns int) string {
	var b strings.Builder
	for i := range e.Len() {
		text := e.text(i, shortDigits)
		if i > 0 && b.Len()+1+len(text)+len(" ...") > columns {
			return b.String() + " ..."
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}

// Sum returns the sum of all elements. It is exact for integers, computed in float64 and in order for floats,
// and the number of true elements for booleans.
func (e Elements) Sum() Number {
	if parts, ok := e.parts(); ok {
		return Number(parts.complexSum(-1))
	}
	if e.floats() {
		return Number(strconv.FormatFloat(e.floatSum(), 'g', -1, 64))
	}
	total, part := new(big.Int), int64(0)
	flush := func() { total.Add(total, big.NewInt(part)); part = 0 }
	for i := range e.Len() {
		v := int64(e.bits(i))
		if !e.unsigned() {
			v = e.signed(i)
		} else if v < 0 { // at least 2^63
			total.Add(total, new(big.Int).SetUint64(uint64(v)))
			continue
		}
		if v > 0 && part > math.MaxInt64-v || v < 0 && part < math.MinInt64-v {
			flush()
		}
		part += v
	}
	flush()
	return Number(total.String())
}

// SumText is Sum with few digits.
func (e Elements) SumText() string {
	if parts, ok := e.parts(); ok {
		return parts.complexSum(shortDigits)
	}
	if e.floats() {
		return strconv.FormatFloat(e.floatSum(), 'g', shortDigits, 64)
	}
	return string(e.Sum())
}

func (e Elements) floatSum() float64 {
	sum := 0.0
	for i := range e.Len() {
		sum += e.float(i)
	}
	return sum
}

// parts returns the parts of complex numbers as elements, in the order real, imaginary. It returns false for
// other elements.
func (e Elements) parts() (Elements, bool) {
	part := npy.Float32
	switch e.array.DType {
	case npy.Complex64:
	case npy.Complex128:
		part = npy.Float64
	default:
		return e, false
	}
	return Elements{&npy.Array{DType: part, Shape: append(slices.Clone(e.array.Shape), 2),
		Data: e.array.Data}}, true
}

// complexSum returns the text of the sum of complex numbers, whose parts are the elements.
func (e Elements) complexSum(digits int) string {
	re, im := 0.0, 0.0
	for i := 0; i < e.Len(); i += 2 {
		re += e.float(i)
		im += e.float(i + 1)
	}
	return complexText(strconv.FormatFloat(re, 'g', digits, 64), strconv.FormatFloat(im, 'g', digits, 64))
}

// complexText returns the text of a complex number from the texts of its parts.
func complexText(re, im string) string {
	if !strings.HasPrefix(im, "-") && !strings.HasPrefix(im, "+") {
		im = "+" + im
	}
	return re + im + imaginaryUnit
}

// text returns the text of an element with a number of digits. With -1 it has as many digits as needed to
// identify the number.
func (e Elements) text(i, digits int) string {
	if parts, ok := e.parts(); ok {
		return complexText(parts.text(2*i, digits), parts.text(2*i+1, digits))
	}
	switch {
	case e.floats() && e.array.DType == npy.Float64:
		return strconv.FormatFloat(e.float(i), 'g', digits, 64)
	case e.floats():
		return strconv.FormatFloat(e.float(i), 'g', digits, 32)
	case e.array.DType == npy.Bool:
		return strconv.FormatBool(e.bits(i) != 0)
	case e.unsigned():
		return strconv.FormatUint(e.bits(i), 10)
	}
	return strconv.FormatInt(e.signed(i), 10)
}

func (e Elements) floats() bool {
	return e.array.DType >= npy.Float16 && e.array.DType <= npy.Float64
}

func (e Elements) unsigned() bool {
	return e.array.DType == npy.Bool || e.array.DType >= npy.Uint8 && e.array.DType <= npy.Uint64
}

// bits returns the bits of an element, zero-extended.
func (e Elements) bits(i int) uint64 {
	size := e.array.DType.Size()
	var full [8]byte
	copy(full[:], e.array.Data[i*size:(i+1)*size])
	return binary.LittleEndian.Uint64(full[:])
}

func (e Elements) signed(i int) int64 {
	unused := 64 - 8*e.array.DType.Size()
	return int64(e.bits(i)<<unused) >> unused
}

func (e Elements) float(i int) float64 {
	switch e.array.DType {
	case npy.Float16:
		return ir.DecodeFloat(ir.F16, e.bits(i))
	case npy.BFloat16:
		return ir.DecodeFloat(ir.BF16, e.bits(i))
	case npy.Float32:
		return float64(math.Float32frombits(uint32(e.bits(i))))
	}
	return math.Float64frombits(e.bits(i))
}

const (
	// mostShown is the largest number of elements of an array whose text has all of them. The text of a
	// larger array has only its edges.
	mostShown = 1000
	// edge is the number of elements at each end of an extent in such a text.
	edge = 3
)

// String returns all elements in brackets, one line per row. Of a large array it has only the elements at the
// edges.
func (e Elements) String() string {
	var b strings.Builder
	e.write(&b, 0, 0)
	return b.String()
}

// write writes the elements of dimension d and the dimensions behind it. The first one is element number at.
func (e Elements) write(b *strings.Builder, d, at int) {
	if d == len(e.array.Shape) {
		b.WriteString(e.text(at, -1))
		return
	}
	step := 1
	for _, n := range e.array.Shape[d+1:] {
		step *= n
	}
	extent, last := e.array.Shape[d], d == len(e.array.Shape)-1
	b.WriteByte('[')
	for i := 0; i < extent; i++ {
		switch {
		case i > 0 && last:
			b.WriteByte(' ')
		case i > 0:
			fmt.Fprintf(b, "\n%*s", d+1, "")
		}
		if e.Len() > mostShown && extent > 2*edge && i == edge {
			b.WriteString("...")
			i = extent - edge - 1
			continue
		}
		e.write(b, d+1, at+i*step)
	}
	b.WriteByte(']')
}
