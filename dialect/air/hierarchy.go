package air

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The entries of the table of operands of launch, segment and herd.
const (
	entrySizes = 1 + iota
	entryOperands
)

// Launch is air.launch: a region that runs once per index of a space of any number of dimensions, at the
// host's side of the array. Its token is complete when all work in the region is, for every index.
var Launch = hierarchy("air.launch", "groups segments and memory that are resident together")

// Segment is air.segment: a region with the resources of a part of the array. It runs once, or once per index
// if it has sizes.
var Segment = hierarchy("air.segment", "a part of the array, with its memories")

// Herd is air.herd: a region that runs once per tile, on all tiles at once. The indices are those of the
// tile.
var Herd = hierarchy("air.herd", "code that each of several tiles runs")

// The terminators of the regions.
var (
	LaunchTerminator  = terminator("air.launch")
	SegmentTerminator = terminator("air.segment")
	HerdTerminator    = terminator("air.herd")
)

func init() {
	for _, def := range []*ir.OpDef{Launch, Segment, Herd} {
		def.Parse, def.Print = parseHierarchy, printHierarchy
	}
	Segment.VerifyRegions = func(op *ir.Op) error { return verifyBody(op, spaceL2) }
	Herd.VerifyRegions = func(op *ir.Op) error { return verifyBody(op, spaceL1) }
	Launch.VerifyRegions = func(op *ir.Op) error { return verifyBody(op, spaceL3) }
}

func hierarchy(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:    name,
		Summary: summary,
		Operands: []ir.OperandDef{dependencies, variadic("sizes", constraint.Index),
			variadic("operands", constraint.AnyType)},
		Results: []ir.ResultDef{asyncToken},
		Attrs: []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName, Optional: true},
			constraint.OperandSegmentSize},
		Regions: []ir.RegionDef{{Name: "body", Sized: true}},
		Traits: ir.SingleBlock | ir.AttrSizedOperands | ir.IsolatedFromAbove | ir.AffineScope |
			ir.AllocationScope | ir.RecursiveEffects,
		ImplicitTerminator: name + "_terminator",
		ResultNames:        nameToken,
		BlockArgNames:      nameIndices,
		Async:              hasToken,
		AsyncDependencies:  startsAfter,
		AsyncToken:         Token,
	}
}

func terminator(parent string) *ir.OpDef {
	return &ir.OpDef{
		Name:      parent + "_terminator",
		Summary:   "terminator of " + parent,
		Traits:    ir.Pure | ir.Terminator,
		HasParent: []string{parent},
		Format:    "attr-dict",
	}
}

// IsHierarchy reports whether an operation is a Launch, a Segment or a Herd.
func IsHierarchy(op *ir.Op) bool { return op.Is(Launch) || op.Is(Segment) || op.Is(Herd) }

// Sizes returns the sizes of the space of indices of a launch, a segment or a herd, one value per dimension.
func Sizes(op *ir.Op) []*ir.Value { return op.OperandsOf(entrySizes) }

// Operands returns what a launch, a segment or a herd passes to its region.
func Operands(op *ir.Op) []*ir.Value { return op.OperandsOf(entryOperands) }

// Indices returns the arguments of the region that are the indices.
func Indices(op *ir.Op) []*ir.Value { return op.Body().Args()[:len(Sizes(op))] }

// SizeArgs returns the arguments of the region that are the sizes.
func SizeArgs(op *ir.Op) []*ir.Value {
	n := len(Sizes(op))
	return op.Body().Args()[n : 2*n]
}

// OperandArgs returns the arguments of the region that stand for the Operands.
func OperandArgs(op *ir.Op) []*ir.Value { return op.Body().Args()[2*len(Sizes(op)):] }

func nameIndices(op *ir.Op, set func(*ir.Value, string)) {
	args := op.Body().Args()
	for i := range min(len(Sizes(op)), len(args), 3) {
		set(args[i], []string{"x", "y", "z"}[i])
	}
}

// verifyBody checks that the region's arguments are the indices, the sizes and the operands, and that its
// memory is near enough.
func verifyBody(op *ir.Op, nearest int64) error {
	args, sizes := op.Body().Args(), len(Sizes(op))
	if len(args) != 2*sizes+len(Operands(op)) {
		return op.OpErrorf(codeAIR, "has a region with %d arguments for %d indices, %d sizes and %d operands",
			len(args), sizes, sizes, len(Operands(op)))
	}
	for i, arg := range args {
		want := ir.Type(op.Context().Index)
		if i >= 2*sizes {
			want = Operands(op)[i-2*sizes].Type()
		}
		if arg.Type() != want {
			return op.OpErrorf(codeAIR, "has region argument #%d of type '%v', and passes '%v'", i,
				arg.Type(),
				want)
		}
	}
	return verifyMemories(op, nearest)
}

// hierarchyParser holds the parts of a launch, a segment or a herd that are parsed already.
type hierarchyParser struct {
	ir.OpParser
	state               *ir.OpState
	tokens, sizes, from []ir.UnresolvedOperand
	ids, sizeArgs, args []ir.RegionArg
	types               []ir.Type
}

