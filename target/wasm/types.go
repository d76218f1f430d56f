package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// maxParts is the largest number of values of 128 bits of a vector.
const maxParts = 256

// shape is the form of a value of the IR in WebAssembly: one or more values of one type.
type shape struct {
	typ   valType
	parts int
}

// shapeOf returns the shape of a type. ok is false if the type has none. Integers, zero-extended, are i32 or
// i64. An index is i64. Pointers, functions and the representations of narrow floats are i32. The lanes of a
// vector are in values of 128 bits.
func shapeOf(t ir.Type) (shape, bool) {
	if v, ok := t.(*ir.VectorType); ok {
		l, ok := lanesOf(v)
		return shape{v128, l.parts()}, ok
	}
	typ, ok := scalarOf(t)
	return shape{typ, 1}, ok
}

func scalarOf(t ir.Type) (valType, bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return i64, true
	case *ir.IntegerType:
		if t.Width > 32 {
			return i64, t.Width <= 64
		}
		return i32, t.Width > 0
	case *ir.FloatType:
		switch t.Kind {
		case ir.F64:
			return f64, true
		case ir.F32:
			return f32, true
		case ir.F16, ir.BF16:
			return i32, true
		}
	case *ir.FunctionType:
		return i32, true
	}
	if ptr.IsPointer(t) || coro.IsFrame(t) {
		return i32, true
	}
	return asyncScalar(t)
}

// widthOf returns the number of bits of an integer, index or float, or of the elements of a vector.
func widthOf(t ir.Type) uint32 {
	switch t := constraint.ElementOrSelf(t).(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	case *ir.IndexType:
		return 64
	}
	return 32
}

// lanes describes a vector in values of 128 bits. It has n lanes of bits bits each, in row-major order. An
// integer is zero-extended. A lane of a mask, a vector of i1, is all ones or all zeros.
type lanes struct {
	n    int
	bits int
	elem ir.Type
	mask bool
}

// per returns the number of lanes in a value of 128 bits.
func (l lanes) per() int { return 128 / l.bits }

// parts returns the number of values of 128 bits.
func (l lanes) parts() int { return (l.n + l.per() - 1) / l.per() }

// float reports whether the lanes are of type f32 or f64.
func (l lanes) float() bool {
	t, ok := l.elem.(*ir.FloatType)
	return ok && t.Width() >= 32
}

// scalar returns the type of one lane outside of the vector.
func (l lanes) scalar() valType {
	t, _ := scalarOf(l.elem)
	return t
}

// maskBits is the default width of the lanes of a mask.
const maskBits = 32

// lanesOf returns the lanes of a vector type.
func lanesOf(t *ir.VectorType) (lanes, bool) {
	l := lanes{n: 1, elem: t.Elem, bits: 8}
	if _, ok := scalarOf(t.Elem); !ok || t.Scalable != nil {
		return l, false
	}
	for l.bits < int(widthOf(t.Elem)) {
		l.bits *= 2
	}
	if widthOf(t.Elem) == 1 {
		l.bits, l.mask = maskBits, true
	}
	for _, d := range t.Shape {
		if d > maxParts*16 {
			return l, false
		}
		if l.n *= int(d); l.n > maxParts*l.per() {
			return l, false
		}
	}
	return l, true
}

func isVector(t ir.Type) bool {
	_, ok := t.(*ir.VectorType)
	return ok
}

// integers returns the numbers of an attribute that is an array of integers, in any of its forms.
func integers(op *ir.Op, name string) []int64 {
	var all []int64
	switch a := op.Attr(name).(type) {
	case *ir.DenseArrayAttr:
		return a.Values
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			if i, ok := e.(*ir.IntegerAttr); ok {
				all = append(all, i.Value)
			}
		}
	case *ir.DenseElementsAttr:
		for i := range int(ir.NumElements(a.Type.Dims())) {
			all = append(all, int64(a.Element(i)))
		}
	}
	return all
}
