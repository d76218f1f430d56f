// Package task is the table of a small dialect for concurrent tasks: what programs need to say and neither
// async nor gpu can. Everything else is theirs: tokens, values, regions, groups and waits are those of async.
//
// Each operation says in its comment why it is needed. promise.go has completions that the program decides
// itself, join.go the operations that look at several completions or at one without waiting, event.go those
// that come from outside and go there, turn.go resources and queues, and execute.go with syntax.go the region
// that takes its turn on them.
package task
