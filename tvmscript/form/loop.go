package form

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// The attributes of the form.
const (
	// KindAttr is the kind of an scf.for: "parallel", "vectorized" or "unrolled". A loop without it is
	// serial.
	KindAttr = "loop_kind"
	// MappingAttr is a list with the one dimension of threads or blocks that an scf.for is bound to, as in
	// [#gpu.thread<x>]. A virtual thread is a string, ["vthread.x"].
	MappingAttr = "mapping"
	// DtypeAttr is the TVM data type of a buffer's elements if the type of the memref does not determine it,
	// such as "uint8". It stands at the allocation or the argument.
	DtypeAttr = "tvm.dtype"
	// ScopeAttr is a dictionary {node, key, value} at a pipeline.block: a T.attr scope without a meaning in
	// the IR.
	ScopeAttr = "tvm.attr"
	// CallAttr is the function of T through which a declared function is called: "call_extern",
	// "call_packed", "call_intrin" ... It stands at the declaration.
	CallAttr = "tvm.call"
	// ExternAttr is the called name of a declared function whose symbol differs from it. Symbols differ if
	// one name is called with several signatures.
	ExternAttr = "tvm.extern"
	// StringsAttr is the list of the arguments of a declared function up to the last string. It has a string
	// for each argument that is one, and unit for each that is an operand of the calls. It stands at the
	// declaration.
	StringsAttr = "tvm.strings"
)

// Kinds are the kinds of loops in T and in KindAttr, by their name in T.
var Kinds = map[string]string{
	"parallel": "parallel", "vectorized": "vectorized", "unroll": "unrolled", "serial": "",
}

// KindFunction returns the function of T that makes loops of a kind, "" for a kind without one.
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

// Mapping returns the mapping attribute of a thread tag such as "threadIdx.x". ok is false for other texts.
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
