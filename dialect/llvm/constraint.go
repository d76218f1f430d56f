package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The constraints on types, with MLIR's descriptions.
var (
	anyLLVM   = ir.TypeConstraint{Summary: "LLVM dialect-compatible type", Match: IsCompatible}
	primitive = ir.TypeConstraint{Summary: "primitive LLVM type", Match: func(t ir.Type) bool {
		return IsCompatible(t) && !IsVoid(t) && !IsFunction(t)
	}}
	nonAggregate = ir.TypeConstraint{Summary: "LLVM-compatible non-aggregate type",
		Match: func(t ir.Type) bool { return IsCompatible(t) && !isAggregate(t) }}
	aggregate  = ir.TypeConstraint{Summary: "LLVM aggregate type", Match: isAggregate}
	loadable   = ir.TypeConstraint{Summary: "LLVM type with size", Match: isLoadable}
	structType = ir.TypeConstraint{Summary: "LLVM structure type", Match: func(t ir.Type) bool {
		return isOf(t, Struct)
	}}
	token = ir.TypeConstraint{Summary: "LLVM token type", Match: IsToken, Build: TokenType}

	integer    = ir.TypeConstraint{Summary: "signless integer", Match: constraint.IsSignlessInteger}
	float      = ir.TypeConstraint{Summary: "floating point LLVM type", Match: IsCompatibleFloat}
	anyFloat   = ir.TypeConstraint{Summary: "floating-point", Match: constraint.IsFloat}
	pointer    = ir.TypeConstraint{Summary: "LLVM pointer type", Match: IsPointer, Def: Pointer}
	defaultPtr = ir.TypeConstraint{Summary: "LLVM pointer in address space 0", Match: isDefaultPointer,
		Build: func(c *ir.Context) ir.Type { return PointerType(c, Generic) }}
	i1 = constraint.I1
	i8 = ir.TypeConstraint{Summary: "8-bit signless integer", Match: func(t ir.Type) bool {
		return isInt(t, 8)
	},
		Build: func(c *ir.Context) ir.Type { return c.I8 }}
	i32 = ir.TypeConstraint{Summary: "32-bit signless integer", Match: func(t ir.Type) bool {
		return isInt(t, 32)
	},
		Build: func(c *ir.Context) ir.Type { return c.I32 }}
	vector = ir.TypeConstraint{Summary: "LLVM dialect-compatible vector type", Match: isVector}

	integers = scalarOrVector(integer)
	floats   = scalarOrVector(float)
	pointers = scalarOrVector(pointer)
	bools    = scalarOrVector(i1)
	compared = either(integers, pointers)

	atomicValue = either(float, pointer, integer,
		ir.TypeConstraint{Summary: "LLVM dialect-compatible fixed-length vector type", Match: isFixedVector})
	exchanged    = either(integer, pointer)
	vectorOfBool = vectorOf(i1)
)

// vectorOf is the constraint on vectors of elements that c accepts. scalarOrVector accepts such scalars, too.
func vectorOf(c ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: "LLVM dialect-compatible vector of " + c.Summary,
		Match: func(t ir.Type) bool {
			v, ok := t.(*ir.VectorType)
			return ok && isVector(t) && c.Match(v.Elem)
		}}
}

func scalarOrVector(c ir.TypeConstraint) ir.TypeConstraint { return either(c, vectorOf(c)) }

// either is the constraint that accepts a type if one of several constraints does.
func either(list ...ir.TypeConstraint) ir.TypeConstraint {
	u := ir.TypeConstraint{Summary: list[0].Summary}
	for _, c := range list[1:] {
		u.Summary += " or " + c.Summary
	}
	u.Match = func(t ir.Type) bool {
		return slices.ContainsFunc(list, func(c ir.TypeConstraint) bool { return c.Match(t) })
	}
	return u
}

// IsCompatibleFloat reports whether t is a floating-point type of LLVM.
func IsCompatibleFloat(t ir.Type) bool {
	if o, ok := t.(*ir.OpaqueType); ok {
		return o.Dialect == "llvm" && o.Text == "ppc_fp128"
	}
	return constraint.IsFloat(t) && IsCompatible(t)
}

// IsPointer reports whether t is !llvm.ptr of any address space.
func IsPointer(t ir.Type) bool { return isOf(t, Pointer) }

// IsFunction reports whether t is !llvm.func.
func IsFunction(t ir.Type) bool { return isOf(t, Function) }

// IsVoid reports whether t is !llvm.void.
func IsVoid(t ir.Type) bool { return isWord(t, "void") }

// IsToken reports whether t is !llvm.token.
func IsToken(t ir.Type) bool { return isWord(t, "token") }

func isOf(t ir.Type, def *ir.TypeDef) bool {
	d, ok := t.(*ir.ParametricType)
	return ok && d.Def == def
}

func isWord(t ir.Type, word string) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "llvm" && o.Text == word
}

func isDefaultPointer(t ir.Type) bool {
	space, ok := AddressSpace(t)
	return ok && space == Generic
}

func isAggregate(t ir.Type) bool { return isOf(t, Struct) || isOf(t, Array) }

func isVector(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && IsCompatible(v)
}

func isFixedVector(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return !ok || v.Scalable == nil
}

// isLoadable reports whether values of the type can lie in memory.
func isLoadable(t ir.Type) bool {
	return IsCompatible(t) && !IsFunction(t) && !IsVoid(t) && !IsToken(t) && !isWord(t, "label") &&
		!isWord(t, "metadata")
}
