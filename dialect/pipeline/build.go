package pipeline

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Queue returns the queue of a commit or a wait.
func Queue(op *ir.Op) int64 {
	q, _ := op.IntAttr("queue")
	return q
}

// Count returns the in-flight count of a wait: the value v if the count is known only at run time, else n.
func Count(op *ir.Op) (n int64, v *ir.Value) {
	if op.NumOperands() > 0 {
		return 0, op.Operand(0)
	}
	n, _ = op.IntAttr("count")
	return n, nil
}

// SetCount makes the in-flight count of a wait the constant n.
func SetCount(op *ir.Op, n int64) {
	op.SetOperands(nil)
	op.SetAttr("count", op.Context().Int(op.Context().I64, n))
}

// NewBlock makes a statement with declared accesses and a body that fill makes. Without declared accesses,
// the accesses of the statement are those of its body.
func NewBlock(b *ir.Builder, reads, writes []*ir.Value, fill func(b *ir.Builder)) *ir.Op {
	sizes := b.Ctx.I32Array(int64(len(reads)), int64(len(writes)))
	return newScope(b, Block, append(append([]*ir.Value{}, reads...), writes...), fill,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: sizes})
}

// NewAxis makes an axis of a block: value, which runs over [lower, upper).
func NewAxis(b *ir.Builder, kind string, value, lower, upper *ir.Value) *ir.Value {
	return b.Op(Axis, []*ir.Value{value, lower, upper},
		ir.NamedAttr{Name: "kind", Value: b.Ctx.String(kind)}).Result(0)
}

// NewAsyncScope makes an asynchronous operation.
func NewAsyncScope(b *ir.Builder, fill func(b *ir.Builder)) *ir.Op {
	return newScope(b, AsyncScope, nil, fill)
}

// NewCommitQueue makes a commit of the operations that fill issues.
func NewCommitQueue(b *ir.Builder, queue int64, fill func(b *ir.Builder)) *ir.Op {
	return newScope(b, CommitQueue, nil, fill, integer(b, "queue", queue))
}

// NewWaitQueue makes a wait for all but the n youngest groups. Its body, which fill makes, runs after the
// wait.
func NewWaitQueue(b *ir.Builder, queue, n int64, fill func(b *ir.Builder)) *ir.Op {
	return newScope(b, WaitQueue, nil, fill, integer(b, "queue", queue), integer(b, "count", n))
}

// NewAsyncCommitStage makes the intrinsic form of a commit.
func NewAsyncCommitStage(b *ir.Builder, queue int64) *ir.Op {
	return b.Create(ir.OpState{Def: AsyncCommitStage, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{integer(b, "queue", queue)}})
}

// NewAsyncCommitStageToken makes the intrinsic form of a commit and returns the token of its group.
func NewAsyncCommitStageToken(b *ir.Builder, queue int64) *ir.Value {
	return AddToken(NewAsyncCommitStage(b, queue))
}

// AddToken replaces a commit without a token by one with a token, and returns the new commit.
func AddToken(op *ir.Op) *ir.Value {
	return rebuild(op, []ir.Type{async.TokenType(op.Context())}).Result(0)
}

// DropToken replaces a commit whose token has no uses by one without a token.
func DropToken(op *ir.Op) { rebuild(op, []ir.Type{}) }

// rebuild replaces op by the same operation with other results, and returns the new one. The results of op
// must have no uses.
func rebuild(op *ir.Op, results []ir.Type) *ir.Op {
	made := op.Rebuild(op.Operands(), results)
	op.Erase()
	return made
}

// NewAsyncWaitStage makes the intrinsic form of a wait.
func NewAsyncWaitStage(b *ir.Builder, queue, n int64) *ir.Op {
	return b.Op(AsyncWaitStage, nil, integer(b, "queue", queue), integer(b, "count", n))
}

// NewAsyncWaitStageValue is NewAsyncWaitStage with a count known at run time.
func NewAsyncWaitStageValue(b *ir.Builder, queue int64, n *ir.Value) *ir.Op {
	return b.Op(AsyncWaitStage, []*ir.Value{n}, integer(b, "queue", queue))
}

func integer(b *ir.Builder, name string, v int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Ctx.Int(b.Ctx.I64, v)}
}

// newScope makes an operation with one block, which fill fills; a nil fill leaves it empty.
func newScope(b *ir.Builder, def *ir.OpDef, operands []*ir.Value, fill func(b *ir.Builder),
	attrs ...ir.NamedAttr) *ir.Op {
	block := b.NewBlock()
	op := b.Create(ir.OpState{
		Def: def, Operands: operands, Results: []ir.Type{}, Attrs: attrs,
		Regions: []*ir.Region{b.NewRegion(block)},
	})
	if fill != nil {
		b.InBlock(block, func() { fill(b) })
	}
	return op
}
