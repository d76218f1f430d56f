package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// bufferDtype returns the data type of the elements of a buffer or view. Elements of type index are integers
// of 64 bits.
func (p *printer) bufferDtype(m *ir.Value) form.Dtype {
	for {
		if d, ok := p.dtypes[m]; ok {
			return d
		}
		op := m.DefiningOp()
		if op == nil || !isView(op) {
			break
		}
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			break
		}
		m = view.Source
	}
	if t, ok := m.Type().(*ir.MemRefType); ok {
		d, _ := elementDtype(t)
		return d
	}
	return form.Dtype{}
}

// elementDtype returns the data type that follows from the type of elements. TVM has no type index: in memory
// an index has 64 bits.
func elementDtype(t *ir.MemRefType) (form.Dtype, bool) {
	d, ok := form.DtypeOf(t.Elem)
	if isIndex(t.Elem) {
		d.Bits = 64
	}
	return d, ok
}

// buffer gives a buffer its name and data type. The attribute explicit adds what the type does not determine.
func (p *printer) buffer(m *ir.Value, explicit ir.Attr, op *ir.Op) string {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		p.fail(op.Errorf(codeType,
			"a memref without rank is no buffer of TVMScript").Suggest("give it a shape"))
		p.values[m] = "_"
		return "_"
	}
	d, ok := elementDtype(t)
	if s, isString := explicit.(*ir.StringAttr); isString {
		if told, known := form.ParseDtype(s.Value); known {
			d = refined(d, told)
		}
	}
	if !ok {
		p.fail(op.Errorf(codeType, "elements of type %v have no data type in TVMScript", t.Elem).
			Suggest("use integers or floating-point numbers of 8, 16, 32 or 64 bits"))
	}
	p.dtypes[m] = d
	return p.name(m, bufferNames)
}

// alloc prints an allocation. At the beginning of a block or of the function it is an allocation of that
// block or function.
func (p *printer) alloc(op *ir.Op) {
	t := op.Result(0).Type().(*ir.MemRefType)
	if t.Layout != nil {
		p.fail(op.Errorf(codeType, "the layout %v has no form in TVMScript for an allocation", t.Layout).
			Suggest("allocate in row-major order"))
	}
	p.text(p.buffer(op.Result(0), op.Attr(form.DtypeAttr), op) + " = T.")
	if p.header {
		p.text("sblock_")
	}
	p.text("alloc_buffer(")
	p.shape(op.Result(0))
	p.bufferTail(op.Result(0), op)
	p.allocAnnotations(op)
	p.text(")")
	p.end()
}

// allocAnnotations writes the attributes of an allocation that are annotations.
func (p *printer) allocAnnotations(op *ir.Op) {
	var entries []ir.NamedAttr
	for _, a := range op.Attrs() {
		if a.Name != form.DtypeAttr {
			entries = append(entries, a)
		}
	}
	if len(entries) > 0 {
		p.text(", annotations=")
		p.dict(entries, op)
	}
}

// bufferTail writes the data type and the scope of a buffer, as the last arguments.
func (p *printer) bufferTail(m *ir.Value, op *ir.Op) {
	p.text(`, "` + p.dtypeName(p.dtypes[m]) + `"`)
	p.scopeOf(m, op)
}

// scopeOf writes the storage scope of a buffer, unless it is global.
func (p *printer) scopeOf(m *ir.Value, op *ir.Op) {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	scope, ok := form.Scope(t.MemorySpace)
	if !ok {
		p.fail(op.Errorf(codeType, "memory space %v has no scope in TVMScript", t.MemorySpace).
			Suggest(`use 3 for shared memory, 5 for local memory, or a string such as "shared.dyn"`))
	}
	if scope != "global" {
		p.text(", scope=")
		p.quoted(scope)
	}
}

// shape writes the shape of a buffer as a tuple.
func (p *printer) shape(m *ir.Value) {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok {
		p.text("()")
		return
	}
	p.text("(")
	for d := range t.Shape {
		if d > 0 {
			p.text(", ")
		}
		p.extentOf(m, int64(d), anything, nil)
	}
	if len(t.Shape) == 1 {
		p.text(",")
	}
	p.text(")")
}

