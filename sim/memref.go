package sim

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"memref.load":                     emitLoad,
		"memref.store":                    emitStore,
		"memref.alloc":                    emitAlloc,
		"memref.alloca":                   emitAlloc,
		"memref.dealloc":                  emitDealloc,
		"memref.realloc":                  emitRealloc,
		"memref.copy":                     emitCopy,
		"memref.subview":                  emitSubView,
		"memref.cast":                     emitCast,
		"memref.memory_space_cast":        emitCast,
		"memref.reinterpret_cast":         emitReinterpretCast,
		"memref.view":                     emitView,
		"vector.type_cast":                emitTypeCast,
		"memref.reshape":                  emitReshape,
		"memref.collapse_shape":           emitCollapse,
		"memref.expand_shape":             emitExpand,
		"memref.transpose":                emitTranspose,
		"memref.dim":                      emitDim,
		"memref.rank":                     emitRank,
		"memref.get_global":               emitGetGlobal,
		"memref.extract_strided_metadata": emitMetadata,
		"memref.assume_alignment":         emitAssume,
		"memref.distinct_objects":         emitDistinct,
		"memref.prefetch":                 emitNothing,
		"memref.alloca_scope":             emitExecuteRegion,
		"memref.alloca_scope.return":      (*compiler).exit,
		"memref.atomic_rmw":               emitAtomicRMW,
		"memref.generic_atomic_rmw":       emitGenericAtomicRMW,
		"memref.atomic_yield":             (*compiler).exit,
	})
}

// ---- access ----

func emitLoad(c *compiler, op *ir.Op) error {
	c.emit(loadOf(op.Result(0).Type(),
		instr{a: c.operand(op, 0), dst: c.result(op, 0), args: c.slotsOf(op.Operands()[1:])}))
	return nil
}

// loadOf returns the load of a scalar. It clears bits in memory that the type does not have.
func loadOf(t ir.Type, in instr) instr {
	in.exec, in.touches = execLoad, true
	if in.imm = bitsOf(t); in.imm != ^uint64(0)>>(64-8*value.ElementSize(t)) {
		in.exec = execLoadNarrow
	}
	return in
}

// bitsOf returns the mask of the bits that values of a scalar type have.
func bitsOf(t ir.Type) uint64 {
	width, _ := value.BitWidth(t)
	return ^uint64(0) >> (64 - width)
}

func emitStore(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execStore, b: c.operand(op, 0), a: c.operand(op, 1),
		args: c.slotsOf(op.Operands()[2:]), touches: true})
	return nil
}

func execLoad(t *thread, in *instr) {
	v := t.mems[in.a]
	if addr, ok := t.address(in, v, in.args); ok {
		t.regs[in.dst] = t.load(in, v, addr)
	}
}

func execLoadNarrow(t *thread, in *instr) {
	execLoad(t, in)
	t.regs[in.dst] &= in.imm
}

func execStore(t *thread, in *instr) {
	v := t.mems[in.a]
	if addr, ok := t.address(in, v, in.args); ok {
		t.store(in, v, addr, t.regs[in.b])
	}
}

func emitCopy(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCopy, a: c.operand(op, 0), b: c.operand(op, 1), touches: true})
	return nil
}

// execCopy copies element by element in row-major order, so that hazards name elements. If source and target
// are in one buffer, all elements are read before any is written.
func execCopy(t *thread, in *instr) {
	from, to := t.mems[in.a], t.mems[in.b]
	if !slices.Equal(from.sizes, to.sizes) {
		t.fail(in, CodeShape, "the source has shape %v, but the target %v", from.sizes, to.sizes)
		return
	}
	t.charge(in.site, ir.NumElements(from.sizes))
	defer t.recordCopy(from, to, ir.NumElements(from.sizes))()
	if from.buf == to.buf {
		t.copyWithin(in, from, to)
		return
	}
	t.eachElement(in, from, func(index []int64, src int64) bool {
		dst, ok := t.locate(in, to, to.linear(index))
		if ok {
			t.carry(in, from, to, src, dst)
		}
		return ok
	})
}

