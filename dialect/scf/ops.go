package scf

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the scf dialect.
var Dialect = &ir.Dialect{
	Name: "scf",
	Ops: []*ir.OpDef{Condition, ExecuteRegion, For, Forall, InParallel, If, IndexSwitch, Parallel, Reduce,
		ReduceReturn,
		While, Yield},
}

func anyValues(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.AnyType, Arity: ir.Variadic}
}

func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

func anyResults() []ir.ResultDef {
	return []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}}
}

// For is scf.for: a counted loop. Its operands are the bounds, the step and the initial values of the carried
// values. Its block has the induction variable and the carried values as arguments.
var For = &ir.OpDef{
	Name:    "scf.for",
	Summary: "for operation",
	Operands: []ir.OperandDef{
		{Name: "lowerBound", Type: constraint.IntegerOrIndex},
		{Name: "upperBound", Type: constraint.IntegerOrIndex},
		{Name: "step", Type: constraint.IntegerOrIndex},
		anyValues("initArgs"),
	},
	Results:            anyResults(),
	Attrs:              []ir.AttrDef{{Name: "unsignedCmp", Type: constraint.Unit, Optional: true}},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects,
	ImplicitTerminator: "scf.yield",
	Parse:              parseFor,
	Print:              printFor,
	Loop: &ir.LoopInterface{
		Dims:         func(*ir.Op) int { return 1 },
		InductionVar: func(op *ir.Op, _ int) *ir.Value { return InductionVar(op) },
		Bounds:       forBounds,
		Inits:        func(op *ir.Op) (operands, args []*ir.Value) { return Inits(op), IterArgs(op) },
	},
	RegionSuccessors: func(op *ir.Op, _ int) []ir.RegionSuccessor {
		return []ir.RegionSuccessor{{Region: 0, Inputs: IterArgs(op)}, {Region: -1, Inputs: op.Results()}}
	},
}

// Forall is scf.forall: a loop nest whose iterations may run in parallel.
var Forall = &ir.OpDef{
	Name:    "scf.forall",
	Summary: "evaluate a block multiple times in parallel",
	Operands: []ir.OperandDef{
		indices("dynamicLowerBound"), indices("dynamicUpperBound"), indices("dynamicStep"),
		{Name: "outputs", Type: constraint.RankedTensor, Arity: ir.Variadic},
	},
	Results: anyResults(),
	Attrs: []ir.AttrDef{
		{Name: "staticLowerBound", Type: constraint.I64Array},
		{Name: "staticUpperBound", Type: constraint.I64Array},
		{Name: "staticStep", Type: constraint.I64Array},
		{Name: "mapping", Type: constraint.DeviceMapping, Optional: true},
		constraint.OperandSegmentSize,
	},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.AttrSizedOperands | ir.AllocationScope | ir.RecursiveEffects | ir.SingleBlock,
	ImplicitTerminator: "scf.forall.in_parallel",
	Parse:              parseForall,
	Print:              printForall,
	Loop: &ir.LoopInterface{
		Dims:         func(op *ir.Op) int { return len(op.Ints("staticLowerBound")) },
		InductionVar: func(op *ir.Op, d int) *ir.Value { return op.Body().Arg(d) },
		Bounds:       forallBounds,
		Inits: func(op *ir.Op) (operands, args []*ir.Value) {
			return op.OperandsOf(3), SharedOuts(op)
		},
		Parallel: true,
	},
	RegionSuccessors: parallelSuccessors,
}

// InParallel is scf.forall.in_parallel: the end of the block of a scf.forall. Its operations combine the
// results of the iterations.
var InParallel = &ir.OpDef{
	Name:      "scf.forall.in_parallel",
	Summary:   "terminates a forall block",
	Regions:   []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:    ir.Pure | ir.Terminator | ir.NoTerminator | ir.SingleBlock,
	HasParent: []string{"scf.forall"},
	Parse:     parseInParallel,
	Print:     printInParallel,
}

// If is scf.if.
var If = &ir.OpDef{
	Name:               "scf.if",
	Summary:            "if-then-else operation",
	Operands:           []ir.OperandDef{{Name: "condition", Type: constraint.I1}},
	Results:            anyResults(),
	Regions:            []ir.RegionDef{{Name: "thenRegion", Sized: true}, {Name: "elseRegion", Any: true}},
	Traits:             ir.SingleBlock | ir.RecursiveEffects | ir.Speculatable | ir.NoRegionArguments,
	ImplicitTerminator: "scf.yield",
	Parse:              parseIf,
	Print:              printIf,
	RegionSuccessors:   ifSuccessors,
}

