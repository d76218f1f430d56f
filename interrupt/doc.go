// Package interrupt ends long work in the middle when a context ends. Whoever works counts its steps on a
// Poll, which looks at the context now and then; when that has ended, the poll leaves the work by a panic
// that whoever began it catches with Caught. So code that is many calls deep has no error to hand through all
// of them.
//
// Start reading at Poll.
//
// # Decisions
//
// Nothing that a pass has left half done when a poll leaves it is used: pass.Manager, check and the others
// that begin long work turn the panic into an error where the work began. Parsers, the verifier and printers
// poll at each operation. Those passes poll that may take long on one function. What cannot poll, such as
// wazero's compiler, goes on in a goroutine of its own, and Await does not wait for it. The command waits for
// the files that it is writing and for its processes, and ends soon after its context, whatever else is going
// on.
package interrupt
