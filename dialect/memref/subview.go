package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// slice has the operands and attributes of operations with offsets, sizes and strides. Each of these is a
// list of numbers and values.
var slice = struct {
	operands []ir.OperandDef
	attrs    []ir.AttrDef
	names    []string
}{
	operands: []ir.OperandDef{indices("offsets"), indices("sizes"), indices("strides")},
	attrs: []ir.AttrDef{
		{Name: "static_offsets", Type: constraint.I64Array},
		{Name: "static_sizes", Type: constraint.I64Array},
		{Name: "static_strides", Type: constraint.I64Array},
		constraint.OperandSegmentSize,
	},
	names: []string{"static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"},
}

// SubView is memref.subview: the part of a memref at given offsets, with given sizes and strides. The result
// may lack dimensions of size 1.
var SubView = &ir.OpDef{
	Name:        "memref.subview",
	Summary:     "memref subview operation",
	Operands:    append([]ir.OperandDef{operand("source", constraint.MemRef)}, slice.operands...),
	Results:     result("result", constraint.MemRef),
	Attrs:       slice.attrs,
	Traits:      ir.Pure | ir.AttrSizedOperands,
	ResultNames: named("subview"),
	Parse:       parseSubView,
	Print:       printSubView,
	Verify:      verifySubView,
	View:        viewOfSubView,
}

// ReinterpretCast is memref.reinterpret_cast: the memory of a memref with another offset, sizes and strides.
var ReinterpretCast = &ir.OpDef{
	Name:        "memref.reinterpret_cast",
	Summary:     "memref reinterpret cast operation",
	Operands:    append([]ir.OperandDef{operand("source", anyMemRef)}, slice.operands...),
	Results:     result("result", strided),
	Attrs:       slice.attrs,
	Traits:      ir.Pure | ir.AttrSizedOperands,
	ResultNames: named("reinterpret_cast"),
	Parse:       parseReinterpretCast,
	Print:       printReinterpretCast,
	Verify:      verifyReinterpretCast,
	View:        viewOfReinterpretCast,
}

// MixedOffsets returns the offsets of a memref.subview or memref.reinterpret_cast.
func MixedOffsets(op *ir.Op) []ir.OpFoldResult { return mixed(op, 1, "static_offsets") }

// MixedSizes returns the sizes; see MixedOffsets.
func MixedSizes(op *ir.Op) []ir.OpFoldResult { return mixed(op, 2, "static_sizes") }

// MixedStrides returns the strides; see MixedOffsets.
func MixedStrides(op *ir.Op) []ir.OpFoldResult { return mixed(op, 3, "static_strides") }

func mixed(op *ir.Op, group int, attr string) []ir.OpFoldResult {
	return ir.MixedIndices(op.Ints(attr), op.OperandsOf(group))
}

// sliceText has the three lists of a slice after parsing.
type sliceText struct{ lists [3]ir.IndexList }

// parse parses the lists. before parses the text in front of list i.
func (t *sliceText) parse(p ir.OpParser, before func(i int) error) (err error) {
	for i := range t.lists {
		if before != nil {
			if err = before(i); err != nil {
				return err
			}
		}
		if t.lists[i], err = ir.ParseIndexList(p, "["); err != nil {
			return err
		}
	}
	return nil
}

// finish parses the rest of the operation, from the attributes on, and completes the state.
func (t *sliceText) finish(p ir.OpParser, s *ir.OpState, source ir.UnresolvedOperand) error {
	if err := p.AttrDict(s); err != nil {
		return err
	}
	from, to, err := parseTypePair(p, "to")
	if err != nil {
		return err
	}
	v, err := p.Resolve(source, from)
	if err != nil {
		return err
	}
	s.Operands, s.Results = append(s.Operands, v), []ir.Type{to}
	counts := []int64{1}
	for i, list := range t.lists {
		if err := resolveIndices(p, s, list.Operands); err != nil {
			return err
		}
		counts = append(counts, int64(len(list.Operands)))
		s.Attrs = append(s.Attrs,
			ir.NamedAttr{Name: slice.names[i], Value: p.Context().I64Array(list.Static...)})
	}
	s.Attrs = append(s.Attrs, segmentSizes(p.Context(), counts...))
	return nil
}

