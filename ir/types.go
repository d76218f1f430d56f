package ir

import (
	"math"
	"slices"
)

// Dynamic stands for an extent, a stride or an offset that is known only at run time, written `?`. It is
// MLIR's ShapedType::kDynamic.
const Dynamic = math.MinInt64

// Type is the type of a value. Types are interned: two types of one context
// are equal exactly when they are the same pointer.
type Type interface {
	typeID() uint32
	// String returns the type in MLIR's syntax, without aliases.
	String() string
}

type typeBase struct{ id uint32 }

func (b typeBase) typeID() uint32 { return b.id }

// Signedness says whether an integer type is signless, signed or unsigned.
type Signedness uint8

// The three kinds of integer types, as in i32, si32 and ui32.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// IntegerType is iN, siN or uiN, N from 0 to 2^24-1 bits.
type IntegerType struct {
	typeBase
	Width uint32
	Sign  Signedness
}

// IndexType is `index`, the type of subscripts; 64 bits wide in Inflight.
type IndexType struct{ typeBase }

// NoneType is `none`.
type NoneType struct{ typeBase }

// FloatKind names a floating-point format.
type FloatKind uint8

// The floating-point formats of MLIR 22.
const (
	F32 FloatKind = iota
	F64
	F16
	BF16
	TF32
	F80
	F128
	F8E5M2
	F8E4M3
	F8E4M3FN
	F8E5M2FNUZ
	F8E4M3FNUZ
	F8E4M3B11FNUZ
	F8E3M4
	F8E8M0FNU
	F6E2M3FN
	F6E3M2FN
	F4E2M1FN
)

// FloatInfo describes a floating-point format.
type FloatInfo struct {
	Name  string // the keyword of the type
	Width uint32 // bits of storage
}

// floatInfos is indexed by FloatKind.
var floatInfos = [...]FloatInfo{
	F32: {"f32", 32}, F64: {"f64", 64}, F16: {"f16", 16}, BF16: {"bf16", 16},
	TF32: {"tf32", 19}, F80: {"f80", 80}, F128: {"f128", 128},
	F8E5M2: {"f8E5M2", 8}, F8E4M3: {"f8E4M3", 8}, F8E4M3FN: {"f8E4M3FN", 8},
	F8E5M2FNUZ: {"f8E5M2FNUZ", 8}, F8E4M3FNUZ: {"f8E4M3FNUZ", 8},
	F8E4M3B11FNUZ: {"f8E4M3B11FNUZ", 8}, F8E3M4: {"f8E3M4", 8},
	F8E8M0FNU: {"f8E8M0FNU", 8}, F6E2M3FN: {"f6E2M3FN", 6},
	F6E3M2FN: {"f6E3M2FN", 6}, F4E2M1FN: {"f4E2M1FN", 4},
}

// Info returns the name and width of the format.
func (k FloatKind) Info() FloatInfo { return floatInfos[k] }

// FloatKindByName returns the format with that keyword, and whether there is one.
func FloatKindByName(name string) (FloatKind, bool) {
	for k, info := range floatInfos {
		if info.Name == name {
			return FloatKind(k), true
		}
	}
	return 0, false
}

// FloatType is a floating-point type.
type FloatType struct {
	typeBase
	Kind FloatKind
}

// Width returns the number of bits in which one element is stored.
func (t *FloatType) Width() uint32 { return t.Kind.Info().Width }

// ComplexType is complex<Elem>.
type ComplexType struct {
	typeBase
	Elem Type
}

// TupleType is tuple<Types...>.
type TupleType struct {
	typeBase
	Types []Type
}

// FunctionType is (Inputs) -> Results.
type FunctionType struct {
	typeBase
	Inputs, Results []Type
}

// VectorType is vector<ShapexElem>. Scalable marks the dimensions in brackets; it is nil if there are none.
type VectorType struct {
	typeBase
	Shape    []int64
	Scalable []bool
	Elem     Type
}

// TensorType is tensor<ShapexElem, Encoding> or, when not Ranked, tensor<*xElem>.
type TensorType struct {
	typeBase
	Ranked   bool
	Shape    []int64
	Elem     Type
	Encoding Attr // nil when absent
}

// MemRefType is memref<ShapexElem, Layout, MemorySpace> or, when not Ranked,
// memref<*xElem, MemorySpace>.
type MemRefType struct {
	typeBase
	Ranked      bool
	Shape       []int64
	Elem        Type
	Layout      Attr // nil for row-major; *StridedAttr or *AffineMapAttr
	MemorySpace Attr // nil for the default space
}

// OpaqueType is a type without a TypeDef, kept as its text: !Dialect.Text.
type OpaqueType struct {
	typeBase
	Dialect, Text string
	completion    Completion
}

// ShapedType is implemented by vectors, tensors and memrefs.
type ShapedType interface {
	Type
	// Dims returns the extents, nil when unranked.
	Dims() []int64
	// ElemType returns the type of one element.
	ElemType() Type
	// HasRank reports whether the number of dimensions is known.
	HasRank() bool
}

// Dims implements ShapedType.
func (t *VectorType) Dims() []int64 { return t.Shape }

// ElemType implements ShapedType.
func (t *VectorType) ElemType() Type { return t.Elem }

// HasRank implements ShapedType.
func (t *VectorType) HasRank() bool { return true }

// Dims implements ShapedType.
func (t *TensorType) Dims() []int64 { return t.Shape }

