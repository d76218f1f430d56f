package util

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Global is util.global: a named value of a module. It changes after initialization only if it is mutable.
var Global = &ir.OpDef{
	Name:    "util.global",
	Summary: "global variable",
	Attrs: []ir.AttrDef{
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "type", Type: constraint.AnyTypeAttr},
		{Name: "is_mutable", Type: constraint.Unit, Optional: true},
		{Name: "initial_value", Type: constraint.AnyAttr, Optional: true},
		inlining,
	},
	Traits: ir.IsSymbol,
	Format: "custom<UtilVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name attr-dict " +
		"custom<UtilTypeOrValue>($type, $initial_value)",
}

// GlobalLoad is util.global.load: the value of a global. It is immutable if nothing changes the global after
// initialization.
var GlobalLoad = &ir.OpDef{
	Name:             "util.global.load",
	Summary:          "loads a value from a global",
	Results:          []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs:            []ir.AttrDef{globalAttr, {Name: "is_immutable", Type: constraint.Unit, Optional: true}},
	Format:           "(`immutable` $is_immutable^)? $global attr-dict `:` type($result)",
	ResultNames:      nameLoaded,
	VerifySymbolUses: verifyAccess,
}

// GlobalStore is util.global.store: it changes the value of a global.
var GlobalStore = &ir.OpDef{
	Name:             "util.global.store",
	Summary:          "stores a value into a global",
	Operands:         []ir.OperandDef{{Name: "value", Type: constraint.AnyType}},
	Attrs:            []ir.AttrDef{globalAttr},
	Format:           "$value `,` $global attr-dict `:` type($value)",
	VerifySymbolUses: verifyAccess,
}

var globalAttr = ir.AttrDef{Name: "global", Type: constraint.FlatSymbol}

func init() {
	text.RegisterCustom("UtilVisibility", text.Custom{Parse: parseVisibility, Print: printVisibility})
	text.RegisterCustom("UtilTypeOrValue", text.Custom{Parse: parseTypeOrValue, Print: printTypeOrValue})
}

// GlobalType returns the type of a Global.
func GlobalType(op *ir.Op) ir.Type { return op.Attr("type").(*ir.TypeAttr).Type }

// IsMutable reports whether a Global may change after initialization.
func IsMutable(op *ir.Op) bool { return op.Attr("is_mutable") != nil }

// GlobalName returns the name of the global that a load or a store accesses.
func GlobalName(op *ir.Op) string {
	ref, ok := op.Attr("global").(*ir.SymbolRefAttr)
	if !ok {
		return ""
	}
	return ref.Root
}

func parseVisibility(p ir.OpParser, b *text.Binder) error {
	if v := ParseVisibility(p); v != "" {
		b.Attr("sym_visibility", p.Context().String(v))
	}
	return nil
}

func printVisibility(p ir.OpPrinter, op *ir.Op) { p.Write(op.StringAttr("sym_visibility")) }

// parseTypeOrValue parses : type, = value, or : type = value.
func parseTypeOrValue(p ir.OpParser, b *text.Binder) error {
	var t ir.Type
	off := p.Off()
	if p.TryPunct(":") {
		var err error
		if t, err = p.Type(); err != nil {
			return err
		}
	}
	if p.TryPunct("=") {
		value, err := p.Attr(nil)
		if err != nil {
			return err
		}
		b.Attr("initial_value", value)
		if t == nil {
			t = constraint.ValueType(value)
		}
	}
	if t == nil {
		return p.Errorf(off, "expected the type of the global")
	}
	b.Attr("type", p.Context().TypeAttr(t))
	return nil
}

func printTypeOrValue(p ir.OpPrinter, op *ir.Op) {
	value := op.Attr("initial_value")
	t := GlobalType(op)
	if value == nil || constraint.ValueType(value) != t {
		p.Write(": ")
		p.Type(t)
		if value != nil {
			p.Write(" ")
		}
	}
	if value != nil {
		p.Write("= ")
		p.Attr(value)
	}
}

func nameLoaded(op *ir.Op, set func(*ir.Value, string)) {
	if name := GlobalName(op); name != "" {
		set(op.Result(0), name)
	}
}

// verifyAccess checks a load or a store against its global.
func verifyAccess(op *ir.Op, tables *ir.SymbolTables) error {
	ref := op.Attr("global").(*ir.SymbolRefAttr)
	global := tables.Resolve(op, ref)
	if !global.Is(Global) {
		return op.OpErrorf(codeUtil, "undefined global: @%s", ref.Root)
	}
	t, store := GlobalType(global), op.NumResults() == 0
	switch {
	case store && op.Operand(0).Type() != t:
		return op.OpErrorf(codeUtil, "global @%s has type '%v', but a value of type '%v' is stored", ref.Root,
			t,
			op.Operand(0).Type())
	case !store && op.Result(0).Type() != t:
		return op.OpErrorf(codeUtil, "global @%s has type '%v', but is loaded as '%v'", ref.Root, t,
			op.Result(0).Type())
	case store && !IsMutable(global) && !inInitializer(op):
		return op.OpErrorf(codeUtil, "global @%s is not mutable and changes outside of an initializer",
			ref.Root)
	}
	return nil
}

func inInitializer(op *ir.Op) bool {
	for a := range op.Ancestors() {
		if a.Is(Initializer) {
			return true
		}
	}
	return false
}
