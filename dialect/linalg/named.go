package linalg

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// memoized is the attribute in which MLIR keeps the maps of an operation whose name determines them. Generic
// form shows it.
const memoized = "linalg.memoized_indexing_maps"

// newNamed makes the definition of an operation with a number of inputs, whose name determines its body.
// known has its loops, if the name determines these as well.
func newNamed(name, summary string, inputs int, f body, known *loops) *ir.OpDef {
	def := &ir.OpDef{
		Name:     "linalg." + name,
		Summary:  summary,
		Operands: inputsAndOutputs,
		Results:  resultTensors,
		Attrs:    []ir.AttrDef{constraint.OperandSegmentSize},
		Regions:  []ir.RegionDef{{Name: "region", Any: true}},
		Traits:   ir.AttrSizedOperands,
		Print:    func(p ir.OpPrinter, op *ir.Op) { printNamed(p, op) },
	}
	def.Parse = func(p ir.OpParser, s *ir.OpState) error { return parseNamed(p, s, inputs+1, f, known) }
	return implies(def, always(inputs+1, f))
}

// parseNamed parses operands [-> types], for an operation of n operands, and makes its body.
func parseNamed(p ir.OpParser, s *ir.OpState, n int, f body, known *loops) error {
	start := p.Off()
	l, err := parseOperands(p, s, true)
	if err != nil {
		return err
	}
	off := p.Off()
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	types := l.all()
	if len(types) != n {
		return p.Errorf(off,
			"[parseNamedStructuredOpRegion] ods-gen generated region expects %d args, got %d", n, len(types))
	}
	region, err := buildBody(p.Context(), s, types, f)
	if err != nil {
		return p.Errorf(start, "%v", err)
	}
	s.Regions = append(s.Regions, region)
	if known != nil {
		maps := p.Context().Array(mapAttrs(p.Context(), known.maps(attrsOf(s))))
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: memoized, Value: maps})
	}
	return nil
}

func attrsOf(s *ir.OpState) func(name string) ir.Attr {
	return func(name string) ir.Attr {
		for _, a := range s.Attrs {
			if a.Name == name {
				return a.Value
			}
		}
		return nil
	}
}

func mapAttrs(c *ir.Context, maps []*affine.Map) []ir.Attr {
	attrs := make([]ir.Attr, len(maps))
	for i, m := range maps {
		attrs[i] = c.AffineMap(m)
	}
	return attrs
}

// printNamed prints the form that parseNamed parses. It leaves out the attributes in said, which the syntax
// in front has printed.
func printNamed(p ir.OpPrinter, op *ir.Op, said ...string) {
	p.AttrDict(op, append(said, constraint.OperandSegmentSize.Name, memoized, "indexing_maps")...)
	printOperands(p, op)
	p.ArrowTypes(op.ResultTypes())
}

// pointwise makes an operation on the elements at the same place of all operands. An operand without
// dimensions is used at all places.
func pointwise(name, summary string, inputs int, f body) *ir.OpDef {
	return structured(newNamed(name, summary, inputs, f, nil), &shape{
		outputs: secondGroup,
		maps: func(op *ir.Op) []*affine.Map {
			rank := outputRank(op)
			maps := make([]*affine.Map, op.NumOperands())
			for i, v := range op.Operands() {
				if maps[i] = affine.Identity(rank); rankOf(v) == 0 {
					maps[i] = affine.NewMap(rank, 0)
				}
			}
			return maps
		},
		iterators: func(op *ir.Op) []int64 { return allParallel(outputRank(op)) },
	})
}

// outputRank returns the number of dimensions of the first output.
func outputRank(op *ir.Op) int {
	first, count := secondGroup(op)
	if count == 0 {
		return 0
	}
	return rankOf(op.Operand(first))
}

// loops is a nest of loops that the name of an operation determines, in the notation of named_table.go.
type loops struct {
	kinds    string   // p or r for each loop
	operands []string // the subscripts of each operand, separated by spaces, from letters for the loops
	strides  int      // how many strides and dilations there are: the factors S0, S1, ... and D0, D1, ...
}