// carry copies one element as move does. A copy may read an element that nothing has written, because it
// computes nothing from it. In memory that the program has allocated, the copied element then counts as not
// written. Memory that outlives the run must get computed elements.
func (t *thread) carry(in *instr, from, to *view, src, dst int64) {
	size := from.size
	if from.buf.lanes > 1 || to.buf.lanes > 1 {
		size = min(from.buf.grain, to.buf.grain)
	}
	x, y := view{buf: from.buf, size: size}, view{buf: to.buf, size: size}
	for at := int64(0); at < from.size; at += size {
		idle := !to.buf.handedOut() && !from.buf.written.Has(from.buf.elements(src+at, size))
		t.idle = idle
		bits := t.load(in, &x, src+at)
		t.idle = false
		if t.store(in, &y, dst+at, bits); idle {
			to.buf.written.Unmark(to.buf.elements(dst+at, size))
		}
	}
}

// handedOut reports whether the memory outlives the run, or its written elements are not recorded.
func (b *buffer) handedOut() bool { return b.outlives || b.written == nil }

// copyWithin copies between two views of a buffer. The elements that it holds in between count as memory.
func (t *thread) copyWithin(in *instr, from, to *view) {
	scalar := view{buf: from.buf, size: from.buf.grain}
	n := ir.NumElements(from.sizes) * (from.size / scalar.size)
	if !t.m.reserve(t, in, n, 16) {
		return
	}
	defer func() { t.m.memory -= 16 * n }()
	type scalarAt struct {
		bits uint64
		idle bool // nothing has written the element
	}
	held := make([]scalarAt, 0, n)
	t.eachElement(in, from, func(_ []int64, src int64) bool {
		for at := int64(0); at < from.size; at += scalar.size {
			b := from.buf
			t.idle = !b.handedOut() && !b.written.Has(b.elements(src+at, scalar.size))
			idle := t.idle
			held = append(held, scalarAt{t.load(in, &scalar, src+at), idle})
			t.idle = false
		}
		return true
	})
	t.eachElement(in, to, func(_ []int64, dst int64) bool {
		for at := int64(0); at < to.size; at += scalar.size {
			if t.store(in, &scalar, dst+at, held[0].bits); held[0].idle {
				to.buf.written.Unmark(to.buf.elements(dst+at, scalar.size))
			}
			held = held[1:]
		}
		return true
	})
}

// eachElement calls visit with the index and the byte offset of every element of a view in row-major order,
// until visit returns false or the machine stops.
func (t *thread) eachElement(in *instr, v *view, visit func(index []int64, at int64) bool) {
	index := make([]int64, len(v.sizes))
	for n := ir.NumElements(v.sizes); n > 0; n-- {
		if t.m.err != nil {
			return
		}
		at, ok := t.locate(in, v, v.linear(index))
		if !ok || !visit(index, at) {
			return
		}
		if n%chunk == 0 {
			t.m.spend(t, chunk)
		}
		if t.m.err != nil {
			t.halt()
			return
		}
		value.Advance(index, v.sizes)
	}
}

// move copies one element between byte offsets that have been checked. It copies a vector scalar by scalar,
// so that hazards name scalars.
func (t *thread) move(in *instr, from, to *view, src, dst int64) {
	if from.buf.lanes <= 1 && to.buf.lanes <= 1 {
		t.store(in, to, dst, t.load(in, from, src))
		return
	}
	size := min(from.buf.grain, to.buf.grain)
	x, y := view{buf: from.buf, size: size}, view{buf: to.buf, size: size}
	for at := int64(0); at < from.size; at += size {
		t.store(in, &y, dst+at, t.load(in, &x, src+at))
	}
}

// linear returns the number of the element at an index, which must be in bounds.
func (v *view) linear(index []int64) int64 {
	at := v.offset
	for d, i := range index {
		at += i * v.strides[d]
	}
	return at
}

// ---- allocation ----

// allocation is the data of an alloc or alloca instruction.
type allocation struct {
	typ    *ir.MemRefType
	static []int64
	grain  int64 // bytes of a scalar
	lanes  int64 // scalars of an element
	stack  bool
	shared bool // one for each block of a kernel
	away   bool // memory that only delegated operations access
	name   string
}

// newAllocation describes the allocation of memory of a type for a value.
func newAllocation(typ *ir.MemRefType, v *ir.Value) *allocation {
	grain, lanes := grainOf(typ.Elem)
	return &allocation{
		typ: typ, static: typ.Shape, grain: grain, lanes: lanes, shared: isShared(typ),
		name: valueName(v, "the buffer"),
	}
}

