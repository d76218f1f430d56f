package ptr

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the ptr dialect.
var Dialect = &ir.Dialect{
	Name: "ptr",
	Ops: []*ir.OpDef{
		ConstantOp, FromPtr, Gather, GetMetadata, Load, MaskedLoad, MaskedStore, PtrAdd, PtrDiff, Scatter,
		Store, ToPtr, TypeOffset,
	},
	TypeDefs:      []*ir.TypeDef{Pointer, Metadata},
	AttributeDefs: []*ir.AttributeDef{Address, GenericSpace, Null, Spec},
	Constant:      materialize,
}

var codePtr = diag.Register("verify-ptr", "an operation on pointers breaks a rule of its dialect",
	"Alignments are powers of two, atomic accesses have one, and shapes of pointers and offsets agree. "+
		"Casts keep the memory space. "+
		"Change the operand, the type or the attribute that the message names.")

// The constraints on types, with MLIR's descriptions.
var (
	pointer     = ir.TypeConstraint{Summary: "pointer type", Match: IsPointer, Def: Pointer}
	pointers    = shapedOr(pointer)
	integers    = shapedOr(constraint.IntegerOrIndex)
	metadata    = ir.TypeConstraint{Summary: "pointer metadata type", Match: isMetadata, Def: Metadata}
	pointerLike = ir.TypeConstraint{Summary: "PtrLikeTypeInterface instance", Match: isPointerLike}
	values      = lanes(constraint.AnyType)
	masks       = lanes(constraint.I1)
	addresses   = lanes(pointer)
)

// shapedSummary is MLIR's description of a vector or a tensor.
const shapedSummary = "A shaped type with value semantics and rank."

// shapedOr accepts the types that c accepts, and vectors and ranked tensors of these.
func shapedOr(c ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: shapedSummary + " of " + c.Summary + " values or " + c.Summary,
		Match: func(t ir.Type) bool {
			if _, shape, elem := shaped(t); shape != nil {
				return c.Match(elem)
			}
			return c.Match(t)
		},
	}
}

// lanes accepts vectors and tensors of rank 1 whose elements c accepts.
func lanes(c ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: shapedSummary + " of " + c.Summary + " values",
		Match: func(t ir.Type) bool {
			_, shape, elem := shaped(t)
			return len(shape) == 1 && (c.Match == nil || c.Match(elem))
		},
	}
}

// container says whether a type is a vector or a tensor.
type container uint8

const (
	scalar container = iota
	vector
	tensor
)

// shaped returns the parts of a vector type or of a ranked tensor type. shape is nil for other types.
func shaped(t ir.Type) (kind container, shape []int64, elem ir.Type) {
	switch t := t.(type) {
	case *ir.VectorType:
		return vector, nonNil(t.Shape), t.Elem
	case *ir.TensorType:
		if t.Ranked {
			return tensor, nonNil(t.Shape), t.Elem
		}
	}
	return scalar, nil, t
}

func nonNil(shape []int64) []int64 {
	if shape == nil {
		return []int64{}
	}
	return shape
}

// sameShape reports whether two types are both scalars, or both shaped with the same extents.
func sameShape(a, b ir.Type) bool {
	_, s, _ := shaped(a)
	_, t, _ := shaped(b)
	return (s == nil) == (t == nil) && slices.Equal(s, t)
}

func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

func result(name string, t ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: t}}
}

// itself is the rule that two values have one type.
func itself(_ *ir.Context, t ir.Type) ir.Type { return t }
