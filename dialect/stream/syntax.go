package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func init() {
	for name, c := range map[string]text.Custom{
		"StreamTiedTarget":      {Parse: parseTiedTarget, Print: printTiedTarget},
		"StreamCollectiveParam": {Parse: parseCollectiveParam, Print: printCollectiveParam},
		"StreamAwaited":         {Parse: parseAwaited, Print: printAwaited},
		"StreamSlices":          {Parse: parseSlices, Print: printSlices},
		"StreamConstants":       {Parse: parseConstants, Print: printConstants},
		"StreamAccesses":        {Parse: parseAccesses, Print: printAccesses},
		"StreamEntryPoints":     {Parse: bindEntryPoints, Print: printEntryPoints},
	} {
		text.RegisterCustom(name, c)
	}
}

// parseTiedTarget parses %target as type{%size}.
func parseTiedTarget(p ir.OpParser, b *text.Binder) error {
	if _, named, err := p.TryOperand(); err != nil {
		return err
	} else if named {
		if err := p.Keyword("as"); err != nil {
			return err
		}
	}
	t, size, err := tied.Type(p, sizes)
	if err != nil {
		return err
	}
	def := b.State().Def
	b.OperandTypes(entry(def, "target"), []ir.Type{t})
	b.Operands(entry(def, "target_size"), size)
	return nil
}

func printTiedTarget(p ir.OpPrinter, op *ir.Op) {
	target := Named(op, "target")
	p.Operand(target)
	p.Write(" as ")
	p.Type(target.Type())
	tied.PrintSizes(p, target.Type(), AllNamed(op, "target_size"), sizes)
}

// parseCollectiveParam parses source(%rank), with the word that the collective operation has for it.
func parseCollectiveParam(p ir.OpParser, b *text.Binder) error {
	word := collectiveParam(b.Get(collective.Name))
	if word == "" {
		return nil
	}
	if err := p.Keyword(word); err != nil {
		return err
	}
	names, err := p.OperandList("(")
	if err != nil {
		return err
	}
	b.Operands(entry(b.State().Def, "param"), names)
	return nil
}

func printCollectiveParam(p ir.OpPrinter, op *ir.Op) {
	v, word := Named(op, "param"), collectiveParam(op.Attr(collective.Name))
	if v == nil || word == "" {
		return
	}
	p.Write(word + "(")
	p.Operand(v)
	p.Write(") ")
}

// parseAwaited parses types with sizes, which are those of operands and results.
func parseAwaited(p ir.OpParser, b *text.Binder) error {
	var types []ir.Type
	var all []ir.UnresolvedOperand
	for more := true; more; more = p.TryPunct(",") {
		t, size, ok, err := trySized(p)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		types, all = append(types, t), append(all, size...)
	}
	def := b.State().Def
	b.OperandTypes(entry(def, "resource_operands"), types)
	b.ResultTypes(0, types)
	b.Operands(entry(def, "resource_operand_sizes"), all)
	return nil
}

// trySized parses a type with its sizes, if the text has one.
func trySized(p ir.OpParser) (ir.Type, []ir.UnresolvedOperand, bool, error) {
	t, ok, err := p.TryType()
	if err != nil || !ok {
		return nil, nil, false, err
	}
	size, err := tied.Sizes(p, t, sizes)
	return t, slices.Clone(size), true, err
}

func printAwaited(p ir.OpPrinter, op *ir.Op) {
	printSized(p, AllNamed(op, "resource_operands"), AllNamed(op, "resource_operand_sizes"))
}

// printSized prints the types of values with their sizes, separated by commas.
func printSized(p ir.OpPrinter, values, all []*ir.Value) {
	for i, v := range values {
		if i > 0 {
			p.Write(", ")
		}
		p.Type(v.Type())
		all = tied.PrintSizes(p, v.Type(), all, sizes)
	}
}

// parseSlices parses [first, last] = %size, ...
func parseSlices(p ir.OpParser, b *text.Binder) error {
	c := p.Context()
	var ends []ir.Attr
	var names []ir.UnresolvedOperand
	var types []ir.Type
	for p.TryPunct("[") {
		first, err := p.Int()
		if err != nil {
			return err
		}
		if err := p.Punct(","); err != nil {
			return err
		}
		last, err := p.Int()
		if err != nil {
			return err
		}
		if err := p.Punct("]"); err != nil {
			return err
		}
		if err := p.Punct("="); err != nil {
			return err
		}
		size, err := p.Operand()
		if err != nil {
			return err
		}
		ends = append(ends, c.Int(c.Index, first), c.Int(c.Index, last))
		names, types = append(names, size), append(types, c.Index)
		if !p.TryPunct(",") {
			break
		}
	}
	def := b.State().Def
	b.Attr("lifetime_intervals", c.Array(ends))
	b.Operands(entry(def, "dynamic_slice_sizes"), names)
	b.ResultTypes(1, types)
	return nil
}

