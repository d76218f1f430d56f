package gpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Module is gpu.module: code of the device, which is compiled separately from that of the host.
var Module = &ir.OpDef{
	Name:    "gpu.module",
	Summary: "A top level compilation unit containing code to be run on a GPU.",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName}, {Name: "targets", Type: targets, Optional: true},
		{Name: "offloadingHandler", Type: dialectAttr, Optional: true},
	},
	Regions: []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits: ir.IsolatedFromAbove | ir.NoRegionArguments | ir.IsSymbolTable | ir.IsSymbol | ir.SingleBlock |
		ir.NoTerminator,
	Format: "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion",
}

// Binary is gpu.binary: compiled code of the device. It may have several forms, for several devices.
var Binary = &ir.OpDef{
	Name:    "gpu.binary",
	Summary: "An Op for storing serialized GPU binary objects.",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "offloadingHandler", Type: dialectAttr, Optional: true},
		{Name: "objects", Type: objects},
	},
	Traits: ir.IsSymbol,
	Format: "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects",
}

// defaultHandler is the text of the handler that a binary without an explicit one has, behind the name of the
// dialect.
const defaultHandler = "select_object"

func init() {
	text.RegisterCustom("OffloadingHandler", text.Custom{Parse: parseHandler, Print: printHandler})
}

// parseHandler parses [<attribute>].
func parseHandler(p ir.OpParser, b *text.Binder) error {
	if !p.TryPunct("<") {
		b.Attr("offloadingHandler", p.Context().OpaqueAttr("gpu", defaultHandler, nil))
		return nil
	}
	a, err := p.Attr(nil)
	if err != nil {
		return err
	}
	b.Attr("offloadingHandler", a)
	return p.Punct(">")
}

func printHandler(p ir.OpPrinter, op *ir.Op) {
	a := op.Attr("offloadingHandler")
	if a == nil || a == ir.Attr(op.Context().OpaqueAttr("gpu", defaultHandler, nil)) {
		return
	}
	p.Write("<")
	p.Attr(a)
	p.Write(">")
}

// The targets of a module decide for which device it is compiled (target/ptx). Targets of other dialects,
// handlers and objects are for other compilers: only their text is kept.
var (
	targets = ir.AttrConstraint{Summary: "array of GPU target attributes with at least 1 elements",
		Match: listOf(isTarget)}
	objects = ir.AttrConstraint{Summary: "an array of GPU object attributes with at least 1 elements",
		Match: listOf(isOpaqueAttr)}
	dialectAttr = ir.AttrConstraint{Summary: "any attribute with the `OffloadingTranslationAttrTrait` trait.",
		Match: isOpaqueAttr}
)

func isOpaqueAttr(a ir.Attr) bool { _, ok := a.(*ir.OpaqueAttr); return ok }

func isTarget(a ir.Attr) bool {
	p, ok := a.(*ir.ParametricAttr)
	return isOpaqueAttr(a) || ok && p.Def.DeviceTarget
}

// listOf returns the predicate on arrays that are not empty and whose elements all satisfy elem.
func listOf(elem func(ir.Attr) bool) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && len(list.Elems) > 0 &&
			!slices.ContainsFunc(list.Elems, func(e ir.Attr) bool { return !elem(e) })
	}
}