// parseTypePair parses ": T keyword U".
func parseTypePair(p ir.OpParser, keyword string) (from, to ir.Type, err error) {
	if from, err = p.ColonType(); err != nil {
		return nil, nil, err
	}
	if err = p.Keyword(keyword); err != nil {
		return nil, nil, err
	}
	to, err = p.Type()
	return from, to, err
}

func printTypePair(p ir.OpPrinter, op *ir.Op, keyword string) {
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(" " + keyword + " ")
	p.Type(op.Result(0).Type())
}

func parseSubView(p ir.OpParser, s *ir.OpState) error {
	source, err := p.Operand()
	if err != nil {
		return err
	}
	var t sliceText
	if err := t.parse(p, nil); err != nil {
		return err
	}
	return t.finish(p, s, source)
}

func printSubView(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	open := "["
	for i := range 3 {
		ir.PrintIndexList(p, open, op.Ints(slice.names[i]), op.OperandsOf(i+1), "]")
		open = " ["
	}
	p.AttrDict(op, slice.names...)
	printTypePair(p, op, "to")
}

// sliceWords introduce the lists of a reinterpret_cast.
var sliceWords = []string{"offset", "sizes", "strides"}

func parseReinterpretCast(p ir.OpParser, s *ir.OpState) error {
	source, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Keyword("to"); err != nil {
		return err
	}
	var t sliceText
	err = t.parse(p, func(i int) error {
		if i > 0 {
			if err := p.Punct(","); err != nil {
				return err
			}
		}
		if err := p.Keyword(sliceWords[i]); err != nil {
			return err
		}
		return p.Punct(":")
	})
	if err != nil {
		return err
	}
	return t.finish(p, s, source)
}

func printReinterpretCast(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" to ")
	for i, word := range sliceWords {
		if i > 0 {
			p.Write(", ")
		}
		ir.PrintIndexList(p, word+": [", op.Ints(slice.names[i]), op.OperandsOf(i+1), "]")
	}
	p.AttrDict(op, slice.names...)
	printTypePair(p, op, "to")
}

// verifySlice checks that the list of offsets has as many entries as offsets says, and each other list as
// many as rest says.
func verifySlice(op *ir.Op, offsets, rest int) error {
	statics := [3][]int64{op.Ints("static_offsets"), op.Ints("static_sizes"), op.Ints("static_strides")}
	if !(len(statics[0]) == 1 && offsets == 1) && len(statics[0]) != len(statics[1]) {
		return op.Errorf(codeMemRef,
			"expected mixed offsets rank to match mixed sizes rank (%d vs %d) so the rank of the result "+
				"type is well-formed.",
			len(statics[0]), len(statics[1]))
	}
	if len(statics[1]) != len(statics[2]) {
		return op.Errorf(codeMemRef,
			"expected mixed sizes rank to match mixed strides rank (%d vs %d) so the rank of the result "+
				"type is well-formed.",
			len(statics[1]), len(statics[2]))
	}
	for i, name := range []string{"offset", "size", "stride"} {
		want := rest
		if i == 0 {
			want = offsets
		}
		if len(statics[i]) != want {
			return op.Errorf(codeMemRef, "expected %d %s values, got %d", want, name, len(statics[i]))
		}
		if _, n := op.OperandGroup(i + 1); n != DynamicDims(statics[i]) {
			return op.Errorf(codeMemRef, "expected %d dynamic %s values", DynamicDims(statics[i]), name)
		}
	}
	for i, name := range []string{"offsets", "sizes"} {
		for _, v := range statics[i] {
			if v < 0 && v != ir.Dynamic {
				return op.Errorf(codeMemRef, "expected %s to be non-negative, but got %d", name, v)
			}
		}
	}
	return nil
}

func verifySubView(op *ir.Op) error {
	source, got := memRef(op.Operand(0)), memRef(op.Result(0))
	if err := verifySlice(op, len(source.Shape), len(source.Shape)); err != nil {
		return err
	}
	if source.MemorySpace != got.MemorySpace {
		return op.Errorf(codeMemRef,
			"different memory spaces specified for base memref type '%v' and subview memref type '%v'",
			source, got)
	}
	if !isStrided(source) {
		return op.Errorf(codeMemRef, "base type '%v' is not strided", source)
	}
	want := SubViewType(op.Context(), source, op.Ints("static_offsets"), op.Ints("static_sizes"),
		op.Ints("static_strides"))
	mismatch := func(of string) error {
		return op.Errorf(codeMemRef,
			"expected result type to be '%v' or a rank-reduced version. (mismatch of result %s), but got "+
				"'%v'",
			want, of, got)
	}
	switch {
	case len(got.Shape) > len(want.Shape):
		return op.Errorf(codeMemRef,
			"expected result rank to be smaller or equal to the source rank, but got '%v'", got)
	case !isReducedShape(want.Shape, got.Shape):
		return mismatch("sizes")
	case want.Elem != got.Elem:
		return op.Errorf(codeMemRef, "expected result element type to be '%v', but got '%v'", want.Elem, got)
	case !layoutsMatch(want, got, op.Ints("static_sizes")):
		return mismatch("layout")
	}
	return verifyInBounds(op, source.Shape)
}

