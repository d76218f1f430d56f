package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Func is llvm.func: a function of LLVM or, with an empty region, the declaration of a function defined
// elsewhere.
var Func = &ir.OpDef{
	Name:    "llvm.func",
	Summary: "LLVM dialect function",
	Attrs: slices.Concat([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		optional("sym_visibility", constraint.String),
		{Name: "function_type", Type: functionTypeAttr},
		enumOr("linkage", Linkage, "LLVM Linkage specification", LinkageExternal),
		unit("dso_local"),
		enumOr("CConv", CConv, "LLVM Calling Convention specification", 0),
		optional("comdat", symbolRef), unit("convergent"), optional("personality", constraint.FlatSymbol),
		optional("garbageCollector", constraint.String), optional("passthrough", arrayAttr),
	}, argAttrs, []ir.AttrDef{
		optional("function_entry_count", constraint.I64),
		optional("memory_effects", of(MemoryEffects, "LLVM memory effects attribute")),
		enumOr("visibility_", Visibility, "LLVM GlobalValue Visibility", 0),
	}, units("arm_streaming", "arm_locally_streaming", "arm_streaming_compatible", "arm_new_za", "arm_in_za",
		"arm_out_za", "arm_inout_za",
		"arm_preserves_za"), []ir.AttrDef{
		optional("section", constraint.String), unnamedAddr, alignment,
		optional("vscale_range", of(VScaleRange, "")),
		optional("frame_pointer", constraint.Enum(FramePointerKind, "")),
		optional("target_cpu", constraint.String), optional("tune_cpu", constraint.String),
		optional("reciprocal_estimates", constraint.String),
		optional("prefer_vector_width", constraint.String),
		optional("target_features", of(TargetFeatures, "LLVM target features attribute")),
		optional("no_infs_fp_math", boolAttr), optional("no_nans_fp_math", boolAttr),
		optional("no_signed_zeros_fp_math", boolAttr),
		optional("denormal_fp_math", constraint.String), optional("denormal_fp_math_f32", constraint.String),
		optional("fp_contract", constraint.String), optional("instrument_function_entry", constraint.String),
		optional("instrument_function_exit", constraint.String),
	}, units("no_inline", "always_inline", "inline_hint", "no_unwind", "will_return", "optimize_none"),
		[]ir.AttrDef{
			optional("vec_type_hint", constraint.AnyAttr),
			optional("work_group_size_hint", constraint.I32Array),
			optional("reqd_work_group_size", constraint.I32Array),
			optional("intel_reqd_sub_group_size", i32Attr),
			optional("uwtable_kind", constraint.Enum(UWTableKind, "")),
		}),
	Regions: []ir.RegionDef{{Name: "body", Any: true}},
	Traits:  ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove | ir.IsSymbol,
	Parse:   parseFunc,
	Print:   printFunc,
	Verify:  verifyFunc,
}

var unnamedAddr = optional("unnamed_addr", constraint.Enum(UnnamedAddr, "LLVM GlobalValue UnnamedAddr"))

// FuncType returns the parts of a function's type: its result, which may be void, its arguments, and whether
// it is variadic. The caller must not change the slice.
func FuncType(t ir.Type) (result ir.Type, args []ir.Type, more bool) {
	d := t.(*ir.ParametricType)
	return d.TypeParam(0), typesOf(d.Params[1]), d.Params[2] != nil
}

// FunctionType returns !llvm.func<result (args)>, with ... if more is set.
func FunctionType(c *ir.Context, result ir.Type, args []ir.Type, more bool) ir.Type {
	params := []ir.Attr{c.TypeAttr(result), typeArray(c, args), nil}
	if more {
		params[2] = c.Unit
	}
	return c.Parametric(Function, params...)
}

// VoidType returns !llvm.void.
func VoidType(c *ir.Context) ir.Type { return c.OpaqueType("llvm", "void") }

