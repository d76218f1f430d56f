package memref

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

const castFormat = "$source attr-dict `:` type($source) `to` type($dest)"

// Cast is memref.cast: the same memory with a type that has more or less information on extents, strides or
// rank.
var Cast = &ir.OpDef{
	Name:        "memref.cast",
	Summary:     "memref cast operation",
	Operands:    []ir.OperandDef{operand("source", anyMemRef)},
	Results:     result("dest", anyMemRef),
	Traits:      ir.Pure,
	Format:      castFormat,
	ResultNames: named("cast"),
	Verify: func(op *ir.Op) error {
		return verifyCast(op, CastCompatible(memRef(op.Operand(0)), memRef(op.Result(0))))
	},
	View: wholeView,
}

// MemorySpaceCast is memref.memory_space_cast: the same memory, accessed through another memory space.
var MemorySpaceCast = &ir.OpDef{
	Name:        "memref.memory_space_cast",
	Summary:     "memref memory space cast operation",
	Operands:    []ir.OperandDef{operand("source", anyMemRef)},
	Results:     result("dest", anyMemRef),
	Traits:      ir.Pure,
	Format:      castFormat,
	ResultNames: named("memspacecast"),
	Verify: func(op *ir.Op) error {
		return verifyCast(op, differOnlyInSpace(op.Context(), memRef(op.Operand(0)), memRef(op.Result(0))))
	},
	View: wholeView,
}

func verifyCast(op *ir.Op, ok bool) error {
	if !ok {
		return op.OpErrorf(codeMemRef, "operand type '%v' and result type '%v' are cast incompatible",
			op.Operand(0).Type(), op.Result(0).Type())
	}
	return nil
}

// CastCompatible reports whether memref.cast may turn one type into the other.
func CastCompatible(a, b *ir.MemRefType) bool {
	if a.Elem != b.Elem || a.MemorySpace != b.MemorySpace {
		return false
	}
	if !a.Ranked || !b.Ranked {
		return a.Ranked || b.Ranked
	}
	return ir.CompatibleShapes(a.Shape, b.Shape) && compatibleLayouts(a, b)
}

func compatibleLayouts(a, b *ir.MemRefType) bool {
	if a.Layout == b.Layout {
		return true
	}
	as, ao, aok := Strides(a)
	bs, bo, bok := Strides(b)
	if !aok || !bok || !compatible(ao, bo) {
		return false
	}
	for i := range as {
		if a.Shape[i] != 1 && !compatible(as[i], bs[i]) {
			return false
		}
	}
	return true
}

func differOnlyInSpace(c *ir.Context, a, b *ir.MemRefType) bool {
	if !a.Ranked || !b.Ranked {
		return a.Ranked == b.Ranked && a.Elem == b.Elem
	}
	return c.MemRef(a.Shape, a.Elem, a.Layout, b.MemorySpace) == b
}

// wholeView is the View of operations whose result is their first operand.
func wholeView(op *ir.Op) (ir.View, bool) {
	return ir.View{Source: op.Operand(0), Result: op.Result(0)}, true
}

// extents returns the extents of a memref. The dynamic ones are operands from number first on.
func extents(op *ir.Op, first int) []ir.OpFoldResult {
	shape := memRef(op.Result(0)).Shape
	list := make([]ir.OpFoldResult, len(shape))
	for d, n := range shape {
		if n != ir.Dynamic {
			list[d].Const = n
			continue
		}
		list[d].Value = op.Operand(first)
		first++
	}
	return list
}

// extent writes an extent in the form of MLIR's messages.
func extent(v int64) string {
	if v == ir.Dynamic {
		return "dynamic"
	}
	return strconv.FormatInt(v, 10)
}

// View is memref.view: a contiguous memref in a buffer of bytes, at a byte offset.
var View = &ir.OpDef{
	Name:    "memref.view",
	Summary: "memref view operation",
	Operands: []ir.OperandDef{operand("source", bytes), operand("byte_shift", constraint.Index),
		indices("sizes")},
	Results: result("", constraint.MemRef),
	Traits:  ir.Pure,
	Format: "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` " +
		"type(results)",
	ResultNames: named("view"),
	Verify:      verifyView,
	View:        bytesOfView,
}

// bytesOfView is the View of memref.view: elements without gaps, from a byte offset on.
func bytesOfView(op *ir.Op) (ir.View, bool) {
	return ir.View{
		Source: op.Operand(0), Result: op.Result(0), Extents: extents(op, 2), Reshape: true,
		Flat: &ir.Flat{Offset: ir.OpFoldResult{Value: op.Operand(1)},
			Unit: ir.MemoryBytes(memRef(op.Result(0)).Elem)},
	}, true
}

func verifyView(op *ir.Op) error {
	base, view := memRef(op.Operand(0)), memRef(op.Result(0))
	switch {
	case !HasIdentityLayout(base):
		return op.Errorf(codeMemRef, "unsupported map for base memref type '%v'", base)
	case !HasIdentityLayout(view):
		return op.Errorf(codeMemRef, "unsupported map for result memref type '%v'", view)
	case base.MemorySpace != view.MemorySpace:
		return op.Errorf(codeMemRef,
			"different memory spaces specified for base memref type '%v' and view memref type '%v'", base,
			view)
	}
	return verifyDynamicSizes(op, view, op.NumOperands()-2)
}

