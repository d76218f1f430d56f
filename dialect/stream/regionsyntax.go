package stream

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// operands are the operands that custom syntax has read so far, by the entry of the table.
type operands struct {
	p   ir.OpParser
	s   *ir.OpState
	off int32
	all [][]*ir.Value
}

func newOperands(p ir.OpParser, s *ir.OpState) *operands {
	return &operands{p: p, s: s, off: p.Off(), all: make([][]*ir.Value, len(s.Def.Operands))}
}

// add resolves names as operands of an entry.
func (o *operands) add(name string, names []ir.UnresolvedOperand, types []ir.Type) error {
	values, err := o.p.ResolveAll(names, types, o.off)
	i := entry(o.s.Def, name)
	o.all[i] = append(o.all[i], values...)
	return err
}

// indices adds operands that are indices, timepoints those that are timepoints.
func (o *operands) indices(name string, names []ir.UnresolvedOperand) error {
	return o.add(name, names, slices.Repeat([]ir.Type{o.p.Context().Index}, len(names)))
}

func (o *operands) timepoints(name string, names []ir.UnresolvedOperand) error {
	return o.add(name, names, slices.Repeat([]ir.Type{TimepointType(o.p.Context())}, len(names)))
}

// finish hands the operands and their segments to the state.
func (o *operands) finish() {
	segments := make([]int64, len(o.all))
	for i, list := range o.all {
		o.s.Operands = append(o.s.Operands, list...)
		segments[i] = int64(len(list))
	}
	o.s.Attrs = append(o.s.Attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: o.p.Context().I32Array(segments...)})
}

// parseOn parses on(affinity), if it is there.
func parseOn(p ir.OpParser, s *ir.OpState) error {
	if !p.TryKeyword("on") {
		return nil
	}
	if err := p.Punct("("); err != nil {
		return err
	}
	a, err := p.Attr(nil)
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: affinity.Name, Value: a})
	return p.Punct(")")
}

func printOn(p ir.OpPrinter, op *ir.Op) {
	if a := Affinity(op); a != nil {
		p.Write(" on(")
		p.Attr(a)
		p.Write(")")
	}
}

// parseAwait parses await(%timepoint, ...) =>, if it is there.
func (o *operands) parseAwait(name string) error {
	if !o.p.TryKeyword("await") {
		return nil
	}
	names, err := o.p.OperandList("(")
	if err != nil {
		return err
	}
	if err := o.timepoints(name, names); err != nil {
		return err
	}
	return arrow(o.p)
}

func arrow(p ir.OpParser) error {
	if err := p.Punct("="); err != nil {
		return err
	}
	return p.Punct(">")
}

func printAwait(p ir.OpPrinter, op *ir.Op) {
	if list := AwaitTimepoints(op); len(list) > 0 {
		p.Write(" await(")
		p.Operands(list)
		p.Write(") =>")
	}
}

// parseExecute parses the operations with a region: [once] [on(affinity)] [await(%t) =>] with(%x as %arg:
// type{%size}, ...) [-> results] { ... } [=> timepoint].
func parseExecute(p ir.OpParser, s *ir.OpState) error {
	o := newOperands(p, s)
	if s.Def == CmdExecute && p.TryKeyword("once") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "once", Value: p.Context().Unit})
	}
	if err := parseOn(p, s); err != nil {
		return err
	}
	if s.Def != AsyncConcurrent {
		if err := o.parseAwait(awaited.Name); err != nil {
			return err
		}
	}
	args, err := o.parseWith(s.Def != CmdExecute)
	if err != nil {
		return err
	}
	o.finish()
	body, err := p.Region(args, false)
	if err != nil {
		return err
	}
	if body.Empty() {
		body = p.Builder().NewRegion(p.Builder().NewBlock(typesOf(args)...))
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, "stream.yield", s.Loc); err != nil {
		return err
	}
	if s.Def != AsyncConcurrent {
		if err := parseResultTimepoint(p, s); err != nil {
			return err
		}
	}
	return p.AttrDictWithKeyword(s)
}