// byName makes an operation whose loops are in the table.
func byName(name, summary string, l loops, f body) *ir.OpDef {
	def := newNamed(name, summary, len(l.operands)-1, f, &l)
	if l.strides > 0 {
		factors := windowFactors(l.strides)
		def.Attrs = []ir.AttrDef{
			{Name: "strides", Type: factors, Optional: true},
			{Name: "dilations", Type: factors, Optional: true},
			constraint.OperandSegmentSize,
		}
	}
	maps := func(op *ir.Op) []*affine.Map { return l.maps(op.Attr) }
	if l.strides == 0 {
		fixed := l.maps(func(string) ir.Attr { return nil })
		maps = func(*ir.Op) []*affine.Map { return fixed }
	}
	if l.strides > 0 {
		def.Verify = l.verifyFactors
	}
	return structured(def,
		&shape{outputs: secondGroup, maps: maps, iterators: func(*ir.Op) []int64 { return l.iterators() }})
}

// windowFactors is the constraint on strides and dilations.
func windowFactors(n int) ir.AttrConstraint {
	return ir.AttrConstraint{
		Summary: "64-bit signless int elements attribute of shape " + string([]byte{'[', byte('0' + n), ']'}),
		Match: func(a ir.Attr) bool {
			e, ok := a.(*ir.DenseElementsAttr)
			if !ok || !slices.Equal(e.Type.Dims(), []int64{int64(n)}) {
				return false
			}
			t, ok := constraint.ElementOrSelf(e.Type).(*ir.IntegerType)
			return ok && t.Width == 64 && t.Sign == ir.Signless
		},
	}
}

// verifyFactors checks that no stride or dilation is 0: such a factor removes a loop from the subscripts of
// the image. The rest of the subscript of that dimension decides which message upstream gives.
func (l *loops) verifyFactors(op *ir.Op) error {
	strides, dilations := factorsOf(op.Attr("strides"), l.strides), factorsOf(op.Attr("dilations"), l.strides)
	problem := ""
	for i, s := range strides {
		switch d := dilations[i]; {
		case s != 0 && d != 0:
		case s+d != 1:
			problem = "unexpected input index map for convolutions"
		case problem == "":
			problem = "unexpected loop dimension for convolution op"
		}
	}
	if problem == "" {
		return nil
	}
	return op.Errorf(codeLinalg, "%s", problem).Suggest("give 'strides' and 'dilations' no factor of 0")
}

func (l *loops) iterators() []int64 {
	kinds := make([]int64, len(l.kinds))
	for i, k := range l.kinds {
		if k == 'r' {
			kinds[i] = ReductionLoop
		}
	}
	return kinds
}

// maps returns the map of each operand, with the factors that the attributes give.
func (l *loops) maps(attr func(name string) ir.Attr) []*affine.Map {
	factors := map[byte][]int64{'S': factorsOf(attr("strides"), l.strides),
		'D': factorsOf(attr("dilations"), l.strides)}
	maps := make([]*affine.Map, len(l.operands))
	for i, text := range l.operands {
		var subscripts []*affine.Expr
		for _, word := range strings.Fields(text) {
			subscripts = append(subscripts, subscript(word, factors))
		}
		maps[i] = affine.NewMap(len(l.kinds), 0, subscripts...)
	}
	return maps
}

func factorsOf(a ir.Attr, n int) []int64 {
	factors := slices.Repeat([]int64{1}, n)
	if e, ok := a.(*ir.DenseElementsAttr); ok && ir.NumElements(e.Type.Dims()) == int64(n) {
		for i := range factors {
			factors[i] = int64(e.Element(i))
		}
	}
	return factors
}

// subscript reads a sum such as b*S0+e*D0.
func subscript(text string, factors map[byte][]int64) *affine.Expr {
	sum := affine.C(0)
	for _, term := range strings.Split(text, "+") {
		e := affine.D(int(term[0] - 'a'))
		if _, factor, ok := strings.Cut(term, "*"); ok {
			e = e.Mul(affine.C(factors[factor[0]][factor[1]-'0']))
		}
		sum = sum.Add(e)
	}
	return sum
}
