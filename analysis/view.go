package analysis

import "github.com/inflight-compiler/inflight/ir"

// Root returns the allocation or argument that v shows, nil when it cannot be
// told.
func (e *Evaluator) Root(v *ir.Value) *ir.Value {
	e.forget()
	root, _, _ := e.resolve(v, nil, false, func(l Linear) Range { return Range{Base: l} })
	return root
}

// resolve follows views and asynchronous values from v to the buffer, translating dims. widened gives
// the range of a view's offset.
func (e *Evaluator) resolve(v *ir.Value, dims []Range, exact bool, widened func(Linear) Range) (*ir.Value, []Range, bool) {
	var trail ir.Trail
	for {
		v = v.Uncaptured()
		op, from := v.DefiningOp(), payload(v)
		switch {
		case trail.Repeats(v):
			return nil, nil, false
		case from != nil:
			v = from
		case op == nil && e.OwnBuffer != nil && e.OwnBuffer(v):
			return v, dims, exact
		case op == nil:
			return rootArgument(v), dims, exact
		case op.Def().View != nil:
			view, ok := op.Def().View(op)
			if !ok {
				return nil, nil, false
			}
			dims, exact = e.throughView(view, dims, exact, widened)
			v = view.Source
		case e.allocates(op):
			return v, dims, exact
		case op.Attr("name") != nil && op.Name() == "memref.get_global":
			return e.global(op.Attr("name").String(), v), dims, exact
		default:
			return nil, nil, false
		}
	}
}

// OverlapAttr is the attribute of a function of whose memrefs some may overlap: a call hands over the same memory twice
// (note-overlapping-arguments). Those of other functions are taken for different memory.
const OverlapAttr = "inflight.arguments_overlap"

// ArgumentsOverlap reports whether the memrefs that a function is handed may overlap.
func ArgumentsOverlap(fn *ir.Op) bool { return fn.Attr(OverlapAttr) != nil }

// rootArgument returns v if it is an argument of a function, whose memory overlaps with no other buffer, or memory that a
// kernel has for itself; other block arguments may show anything.
func rootArgument(v *ir.Value) *ir.Value {
	owner := v.Owner().ParentOp()
	if owner == nil || !v.Owner().IsEntry() || owner.Def().Unregistered || ArgumentsOverlap(owner) {
		return nil
	}
	// Control does not pass into the regions of a kernel, and so nothing passes its arguments on.
	if owner.Has(ir.IsolatedFromAbove) || owner.Def().RegionSuccessors == nil && !owner.IsAsync() {
		return v
	}
	return nil
}

// global returns one value for all references to the same global.
func (e *Evaluator) global(name string, v *ir.Value) *ir.Value {
	if e.globals == nil {
		e.globals = map[string]*ir.Value{}
	}
	if e.globals[name] == nil {
		e.globals[name] = v
	}
	return e.globals[name]
}

// allocates reports whether the operation makes the buffer it returns.
func (e *Evaluator) allocates(op *ir.Op) bool {
	if op.Def().Effects == nil || op.NumResults() == 0 {
		return false
	}
	a := &e.allocation
	if a.look == nil {
		a.look = func(eff ir.Effect) { a.found = a.found || eff.Kind == ir.Allocate && eff.Value == a.of }
	}
	a.of, a.found = op.Result(0), false
	op.Def().Effects(op, a.look)
	return a.found
}

// allocation looks through effects for the one that makes a buffer.
type allocation struct {
	of    *ir.Value
	found bool
	look  func(ir.Effect) // made once
}

// throughView translates ranges of the view's result into ranges of its source.
func (e *Evaluator) throughView(v ir.View, dims []Range, exact bool, widened func(Linear) Range) ([]Range, bool) {
	switch {
	case v.Reshape && v.Within == nil:
		return nil, false
	case v.Reshape:
		return e.within(v.Within, widened), false
	case v.Offsets == nil:
		return dims, exact
	case dims == nil:
		return e.viewBounds(v, widened), false
	}
	out := make([]Range, 0, len(v.Offsets))
	next := 0
	for d := range v.Offsets {
		offset := widened(e.fold(v.Offsets[d]))
		exact = exact && !offset.Full && offset.Lo == offset.Hi
		if d < len(v.Dropped) && v.Dropped[d] {
			out = append(out, offset)
			continue
		}
		out = append(out, e.scaleRange(dims[next], e.fold(v.Strides[d]), offset))
		next++
	}
	return out, exact && unitStrides(v)
}

// within is all of the parts of a source that hold a view.
func (e *Evaluator) within(parts []ir.Part, widened func(Linear) Range) []Range {
	out := make([]Range, len(parts))
	for d, p := range parts {
		out[d] = e.scaleRange(Range{Hi: p.Size - 1}, Const(1), widened(e.fold(p.First)))
	}
	return out
}

// viewBounds is all that a view shows of its source.
func (e *Evaluator) viewBounds(v ir.View, widened func(Linear) Range) []Range {
	out := make([]Range, len(v.Offsets))
	for d := range v.Offsets {
		size := e.fold(v.Sizes[d])
		if !size.IsConst() {
			e.follow.decided(size)
			out[d] = Range{Full: true}
			continue
		}
		out[d] = e.scaleRange(Range{Hi: size.Const - 1}, e.fold(v.Strides[d]), widened(e.fold(v.Offsets[d])))
	}
	return out
}

func (e *Evaluator) fold(x ir.OpFoldResult) Linear {
	if x.Value != nil {
		return e.eval(x.Value)
	}
	return Const(x.Const)
}

func unitStrides(v ir.View) bool {
	for _, s := range v.Strides {
		if s.Value != nil || s.Const != 1 {
			return false
		}
	}
	return true
}

// scaleRange returns offset + stride·r.
func (e *Evaluator) scaleRange(r Range, stride Linear, offset Range) Range {
	e.follow.decided(stride)
	if r.Full || offset.Full || !stride.IsConst() || stride.Const <= 0 {
		return Range{Full: true}
	}
	k := stride.Const
	return Range{
		Base: r.Base.Scale(k).Add(offset.Base),
		Lo:   r.Lo*k + offset.Lo,
		Hi:   r.Hi*k + offset.Hi,
	}
}
