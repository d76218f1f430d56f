// Package inflight tells how the groups of asynchronous operations in flight relate to the waits for them, on
// every path of a program. This is the arithmetic between counts and tokens.
//
// It answers three questions. It knows operations only by the interfaces of ir.OpDef (AsyncDependencies,
// AsyncToken, QueueEffect, ...), and not by their names:
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
// with commits on them. The fewest commits are a sum of per-block and per-region sums (paths.go). A token
// that control flow selects (block arguments, results of loops and conditions, parameters of functions) has
// the ages of the tokens that reach it. So ages are the least solution of one inequation per edge. It is
// found in at most as many rounds as there are edges in the longest chain, which are K for a shift register
// of K tokens (token.go). Since the length of a path is a sum and a meet is a minimum, the solution is
// exactly the minimum over all paths.
//
// In-flight counts are the greatest ones of a forward pass (forward.go): a commit adds 1, a wait takes the
// minimum with its count, and meets take the maximum. Both functions distribute over maxima, so the result is
// the maximum over all paths. The pass repeats a loop until its state repeats. If only counts grow, by the
// same number in every iteration from the K-th on, the remaining iterations are added at once.
//
// Completion is permanent: a token that was awaited stays complete until its definition is executed again.
// With the token, all its dependencies are complete. On a queue whose groups complete in the order of their
// commits, all older groups are complete, too (frontier.go).
//
// If control flow selects a token, which tokens are complete may depend on the path taken, and one state for
// all paths cannot express this. Small threads are therefore followed once more, with a separate state for
// each path (exact.go).
//
// All paths of the control-flow graph count, whatever the conditions, except that loops of constant extent
// run exactly their number of iterations.
//
// Start reading at Analyze (inflight.go).
//
// # Who asks
//
// The passes tokens-to-counts, counts-to-tokens and elide-redundant-waits do. internal/allpaths executes
// small programs on all paths at once, and says whether the answers are exact.
package inflight
