package llvm

import (
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The attributes with parameters.
var (
	Dereferenceable = &ir.AttributeDef{Dialect: "llvm", Mnemonic: "dereferenceable", Fields: []ir.TypeField{
		{Name: "bytes", Kind: ir.NumberField}, {Name: "mayBeNull", Kind: ir.BoolField, Optional: true},
	}}
	// MemoryEffects says how a function may access each kind of memory.
	MemoryEffects = &ir.AttributeDef{Dialect: "llvm", Mnemonic: "memory_effects", Fields: modRefFields(
		"other", "argMem", "inaccessibleMem", "errnoMem", "targetMem0", "targetMem1")}
	VScaleRange = &ir.AttributeDef{Dialect: "llvm", Mnemonic: "vscale_range",
		Fields: []ir.TypeField{{Name: "minRange"}, {Name: "maxRange"}}}
	TargetFeatures = &ir.AttributeDef{Dialect: "llvm", Mnemonic: "target_features", Parse: parseFeatures,
		Print: printFeatures}
	// Zero, Undef and Poison stand for values of any type inside of constants.
	Zero   = bare("zero")
	Undef  = bare("undef")
	Poison = bare("poison")
)

var attributeDefs = []*ir.AttributeDef{ConstantRange, Dereferenceable, MemoryEffects, VScaleRange,
	TargetFeatures, Zero, Undef, Poison}

// opaqueAttrs are attributes of which only the text is kept: metadata of loops, of memory accesses, of the
// debugger.
var opaqueAttrs = []string{
	"loop_annotation", "loop_vectorize", "loop_interleave", "loop_unroll", "loop_unroll_and_jam", "loop_licm",
	"loop_distribute",
	"loop_pipeline", "loop_peeled", "loop_unswitch", "alias_scope_domain", "alias_scope", "access_group",
	"tbaa_root", "tbaa_member",
	"tbaa_type_desc", "tbaa_tag", "mmra_tag", "vec_type_hint", "mlir.module_flag", "di_null_type",
	"di_basic_type", "di_compile_unit",
	"di_composite_type", "di_derived_type", "di_file", "di_global_variable_expression", "di_global_variable",
	"di_lexical_block",
	"di_lexical_block_file", "di_local_variable", "di_subprogram", "di_module", "di_namespace",
	"di_imported_entity", "di_annotation",
	"di_subrange", "di_common_block", "di_generic_subrange", "di_subroutine_type", "di_label",
	"di_string_type", "di_expression",
	"di_expression_elem", "dependent_libraries", "address_space", "target",
}

func modRefFields(names ...string) []ir.TypeField {
	fields := make([]ir.TypeField, len(names))
	for i, name := range names {
		fields[i] = ir.TypeField{Name: name, Kind: ir.EnumField, Enum: ModRef}
	}
	return fields
}

// bare is an attribute without parameters.
func bare(mnemonic string) *ir.AttributeDef {
	return &ir.AttributeDef{
		Dialect: "llvm", Mnemonic: mnemonic,
		Parse: func(ir.OpParser) ([]ir.Attr, error) { return nil, nil },
		Print: func(_ *ir.Form, dst []byte, _ []ir.Attr) []byte { return dst },
	}
}

// parseFeatures reads <["+a", "-b"]>.
func parseFeatures(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	var list []ir.Attr
	err := p.CommaSeparated("[", func() error {
		s, err := p.String()
		list = append(list, p.Context().String(s))
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, p.Punct(">")
}

func printFeatures(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, "<["...)
	for i, p := range params {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = f.AppendAttr(dst, p, ir.WithType)
	}
	return append(dst, "]>"...)
}

// ---- columns that several tables share ----

// unit is an attribute that has no value besides its presence.
func unit(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Unit, Optional: true}
}

func units(names ...string) []ir.AttrDef {
	list := make([]ir.AttrDef, len(names))
	for i, name := range names {
		list[i] = unit(name)
	}
	return list
}

// optional is an attribute that may be missing.
func optional(name string, t ir.AttrConstraint) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: t, Optional: true}
}