func printSlices(p ir.OpPrinter, op *ir.Op) {
	ends := op.Attr("lifetime_intervals").(*ir.ArrayAttr).Elems
	all := AllNamed(op, "dynamic_slice_sizes")
	for i, size := range all {
		p.Newline()
		p.Write("  [")
		p.AttrNoType(ends[2*i])
		p.Write(", ")
		p.AttrNoType(ends[2*i+1])
		p.Write("] = ")
		p.Operand(size)
		if i < len(all)-1 {
			p.Write(",")
		}
	}
	if len(all) > 0 {
		p.Newline()
	}
}

// parseConstants parses type{%size} = value, ...
func parseConstants(p ir.OpParser, b *text.Binder) error {
	var types []ir.Type
	var names []ir.UnresolvedOperand
	var values []ir.Attr
	for {
		t, size, err := tied.Type(p, sizes)
		if err != nil {
			return err
		}
		types, names = append(types, t), append(names, size...)
		if err := p.Punct("="); err != nil {
			return err
		}
		v, err := p.Attr(nil)
		if err != nil {
			return err
		}
		values = append(values, v)
		if !p.TryPunct(",") {
			break
		}
	}
	b.ResultTypes(0, types)
	b.Operands(0, names)
	b.Attr("values", p.Context().Array(values))
	return nil
}

func printConstants(p ir.OpPrinter, op *ir.Op) {
	values := op.Attr("values").(*ir.ArrayAttr).Elems
	for i, v := range values {
		p.Newline()
		p.Write("  ")
		p.ResultTypes(op, i, 1)
		p.Write("{")
		p.Operand(op.Operand(i))
		p.Write("} = ")
		p.Attr(v)
		if i < len(values)-1 {
			p.Write(",")
		}
	}
}

// accessOf parses ro, wo or rw.
func accessOf(p ir.OpParser) (Access, bool) {
	for _, a := range []Access{ReadOnly, WriteOnly, ReadWrite} {
		if p.TryKeyword(accessWords[a]) {
			return a, true
		}
	}
	return 0, false
}

// parseAccesses parses ro %a[%offset for %length] : type{%size}, ...
func parseAccesses(p ir.OpParser, b *text.Binder) error {
	c, def := p.Context(), b.State().Def
	var kinds []ir.Attr
	var types []ir.Type
	var names, all, offsets, lengths []ir.UnresolvedOperand
	for more := true; more; more = p.TryPunct(",") {
		off := p.Off()
		kind, ok := accessOf(p)
		if !ok && len(kinds) == 0 {
			break
		}
		if !ok {
			return p.Errorf(off, "expected 'ro', 'wo' or 'rw'")
		}
		name, offset, length, err := parseSubrange(p)
		if err != nil {
			return err
		}
		if err := p.Punct(":"); err != nil {
			return err
		}
		t, size, err := tied.Type(p, sizes)
		if err != nil {
			return err
		}
		kinds, types = append(kinds, c.Int(c.I32, int64(kind))), append(types, t)
		names, all = append(names, name), append(all, size...)
		offsets, lengths = append(offsets, offset), append(lengths, length)
	}
	b.Operands(entry(def, "resources"), names)
	b.OperandTypes(entry(def, "resources"), types)
	b.Operands(entry(def, "resource_sizes"), all)
	b.Operands(entry(def, "resource_offsets"), offsets)
	b.Operands(entry(def, "resource_lengths"), lengths)
	b.Attr("resource_accesses", c.Array(kinds))
	return nil
}

// parseSubrange parses %name[%offset for %length].
func parseSubrange(p ir.OpParser) (name, offset, length ir.UnresolvedOperand, err error) {
	if name, err = p.Operand(); err != nil {
		return
	}
	if err = p.Punct("["); err != nil {
		return
	}
	if offset, err = p.Operand(); err != nil {
		return
	}
	if err = p.Keyword("for"); err != nil {
		return
	}
	if length, err = p.Operand(); err != nil {
		return
	}
	err = p.Punct("]")
	return
}

