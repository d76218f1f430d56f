// Package machine executes skeletons on the abstract machine, in every state that unknown conditions lead to,
// and finds the accesses that conflict with asynchronous operations in flight.
//
// Start reading at machine.go (a run), then state.go (a thread of control), live.go (what is in flight),
// judge.go (two accesses), loop.go and skip.go (a loop runs until its state repeats, and then whole periods
// are skipped, exactly). Operations with tokens have places on chains (clock.go), tokens stand for sets of
// them (token.go), and asynchronous regions that wait are threads of control (thread.go). Control flow
// without a count is a graph whose blocks run until no state is new (graph.go, profile.go). Loops that do not
// come to repeat themselves are executed by the distances between iterations (distances.go).
package machine
