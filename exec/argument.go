package exec

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/value"
)

const (
	// DefaultExtent is the size of a dynamic extent that nothing determines.
	DefaultExtent = 16
	// MaxBytes limits the memory of all arguments together. A run keeps several copies of them.
	MaxBytes = 256 << 20
	// mostHeader is the largest number of bytes that a file may have besides its elements.
	mostHeader = 1 << 16
)

var (
	codeArgument = diag.Register("run-argument", "an argument does not fit the function",
		"Arguments are named as in the function's signature: --arg A=data.npy for memrefs, --arg n=10 for "+
			"numbers.")
	codeDim = diag.Register("run-dim", "a --dim does not name a dynamic extent",
		"Dynamic extents are index arguments (--dim n=10), extents of memref arguments (--dim A.0=10), and "+
			"values of "+
			"memref.dim by their name.")
)

// Inputs describes the arguments of a function.
type Inputs struct {
	// Args maps argument names to .npy files, or to numbers for scalars.
	Args map[string]string
	// Dims maps the names of dynamic extents to sizes.
	Dims map[string]int64
	// Seed determines the random data of arguments that Args does not name.
	Seed uint64
	// Memory limits the bytes of all arguments together, if it is less than MaxBytes. 0 means MaxBytes.
	Memory int64
}

// Argument is an argument of the entry function with its value.
type Argument struct {
	Name   string // as written, without %; "argN" if the argument has no name
	Source string // the file it was read from, "random", or a number
	Value  value.Value
	// DType is the type of the memory's elements in an array. TVMScript decides it, which tells signed from
	// unsigned numbers, or else the file.
	DType npy.DType
}

// Values returns the values of the arguments; buffers are shared.
func Values(args []Argument) []value.Value {
	vs := make([]value.Value, len(args))
	for i, a := range args {
		vs[i] = a.Value
	}
	return vs
}

// Clone returns the arguments with copies of their buffers.
func Clone(args []Argument) []Argument {
	out := slices.Clone(args)
	for i := range out {
		if b := out[i].Value.Buffer; b != nil {
			out[i].Value.Buffer = b.Clone()
		}
	}
	return out
}

// Arguments makes the arguments of a function.
func (in Inputs) Arguments(fn *ir.Op) ([]Argument, error) {
	return in.ArgumentsContext(context.Background(), fn)
}

// ArgumentsContext is Arguments with a context. When the context ends, the error is that of interrupt.Error.
func (in Inputs) ArgumentsContext(ctx context.Context, fn *ir.Op) (_ []Argument, err error) {
	defer interrupt.Catch(&err)
	a := &arguments{in: in, fn: fn, poll: interrupt.NewPoll(ctx), extents: map[*ir.Value]map[int]int64{}}
	if err := a.checkNames(); err != nil {
		return nil, err
	}
	if err := a.readFiles(); err != nil {
		return nil, err
	}
	if err := a.assignDims(); err != nil {
		return nil, err
	}
	a.common = a.defaultExtent()
	a.relateExtents()
	return a.build()
}

// arguments is an argument list that is being made.
type arguments struct {
	in      Inputs
	poll    *interrupt.Poll
	fn      *ir.Op
	files   map[string]*npy.Array
	scalars map[*ir.Value]int64 // index arguments given by Dims
	extents map[*ir.Value]map[int]int64
	common  int64 // size of extents that nothing determines
	bytes   int64 // bytes of the arguments made so far
}

func (a *arguments) params() []*ir.Value { return a.fn.Body().Args() }

// ArgumentName returns the name of an argument of a function.
func ArgumentName(v *ir.Value) string {
	if v.Name() != "" {
		return v.Name()
	}
	return fmt.Sprintf("arg%d", v.Index())
}

func (a *arguments) find(name string) *ir.Value {
	for _, v := range a.params() {
		if ArgumentName(v) == name {
			return v
		}
	}
	return nil
}

// checkNames returns an error about a name in Args that no argument has.
func (a *arguments) checkNames() error {
	var names []string
	for _, v := range a.params() {
		names = append(names, ArgumentName(v))
	}
	for _, name := range sortedKeys(a.in.Args) {
		if !slices.Contains(names, name) {
			return a.fail("the function '@%s' has no argument '%s'", a.fn.SymbolName(), name).
				Suggest("its arguments are: %s", strings.Join(names, ", "))
		}
	}
	return nil
}