// extentOf writes extent d of a buffer or view. user is nil if the extent certainly has a form.
func (p *printer) extentOf(m *ir.Value, d int64, level int, user *ir.Op) {
	x, name := p.findExtent(m, d)
	switch {
	case name != "":
		p.text(name)
	case x.Value != nil:
		p.value(x.Value, level, plain)
	case x.Const != ir.Dynamic:
		p.int(x.Const)
	case user != nil:
		p.fail(user.Errorf(codeView,
			"this extent is not known in TVMScript").Suggest("pass it as a parameter"))
	default:
		p.text("_")
	}
}

// findExtent follows views and allocations to an extent. The extent is a constant, a value, or a shape
// variable.
func (p *printer) findExtent(m *ir.Value, d int64) (x ir.OpFoldResult, name string) {
	for {
		t, ok := m.Type().(*ir.MemRefType)
		if !ok || !t.Ranked || d < 0 || d >= int64(len(t.Shape)) {
			return ir.OpFoldResult{Const: ir.Dynamic}, ""
		}
		if t.Shape[d] != ir.Dynamic {
			return ir.OpFoldResult{Const: t.Shape[d]}, ""
		}
		op := m.DefiningOp()
		switch {
		case op == nil:
			return p.shapes.of(m, d)
		case isAlloc(op):
			return ir.OpFoldResult{Value: op.OperandsOf(0)[dynamicBefore(t.Shape, d)]}, ""
		case !isView(op):
			return ir.OpFoldResult{Const: ir.Dynamic}, ""
		}
		view, ok := op.Def().View(op)
		if !ok || view.Reshape || view.Source == nil {
			return ir.OpFoldResult{Const: ir.Dynamic}, ""
		}
		if view.Offsets != nil {
			return view.Sizes[keptDim(&view, d)], ""
		}
		m = view.Source
	}
}

// dynamicBefore returns the number of dynamic extents in front of d.
func dynamicBefore(shape []int64, d int64) (n int) {
	for _, extent := range shape[:d] {
		if extent == ir.Dynamic {
			n++
		}
	}
	return n
}

// keptDim returns the dimension of the source that becomes dimension d of a slice.
func keptDim(view *ir.View, d int64) int {
	for i := range view.Sizes {
		if i < len(view.Dropped) && view.Dropped[i] {
			continue
		}
		if d == 0 {
			return i
		}
		d--
	}
	return 0
}

// extent writes a memref.dim.
func (p *printer) extent(op *ir.Op, level int) {
	d, ok := ir.ConstInt(op.Operand(1))
	if !ok {
		p.fail(op.Errorf(codeView,
			"the dimension whose extent this is must be a constant").
			Suggest("select among the extents instead"))
		return
	}
	p.extentOf(op.Operand(0), d, level, op)
}

// extentKind returns the kind of a memref.dim. It is that of the extent in the buffer's allocation, if the
// text has that value.
func (p *printer) extentKind(op *ir.Op) kind {
	d, _ := ir.ConstInt(op.Operand(1))
	if x, name := p.findExtent(op.Operand(0), d); name == "" && x.Value != nil {
		return p.kind(x.Value)
	}
	return kind{index, form.Int32}
}

// copy prints a memref.copy as a loop over the elements.
func (p *printer) copy(op *ir.Op) {
	from, to := op.Operand(0), op.Operand(1)
	t, ok := to.Type().(*ir.MemRefType)
	if s, ok2 := from.Type().(*ir.MemRefType); !ok || !ok2 || !t.Ranked || !s.Ranked {
		p.noForm(op, "copy between memrefs with a rank")
		return
	}
	p.names.open()
	defer p.names.close()
	rank := len(t.Shape)
	ivs := make([]string, rank)
	subs := make([]subscript, rank)
	for d := range ivs {
		ivs[d] = p.names.take(loopNames...)
		subs[d] = subscript{terms: []term{{name: ivs[d], factor: 1}}}
	}
	if rank > 0 {
		p.loopOver(ivs, func(d int) { p.copyExtent(from, to, int64(d), op) })
		p.open()
		defer p.close(false)
	}
	p.element(to, subs, 0, op)
	p.text(" = ")
	p.element(from, subs, 0, op)
	p.end()
}

// copyExtent writes the common extent of two buffers. It is a constant if one of their types has it.
func (p *printer) copyExtent(from, to *ir.Value, d int64, op *ir.Op) {
	if x, _ := p.findExtent(from, d); x.Value == nil && x.Const > 0 {
		p.int(x.Const)
		return
	}
	p.extentOf(to, d, anything, op)
}

