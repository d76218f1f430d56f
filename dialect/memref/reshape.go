package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/reassociation"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Reassociation returns the groups of dimensions of a memref.expand_shape or memref.collapse_shape. Group i
// corresponds to dimension i of the smaller side.
func Reassociation(op *ir.Op) [][]int64 { return reassociation.Of(op) }

// CollapseShape is memref.collapse_shape: it joins each group of dimensions into one.
var CollapseShape = &ir.OpDef{
	Name:        "memref.collapse_shape",
	Summary:     "operation to produce a memref with a smaller rank.",
	Operands:    []ir.OperandDef{operand("src", strided)},
	Results:     result("result", strided),
	Attrs:       []ir.AttrDef{{Name: "reassociation", Type: reassociation.Constraint}},
	Traits:      ir.Pure,
	Format:      "$src $reassociation attr-dict `:` type($src) `into` type($result)",
	ResultNames: named("collapse_shape"),
	Verify:      verifyCollapseShape,
	View: func(op *ir.Op) (ir.View, bool) {
		return ir.View{Source: op.Operand(0), Result: op.Result(0), Reshape: true, Merged: Reassociation(op)},
			true
	},
}

// ExpandShape is memref.expand_shape: it splits each dimension into a group.
var ExpandShape = &ir.OpDef{
	Name:     "memref.expand_shape",
	Summary:  "operation to produce a memref with a higher rank.",
	Operands: []ir.OperandDef{operand("src", strided), indices("output_shape")},
	Results:  result("result", strided),
	Attrs: []ir.AttrDef{{Name: "reassociation", Type: reassociation.Constraint},
		{Name: "static_output_shape", Type: constraint.I64Array}},
	Traits:      ir.Pure,
	ResultNames: named("expand_shape"),
	Parse:       parseExpandShape,
	Print:       printExpandShape,
	Verify:      verifyExpandShape,
	View: func(op *ir.Op) (ir.View, bool) {
		return ir.View{
			Source: op.Operand(0), Result: op.Result(0), Extents: extents(op, 1), Reshape: true,
			Split: Reassociation(op),
		}, true
	},
}

func parseExpandShape(p ir.OpParser, s *ir.OpState) error {
	src, sizes, err := reassociation.ParseExpand(p, s)
	if err != nil {
		return err
	}
	from, to, err := parseTypePair(p, "into")
	if err != nil {
		return err
	}
	v, err := p.Resolve(src, from)
	if err != nil {
		return err
	}
	s.Operands, s.Results = append(s.Operands, v), []ir.Type{to}
	return resolveIndices(p, s, sizes)
}

func printExpandShape(p ir.OpPrinter, op *ir.Op) {
	reassociation.PrintExpand(p, op)
	printTypePair(p, op, "into")
}

// verifyGroups checks the shapes of both sides of a reshape against its groups.
func verifyGroups(op *ir.Op, small, large []int64, groups [][]int64) error {
	if len(small) != len(groups) {
		return op.OpErrorf(codeMemRef, "invalid number of reassociation groups: found %d, expected %d",
			len(groups), len(small))
	}
	next := int64(0)
	for i, group := range groups {
		size := int64(1)
		for _, d := range group {
			if d != next {
				return op.OpErrorf(codeMemRef, "reassociation indices must be contiguous")
			}
			if d >= int64(len(large)) {
				return op.OpErrorf(codeMemRef, "reassociation index %d is out of bounds", d)
			}
			next++
			size = reassociation.Size(size, large[d])
		}
		if (small[i] == ir.Dynamic) != (size == ir.Dynamic) {
			return op.OpErrorf(codeMemRef,
				"collapsed dim (%d) must be dynamic if and only if reassociation group is dynamic", i)
		}
		if size != small[i] {
			return op.OpErrorf(codeMemRef, "collapsed dim size (%d) must equal reassociation group size (%d)",
				small[i], size)
		}
	}
	if len(small) == 0 && slices.ContainsFunc(large, func(d int64) bool { return d != 1 }) {
		return op.OpErrorf(codeMemRef, "rank 0 memrefs can only be extended/collapsed with/from ones")
	}
	if len(small) > 0 && next != int64(len(large)) {
		return op.OpErrorf(codeMemRef,
			"expanded rank (%d) inconsistent with number of reassociation indices (%d)", len(large), next)
	}
	return nil
}

func verifyCollapseShape(op *ir.Op) error {
	source, got, groups := memRef(op.Operand(0)), memRef(op.Result(0)), Reassociation(op)
	if from, to := len(source.Shape), len(got.Shape); from < to {
		return op.OpErrorf(codeMemRef,
			"has source rank %d and result rank %d. This is not a collapse (%d < %d).", from, to, from, to)
	}
	if err := verifyGroups(op, got.Shape, source.Shape, groups); err != nil {
		return err
	}
	want, ok := CollapsedType(op.Context(), source, groups)
	if !ok {
		return op.OpErrorf(codeMemRef, "invalid source layout map or collapsing non-contiguous dims")
	}
	if want != got {
		return op.OpErrorf(codeMemRef, "expected collapsed type to be '%v' but found '%v'", want, got)
	}
	return nil
}

