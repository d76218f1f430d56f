package expr

import (
	"math"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Module returns the name of a module of Python here: "T" for all names of tvm.script.tir, "I" for
// tvm.script.ir, "tvm" for the packages around them, and the dotted name itself for others.
func Module(dotted string) string {
	switch dotted {
	case "tvm.script.tir", "tvm.script.tirx", "tvm.tir", "tvm.tirx", "tir", "tirx", "tvm.script.parser.tir",
		"tvm.script.parser.tirx":
		return "T"
	case "tvm.script.ir", "tvm.script.parser.ir":
		return "I"
	}
	return dotted
}

// KnownModule reports whether functions of a module have a meaning here.
func KnownModule(dotted string) bool {
	switch m := Module(dotted); m {
	case "T", "I", "math":
		return true
	default:
		return m == "tvm" || strings.HasPrefix(m, "tvm.")
	}
}

// attribute evaluates x.name.
func (e *Evaluator) attribute(x *syntax.Attribute) (Value, error) {
	v, err := e.Eval(x.X)
	if err != nil {
		return nil, err
	}
	name := x.Name.Name
	switch v := v.(type) {
	case *Builtin:
		return e.member(v, name, x)
	case *Buffer:
		return e.bufferAttribute(v, name, x)
	case Object:
		return v.Attr(e, name, x)
	case *Unknown:
		return v, nil
	case *Str, *Seq, *Dict:
		if methods[v.Kind()+"."+name] != nil {
			return &Method{v, name}, nil
		}
		return nil, e.noAttribute(v, name, x)
	}
	return e.scalarAttribute(v, name, x)
}

func (e *Evaluator) noAttribute(v Value, name string, at *syntax.Attribute) error {
	return e.Errorf(CodeAttribute, &at.Name, "%s has no attribute %s", v.Kind(), name)
}

// mathConstants are the constants of Python's module math.
var mathConstants = map[string]float64{
	"math.pi": math.Pi, "math.e": math.E, "math.inf": math.Inf(1), "math.nan": math.NaN(),
	"math.tau": 2 * math.Pi,
}

// member returns a function or constant of a module.
func (e *Evaluator) member(m *Builtin, name string, at *syntax.Attribute) (Value, error) {
	full := Module(m.Name + "." + name)
	if full == "T.boolean" {
		full = "T.bool"
	}
	if v, ok := mathConstants[full]; ok {
		return &Float{v}, nil
	}
	return &Builtin{full}, nil
}

// scalarAttribute returns an attribute of a value: its dtype, or the method that converts it.
func (e *Evaluator) scalarAttribute(v Value, name string, at *syntax.Attribute) (Value, error) {
	switch v.(type) {
	case *Scalar, *Element, *Imm, *Ramp, *Region:
	default:
		return nil, e.noAttribute(v, name, at)
	}
	switch name {
	case "dtype":
		d, err := e.dtypeOfValue(v, at)
		if err != nil {
			return nil, err
		}
		return &Str{d.String()}, nil
	case "astype":
		return &Method{v, name}, nil
	case "value":
		if imm, ok := v.(*Imm); ok {
			if imm.isHuge() {
				return imm, nil
			}
			return imm.plain(), nil
		}
	case "buffer":
		if x, ok := v.(*Element); ok {
			return x.Buffer, nil
		}
	}
	return nil, e.noAttribute(v, name, at)
}

// plain returns the constant without its dtype.
func (i *Imm) plain() Value {
	switch {
	case i.Dtype.IsFloat():
		return &Float{i.Float}
	case i.Dtype.IsInt():
		return &Int{i.Int}
	}
	return &Bool{i.Int != 0}
}

// Attr returns the attribute for a value in an annotation: an integer becomes an i64, and a list an array.
func (e *Evaluator) Attr(v Value, at syntax.Node) (ir.Attr, error) {
	if err := e.enter(at); err != nil {
		return nil, err
	}
	defer e.leave()
	switch v := v.(type) {
	case *Int:
		return e.Ctx.Int(e.Ctx.I64, v.V), nil
	case *Float:
		return e.Ctx.FloatValue(e.Ctx.F64, v.V), nil
	case *Bool:
		return e.Ctx.Bool(v.V), nil
	case *Str:
		return e.Ctx.String(v.V), nil
	case *None:
		return e.Ctx.Unit, nil
	case *Imm:
		if v.isHuge() {
			return nil, e.notHuge(v, form.Int64, at)
		}
		return e.Attr(v.plain(), at)
	case *Dtype:
		return e.Ctx.String(v.String()), nil
	case *Seq:
		list := make([]ir.Attr, len(v.Elems))
		for i, x := range v.Elems {
			a, err := e.Attr(x, at)
			if err != nil {
				return nil, err
			}
			list[i] = a
		}
		return e.Ctx.Array(list), nil
	case *Dict:
		return e.dictAttr(v, at)
	case *Unknown:
		return nil, e.unknown(v, at)
	}
	return nil, e.Errorf(CodeType, at,
		"an annotation is a number, a string, a list or a dict that is known at import time, and this is %s",
		v.Kind())
}

func (e *Evaluator) dictAttr(d *Dict, at syntax.Node) (ir.Attr, error) {
	entries := make([]ir.NamedAttr, 0, len(d.Keys))
	for i, k := range d.Keys {
		key, ok := k.(*Str)
		if !ok {
			return nil, e.Errorf(CodeType, at, "the keys of an annotation are strings, and this one is %s",
				k.Kind())
		}
		a, err := e.Attr(d.Values[i], at)
		if err != nil {
			return nil, err
		}
		entries = append(entries, ir.NamedAttr{Name: key.V, Value: a})
	}
	return e.Ctx.Dict(ir.SortedAttrs(entries)), nil
}
