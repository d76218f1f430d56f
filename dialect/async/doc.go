// Package async is the table of MLIR's async dialect as programs are written in it: asynchronous regions and
// functions, the tokens and values that stand for their completion, and the waits; and of what they are
// lowered to: coroutines and calls of a runtime.
//
// dialect.go has the table's list, types.go the types; execute.go, await.go, group.go, function.go, coro.go
// and runtime.go one family of operations each, with syntax and rules.
package async
