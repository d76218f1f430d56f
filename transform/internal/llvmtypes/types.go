package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Types converts types to LLVM's types.
type Types struct {
	Ctx *ir.Context
	// Index is the integer type for index.
	Index *ir.IntegerType
	// Extra, if not nil, converts further types. If it reports false, the type is converted as usual.
	Extra func(t *Types, typ ir.Type) (ir.Type, bool)
	known map[ir.Type]ir.Type
	// pointer and void are LLVM's types, made at their first use.
	pointer, void ir.Type
	// recent holds the latest results, by the last bits of the types' numbers.
	recent [recentTypes]converted
}

const recentTypes = 32

// converted is the result for the type with this number.
type converted struct {
	number uint32
	stays  bool // the type is one of LLVM's
	to     ir.Type
}

// NewTypes returns a Types with an index of that many bits; 0 means 64.
func NewTypes(c *ir.Context, indexBits int64) *Types {
	if indexBits == 0 {
		indexBits = 64
	}
	return &Types{Ctx: c, Index: c.Integer(uint32(indexBits)), known: map[ir.Type]ir.Type{}}
}

// TypesFor returns a Types for op, with an index of that many bits; 0 means the number of bits in the data
// layout of op.
func TypesFor(op *ir.Op, indexBits int64) *Types {
	if indexBits == 0 {
		indexBits = dlti.IndexBits(op)
	}
	return NewTypes(op.Context(), indexBits)
}

// Fork returns a Types with the same configuration, for another goroutine.
func (t *Types) Fork() *Types {
	return &Types{Ctx: t.Ctx, Index: t.Index, Extra: t.Extra, known: map[ir.Type]ir.Type{}}
}

// Type returns the LLVM type for typ: typ itself if LLVM has it, nil if LLVM has no corresponding type.
func (t *Types) Type(typ ir.Type) ir.Type { return t.lookUp(typ).to }

// lookUp is Type. Its result is valid until the next call.
func (t *Types) lookUp(typ ir.Type) *converted {
	number := ir.TypeID(typ)
	recent := &t.recent[number%recentTypes]
	if recent.number == number {
		return recent
	}
	to, ok := t.known[typ]
	if !ok {
		to = t.convert(typ)
		t.known[typ] = to
	}
	*recent = converted{number, to == typ, to}
	return recent
}

func (t *Types) convert(typ ir.Type) ir.Type {
	if t.Extra != nil {
		if to, ok := t.Extra(t, typ); ok {
			return to
		}
	}
	switch x := typ.(type) {
	case *ir.IndexType:
		return t.Index
	case *ir.IntegerType:
		return t.Ctx.Integer(x.Width)
	case *ir.FloatType:
		return t.float(x)
	case *ir.ComplexType:
		if elem := t.Type(x.Elem); elem != nil {
			return llvm.StructType(t.Ctx, elem, elem)
		}
		return nil
	case *ir.FunctionType:
		return t.Pointer(0)
	case *ir.VectorType:
		return t.vector(x)
	case *ir.MemRefType:
		return t.memref(x)
	}
	if m, ok := gpu.MMAMatrixOf(typ); ok {
		return t.fragment(m)
	}
	if llvm.IsCompatible(typ) {
		return typ
	}
	return nil
}

// float keeps the formats that LLVM has. Formats of 8 bits and fewer become integers.
func (t *Types) float(x *ir.FloatType) ir.Type {
	switch {
	case llvm.IsCompatible(x):
		return x
	case x.Width() <= 8:
		return t.Ctx.Integer(x.Width())
	}
	return nil
}

// vector converts a vector of several dimensions to an array of vectors of one dimension, and a vector
// without dimensions to a vector of one element.
func (t *Types) vector(x *ir.VectorType) ir.Type {
	elem := t.Type(x.Elem)
	if elem == nil {
		return nil
	}
	n := len(x.Shape)
	if n == 0 {
		return t.Ctx.Vector([]int64{1}, nil, elem)
	}
	var scalable []bool
	if x.Scalable != nil {
		scalable = x.Scalable[n-1:]
		for _, s := range x.Scalable[:n-1] {
			if s {
				return nil
			}
		}
	}
	out := ir.Type(t.Ctx.Vector(x.Shape[n-1:], scalable, elem))
	for i := n - 2; i >= 0; i-- {
		out = llvm.ArrayType(t.Ctx, x.Shape[i], out)
	}
	return out
}

// memref converts a memref to a descriptor: the allocated pointer, the aligned pointer, the offset, the sizes
// and the strides. An unranked memref becomes its rank and a pointer to such a descriptor.
func (t *Types) memref(x *ir.MemRefType) ir.Type {
	if !x.Ranked {
		if _, ok := t.Space(x); !ok || t.Type(x.Elem) == nil {
			return nil
		}
		return llvm.StructType(t.Ctx, t.Index, t.Pointer(0))
	}
	space, ok := t.Space(x)
	if _, _, strided := memref.Strides(x); !ok || !strided || t.Type(x.Elem) == nil {
		return nil
	}
	p := t.Pointer(space)
	members := []ir.Type{p, p, t.Index}
	if n := int64(len(x.Shape)); n > 0 {
		list := llvm.ArrayType(t.Ctx, n, t.Index)
		members = append(members, list, list)
	}
	return llvm.StructType(t.Ctx, members...)
}

// Space returns the address space of a memref, and whether its memory space has one.
func (t *Types) Space(m *ir.MemRefType) (int64, bool) {
	switch a := m.MemorySpace.(type) {
	case nil:
		return 0, true
	case *ir.IntegerAttr:
		return a.Value, true
	case *ir.EnumAttr:
		if a.Def == gpu.AddressSpace {
			return deviceSpaces[a.Value], true
		}
	case *ir.StringAttr: // TVM's name for memory whose size the launch gives
		return llvm.Shared, nvgpu.IsShared(a)
	}
	return 0, false
}

// deviceSpaces are the address spaces of NVIDIA's devices. Memory that is private to a thread is in the
// generic address space.
var deviceSpaces = map[int64]int64{gpu.Global: llvm.Global, gpu.Workgroup: llvm.Shared,
	gpu.Private: llvm.Generic}

// Pointer returns the type of pointers to an address space.
func (t *Types) Pointer(space int64) ir.Type {
	if space != 0 {
		return llvm.PointerType(t.Ctx, space)
	}
	if t.pointer == nil {
		t.pointer = llvm.PointerType(t.Ctx, 0)
	}
	return t.pointer
}

// Void returns the result type of functions without a result.
func (t *Types) Void() ir.Type {
	if t.void == nil {
		t.void = llvm.VoidType(t.Ctx)
	}
	return t.void
}

// All converts several types. It returns nil if one has no LLVM type.
func (t *Types) All(types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, x := range types {
		if out[i] = t.Type(x); out[i] == nil {
			return nil
		}
	}
	return out
}

// IndexBits is an option that several passes have.
var IndexBits = pass.Option{Name: "index-bitwidth", Type: pass.Int, Default: "0",
	Help: "Bitwidth of the index type, 0 to use size of machine word"}
