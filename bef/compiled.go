package bef

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A region of tfrt.jit_execute is no function of a file: a kernel of a file has no regions inside its
// functions that see the values around them, no blocks that branch, and no attributes such as affine maps,
// all of which code that is compiled has. The file holds the region as it holds modules that are compiled: as
// the text of a module with one function, behind an attribute with these names.
const (
	bodyAttribute = "body"
	bodyFunction  = "main"
)

// compiledRegion reports whether an operation has a region that is compiled.
func compiledRegion(op *ir.Op) bool { return op.Is(tfrt.JITExecute) && op.NumRegions() > 0 }

// outlined returns the text of a module with one function: the region of a tfrt.jit_execute. With places, the
// text has the locations of the operations.
func outlined(op *ir.Op, places bool) string {
	c := op.Context()
	m := builtin.NewModule(c)
	m.SetAttr("sym_name", c.String(bodyAttribute))
	b := ir.AtEnd(c, m.Body())
	b.Loc = op.Loc()
	f := function.New(b, bodyFunction, c.Function(op.Region(0).Entry().ArgTypes(), op.ResultTypes()))
	f.Region(0).Entry().Erase()
	f.Region(0).TakeBody(op.Region(0).Clone(ir.NewMapping()))
	replaceReturns(f.Region(0), tfrt.Return, function.Return)
	return text.String(m, text.PrintOptions{Generic: true, DebugInfo: places, LocalScope: true})
}

// replaceReturns replaces the ends of a region.
func replaceReturns(r *ir.Region, from, to *ir.OpDef) {
	for _, block := range r.Blocks() {
		if end := block.Terminator(); end.Is(from) {
			b := ir.At(end)
			b.Loc = end.Loc()
			b.Create(ir.OpState{Def: to, Operands: end.Operands(), Results: []ir.Type{}, Attrs: end.Attrs()})
			end.Erase()
		}
	}
}

// withBody puts the attribute for a region in its place among the attributes of a kernel, which are in the
// order of their names.
func (b *body) withBody(k *Kernel, op *ir.Op) {
	if !compiledRegion(op) {
		return
	}
	at := 0
	for _, a := range sortedAttrs(op) {
		if a.Name < bodyAttribute && !b.calls(op, a.Value) {
			at++
		}
	}
	k.Attrs = slices.Insert(k.Attrs, at, b.compiled[op])
	if b.file.Described {
		k.AttrNames = slices.Insert(k.AttrNames, at, bodyAttribute)
	}
}

// region makes the region of a tfrt.jit_execute of its module.
func (d *decoder) region(v *Symbol) (*ir.Region, error) {
	m, errs := text.Parse(d.ctx, diag.NewFile("compiled region", []byte(v.Module)), text.Options{})
	if errs.HasErrors() {
		return nil, errs.Err()
	}
	for f := range m.Body().Ops() {
		if f.Is(function.Func) && f.SymbolName() == strings.Join(v.Nested, "::") && !f.Region(0).Empty() {
			r := ir.NewRegion()
			r.TakeBody(f.Region(0))
			for _, b := range r.Blocks() {
				if b.Terminator() == nil {
					return nil, diag.Errorf(codeDecode, diag.Span{},
						"a block of a compiled region has no end")
				}
			}
			replaceReturns(r, function.Return, tfrt.Return)
			return r, nil
		}
	}
	return nil, diag.Errorf(codeDecode, diag.Span{}, "the module of a compiled region has no such function")
}
