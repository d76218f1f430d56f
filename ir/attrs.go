package ir

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir/affine"
)

// Attr is constant data attached to operations and types. Attributes other
// than [SourceLoc] are interned: two attributes of one context are equal
// exactly when they are the same pointer.
type Attr interface {
	attrID() uint32
	// String returns the attribute in MLIR's syntax, without aliases.
	String() string
}

type attrBase struct{ id uint32 }

func (b attrBase) attrID() uint32 { return b.id }

// NamedAttr is one entry of a dictionary.
type NamedAttr struct {
	Name  string
	Value Attr
}

// IntegerAttr is an integer or index constant. Value holds it sign-extended to
// 64 bits (an i1 is 0 or 1, unsigned types are zero-extended); constants that need more
// bits have Big, and Value holds the low 64.
type IntegerAttr struct {
	attrBase
	Type  Type // *IntegerType or *IndexType
	Value int64
	Big   *big.Int // nil when the value fits in 64 bits
}

// FloatAttr is a floating-point constant. Bits holds the encoding of the number in the format of Type, at
// most 64 bits; wider formats (f80, f128) have Big.
type FloatAttr struct {
	attrBase
	Type *FloatType
	Bits uint64
	Big  *big.Int
}

// StringAttr is a string; Type is nil unless the text gives the string a type.
type StringAttr struct {
	attrBase
	Value string
	Type  Type
}

// SymbolRefAttr is @Root::@Nested...
type SymbolRefAttr struct {
	attrBase
	Root   string
	Nested []string
}

// TypeAttr holds a type.
type TypeAttr struct {
	attrBase
	Type Type
}

// UnitAttr is `unit`, an attribute whose presence alone carries information.
type UnitAttr struct{ attrBase }

// ArrayAttr is [a, b, c].
type ArrayAttr struct {
	attrBase
	Elems []Attr
	types []Type
}

// Types returns the types that the elements hold, nil if an element is not a TypeAttr. The slice must not be
// changed.
func (a *ArrayAttr) Types() []Type { return a.types }

// typesIn returns the types that the elements hold, nil if an element is not a TypeAttr.
func typesIn(elems []Attr) []Type {
	types := make([]Type, len(elems))
	for i, e := range elems {
		t, ok := e.(*TypeAttr)
		if !ok {
			return nil
		}
		types[i] = t.Type
	}
	return types
}

// DictAttr is {a = 1, b}; Entries are sorted by name.
type DictAttr struct {
	attrBase
	Entries []NamedAttr
}

// DenseElementsAttr is dense<...> : type. Data holds the elements in row-major
// order, little-endian, each in whole bytes (i1 too: 0 or 1); a splat holds
// one element. String elements are in Strings instead.
type DenseElementsAttr struct {
	attrBase
	Type    ShapedType
	Splat   bool
	Data    string
	Strings []string
}

// DenseResourceAttr is dense_resource<Handle> : Type.
type DenseResourceAttr struct {
	attrBase
	Type   ShapedType
	Handle string
}

// SparseElementsAttr is sparse<indices, values> : Type.
type SparseElementsAttr struct {
	attrBase
	Type            ShapedType
	Indices, Values *DenseElementsAttr
}

// DenseArrayAttr is array<Elem: ...>; Elem is i1, i8, i16, i32, i64, f32 or
// f64. Values holds integers, or the bits of floats.
type DenseArrayAttr struct {
	attrBase
	Elem   Type
	Values []int64

	// the sums of the first 0, 1, 2, ... values, made by the first call of SumBefore
	sums atomic.Pointer[[]int64]
}

// SumBefore returns the sum of the first i values. After the first call it takes constant time.
func (a *DenseArrayAttr) SumBefore(i int) int64 {
	sums := a.sums.Load()
	if sums == nil {
		list := make([]int64, len(a.Values)+1)
		for j, v := range a.Values {
			list[j+1] = list[j] + v
		}
		sums = &list
		a.sums.Store(sums)
	}
	return (*sums)[i]
}