func (a *arguments) fail(format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(codeArgument, a.fn.Span(), format, args...)
}

// readFiles reads the .npy files and records the extents that they determine.
func (a *arguments) readFiles() error {
	a.files = map[string]*npy.Array{}
	for _, v := range a.params() {
		name := ArgumentName(v)
		file, given := a.in.Args[name]
		t, isMemRef := v.Type().(*ir.MemRefType)
		if !given || !isMemRef {
			continue
		}
		if err := a.checkNoNumber(name, file, t); err != nil {
			return err
		}
		if s, err := os.Stat(file); err == nil && s.Mode().IsRegular() && s.Size() > a.most()+mostHeader {
			return a.fail("'%s' is too large: it has %d bytes, and all arguments may have %s together", file,
				s.Size(), sizeText(a.most())).
				Suggest("give a smaller array, or raise the limit")
		}
		array, err := npy.ReadFile(file)
		if err != nil {
			return err
		}
		if err := a.checkArray(name, file, t, array); err != nil {
			return err
		}
		a.files[name] = array
		for d, n := range array.Shape {
			a.setExtent(v, d, int64(n))
		}
	}
	return nil
}

// checkNoNumber returns an error if a number, or other text that names no array, is given for memory.
func (a *arguments) checkNoNumber(name, given string, t *ir.MemRefType) error {
	if _, err := os.Stat(given); err == nil || strings.HasSuffix(given, ".npy") {
		return nil
	}
	return a.fail("argument '%s' is memory, %s, and '%s' is no file", name, t, given).
		Suggest("give a .npy file of %s, --arg %[2]s=FILE.npy, or leave it out for random data",
			dtypes(t.Elem)[0], name)
}

func (a *arguments) checkArray(name, file string, t *ir.MemRefType, array *npy.Array) error {
	if want := dtypes(t.Elem); !slices.Contains(want, array.DType) {
		return a.fail("'%s' holds %s, but argument '%s' is %s", file, array.DType, name, t).
			Suggest("convert the array to %s", want[0])
	}
	fits := t.Ranked && len(t.Shape) == len(array.Shape)
	for d := 0; fits && d < len(t.Shape); d++ {
		fits = t.Shape[d] == ir.Dynamic || t.Shape[d] == int64(array.Shape[d])
	}
	if !fits {
		return a.fail("'%s' has shape %v, but argument '%s' is %s", file, array.Shape, name, t).
			Suggest("reshape the array, or change the type of the argument")
	}
	return nil
}

// dtypes returns the array types that hold elements of an IR type, the
// preferred one first.
func dtypes(elem ir.Type) []npy.DType {
	switch t := elem.(type) {
	case *ir.IndexType:
		return []npy.DType{npy.Int64, npy.Uint64}
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16:
			return []npy.DType{npy.Float16}
		case ir.BF16:
			return []npy.DType{npy.BFloat16, npy.Uint16}
		case ir.F32:
			return []npy.DType{npy.Float32}
		case ir.F64:
			return []npy.DType{npy.Float64}
		}
	case *ir.ComplexType:
		switch dtypes(t.Elem)[0] {
		case npy.Float32:
			return []npy.DType{npy.Complex64}
		case npy.Float64:
			return []npy.DType{npy.Complex128}
		}
	case *ir.IntegerType:
		switch t.Width {
		case 1:
			return []npy.DType{npy.Bool}
		case 8:
			return []npy.DType{npy.Int8, npy.Uint8}
		case 16:
			return []npy.DType{npy.Int16, npy.Uint16}
		case 32:
			return []npy.DType{npy.Int32, npy.Uint32}
		case 64:
			return []npy.DType{npy.Int64, npy.Uint64}
		}
	}
	return []npy.DType{0}
}

func (a *arguments) setExtent(v *ir.Value, d int, n int64) {
	if a.extents[v] == nil {
		a.extents[v] = map[int]int64{}
	}
	a.extents[v][d] = n
}

