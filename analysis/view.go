package analysis

import "github.com/inflight-compiler/inflight/ir"

// Root returns the allocation or argument of which v is a view, nil if it cannot be found.
func (e *Evaluator) Root(v *ir.Value) *ir.Value {
	e.forget()
	return e.resolve(v, shown{}, func(l Linear) Range { return Range{Base: l} }).buffer
}

// Through translates an access to a view into one to the memory of the view. It keeps which elements are
// accessed at most; the access is no longer certain if the view spreads them.
func (e *Evaluator) Through(view *ir.Value, a Access) Access {
	e.forget()
	found := e.resolve(view, shown{dims: a.Dims, exact: a.Must && a.Lattice == nil},
		func(l Linear) Range { return Range{Base: l} })
	a.Buffer, a.Dims, a.Lattice, a.Must = found.buffer, found.dims, found.lattice, found.exact
	return a
}

// shown is an access to a memref: first to a view, in the end to the buffer.
type shown struct {
	buffer  *ir.Value
	dims    []Range
	exact   bool // every element of dims is accessed
	lattice *Lattice
}

// resolve follows views and asynchronous values from v to the buffer, and translates the access. widened
// returns the range of a view's offset.
func (e *Evaluator) resolve(v *ir.Value, of shown, widened func(Linear) Range) shown {
	t := translation{e: e, widened: widened, dims: of.dims, exact: of.exact}
	root := e.walkViews(v, t.through)
	if root == nil {
		return shown{}
	}
	return shown{root, t.dims, t.exact, t.latticeOf(root)}
}

// walkViews follows views, asynchronous values and control flow from v to the buffer; nil if it cannot. It
// calls through with each view. If through returns a value, the walk continues there.
func (e *Evaluator) walkViews(v *ir.Value, through func(*ir.View) *ir.Value) *ir.Value {
	var trail ir.Trail
	for {
		v = v.Uncaptured()
		op, from := v.DefiningOp(), sameAs(v)
		switch {
		case trail.Repeats(v):
			return nil
		case e.StandsFor != nil && e.StandsFor(v) != nil:
			v = e.StandsFor(v)
		case from != nil:
			v = from
		case e.OwnBuffer != nil && e.OwnBuffer(v):
			return v
		case op == nil:
			return rootArgument(v)
		case op.Def().View != nil:
			view, ok := op.Def().View(op)
			if !ok {
				return nil
			}
			v = view.Source
			if next := through(&view); next != nil {
				v = next
			}
		case e.allocates(op):
			return v
		case op.Attr("name") != nil && op.Name() == "memref.get_global":
			return e.global(op.Attr("name").String(), v)
		default:
			return nil
		}
	}
}

// OverlapAttr is an attribute of functions whose memref arguments may overlap, because a call passes the same
// memory twice (note-overlapping-arguments). The memref arguments of other functions are taken for different
// memory.
const OverlapAttr = "inflight.arguments_overlap"

// ArgumentsOverlap reports whether memref arguments of a function may overlap.
func ArgumentsOverlap(fn *ir.Op) bool { return fn.Attr(OverlapAttr) != nil }

// rootArgument returns v if it is an argument of a function whose memory overlaps with no other buffer, or
// memory that a kernel has for itself. It returns nil for other block arguments, which may be views of any
// memory.
func rootArgument(v *ir.Value) *ir.Value {
	owner := v.Owner().ParentOp()
	if owner == nil || !v.Owner().IsEntry() || owner.Def().Unregistered || ArgumentsOverlap(owner) {
		return nil
	}
	// Control flow does not enter the regions of a kernel, so no operation passes values to their arguments.
	if owner.Has(ir.IsolatedFromAbove) || owner.Def().RegionSuccessors == nil && !owner.IsAsync() {
		return v
	}
	return nil
}

// global returns one and the same value for all references to a global.
func (e *Evaluator) global(name string, v *ir.Value) *ir.Value {
	if e.globals == nil {
		e.globals = map[string]*ir.Value{}
	}
	if e.globals[name] == nil {
		e.globals[name] = v
	}
	return e.globals[name]
}

// allocates reports whether the operation allocates the buffer that it returns.
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

// allocation searches the effects of an operation for the allocation of a value.
type allocation struct {
	of    *ir.Value
	found bool
	look  func(ir.Effect) // the function is made once
}

func (e *Evaluator) fold(x ir.OpFoldResult) Linear {
	if x.Value != nil {
		return e.eval(x.Value)
	}
	return Const(x.Const)
}
