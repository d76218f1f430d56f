package ptr

import "github.com/inflight-compiler/inflight/ir"

// The accesses of the lanes of a vector under a mask. A lane whose mask is false does not access memory. In a
// load, such a lane has the value of the operand passthrough.

// Gather is ptr.gather: it reads each lane from an address of its own.
var Gather = &ir.OpDef{
	Name:    "ptr.gather",
	Summary: "reads each lane from an address of its own",
	Operands: []ir.OperandDef{operand("ptrs", addresses), operand("mask", masks),
		operand("passthrough", values)},
	Results:    result("result", values),
	Attrs:      []ir.AttrDef{alignment},
	TypesMatch: maskOf("result", "passthrough"),
	Format: "$ptrs `,` $mask `,` $passthrough (`alignment` `=` custom<PtrAlignment>($alignment)^)? " +
		"attr-dict " +
		"`:` type($ptrs) `->` type($result)",
	Verify: func(op *ir.Op) error {
		return verifyLanes(op, op.Result(0).Type(), op.Operand(0).Type(), "result")
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)}) },
}

// Scatter is ptr.scatter: it writes each lane to an address of its own.
var Scatter = &ir.OpDef{
	Name:       "ptr.scatter",
	Summary:    "writes each lane to an address of its own",
	Operands:   []ir.OperandDef{operand("value", values), operand("ptrs", addresses), operand("mask", masks)},
	Attrs:      []ir.AttrDef{alignment},
	TypesMatch: maskOf("value", ""),
	Format: "$value `,` $ptrs `,` $mask (`alignment` `=` custom<PtrAlignment>($alignment)^)? attr-dict " +
		"`:` type($value) `,` type($ptrs)",
	Verify: func(op *ir.Op) error {
		return verifyLanes(op, op.Operand(0).Type(), op.Operand(1).Type(), "value")
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write, Value: op.Operand(1)}) },
}

// MaskedLoad is ptr.masked_load: it reads consecutive lanes.
var MaskedLoad = &ir.OpDef{
	Name:    "ptr.masked_load",
	Summary: "reads lanes that follow each other, under a mask",
	Operands: []ir.OperandDef{operand("ptr", pointer), operand("mask", masks),
		operand("passthrough", values)},
	Results:    result("result", values),
	Attrs:      []ir.AttrDef{alignment},
	TypesMatch: maskOf("result", "passthrough"),
	Format: "$ptr `,` $mask `,` $passthrough (`alignment` `=` custom<PtrAlignment>($alignment)^)? " +
		"attr-dict " +
		"`:` qualified(type($ptr)) `->` type($result)",
	Verify:  verifyAlignment,
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)}) },
}

// MaskedStore is ptr.masked_store: it writes consecutive lanes.
var MaskedStore = &ir.OpDef{
	Name:       "ptr.masked_store",
	Summary:    "writes lanes that follow each other, under a mask",
	Operands:   []ir.OperandDef{operand("value", values), operand("ptr", pointer), operand("mask", masks)},
	Attrs:      []ir.AttrDef{alignment},
	TypesMatch: maskOf("value", ""),
	Format: "$value `,` $ptr `,` $mask (`alignment` `=` custom<PtrAlignment>($alignment)^)? attr-dict " +
		"`:` type($value) `,` qualified(type($ptr))",
	Verify:  verifyAlignment,
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write, Value: op.Operand(1)}) },
}

// maskOf is the rule that the mask has the shape of from. Unless same is empty, the values of these names
// also have one type.
func maskOf(from, same string) []ir.TypesMatch {
	list := []ir.TypesMatch{
		{From: from, To: "mask", Summary: from + " and mask must be compatible", Type: bools}}
	if same != "" {
		list = append(list, ir.TypesMatch{From: from, To: same,
			Summary: "all of {" + from + ", " + same + "} have same type", Type: itself})
	}
	return list
}

// bools returns the shape of t with elements of type i1, nil if t has no shape.
func bools(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return c.Vector(t.Shape, t.Scalable, c.I1)
	case *ir.TensorType:
		return c.Tensor(t.Shape, c.I1, t.Encoding)
	}
	return nil
}

// verifyLanes checks that there are as many addresses as lanes, in the same kind of container.
func verifyLanes(op *ir.Op, value, addresses ir.Type, name string) error {
	a, _, _ := shaped(value)
	b, _, _ := shaped(addresses)
	switch {
	case !sameShape(value, addresses):
		return op.OpErrorf(codePtr, "failed to verify that all of {%s, ptrs} have same shape", name)
	case a != b:
		return op.OpErrorf(codePtr, "failed to verify that all of {%s, ptrs} have same type IDs", name)
	}
	return verifyAlignment(op)
}
