package pipeline

import "github.com/inflight-compiler/inflight/ir"

// The discardable attributes of a loop that a pass will pipeline (RFC 77, Background and Asynchronous
// pipeline). Each is a list of integers, [0, 1] or array<i64: 0, 1>.
const (
	// StageAttr gives each statement its stage.
	StageAttr = "software_pipeline_stage"
	// OrderAttr gives each statement its place in the steady body.
	OrderAttr = "software_pipeline_order"
	// AsyncStagesAttr lists the stages, not the statements, that run asynchronously.
	AsyncStagesAttr = "software_pipeline_async_stages"
)

// SwizzleAttr is the discardable attribute of a memref.alloc of shared memory whose rows are permuted in
// memory: of rows of that many bytes, 128, piece c of 16 bytes of row r lies where piece c xor (r mod 8)
// would lie (PTX ISA, "Swizzling modes"). Only copies of tiles by the tensor memory accelerator fill such
// memory, and only products of warpgroups read it.
const SwizzleAttr = "pipeline.swizzle"

// DoubleBufferAttr is the discardable attribute of a pipeline.block that asks for at least two versions of
// one of the buffers that the block writes. Its value is the number of that buffer, from 0.
const DoubleBufferAttr = "double_buffer_scope"

// localStageAttr is the end of the names of a discardable attribute of a pipeline.block. With this attribute
// the copy that the block makes passes through a buffer of its own, and becomes two statements.
const localStageAttr = "manifest_shared_memory_local_stage"

// LocalStageAttr returns the name under which a block asks for a local stage, "" if it asks for none. That is
// today's name, the former one, or the name without a prefix.
func LocalStageAttr(block *ir.Op) string {
	for _, dialect := range []string{"tirx.", "s_tir.", "tir.", ""} {
		if block.Attr(dialect+localStageAttr) != nil {
			return dialect + localStageAttr
		}
	}
	return ""
}

// NameAttr is the name of a pipeline.block. It is the name of the block in TIR.
const NameAttr = "name"

// CostAttr is the discardable attribute that gives the cost of an operation in ticks. Any operation may have
// it.
const CostAttr = "pipeline.cost"

// TitleAttr is the discardable attribute with the words for an operation in messages: "air.channel.put of
// tile (0, 1)". A pass sets it where an operation of the program becomes several, or others.
const TitleAttr = "pipeline.title"

// EngineAttr is the discardable attribute of an asynchronous operation with the name of the processor or DMA
// engine of a machine that executes it, if the machine has one of that name.
const EngineAttr = "pipeline.engine"

// Title returns the words for an operation in messages: its title, or the name of the operation.
func Title(op *ir.Op) string {
	if s := op.StringAttr(TitleAttr); s != "" {
		return s
	}
	return op.Name()
}

// QueueAttr is the discardable attribute of an asynchronous operation with the number of the queue of its
// engine that the operation is issued on, from 0. The operations of a queue complete in order. The tokens of
// an operation still name everything that must be complete before it starts: its place on a queue can only
// make explicit waits for those tokens superfluous.
const QueueAttr = "pipeline.queue"

// The discardable attributes of an asynchronous operation without a queue that restrict which queue it gets.
const (
	// AffinityAttr is the number of the queue that the operation is to be on. Operations with one number are
	// on one queue.
	AffinityAttr = "pipeline.affinity"
	// ExclusiveAttr is the number of a resource that no other operation uses while this one executes. It
	// orders nothing.
	ExclusiveAttr = "pipeline.exclusive"
)

// Integers returns the values of a list of integers in either spelling, and whether the attribute is one.
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

// OnQueue returns the queue of an asynchronous operation, and whether the operation has one.
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

// Cost returns the cost of an operation in ticks, and whether the operation has one.
func Cost(op *ir.Op) (int64, bool) { return op.IntAttr(CostAttr) }
