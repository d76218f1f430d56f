// Package asyncqueue finds the asynchronous operations, commits and waits of a program that share queues, and
// removes their scopes. The passes that lower the scopes of package dialect/pipeline to the asynchronous
// copies of a target share it.
//
// Start reading at thread.go. dissolve.go makes operations synchronous, and move.go computes values earlier
// than the program does.
package asyncqueue
