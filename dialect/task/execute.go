package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The entries of Execute in the table of operands.
const (
	entryDependencies = iota
	entryValues
	entryQueue
	entryResources
	entryUnless
	entryCaptures
)

// Execute is task.execute: an async.execute that takes its turn. The region starts when three conditions
// hold: its dependencies are complete, its turn on the queue has come, and it holds all of its resources. It
// gets all resources at once and keeps them until it ends. If the token behind unless is an error at that
// moment, the region is skipped, and its results are that error: a host cancels tasks that have not started
// in this way.
//
// The clauses cannot stand on async.execute, whose operands are MLIR's. They cannot be operations in the
// region either: the region would hold a resource while it waits for its turn, and the turn would come after
// the start.
var Execute = &ir.OpDef{
	Name:    "task.execute",
	Summary: "an asynchronous region on a queue, with resources",
	Operands: []ir.OperandDef{
		{Name: "dependencies", Type: async.Token, Arity: ir.Variadic},
		{Name: "bodyOperands", Type: completion, Arity: ir.Variadic},
		{Name: "queue", Type: queue, Arity: ir.Optional},
		{Name: "resources", Type: resource, Arity: ir.Variadic},
		{Name: "unless", Type: async.Token, Arity: ir.Optional},
		{Name: "captures", Type: constraint.AnyType, Arity: ir.Variadic},
	},
	Results: []ir.ResultDef{
		{Name: "token", Type: async.Token}, {Name: "bodyResults", Type: completion, Arity: ir.Variadic},
	},
	Attrs: []ir.AttrDef{constraint.OperandSegmentSize,
		{Name: IsolatedAttr, Type: constraint.Unit, Optional: true}},
	Regions:            []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits:             ir.SingleBlock | ir.AttrSizedOperands | ir.AllocationScope | ir.RecursiveEffects,
	ImplicitTerminator: "task.yield",
	Effects:            acts,
	Parse:              parseExecute,
	Print:              printExecute,
	RegionSuccessors:   async.Execute.RegionSuccessors,
	ResultNames:        async.Execute.ResultNames,
	Async:              func(*ir.Op) bool { return true },
	AsyncDependencies:  startsAfter,
	Captures:           Captures,
	Isolated:           func(op *ir.Op) bool { return op.Attr(IsolatedAttr) != nil },
	AsyncToken:         func(op *ir.Op) *ir.Value { return op.Result(0) },
}

// IsolatedAttr is the attribute of an Execute whose region uses no values of the outside but its captures,
// which are the last arguments of the region. Such a region can be moved to another device or process. A
// region without the attribute may use any value of the outside, as that of async.execute does; a pass that
// replaces such a value replaces it in the region, too.
const IsolatedAttr = "isolated"

// Yield is task.yield: the end of a task.execute, with the payloads of its values. An async.yield may end an
// async.execute only.
var Yield = &ir.OpDef{
	Name:      "task.yield",
	Summary:   "terminator of task.execute",
	Operands:  []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.Terminator | ir.ReturnLike,
	HasParent: []string{"task.execute"},
	Format:    "($operands^ `:` type($operands))? attr-dict",
}

func init() { Execute.VerifyRegions = verifyExecute }

func startsAfter(op *ir.Op) []*ir.Value {
	tokens, values := op.OperandsOf(entryDependencies), op.OperandsOf(entryValues)
	return append(tokens[:len(tokens):len(tokens)], values...)
}

// Dependencies returns the tokens that an Execute starts after, besides its values.
func Dependencies(op *ir.Op) []*ir.Value { return op.OperandsOf(entryDependencies) }

// Queue returns the queue that an Execute is issued on, nil if there is none.
func Queue(op *ir.Op) *ir.Value { return op.OptionalOperand(entryQueue) }

// Resources returns the resources that an Execute holds while it runs.
func Resources(op *ir.Op) []*ir.Value { return op.OperandsOf(entryResources) }

// Captures returns the operands that an isolated Execute passes to its region, besides the values.
func Captures(op *ir.Op) []*ir.Value { return op.OperandsOf(entryCaptures) }

// CapturedArgs returns the arguments of the region that stand for the captures.
func CapturedArgs(op *ir.Op) []*ir.Value { return op.Body().Args()[len(async.Unwrapped(op)):] }

// Unless returns the token whose error cancels an Execute, nil if there is none.
func Unless(op *ir.Op) *ir.Value { return op.OptionalOperand(entryUnless) }

func verifyExecute(op *ir.Op) error {
	if err := async.VerifyRegion(op, Captures(op)...); err != nil {
		return err
	}
	if err := verifyCaptures(op); err != nil {
		return err
	}
	held := map[*ir.Value]bool{}
	for _, r := range Resources(op) {
		if held[r] {
			return op.OpErrorf(codeTask, "takes a resource twice, and would wait for itself")
		}
		held[r] = true
	}
	return nil
}

// verifyCaptures checks that captures keep their types, and that an isolated region uses no other values of
// the outside.
func verifyCaptures(op *ir.Op) error {
	captures := Captures(op)
	for i, arg := range CapturedArgs(op) {
		if arg.Type() != captures[i].Type() {
			return op.OpErrorf(codeTask, "captures '%v' as '%v'", captures[i].Type(), arg.Type())
		}
	}
	if op.Attr(IsolatedAttr) == nil {
		if len(captures) > 0 {
			return op.OpErrorf(codeTask, "captures values and is not isolated")
		}
		return nil
	}
	for inner := range op.Walk() {
		for _, v := range inner.Operands() {
			if inner != op && !within(v, op) {
				return inner.OpErrorf(codeTask, "uses a value from outside of an isolated region").
					Note(op.Span(), "which captures what it uses").Suggest("run --isolate-async-regions")
			}
		}
	}
	return nil
}

// within reports whether a value is defined in a region of op.
func within(v *ir.Value, op *ir.Op) bool {
	for at := v.ParentBlock().ParentOp(); at != nil; at = at.Parent() {
		if at == op {
			return true
		}
	}
	return false
}
