package scf

import (
	"github.com/inflight-compiler/inflight/dialect/internal/assignment"
	"github.com/inflight-compiler/inflight/ir"
)

// parseParallel parses (%ivs) = (lower) to (upper) step (steps) [init (values)] [-> types] { body } {attrs}.
func parseParallel(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	ivs, err := p.RegionArgList("(", false)
	if err != nil {
		return err
	}
	setTypes(ivs, same(c.Index, len(ivs)))
	if err := p.Punct("="); err != nil {
		return err
	}
	for _, keyword := range []string{"", "to", "step"} {
		if keyword != "" {
			if err := p.Keyword(keyword); err != nil {
				return err
			}
		}
		if err := parseIndices(p, s, len(ivs)); err != nil {
			return err
		}
	}
	initOff := p.Off()
	var inits []ir.UnresolvedOperand
	if p.TryKeyword("init") {
		initOff = p.Off()
		if inits, err = p.OperandList("("); err != nil {
			return err
		}
	}
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	body, err := p.Region(ivs, false)
	if err != nil {
		return err
	}
	values, err := p.ResolveAll(inits, s.Results, initOff)
	if err != nil {
		return err
	}
	n := int64(len(ivs))
	s.Operands = append(s.Operands, values...)
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "operandSegmentSizes", Value: c.I32Array(n, n, n, int64(len(inits)))})
	s.Regions = append(s.Regions, body)
	if err := p.AttrDict(s); err != nil {
		return err
	}
	return p.EnsureTerminator(body, "scf.reduce", s.Loc)
}

// parseIndices parses (%a, %b, ...), n indices.
func parseIndices(p ir.OpParser, s *ir.OpState, n int) error {
	off := p.Off()
	names, err := p.OperandList("(")
	if err != nil {
		return err
	}
	if len(names) != n {
		return p.Errorf(off, "expected %d operands", n)
	}
	values, err := p.ResolveAll(names, same(p.Context().Index, n), off)
	s.Operands = append(s.Operands, values...)
	return err
}

func printParallel(p ir.OpPrinter, op *ir.Op) {
	p.Write(" (")
	p.Operands(op.Body().Args())
	for i, word := range []string{") = (", ") to (", ") step ("} {
		p.Write(word)
		p.Operands(op.OperandsOf(i))
	}
	p.Write(")")
	if inits := op.OperandsOf(3); len(inits) > 0 {
		p.Write(" init (")
		p.Operands(inits)
		p.Write(")")
	}
	p.ArrowTypes(op.ResultTypes())
	p.Write(" ")
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, "operandSegmentSizes")
}

// parseReduce parses [(%a, %b : types)] [{ combine }, ...] {attrs}.
func parseReduce(p ir.OpParser, s *ir.OpState) error {
	if p.TryPunct("(") {
		off := p.Off()
		names, err := p.OperandList("")
		if err != nil {
			return err
		}
		types, err := p.ColonTypeList()
		if err != nil {
			return err
		}
		if s.Operands, err = p.ResolveAll(names, types, off); err != nil {
			return err
		}
		if err := p.Punct(")"); err != nil {
			return err
		}
	}
	// A brace here may also begin the attributes of a reduce without operands.
	for more := len(s.Operands) > 0; more; more = p.TryPunct(",") {
		r, err := p.Region(nil, false)
		if err != nil {
			return err
		}
		s.Regions = append(s.Regions, r)
	}
	return p.AttrDict(s)
}

func printReduce(p ir.OpPrinter, op *ir.Op) {
	if op.NumOperands() > 0 {
		p.Write("(")
		p.Operands(op.Operands())
		p.Write(" : ")
		types := make([]ir.Type, op.NumOperands())
		for i, v := range op.Operands() {
			types[i] = v.Type()
		}
		p.Types(types)
		p.Write(")")
	}
	p.Write(" ")
	for i, r := range op.Regions() {
		if i > 0 {
			p.Write(", ")
		}
		p.Region(r, true, true)
	}
	p.AttrDict(op)
}

// mixedList is a list of integers and index values.
type mixedList struct {
	static []int64
	names  []ir.UnresolvedOperand
}

// parse parses (%a, 5, ...).
func (l *mixedList) parse(p ir.OpParser) error {
	return p.CommaSeparated("(", func() error {
		name, ok, err := p.TryOperand()
		if err != nil {
			return err
		}
		if ok {
			l.names, l.static = append(l.names, name), append(l.static, ir.Dynamic)
			return nil
		}
		off := p.Off()
		n, ok, err := p.TryInt()
		if err == nil && !ok {
			err = p.Errorf(off, "expected SSA value or integer")
		}
		l.static = append(l.static, n)
		return err
	})
}

