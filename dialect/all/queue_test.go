package all_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

const waits = `
func.func @f(%n: index, %t: !nvgpu.device.async.token) {
  pipeline.wait_queue 1, 5 {
  }
  pipeline.wait_queue 1, %n {
  }
  pipeline.async_wait_stage 1, 5
  pipeline.dma_wait 1, 5
  nvgpu.device_async_wait %t
  nvgpu.device_async_wait %t {numGroups = 5 : i32}
  nvvm.cp.async.wait.group 5
  nvvm.cp.async.bulk.wait_group 5
  nvvm.wgmma.wait.group.sync.aligned 5
  return
}
`

// Every wait for a queue whose count can be read has one that can be written, and reads what was written.
func TestCountsOfWaitsAreWritten(t *testing.T) {
	module := parse(t, "waits.mlir", []byte(waits))
	written := map[*ir.OpDef]bool{}
	for op := range module.Walk() {
		if op.QueueEffect().Kind != ir.QueueWait {
			if op.SetQueueCount(3) {
				t.Errorf("'%s' is no wait for a queue, but has a count", op.Name())
			}
			continue
		}
		before := op.QueueEffect()
		if !op.SetQueueCount(3) {
			t.Errorf("'%s': the count cannot be written", op.Name())
		}
		before.Count, before.Dynamic, before.Token = 3, nil, nil
		if got := op.QueueEffect(); got != before {
			t.Errorf("'%s': got %+v, want %+v", op.Name(), got, before)
		}
		written[op.Def()] = true
	}
	if err := ir.Verify(module); len(err) > 0 {
		t.Error(err)
	}
	for _, d := range all.Dialects() {
		for _, def := range d.Ops {
			if def.SetQueueCount != nil && !written[def] {
				t.Errorf("%s is not tested", def.Name)
			}
		}
	}
}

// What a type stands for is what its dialect's table says. A token of LLVM is none that can be waited for.
func TestCompletions(t *testing.T) {
	c := all.NewContext()
	for _, one := range []struct {
		is   ir.Type
		want ir.Completion
	}{
		{async.TokenType(c), ir.TokenCompletion},
		{async.GroupType(c), ir.GroupCompletion},
		{async.ValueType(c, c.I32), ir.ValueCompletion},
		{async.CoroHandleType(c), ir.NoCompletion},
		{gpu.TokenType(c), ir.TokenCompletion},
		{nvgpu.TokenType(c), ir.TokenCompletion},
		{c.OpaqueType("nvgpu", "mbarrier.token"), ir.NoCompletion},
		{task.QueueType(c), ir.TurnCompletion},
		{task.ResourceType(c), ir.NoCompletion},
		{c.OpaqueType("llvm", "token"), ir.NoCompletion},
		{c.I32, ir.NoCompletion},
	} {
		if got := ir.CompletionOf(one.is); got != one.want {
			t.Errorf("%v stands for %d, want %d", one.is, got, one.want)
		}
	}
	for _, d := range all.Dialects() {
		for text := range d.Completions {
			if !slices.Contains(d.Types, text) {
				t.Errorf("%s has no type %s", d.Name, text)
			}
		}
	}
}
