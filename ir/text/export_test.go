package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// AppendWithoutTemplates is Append by a printer that makes no templates.
func AppendWithoutTemplates(op *ir.Op) []byte {
	p := newPrinter(nil, op, PrintOptions{})
	for inner := range op.Walk() {
		s := p.newSyntax(inner.Def())
		s.fixed = false
		p.known[inner.Def()] = s
	}
	p.print(op)
	return p.dst
}

// PrintsFixed reports whether a definition promises that Print asks only for attributes and numbers of
// values: for its own Print, or for a directive in its format.
func PrintsFixed(def *ir.OpDef) bool {
	for name, c := range customs {
		if c.Fixed && strings.Contains(def.Format, "custom<"+name+">") {
			return true
		}
	}
	return def.PrintsFixed
}
