package sim

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"pipeline.block":              emitBlock,
		"pipeline.axis":               emitAxis,
		"pipeline.async_scope":        emitAsyncScope,
		"pipeline.commit_queue":       emitCommitQueue,
		"pipeline.wait_queue":         emitWaitQueue,
		"pipeline.async_commit_stage": emitCommit,
		"pipeline.async_wait_stage":   emitWait,
	})
}

// emitBlock emits a statement: its body, marked for the timeline. A block inside an instance of a statement
// of a pipelined loop has no event of its own.
func emitBlock(c *compiler, op *ir.Op) error {
	if _, _, marked := pipeline.IterationOf(op); c.instances > 0 && !marked && fixedCost(op) < 0 {
		return c.region(op.Region(0), none)
	}
	c.prog.sites[c.site].name = label(op)
	c.emitFree(instr{exec: execSpanBegin})
	site := c.site
	if err := c.region(op.Region(0), none); err != nil {
		return err
	}
	c.site = site
	c.emitFree(instr{exec: execSpanEnd, data: fixedCost(op)})
	return nil
}

// emitAxis makes an axis another name of the value to which it is bound.
func emitAxis(c *compiler, op *ir.Op) error {
	c.alias(op.Result(0), op.Operand(0))
	return nil
}

// fixedCost returns the attribute pipeline.cost, -1 if the operation does not have it.
func fixedCost(op *ir.Op) int64 {
	if n, ok := pipeline.Cost(op); ok && n >= 0 {
		return n
	}
	return -1
}

// emitAsyncScope emits the body as code of a thread of its own. The thread begins when its dependencies are
// complete.
func emitAsyncScope(c *compiler, op *ir.Op) error {
	c.prog.sites[c.site].name = label(op)
	return c.issue(instr{exec: execIssue, pauses: true, imm: uint64(fixedCost(op))}, op.Region(0),
		func() error {
			if op.NumOperands() > 0 {
				c.emitFree(instr{exec: execAwait, args: c.slotsOf(op.Operands()), data: []unwrap(nil)})
			}
			if err := c.region(op.Region(0), none); err != nil {
				return err
			}
			c.emitFree(instr{exec: execEnd})
			return nil
		})
}

func emitCommitQueue(c *compiler, op *ir.Op) error {
	if err := c.region(op.Region(0), none); err != nil {
		return err
	}
	return emitCommit(c, op)
}

func emitCommit(c *compiler, op *ir.Op) error {
	queue, _ := op.IntAttr("queue")
	c.emit(instr{exec: execCommit, pauses: true, imm: uint64(queue), dst: c.tokenOf(op)})
	return nil
}

func emitWaitQueue(c *compiler, op *ir.Op) error {
	if err := emitWait(c, op); err != nil {
		return err
	}
	c.prog.sites[c.site].name = label(op)
	c.emitFree(instr{exec: execSpanBegin})
	if err := c.region(op.Region(0), none); err != nil {
		return err
	}
	c.emitFree(instr{exec: execSpanEnd, data: int64(-1)})
	return nil
}

func emitWait(c *compiler, op *ir.Op) error {
	queue, _ := op.IntAttr("queue")
	in := instr{exec: execWait, imm: uint64(queue), a: -1}
	if op.NumOperands() > 0 {
		in.a = c.operand(op, 0)
	} else {
		n, _ := op.IntAttr("count")
		in.b = int32(min(max(n, 0), 1<<31-1))
	}
	c.emit(in)
	return nil
}

// label returns the name of an operation in timelines: its attribute pipeline.label, or the name of the
// memory that it writes.
func label(op *ir.Op) string {
	if s := op.StringAttr("pipeline.label"); s != "" {
		return s
	}
	var written []string
	shown := origins{}
	for inner := range op.Walk() {
		if name := writtenName(inner, shown); name != "" && !slices.Contains(written, name) {
			written = append(written, name)
		}
	}
	return strings.Join(written, ",")
}

// writtenName returns the name of the memory that an operation writes. It returns "" if the operation writes
// no memory, or the memory has no name.
func writtenName(op *ir.Op, shown origins) string {
	var v *ir.Value
	switch op.Name() {
	case "memref.store", "affine.store", "memref.copy", "memref.atomic_rmw", "vector.store",
		"vector.transfer_write":
		v = op.Operand(1)
	case "vector.maskedstore", "vector.scatter":
		v = op.Operand(0)
	default:
		return ""
	}
	return shown.of(v).Name()
}

// origins has, by value, the memory of which a view shows a part, as far as it was computed.
type origins map[*ir.Value]*ir.Value

// of returns the memory of which a value shows a part, and keeps it for the next view in a chain.
func (o origins) of(v *ir.Value) *ir.Value {
	var trail ir.Trail
	at := v
	for at.DefiningOp() != nil && !trail.Repeats(at) && at.DefiningOp().NumOperands() > 0 &&
		isMem(at.DefiningOp().Operand(0).Type()) {
		if known := o[at]; known != nil {
			at = known
			break
		}
		at = at.DefiningOp().Operand(0)
	}
	o[v] = at
	return at
}