// parseHierarchy parses [@name] [async] [[%token, ...]] [tile|unroll] [(%i, ...) in (%n=%size, ...)]
// [args(%arg=%operand, ...) : type, ...] [attributes {...}] [{ body }]. A herd has the word "tile", a segment
// "unroll". A segment may leave the indices out. An operation with a name and without a body has an empty
// one.
func parseHierarchy(p ir.OpParser, s *ir.OpState) error {
	h := &hierarchyParser{OpParser: p, state: s}
	for _, step := range []func() error{h.head, h.space, h.operands, h.resolve, h.body} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (h *hierarchyParser) head() error {
	name, ok, err := h.TrySymbolName()
	if err != nil {
		return err
	}
	if ok {
		h.state.Attrs = append(h.state.Attrs,
			ir.NamedAttr{Name: "sym_name", Value: h.Context().String(name)})
	}
	h.tokens, err = parseAsync(h.OpParser, h.state)
	return err
}

// word is the keyword in front of the indices, "" for a launch.
func word(def *ir.OpDef) string {
	return map[*ir.OpDef]string{Herd: "tile", Segment: "unroll"}[def]
}

func (h *hierarchyParser) space() error {
	if def := h.state.Def; word(def) != "" && !h.TryKeyword(word(def)) {
		if def == Herd {
			return h.Keyword(word(def)) // which is an error
		}
		return nil
	}
	ids, err := h.RegionArgList("(", false)
	if err != nil {
		return err
	}
	if err := h.Keyword("in"); err != nil {
		return err
	}
	h.ids = ids
	off := h.Off()
	if h.sizeArgs, h.sizes, err = h.pairs(); err != nil {
		return err
	}
	if len(h.sizes) != len(ids) {
		return h.Errorf(off, "expected one size for each of the %d indices", len(ids))
	}
	return nil
}

// pairs parses (%arg=%value, ...).
func (h *hierarchyParser) pairs() (args []ir.RegionArg, values []ir.UnresolvedOperand, err error) {
	err = h.CommaSeparated("(", func() error {
		arg, err := h.RegionArg(false)
		if err != nil {
			return err
		}
		if err := h.Punct("="); err != nil {
			return err
		}
		value, err := h.Operand()
		args, values = append(args, arg), append(values, value)
		return err
	})
	return args, values, err
}

func (h *hierarchyParser) operands() (err error) {
	if !h.TryKeyword("args") {
		return nil
	}
	off := h.Off()
	if h.args, h.from, err = h.pairs(); err != nil || len(h.args) == 0 {
		return err
	}
	if h.types, err = h.ColonTypeList(); err != nil {
		return err
	}
	if len(h.types) != len(h.args) {
		return h.Errorf(off, "expected one type for each of the %d operands", len(h.args))
	}
	return nil
}

func (h *hierarchyParser) resolve() error {
	r := &resolver{p: h.OpParser, s: h.state}
	if err := r.add(h.tokens, TokenType(h.Context())); err != nil {
		return err
	}
	if err := r.add(h.sizes, h.Context().Index); err != nil {
		return err
	}
	for i, name := range h.from {
		v, err := h.Resolve(name, h.types[i])
		if err != nil {
			return err
		}
		h.state.Operands, h.args[i].Type = append(h.state.Operands, v), h.types[i]
	}
	r.sizes = append(r.sizes, int64(len(h.from)))
	r.finish()
	return h.AttrDictWithKeyword(h.state)
}

func (h *hierarchyParser) body() error {
	list := slices.Concat(h.ids, h.sizeArgs, h.args)
	for i := range 2 * len(h.ids) {
		list[i].Type = h.Context().Index
	}
	body, ok, err := h.TryRegion(list, true)
	if !ok && err == nil && h.named() {
		body = h.empty(list)
	} else if !ok && err == nil {
		body, err = h.Region(list, true) // which is an error
	}
	if err != nil {
		return err
	}
	h.state.Regions = append(h.state.Regions, body)
	return h.EnsureTerminator(body, h.state.Def.ImplicitTerminator, h.state.Loc)
}

// named reports whether the operation has a name, and so may leave out a body in which nothing happens.
func (h *hierarchyParser) named() bool {
	return slices.ContainsFunc(h.state.Attrs, func(a ir.NamedAttr) bool { return a.Name == "sym_name" })
}

// empty returns a region of one block without operations.
func (h *hierarchyParser) empty(args []ir.RegionArg) *ir.Region {
	b := h.Builder()
	types := make([]ir.Type, len(args))
	for i, arg := range args {
		types[i] = arg.Type
	}
	return b.NewRegion(b.NewBlock(types...))
}

func printHierarchy(p ir.OpPrinter, op *ir.Op) {
	if op.Attr("sym_name") != nil {
		p.Write(" ")
		p.Symbol(op.StringAttr("sym_name"))
	}
	printAsync(p, op)
	if w := word(op.Def()); len(Sizes(op)) > 0 || !op.Is(Segment) {
		if w != "" {
			p.Write(" " + w)
		}
		p.Write(" (")
		p.Operands(Indices(op))
		p.Write(") in (")
		printPairs(p, SizeArgs(op), Sizes(op))
		p.Write(")")
	}
	if from := Operands(op); len(from) > 0 {
		p.Write(" args(")
		printPairs(p, OperandArgs(op), from)
		p.Write(") : ")
		for i, v := range from {
			if i > 0 {
				p.Write(", ")
			}
			p.Type(v.Type())
		}
	}
	p.AttrDictWithKeyword(op, constraint.OperandSegmentSize.Name, "sym_name")
	p.Write(" ")
	p.Region(op.Region(0), false, false)
}

func printPairs(p ir.OpPrinter, args, values []*ir.Value) {
	for i, v := range values {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(args[i])
		p.Write("=")
		p.Operand(v)
	}
}
