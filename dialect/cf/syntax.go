package cf

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// switchState collects the parts of a cf.switch during parsing.
type switchState struct {
	flag         *ir.IntegerType
	successors   []*ir.Block
	defaults     []*ir.Value
	caseOperands []*ir.Value
	segments     []int64
	values       []byte
}

// parseSwitch parses %flag : type, [default: ^bb(...), value: ^bb(...), ...] {attrs}.
func parseSwitch(p ir.OpParser, s *ir.OpState) error {
	flag, err := p.Operand()
	if err != nil {
		return err
	}
	off := p.Off()
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	var st switchState
	it, ok := t.(*ir.IntegerType)
	if !ok {
		return p.Errorf(off, "'flag' must be integer, but got '%v'", t)
	}
	st.flag = it
	v, err := p.Resolve(flag, t)
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	if err := p.CommaSeparated("[", func() error { return st.parseCase(p) }); err != nil {
		return err
	}
	if st.successors == nil {
		return p.Errorf(off, "expected 'default'")
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	st.finish(p.Context(), s, v)
	return nil
}

func (st *switchState) parseCase(p ir.OpParser) error {
	isDefault := len(st.successors) == 0
	if isDefault {
		if err := p.Keyword("default"); err != nil {
			return err
		}
	} else if err := st.parseValue(p); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	dest, operands, err := p.SuccessorWithArgs()
	if err != nil {
		return err
	}
	st.successors = append(st.successors, dest)
	if isDefault {
		st.defaults = operands
		return nil
	}
	st.caseOperands = append(st.caseOperands, operands...)
	st.segments = append(st.segments, int64(len(operands)))
	return nil
}

// parseValue parses a case value of the type of the flag.
func (st *switchState) parseValue(p ir.OpParser) error {
	off := p.Off()
	a, err := p.Attr(st.flag)
	if err != nil {
		return err
	}
	v, ok := a.(*ir.IntegerAttr)
	if !ok || v.Type != ir.Type(st.flag) {
		return p.Errorf(off, "expected integer value")
	}
	st.values = append(st.values, elementBytes(v, ir.ElemBytes(st.flag))...)
	return nil
}

// elementBytes returns an integer in the representation of dense attributes.
func elementBytes(v *ir.IntegerAttr, size int) []byte {
	buf := make([]byte, size)
	if v.Big == nil {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], uint64(v.Value))
		n := copy(buf, word[:])
		for i := n; i < size && v.Value < 0; i++ {
			buf[i] = 0xff
		}
		return buf
	}
	mask := unsignedBig(v.Big, uint(size*8))
	mask.FillBytes(buf)
	for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
		buf[i], buf[j] = buf[j], buf[i]
	}
	return buf
}

func (st *switchState) finish(c *ir.Context, s *ir.OpState, flag *ir.Value) {
	s.Successors = st.successors
	s.Operands = append(append([]*ir.Value{flag}, st.defaults...), st.caseOperands...)
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "case_operand_segments", Value: c.I32Array(st.segments...)},
		ir.NamedAttr{Name: "operandSegmentSizes",
			Value: c.I32Array(1, int64(len(st.defaults)), int64(len(st.caseOperands)))})
	if n := len(st.segments); n > 0 {
		t := c.Vector([]int64{int64(n)}, nil, st.flag)
		s.Attrs = append(s.Attrs,
			ir.NamedAttr{Name: "case_values", Value: c.Dense(t, string(st.values), false)})
	}
}

func printSwitch(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(", [")
	p.Newline()
	p.Write("  default: ")
	printSuccessor(p, op, 0)
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	for i := 1; i < op.NumSuccessors(); i++ {
		p.Write(",")
		p.Newline()
		p.Write(fmt.Sprintf("  %s: ", caseValue(values, i-1)))
		printSuccessor(p, op, i)
	}
	if op.NumSuccessors() > 1 {
		p.Newline()
	}
	p.Write("]")
	p.AttrDict(op, "operandSegmentSizes", "case_operand_segments", "case_values")
}

