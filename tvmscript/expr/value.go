package expr

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Value is the result of evaluating an expression during import.
type Value interface {
	// Kind names the kind of the value, with an article, for messages: "a buffer".
	Kind() string
}

// The values of Python.
type (
	// Int is an integer of Python. It has no dtype, and adopts that of the other operand.
	Int struct{ V int64 }
	// Float is a number of Python. It adopts the dtype of the other operand; by itself it is a float32.
	Float struct{ V float64 }
	// Bool is True or False.
	Bool struct{ V bool }
	// Str is a string.
	Str struct{ V string }
	// None is None. Calls without a result have it as well.
	None struct{}
	// Ellipsis is the literal `...`.
	Ellipsis struct{}
	// Seq is a tuple or a list. A range is a list.
	Seq struct {
		Elems []Value
		List  bool
	}
	// Dict is a dictionary, in the order in which keys were entered.
	Dict struct{ Keys, Values []Value }
	// Slice is low:high:step in a subscript. Missing parts are nil.
	Slice struct{ Low, High, Step Value }
	// Func is a lambda or a nested function, with the names visible to it.
	Func struct {
		Name     string // "" for a lambda
		Params   []*syntax.Param
		Defaults []Value     // of each parameter, nil if it has none
		Body     syntax.Expr // of a lambda
		Def      *syntax.Def // of a function
		Env      Env         // the names where it was made
		File     *syntax.File
	}
	// Builtin is a function or module with a known name: "range", "T", "T.float32". tvm.tir, tirx and all
	// names under which T is imported are "T".
	Builtin struct{ Name string }
	// Method is x.name of a value x that has this method.
	Method struct {
		Recv Value
		Name string
	}
	// Unknown is the value of a Python expression that cannot be evaluated here. Why is the reason. Only its
	// use is an error.
	Unknown struct{ Why string }
)

// The values of TVM.
type (
	// Dtype is a data type as a value: T.float32, without a call.
	Dtype struct{ form.Dtype }
	// Imm is a constant with a dtype: T.float32(1), T.int64(16). Int has integers and truth values.
	Imm struct {
		Dtype form.Dtype
		Int   int64
		Float float64
	}
	// Scalar is a value of the IR. If V is of type index, Dtype is int32 or int64, as in TVM. A vector is a
	// Scalar, too, with lanes in Dtype.
	Scalar struct {
		V     *ir.Value
		Dtype form.Dtype
	}
	// Ramp is T.Ramp(Base, Stride, Lanes) before any arithmetic on it. As a subscript it is a range.
	Ramp struct {
		Base, Stride Value
		Lanes        int
	}
	// Buffer is a buffer. V is a memref. Shape has Int and Scalar of type index. Dtype has lanes if the
	// elements are vectors.
	Buffer struct {
		V     *ir.Value
		Dtype form.Dtype
		Shape []Value
		Name  string
		Scope string
		// Strides and ElemOffset are nil if the layout is row-major and has no offset.
		Strides    []Value
		ElemOffset Value
		// Part is the region of another buffer that the buffer shows. It is nil for a buffer with memory of
		// its own.
		Part *Region
	}
	// Region is a slice of a buffer, A[i:i+4, j] with a range. T.reads and T.match_buffer have regions.
	Region struct {
		Buffer *Buffer
		Ranges []Range
	}
	// Element is an element of a buffer. It is loaded when its value is needed.
	Element struct {
		Buffer  *Buffer
		Indices []Value // Int, Imm, Scalar, Ramp
		// Mask says which lanes are accessed, nil for all lanes.
		Mask *Scalar
	}
	// Pointer is an address in a buffer: A.data, T.address_of(A[i]), A.access_ptr("r", offset, extent).
	Pointer struct {
		Buffer *Buffer
		// Indices are the subscripts of the element at the address, nil for the beginning of the buffer.
		Indices []Value
		// Offset is the distance from the beginning in elements, and Extent the number of elements. Each is
		// nil if it was not given.
		Offset, Extent Value
		// Mode has the "r" and "w" of access_ptr, "" if no mode was given.
		Mode string
	}
)

// Range is an interval of a dimension. Single says that it was written as one subscript. TVM drops such a
// dimension.
type Range struct {
	Min, Extent Value
	Single      bool
}

// Object is a value whose meaning another package defines, such as a prim_func, a class or a schedule.
type Object interface {
	Value
	// Attr returns x.name.
	Attr(e *Evaluator, name string, at syntax.Node) (Value, error)
	// Call calls x with arguments that are not evaluated.
	Call(e *Evaluator, call *syntax.Call) (Value, error)
}

// Memory is a value of another package that is memory for opaque functions, such as a handle.
type Memory interface {
	Value
	Memory(e *Evaluator) (*ir.Value, error)
}

// Truthless is a value of another package that stands for a part of the program. Python's truth does not
// apply to it.
type Truthless interface {
	Value
	Truthless()
}

// IsIndex reports whether the value is of type index.
func (s *Scalar) IsIndex() bool {
	_, ok := s.V.Type().(*ir.IndexType)
	return ok
}

// NewScalar returns an IR value with the dtype that follows from its type.
func NewScalar(v *ir.Value) *Scalar {
	d, _ := form.DtypeOf(v.Type())
	return &Scalar{V: v, Dtype: d}
}

// Kind implements Value.
func (*Int) Kind() string      { return "an int" }
func (*Float) Kind() string    { return "a float" }
func (*Bool) Kind() string     { return "a bool" }
func (*Str) Kind() string      { return "a string" }
func (*None) Kind() string     { return "None" }
func (*Ellipsis) Kind() string { return "..." }
func (s *Seq) Kind() string {
	if s.List {
		return "a list"
	}
	return "a tuple"
}
func (*Dict) Kind() string  { return "a dict" }
func (*Slice) Kind() string { return "a slice" }
func (f *Func) Kind() string {
	if f.Name == "" {
		return "a lambda"
	}
	return "the function " + f.Name
}
func (b *Builtin) Kind() string { return b.Name }
func (m *Method) Kind() string  { return "the method " + m.Name }
func (*Unknown) Kind() string   { return "a value that is not known at import time" }
func (d *Dtype) Kind() string   { return "the dtype " + d.String() }
func (i *Imm) Kind() string     { return "a constant of dtype " + i.Dtype.String() }
func (s *Scalar) Kind() string  { return "a value of dtype " + s.Dtype.String() }
func (*Ramp) Kind() string      { return "a ramp" }
func (b *Buffer) Kind() string  { return "the buffer " + b.Name }
func (r *Region) Kind() string  { return "a region of the buffer " + r.Buffer.Name }
func (x *Element) Kind() string { return "an element of the buffer " + x.Buffer.Name }
func (p *Pointer) Kind() string { return "a pointer into the buffer " + p.Buffer.Name }
