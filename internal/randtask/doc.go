// Package randtask makes random programs of async.execute operations, as text: tasks over a few buffers, with
// tokens and values that depend on each other in any way, in loops and conditions and inside of other tasks,
// with waits, groups of tokens and synchronous accesses between them.
//
// Every program verifies and runs without leaving memory. Nearly always a task depends on the tasks before it
// whose buffers it shares, so that most programs have no race; the simulator says which.
package randtask
