package signature

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeLazy = diag.Register("async-lazy", "a task is marked as lazy, and there are no lazy tasks",
	"A lazy task would start when something awaits it. Inflight starts every task where it is issued, so "+
		"that a program with the "+
		"attribute would run in another way than it asks for. Leave 'lazy' out, or issue the task where "+
		"its result is first needed.")

// VerifyEager rejects the attribute lazy on a function, a call or a task. Nothing implements it.
func VerifyEager(op *ir.Op) error {
	if op.Attr("lazy") == nil {
		return nil
	}
	return op.OpErrorf(codeLazy, "is 'lazy', but every task starts where it is issued").
		Suggest("leave out 'lazy', or issue the task where its result is first needed")
}
