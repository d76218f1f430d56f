package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.load":           emitVectorAccess,
		"vector.store":          emitVectorAccess,
		"vector.maskedload":     emitVectorAccess,
		"vector.maskedstore":    emitVectorAccess,
		"vector.gather":         emitVectorAccess,
		"vector.scatter":        emitVectorAccess,
		"vector.transfer_read":  emitTransfer,
		"vector.transfer_write": emitTransfer,
	})
}

// lanes is the data of an instruction that reads or writes the elements of a vector in memory: it describes
// the position of each element.
type lanes struct {
	// extents of the vector; without those of the elements, if the memory's elements are vectors
	shape []int64
	dims  []int  // the dimension of memory for each of them, -1 if the element is repeated
	skips []bool // whether elements outside of memory along it are left out
	inner int32  // lanes of one element of memory
	part  int64  // bytes of a lane
	bits  uint64 // mask of the bits of a lane

	indices  int32   // first register of the distances of a gather, -1 without
	shift    uint64  // 64 - width of a distance
	packed   bool    // whether the selected lanes are consecutive in memory
	mask     int32   // first register of the mask, -1 without
	maskStep []int32 // registers by which the mask advances along each dimension
	// other is the first register of the lanes that are not read. otherStep is 0 if all of them have the same
	// value.
	other     int32
	otherStep int32
}

// newLanes describes an access to the last dimensions of memory of a type.
func (c *compiler) newLanes(op *ir.Op, memory ir.Type, t *ir.VectorType) (*lanes, error) {
	m, ok := memory.(*ir.MemRefType)
	if !ok {
		return nil, c.unsupported(op, "on tensors")
	}
	x := &lanes{shape: t.Shape, inner: 1, part: value.ElementSize(t.Elem), bits: bitsOf(t.Elem), indices: -1,
		mask: -1, other: -1}
	if e, ok := m.Elem.(*ir.VectorType); ok {
		outer := len(t.Shape) - len(e.Shape)
		if outer < 0 || !slices.Equal(t.Shape[outer:], e.Shape) || e.Elem != t.Elem {
			return nil, c.unsupported(op, "with vectors that are not made of elements of the memory")
		}
		x.shape, x.inner = t.Shape[:outer], laneCount(e)
	} else if m.Elem != t.Elem {
		return nil, c.unsupported(op, "between elements of different types")
	}
	x.skips = make([]bool, len(x.shape))
	for i := range x.shape {
		x.dims = append(x.dims, len(m.Shape)-len(x.shape)+i)
	}
	return x, nil
}

// setMask restricts the access to the lanes that a mask selects, if there is one.
func (x *lanes) setMask(c *compiler, mask *ir.Value) {
	if mask != nil {
		x.maskBy(c.slot(mask))
	}
}

// maskBy restricts the access to the lanes that the mask in registers from mask on selects.
func (x *lanes) maskBy(mask int32) {
	x.mask, x.maskStep = mask, make([]int32, len(x.shape))
	step := int32(1)
	for i := len(x.shape) - 1; i >= 0; i-- {
		x.maskStep[i] = step
		step *= int32(x.shape[i])
	}
}

func emitVectorAccess(c *compiler, op *ir.Op) error {
	a, _ := vector.AccessOf(op)
	t := vectorOf(op, a.Vector)
	x, err := c.newLanes(op, a.Base.Type(), t)
	if err != nil {
		return err
	}
	if mask := c.bothMasks(a.Mask, maskAround(op)); mask >= 0 {
		x.maskBy(mask)
	}
	if a.Indices != nil {
		x.indices, x.shift = c.slot(a.Indices), 64-uint64(widthOf(a.Indices.Type()))
	}
	if op.NumResults() == 0 {
		c.emitAccess(x, execStoreLanes,
			instr{a: c.slot(a.Base), b: c.slot(a.Vector), args: c.slotsOf(a.Offsets)})
		return nil
	}
	if a.Vector != nil {
		x.other, x.otherStep = c.slot(a.Vector), 1
	}
	c.emitAccess(x, execLoadLanes, instr{a: c.slot(a.Base), dst: c.result(op, 0), args: c.slotsOf(a.Offsets)})
	return nil
}

// vectorOf returns the type of the vector that an operation yields or, if it yields none, takes.
func vectorOf(op *ir.Op, taken *ir.Value) *ir.VectorType {
	if op.NumResults() > 0 {
		if t, ok := op.Result(0).Type().(*ir.VectorType); ok {
			return t
		}
	}
	return taken.Type().(*ir.VectorType)
}

// emitAccess emits an access to memory.
func (c *compiler) emitAccess(x *lanes, exec func(*thread, *instr), in instr) {
	in.exec, in.data, in.touches = exec, x, true
	c.emitAgain(in)
}

