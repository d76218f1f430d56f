package finalizememreftollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// splitBlocks ends the blocks of those operations that become several blocks behind them, later ones first,
// so that each operation moves once.
func (l *lowering) splitBlocks(root *ir.Op, types *llvmtypes.Types) {
	split := slices.Concat(root.Find(memref.AllocaScope), root.Find(memref.GenericAtomicRMW),
		root.Find(memref.Reshape))
	for _, op := range slices.Backward(split) {
		if canSplit(op, types) {
			l.rest[op] = op.Block().Split(op.Next())
		}
	}
}

// canSplit reports whether an operation is lowered, and the region around it may have several blocks.
func canSplit(op *ir.Op, types *llvmtypes.Types) bool {
	if around := op.Parent(); around == nil || around.Has(ir.SingleBlock) && !around.Is(memref.AllocaScope) {
		return false
	}
	if types.All(op.ResultTypes()) == nil {
		return false
	}
	switch {
	case op.Is(memref.AllocaScope):
		return true
	case op.Is(memref.Reshape):
		return !ranked(op.Result(0)) && types.Type(op.Operand(0).Type()) != nil &&
			types.Type(op.Operand(1).Type()) != nil
	}
	// A body of other dialects has to be lowered before: the loop that retries repeats it.
	for inner := range op.Body().OpsWithoutTerminator() {
		if inner.Def().DialectName() != "llvm" {
			return false
		}
	}
	return types.Type(typeOf(op.Operand(0))) != nil
}

func ranked(v *ir.Value) bool {
	m, ok := v.Type().(*ir.MemRefType)
	return !ok || m.Ranked
}

// scope saves the stack, puts the region in place of the operation, and restores the stack at its end.
func (l *lowering) scope(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	rest := l.rest[op]
	if rest == nil {
		return nil, false
	}
	region := rest.Region()
	pointer := c.Types.Pointer(0)
	saved := c.Make(llvm.StackSave, nil, []ir.Type{pointer}).Result(0)
	blocks := slices.Clone(op.Region(0).Blocks())
	llvmtypes.Branch(c.Builder, blocks[0])
	join := rest
	if op.NumResults() > 0 {
		join = ir.NewBlock(c.Types.All(op.ResultTypes())...)
		region.Insert(rest.Index(), join)
		c.SetEnd(join)
		llvmtypes.Branch(c.Builder, rest)
	}
	at := join.Index()
	for i, b := range blocks {
		op.Region(0).RemoveBlock(b)
		region.Insert(at+i, b)
	}
	end := blocks[len(blocks)-1].Last()
	l.ends(c, end, saved, join)
	return join.Args(), true
}

// ends makes the terminator of a scope restore the stack and branch. What it passes on is lowered later than
// this: it becomes a pattern of its own.
func (l *lowering) ends(c *llvmtypes.Conversion, end *ir.Op, saved *ir.Value, join *ir.Block) {
	c.Later(end, func(args []*ir.Value) {
		c.Make(llvm.StackRestore, []*ir.Value{saved}, []ir.Type{})
		llvmtypes.Branch(c.Builder, join, args...)
	})
}

// genericAtomic makes a loop: read, compute, and write if memory still holds what was read. The first read is
// atomic, because others may write meanwhile: an ordinary load would have no value then (LLVM, "Memory Model
// for Concurrent Operations").
func (l *lowering) genericAtomic(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	rest := l.rest[op]
	if rest == nil {
		return nil, false
	}
	m := typeOf(op.Operand(0))
	t := c.Types.Type(m.Elem)
	p := c.ElementPointer(m, args[0], args[1:], llvmtypes.Flags{})
	first := llvmtypes.Load(c.Builder, t, p, atomicLoad(c.Ctx, t)...)
	loop := ir.NewBlock(t)
	rest.Region().Insert(rest.Index(), loop)
	llvmtypes.Branch(c.Builder, loop, first)

	body := op.Body()
	yield := body.Last()
	value := yield.Operand(0)
	body.Arg(0).ReplaceAllUsesWith(loop.Arg(0))
	if value == body.Arg(0) {
		value = loop.Arg(0)
	}
	yield.Erase()
	for inner := range body.Ops() {
		inner.MoveToEnd(loop)
	}
	c.SetEnd(loop)
	old, bits := loop.Arg(0), t
	if f, ok := t.(*ir.FloatType); ok { // cmpxchg compares integers
		bits = c.Ctx.Integer(f.Width())
		old, value = llvmtypes.Cast(c.Builder, llvm.Bitcast, old, bits),
			llvmtypes.Cast(c.Builder, llvm.Bitcast, value, bits)
	}
	pair := c.Op(llvm.CmpXchg, []*ir.Value{p, old, value},
		ir.NamedAttr{Name: "success_ordering", Value: c.Ctx.Int(c.Ctx.I64, llvm.AcqRel)},
		ir.NamedAttr{Name: "failure_ordering", Value: c.Ctx.Int(c.Ctx.I64, llvm.Monotonic)}).Result(0)
	got, done := llvmtypes.Extract(c.Builder, pair, 0), llvmtypes.Extract(c.Builder, pair, 1)
	if bits != t {
		got = llvmtypes.Cast(c.Builder, llvm.Bitcast, got, t)
	}
	c.Create(ir.OpState{Def: llvm.CondBr, Operands: []*ir.Value{done, got}, Results: []ir.Type{},
		Successors: []*ir.Block{rest, loop},
		Attrs: []ir.NamedAttr{
			{Name: constraint.OperandSegmentSize.Name, Value: c.Ctx.I32Array(1, 0, 1)}}})
	return []*ir.Value{got}, true
}

// atomicLoad returns the attributes of a load of a number that is atomic, none where numbers of the type
// cannot be.
func atomicLoad(c *ir.Context, t ir.Type) []ir.NamedAttr {
	var width uint32
	switch t := t.(type) {
	case *ir.IntegerType:
		width = t.Width
	case *ir.FloatType:
		width = t.Width()
	}
	if width < 8 || width&(width-1) != 0 {
		return nil
	}
	return []ir.NamedAttr{
		{Name: "ordering", Value: c.Int(c.I64, llvm.Monotonic)},
		{Name: "alignment", Value: c.Int(c.I64, int64(width/8))},
	}
}