// Transpose is memref.transpose: the same memory with its dimensions in another order.
var Transpose = &ir.OpDef{
	Name:        "memref.transpose",
	Summary:     "`transpose` produces a new strided memref (metadata-only)",
	Operands:    []ir.OperandDef{operand("in", strided)},
	Results:     result("", strided),
	Attrs:       []ir.AttrDef{{Name: "permutation", Type: affineMap}},
	Traits:      ir.Pure,
	ResultNames: named("transpose"),
	Parse:       parseTranspose,
	Print:       printTranspose,
	Verify:      verifyTranspose,
	View:        viewOfTranspose,
}

func viewOfTranspose(op *ir.Op) (ir.View, bool) {
	v := ir.View{Source: op.Operand(0), Result: op.Result(0), Reshape: true}
	if m := permutation(op); m != nil {
		for _, r := range m.Results {
			v.Permuted = append(v.Permuted, r.Value)
		}
	}
	return v, true
}

// parseTranspose parses %in (i, j) -> (j, i) {attrs} : T to U.
func parseTranspose(p ir.OpParser, s *ir.OpState) error {
	in, err := p.Operand()
	if err != nil {
		return err
	}
	permutation, err := p.AffineMap()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "permutation", Value: permutation})
	if err := p.AttrDict(s); err != nil {
		return err
	}
	from, to, err := parseTypePair(p, "to")
	if err != nil {
		return err
	}
	v, err := p.Resolve(in, from)
	s.Operands, s.Results = append(s.Operands, v), []ir.Type{to}
	return err
}

func printTranspose(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" ")
	if m := permutation(op); m != nil {
		p.Write(m.String())
	}
	p.AttrDict(op, "permutation")
	printTypePair(p, op, "to")
}

func permutation(op *ir.Op) *affine.Map {
	if a, ok := op.Attr("permutation").(*ir.AffineMapAttr); ok {
		return a.Map
	}
	return nil
}

func verifyTranspose(op *ir.Op) error {
	m, source, got := permutation(op), memRef(op.Operand(0)), memRef(op.Result(0))
	switch {
	case !m.IsPermutation():
		return op.OpErrorf(codeMemRef, "expected a permutation map")
	case m.NumDims != len(source.Shape):
		return op.OpErrorf(codeMemRef, "expected a permutation map of same rank as the input")
	}
	want := TransposedType(op.Context(), source, m)
	if !slices.Equal(want.Shape, got.Shape) || want.Elem != got.Elem || want.MemorySpace != got.MemorySpace ||
		!EqualLayouts(want, got) {
		return op.OpErrorf(codeMemRef,
			"result type '%v' is not equivalent to the canonical transposed input type '%v'", got, want)
	}
	return nil
}

// TransposedType returns the type of a strided memref with its dimensions
// permuted by m.
func TransposedType(c *ir.Context, source *ir.MemRefType, m *affine.Map) *ir.MemRefType {
	strides, offset, _ := Strides(source)
	shape, target := make([]int64, len(strides)), make([]int64, len(strides))
	for i, r := range m.Results {
		shape[i], target[i] = source.Shape[r.Value], strides[r.Value]
	}
	return withLayout(c, shape, source.Elem, target, offset, source.MemorySpace)
}

// ExtractStridedMetadata is memref.extract_strided_metadata: the base, the offset, the sizes and the strides
// of a memref.
var ExtractStridedMetadata = &ir.OpDef{
	Name:     "memref.extract_strided_metadata",
	Summary:  "extracts a buffer base with offset and strides",
	Operands: []ir.OperandDef{operand("source", strided)},
	Results: []ir.ResultDef{
		{Name: "base_buffer", Type: base0D},
		{Name: "offset", Type: constraint.Index},
		{Name: "sizes_and_strides", Type: constraint.Index, Arity: ir.Variadic},
	},
	Traits: ir.Pure,
	Format: "$source `:` type($source) `->` type(results) attr-dict",
	InferTypes: func(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return metadataTypes(c, memRef(s.Operands[0])), nil
	},
	ResultNames: nameMetadata,
	Verify:      verifyMetadata,
	View: func(op *ir.Op) (ir.View, bool) {
		return ir.View{Source: op.Operand(0), Result: op.Result(0), Reshape: true,
			Flat: &ir.Flat{Base: true, Unit: 1}}, true
	},
}

func metadataTypes(c *ir.Context, source *ir.MemRefType) []ir.Type {
	types := []ir.Type{c.MemRef(nil, source.Elem, nil, source.MemorySpace), c.Index}
	for range 2 * len(source.Shape) {
		types = append(types, c.Index)
	}
	return types
}

func nameMetadata(op *ir.Op, set func(*ir.Value, string)) {
	set(op.Result(0), "base_buffer")
	set(op.Result(1), "offset")
	if n := op.NumResults() - 2; n > 0 {
		set(op.Result(2), "sizes")
		set(op.Result(2+n/2), "strides")
	}
}

func verifyMetadata(op *ir.Op) error {
	want, got := metadataTypes(op.Context(), memRef(op.Operand(0))), op.ResultTypes()
	differ := len(want) != len(got)
	for i := range got {
		differ = differ || want[i] != got[i]
	}
	if differ {
		return op.OpErrorf(codeMemRef,
			"inferred type(s) %s are incompatible with return type(s) of operation %s",
			constraint.TypeList(want), constraint.TypeList(got))
	}
	return nil
}
