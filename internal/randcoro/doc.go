// Package randcoro makes random programs of asynchronous functions and tasks, as text: calls, recursion,
// awaits in loops and branches of scf and cf, tokens and values that loops and branches carry, groups, and
// assertions that fail.
//
// Every program verifies, ends, and computes the same whatever the schedule: what tasks compute flows through
// values, memory is only added to, and whoever starts a task awaits it, or hands it on.
// @main(memref<128xi32>) leaves there which of the things that it awaited ended in an error and, if none did,
// what the tasks added up. It awaits with the operations of the runtime, which do not fail.
//
// Start reading at program.go; body.go has what stands in functions and tasks, control.go loops and branches.
package randcoro
