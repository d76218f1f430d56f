package tensor

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// ExtractSlice is tensor.extract_slice: the part of a tensor at given offsets, with given sizes and strides.
// The result may lack dimensions of size 1.
var ExtractSlice = &ir.OpDef{
	Name:        "tensor.extract_slice",
	Summary:     "extract slice operation",
	Operands:    sliceOperands(operand("source", constraint.RankedTensor)),
	Results:     result("result", constraint.RankedTensor),
	Attrs:       sliceAttrs,
	Traits:      ir.AttrSizedOperands,
	Effects:     none,
	ResultNames: named("extracted_slice"),
	Parse:       parseExtractSlice,
	Print:       printExtractSlice,
	Verify: func(op *ir.Op) error {
		return verifySlice(op, typeOf(op.Operand(0)), typeOf(op.Result(0)), 1)
	},
}

// InsertSlice is tensor.insert_slice: a tensor after a part of it is replaced by a source. Operand 0 is the
// source, and operand 1 the tensor.
var InsertSlice = &ir.OpDef{
	Name:    "tensor.insert_slice",
	Summary: "insert_slice operation",
	Operands: sliceOperands(operand("source", constraint.RankedTensor),
		operand("dest", constraint.RankedTensor)),
	Results:     result("result", constraint.RankedTensor),
	Attrs:       sliceAttrs,
	Traits:      ir.AttrSizedOperands,
	TypesMatch:  []ir.TypesMatch{sameAs("dest", "result", "result type matches type of dest")},
	Effects:     none,
	ResultNames: named("inserted_slice"),
	Parse:       parseInsertSlice,
	Print:       printInsertSlice,
	Verify:      verifyInsertSlice,
}

// ParallelInsertSlice is tensor.parallel_insert_slice: an iteration of a scf.forall replaces a part of a
// tensor that all iterations share.
var ParallelInsertSlice = &ir.OpDef{
	Name:    "tensor.parallel_insert_slice",
	Summary: "specify the tensor slice update of a single thread of a parent scf.forall.in_parallel",
	Operands: sliceOperands(operand("source", constraint.RankedTensor),
		operand("dest", constraint.RankedTensor)),
	Attrs:        sliceAttrs,
	Traits:       ir.AttrSizedOperands,
	HasParent:    []string{"scf.forall.in_parallel"},
	Parse:        parseSliceInto,
	Print:        printInsertSlice,
	Verify:       verifyInsertSlice,
	CombinesInto: func(op *ir.Op) *ir.Value { return op.Operand(1) },
}

var sliceAttrs = []ir.AttrDef{
	{Name: "static_offsets", Type: constraint.I64Array},
	{Name: "static_sizes", Type: constraint.I64Array},
	{Name: "static_strides", Type: constraint.I64Array},
	constraint.OperandSegmentSize,
}

// listNames are the attributes that the custom syntax spells out as lists.
var listNames = []string{"static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"}

func sliceOperands(tensors ...ir.OperandDef) []ir.OperandDef {
	return append(tensors, indices("offsets"), indices("sizes"), indices("strides"))
}

// Slice returns the offsets, sizes and strides of an ExtractSlice or InsertSlice.
func Slice(op *ir.Op) (offsets, sizes, strides []ir.OpFoldResult) {
	first := len(op.Def().Operands) - 3
	var lists [3][]ir.OpFoldResult
	for i := range lists {
		lists[i] = ir.MixedIndices(op.Ints(listNames[i]), op.OperandsOf(first+i))
	}
	return lists[0], lists[1], lists[2]
}

// parseLists parses the three lists and the text behind them up to the types.
func parseLists(p ir.OpParser, s *ir.OpState) (lists [3]ir.IndexList, err error) {
	for i := range lists {
		if lists[i], err = ir.ParseIndexList(p, "["); err != nil {
			return lists, err
		}
	}
	return lists, p.AttrDict(s)
}

// addLists adds the operands and attributes of the lists. The operands stand behind tensors other operands.
func addLists(p ir.OpParser, s *ir.OpState, lists [3]ir.IndexList, tensors int) error {
	counts := []int64{1, 1}[:tensors]
	for i, list := range lists {
		for _, name := range list.Operands {
			v, err := p.Resolve(name, p.Context().Index)
			if err != nil {
				return err
			}
			s.Operands = append(s.Operands, v)
		}
		counts = append(counts, int64(len(list.Operands)))
		s.Attrs = append(s.Attrs,
			ir.NamedAttr{Name: listNames[i], Value: p.Context().I64Array(list.Static...)})
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "operandSegmentSizes", Value: p.Context().I32Array(counts...)})
	return nil
}

// parseTypes parses : type word type.
func parseTypes(p ir.OpParser, word string) (from, to ir.Type, err error) {
	if from, err = p.ColonType(); err != nil {
		return nil, nil, err
	}
	if err = p.Keyword(word); err != nil {
		return nil, nil, err
	}
	to, err = p.Type()
	return from, to, err
}

