package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// MMAElementwise is #gpu<mma_element_wise addf>: the operation on every element.
var MMAElementwise = &ir.EnumDef{Dialect: "gpu", Mnemonic: "mma_element_wise", Width: 32, Word: true,
	Cases: []ir.EnumCase{
		{Name: "addf", Value: 0}, {Name: "mulf", Value: 1}, {Name: "subf", Value: 2},
		{Name: "maxf", Value: 3},
		{Name: "minf", Value: 4}, {Name: "divf", Value: 5}, {Name: "addi", Value: 6},
		{Name: "muli", Value: 7},
		{Name: "subi", Value: 8}, {Name: "divs", Value: 9}, {Name: "divu", Value: 10},
		{Name: "negatef", Value: 11},
		{Name: "negates", Value: 12}, {Name: "extf", Value: 13},
	}}

// SubgroupMMALoadMatrix is gpu.subgroup_mma_load_matrix: it loads a matrix from memory whose rows are
// leadDimension elements apart.
var SubgroupMMALoadMatrix = &ir.OpDef{
	Name:     "gpu.subgroup_mma_load_matrix",
	Summary:  "GPU warp synchronous matrix load",
	Operands: []ir.OperandDef{operand("srcMemref", mmaMemRef), variadic("indices", constraint.Index)},
	Results:  []ir.ResultDef{{Name: "res", Type: anyMatrix}},
	Attrs:    []ir.AttrDef{{Name: "leadDimension", Type: indexAttr}, unit("transpose")},
	Format:   "$srcMemref`[`$indices`]` attr-dict `:` type($srcMemref) `->` type($res)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		matrixEffects(op, ir.Read, op.Result(0), op.Operand(0), op.Operands()[1:], add)
	},
	Collective: true,
	Verify: func(op *ir.Op) error {
		if !unitStride(op.Operand(0)) {
			return op.Errorf(codeGPU, "expected source memref most minor dim must have unit stride")
		}
		return nil
	},
}

// SubgroupMMAStoreMatrix is gpu.subgroup_mma_store_matrix: it stores a matrix to such memory.
var SubgroupMMAStoreMatrix = &ir.OpDef{
	Name:    "gpu.subgroup_mma_store_matrix",
	Summary: "GPU warp synchronous matrix store",
	Operands: []ir.OperandDef{
		operand("src", matrixOf(allMMATypes...)), operand("dstMemref", mmaMemRef),
		variadic("indices", constraint.Index),
	},
	Attrs:  []ir.AttrDef{{Name: "leadDimension", Type: indexAttr}, unit("transpose")},
	Format: "$src`,` $dstMemref`[`$indices`]` attr-dict `:` type($src)`,` type($dstMemref)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		matrixEffects(op, ir.Write, op.Operand(0), op.Operand(1), op.Operands()[2:], add)
	},
	Collective: true,
	Verify:     verifyMMAStore,
}

// SubgroupMMACompute is gpu.subgroup_mma_compute: A * B + C.
var SubgroupMMACompute = &ir.OpDef{
	Name:    "gpu.subgroup_mma_compute",
	Summary: "GPU warp synchronous matrix multiply accumulate",
	Operands: []ir.OperandDef{
		operand("opA", factor), operand("opB", factor),
		operand("opC", matrixOf("32-bit signless integer", "16-bit float", "32-bit float", "64-bit float")),
	},
	Results: []ir.ResultDef{{Name: "res", Type: anyMatrix}},
	Attrs:   []ir.AttrDef{unit("a_transpose"), unit("b_transpose")},
	Traits:  ir.Pure,
	Format: "$opA`,` $opB`,` $opC attr-dict `:` type($opA)`,` type($opB) `->` " +
		"custom<MMAAccumulatorType>(type($opC), type($res))",
	Verify: verifyMMACompute,
}

var factor = matrixOf("8-bit signed integer", "8-bit unsigned integer", "16-bit float", "32-bit float",
	"64-bit float")