func emitTransfer(c *compiler, op *ir.Op) error {
	v, _ := vector.TransferOf(op)
	x, err := c.newLanes(op, v.Base.Type(), v.Vector.Type().(*ir.VectorType))
	if err != nil {
		return err
	}
	if mask := c.bothMasks(v.Mask, maskAround(op)); mask >= 0 {
		x.maskBy(mask)
	}
	x.along(v)
	if op.NumResults() == 0 {
		c.emitAccess(x, execStoreLanes,
			instr{a: c.slot(v.Base), b: c.slot(v.Vector), args: c.slotsOf(v.Indices)})
		return nil
	}
	x.other = c.slot(v.Padding)
	c.emitAccess(x, execLoadLanes, instr{a: c.slot(v.Base), dst: c.result(op, 0), args: c.slotsOf(v.Indices)})
	return nil
}

// along sets the dimensions of memory for a transfer. The transfer's mask has dimensions in the order of the
// memory's.
func (x *lanes) along(v vector.Transfer) {
	x.maskStep = make([]int32, len(x.shape))
	for i, e := range v.Map.Results {
		x.dims[i], x.skips[i] = -1, false
		if e.Kind == affine.Dim {
			x.dims[i], x.skips[i] = int(e.Value), !v.InBounds[i]
		}
	}
	dims, step := v.MaskDimensions(), int32(1)
	for d := len(dims) - 1; d >= 0; d-- {
		if i := slices.Index(dims, d); i >= 0 {
			x.maskStep[i] = step
			step *= int32(x.shape[i])
		}
	}
}

// emitLoadElement and emitStoreElement emit accesses to one element of memory, which is a vector.
func emitLoadElement(c *compiler, op *ir.Op) error {
	return c.vectorAt(op, op.Operand(0), nil, c.slotsOf(op.Operands()[1:]))
}

func emitStoreElement(c *compiler, op *ir.Op) error {
	return c.vectorAt(op, op.Operand(1), op.Operand(0), c.slotsOf(op.Operands()[2:]))
}

func emitAffineLoadVector(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "map")
	if err != nil {
		return err
	}
	return c.vectorAt(op, op.Operand(0), nil, c.results(m, op.Operands()[1:]))
}

func emitAffineStoreVector(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "map")
	if err != nil {
		return err
	}
	return c.vectorAt(op, op.Operand(1), op.Operand(0), c.results(m, op.Operands()[2:]))
}

// vectorAt emits the store of a vector, or the load of the result if stored is nil, at subscripts in
// registers.
func (c *compiler) vectorAt(op *ir.Op, memory, stored *ir.Value, subscripts []int32) error {
	if t, ok := memory.Type().(*ir.MemRefType).Elem.(*ir.ComplexType); ok {
		if stored != nil {
			c.emitStoreOf(t, instr{a: c.slot(memory), b: c.slot(stored), args: subscripts})
		} else {
			c.emitLoadOf(t, instr{a: c.slot(memory), dst: c.result(op, 0), args: subscripts})
		}
		return nil
	}
	x, err := c.newLanes(op, memory.Type(), vectorOf(op, stored))
	if err != nil {
		return err
	}
	if stored != nil {
		c.emitAccess(x, execStoreLanes, instr{a: c.slot(memory), b: c.slot(stored), args: subscripts})
		return nil
	}
	c.emitAccess(x, execLoadLanes, instr{a: c.slot(memory), dst: c.result(op, 0), args: subscripts})
	return nil
}

// execLoadLanes reads the selected lanes that are in memory. The other lanes get the value of other.
func execLoadLanes(t *thread, in *instr) {
	x, v := in.data.(*lanes), t.mems[in.a]
	if !t.locateLanes(in, v, x) {
		return
	}
	part := view{size: x.part}
	dst := in.dst
	for e, addr := range t.places {
		if addr < 0 {
			other := x.other + int32(e)*x.inner*x.otherStep
			copyLanes(t.regs, dst, t.regs, other, x.inner)
			dst += x.inner
			continue
		}
		part.buf = v.buf
		for range x.inner {
			t.regs[dst] = t.load(in, &part, addr) & x.bits
			addr += x.part
			dst++
		}
	}
}

// execStoreLanes writes the selected lanes that are in memory.
func execStoreLanes(t *thread, in *instr) {
	x, v := in.data.(*lanes), t.mems[in.a]
	if !t.locateLanes(in, v, x) {
		return
	}
	part := view{buf: v.buf, size: x.part}
	for e, addr := range t.places {
		if addr < 0 {
			continue
		}
		src := in.b + int32(e)*x.inner
		for range x.inner {
			t.store(in, &part, addr, t.regs[src])
			addr += x.part
			src++
		}
	}
}

