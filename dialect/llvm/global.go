package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// GlobalOp is llvm.mlir.global: a variable or a constant of the program. Its initial value is an attribute,
// or a region that computes the value, or missing.
var GlobalOp = &ir.OpDef{
	Name:    "llvm.mlir.global",
	Summary: "LLVM dialect global",
	Attrs: slices.Concat([]ir.AttrDef{
		{Name: "global_type", Type: typeAttr}, unit("constant"),
		{Name: "sym_name", Type: constraint.SymbolName},
		enum("linkage", Linkage, "LLVM Linkage specification"),
	}, units("dso_local", "thread_local_", "externally_initialized"), []ir.AttrDef{
		optional("value", constraint.AnyAttr), alignment, addressSpace, unnamedAddr,
		optional("section", constraint.String), optional("comdat", symbolRef),
		optional("dbg_exprs", arrayAttr),
		enumOr("visibility_", Visibility, "LLVM GlobalValue Visibility", 0),
		optional("target_specific_attrs", arrayAttr),
	}),
	Regions:            []ir.RegionDef{{Name: "initializer", Any: true}},
	Traits:             ir.IsolatedFromAbove | ir.SingleBlock | ir.IsSymbol,
	ImplicitTerminator: "llvm.return",
	Parse:              parseGlobal,
	Print:              printGlobal,
	Verify:             verifyGlobal,
}

var addressSpace = ir.AttrDef{
	Name: "addr_space", Default: func(c *ir.Context) ir.Attr { return c.Int(c.I32, 0) },
	Type: ir.AttrConstraint{Summary: "32-bit signless integer attribute whose value is non-negative",
		Match: func(a ir.Attr) bool { return isIntAttr(32)(a) && a.(*ir.IntegerAttr).Value >= 0 }},
}

func init() { GlobalOp.VerifyRegions = verifyInitializer }

// CtorsOp and DtorsOp list functions that run before and after the program.
var (
	GlobalCtors = functionList("ctors")
	GlobalDtors = functionList("dtors")
)

func functionList(name string) *ir.OpDef {
	return &ir.OpDef{
		Name:    "llvm.mlir.global_" + name,
		Summary: "functions that run before or after the program",
		Attrs: []ir.AttrDef{{Name: name, Type: arrayAttr}, {Name: "priorities", Type: arrayAttr},
			{Name: "data", Type: arrayAttr}},
		Format: "`" + name + "` `=` $" + name +
			" `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
		Verify: func(op *ir.Op) error {
			list, priorities := op.Attr(name).(*ir.ArrayAttr), op.Attr("priorities").(*ir.ArrayAttr)
			if len(list.Elems) != len(priorities.Elems) ||
				len(list.Elems) != len(op.Attr("data").(*ir.ArrayAttr).Elems) {
				return op.Errorf(codeLLVM, "%s, priorities, and data must have the same number of elements",
					name)
			}
			return nil
		},
		VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error { return verifyDefined(op, t, name) },
	}
}

func verifyDefined(op *ir.Op, t *ir.SymbolTables, name string) error {
	for _, e := range op.Attr(name).(*ir.ArrayAttr).Elems {
		ref, ok := e.(*ir.SymbolRefAttr)
		if !ok {
			return op.OpErrorf(codeLLVM,
				"attribute '%s' failed to satisfy constraint: flat symbol ref array attribute", name)
		}
		f := t.Resolve(op, ref)
		if !f.Is(Func) {
			return op.OpErrorf(codeLLVM, "'%s' does not reference a valid LLVM function", ref.Root)
		}
		if f.Region(0).Empty() {
			return op.OpErrorf(codeLLVM, "'%s' does not have a definition", ref.Root)
		}
	}
	return nil
}

// ComdatOp is llvm.comdat: a table of ComdatSelector, llvm.comdat_selector. A selector says which of several
// symbols with one name the linker takes.
var (
	ComdatOp = &ir.OpDef{
		Name:    "llvm.comdat",
		Summary: "a table of comdat selectors",
		Attrs:   []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName}},
		Regions: []ir.RegionDef{{Name: "body", Sized: true}},
		Traits:  ir.NoTerminator | ir.NoRegionArguments | ir.SingleBlock | ir.IsSymbolTable | ir.IsSymbol,
		Format:  "$sym_name $body attr-dict",
	}
	ComdatSelector = &ir.OpDef{
		Name:    "llvm.comdat_selector",
		Summary: "which of several symbols of a name the linker takes",
		Attrs: []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName},
			enum("comdat", Comdat, "LLVM Comdat Types")},
		Traits: ir.IsSymbol,
		Format: "$sym_name $comdat attr-dict",
	}
)

// parseGlobal parses linkage [visibility] [thread_local] [unnamed_addr] [constant] @name([value])
// [comdat(@a::@b)] {attrs} [: type] [{ initializer }]. A string needs no type.
func parseGlobal(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	threadLocal := false
	prefix := parsePrefix(p, &threadLocal)
	s.Attrs = prefix.attrs(c)
	if threadLocal {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "thread_local_", Value: c.Unit})
	}
	if p.TryKeyword("constant") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "constant", Value: c.Unit})
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_name", Value: c.String(name)})
	value, err := parseInitial(p, s)
	if err != nil {
		return err
	}
	if err := parseComdat(p, s); err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	return parseGlobalType(p, s, value)
}