// SubgroupMMAConstantMatrix is gpu.subgroup_mma_constant_matrix: a matrix of equal elements.
var SubgroupMMAConstantMatrix = &ir.OpDef{
	Name:    "gpu.subgroup_mma_constant_matrix",
	Summary: "GPU warp synchronous constant matrix",
	Operands: []ir.OperandDef{
		operand("value", oneOf("8-bit signed integer", "8-bit unsigned integer", "32-bit signless integer",
			"16-bit float", "32-bit float"))},
	Results: []ir.ResultDef{{Name: "res", Type: anyMatrix}},
	Traits:  ir.Pure,
	Format:  "$value attr-dict `:` custom<MMAConstantType>(type($value), type($res))",
	Verify:  func(op *ir.Op) error { return verifyElement(op, op.Result(0), op.Operand(0)) },
}

// SubgroupMMAExtractThreadLocal is gpu.subgroup_mma_extract_thread_local: one of the elements that this
// thread holds.
var SubgroupMMAExtractThreadLocal = &ir.OpDef{
	Name:     "gpu.subgroup_mma_extract_thread_local",
	Summary:  "Extract a value from GPU warp by invocation and indices",
	Operands: []ir.OperandDef{operand("matrix", anyMatrix), variadic("indices", constraint.Index)},
	Results:  []ir.ResultDef{{Name: "res", Type: scalar}},
	Traits:   ir.Pure,
	Format:   "$matrix`[`$indices`]` attr-dict `:` type($matrix) `->` type($res)",
	Verify:   func(op *ir.Op) error { return verifyElement(op, op.Operand(0), op.Result(0)) },
}

// SubgroupMMAInsertThreadLocal is gpu.subgroup_mma_insert_thread_local: the matrix after one of the elements
// that this thread holds is replaced.
var SubgroupMMAInsertThreadLocal = &ir.OpDef{
	Name:    "gpu.subgroup_mma_insert_thread_local",
	Summary: "Insert a value into GPU warp by invocation and indices",
	Operands: []ir.OperandDef{
		operand("value", scalar), operand("matrix", anyMatrix), variadic("indices", constraint.Index),
	},
	Results: []ir.ResultDef{{Name: "res", Type: anyMatrix}},
	Traits:  ir.Pure,
	Format:  "$value`,` $matrix`[`$indices`]` attr-dict `:` type($value)`,` type($matrix) `->` type($res)",
	Verify:  func(op *ir.Op) error { return verifyElement(op, op.Operand(1), op.Operand(0)) },
}

// SubgroupMMAElementwise is gpu.subgroup_mma_elementwise: an operation on corresponding elements of matrices.
var SubgroupMMAElementwise = &ir.OpDef{
	Name:     "gpu.subgroup_mma_elementwise",
	Summary:  "GPU warp elementwise operation on a matrix",
	Operands: []ir.OperandDef{variadic("args", anyMatrix)},
	Results:  []ir.ResultDef{{Name: "res", Type: anyMatrix}},
	Attrs: []ir.AttrDef{
		{Name: "opType", Type: constraint.Enum(MMAElementwise,
			"elementwise operation to apply to mma matrix")},
	},
	Traits: ir.Pure,
	Format: "$opType $args attr-dict `:` functional-type($args, $res)",
}

func init() {
	text.RegisterCustom("MMAAccumulatorType", text.Custom{Parse: parseAccumulator, Print: printResultType})
	text.RegisterCustom("MMAConstantType", text.Custom{Parse: parseConstantMatrix, Print: printResultType})
}

func printResultType(p ir.OpPrinter, op *ir.Op) { p.Type(op.Result(0).Type()) }

// parseAccumulator parses the type of the result, which is that of C.
func parseAccumulator(p ir.OpParser, b *text.Binder) error {
	t, err := p.Type()
	b.OperandTypes(2, []ir.Type{t})
	b.ResultTypes(0, []ir.Type{t})
	return err
}

