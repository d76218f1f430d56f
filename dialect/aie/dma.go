package aie

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The programs of DMA engines: of a tile with a processor, of a tile with memory, and of one at the host's
// memory. Their blocks are descriptors, which NextBD chains; a DMAStart begins the chain of one channel.
var (
	Mem        = programOf("aie.mem", "the program of a tile's DMA engine")
	MemTileDMA = programOf("aie.memtile_dma", "the program of the DMA engine of a tile with memory")
	ShimDMA    = programOf("aie.shim_dma", "the program of the DMA engine at the host's memory")
)

func programOf(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: []ir.OperandDef{{Name: "tile", Type: constraint.Index}},
		Results:  []ir.ResultDef{{Name: "result", Type: constraint.Index}},
		Regions:  []ir.RegionDef{{Name: "body"}},
		Parse:    parseCore,
		Print:    printCore,
	}
}

// IsDMAProgram reports whether an operation is a Mem, a MemTileDMA or a ShimDMA.
func IsDMAProgram(op *ir.Op) bool { return op.Is(Mem) || op.Is(MemTileDMA) || op.Is(ShimDMA) }

// DMAStart is aie.dma_start: the channel with a direction and a number executes the descriptors from the
// first successor on, repeat_count times more if they end. The program goes on at the second one.
var DMAStart = &ir.OpDef{
	Name:    "aie.dma_start",
	Summary: "starts a channel of a DMA engine",
	Results: []ir.ResultDef{{Name: "valid", Type: constraint.I1}},
	Attrs: []ir.AttrDef{{Name: "channel_dir", Type: constraint.AnyAttr}, {Name: "channel_index", Type: i32},
		{Name: "repeat_count", Type: i32, Optional: true}},
	Successors: []ir.SuccessorDef{{Name: "dest"}, {Name: "chain"}},
	Traits:     ir.Terminator,
	HasParent:  []string{"aie.mem", "aie.memtile_dma", "aie.shim_dma"},
	Parse:      parseStart,
	Print:      printStart,
	Verify:     verifyStart,
}

// BD is aie.dma_bd: a descriptor moves len elements of a buffer from or to the stream of its channel, all of
// the buffer without len. Sizes and strides say in which order.
var BD = &ir.OpDef{
	Name:     "aie.dma_bd",
	Summary:  "a transfer of a DMA engine",
	Operands: []ir.OperandDef{{Name: "buffer", Type: constraint.MemRef}},
	Attrs: []ir.AttrDef{{Name: "offset", Type: i32, Optional: true}, {Name: "len", Type: i32, Optional: true},
		{Name: "dimensions", Type: constraint.AnyAttr, Optional: true}},
	Parse:  parseBD,
	Print:  printBD,
	Verify: verifyBD,
}

// NextBD is aie.next_bd: the descriptor that comes next.
var NextBD = &ir.OpDef{
	Name:       "aie.next_bd",
	Summary:    "goes on with another descriptor",
	Successors: []ir.SuccessorDef{{Name: "dest"}},
	Traits:     ir.Terminator,
	HasParent:  []string{"aie.mem", "aie.memtile_dma", "aie.shim_dma"},
	Format:     "$dest attr-dict",
}

// Flow is aie.flow: a stream from a port of one tile to a port of another one. A port with several flows
// sends everything to each.
var Flow = &ir.OpDef{
	Name:    "aie.flow",
	Summary: "a stream between two ports",
	Operands: []ir.OperandDef{{Name: "source", Type: constraint.Index},
		{Name: "dest", Type: constraint.Index}},
	Attrs: []ir.AttrDef{{Name: "source_bundle", Type: constraint.AnyAttr},
		{Name: "source_channel", Type: i32},
		{Name: "dest_bundle", Type: constraint.AnyAttr}, {Name: "dest_channel", Type: i32}},
	Parse:  parseFlow,
	Print:  printFlow,
	Verify: verifyFlow,
}

var (
	directions = []string{"S2MM", "MM2S"}
	bundles    = []string{"Core", "DMA", "FIFO", "South", "West", "North", "East", "PLIO", "NOC", "Trace",
		"Ctrl"}
)

// Sends reports whether the channel of a DMAStart reads memory and sends to the stream.
func Sends(op *ir.Op) bool { return word(op, "channel_dir", directions) == directions[1] }

// Channel returns the number of the channel of a DMAStart.
func Channel(op *ir.Op) int64 {
	n, _ := op.IntAttr("channel_index")
	return n
}

