package linalg

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
)

// body makes the computation of a named operation for one point, and returns the element that it yields.
type body func(m *maker, args []*ir.Value) *ir.Value

// maker makes the operations of a body. It keeps the first failure; operations made after that are not used.
type maker struct {
	*ir.Builder
	cast int64 // the attribute of that name
	err  error
}

func (m *maker) failf(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// buildBody makes the region of a named operation on operands of some types.
func buildBody(c *ir.Context, s *ir.OpState, types []ir.Type, f body) (*ir.Region, error) {
	block := ir.NewBlock(elements(types)...)
	b := ir.AtEnd(c, block)
	b.Loc = s.Loc
	m := &maker{Builder: b}
	for _, a := range s.Attrs {
		if e, ok := a.Value.(*ir.EnumAttr); ok && a.Name == castAttr.Name && e.Def == TypeFn {
			m.cast = e.Value
		}
	}
	var yielded []*ir.Value
	if len(types) > 0 {
		yielded = []*ir.Value{f(m, block.Args())}
	}
	b.Create(ir.OpState{Def: Yield, Operands: yielded, Results: []ir.Type{}, Loc: s.Loc})
	return ir.NewRegion(block), m.err
}

// namedBody is the body of an operation whose name, with its attributes, determines the body.
type namedBody struct {
	operands int
	f        body // nil if the attributes are not valid
}

// bodies has a function for each definition whose name determines the body of its operations.
var bodies = map[*ir.OpDef]func(op *ir.Op) namedBody{}

// implies notes the body that the name of a definition determines. The custom form has no body, and serves
// only operations with that body. An operation written in generic form, or with attributes changed since, may
// have another body.
func implies(def *ir.OpDef, named func(op *ir.Op) namedBody) *ir.OpDef {
	bodies[def] = named
	def.PrintGeneric = func(op *ir.Op) bool { return !ComputesAsNamed(op) }
	return def
}

// ComputesAsNamed reports whether the body of an operation is the one that its name and its attributes
// determine. It is true of operations whose name determines no body, such as linalg.generic.
func ComputesAsNamed(op *ir.Op) bool {
	named := bodies[op.Def()]
	if named == nil {
		return true
	}
	want := named(op)
	if want.f == nil || want.operands != op.NumOperands() || op.NumRegions() != 1 {
		return false
	}
	var types []ir.Type
	for _, v := range op.Operands() {
		types = append(types, v.Type())
	}
	region, err := buildBody(op.Context(), &ir.OpState{Attrs: op.Properties(), Loc: op.Loc()}, types, want.f)
	return err == nil && ir.EquivalentRegions(region, op.Region(0))
}

// always is a body that no attribute changes, except for casts.
func always(operands int, f body) func(*ir.Op) namedBody {
	return func(*ir.Op) namedBody { return namedBody{operands, f} }
}

func yieldInput(_ *maker, args []*ir.Value) *ir.Value { return args[0] }

// to converts a number to a type; unsigned says how to read integers.
func (m *maker) to(v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	def := conversion(v.Type(), t, unsigned)
	switch {
	case v.Type() == t:
		return v
	case def == nil:
		m.failf("cannot convert '%v' to '%v'", v.Type(), t)
		return v
	}
	return arith.Cast(m.Builder, def, v, t)
}

// conversion returns the operation that makes one type another, nil if there is none.
func conversion(from, to ir.Type, unsigned bool) *ir.OpDef {
	signed := func(s, u *ir.OpDef) *ir.OpDef {
		if unsigned {
			return u
		}
		return s
	}
	switch to := to.(type) {
	case *ir.IntegerType:
		switch from := from.(type) {
		case *ir.FloatType:
			return signed(arith.FPToSI, arith.FPToUI)
		case *ir.IndexType:
			return arith.IndexCast
		case *ir.IntegerType:
			return widen(from.Width, to.Width, signed(arith.ExtSI, arith.ExtUI), arith.TruncI)
		}
	case *ir.FloatType:
		switch from := from.(type) {
		case *ir.IntegerType:
			return signed(arith.SIToFP, arith.UIToFP)
		case *ir.FloatType:
			return widen(from.Width(), to.Width(), arith.ExtF, arith.TruncF)
		}
	}
	return nil
}

func widen(from, to uint32, wider, narrower *ir.OpDef) *ir.OpDef {
	switch {
	case to > from:
		return wider
	case to < from:
		return narrower
	}
	return nil
}

// numberKind is the kind of numbers that an operation works on.
type numberKind int

const (
	floats numberKind = iota
	integers
	bools
)

// binary has the operations of one name for each kind of numbers. Where an operation is nil, the reason is
// given.
type binary struct {
	ops [3]*ir.OpDef
	why string
}

var (
	add         = binary{ops: [3]*ir.OpDef{arith.AddF, arith.AddI, arith.OrI}}
	sub         = binary{[3]*ir.OpDef{arith.SubF, arith.SubI, nil}, "unsupported operation: sub with bools"}
	mul         = binary{ops: [3]*ir.OpDef{arith.MulF, arith.MulI, arith.AndI}}
	div         = binary{[3]*ir.OpDef{arith.DivF, arith.DivSI, nil}, "unsupported operation: div with bools"}
	divUnsigned = binary{[3]*ir.OpDef{nil, arith.DivUI, nil},
		"unsupported operation: unsigned div not on uint"}
	maxSigned   = binary{ops: [3]*ir.OpDef{arith.MaximumF, arith.MaxSI, arith.MaxSI}}
	minSigned   = binary{ops: [3]*ir.OpDef{arith.MinimumF, arith.MinSI, arith.MinSI}}
	maxUnsigned = binary{ops: [3]*ir.OpDef{arith.MaximumF, arith.MaxUI, arith.MaxUI}}
	minUnsigned = binary{ops: [3]*ir.OpDef{arith.MinimumF, arith.MinUI, arith.MinUI}}
	power       = binary{[3]*ir.OpDef{math.PowF, nil, nil}, "unsupported operation: powf not on floats"}
)

func kindOf(t ir.Type) (numberKind, bool) {
	switch t := t.(type) {
	case *ir.FloatType:
		return floats, true
	case *ir.IntegerType:
		if t.Width == 1 {
			return bools, true
		}
		return integers, true
	}
	return 0, false
}

// two makes an operation on two numbers of one type.
func (m *maker) two(o binary, x, y *ir.Value) *ir.Value {
	kind, ok := kindOf(x.Type())
	switch {
	case !ok || x.Type() != y.Type():
		m.failf(
			"Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, "+
				"got '%v' and '%v'", x.Type(), y.Type())
		return x
	case o.ops[kind] == nil:
		m.failf("%s", o.why)
		return x
	}
	return arith.Binary(m.Builder, o.ops[kind], x, y)
}

// elementwise is a body of one operation on two numbers.
func elementwise(o binary) body {
	return func(m *maker, args []*ir.Value) *ir.Value { return m.two(o, args[0], args[1]) }
}

// single is a body of one operation on a float.
func single(def *ir.OpDef) body {
	return func(m *maker, args []*ir.Value) *ir.Value {
		if _, ok := args[0].Type().(*ir.FloatType); !ok {
			return m.notNumeric(args[0])
		}
		return m.Op(def, args[:1]).Result(0)
	}
}

// notNumeric fails on an element that is not a float.
func (m *maker) notNumeric(v *ir.Value) *ir.Value {
	m.failf("unsupported non numeric type")
	return v
}

func square(m *maker, args []*ir.Value) *ir.Value {
	if _, ok := args[0].Type().(*ir.FloatType); !ok {
		return m.notNumeric(args[0])
	}
	return m.two(mul, args[0], args[0])
}

func reciprocal(m *maker, args []*ir.Value) *ir.Value {
	t, ok := args[0].Type().(*ir.FloatType)
	if !ok {
		return m.notNumeric(args[0])
	}
	return m.two(div, arith.ConstFloat(m.Builder, t, 1), args[0])
}

func choose(m *maker, args []*ir.Value) *ir.Value {
	if args[0].Type() != ir.Type(m.Ctx.I1) || args[1].Type() != args[2].Type() {
		m.failf("there is no such operation on '%v', '%v' and '%v'", args[0].Type(), args[1].Type(),
			args[2].Type())
		return args[1]
	}
	return arith.NewSelect(m.Builder, args[0], args[1], args[2])
}

func convert(m *maker, args []*ir.Value) *ir.Value {
	return m.to(args[0], args[1].Type(), m.cast == CastUnsigned)
}

// multiplyAdd adds to the output the product of the inputs, converted to its type.
func multiplyAdd(m *maker, args []*ir.Value) *ir.Value {
	out := args[2]
	unsigned := m.cast == CastUnsigned
	x, y := m.to(args[0], out.Type(), unsigned), m.to(args[1], out.Type(), unsigned)
	return m.two(add, out, m.two(mul, x, y))
}

// quantized is multiplyAdd on the first two inputs, from each of which its zero point is subtracted. The zero
// points are inputs, too.
func quantized(m *maker, args []*ir.Value) *ir.Value {
	out := args[4]
	var shifted [2]*ir.Value
	for i := range shifted {
		x := m.to(args[i], out.Type(), false)
		shifted[i] = m.two(sub, x, m.to(args[i+2], out.Type(), false))
	}
	return m.two(add, out, m.two(mul, shifted[0], shifted[1]))
}

// pool combines the output with elements of the first input. The second input only gives the extents of the
// window.
func pool(o binary, unsigned bool) body {
	return func(m *maker, args []*ir.Value) *ir.Value {
		return m.two(o, args[2], m.to(args[0], args[2].Type(), unsigned))
	}
}

// shapeText returns extents as MLIR's messages do.
func shapeText(shape []int64) string {
	var words []string
	for _, n := range shape {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return strings.Join(words, ", ")
}
