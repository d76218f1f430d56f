package nvgpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations of a warp on fragments of matrices: PTX ISA, "Warp Level Matrix Multiply-Accumulate
// Instructions". Fragments are vectors in the registers of each thread.

// LdMatrix is nvgpu.ldmatrix: each of the 32 threads receives its part of numTiles tiles of 8 rows of 16
// bytes.
var LdMatrix = &ir.OpDef{
	Name:     "nvgpu.ldmatrix",
	Summary:  "load a fragment of a matrix from shared memory",
	Operands: []ir.OperandDef{operand("srcMemref", constraint.MemRef), indices("indices")},
	Results:  result("res", anyVector),
	Attrs:    []ir.AttrDef{{Name: "transpose", Type: boolAttr}, {Name: "numTiles", Type: i32Attr}},
	Format:   "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
	Verify:   verifyLdMatrix,
	// The last two indices give the row of this thread. The operation reads the rows of the other threads,
	// too.
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		e := ir.Effect{Kind: ir.Read, Value: op.Operand(0)}
		if op.NumOperands() > 3 {
			e.Indices = op.Operands()[1 : op.NumOperands()-2]
		}
		add(e)
	},
}

func verifyLdMatrix(op *ir.Op) error {
	src, res := op.Operand(0).Type().(*ir.MemRefType), vectorType(op.Result(0))
	if src.Elem != res.Elem {
		return op.OpErrorf(codeNVGPU, "failed to verify that srcMemref and res have same element type")
	}
	bits := Bits(res.Elem)
	tiles, _ := op.IntAttr("numTiles")
	transpose, _ := op.IntAttr("transpose")
	switch {
	case !IsShared(src.MemorySpace):
		return op.Errorf(codeNVGPU,
			"expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or "+
				"gpu::AddressSpaceAttr(Workgroup)")
	case bits == 0:
		return op.OpErrorf(codeNVGPU, "elements must be integers or floats, but are of type '%v'", res.Elem)
	case bits > 32:
		return op.Errorf(codeNVGPU, "nvgpu.ldmatrix works for 32b or lower")
	case transpose != 0 && bits != 16:
		return op.Errorf(codeNVGPU, "nvgpu.ldmatrix transpose works only at 16b granularity")
	case len(res.Shape) != 2:
		return op.Errorf(codeNVGPU, "results must be 2 dimensional vector")
	case res.Shape[1] != 32/bits:
		return op.Errorf(codeNVGPU, "expected vector register shape[1] = %d", 32/bits)
	case res.Shape[0] != tiles:
		return op.Errorf(codeNVGPU, "expected vector register shape[0] and numTiles to match")
	}
	return nil
}

var (
	matrices = []ir.OperandDef{operand("matrixA", anyVector), operand("matrixB", anyVector),
		operand("matrixC", anyVector)}
	shapeAttr = ir.AttrDef{Name: "mmaShape", Type: mmaShape}
	tf32Attr  = ir.AttrDef{Name: "tf32Enabled", Type: constraint.Unit, Optional: true}
)

// MmaSync is nvgpu.mma.sync: D = A * B + C on the fragments of a warp, of the shape mmaShape = [m, n, k].
var MmaSync = &ir.OpDef{
	Name:     "nvgpu.mma.sync",
	Summary:  "multiply and accumulate fragments of matrices",
	Operands: matrices,
	Results:  result("res", anyVector),
	Attrs:    []ir.AttrDef{shapeAttr, tf32Attr},
	Traits:   ir.Pure,
	Format: "`(` $matrixA `,` $matrixB `,` $matrixC `)` attr-dict " +
		"`:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)",
	Verify: func(op *ir.Op) error { return verifyMma(op, 1) },
}

// MmaSparseSync is nvgpu.mma.sp.sync: MmaSync for a matrix A of which half is 0. sparseMetadata says which
// half.
var MmaSparseSync = &ir.OpDef{
	Name:     "nvgpu.mma.sp.sync",
	Summary:  "multiply and accumulate fragments of matrices, the first of them sparse",
	Operands: append(matrices[:3:3], operand("sparseMetadata", metadata)),
	Results:  result("res", anyVector),
	Attrs: []ir.AttrDef{shapeAttr, tf32Attr, {
		Name: "sparsitySelector", Type: i32Attr, Default: func(c *ir.Context) ir.Attr {
			return c.Int(c.I32, 0)
		},
	}},
	Traits: ir.Pure,
	Format: "`(` $matrixA `,` $matrixB `,` $matrixC `)` `metadata` `(` $sparseMetadata `)` attr-dict " +
		"`:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)",
	Verify: verifyMmaSparse,
}

func verifyMmaSparse(op *ir.Op) error {
	if err := sameElements(op); err != nil {
		return err
	}
	if s, _ := op.IntAttr("sparsitySelector"); s != 0 && s != 1 {
		return op.OpErrorf(codeNVGPU, "sparsity selector should be 0 or 1")
	}
	return verifyMma(op, 2)
}

func sameElements(op *ir.Op) error {
	if vectorType(op.Operand(0)).Elem != vectorType(op.Operand(1)).Elem {
		return op.OpErrorf(codeNVGPU, "failed to verify that matrixA and matrixB have same element type")
	}
	return nil
}

