// Package tfrt executes programs of TFRT, as BEF files have them. It does not block: a kernel runs when its
// operands are available, and what comes later lets the kernels that wait for it go on.
//
// The rules, as TFRT's executor has them:
//
//   - Every register is a value that becomes available once, as a value or as an error.
//   - A kernel with an error as an operand does not run. All its results are that error, the last one of
//     several. So do those of a request that was cancelled. A kernel that fails keeps the results that it
//     has.
//   - tfrt.call, once, if, cond, case, while, repeat.i32 and tfrt_test.do.async are not strict. They wait for
//     their condition, index or count alone, and hand on values that are not available yet, and errors.
//   - Kernels of one stream run on one thread, the one that became ready last first. Those of other streams
//     are handed to the work queue, together for each stream.
//   - Chains order effects. Nothing else does.
//
// Where upstream leaves room: a negative count and a block size that is not positive are errors, and so is
// the chain of a parallel loop with a block whose chain is an error.
//
// program.go loads a file, driver.go runs its functions one after the other, request.go is one of these runs.
// executor.go runs a function, value.go and queue.go are what it is made of. kernels.go has the table of
// kernels; scalar.go, control.go, parallel.go, testkernels.go and jit.go have them by kind.
package tfrt