func emitAlloc(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	groups := segments(op, 2)
	if op.Attr("operandSegmentSizes") == nil {
		groups[0] = op.Operands()
	}
	a := newAllocation(typ, op.Result(0))
	a.stack = op.Has(ir.StackAllocation)
	if err := c.checkLayout(op, typ); err != nil {
		return err
	}
	c.emit(instr{exec: execAlloc, dst: c.result(op, 0), args: c.slotsOf(groups[0]), data: a})
	return nil
}

// checkLayout rejects an allocation whose elements are not in row-major order, because several elements may
// share bytes. A layout that only permutes the subscripts is accepted: it makes no difference to a program.
func (c *compiler) checkLayout(op *ir.Op, typ *ir.MemRefType) error {
	if memref.IsPermuted(typ) {
		return nil
	}
	strides, offset, ok := memref.Strides(typ)
	if !ok || offset != 0 || memref.LayoutSymbols(typ) > 0 ||
		!slices.Equal(strides, memref.RowMajor(typ.Shape)) {
		return c.unsupported(op, "with a layout that is not row-major")
	}
	return nil
}

func execAlloc(t *thread, in *instr) {
	if in.data.(*allocation).shared && t.kernel != nil {
		execSharedAlloc(t, in)
		return
	}
	execAllocHere(t, in)
}

func execAllocHere(t *thread, in *instr) {
	a := in.data.(*allocation)
	shape := slices.Clone(a.static)
	dynamic := in.args
	for d, n := range shape {
		if n == ir.Dynamic {
			shape[d], dynamic = int64(t.regs[dynamic[0]]), dynamic[1:]
		}
	}
	b := t.m.alloc(t, in, shape, a.grain, a.lanes, !a.away)
	if b == nil {
		return
	}
	b.name, b.stack, b.away, b.barred = a.name, a.stack, a.away, a.away
	t.recordAlloc(in, b, a.typ)
	if a.stack && !(a.shared && t.kernel != nil) {
		t.allocas = append(t.allocas, b)
	}
	t.mems[in.dst] = newView(b, a.grain*a.lanes)
}

func emitDealloc(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) {
		t.free(in, t.mems[in.a])
	}, a: c.operand(op, 0), touches: true})
	return nil
}

// emitRealloc emits an allocation, a copy of the elements that both memories have, and a deallocation.
func emitRealloc(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	a := newAllocation(typ, op.Result(0))
	c.emit(instr{
		exec: execRealloc, a: c.operand(op, 0), dst: c.result(op, 0), args: c.slotsOf(op.Operands()[1:]),
		data: a, touches: true,
	})
	return nil
}

func execRealloc(t *thread, in *instr) {
	from := t.mems[in.a]
	execAlloc(t, in)
	to := t.mems[in.dst]
	for i := int64(0); t.m.err == nil && i < min(from.sizes[0], to.sizes[0]); i++ {
		src, ok := t.locate(in, from, from.linear([]int64{i}))
		if ok && from.buf.written.Has(from.buf.elements(src, from.size)) {
			t.move(in, from, to, src, i*to.size)
		}
		if i%chunk == chunk-1 {
			t.m.spend(t, chunk)
		}
	}
	if t.m.err == nil {
		t.free(in, from)
	}
}

// makeGlobals creates the memory of the globals that the program uses. It counts as memory of the program.
func (m *machine) makeGlobals() error {
	for _, name := range slices.Sorted(maps.Keys(m.prog.globals)) {
		if err := m.makeGlobal(name, m.prog.globals[name]); err != nil {
			return err
		}
	}
	return nil
}

// makeGlobal creates the memory of a global. A global whose elements are all equal takes no memory before the
// first write to it.
func (m *machine) makeGlobal(name string, op *ir.Op) error {
	typ := op.Attr("type").(*ir.TypeAttr).Type.(*ir.MemRefType)
	size, lanes := grainOf(typ.Elem)
	b := &buffer{
		shape: typ.Shape, grain: size, shift: shiftOf(size), lanes: lanes, name: "@" + name,
		outlives: true, fixed: true, key: mix(uint64(len(name)), hashString(name)),
	}
	n := lanes
	for _, extent := range typ.Shape {
		if extent > 0 && n > mostBytes/size/extent {
			return op.Errorf(codeMemory, "@%s has more bytes than there are addresses for", name)
		}
		n *= extent
	}
	b.size = n * size
	dense, _ := op.Context().Elements(op.Attr("initial_value"))
	if dense != nil && dense.Splat && lanes == 1 {
		b.splat, b.barred = newSplat(dense.Element(0), size), true
	} else if err := m.fillGlobal(b, n, dense, op); err != nil {
		return err
	}
	m.globals[name] = b
	m.holds(b, typ)
	m.add(b)
	return nil
}