// constants is the list of n times v.
func constants(v int64, n int) mixedList {
	l := mixedList{static: make([]int64, n)}
	for i := range l.static {
		l.static[i] = v
	}
	return l
}

// parseForall parses (%ivs) in (upper) or (%ivs) = (lower) to (upper) step (steps), then
// [shared_outs(%a = %t, ...) -> (types)] { body } {attrs}.
func parseForall(p ir.OpParser, s *ir.OpState) error {
	ivs, err := p.RegionArgList("(", false)
	if err != nil {
		return err
	}
	setTypes(ivs, same(p.Context().Index, len(ivs)))
	off := p.Off()
	lists, err := parseForallBounds(p, len(ivs))
	if err != nil {
		return err
	}
	var outs assignment.List
	if p.TryKeyword("shared_outs") {
		if err := outs.Parse(p); err != nil {
			return err
		}
		if s.Results, err = p.TryArrowTypes(); err != nil {
			return err
		}
	}
	if len(s.Results) != len(outs.Args) {
		return p.Errorf(off, "mismatch between number of results and of shared outputs")
	}
	if err := resolveForall(p, s, lists, &outs, off); err != nil {
		return err
	}
	outs.SetTypes(s.Results)
	body, err := p.Region(append(ivs, outs.Args...), false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, "scf.forall.in_parallel", s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func parseForallBounds(p ir.OpParser, n int) (lists [3]mixedList, err error) {
	if !p.TryPunct("=") {
		lists[0], lists[2] = constants(0, n), constants(1, n)
		if err := p.Keyword("in"); err != nil {
			return lists, err
		}
		return lists, lists[1].parse(p)
	}
	for i, keyword := range []string{"", "to", "step"} {
		if keyword != "" {
			if err := p.Keyword(keyword); err != nil {
				return lists, err
			}
		}
		if err := lists[i].parse(p); err != nil {
			return lists, err
		}
	}
	return lists, nil
}

func resolveForall(p ir.OpParser, s *ir.OpState, lists [3]mixedList, outs *assignment.List, off int32) error {
	c := p.Context()
	var sizes []int64
	for i, attr := range []string{"staticLowerBound", "staticUpperBound", "staticStep"} {
		l := lists[i]
		values, err := p.ResolveAll(l.names, same(c.Index, len(l.names)), off)
		if err != nil {
			return err
		}
		s.Operands, sizes = append(s.Operands, values...), append(sizes, int64(len(values)))
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: attr, Value: c.I64Array(l.static...)})
	}
	values, err := p.ResolveAll(outs.Inits, s.Results, off)
	s.Operands, sizes = append(s.Operands, values...), append(sizes, int64(len(values)))
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "operandSegmentSizes", Value: c.I32Array(sizes...)})
	return err
}

func printForall(p ir.OpPrinter, op *ir.Op) {
	lower, upper, steps := MixedBounds(op, 0), MixedBounds(op, 1), MixedBounds(op, 2)
	p.Write(" (")
	p.Operands(op.Body().Args()[:len(lower)])
	if allEqual(lower, 0) && allEqual(steps, 1) {
		p.Write(") in ")
		printMixed(p, upper)
	} else {
		p.Write(") = ")
		printMixed(p, lower)
		p.Write(" to ")
		printMixed(p, upper)
		p.Write(" step ")
		printMixed(p, steps)
	}
	outs := op.OperandsOf(3)
	assignment.Print(p, " shared_outs", op.Body().Args()[len(lower):], outs)
	if len(outs) > 0 {
		printTypeList(p, op.ResultTypes())
	}
	p.Write(" ")
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, "operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep")
}

func allEqual(list []ir.OpFoldResult, n int64) bool {
	for _, r := range list {
		if r.Value != nil || r.Const != n {
			return false
		}
	}
	return true
}

func printMixed(p ir.OpPrinter, list []ir.OpFoldResult) {
	p.Write("(")
	for i, r := range list {
		if i > 0 {
			p.Write(", ")
		}
		if r.Value != nil {
			p.Operand(r.Value)
		} else {
			p.Int(r.Const)
		}
	}
	p.Write(")")
}

func parseInParallel(p ir.OpParser, s *ir.OpState) error {
	r, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	if r.Empty() {
		r.Append(ir.NewBlock())
	}
	s.Regions = append(s.Regions, r)
	return p.AttrDict(s)
}

func printInParallel(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Region(op.Region(0), false, false)
	p.AttrDict(op)
}
