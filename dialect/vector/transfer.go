package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var (
	permutationAttr = ir.AttrDef{Name: "permutation_map", Type: affineMap}
	inBoundsAttr    = ir.AttrDef{Name: "in_bounds", Type: boolArray}
	maskOperand     = ir.OperandDef{Name: "mask", Type: maskVector, Arity: ir.Optional}
)

// TransferRead is vector.transfer_read. Operand 0 is the memory. The subscripts follow, then the value for
// elements outside of the memory, and then an optional mask.
var TransferRead = &ir.OpDef{
	Name:    "vector.transfer_read",
	Summary: "Reads a supervector from memory into an SSA vector value.",
	Operands: []ir.OperandDef{
		operand("base", anyShaped), indices("indices"), operand("padding", constraint.AnyType), maskOperand,
	},
	Results: result("vector", anyVector),
	Attrs:   []ir.AttrDef{permutationAttr, inBoundsAttr, constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
}

// TransferWrite is vector.transfer_write. Operand 0 is the vector, and operand 1 the memory. The subscripts
// follow, and an optional mask. Elements outside of the memory are not written. On a tensor the operation
// yields the changed tensor.
var TransferWrite = &ir.OpDef{
	Name:    "vector.transfer_write",
	Summary: "The vector.transfer_write op writes a supervector to memory.",
	Operands: []ir.OperandDef{
		operand("valueToStore", anyVector), operand("base", anyShaped), indices("indices"), maskOperand,
	},
	Results: []ir.ResultDef{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Optional}},
	Attrs:   []ir.AttrDef{permutationAttr, inBoundsAttr, constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
}

func init() {
	TransferRead.Parse, TransferRead.Print, TransferRead.Verify = parseTransferRead, printTransferRead,
		verifyTransferRead
	TransferRead.Effects = func(op *ir.Op, add func(ir.Effect)) { transferEffects(ir.Read, op, add) }
	TransferWrite.Parse, TransferWrite.Print, TransferWrite.Verify = parseTransferWrite, printTransferWrite,
		verifyTransferWrite
	TransferWrite.Effects = func(op *ir.Op, add func(ir.Effect)) { transferEffects(ir.Write, op, add) }
	TransferRead.Speculate, TransferWrite.Speculate = onTensor, onTensor
}

// Transfer is the operands of a TransferRead or TransferWrite.
type Transfer struct {
	Base    *ir.Value
	Indices []*ir.Value
	Padding *ir.Value // of a read
	Mask    *ir.Value // nil if all elements are transferred
	Vector  *ir.Value // the vector read or written
	// Map has a result for every dimension of the vector: the dimension of the memory that it runs along, or
	// 0 if the vector repeats its elements along it.
	Map *affine.Map
	// InBounds says for every dimension of the vector whether all of it certainly lies in the memory.
	InBounds []bool
}

// TransferOf returns the operands of a transfer, and whether op is one.
func TransferOf(op *ir.Op) (Transfer, bool) {
	t := Transfer{}
	switch {
	case op.Is(TransferRead):
		t.Base, t.Indices, t.Vector = op.Operand(0), op.OperandsOf(1), op.Result(0)
		t.Padding = op.OptionalOperand(2)
	case op.Is(TransferWrite):
		t.Vector, t.Base, t.Indices = op.Operand(0), op.Operand(1), op.OperandsOf(2)
	default:
		return t, false
	}
	t.Mask = op.OptionalOperand(3)
	if m, ok := op.Attr(permutationAttr.Name).(*ir.AffineMapAttr); ok {
		t.Map = m.Map
	}
	if list, ok := op.Attr(inBoundsAttr.Name).(*ir.ArrayAttr); ok {
		for _, e := range list.Elems {
			v, ok := e.(*ir.IntegerAttr)
			t.InBounds = append(t.InBounds, ok && v.Value != 0)
		}
	}
	return t, true
}

// transferEffects adds effects on the accessed elements if the transfer runs along the innermost dimensions.
// Other transfers have an effect on some elements.
func transferEffects(kind ir.EffectKind, op *ir.Op, add func(ir.Effect)) {
	t, _ := TransferOf(op)
	m, ok := t.Base.Type().(*ir.MemRefType)
	switch {
	case !ok:
	case kind == ir.Write && (t.Mask != nil || op.Parent().Is(Mask)), !IsMinorIdentity(t.Map),
		m.Elem != vectorType(t.Vector).Elem:
		add(somewhere(kind, t.Base))
	default:
		addAccess(kind, t.Base, t.Indices, vectorType(t.Vector), add)
	}
}

// MaskDimensions returns for each dimension of the vector the dimension of the transfer's mask that belongs
// to it. It is -1 if the vector repeats its elements along the dimension. A mask has the dimensions of the
// memory that the transfer runs along, in their order.
func (x Transfer) MaskDimensions() []int {
	dims := make([]int, len(x.Map.Results))
	for i, e := range x.Map.Results {
		dims[i] = -1
		if e.Kind != affine.Dim {
			continue
		}
		dims[i] = 0
		for _, other := range x.Map.Results {
			if other.Kind == affine.Dim && other.Value < e.Value {
				dims[i]++
			}
		}
	}
	return dims
}

// MaskOfVector converts a mask of the transfer to one with the dimensions of the vector, in their order.
func (x Transfer) MaskOfVector(b *ir.Builder, mask *ir.Value) *ir.Value {
	t, shape := vectorType(mask), vectorType(x.Vector).Shape
	dims := x.MaskDimensions()
	for len(dims) < len(shape) { // dimensions of vectors that are elements of the memory
		dims = append(dims, -1)
	}
	var repeated []int64 // extents along which the mask is repeated
	permutation := make([]int64, len(dims))
	for i, d := range dims {
		if d < 0 {
			permutation[i] = int64(len(repeated))
			repeated = append(repeated, shape[i])
		}
	}
	for i, d := range dims {
		if d >= 0 {
			permutation[i] = int64(len(repeated) + d)
		}
	}
	if len(repeated) > 0 {
		mask = NewBroadcast(b, b.Ctx.Vector(append(repeated, t.Shape...), nil, t.Elem), mask)
	}
	if !slices.IsSorted(permutation) {
		mask = NewTranspose(b, mask, permutation...)
	}
	return mask
}

// IsMinorIdentity reports whether the results of a map are its last dimensions in order.
func IsMinorIdentity(m *affine.Map) bool {
	skip := m.NumDims - len(m.Results)
	if skip < 0 || m.NumSymbols > 0 {
		return false
	}
	for i, e := range m.Results {
		if e.Kind != affine.Dim || e.Value != int64(skip+i) {
			return false
		}
	}
	return true
}

// MinorIdentity returns the default map of a transfer between these types. It returns nil if the memory has
// too few dimensions.
func MinorIdentity(memory ir.ShapedType, t *ir.VectorType) *affine.Map {
	rank, n := len(memory.Dims()), len(t.Shape)
	if elem, ok := memory.ElemType().(*ir.VectorType); ok {
		n -= len(elem.Shape)
	}
	if n < 0 || n > rank {
		return nil
	}
	results := make([]*affine.Expr, n)
	for i := range results {
		results[i] = affine.D(rank - n + i)
	}
	return affine.NewMap(rank, 0, results...)
}

// maskType returns the type of the mask of a transfer: an i1 for each element of memory that the transfer
// reads or writes. The mask has no repeated dimensions, and its dimensions are in the order of the memory.
func maskType(c *ir.Context, t *ir.VectorType, m *affine.Map) *ir.VectorType {
	var shape []int64
	var scalable []bool
	for d := range m.NumDims {
		for i, e := range m.Results {
			if e.Kind == affine.Dim && e.Value == int64(d) && i < len(t.Shape) {
				shape, scalable = append(shape, t.Shape[i]), append(scalable, scalableAt(t, i))
			}
		}
	}
	if shape == nil {
		shape, scalable = []int64{1}, []bool{false}
	}
	return c.Vector(shape, scalable, c.I1)
}

// ---- syntax ----

func parseTransferRead(p ir.OpParser, s *ir.OpState) error {
	memory, err := p.Operand()
	if err != nil {
		return err
	}
	subscripts, err := p.OperandList("[")
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	padding, err := p.Operand()
	if err != nil {
		return err
	}
	mask, hasMask, err := parseMask(p)
	if err != nil {
		return err
	}
	off, types, err := parseTransferTail(p, s)
	if err != nil {
		return err
	}
	base, ok := types[0].(ir.ShapedType)
	if !ok || !isTensorOrMemRef(base) || !base.HasRank() {
		return p.Errorf(off, "requires memref or ranked tensor type")
	}
	t, ok := types[1].(*ir.VectorType)
	if !ok {
		return p.Errorf(off, "requires vector type")
	}
	s.Results = []ir.Type{t}
	if err := setTransferAttrs(p, s, off, base, t, segments(1, len(subscripts), 1, hasMask)); err != nil {
		return err
	}
	if err := resolve(p, s, memory, base); err != nil {
		return err
	}
	if err := resolveIndices(p, s, subscripts); err != nil {
		return err
	}
	if err := resolve(p, s, padding, base.ElemType()); err != nil || !hasMask {
		return err
	}
	return resolveMask(p, s, mask, base, t)
}

func parseTransferWrite(p ir.OpParser, s *ir.OpState) error {
	vector, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	memory, err := p.Operand()
	if err != nil {
		return err
	}
	subscripts, err := p.OperandList("[")
	if err != nil {
		return err
	}
	mask, hasMask, err := parseMask(p)
	if err != nil {
		return err
	}
	off, types, err := parseTransferTail(p, s)
	if err != nil {
		return err
	}
	t, ok := types[0].(*ir.VectorType)
	if !ok {
		return p.Errorf(off, "requires vector type")
	}
	base, ok := types[1].(ir.ShapedType)
	if !ok || !isTensorOrMemRef(base) || !base.HasRank() {
		return p.Errorf(off, "requires memref or ranked tensor type")
	}
	if constraint.RankedTensor.Match(base) {
		s.Results = []ir.Type{base}
	}
	if err := setTransferAttrs(p, s, off, base, t, segments(1, 1, len(subscripts), hasMask)); err != nil {
		return err
	}
	if err := resolve(p, s, vector, t); err != nil {
		return err
	}
	if err := resolve(p, s, memory, base); err != nil {
		return err
	}
	if err := resolveIndices(p, s, subscripts); err != nil || !hasMask {
		return err
	}
	return resolveMask(p, s, mask, base, t)
}

// segments returns the sizes of the operand groups of a transfer.
func segments(a, b, c int, mask bool) []int64 {
	sizes := []int64{int64(a), int64(b), int64(c), 0}
	if mask {
		sizes[3] = 1
	}
	return sizes
}

// parseMask parses ", %mask" if it is there.
func parseMask(p ir.OpParser) (mask ir.UnresolvedOperand, ok bool, err error) {
	if !p.TryPunct(",") {
		return mask, false, nil
	}
	mask, err = p.Operand()
	return mask, true, err
}

// parseTransferTail parses "{attrs} : a, b". It returns the place of the types, and the types.
func parseTransferTail(p ir.OpParser, s *ir.OpState) (int32, []ir.Type, error) {
	if err := p.AttrDict(s); err != nil {
		return 0, nil, err
	}
	off := p.Off()
	types, err := p.ColonTypeList()
	if err == nil && len(types) != 2 {
		err = p.Errorf(off, "requires two types")
	}
	return off, types, err
}

// setTransferAttrs adds the default values of attributes that the text leaves out.
func setTransferAttrs(p ir.OpParser, s *ir.OpState, off int32, base ir.ShapedType, t *ir.VectorType,
	sizes []int64) error {
	c := p.Context()
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: c.I32Array(sizes...)})
	if stateAttr(s, permutationAttr.Name) == nil {
		m := MinorIdentity(base, t)
		if m == nil {
			return p.Errorf(off, "expected a custom permutation_map when rank(source) != rank(destination)")
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: permutationAttr.Name, Value: c.AffineMap(m)})
	}
	if stateAttr(s, inBoundsAttr.Name) == nil {
		m, ok := stateAttr(s, permutationAttr.Name).(*ir.AffineMapAttr)
		if !ok {
			return nil // the verifier rejects it
		}
		list := make([]ir.Attr, len(m.Map.Results))
		for i := range list {
			list[i] = c.Bool(false)
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: inBoundsAttr.Name, Value: c.Array(list)})
	}
	return nil
}

