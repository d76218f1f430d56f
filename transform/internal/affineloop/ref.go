package affineloop

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Ref is an access of an operation to elements of a memref.
type Ref struct {
	Op     *ir.Op
	Memref *ir.Value
	Writes bool
	// At gives the subscripts, with affine.apply expanded. Its map is nil if all elements are accessed.
	At affine.Access
	// Extent is the number of consecutive elements along the last dimension.
	Extent int64

	buffer     buffer
	subscripts []form
}

// buffer is the memory behind a memref: an allocation, an argument or a global. The zero buffer may be any
// memory.
type buffer struct {
	value    *ir.Value
	global   string
	constant bool // nothing writes to the global
}

// bufferOf follows views to the memory behind them.
func bufferOf(v *ir.Value) buffer {
	var trail ir.Trail
	for op := v.DefiningOp(); op != nil && op.Def().View != nil && !trail.Repeats(v); op = v.DefiningOp() {
		view, ok := op.Def().View(op)
		if !ok {
			return buffer{}
		}
		v = view.Source
	}
	switch op := v.DefiningOp(); {
	case op == nil:
		if parent := v.ParentBlock().ParentOp(); parent != nil && parent.Has(ir.IsolatedFromAbove) &&
			v.ParentBlock().IsEntry() && !analysis.ArgumentsOverlap(parent) {
			return buffer{value: v}
		}
	case op.Is(memref.GetGlobal):
		name := op.Attr("name").String()
		return buffer{global: name, constant: isConstant(op, name)}
	case op.Is(memref.Alloc), op.Is(memref.Alloca):
		return buffer{value: v}
	}
	return buffer{}
}

// isConstant reports whether a global in the module around op is constant.
func isConstant(op *ir.Op, reference string) bool {
	for op.Parent() != nil {
		op = op.Parent()
	}
	for global := range op.Body().Ops() {
		if global.Is(memref.Global) && "@"+global.SymbolName() == reference {
			return global.Attr("constant") != nil
		}
	}
	return false
}

// apart reports whether two buffers have no element in common that is written: a caller may pass a global to
// a function, but no operation writes a constant global.
func (b buffer) apart(c buffer) bool {
	return b != buffer{} && c != buffer{} && b != c && !b.mayBe(c) && !c.mayBe(b)
}

// mayBe reports whether b is an argument for which a caller may pass the global c.
func (b buffer) mayBe(c buffer) bool {
	return b.value != nil && b.value.IsArgument() && c.global != "" && !c.constant
}

// inside reports whether the buffer is allocated in op and has no other name, so that each execution of op
// has its own buffer.
func (b buffer) inside(op *ir.Op) bool {
	return b.value != nil && b.value.DefiningOp() != nil && op.IsAncestorOf(b.value.DefiningOp()) &&
		!escapes(b.value)
}

// escapes reports whether a memref, or a view of it, gets another name, for example as a carried value of a
// loop.
func escapes(v *ir.Value) bool {
	for u := range v.Uses() {
		op := u.Owner()
		if op.Has(ir.Terminator) || op.NumRegions() > 0 {
			return true
		}
		isView := op.Def().View != nil
		for _, r := range op.Results() {
			if _, ok := r.Type().(*ir.MemRefType); ok && (!isView || escapes(r)) {
				return true
			}
		}
	}
	return false
}

// maxRefs limits the number of accesses that are compared with each other.
const maxRefs = 256

// Refs returns the accesses of op and of all operations in it. complete reports whether op has no other
// effects, apart from accesses to memory allocated in op.
func Refs(op *ir.Op) (refs []Ref, complete bool) {
	complete = true
	for inner := range op.Walk() {
		if inner.IsAsync() || !known(inner) {
			return nil, false
		}
		if inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Kind == ir.Allocate {
				return
			}
			if e.Value == nil || e.Kind == ir.Free && !bufferOf(e.Value).inside(op) {
				complete = false
				return
			}
			if r := newRef(inner, e); !r.buffer.inside(op) {
				refs = append(refs, r)
			}
		})
		if !complete || len(refs) > maxRefs {
			return nil, false
		}
	}
	return refs, true
}

// known reports whether the effects of the operation itself are known.
func known(op *ir.Op) bool {
	return op.Def().Effects != nil || op.Has(ir.Pure) || op.Has(ir.Terminator) || op.Has(ir.RecursiveEffects)
}

