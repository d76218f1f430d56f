package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// AppendWithoutStencils is Append by a printer that asks each operation for its text.
func AppendWithoutStencils(op *ir.Op) []byte {
	p := newPrinter(nil, op, PrintOptions{})
	for inner := range op.Walk() {
		s := p.newSyntax(inner.Def())
		s.fixed = false
		p.known[inner.Def()] = s
	}
	p.print(op)
	return p.dst
}

// PrintsFixed reports whether a definition promises that Print asks for nothing but attributes and numbers of
// values: its own Print, or that of a directive in its format.
func PrintsFixed(def *ir.OpDef) bool {
	for name, c := range customs {
		if c.Fixed && strings.Contains(def.Format, "custom<"+name+">") {
			return true
		}
	}
	return def.PrintsFixed
}
