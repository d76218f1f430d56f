package async

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Execute is async.execute: a region that may run at any moment after the completion of its dependencies and
// before the completion of its token. Operands are tokens, and values whose payloads are the arguments of the
// region. Results are the token, and one value for each operand of the region's async.yield.
var Execute = &ir.OpDef{
	Name:    "async.execute",
	Summary: "asynchronous execute operation",
	Operands: []ir.OperandDef{
		{Name: "dependencies", Type: tokenConstraint, Arity: ir.Variadic},
		{Name: "bodyOperands", Type: tokenOrValue, Arity: ir.Variadic},
	},
	Results: []ir.ResultDef{
		{Name: "token", Type: tokenConstraint},
		{Name: "bodyResults", Type: valueConstraint, Arity: ir.Variadic},
	},
	Attrs:              []ir.AttrDef{constraint.OperandSegmentSize},
	Regions:            []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits:             ir.SingleBlock | ir.AttrSizedOperands | ir.AllocationScope | ir.RecursiveEffects,
	ImplicitTerminator: "async.yield",
	Parse:              parseExecute,
	Print:              printExecute,
	ResultNames:        nameResults,
	RegionSuccessors:   executeSuccessors,
	Async:              always,
	AsyncDependencies:  (*ir.Op).Operands,
	AsyncToken:         result0,
}

// Yield is async.yield: the end of an async.execute, with the payloads of its values.
var Yield = &ir.OpDef{
	Name:      "async.yield",
	Summary:   "terminator for Async execute operation",
	Operands:  []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.Terminator | ir.ReturnLike,
	HasParent: []string{"async.execute"},
	Format:    "($operands^ `:` type($operands))? attr-dict",
}

func init() { Execute.VerifyRegions = func(op *ir.Op) error { return VerifyRegion(op) } }

// Unwrapped returns the operands of an Execute whose payloads its region has as arguments.
func Unwrapped(op *ir.Op) []*ir.Value { return op.OperandsOf(1) }

func nameResults(op *ir.Op, set func(*ir.Value, string)) {
	set(op.Result(0), "token")
	if op.NumResults() > 1 {
		set(op.Result(1), "bodyResults")
	}
}

func executeSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	if from >= 0 {
		return []ir.RegionSuccessor{{Region: -1, Inputs: op.Results()[1:]}}
	}
	return []ir.RegionSuccessor{{Region: 0, Inputs: op.Body().Args()}}
}

// parseExecute parses [%token, ...] (%value as %arg: type, ...) -> results attributes {...} { body }. All
// parts but the body are optional.
func parseExecute(p ir.OpParser, s *ir.OpState) error {
	dependencies, err := ParseDependencies(p)
	if err != nil {
		return err
	}
	values, args, err := ParseUnwrapping(p)
	if err != nil {
		return err
	}
	s.Operands = append(dependencies, values...)
	results, err := p.TryArrowTypes()
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{TokenType(p.Context())}, results...)
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	sizes := p.Context().I32Array(int64(len(dependencies)), int64(len(values)))
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: sizes})
	body, err := p.Region(args, false)
	s.Regions = append(s.Regions, body)
	return err
}

// ParseDependencies parses [%token, ...], the tokens that a region starts after. The list may be missing.
func ParseDependencies(p ir.OpParser) (tokens []*ir.Value, err error) {
	token := TokenType(p.Context())
	if !p.TryPunct("[") || p.TryPunct("]") {
		return nil, nil
	}
	names, err := p.OperandList("")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		v, err := p.Resolve(name, token)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, v)
	}
	return tokens, p.Punct("]")
}

// ParseUnwrapping parses (%value as %arg: type, ...), the values whose payloads are arguments of a region.
// The list may be missing. It returns the values and the arguments.
func ParseUnwrapping(p ir.OpParser) ([]*ir.Value, []ir.RegionArg, error) {
	var un unwrapping
	if err := un.parse(p); err != nil {
		return nil, nil, err
	}
	values, err := p.ResolveAll(un.operands, un.types, un.off)
	return values, un.args, err
}

