package exporter

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// dict writes attributes as a dictionary of Python. Attributes without a form in Python are left out, with a
// warning.
func (p *printer) dict(entries []ir.NamedAttr, op *ir.Op) {
	p.text("{")
	first := true
	for _, e := range entries {
		if !isAnnotation(e.Value) {
			p.diags.Add(p.leftOut(op, e.Name))
			continue
		}
		if !first {
			p.text(", ")
		}
		first = false
		p.quoted(e.Name)
		p.text(": ")
		p.annotation(e.Value, op)
	}
	p.text("}")
}

// leftOut is the warning about an attribute that is lost. It is no error: unknown attributes are hints for
// other tools, and the program means the same without them.
func (p *printer) leftOut(op *ir.Op, name string) *diag.Diagnostic {
	return diag.Warningf(codeAttribute, op.Span(),
		"the attribute '%s' has no form in TVMScript and was left out", name)
}

// isAnnotation reports whether an attribute has a form as a value of Python.
func isAnnotation(a ir.Attr) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Big == nil
	case *ir.FloatAttr:
		return a.Big == nil && !math.IsInf(a.Float64(), 0) && !math.IsNaN(a.Float64())
	case *ir.StringAttr, *ir.UnitAttr:
		return true
	case *ir.DenseArrayAttr:
		_, ok := a.Elem.(*ir.IntegerType)
		return ok
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			if !isAnnotation(e) {
				return false
			}
		}
		return true
	case *ir.DictAttr:
		for _, e := range a.Entries {
			if !isAnnotation(e.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// annotation writes an attribute as a value of Python. isAnnotation must hold for it.
func (p *printer) annotation(a ir.Attr, op *ir.Op) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		p.integer(a, anything)
	case *ir.FloatAttr:
		p.float(a, anything)
	case *ir.StringAttr:
		p.quoted(a.Value)
	case *ir.UnitAttr:
		p.text("True")
	case *ir.DenseArrayAttr:
		p.list(len(a.Values), func(i int) { p.int(a.Values[i]) })
	case *ir.ArrayAttr:
		p.list(len(a.Elems), func(i int) { p.annotation(a.Elems[i], op) })
	case *ir.DictAttr:
		p.dict(a.Entries, op)
	}
}

// list writes a list of n elements.
func (p *printer) list(n int, element func(i int)) {
	p.text("[")
	for i := range n {
		if i > 0 {
			p.text(", ")
		}
		element(i)
	}
	p.text("]")
}