func resolveIndices(p ir.OpParser, s *ir.OpState, os []ir.UnresolvedOperand) error {
	for _, o := range os {
		if err := resolve(p, s, o, p.Context().Index); err != nil {
			return err
		}
	}
	return nil
}

func resolveMask(p ir.OpParser, s *ir.OpState, mask ir.UnresolvedOperand, base ir.ShapedType,
	t *ir.VectorType) error {
	if _, ok := base.ElemType().(*ir.VectorType); ok {
		return p.Errorf(mask.Off, "does not support masks with vector element type")
	}
	m, ok := stateAttr(s, permutationAttr.Name).(*ir.AffineMapAttr)
	if !ok || len(m.Map.Results) != len(t.Shape) {
		return p.Errorf(mask.Off,
			"expected the same rank for the vector and the results of the permutation map")
	}
	return resolve(p, s, mask, maskType(p.Context(), t, m.Map))
}

func printTransferRead(p ir.OpPrinter, op *ir.Op) {
	t, _ := TransferOf(op)
	p.Write(" ")
	printMemory(p, &t)
	p.Write(", ")
	p.Operand(t.Padding)
	printTransferTail(p, op, &t)
	p.Type(t.Base.Type())
	p.Write(", ")
	p.Type(t.Vector.Type())
}

