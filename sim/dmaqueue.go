package sim

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"pipeline.dma_copy":  emitDmaCopy,
		"pipeline.dma_group": emitDmaGroup,
		"pipeline.dma_wait":  emitWait,
	})
}

// The copies of pipeline.dma_copy are asynchronous operations of the numbered queues. A copy outside of a
// pipeline.dma_group is committed as a group of its own. A pipeline.dma_group commits the copies that it
// issues, and no other operation that is pending.

func emitDmaCopy(c *compiler, op *ir.Op) error {
	c.prog.sites[c.site].name = op.Operand(0).Name()
	issue := execDmaCopyIssue
	if pipeline.GroupOf(op) != nil {
		issue = execGroupedIssue
	}
	return c.issueOne(instr{exec: issue, pauses: true, imm: uint64(pipeline.Queue(op)), dst: c.tokenOf(op)},
		func() instr {
			return instr{exec: execCopy, a: c.operand(op, 1), b: c.operand(op, 0), touches: true}
		})
}

// execDmaCopyIssue issues a copy and commits it as a group of its own.
func execDmaCopyIssue(t *thread, in *instr) {
	child := t.issue(in)
	if child == nil {
		return
	}
	t.sched().issued(t, child)
	t.committed(t.commit(int64(in.imm), []*thread{child}), in.dst)
}

// execGroupedIssue issues a copy of the group that is being made.
func execGroupedIssue(t *thread, in *instr) {
	if child := t.issue(in); child != nil {
		t.strand.blocks = append(t.strand.blocks, child)
		t.sched().issued(t, child)
	}
}

func emitDmaGroup(c *compiler, op *ir.Op) error {
	if err := c.region(op.Region(0), none); err != nil {
		return err
	}
	c.emit(instr{exec: execDmaGroupEnd, pauses: true, imm: uint64(pipeline.Queue(op)), dst: c.tokenOf(op)})
	return nil
}

// execDmaGroupEnd commits the copies of a group.
func execDmaGroupEnd(t *thread, in *instr) {
	blocks := t.strand.blocks
	t.strand.blocks = nil
	t.committed(t.commit(int64(in.imm), blocks), in.dst)
}

// staged returns the operations that were issued and not committed, by the kind of commit that takes them.
func (s *strand) staged() [4][]*thread { return [4][]*thread{s.pending, s.copies, s.blocks, s.bulk} }
