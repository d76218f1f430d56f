package importer

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// matchBuffer imports T.match_buffer of a handle, whose parameter gets its type, or of a part of a buffer.
func (f *function) matchBuffer(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, matchParams...)
	if err != nil {
		return nil, err
	}
	target, err := f.ev.Eval(args.Get("param"))
	if err != nil {
		return nil, err
	}
	switch target := target.(type) {
	case handle:
		return f.matchHandle(target.parameter, call, &args)
	case *expr.Region, *expr.Buffer, *expr.Element:
		return f.matchRegion(target, call, &args)
	}
	return nil, f.ev.Errorf(codeMatch, args.Get("param"), "T.match_buffer of %s", target.Kind()).
		Suggest("match a parameter of type T.handle, or a part of a buffer: A[0:16, 0:16]")
}

// matchHandle gives the parameter the type of the buffer.
func (f *function) matchHandle(p *parameter, call *syntax.Call, args *arguments) (expr.Value, error) {
	if !p.pending && p.buffer == nil {
		return nil, f.ev.Errorf(codeMatch, call, "'%s' is matched behind its use as a handle", p.name).
			Note(f.file.Span(p.at),
				"the parameter").Suggest("move T.match_buffer to the beginning of the function")
	}
	if !p.pending {
		return nil, f.ev.Errorf(codeMatch, call, "'%s' is matched a second time", p.name).
			Note(f.file.Span(p.at),
				"the parameter").Suggest("use the buffer that the first T.match_buffer makes")
	}
	if args.Get("shape") == nil {
		return nil, f.ev.Errorf(codeMatch, call,
			"T.match_buffer of a handle needs a shape").
			Suggest("write T.match_buffer(%s, (16,), \"float32\")", p.name)
	}
	spec, err := f.bufferArgs(call, args)
	if err != nil {
		return nil, err
	}
	buffer := newBuffer(spec)
	p.pending, p.dtype, p.buffer = false, spec.dtype, buffer
	p.arg.SetType(spec.memref)
	p.arg.SetName("")
	buffer.V = p.arg
	f.ev.Locate(call)
	f.defining = append(f.defining, shapeOf{buffer, spec})
	return buffer, nil
}

// shapeOf is a buffer whose symbolic extents are defined after it has a name.
type shapeOf struct {
	buffer *expr.Buffer
	spec   *bufferSpec
}

// defineShape defines the variables of a parameter's shape by its extents. It asserts that other symbolic
// extents equal those of the shape.
func (f *function) defineShape(buffer *expr.Buffer, spec *bufferSpec) {
	for k, v := range spec.shape {
		if _, ok := v.(*expr.Int); ok {
			continue
		}
		dim := memref.NewDim(f.b, buffer.V, f.ev.ConstIndex(int64(k)))
		n, isVariable := v.(*variable)
		if isVariable && n.value == nil {
			dim.SetName(n.name)
			n.value = &expr.Scalar{V: dim, Dtype: n.dtype}
			buffer.Shape[k] = n.value
			continue
		}
		if isVariable {
			v = n.value
		}
		buffer.Shape[k] = v
		if want, err := f.ev.ToIndex(v, spec.shapeAt[k]); err != nil {
			f.imp.report(err)
		} else {
			text := f.file.Span(spec.shapeAt[k]).Text()
			f.assert(arith.Cmp(f.b, arith.EQ, dim, want), buffer.Name+".shape["+strconv.Itoa(k)+"] == "+text)
		}
	}
}

func (f *function) assert(cond *ir.Value, message string) {
	f.b.Op(cf.Assert, []*ir.Value{cond}, ir.NamedAttr{Name: "msg", Value: f.imp.ctx.String(message)})
}

