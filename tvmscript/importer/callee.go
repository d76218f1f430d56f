package importer

import (
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// callee returns the dotted name of a function with a known name, such as "T.axis.remap", and "" for other
// expressions.
func (f *function) callee(x syntax.Expr) string { return callee(f.ev.Env, x) }

func callee(env expr.Env, x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Name:
		v, ok := env.Lookup(x.Name)
		if !ok {
			return pythonName(x.Name)
		}
		if b, ok := v.(*expr.Builtin); ok {
			return b.Name
		}
	case *syntax.Attribute:
		if n, ok := x.X.(*syntax.Name); ok { // most names are T.something
			if v, _ := env.Lookup(n.Name); v == builtinT {
				return dotted(x.Name.Name)
			}
		}
		if base := callee(env, x.X); base != "" {
			return canonical(base + "." + x.Name.Name)
		}
	case *syntax.Paren:
		return callee(env, x.X)
	}
	return ""
}

// dotted returns the full name of a function of T.
func dotted(name string) string {
	if full, ok := fullNames[name]; ok {
		return full
	}
	return "T." + name
}

// pythonName returns the name of a function of Python that statements can use.
func pythonName(name string) string {
	if name == "range" {
		return name
	}
	return ""
}

// modules are names of TVM's modules and functions that are missing in package expr.
var modules = [][2]string{
	{"tvm.script.ir_module", "I.ir_module"}, {"tvm.ir_module", "I.ir_module"}, {"T.ir_module", "I.ir_module"},
	{"tvm.script.prim_func", "T.prim_func"}, {"tvm.s_tir", "T"}, {"tvm.script.s_tir", "T"}, {"tvm.tirx", "T"},
	{"tvm.tir", "T"},
	{"T.schedule.Schedule", "T.Schedule"}, {"T.script", "T"},
}

// canonical returns the name under which a function is known here. Its module may have several names.
func canonical(name string) string {
	name = expr.Module(name)
	for _, m := range modules {
		if rest, ok := strings.CutPrefix(name, m[0]); ok && (rest == "" || rest[0] == '.') {
			name = m[1] + rest
		}
	}
	return name
}

// cutT removes the module of TVMScript from a name.
func cutT(name string) (string, bool) { return strings.CutPrefix(name, "T.") }