func parseInitial(p ir.OpParser, s *ir.OpState) (ir.Attr, error) {
	if err := p.Punct("("); err != nil || p.TryPunct(")") {
		return nil, err
	}
	value, err := p.Attr(nil)
	if err != nil {
		return nil, err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "value", Value: value})
	return value, p.Punct(")")
}

func parseGlobalType(p ir.OpParser, s *ir.OpState, value ir.Attr) error {
	c := p.Context()
	off := p.Off()
	var t ir.Type
	if p.TryPunct(":") {
		var err error
		if t, err = p.Type(); err != nil {
			return err
		}
		body, ok, err := p.TryRegion(nil, false)
		if err != nil {
			return err
		}
		if !ok {
			body = ir.NewRegion()
		}
		s.Regions = append(s.Regions, body)
	} else {
		str, ok := value.(*ir.StringAttr)
		if !ok {
			return p.Errorf(off, "type can only be omitted for string globals")
		}
		t = ArrayType(c, int64(len(str.Value)), c.I8)
		s.Regions = append(s.Regions, ir.NewRegion())
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "global_type", Value: c.TypeAttr(t)})
	return nil
}

func printGlobal(p ir.OpPrinter, op *ir.Op) {
	prefix := prefixOf(op)
	p.Write(" ")
	writeCase(p, Linkage, prefix.linkage)
	writeCase(p, Visibility, prefix.visibility)
	if op.Attr("thread_local_") != nil {
		p.Write("thread_local ")
	}
	writeCase(p, UnnamedAddr, prefix.unnamed)
	if op.Attr("constant") != nil {
		p.Write("constant ")
	}
	p.Symbol(op.SymbolName())
	p.Write("(")
	value := op.Attr("value")
	if value != nil {
		p.Attr(value)
	}
	p.Write(")")
	printComdat(p, op)
	p.AttrDict(op, "sym_name", "global_type", "constant", "value", "linkage", "unnamed_addr", "thread_local_",
		"visibility_", "comdat")
	if _, ok := value.(*ir.StringAttr); ok {
		return
	}
	p.Write(" : ")
	p.Attr(op.Attr("global_type"))
	if !op.Region(0).Empty() {
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
}

func verifyGlobal(op *ir.Op) error {
	t := op.Attr("global_type").(*ir.TypeAttr).Type
	switch {
	case !isLoadable(t):
		return op.OpErrorf(codeLLVM, "expects type to be a valid element type for an LLVM global")
	case op.Parent() != nil && !op.Parent().Has(ir.IsSymbolTable):
		return op.OpErrorf(codeLLVM, "must appear at the module level")
	}
	value := op.Attr("value")
	if s, ok := value.(*ir.StringAttr); ok {
		if err := verifyString(op, s, t); err != nil {
			return op.OpErrorf(codeLLVM,
				"requires an i8 array type of the length equal to that of the string attribute")
		}
	}
	linkage := prefixOf(op).linkage
	switch {
	case linkage == LinkageCommon && op.Attr("constant") != nil:
		return op.OpErrorf(codeLLVM, "constant cannot have 'common' linkage")
	case linkage == LinkageCommon && value != nil && !isZero(value):
		return op.OpErrorf(codeLLVM, "expected zero value for '%s' linkage", "common")
	case linkage == 6 && !isOf(t, Array):
		return op.OpErrorf(codeLLVM, "expected array type for '%s' linkage", "appending")
	}
	return nil
}

// isZero reports whether a value is known to be 0.
func isZero(a ir.Attr) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Value == 0 && a.Big == nil
	case *ir.FloatAttr:
		return a.Bits == 0 && a.Big == nil
	case *ir.DenseElementsAttr:
		return a.Splat && a.Element(0) == 0
	case *ir.ParametricAttr:
		return a.Def == Zero
	}
	return false
}

func verifyInitializer(op *ir.Op) error {
	body := op.Body()
	if body == nil {
		return nil
	}
	ret := body.Terminator()
	switch {
	case ret.NumOperands() == 0:
		return op.OpErrorf(codeLLVM, "initializer region cannot return void")
	case ret.Operand(0).Type() != op.Attr("global_type").(*ir.TypeAttr).Type:
		return op.OpErrorf(codeLLVM, "initializer region type '%v' does not match global type '%v'",
			ret.Operand(0).Type(),
			op.Attr("global_type").(*ir.TypeAttr).Type)
	case op.Attr("value") != nil:
		return op.OpErrorf(codeLLVM, "cannot have both initializer value and region")
	}
	for inner := range body.Ops() {
		if !inner.Is(Return) && !inner.IsEffectFree() {
			return op.OpErrorf(codeLLVM, "ops with side effects not allowed in global initializers")
		}
	}
	return nil
}
