package ptr

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// Pointer is !ptr.ptr<space>: the address of a byte. Its parameter is the memory space.
var Pointer = &ir.TypeDef{Dialect: "ptr", Mnemonic: "ptr", VectorElement: true, Parse: parsePointer,
	Print: printPointer}

// Metadata is !ptr.ptr_metadata<type>: the parts of a memref besides its address.
var Metadata = &ir.TypeDef{Dialect: "ptr", Mnemonic: "ptr_metadata", Parse: parseMetadata,
	Print: printMetadata}

// The attributes. Null and Address are constant pointers. GenericSpace is a memory space that contains all
// memory. Spec describes pointers in a data layout: the number of bits of the pointer, of its alignments and
// of the index computations.
var (
	Null = &ir.AttributeDef{Dialect: "ptr", Mnemonic: "null", Typed: isPointerType, Parse: parseNothing,
		Print: printNothing}
	Address = &ir.AttributeDef{Dialect: "ptr", Mnemonic: "address", Typed: isPointerType, Parse: parseAddress,
		Print: printAddress}

	GenericSpace = &ir.AttributeDef{Dialect: "ptr", Mnemonic: "generic_space", Parse: parseNothing,
		Print: printNothing}

	Spec = &ir.AttributeDef{Dialect: "ptr", Mnemonic: "spec", Verify: verifySpec, Fields: []ir.TypeField{
		{Name: "size", Kind: ir.NumberField}, {Name: "abi", Kind: ir.NumberField},
		{Name: "preferred", Kind: ir.NumberField},
		{Name: "index", Kind: ir.NumberField, Optional: true, Default: noIndex},
	}}
)

// noIndex stands for a missing index width.
const noIndex = 1<<32 - 1

// Type returns !ptr.ptr<#ptr.generic_space>.
func Type(c *ir.Context) ir.Type { return c.Parametric(Pointer, c.ParametricAttr(GenericSpace)) }

// IsPointer reports whether t is !ptr.ptr of any memory space.
func IsPointer(t ir.Type) bool {
	p, ok := t.(*ir.ParametricType)
	return ok && p.Def == Pointer
}

func isMetadata(t ir.Type) bool {
	p, ok := t.(*ir.ParametricType)
	return ok && p.Def == Metadata
}

// isPointerLike reports whether a type is a pointer or contains one.
func isPointerLike(t ir.Type) bool {
	_, memref := t.(*ir.MemRefType)
	return memref || IsPointer(t)
}

// spaceOf returns the memory space of a pointer-like type, nil for the default one of memrefs.
func spaceOf(t ir.Type) ir.Attr {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.MemorySpace
	case *ir.ParametricType:
		return t.Params[0]
	}
	return nil
}

// isPointerType returns "" if a constant attribute may have the type. Otherwise it returns the end of the
// message "invalid kind of type specified".
func isPointerType(t ir.Type) string {
	if IsPointer(t) {
		return ""
	}
	return "expected ptr.ptr, but found '" + t.String() + "'"
}

func parsePointer(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	space, err := p.Attr(nil)
	if err != nil {
		return nil, err
	}
	if !isMemorySpace(space) {
		return nil, p.Errorf(off, "invalid kind of attribute specified")
	}
	return []ir.Attr{space}, p.Punct(">")
}

// isMemorySpace reports whether an attribute is a memory space with rules for accesses. Integers are not.
func isMemorySpace(a ir.Attr) bool {
	if s, ok := a.(*ir.ParametricAttr); ok {
		return s.Def == GenericSpace
	}
	text := a.String()
	return strings.HasPrefix(text, "#llvm.address_space<") || strings.HasPrefix(text, "#nvvm.memory_space<")
}

func printPointer(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(f.AppendAttr(append(dst, '<'), params[0], ir.WithType), '>')
}

func parseMetadata(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	t, err := p.Type()
	switch {
	case err != nil:
		return nil, err
	case !isPointerLike(t):
		return nil, p.Errorf(off, "invalid kind of type specified")
	case IsPointer(t):
		return nil, p.Errorf(off, "the ptr-like type has no metadata")
	}
	return []ir.Attr{p.Context().TypeAttr(t)}, p.Punct(">")
}

func printMetadata(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(f.AppendType(append(dst, '<'), params[0].(*ir.TypeAttr).Type), '>')
}

func parseNothing(ir.OpParser) ([]ir.Attr, error) { return nil, nil }

func printNothing(_ *ir.Form, dst []byte, _ []ir.Attr) []byte { return dst }

func parseAddress(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	n, err := p.Int()
	if err != nil {
		return nil, err
	}
	return []ir.Attr{p.Context().Int(p.Context().I64, n)}, p.Punct(">")
}

func printAddress(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(strconv.AppendInt(append(dst, '<'), params[0].(*ir.IntegerAttr).Value, 10), '>')
}

// verifySpec describes what is wrong with the numbers of a Spec, "" if they are right.
func verifySpec(params []ir.Attr) string {
	n := func(i int) int64 { return params[i].(*ir.IntegerAttr).Value }
	for i, name := range []string{"size", "abi", "preferred", "index"} {
		if n(i)%8 != 0 && n(i) != noIndex {
			return name + " entry must be divisible by 8"
		}
	}
	if n(1) > n(2) {
		return "preferred alignment is expected to be at least as large as ABI alignment"
	}
	return ""
}
