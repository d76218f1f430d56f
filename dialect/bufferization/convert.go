package bufferization

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// ToTensor is bufferization.to_tensor: the contents of a buffer as a tensor. With restrict, no other
// to_tensor gives access to the same memory. With writable, bufferization may write to that memory.
var ToTensor = &ir.OpDef{
	Name:     "bufferization.to_tensor",
	Summary:  "create a tensor from a `memref`",
	Operands: []ir.OperandDef{operand("buffer", anyMemRef)},
	Results:  result("result", anyTensor),
	Attrs:    []ir.AttrDef{flag("restrict"), flag("writable")},
	Format: "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` " +
		"type($result)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0), Whole: true})
	},
	Verify: func(op *ir.Op) error { return verifySame(op, op.Result(0).Type(), op.Operand(0).Type()) },
}

// ToBuffer is bufferization.to_buffer: a buffer with the contents of a tensor. With read_only, nothing writes
// to that buffer.
var ToBuffer = &ir.OpDef{
	Name:     "bufferization.to_buffer",
	Summary:  "cast a tensor-like type to buffer-like type",
	Operands: []ir.OperandDef{operand("tensor", anyTensor)},
	Results:  result("buffer", anyMemRef),
	Attrs:    []ir.AttrDef{flag("read_only")},
	Format:   "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)",
	Effects:  func(*ir.Op, func(ir.Effect)) {},
	Verify:   func(op *ir.Op) error { return verifySame(op, op.Operand(0).Type(), op.Result(0).Type()) },
}

// verifySame checks that a tensor and a buffer agree in extents and elements.
func verifySame(op *ir.Op, tensor, buffer ir.Type) error {
	t, m := tensor.(*ir.TensorType), buffer.(*ir.MemRefType)
	switch {
	case t.Ranked != m.Ranked || !slices.Equal(t.Shape, m.Shape):
		return op.Errorf(codeBufferization, "shapes do not match")
	case t.Elem != m.Elem:
		return op.Errorf(codeBufferization, "element types do not match")
	}
	return nil
}

// MaterializeInDestination is bufferization.materialize_in_destination: it puts the source into the memory of
// the destination. If the destination is a tensor, the result is the source in that memory. If the
// destination is a buffer, the source is written to it.
var MaterializeInDestination = &ir.OpDef{
	Name:     "bufferization.materialize_in_destination",
	Summary:  "copy a tensor",
	Operands: []ir.OperandDef{operand("source", anyTensor), operand("dest", anyShaped)},
	Results:  []ir.ResultDef{{Name: "result", Type: anyTensor, Arity: ir.Optional}},
	Attrs:    []ir.AttrDef{flag("restrict"), flag("writable")},
	Format: "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` " +
		"functional-type(operands, results)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		if isMemRef(op.Operand(1).Type()) {
			add(ir.Effect{Kind: ir.Write, Value: op.Operand(1), Whole: true})
		}
	},
	Verify: verifyMaterialize,
}

func verifyMaterialize(op *ir.Op) error {
	source, dest := op.Operand(0).Type().(*ir.TensorType), op.Operand(1).Type().(ir.ShapedType)
	toMemory := isMemRef(op.Operand(1).Type())
	switch {
	case !toMemory && !isTensor(op.Operand(1).Type()):
		return op.OpErrorf(codeBufferization, "'dest' must be a tensor or a memref")
	case source.Elem != dest.ElemType():
		return op.OpErrorf(codeBufferization,
			"failed to verify that all of {source, dest} have same element type")
	case toMemory && op.NumResults() > 0:
		return op.OpErrorf(codeBufferization, "memref 'dest' implies zero results")
	case !toMemory && op.NumResults() != 1:
		return op.OpErrorf(codeBufferization, "tensor 'dest' implies exactly one tensor result")
	case op.Attr("restrict") != nil && !toMemory:
		return op.OpErrorf(codeBufferization, "'restrict' is valid only for memref destinations")
	case (op.Attr("writable") != nil) != toMemory:
		return op.OpErrorf(codeBufferization,
			"'writable' must be specified if and only if the destination is of memref type")
	case len(source.Shape) != len(dest.Dims()):
		return op.OpErrorf(codeBufferization, "rank mismatch between source and destination shape")
	case !ir.CompatibleShapes(source.Shape, dest.Dims()):
		return op.OpErrorf(codeBufferization, "source/destination shapes are incompatible")
	case op.NumResults() > 0 && op.Result(0).Type() != op.Operand(1).Type():
		return op.OpErrorf(codeBufferization, "result and 'dest' types must match")
	}
	return nil
}