// AffineMapAttr is affine_map<...>.
type AffineMapAttr struct {
	attrBase
	Map *affine.Map
}

// IntegerSetAttr is affine_set<...>.
type IntegerSetAttr struct {
	attrBase
	Set *affine.Set
}

// StridedAttr is strided<[Strides], offset: Offset>; either may be Dynamic.
type StridedAttr struct {
	attrBase
	Offset  int64
	Strides []int64
}

// EnumAttr is #dialect.mnemonic<case>, a value of a declared enumeration.
type EnumAttr struct {
	attrBase
	Def   *EnumDef
	Value int64
}

// OpaqueAttr is #Dialect.Text of a dialect that is not registered. It keeps the text.
type OpaqueAttr struct {
	attrBase
	Dialect, Text string
	Type          Type // nil unless written
}

// DistinctAttr is distinct[ID]<Inner>; Inner is the unit attribute when absent.
type DistinctAttr struct {
	attrBase
	ID    int64
	Inner Attr
}

// Int returns the integer attribute of typ, which is an *IntegerType of at most
// 64 bits or the index type. The value is truncated to the width of the type.
func (c *Context) Int(typ Type, v int64) *IntegerAttr {
	if it, ok := typ.(*IntegerType); ok {
		v = it.Wrap(v)
	}
	recent := c.recent.int(typ, v)
	if a := recent.Load(); a != nil && a.Value == v && a.Type == typ {
		return a
	}
	a := c.internInt(typ, v)
	recent.Store(a)
	return a
}

func (c *Context) internInt(typ Type, v int64) *IntegerAttr {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := intKey{typ, v}
	if a := c.ints[k]; a != nil {
		return a
	}
	a := &IntegerAttr{attrBase: attrBase{c.newID()}, Type: typ, Value: v}
	c.ints[k] = a
	return a
}

// Wrap reduces v to the width of the type: sign-extended for signless and
// signed types, zero-extended for unsigned ones and i1.
func (t *IntegerType) Wrap(v int64) int64 {
	switch {
	case t.Width >= 64:
		return v
	case t.Width == 0:
		return 0
	case t.Sign == Unsigned, t.Width == 1 && t.Sign == Signless:
		return v & (1<<t.Width - 1)
	}
	shift := 64 - t.Width
	return v << shift >> shift
}

// BigInt returns the integer attribute of a type wider than 64 bits, or any
// other: a value that fits is stored as Int stores it.
func (c *Context) BigInt(typ Type, v *big.Int) *IntegerAttr {
	it, ok := typ.(*IntegerType)
	if !ok || it.Width <= 64 {
		return c.Int(typ, int64(new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64()))
	}
	if v.IsInt64() {
		return c.Int(typ, v.Int64())
	}
	k := key('I').typ(typ).str(v.String())
	low := int64(new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
	return c.internAttr(k, func(b attrBase) Attr {
		return &IntegerAttr{b, typ, low, new(big.Int).Set(v)}
	}).(*IntegerAttr)
}

// IndexAttr returns v : index.
func (c *Context) IndexAttr(v int64) *IntegerAttr { return c.Int(c.Index, v) }

// Bool returns true or false : i1.
func (c *Context) Bool(v bool) *IntegerAttr {
	if v {
		return c.trueAttr
	}
	return c.falseAttr
}

// FloatBits returns the floating-point attribute with that encoding, for formats of at most 64 bits.
func (c *Context) FloatBits(typ *FloatType, bits uint64) *FloatAttr {
	k := key('d').typ(typ).int(int64(bits))
	return c.internAttr(k, func(b attrBase) Attr { return &FloatAttr{b, typ, bits, nil} }).(*FloatAttr)
}

// FloatBigBits returns the floating-point attribute with that encoding, for formats wider than 64 bits.
func (c *Context) FloatBigBits(typ *FloatType, bits *big.Int) *FloatAttr {
	k := key('e').typ(typ).str(bits.String())
	return c.internAttr(k, func(b attrBase) Attr {
		return &FloatAttr{b, typ, bits.Uint64(), new(big.Int).Set(bits)}
	}).(*FloatAttr)
}

// String returns "v" without a type.
func (c *Context) String(v string) *StringAttr {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.words[v]
	if w.text == nil {
		w.text = &StringAttr{attrBase{c.newID()}, v, nil}
		c.words[v] = w
	}
	return w.text
}

// TypedString returns "v" : typ.
func (c *Context) TypedString(v string, typ Type) *StringAttr {
	if typ == nil || typ == Type(c.None) {
		return c.String(v)
	}
	k := key('s').str(v).typ(typ)
	return c.internAttr(k, func(b attrBase) Attr { return &StringAttr{b, v, typ} }).(*StringAttr)
}

// SymbolRef returns @root::@nested...
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	if len(nested) == 0 {
		return c.symbol(root)
	}
	k := key('@').str(root)
	for _, n := range nested {
		k = k.str(n)
	}
	return c.internAttr(k, func(b attrBase) Attr {
		return &SymbolRefAttr{b, root, slices.Clone(nested)}
	}).(*SymbolRefAttr)
}

