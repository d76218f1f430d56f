package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// syntax is what a printer knows of the operations of one definition.
type syntax struct {
	def      *ir.OpDef
	generic  bool    // there is no custom form
	format   *format // nil where the custom form is printed by a function
	fixed    bool    // there are stencils of it
	dialect  string  // its regions leave out the dialect of the name; "" if none do
	prefix   int     // how much they leave out
	stencils *[stencilLines]stencilLine
}

// syntaxes is the number of definitions whose syntax is at hand.
const syntaxes = 128

// syntaxOf returns the syntax of a definition.
func (p *printer) syntaxOf(def *ir.OpDef) *syntax {
	line := &p.recent[def.Number()%syntaxes]
	if *line == nil || (*line).def != def {
		s := p.known[def]
		if s == nil {
			s = p.newSyntax(def)
			p.known[def] = s
		}
		*line = s
	}
	return *line
}

func (p *printer) newSyntax(def *ir.OpDef) *syntax {
	s := &syntax{def: def}
	s.generic = p.opts.Generic || def.Unregistered || def.Print == nil && def.Format == ""
	if !s.generic && def.Print == nil {
		s.format = formatOf(p.ctx, def)
	}
	// which asks for more than text has places for
	s.fixed = (s.format != nil || def.PrintsFixed) && def.PrintGeneric == nil
	if dialect, rest, _ := strings.Cut(def.Name, "."); rest != "" && !strings.Contains(rest, ".") {
		s.dialect, s.prefix = dialect, len(dialect)+1
	}
	return s
}

// printsGeneric reports whether an operation is printed in generic form.
func (s *syntax) printsGeneric(op *ir.Op) bool {
	return s.generic || s.def.PrintGeneric != nil && s.def.PrintGeneric(op)
}

// leftOut returns how much of the name is left out where a dialect is the default one.
func (s *syntax) leftOut(dialect string) int {
	if dialect == s.dialect {
		return s.prefix
	}
	return 0
}
