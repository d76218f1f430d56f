package schedulestream

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is schedule-stream.
var Pass = pass.Register(&pass.Pass{
	Name:    "schedule-stream",
	Title:   "ScheduleStream",
	Summary: "Divide unscheduled work of IREE's stream dialect into executions and waves",
	Doc: `Operations stream.async.* that stand outside of an execution become parts of stream.async.execute, one or more for each
affinity, with timepoints between them. Operations of a part that may run at the same time are in a
stream.async.concurrent.

A part holds what can be together without a loss: operations of one affinity that depend on the same parts and that the
same parts depend on are a wave, and a part that is the only one behind another of its affinity, which is the only one in
front of it, continues it. Two parts of one affinity with the same parts around them lie side by side, wave by wave, if
their waves have the same kinds of work: such waves take equally long. So no operation starts later, and no result is ready later, than if each operation had a
timepoint of its own; no device waits for what it does not need; and a part never waits for another that waits for it.

Values keep their meaning: a result that is tied to an operand is written behind all who read the operand before, and in
a copy if somebody reads it later. What the host or another block uses is awaited without sync.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	var blocks []*ir.Block
	for op := range r.Op.Walk() {
		if isWork(op) && (len(blocks) == 0 || blocks[len(blocks)-1] != op.Block()) {
			blocks = append(blocks, op.Block())
		}
	}
	done := map[*ir.Block]bool{}
	for _, b := range blocks {
		if done[b] {
			continue
		}
		done[b] = true
		for _, s := range segments(b) {
			s.copyOverwritten()
			s.depend()
			parts := divide(s.kinds(), s.works(), s.before)
			(&emitter{Builder: ir.NewBuilder(r.Op.Context()), segment: s, parts: parts}).emit()
			r.Count("operations scheduled", len(s.ops))
			r.Count("executions", len(parts))
		}
	}
	return nil
}

const before = `util.func public @f(%n: index, %v: i8) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %a = stream.async.splat %v : i8 -> !stream.resource<*>{%n}
  %b = stream.async.splat %v : i8 -> !stream.resource<*>{%n}
  %c = stream.async.dispatch @e::@f(%a[%c0 to %n for %n], %b[%c0 to %n for %n]) : (!stream.resource<*>{%n}, !stream.resource<*>{%n}) -> %a{%n}
  util.return %c : !stream.resource<*>
}
`

const after = `module {
  util.func public @f(%arg0: index, %arg1: i8) -> !stream.resource<*> {
    %c0 = arith.constant 0 : index
    %0:2 = stream.async.execute with() -> !stream.resource<*>{%arg0} {
      %2:2 = stream.async.concurrent with() -> (!stream.resource<*>{%arg0}, !stream.resource<*>{%arg0}) {
        %4 = stream.async.splat %arg1 : i8 -> !stream.resource<*>{%arg0}
        %5 = stream.async.splat %arg1 : i8 -> !stream.resource<*>{%arg0}
        stream.yield %4, %5 : !stream.resource<*>{%arg0}, !stream.resource<*>{%arg0}
      }
      %3 = stream.async.dispatch @e::@f(%2#0[%c0 to %arg0 for %arg0], %2#1[%c0 to %arg0 for %arg0]) : (!stream.resource<*>{%arg0}, !stream.resource<*>{%arg0}) -> %2#0{%arg0}
      stream.yield %3 : !stream.resource<*>{%arg0}
    } => !stream.timepoint
    %1 = stream.timepoint.await %0#1 => %0#0 : !stream.resource<*>{%arg0}
    util.return %1 : !stream.resource<*>
  }
}
`
