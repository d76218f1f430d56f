package countstotokens

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/pass"
)

// codeLeft marks queues that are left as they are.
var codeLeft = diag.Register("counts-left", "the waits of a queue keep their counts",
	"A count can be replaced by a token where the program shows which group it means: its thread of "+
		"control commits and "+
		"waits in its own body, and all counts are constants up to max-depth. Inline the calls, or keep "+
		"the counts.")

// Pass is counts-to-tokens.
var Pass = pass.Register(&pass.Pass{
	Name:    "counts-to-tokens",
	Title:   "CountsToTokens",
	Summary: "Replace in-flight counts by tokens, carried in shift registers",
	Doc: `A wait for all but the N youngest groups of a queue is a wait for the group that N younger ones follow. The pass
makes every commit return its token, keeps the tokens of the K youngest groups (K is the largest N plus 1) in a shift
register that loops, conditions and branches carry, and waits for the token at place N.

In front of the first commit the register holds the tokens of empty groups, committed at the start of the thread of
control, so that place N always stands for the group of age N. tokens-to-counts is the way back.

The forms: nvvm.cp.async.commit.group and wait.group, and nvgpu.device_async_wait with numGroups, become
nvgpu.device_async_create_group and a device_async_wait without; the commits of the pipeline dialect return an
!async.token, for which async.await waits.`,
	Options: []pass.Option{{
		Name: "max-depth", Type: pass.Int, Default: "64",
		Help: "Leave queues alone on which a wait has a larger count than this less 1",
	}},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	c := &converter{r: r, callers: callees(r.Op)}
	for _, root := range r.Op.Threads() {
		for i := range root.Regions() {
			c.thread(root, root.Region(i))
		}
	}
	return nil
}

const before = `func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  nvvm.cp.async.commit.group
  scf.for %i = %c0 to %n step %c1 {
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 1
  }
  nvvm.cp.async.wait.group 0
  return
}
`

const after = `module {
  func.func @f(%arg0: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = "nvgpu.device_async_create_group"() : () -> !nvgpu.device.async.token
    %1 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %0) -> (!nvgpu.device.async.token) {
      %2 = nvgpu.device_async_create_group 
      nvgpu.device_async_wait %arg2
      scf.yield %2 : !nvgpu.device.async.token
    }
    nvgpu.device_async_wait %1
    return
  }
}
`
