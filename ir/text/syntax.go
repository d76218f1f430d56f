package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// syntax holds facts about the operations of one definition that the printer needs often.
type syntax struct {
	def       *ir.OpDef
	generic   bool    // there is no custom form
	format    *format // nil where the custom form is printed by a function
	fixed     bool    // operations have templates
	dialect   string  // the dialect whose name may be left out, "" if there is none
	prefix    int     // the length of the dialect's name and the dot
	templates *[templateEntries]templateEntry
}

// syntaxes is the size of the cache of syntaxes.
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
	// A PrintGeneric function may ask for more than templates distinguish.
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

// leftOut returns how many bytes of the name are left out in a region with this default dialect.
func (s *syntax) leftOut(dialect string) int {
	if dialect == s.dialect {
		return s.prefix
	}
	return 0
}