// locateLanes computes the byte offsets of the accessed elements and puts them into t.places, with -1 for
// elements that are left out. If an element is outside of memory, it stops the machine and returns false;
// nothing has been written then.
func (t *thread) locateLanes(in *instr, v *view, x *lanes) bool {
	if v == nil {
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return false
	}
	n := ir.NumElements(x.shape)
	t.places = t.places[:0]
	t.left -= int(n - 1)
	var buf, coords [8]int64
	index := append(buf[:0], make([]int64, len(in.args))...)
	at := append(coords[:0], make([]int64, len(x.shape))...)
	before := int64(0) // number of selected lanes before this one
	for e := range n {
		addr, ok := int64(-1), true
		switch {
		case !t.selected(x, at):
		case x.packed:
			addr, ok = t.placePacked(in, v, index, before)
			before++
		default:
			addr, ok = t.place(in, v, x, index, at, int32(e))
		}
		if !ok {
			return false
		}
		t.places = append(t.places, addr)
		value.Advance(at, x.shape)
	}
	return true
}

// selected reports whether the mask selects the element at coordinates of the vector.
func (t *thread) selected(x *lanes, at []int64) bool {
	if x.mask < 0 {
		return true
	}
	return t.regs[x.maskAt(at)] != 0
}

// maskAt returns the register of the mask for the element at coordinates of the vector.
func (x *lanes) maskAt(at []int64) int32 {
	r := x.mask
	for i, n := range at {
		r += int32(n) * x.maskStep[i]
	}
	return r
}

// place returns the byte offset in memory of the element at coordinates of the vector. e is the element's
// number. The result is -1 if the element is left out because it is outside of memory.
func (t *thread) place(in *instr, v *view, x *lanes, index, at []int64, e int32) (int64, bool) {
	for d, r := range in.args {
		index[d] = int64(t.regs[r])
	}
	if x.indices >= 0 {
		return t.gathered(in, v, index, value.Signed(t.regs[x.indices+e], x.shift))
	}
	for i, d := range x.dims {
		if d >= 0 {
			index[d] += at[i]
		}
	}
	for d, i := range index {
		if uint64(i) < uint64(v.sizes[d]) {
			continue
		}
		if k := slices.Index(x.dims, d); k >= 0 && x.skips[k] {
			return -1, true
		}
		t.outside(in, v, d, i)
		return 0, false
	}
	return t.locate(in, v, v.linear(index))
}

// placePacked returns the byte offset of the element that is distance elements behind the one at the
// subscripts, in the same row.
func (t *thread) placePacked(in *instr, v *view, index []int64, distance int64) (int64, bool) {
	for d, r := range in.args {
		index[d] = int64(t.regs[r])
	}
	if len(index) > 0 {
		index[len(index)-1] += distance
	}
	for d, i := range index {
		if uint64(i) >= uint64(v.sizes[d]) {
			t.outside(in, v, d, i)
			return 0, false
		}
	}
	if len(index) == 0 && distance > 0 {
		t.fail(in, codeOutOfBounds, "distance %d from the only element of %s", distance, v.name())
		return 0, false
	}
	return t.locate(in, v, v.linear(index))
}

func (t *thread) outside(in *instr, v *view, d int, i int64) {
	t.fail(in, codeOutOfBounds, "index %d is outside of dimension %d of %s, which has extent %d", i, d,
		v.name(), v.sizes[d])
}

// gathered returns the byte offset of the element that is distance elements behind the one at an index. In
// memory without gaps the distance may leave the last dimension, as on hardware, where it continues in the
// next row.
func (t *thread) gathered(in *instr, v *view, index []int64, distance int64) (int64, bool) {
	last := len(index) - 1
	for d, i := range index {
		if uint64(i) >= uint64(v.sizes[d]) && d != last {
			t.outside(in, v, d, i)
			return 0, false
		}
	}
	if last < 0 {
		if distance != 0 {
			t.fail(in, codeOutOfBounds, "distance %d from the only element of %s", distance, v.name())
			return 0, false
		}
		return t.locate(in, v, v.offset)
	}
	i := index[last] + distance
	index[last] = i
	if uint64(i) < uint64(v.sizes[last]) {
		return t.locate(in, v, v.linear(index))
	}
	n := int64(0)
	for d, at := range index {
		n = n*v.sizes[d] + at
	}
	if !slices.Equal(v.strides, value.RowMajor(v.sizes)) || n < 0 || n >= ir.NumElements(v.sizes) {
		t.outside(in, v, last, i)
		return 0, false
	}
	return t.locate(in, v, v.offset+n)
}