// mostBytes is the largest number of bytes that memory can have.
const mostBytes = 1 << 46

// fillGlobal gives a global of n scalars its contents: those of dense, or none if dense is nil.
func (m *machine) fillGlobal(b *buffer, n int64, dense *ir.DenseElementsAttr, op *ir.Op) error {
	if b.size > m.limits.Memory-m.memory {
		return op.Errorf(codeMemory, "more than %d bytes are in use: %s has %d", m.limits.Memory, b.name,
			b.size).
			Suggest("raise the limit if the program should have more")
	}
	m.memory += b.size
	b.data = make([]byte, b.size)
	switch {
	case dense != nil && b.lanes > 1: // complex numbers have the same form in an attribute as in memory
		for at := 0; at < len(b.data); at += len(dense.Data) {
			copy(b.data[at:], dense.Data)
		}
	case dense != nil:
		for i := range n {
			value.Store(b.data, i*b.grain, b.grain, dense.Element(int(i)))
		}
	case m.hazards != nil:
		m.fill(nil, b.data, &ones)
		b.written = shadow.NewWritten(n)
	}
	return nil
}

func emitGetGlobal(c *compiler, op *ir.Op) error {
	global := c.resolve(op, "name")
	if global == nil || global.Name() != "memref.global" {
		return c.unsupported(op, "without a global of this module")
	}
	t, ok := global.Attr("type").(*ir.TypeAttr)
	if m, isMem := t.Type.(*ir.MemRefType); ok && isMem && isShared(m) {
		a := newAllocation(m, op.Result(0))
		a.name = "@" + global.SymbolName()
		c.emit(instr{exec: execGetShared, dst: c.result(op, 0), data: c.sharedGlobal(global, a)})
		return nil
	}
	if !ok || !isMem(t.Type) || global.Attr("initial_value") == nil {
		return global.Errorf(codeUnsupportedOp, "the simulator does not know the contents of @%s",
			global.SymbolName())
	}
	if _, open := global.Attr("initial_value").(*ir.UnitAttr); !open {
		if _, problem := global.Context().Elements(global.Attr("initial_value")); problem != "" {
			return global.Errorf(codeUnsupportedOp, "%s", problem)
		}
	}
	name := pathOf(global)
	c.prog.globals[name] = global
	c.emit(instr{exec: execGetGlobal, dst: c.result(op, 0), data: name})
	return nil
}

// pathOf returns the name of a symbol with the names of the modules around it.
func pathOf(op *ir.Op) string {
	name := op.SymbolName()
	for p := op.Parent(); p != nil && p.SymbolName() != ""; p = p.Parent() {
		name = p.SymbolName() + "::" + name
	}
	return name
}

// sharedGlobal returns the allocation of a global in shared memory. All uses of the global have the same one.
func (c *compiler) sharedGlobal(global *ir.Op, a *allocation) *allocation {
	name := pathOf(global)
	if have := c.prog.sharedGlobals[name]; have != nil {
		return have
	}
	c.prog.sharedGlobals[name] = a
	return a
}

// execGetShared returns the memory of a global that each block of a kernel has for itself.
func execGetShared(t *thread, in *instr) {
	k := t.inKernel(in, false)
	if k == nil {
		return
	}
	delete(k.allocs, in.data) // every execution returns the same memory
	execSharedAlloc(t, in)
}

func execGetGlobal(t *thread, in *instr) {
	b := t.m.globals[in.data.(string)]
	t.mems[in.dst] = newView(b, b.grain*b.lanes)
}

// ---- views ----

