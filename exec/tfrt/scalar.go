package tfrt

import (
	"fmt"
	"math"

	"github.com/inflight-compiler/inflight/bef"
)

type integer interface{ int32 | int64 }
type float interface{ float32 | float64 }

func scalarKinds() map[string]kind {
	m := map[string]kind{
		"tfrt.new.chain":    {results: 1, needs: -1, run: func(f *frame) { f.set(chain{}) }},
		"tfrt.merge.chains": {results: 1, needs: -1, run: func(f *frame) { f.set(chain{}) }},
		"tfrt.and.i1":       binary(func(a, b bool) bool { return a && b }),
		"tfrt.print.i1":     printing("int1 = ", func(v bool) string { return fmt.Sprint(oneIf(v)) }),
		"tfrt.print.i32":    printing("int32 = ", func(v int32) string { return fmt.Sprint(v) }),
		"tfrt.print.i64":    printing("int64 = ", func(v int64) string { return fmt.Sprint(v) }),
		"tfrt.print.f32":    printing("f32 = ", func(v float32) string { return decimal(float64(v)) }),
		"tfrt.print.f64":    printing("f64 = ", decimal),
		"tfrt.print.complex64": printing("complex64 = ", func(v complex64) string {
			return decimal(float64(real(v))) + "+" + decimal(float64(imag(v))) + "i"
		}),
		"tfrt.print.complex128": printing("complex128 = ", func(v complex128) string {
			return decimal(real(v)) + "+" + decimal(imag(v)) + "i"
		}),
		"tfrt.cast.i64_to_f32": unary(func(v int64) float32 { return float32(v) }),
		"tfrt.cast.i64_to_f64": unary(func(v int64) float64 { return float64(v) }),
		"tfrt.cast.f32_to_i64": unary(func(v float32) int64 { return truncate(float64(v)) }),
		"tfrt.cast.f64_to_i64": unary(truncate),
		"tfrt.constant.complex64": complexConstant(bef.F32, func(re, im float64) any {
			return complex(float32(re), float32(im))
		}),
		"tfrt.constant.complex128": complexConstant(bef.F64, func(re, im float64) any {
			return complex(re, im)
		}),
	}
	for _, prefix := range []string{"tfrt.constant.", "tfrt.constant_s."} {
		m[prefix+"i1"] = constant(bef.I1, func(n bef.Number) any { return n.Bits != 0 })
		m[prefix+"i32"] = constant(bef.I32, func(n bef.Number) any { return int32(n.Int()) })
		m[prefix+"i64"] = constant(bef.I64, func(n bef.Number) any { return n.Int() })
		m[prefix+"ui32"] = constant(bef.UI32, func(n bef.Number) any { return uint32(n.Bits) })
		m[prefix+"ui64"] = constant(bef.UI64, func(n bef.Number) any { return n.Bits })
		m[prefix+"f16"] = constant(bef.F16, func(n bef.Number) any { return n })
		m[prefix+"bf16"] = constant(bef.BF16, func(n bef.Number) any { return n })
		m[prefix+"f32"] = constant(bef.F32, func(n bef.Number) any { return float32(n.Float()) })
		m[prefix+"f64"] = constant(bef.F64, func(n bef.Number) any { return n.Float() })
	}
	integers[int32](m, "i32")
	integers[int64](m, "i64")
	floats[float32](m, "f32")
	floats[float64](m, "f64")
	return m
}

func integers[T integer](m map[string]kind, suffix string) {
	for _, s := range []string{".", "_s."} {
		m["tfrt.add"+s+suffix] = binary(func(a, b T) T { return a + b })
		m["tfrt.mul"+s+suffix] = binary(func(a, b T) T { return a * b })
	}
	m["tfrt.minus."+suffix] = binary(func(a, b T) T { return a - b })
	m["tfrt.equal."+suffix] = binary(func(a, b T) bool { return a == b })
	m["tfrt.lessequal."+suffix] = binary(func(a, b T) bool { return a <= b })
	m["tfrt.div."+suffix] = kind{args: 2, results: 2, needs: -1, run: func(f *frame) {
		a, ok := arg[T](f, 0)
		b, ok2 := arg[T](f, 1)
		switch {
		case !ok || !ok2:
		case b == 0:
			f.failAll("Divide by zero")
		default:
			f.set(a/b, a%b)
		}
	}}
}

func floats[T float](m map[string]kind, suffix string) {
	m["tfrt.add."+suffix] = binary(func(a, b T) T { return a + b })
	m["tfrt.multiply."+suffix] = binary(func(a, b T) T { return a * b })
	m["tfrt.minimum."+suffix] = binary(func(a, b T) T {
		if b < a {
			return b
		}
		return a
	})
	m["tfrt.div."+suffix] = kind{args: 2, results: 1, needs: -1, run: func(f *frame) {
		a, ok := arg[T](f, 0)
		b, ok2 := arg[T](f, 1)
		switch {
		case !ok || !ok2:
		case b == 0:
			f.failAll("Divide by zero")
		default:
			f.set(a / b)
		}
	}}
}

// complexConstant makes a kernel of two attributes, of which the imaginary one comes first by name.
func complexConstant(t bef.AttributeType, fn func(re, im float64) any) kind {
	return kind{results: 1, needs: -1, attrs: []bef.AttributeType{t, t}, run: func(f *frame) {
		im, re := f.kernel.attrs[0].(bef.Number), f.kernel.attrs[1].(bef.Number)
		f.set(fn(re.Float(), im.Float()))
	}}
}

// printing makes a kernel that prints its operand on a line of its own.
func printing[T any](prefix string, format func(T) string) kind {
	return kind{args: 1, results: 1, needs: -1, run: func(f *frame) {
		if v, ok := arg[T](f, 0); ok {
			f.printf("%s%s\n", prefix, format(v))
			f.set(chain{})
		}
	}}
}

func oneIf(v bool) int {
	if v {
		return 1
	}
	return 0
}

// decimal is C's %f.
func decimal(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return fmt.Sprintf("%f", v)
}

// truncate is C's conversion to int64, with the nearest number where C has none, and 0 for NaN.
func truncate(v float64) int64 {
	switch {
	case v >= math.MaxInt64:
		return math.MaxInt64
	case v <= math.MinInt64:
		return math.MinInt64
	case math.IsNaN(v):
		return 0
	}
	return int64(v)
}