// Parallel is scf.parallel: a loop nest whose iterations may run in any order or in parallel. Its block ends
// with a scf.reduce that combines the values of the iterations.
var Parallel = &ir.OpDef{
	Name:    "scf.parallel",
	Summary: "parallel for operation",
	Operands: []ir.OperandDef{indices("lowerBound"), indices("upperBound"), indices("step"),
		anyValues("initVals")},
	Results:            anyResults(),
	Attrs:              []ir.AttrDef{constraint.OperandSegmentSize},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.AttrSizedOperands | ir.AllocationScope | ir.RecursiveEffects | ir.SingleBlock,
	ImplicitTerminator: "scf.reduce",
	Parse:              parseParallel,
	Print:              printParallel,
	Loop: &ir.LoopInterface{
		Dims:         func(op *ir.Op) int { return len(op.OperandsOf(2)) },
		InductionVar: func(op *ir.Op, d int) *ir.Value { return op.Body().Arg(d) },
		Bounds:       parallelBounds,
		Inits:        func(op *ir.Op) (operands, args []*ir.Value) { return nil, nil },
		Parallel:     true,
	},
	RegionSuccessors: parallelSuccessors,
}

// Reduce is scf.reduce: the end of the block of a scf.parallel. Region i combines two values of operand i.
var Reduce = &ir.OpDef{
	Name:      "scf.reduce",
	Summary:   "reduce operation for scf.parallel",
	Operands:  []ir.OperandDef{anyValues("operands")},
	Regions:   []ir.RegionDef{{Name: "reductions", Sized: true, Arity: ir.Variadic}},
	Traits:    ir.Terminator | ir.RecursiveEffects,
	HasParent: []string{"scf.parallel"},
	Parse:     parseReduce,
	Print:     printReduce,
}

// ReduceReturn is scf.reduce.return: the result of one combination.
var ReduceReturn = &ir.OpDef{
	Name:      "scf.reduce.return",
	Summary:   "terminator for reduce operation",
	Operands:  []ir.OperandDef{{Name: "result", Type: constraint.AnyType}},
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"scf.reduce"},
	Format:    "$result attr-dict `:` type($result)",
}

// While is scf.while: its first region computes whether the loop goes on and ends with scf.condition. Its
// second region is the body.
var While = &ir.OpDef{
	Name:             "scf.while",
	Summary:          "a generic 'while' loop",
	Operands:         []ir.OperandDef{anyValues("inits")},
	Results:          anyResults(),
	Regions:          []ir.RegionDef{{Name: "before", Sized: true}, {Name: "after", Sized: true}},
	Traits:           ir.RecursiveEffects | ir.SingleBlock,
	Parse:            parseWhile,
	Print:            printWhile,
	RegionSuccessors: whileSuccessors,
}

// Condition is scf.condition: it says whether a scf.while goes on, and with which values.
var Condition = &ir.OpDef{
	Name:      "scf.condition",
	Summary:   "loop continuation condition",
	Operands:  []ir.OperandDef{{Name: "condition", Type: constraint.I1}, anyValues("args")},
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"scf.while"},
	Format:    "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
}

// Yield is scf.yield: the values that a region hands to its operation.
var Yield = &ir.OpDef{
	Name:      "scf.yield",
	Summary:   "loop yield and termination operation",
	Operands:  []ir.OperandDef{anyValues("results")},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"},
	Format:    "attr-dict ($results^ `:` type($results))?",
}

// ExecuteRegion is scf.execute_region: it holds several blocks where the syntax needs one operation.
var ExecuteRegion = &ir.OpDef{
	Name:    "scf.execute_region",
	Summary: "operation that executes its region exactly once",
	Results: anyResults(),
	Attrs:   []ir.AttrDef{{Name: "no_inline", Type: constraint.Unit, Optional: true}},
	Regions: []ir.RegionDef{{Name: "region", Any: true}},
	Traits:  ir.RecursiveEffects,
	Parse:   parseExecuteRegion,
	Print:   printExecuteRegion,
	RegionSuccessors: func(op *ir.Op, from int) []ir.RegionSuccessor {
		if from < 0 {
			return []ir.RegionSuccessor{{Region: 0}}
		}
		return exit(op)
	},
}

// IndexSwitch is scf.index_switch: a choice by an index. Region 0 is the default, region i+1 is for value i
// of cases.
var IndexSwitch = &ir.OpDef{
	Name:     "scf.index_switch",
	Summary:  "switch-case operation on an index argument",
	Operands: []ir.OperandDef{{Name: "arg", Type: constraint.Index}},
	Results:  anyResults(),
	Attrs:    []ir.AttrDef{{Name: "cases", Type: constraint.I64Array}},
	Regions: []ir.RegionDef{{Name: "defaultRegion", Sized: true},
		{Name: "caseRegions", Sized: true, Arity: ir.Variadic}},
	Traits:             ir.RecursiveEffects | ir.SingleBlock,
	ImplicitTerminator: "scf.yield",
	Parse:              parseIndexSwitch,
	Print:              printIndexSwitch,
	RegionSuccessors:   switchSuccessors,
}