// ElemType implements ShapedType.
func (t *TensorType) ElemType() Type { return t.Elem }

// HasRank implements ShapedType.
func (t *TensorType) HasRank() bool { return t.Ranked }

// Dims implements ShapedType.
func (t *MemRefType) Dims() []int64 { return t.Shape }

// ElemType implements ShapedType.
func (t *MemRefType) ElemType() Type { return t.Elem }

// HasRank implements ShapedType.
func (t *MemRefType) HasRank() bool { return t.Ranked }

// Integer returns the signless integer type iN.
func (c *Context) Integer(width uint32) *IntegerType {
	switch {
	case width == 32 && c.I32 != nil: // the fields are nil while the context is being made
		return c.I32
	case width == 64 && c.I64 != nil:
		return c.I64
	}
	return c.IntegerOf(width, Signless)
}

// IntegerOf returns the integer type of that width and signedness.
func (c *Context) IntegerOf(width uint32, sign Signedness) *IntegerType {
	k := key('i').int(int64(width)).int(int64(sign))
	return c.internType(k, func(b typeBase) Type { return &IntegerType{b, width, sign} }).(*IntegerType)
}

// Float returns the floating-point type of that format.
func (c *Context) Float(kind FloatKind) *FloatType {
	k := key('f').int(int64(kind))
	return c.internType(k, func(b typeBase) Type { return &FloatType{b, kind} }).(*FloatType)
}

// Complex returns complex<elem>.
func (c *Context) Complex(elem Type) *ComplexType {
	k := key('c').typ(elem)
	return c.internType(k, func(b typeBase) Type { return &ComplexType{b, elem} }).(*ComplexType)
}

// Tuple returns tuple<types...>.
func (c *Context) Tuple(types []Type) *TupleType {
	c.aliases.Store(true)
	k := key('t').typs(types)
	return c.internType(k, func(b typeBase) Type { return &TupleType{b, slices.Clone(types)} }).(*TupleType)
}

// Function returns (inputs) -> results.
func (c *Context) Function(inputs, results []Type) *FunctionType {
	k := key('F').typs(inputs).typs(results)
	return c.internType(k, func(b typeBase) Type {
		return &FunctionType{b, slices.Clone(inputs), slices.Clone(results)}
	}).(*FunctionType)
}

// Vector returns vector<shape x elem>; scalable is nil or as long as shape.
func (c *Context) Vector(shape []int64, scalable []bool, elem Type) *VectorType {
	if !slices.Contains(scalable, true) {
		scalable = nil
	}
	k := key('v').ints(shape).typ(elem).int(int64(len(scalable)))
	for _, s := range scalable {
		k = append(k, b2i(s))
	}
	return c.internType(k, func(b typeBase) Type {
		return &VectorType{b, slices.Clone(shape), slices.Clone(scalable), elem}
	}).(*VectorType)
}

// Tensor returns tensor<shape x elem, encoding>; encoding may be nil.
func (c *Context) Tensor(shape []int64, elem Type, encoding Attr) *TensorType {
	k := key('T').ints(shape).typ(elem).attr(encoding)
	return c.internType(k, func(b typeBase) Type {
		return &TensorType{b, true, slices.Clone(shape), elem, encoding}
	}).(*TensorType)
}

// UnrankedTensor returns tensor<*xelem>.
func (c *Context) UnrankedTensor(elem Type) *TensorType {
	k := key('U').typ(elem)
	return c.internType(k, func(b typeBase) Type {
		return &TensorType{typeBase: b, Elem: elem}
	}).(*TensorType)
}

// MemRef returns memref<shape x elem, layout, space>; layout and space may be nil. Like MLIR, it drops a
// layout that is an identity map.
func (c *Context) MemRef(shape []int64, elem Type, layout, space Attr) *MemRefType {
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() {
		layout = nil
	}
	k := key('m').ints(shape).typ(elem).attr(layout).attr(space)
	return c.internType(k, func(b typeBase) Type {
		return &MemRefType{b, true, slices.Clone(shape), elem, layout, space}
	}).(*MemRefType)
}

// UnrankedMemRef returns memref<*xelem, space>; space may be nil.
func (c *Context) UnrankedMemRef(elem Type, space Attr) *MemRefType {
	k := key('n').typ(elem).attr(space)
	return c.internType(k, func(b typeBase) Type {
		return &MemRefType{typeBase: b, Elem: elem, MemorySpace: space}
	}).(*MemRefType)
}

// OpaqueType returns the type !dialect.text. If the dialect has the text as another spelling of a type, it
// returns that type.
func (c *Context) OpaqueType(dialect, text string) *OpaqueType {
	if d := c.dialects[dialect]; d != nil {
		if t, ok := d.Aliases[text]; ok {
			text = t
		}
	}
	k := key('o').str(dialect).str(text)
	return c.internType(k, func(b typeBase) Type {
		t := &OpaqueType{typeBase: b, Dialect: dialect, Text: text}
		if d := c.dialects[dialect]; d != nil {
			t.completion = d.Completions[text]
		}
		return t
	}).(*OpaqueType)
}

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// IsMemRefElement reports whether a memref can have elements of the type: MLIR's MemRefElementTypeInterface.
func IsMemRefElement(t Type) bool {
	switch t.(type) {
	case *IntegerType, *IndexType, *FloatType, *ComplexType, *VectorType, *MemRefType, *OpaqueType:
		return true
	}
	return false
}
