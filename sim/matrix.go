package sim

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"gpu.subgroup_mma_load_matrix":          emitMatrixLoad,
		"gpu.subgroup_mma_store_matrix":         emitMatrixStore,
		"gpu.subgroup_mma_compute":              emitMatrixProduct,
		"gpu.subgroup_mma_constant_matrix":      emitMatrixConstant,
		"gpu.subgroup_mma_elementwise":          emitMatrixElementwise,
		"gpu.subgroup_mma_extract_thread_local": emitMatrixExtract,
		"gpu.subgroup_mma_insert_thread_local":  emitMatrixInsert,
	})
}

// A matrix of a warp (!gpu.mma_matrix) is in the registers of its 32 threads. Devices do not document which
// thread has which elements. Here the elements of a thread follow each other by rows, and the elements of the
// next thread follow them. One more register has the layout, as loaded or transposed; a product has to name
// the same layout.

var (
	codeMatrixPlace = diag.Register("sim-matrix-place", "a warp accesses a matrix where a device cannot",
		"All threads of a warp give the same memory and the same subscripts. The matrix begins at a "+
			"multiple of 32 bytes, and its rows are a "+
			"multiple of 16 bytes apart (CUDA C++ Programming Guide, Warp Matrix Functions).")
	codeMatrixLayout = diag.Register("sim-matrix-layout",
		"a product says of a matrix another layout than it was loaded with",
		"gpu.subgroup_mma_compute has the attribute a_transpose, or b_transpose, where the matrix was "+
			"loaded with the attribute transpose, and "+
			"only there. On a device the product is undefined otherwise.")
)

// The last register of a matrix: the layout with which it was loaded. A matrix that was not loaded has
// anyLayout, which every product accepts.
const (
	anyLayout uint64 = iota
	byRows
	byColumns
)

// matrix is a matrix in the registers of a warp.
type matrix struct {
	first         int32 // first register
	rows, columns int64
	perThread     int64 // elements in each thread
	kind          ir.FloatKind
	float         bool
	truncate      bool // to tf32, where the matrix is a factor
	signed        bool
	width         uint32
}

// matrixLanes returns the number of registers of a matrix in each thread.
func matrixLanes(m gpu.MMAMatrix) int32 { return int32(m.Rows*m.Columns/warpSize) + 1 }

// checkMatrix returns an error unless the simulator supports matrices of the type.
func (c *compiler) checkMatrix(t ir.Type, m gpu.MMAMatrix) error {
	if m.Rows < 1 || m.Columns < 1 || m.Rows > value.MaxLanes/m.Columns || m.Rows*m.Columns%warpSize != 0 {
		return c.op.Errorf(codeUnsupportedType, "the simulator has no values of type %v", t)
	}
	return nil
}

func (c *compiler) matrix(v *ir.Value) matrix {
	m, _ := gpu.MMAMatrixOf(v.Type())
	x := matrix{first: c.slot(v), rows: m.Rows, columns: m.Columns, perThread: m.Rows * m.Columns / warpSize,
		width: widthOf(m.Elem)}
	x.kind, x.float = floatKind(m.Elem)
	x.truncate = x.float && x.kind == ir.F32 && m.Operand != "COp"
	i, ok := m.Elem.(*ir.IntegerType)
	x.signed = ok && i.Sign != ir.Unsigned
	return x
}

// element returns the register of the element in a row and a column.
func (x *matrix) element(ts []*thread, row, column int64) *uint64 {
	at := row*x.columns + column
	return &ts[at/x.perThread].regs[x.first+int32(at%x.perThread)]
}

// layout returns the register of a thread that has the layout of the matrix.
func (x *matrix) layout(t *thread) *uint64 { return &t.regs[x.first+int32(x.perThread)] }

// value returns the value of an element as a float64. Integers are exact.
func (x *matrix) value(bits uint64) float64 {
	switch {
	case x.truncate:
		return value.DecodeFloat(x.kind, bits&^(1<<13-1))
	case x.float:
		return value.DecodeFloat(x.kind, bits)
	case x.signed:
		return float64(value.Signed(bits, 64-uint64(x.width)))
	}
	return float64(bits)
}

