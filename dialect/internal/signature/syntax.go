package signature

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Attrs declares the attribute lists of functions and calls: one list for arguments, one for results.
var Attrs = []ir.AttrDef{
	{Name: "arg_attrs", Type: constraint.DictArray, Optional: true},
	{Name: "res_attrs", Type: constraint.DictArray, Optional: true},
}

// Type returns the type of a function.
func Type(op *ir.Op) *ir.FunctionType {
	if a, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*ir.FunctionType); ok {
			return t
		}
	}
	return op.Context().Function(nil, nil)
}

// Signature is a function's signature as written.
type Signature struct {
	Args     []ir.RegionArg // unnamed in a declaration
	Named    bool
	ArgAttrs []ir.Attr // a dictionary for each
	Results  []ir.Type
	ResAttrs []ir.Attr
	// Variadic allows ... behind the arguments; More says that the text has it.
	Variadic, More bool
}

// ParseFunction parses [visibility] @name(args) [-> results] [attributes {...}] [{ body }].
func ParseFunction(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	visibility := parseVisibility(p)
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	var sig Signature
	if err := sig.Parse(p); err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "sym_name", Value: c.String(name)},
		ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(sig.FunctionType(c))})
	if visibility != "" {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_visibility", Value: c.String(visibility)})
	}
	s.Attrs = sig.AppendAttrs(c, s.Attrs)
	return ParseBody(p, s, &sig)
}

// ParseBody parses the body of a function, if there is one.
func ParseBody(p ir.OpParser, s *ir.OpState, sig *Signature) error {
	var entry []ir.RegionArg
	if sig.Named {
		entry = sig.Args
	}
	off := p.Off()
	body, ok, err := p.TryRegion(entry, false)
	switch {
	case err != nil:
		return err
	case !ok:
		body = ir.NewRegion()
	case body.Empty():
		return p.Errorf(off, "expected non-empty function body")
	}
	s.Regions = append(s.Regions, body)
	return nil
}

func parseVisibility(p ir.OpParser) string {
	for _, v := range []string{"public", "private", "nested"} {
		if p.TryKeyword(v) {
			return v
		}
	}
	return ""
}

// Parse parses (arguments) [-> results].
func (sig *Signature) Parse(p ir.OpParser) error {
	if err := sig.ParseArguments(p); err != nil {
		return err
	}
	if !p.TryPunct("->") {
		return nil
	}
	if !p.TryPunct("(") {
		return sig.parseResult(p, false)
	}
	if p.TryPunct(")") {
		return nil
	}
	for {
		if err := sig.parseResult(p, true); err != nil {
			return err
		}
		if !p.TryPunct(",") {
			return p.Punct(")")
		}
	}
}

// ParseArguments parses (arguments).
func (sig *Signature) ParseArguments(p ir.OpParser) error {
	return p.CommaSeparated("(", func() error { return sig.parseArg(p) })
}

// parseArg parses "%name: type {attrs} loc(...)", in a declaration without the name.
func (sig *Signature) parseArg(p ir.OpParser) error {
	off := p.Off()
	if sig.More {
		return p.Errorf(off, "variadic arguments must be in the end of the argument list")
	}
	if sig.Variadic && p.TryPunct("...") {
		sig.More = true
		return nil
	}
	operand, named, err := p.TryOperand()
	if err != nil {
		return err
	}
	if len(sig.Args) > 0 && named != sig.Named {
		if named {
			return p.Errorf(off, "expected type instead of SSA identifier")
		}
		return p.Errorf(off, "expected SSA identifier")
	}
	sig.Named = named
	if named {
		if err := p.Punct(":"); err != nil {
			return err
		}
	}
	arg := ir.RegionArg{Operand: operand}
	if arg.Type, err = p.Type(); err != nil {
		return err
	}
	dict, err := parseDict(p)
	if err != nil {
		return err
	}
	if loc, ok, err := p.TryLocation(); err != nil {
		return err
	} else if ok {
		arg.Loc = loc
	}
	sig.Args, sig.ArgAttrs = append(sig.Args, arg), append(sig.ArgAttrs, dict)
	return nil
}

func (sig *Signature) parseResult(p ir.OpParser, attrs bool) error {
	t, err := p.Type()
	if err != nil {
		return err
	}
	dict := ir.Attr(p.Context().EmptyDict)
	if attrs {
		if dict, err = parseDict(p); err != nil {
			return err
		}
	}
	sig.Results, sig.ResAttrs = append(sig.Results, t), append(sig.ResAttrs, dict)
	return nil
}

func parseDict(p ir.OpParser) (ir.Attr, error) {
	var s ir.OpState
	err := p.AttrDict(&s)
	return p.Context().Dict(s.Attrs), err
}

