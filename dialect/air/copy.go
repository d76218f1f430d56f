package air

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var (
	destination = side{"dst"}
	source      = side{"src"}
)

// The entries of the table of operands of DMA.
const (
	entryDMADestination = 1
	entryDMASource      = 5
)

// DMA is air.dma_memcpy_nd: a copy of the elements of one Layout to those of another one, in their order.
var DMA = &ir.OpDef{
	Name:     "air.dma_memcpy_nd",
	Summary:  "strided copy by a DMA engine",
	Operands: slices.Concat([]ir.OperandDef{dependencies}, destination.operands(), source.operands()),
	Results:  []ir.ResultDef{asyncToken},
	Attrs: slices.Concat(destination.attrs(), source.attrs(), padding,
		[]ir.AttrDef{
			{Name: "src_rank", Type: constraint.I64, Optional: true},
			{Name: "dst_rank", Type: constraint.I64, Optional: true},
			constraint.OperandSegmentSize,
		}),
	Traits: ir.AttrSizedOperands,
	Parse:  parseDMA,
	Print:  printDMA,
	Verify: verifyDMA,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Write, Value: op.OperandsOf(entryDMADestination)[0]})
		add(ir.Effect{Kind: ir.Read, Value: op.OperandsOf(entryDMASource)[0]})
	},
	ResultNames:       nameToken,
	Async:             hasToken,
	AsyncDependencies: startsAfter,
	AsyncToken:        Token,
}

// Destination returns what a DMA writes. Source returns what it reads.
func Destination(op *ir.Op) Layout { return destination.of(op, entryDMADestination) }
func Source(op *ir.Op) Layout      { return source.of(op, entryDMASource) }

func verifyDMA(op *ir.Op) error {
	if err := destination.verify(op, entryDMADestination); err != nil {
		return err
	}
	if err := source.verify(op, entryDMASource); err != nil {
		return err
	}
	for _, rank := range []string{"src_rank", "dst_rank"} {
		if op.Attr(rank) != nil {
			return op.OpErrorf(codeAIR, "copies from or to another rank (%s), and ranks are not supported",
				rank)
		}
	}
	return verifyPadding(op)
}

// parseDMA parses [async] [[%token, ...]] (DESTINATION, SOURCE) {attrs} : (type, type).
func parseDMA(p ir.OpParser, s *ir.OpState) error {
	tokens, err := parseAsync(p, s)
	if err != nil {
		return err
	}
	var to, from layoutText
	for _, step := range []func() error{
		func() error { return p.Punct("(") }, func() error { return to.parse(p) },
		func() error { return p.Punct(",") }, func() error { return from.parse(p) },
		func() error { return p.Punct(")") }, func() error { return p.AttrDict(s) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	types, err := parseTypes(p, 2)
	if err != nil {
		return err
	}
	r := &resolver{p: p, s: s}
	if err := r.add(tokens, TokenType(p.Context())); err != nil {
		return err
	}
	if err := to.resolve(r, destination, types[0]); err != nil {
		return err
	}
	if err := from.resolve(r, source, types[1]); err != nil {
		return err
	}
	r.finish()
	return nil
}

// parseTypes parses : (type, ...) with n types.
func parseTypes(p ir.OpParser, n int) (types []ir.Type, err error) {
	if err := p.Punct(":"); err != nil {
		return nil, err
	}
	off := p.Off()
	err = p.CommaSeparated("(", func() error {
		t, err := p.Type()
		types = append(types, t)
		return err
	})
	if err == nil && len(types) != n {
		err = p.Errorf(off, "expected %d types of memory", n)
	}
	return types, err
}

func printDMA(p ir.OpPrinter, op *ir.Op) {
	printAsync(p, op)
	p.Write(" (")
	destination.print(p, op, entryDMADestination)
	p.Write(", ")
	source.print(p, op, entryDMASource)
	p.Write(")")
	p.AttrDict(op, elided(destination, source)...)
	p.Write(" : (")
	p.Type(op.OperandsOf(entryDMADestination)[0].Type())
	p.Write(", ")
	p.Type(op.OperandsOf(entryDMASource)[0].Type())
	p.Write(")")
}