func printAccesses(p ir.OpPrinter, op *ir.Op) {
	names, all := AllNamed(op, "resources"), AllNamed(op, "resource_sizes")
	offsets, lengths := AllNamed(op, "resource_offsets"), AllNamed(op, "resource_lengths")
	for i, kind := range Accesses(op) {
		p.Newline()
		p.Write("  " + accessWords[kind] + " ")
		printSubrange(p, names[i], offsets[i], lengths[i])
		p.Write(" : ")
		p.Type(names[i].Type())
		p.Write("{")
		p.Operand(all[i])
		p.Write("}")
		if i < len(names)-1 {
			p.Write(",")
		}
	}
}

func printSubrange(p ir.OpPrinter, name, offset, length *ir.Value) {
	p.Operand(name)
	p.Write("[")
	p.Operand(offset)
	p.Write(" for ")
	p.Operand(length)
	p.Write("]")
}

// parseEntryPoints parses a symbol, or several in braces.
func parseEntryPoints(p ir.OpParser) (ir.Attr, error) {
	var list []ir.Attr
	one := func() error {
		off := p.Off()
		a, err := p.Attr(nil)
		if err != nil {
			return err
		}
		if _, ok := a.(*ir.SymbolRefAttr); !ok {
			return p.Errorf(off, "expected the symbol of an entry point")
		}
		list = append(list, a)
		return nil
	}
	if !p.TryPunct("{") {
		err := one()
		return p.Context().Array(list), err
	}
	for {
		if err := one(); err != nil {
			return nil, err
		}
		if !p.TryPunct(",") {
			return p.Context().Array(list), p.Punct("}")
		}
	}
}

func bindEntryPoints(p ir.OpParser, b *text.Binder) error {
	a, err := parseEntryPoints(p)
	b.Attr("entry_points", a)
	return err
}

func printEntryPoints(p ir.OpPrinter, op *ir.Op) {
	refs := EntryPoints(op)
	if len(refs) == 1 {
		p.Attr(refs[0])
		return
	}
	p.Write("{")
	for i, ref := range refs {
		if i > 0 {
			p.Write(", ")
		}
		p.Attr(ref)
	}
	p.Write("}")
}

// parseExport parses [visibility] @function [as("name")] [workgroups(%arg: index, ...) -> (...) { ... }].
func parseExport(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	add := func(name string, a ir.Attr) { s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: a}) }
	if v := util.ParseVisibility(p); v != "" {
		add("sym_visibility", c.String(v))
	}
	function, err := p.SymbolName()
	if err != nil {
		return err
	}
	name := function
	if p.TryKeyword("as") {
		if err := p.Punct("("); err != nil {
			return err
		}
		if name, err = p.String(); err != nil {
			return err
		}
		if err := p.Punct(")"); err != nil {
			return err
		}
	}
	add("function_ref", c.SymbolRef(function))
	add("sym_name", c.String(name))
	body := ir.NewRegion()
	if p.TryKeyword("workgroups") {
		if body, err = parseWorkgroups(p); err != nil {
			return err
		}
	}
	s.Regions = append(s.Regions, body)
	return p.AttrDictWithKeyword(s)
}

func parseWorkgroups(p ir.OpParser) (*ir.Region, error) {
	args, err := p.RegionArgList("(", true)
	if err != nil {
		return nil, err
	}
	args = slices.Clone(args)
	off := p.Off()
	types, err := p.TryArrowTypes()
	if err != nil {
		return nil, err
	}
	index := p.Context().Index
	if !slices.Equal(types, []ir.Type{index, index, index}) {
		return nil, p.Errorf(off, "expected -> (index, index, index), the counts of workgroups")
	}
	return p.Region(args, false)
}

func printExport(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v + " ")
	}
	ref := op.Attr("function_ref").(*ir.SymbolRefAttr)
	p.Attr(ref)
	if name := op.SymbolName(); name != ref.Root {
		p.Write(" as(")
		p.Attr(op.Context().String(name))
		p.Write(")")
	}
	if body := op.Body(); body != nil {
		p.Write(" workgroups(")
		for i, a := range body.Args() {
			if i > 0 {
				p.Write(", ")
			}
			p.RegionArgument(a, nil, true)
		}
		index := op.Context().Index
		p.Write(")")
		p.ArrowTypes([]ir.Type{index, index, index})
		p.Write(" ")
		p.Region(op.Region(0), false, true)
	}
	p.AttrDictWithKeyword(op, "sym_visibility", "sym_name", "function_ref")
}
