package signature

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// LazyAttr is the name of the attribute of an async.func whose calls make tasks that start when their result
// is first needed.
const LazyAttr = "lazy"

var codeLazy = diag.Register("async-lazy", "the attribute 'lazy' stands where no task can be lazy",
	"Only an async.func is lazy: its calls make tasks that the first wait for their token or value starts. "+
		"Write 'attributes {lazy}' at the function, and nothing at its calls. A region that is to start "+
		"where its result is needed becomes a lazy async.func.")

// VerifyEager rejects the attribute lazy on a function that is not asynchronous, on a call and on a task.
func VerifyEager(op *ir.Op) error {
	if op.Attr(LazyAttr) == nil {
		return nil
	}
	return op.OpErrorf(codeLazy, "is 'lazy', which only an async.func can be").
		Suggest("make an async.func of it, with 'attributes {lazy}', and call that")
}

// VerifyLazy checks the attribute lazy of an async.func, which has no value.
func VerifyLazy(op *ir.Op) error {
	if a := op.Attr(LazyAttr); a != nil && a != ir.Attr(op.Context().Unit) {
		return op.OpErrorf(codeLazy, "has a value for 'lazy', which is there or not").
			Suggest("write 'attributes {lazy}'")
	}
	return nil
}
