package tfrt

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var (
	anyOperands = ir.OperandDef{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}
	anyResults  = []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}}
	condition   = ir.OperandDef{Name: "cond", Type: constraint.I1}
)

// Call is tfrt.call: it calls a function, and does not wait for the arguments that it passes on.
var Call = &ir.OpDef{
	Name:     "tfrt.call",
	Summary:  "calls a function",
	Operands: []ir.OperandDef{anyOperands},
	Results:  anyResults,
	Attrs:    []ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}},
	Format:   "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	Callee:   func(op *ir.Op) *ir.SymbolRefAttr { return reference(op, "callee") },
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifyCallee(op, t, "callee", 0, nil)
	},
}

// Once is tfrt.once: the first call of the function in a run of a program calls it, later ones have the
// results of the first.
var Once = &ir.OpDef{
	Name:     "tfrt.once",
	Summary:  "calls a function the first time, and has its results ever after",
	Operands: []ir.OperandDef{anyOperands},
	Results:  anyResults,
	Attrs:    []ir.AttrDef{{Name: "function", Type: constraint.FlatSymbol}},
	Format: "$function `(` $operands `)` attr-dict `:` `(` type($operands) `)` `->` `(` type($results) " +
		"`)`",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifyCallee(op, t, "function", 0, nil)
	},
}

// Cond is tfrt.cond: it calls the first function if the condition is true, else the second. The names of the
// attributes keep them in order in a binary file, where attributes are sorted by name.
var Cond = &ir.OpDef{
	Name:     "tfrt.cond",
	Summary:  "calls one of two functions",
	Operands: []ir.OperandDef{condition, anyOperands},
	Results:  anyResults,
	Attrs: []ir.AttrDef{{Name: "a_true_fn", Type: constraint.FlatSymbol},
		{Name: "b_false_fn", Type: constraint.FlatSymbol}},
	Format: "$cond $a_true_fn $b_false_fn `(` $operands `)` attr-dict `:` `(` type($operands) `)` `->` `(` " +
		"type($results) `)`",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		if err := verifyCallee(op, t, "a_true_fn", 1, nil); err != nil {
			return err
		}
		return verifyCallee(op, t, "b_false_fn", 1, nil)
	},
}

// Case is tfrt.case: it calls the function of that number, the last one if there is no such function.
var Case = &ir.OpDef{
	Name:    "tfrt.case",
	Summary: "calls one of several functions",
	Operands: []ir.OperandDef{{Name: "branch_index", Type: scalars["i32"]},
		{Name: "branch_operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results: anyResults,
	Attrs:   []ir.AttrDef{{Name: "branches", Type: symbolArray}},
	Format: "$branch_index $branches `(` $branch_operands `)` attr-dict `:` `(` type($branch_operands) `)` " +
		"`->` `(` type($results) `)`",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		for _, b := range op.Attr("branches").(*ir.ArrayAttr).Elems {
			if err := verifyFunction(op, t, b.(*ir.SymbolRefAttr), typesOf(op.Operands()[1:]),
				op.ResultTypes()); err != nil {
				return err
			}
		}
		return nil
	},
}

var symbolArray = ir.AttrConstraint{Summary: "array of symbol references with at least one element",
	Match: func(a ir.Attr) bool {
		list, ok := a.(*ir.ArrayAttr)
		if !ok || len(list.Elems) == 0 {
			return false
		}
		for _, e := range list.Elems {
			if !constraint.FlatSymbol.Match(e) {
				return false
			}
		}
		return true
	}}

// While is tfrt.while: it calls the body with its operands, then with the results of the call before, as long
// as the last result of the body is true.
var While = &ir.OpDef{
	Name:     "tfrt.while",
	Summary:  "calls a function as long as a condition holds",
	Operands: []ir.OperandDef{condition, anyOperands},
	Results:  anyResults,
	Attrs: []ir.AttrDef{{Name: "body_fn", Type: constraint.FlatSymbol},
		{Name: "parallel_iterations", Type: constraint.I64}},
	Format: "$cond $body_fn `(` $operands `)` attr-dict `parallel_iterations` `(` $parallel_iterations `)` " +
		"`:` `(` type($operands) `)` `->` `(` type($results) `)`",
	Verify: verifyWhile,
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifyCallee(op, t, "body_fn", 1, []ir.Type{scalars["i1"].Build(op.Context())})
	},
}

// Return is tfrt.return: the end of a function or of a region.
var Return = &ir.OpDef{
	Name:     "tfrt.return",
	Summary:  "ends a function or a region, with its results",
	Operands: []ir.OperandDef{anyOperands},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "($operands^ `:` type($operands))? attr-dict",
	Verify:   verifyReturn,
}