func printSuccessor(p ir.OpPrinter, op *ir.Op, i int) {
	first, count := flow.SwitchOperands(op, i)
	p.Successor(op.Successor(i), op.Operands()[first:first+count])
}

// caseValue returns element i as mlir-opt prints case values: as an unsigned number. For signed types the
// number is signed, because mlir-opt cannot read its own output there.
func caseValue(d *ir.DenseElementsAttr, i int) string {
	if d == nil {
		return "0"
	}
	it := d.Type.ElemType().(*ir.IntegerType)
	size := ir.ElemBytes(it)
	switch {
	case size > 8:
		return bigCaseValue(it, bigElement(d, i, size)).String()
	case it.Sign == ir.Signed:
		return strconv.FormatInt(it.Wrap(int64(d.Element(i))), 10)
	}
	v := d.Element(i)
	if it.Width < 64 {
		v &= 1<<it.Width - 1
	}
	return strconv.FormatUint(v, 10)
}

// bigCaseValue returns the number of type t with the representation of the unsigned number v.
func bigCaseValue(t *ir.IntegerType, v *big.Int) *big.Int {
	if t.Sign == ir.Signed && v.Bit(int(t.Width)-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(t.Width)))
	}
	return v
}

// NewBr makes a cf.br, an unconditional branch.
func NewBr(b *ir.Builder, dest *ir.Block, operands ...*ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: Br, Operands: operands, Results: []ir.Type{},
		Successors: []*ir.Block{dest}})
}

// NewCondBr makes a conditional branch.
func NewCondBr(b *ir.Builder, cond *ir.Value, then *ir.Block, thenOperands []*ir.Value, els *ir.Block,
	elseOperands []*ir.Value) *ir.Op {
	operands := append(append([]*ir.Value{cond}, thenOperands...), elseOperands...)
	sizes := b.Ctx.I32Array(1, int64(len(thenOperands)), int64(len(elseOperands)))
	return b.Create(ir.OpState{
		Def:        CondBr,
		Operands:   operands,
		Results:    []ir.Type{},
		Attrs:      []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name, Value: sizes}},
		Successors: []*ir.Block{then, els},
	})
}

// NewSwitch makes a cf.switch without operands for its targets.
func NewSwitch(b *ir.Builder, flag *ir.Value, fallback *ir.Block, cases []int64, targets []*ir.Block) {
	ways := make([]Way, len(targets))
	for i, to := range targets {
		ways[i] = Way{To: to}
	}
	NewSwitchWith(b, flag, Way{To: fallback}, cases, ways)
}

// Way is a target of a branch with the operands that are passed to it.
type Way struct {
	To       *ir.Block
	Operands []*ir.Value
}

// NewSwitchWith makes a cf.switch with operands for its targets. The flag has an integer type of at most 64
// bits.
func NewSwitchWith(b *ir.Builder, flag *ir.Value, fallback Way, cases []int64, ways []Way) {
	operands := append([]*ir.Value{flag}, fallback.Operands...)
	successors, segments := []*ir.Block{fallback.To}, make([]int64, len(cases))
	total := 0
	for i, w := range ways {
		operands, successors = append(operands, w.Operands...), append(successors, w.To)
		segments[i] = int64(len(w.Operands))
		total += len(w.Operands)
	}
	attrs := []ir.NamedAttr{
		{Name: "case_operand_segments", Value: b.Ctx.I32Array(segments...)},
		{Name: "operandSegmentSizes", Value: b.Ctx.I32Array(1, int64(len(fallback.Operands)), int64(total))},
	}
	if len(cases) > 0 {
		elem := flag.Type().(*ir.IntegerType)
		var data []byte
		for _, c := range cases {
			data = append(data, elementBytes(b.Ctx.Int(elem, c), ir.ElemBytes(elem))...)
		}
		typ := b.Ctx.Vector([]int64{int64(len(cases))}, nil, elem)
		attrs = append(attrs, ir.NamedAttr{Name: "case_values", Value: b.Ctx.Dense(typ, string(data), false)})
	}
	b.Create(ir.OpState{Def: Switch, Operands: operands, Results: []ir.Type{}, Attrs: attrs,
		Successors: successors})
}
