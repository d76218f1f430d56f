// Package inflight tells how the groups of asynchronous operations that are in flight relate to the waits for
// them, on every path of a program: the arithmetic between counts and tokens.
//
// It answers three questions, all by the interfaces of ir.OpDef (AsyncDependencies, AsyncToken, QueueEffect,
// ...) and none by the names of operations:
//
//   - Ages: how many groups were committed to a token's queue after the token's own group, at least and at
//     most, when control reaches an operation. The smallest age over all paths is the largest count that a
//     wait for the token may leave in flight.
//   - InFlight: the largest number of groups of a queue that may be incomplete in front of an operation, with
//     all waits as they are.
//   - Redundant: whether everything that a wait waits for is known to be complete in front of it, on every
//     path: because of earlier waits on its queue, or on another queue whose groups start after those
//     (frontiers).
//
// # Method
//
// Ages are shortest paths. Between the definition of a token and an operation that it dominates lie paths
// with commits on them; their fewest is a sum of per-block and per-region sums (paths.go). Tokens that
// control flow selects (block arguments, results of loops and conditions, parameters of functions) have the
// ages of what reaches them, so ages are the least solution of one inequation per edge, found in at most as
// many rounds as there are edges in the longest chain: K for a shift register of K tokens (token.go). Since
// the length of a path is a sum and a meet is a minimum, the solution is exactly the minimum over all paths.
//
// In-flight counts are the greatest ones of a forward pass (forward.go): a commit adds 1, a wait takes the
// minimum with its count, meets take the maximum. Both functions distribute over maxima, so the result is the
// maximum over all paths. A loop is passed until its state repeats; where counts only grow, by the same
// number in every iteration from the K-th on, the rest is added at once.
//
// Completion is permanent: a token that was awaited stays complete until its definition is executed again.
// With it, all that it depended on is complete, and on a queue whose groups complete in the order of their
// commits all older groups (frontier.go).
//
// What control flow selects among tokens is related to what is complete in ways that one state for all paths
// cannot say. Small threads are followed once more with every state kept apart (exact.go).
//
// All paths of the control-flow graph count, whatever the conditions, except that loops of constant extent
// run exactly as often as they say.
//
// Start reading at Analyze (inflight.go).
//
// # Who asks
//
// The passes tokens-to-counts, counts-to-tokens and elide-redundant-waits do. internal/allpaths executes
// small programs on all paths at once, and says whether the answers are exact.
package inflight
