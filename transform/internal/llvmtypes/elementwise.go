package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Lane makes the operation on numbers or vectors of one dimension, with a result of type t.
type Lane func(c *Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value

// Elementwise returns the pattern that lowers an elementwise operation. Numbers and vectors take one
// operation. A vector of more dimensions, which LLVM represents as an array, takes one for each element of
// the array.
func Elementwise(root *ir.OpDef, lane Lane) Pattern {
	return Pattern{Root: root, Run: func(c *Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		v := c.Unroll(op, args, lane)
		return c.One(v), v != nil
	}}
}

// Unroll makes an operation for each element of an array and returns the result. It returns nil if LLVM has
// no such type, or does not compute in it.
func (c *Conversion) Unroll(op *ir.Op, args []*ir.Value, lane Lane) *ir.Value {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil || !hasFormats(op) {
		return nil
	}
	if !llvm.IsArray(args[0].Type()) {
		return lane(c, op, args, t)
	}
	out := Poison(c.Builder, t)
	c.positions(t, nil, func(position []int64, elem ir.Type) {
		parts := make([]*ir.Value, len(args))
		for i, a := range args {
			parts[i] = Extract(c.Builder, a, position...)
		}
		out = Insert(c.Builder, lane(c, op, parts, elem), out, position...)
	})
	return out
}

// hasFormats reports whether LLVM computes in the floating-point formats of an operation. It has formats of 8
// bits only as integers.
func hasFormats(op *ir.Op) bool {
	for i := range op.NumOperands() {
		if !hasFormat(op.Operand(i)) {
			return false
		}
	}
	for i := range op.NumResults() {
		if !hasFormat(op.Result(i)) {
			return false
		}
	}
	return true
}

func hasFormat(v *ir.Value) bool {
	t := constraint.ElementOrSelf(v.Type())
	return !constraint.IsFloat(t) || llvm.IsCompatible(t)
}

// positions calls f with the position and the type of every element of nested arrays.
func (c *Conversion) positions(t ir.Type, at []int64, f func(position []int64, elem ir.Type)) {
	if !llvm.IsArray(t) {
		f(at, t)
		return
	}
	n, elem := llvm.ArrayOf(t)
	for i := range n {
		c.positions(elem, append(at[:len(at):len(at)], i), f)
	}
}

// Attrs appends the inherent attributes of the lowered operation to a list.
type Attrs func(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr

// OneToOne returns the lane that makes an operation with the same operands. attrs may be nil.
func OneToOne(target *ir.OpDef, attrs Attrs) Lane {
	return func(c *Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
		list := c.attrs[:0]
		if attrs != nil {
			list = attrs(list, op)
		}
		c.attrs = append(list, op.Attrs()...)
		return c.Make(target, args, []ir.Type{t}, c.attrs...).Result(0)
	}
}

// Fastmath appends the flags of a floating-point operation in LLVM's form.
func Fastmath(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
	a, ok := op.Attr("fastmath").(*ir.EnumAttr)
	if !ok {
		return list
	}
	return append(list, ir.NamedAttr{Name: "fastmathFlags",
		Value: op.Context().Enum(llvm.FastmathFlags, fastmathBits(a.Value))})
}

// fastmathBits maps the bits of one enumeration to those of the other.
func fastmathBits(flags int64) int64 {
	out := int64(0)
	if flags == 0 {
		return out
	}
	for _, c := range arith.FastMath.Cases {
		if c.Value == 0 || c.Value&(c.Value-1) != 0 || flags&c.Value == 0 {
			continue
		}
		for _, l := range llvm.FastmathFlags.Cases {
			if l.Name == c.Name {
				out |= l.Value
			}
		}
	}
	return out
}