// build makes the values in the order of the parameters.
func (a *arguments) build() ([]Argument, error) {
	r := rand.New(rand.NewPCG(a.in.Seed, 0x1f11687))
	var args []Argument
	for _, v := range a.params() {
		arg, err := a.buildOne(v, r)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	return args, nil
}

func (a *arguments) buildOne(v *ir.Value, r *rand.Rand) (Argument, error) {
	name := ArgumentName(v)
	t, isMemRef := v.Type().(*ir.MemRefType)
	if !isMemRef {
		return a.buildScalar(v, name, r)
	}
	if !t.Ranked || len(dtypes(t.Elem)) == 1 && dtypes(t.Elem)[0] == 0 {
		return Argument{}, a.fail("argument '%s' of type %s cannot be made from an array", name, t).
			Suggest(
				"use a ranked memref of integers, of f16, bf16, f32 or f64, or of complex numbers of f32 " +
					"or f64")
	}
	dims := slices.Clone(t.Shape)
	for d, n := range dims {
		if n == ir.Dynamic {
			dims[d] = a.extent(v, d)
		}
	}
	if err := a.reserve(name, t, dims); err != nil {
		return Argument{}, err
	}
	b, err := value.NewBuffer(t, dims)
	if err != nil {
		return Argument{}, a.fail("argument '%s': %v", name,
			err).Suggest("use a memref without a layout as argument")
	}
	if array := a.files[name]; array != nil {
		b.SetAll(array.Data)
		return Argument{name, a.in.Args[name], value.Memory(b), dtypeOf(v, t, array.DType)}, nil
	}
	a.fillRandom(b, r)
	return Argument{name, "random", value.Memory(b), dtypeOf(v, t, 0)}, nil
}

// dtypeOf returns the type of a parameter's elements in an array: the type in TVMScript, which tells signed
// from unsigned numbers, or else the type in the file of the argument, if there is one (not 0).
func dtypeOf(param *ir.Value, t *ir.MemRefType, file npy.DType) npy.DType {
	list := dtypes(t.Elem)
	attrs, _ := param.Owner().ParentOp().Attr("arg_attrs").(*ir.ArrayAttr)
	if len(list) > 1 && attrs != nil && param.Index() < len(attrs.Elems) {
		d, _ := attrs.Elems[param.Index()].(*ir.DictAttr)
		if told, ok := d.Get(form.DtypeAttr).(*ir.StringAttr); ok {
			if strings.HasPrefix(told.Value, "uint") {
				return list[1]
			}
			return list[0]
		}
	}
	return cmp.Or(file, list[0])
}

// reserve adds the memory of an argument and compares the sum with the limit.
func (a *arguments) reserve(name string, t *ir.MemRefType, dims []int64) error {
	bytes := value.ElementSize(t.Elem)
	if slices.Contains(dims, 0) {
		bytes = 0
	}
	for _, n := range dims {
		if n > 0 && bytes > MaxBytes/n {
			bytes = MaxBytes + 1 // or more
			break
		}
		bytes *= n
	}
	if a.bytes += bytes; bytes > a.most() || a.bytes > a.most() {
		return a.fail(
			"argument '%s' is too large: %s with extents %v, and all arguments may have %s together",
			name, t, dims, sizeText(a.most())).Suggest("%s", a.suggestSmaller())
	}
	return nil
}

// most returns the limit for the bytes of all arguments.
func (a *arguments) most() int64 {
	if a.in.Memory > 0 {
		return min(a.in.Memory, MaxBytes)
	}
	return MaxBytes
}

// sizeText returns a size in MiB if it is a whole number of them, or else in bytes.
func sizeText(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

func (a *arguments) suggestSmaller() string {
	for _, v := range a.params() {
		if len(dynamicDims(v)) > 0 {
			return "make it smaller with --dim"
		}
	}
	return "make its type smaller"
}

func (a *arguments) buildScalar(v *ir.Value, name string, r *rand.Rand) (Argument, error) {
	if value.ElementSize(v.Type()) == 0 {
		return a.noScalar(name, v)
	}
	text, given := a.in.Args[name]
	switch t := v.Type().(type) {
	case *ir.IndexType, *ir.IntegerType:
		n := a.chooseInteger(v, r)
		if given {
			var err error
			if n, err = strconv.ParseInt(text, 0, 64); err != nil {
				return Argument{}, a.notNumber(name, text, t)
			}
		}
		if !fits(t, n) {
			return Argument{}, a.notNumber(name, strconv.FormatInt(n, 10), t)
		}
		return Argument{Name: name, Source: strconv.FormatInt(n, 10), Value: value.Int(t, n)}, nil
	case *ir.FloatType:
		x := randomFloat(r)
		if given {
			var err error
			if x, err = strconv.ParseFloat(text, 64); err != nil {
				return Argument{}, a.notNumber(name, text, v.Type())
			}
		}
		return Argument{Name: name, Source: strconv.FormatFloat(x, 'g', -1, 64), Value: value.Float(t, x)},
			nil
	}
	return a.noScalar(name, v)
}

// noScalar returns the error about an argument of a type without values on the simulator.
func (a *arguments) noScalar(name string, v *ir.Value) (Argument, error) {
	return Argument{}, a.fail("argument '%s' has type %s, which cannot be given on the command line", name,
		v.Type()).
		Suggest(
			"use memrefs, integers, index or floats as arguments of the entry; complex numbers and vectors " +
				"go in memrefs")
}

// chooseInteger returns the number for an argument that Args does not have: the number in Dims; for an index,
// which in most programs is an extent, the size of all other extents; otherwise a random number.
func (a *arguments) chooseInteger(v *ir.Value, r *rand.Rand) int64 {
	t, isInteger := v.Type().(*ir.IntegerType)
	if n, ok := a.scalars[v]; ok {
		return n
	}
	if isInteger {
		return r.Int64N(min(100, int64(1)<<min(t.Width-1, 32)))
	}
	return a.common
}

// fits reports whether the type has the number, as a signed or as an unsigned number.
func fits(t ir.Type, n int64) bool {
	it, ok := t.(*ir.IntegerType)
	return !ok || it.Width >= 64 || n >= -1<<(it.Width-1) && n < 1<<it.Width
}

func (a *arguments) notNumber(name, text string, t ir.Type) error {
	return a.fail("argument '%s' is %s, but '%s' is not such a number", name, t, text).
		Suggest("write --arg %s=NUMBER", name)
}

// fillRandom fills a buffer with small numbers: floats in [-1, 1) that are
// multiples of 1/128, integers in [-100, 100).
func (a *arguments) fillRandom(b *value.Buffer, r *rand.Rand) {
	elem := b.Type.Elem
	if number, ok := elem.(*ir.ComplexType); ok { // each part by itself
		elem = number.Elem
	}
	size := value.ElementSize(elem)
	for at := int64(0); at < int64(len(b.Data)); at += size {
		a.poll.Step()
		var v value.Value
		switch t := elem.(type) {
		case *ir.FloatType:
			v = value.Float(t, randomFloat(r))
		case *ir.IndexType:
			v = value.Int(t, r.Int64N(100))
		default:
			v = value.Int(t, r.Int64N(200)-100)
		}
		for i := range size {
			b.Data[at+i] = byte(v.Bits >> (8 * i))
		}
	}
}

func randomFloat(r *rand.Rand) float64 { return float64(r.IntN(256)-128) / 128 }

// Array returns the contents of an argument that is memory.
func (a *Argument) Array() (*npy.Array, error) { return bufferArray(a.Value.Buffer, a.DType) }

// ResultArray returns the contents of memory that a function has returned. It returns false if arrays have no
// such elements.
func ResultArray(v value.Value) (*npy.Array, bool) {
	if v.Buffer == nil {
		return nil, false
	}
	array, err := bufferArray(v.Buffer, dtypes(v.Buffer.Type.Elem)[0])
	return array, err == nil
}

func bufferArray(b *value.Buffer, d npy.DType) (*npy.Array, error) {
	shape := make([]int, len(b.Shape))
	for d, n := range b.Shape {
		shape[d] = int(n)
	}
	array, err := npy.New(d, shape...)
	if err != nil {
		return nil, err
	}
	copy(array.Data, b.All())
	return array, nil
}
