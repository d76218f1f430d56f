// Package stall finds waits that cannot end, before a program runs: cycles of tokens and promises, full
// queues whose tasks wait for the operation that issues the next task, tasks that wait for a resource which
// they hold themselves, resources that are taken in different orders, and groups that get fewer members than
// a wait for them needs.
//
// Start reading at graph.go: an event that an operation needs is a node, and the nodes that can happen are
// found from those that need nothing. build.go makes the nodes of a function, order.go compares the orders of
// resources, and groups.go counts members. Operations that a condition or a loop may not execute are assumed
// to do no harm, and tokens from elsewhere are assumed to be ready. So each cycle that is found occurs in
// every execution that reaches it.
//
// # What it leaves out
//
// An error of this package is never a false alarm. It does not follow conditions and other functions. The
// simulator does: for a wait that does not end it reports the cycle of operations that wait for each other.
package stall
