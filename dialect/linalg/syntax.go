package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// operandLists are the types of ins(...) and outs(...).
type operandLists struct{ inputs, outputs []ir.Type }

func (l *operandLists) all() []ir.Type { return slices.Concat(l.inputs, l.outputs) }

// parseOperands parses [{attrs}] [ins(%a, %b : T, U)] [outs(%c : V)].
func parseOperands(p ir.OpParser, s *ir.OpState, segments bool) (l operandLists, err error) {
	if err := p.AttrDict(s); err != nil {
		return l, err
	}
	if l.inputs, err = parseOperandList(p, s, "ins"); err != nil {
		return l, err
	}
	if l.outputs, err = parseOperandList(p, s, "outs"); err != nil {
		return l, err
	}
	if segments {
		sizes := p.Context().I32Array(int64(len(l.inputs)), int64(len(l.outputs)))
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: sizes})
	}
	return l, nil
}

func parseOperandList(p ir.OpParser, s *ir.OpState, keyword string) ([]ir.Type, error) {
	if !p.TryKeyword(keyword) {
		return nil, nil
	}
	if err := p.Punct("("); err != nil {
		return nil, err
	}
	off := p.Off()
	list, err := p.OperandList("")
	if err != nil {
		return nil, err
	}
	names := slices.Clone(list)
	types, err := p.ColonTypeList()
	if err != nil {
		return nil, err
	}
	types = slices.Clone(types)
	if err := p.Punct(")"); err != nil {
		return nil, err
	}
	values, err := p.ResolveAll(names, types, off)
	s.Operands = append(s.Operands, values...)
	return types, err
}

func printOperands(p ir.OpPrinter, op *ir.Op) {
	first, count := shapes[op.Def()].outputs(op)
	printOperandList(p, " ins(", op.Operands()[:first])
	printOperandList(p, " outs(", op.Operands()[first:first+count])
}

func printOperandList(p ir.OpPrinter, open string, vs []*ir.Value) {
	if len(vs) == 0 {
		return
	}
	p.Write(open)
	p.Operands(vs)
	p.Write(" : ")
	types := make([]ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
	}
	p.Types(types)
	p.Write(")")
}

// parseDestinations parses operands, an array of integers named name unless that is "", and attributes. It
// adds a result for each output that is a tensor.
func parseDestinations(p ir.OpParser, s *ir.OpState, name string) (l operandLists, err error) {
	if l, err = parseOperands(p, s, false); err != nil {
		return l, err
	}
	s.Results = slices.DeleteFunc(slices.Clone(l.outputs), func(t ir.Type) bool { return !isTensor(t) })
	if name != "" {
		ints, err := parseInts(p, name)
		if err != nil {
			return l, err
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: p.Context().I64Array(ints...)})
	}
	return l, p.AttrDict(s)
}

// parseInts parses name = [1, 2].
func parseInts(p ir.OpParser, name string) ([]int64, error) {
	if err := p.Keyword(name); err != nil {
		return nil, err
	}
	if err := p.Punct("="); err != nil {
		return nil, err
	}
	ints := []int64{}
	err := p.CommaSeparated("[", func() error {
		n, err := p.Int()
		ints = append(ints, n)
		return err
	})
	return ints, err
}

func printInts(p ir.OpPrinter, op *ir.Op, name string) {
	p.Write(" " + name + " = [")
	for i, n := range op.Ints(name) {
		if i > 0 {
			p.Write(", ")
		}
		p.Int(n)
	}
	p.Write("] ")
}

// nameResult gives the first result a name.
func nameResult(name string) func(op *ir.Op, set func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) {
		if op.NumResults() > 0 {
			set(op.Result(0), name)
		}
	}
}
