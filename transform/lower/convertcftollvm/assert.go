package convertcftollvm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// failure is what an assertion that fails executes: the operation that refers to its message, which is to be
// made yet, and the message. No lowering replaces that operation before it has the name: it is one of LLVM's.
type failure struct {
	message *ir.Op
	text    string
}

// lowerAsserts ends the block of each assertion with a branch over what follows it to a block that prints the
// message and aborts. These blocks stand at the end of their regions.
func lowerAsserts(b *ir.Builder, root *ir.Op) ([]failure, error) {
	asserts := root.Find(cf.Assert)
	if len(asserts) == 0 {
		return nil, nil
	}
	if err := checkPlaces(asserts); err != nil {
		return nil, err
	}
	failures := make([]failure, len(asserts))
	blocks := make([]*ir.Block, len(asserts))
	regions := map[*ir.Region][]int{} // the numbers of their assertions
	for i, op := range asserts {
		failures[i], blocks[i] = fail(b, op)
		r := op.Block().Region()
		regions[r] = append(regions[r], i)
	}
	for region, list := range regions {
		split(b, region, list, asserts, blocks)
	}
	return failures, nil
}

// checkPlaces reports the assertions that stand where there is no room for more blocks.
func checkPlaces(asserts []*ir.Op) error {
	var errs diag.List
	for _, op := range asserts {
		if around := op.Parent(); branches.SingleBlock(around) {
			errs.Add(op.Errorf(codeLeft,
				"cannot branch here: the region of '%s' around it holds a single block", around.Name()))
		}
	}
	return errs.Err()
}

// fail makes the block that control goes to when an assertion fails, at the end of its region.
func fail(b *ir.Builder, op *ir.Op) (failure, *ir.Block) {
	c := op.Context()
	pointer := llvm.PointerType(c, llvm.Generic)
	text := op.StringAttr("msg") + "\x00"
	block := b.NewBlock()
	op.Block().Region().Append(block)
	b.SetEnd(block)
	b.Loc = op.Loc()
	at := b.Make(llvm.AddressOf, nil, []ir.Type{pointer},
		ir.NamedAttr{Name: messageName, Value: c.SymbolRef(prefix)})
	llvmtypes.CallTo(b, "puts", nil,
		llvmtypes.GEP(b, llvmtypes.TextType(c, text), at.Result(0), 0, ir.OpFoldResult{}))
	llvmtypes.CallTo(b, "abort", nil)
	b.Make(llvm.Unreachable, nil, []ir.Type{})
	return failure{at, text}, block
}

// The messages are constants with names that begin with prefix, to which an attribute refers.
const (
	prefix      = "assert_msg"
	messageName = "global_name"
)

// declareFailures makes the messages, and declares the functions that are called. It returns how many
// failures there are.
func declareFailures(r *pass.Run, failures []failure) (int, error) {
	c, tables := r.Context(), llvmtypes.NewTables(r.Op, r.Symbols())
	for _, f := range failures {
		symbols := tables.Around(f.message)
		f.message.SetAttr(messageName, c.SymbolRef(symbols.Text(prefix, f.text)))
		symbols.Declare("puts", nil, llvm.PointerType(c, llvm.Generic)) // in front of the first message
		symbols.Declare("abort", nil)
	}
	return len(failures), tables.Err()
}

// split ends the blocks of the assertions of a region, given by their numbers, with branches, and moves what
// follows into blocks of their own.
func split(b *ir.Builder, region *ir.Region, numbers []int, asserts []*ir.Op, failures []*ir.Block) {
	list := make([]*ir.Op, len(numbers))
	for i, n := range numbers {
		list[i] = asserts[n]
	}
	for i, rest := range region.SplitBehind(list) {
		op := list[i]
		b.SetEnd(op.Block())
		b.Loc = op.Loc()
		b.Create(ir.OpState{
			Def: llvm.CondBr, Operands: op.Operands(), Results: []ir.Type{},
			Successors: []*ir.Block{rest, failures[numbers[i]]},
			Attrs: []ir.NamedAttr{
				{Name: constraint.OperandSegmentSize.Name, Value: op.Context().I32Array(1, 0, 0)}},
		})
		op.Erase()
	}
}
