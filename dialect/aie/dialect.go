package aie

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/internal/payload"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the aie dialect.
var Dialect = &ir.Dialect{
	Name:    "aie",
	Partial: true,
	Ops: []*ir.OpDef{Buffer, Core, Device, BD, DMAStart, End, ExternalBuffer, Flow, Lock, Mem, MemTileDMA,
		NextBD, FIFO, Acquire, Link, Release, Access, ShimDMA, Tile, UseLock},
	TypeDefs: []*ir.TypeDef{fifoType, viewType},
}

var codeAIE = diag.Register("verify-aie", "an operation of the aie dialect breaks a rule",
	"An object FIFO has a producer, at least one consumer and a depth of 1 or more. A port is Produce or "+
		"Consume, and the core that uses it is on a tile of that side. An acquire or a release is of 1 "+
		"element "+
		"or more, and of no more than the depth. A lock has a value from 0 to 63, and is acquired and "+
		"released "+
		"by the result of an aie.lock. A channel of a DMA engine is S2MM or MM2S and has a number from 0, "+
		"and "+
		"its descriptors are in the program of the engine.")

var (
	fifoType = &ir.TypeDef{Dialect: "aie", Mnemonic: "objectfifo", Parse: payload.Parse, Print: payload.Print}
	viewType = &ir.TypeDef{Dialect: "aie", Mnemonic: "objectfifosubview", Parse: payload.Parse,
		Print: payload.Print}
	view = ir.TypeConstraint{Summary: "elements of an object FIFO", Def: viewType,
		Match: func(t ir.Type) bool {
			p, ok := t.(*ir.ParametricType)
			return ok && p.Def == viewType
		}}
	i32 = ir.AttrConstraint{Summary: "32-bit signless integer attribute",
		ValueType: func(c *ir.Context) ir.Type { return c.I32 },
		Match: func(a ir.Attr) bool {
			n, ok := a.(*ir.IntegerAttr)
			return ok && n.Type.String() == "i32"
		}}
)

// Device is aie.device: an array of tiles with a kind, which its region programs.
var Device = &ir.OpDef{
	Name:               "aie.device",
	Summary:            "the program of an array of tiles",
	Attrs:              []ir.AttrDef{{Name: "device", Type: constraint.String}},
	Regions:            []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits:             ir.SingleBlock | ir.IsSymbolTable | ir.IsolatedFromAbove,
	ImplicitTerminator: "aie.end",
	Parse:              parseDevice,
	Print:              printDevice,
}

// End is aie.end: the end of the region of a device, of a core or of the program of a DMA engine.
var End = &ir.OpDef{Name: "aie.end", Summary: "end of a region", Traits: ir.Terminator | ir.Pure,
	HasParent: []string{"aie.device", "aie.core", "aie.mem", "aie.memtile_dma", "aie.shim_dma"},
	Format:    "attr-dict"}

// Tile is aie.tile: the tile in a column and a row.
var Tile = &ir.OpDef{
	Name:    "aie.tile",
	Summary: "a tile of the array",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Attrs:   []ir.AttrDef{{Name: "col", Type: i32}, {Name: "row", Type: i32}},
	Traits:  ir.Pure,
	Format:  "`(` $col `,` $row `)` attr-dict",
}

