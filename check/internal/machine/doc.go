// Package machine executes skeletons on the abstract machine. It follows every state to which conditions
// without a known result lead, and finds the accesses that conflict with asynchronous operations in flight.
//
// Start reading at machine.go (a run), then state.go (a thread of control), live.go (the operations in
// flight), judge.go (two accesses), loop.go and skip.go (a loop runs until its state repeats, and then whole
// periods are skipped, exactly). Operations with tokens have positions on chains (clock.go), tokens stand for
// sets of such positions (token.go), and asynchronous regions that wait are threads of control (thread.go).
// Control flow without a trip count is a graph whose blocks run until no state is new (graph.go, profile.go).
// Loops whose subscripts do not repeat are executed by the distances between iterations (distances.go).
//
// # Decisions
//
// Chains. An operation with a token has a position on a chain. It extends a chain only if it starts after the
// chain's last operation, so that one position per chain says which operations are complete. A token stands
// for a set of positions; with each operation the set contains all that complete before it, and with a group
// of a queue all older groups. A wait for tokens that stands in no loop gets its verdict in one run
// (attribution.go): the operations that it completes are attributed to it until another wait completes them
// as well, and the wait is needed if an access conflicts with one of them before that.
//
// Blocks. The blocks of a graph run until no state is new. States that differ only in how many times an
// operation is in flight are equal. Blocks to which no branch leads back run once, so that a value computed
// there is a size, like a parameter of the function. A loop around blocks repeats its state if the values
// that the blocks pass on do not depend on the number of the iteration.
package machine
