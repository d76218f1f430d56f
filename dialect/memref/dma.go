package memref

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// DmaStart is memref.dma_start: a transfer that runs until the dma_wait on its tag. Its operands are the
// source and its subscripts, the target and its subscripts, the number of elements, and the tag and its
// subscripts. A stride and the number of elements per stride are optional.
var DmaStart = &ir.OpDef{
	Name:     "memref.dma_start",
	Summary:  "non-blocking DMA operation that starts a transfer",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Parse:    parseDmaStart,
	Print:    printDmaStart,
	Verify:   verifyDmaStart,
	Effects:  effectsOfDmaStart,
	Transfer: func(op *ir.Op) ir.Transfer {
		d, ok := Dma(op)
		if !ok {
			return ir.Transfer{}
		}
		return ir.Transfer{Kind: ir.TransferStart, Source: d.Source, Target: d.Target, Tag: d.Tag}
	},
}

// DmaParts names the operands of a memref.dma_start.
type DmaParts struct {
	Source, Target, Tag                      *ir.Value
	SourceIndices, TargetIndices, TagIndices []*ir.Value
	Elements                                 *ir.Value
	Stride, PerStride                        *ir.Value // nil when not strided
}

// Dma returns the operands of a memref.dma_start by name. ok is false if their number does not fit the ranks.
func Dma(op *ir.Op) (d DmaParts, ok bool) {
	rest := op.Operands()
	if d.Source, d.SourceIndices, ok = takeReference(&rest); !ok {
		return d, false
	}
	if d.Target, d.TargetIndices, ok = takeReference(&rest); !ok || len(rest) == 0 {
		return d, false
	}
	d.Elements, rest = rest[0], rest[1:]
	if d.Tag, d.TagIndices, ok = takeReference(&rest); !ok {
		return d, false
	}
	if len(rest) == 2 {
		d.Stride, d.PerStride = rest[0], rest[1]
	}
	return d, len(rest) == 0 || len(rest) == 2
}

// takeReference removes a memref and its subscripts from the front of vs.
func takeReference(vs *[]*ir.Value) (m *ir.Value, subscripts []*ir.Value, ok bool) {
	if len(*vs) == 0 {
		return nil, nil, false
	}
	m = (*vs)[0]
	n := rank(m)
	if n < 0 || len(*vs) < n+1 {
		return m, nil, false
	}
	subscripts, *vs = (*vs)[1:n+1], (*vs)[n+1:]
	return m, subscripts, true
}

func verifyDmaStart(op *ir.Op) error {
	if op.NumOperands() < 4 {
		return op.OpErrorf(codeMemRef, "expected at least 4 operands")
	}
	rest, ranks := op.Operands(), 0
	for _, what := range []string{"source", "destination", "tag"} {
		m, subscripts, ok := takeReference(&rest)
		if m == nil || rank(m) < 0 {
			return op.OpErrorf(codeMemRef, "expected %s to be of memref type", what)
		}
		ranks += rank(m)
		if !ok {
			return op.OpErrorf(codeMemRef, "expected at least %d operands", ranks+4)
		}
		if !allIndices(subscripts) {
			return op.OpErrorf(codeMemRef, "expected %s indices to be of index type", what)
		}
		if what != "destination" {
			continue
		}
		if len(rest) == 0 || !constraint.IsIndex(rest[0].Type()) {
			return op.OpErrorf(codeMemRef, "expected num elements to be of index type")
		}
		rest = rest[1:]
	}
	switch {
	case len(rest) != 0 && len(rest) != 2:
		return op.OpErrorf(codeMemRef, "incorrect number of operands")
	case !allIndices(rest):
		return op.OpErrorf(codeMemRef, "expected stride and num elements per stride to be of type index")
	}
	return nil
}

func allIndices(vs []*ir.Value) bool {
	for _, v := range vs {
		if !constraint.IsIndex(v.Type()) {
			return false
		}
	}
	return true
}

