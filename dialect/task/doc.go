// Package task is the table of a small dialect for concurrent tasks. Its operations say what neither async
// nor gpu can say. Tokens, values, regions, groups and waits are those of async.
//
// The comment of each operation says why the operation is needed. promise.go has completions that the program
// itself decides. join.go has the operations that look at several completions, or at one without waiting.
// event.go has completions that come from outside of the program or go there. turn.go has resources and
// queues. execute.go has the region that takes its turn on them, and syntax.go its syntax.
package task
