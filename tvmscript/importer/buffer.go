package importer

import (
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// bufferSpec is the description of a buffer in the text: T.Buffer((16, n), "float32", scope="shared").
type bufferSpec struct {
	call    syntax.Node
	shape   []expr.Value // Int, Scalar, or a variable that this shape defines
	shapeAt []syntax.Node
	dtype   form.Dtype
	scope   string
	strides []expr.Value // nil for row-major
	offset  expr.Value   // nil for 0
	data    syntax.Expr
	// annotations are attributes of an allocation.
	annotations []ir.NamedAttr
	memref      *ir.MemRefType
}

// The parameters of all calls that describe a buffer. Those that are not used here are hints for code
// generators.
var (
	bufferParams = []string{
		"shape", "dtype?", "data?", "strides?", "elem_offset?", "scope?", "align?", "offset_factor?",
		"buffer_type?",
		"axis_separators?", "layout?", "allocated_addr?", "byte_offset?", "name?", "annotations?",
	}
	matchParams = append([]string{"param", "shape?"}, bufferParams[1:]...)
)

// bufferAnnotation reads T.Buffer(...) or T.Buffer[...]. ok is false if x is neither.
func (f *function) bufferAnnotation(x syntax.Expr) (*bufferSpec, bool, error) {
	switch x := x.(type) {
	case *syntax.Call:
		if isBufferName(f.callee(x.Fun)) {
			spec, err := f.bufferCall(x)
			return spec, true, err
		}
	case *syntax.Subscript:
		if isBufferName(f.callee(x.X)) {
			spec, err := f.bufferSubscript(x)
			return spec, true, err
		}
	case *syntax.Paren:
		return f.bufferAnnotation(x.X)
	}
	return nil, false, nil
}

func isBufferName(name string) bool {
	return name == "T.Buffer" || name == "T.Tensor" || name == "T.buffer" || name == "T.buffer_decl"
}

// bufferCall reads the arguments of a call that describes a buffer.
func (f *function) bufferCall(call *syntax.Call) (*bufferSpec, error) {
	args, err := f.args(call, bufferParams...)
	if err != nil {
		return nil, err
	}
	return f.bufferArgs(call, &args)
}

func (f *function) bufferArgs(call *syntax.Call, args *arguments) (*bufferSpec, error) {
	spec := &bufferSpec{call: call, dtype: form.Float32, data: args.Get("data")}
	if c, ok := spec.data.(*syntax.Constant); ok && c.Kind == syntax.None {
		spec.data = nil
	}
	var err error
	if spec.shape, spec.shapeAt, err = f.extents(args.Get("shape")); err != nil {
		return nil, err
	}
	if x := args.Get("dtype"); x != nil {
		if spec.dtype, err = f.ev.DtypeOf(x); err != nil {
			return nil, err
		}
	}
	if x := args.Get("scope"); x != nil {
		if spec.scope, err = f.ev.ConstStr(x); err != nil {
			return nil, err
		}
	}
	if x := args.Get("strides"); x != nil {
		if spec.strides, err = f.strides(x); err != nil {
			return nil, err
		}
	}
	if x := args.Get("elem_offset"); x != nil {
		if spec.offset, err = f.ev.Value(x); err != nil {
			return nil, err
		}
		if _, none := spec.offset.(*expr.None); none {
			spec.offset = nil
		}
	}
	if x := args.Get("annotations"); !isNone(x) {
		if spec.annotations, err = f.annotations(x, allocAttrs); err != nil {
			return nil, err
		}
		if spec.data != nil {
			return nil, f.ev.Errorf(codeBuffer, x,
				"annotations of a view").Suggest("annotate the allocation whose memory it shows")
		}
	}
	return spec, f.layOut(spec)
}

// bufferSubscript reads T.Buffer[(16, 16), "float32"], T.Buffer[16, "float32"] or T.Buffer[(16,)].
func (f *function) bufferSubscript(x *syntax.Subscript) (*bufferSpec, error) {
	spec := &bufferSpec{call: x, dtype: form.Float32}
	indices := x.Indices
	if t, ok := indices[0].(*syntax.Tuple); ok && len(indices) == 1 && !x.Tuple && len(t.Elems) == 2 {
		// (shape, dtype) in another pair of parentheses
		if _, isName := t.Elems[1].(*syntax.Str); isName {
			indices = t.Elems
		}
	}
	if len(indices) > 2 {
		return nil, f.ev.Errorf(codeBuffer, x, "T.Buffer[...] has a shape and a dtype").
			Suggest("write T.Buffer((16, 16), \"float32\")")
	}
	var err error
	if spec.shape, spec.shapeAt, err = f.extents(indices[0]); err != nil {
		return nil, err
	}
	if len(indices) == 2 {
		if spec.dtype, err = f.ev.DtypeOf(indices[1]); err != nil {
			return nil, err
		}
	}
	return spec, f.layOut(spec)
}

// extents reads a shape: a tuple or list, or one extent.
func (f *function) extents(x syntax.Expr) ([]expr.Value, []syntax.Node, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, nil, err
	}
	at := elements(x)
	seq, ok := v.(*expr.Seq)
	if !ok {
		seq, at = &expr.Seq{Elems: []expr.Value{v}}, []syntax.Node{x}
	}
	shape, places := make([]expr.Value, len(seq.Elems)), make([]syntax.Node, len(seq.Elems))
	for i, e := range seq.Elems {
		places[i] = syntax.Node(x)
		if len(at) == len(seq.Elems) {
			places[i] = at[i]
		}
		if shape[i], err = f.extent(e, places[i]); err != nil {
			return nil, nil, err
		}
	}
	return shape, places, nil
}

