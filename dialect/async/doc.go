// Package async is the table of MLIR's async dialect. Programs are written with its asynchronous regions and
// functions, the tokens and values that stand for their completion, and its waits. These are lowered to its
// coroutines and to its calls of a runtime.
//
// dialect.go has the table's list, and types.go the types. execute.go, await.go, group.go, function.go,
// coro.go and runtime.go each have one family of operations, with syntax and rules.
package async