func typesOf(args []ir.RegionArg) []ir.Type {
	var types []ir.Type
	for _, a := range args {
		types = append(types, a.Type)
	}
	return types
}

func parseResultTimepoint(p ir.OpParser, s *ir.OpState) error {
	if err := arrow(p); err != nil {
		return err
	}
	t, err := p.Type()
	s.Results = append(s.Results, t)
	return err
}

// parseWith parses with(%x as %arg: type{%size}, ...) [-> results].
func (o *operands) parseWith(hasResults bool) ([]ir.RegionArg, error) {
	p := o.p
	if err := p.Keyword("with"); err != nil {
		return nil, err
	}
	var args []ir.RegionArg
	of := tied.Of{Sized: sizes}
	var all []ir.UnresolvedOperand
	err := p.CommaSeparated("(", func() error {
		name, err := p.Operand()
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
		if err := p.Punct(":"); err != nil {
			return err
		}
		t, size, err := tied.Type(p, sizes)
		arg.Type = t
		of.Names, of.Types = append(of.Names, name), append(of.Types, t)
		args, all = append(args, arg), append(all, size...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := o.add("resource_operands", of.Names, of.Types); err != nil {
		return nil, err
	}
	if err := o.indices("resource_operand_sizes", all); err != nil {
		return nil, err
	}
	if !hasResults || !p.TryPunct("->") {
		return args, nil
	}
	return args, o.parseResults(of)
}

// parseResults parses results behind an arrow.
func (o *operands) parseResults(of tied.Of) error {
	r, err := of.Parse(o.p)
	if err != nil {
		return err
	}
	o.s.Results = r.Types
	o.s.Attrs = r.AppendAttr(o.p.Context(), o.s.Attrs)
	if entry(o.s.Def, "result_sizes") < 0 {
		return nil
	}
	return o.indices("result_sizes", r.Sizes)
}

func printExecute(p ir.OpPrinter, op *ir.Op) {
	if op.Attr("once") != nil {
		p.Write(" once")
	}
	printOn(p, op)
	printAwait(p, op)
	p.Write(" with(")
	all := AllNamed(op, "resource_operand_sizes")
	for i, v := range AllNamed(op, "resource_operands") {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(v)
		p.Write(" as ")
		p.RegionArgument(op.Body().Arg(i), nil, false)
		p.Write(": ")
		p.Type(v.Type())
		all = tied.PrintSizes(p, v.Type(), all, sizes)
	}
	p.Write(")")
	if results := resources(op.Results()); len(results) > 0 {
		p.Write(" -> ")
		printResults(p, op, results)
	}
	p.Write(" ")
	p.Region(op.Region(0), false, op.Body().Terminator().NumOperands() > 0)
	printResultTimepoint(p, op)
	p.AttrDictWithKeyword(op, "once", affinity.Name, tied.Attr.Name, constraint.OperandSegmentSize.Name)
}

func printResultTimepoint(p ir.OpPrinter, op *ir.Op) {
	if t := ResultTimepoint(op); t != nil {
		p.Write(" => ")
		p.Type(t.Type())
	}
}

func printResults(p ir.OpPrinter, op *ir.Op, results []*ir.Value) {
	types := make([]ir.Type, len(results))
	for i, r := range results {
		types[i] = r.Type()
	}
	values := AllNamed(op, "resource_operands")
	tied.Printer{
		Op: op, Sized: sizes, Sizes: AllNamed(op, "result_sizes"),
		Name: func(i int) { p.Operand(values[i]) },
		Type: func(i int) ir.Type { return values[i].Type() },
	}.Print(p, types, len(types) != 1)
}

// parseDispatch parses calls: [on(affinity)] @function [[%workload, ...]](%x[%offset to %end for %length],
// ...) {attrs} : (types) -> results.
func parseDispatch(p ir.OpParser, s *ir.OpState) error {
	o := newOperands(p, s)
	if err := o.parseTarget(); err != nil {
		return err
	}
	names, err := o.parseArguments()
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	if err := o.parseFunctionType(names); err != nil {
		return err
	}
	o.finish()
	return nil
}

// parseTarget parses what a call calls, and where.
func (o *operands) parseTarget() error {
	p, s := o.p, o.s
	if s.Def != CmdCall {
		if err := parseOn(p, s); err != nil {
			return err
		}
	}
	if s.Def != AsyncDispatch {
		name, err := p.SymbolName()
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "callee", Value: p.Context().SymbolRef(name)})
		return err
	}
	a, err := parseEntryPoints(p)
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "entry_points", Value: a})
	var workload []ir.UnresolvedOperand
	if p.TryPunct("[") {
		if workload, err = p.OperandList(""); err != nil {
			return err
		}
		workload = slices.Clone(workload)
		if err := p.Punct("]"); err != nil {
			return err
		}
	}
	return o.indices("workload", workload)
}

