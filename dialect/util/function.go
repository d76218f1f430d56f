package util

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Func is util.func: a function, or the declaration of one. Its results may be tied to arguments.
var Func = &ir.OpDef{
	Name:    "util.func",
	Summary: "function whose results may be tied to arguments",
	Attrs: append([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		tied.Attr,
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
		inlining,
	}, signature.Attrs...),
	Regions: []ir.RegionDef{{Name: "body", Any: true}},
	Traits:  ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove | ir.IsSymbol,
	Parse:   parseFunc,
	Print:   printFunc,
	Verify:  verifyFunc,
}

// inlining says whether a function may be inlined, or a global folded.
var inlining = ir.AttrDef{Name: "inlining_policy", Type: constraint.AnyAttr, Optional: true}

// NeverInline is the text of the policy of functions that no pass inlines, #util.inline.never.
const NeverInline = "inline.never"

// Initializer is util.initializer: code that runs when the module is loaded.
var Initializer = &ir.OpDef{
	Name:    "util.initializer",
	Summary: "code that runs when the module is loaded",
	Attrs: append([]ir.AttrDef{
		{Name: "function_type", Type: constraint.FunctionTypeAttr, Default: noFunction}},
		signature.Attrs...),
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove,
	Format:  "attr-dict-with-keyword $body",
	Verify:  verifyInitializer,
}

func noFunction(c *ir.Context) ir.Attr { return c.TypeAttr(c.Function(nil, nil)) }

// Return is util.return: the end of a function or initializer.
var Return = &ir.OpDef{
	Name:      "util.return",
	Summary:   "end of a function or initializer, with its results",
	Operands:  []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"util.func", "util.initializer"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}

// Call is util.call: a call of a util.func.
var Call = &ir.OpDef{
	Name:     "util.call",
	Summary:  "call of a function",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: append([]ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}, tied.Attr},
		signature.Attrs...),
	Parse:            parseCall,
	Print:            printCall,
	Verify:           verifyCallTies,
	VerifySymbolUses: verifyCall,
	Callee:           callee,
}

func init() { Return.Verify = verifyReturn }

func callee(op *ir.Op) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}

// FunctionType returns the type of a Func.
func FunctionType(op *ir.Op) *ir.FunctionType { return signature.Type(op) }

// parseFunc parses [visibility] @name(%arg: type {attrs}, ...) -> (results) attributes {...} { body }.
func parseFunc(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	if v := ParseVisibility(p); v != "" {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_visibility", Value: c.String(v)})
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_name", Value: c.String(name)})
	sig, err := ParseSignature(p, s)
	if err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	return signature.ParseBody(p, s, sig)
}

// ParseVisibility parses the visibility of a symbol. It returns "" if the text has none.
func ParseVisibility(p ir.OpParser) string {
	for _, v := range []string{"public", "private", "nested"} {
		if p.TryKeyword(v) {
			return v
		}
	}
	return ""
}

// ParseSignature parses (%arg: type {attrs}, ...) -> (results), and adds the attributes that hold it.
func ParseSignature(p ir.OpParser, s *ir.OpState) (*signature.Signature, error) {
	c := p.Context()
	sig := &signature.Signature{}
	if err := sig.ParseArguments(p); err != nil {
		return nil, err
	}
	of := tied.Of{Sized: tied.NoSizes, Attrs: true}
	for _, a := range sig.Args {
		of.Names, of.Types = append(of.Names, a.Operand), append(of.Types, a.Type)
	}
	if p.TryPunct("->") {
		r, err := of.Parse(p)
		if err != nil {
			return nil, err
		}
		sig.Results, sig.ResAttrs = r.Types, r.Attrs
		s.Attrs = r.AppendAttr(c, s.Attrs)
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(sig.FunctionType(c))})
	s.Attrs = sig.AppendAttrs(c, s.Attrs)
	return sig, nil
}

func printFunc(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v + " ")
	}
	p.Symbol(op.SymbolName())
	PrintSignature(p, op)
	p.AttrDictWithKeyword(op, "sym_name", "function_type", tied.Attr.Name, "sym_visibility", "arg_attrs",
		"res_attrs")
	if op.Body() != nil {
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
}