// symbol returns @name.
func (c *Context) symbol(name string) *SymbolRefAttr {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.words[name]
	if w.symbol == nil {
		w.symbol = &SymbolRefAttr{attrBase{c.newID()}, name, nil}
		c.words[name] = w
	}
	return w.symbol
}

// TypeAttr returns the attribute that holds typ.
func (c *Context) TypeAttr(typ Type) *TypeAttr {
	recent := c.recent.typ(typ)
	if a := recent.Load(); a != nil && a.Type == typ {
		return a
	}
	k := key('t').typ(typ)
	a := c.internAttr(k, func(b attrBase) Attr { return &TypeAttr{b, typ} }).(*TypeAttr)
	recent.Store(a)
	return a
}

// Array returns [elems...].
func (c *Context) Array(elems []Attr) *ArrayAttr {
	k := key('[').attrs(elems)
	return c.internAttr(k, func(b attrBase) Attr {
		return &ArrayAttr{b, slices.Clone(elems), typesIn(elems)}
	}).(*ArrayAttr)
}

// Dict returns {entries...}, sorted by name. Names must differ.
func (c *Context) Dict(entries []NamedAttr) *DictAttr {
	entries = SortedAttrs(entries)
	k := key('{')
	for _, e := range entries {
		k = k.str(e.Name).attr(e.Value)
	}
	return c.internAttr(k, func(b attrBase) Attr { return &DictAttr{b, entries} }).(*DictAttr)
}

// SortedAttrs returns a copy of the entries sorted by name.
func SortedAttrs(entries []NamedAttr) []NamedAttr {
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b NamedAttr) int { return cmp.Compare(a.Name, b.Name) })
	return entries
}

// Get returns the value of the entry with that name, or nil.
func (d *DictAttr) Get(name string) Attr { return getAttr(d.Entries, name) }

// Dense returns dense<data> : typ; see DenseElementsAttr for the layout. If splat is set, data holds the one
// element that stands for all. Data with equal elements only is stored as a splat, as MLIR does.
func (c *Context) Dense(typ ShapedType, data string, splat bool) *DenseElementsAttr {
	if size := ElemBytes(typ.ElemType()); !splat && size > 0 && isSplat(data, size) {
		data, splat = data[:size], true
	}
	k := key('D').typ(typ).int(int64(b2i(splat))).str(data)
	return c.internAttr(k, func(b attrBase) Attr {
		return &DenseElementsAttr{b, typ, splat, data, nil}
	}).(*DenseElementsAttr)
}

// Splat returns the attribute of typ whose elements all are the given number. It returns nil if typ has no
// elements, or if NumberBytes cannot encode the number.
func (c *Context) Splat(typ ShapedType, number Attr) *DenseElementsAttr {
	data, ok := NumberBytes(number)
	if !ok || NumElements(typ.Dims()) == 0 {
		return nil
	}
	return c.Dense(typ, data, true)
}

