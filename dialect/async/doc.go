// Package async is the table of MLIR's async dialect as programs are written in it: asynchronous regions and functions,
// the tokens and values that stand for their completion, and the waits. The operations of its runtime and of its
// coroutines are not here.
//
// dialect.go has the table's list, types.go the types; execute.go, await.go, group.go and function.go one family of
// operations each, with syntax and rules.
//
// May import: dialect/internal/signature and dialect/internal/flow, dialect/arith for constants, ir with its constraints
// and ir/text, diag.
package async