// emitViewOp emits an instruction that makes view dst from view a by f. f returns nil after stopping the
// machine.
func (c *compiler) emitViewOp(op *ir.Op, args []int32, f func(t *thread, in *instr, v *view) *view) error {
	c.emit(instr{a: c.operand(op, 0), dst: c.result(op, 0), args: args, exec: func(t *thread, in *instr) {
		t.mems[in.dst] = f(t, in, t.mems[in.a])
	}})
	return nil
}

// values returns the contents of registers.
func (t *thread) values(regs []int32) []int64 {
	vs := make([]int64, len(regs))
	for i, r := range regs {
		vs[i] = int64(t.regs[r])
	}
	return vs
}

// kept returns the dimensions of a subview that the type of its result has. The other dimensions have static
// extent 1. Where there is a choice, kept drops the dimensions whose extent does not match the result's next
// one.
func kept(sizes []int64, typ *ir.MemRefType) []int {
	var dims []int
	drop := len(sizes) - len(typ.Shape)
	for d, n := range sizes {
		left := len(typ.Shape) - len(dims)
		matches := left > 0 && typ.Shape[len(dims)] == n
		if n == 1 && drop > 0 && (!matches || mustDrop(sizes[d+1:], typ.Shape[len(dims):])) {
			drop--
			continue
		}
		dims = append(dims, d)
	}
	return dims
}

// mustDrop reports whether the following extents have the rest of the result's shape, so that this extent of
// 1 is not needed.
func mustDrop(sizes, shape []int64) bool {
	for _, n := range sizes {
		if len(shape) > 0 && shape[0] == n {
			shape = shape[1:]
		}
	}
	return len(shape) == 0
}

func emitSubView(c *compiler, op *ir.Op) error {
	groups := segments(op, 4)
	static := ints(op.Attr("static_sizes"))
	offsets := c.mixed(ints(op.Attr("static_offsets")), groups[1])
	sizes := c.mixed(static, groups[2])
	strides := c.mixed(ints(op.Attr("static_strides")), groups[3])
	dims := kept(static, op.Result(0).Type().(*ir.MemRefType))
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		off, size, stride := t.values(offsets), t.values(sizes), t.values(strides)
		w := &view{buf: v.buf, size: v.size, origin: v.origin, offset: v.offset}
		for d := range off {
			if !isPart(off[d], size[d], stride[d], v.sizes[d]) {
				t.fail(in, codeOutOfBounds,
					"the part [%d, %d, %d] is outside of dimension %d of %s, which has extent %d",
					off[d], size[d], stride[d], d, v.name(), v.sizes[d])
				return nil
			}
			w.offset += off[d] * v.strides[d]
		}
		for _, d := range dims {
			w.sizes, w.strides = append(w.sizes, size[d]), append(w.strides, stride[d]*v.strides[d])
		}
		return w
	})
}

// isPart reports whether size elements, from first on and stride apart, are in an extent.
func isPart(first, size, stride, extent int64) bool {
	if size <= 0 {
		return size == 0
	}
	if first < 0 || first >= extent {
		return false
	}
	room, distance := uint64(extent-1-first), uint64(stride)
	if stride < 0 {
		room, distance = uint64(first), -uint64(stride)
	}
	return distance == 0 || uint64(size-1) <= room/distance
}

// emitCast checks that the source has the shape and the layout of the result's type.
func emitCast(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	strides, offset, strided := memref.Strides(typ)
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		if !typ.Ranked {
			return v
		}
		if len(v.sizes) != len(typ.Shape) {
			t.fail(in, CodeShape, "a memref of rank %d is cast to %v", len(v.sizes), typ)
			return nil
		}
		for d, n := range typ.Shape {
			if n != ir.Dynamic && n != v.sizes[d] {
				t.fail(in, CodeShape, "dimension %d has extent %d, but the cast is to %v", d, v.sizes[d], typ)
				return nil
			}
		}
		claimed := strides
		if typ.Layout == nil {
			claimed = value.RowMajor(v.sizes)
		}
		if strided && !t.hasLayout(in, v, offset, claimed, typ) {
			return nil
		}
		return v
	})
}

// hasLayout reports whether a view has an offset and strides, where ir.Dynamic stands for any number. If not,
// it stops the machine.
func (t *thread) hasLayout(in *instr, v *view, offset int64, strides []int64, typ *ir.MemRefType) bool {
	if offset != ir.Dynamic && offset != v.offset {
		t.fail(in, CodeShape, "the offset is %d, but the cast is to %v", v.offset, typ)
		return false
	}
	for d, n := range strides {
		if n != ir.Dynamic && n != v.strides[d] {
			t.fail(in, CodeShape, "dimension %d has stride %d, but the cast is to %v", d, v.strides[d], typ)
			return false
		}
	}
	return true
}

