package scf

import (
	"github.com/inflight-compiler/inflight/dialect/internal/assignment"
	"github.com/inflight-compiler/inflight/ir"
)

// setTypes gives the arguments their types.
func setTypes(args []ir.RegionArg, types []ir.Type) {
	for i := range args {
		args[i].Type = types[i]
	}
}

// same returns n copies of t.
func same(t ir.Type, n int) []ir.Type {
	out := make([]ir.Type, n)
	for i := range out {
		out[i] = t
	}
	return out
}

// printTypeList prints " -> (T, U)", always in parentheses.
func printTypeList(p ir.OpPrinter, types []ir.Type) {
	p.Write(" -> (")
	p.Types(types)
	p.Write(")")
}

// parseFor parses [unsigned] %iv = %lb to %ub step %s [iter_args(...) -> (types)] [: type] { body } {attrs}.
func parseFor(p ir.OpParser, s *ir.OpState) error {
	if p.TryKeyword("unsigned") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "unsignedCmp", Value: p.Context().Unit})
	}
	iv, err := p.RegionArg(false)
	if err != nil {
		return err
	}
	var names [3]ir.UnresolvedOperand
	if names, err = parseForBounds(p); err != nil {
		return err
	}
	off := p.Off()
	var carried assignment.List
	if p.TryKeyword("iter_args") {
		if err := carried.Parse(p); err != nil {
			return err
		}
		if s.Results, err = p.TryArrowTypes(); err != nil {
			return err
		}
	}
	if len(s.Results) != len(carried.Args) {
		return p.Errorf(off, "mismatch in number of loop-carried values and defined values")
	}
	iv.Type = p.Context().Index
	if p.TryPunct(":") {
		if iv.Type, err = p.Type(); err != nil {
			return err
		}
	}
	carried.SetTypes(s.Results)
	body, err := p.Region(append([]ir.RegionArg{iv}, carried.Args...), false)
	if err != nil {
		return err
	}
	types := append(same(iv.Type, 3), s.Results...)
	if s.Operands, err = p.ResolveAll(append(names[:], carried.Inits...), types, off); err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, "scf.yield", s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func parseForBounds(p ir.OpParser) (names [3]ir.UnresolvedOperand, err error) {
	if err := p.Punct("="); err != nil {
		return names, err
	}
	for i, keyword := range []string{"", "to", "step"} {
		if keyword != "" {
			if err := p.Keyword(keyword); err != nil {
				return names, err
			}
		}
		if names[i], err = p.Operand(); err != nil {
			return names, err
		}
	}
	return names, nil
}

func printFor(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if Unsigned(op) {
		p.Write("unsigned ")
	}
	p.Operand(InductionVar(op))
	for i, word := range []string{" = ", " to ", " step "} {
		p.Write(word)
		p.Operand(op.Operand(i))
	}
	assignment.Print(p, " iter_args", IterArgs(op), Inits(op))
	if len(Inits(op)) > 0 {
		printTypeList(p, op.ResultTypes())
	}
	p.Write(" ")
	if t := InductionVar(op).Type(); t != ir.Type(op.Context().Index) {
		p.Write(" : ")
		p.Type(t)
		p.Write(" ")
	}
	p.Region(op.Region(0), false, len(Inits(op)) > 0)
	p.AttrDict(op, "unsignedCmp")
}

// parseIf parses %cond [-> (types)] { then } [else { else }] {attrs}.
func parseIf(p ir.OpParser, s *ir.OpState) error {
	name, err := p.Operand()
	if err != nil {
		return err
	}
	cond, err := p.Resolve(name, p.Context().I1)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, cond)
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	then, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	if err := p.EnsureTerminator(then, "scf.yield", s.Loc); err != nil {
		return err
	}
	els := ir.NewRegion()
	if p.TryKeyword("else") {
		if els, err = p.Region(nil, false); err != nil {
			return err
		}
		if err := p.EnsureTerminator(els, "scf.yield", s.Loc); err != nil {
			return err
		}
	}
	s.Regions = append(s.Regions, then, els)
	return p.AttrDict(s)
}

func printIf(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	terminators := op.NumResults() > 0
	if terminators {
		printTypeList(p, op.ResultTypes())
	}
	p.Write(" ")
	p.Region(op.Region(0), false, terminators)
	if !op.Region(1).Empty() {
		p.Write(" else ")
		p.Region(op.Region(1), false, terminators)
	}
	p.AttrDict(op)
}

