// Package asyncruntimerefcounting has the passes that count who holds the tokens, values and groups of the
// async runtime: async-runtime-ref-counting by liveness, async-runtime-ref-counting-opt, which removes what
// cancels out, and async-runtime-policy-based-ref-counting for programs that await everything once.
//
// The rule of the first: each SSA value owns one reference from its definition. What hands the value on takes
// the reference along: a call (the callee owns its arguments), a return, a branch, the start of a loop, a
// yield. The last use on a path that does not is followed by a drop; a use that hands the value on while it
// is still needed is preceded by an addition. Start reading at value.go; edge.go has what happens between
// blocks, holder.go which uses take a reference along.
package asyncruntimerefcounting
