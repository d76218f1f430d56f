package pipeline

import "github.com/inflight-compiler/inflight/ir"

// The discardable attributes of a loop that is to be pipelined (RFC 77, Background and Asynchronous
// pipeline). Each is a list of integers, [0, 1] or array<i64: 0, 1>.
const (
	// StageAttr gives each statement its stage.
	StageAttr = "software_pipeline_stage"
	// OrderAttr gives each statement its place in the steady body.
	OrderAttr = "software_pipeline_order"
	// AsyncStagesAttr lists the stages, not the statements, that run asynchronously.
	AsyncStagesAttr = "software_pipeline_async_stages"
)

// DoubleBufferAttr is the discardable attribute of a pipeline.block that asks for two versions, at least, of
// one of the buffers that it writes: the number of that buffer, from 0.
const DoubleBufferAttr = "double_buffer_scope"

// localStageAttr is what the names of the discardable attribute of a pipeline.block end with that lets its
// copy pass through a buffer of its own: it becomes two statements.
const localStageAttr = "manifest_shared_memory_local_stage"

// LocalStageAttr returns the name under which a block asks for a local stage, "" if it does not: that of
// today, of before, or bare.
func LocalStageAttr(block *ir.Op) string {
	for _, dialect := range []string{"tirx.", "s_tir.", "tir.", ""} {
		if block.Attr(dialect+localStageAttr) != nil {
			return dialect + localStageAttr
		}
	}
	return ""
}

// NameAttr is the name of a pipeline.block: that of the block in TIR.
const NameAttr = "name"

// CostAttr is the discardable attribute of any operation that gives its cost in ticks.
const CostAttr = "pipeline.cost"

// QueueAttr is the discardable attribute of an asynchronous operation that says which of its engine's queues
// it is issued on, from 0. The operations of a queue complete in order. Tokens still say all that must be
// complete before the operation starts: its place on a queue may only make explicit waits for them
// superfluous.
const QueueAttr = "pipeline.queue"

// The discardable attributes that say, before an asynchronous operation has a queue, which one it can have.
const (
	// AffinityAttr is the number of the queue that it is to be on. Operations with one number are on one
	// queue.
	AffinityAttr = "pipeline.affinity"
	// ExclusiveAttr is the number of a resource that it has for itself while it executes, which orders
	// nothing.
	ExclusiveAttr = "pipeline.exclusive"
)

// Integers returns the values of a list of integers in either spelling, and whether it is one.
func Integers(a ir.Attr) ([]int64, bool) {
	switch a := a.(type) {
	case *ir.DenseArrayAttr:
		_, ok := a.Elem.(*ir.IntegerType)
		return a.Values, ok
	case *ir.ArrayAttr:
		out := make([]int64, len(a.Elems))
		for i, e := range a.Elems {
			n, ok := e.(*ir.IntegerAttr)
			if !ok || n.Big != nil {
				return nil, false
			}
			out[i] = n.Value
		}
		return out, true
	}
	return nil, false
}

// OnQueue returns the queue of an asynchronous operation and whether it has one.
func OnQueue(op *ir.Op) (int64, bool) { return op.IntAttr(QueueAttr) }

// HasQueues reports whether an operation of a program is on a queue.
func HasQueues(program *ir.Op) bool {
	for op := range program.Walk() {
		if _, ok := OnQueue(op); ok {
			return true
		}
	}
	return false
}

// Cost returns the cost of an operation in ticks and whether it has one.
func Cost(op *ir.Op) (int64, bool) { return op.IntAttr(CostAttr) }
