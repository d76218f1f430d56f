package form

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// The attributes of the form.
const (
	// KindAttr is how an scf.for runs: "parallel", "vectorized" or "unrolled". Loops without it are serial.
	KindAttr = "loop_kind"
	// MappingAttr is the list with the one thread or block dimension that an scf.for is bound to, as in
	// [#gpu.thread<x>]; virtual threads are strings, ["vthread.x"].
	MappingAttr = "mapping"
	// DtypeAttr is the TVM data type of a buffer's elements where the type of the memref does not tell, such
	// as "uint8". It stands at the allocation or the argument.
	DtypeAttr = "tvm.dtype"
	// ScopeAttr is a dictionary {node, key, value} at a pipeline.block: a T.attr scope without a meaning
	// here.
	ScopeAttr = "tvm.attr"
	// CallAttr is the function of T through which a declared function is called: "call_extern",
	// "call_packed", "call_intrin" ... It stands at the declaration.
	CallAttr = "tvm.call"
	// ExternAttr is the name that a declared function is called by where its symbol is another, because the
	// name is called with several signatures.
	ExternAttr = "tvm.extern"
	// StringsAttr is the list of the arguments of a declared function up to the last string: a string for
	// each that is one, and unit for each that is an operand of the calls. It stands at the declaration.
	StringsAttr = "tvm.strings"
)

// Kinds are the kinds of loops in T and in KindAttr, by their name in T.
var Kinds = map[string]string{
	"parallel": "parallel", "vectorized": "vectorized", "unroll": "unrolled", "serial": "",
}

// KindFunction returns the function of T that makes loops of a kind, "" if there is none.
func KindFunction(kind string) string {
	for function, k := range Kinds {
		if k == kind {
			return function
		}
	}
	return ""
}

// threads are the prefixes of thread tags, with the mapping attribute.
var threads = []struct {
	prefix string
	attr   *ir.EnumDef
}{{"threadIdx.", gpu.Thread}, {"blockIdx.", gpu.Block}}

// Mapping returns the mapping attribute of a thread tag such as "threadIdx.x", and whether it is one.
func Mapping(c *ir.Context, tag string) (ir.Attr, bool) {
	for _, t := range threads {
		dim, ok := strings.CutPrefix(tag, t.prefix)
		if value, known := t.attr.CaseValue(dim); ok && known && len(dim) == 1 {
			return c.Array([]ir.Attr{c.Enum(t.attr, value)}), true
		}
	}
	if tag == "vthread" || strings.HasPrefix(tag, "vthread.") {
		return c.Array([]ir.Attr{c.String(tag)}), true
	}
	return nil, false
}

// ThreadTag is the inverse of Mapping.
func ThreadTag(a ir.Attr) (string, bool) {
	list, ok := a.(*ir.ArrayAttr)
	if !ok || len(list.Elems) != 1 {
		return "", false
	}
	switch e := list.Elems[0].(type) {
	case *ir.StringAttr:
		return e.Value, true
	case *ir.EnumAttr:
		for _, t := range threads {
			if dim := e.Def.CaseName(e.Value); e.Def == t.attr && len(dim) == 1 {
				return t.prefix + dim, true
			}
		}
	}
	return "", false
}