// isReducedShape reports whether reduced is shape without some extents of 1.
func isReducedShape(shape, reduced []int64) bool {
	i := 0
	for _, d := range shape {
		if i < len(reduced) && reduced[i] == d {
			i++
		} else if d != 1 {
			return false
		}
	}
	return i == len(reduced)
}

// layoutsMatch reports whether got has the offset of full, and the strides of those dimensions of full that
// are not dropped.
func layoutsMatch(full, got *ir.MemRefType, sizes []int64) bool {
	strides, offset, ok := Strides(full)
	gotStrides, gotOffset, gotOK := Strides(got)
	if !ok || !gotOK || offset != gotOffset {
		return false
	}
	dropped, ok := droppedDims(strides, gotStrides, sizes)
	if !ok {
		return false
	}
	j := 0
	for i, s := range strides {
		if dropped[i] {
			continue
		}
		if s != gotStrides[j] {
			return false
		}
		j++
	}
	return true
}

// droppedDims says which dimensions of size 1 a rank-reduced view lacks. If there are more such dimensions
// than missing ones, strides decide: a dimension is dropped if its stride occurs less often in the result.
func droppedDims(strides, reduced []int64, sizes []int64) (dropped []bool, ok bool) {
	dropped = make([]bool, len(strides))
	missing := len(strides) - len(reduced)
	if missing == 0 {
		return dropped, true
	}
	ones := 0
	for i, s := range sizes {
		dropped[i] = s == 1
		if s == 1 {
			ones++
		}
	}
	if ones == missing {
		return dropped, true
	}
	have, want := occurrences(strides), occurrences(reduced)
	for i := range dropped {
		if !dropped[i] {
			continue
		}
		switch s := strides[i]; {
		case have[s] > want[s]:
			have[s]--
		case have[s] == want[s]:
			dropped[i] = false
			ones--
		default:
			return nil, false
		}
	}
	return dropped, ones == missing
}

func occurrences(vs []int64) map[int64]int {
	n := map[int64]int{}
	for _, v := range vs {
		n[v]++
	}
	return n
}

// verifyInBounds rejects a slice that certainly has elements outside of the source.
func verifyInBounds(op *ir.Op, shape []int64) error {
	offsets, sizes, strides := op.Ints("static_offsets"), op.Ints("static_sizes"), op.Ints("static_strides")
	for i, extent := range shape {
		switch last, beyond := lastElement(extent, offsets[i], sizes[i], strides[i]); {
		case !beyond:
		case offsets[i] >= extent:
			return op.Errorf(codeMemRef, "offset %d is out-of-bounds: %d >= %d", i, offsets[i], extent)
		default:
			return op.Errorf(codeMemRef, "slice along dimension %d runs out-of-bounds: %d >= %d", i, last,
				extent)
		}
	}
	return nil
}

// lastElement returns the last element that a slice selects of a dimension. beyond says that the last or the
// first element certainly lies beyond the extent.
func lastElement(extent, offset, size, stride int64) (last int64, beyond bool) {
	if extent == ir.Dynamic || offset == ir.Dynamic {
		return 0, false
	}
	if offset >= extent || size == ir.Dynamic || stride == ir.Dynamic {
		return offset, offset >= extent
	}
	last = offset + (size-1)*stride
	return last, last >= extent
}

// SubViewType returns the type of a subview without dropped dimensions. Entries may be ir.Dynamic. The source
// must be strided.
func SubViewType(c *ir.Context, source *ir.MemRefType, offsets, sizes, strides []int64) *ir.MemRefType {
	sourceStrides, offset, _ := Strides(source)
	target := make([]int64, len(sourceStrides))
	for i, s := range sourceStrides {
		offset = add(offset, mul(offsets[i], s))
		target[i] = mul(s, strides[i])
	}
	return withLayout(c, sizes, source.Elem, target, offset, source.MemorySpace)
}