// Repeats returns how often a DMAStart executes its descriptors.
func Repeats(op *ir.Op) int64 {
	n, _ := op.IntAttr("repeat_count")
	return n + 1
}

// Length returns how many elements a BD moves; ok is false if that is not known.
func Length(op *ir.Op) (n int64, ok bool) {
	if n, ok := op.IntAttr("len"); ok {
		return n, true
	}
	n = 1
	for _, extent := range op.Operand(0).Type().(*ir.MemRefType).Shape {
		if extent == ir.Dynamic {
			return 0, false
		}
		n *= extent
	}
	return n, true
}

// Port is an end of a Flow. Its tile is the operand of the Flow.
type Port struct {
	Tile    *ir.Value
	Bundle  string // "DMA" for a channel of the tile's DMA engine
	Channel int64
}

// Ends returns where a Flow comes from, and where it goes.
func Ends(op *ir.Op) (source, dest Port) {
	end := func(i int, name string) Port {
		n, _ := op.IntAttr(name + "_channel")
		return Port{op.Operand(i), word(op, name+"_bundle", bundles), n}
	}
	return end(0, "source"), end(1, "dest")
}

func verifyStart(op *ir.Op) error {
	if !slices.Contains(directions, word(op, "channel_dir", directions)) {
		return op.OpErrorf(codeAIE, "has no direction S2MM or MM2S")
	}
	if Channel(op) < 0 {
		return op.OpErrorf(codeAIE, "is of channel %d: channels count from 0", Channel(op))
	}
	if Repeats(op) < 1 {
		return op.OpErrorf(codeAIE, "repeats its descriptors %d times: 0 or more are possible", Repeats(op)-1)
	}
	return nil
}

func verifyBD(op *ir.Op) error {
	if n, ok := op.IntAttr("len"); ok && n < 0 {
		return op.OpErrorf(codeAIE, "moves %d elements: 0 or more are possible", n)
	}
	if n, ok := op.IntAttr("offset"); ok && n < 0 {
		return op.OpErrorf(codeAIE, "begins at element %d: elements count from 0", n)
	}
	for up := range op.Ancestors() {
		if IsDMAProgram(up) {
			return nil
		}
	}
	return op.OpErrorf(codeAIE, "is in no aie.mem, aie.memtile_dma or aie.shim_dma")
}

func verifyFlow(op *ir.Op) error {
	source, dest := Ends(op)
	for _, p := range []Port{source, dest} {
		if !slices.Contains(bundles, p.Bundle) || p.Channel < 0 {
			return op.OpErrorf(codeAIE,
				"has an unknown port: a port is Core, DMA, FIFO, South, West, North, "+
					"East, PLIO, NOC, Trace or Ctrl, and a number from 0")
		}
	}
	return nil
}

// parseStart parses (direction, channel, ^first, ^chain[, repeat_count = n]) {attrs}.
func parseStart(p ir.OpParser, s *ir.OpState) error {
	if err := p.Punct("("); err != nil {
		return err
	}
	direction, err := p.KeywordOrString()
	if err != nil {
		return err
	}
	add(s, "channel_dir", p.Context().String(direction))
	if err := p.Punct(","); err != nil {
		return err
	}
	if err := parseI32(p, s, "channel_index"); err != nil {
		return err
	}
	for range 2 {
		if err := p.Punct(","); err != nil {
			return err
		}
		to, err := p.Successor()
		if err != nil {
			return err
		}
		s.Successors = append(s.Successors, to)
	}
	if p.TryPunct(",") {
		if err := p.Keyword("repeat_count"); err != nil {
			return err
		}
		if err := p.Punct("="); err != nil {
			return err
		}
		if err := parseI32(p, s, "repeat_count"); err != nil {
			return err
		}
	}
	s.Results = []ir.Type{p.Context().I1}
	if err := p.Punct(")"); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printStart(p ir.OpPrinter, op *ir.Op) {
	p.Write("(" + word(op, "channel_dir", directions) + ", ")
	p.Int(Channel(op))
	for i := range 2 {
		p.Write(", ")
		p.Successor(op.Successor(i), nil)
	}
	if op.Attr("repeat_count") != nil {
		p.Write(", repeat_count = ")
		p.Int(Repeats(op) - 1)
	}
	p.Write(")")
	p.AttrDict(op, "channel_dir", "channel_index", "repeat_count")
}

// parseBD parses (%buffer : type[, offset[, length[, [<size = n, stride = n>, ...]]]]) {attrs}, and the newer
// spelling of numbers: offset = n len = n.
func parseBD(p ir.OpParser, s *ir.OpState) error {
	if err := p.Punct("("); err != nil {
		return err
	}
	name, err := p.Operand()
	if err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	buffer, err := p.Resolve(name, t)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, buffer)
	if err := parseExtent(p, s); err != nil {
		return err
	}
	if err := p.Punct(")"); err != nil {
		return err
	}
	return p.AttrDict(s)
}