// loopOver writes the head of a loop over extents: range, or T.grid if there are several.
func (p *printer) loopOver(ivs []string, extent func(d int)) {
	p.text("for ")
	for i, iv := range ivs {
		if i > 0 {
			p.text(", ")
		}
		p.text(iv)
	}
	if len(ivs) == 1 {
		p.text(" in range(")
	} else {
		p.text(" in T.grid(")
	}
	for i := range ivs {
		if i > 0 {
			p.text(", ")
		}
		extent(i)
	}
	p.text(")")
}

// matchBuffer prints a slice at the beginning of a block.
func (p *printer) matchBuffer(op *ir.Op) {
	view, _ := op.Def().View(op)
	m := op.Result(0)
	p.dtypes[m] = p.bufferDtype(m)
	start := len(p.line)
	p.slice(op, &view)
	text := string(p.line[start:])
	p.line = p.line[:start]
	p.text(p.name(m, bufferNames) + " = T.match_buffer(" + text + ", ")
	p.shape(m)
	p.bufferTail(m, op)
	if isMoved(&view) {
		p.text(", offset_factor=1") // otherwise TVM assumes that the buffer begins where its memory does
	}
	p.text(")")
	p.end()
}

// isMoved reports whether a slice may begin behind the beginning of its source.
func isMoved(view *ir.View) bool {
	for _, x := range view.Offsets {
		if c, ok := ir.ConstInt(x.Value); x.Value == nil && x.Const != 0 ||
			x.Value != nil && (!ok || c != 0) {
			return true
		}
	}
	return false
}

// slice writes a part of a buffer as A[low:high, i].
func (p *printer) slice(op *ir.Op, view *ir.View) {
	subs, lengths := sliceOf(view)
	m := view.Source
	for p.values[m] == "" {
		inner := m.DefiningOp()
		if inner == nil || !isView(inner) {
			break
		}
		outer, ok := inner.Def().View(inner)
		if !ok || p.reshapes(inner, &outer) {
			break
		}
		if outer.Offsets != nil {
			lengths = widenLengths(&outer, lengths)
		}
		if subs, ok = throughView(&outer, subs); !ok || !unitStrides(&outer) {
			p.fail(op.Errorf(codeView,
				"a slice with strides has no form in TVMScript").Suggest("subscript the buffer itself"))
			return
		}
		m = outer.Source
	}
	if p.values[m] == "" {
		p.resolve(m, nil, op)
		return
	}
	p.text(p.values[m] + "[")
	for d, s := range subs {
		if d > 0 {
			p.text(", ")
		}
		p.interval(s, lengths[d])
	}
	p.text("]")
}

// unitStrides reports whether all strides of a slice are 1. Other strides have no form in TVMScript.
func unitStrides(view *ir.View) bool {
	for _, s := range view.Strides {
		if s.Value != nil || s.Const != 1 {
			return false
		}
	}
	return true
}

// single is the length of a subscript that is a single number.
var single = ir.OpFoldResult{Const: ir.Dynamic}

// sliceOf returns the subscripts of a view's first element, and the lengths of its intervals.
func sliceOf(view *ir.View) (subs []subscript, lengths []ir.OpFoldResult) {
	for d := range view.Offsets {
		subs = append(subs, foldSubscript(view.Offsets[d]))
		if d < len(view.Dropped) && view.Dropped[d] {
			lengths = append(lengths, single)
		} else {
			lengths = append(lengths, view.Sizes[d])
		}
	}
	return subs, lengths
}

// widenLengths adds the dimensions that an outer view dropped.
func widenLengths(outer *ir.View, lengths []ir.OpFoldResult) []ir.OpFoldResult {
	var out []ir.OpFoldResult
	for d := range outer.Offsets {
		if d < len(outer.Dropped) && outer.Dropped[d] {
			out = append(out, single)
			continue
		}
		out = append(out, lengths[0])
		lengths = lengths[1:]
	}
	return out
}

// interval writes low:low + length.
func (p *printer) interval(low subscript, length ir.OpFoldResult) {
	p.subscript(low, anything)
	if length == single {
		return
	}
	p.text(":")
	if length.Value != nil {
		if len(low.terms) > 0 || low.constant != 0 {
			p.subscript(low, sumLevel)
			p.text(" + ")
			p.value(length.Value, sumLevel+1, plain)
			return
		}
		p.value(length.Value, anything, plain)
		return
	}
	p.subscript(low.plus(subscript{constant: length.Const}, 1), anything)
}