// parseConstantMatrix parses the type of the result, whose elements have the type of the operand.
func parseConstantMatrix(p ir.OpParser, b *text.Binder) error {
	off := p.Off()
	t, err := p.Type()
	if err != nil {
		return err
	}
	m, ok := MMAMatrixOf(t)
	if !ok {
		return p.Errorf(off, "invalid kind of type specified: expected gpu.mma_matrix, but found '%v'", t)
	}
	b.OperandTypes(0, []ir.Type{m.Elem})
	b.ResultTypes(0, []ir.Type{t})
	return nil
}

// matrixEffects reports the accesses to a matrix in memory, line by line. A line is a row or, if the matrix
// is transposed, a column. The lead dimension decides in which rows of the memory the lines begin. If that is
// not known, the effect is on any element.
func matrixEffects(op *ir.Op, kind ir.EffectKind, matrix, memory *ir.Value, indices []*ir.Value,
	add func(ir.Effect)) {
	m, _ := MMAMatrixOf(matrix.Type())
	lines, extent := m.Rows, m.Columns
	if op.Attr("transpose") != nil {
		lines, extent = extent, lines
	}
	t := memory.Type().(*ir.MemRefType)
	rank := len(t.Shape)
	lead, _ := op.IntAttr("leadDimension")
	pitch, ok := rowPitch(t)
	const most = 256 // no device has products with more lines
	if !ok || lead < 1 || lead%pitch != 0 && pitch%lead != 0 || lines > most || extent < 1 {
		add(ir.Effect{Kind: kind, Value: memory})
		return
	}
	for line := range lines {
		results := make([]*affine.Expr, rank)
		for d := range results {
			results[d] = affine.D(d)
		}
		results[rank-2] = results[rank-2].Add(affine.C(line * lead / pitch))
		results[rank-1] = results[rank-1].Add(affine.C(line * lead % pitch))
		add(ir.Effect{Kind: kind, Value: memory, Map: affine.NewMap(rank, 0, results...), Indices: indices,
			Extent: extent})
	}
}

// rowPitch returns the distance between the rows of a memref of scalars, in elements. ok is false if the type
// does not give it.
func rowPitch(t *ir.MemRefType) (int64, bool) {
	strides, _, ok := memref.Strides(t)
	if _, ofVectors := t.Elem.(*ir.VectorType); !ok || ofVectors || len(strides) < 2 {
		return 0, false
	}
	pitch := strides[len(strides)-2]
	return pitch, pitch > 0
}

// unitStride reports whether consecutive elements of the last dimension of a memref are consecutive in
// memory.
func unitStride(m *ir.Value) bool {
	strides, _, ok := memref.Strides(m.Type().(*ir.MemRefType))
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

func verifyMMAStore(op *ir.Op) error {
	m, _ := MMAMatrixOf(op.Operand(0).Type())
	switch {
	case !unitStride(op.Operand(1)):
		return op.Errorf(codeGPU, "expected destination memref most minor dim must have unit stride")
	case m.Operand != "COp":
		return op.Errorf(codeGPU, "expected the operand matrix being stored to have 'COp' operand type")
	}
	return nil
}

func verifyMMACompute(op *ir.Op) error {
	if err := constraint.SameType(op, "opC, res", op.Operand(2), op.Result(0)); err != nil {
		return err
	}
	var m [3]MMAMatrix
	for i := range m {
		m[i], _ = MMAMatrixOf(op.Operand(i).Type())
	}
	a, b, c := m[0], m[1], m[2]
	switch {
	case a.Operand != "AOp" || b.Operand != "BOp" || c.Operand != "COp":
		return op.Errorf(codeGPU, "operands must be in the order AOp, BOp, COp")
	case a.Columns != b.Rows || a.Rows != c.Rows || b.Columns != c.Columns:
		return op.Errorf(codeGPU, "operand shapes do not satisfy matmul constraints")
	}
	return nil
}

func verifyElement(op *ir.Op, matrix, value *ir.Value) error {
	if m, _ := MMAMatrixOf(matrix.Type()); m.Elem != value.Type() {
		return op.OpErrorf(codeGPU, "failed to verify that value type matches element type of mma_matrix")
	}
	return nil
}
