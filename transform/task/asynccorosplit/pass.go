package asynccorosplit

import "github.com/inflight-compiler/inflight/pass"

// Pass is async-coro-split.
var Pass = pass.Register(&pass.Pass{
	Name:    "async-coro-split",
	Title:   "AsyncCoroSplit",
	Summary: "Split coroutines into state machines",
	Doc: `Makes two functions of each function with async.coro operations: the ramp, under its name, and one that goes on where
the coroutine was suspended. Values that are needed across a suspension get a slot in a frame; values of one type that are
never needed in the same block share one, and constants are copied instead. Where a coroutine awaits something that is
resolved already, it goes on without being suspended. Memory on the stack that is needed behind a wait moves to the heap; unranked memrefs are refused there. To run behind async-to-async-runtime and the counting of references,
in place of LLVM's coroutine passes.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		n, err := splitAll(r.Op)
		r.Count("coroutines split", n)
		return err
	},
})
