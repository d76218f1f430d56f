package function

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// signature is a function's signature as the text gives it.
type signature struct {
	args     []ir.RegionArg // unnamed in a declaration
	named    bool
	argAttrs []ir.Attr
	results  []ir.Type
	resAttrs []ir.Attr
}

// parseFunc parses [visibility] @name(args) [-> results] [attributes {...}] [{ body }].
func parseFunc(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	visibility := parseVisibility(p)
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	var sig signature
	if err := sig.parse(p); err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "sym_name", Value: c.String(name)},
		ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(sig.functionType(c))})
	if visibility != "" {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_visibility", Value: c.String(visibility)})
	}
	s.Attrs = appendDicts(c, s.Attrs, "arg_attrs", sig.argAttrs)
	s.Attrs = appendDicts(c, s.Attrs, "res_attrs", sig.resAttrs)
	return parseBody(p, s, &sig)
}

func parseBody(p ir.OpParser, s *ir.OpState, sig *signature) error {
	var entry []ir.RegionArg
	if sig.named {
		entry = sig.args
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

func (sig *signature) parse(p ir.OpParser) error {
	if err := p.CommaSeparated("(", func() error { return sig.parseArg(p) }); err != nil {
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

// parseArg parses "%name: type {attrs} loc(...)", in a declaration without the name.
func (sig *signature) parseArg(p ir.OpParser) error {
	off := p.Off()
	operand, named, err := p.TryOperand()
	if err != nil {
		return err
	}
	if len(sig.args) > 0 && named != sig.named {
		if named {
			return p.Errorf(off, "expected type instead of SSA identifier")
		}
		return p.Errorf(off, "expected SSA identifier")
	}
	sig.named = named
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
	sig.args, sig.argAttrs = append(sig.args, arg), append(sig.argAttrs, dict)
	return nil
}

func (sig *signature) parseResult(p ir.OpParser, attrs bool) error {
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
	sig.results, sig.resAttrs = append(sig.results, t), append(sig.resAttrs, dict)
	return nil
}

func parseDict(p ir.OpParser) (ir.Attr, error) {
	var s ir.OpState
	err := p.AttrDict(&s)
	return p.Context().Dict(s.Attrs), err
}

func (sig *signature) functionType(c *ir.Context) *ir.FunctionType {
	inputs := make([]ir.Type, len(sig.args))
	for i := range inputs {
		inputs[i] = sig.args[i].Type
	}
	return c.Function(inputs, sig.results)
}

// appendDicts adds a list of dictionaries as one attribute, unless all are empty.
func appendDicts(c *ir.Context, attrs []ir.NamedAttr, name string, dicts []ir.Attr) []ir.NamedAttr {
	if !slices.ContainsFunc(dicts, func(d ir.Attr) bool { return len(d.(*ir.DictAttr).Entries) > 0 }) {
		return attrs
	}
	return append(attrs, ir.NamedAttr{Name: name, Value: c.Array(dicts)})
}

func printFunc(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v + " ")
	}
	p.Symbol(op.SymbolName())
	printArguments(p, op)
	printResults(p, Type(op).Results, dicts(op, "res_attrs"))
	p.AttrDictWithKeyword(op, "sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if op.NumRegions() > 0 && !op.Region(0).Empty() {
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
}

func printArguments(p ir.OpPrinter, op *ir.Op) {
	attrs := dicts(op, "arg_attrs")
	p.Write("(")
	for i, t := range Type(op).Inputs {
		if i > 0 {
			p.Write(", ")
		}
		printArgument(p, op, i, t, attrs)
	}
	p.Write(")")
}

func printArgument(p ir.OpPrinter, op *ir.Op, i int, t ir.Type, attrs []*ir.DictAttr) {
	entry, dict := op.Body(), attrsAt(attrs, i)
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
	for i, t := range results {
		if i > 0 {
			p.Write(", ")
		}
		p.Type(t)
		p.Dict(attrsAt(attrs, i))
	}
	p.Write(")")
}

func dicts(op *ir.Op, name string) []*ir.DictAttr {
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

func attrsAt(dicts []*ir.DictAttr, i int) []ir.NamedAttr {
	if i >= len(dicts) || dicts[i] == nil {
		return nil
	}
	return dicts[i].Entries
}

// parseCallIndirect parses %callee(args) {attrs} : type.
func parseCallIndirect(p ir.OpParser, s *ir.OpState) error {
	callee, err := p.Operand()
	if err != nil {
		return err
	}
	off := p.Off()
	args, err := p.OperandList("(")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	typeOff := p.Off()
	t, err := p.Type()
	if err != nil {
		return err
	}
	typ, ok := t.(*ir.FunctionType)
	if !ok {
		return p.Errorf(typeOff, "'callee' must be function type, but got '%v'", t)
	}
	f, err := p.Resolve(callee, typ)
	if err != nil {
		return err
	}
	values, err := p.ResolveAll(args, typ.Inputs, off)
	if err != nil {
		return err
	}
	s.Operands, s.Results = append([]*ir.Value{f}, values...), typ.Results
	return nil
}

func printCallIndirect(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write("(")
	p.Operands(op.Operands()[1:])
	p.Write(")")
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
}

func inferCallIndirect(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	if t, ok := s.Operands[0].Type().(*ir.FunctionType); ok {
		return t.Results, nil
	}
	return nil, nil
}