func newRef(op *ir.Op, e ir.Effect) Ref {
	r := Ref{Op: op, Memref: e.Value, Writes: e.Kind != ir.Read, Extent: max(e.Extent, 1),
		buffer: bufferOf(e.Value)}
	t, ok := e.Value.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || e.Whole || e.Map == nil && len(e.Indices) != len(t.Shape) || !distinct(e.Value) {
		return r
	}
	m := e.Map
	if m == nil {
		m = aff.Identity(len(e.Indices))
	}
	r.At = affine.Access{Map: m, Operands: e.Indices}.Compose()
	r.subscripts = formsOf(r.At)
	return r
}

// distinct reports whether different subscripts of a memref mean different elements, which is false for
// overlapping windows. Unknown strides are assumed to be distinct, unless a memref.reinterpret_cast sets
// them.
func distinct(v *ir.Value) bool {
	t := v.Type().(*ir.MemRefType)
	strides, _, ok := memref.Strides(t)
	if !ok {
		return false
	}
	trusted := !recast(v)
	order := make([]int, len(strides))
	for d := range order {
		order[d] = d
		if !trusted && (strides[d] == ir.Dynamic || t.Shape[d] == ir.Dynamic) {
			return false
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Compare(magnitude(strides[i]), magnitude(strides[j]))
	})
	reach := int64(0) // the distance that the dimensions with smaller strides span
	for _, d := range order {
		stride, extent := magnitude(strides[d]), t.Shape[d]
		if strides[d] == ir.Dynamic || extent == 0 || extent == 1 {
			continue
		}
		if stride <= reach {
			return false
		}
		if extent == ir.Dynamic {
			extent = 2 // at least; with extent 1 the dimension would not count
		}
		if !moderate(stride, extent) {
			return trusted
		}
		reach += stride * (extent - 1)
	}
	return true
}

// recast reports whether a memref.reinterpret_cast sets the strides of a memref.
func recast(v *ir.Value) bool {
	var trail ir.Trail
	for op := v.DefiningOp(); op != nil && op.Def().View != nil && !trail.Repeats(v); op = v.DefiningOp() {
		if op.Is(memref.ReinterpretCast) {
			return true
		}
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			return false
		}
		v = view.Source
	}
	return false
}

// RefOf returns the access of a load or store, false for an operation with other effects.
func RefOf(op *ir.Op) (Ref, bool) {
	if op.Def().Effects == nil {
		return Ref{}, false
	}
	var r Ref
	n := 0
	op.Def().Effects(op, func(e ir.Effect) {
		if n++; e.Value != nil && (e.Kind == ir.Read || e.Kind == ir.Write) {
			r = newRef(op, e)
		}
	})
	return r, n == 1 && r.At.Map != nil
}

// form is constant + the sum of terms. ok is false if a subscript has no such form.
type form struct {
	terms    []term
	constant int64
	ok       bool
}

type term struct {
	value *ir.Value
	times int64
}

func formsOf(a affine.Access) []form {
	forms := make([]form, len(a.Map.Results))
	for i, e := range a.Map.Results {
		coefficients, constant, ok := e.Linear(a.Map.NumDims, a.Map.NumSymbols)
		forms[i] = form{constant: constant, ok: ok}
		for j, c := range coefficients {
			if c != 0 {
				forms[i].terms = append(forms[i].terms, term{a.Operands[j], c})
			}
		}
	}
	return forms
}

// times returns the factor of v in the form.
func (f form) times(v *ir.Value) int64 {
	for _, t := range f.terms {
		if t.value == v {
			return t.times
		}
	}
	return 0
}

// Factors returns the factor of v in each subscript of the access. It reports false if a subscript is not a
// linear form, or contains another value that is defined in loop.
func (r *Ref) Factors(v *ir.Value, loop *ir.Op) ([]int64, bool) {
	factors := make([]int64, len(r.subscripts))
	for i, f := range r.subscripts {
		if !f.ok {
			return nil, false
		}
		for _, t := range f.terms {
			if t.value != v && !isLoopVariable(t.value) && Inside(t.value, loop) {
				return nil, false
			}
		}
		factors[i] = f.times(v)
	}
	return factors, r.At.Map != nil
}

// Inside reports whether v is defined in op, at any depth.
func Inside(v *ir.Value, op *ir.Op) bool { return op.IsAncestorOf(v.ParentBlock().ParentOp()) }

// isLoopVariable reports whether v is the variable of an affine.for.
func isLoopVariable(v *ir.Value) bool {
	return v.IsArgument() && v.Index() == 0 && v.Owner().ParentOp().Is(affine.For)
}

// Dense reports whether neighbouring elements along the last dimension of a memref are neighbours in memory.
func Dense(m *ir.Value) bool {
	strides, _, ok := memref.Strides(m.Type().(*ir.MemRefType))
	return ok && len(strides) > 0 && strides[len(strides)-1] == 1
}