// PrintSignature prints what ParseSignature parses.
func PrintSignature(p ir.OpPrinter, op *ir.Op) {
	t, entry := FunctionType(op), op.Body()
	attrs, results := signature.Dicts(op, "arg_attrs"), signature.Dicts(op, "res_attrs")
	p.Write("(")
	for i, input := range t.Inputs {
		if i > 0 {
			p.Write(", ")
		}
		if entry != nil {
			p.RegionArgument(entry.Arg(i), signature.AttrsAt(attrs, i), true)
			continue
		}
		p.Write("%arg" + strconv.Itoa(i) + ": ")
		p.Type(input)
		p.Dict(signature.AttrsAt(attrs, i))
	}
	p.Write(")")
	if len(t.Results) == 0 {
		return
	}
	p.Write(" -> ")
	tied.Printer{
		Op: op, Sized: tied.NoSizes,
		Type: func(i int) ir.Type { return t.Inputs[i] },
		Name: func(i int) {
			if entry != nil {
				p.Operand(entry.Arg(i))
				return
			}
			p.Write("%arg" + strconv.Itoa(i))
		},
		Attrs: func(i int) { p.Dict(signature.AttrsAt(results, i)) },
	}.Print(p, t.Results, len(t.Results) > 1 || len(signature.AttrsAt(results, 0)) > 0)
}

func verifyFunc(op *ir.Op) error {
	if err := signature.Verify(op, codeUtil); err != nil {
		return err
	}
	t := FunctionType(op)
	if i, wrong := tied.Wrong(op, len(t.Results), len(t.Inputs)); wrong {
		return op.OpErrorf(codeUtil, "result %d is tied to no argument", i)
	}
	return nil
}

func verifyInitializer(op *ir.Op) error {
	if t := FunctionType(op); len(t.Inputs)+len(t.Results) > 0 {
		return op.OpErrorf(codeUtil, "must have no arguments and no results")
	}
	return nil
}

// verifyReturn checks operands against the results of the function.
func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(Func) && !f.Is(Initializer) {
		return nil // the table checks the parent
	}
	want := FunctionType(f).Results
	got := make([]ir.Type, op.NumOperands())
	for i, v := range op.Operands() {
		got[i] = v.Type()
	}
	if !slices.Equal(got, want) {
		return op.OpErrorf(codeUtil, "operand types do not match the results of the enclosing '%s'", f.Name())
	}
	return nil
}

// parseCall parses @callee(%operand, ...) {attrs} : (types) -> (results).
func parseCall(p ir.OpParser, s *ir.OpState) error {
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	off := p.Off()
	names, err := p.OperandList("(")
	if err != nil {
		return err
	}
	names = slices.Clone(names)
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	var types []ir.Type
	err = p.CommaSeparated("(", func() error {
		t, err := p.Type()
		types = append(types, t)
		return err
	})
	if err != nil {
		return err
	}
	if err := p.Punct("->"); err != nil {
		return err
	}
	r, err := tied.Of{Names: names, Types: types, Sized: tied.NoSizes}.Parse(p)
	if err != nil {
		return err
	}
	s.Attrs = r.AppendAttr(p.Context(), append(s.Attrs,
		ir.NamedAttr{Name: "callee", Value: p.Context().SymbolRef(name)}))
	s.Results = r.Types
	s.Operands, err = p.ResolveAll(names, types, off)
	return err
}

func printCall(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Attr(op.Attr("callee"))
	p.Write("(")
	p.Operands(op.Operands())
	p.Write(")")
	p.AttrDict(op, "callee", tied.Attr.Name)
	p.Write(" : (")
	p.OperandTypes(op, 0, op.NumOperands())
	p.Write(") -> ")
	tied.Printer{
		Op: op, Sized: tied.NoSizes,
		Type: func(i int) ir.Type { return op.Operand(i).Type() },
		Name: func(i int) { p.Operand(op.Operand(i)) },
	}.Print(p, op.ResultTypes(), op.NumResults() != 1)
}

func verifyCallTies(op *ir.Op) error {
	if i, wrong := tied.Wrong(op, op.NumResults(), op.NumOperands()); wrong {
		return op.OpErrorf(codeUtil, "result %d is tied to no operand", i)
	}
	return nil
}

func verifyCall(op *ir.Op, t *ir.SymbolTables) error {
	ref := callee(op)
	f := t.Resolve(op, ref)
	if !f.Is(Func) {
		return op.OpErrorf(codeUtil, "'%s' does not reference a valid function", ref.Root)
	}
	return signature.VerifyCall(op, FunctionType(f), codeUtil)
}