// elements returns the elements of a literal tuple or list.
func elements(x syntax.Expr) []syntax.Node {
	switch x := x.(type) {
	case *syntax.Paren:
		return elements(x.X)
	case *syntax.Tuple:
		return nodes(x.Elems)
	case *syntax.List:
		return nodes(x.Elems)
	}
	return nil
}

func nodes(xs []syntax.Expr) []syntax.Node {
	ns := make([]syntax.Node, len(xs))
	for i, x := range xs {
		ns[i] = x
	}
	return ns
}

// extent returns the extent of a dimension: an Int, a Scalar of type index, or a variable without a value.
func (f *function) extent(v expr.Value, at syntax.Node) (expr.Value, error) {
	if n, ok := number(v); ok {
		if n < 0 {
			return nil, f.ev.Errorf(codeBuffer, at, "an extent is %d",
				n).Suggest("extents of buffers are not negative")
		}
		return &expr.Int{V: n}, nil
	}
	switch v := v.(type) {
	case *variable:
		if v.thread == "" && (v.dtype == form.Int32 || v.dtype == form.Int64) {
			return v, nil
		}
	case *expr.Scalar:
		if v.Dtype.IsInt() && v.Dtype.Lanes == 1 {
			return f.indexValue(v, at)
		}
	}
	return nil, f.ev.Errorf(codeBuffer, at, "%s is no extent of a buffer", v.Kind()).
		Suggest("extents are integers, integer parameters, and variables n = T.int32()")
}

// indexValue returns a value as an index, which keeps its dtype.
func (f *function) indexValue(v expr.Value, at syntax.Node) (expr.Value, error) {
	s, err := f.ev.IndexScalar(v, at)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// strides reads strides=; an empty list and None mean row-major.
func (f *function) strides(x syntax.Expr) ([]expr.Value, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *expr.None:
		return nil, nil
	case *expr.Seq:
		if len(v.Elems) == 0 {
			return nil, nil
		}
		return namedStrides(v.Elems), nil
	}
	return nil, f.ev.Errorf(codeBuffer, x, "strides are a list, and this is %s",
		v.Kind()).Suggest("write strides=(16, 1)")
}

// namedStrides makes variables of strides that are only named, as in strides=("s0", "s1").
func namedStrides(given []expr.Value) []expr.Value {
	strides := slices.Clone(given)
	for i, v := range strides {
		if name, ok := v.(*expr.Str); ok {
			strides[i] = &variable{name: name.V, dtype: form.Int32}
		}
	}
	return strides
}