// parseExtent parses the numbers of a descriptor, in either spelling, and its sizes and strides.
func parseExtent(p ir.OpParser, s *ir.OpState) error {
	i32 := p.Context().I32
	for _, attr := range []string{"offset", "len"} {
		if p.TryKeyword(attr) {
			if err := p.Punct("="); err != nil {
				return err
			}
			if err := parseI32(p, s, attr); err != nil {
				return err
			}
			continue
		}
		if !p.TryPunct(",") {
			continue
		}
		n, ok, err := p.TryInt()
		if err != nil {
			return err
		}
		if !ok {
			return parseDimensions(p, s)
		}
		add(s, attr, p.Context().Int(i32, n))
	}
	if p.TryPunct(",") {
		return parseDimensions(p, s)
	}
	return nil
}

// parseDimensions parses [<size = n, stride = n>, ...] to an array of pairs.
func parseDimensions(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	var list []ir.Attr
	err := p.CommaSeparated("[", func() error {
		var pair []int64
		for i, step := range []string{"<", ","} {
			if err := p.Punct(step); err != nil {
				return err
			}
			if err := p.Keyword(pairWords[i]); err != nil {
				return err
			}
			if err := p.Punct("="); err != nil {
				return err
			}
			n, err := p.Int()
			if err != nil {
				return err
			}
			pair = append(pair, n)
		}
		list = append(list, c.I64Array(pair...))
		return p.Punct(">")
	})
	add(s, "dimensions", c.Array(list))
	return err
}

var pairWords = [2]string{"size", "stride"}

// pairs returns the sizes and strides of a BD; ok is false if they are not pairs.
func pairs(op *ir.Op) (list [][]int64, ok bool) {
	array, ok := op.Attr("dimensions").(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	for _, e := range array.Elems {
		pair, ok := e.(*ir.DenseArrayAttr)
		if !ok || len(pair.Values) != len(pairWords) {
			return nil, false
		}
		list = append(list, pair.Values)
	}
	return list, true
}

func printBD(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.Operand(op.Operand(0))
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	hidden := []string{"offset", "len"}
	for _, attr := range hidden {
		if n, ok := op.IntAttr(attr); ok {
			p.Write(" " + attr + " = ")
			p.Int(n)
		}
	}
	if list, ok := pairs(op); ok {
		hidden = append(hidden, "dimensions")
		p.Write(", [")
		for i, pair := range list {
			if i > 0 {
				p.Write(", ")
			}
			p.Write("<size = ")
			p.Int(pair[0])
			p.Write(", stride = ")
			p.Int(pair[1])
			p.Write(">")
		}
		p.Write("]")
	}
	p.Write(")")
	p.AttrDict(op, hidden...)
}

// parseFlow parses (%source, bundle : channel, %dest, bundle : channel) {attrs}.
func parseFlow(p ir.OpParser, s *ir.OpState) error {
	for i, name := range []string{"source", "dest"} {
		if err := p.Punct([]string{"(", ","}[i]); err != nil {
			return err
		}
		tile, err := p.Operand()
		if err != nil {
			return err
		}
		v, err := p.Resolve(tile, p.Context().Index)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
		if err := p.Punct(","); err != nil {
			return err
		}
		bundle, err := p.KeywordOrString()
		if err != nil {
			return err
		}
		add(s, name+"_bundle", p.Context().String(bundle))
		if err := p.Punct(":"); err != nil {
			return err
		}
		if err := parseI32(p, s, name+"_channel"); err != nil {
			return err
		}
	}
	if err := p.Punct(")"); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printFlow(p ir.OpPrinter, op *ir.Op) {
	source, dest := Ends(op)
	for i, port := range []Port{source, dest} {
		p.Write([]string{"(", ", "}[i])
		p.Operand(port.Tile)
		p.Write(", " + port.Bundle + " : ")
		p.Int(port.Channel)
	}
	p.Write(")")
	p.AttrDict(op, "source_bundle", "source_channel", "dest_bundle", "dest_channel")
}
