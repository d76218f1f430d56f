package importer

import (
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The modules with a meaning here.
var (
	builtinT   = &expr.Builtin{Name: "T"}
	builtinI   = &expr.Builtin{Name: "I"}
	builtinTVM = &expr.Builtin{Name: "tvm"}
)

// fileScope returns the names that a file begins with. So TVMScript without its imports, as in documents, can
// be read.
func fileScope() *expr.Scope {
	s := expr.NewScope(nil)
	s.Set("T", builtinT)
	s.Set("tir", builtinT)
	s.Set("tirx", builtinT)
	s.Set("I", builtinI)
	s.Set("tvm", builtinTVM)
	s.Set("__name__", &expr.Str{V: "module"})
	return s
}

// moduleValue returns the value of a dotted name in Python's modules.
func moduleValue(dotted string) expr.Value {
	switch name := canonical(dotted); {
	case name == "T":
		return builtinT
	case name == "I":
		return builtinI
	case name == "tvm":
		return builtinTVM
	case expr.KnownModule(name), strings.HasPrefix(name, "T."), strings.HasPrefix(name, "I."):
		return &expr.Builtin{Name: name}
	}
	return &expr.Unknown{Why: "it comes from " + dotted + ", which is not read"}
}

// bindImport binds the names of `import a.b as c`.
func bindImport(scope *expr.Scope, s *syntax.Import) {
	for _, a := range s.Names {
		name := a.Name
		if first, _, dotted := strings.Cut(name, "."); dotted && a.As == first {
			name = first
		}
		scope.Set(a.As, moduleValue(name))
	}
}

// bindImportFrom binds the names of `from a import b as c`.
func bindImportFrom(scope *expr.Scope, s *syntax.ImportFrom) {
	for _, a := range s.Names {
		if a.Name != "*" {
			scope.Set(a.As, moduleValue(strings.Repeat(".", s.Level)+s.Module+"."+a.Name))
		}
	}
}