func printTransferWrite(p ir.OpPrinter, op *ir.Op) {
	t, _ := TransferOf(op)
	p.Write(" ")
	p.Operand(t.Vector)
	p.Write(", ")
	printMemory(p, &t)
	printTransferTail(p, op, &t)
	p.Type(t.Vector.Type())
	p.Write(", ")
	p.Type(t.Base.Type())
}

func printMemory(p ir.OpPrinter, t *Transfer) {
	p.Operand(t.Base)
	p.Write("[")
	p.Operands(t.Indices)
	p.Write("]")
}

// printTransferTail prints the mask and the attributes that are not defaults, up to the types.
func printTransferTail(p ir.OpPrinter, op *ir.Op, t *Transfer) {
	if t.Mask != nil {
		p.Write(", ")
		p.Operand(t.Mask)
	}
	elided := []string{constraint.OperandSegmentSize.Name}
	if t.Map != nil && IsMinorIdentity(t.Map) {
		elided = append(elided, permutationAttr.Name)
	}
	if !anyTrue(t.InBounds) {
		elided = append(elided, inBoundsAttr.Name)
	}
	p.AttrDict(op, elided...)
	p.Write(" : ")
}

func anyTrue(list []bool) bool {
	for _, v := range list {
		if v {
			return true
		}
	}
	return false
}

