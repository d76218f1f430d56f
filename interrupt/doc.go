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
// that begin long work turn the panic into an error where the work began.
//
// Passes and the writers of target languages need no polls of their own. Whoever begins the work, the pass
// manager above all, binds the operations to the context (ir.Op.EndWith): walking over them, iterating over a
// block, inserting, removing, and visiting them in the greedy driver polls then, which costs a load. That is
// for work that has its operations for itself. Work that only reads a program, which others may read at the
// same time, counts steps on a Poll: parsers, the verifier, printers, the exporter of TVMScript and the
// judge. So do passes whose long loops touch no operations, such as solvers. What cannot poll, such as
// wazero's compiler, goes on in a goroutine of its own, and Await does not wait for it. The command waits for
// the files that it is writing and for its processes, and ends soon after its context, whatever else is going
// on.
package interrupt
