// Package randsync makes random programs that synchronize, right and wrong ones, as text: Program for the
// host and Kernel for the threads of a block.
//
// A program of the host mixes tasks of the async dialect, with tokens, values and groups, some on a queue
// that completes in order, copies of cp.async, with tokens of groups and counts, and scopes of the pipeline
// dialect, with counts; tokens are awaited here and there, in the body of another task, as a dependency, in a
// group, one iteration later or not at all. Control flow is that of scf and of cf: counted loops, loops with
// a condition, branches, blocks with arguments and calls. It touches few elements of few buffers, so that
// what nothing orders mostly is a race.
//
// Every program verifies and runs without leaving memory, whatever its condition and its number of iterations
// are.
package randsync