// ---- rules ----

func verifyTransferRead(op *ir.Op) error {
	t, _ := TransferOf(op)
	base, err := checkTransfer(op, &t)
	if err != nil {
		return err
	}
	padding, elem := t.Padding.Type(), base.ElemType()
	if _, ok := elem.(*ir.VectorType); ok && elem != padding {
		return op.OpErrorf(codeVector, "requires source element type and padding type to match.")
	}
	if elem != padding {
		return op.OpErrorf(codeVector, "requires formal padding and source of the same elemental type")
	}
	return checkPermutation(op, t.Map)
}

func verifyTransferWrite(op *ir.Op) error {
	t, _ := TransferOf(op)
	if base := t.Base.Type(); op.NumResults() == 1 && op.Result(0).Type() != base {
		return op.OpErrorf(codeVector,
			"expected type of operand #1 ('%v') to match type of corresponding result ('%v')", base,
			op.Result(0).Type())
	}
	for _, e := range t.Map.Results {
		if e.Kind == affine.Constant {
			return op.OpErrorf(codeVector, "should not have broadcast dimensions")
		}
	}
	if _, err := checkTransfer(op, &t); err != nil {
		return err
	}
	return checkPermutation(op, t.Map)
}

// checkTransfer checks the rules that both transfers share and returns the type of the memory.
func checkTransfer(op *ir.Op, t *Transfer) (ir.ShapedType, error) {
	base, v := t.Base.Type().(ir.ShapedType), vectorType(t.Vector)
	switch {
	case len(t.Indices) != len(base.Dims()):
		return nil, op.OpErrorf(codeVector, "requires %d indices", len(base.Dims()))
	case !isTensorOrMemRef(base) || !base.HasRank():
		return nil, op.OpErrorf(codeVector, "requires source to be a memref or ranked tensor type")
	}
	if err := checkElement(op, t, base, v); err != nil {
		return nil, err
	}
	want := maskType(op.Context(), v, t.Map)
	switch {
	case t.Map.NumSymbols != 0:
		return nil, op.OpErrorf(codeVector, "requires permutation_map without symbols")
	case t.Map.NumDims != len(base.Dims()):
		return nil, op.OpErrorf(codeVector,
			"requires a permutation_map with input dims of the same rank as the source type")
	case t.Mask != nil && t.Mask.Type() != ir.Type(want):
		return nil, op.OpErrorf(codeVector,
			"inferred mask type ('%v') and mask operand type ('%v') don't match", want, t.Mask.Type())
	case len(t.InBounds) != len(t.Map.Results):
		return nil, op.OpErrorf(codeVector,
			"expects the in_bounds attr of same rank as permutation_map results: %v vs inBounds of size: %d",
			op.Attr(permutationAttr.Name), len(t.InBounds))
	}
	return base, nil
}