func parseExtractSlice(p ir.OpParser, s *ir.OpState) error {
	source, err := p.Operand()
	if err != nil {
		return err
	}
	lists, err := parseLists(p, s)
	if err != nil {
		return err
	}
	from, to, err := parseTypes(p, "to")
	if err != nil {
		return err
	}
	v, err := p.Resolve(source, from)
	if err != nil {
		return err
	}
	s.Operands, s.Results = []*ir.Value{v}, []ir.Type{to}
	return addLists(p, s, lists, 1)
}

func parseInsertSlice(p ir.OpParser, s *ir.OpState) error {
	if err := parseSliceInto(p, s); err != nil {
		return err
	}
	s.Results = []ir.Type{s.Operands[1].Type()}
	return nil
}

func parseSliceInto(p ir.OpParser, s *ir.OpState) error {
	source, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Keyword("into"); err != nil {
		return err
	}
	dest, err := p.Operand()
	if err != nil {
		return err
	}
	lists, err := parseLists(p, s)
	if err != nil {
		return err
	}
	from, to, err := parseTypes(p, "into")
	if err != nil {
		return err
	}
	v, err := p.Resolve(source, from)
	if err != nil {
		return err
	}
	w, err := p.Resolve(dest, to)
	if err != nil {
		return err
	}
	s.Operands = []*ir.Value{v, w}
	return addLists(p, s, lists, 2)
}

func printExtractSlice(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	printLists(p, op)
	printTypes(p, op.Operand(0), "to", op.Result(0))
}

func printInsertSlice(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" into ")
	p.Operand(op.Operand(1))
	printLists(p, op)
	printTypes(p, op.Operand(0), "into", op.Operand(1))
}

func printLists(p ir.OpPrinter, op *ir.Op) {
	first, open := len(op.Def().Operands)-3, "["
	for i := range 3 {
		ir.PrintIndexList(p, open, op.Ints(listNames[i]), op.OperandsOf(first+i), "]")
		open = " ["
	}
	p.AttrDict(op, listNames...)
}

func printTypes(p ir.OpPrinter, from *ir.Value, word string, to *ir.Value) {
	p.Write(" : ")
	p.Type(from.Type())
	p.Write(" " + word + " ")
	p.Type(to.Type())
}

func verifyInsertSlice(op *ir.Op) error {
	return verifySlice(op, typeOf(op.Operand(1)), typeOf(op.Operand(0)), 2)
}

// verifySlice checks the lists of a slice of whole, and the type of its part. The operands of the lists begin
// at entry first of the table.
func verifySlice(op *ir.Op, whole, part *ir.TensorType, first int) error {
	for i, what := range []string{"offset", "size", "stride"} {
		static := op.Ints(listNames[i])
		if len(static) != len(whole.Shape) {
			return op.Errorf(codeTensor, "expected %d %s values, got %d", len(whole.Shape), what, len(static))
		}
		if _, n := op.OperandGroup(first + i); n != dynamicDims(static) {
			return op.Errorf(codeTensor, "expected %d dynamic %s values", dynamicDims(static), what)
		}
	}
	sizes := op.Ints("static_sizes")
	if part.Elem != whole.Elem || !isReduced(sizes, part.Shape) {
		return op.Errorf(codeTensor, "expected type to be '%v' or a rank-reduced version. (size mismatch) ",
			op.Context().Tensor(sizes, whole.Elem, nil))
	}
	return verifyBounds(op, whole.Shape)
}

// verifyBounds rejects a slice that is known to leave a tensor of that shape.
func verifyBounds(op *ir.Op, shape []int64) error {
	offsets, sizes, strides := op.Ints(listNames[0]), op.Ints(listNames[1]), op.Ints(listNames[2])
	for d, extent := range shape {
		if extent == ir.Dynamic || offsets[d] == ir.Dynamic ||
			offsets[d] < extent && (sizes[d] == ir.Dynamic || strides[d] == ir.Dynamic) {
			continue
		}
		if offsets[d] < 0 || offsets[d] >= extent && sizes[d] != 0 {
			return op.Errorf(codeTensor, "offset %d is out-of-bounds: %d >= %d", d, offsets[d], extent)
		}
		if last := offsets[d] + (sizes[d]-1)*strides[d]; sizes[d] > 0 && (last < 0 || last >= extent) {
			return op.Errorf(codeTensor, "slice along dimension %d runs out-of-bounds: %d >= %d", d, last,
				extent)
		}
	}
	return nil
}

// isReduced reports whether reduced is shape without some extents of 1.
func isReduced(shape, reduced []int64) bool {
	i := 0
	for _, extent := range shape {
		if i < len(reduced) && reduced[i] == extent {
			i++
		} else if extent != 1 {
			return false
		}
	}
	return i == len(reduced)
}