func emitReinterpretCast(c *compiler, op *ir.Op) error {
	groups := segments(op, 4)
	offset := c.mixed(ints(op.Attr("static_offsets")), groups[1])
	sizes := c.mixed(ints(op.Attr("static_sizes")), groups[2])
	strides := c.mixed(ints(op.Attr("static_strides")), groups[3])
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		w := &view{buf: v.buf, size: v.size, origin: v.origin, sizes: t.values(sizes),
			strides: t.values(strides)}
		for _, o := range t.values(offset) {
			w.offset = o
		}
		if d := slices.IndexFunc(w.sizes, func(n int64) bool { return n < 0 }); d >= 0 {
			t.fail(in, codeNegativeSize, "dimension %d has the negative extent %d", d, w.sizes[d])
		}
		return w
	})
}

// emitView emits a typed view of bytes.
func emitView(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	size, shift := value.ElementSize(typ.Elem), c.operand(op, 1)
	return c.emitViewOp(op, c.slotsOf(op.Operands()[2:]), func(t *thread, in *instr, v *view) *view {
		shape, dynamic := slices.Clone(typ.Shape), in.args
		for d, n := range shape {
			if n == ir.Dynamic {
				shape[d], dynamic = int64(t.regs[dynamic[0]]), dynamic[1:]
			}
		}
		w := &view{buf: v.buf, size: size, sizes: shape, strides: value.RowMajor(shape)}
		w.origin = v.origin + v.offset + int64(t.regs[shift])
		if end := w.origin + ir.NumElements(shape)*size; w.origin < 0 || end > v.buf.size {
			t.fail(in, codeOutOfBounds, "bytes %d to %d are outside of %s, which has %d",
				w.origin, end-1, v.name(), v.buf.size)
			return nil
		}
		return w
	})
}

// emitTypeCast emits a view with elements of another size that begins where the source begins.
func emitTypeCast(c *compiler, op *ir.Op) error {
	typ := op.Result(0).Type().(*ir.MemRefType)
	size := value.ElementSize(typ.Elem)
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		return &view{buf: v.buf, size: size, origin: v.origin + v.offset*v.size, sizes: typ.Shape,
			strides: value.RowMajor(typ.Shape)}
	})
}

// emitReshape emits a view whose shape is read from memory.
func emitReshape(c *compiler, op *ir.Op) error {
	shapeReg := c.operand(op, 1)
	if err := c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		s := t.mems[shapeReg]
		shape := make([]int64, s.sizes[0])
		for i := range shape {
			addr, ok := t.locate(in, s, s.linear([]int64{int64(i)}))
			if !ok {
				return nil
			}
			shape[i] = int64(t.load(in, s, addr))
		}
		return t.reshape(in, v, shape)
	}); err != nil {
		return err
	}
	c.fn.code[len(c.fn.code)-1].touches = true
	return nil
}

// reshape returns a dense view in another shape.
func (t *thread) reshape(in *instr, v *view, shape []int64) *view {
	if ir.NumElements(shape) != ir.NumElements(v.sizes) {
		t.fail(in, CodeShape, "%d elements cannot take the shape %v", ir.NumElements(v.sizes), shape)
		return nil
	}
	return &view{buf: v.buf, size: v.size, origin: v.origin, offset: v.offset, sizes: shape,
		strides: value.RowMajor(shape)}
}

// reassociation returns the groups of dimensions that an expand or collapse joins.
func reassociation(op *ir.Op) [][]int64 {
	a, ok := op.Attr("reassociation").(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	groups := make([][]int64, len(a.Elems))
	for i, e := range a.Elems {
		groups[i] = ints(e)
	}
	return groups
}

// emitCollapse joins dimensions; those of a group must be contiguous.
func emitCollapse(c *compiler, op *ir.Op) error {
	groups := reassociation(op)
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		w := &view{buf: v.buf, size: v.size, origin: v.origin, offset: v.offset}
		for _, g := range groups {
			n, stride := int64(1), int64(0)
			for i := len(g) - 1; i >= 0; i-- {
				d := g[i]
				if v.sizes[d] == 1 {
					continue
				}
				if n > 1 && v.strides[d] != n*stride {
					t.fail(in, CodeShape, "dimensions %v of %s are not contiguous", g, v.name())
					return nil
				}
				if n == 1 {
					stride = v.strides[d]
				}
				n *= v.sizes[d]
			}
			if n == 1 {
				stride = v.strides[g[len(g)-1]]
			}
			w.sizes, w.strides = append(w.sizes, n), append(w.strides, stride)
		}
		return w
	})
}