// CollapsedType returns the result type of a memref.collapse_shape. ok is false if the layout is known not to
// allow it.
func CollapsedType(c *ir.Context, source *ir.MemRefType, groups [][]int64) (*ir.MemRefType, bool) {
	shape := reassociation.Joined(source.Shape, groups)
	if HasIdentityLayout(source) {
		return c.MemRef(shape, source.Elem, nil, source.MemorySpace), true
	}
	strides, offset, ok := Strides(source)
	if !ok {
		return nil, false
	}
	target := make([]int64, len(groups))
	for i, g := range groups {
		if target[i], ok = collapsedStride(source.Shape, strides, g); !ok {
			return nil, false
		}
	}
	return withLayout(c, shape, source.Elem, target, offset, source.MemorySpace), true
}

// collapsedStride returns the stride of a group of joined dimensions: that of its last dimension whose extent
// is not 1. ok is false if the group is known to have gaps.
func collapsedStride(shape, strides, group []int64) (int64, bool) {
	if len(group) == 0 {
		return 1, true
	}
	last := len(group) - 1
	for last > 0 && shape[group[last]] == 1 {
		last--
	}
	result := strides[group[last]]
	if shape[group[last]] == ir.Dynamic && last > 0 {
		result = ir.Dynamic
	}
	next := result
	for i := len(group) - 1; i > 0; i-- {
		next = mul(next, shape[group[i]])
		outer := group[i-1]
		if shape[outer] != 1 && !compatible(next, strides[outer]) {
			return 0, false
		}
	}
	return result, true
}

func verifyExpandShape(op *ir.Op) error {
	source, got, groups := memRef(op.Operand(0)), memRef(op.Result(0)), Reassociation(op)
	if from, to := len(source.Shape), len(got.Shape); from > to {
		return op.OpErrorf(codeMemRef,
			"has source rank %d and result rank %d. This is not an expansion (%d > %d).", from, to, from, to)
	}
	if err := verifyGroups(op, source.Shape, got.Shape, groups); err != nil {
		return err
	}
	want, ok := ExpandedType(op.Context(), source, got.Shape, groups)
	if !ok {
		return op.OpErrorf(codeMemRef, "invalid source layout map")
	}
	if want != got {
		return op.OpErrorf(codeMemRef, "expected expanded type to be '%v' but found '%v'", want, got)
	}
	return verifyOutputShape(op, got.Shape)
}

func verifyOutputShape(op *ir.Op, shape []int64) error {
	static := op.Ints("static_output_shape")
	if len(static) != len(shape) {
		return op.OpErrorf(codeMemRef,
			"expected number of static shape bounds to be equal to the output rank (%d) but found %d "+
				"inputs instead", len(shape), len(static))
	}
	if dynamic, values := DynamicDims(static), op.NumOperands()-1; dynamic != values {
		return op.OpErrorf(codeMemRef, "mismatch in dynamic dims in output_shape and static_output_shape: "+
			"static_output_shape has %d dynamic dims while output_shape has %d values", dynamic, values)
	}
	for i, d := range shape {
		if d != ir.Dynamic && d != static[i] {
			return op.OpErrorf(codeMemRef, "invalid output shape provided at pos %d", i)
		}
	}
	return nil
}

// ExpandedType returns the result type of a memref.expand_shape to that shape.
func ExpandedType(c *ir.Context, source *ir.MemRefType, shape []int64, groups [][]int64) (*ir.MemRefType,
	bool) {
	if HasIdentityLayout(source) {
		return c.MemRef(shape, source.Elem, nil, source.MemorySpace), true
	}
	strides, offset, ok := Strides(source)
	if !ok {
		return nil, false
	}
	target := make([]int64, len(shape))
	for i := range target {
		target[i] = 1
	}
	for i, g := range groups {
		next := strides[i]
		for _, d := range slices.Backward(g) {
			target[d] = next
			next = mul(next, shape[d])
		}
	}
	return withLayout(c, shape, source.Elem, target, offset, source.MemorySpace), true
}

// Reshape is memref.reshape: a contiguous memref with another shape. The elements of a second memref are the
// extents.
var Reshape = &ir.OpDef{
	Name:        "memref.reshape",
	Summary:     "memref reshape operation",
	Operands:    []ir.OperandDef{operand("source", anyMemRef), operand("shape", shapeVector)},
	Results:     result("result", anyMemRef),
	Traits:      ir.Speculatable,
	Format:      "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
	ResultNames: named("reshape"),
	Verify:      verifyReshape,
	View: func(op *ir.Op) (ir.View, bool) {
		return ir.View{Source: op.Operand(0), Result: op.Result(0), Reshape: true, Flat: &ir.Flat{Unit: 1}},
			true
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(1), Whole: true})
	},
}

func verifyReshape(op *ir.Op) error {
	source, got, shape := memRef(op.Operand(0)), memRef(op.Result(0)), memRef(op.Operand(1))
	switch {
	case source.Elem != got.Elem:
		return op.OpErrorf(codeMemRef,
			"element types of source and destination memref types should be the same")
	case source.Ranked && !HasIdentityLayout(source):
		return op.OpErrorf(codeMemRef, "source memref type should have identity affine map")
	case !got.Ranked:
		return nil
	case !HasIdentityLayout(got):
		return op.OpErrorf(codeMemRef, "result memref type should have identity affine map")
	case shape.Shape[0] == ir.Dynamic:
		return op.OpErrorf(codeMemRef,
			"cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
	case shape.Shape[0] != int64(len(got.Shape)):
		return op.OpErrorf(codeMemRef, "length of shape operand differs from the result's memref rank")
	}
	return nil
}
