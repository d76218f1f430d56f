package affine

import (
	"github.com/inflight-compiler/inflight/dialect/internal/assignment"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// For is affine.for: a loop from the greatest result of its lower bound's map
// to the least of its upper bound's map, exclusive, by a constant step.
var For = &ir.OpDef{
	Name:    "affine.for",
	Summary: "for operation",
	Operands: []ir.OperandDef{
		indices("lowerBoundOperands"), indices("upperBoundOperands"),
		{Name: "inits", Type: constraint.AnyType, Arity: ir.Variadic},
	},
	Results: []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{
		{Name: "lowerBoundMap", Type: mapAttr},
		{Name: "upperBoundMap", Type: mapAttr},
		{Name: "step", Type: indexAttr},
		constraint.OperandSegmentSize,
	},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.AttrSizedOperands | ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects,
	ImplicitTerminator: "affine.yield",
	Parse:              parseFor,
	Print:              printFor,
	Loop:               forLoop,
	RegionSuccessors:   forSuccessors,
}

// forAttrs are the attributes that the custom syntax of a loop spells out.
var forAttrs = []string{"lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"}

// LowerBound returns the map of the lower bound of an affine.for and its
// operands.
func LowerBound(op *ir.Op) (*aff.Map, []*ir.Value) {
	return mapOf(op, "lowerBoundMap"), op.OperandsOf(0)
}

// UpperBound returns the map of the upper bound of an affine.for and its
// operands.
func UpperBound(op *ir.Op) (*aff.Map, []*ir.Value) {
	return mapOf(op, "upperBoundMap"), op.OperandsOf(1)
}

// Step returns the step of an affine.for.
func Step(op *ir.Op) int64 {
	v, _ := op.IntAttr("step")
	return v
}

// ConstantBounds returns the bounds of an affine.for if both are constant.
func ConstantBounds(op *ir.Op) (lower, upper int64, ok bool) {
	lm, _ := LowerBound(op)
	um, _ := UpperBound(op)
	lower, lok := lm.SingleConstant()
	upper, uok := um.SingleConstant()
	return lower, upper, lok && uok
}

// ConstantTripCount returns the number of iterations of an affine.for with
// constant bounds.
func ConstantTripCount(op *ir.Op) (int64, bool) {
	lower, upper, ok := ConstantBounds(op)
	if !ok || Step(op) <= 0 {
		return 0, false
	}
	if upper <= lower {
		return 0, true
	}
	n, ok := aff.C(upper).Sub(aff.C(lower)).CeilDiv(aff.C(Step(op))).Eval(nil, nil)
	return n, ok
}

var forLoop = &ir.LoopInterface{
	Dims:         func(*ir.Op) int { return 1 },
	InductionVar: func(op *ir.Op, _ int) *ir.Value { return op.Body().Arg(0) },
	Bounds: func(op *ir.Op, _ int) ir.LoopBounds {
		b := ir.LoopBounds{Step: ir.OpFoldResult{Const: Step(op)}}
		b.Lower, b.LowerOperands = LowerBound(op)
		b.Upper, b.UpperOperands = UpperBound(op)
		return b
	},
	Inits: func(op *ir.Op) (operands, args []*ir.Value) {
		return op.OperandsOf(2), op.Body().Args()[1:]
	},
}

// forSuccessors says where control goes at the start of the loop and after each iteration: into the body, or
// out of the loop. A constant number of iterations can exclude one of them.
func forSuccessors(op *ir.Op, from int) []ir.RegionSuccessor {
	body := ir.RegionSuccessor{Region: 0, Inputs: op.Body().Args()[1:]}
	exit := ir.RegionSuccessor{Region: -1, Inputs: op.Results()}
	if n, ok := ConstantTripCount(op); ok {
		switch {
		case from < 0 && n > 0:
			return []ir.RegionSuccessor{body}
		case from < 0 || n <= 1:
			return []ir.RegionSuccessor{exit}
		}
	}
	return []ir.RegionSuccessor{body, exit}
}

// boundText is a bound after parsing.
type boundText struct {
	m        *ir.AffineMapAttr
	operands []ir.UnresolvedOperand
}

// parse parses %n, a number, or a map with its operands. keyword, "max" or "min", must stand before a map
// with several results.
func (b *boundText) parse(p ir.OpParser, keyword, which string) error {
	several := p.TryKeyword(keyword)
	operand, ok, err := p.TryOperand()
	if err != nil {
		return err
	}
	if ok {
		b.m, b.operands = p.Context().AffineMap(aff.SymbolIdentity()), []ir.UnresolvedOperand{operand}
		return nil
	}
	off := p.Off()
	a, err := p.Attr(p.Context().Index)
	if err != nil {
		return err
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		b.m = p.Context().AffineMap(aff.ConstantMap(a.Value))
		return nil
	case *ir.AffineMapAttr:
		b.m = a
	default:
		return p.Errorf(off, "expected valid affine map representation for loop bounds")
	}
	if err := b.parseInputs(p, off); err != nil {
		return err
	}
	if len(b.m.Map.Results) > 1 && !several {
		return p.Errorf(off, "%s loop bound affine map with multiple results requires '%s' prefix", which,
			keyword)
	}
	return nil
}

func (b *boundText) parseInputs(p ir.OpParser, off int32) error {
	operands, dims, err := p.DimsAndSymbols()
	if err != nil {
		return err
	}
	b.operands = operands
	if b.m.Map.NumDims != dims {
		return p.Errorf(off, "dim operand count and affine map dim count must match")
	}
	if b.m.Map.NumInputs() != len(operands) {
		return p.Errorf(off, "symbol operand count and affine map symbol count must match")
	}
	return nil
}

func parseFor(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	iv, err := p.RegionArg(false)
	if err != nil {
		return err
	}
	iv.Type = c.Index
	var lower, upper boundText
	if err := parseBounds(p, &lower, &upper); err != nil {
		return err
	}
	if err := resolve(p, s, lower.operands...); err != nil {
		return err
	}
	if err := resolve(p, s, upper.operands...); err != nil {
		return err
	}
	step, err := parseStep(p)
	if err != nil {
		return err
	}
	args, err := parseIterArgs(p, s)
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "lowerBoundMap", Value: lower.m},
		ir.NamedAttr{Name: "upperBoundMap", Value: upper.m},
		ir.NamedAttr{Name: "step", Value: c.IndexAttr(step)},
		ir.NamedAttr{Name: "operandSegmentSizes",
			Value: c.I32Array(int64(len(lower.operands)), int64(len(upper.operands)), int64(len(args)))})
	return parseBody(p, s, append([]ir.RegionArg{iv}, args...))
}