// layOut computes the type of the memref.
func (f *function) layOut(spec *bufferSpec) error {
	if err := f.checkElements(spec); err != nil {
		return err
	}
	shape, size := make([]int64, len(spec.shape)), float64(spec.dtype.Bits*spec.dtype.Lanes)
	for i, v := range spec.shape {
		shape[i] = ir.Dynamic
		if n, ok := number(v); ok {
			shape[i] = n
			size *= float64(max(n, 1))
		}
	}
	if size > math.MaxInt32*float64(1<<20) {
		return f.ev.Errorf(codeBuffer, spec.call, "the buffer has %.3g bytes",
			size/8).Suggest("use smaller extents")
	}
	layout, err := f.layout(spec, shape)
	if err != nil {
		return err
	}
	c := f.imp.ctx
	spec.memref = c.MemRef(shape, spec.dtype.Type(c), layout, form.SpaceAttr(c, spec.scope))
	return nil
}

// checkElements rejects dtypes that memory cannot hold, and scopes without a name.
func (f *function) checkElements(spec *bufferSpec) error {
	if spec.dtype.Type(f.imp.ctx) == nil {
		return f.ev.Errorf(codeBuffer, spec.call, "a buffer cannot have elements of dtype %v", spec.dtype).
			Suggest("use an integer or floating-point dtype")
	}
	base, _, _ := strings.Cut(spec.scope, ".")
	if !scopes[base] {
		return f.ev.Errorf(codeBuffer, spec.call, "\"%s\" is no storage scope", spec.scope).
			Suggest(
				"scopes are \"global\", \"shared\", \"shared.dyn\", \"local\", \"warp\", \"wmma.matrix_a\" " +
					"and others of TVM")
	}
	return nil
}

// scopes are the storage scopes of TVM, up to the first dot.
var scopes = map[string]bool{
	"": true, "global": true, "shared": true, "local": true, "warp": true, "wmma": true, "m16n8k8": true,
	"texture": true,
	"trn":     true, "constant": true, "metal": true, "tmem": true, "cuda": true, "simdgroup": true,
}

// layout returns the layout attribute for strides and offset. It is nil for row-major strides and the offset
// 0.
func (f *function) layout(spec *bufferSpec, shape []int64) (ir.Attr, error) {
	offset, err := f.stride(spec.offset, 0, spec.call)
	if err != nil || spec.strides == nil && offset == 0 {
		return nil, err
	}
	if spec.strides != nil && len(spec.strides) != len(shape) {
		return nil, f.ev.Errorf(codeBuffer, spec.call, "there are %d strides for %d dimensions",
			len(spec.strides), len(shape)).
			Suggest("give one stride per dimension")
	}
	strides := memref.RowMajor(shape)
	for i, v := range spec.strides {
		if strides[i], err = f.stride(v, 1, spec.call); err != nil {
			return nil, err
		}
	}
	return f.imp.ctx.Strided(offset, strides), nil
}

// stride returns a stride or offset: a constant of at least low, or ir.Dynamic if it is known only at run
// time.
func (f *function) stride(v expr.Value, low int64, at syntax.Node) (int64, error) {
	if v == nil {
		return 0, nil
	}
	n, ok := number(v)
	if !ok {
		switch v.(type) {
		case *expr.Scalar, *variable:
			return ir.Dynamic, nil
		}
		return 0, f.ev.Errorf(codeBuffer, at, "%s is no stride or offset",
			v.Kind()).Suggest("strides are integers")
	}
	if n < low || n > math.MaxInt32 {
		return 0, f.ev.Errorf(codeBuffer, at, "a stride or offset is %d",
			n).Suggest("strides are positive, offsets not negative")
	}
	return n, nil
}

// newBuffer returns the value of a described buffer. The memref is still missing.
func newBuffer(spec *bufferSpec) *expr.Buffer {
	scope := spec.scope
	if scope == "" {
		scope = "global"
	}
	return &expr.Buffer{
		Dtype: spec.dtype, Shape: slices.Clone(spec.shape), Scope: scope, Strides: spec.strides,
		ElemOffset: spec.offset,
	}
}
