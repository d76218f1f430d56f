package async

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the async dialect.
var Dialect = &ir.Dialect{
	Name: "async",
	Ops: []*ir.OpDef{
		AddToGroup, Await, AwaitAll, Call, CreateGroup, Execute, Func, Return, Yield,
		CoroID, CoroBegin, CoroFree, CoroEnd, CoroSave, CoroSuspend,
		RuntimeCreate, RuntimeCreateGroup, RuntimeSetAvailable, RuntimeSetError, RuntimeIsError, RuntimeAwait,
		RuntimeResume,
		RuntimeAwaitAndResume, RuntimeStore, RuntimeLoad, RuntimeAddToGroup, RuntimeAddRef, RuntimeDropRef,
		RuntimeNumWorkerThreads,
	},
	Types:    []string{tokenText, groupText, coroIDText, coroHandleText, coroStateText},
	TypeDefs: []*ir.TypeDef{value},
	Completions: map[string]ir.Completion{
		tokenText: ir.TokenCompletion,
		groupText: ir.GroupCompletion,
	},
}

var codeAsync = diag.Register("verify-async",
	"an asynchronous region, function or wait breaks a rule of the async dialect",
	"What an async.execute or async.func yields or returns becomes the payload of its async values, in "+
		"order and with equal "+
		"types; a token has no payload. The token of a function is its first result.")

// always is the Async field of an operation that is asynchronous whatever its operands are.
func always(*ir.Op) bool { return true }

// result0 returns the first result, which is the token of most operations.
func result0(op *ir.Op) *ir.Value { return op.Result(0) }