// ReducedSubViewType returns the type of a subview with the given shape: the sizes without some that are 1.
func ReducedSubViewType(c *ir.Context, shape []int64, source *ir.MemRefType, offsets, sizes,
	strides []int64) *ir.MemRefType {
	full := SubViewType(c, source, offsets, sizes, strides)
	if len(shape) == len(full.Shape) {
		return full
	}
	layout := full.Layout.(*ir.StridedAttr)
	var kept []int64
	next := 0
	for i, d := range full.Shape {
		if next < len(shape) && shape[next] == d {
			kept = append(kept, layout.Strides[i])
			next++
		}
	}
	return withLayout(c, shape, full.Elem, kept, layout.Offset, full.MemorySpace)
}

// Selects reports whether a memref.subview with slice s of source may have the type t.
func (s Slice) Selects(c *ir.Context, source, t *ir.MemRefType) bool {
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	negative := func(n int64) bool { return n < 0 && n != ir.Dynamic }
	if slices.ContainsFunc(offsets, negative) || slices.ContainsFunc(sizes, negative) ||
		s.leaves(source.Shape) {
		return false
	}
	full := SubViewType(c, source, offsets, sizes, strides)
	return isReducedShape(full.Shape, t.Shape) && layoutsMatch(full, t, sizes)
}

// DroppedDims says which source dimensions the result of a memref.subview
// lacks.
func DroppedDims(op *ir.Op) []bool {
	source, got := memRef(op.Operand(0)), memRef(op.Result(0))
	sizes := op.Ints("static_sizes")
	full := SubViewType(op.Context(), source, op.Ints("static_offsets"), sizes, op.Ints("static_strides"))
	strides, _, _ := Strides(full)
	reduced, _, _ := Strides(got)
	dropped, ok := droppedDims(strides, reduced, sizes)
	if !ok {
		return make([]bool, len(strides))
	}
	return dropped
}

func viewOfSubView(op *ir.Op) (ir.View, bool) {
	v := ir.View{
		Source: op.Operand(0), Result: op.Result(0),
		Offsets: MixedOffsets(op), Sizes: MixedSizes(op), Strides: MixedStrides(op),
		Dropped: DroppedDims(op),
	}
	for d, n := range v.Sizes {
		if !v.Dropped[d] {
			v.Extents = append(v.Extents, n)
		}
	}
	return v, true
}

func viewOfReinterpretCast(op *ir.Op) (ir.View, bool) {
	return ir.View{
		Source: op.Operand(0), Result: op.Result(0), Extents: MixedSizes(op), Reshape: true,
		Flat: &ir.Flat{Base: true, Offset: MixedOffsets(op)[0], Strides: MixedStrides(op), Unit: 1},
	}, true
}

func verifyReinterpretCast(op *ir.Op) error {
	source, got := memRef(op.Operand(0)), memRef(op.Result(0))
	if err := verifySlice(op, 1, len(got.Shape)); err != nil {
		return err
	}
	switch {
	case source.MemorySpace != got.MemorySpace:
		return op.Errorf(codeMemRef,
			"different memory spaces specified for source type '%v' and result memref type '%v'", source, got)
	case source.Elem != got.Elem:
		return op.Errorf(codeMemRef,
			"different element types specified for source type '%v' and result memref type '%v'", source, got)
	}
	for i, want := range op.Ints("static_sizes") {
		if d := got.Shape[i]; d != ir.Dynamic && d != want {
			return op.Errorf(codeMemRef, "expected result type with size = %s instead of %d in dim = %d",
				extent(want), d, i)
		}
	}
	strides, offset, ok := Strides(got)
	if !ok {
		return op.Errorf(codeMemRef, "expected result type to have strided layout but found '%v'", got)
	}
	if want := op.Ints("static_offsets")[0]; offset != ir.Dynamic && offset != want {
		return op.Errorf(codeMemRef, "expected result type with offset = %s instead of %d", extent(want),
			offset)
	}
	for i, want := range op.Ints("static_strides") {
		if s := strides[i]; s != ir.Dynamic && s != want {
			return op.Errorf(codeMemRef, "expected result type with stride = %s instead of %d in dim = %d",
				extent(want), s, i)
		}
	}
	return nil
}