// parseArguments parses the arguments of a call, with ranges behind resources.
func (o *operands) parseArguments() ([]ir.UnresolvedOperand, error) {
	p, c := o.p, o.p.Context()
	var names, offsets, ends, lengths []ir.UnresolvedOperand
	var kinds []ir.Attr
	err := p.CommaSeparated("(", func() error {
		if o.s.Def == CmdCall {
			if kind, ok := accessOf(p); ok {
				name, offset, length, err := parseSubrange(p)
				names, offsets, lengths = append(names, name), append(offsets, offset),
					append(lengths, length)
				kinds = append(kinds, c.Int(c.I32, int64(kind)))
				return err
			}
		}
		name, err := p.Operand()
		names = append(names, name)
		if err != nil || o.s.Def == CmdCall || !p.TryPunct("[") {
			return err
		}
		offset, end, length, err := parseRange(p)
		offsets, ends, lengths = append(offsets, offset), append(ends, end), append(lengths, length)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := o.indices("resource_operand_offsets", offsets); err != nil {
		return nil, err
	}
	if o.s.Def == CmdCall {
		o.s.Attrs = append(o.s.Attrs, ir.NamedAttr{Name: "resource_operand_accesses", Value: c.Array(kinds)})
	} else if err := o.indices("resource_operand_ends", ends); err != nil {
		return nil, err
	}
	return names, o.indices("resource_operand_lengths", lengths)
}

// parseRange parses %offset to %end for %length].
func parseRange(p ir.OpParser) (offset, end, length ir.UnresolvedOperand, err error) {
	if offset, err = p.Operand(); err != nil {
		return
	}
	if err = p.Keyword("to"); err != nil {
		return
	}
	if end, err = p.Operand(); err != nil {
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

// parseFunctionType parses (type{%size}, ...) -> results.
func (o *operands) parseFunctionType(names []ir.UnresolvedOperand) error {
	p := o.p
	of := tied.Of{Names: names, Sized: sizes}
	var all []ir.UnresolvedOperand
	err := p.CommaSeparated("(", func() error {
		t, size, err := tied.Type(p, sizes)
		of.Types, all = append(of.Types, t), append(all, size...)
		return err
	})
	if err != nil {
		return err
	}
	if err := o.add("resource_operands", names, of.Types); err != nil {
		return err
	}
	if err := o.indices("resource_operand_sizes", all); err != nil {
		return err
	}
	if err := p.Punct("->"); err != nil {
		return err
	}
	return o.parseResults(of)
}

func printDispatch(p ir.OpPrinter, op *ir.Op) {
	printOn(p, op)
	p.Write(" ")
	if op.Is(AsyncDispatch) {
		printEntryPoints(p, op)
	} else {
		p.Attr(op.Attr("callee"))
	}
	if list := AllNamed(op, "workload"); len(list) > 0 {
		p.Write("[")
		p.Operands(list)
		p.Write("]")
	}
	printArguments(p, op)
	p.AttrDict(op, affinity.Name, "entry_points", "callee", tied.Attr.Name, "resource_operand_accesses",
		constraint.OperandSegmentSize.Name)
	p.Write(" : ")
	printFunctionType(p, op, op.Results())
}

func printArguments(p ir.OpPrinter, op *ir.Op) {
	offsets, ends := AllNamed(op, "resource_operand_offsets"), AllNamed(op, "resource_operand_ends")
	lengths, kinds := AllNamed(op, "resource_operand_lengths"), Accesses(op)
	p.Write("(")
	at := 0
	for i, v := range AllNamed(op, "resource_operands") {
		if i > 0 {
			p.Write(", ")
		}
		switch {
		case !IsResource(v.Type()):
			p.Operand(v)
			continue
		case op.Is(CmdCall):
			p.Write(accessWords[kinds[at]] + " ")
			printSubrange(p, v, offsets[at], lengths[at])
		default:
			p.Operand(v)
			p.Write("[")
			p.Operand(offsets[at])
			p.Write(" to ")
			p.Operand(ends[at])
			p.Write(" for ")
			p.Operand(lengths[at])
			p.Write("]")
		}
		at++
	}
	p.Write(")")
}

func printFunctionType(p ir.OpPrinter, op *ir.Op, results []*ir.Value) {
	p.Write("(")
	printSized(p, AllNamed(op, "resource_operands"), AllNamed(op, "resource_operand_sizes"))
	p.Write(") -> ")
	printResults(p, op, results)
}

// parseTimelineOp parses [await_limit(n)] [await(%t, ...) =>] with(%x, ...) {attrs} : (types) -> results =>
// type.
func parseTimelineOp(p ir.OpParser, s *ir.OpState) error {
	o := newOperands(p, s)
	if p.TryKeyword("await_limit") {
		if err := p.Punct("("); err != nil {
			return err
		}
		n, err := p.Int()
		if err != nil {
			return err
		}
		s.Attrs = append(s.Attrs,
			ir.NamedAttr{Name: "await_limit", Value: p.Context().Int(p.Context().I64, n)})
		if err := p.Punct(")"); err != nil {
			return err
		}
	}
	if err := o.parseAwait("await_operands"); err != nil {
		return err
	}
	if err := p.Keyword("with"); err != nil {
		return err
	}
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
	if err := o.parseFunctionType(names); err != nil {
		return err
	}
	o.finish()
	return parseResultTimepoint(p, s)
}

func printTimelineOp(p ir.OpPrinter, op *ir.Op) {
	if n, ok := op.Attr("await_limit").(*ir.IntegerAttr); ok {
		p.Write(" await_limit(")
		p.Int(n.Value)
		p.Write(")")
	}
	printAwait(p, op)
	p.Write(" with(")
	p.Operands(AllNamed(op, "resource_operands"))
	p.Write(")")
	p.AttrDict(op, tied.Attr.Name, "await_limit", constraint.OperandSegmentSize.Name)
	p.Write(" : ")
	printFunctionType(p, op, resources(op.Results()))
	printResultTimepoint(p, op)
}

// parseYield parses {attrs} [%x, ... : type{%size}, ...].
func parseYield(p ir.OpParser, s *ir.OpState) error {
	if err := p.AttrDict(s); err != nil {
		return err
	}
	off := p.Off()
	names, err := p.OperandList("")
	if err != nil || len(names) == 0 {
		return err
	}
	names = slices.Clone(names)
	if err := p.Punct(":"); err != nil {
		return err
	}
	var types []ir.Type
	var all []ir.UnresolvedOperand
	for more := true; more; more = p.TryPunct(",") {
		t, size, err := tied.Type(p, sizes)
		if err != nil {
			return err
		}
		types, all = append(types, t), append(all, size...)
	}
	values, err := p.ResolveAll(names, types, off)
	if err != nil {
		return err
	}
	lengths, err := p.ResolveAll(all, slices.Repeat([]ir.Type{p.Context().Index}, len(all)), off)
	s.Operands = append(values, lengths...)
	return err
}

func printYield(p ir.OpPrinter, op *ir.Op) {
	p.AttrDict(op)
	n := op.NumOperands() / 2
	if n == 0 {
		return
	}
	p.Write(" ")
	p.OperandRange(op, 0, n)
	p.Write(" : ")
	printSized(p, op.Operands()[:n], op.Operands()[n:])
}

// parseCmdFunc parses [visibility] @name(%arg[%offset for %length]: type, ...) [-> types] attributes {...}.
func parseCmdFunc(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	add := func(name string, a ir.Attr) { s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: a}) }
	if v := util.ParseVisibility(p); v != "" {
		add("sym_visibility", c.String(v))
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	add("sym_name", c.String(name))
	var types []ir.Type
	var dicts []ir.Attr
	err = p.CommaSeparated("(", func() error {
		t, dict, ranged, err := parseParameter(p)
		types, dicts = append(types, t), append(dicts, dict)
		if ranged {
			types = append(types, c.Index, c.Index)
			dicts = append(dicts, c.EmptyDict, c.EmptyDict)
		}
		return err
	})
	if err != nil {
		return err
	}
	r := &tied.Results{}
	if p.TryPunct("->") {
		if r, err = (tied.Of{Sized: tied.NoSizes, Attrs: true}).Parse(p); err != nil {
			return err
		}
	}
	add("function_type", c.TypeAttr(c.Function(types, r.Types)))
	s.Attrs = signature.AppendDicts(c, s.Attrs, "arg_attrs", dicts)
	s.Attrs = signature.AppendDicts(c, s.Attrs, "res_attrs", r.Attrs)
	s.Regions = append(s.Regions, ir.NewRegion())
	return p.AttrDictWithKeyword(s)
}

// parseParameter parses %arg: type {attrs}, with [%offset for %length] behind the name of a resource.
func parseParameter(p ir.OpParser) (t ir.Type, dict ir.Attr, ranged bool, err error) {
	if _, err = p.Operand(); err != nil {
		return
	}
	if ranged = p.TryPunct("["); ranged {
		if _, err = p.Operand(); err != nil {
			return
		}
		if err = p.Keyword("for"); err != nil {
			return
		}
		if _, err = p.Operand(); err != nil {
			return
		}
		if err = p.Punct("]"); err != nil {
			return
		}
	}
	off := p.Off()
	if t, err = p.ColonType(); err != nil {
		return
	}
	if ranged != IsResource(t) {
		err = p.Errorf(off, "a parameter has [%%offset for %%length] exactly if it is a resource")
		return
	}
	var s ir.OpState
	err = p.AttrDict(&s)
	return t, p.Context().Dict(s.Attrs), ranged, err
}

func printCmdFunc(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v + " ")
	}
	p.Symbol(op.SymbolName())
	t, dicts, results := signature.Type(op), signature.Dicts(op, "arg_attrs"),
		signature.Dicts(op, "res_attrs")
	p.Write("(")
	for i := 0; i < len(t.Inputs); i++ {
		if i > 0 {
			p.Write(", ")
		}
		at := i
		p.Write("%arg" + strconv.Itoa(i))
		if IsResource(t.Inputs[i]) {
			p.Write("[%arg" + strconv.Itoa(i+1) + " for %arg" + strconv.Itoa(i+2) + "]")
			i += 2
		}
		p.Write(": ")
		p.Type(t.Inputs[at])
		p.Dict(signature.AttrsAt(dicts, at))
	}
	p.Write(")")
	if len(t.Results) > 0 {
		p.Write(" -> ")
		tied.Printer{Op: op, Sized: tied.NoSizes,
			Attrs: func(i int) { p.Dict(signature.AttrsAt(results, i)) },
		}.Print(p, t.Results, len(t.Results) > 1 || len(signature.AttrsAt(results, 0)) > 0)
	}
	p.AttrDictWithKeyword(op, "sym_visibility", "sym_name", "function_type", "arg_attrs", "res_attrs")
}