// FunctionType returns the type of a function of this signature.
func (sig *Signature) FunctionType(c *ir.Context) *ir.FunctionType {
	inputs := make([]ir.Type, len(sig.Args))
	for i := range inputs {
		inputs[i] = sig.Args[i].Type
	}
	return c.Function(inputs, sig.Results)
}

// AppendAttrs adds the attributes that hold the signature of a function besides its type: arg_attrs and
// res_attrs.
func (sig *Signature) AppendAttrs(c *ir.Context, attrs []ir.NamedAttr) []ir.NamedAttr {
	attrs = AppendDicts(c, attrs, "arg_attrs", sig.ArgAttrs)
	return AppendDicts(c, attrs, "res_attrs", sig.ResAttrs)
}

// AppendDicts adds a list of dictionaries as one attribute, unless all are empty.
func AppendDicts(c *ir.Context, attrs []ir.NamedAttr, name string, dicts []ir.Attr) []ir.NamedAttr {
	if !slices.ContainsFunc(dicts, func(d ir.Attr) bool { return len(d.(*ir.DictAttr).Entries) > 0 }) {
		return attrs
	}
	return append(attrs, ir.NamedAttr{Name: name, Value: c.Array(dicts)})
}

// PrintFunction prints what ParseFunction parses.
func PrintFunction(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v + " ")
	}
	p.Symbol(op.SymbolName())
	Print(p, op)
	p.AttrDictWithKeyword(op, "sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if op.NumRegions() > 0 && !op.Region(0).Empty() {
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
}

// Print prints (arguments) [-> results] of a function.
func Print(p ir.OpPrinter, op *ir.Op) {
	t := Type(op)
	PrintTypes(p, op, t.Inputs, false, t.Results)
}

// PrintTypes is Print for functions whose type is not builtin's function type. With more, they are variadic.
func PrintTypes(p ir.OpPrinter, op *ir.Op, args []ir.Type, more bool, results []ir.Type) {
	attrs, entry := Dicts(op, "arg_attrs"), op.Body()
	p.Write("(")
	for i, t := range args {
		if i > 0 {
			p.Write(", ")
		}
		printArgument(p, entry, i, t, AttrsAt(attrs, i))
	}
	if more {
		if len(args) > 0 {
			p.Write(", ")
		}
		p.Write("...")
	}
	p.Write(")")
	printResults(p, results, Dicts(op, "res_attrs"))
}

// PrintCallTypes prints (types) -> results of a call. Its arguments are count operands, from number first on.
func PrintCallTypes(p ir.OpPrinter, op *ir.Op, first, count int) {
	attrs := Dicts(op, "arg_attrs")
	p.Write("(")
	if len(attrs) == 0 {
		p.OperandTypes(op, first, count)
	} else {
		printAttributed(p, count, func(i int) { p.OperandTypes(op, first+i, 1) }, attrs)
	}
	results := Dicts(op, "res_attrs")
	switch {
	case op.NumResults() == 0:
		p.Write(") -> ()")
	case len(results) == 0:
		p.Write(")")
		p.ArrowResults(op)
	default:
		p.Write(") -> (")
		printAttributed(p, op.NumResults(), func(i int) { p.ResultTypes(op, i, 1) }, results)
		p.Write(")")
	}
}

// printArgument prints an argument. It prints the name if the function has a body.
func printArgument(p ir.OpPrinter, entry *ir.Block, i int, t ir.Type, dict []ir.NamedAttr) {
	if entry != nil {
		p.RegionArgument(entry.Arg(i), dict, true)
		return
	}
	p.Type(t)
	p.Dict(dict)
}

func printResults(p ir.OpPrinter, results []ir.Type, attrs []*ir.DictAttr) {
	if len(attrs) == 0 {
		p.ArrowTypes(results)
		return
	}
	p.Write(" -> (")
	printAttributed(p, len(results), func(i int) { p.Type(results[i]) }, attrs)
	p.Write(")")
}

// printAttributed prints types, each with its attributes.
func printAttributed(p ir.OpPrinter, count int, printType func(i int), attrs []*ir.DictAttr) {
	for i := range count {
		if i > 0 {
			p.Write(", ")
		}
		printType(i)
		p.Dict(AttrsAt(attrs, i))
	}
}

// Dicts returns the elements of an attribute that is a list of dictionaries. An element that is no dictionary
// is nil.
func Dicts(op *ir.Op, name string) []*ir.DictAttr {
	list, ok := op.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	out := make([]*ir.DictAttr, len(list.Elems))
	for i, e := range list.Elems {
		out[i], _ = e.(*ir.DictAttr)
	}
	return out
}

// AttrsAt returns the entries of dictionary i.
func AttrsAt(dicts []*ir.DictAttr, i int) []ir.NamedAttr {
	if i >= len(dicts) || dicts[i] == nil {
		return nil
	}
	return dicts[i].Entries
}