// bits returns the bits of an element with a value. Integers wrap around.
func (x *matrix) bits(v float64) uint64 {
	if x.float {
		return value.EncodeFloat(x.kind, v)
	}
	return uint64(int64(v)) & value.Mask(x.width)
}

// ---- memory ----

// matrixAccess is the data of a load or a store of a matrix.
type matrixAccess struct {
	matrix
	memory    int32
	indices   []int32
	stride    int64 // elements between rows, or between columns
	transpose bool
	stores    bool
}

func emitMatrixLoad(c *compiler, op *ir.Op) error {
	return c.matrixAccess(op, op.Result(0), op.Operand(0), op.Operands()[1:], false)
}

func emitMatrixStore(c *compiler, op *ir.Op) error {
	return c.matrixAccess(op, op.Operand(0), op.Operand(1), op.Operands()[2:], true)
}

func (c *compiler) matrixAccess(op *ir.Op, v, memory *ir.Value, indices []*ir.Value, stores bool) error {
	if hasLanes(memory.Type().(*ir.MemRefType).Elem) {
		return c.unsupported(op, "on memory of vectors")
	}
	x := &matrixAccess{matrix: c.matrix(v), memory: c.slot(memory), indices: c.slotsOf(indices),
		transpose: op.Attr("transpose") != nil, stores: stores}
	x.stride, _ = op.IntAttr("leadDimension")
	c.emitTogether(instr{data: x, touches: true}, false, execMatrixAccess)
	return nil
}

// execMatrixAccess lets each thread access the elements that it holds.
func execMatrixAccess(in *instr, ts []*thread) {
	x := in.data.(*matrixAccess)
	if !wholeWarp(in, ts, "accesses a matrix") {
		return
	}
	base, ok := x.place(in, ts)
	if !ok {
		return
	}
	v := ts[0].mems[x.memory]
	for at := range x.rows * x.columns {
		t, register := ts[at/x.perThread], x.first+int32(at%x.perThread)
		row, column := at/x.columns, at%x.columns
		if x.transpose {
			row, column = column, row
		}
		addr := base + (row*x.stride+column)*v.size
		if addr < 0 || addr > v.buf.size-v.size {
			t.fail(in, codeOutOfBounds, "element (%d, %d) of the matrix is outside of %s, which has %d bytes",
				at/x.columns, at%x.columns,
				v.name(), v.buf.size)
			return
		}
		if x.stores {
			t.store(in, v, addr, t.regs[register])
		} else {
			t.regs[register] = t.load(in, v, addr)
		}
	}
	for _, t := range ts {
		if *x.layout(t) = byRows; x.transpose {
			*x.layout(t) = byColumns
		}
	}
}

// The address of a matrix is a multiple of matrixAlignment bytes. The distance between its rows is a multiple
// of matrixPitch bytes.
const (
	matrixAlignment = 32
	matrixPitch     = 16
)

// place returns the byte offset of the matrix, on which all threads must agree. It returns false after
// stopping the machine.
func (x *matrixAccess) place(in *instr, ts []*thread) (int64, bool) {
	base, ok := ts[0].address(in, ts[0].mems[x.memory], x.indices)
	if !ok {
		return 0, false
	}
	v := ts[0].mems[x.memory]
	for _, t := range ts[1:] {
		at, ok := t.address(in, t.mems[x.memory], x.indices)
		if !ok {
			return 0, false
		}
		if at != base || t.mems[x.memory].buf != v.buf {
			t.fail(in, codeMatrixPlace,
				"the threads of a warp access a matrix at different places: bytes %d and %d of %s", base, at,
				v.name())
			return 0, false
		}
	}
	if base%matrixAlignment != 0 || x.stride*v.size%matrixPitch != 0 {
		ts[0].fail(in, codeMatrixPlace, "a matrix at byte %d of %s has rows that are %d bytes apart", base,
			v.name(), x.stride*v.size)
		return 0, false
	}
	return base, true
}

// ---- products ----

// matrixProduct is the data of a product.
type matrixProduct struct {
	a, b, c, d matrix
	layouts    [2]uint64 // layouts of A and B, as the product names them
}