// Core is aie.core: what the processor of a tile executes.
var Core = &ir.OpDef{
	Name:     "aie.core",
	Summary:  "the code of a tile's processor",
	Operands: []ir.OperandDef{{Name: "tile", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Regions:  []ir.RegionDef{{Name: "body"}},
	Parse:    parseCore,
	Print:    printCore,
}

// FIFO is aie.objectfifo: a bounded buffer of memory between the tile that produces and those that consume.
var FIFO = &ir.OpDef{
	Name:    "aie.objectfifo",
	Summary: "a bounded buffer between tiles",
	Operands: []ir.OperandDef{{Name: "producerTile", Type: constraint.Index},
		{Name: "consumerTiles", Type: constraint.Index, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "elemNumber", Type: constraint.AnyAttr}, {Name: "elemType", Type: constraint.AnyTypeAttr}},
	Traits: ir.IsSymbol,
	Parse:  parseFIFO,
	Print:  printFIFO,
	Verify: verifyFIFO,
}

// Link is aie.objectfifo.link: what is consumed from the first FIFOs is produced on the others.
var Link = &ir.OpDef{
	Name:    "aie.objectfifo.link",
	Summary: "passes the elements of FIFOs on to others",
	Attrs: []ir.AttrDef{{Name: "fifoIns", Type: constraint.AnyAttr},
		{Name: "fifoOuts", Type: constraint.AnyAttr},
		{Name: "src_offsets", Type: constraint.AnyAttr, Optional: true},
		{Name: "dst_offsets", Type: constraint.AnyAttr, Optional: true}},
	Parse:            parseLink,
	Print:            printLink,
	VerifySymbolUses: verifyLink,
}

var portAttrs = []ir.AttrDef{{Name: "port", Type: constraint.AnyAttr},
	{Name: "objFifo_name", Type: constraint.FlatSymbol},
	{Name: "size", Type: i32}}

// Acquire is aie.objectfifo.acquire: it waits until the core holds size elements at its port of a FIFO, those
// that it holds already among them.
var Acquire = &ir.OpDef{
	Name:             "aie.objectfifo.acquire",
	Summary:          "waits for elements of a FIFO",
	Results:          []ir.ResultDef{{Name: "subview", Type: view}},
	Attrs:            portAttrs,
	Parse:            parsePort,
	Print:            printPort,
	Verify:           verifyPort,
	VerifySymbolUses: verifyUse,
}

// Release is aie.objectfifo.release: it gives up the oldest elements that the core holds.
var Release = &ir.OpDef{
	Name:             "aie.objectfifo.release",
	Summary:          "gives up elements of a FIFO",
	Attrs:            portAttrs,
	Parse:            parsePort,
	Print:            printPort,
	Verify:           verifyPort,
	VerifySymbolUses: verifyUse,
}

// Access is aie.objectfifo.subview.access: one of the elements that a core holds.
var Access = &ir.OpDef{
	Name:     "aie.objectfifo.subview.access",
	Summary:  "an element that a core holds",
	Operands: []ir.OperandDef{{Name: "subview", Type: view}},
	Results:  []ir.ResultDef{{Name: "output", Type: constraint.MemRef}},
	Attrs:    []ir.AttrDef{{Name: "index", Type: i32}},
	Verify:   verifyAccess,
	Format:   "$subview `[` $index `]` attr-dict `:` qualified(type($subview)) `->` type($output)",
}

// Produces reports whether an Acquire or a Release is at the producer's port.
func Produces(op *ir.Op) bool { return port(op) == "Produce" }

// port returns "Produce" or "Consume". In generic form the port is mlir-aie's number for it.
func port(op *ir.Op) string { return word(op, "port", []string{"Produce", "Consume"}) }

// Size returns the number of elements of an Acquire or a Release.
func Size(op *ir.Op) int64 {
	n, _ := op.IntAttr("size")
	return n
}

// Name returns the FIFO of an Acquire or a Release.
func Name(op *ir.Op) string {
	if ref, ok := op.Attr("objFifo_name").(*ir.SymbolRefAttr); ok {
		return ref.Root
	}
	return ""
}

// Depths returns how many elements the producer of a FIFO holds, and each consumer.
func Depths(op *ir.Op) []int64 {
	list := make([]int64, op.NumOperands())
	switch a := op.Attr("elemNumber").(type) {
	case *ir.IntegerAttr:
		for i := range list {
			list[i] = a.Value
		}
	case *ir.ArrayAttr:
		for i, e := range a.Elems {
			if n, ok := e.(*ir.IntegerAttr); ok && i < len(list) {
				list[i] = n.Value
			}
		}
	}
	return list
}

// Names returns the FIFOs of a Link that are consumed, or those that are produced.
func Names(op *ir.Op, attr string) (names []string) {
	if a, ok := op.Attr(attr).(*ir.ArrayAttr); ok {
		for _, e := range a.Elems {
			if ref, ok := e.(*ir.SymbolRefAttr); ok {
				names = append(names, ref.Root)
			}
		}
	}
	return names
}

func verifyFIFO(op *ir.Op) error {
	if op.NumOperands() < 2 {
		return op.OpErrorf(codeAIE, "has no consumer")
	}
	for _, n := range Depths(op) {
		if n < 1 {
			return op.OpErrorf(codeAIE, "has a depth that is not an integer of 1 or more for each tile")
		}
	}
	return nil
}

func verifyAccess(op *ir.Op) error {
	n, _ := op.IntAttr("index")
	from := op.Operand(0).DefiningOp()
	if from != nil && from.Is(Acquire) && (n < 0 || n >= Size(from)) {
		return op.OpErrorf(codeAIE, "is of element %d, and %d are acquired", n, Size(from)).
			Note(from.Span(), "the acquire")
	}
	return nil
}

func verifyPort(op *ir.Op) error {
	if p := port(op); p != "Produce" && p != "Consume" {
		return op.OpErrorf(codeAIE, "has no port Produce or Consume")
	}
	if Size(op) < 1 {
		return op.OpErrorf(codeAIE, "is of %d elements: 1 or more are possible", Size(op))
	}
	return nil
}

// Declaration returns the FIFO of an Acquire or a Release, nil if there is none.
func Declaration(op *ir.Op, t *ir.SymbolTables) *ir.Op {
	ref, ok := op.Attr("objFifo_name").(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	if fifo := t.Resolve(op, ref); fifo != nil && fifo.Is(FIFO) {
		return fifo
	}
	return nil
}

func verifyUse(op *ir.Op, t *ir.SymbolTables) error {
	fifo := Declaration(op, t)
	if fifo == nil {
		return op.OpErrorf(codeAIE, "names '@%s', which is no object FIFO", Name(op))
	}
	core := coreOf(op)
	if core == nil {
		return op.OpErrorf(codeAIE, "is in no aie.core")
	}
	i := Side(fifo, core, Produces(op))
	if i < 0 {
		return op.OpErrorf(codeAIE, "is at the port %s, and the core's tile is not on that side of '@%s'",
			port(op),
			Name(op)).Note(fifo.Span(), "the FIFO")
	}
	if depth := Depths(fifo)[i]; Size(op) > depth {
		return op.OpErrorf(codeAIE, "is of %d elements, and '@%s' has %d at this tile", Size(op), Name(op),
			depth).
			Note(fifo.Span(), "the FIFO").Suggest("make the FIFO deeper, or take fewer at a time")
	}
	return nil
}

func coreOf(op *ir.Op) *ir.Op {
	for up := range op.Ancestors() {
		if up.Is(Core) {
			return up
		}
	}
	return nil
}

// Side returns the number of the operand of a FIFO that is the tile of a core, as producer or as a consumer.
// It is -1 if the tile is not on that side.
func Side(fifo, core *ir.Op, produces bool) int {
	for i, v := range fifo.Operands() {
		if v == core.Operand(0) && produces == (i == 0) {
			return i
		}
	}
	return -1
}

func verifyLink(op *ir.Op, t *ir.SymbolTables) error {
	for _, attr := range []string{"fifoIns", "fifoOuts"} {
		names := Names(op, attr)
		if len(names) == 0 {
			return op.OpErrorf(codeAIE, "links no object FIFO on one side")
		}
		for _, name := range names {
			if fifo := t.Resolve(op, op.Context().SymbolRef(name)); fifo == nil || !fifo.Is(FIFO) {
				return op.OpErrorf(codeAIE, "names '@%s', which is no object FIFO", name)
			}
		}
	}
	return nil
}
