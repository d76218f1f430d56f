package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// DmaStart is affine.dma_start: a transfer that runs until the dma_wait on its tag. Its operands are the
// source, the target and the tag, each with the inputs of its map (src_map, dst_map, tag_map). The number of
// elements follows, and optionally a stride and the number of elements per stride.
var DmaStart = &ir.OpDef{
	Name:     "affine.dma_start",
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
		return ir.Transfer{Kind: ir.TransferStart, Source: d.MemRefs[0], Target: d.MemRefs[1],
			Tag: d.MemRefs[2]}
	},
}

// DmaWait is affine.dma_wait: it waits for the transfer with that tag. Its operands are the tag, the inputs
// of tag_map, and the number of elements.
var DmaWait = &ir.OpDef{
	Name:     "affine.dma_wait",
	Summary:  "blocking DMA operation that waits for transfer completion",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Parse:    parseDmaWait,
	Print:    printDmaWait,
	Verify:   verifyDmaWait,
	Effects:  func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
	Transfer: func(op *ir.Op) ir.Transfer { return ir.Transfer{Kind: ir.TransferWait, Tag: op.Operand(0)} },
}

// dmaMaps are the attributes of the maps, in the order of the operands.
var dmaMaps = []string{"src_map", "dst_map", "tag_map"}

// DmaParts are the operands of an affine.dma_start: its memrefs (source, target, tag), the inputs of their
// maps, the number of elements, and the stride.
type DmaParts struct {
	MemRefs  [3]*ir.Value
	Inputs   [3][]*ir.Value
	Elements *ir.Value
	// Stride and PerStride are nil when the transfer is not strided.
	Stride, PerStride *ir.Value
}

// Dma returns the operands of an affine.dma_start by name. ok is false if their number does not fit the maps.
func Dma(op *ir.Op) (d DmaParts, ok bool) {
	rest := op.Operands()
	for i, name := range dmaMaps {
		m := mapOf(op, name)
		if m == nil || len(rest) < 1+m.NumInputs() {
			return d, false
		}
		d.MemRefs[i], d.Inputs[i], rest = rest[0], rest[1:1+m.NumInputs()], rest[1+m.NumInputs():]
	}
	switch len(rest) {
	case 3:
		d.Stride, d.PerStride = rest[1], rest[2]
	case 1:
	default:
		return d, false
	}
	d.Elements = rest[0]
	return d, true
}

// effectsOfDmaStart adds effects on the whole source and the whole target: the number of elements is known
// only at run time. The tag is a resource of its own.
func effectsOfDmaStart(op *ir.Op, add func(ir.Effect)) {
	if d, ok := Dma(op); ok {
		add(ir.Effect{Kind: ir.Read, Value: d.MemRefs[0]})
		add(ir.Effect{Kind: ir.Write, Value: d.MemRefs[1]})
	}
	add(ir.Effect{Kind: ir.Write})
}

func parseDmaStart(p ir.OpParser, s *ir.OpState) error {
	var refs [3]subscripted
	for i := range refs {
		if err := refs[i].parse(p); err != nil {
			return err
		}
		if err := p.Punct(","); err != nil {
			return err
		}
	}
	off := p.Off()
	rest, err := p.OperandList("")
	if err != nil {
		return err
	}
	if len(rest) != 1 && len(rest) != 3 {
		return p.Errorf(off, "expected two stride related operands")
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	off = p.Off()
	types, err := p.ColonTypeList()
	if err != nil {
		return err
	}
	if len(types) != 3 {
		return p.Errorf(off, "expected three types")
	}
	for i := range refs {
		if err := refs[i].resolve(p, s, types[i], dmaMaps[i]); err != nil {
			return err
		}
	}
	return resolve(p, s, rest...)
}

func printDmaStart(p ir.OpPrinter, op *ir.Op) {
	d, ok := Dma(op)
	if !ok {
		return // the verifier rejects it; such operations print in generic form
	}
	p.Write(" ")
	for i, name := range dmaMaps {
		printSubscripted(p, op, name, d.MemRefs[i], d.Inputs[i])
		p.Write(", ")
	}
	p.Operand(d.Elements)
	if d.Stride != nil {
		p.Write(", ")
		p.Operands([]*ir.Value{d.Stride, d.PerStride})
	}
	p.AttrDict(op, dmaMaps...)
	p.Write(" : ")
	p.Types([]ir.Type{d.MemRefs[0].Type(), d.MemRefs[1].Type(), d.MemRefs[2].Type()})
}

func verifyDmaStart(op *ir.Op) error {
	for i, name := range dmaMaps {
		if mapOf(op, name) == nil {
			return op.OpErrorf(codeAffine, "requires attribute '%s'", dmaMaps[i])
		}
	}
	d, ok := Dma(op)
	if !ok {
		return op.OpErrorf(codeAffine, "incorrect number of operands")
	}
	for i, which := range []string{"source", "destination", "tag"} {
		if memRef(d.MemRefs[i]) == nil {
			return op.OpErrorf(codeAffine, "expected DMA %s to be of memref type", which)
		}
		if len(mapOf(op, dmaMaps[i]).Results) != len(memRef(d.MemRefs[i]).Shape) {
			return op.OpErrorf(codeAffine, "affine map num results must equal memref rank")
		}
	}
	region := Scope(op)
	for i, which := range []string{"src", "dst", "tag"} {
		for _, v := range d.Inputs[i] {
			if !constraint.IsIndex(v.Type()) {
				return op.OpErrorf(codeAffine, "%s index to dma_start must have 'index' type", which)
			}
			if !IsValidDim(v, region) {
				return op.OpErrorf(codeAffine, "%s index must be a valid dimension or symbol identifier",
					which)
			}
		}
	}
	return nil
}

func parseDmaWait(p ir.OpParser, s *ir.OpState) error {
	var ref subscripted
	if err := ref.parse(p); err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	elements, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := parseMemRefType(p)
	if err != nil {
		return err
	}
	if err := ref.resolve(p, s, t, "tag_map"); err != nil {
		return err
	}
	return resolve(p, s, elements)
}

func printDmaWait(p ir.OpPrinter, op *ir.Op) {
	last := op.NumOperands() - 1
	p.Write(" ")
	printSubscripted(p, op, "tag_map", op.Operand(0), op.Operands()[1:last])
	p.Write(", ")
	p.Operand(op.Operand(last))
	p.AttrDict(op, "tag_map")
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
}

func verifyDmaWait(op *ir.Op) error {
	m := mapOf(op, "tag_map")
	if m == nil {
		return op.OpErrorf(codeAffine, "requires attribute 'tag_map'")
	}
	if op.NumOperands() != m.NumInputs()+2 {
		return op.OpErrorf(codeAffine, "incorrect number of operands")
	}
	if memRef(op.Operand(0)) == nil {
		return op.OpErrorf(codeAffine, "expected DMA tag to be of memref type")
	}
	if len(m.Results) != len(memRef(op.Operand(0)).Shape) {
		return op.OpErrorf(codeAffine, "affine map num results must equal memref rank")
	}
	region := Scope(op)
	for _, v := range op.Operands()[1 : op.NumOperands()-1] {
		if !constraint.IsIndex(v.Type()) {
			return op.OpErrorf(codeAffine, "index to dma_wait must have 'index' type")
		}
		if !IsValidDim(v, region) {
			return op.OpErrorf(codeAffine, "index must be a valid dimension or symbol identifier")
		}
	}
	return nil
}