func emitMatrixProduct(c *compiler, op *ir.Op) error {
	x := &matrixProduct{a: c.matrix(op.Operand(0)), b: c.matrix(op.Operand(1)), c: c.matrix(op.Operand(2)),
		d: c.matrix(op.Result(0))}
	if x.a.float != x.b.float || x.a.width != x.b.width || x.a.float != x.c.float {
		return c.unsupported(op, "on these types")
	}
	for i, name := range []string{"a_transpose", "b_transpose"} {
		if x.layouts[i] = byRows; op.Attr(name) != nil {
			x.layouts[i] = byColumns
		}
	}
	c.emitTogether(instr{data: x}, false, execMatrixProduct)
	return nil
}

// execMatrixProduct multiplies two matrices with one rounding per element of the result, in the order of k.
// The hardware rounds in an order of its own.
func execMatrixProduct(in *instr, ts []*thread) {
	x := in.data.(*matrixProduct)
	if !wholeWarp(in, ts, "multiplies matrices") {
		return
	}
	for i, m := range []*matrix{&x.a, &x.b} {
		if have := *m.layout(ts[0]); have != anyLayout && have != x.layouts[i] {
			ts[0].fail(in, codeMatrixLayout, "%c was loaded %s, and the product says that it was loaded %s",
				'A'+rune(i),
				layoutNames[have], layoutNames[x.layouts[i]])
			return
		}
	}
	results := make([]uint64, 0, x.d.rows*x.d.columns)
	for i := range x.d.rows {
		for j := range x.d.columns {
			sum := x.c.value(*x.c.element(ts, i, j))
			for k := range x.a.columns {
				sum += x.a.value(*x.a.element(ts, i, k)) * x.b.value(*x.b.element(ts, k, j))
			}
			results = append(results, x.d.bits(sum))
		}
	}
	for at, bits := range results {
		*x.d.element(ts, int64(at)/x.d.columns, int64(at)%x.d.columns) = bits
	}
	for _, t := range ts {
		*x.d.layout(t) = anyLayout
	}
}

var layoutNames = map[uint64]string{byRows: "as it lies in memory", byColumns: "transposed"}

// ---- elements ----

func emitMatrixConstant(c *compiler, op *ir.Op) error {
	value, x := c.operand(op, 0), c.matrix(op.Result(0))
	c.emit(instr{exec: func(t *thread, _ *instr) {
		for i := range int32(x.perThread) {
			t.regs[x.first+i] = t.regs[value]
		}
		*x.layout(t) = anyLayout
	}})
	return nil
}

func emitMatrixElementwise(c *compiler, op *ir.Op) error {
	name := gpu.MMAElementwise.CaseName(op.Attr("opType").(*ir.EnumAttr).Value)
	d := c.matrix(op.Result(0))
	args := make([]matrix, op.NumOperands())
	for i := range args {
		if args[i] = c.matrix(op.Operand(i)); args[i].rows != d.rows || args[i].columns != d.columns ||
			args[i].float != d.float {
			return c.unsupported(op, "on these types")
		}
	}
	compute := matrixOp(name, len(args))
	if compute == nil {
		return c.unsupported(op, "on so many matrices")
	}
	c.emit(instr{exec: func(t *thread, in *instr) {
		values := make([]float64, len(args))
		for i := range int32(d.perThread) {
			for j := range args {
				values[j] = args[j].heldValue(t, i)
			}
			v, ok := compute(values)
			if !ok {
				t.fail(in, codeDivByZero, "an element of a matrix is divided by zero")
				return
			}
			t.regs[d.first+i] = d.bits(v)
		}
		*d.layout(t) = *args[0].layout(t)
	}})
	return nil
}

// heldValue returns the value of the i-th of the elements that a thread holds.
func (x *matrix) heldValue(t *thread, i int32) float64 {
	whole := *x
	whole.truncate = false
	return whole.value(t.regs[x.first+i])
}

