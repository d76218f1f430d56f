package tokenstocounts

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/pass"
)

// The codes of the pass.
var (
	codeLeft = diag.Register("tokens-left", "a wait keeps its token",
		"A count can replace a token where the program shows, on every path, the commit that the token "+
			"comes from. Inline "+
			"the function that passes it, or keep the token.")
	codeNotCommitted = diag.Register("token-not-committed", "a wait for a copy that may not be committed yet",
		"An asynchronous copy is in flight from the moment that its group is committed; a wait for a copy "+
			"that no commit has "+
			"taken waits for nothing. Commit the copy before waiting for it.")
)

// Pass is tokens-to-counts.
var Pass = pass.Register(&pass.Pass{
	Name:    "tokens-to-counts",
	Title:   "TokensToCounts",
	Summary: "Replace waits for tokens by waits with the largest in-flight count that covers them",
	Doc: `A wait for the token of a group becomes a wait for all but the N youngest groups of its queue. N is the smallest
number of groups that are committed after the token's on any path between, with tokens carried by loops, conditions,
branches and calls. A token that may belong to several queues becomes one wait per queue.

nvgpu.device_async_wait gets numGroups, or with form=nvvm becomes nvvm.cp.async.wait.group; what carried the tokens is
then dropped, and groups whose token nothing uses become nvvm.cp.async.commit.group. async.await of the token of a commit
of the pipeline dialect becomes pipeline.async_wait_stage.

With recount=true, a numGroups that is already there is taken for a guess: the wait is for the group of its token.

With execute=true, async.execute operations without results besides their token, whose tokens are only awaited by the
thread that issued them, become asynchronous scopes on queues of their own, one queue for all whose tokens meet in one
wait.

elide-redundant-waits removes the waits that, with their counts, wait for nothing.`,
	Options: []pass.Option{
		{Name: "form", Type: pass.Enum, Default: "num-groups", Cases: []string{"num-groups", "nvvm"},
			Help: "How waits for groups of cp.async are written"},
		{Name: "recount", Type: pass.Bool, Default: "false",
			Help: "Also replace the numGroups of nvgpu.device_async_wait by the count of its token"},
		{Name: "execute", Type: pass.Bool, Default: "true", Help: "Make queues of async.execute operations"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	if r.Bool("execute") {
		formQueues(r)
	}
	replaceWaits(r)
	return nil
}

const before = `func.func @f(%src: memref<64xf32>, %dst: memref<2x4xf32, 3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = nvgpu.device_async_copy %src[%c0], %dst[%c0, %c0], 4 : memref<64xf32> to memref<2x4xf32, 3>
  %t = nvgpu.device_async_create_group %a
  scf.for %i = %c0 to %n step %c1 iter_args(%old = %t) -> (!nvgpu.device.async.token) {
    %b = nvgpu.device_async_copy %src[%c4], %dst[%c1, %c0], 4 : memref<64xf32> to memref<2x4xf32, 3>
    %u = nvgpu.device_async_create_group %b
    nvgpu.device_async_wait %old
    scf.yield %u : !nvgpu.device.async.token
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<2x4xf32, 3>, %arg2: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = nvgpu.device_async_copy %arg0[%c0], %arg1[%c0, %c0], 4 : memref<64xf32> to memref<2x4xf32, 3>
    %1 = nvgpu.device_async_create_group %0
    %2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %1) -> (!nvgpu.device.async.token) {
      %3 = nvgpu.device_async_copy %arg0[%c4], %arg1[%c1, %c0], 4 : memref<64xf32> to memref<2x4xf32, 3>
      %4 = nvgpu.device_async_create_group %3
      nvgpu.device_async_wait %arg4 {numGroups = 1 : i32}
      scf.yield %4 : !nvgpu.device.async.token
    }
    return
  }
}
`
