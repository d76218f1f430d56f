package inline

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// replaceByBody puts a copy of a function's body in the place of a call, and returns the calls in it.
// Operations keep their places in the source.
func replaceByBody(call, callee *ir.Op) []*ir.Op {
	m := ir.NewMapping()
	body := callee.Region(0).Clone(m)
	entry := body.Entry()
	for i, a := range entry.Args() {
		a.ReplaceAllUsesWith(call.Operand(i))
	}
	var calls []*ir.Op
	for _, b := range body.Blocks() {
		for op := range b.Ops() {
			for inner := range op.Walk() {
				if inner.Is(function.Call) {
					calls = append(calls, inner)
				}
			}
		}
	}
	if isOneBlock(callee) {
		putBlock(call, entry)
	} else {
		putBlocks(call, body)
	}
	return calls
}

// putBlock puts the operations of a block in the place of a call; what the block returns are the call's
// results.
func putBlock(call *ir.Op, b *ir.Block) {
	end := b.Last()
	results := slices.Clone(end.Operands())
	end.Erase()
	for op := range b.Ops() {
		op.MoveBefore(call)
	}
	call.ReplaceAllUsesWith(results)
	call.Erase()
}

// putBlocks splits the block of a call and puts blocks in between. Those that return branch to what followed
// the call.
func putBlocks(call *ir.Op, body *ir.Region) {
	head := call.Block()
	tail := head.Split(call.Next())
	var results []*ir.Value
	for _, v := range call.Results() {
		results = append(results, tail.AddArg(v.Type(), call.Loc()))
	}
	call.ReplaceAllUsesWith(results)
	call.Erase()
	blocks := slices.Clone(body.Blocks())
	for _, b := range blocks {
		if end := b.Last(); end.Is(function.Return) {
			cf.NewBr(ir.At(end), tail, end.Operands()...)
			end.Erase()
		}
	}
	for op := range blocks[0].Ops() {
		op.MoveToEnd(head)
	}
	at := head.Index() + 1
	for i, b := range blocks[1:] {
		body.RemoveBlock(b)
		head.Region().Insert(at+i, b)
	}
}