// checkElement checks that the vector consists of elements of the memory.
func checkElement(op *ir.Op, t *Transfer, base ir.ShapedType, v *ir.VectorType) error {
	const wrongRank = "requires a permutation_map with result dims of the same rank as the vector type"
	bits := Width(v.Elem) * lastExtent(v)
	elem, ok := base.ElemType().(*ir.VectorType)
	if !ok {
		if bits%Width(base.ElemType()) != 0 {
			return op.OpErrorf(codeVector,
				"requires the bitwidth of the minor 1-D vector to be an integral multiple of the "+
					"bitwidth of the source element type")
		}
		if len(t.Map.Results) != len(v.Shape) {
			return op.OpErrorf(codeVector, wrongRank)
		}
		return nil
	}
	switch {
	case bits%(Width(elem.Elem)*lastExtent(elem)) != 0:
		return op.OpErrorf(codeVector,
			"requires the bitwidth of the minor 1-D vector to be an integral multiple of the "+
				"bitwidth of the minor 1-D vector of the source")
	case len(elem.Shape) > len(v.Shape):
		return op.OpErrorf(codeVector, "requires source vector element and vector result ranks to match.")
	case len(t.Map.Results) != len(v.Shape)-len(elem.Shape):
		return op.OpErrorf(codeVector, wrongRank)
	case t.Mask != nil:
		return op.OpErrorf(codeVector, "does not support masks with vector element type")
	}
	return nil
}

// lastExtent returns the extent of the innermost dimension, 1 without dimensions.
func lastExtent(t *ir.VectorType) int64 {
	if len(t.Shape) == 0 {
		return 1
	}
	return t.Shape[len(t.Shape)-1]
}

// checkPermutation checks that the results of a map are different dimensions, or 0.
func checkPermutation(op *ir.Op, m *affine.Map) error {
	seen := map[int64]bool{}
	for _, e := range m.Results {
		switch {
		case e.Kind == affine.Constant && e.Value == 0:
		case e.Kind != affine.Dim:
			return op.OpErrorf(codeVector,
				"requires a projected permutation_map (at most one dim or the zero constant can "+
					"appear in each result)")
		case seen[e.Value]:
			return op.OpErrorf(codeVector,
				"requires a permutation_map that is a permutation (found one dim used more than once)")
		default:
			seen[e.Value] = true
		}
	}
	return nil
}