func emitExpand(c *compiler, op *ir.Op) error {
	groups := reassociation(op)
	static := ints(op.Attr("static_output_shape"))
	if static == nil {
		static = op.Result(0).Type().(*ir.MemRefType).Shape
	}
	shape := c.mixed(static, op.Operands()[1:])
	return c.emitViewOp(op, nil, func(t *thread, in *instr, v *view) *view {
		sizes := t.values(shape)
		w := &view{
			buf: v.buf, size: v.size, origin: v.origin, offset: v.offset, sizes: sizes,
			strides: make([]int64, len(sizes)),
		}
		for s, g := range groups {
			stride := v.strides[s]
			for i := len(g) - 1; i >= 0; i-- {
				w.strides[g[i]] = stride
				stride *= sizes[g[i]]
			}
			if n := stride; v.strides[s] != 0 && n != v.strides[s]*v.sizes[s] {
				t.fail(in, CodeShape, "dimension %d has extent %d, which does not expand to %v", s,
					v.sizes[s], sizes)
				return nil
			}
		}
		return w
	})
}

func emitTranspose(c *compiler, op *ir.Op) error {
	m, err := c.mapAttr(op, "permutation")
	if err != nil {
		return err
	}
	return c.emitViewOp(op, nil, func(_ *thread, _ *instr, v *view) *view {
		w := *v
		w.sizes, w.strides = make([]int64, len(v.sizes)), make([]int64, len(v.sizes))
		for i, e := range m.Results {
			if e.Kind == affine.Dim {
				w.sizes[i], w.strides[i] = v.sizes[e.Value], v.strides[e.Value]
			}
		}
		return &w
	})
}

func emitDim(c *compiler, op *ir.Op) error {
	if !isMem(op.Operand(0).Type()) {
		return c.unsupported(op, "on this type")
	}
	c.emit(instr{exec: execDim, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0)})
	return nil
}

func execDim(t *thread, in *instr) {
	v, d := t.mems[in.a], t.regs[in.b]
	if d >= uint64(len(v.sizes)) {
		t.fail(in, codeOutOfBounds, "dimension %d of a memref of rank %d", int64(d), len(v.sizes))
		return
	}
	t.regs[in.dst] = uint64(v.sizes[d])
}

func emitRank(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRank, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func execRank(t *thread, in *instr) { t.regs[in.dst] = uint64(len(t.mems[in.a].sizes)) }

// emitMetadata emits the parts of a descriptor: base buffer, offset, sizes, strides.
func emitMetadata(c *compiler, op *ir.Op) error {
	dsts := c.slotsOf(op.Results()[1:])
	c.emit(instr{a: c.operand(op, 0), dst: c.result(op, 0), exec: func(t *thread, in *instr) {
		v := t.mems[in.a]
		base := *v
		base.offset, base.sizes, base.strides = 0, nil, nil
		t.mems[in.dst] = &base
		t.regs[dsts[0]] = uint64(v.offset)
		for d := range v.sizes {
			t.regs[dsts[1+d]] = uint64(v.sizes[d])
			t.regs[dsts[1+len(v.sizes)+d]] = uint64(v.strides[d])
		}
	}})
	return nil
}

// emitAssume makes the result, which the operation has since MLIR 21, the same memory as the operand.
func emitAssume(c *compiler, op *ir.Op) error {
	if op.NumResults() == 0 {
		return nil
	}
	c.emitFree(instr{exec: execMoveMem, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func emitDistinct(c *compiler, op *ir.Op) error {
	for i := range op.NumResults() {
		c.emitFree(instr{exec: execMoveMem, a: c.operand(op, i), dst: c.result(op, i)})
	}
	return nil
}

// hashString returns a hash of a string that does not change between runs.
func hashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
