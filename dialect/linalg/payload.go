package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Map is linalg.map: it computes elements of the output from those at the same place of the inputs.
var Map = structured(&ir.OpDef{
	Name:    "linalg.map",
	Summary: "elementwise operation",
	Operands: []ir.OperandDef{
		{Name: "inputs", Type: tensorOrMemRef, Arity: ir.Variadic}, {Name: "init", Type: tensorOrMemRef},
	},
	Results:     []ir.ResultDef{{Name: "result", Type: anyTensor, Arity: ir.Variadic}},
	Regions:     []ir.RegionDef{{Name: "mapper", Sized: true}},
	Parse:       parsePayloadOf(""),
	Print:       printMap,
	ResultNames: nameResult("mapped"),
}, &shape{
	out:     "init",
	outputs: lastOperand,
	maps: func(op *ir.Op) []*affine.Map {
		return slices.Repeat([]*affine.Map{affine.Identity(rankOf(op.Operand(op.NumOperands() - 1)))},
			op.NumOperands())
	},
	iterators: func(op *ir.Op) []int64 { return allParallel(rankOf(op.Operand(op.NumOperands() - 1))) },
})

// Reduce is linalg.reduce: it combines the elements along some dimensions of the inputs with those of the
// outputs.
var Reduce = structured(&ir.OpDef{
	Name:    "linalg.reduce",
	Summary: "reduction along dimensions",
	Operands: []ir.OperandDef{
		{Name: "inputs", Type: tensorOrMemRef, Arity: ir.Variadic},
		{Name: "inits", Type: tensorOrMemRef, Arity: ir.Variadic},
	},
	Results:     []ir.ResultDef{{Type: anyTensor, Arity: ir.Variadic}},
	Attrs:       []ir.AttrDef{{Name: "dimensions", Type: increasing}},
	Regions:     []ir.RegionDef{{Name: "combiner", Sized: true}},
	Parse:       parsePayloadOf("dimensions"),
	Print:       printReduce,
	ResultNames: nameResult("reduced"),
}, &shape{
	out:       "init",
	outputs:   secondHalf,
	maps:      reduceMaps,
	iterators: reduceIterators,
})

func lastOperand(op *ir.Op) (first, count int) {
	n := min(op.NumOperands(), 1)
	return op.NumOperands() - n, n
}

func secondHalf(op *ir.Op) (first, count int) {
	return op.NumOperands() / 2, op.NumOperands() - op.NumOperands()/2
}

func init() {
	Map.Verify = verifyMap
	Reduce.Verify = verifyReduce
}

// increasing is the constraint on the dimensions of a Reduce.
var increasing = ir.AttrConstraint{
	Summary: "i64 dense array attribute should be in increasing order",
	Match: func(a ir.Attr) bool {
		list, ok := a.(*ir.DenseArrayAttr)
		if !ok || !constraint.I64Array.Match(a) {
			return false
		}
		for i := range len(list.Values) - 1 {
			if list.Values[i] >= list.Values[i+1] {
				return false
			}
		}
		return true
	},
}

func rankOf(v *ir.Value) int {
	shape, _ := shapeOf(v.Type())
	return len(shape)
}

// withoutDims is the identity map on n dimensions without the listed ones.
func withoutDims(n int, dims []int64) *affine.Map {
	var kept []*affine.Expr
	for d := range n {
		if !slices.Contains(dims, int64(d)) {
			kept = append(kept, affine.D(d))
		}
	}
	return affine.NewMap(n, 0, kept...)
}

func reduceMaps(op *ir.Op) []*affine.Map {
	rank, half := rankOf(op.Operand(0)), op.NumOperands()/2
	maps := slices.Repeat([]*affine.Map{affine.Identity(rank)}, half)
	return append(maps, slices.Repeat([]*affine.Map{withoutDims(rank, op.Ints("dimensions"))},
		op.NumOperands()-half)...)
}

func reduceIterators(op *ir.Op) []int64 {
	kinds := allParallel(rankOf(op.Operand(0)))
	for _, d := range op.Ints("dimensions") {
		if d >= 0 && d < int64(len(kinds)) {
			kinds[d] = ReductionLoop
		}
	}
	return kinds
}

// payload is { name {attrs} }: the short form of a body with one operation in front of its terminator.
type payload struct {
	def   *ir.OpDef
	attrs []ir.NamedAttr
}

// parsePayloadOf parses [{ name }] operands [ints = [...]] {attrs} [(%arg: type, ...) { body }].
func parsePayloadOf(ints string) func(p ir.OpParser, s *ir.OpState) error {
	return func(p ir.OpParser, s *ir.OpState) error {
		short, err := parsePayload(p)
		if err != nil {
			return err
		}
		l, err := parseDestinations(p, s, ints)
		if err != nil {
			return err
		}
		if short == nil {
			args, err := p.RegionArgList("(", true)
			if err != nil {
				return err
			}
			body, err := p.Region(args, false)
			s.Regions = append(s.Regions, body)
			return err
		}
		if len(s.Operands) == 0 {
			s.Regions = append(s.Regions, ir.NewRegion())
			return nil
		}
		s.Regions = append(s.Regions, short.region(p.Context(), l, ints != "", s.Loc))
		return nil
	}
}