func parseBounds(p ir.OpParser, lower, upper *boundText) error {
	if err := p.Punct("="); err != nil {
		return err
	}
	if err := lower.parse(p, "max", "lower"); err != nil {
		return err
	}
	if err := p.Keyword("to"); err != nil {
		return err
	}
	return upper.parse(p, "min", "upper")
}

func parseStep(p ir.OpParser) (int64, error) {
	if !p.TryKeyword("step") {
		return 1, nil
	}
	off := p.Off()
	step, err := p.Int()
	if err == nil && step < 0 {
		err = p.Errorf(off, "expected step to be representable as a positive signed integer")
	}
	return step, err
}

// parseIterArgs parses iter_args(%a = %init, ...) -> (types) and resolves the
// initial values.
func parseIterArgs(p ir.OpParser, s *ir.OpState) ([]ir.RegionArg, error) {
	off := p.Off()
	if !p.TryKeyword("iter_args") {
		return nil, nil
	}
	var carried assignment.List
	if err := carried.Parse(p); err != nil {
		return nil, err
	}
	types, err := p.TryArrowTypes()
	if err != nil {
		return nil, err
	}
	if len(types) != len(carried.Args) {
		return nil, p.Errorf(off, "mismatch between the number of loop-carried values and results")
	}
	values, err := p.ResolveAll(carried.Inits, types, off)
	if err != nil {
		return nil, err
	}
	carried.SetTypes(types)
	s.Operands, s.Results = append(s.Operands, values...), types
	return carried.Args, nil
}

