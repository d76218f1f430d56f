package exec

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

var codeEntry = diag.Register("run-entry", "the function to run cannot be told",
	"A file with several functions, none of them @main, needs --entry NAME; only functions with a body can "+
		"be run.")

// mainName is the name of the function that runs if a module has several functions and the user has named
// none.
const mainName = "main"

// Entry returns the function to run: the function called name. If name is "", it is the only public function
// with a body or, of several, the one called main. Functions of a nested module cannot be run.
func Entry(module *ir.Op, name string) (*ir.Op, error) {
	var public []*ir.Op
	var names []string
	for fn := range module.Body().Ops() {
		if !fn.Is(function.Func) || fn.Body() == nil {
			continue
		}
		if name != "" && fn.SymbolName() == name {
			return fn, nil
		}
		if fn.StringAttr("sym_visibility") != "private" {
			public = append(public, fn)
			names = append(names, fn.SymbolName())
		}
	}
	switch {
	case name != "":
		return nil, diag.Errorf(codeEntry, module.Span(), "there is no function '@%s' with a body", name).
			Suggest("%s", suggestEntry(names))
	case len(public) == 0:
		return nil, diag.Errorf(codeEntry, module.Span(), "there is no public function to run").
			Suggest("write a func.func with a body, in no module of its own")
	case len(public) > 1 && slices.Contains(names, mainName):
		return public[slices.Index(names, mainName)], nil
	case len(public) > 1:
		return nil, diag.Errorf(codeEntry, module.Span(), "there are %d functions to run", len(public)).
			Suggest("%s", suggestEntry(names))
	}
	return public[0], nil
}

func suggestEntry(names []string) string {
	if len(names) == 0 {
		return "the file has no function with a body"
	}
	return "choose one with --entry: " + strings.Join(names, ", ")
}
