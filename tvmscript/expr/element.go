package expr

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// bufferSubscript evaluates A[i, j]: an element or, if it has slices, a region.
func (e *Evaluator) bufferSubscript(b *Buffer, x *syntax.Subscript) (Value, error) {
	indices, ranges, hasSlice, err := e.subscripts(b, x)
	if err != nil {
		return nil, err
	}
	if len(ranges) != len(b.Shape) {
		return nil, e.Errorf(CodeSubscript, x, "the buffer %s has %d dimensions, and here are %d subscripts",
			b.Name, len(b.Shape), len(ranges))
	}
	if hasSlice {
		return &Region{b, ranges}, nil
	}
	return &Element{Buffer: b, Indices: indices}, nil
}

// subscripts evaluates the contents of the brackets. A name may stand for a tuple of subscripts.
func (e *Evaluator) subscripts(b *Buffer, x *syntax.Subscript) (indices []Value, ranges []Range,
	hasSlice bool, err error) {
	indices, ranges = make([]Value, 0, len(x.Indices)), make([]Range, 0, len(x.Indices))
	for _, i := range x.Indices {
		if s, ok := i.(*syntax.Slice); ok {
			r, index, err := e.rangeOf(b, len(ranges), s)
			if err != nil {
				return nil, nil, false, err
			}
			hasSlice = hasSlice || index == nil
			indices, ranges = append(indices, index), append(ranges, r)
			continue
		}
		values, err := e.subscriptValues(i)
		if err != nil {
			return nil, nil, false, err
		}
		for _, v := range values {
			if err := e.checkSubscript(b, len(ranges), v, i); err != nil {
				return nil, nil, false, err
			}
			indices, ranges = append(indices, v), append(ranges, Range{v, &Int{1}, true})
		}
	}
	return indices, ranges, hasSlice, nil
}

