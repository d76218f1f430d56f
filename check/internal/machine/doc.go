// Package machine executes skeletons on the abstract machine, in every state that unknown conditions lead to,
// and finds the accesses that conflict with asynchronous operations in flight.
//
// Start reading at machine.go (a run), then state.go (a thread of control), live.go (what is in flight),
// judge.go (two accesses), loop.go and skip.go (a loop runs until its state repeats, and then whole periods
// are skipped, exactly). Operations with tokens have places on chains (clock.go), tokens stand for sets of
// them (token.go), and asynchronous regions that wait are threads of control (thread.go). Control flow
// without a count is a graph whose blocks run until no state is new (graph.go, profile.go). Loops that do not
// come to repeat themselves are executed by the distances between iterations (distances.go).
//
// # Decisions
//
// Chains. An operation with a token has a place on a chain: an operation extends a chain only if it starts
// after the last one there, so that one position per chain says what is complete, whoever knows it. A token
// stands for a set of such places that is closed under "complete before", and for groups of queues with all
// older ones. A wait for tokens that stands in no loop is judged while the program runs once: the operations
// that it completes are attributed to it until something else would complete them as well, and the wait is
// needed if an access meets one of them before (attribution.go).
//
// Blocks. The blocks of a graph run until no state is new. States that differ only in how often something is
// in flight are one. Blocks that no branch leads back to run once, so that what is computed there is a size
// like an argument of the function. A loop around blocks repeats itself where what the blocks pass on does
// not depend on its number.
package machine
