package memref

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Global is memref.global: a named memref. Without an initial value it is defined elsewhere. The initial
// value `unit` leaves it uninitialized.
var Global = &ir.OpDef{
	Name:    "memref.global",
	Summary: "declare or define a global memref variable",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
		{Name: "type", Type: memRefAttr},
		{Name: "initial_value", Type: constraint.AnyAttr, Optional: true},
		{Name: "constant", Type: constraint.Unit, Optional: true},
		alignmentAttr,
	},
	Traits: ir.IsSymbol,
	Parse:  parseGlobal,
	Print:  printGlobal,
	Verify: verifyGlobal,
}

// GetGlobal is memref.get_global: the memref that a memref.global names.
var GetGlobal = &ir.OpDef{
	Name:             "memref.get_global",
	Summary:          "get the memref pointing to a global variable",
	Results:          result("result", static1D),
	Attrs:            []ir.AttrDef{{Name: "name", Type: constraint.FlatSymbol}},
	Traits:           ir.Pure,
	Format:           "$name `:` type($result) attr-dict",
	VerifySymbolUses: verifyGetGlobal,
}

// GlobalType returns the type of a memref.global.
func GlobalType(op *ir.Op) *ir.MemRefType {
	if a, ok := op.Attr("type").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*ir.MemRefType); ok {
			return t
		}
	}
	return nil
}

// parseGlobal parses ("visibility")? (constant)? @name : type (= value)? {attrs}.
func parseGlobal(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	add := func(name string, v ir.Attr) { s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: v}) }
	if v, ok := p.TryString(); ok {
		add("sym_visibility", c.String(v))
	}
	if p.TryKeyword("constant") {
		add("constant", c.Unit)
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	add("sym_name", c.String(name))
	if err := p.Punct(":"); err != nil {
		return err
	}
	off := p.Off()
	t, err := p.Type()
	if err != nil {
		return err
	}
	m, ok := t.(*ir.MemRefType)
	if !ok || !m.Ranked || !IsStatic(m.Shape) {
		return p.Errorf(off, "type should be static shaped memref, but got '%v'", t)
	}
	add("type", c.TypeAttr(t))
	if p.TryPunct("=") {
		value, err := parseInitialValue(p, m)
		if err != nil {
			return err
		}
		add("initial_value", value)
	}
	return p.AttrDict(s)
}

func parseInitialValue(p ir.OpParser, t *ir.MemRefType) (ir.Attr, error) {
	if p.TryKeyword("uninitialized") {
		return p.Context().Unit, nil
	}
	off := p.Off()
	value, err := p.Attr(p.Context().Tensor(t.Shape, t.Elem, nil))
	if err == nil && constraint.ElementsType(value) == nil {
		err = p.Errorf(off, "initial value should be a unit or elements attribute")
	}
	return value, err
}

func printGlobal(p ir.OpPrinter, op *ir.Op) {
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(" ")
		p.Attr(op.Attr("sym_visibility"))
	}
	if op.Attr("constant") != nil {
		p.Write(" constant")
	}
	p.Write(" ")
	p.Symbol(op.SymbolName())
	p.Write(" : ")
	p.Type(GlobalType(op))
	switch value := op.Attr("initial_value"); value.(type) {
	case nil:
	case *ir.UnitAttr:
		p.Write(" = uninitialized")
	default:
		p.Write(" = ")
		p.AttrNoType(value)
	}
	p.AttrDict(op, "sym_visibility", "constant", "sym_name", "type", "initial_value")
}

func verifyGlobal(op *ir.Op) error {
	t := GlobalType(op)
	if !IsStatic(t.Shape) {
		return op.OpErrorf(codeMemRef, "type should be static shaped memref, but got '%v'", t)
	}
	if v, ok := op.Attr("sym_visibility").(*ir.StringAttr); ok && v.Value != "public" &&
		v.Value != "private" && v.Value != "nested" {
		return op.OpErrorf(codeMemRef,
			`visibility expected to be one of ["public", "private", "nested"], but got %s`,
			strconv.Quote(v.Value))
	}
	value := op.Attr("initial_value")
	if value == nil || value == ir.Attr(op.Context().Unit) {
		return nil
	}
	got := constraint.ElementsType(value)
	if got == nil {
		return op.OpErrorf(codeMemRef, "initial value should be a unit or elements attribute, but got %v",
			value)
	}
	return verifyInitialValue(op, t, got)
}

func verifyInitialValue(op *ir.Op, t *ir.MemRefType, got ir.ShapedType) error {
	if got.ElemType() != t.Elem {
		return op.OpErrorf(codeMemRef,
			"initial value element expected to be of type '%v', but was of type '%v'", t.Elem, got.ElemType())
	}
	if shape := got.Dims(); !slices.Equal(shape, t.Shape) {
		return op.OpErrorf(codeMemRef, "initial value shape expected to be %s but was %s", shapeText(t.Shape),
			shapeText(shape))
	}
	return nil
}

// shapeText writes extents in the form 2, 3.
func shapeText(shape []int64) string {
	text := ""
	for i, d := range shape {
		if i > 0 {
			text += ", "
		}
		text += strconv.FormatInt(d, 10)
	}
	return text
}

func verifyGetGlobal(op *ir.Op, t *ir.SymbolTables) error {
	ref, ok := op.Attr("name").(*ir.SymbolRefAttr)
	if !ok {
		return nil // the table checks the attribute
	}
	g := t.Resolve(op, ref)
	if !g.Is(Global) {
		return op.OpErrorf(codeMemRef, "'%s' does not reference a valid global memref", ref.Root)
	}
	if want, got := GlobalType(g), op.Result(0).Type(); ir.Type(want) != got {
		return op.OpErrorf(codeMemRef, "result type '%v' does not match type '%v' of the global memref @%s",
			got, want, ref.Root)
	}
	return nil
}
