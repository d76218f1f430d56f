package text

import "github.com/inflight-compiler/inflight/ir"

// UnitPrinter prints operations that stand directly in a module, as Print does with the module around them, one at a time and while
// others may still change. It is for one goroutine.
type UnitPrinter struct {
	p       *printer
	aliases *aliasVisitor
}

// NewUnitPrinter returns a printer for what stands in a module.
func NewUnitPrinter(module *ir.Op, opts PrintOptions) *UnitPrinter {
	p := newPrinter(nil, module, opts)
	p.ids, p.blocks = newNumbers(true), newLabels(true)
	p.indent, p.dialect = indentWidth, module.Def().DefaultDialect
	return &UnitPrinter{p: p, aliases: &aliasVisitor{p: p, simple: map[any]bool{}}}
}

// Append appends an operation, isolated from above, with indentation and newline. It returns false where the text depends on the rest
// of the program: on aliases, or on what is numbered in the order of writing.
func (u *UnitPrinter) Append(dst []byte, op *ir.Op) ([]byte, bool) {
	p := u.p
	if p.opts.DebugInfo || p.opts.Generic || p.ctx.MayNeedAliases() && u.aliases.anyIn(op) {
		return dst, false
	}
	p.dst, p.numbered = dst, false
	p.lines(op, 1)
	dst, p.dst = p.dst, nil
	return dst, !p.numbered
}