// If is tfrt.if: it runs one of two regions. The else region may be left out if there are no results.
var If = &ir.OpDef{
	Name:     "tfrt.if",
	Summary:  "runs one of two regions",
	Operands: []ir.OperandDef{condition, anyOperands},
	Results:  anyResults,
	Regions:  []ir.RegionDef{{Name: "then_region", Sized: true}, {Name: "else_region", Sized: true}},
	Traits:   ir.IsolatedFromAbove | ir.SingleBlock,
	Parse:    parseIf,
	Print: func(p ir.OpPrinter, op *ir.Op) {
		printHead(p, op)
		args := op.Operands()[1:]
		printFunctionType(p, typesOf(args), op.ResultTypes())
		printShadow(p, op.Region(0), args)
		p.Write(" else ")
		printShadow(p, op.Region(1), args)
	},
	PrintGeneric:  func(op *ir.Op) bool { return repeated(op.Operands()[1:]) },
	VerifyRegions: verifyIf,
}

// Repeat is tfrt.repeat.i32: it runs its region that many times, each time with the results of the time
// before.
var Repeat = &ir.OpDef{
	Name:     "tfrt.repeat.i32",
	Summary:  "runs a region several times",
	Operands: []ir.OperandDef{{Name: "trip_count", Type: scalars["i32"]}, anyOperands},
	Results:  anyResults,
	Regions:  []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:   ir.IsolatedFromAbove | ir.SingleBlock,
	Parse:    parseRepeat,
	Print: func(p ir.OpPrinter, op *ir.Op) {
		printHead(p, op)
		args := op.Operands()[1:]
		if len(args) > 0 {
			p.Write(" : ")
			p.Types(typesOf(args))
		}
		p.Write(" ")
		printShadow(p, op.Region(0), args)
	},
	PrintGeneric:  func(op *ir.Op) bool { return repeated(op.Operands()[1:]) },
	Verify:        verifyRepeat,
	VerifyRegions: verifyRepeatRegion,
}

func init() { Return.HasParent = nil }

// printHead prints the operands and the attributes.
func printHead(p ir.OpPrinter, op *ir.Op) {
	if op.NumOperands() > 0 {
		p.Write(" ")
		p.Operands(op.Operands())
	}
	p.AttrDictWithKeyword(op)
}

// parseHead parses the operands and the attributes. There must be one operand, which what names.
func parseHead(p ir.OpParser, s *ir.OpState, what string) (operandList, error) {
	l, err := parseOperands(p, "")
	if err != nil {
		return l, err
	}
	if len(l.names) == 0 {
		return l, p.Errorf(l.off, "expected %s", what)
	}
	return l, p.AttrDictWithKeyword(s)
}

func parseIf(p ir.OpParser, s *ir.OpState) error {
	l, err := parseHead(p, s, "condition")
	if err != nil {
		return err
	}
	typ, err := parseFunctionType(p)
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{}, typ.Results...)
	if err := l.resolve(p, s, append([]ir.Type{p.Context().I1}, typ.Inputs...)); err != nil {
		return err
	}
	args := l.names[1:]
	then, err := parseShadow(p, args, typ.Inputs)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, then)
	return parseElse(p, s, args, typ)
}

// parseElse parses the second region of a tfrt.if, or makes an empty one if the text has none.
func parseElse(p ir.OpParser, s *ir.OpState, args []ir.UnresolvedOperand, typ *ir.FunctionType) error {
	off := p.Off()
	if p.TryKeyword("else") {
		r, err := parseShadow(p, args, typ.Inputs)
		s.Regions = append(s.Regions, r)
		return err
	}
	if len(typ.Results) > 0 {
		return p.Errorf(off, "expected 'else' in 'tfrt.if' with result values")
	}
	b := p.Builder()
	block := b.NewBlock()
	for _, t := range typ.Inputs {
		block.AddArg(t, nil)
	}
	b.InBlock(block, func() { b.Create(ir.OpState{Def: Return, Results: []ir.Type{}}) })
	s.Regions = append(s.Regions, b.NewRegion(block))
	return nil
}

func parseRepeat(p ir.OpParser, s *ir.OpState) error {
	l, err := parseHead(p, s, "trip count")
	if err != nil {
		return err
	}
	types, err := parseColonTypes(p)
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{}, types...)
	if err := l.resolve(p, s, append([]ir.Type{p.Context().I32}, types...)); err != nil {
		return err
	}
	r, err := parseShadow(p, l.names[1:], types)
	s.Regions = append(s.Regions, r)
	return err
}

// parseColonTypes parses ": T, U", or nothing.
func parseColonTypes(p ir.OpParser) ([]ir.Type, error) {
	if !p.TryPunct(":") {
		return nil, nil
	}
	return p.TypeList()
}