// NumberBytes returns the bytes of a number as an element of a dense attribute, and whether the attribute is
// a number of at most 64 bits.
func NumberBytes(number Attr) (string, bool) {
	var bits uint64
	var t Type
	switch a := number.(type) {
	case *IntegerAttr:
		if bits, t = uint64(a.Value), a.Type; a.Big != nil {
			return "", false
		}
	case *FloatAttr:
		if bits, t = a.Bits, a.Type; a.Big != nil {
			return "", false
		}
	default:
		return "", false
	}
	size := ElemBytes(t)
	if size == 0 || size > 8 {
		return "", false
	}
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], bits)
	return string(buf[:size]), true
}

// Number returns element i as an attribute, nil if the element is not a number of at most 64 bits.
func (a *DenseElementsAttr) Number(c *Context, i int64) Attr {
	t := a.Type.ElemType()
	if size := ElemBytes(t); a.Strings != nil || size == 0 || size > 8 {
		return nil
	}
	switch t := t.(type) {
	case *IntegerType, *IndexType:
		return c.Int(t, int64(a.Element(int(i))))
	case *FloatType:
		return c.FloatBits(t, a.Element(int(i)))
	}
	return nil
}

// DenseStrings returns dense<["a", ...]> : typ.
func (c *Context) DenseStrings(typ ShapedType, elems []string) *DenseElementsAttr {
	k := key('S').typ(typ)
	for _, s := range elems {
		k = k.str(s)
	}
	return c.internAttr(k, func(b attrBase) Attr {
		return &DenseElementsAttr{b, typ, len(elems) == 1, "", slices.Clone(elems)}
	}).(*DenseElementsAttr)
}

// DenseResource returns dense_resource<handle> : typ.
func (c *Context) DenseResource(typ ShapedType, handle string) *DenseResourceAttr {
	k := key('R').typ(typ).str(handle)
	return c.internAttr(k, func(b attrBase) Attr {
		return &DenseResourceAttr{b, typ, handle}
	}).(*DenseResourceAttr)
}

// Sparse returns sparse<indices, values> : typ.
func (c *Context) Sparse(typ ShapedType, indices, values *DenseElementsAttr) *SparseElementsAttr {
	k := key('P').typ(typ).attr(indices).attr(values)
	return c.internAttr(k, func(b attrBase) Attr {
		return &SparseElementsAttr{b, typ, indices, values}
	}).(*SparseElementsAttr)
}

// isSplat reports whether data holds at least one element of size bytes and
// only equal ones.
func isSplat(data string, size int) bool {
	if len(data) < size {
		return false
	}
	for i := size; i < len(data); i += size {
		if data[i:i+size] != data[:size] {
			return false
		}
	}
	return true
}

// ElemBytes returns the number of bytes that one element of typ takes in dense attributes: integers and
// floats take their width rounded up to whole bytes, an index takes 8, and a complex number twice its element
// type. It returns 0 for types without a layout. In the memory of programs elements take MemoryBytes.
func ElemBytes(typ Type) int {
	switch t := typ.(type) {
	case *IntegerType:
		return int(t.Width+7) / 8
	case *IndexType:
		return 8
	case *FloatType:
		return int(t.Width()+7) / 8
	case *ComplexType:
		return 2 * ElemBytes(t.Elem)
	}
	return 0
}

// DenseArray returns array<elem: values...>; floats are given as their bits.
func (c *Context) DenseArray(elem Type, values []int64) *DenseArrayAttr {
	recent := c.recent.array(elem, values)
	if a := recent.Load(); a.is(elem, values) {
		return a
	}
	k := key('a').typ(elem).ints(values)
	a := c.internAttr(k, func(b attrBase) Attr {
		return &DenseArrayAttr{attrBase: b, Elem: elem, Values: slices.Clone(values)}
	}).(*DenseArrayAttr)
	recent.Store(a)
	return a
}