// parseBody parses the region of a loop and the attributes behind it.
func parseBody(p ir.OpParser, s *ir.OpState, args []ir.RegionArg) error {
	body, err := p.Region(args, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, Yield.Name, s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printFor(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.RegionArgument(op.Body().Arg(0), nil, false)
	p.Write(" = ")
	printBound(p, op.Attr("lowerBoundMap"), op.OperandsOf(0), "max ")
	p.Write(" to ")
	printBound(p, op.Attr("upperBoundMap"), op.OperandsOf(1), "min ")
	if step := Step(op); step != 1 {
		p.Write(" step ")
		p.Int(step)
	}
	inits, args := forLoop.Inits(op)
	printIterArgs(p, op, inits, args)
	p.Write(" ")
	p.Region(op.Region(0), false, len(args) > 0)
	p.AttrDict(op, forAttrs...)
}

func printIterArgs(p ir.OpPrinter, op *ir.Op, inits, args []*ir.Value) {
	if len(args) == 0 {
		return
	}
	assignment.Print(p, " iter_args", args, inits)
	p.Write(" -> (")
	p.Types(op.ResultTypes())
	p.Write(")")
}

// printBound prints a bound in its shortest form: a number, a value that is a
// symbol, or a map with its operands.
func printBound(p ir.OpPrinter, attr ir.Attr, operands []*ir.Value, keyword string) {
	m := attr.(*ir.AffineMapAttr).Map
	if len(m.Results) == 1 && m.NumDims == 0 {
		switch e := m.Results[0]; {
		case e.Kind == aff.Constant && m.NumSymbols == 0:
			p.Int(e.Value)
			return
		case e.Kind == aff.Symbol && m.NumSymbols == 1:
			p.Operand(operands[0])
			return
		}
	}
	if len(m.Results) != 1 {
		p.Write(keyword)
	}
	p.Attr(attr)
	printInputs(p, operands, m.NumDims)
}

func verifyFor(op *ir.Op) error {
	body := op.Body()
	if body.NumArgs() == 0 || !constraint.IsIndex(body.Arg(0).Type()) {
		return op.OpErrorf(codeAffine,
			"expected body to have a single index argument for the induction variable")
	}
	if Step(op) <= 0 {
		return op.OpErrorf(codeAffine, "expected a step that is positive")
	}
	for i, which := range []string{"lower", "upper"} {
		m, operands := mapOf(op, which+"BoundMap"), op.OperandsOf(i)
		if len(operands) != m.NumInputs() {
			return op.OpErrorf(codeAffine,
				"%s bound operand count and affine map dimension and symbol count must match", which)
		}
		if err := verifyInputs(op, operands, m.NumDims); err != nil {
			return err
		}
		if len(m.Results) < 1 {
			return op.OpErrorf(codeAffine, "expected %s bound map to have at least one result", which)
		}
	}
	return verifyCarried(op)
}

func verifyCarried(op *ir.Op) error {
	inits, args := forLoop.Inits(op)
	switch {
	case len(inits) != len(args):
		return op.OpErrorf(codeAffine, "different number of inits and region iter_args: %d != %d", len(inits),
			len(args))
	case len(inits) != op.NumResults():
		return op.OpErrorf(codeAffine, "mismatch between the number of loop-carried values and results")
	}
	for i, v := range inits {
		if v.Type() != args[i].Type() {
			return op.OpErrorf(codeAffine,
				"expected induction variable #%d to have the type of its initial value: '%v' != '%v'", i,
				args[i].Type(), v.Type())
		}
		if v.Type() != op.Result(i).Type() {
			return op.OpErrorf(codeAffine, "%d-th init and %d-th result have different type: '%v' != '%v'", i,
				i, v.Type(), op.Result(i).Type())
		}
	}
	return nil
}

// Yield is affine.yield: the end of the body of an affine operation, with the values that the body passes on.
var Yield = &ir.OpDef{
	Name:     "affine.yield",
	Summary:  "yield values to parent operation",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "attr-dict ($operands^ `:` type($operands))?",
}

func verifyYield(op *ir.Op) error {
	parent := op.Parent()
	if !parent.Is(For) && !parent.Is(If) && !parent.Is(Parallel) {
		return op.OpErrorf(codeAffine, "only terminates affine.if/for/parallel regions")
	}
	if parent.NumResults() != op.NumOperands() {
		return op.OpErrorf(codeAffine,
			"parent of yield must have same number of results as the yield operands")
	}
	for i, v := range op.Operands() {
		if v.Type() != parent.Result(i).Type() {
			return op.OpErrorf(codeAffine, "types mismatch between yield op and its parent")
		}
	}
	return nil
}

func init() { For.VerifyRegions, Yield.Verify = verifyFor, verifyYield }