// effectsOfDmaStart adds effects on the whole source and the whole target: the number of elements is known
// only at run time. The tag is a resource of its own.
func effectsOfDmaStart(op *ir.Op, add func(ir.Effect)) {
	if d, ok := Dma(op); ok {
		add(ir.Effect{Kind: ir.Read, Value: d.Source})
		add(ir.Effect{Kind: ir.Write, Value: d.Target})
	}
	add(ir.Effect{Kind: ir.Write})
}

func parseDmaStart(p ir.OpParser, s *ir.OpState) error {
	var source, target, tag reference
	if err := source.parse(p); err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	if err := target.parse(p); err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	elements, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	if err := tag.parse(p); err != nil {
		return err
	}
	strides, err := parseDmaStrides(p)
	if err != nil {
		return err
	}
	types, err := parseDmaTypes(p, s)
	if err != nil {
		return err
	}
	if err := source.resolve(p, s, types[0]); err != nil {
		return err
	}
	if err := target.resolve(p, s, types[1]); err != nil {
		return err
	}
	if err := resolveIndices(p, s, []ir.UnresolvedOperand{elements}); err != nil {
		return err
	}
	if err := tag.resolve(p, s, types[2]); err != nil {
		return err
	}
	return resolveIndices(p, s, strides)
}

// parseDmaStrides parses ", %stride, %perStride" if it is there.
func parseDmaStrides(p ir.OpParser) ([]ir.UnresolvedOperand, error) {
	off := p.Off()
	var strides []ir.UnresolvedOperand
	for p.TryPunct(",") {
		o, err := p.Operand()
		if err != nil {
			return nil, err
		}
		strides = append(strides, o)
	}
	if len(strides) != 0 && len(strides) != 2 {
		return nil, p.Errorf(off, "expected two stride related operands")
	}
	return strides, nil
}

func parseDmaTypes(p ir.OpParser, s *ir.OpState) ([]ir.Type, error) {
	if err := p.AttrDict(s); err != nil {
		return nil, err
	}
	off := p.Off()
	types, err := p.ColonTypeList()
	if err == nil && len(types) != 3 {
		err = p.Errorf(off, "fewer/more types expected")
	}
	return types, err
}

func printDmaStart(p ir.OpPrinter, op *ir.Op) {
	d, ok := Dma(op)
	if !ok {
		return // the verifier rejects it; such operations print in generic form
	}
	p.Write(" ")
	printReference(p, d.Source, d.SourceIndices)
	p.Write(", ")
	printReference(p, d.Target, d.TargetIndices)
	p.Write(", ")
	p.Operand(d.Elements)
	p.Write(", ")
	printReference(p, d.Tag, d.TagIndices)
	if d.Stride != nil {
		p.Write(", ")
		p.Operands([]*ir.Value{d.Stride, d.PerStride})
	}
	p.AttrDict(op)
	p.Write(" : ")
	p.Types([]ir.Type{d.Source.Type(), d.Target.Type(), d.Tag.Type()})
}

// DmaWait is memref.dma_wait: it waits for the transfer with that tag.
var DmaWait = &ir.OpDef{
	Name:    "memref.dma_wait",
	Summary: "blocking DMA operation that waits for transfer completion",
	Operands: []ir.OperandDef{operand("tagMemRef", constraint.MemRef), indices("tagIndices"),
		operand("numElements", constraint.Index)},
	Format: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
	Verify: func(op *ir.Op) error {
		if got, want := op.NumOperands()-2, rank(op.Operand(0)); got != want {
			return op.OpErrorf(codeMemRef,
				"expected tagIndices to have the same number of elements as the tagMemRef rank, expected "+
					"%d, but got %d", want, got)
		}
		return nil
	},
	Effects:  func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
	Transfer: func(op *ir.Op) ir.Transfer { return ir.Transfer{Kind: ir.TransferWait, Tag: op.Operand(0)} },
}