// matchRegion makes a view of a part of a buffer.
func (f *function) matchRegion(target expr.Value, call *syntax.Call, args *arguments) (expr.Value, error) {
	source, ranges, err := f.region(target, call)
	if err != nil {
		return nil, err
	}
	slice := memref.Slice{}
	for _, r := range ranges {
		slice.Offsets = append(slice.Offsets, r.min)
		slice.Sizes = append(slice.Sizes, r.extent)
		slice.Strides = append(slice.Strides, ir.OpFoldResult{Const: 1})
	}
	if err := f.checkInside(source, ranges, args.Get("param")); err != nil {
		return nil, err
	}
	from := source.V.Type().(*ir.MemRefType)
	offsets, _ := ir.SplitIndices(slice.Offsets)
	sizes, _ := ir.SplitIndices(slice.Sizes)
	steps, _ := ir.SplitIndices(slice.Strides)
	t := memref.SubViewType(f.imp.ctx, from, offsets, sizes, steps)
	view := &expr.Buffer{Dtype: source.Dtype, Scope: source.Scope, Shape: extentsOf(slice.Sizes)}
	if x := args.Get("shape"); x != nil {
		if view.Shape, err = f.matchedShape(x, slice.Sizes, call); err != nil {
			return nil, err
		}
		if len(view.Shape) < len(sizes) {
			t = memref.ReducedSubViewType(f.imp.ctx, staticShape(view.Shape), from, offsets, sizes, steps)
		}
	}
	if err := f.matchElements(source, args); err != nil {
		return nil, err
	}
	view.Part, _ = target.(*expr.Region)
	if err := f.matchStrides(view, t, source, args.Get("strides")); err != nil {
		return nil, err
	}
	f.ev.Locate(call)
	view.V = memref.NewSubView(f.b, t, source.V, slice)
	return view, f.matchOffset(view, args.Get("elem_offset"), call)
}

// checkInside rejects a part that certainly, by its constants, has elements outside of the buffer.
func (f *function) checkInside(source *expr.Buffer, ranges []interval, at syntax.Node) error {
	if len(ranges) != len(source.Shape) {
		return f.ev.Errorf(codeMatch, at, "the part has %d dimensions, the buffer '%s' has %d", len(ranges),
			source.Name, len(source.Shape)).
			Suggest("give one range or subscript per dimension")
	}
	for i, r := range ranges {
		size, isStatic := number(source.Shape[i])
		low, extent := r.min.Const, r.extent.Const
		if r.extent.Value != nil {
			extent = 1
		}
		if r.min.Value != nil {
			low = 0
		}
		if extent < 1 || low < 0 || isStatic && low+extent > size {
			return f.ev.Errorf(codeMatch, at, "the part lies outside of dimension %d of '%s'", i,
				source.Name).
				Suggest("correct the range")
		}
	}
	return nil
}

// matchElements checks the dtype and the scope that a match of a part names.
func (f *function) matchElements(source *expr.Buffer, args *arguments) error {
	if x := args.Get("dtype"); x != nil {
		d, err := f.ev.DtypeOf(x)
		if err != nil {
			return err
		}
		if d != source.Dtype {
			return f.ev.Errorf(codeMatch, x, "the buffer '%s' has elements of dtype %v, not %v", source.Name,
				source.Dtype, d).
				Suggest("write \"%v\"", source.Dtype)
		}
	}
	if x := args.Get("scope"); x != nil {
		scope, err := f.ev.ConstStr(x)
		if err != nil {
			return err
		}
		if scope != source.Scope && scope != "" {
			return f.ev.Errorf(codeMatch, x, "the buffer '%s' is in scope \"%s\", not \"%s\"", source.Name,
				source.Scope, scope).
				Suggest("write scope=\"%s\"", source.Scope)
		}
	}
	return nil
}

