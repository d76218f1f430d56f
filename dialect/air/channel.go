package air

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Channel is air.channel: an array of channels with a name. Data that a Put puts on a channel is what a Get
// gets from it, in the order of the puts. Each channel has slots for buffer_resources puts that no get has
// taken (1 without the attribute); the next put waits. With a broadcast_shape, each get of the elements that
// a channel is broadcast to gets all that is put.
var Channel = &ir.OpDef{
	Name:    "air.channel",
	Summary: "an array of channels",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "size", Type: integers, Default: func(c *ir.Context) ir.Attr { return c.Array(nil) }},
		{Name: "channel_type", Type: constraint.String,
			Default: func(c *ir.Context) ir.Attr { return c.String(kinds[0]) }},
	},
	Traits: ir.IsSymbol,
	Parse:  parseChannel,
	Print:  printChannel,
	Verify: verifyChannel,
}

// integers is the constraint on arrays of integers.
var integers = ir.AttrConstraint{Summary: "64-bit integer array attribute", Match: func(a ir.Attr) bool {
	_, ok := ints(a)
	return ok
}}

// ints returns the numbers of an array of integers.
func ints(a ir.Attr) ([]int64, bool) {
	array, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	var list []int64
	for _, e := range array.Elems {
		n, ok := e.(*ir.IntegerAttr)
		if !ok {
			return nil, false
		}
		list = append(list, n.Value)
	}
	return list, true
}

// kinds lists what moves the data of a channel, the default first.
var kinds = []string{"npu_dma_stream", "npu_dma_packet", "npu_cascade", "npu_mmio", "gpu_symmetric_heap"}

// Kind returns what moves the data of a channel: "npu_dma_stream" and so on.
func Kind(op *ir.Op) string { return op.StringAttr("channel_type") }

// Shape returns the sizes of the array of channels.
func Shape(op *ir.Op) []int64 {
	list, _ := ints(op.Attr("size"))
	return list
}

// BroadcastShape returns the sizes of the array of receivers, nil if the channel does not broadcast.
func BroadcastShape(op *ir.Op) []int64 {
	list, _ := ints(op.Attr("broadcast_shape"))
	return list
}

// Slots returns how many puts a channel holds that no get has taken.
func Slots(op *ir.Op) int64 {
	if n, ok := op.IntAttr("buffer_resources"); ok {
		return n
	}
	return 1
}

func verifyChannel(op *ir.Op) error {
	if !slices.Contains(kinds, Kind(op)) {
		return op.OpErrorf(codeAIR, "has the unknown channel_type \"%s\"", Kind(op)).
			Suggest("use one of npu_dma_stream, npu_dma_packet, npu_cascade, npu_mmio and gpu_symmetric_heap")
	}
	for _, n := range Shape(op) {
		if n < 1 {
			return op.OpErrorf(codeAIR, "has the size %d: sizes are 1 or more", n)
		}
	}
	if a := op.Attr("buffer_resources"); a != nil {
		if n, ok := a.(*ir.IntegerAttr); !ok || n.Value < 1 {
			return op.OpErrorf(codeAIR, "has buffer_resources that is no integer of 1 or more")
		}
	}
	return verifyBroadcast(op)
}

func verifyBroadcast(op *ir.Op) error {
	a := op.Attr("broadcast_shape")
	if a == nil {
		return nil
	}
	shape, ok := ints(a)
	if !ok {
		return op.OpErrorf(codeAIR, "has a broadcast_shape that is no array of integers")
	}
	sizes := Shape(op)
	if len(shape) != len(sizes) {
		return op.OpErrorf(codeAIR, "has %d sizes and %d in its broadcast_shape: they have the same number",
			len(sizes), len(shape))
	}
	for d, n := range sizes {
		if n != shape[d] && n != 1 || shape[d] < 1 {
			return op.OpErrorf(codeAIR,
				"cannot broadcast the size %d to %d in dimension %d: a size is 1 or that of the "+
					"broadcast_shape",
				n, shape[d], d)
		}
	}
	return nil
}