// matrixOp returns the function that an operation applies to corresponding elements, nil if there is no such
// operation on that number of matrices. The function returns false for a division of integers by zero. Sums,
// products and quotients of floats are rounded once, because float64 has more than twice the digits of the
// other formats.
func matrixOp(name string, args int) func(v []float64) (float64, bool) {
	binary := func(f func(x, y float64) float64) func([]float64) (float64, bool) {
		if args != 2 {
			return nil
		}
		return func(v []float64) (float64, bool) { return f(v[0], v[1]), true }
	}
	switch name {
	case "addf", "addi":
		return binary(func(x, y float64) float64 { return x + y })
	case "subf", "subi":
		return binary(func(x, y float64) float64 { return x - y })
	case "mulf":
		return binary(func(x, y float64) float64 { return x * y })
	case "muli":
		return binary(func(x, y float64) float64 { return float64(int32(int64(x) * int64(y))) })
	case "divf":
		return binary(func(x, y float64) float64 { return x / y })
	case "maxf":
		return binary(func(x, y float64) float64 { return extremeOf(x > y, x, y) })
	case "minf":
		return binary(func(x, y float64) float64 { return extremeOf(x < y, x, y) })
	}
	return unaryMatrixOp(name, args)
}

// extremeOf returns x if chosen is set, else y. If x or y is NaN, it returns NaN.
func extremeOf(chosen bool, x, y float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case chosen:
		return x
	}
	return y
}

func unaryMatrixOp(name string, args int) func(v []float64) (float64, bool) {
	switch {
	case (name == "divs" || name == "divu") && args == 2:
		return func(v []float64) (float64, bool) {
			x, y := int64(int32(int64(v[0]))), int64(int32(int64(v[1])))
			if name == "divu" {
				x, y = int64(uint32(x)), int64(uint32(y))
			}
			if y == 0 {
				return 0, false
			}
			return float64(x / y), true
		}
	case (name == "negatef" || name == "negates") && args == 1:
		return func(v []float64) (float64, bool) { return -v[0], true }
	case name == "extf" && args == 1:
		return func(v []float64) (float64, bool) { return v[0], true }
	}
	return nil
}

// A thread may access the elements of an accumulator that it holds, by their number. On a device several
// threads hold the same elements of a factor; the simulator does not support such accesses.

func emitMatrixExtract(c *compiler, op *ir.Op) error {
	x, index, result := c.matrix(op.Operand(0)), op.Operands()[1:], c.result(op, 0)
	at, err := c.ownElement(op, op.Operand(0), index)
	if err != nil {
		return err
	}
	c.emit(instr{exec: func(t *thread, in *instr) {
		if r, ok := x.own(t, in, at); ok {
			t.regs[result] = t.regs[r]
		}
	}})
	return nil
}

func emitMatrixInsert(c *compiler, op *ir.Op) error {
	value, x, d := c.operand(op, 0), c.matrix(op.Operand(1)), c.matrix(op.Result(0))
	at, err := c.ownElement(op, op.Operand(1), op.Operands()[2:])
	if err != nil {
		return err
	}
	c.emit(instr{exec: func(t *thread, in *instr) {
		copyLanes(t.regs, d.first, t.regs, x.first, int32(x.perThread)+1)
		if r, ok := d.own(t, in, at); ok {
			t.regs[r] = t.regs[value]
		}
	}})
	return nil
}

// ownElement returns the register that has the number of an element.
func (c *compiler) ownElement(op *ir.Op, v *ir.Value, indices []*ir.Value) (int32, error) {
	if m, _ := gpu.MMAMatrixOf(v.Type()); m.Operand != "COp" || len(indices) != 1 {
		return 0, c.unsupported(op, "on factors, or with another number of subscripts than one")
	}
	return c.slot(indices[0]), nil
}

// own returns the register of the element whose number is in register at. It returns false after stopping the
// machine.
func (x *matrix) own(t *thread, in *instr, at int32) (int32, bool) {
	i := t.regs[at]
	if i >= uint64(x.perThread) {
		t.fail(in, codeOutOfBounds, "a thread holds %d elements of the matrix, and number %d is asked for",
			x.perThread, int64(i))
		return 0, false
	}
	return x.first + int32(i), true
}