func parsePayload(p ir.OpParser) (*payload, error) {
	if !p.TryPunct("{") {
		return nil, nil
	}
	off := p.Off()
	name, err := p.AnyKeyword()
	if err != nil {
		return nil, err
	}
	def := p.Context().OpDef(name)
	if def == nil && p.Context().AllowUnregistered {
		def = p.Context().UnregisteredOpDef(name)
	}
	if def == nil {
		return nil, p.Errorf(off, "'%s' is no operation that is known", name)
	}
	var s ir.OpState
	if err := p.AttrDict(&s); err != nil {
		return nil, err
	}
	return &payload{def, slices.Clone(s.Attrs)}, p.Punct("}")
}

// region makes a body of the payload. Its operands are the elements of the inputs or, if outputFirst is set,
// those of the output and then of the inputs.
func (l *payload) region(c *ir.Context, lists operandLists, outputFirst bool, loc ir.Location) *ir.Region {
	block := ir.NewBlock(elements(lists.all())...)
	args := block.Args()
	n := len(lists.inputs)
	operands := args[:min(n, len(args))]
	if outputFirst {
		operands = slices.Concat(args[len(args)-1:], args[:len(args)-1])
	}
	b := ir.AtEnd(c, block)
	b.Loc = loc
	result := block.Arg(len(args) - 1).Type()
	op := b.Create(ir.OpState{Def: l.def, Operands: operands, Results: []ir.Type{result}, Attrs: l.attrs,
		Loc: loc})
	b.Create(ir.OpState{Def: Yield, Operands: op.Results(), Results: []ir.Type{}, Loc: loc})
	return ir.NewRegion(block)
}

// payloadOf returns the one operation in front of a body's terminator, if the short form can express the
// body.
func payloadOf(op *ir.Op, outputFirst bool) *ir.Op {
	block := op.Body()
	first, last := block.First(), block.Last()
	if first == last || first.Next() != last || first.NumRegions() > 0 ||
		!slices.Equal(last.Operands(), first.Results()) {
		return nil
	}
	want := block.Args()[:max(block.NumArgs()-1, 0)]
	if outputFirst {
		want = slices.Concat(block.Args()[block.NumArgs()-1:], want)
	}
	if len(want) == 0 || !slices.Equal(first.Operands(), want) {
		return nil
	}
	return first
}

func printShort(p ir.OpPrinter, op *ir.Op) {
	p.Write(" { ")
	p.Write(op.Name())
	var attrs []ir.NamedAttr
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		if e, ok := a.Value.(*ir.EnumAttr); ok && e.Def == arith.FastMath && e.Value == arith.FastNone {
			continue
		}
		attrs = append(attrs, a)
	}
	p.Dict(attrs)
	p.Write(" }")
}

func printMap(p ir.OpPrinter, op *ir.Op) {
	short := payloadOf(op, false)
	if short != nil {
		printShort(p, short)
	}
	printOperands(p, op)
	p.AttrDict(op)
	if short == nil {
		printBody(p, op)
	}
}

func printReduce(p ir.OpPrinter, op *ir.Op) {
	short := payloadOf(op, true)
	if short != nil {
		printShort(p, short)
	}
	printOperands(p, op)
	printInts(p, op, "dimensions")
	p.AttrDict(op, "dimensions")
	if short == nil {
		printBody(p, op)
	}
}

func printBody(p ir.OpPrinter, op *ir.Op) {
	p.Indent(1)
	p.Newline()
	p.Write("(")
	for i, a := range op.Body().Args() {
		if i > 0 {
			p.Write(", ")
		}
		p.RegionArgument(a, nil, true)
	}
	p.Write(") ")
	p.Region(op.Region(0), false, true)
	p.Indent(-1)
}

func verifyMap(op *ir.Op) error {
	block := op.Body()
	if op.NumOperands() != block.NumArgs() {
		return op.OpErrorf(codeLinalg,
			"expects number of operands to match the arity of mapper, but got: %d and %d",
			op.NumOperands(), block.NumArgs())
	}
	inputs := op.Operands()[:op.NumOperands()-1]
	for i, v := range inputs {
		if t := elementOf(v.Type()); block.Arg(i).Type() != t {
			return op.OpErrorf(codeLinalg, "expected element type of input '%v' to match bbArg type '%v'", t,
				block.Arg(i).Type())
		}
	}
	want, _ := shapeOf(op.Operand(op.NumOperands() - 1).Type())
	for _, v := range inputs {
		if got, _ := shapeOf(v.Type()); !slices.Equal(got, want) {
			return op.OpErrorf(codeLinalg, "expected shape of input (%s) to match shape of output (%s)",
				shapeText(got), shapeText(want))
		}
	}
	return nil
}