// parseChannel parses @name [sizes] {attrs}.
func parseChannel(p ir.OpParser, s *ir.OpState) error {
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	c := p.Context()
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "sym_name", Value: c.String(name)})
	size, err := p.Attr(c.I64)
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "size", Value: size})
	return p.AttrDict(s)
}

func printChannel(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Symbol(op.SymbolName())
	p.Write(" [")
	for i, n := range Shape(op) {
		if i > 0 {
			p.Write(", ")
		}
		p.Int(n)
	}
	p.Write("]")
	hidden := []string{"sym_name", "size"}
	if Kind(op) == kinds[0] {
		hidden = append(hidden, "channel_type")
	}
	p.AttrDict(op, hidden...)
}

// The entries of the tables of operands of Put and Get.
const (
	entryChannelIndices = 1
	entryChannelMemory  = 2
)

// channelAttr is the attribute of Put and Get that names the channel.
const channelAttr = "chan_name"

// Put is air.channel.put: it waits for a free slot of a channel, and copies the elements of a Layout there.
var Put = transfer("air.channel.put", "put data on a channel", source, ir.OperandDef{
	// The receiver of a packet, which the processor chooses.
	Name: "dest", Type: constraint.Index, Arity: ir.Optional,
})

// Get is air.channel.get: it waits for data on a channel, and copies the data to the elements of a Layout.
var Get = transfer("air.channel.get", "get data from a channel", destination)

// The functions refer to Put and Get, so that the definitions cannot.
func init() {
	for def, s := range map[*ir.OpDef]side{Put: source, Get: destination} {
		def.Parse = func(p ir.OpParser, state *ir.OpState) error { return parseTransfer(p, state, s) }
		def.Print = func(p ir.OpPrinter, op *ir.Op) { printTransfer(p, op, s) }
		def.Verify = func(op *ir.Op) error { return verifyTransfer(op, s) }
		def.VerifySymbolUses = verifyChannelOf
	}
}

func transfer(name, summary string, s side, more ...ir.OperandDef) *ir.OpDef {
	return &ir.OpDef{
		Name:    name,
		Summary: summary,
		Operands: slices.Concat([]ir.OperandDef{dependencies, variadic("indices", constraint.Index)},
			s.operands(), more),
		Results: []ir.ResultDef{asyncToken},
		Attrs: slices.Concat([]ir.AttrDef{{Name: channelAttr, Type: constraint.FlatSymbol}}, s.attrs(),
			padding,
			[]ir.AttrDef{constraint.OperandSegmentSize}),
		Traits:            ir.AttrSizedOperands,
		ResultNames:       nameToken,
		Async:             hasToken,
		AsyncDependencies: startsAfter,
		AsyncToken:        Token,
	}
}

// ChannelName returns the name of the channel of a Put or a Get.
func ChannelName(op *ir.Op) string {
	ref, ok := op.Attr(channelAttr).(*ir.SymbolRefAttr)
	if !ok {
		return ""
	}
	return ref.Root
}

// ChannelIndices returns the indices of the channel in its array. There may be none for an array of one.
func ChannelIndices(op *ir.Op) []*ir.Value { return op.OperandsOf(entryChannelIndices) }

// Packet returns the receiver that a Put chooses for its packet, nil for others.
func Packet(op *ir.Op) *ir.Value {
	if !op.Is(Put) {
		return nil
	}
	return op.OptionalOperand(len(Put.Operands) - 1)
}

// Moved returns what a Put reads or a Get writes.
func Moved(op *ir.Op) Layout {
	if op.Is(Put) {
		return source.of(op, entryChannelMemory)
	}
	return destination.of(op, entryChannelMemory)
}

