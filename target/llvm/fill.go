package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// LLVM has no short form of an array whose elements all are one number other than 0. Text with each element
// takes longer to write and to read than the rest of a program. Such an array begins as zeros, and a function
// that runs before main fills it.

// mostRepeated is the largest number of equal elements that are written out.
const mostRepeated = 4096

// filler returns the name of the function that fills a global. It is "" if the value of the global is written
// out.
func (w *writer) filler(op *ir.Op) string {
	d, ok := op.Attr("value").(*ir.DenseElementsAttr)
	if !ok || !d.Splat || d.Strings != nil || strings.Trim(d.Data, "\x00") == "" ||
		d.NumElems() <= mostRepeated {
		return ""
	}
	space, _ := op.IntAttr("addr_space")
	linkage := linkageOf(op)
	switch scalarOf(op.Attr("global_type").(*ir.TypeAttr).Type).(type) {
	case *ir.IntegerType, *ir.FloatType:
	default:
		return ""
	}
	own := linkage == "" || linkage == "private" || linkage == "internal"
	if space != 0 || !own || op.Attr("thread_local_") != nil || op.StringAttr("section") != "" {
		return ""
	}
	return "inflight_fill_" + op.SymbolName()
}

// scalarOf returns the type of the innermost elements of nested arrays.
func scalarOf(t ir.Type) ir.Type {
	for {
		array, ok := t.(*ir.ParametricType)
		if !ok || array.Def != llvm.Array {
			return t
		}
		t = array.TypeParam(1)
	}
}

// fill prints the function that fills a global.
func (w *writer) fill(op *ir.Op, name string) {
	d := op.Attr("value").(*ir.DenseElementsAttr)
	t := scalarOf(op.Attr("global_type").(*ir.TypeAttr).Type)
	e := &elements{w: w, op: op, data: d.Data, size: ir.ElemBytes(d.Type.ElemType()), splat: true,
		typ: d.Type.ElemType()}
	scalar := w.typ(op, t)
	w.put("\ndefine internal void ", globalName(name), "() {\nentry:\n  br label %fill\n\nfill:\n",
		"  %i = phi i64 [ 0, %entry ], [ %next, %fill ]\n",
		"  %p = getelementptr inbounds ", scalar, ", ptr ", globalName(op.SymbolName()), ", i64 %i\n",
		"  store ", e.typed(t), ", ptr %p\n",
		"  %next = add nuw i64 %i, 1\n",
		"  %done = icmp eq i64 %next, ", strconv.FormatInt(d.NumElems(), 10), "\n",
		"  br i1 %done, label %end, label %fill\n\nend:\n  ret void\n}\n")
}

// fills prints the functions that fill the globals of a module. It returns the functions that run before
// main: these, and then the others.
func (w *writer) fills(module *ir.Op) []string {
	var list []string
	for op := range module.Body().Ops() {
		if !op.Is(llvm.GlobalOp) {
			continue
		}
		if name := w.filler(op); name != "" {
			w.fill(op, name)
			list = append(list, structor("0", name, "null"))
		}
	}
	return list
}
