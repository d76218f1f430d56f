package arith

import (
	"encoding/binary"
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
)

// scalar is one constant. A number of at most 64 bits is in word, sign-extended if it is an integer. A wider
// integer is in wide. A float is given by its representation.
type scalar struct {
	word int64
	wide *big.Int
}

// kind describes the scalars of an element type.
type kind struct {
	typ   ir.Type
	width uint // of integers and floats; 64 for index
	size  int  // bytes in a dense attribute
}

// kindOf returns the kind of the elements of t. ok is false if the elements are neither integers nor floats.
func kindOf(t ir.Type) (kind, bool) {
	t = elementOf(t)
	k := kind{typ: t, size: ir.ElemBytes(t)}
	switch t := t.(type) {
	case *ir.IndexType:
		k.width = 64
	case *ir.IntegerType:
		k.width = uint(t.Width)
	case *ir.FloatType:
		k.width = uint(t.Width())
		return k, k.width <= 64
	default:
		return k, false
	}
	return k, k.width > 0
}

// signed returns the low bits of v, sign-extended.
func signed(v int64, width uint) int64 {
	if width >= 64 {
		return v
	}
	return v << (64 - width) >> (64 - width)
}

// unsigned returns the low bits of v as a number.
func unsigned(v int64, width uint) uint64 {
	if width >= 64 {
		return uint64(v)
	}
	return uint64(v) & (1<<width - 1)
}

// signedWide reduces v modulo 2^width to a signed number, in place.
func signedWide(v *big.Int, width uint) *big.Int {
	modulus := new(big.Int).Lsh(big.NewInt(1), width)
	v.Mod(v, modulus)
	if v.Bit(int(width)-1) == 1 {
		v.Sub(v, modulus)
	}
	return v
}

// unsignedWide returns v modulo 2^width.
func unsignedWide(v *big.Int, width uint) *big.Int {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), width))
}

// integer makes the scalar of a number of any size, reduced to the kind's width.
func (k kind) integer(v *big.Int) scalar {
	v = signedWide(new(big.Int).Set(v), k.width)
	if k.width <= 64 {
		return scalar{word: v.Int64()}
	}
	return scalar{wide: v}
}

// big returns an integer scalar as a signed number.
func (s scalar) big() *big.Int {
	if s.wide != nil {
		return s.wide
	}
	return big.NewInt(s.word)
}

// isFloat reports whether the scalars are floats.
func (k kind) isFloat() bool { _, ok := k.typ.(*ir.FloatType); return ok }

// decode returns the scalar that a number attribute holds.
func (k kind) decode(a ir.Attr) (scalar, bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if k.width <= 64 {
			return scalar{word: signed(a.Value, k.width)}, true
		}
		if a.Big != nil {
			return scalar{wide: a.Big}, true
		}
		return scalar{wide: big.NewInt(a.Value)}, true
	case *ir.FloatAttr:
		return scalar{word: int64(a.Bits)}, a.Big == nil
	}
	return scalar{}, false
}

// encode returns the attribute of a scalar.
func (k kind) encode(c *ir.Context, s scalar) ir.Attr {
	switch {
	case k.isFloat():
		return c.FloatBits(k.typ.(*ir.FloatType), unsigned(s.word, k.width))
	case s.wide != nil:
		return c.BigInt(k.typ, s.wide)
	}
	return c.Int(k.typ, s.word)
}

// element returns element i of a dense attribute.
func (k kind) element(d *ir.DenseElementsAttr, i int) scalar {
	if k.size <= 8 {
		return scalar{word: signed(int64(d.Element(i)), k.width)}
	}
	if d.Splat {
		i = 0
	}
	buf := []byte(d.Data[i*k.size : (i+1)*k.size])
	reverse(buf)
	return scalar{wide: signedWide(new(big.Int).SetBytes(buf), k.width)}
}

// appendTo appends a scalar in the layout of dense attributes.
func (k kind) appendTo(dst []byte, s scalar) []byte {
	if s.wide == nil {
		v := s.word
		if k.width == 1 || k.isFloat() {
			v = int64(unsigned(v, k.width))
		}
		var buf [8]byte
		binary.LittleEndian.PutUint64(buf[:], uint64(v))
		return append(dst, buf[:k.size]...)
	}
	buf := make([]byte, k.size)
	unsignedWide(s.wide, uint(k.size)*8).FillBytes(buf)
	reverse(buf)
	return append(dst, buf...)
}