// matchStrides gives a part its named strides, and defines the variables among them. If the strides are not
// constant, the dimensions that the part lacks are assumed to be the first ones.
func (f *function) matchStrides(view *expr.Buffer, t *ir.MemRefType, source *expr.Buffer,
	x syntax.Expr) error {
	if x == nil {
		return nil
	}
	given, err := f.strides(x)
	if err != nil || given == nil {
		return err
	}
	known, _, ok := memref.Strides(t)
	if !ok || len(known) != len(given) {
		return f.ev.Errorf(codeMatch, x, "there are %s for %s", diag.Count(len(given), "stride"),
			diag.Count(len(view.Shape), "dimension")).
			Suggest("give one stride per dimension of the shape")
	}
	for i, v := range given {
		value, err := f.strideOf(source, known, i, x)
		if err != nil {
			return err
		}
		if n, ok := v.(*variable); ok && n.value == nil {
			n.value = value
		}
		given[i] = value
	}
	view.Strides = given
	return nil
}

// strideOf returns stride i of a part. known has the constant strides.
func (f *function) strideOf(source *expr.Buffer, known []int64, i int, at syntax.Node) (expr.Value, error) {
	if known[i] != ir.Dynamic {
		return &expr.Int{V: known[i]}, nil
	}
	strides, err := f.ev.StridesOf(source, at)
	if err != nil {
		return nil, err
	}
	return strides[len(strides)-len(known)+i], nil
}

// matchOffset defines a variable for the offset of a part.
func (f *function) matchOffset(view *expr.Buffer, x syntax.Expr, at syntax.Node) error {
	if x == nil {
		return nil
	}
	v, err := f.ev.Eval(x)
	if err != nil {
		return err
	}
	if n, ok := v.(*variable); ok && n.value == nil {
		n.value, err = f.ev.OffsetOf(view, at)
	}
	return err
}

// matchedShape compares the given shape with the extents of the part. It may lack dimensions of extent 1. The
// extents define the variables in the shape.
func (f *function) matchedShape(x syntax.Expr, sizes []ir.OpFoldResult, call *syntax.Call) ([]expr.Value,
	error) {
	shape, _, err := f.extents(x)
	if err != nil {
		return nil, err
	}
	k := 0
	for i, size := range sizes {
		left := len(sizes) - i
		if left > len(shape)-k && size.Value == nil && size.Const == 1 &&
			(k == len(shape) || !isOne(shape[k])) {
			continue
		}
		if k == len(shape) || !f.sameExtent(&shape[k], size) {
			return nil, f.ev.Errorf(codeMatch, call, "the shape is not that of the part: %s",
				describeSizes(sizes)).
				Suggest("give the extents of the slice; only dimensions of extent 1 can be left out")
		}
		k++
	}
	if k != len(shape) {
		return nil, f.ev.Errorf(codeMatch, call, "the shape has %d dimensions, the part %d", len(shape),
			len(sizes)).
			Suggest("give the extents of the slice; only dimensions of extent 1 can be left out")
	}
	return shape, nil
}

func isOne(v expr.Value) bool { n, ok := number(v); return ok && n == 1 }

// sameExtent reports whether an extent can be that of a dimension. The size of the dimension defines an
// extent that is a variable.
func (f *function) sameExtent(v *expr.Value, size ir.OpFoldResult) bool {
	if n, ok := (*v).(*variable); ok {
		n.value = extentsOf([]ir.OpFoldResult{size})[0]
		*v = n.value
		return true
	}
	n, ok := number(*v)
	return ok == (size.Value == nil) && n == size.Const
}

func extentsOf(sizes []ir.OpFoldResult) []expr.Value {
	out := make([]expr.Value, len(sizes))
	for i, s := range sizes {
		if out[i] = (&expr.Int{V: s.Const}); s.Value != nil {
			out[i] = expr.NewScalar(s.Value)
		}
	}
	return out
}

func staticShape(shape []expr.Value) []int64 {
	out := make([]int64, len(shape))
	for i, v := range shape {
		if n, ok := number(v); ok {
			out[i] = n
		} else {
			out[i] = ir.Dynamic
		}
	}
	return out
}

func describeSizes(sizes []ir.OpFoldResult) string {
	s := "("
	for i, size := range sizes {
		if i > 0 {
			s += ", "
		}
		if size.Value != nil {
			s += "?"
		} else {
			s += strconv.FormatInt(size.Const, 10)
		}
	}
	return s + ")"
}
