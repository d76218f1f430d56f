package mlprogram

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Global is ml_program.global: a named value. Operations may change the value if it is mutable.
var Global = &ir.OpDef{
	Name:    "ml_program.global",
	Summary: "module level declaration of a global variable",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "type", Type: constraint.AnyTypeAttr},
		{Name: "is_mutable", Type: constraint.Unit, Optional: true},
		{Name: "value", Type: constraint.AnyAttr, Optional: true},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
	},
	Traits: ir.IsSymbol,
	Parse:  parseGlobal,
	Print:  printGlobal,
	Verify: verifyGlobal,
}

// GlobalType returns the type of a Global.
func GlobalType(op *ir.Op) ir.Type { return op.Attr("type").(*ir.TypeAttr).Type }

// IsMutable reports whether a Global may change.
func IsMutable(op *ir.Op) bool { return op.Attr("is_mutable") != nil }

// Of returns the Global that a load or a store names.
func Of(t *ir.SymbolTables, op *ir.Op) *ir.Op {
	return t.Resolve(op, op.Attr("global").(*ir.SymbolRefAttr))
}

// parseGlobal parses visibility [mutable] @name [(value)] : type {attrs}.
func parseGlobal(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	add := func(name string, v ir.Attr) { s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: v}) }
	off := p.Off()
	visibility, _ := p.TryAnyKeyword()
	if !isVisibility(visibility) {
		return p.Errorf(off, "expected 'public', 'private', or 'nested'")
	}
	add("sym_visibility", c.String(visibility))
	if p.TryKeyword("mutable") {
		add("is_mutable", c.Unit)
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	add("sym_name", c.String(name))
	if p.TryPunct("(") {
		value, err := p.Attr(nil)
		if err != nil {
			return err
		}
		add("value", value)
		if err := p.Punct(")"); err != nil {
			return err
		}
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	add("type", c.TypeAttr(t))
	return p.AttrDict(s)
}

func isVisibility(word string) bool { return word == "public" || word == "private" || word == "nested" }

func printGlobal(p ir.OpPrinter, op *ir.Op) {
	visibility := op.StringAttr("sym_visibility")
	if visibility == "" {
		visibility = "public"
	}
	p.Write(" " + visibility + " ")
	if IsMutable(op) {
		p.Write("mutable ")
	}
	p.Symbol(op.SymbolName())
	if value := op.Attr("value"); value != nil {
		p.Write("(")
		p.Attr(value)
		p.Write(")")
	}
	p.Write(" : ")
	p.Type(GlobalType(op))
	p.AttrDict(op, "sym_name", "type", "is_mutable", "value", "sym_visibility")
}

func verifyGlobal(op *ir.Op) error {
	if v, ok := op.Attr("sym_visibility").(*ir.StringAttr); ok && !isVisibility(v.Value) {
		return op.OpErrorf(codeMLProgram,
			`visibility expected to be one of ["public", "private", "nested"], but got %s`,
			strconv.Quote(v.Value))
	}
	if !IsMutable(op) && op.Attr("value") == nil {
		return op.OpErrorf(codeMLProgram, "immutable global must have an initial value")
	}
	return nil
}

// GlobalLoad is ml_program.global_load: the current value of a global.
var GlobalLoad = &ir.OpDef{
	Name:        "ml_program.global_load",
	Summary:     "direct load of a mutable value from a global",
	Results:     []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs:       []ir.AttrDef{globalAttr},
	Format:      "$global `:` type($result) attr-dict",
	ResultNames: nameResult,
}

// GlobalLoadConst is ml_program.global_load_const: the value of a global that is not mutable.
var GlobalLoadConst = &ir.OpDef{
	Name:        "ml_program.global_load_const",
	Summary:     "direct load a constant value from a global",
	Results:     []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs:       []ir.AttrDef{globalAttr},
	Traits:      ir.Pure,
	Format:      "$global `:` type($result) attr-dict",
	ResultNames: nameResult,
}

// GlobalStore is ml_program.global_store: it changes the value of a global.
var GlobalStore = &ir.OpDef{
	Name:     "ml_program.global_store",
	Summary:  "direct store of a value into a mutable global",
	Operands: []ir.OperandDef{{Name: "value", Type: constraint.AnyType}},
	Attrs:    []ir.AttrDef{globalAttr},
	Format:   "$global `=` $value `:` type($value) attr-dict",
}

var globalAttr = ir.AttrDef{Name: "global", Type: constraint.Symbol}

func init() {
	GlobalLoad.VerifySymbolUses, GlobalLoadConst.VerifySymbolUses, GlobalStore.VerifySymbolUses = verifyLoad,
		verifyLoad, verifyStore
}

// nameResult names the loaded value after the global.
func nameResult(op *ir.Op, set func(*ir.Value, string)) {
	ref := op.Attr("global").(*ir.SymbolRefAttr)
	name := ref.Root
	if n := len(ref.Nested); n > 0 {
		name = ref.Nested[n-1]
	}
	set(op.Result(0), name)
}

func verifyLoad(op *ir.Op, t *ir.SymbolTables) error {
	global := Of(t, op)
	switch {
	case !global.Is(Global):
		return op.OpErrorf(codeMLProgram, "undefined global: %v", op.Attr("global"))
	case op.Is(GlobalLoadConst) && IsMutable(global):
		return op.OpErrorf(codeMLProgram, "cannot load as const from mutable global %v", op.Attr("global"))
	case GlobalType(global) != op.Result(0).Type():
		return op.OpErrorf(codeMLProgram, "cannot load from global typed '%v' as '%v'", GlobalType(global),
			op.Result(0).Type())
	}
	return nil
}

func verifyStore(op *ir.Op, t *ir.SymbolTables) error {
	global := Of(t, op)
	switch {
	case !global.Is(Global):
		return op.OpErrorf(codeMLProgram, "undefined global: %v", op.Attr("global"))
	case !IsMutable(global):
		return op.OpErrorf(codeMLProgram, "cannot store to an immutable global %v", op.Attr("global"))
	case GlobalType(global) != op.Operand(0).Type():
		return op.OpErrorf(codeMLProgram, "cannot store to a global typed '%v' from '%v'", GlobalType(global),
			op.Operand(0).Type())
	}
	return nil
}
