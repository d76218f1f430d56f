package llvm

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// The types with parameters. A pointer has its address space. An array has its length and the type of its
// elements.
var (
	Pointer  = &ir.TypeDef{Dialect: "llvm", Mnemonic: "ptr", VectorElement: true}
	Array    = &ir.TypeDef{Dialect: "llvm", Mnemonic: "array"}
	Struct   = &ir.TypeDef{Dialect: "llvm", Mnemonic: "struct"}
	Function = &ir.TypeDef{Dialect: "llvm", Mnemonic: "func"}
)

func init() {
	Pointer.Parse, Pointer.Print = parsePointer, printPointer
	Array.Parse, Array.Print = parseArray, printArray
	Struct.Parse, Struct.Print = parseStruct, printStruct
	Function.Parse, Function.Print = parseFunction, printFunction
}

// The address spaces of pointers that have a meaning on NVIDIA's targets.
const (
	Generic       = 0
	Global        = 1
	Shared        = 3
	Constant      = 4
	Local         = 5
	Tensor        = 6
	SharedCluster = 7
)

// PointerType returns !llvm.ptr<space>.
func PointerType(c *ir.Context, space int64) ir.Type {
	return c.Parametric(Pointer, c.Int(c.I64, space))
}

// AddressSpace returns the address space of a pointer, and whether t is one.
func AddressSpace(t ir.Type) (int64, bool) {
	d, ok := t.(*ir.ParametricType)
	if !ok || d.Def != Pointer {
		return 0, false
	}
	return d.IntParam(0), true
}

// StructType returns the nameless struct of the given members, !llvm.struct<(members)>.
func StructType(c *ir.Context, members ...ir.Type) ir.Type {
	return c.Parametric(Struct, typeArray(c, members), nil, nil)
}

// ArrayType returns !llvm.array<n x elem>.
func ArrayType(c *ir.Context, n int64, elem ir.Type) ir.Type {
	return c.Parametric(Array, c.Int(c.I64, n), c.TypeAttr(elem))
}

// Members returns the types of a struct's members, and whether t is a struct with a body. The caller must not
// change the slice.
func Members(t ir.Type) ([]ir.Type, bool) {
	d, ok := t.(*ir.ParametricType)
	if !ok || d.Def != Struct || d.Params[0] == nil {
		return nil, false
	}
	return typesOf(d.Params[0]), true
}

func typeArray(c *ir.Context, types []ir.Type) ir.Attr {
	elems := make([]ir.Attr, len(types))
	for i, t := range types {
		elems[i] = c.TypeAttr(t)
	}
	return c.Array(elems)
}

func typesOf(a ir.Attr) []ir.Type { return a.(*ir.ArrayAttr).Types() }

// parsePointer reads an optional <space>.
func parsePointer(p ir.OpParser) ([]ir.Attr, error) {
	space := int64(0)
	if p.TryPunct("<") {
		var err error
		if space, err = p.Unsigned32(); err != nil {
			return nil, err
		}
		if err := p.Punct(">"); err != nil {
			return nil, err
		}
	}
	c := p.Context()
	return []ir.Attr{c.Int(c.I64, space)}, nil
}

func printPointer(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	space := params[0].(*ir.IntegerAttr).Value
	if space == 0 {
		return dst
	}
	return append(strconv.AppendInt(append(dst, '<'), space, 10), '>')
}

// parseArray reads <length x element>.
func parseArray(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	n, err := p.Int()
	if err == nil && n < 0 {
		err = p.Errorf(off, "expected a length of at least 0")
	}
	if err != nil {
		return nil, err
	}
	if err := p.Keyword("x"); err != nil {
		return nil, err
	}
	elem, err := member(p)
	if err != nil {
		return nil, err
	}
	c := p.Context()
	return []ir.Attr{c.Int(c.I64, n), c.TypeAttr(elem)}, p.Punct(">")
}

func printArray(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = strconv.AppendInt(append(dst, '<'), params[0].(*ir.IntegerAttr).Value, 10)
	return append(appendNested(f, append(dst, " x "...), params[1].(*ir.TypeAttr).Type), '>')
}

// member parses a type that may be a member of an array or a struct.
func member(p ir.OpParser) (ir.Type, error) {
	off := p.Off()
	t, err := p.NestedType("llvm")
	if err != nil {
		return nil, err
	}
	if !isSized(t) {
		return nil, p.Errorf(off, "invalid LLVM aggregate element type: '%s'", t)
	}
	return t, nil
}

// isSized reports whether values of the type may be members of an aggregate. Types of other dialects may.
func isSized(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.ParametricType:
		return t.Def != Function
	case *ir.OpaqueType:
		return t.Dialect != "llvm" || t.Text == "ppc_fp128"
	case *ir.FunctionType:
		return false
	}
	return true
}

// appendNested appends a type. It leaves out the prefix of a type of this dialect.
func appendNested(f *ir.Form, dst []byte, t ir.Type) []byte {
	switch t := t.(type) {
	case *ir.ParametricType:
		if t.Def.Dialect == "llvm" {
			return f.AppendNested(dst, t)
		}
	case *ir.OpaqueType:
		if t.Dialect == "llvm" {
			return append(dst, t.Text...)
		}
	}
	return f.AppendType(dst, t)
}

// IsArray reports whether t is !llvm.array.
func IsArray(t ir.Type) bool { return isOf(t, Array) }

// ArrayOf returns the length of an array and the type of its elements.
func ArrayOf(t ir.Type) (n int64, elem ir.Type) {
	d := t.(*ir.ParametricType)
	return d.IntParam(0), d.TypeParam(1)
}