// TokenType returns !llvm.token.
func TokenType(c *ir.Context) ir.Type { return c.OpaqueType("llvm", "token") }

// TypeOf returns the type of a function, an !llvm.func.
func TypeOf(op *ir.Op) ir.Type { return op.Attr("function_type").(*ir.TypeAttr).Type }

// ResultType returns the type of a function's result, which may be !llvm.void.
func ResultType(op *ir.Op) ir.Type {
	result, _, _ := FuncType(TypeOf(op))
	return result
}

// symbolPrefix is the words that may stand in front of the name of a function or a variable.
type symbolPrefix struct{ linkage, visibility, unnamed int64 }

// parsePrefix parses [linkage] [visibility] [thread_local] [unnamed_addr]. threadLocal is nil if thread_local
// is not allowed.
func parsePrefix(p ir.OpParser, threadLocal *bool) symbolPrefix {
	s := symbolPrefix{linkage: tryCase(p, Linkage), visibility: tryCase(p, Visibility)}
	if threadLocal != nil {
		*threadLocal = p.TryKeyword("thread_local")
	}
	s.unnamed = tryCase(p, UnnamedAddr)
	return s
}

// tryCase parses the name of a case. It returns 0 if no case follows.
func tryCase(p ir.OpParser, e *ir.EnumDef) int64 {
	for _, c := range e.Cases {
		if c.Name != "" && p.TryKeyword(c.Name) {
			return c.Value
		}
	}
	return 0
}

func (s symbolPrefix) attrs(c *ir.Context) []ir.NamedAttr {
	return []ir.NamedAttr{
		{Name: "linkage", Value: c.Enum(Linkage, s.linkage)},
		{Name: "visibility_", Value: c.Int(c.I64, s.visibility)},
		{Name: "unnamed_addr", Value: c.Int(c.I64, s.unnamed)},
	}
}

// prefixOf returns the words in front of a symbol's name.
func prefixOf(op *ir.Op) symbolPrefix {
	var s symbolPrefix
	if l, ok := op.Attr("linkage").(*ir.EnumAttr); ok {
		s.linkage = l.Value
	}
	s.visibility, _ = op.IntAttr("visibility_")
	s.unnamed, _ = op.IntAttr("unnamed_addr")
	return s
}

func writeCase(p ir.OpPrinter, e *ir.EnumDef, v int64) {
	if name := string(ir.AppendEnum(nil, e, v)); name != "" {
		p.Write(name + " ")
	}
}

// parseFunc parses [prefix] [calling convention] @name(arguments) [-> result] [vscale_range(a, b)]
// [comdat(@a::@b)] [attributes {...}] [{ body }].
func parseFunc(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	s.Attrs = parsePrefix(p, nil).attrs(c)
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "CConv", Value: c.Enum(CConv, tryCase(p, CConv))})
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_name", Value: c.String(name)})
	off := p.Off()
	sig := signature.Signature{Variadic: true}
	if err := sig.Parse(p); err != nil {
		return err
	}
	t, err := functionTypeOf(p, off, &sig)
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(t)})
	s.Attrs = sig.AppendAttrs(c, s.Attrs)
	if err := parseVScale(p, s); err != nil {
		return err
	}
	if err := parseComdat(p, s); err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	return signature.ParseBody(p, s, &sig)
}

func functionTypeOf(p ir.OpParser, off int32, sig *signature.Signature) (ir.Type, error) {
	c := p.Context()
	if len(sig.Results) > 1 {
		return nil, p.Errorf(off, "failed to construct function type: expected zero or one function result")
	}
	args := make([]ir.Type, len(sig.Args))
	for i, a := range sig.Args {
		if args[i] = a.Type; !IsCompatible(a.Type) {
			return nil, p.Errorf(off,
				"failed to construct function type: expected LLVM type for function arguments")
		}
	}
	result := VoidType(c)
	if len(sig.Results) == 1 {
		if result = sig.Results[0]; !IsCompatible(result) {
			return nil, p.Errorf(off,
				"failed to construct function type: expected LLVM type for function results")
		}
	}
	return FunctionType(c, result, args, sig.More), nil
}

