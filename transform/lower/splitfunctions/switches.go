package splitfunctions

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// cases are those of a switch, in the order of their values.
type cases struct {
	fn       *ir.Op
	flag     *ir.Value
	fallback cf.Way
	values   []int64
	ways     []cf.Way
	region   *ir.Region
	loc      ir.Location
}

// divideSwitches replaces each switch of more cases than a part has branches by comparisons that lead to
// smaller ones. A small one and the blocks that only it goes to are a part, then.
func (g *graph) divideSwitches() {
	for _, b := range slices.Clone(g.region.Blocks()) {
		op := b.Last()
		if op == nil || !op.Is(cf.Switch) || op.NumSuccessors()-1 <= g.branches ||
			!comparable(op.Operand(0).Type()) {
			continue
		}
		c := casesOf(g.fn, op)
		op.Erase()
		c.branch(b, max(2, g.branches/2))
	}
}

// comparable reports whether arith compares the values of a type, of which a word holds each.
func comparable(t ir.Type) bool {
	it, ok := t.(*ir.IntegerType)
	return ok && it.Sign == ir.Signless && it.Width <= 64
}

func casesOf(fn, op *ir.Op) *cases {
	c := &cases{fn: fn, flag: op.Operand(0), region: op.Block().Region(), loc: op.Loc()}
	operands := slices.Clone(op.Operands())
	way := func(i int) cf.Way {
		first, count := op.Def().SuccessorOperands(op, i)
		return cf.Way{To: op.Successor(i), Operands: operands[first : first+count]}
	}
	c.fallback = way(0)
	values := cf.CaseValues(op)
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	for _, i := range order {
		c.values, c.ways = append(c.values, values[i]), append(c.ways, way(1+i))
	}
	return c
}

// branch ends a block with a switch of at most some cases, or with a comparison that leads to blocks that do.
func (c *cases) branch(from *ir.Block, most int) {
	b := endOf(c.fn, from, c.loc)
	n := len(c.values)
	if n <= most {
		cf.NewSwitchWith(b, c.flag, c.fallback, c.values, c.ways)
		return
	}
	low, high := *c, *c
	low.values, low.ways = c.values[:n/2], c.ways[:n/2]
	high.values, high.ways = c.values[n/2:], c.ways[n/2:]
	below, above := ir.NewBlock(), ir.NewBlock()
	c.region.Take([]*ir.Block{below, above})
	cf.NewCondBr(b, arith.Cmp(b, arith.SLT, c.flag, arith.ConstInt(b, c.flag.Type(), high.values[0])), below,
		nil, above, nil)
	low.branch(below, most)
	high.branch(above, most)
}