// mma has the parts of an MmaSync: the shape of the product, and that of the tile that the hardware
// multiplies at once, 8 x 8 x k. Each thread holds perThread elements of a tile of A and of B, and two of C.
type mma struct {
	op           *ir.Op
	m, n, k      int64
	tileK        int64
	perThread    int64
	sparseFactor int64
}

// verifyMma checks the fragments. A has factor times as many elements as are stored.
func verifyMma(op *ir.Op, factor int64) error {
	if err := sameElements(op); err != nil {
		return err
	}
	shape := op.Attr("mmaShape").(*ir.ArrayAttr).Elems
	if len(shape) != 3 {
		return op.OpErrorf(codeNVGPU, "expected mmaShape to have 3 elements, but got %d", len(shape))
	}
	v := mma{op: op, sparseFactor: factor}
	for i, to := range []*int64{&v.m, &v.n, &v.k} {
		*to = shape[i].(*ir.IntegerAttr).Value
		if *to < 0 || *to > maxMmaExtent {
			return op.OpErrorf(codeNVGPU, "expected mmaShape to have extents of at most %d, but got %d",
				maxMmaExtent, *to)
		}
	}
	if err := v.setTile(vectorType(op.Operand(0)).Elem); err != nil {
		return err
	}
	if err := v.verifyCounts(); err != nil {
		return err
	}
	if op.Attr("tf32Enabled") != nil && !isFloat(vectorType(op.Operand(0)).Elem, ir.F32) {
		return op.OpErrorf(codeNVGPU, "expected tf32 tensor cores only for F32 operands")
	}
	return v.verifyShapes()
}

// maxMmaExtent is far above the extents of every instruction, and keeps products of extents in range.
const maxMmaExtent = 1 << 20

func (v *mma) setTile(elem ir.Type) error {
	bits := Bits(elem)
	switch {
	case isFloat(elem, ir.F64):
		if v.sparseFactor != 1 {
			return v.op.Errorf(codeNVGPU, "f64 is not supported for sparse mode")
		}
		v.tileK, v.perThread = 4, 1
	case isFloat(elem, ir.F32, ir.F16, ir.BF16), isInt(8)(elem), isInt(4)(elem):
		v.tileK, v.perThread = 128/bits, 32/bits
	default:
		return v.op.Errorf(codeNVGPU, "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by %s",
			v.op.Name())
	}
	return nil
}

// verifyCounts checks that the 32 threads together hold all elements of the matrices.
func (v *mma) verifyCounts() error {
	for i := range 3 {
		if len(vectorType(v.op.Operand(i)).Shape) != 2 {
			return v.op.Errorf(codeNVGPU, "matrix%c must be 2 dimensional vector", 'A'+i)
		}
	}
	stored := [3]int64{v.m * v.k / v.sparseFactor, v.k * v.n, v.m * v.n}
	full := [3]int64{v.m * v.k, v.k * v.n, v.m * v.n}
	for i := range 3 {
		shape := vectorType(v.op.Operand(i)).Shape
		if product(shape[0], shape[1], 32) != stored[i] {
			return v.op.OpErrorf(codeNVGPU, "expected %d warp-wide matrix %c elements", full[i], 'A'+i)
		}
	}
	return nil
}

// product multiplies positive numbers. It returns -1 if the product is too large.
func product(numbers ...int64) int64 {
	p := int64(1)
	for _, n := range numbers {
		if p > (1<<62)/n {
			return -1
		}
		p *= n
	}
	return p
}

// verifyShapes checks the shape of each thread's fragment: one row for each tile.
func (v *mma) verifyShapes() error {
	mTiles, nTiles, kTiles := v.m/8, v.n/8, v.k/v.tileK
	want := [3][2]int64{{mTiles * kTiles / v.sparseFactor, v.perThread}, {kTiles * nTiles, v.perThread},
		{mTiles * nTiles, 2}}
	for i := range 3 {
		shape := vectorType(v.op.Operand(i)).Shape
		if shape[0] == want[i][0] && shape[1] == want[i][1] {
			continue
		}
		rows := want[i][0]
		if i == 0 {
			rows = mTiles * kTiles
		}
		return v.op.OpErrorf(codeNVGPU, "expected matrix %c to be shaped (%d x %d)", 'A'+i, rows, want[i][1])
	}
	return nil
}

// Rcp is nvgpu.rcp: the reciprocal of each element.
var Rcp = &ir.OpDef{
	Name:     "nvgpu.rcp",
	Summary:  "The reciprocal calculation for vector types",
	Operands: []ir.OperandDef{operand("in", floatVector)},
	Results:  result("out", floatVector),
	Attrs: []ir.AttrDef{
		{Name: "rounding", Type: constraint.Enum(Rounding, "Rounding mode of rcp"),
			Default: func(c *ir.Context) ir.Attr { return c.Enum(Rounding, roundingApprox) }},
		{Name: "ftz", Type: constraint.Unit, Optional: true},
	},
	Traits: ir.Pure | ir.SameOperandsAndResultType,
	Format: "$in `{` `rounding` `=` $rounding (`,` `ftz` $ftz^)? `}` attr-dict `:` type($out)",
	Verify: verifyRcp,
}

func verifyRcp(op *ir.Op) error {
	rounding := op.Attr("rounding")
	if rounding.(*ir.EnumAttr).Value != roundingApprox || op.Attr("ftz") == nil {
		return op.OpErrorf(codeNVGPU, "has a limitation. %v or non-ftz is not supported yet.", rounding)
	}
	return nil
}