func verifyTransfer(op *ir.Op, s side) error {
	for i, v := range ChannelIndices(op) {
		if owner := v.ParentBlock(); v.DefiningOp() == nil && owner.ParentOp() != nil &&
			owner.ParentOp().Is(scf.For) {
			return op.OpErrorf(codeAIR,
				"has the variable of a loop as index %d of its channel: a channel is at one place for all "+
					"time", i).
				Note(owner.ParentOp().Span(), "this is the loop").
				Suggest("use an index of the herd, or of an scf.parallel")
		}
	}
	if err := s.verify(op, entryChannelMemory); err != nil {
		return err
	}
	return verifyPadding(op)
}

// verifyChannelOf checks that the channel exists, and that its number of sizes is that of the indices. An
// array of one channel needs no index.
func verifyChannelOf(op *ir.Op, t *ir.SymbolTables) error {
	ref, ok := op.Attr(channelAttr).(*ir.SymbolRefAttr)
	if !ok {
		return nil // the table checks the attribute
	}
	channel := t.Resolve(op, ref)
	if channel == nil || !channel.Is(Channel) {
		return op.OpErrorf(codeAIR, "names '@%s', which is no channel", ref.Root).
			Suggest("declare it: air.channel @%s [1]", ref.Root)
	}
	sizes := Shape(channel)
	shape := sizes
	if op.Is(Get) && BroadcastShape(channel) != nil {
		shape = BroadcastShape(channel)
	}
	one := true
	for _, n := range shape {
		one = one && n == 1
	}
	if n := len(ChannelIndices(op)); n != len(sizes) && !(one && n == 0) {
		return op.OpErrorf(codeAIR, "has %d indices for a channel with %d sizes", n, len(sizes)).
			Note(channel.Span(), "the channel")
	}
	return nil
}

// parseTransfer parses [async] [[%token, ...]] @channel[indices] (LAYOUT) {attrs} : (type).
func parseTransfer(p ir.OpParser, s *ir.OpState, end side) error {
	tokens, err := parseAsync(p, s)
	if err != nil {
		return err
	}
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: channelAttr, Value: p.Context().SymbolRef(name)})
	indices, err := p.OperandList("[")
	if err != nil {
		return err
	}
	var packet []ir.UnresolvedOperand
	var at layoutText
	for _, step := range []func() error{
		func() error { return p.Punct("(") }, func() error { return at.parse(p) },
		func() error { return p.Punct(")") },
		func() (err error) { packet, err = parsePacket(p, s); return err },
		func() error { return p.AttrDict(s) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	types, err := parseTypes(p, 1)
	if err != nil {
		return err
	}
	r := &resolver{p: p, s: s}
	if err := r.add(tokens, TokenType(p.Context())); err != nil {
		return err
	}
	if err := r.add(indices, p.Context().Index); err != nil {
		return err
	}
	if err := at.resolve(r, end, types[0]); err != nil {
		return err
	}
	if s.Def == Put {
		if err := r.add(packet, p.Context().Index); err != nil {
			return err
		}
	}
	r.finish()
	return nil
}

// parsePacket parses [dest(%receiver)], which only a put has.
func parsePacket(p ir.OpParser, s *ir.OpState) ([]ir.UnresolvedOperand, error) {
	if s.Def != Put || !p.TryKeyword("dest") {
		return nil, nil
	}
	off := p.Off()
	names, err := p.OperandList("(")
	if err == nil && len(names) != 1 {
		err = p.Errorf(off, "expected one receiver")
	}
	return names, err
}

func printTransfer(p ir.OpPrinter, op *ir.Op, s side) {
	printAsync(p, op)
	p.Write(" ")
	p.Symbol(ChannelName(op))
	p.Write("[")
	p.Operands(ChannelIndices(op))
	p.Write("] (")
	s.print(p, op, entryChannelMemory)
	p.Write(")")
	if v := Packet(op); v != nil {
		p.Write(" dest(")
		p.Operand(v)
		p.Write(")")
	}
	p.AttrDict(op, elided(s)...)
	p.Write(" : (")
	p.Type(op.OperandsOf(entryChannelMemory)[0].Type())
	p.Write(")")
}