// I32Array returns array<i32: values...>.
func (c *Context) I32Array(values ...int64) *DenseArrayAttr { return c.DenseArray(c.I32, values) }

// I64Array returns array<i64: values...>.
func (c *Context) I64Array(values ...int64) *DenseArrayAttr { return c.DenseArray(c.I64, values) }

// AffineMap returns affine_map<m>.
func (c *Context) AffineMap(m *affine.Map) *AffineMapAttr {
	c.aliases.Store(true)
	k := key('M').str(m.String())
	return c.internAttr(k, func(b attrBase) Attr { return &AffineMapAttr{b, m} }).(*AffineMapAttr)
}

// IntegerSet returns affine_set<s>.
func (c *Context) IntegerSet(s *affine.Set) *IntegerSetAttr {
	c.aliases.Store(true)
	k := key('N').str(s.String())
	return c.internAttr(k, func(b attrBase) Attr { return &IntegerSetAttr{b, s} }).(*IntegerSetAttr)
}

// Strided returns strided<[strides], offset: offset>.
func (c *Context) Strided(offset int64, strides []int64) *StridedAttr {
	k := key('<').int(offset).ints(strides)
	return c.internAttr(k, func(b attrBase) Attr {
		return &StridedAttr{b, offset, slices.Clone(strides)}
	}).(*StridedAttr)
}

// Enum returns #dialect.mnemonic<value>.
func (c *Context) Enum(def *EnumDef, value int64) *EnumAttr {
	recent := c.recent.enum(def, value)
	if a := recent.Load(); a != nil && a.Def == def && a.Value == value {
		return a
	}
	k := key('E').str(def.Dialect).str(def.Mnemonic).int(value)
	a := c.internAttr(k, func(b attrBase) Attr { return &EnumAttr{b, def, value} }).(*EnumAttr)
	recent.Store(a)
	return a
}

// OpaqueAttr returns #dialect.text, with a type when typ is not nil.
func (c *Context) OpaqueAttr(dialect, text string, typ Type) *OpaqueAttr {
	k := key('#').str(dialect).str(text).typ(typ)
	return c.internAttr(k, func(b attrBase) Attr { return &OpaqueAttr{b, dialect, text, typ} }).(*OpaqueAttr)
}

// Distinct returns distinct[id]<inner>.
func (c *Context) Distinct(id int64, inner Attr) *DistinctAttr {
	c.aliases.Store(true)
	k := key('!').int(id).attr(inner)
	return c.internAttr(k, func(b attrBase) Attr { return &DistinctAttr{b, id, inner} }).(*DistinctAttr)
}

// Float64 returns the value of the constant, rounded to float64 for wider formats.
func (a *FloatAttr) Float64() float64 {
	if a.Big != nil {
		return decodeBig(a.Type.Kind, a.Big)
	}
	return DecodeFloat(a.Type.Kind, a.Bits)
}

// NumElements returns the product of the extents of a static shape.
func NumElements(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// CompatibleShapes reports whether two shapes can be equal at run time: they have the same rank, and extents
// are equal where both are static.
func CompatibleShapes(a, b []int64) bool {
	return slices.EqualFunc(a, b, func(x, y int64) bool { return x == y || x == Dynamic || y == Dynamic })
}

// Element returns the bits of element i, zero-extended. The element must have at most 64 bits.
func (a *DenseElementsAttr) Element(i int) uint64 {
	size := ElemBytes(a.Type.ElemType())
	if a.Splat {
		i = 0
	}
	var buf [8]byte
	copy(buf[:], a.Data[i*size:(i+1)*size])
	return binary.LittleEndian.Uint64(buf[:])
}

func getAttr(attrs []NamedAttr, name string) Attr {
	for i := range attrs {
		if attrs[i].Name == name {
			return attrs[i].Value
		}
	}
	return nil
}