// parseVScale parses an optional vscale_range(1, 16).
func parseVScale(p ir.OpParser, s *ir.OpState) error {
	if !p.TryKeyword("vscale_range") {
		return nil
	}
	var bounds []ir.Attr
	err := p.CommaSeparated("(", func() error {
		n, err := p.Int()
		bounds = append(bounds, p.Context().Int(p.Context().I32, n))
		return err
	})
	if err != nil {
		return err
	}
	if len(bounds) != 2 {
		return p.Errorf(p.Off(), "expected two numbers in vscale_range")
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "vscale_range", Value: p.Context().ParametricAttr(VScaleRange, bounds...)})
	return nil
}

// parseComdat parses an optional comdat(@a::@b).
func parseComdat(p ir.OpParser, s *ir.OpState) error {
	if !p.TryKeyword("comdat") {
		return nil
	}
	if err := p.Punct("("); err != nil {
		return err
	}
	off := p.Off()
	a, err := p.Attr(nil)
	if err != nil {
		return err
	}
	if _, ok := a.(*ir.SymbolRefAttr); !ok {
		return p.Errorf(off, "expected comdat symbol")
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "comdat", Value: a})
	return p.Punct(")")
}

func printFunc(p ir.OpPrinter, op *ir.Op) {
	prefix := prefixOf(op)
	p.Write(" ")
	if prefix.linkage != LinkageExternal {
		writeCase(p, Linkage, prefix.linkage)
	}
	writeCase(p, Visibility, prefix.visibility)
	writeCase(p, UnnamedAddr, prefix.unnamed)
	if cc, ok := op.Attr("CConv").(*ir.EnumAttr); ok && cc.Value != 0 {
		writeCase(p, CConv, cc.Value)
	}
	p.Symbol(op.SymbolName())
	result, args, more := FuncType(TypeOf(op))
	var results []ir.Type
	if !IsVoid(result) {
		results = []ir.Type{result}
	}
	signature.PrintTypes(p, op, args, more, results)
	printVScale(p, op)
	printComdat(p, op)
	p.AttrDictWithKeyword(op, "sym_name", "function_type", "arg_attrs", "res_attrs", "linkage", "CConv",
		"visibility_", "comdat",
		"unnamed_addr", "vscale_range")
	if !op.Region(0).Empty() {
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
}

func printVScale(p ir.OpPrinter, op *ir.Op) {
	if r, ok := op.Attr("vscale_range").(*ir.ParametricAttr); ok {
		p.Write(" vscale_range(")
		p.Int(r.IntParam(0))
		p.Write(", ")
		p.Int(r.IntParam(1))
		p.Write(")")
	}
}

func printComdat(p ir.OpPrinter, op *ir.Op) {
	if a := op.Attr("comdat"); a != nil {
		p.Write(" comdat(")
		p.Attr(a)
		p.Write(")")
	}
}

// verifyFunc checks a function: its entry block against its type, and the linkage of declarations.
func verifyFunc(op *ir.Op) error {
	_, args, _ := FuncType(TypeOf(op))
	linkage := prefixOf(op).linkage
	entry := op.Body()
	switch {
	case linkage == LinkageCommon:
		return op.OpErrorf(codeLLVM, "functions cannot have 'common' linkage")
	case entry == nil && linkage != LinkageExternal && linkage != LinkageExternWeak:
		return op.OpErrorf(codeLLVM, "external functions must have 'external' or 'extern_weak' linkage")
	}
	results := 1
	if IsVoid(ResultType(op)) {
		results = 0
	}
	if err := signature.VerifyAttrs(op, codeLLVM, len(args), results); err != nil {
		return err
	}
	if entry == nil {
		return nil
	}
	return signature.VerifyEntry(op, entry, args, codeLLVM)
}