func reverse(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// mapElements computes f on each group of corresponding elements of constants and returns the constant of
// type result. It returns nil if an operand is not constant or if f fails for an element. Splats give a
// splat. A scalar among vectors stands for every element.
func mapElements(c *ir.Context, consts []ir.Attr, result ir.Type,
	f func(args []scalar) (scalar, bool)) ir.Attr {
	out, ok := kindOf(result)
	if !ok {
		return nil
	}
	n, uniform := 1, true
	kinds := make([]kind, len(consts))
	for i, a := range consts {
		typ, count, splat := shapeOf(a)
		if typ == nil {
			return nil
		}
		if kinds[i], ok = kindOf(typ); !ok {
			return nil
		}
		if !splat {
			n, uniform = count, false
		}
	}
	shaped, isShaped := result.(ir.ShapedType)
	if isShaped && !isStatic(shaped) {
		return nil
	}
	args := make([]scalar, len(consts))
	var data []byte
	if uniform {
		n = 1
	}
	for e := range n {
		for i, a := range consts {
			if args[i], ok = elementAt(a, kinds[i], e); !ok {
				return nil
			}
		}
		v, ok := f(args)
		if !ok {
			return nil
		}
		if !isShaped {
			return out.encode(c, v)
		}
		data = out.appendTo(data, v)
	}
	return c.Dense(shaped, string(data), uniform)
}

// shapeOf returns the element type of a constant, its number of elements, and whether all are equal. The type
// is nil if the constant does not fold.
func shapeOf(a ir.Attr) (typ ir.Type, count int, splat bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Type, 1, true
	case *ir.FloatAttr:
		return a.Type, 1, true
	case *ir.DenseElementsAttr:
		if a.Strings != nil || !isStatic(a.Type) {
			return nil, 0, false
		}
		return a.Type.ElemType(), int(ir.NumElements(a.Type.Dims())), a.Splat
	}
	return nil, 0, false
}

func elementAt(a ir.Attr, k kind, i int) (scalar, bool) {
	if d, ok := a.(*ir.DenseElementsAttr); ok {
		return k.element(d, i), true
	}
	return k.decode(a)
}

// isStatic reports whether all extents are known. Those of scalable vectors are not.
func isStatic(t ir.ShapedType) bool {
	if v, ok := t.(*ir.VectorType); ok && v.Scalable != nil {
		return true // only splats exist
	}
	if !t.HasRank() {
		return false
	}
	for _, d := range t.Dims() {
		if d == ir.Dynamic {
			return false
		}
	}
	return true
}

// uniform returns the one value of a scalar or splat constant.
func uniform(a ir.Attr) (scalar, kind, bool) {
	typ, _, splat := shapeOf(a)
	if typ == nil || !splat {
		return scalar{}, kind{}, false
	}
	k, ok := kindOf(typ)
	if !ok {
		return scalar{}, kind{}, false
	}
	s, ok := elementAt(a, k, 0)
	return s, k, ok
}

// isInt reports whether a constant is the integer v in every element; v is taken modulo 2^width.
func isInt(a ir.Attr, v int64) bool {
	s, k, ok := uniform(a)
	if !ok || k.isFloat() {
		return false
	}
	if s.wide != nil {
		return s.wide.Cmp(big.NewInt(v)) == 0
	}
	return s.word == signed(v, k.width)
}

// splat returns the constant of type t whose elements are all v, nil if extents of t are unknown.
func splat(c *ir.Context, t ir.Type, v scalar) ir.Attr {
	k, ok := kindOf(t)
	if !ok {
		return nil
	}
	if k.width > 64 && v.wide == nil {
		v = scalar{wide: big.NewInt(v.word)}
	}
	shaped, isShaped := t.(ir.ShapedType)
	switch {
	case !isShaped:
		return k.encode(c, v)
	case !isStatic(shaped):
		return nil
	}
	return c.Dense(shaped, string(k.appendTo(nil, v)), true)
}

// FoldFloats folds an operation on floats. Each element of the result is f of the operands' elements, rounded
// to nearest; the result is poison if an operand is. An operation does not fold if its format is wider than
// float64, if accept is not nil and returns false, or if f reports false.
func FoldFloats(op *ir.Op, consts []ir.Attr, accept func(ir.FloatKind) bool,
	f func(args []float64) (float64, bool)) []ir.FoldResult {
	if r := poison(op, consts); r != nil {
		return r
	}
	t := op.Result(0).Type()
	k, ok := kindOf(t)
	if !ok || !k.isFloat() || accept != nil && !accept(k.typ.(*ir.FloatType).Kind) {
		return nil
	}
	floats := make([]float64, len(consts))
	return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
		for i, s := range args {
			floats[i] = k.float(s)
		}
		v, ok := f(floats)
		return k.fromFloat(v), ok
	})))
}

// FoldFloatPredicate folds a predicate on the elements of one float operand.
func FoldFloatPredicate(op *ir.Op, consts []ir.Attr,
	f func(kind ir.FloatKind, v float64) bool) []ir.FoldResult {
	k, ok := kindOf(op.Operand(0).Type())
	if !ok || !k.isFloat() {
		return nil
	}
	return one(constant(
		mapElements(op.Context(), consts, op.Result(0).Type(), func(args []scalar) (scalar, bool) {
			return boolean(f(k.typ.(*ir.FloatType).Kind, k.float(args[0]))), true
		})))
}

// FoldIntegers folds an operation on integers of one width. Each element of the result is f of the operands'
// elements, which are signed numbers, modulo 2^width.
func FoldIntegers(op *ir.Op, consts []ir.Attr,
	f func(width uint, args []*big.Int) (*big.Int, bool)) []ir.FoldResult {
	if r := poison(op, consts); r != nil {
		return r
	}
	t := op.Result(0).Type()
	k, ok := kindOf(t)
	if !ok || k.isFloat() {
		return nil
	}
	numbers := make([]*big.Int, len(consts))
	return one(constant(mapElements(op.Context(), consts, t, func(args []scalar) (scalar, bool) {
		for i, s := range args {
			numbers[i] = s.big()
		}
		v, ok := f(k.width, numbers)
		if !ok {
			return scalar{}, false
		}
		return k.integer(v), true
	})))
}
