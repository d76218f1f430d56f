package cftollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// lowerAsserts ends the block of each assertion with a branch over what follows it to a block that prints the message and
// aborts. These blocks stand at the end of their regions. It returns how many assertions there were.
func lowerAsserts(root *ir.Op) (int, error) {
	asserts := root.Find(cf.Assert)
	if len(asserts) == 0 {
		return 0, nil
	}
	if err := checkPlaces(asserts); err != nil {
		return 0, err
	}
	symbols := llvmtypes.SymbolsOf(root)
	b := ir.NewBuilder(root.Context())
	b.Arena = &ir.Arena{}
	failures := make([]*ir.Block, len(asserts))
	for i, op := range asserts {
		failures[i] = failure(b, symbols, op)
	}
	// From the back, so that each operation moves to another block once.
	for i, op := range slices.Backward(asserts) {
		split(b, op, failures[i])
	}
	return len(asserts), symbols.Err
}

// checkPlaces reports the assertions that stand where there is no room for more blocks.
func checkPlaces(asserts []*ir.Op) error {
	var errs diag.List
	for _, op := range asserts {
		if around := op.Parent(); branches.SingleBlock(around) {
			errs.Add(op.Errorf(codeLeft, "cannot branch here: the region of '%s' around it holds a single block", around.Name()))
		}
	}
	return errs.Err()
}

// failure returns the block that control goes to when an assertion fails.
func failure(b *ir.Builder, symbols *llvmtypes.Symbols, op *ir.Op) *ir.Block {
	c := op.Context()
	pointer := llvm.PointerType(c, llvm.Generic)
	text := op.StringAttr("msg") + "\x00"
	name, array := symbols.Text("assert_msg", text)
	symbols.Declare("puts", nil, pointer)
	symbols.Declare("abort", nil)
	block := b.NewBlock()
	op.Block().Region().Append(block)
	b.SetEnd(block)
	b.Loc = op.Loc()
	at := b.Create(ir.OpState{Def: llvm.AddressOf, Results: []ir.Type{pointer}, Attrs: []ir.NamedAttr{{Name: "global_name", Value: c.SymbolRef(name)}}}).Result(0)
	llvmtypes.CallTo(b, "puts", nil, llvmtypes.GEP(b, array, at, 0, ir.OpFoldResult{}))
	llvmtypes.CallTo(b, "abort", nil)
	b.Create(ir.OpState{Def: llvm.Unreachable, Results: []ir.Type{}})
	return block
}

// split ends the block of an assertion with a branch, and moves what follows into a block of its own.
func split(b *ir.Builder, op *ir.Op, failure *ir.Block) {
	before := op.Block()
	rest := before.Split(op.Next())
	b.SetEnd(before)
	b.Loc = op.Loc()
	b.Create(ir.OpState{
		Def: llvm.CondBr, Operands: op.Operands(), Results: []ir.Type{}, Successors: []*ir.Block{rest, failure},
		Attrs: []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name, Value: op.Context().I32Array(1, 0, 0)}},
	})
	op.Erase()
}