// ParseCaptures parses values that are themselves arguments of a region, in the form of ParseUnwrapping.
func ParseCaptures(p ir.OpParser) ([]*ir.Value, []ir.RegionArg, error) {
	un := unwrapping{asIs: true}
	if err := un.parse(p); err != nil {
		return nil, nil, err
	}
	values, err := p.ResolveAll(un.operands, un.types, un.off)
	return values, un.args, err
}

// unwrapping is the list (%value as %arg: type, ...).
type unwrapping struct {
	asIs     bool // the arguments have the types of the values
	off      int32
	operands []ir.UnresolvedOperand
	types    []ir.Type
	args     []ir.RegionArg
}

func (u *unwrapping) parse(p ir.OpParser) error {
	u.off = p.Off()
	if !p.TryPunct("(") || p.TryPunct(")") {
		return nil
	}
	for {
		if err := u.one(p); err != nil {
			return err
		}
		if !p.TryPunct(",") {
			return p.Punct(")")
		}
	}
}

func (u *unwrapping) one(p ir.OpParser) error {
	operand, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Keyword("as"); err != nil {
		return err
	}
	arg, err := p.RegionArg(false)
	if err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if arg.Type = t; !u.asIs {
		arg.Type = unwrap(t) // the verifier rejects an operand that is no value
	}
	u.operands, u.types, u.args = append(u.operands, operand), append(u.types, t), append(u.args, arg)
	return nil
}

func printExecute(p ir.OpPrinter, op *ir.Op) {
	PrintOperands(p, op)
	p.ArrowTypes(op.ResultTypes()[1:])
	p.AttrDictWithKeyword(op, constraint.OperandSegmentSize.Name)
	p.Write(" ")
	p.Region(op.Region(0), false, true)
}

// PrintOperands prints the forms that ParseDependencies and ParseUnwrapping read. The operation has the first
// two lists of operands of an Execute.
func PrintOperands(p ir.OpPrinter, op *ir.Op) {
	if dependencies := op.OperandsOf(0); len(dependencies) > 0 {
		p.Write(" [")
		p.Operands(dependencies)
		p.Write("]")
	}
	if values := Unwrapped(op); len(values) > 0 {
		p.Write(" ")
		PrintArguments(p, values, op.Body().Args())
	}
}

// PrintArguments prints (%value as %arg: type, ...), or nothing if there are no values.
func PrintArguments(p ir.OpPrinter, values, args []*ir.Value) {
	p.Write("(")
	for i, v := range values {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(v)
		p.Write(" as ")
		p.Operand(args[i])
		p.Write(": ")
		p.Type(v.Type())
	}
	p.Write(")")
}

// VerifyRegion checks the region of an Execute, or of an operation with the same lists of operands. Its
// arguments must be the payloads of the operands and then the captures. The values that it yields must be the
// payloads of the results.
func VerifyRegion(op *ir.Op, captures ...*ir.Value) error {
	if err := signature.VerifyEager(op); err != nil {
		return err
	}
	for _, v := range Unwrapped(op) {
		if !IsValue(v.Type()) {
			return op.OpErrorf(codeAsync,
				"a token has no payload for the region: put '%v' among the dependencies, in brackets",
				v.Type())
		}
	}
	check := flow.Check{Op: op, Code: codeAsync, Fits: fitsPayload}
	if err := check.Edges(nil, -1, slices.Concat(Unwrapped(op), captures)); err != nil {
		return err
	}
	yield := op.Body().Terminator()
	return check.Edges(yield, 0, yield.Operands())
}

// fitsPayload reports whether one type is a value's and the other one that of its payload, or both are equal.
func fitsPayload(passed, expected ir.Type) bool {
	return unwrap(passed) == unwrap(expected)
}

func unwrap(t ir.Type) ir.Type {
	if payload := Payload(t); payload != nil {
		return payload
	}
	return t
}