// enum is an attribute that is a case of an enumeration. enumOr is one that may be missing, and then is the
// given case.
func enum(name string, e *ir.EnumDef, summary string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Enum(e, summary)}
}

func enumOr(name string, e *ir.EnumDef, summary string, value int64) ir.AttrDef {
	a := enum(name, e, summary)
	a.Default = func(c *ir.Context) ir.Attr {
		if e.Integer {
			return c.Int(c.Integer(e.Width), value)
		}
		return c.Enum(e, value)
	}
	return a
}

// flagsOr is a set of bits stored as an integer. The set need not be a case of the enumeration. The generic
// form may have an integer of any type.
func flagsOr(name string, e *ir.EnumDef, summary string) ir.AttrDef {
	a := enumOr(name, e, summary, 0)
	a.Type.Word = true
	a.Type.Match = func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && isInt(i.Type, e.Width)
	}
	return a
}

var (
	fastmath = enumOr("fastmathFlags", FastmathFlags, "LLVM fastmath flags", 0)
	overflow = flagsOr("overflowFlags", OverflowFlags, "LLVM integer overflow flags")

	alignment = optional("alignment", constraint.I64)
	syncscope = optional("syncscope", constraint.String)
	arrayAttr = ir.AttrConstraint{Summary: "array attribute", Match: func(a ir.Attr) bool {
		_, ok := a.(*ir.ArrayAttr)
		return ok
	}}
	typeAttr = constraint.AnyTypeAttr
	boolAttr = ir.AttrConstraint{Summary: "bool attribute", Match: isIntAttr(1),
		ValueType: func(c *ir.Context) ir.Type { return c.I1 }}
	i1Attr = ir.AttrConstraint{Summary: "1-bit signless integer attribute", Match: isIntAttr(1),
		ValueType: func(c *ir.Context) ir.Type { return c.I1 }}
	i32Attr = ir.AttrConstraint{Summary: "32-bit signless integer attribute", Match: isIntAttr(32),
		ValueType: func(c *ir.Context) ir.Type { return c.I32 }}
	f64Attr = ir.AttrConstraint{Summary: "64-bit float attribute", Match: isF64Attr,
		ValueType: func(c *ir.Context) ir.Type { return c.F64 }}
	anyIntAttr = ir.AttrConstraint{Summary: "arbitrary integer attribute",
		Match: func(a ir.Attr) bool { _, ok := a.(*ir.IntegerAttr); return ok }}
	symbolRef        = constraint.Symbol
	functionTypeAttr = ir.AttrConstraint{Summary: "type attribute of LLVM function type", TypeAttr: true,
		Match: isFunctionTypeAttr}

	argAttrs = signature.Attrs
	bundles  = []ir.AttrDef{
		{Name: "op_bundle_sizes", Type: constraint.I32Array, Written: true,
			Default: func(c *ir.Context) ir.Attr { return c.I32Array() }},
		optional("op_bundle_tags", arrayAttr),
	}
	// aliasing restricts the other accesses that an access can overlap with.
	aliasing = []ir.AttrDef{
		optional("access_groups", arrayAttr), optional("alias_scopes", arrayAttr),
		optional("noalias_scopes", arrayAttr), optional("tbaa", arrayAttr),
	}
)

// of is the constraint on attributes that a definition describes.
func of(def *ir.AttributeDef, summary string) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, Def: def, Match: func(a ir.Attr) bool {
		p, ok := a.(*ir.ParametricAttr)
		return ok && p.Def == def
	}}
}

func isFunctionTypeAttr(a ir.Attr) bool {
	t, ok := a.(*ir.TypeAttr)
	return ok && IsFunction(t.Type)
}

func isIntAttr(width uint32) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && isInt(i.Type, width)
	}
}

func isInt(t ir.Type, width uint32) bool {
	it, ok := t.(*ir.IntegerType)
	return ok && it.Width == width && it.Sign == ir.Signless
}

func isF64Attr(a ir.Attr) bool {
	f, ok := a.(*ir.FloatAttr)
	return ok && f.Type.Kind == ir.F64
}