// subscriptValues evaluates one expression, which may be a tuple of several subscripts.
func (e *Evaluator) subscriptValues(i syntax.Expr) ([]Value, error) {
	if star, ok := i.(*syntax.Starred); ok {
		return e.spread(star.X)
	}
	v, err := e.Value(i)
	if err != nil {
		return nil, err
	}
	seq, ok := v.(*Seq)
	if !ok {
		return []Value{v}, nil
	}
	values := make([]Value, len(seq.Elems))
	for k, v := range seq.Elems {
		if values[k], err = e.Force(v, i); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// checkSubscript reports a subscript of a wrong type, and one that is always out of bounds.
func (e *Evaluator) checkSubscript(b *Buffer, dim int, v Value, at syntax.Node) error {
	switch v := v.(type) {
	case *Ramp:
		return nil
	case *Int, *Imm:
		n, ok := constantInt(v)
		if !ok {
			break
		}
		return e.checkConstant(b, dim, n, at)
	case *Scalar:
		if v.Dtype.IsInt() {
			return nil
		}
	case *Unknown:
		return e.unknown(v, at)
	case *Buffer, *Pointer, *Builtin:
		return e.noValue(v, at)
	}
	return e.Errorf(CodeSubscript, at, "a subscript of a buffer is an integer, and this is %s", v.Kind()).
		Suggest("convert it: T.Cast(\"int32\", x)")
}

// checkConstant compares a constant subscript with the extent of its dimension.
func (e *Evaluator) checkConstant(b *Buffer, dim int, n int64, at syntax.Node) error {
	if n < 0 {
		return e.outside(e.Errorf(CodeSubscript, at, "the subscript %d is negative", n).
			Suggest("buffers are not counted from the end: write the extent minus %d", -n))
	}
	extent, ok := b.extent(dim)
	if ok && extent == 0 {
		return e.outside(e.Errorf(CodeSubscript, at, "dimension %d of the buffer %s has no elements", dim,
			b.Name).
			Suggest("its extent is 0: make it larger, or leave the access out"))
	}
	if ok && n >= extent {
		return e.outside(e.Errorf(CodeSubscript, at,
			"the subscript %d is beyond the extent %d of dimension %d of the buffer %s", n, extent, dim,
			b.Name).
			Suggest("subscripts go from 0 to %d", extent-1))
	}
	return nil
}

// outside handles an access that leaves its buffer. It is no error if the access may never happen, because of
// a guard around it.
func (e *Evaluator) outside(d *diag.Diagnostic) error {
	if e.Outside == nil {
		return d
	}
	return e.Outside(d)
}

// extent returns the extent of a dimension. ok is false if it is not constant.
func (b *Buffer) extent(dim int) (int64, bool) {
	if dim >= len(b.Shape) {
		return 0, false
	}
	return constantInt(b.Shape[dim])
}

func extentText(b *Buffer, dim int) string {
	if n, ok := b.extent(dim); ok {
		return strconv.FormatInt(n, 10)
	}
	return "the extent"
}

// rangeOf returns the range of a slice. A slice with a step is a ramp, which is an index and no range.
func (e *Evaluator) rangeOf(b *Buffer, dim int, s *syntax.Slice) (r Range, index Value, err error) {
	if dim >= len(b.Shape) {
		return Range{}, nil,
			e.Errorf(CodeSubscript, s, "the buffer %s has %d dimensions", b.Name, len(b.Shape))
	}
	low, err := e.bound(s.Low, &Int{0})
	if err != nil {
		return Range{}, nil, err
	}
	extent, err := e.sliceExtent(s, low, b.Shape[dim])
	if err != nil {
		return Range{}, nil, err
	}
	if err := e.checkRange(b, dim, low, extent, s); err != nil {
		return Range{}, nil, err
	}
	if s.Step == nil {
		return Range{Min: low, Extent: extent}, nil, nil
	}
	step, err := e.ConstInt(s.Step)
	if err != nil {
		return Range{}, nil, err
	}
	n, ok := constantInt(extent)
	if !ok || step <= 0 {
		return Range{}, nil,
			e.Errorf(CodeSubscript, s,
				"a slice with a step needs an extent and a step that are positive and known at import time")
	}
	if step == 1 {
		return Range{Min: low, Extent: extent}, nil, nil
	}
	lanes := (n + step - 1) / step
	if lanes == 1 {
		return Range{low, &Int{1}, true}, low, nil
	}
	return Range{Min: low, Extent: extent}, &Ramp{low, &Int{step}, int(lanes)}, nil
}

// bound evaluates an end of a slice.
func (e *Evaluator) bound(x syntax.Expr, missing Value) (Value, error) {
	if x == nil {
		return missing, nil
	}
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	if n, ok := constantInt(v); ok {
		return &Int{n}, nil
	}
	return e.IndexScalar(v, x)
}

// sliceExtent returns the distance between the ends of a slice. If the text shows that it is constant, no
// operations are made: for i:i+4 it is 4.
func (e *Evaluator) sliceExtent(s *syntax.Slice, low, shape Value) (Value, error) {
	if s.High == nil {
		if n, ok := low.(*Int); ok && n.V == 0 {
			return shape, nil
		}
		return e.Binary(syntax.Sub, shape, low, s)
	}
	if s.Low != nil {
		if n, ok := e.distance(s.High, s.Low); ok {
			return &Int{n}, nil
		}
	}
	high, err := e.bound(s.High, nil)
	if err != nil {
		return nil, err
	}
	if n, ok := low.(*Int); ok && n.V == 0 {
		return high, nil
	}
	return e.Binary(syntax.Sub, high, low, s)
}

// checkRange reports a slice that is empty, and one that always leaves the buffer.
func (e *Evaluator) checkRange(b *Buffer, dim int, low, extent Value, at syntax.Node) error {
	n, ok := constantInt(extent)
	if !ok {
		return nil
	}
	if n <= 0 {
		return e.Errorf(CodeSubscript, at, "the slice has an extent of %d",
			n).Suggest("the end of a slice is greater than its beginning")
	}
	from, ok := constantInt(low)
	size, isStatic := b.extent(dim)
	if ok && from < 0 || ok && isStatic && from+n > size {
		return e.outside(e.Errorf(CodeSubscript, at,
			"the slice [%d, %d) leaves dimension %d of the buffer %s", from, from+n, dim, b.Name).
			Suggest("end it at %s at the latest", extentText(b, dim)))
	}
	return nil
}

// load makes the load of an element.
func (e *Evaluator) load(x *Element, at syntax.Node) (Value, error) {
	if e.B == nil {
		return nil, e.Errorf(CodeType, at, "the buffer %s is read outside of a prim_func", x.Buffer.Name)
	}
	v, err := e.lanes(x, at)
	if err != nil {
		return nil, err
	}
	indices, err := e.indices(v.start, at)
	if err != nil {
		return nil, err
	}
	d := x.Buffer.Dtype
	if v.lanes == 0 {
		e.Locate(at)
		return &Scalar{memref.NewLoad(e.B, x.Buffer.V, indices...), d}, nil
	}
	d.Lanes = v.lanes
	t := e.vectorType(d.Lane().Type(e.Ctx), v.lanes)
	if v.offsets == nil && v.mask == nil {
		e.Locate(at)
		return &Scalar{vector.NewLoad(e.B, t, x.Buffer.V, indices...), d}, nil
	}
	return e.loadMasked(x.Buffer, v, t, indices, at)
}

// loadMasked loads lanes that a mask selects, or that are not consecutive. Lanes that the mask does not
// select are zero.
func (e *Evaluator) loadMasked(b *Buffer, l lanesOf, t *ir.VectorType, indices []*ir.Value,
	at syntax.Node) (Value, error) {
	d := b.Dtype
	d.Lanes = l.lanes
	mask, err := e.maskOf(l, at)
	if err != nil {
		return nil, err
	}
	pass, err := e.constant(e.Ctx.Dense(t, string(make([]byte, ir.ElemBytes(t.Elem))), true), at)
	if err != nil {
		return nil, err
	}
	if l.offsets == nil {
		e.Locate(at)
		return &Scalar{vector.NewMaskedLoad(e.B, b.V, indices, mask, pass), d}, nil
	}
	offsets, err := e.offsets(l, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return &Scalar{vector.NewGather(e.B, b.V, indices, offsets, mask, pass), d}, nil
}

// maskOf returns the mask of an access: that of the program, or one that selects all lanes.
func (e *Evaluator) maskOf(l lanesOf, at syntax.Node) (*ir.Value, error) {
	if l.mask != nil {
		return l.mask.V, nil
	}
	return e.constant(e.Ctx.Dense(e.vectorType(e.Ctx.I1, l.lanes), "\x01", true), at)
}

// Masked returns an element with a predicate, a vector of truth values. An access touches the lanes whose
// predicate holds.
func (e *Evaluator) Masked(x *Element, predicate syntax.Expr) (*Element, error) {
	if c, ok := predicate.(*syntax.Constant); predicate == nil || ok && c.Kind == syntax.None {
		return x, nil
	}
	v, err := e.Value(predicate)
	if err != nil {
		return nil, err
	}
	l, err := e.lanes(x, predicate)
	if err != nil {
		return nil, err
	}
	s, ok := v.(*Scalar)
	if !ok || s.Dtype.Bits != 1 || l.lanes == 0 || s.Dtype.Lanes != l.lanes {
		return nil, e.Errorf(CodeDtype, predicate,
			"a predicate is a vector of truth values, one per lane, and this is %s for %d", v.Kind(),
			max(l.lanes, 1)).
			Suggest("compare vectors: T.Ramp(i, 1, 4) < T.Broadcast(n, 4); for one element write an if")
	}
	return &Element{Buffer: x.Buffer, Indices: x.Indices, Mask: s}, nil
}

// lanesOf describes the lanes of an access. lanes is 0 for one element. Otherwise start is the first lane,
// offsets has the offset of each lane from start, nil for consecutive lanes, and mask says which lanes are
// accessed.
type lanesOf struct {
	start   []Value
	lanes   int
	offsets Value
	mask    *Scalar // nil for all lanes
}

// lanes returns the lanes of an element, from its subscripts.
func (e *Evaluator) lanes(x *Element, at syntax.Node) (lanesOf, error) {
	l := lanesOf{start: append([]Value{}, x.Indices...), mask: x.Mask}
	for i, v := range x.Indices {
		lanes := 1
		switch v := v.(type) {
		case *Ramp:
			lanes = v.Lanes
		case *Scalar:
			lanes = v.Dtype.Lanes
		}
		if lanes == 1 {
			continue
		}
		if i+1 < len(x.Indices) || x.Buffer.Dtype.Lanes > 1 {
			return l, e.Errorf(CodeSubscript, at,
				"a vector of subscripts stands in the last dimension of a buffer of scalars only").
				Suggest("use a T.vectorized loop")
		}
		l.lanes = lanes
		if r, ok := v.(*Ramp); ok {
			l.start[i], l.offsets = r.Base, nil
			if n, ok := constantInt(r.Stride); !ok || n != 1 {
				l.offsets = r
			}
			continue
		}
		l.start[i], l.offsets = &Int{0}, v
	}
	return l, nil
}

// indices converts the subscripts of an access.
func (e *Evaluator) indices(vs []Value, at syntax.Node) ([]*ir.Value, error) {
	indices := make([]*ir.Value, len(vs))
	for i, v := range vs {
		index, err := e.ToIndex(v, at)
		if err != nil {
			return nil, err
		}
		indices[i] = index
	}
	return indices, nil
}

// offsets makes the vector of offsets. For a ramp it is the stride times 0, 1, 2 ...
func (e *Evaluator) offsets(l lanesOf, at syntax.Node) (*ir.Value, error) {
	r, ok := l.offsets.(*Ramp)
	if !ok {
		return l.offsets.(*Scalar).V, nil
	}
	stride, err := e.ToIndex(r.Stride, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	step := vector.NewStep(e.B, int64(l.lanes))
	spread := vector.NewBroadcast(e.B, e.vectorType(e.Ctx.Index, l.lanes), stride)
	return arith.Binary(e.B, arith.MulI, step, spread), nil
}

// vectorElement returns a region as a place for vectors. The last subscript becomes a ramp over its range.
func (e *Evaluator) vectorElement(r *Region, at syntax.Node) (*Element, error) {
	x := &Element{Buffer: r.Buffer}
	for i, d := range r.Ranges {
		n, known := constantInt(d.Extent)
		switch {
		case known && n == 1:
			x.Indices = append(x.Indices, d.Min)
		case !known || n > 1<<16:
			return nil, e.Errorf(CodeSubscript, at,
				"a slice that is read or stored has an extent that is small and known at import time").
				Suggest("use a T.vectorized loop")
		case i+1 < len(r.Ranges):
			return nil, e.Errorf(CodeSubscript, at,
				"only the last subscript can be a slice where the elements are read or stored").
				Suggest("use a loop over the other dimensions")
		default:
			x.Indices = append(x.Indices, &Ramp{d.Min, &Int{1}, int(n)})
		}
	}
	return x, nil
}

// Store makes target = value. target is an element or a slice of a buffer.
func (e *Evaluator) Store(target, value syntax.Expr) error {
	v, err := e.Value(value)
	if err != nil {
		return err
	}
	t, err := e.Eval(target)
	if err != nil {
		return err
	}
	return e.storeAt(t, v, target, value)
}

// StoreValue is Store for a value that has been evaluated.
func (e *Evaluator) StoreValue(target Value, v Value, at syntax.Node) error {
	return e.storeAt(target, v, at, at)
}

// storeAt converts a value to the dtype of the place, then evaluates the place, and then stores. That is the
// order of a store's operands.
func (e *Evaluator) storeAt(t, v Value, target, value syntax.Node) error {
	if r, ok := t.(*Region); ok {
		x, err := e.vectorElement(r, target)
		if err != nil {
			return err
		}
		t = x
	}
	x, ok := t.(*Element)
	if !ok {
		return e.Errorf(CodeSubscript, target, "only elements of buffers are stored to, and this is %s",
			t.Kind())
	}
	l, err := e.lanes(x, target)
	if err != nil {
		return err
	}
	to := x.Buffer.Dtype
	if l.lanes > 0 {
		to.Lanes = l.lanes
	}
	stored, err := e.stored(v, to, value)
	if err != nil {
		return err
	}
	indices, err := e.indices(l.start, target)
	if err != nil {
		return err
	}
	return e.storeLanes(x.Buffer, stored, indices, l, target)
}

// stored converts a value to the dtype of a buffer. A store of TVM casts every value. A warning says if that
// removes the fraction of a number.
func (e *Evaluator) stored(v Value, to form.Dtype, at syntax.Node) (*ir.Value, error) {
	v, err := e.Force(v, at)
	if err != nil {
		return nil, err
	}
	from, err := e.targetOf(v, at)
	if err != nil {
		return nil, err
	}
	if from.dtype.IsFloat() && !to.IsFloat() && e.Warn != nil {
		e.Warn(e.Errorf(CodeStore, at, "a number of dtype %s is stored in a buffer of dtype %s", from.dtype,
			to).
			Suggest("write the conversion if it is meant: T.Cast(%q, x)", to.String()))
	}
	return e.Convert(lowBits(v, to), to, at, true)
}

func (e *Evaluator) storeLanes(b *Buffer, v *ir.Value, indices []*ir.Value, l lanesOf, at syntax.Node) error {
	if l.offsets == nil {
		e.Locate(at)
		switch {
		case l.mask != nil:
			vector.NewMaskedStore(e.B, b.V, indices, l.mask.V, v)
		case l.lanes > 0:
			vector.NewStore(e.B, v, b.V, indices...)
		default:
			memref.NewStore(e.B, v, b.V, indices...)
		}
		return nil
	}
	offsets, err := e.offsets(l, at)
	if err != nil {
		return err
	}
	mask, err := e.maskOf(l, at)
	if err != nil {
		return err
	}
	e.Locate(at)
	vector.NewScatter(e.B, b.V, indices, offsets, mask, v)
	return nil
}

// rampDtype returns the dtype of a ramp as a vector: int64 if its base or its stride is an int64, and else
// int32.
func (e *Evaluator) rampDtype(r *Ramp, at syntax.Node) (form.Dtype, error) {
	d := form.Int32
	for _, v := range []Value{r.Base, r.Stride} {
		t, err := e.targetOf(v, at)
		if err != nil {
			return d, err
		}
		if t.dtype.Bits == form.Int64.Bits {
			d = form.Int64
		}
	}
	d.Lanes = r.Lanes
	return d, nil
}

// rampVector returns a ramp as a vector: base + (0, 1, 2 ...) * stride. A base of 0 and a stride of 1 are
// left out.
func (e *Evaluator) rampVector(r *Ramp, at syntax.Node) (*Scalar, error) {
	d, err := e.rampDtype(r, at)
	if err != nil {
		return nil, err
	}
	t := target{dtype: d}
	var base *Scalar
	if n, ok := constantInt(r.Base); !ok || n != 0 {
		if base, err = e.as(r.Base, t, at); err != nil {
			return nil, err
		}
	}
	if e.B == nil {
		return nil, e.noFunction(at)
	}
	e.Locate(at)
	v := e.castTo(arith.IndexCast, vector.NewStep(e.B, int64(r.Lanes)), t.dtype)
	if n, ok := constantInt(r.Stride); !ok || n != 1 {
		stride, err := e.as(r.Stride, t, at)
		if err != nil {
			return nil, err
		}
		v = arith.Binary(e.B, arith.MulI, v, stride.V)
	}
	if base != nil {
		v = arith.Binary(e.B, arith.AddI, base.V, v)
	}
	return &Scalar{v, t.dtype}, nil
}
