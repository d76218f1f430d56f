package air

import (
	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Execute is air.execute: a region that starts after its dependencies and runs beside the operations behind
// it. Its operations run in order. Results are the token, and what the region's terminator has: values that
// exist when the token is complete.
var Execute = &ir.OpDef{
	Name:     "air.execute",
	Summary:  "asynchronous region",
	Operands: []ir.OperandDef{dependencies},
	Results: []ir.ResultDef{{Name: "async_token", Type: token},
		{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.SingleBlock | ir.RecursiveEffects,
	ImplicitTerminator: "air.execute_terminator",
	Parse:              parseExecute,
	Print:              printExecute,
	ResultNames:        nameExecute,
	RegionSuccessors:   executeSuccessors,
	Async:              func(*ir.Op) bool { return true },
	AsyncDependencies:  startsAfter,
	AsyncToken:         Token,
}

// ExecuteTerminator is air.execute_terminator: the end of an air.execute, with its results.
var ExecuteTerminator = &ir.OpDef{
	Name:      "air.execute_terminator",
	Summary:   "terminator of air.execute",
	Operands:  []ir.OperandDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.Terminator | ir.ReturnLike,
	HasParent: []string{"air.execute"},
	Format:    "attr-dict ($results^ `:` type($results))?",
}

// WaitAll is air.wait_all. With a token, the token is complete when all dependencies are. Without, the
// operation blocks until they are.
var WaitAll = &ir.OpDef{
	Name:              "air.wait_all",
	Summary:           "wait for all of several tokens",
	Operands:          []ir.OperandDef{dependencies},
	Results:           []ir.ResultDef{asyncToken},
	Parse:             parseWaitAll,
	Print:             printWaitAll,
	ResultNames:       nameToken,
	Async:             hasToken,
	AsyncDependencies: startsAfter,
	AsyncToken:        Token,
}

func init() { Execute.VerifyRegions = verifyExecute }

func verifyExecute(op *ir.Op) error {
	check := flow.Check{Op: op, Code: codeAIR, Fits: func(a, b ir.Type) bool { return a == b }}
	yield := op.Body().Terminator()
	return check.Edges(yield, 0, yield.Operands())
}

func executeSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	if from >= 0 {
		return []ir.RegionSuccessor{{Region: -1, Inputs: op.Results()[1:]}}
	}
	return []ir.RegionSuccessor{{Region: 0, Inputs: op.Body().Args()}}
}

func nameExecute(op *ir.Op, set func(*ir.Value, string)) {
	set(op.Result(0), "token")
	if op.NumResults() > 1 {
		set(op.Result(1), "results")
	}
}

// parseExecute parses [[%token, ...]] [-> (type, ...)] { body } [{attrs}].
func parseExecute(p ir.OpParser, s *ir.OpState) error {
	tokens, err := parseDependencies(p)
	if err != nil {
		return err
	}
	s.Results = append(s.Results, TokenType(p.Context()))
	for _, name := range tokens {
		v, err := p.Resolve(name, s.Results[0])
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	results, err := p.TryArrowTypes()
	if err != nil {
		return err
	}
	s.Results = append(s.Results, results...)
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, ExecuteTerminator.Name, s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printExecute(p ir.OpPrinter, op *ir.Op) {
	printDependencies(p, op)
	if types := op.ResultTypes()[1:]; len(types) > 0 {
		p.Write(" -> (")
		p.Types(types)
		p.Write(")")
	}
	p.Write(" ")
	end := op.Body().Terminator()
	p.Region(op.Region(0), false, end.NumOperands() > 0 || len(end.Attrs()) > 0)
	p.AttrDict(op)
}

func parseWaitAll(p ir.OpParser, s *ir.OpState) error {
	tokens, err := parseAsync(p, s)
	if err != nil {
		return err
	}
	for _, name := range tokens {
		v, err := p.Resolve(name, TokenType(p.Context()))
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	return p.AttrDict(s)
}

func printWaitAll(p ir.OpPrinter, op *ir.Op) {
	printAsync(p, op)
	p.AttrDict(op)
}