// parseWhile parses [(%arg = %init, ...)] : type { before } do { after } [attributes {...}].
func parseWhile(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	var carried assignment.List
	typeOff := off
	if err := carried.ParseOptional(p); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	typeOff = p.Off()
	t, err := p.Type()
	if err != nil {
		return err
	}
	typ, ok := t.(*ir.FunctionType)
	if !ok {
		return p.Errorf(typeOff, "expected a function type")
	}
	if len(typ.Inputs) != len(carried.Inits) {
		return p.Errorf(typeOff, "expected as many input types as operands (expected %d got %d)",
			len(carried.Inits), len(typ.Inputs))
	}
	if s.Operands, err = p.ResolveAll(carried.Inits, typ.Inputs, off); err != nil {
		return err
	}
	s.Results = typ.Results
	carried.SetTypes(typ.Inputs)
	before, err := p.Region(carried.Args, false)
	if err != nil {
		return err
	}
	if err := p.Keyword("do"); err != nil {
		return err
	}
	after, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, before, after)
	return p.AttrDictWithKeyword(s)
}

func printWhile(p ir.OpPrinter, op *ir.Op) {
	assignment.Print(p, " ", op.Region(0).Entry().Args(), op.Operands())
	p.Write(" : ")
	inputs := make([]ir.Type, op.NumOperands())
	for i, v := range op.Operands() {
		inputs[i] = v.Type()
	}
	p.Type(op.Context().Function(inputs, op.ResultTypes()))
	p.Write(" ")
	p.Region(op.Region(0), false, true)
	p.Write(" do ")
	p.Region(op.Region(1), true, true)
	p.AttrDictWithKeyword(op)
}

// parseExecuteRegion parses [-> types] [no_inline] { body } {attrs}.
func parseExecuteRegion(p ir.OpParser, s *ir.OpState) error {
	var err error
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	if p.TryKeyword("no_inline") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "no_inline", Value: p.Context().Unit})
	}
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	return p.AttrDict(s)
}

func printExecuteRegion(p ir.OpPrinter, op *ir.Op) {
	p.ArrowTypes(op.ResultTypes())
	p.Write(" ")
	if op.Attr("no_inline") != nil {
		p.Write("no_inline ")
	}
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, "no_inline")
}

// parseIndexSwitch parses %arg {attrs} [-> types] case N { ... } ... default { ... }.
func parseIndexSwitch(p ir.OpParser, s *ir.OpState) error {
	name, err := p.Operand()
	if err != nil {
		return err
	}
	arg, err := p.Resolve(name, p.Context().Index)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, arg)
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if p.TryPunct("->") {
		if s.Results, err = p.TypeList(); err != nil {
			return err
		}
	}
	var cases []int64
	regions := []*ir.Region{nil}
	for p.TryKeyword("case") {
		n, err := p.Int()
		if err != nil {
			return err
		}
		r, err := parseYielding(p, s)
		if err != nil {
			return err
		}
		cases, regions = append(cases, n), append(regions, r)
	}
	if err := p.Keyword("default"); err != nil {
		return err
	}
	if regions[0], err = parseYielding(p, s); err != nil {
		return err
	}
	s.Regions = append(s.Regions, regions...)
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "cases", Value: p.Context().I64Array(cases...)})
	return nil
}

// parseYielding parses a region that ends with scf.yield, written or not.
func parseYielding(p ir.OpParser, s *ir.OpState) (*ir.Region, error) {
	r, err := p.Region(nil, false)
	if err != nil {
		return nil, err
	}
	return r, p.EnsureTerminator(r, "scf.yield", s.Loc)
}

func printIndexSwitch(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.AttrDict(op, "cases")
	if op.NumResults() > 0 {
		p.Write(" -> ")
		p.Types(op.ResultTypes())
	}
	p.Write(" ")
	for i, n := range op.Ints("cases") {
		p.Newline()
		p.Write("case ")
		p.Int(n)
		p.Write(" ")
		p.Region(op.Region(i+1), false, true)
	}
	p.Newline()
	p.Write("default ")
	p.Region(op.Region(0), true, writtenTerminator(op.Region(0)))
}

// writtenTerminator reports whether a region's implicit terminator says something, so that it must be
// printed.
func writtenTerminator(r *ir.Region) bool {
	if r.Empty() || r.Entry().Last() == nil {
		return true
	}
	t := r.Entry().Last()
	return t.NumOperands() > 0 || t.NumResults() > 0 || len(t.Attrs()) > 0
}
