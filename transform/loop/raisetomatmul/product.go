package raisetomatmul

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// product is what three loops compute: C += A * B.
type product struct {
	a, b, c *ir.Value
	first   *ir.Value // what C holds before, nil for what it does hold
}

// nest is three loops, each directly in the one before.
type nest struct {
	outer   *ir.Op
	ivs     [3]*ir.Value
	extents [3]int64
	body    *ir.Block
	ops     []*ir.Op // of the body, without its terminator
	used    map[*ir.Op]bool
}

// productOf recognizes the product that a loop, with those in it, computes; nil if it is none.
func productOf(loop *ir.Op) *product {
	n := nestOf(loop)
	if n == nil {
		return nil
	}
	p := n.product()
	if p == nil || len(n.used) != len(n.ops) {
		return nil
	}
	return p
}

func nestOf(loop *ir.Op) *nest {
	n := &nest{outer: loop, used: map[*ir.Op]bool{}}
	for d := range n.ivs {
		extent, ok := extentOf(loop)
		if !ok {
			return nil
		}
		n.ivs[d], n.extents[d], n.body = loop.Body().Arg(0), extent, loop.Body()
		if inner := alone(n.body); d < 2 && inner != nil && inner.Is(scf.For) {
			loop = inner
		} else if d < 2 {
			return nil
		}
	}
	if block := alone(n.body); block != nil && block.Is(pipeline.Block) {
		if slices.ContainsFunc(block.Attrs(), func(a ir.NamedAttr) bool {
			return a.Name != pipeline.NameAttr
		}) {
			return nil
		}
		n.body = block.Body()
	}
	n.ops = slices.Collect(n.body.OpsWithoutTerminator())
	return n
}

// extentOf returns how often a loop without annotations runs, from 0 in steps of 1, if that is known.
func extentOf(loop *ir.Op) (int64, bool) {
	if loop.NumOperands() != 3 || len(loop.Attrs()) > 0 {
		return 0, false
	}
	lower, lowerKnown := ir.ConstInt(loop.Operand(0))
	upper, upperKnown := ir.ConstInt(loop.Operand(1))
	step, stepKnown := ir.ConstInt(loop.Operand(2))
	return upper, lowerKnown && upperKnown && stepKnown && lower == 0 && step == 1 && upper > 0
}

// alone returns the operation of a block that has one, and perhaps a terminator.
func alone(b *ir.Block) *ir.Op {
	if ops := slices.Collect(b.OpsWithoutTerminator()); len(ops) == 1 {
		return ops[0]
	}
	return nil
}

// product follows what the last operation stores.
func (n *nest) product() *product {
	if len(n.ops) == 0 {
		return nil
	}
	store := n.ops[len(n.ops)-1]
	if !store.Is(memref.Store) || store.NumOperands() != 4 {
		return nil
	}
	n.used[store] = true
	c := store.Operand(1)
	i, j := n.loop(store.Operand(2)), n.loop(store.Operand(3))
	if i < 0 || j < 0 || i == j {
		return nil
	}
	k := 3 - i - j
	old, added := n.sum(store.Operand(0), c, i, j)
	if old == nil {
		return nil
	}
	mul := n.use(added, arith.MulF, arith.MulI)
	if mul == nil {
		return nil
	}
	p := &product{c: c}
	for side := range 2 {
		if p.a, p.b = n.element(mul.Operand(side), i, k),
			n.element(mul.Operand(1-side), k, j); p.a != nil && p.b != nil {
			break
		}
	}
	if p.a == nil || p.b == nil || p.a == c || p.b == c || !n.covers(p, i, j, k) ||
		!n.begins(p, old, i, j, k) {
		return nil
	}
	return p
}

// loop returns the number of the loop whose induction variable v is, itself or as an axis; -1 for none.
func (n *nest) loop(v *ir.Value) int {
	if axis := v.DefinedBy(pipeline.Axis); axis != nil && axis.Block() == n.body {
		n.used[axis] = true
		v = axis.Operand(0)
	}
	return slices.Index(n.ivs[:], v)
}

// use returns the operation of the body that makes v, if it is one of defs and makes it for one use.
func (n *nest) use(v *ir.Value, defs ...*ir.OpDef) *ir.Op {
	op := v.DefiningOp()
	if op == nil || op.Block() != n.body || !v.HasOneUse() ||
		!slices.ContainsFunc(defs, func(d *ir.OpDef) bool { return op.Is(d) }) {
		return nil
	}
	n.used[op] = true
	return op
}

// sum returns the load of C[i, j] and the value that is added to it.
func (n *nest) sum(v, c *ir.Value, i, j int) (load *ir.Op, added *ir.Value) {
	add := n.use(v, arith.AddF, arith.AddI)
	if add == nil {
		return nil, nil
	}
	for side := range 2 {
		load := add.Operand(side).DefinedBy(memref.Load)
		if load != nil && load.Operand(0) == c && n.use(add.Operand(side), memref.Load) != nil &&
			n.at(load, i, j) {
			return load, add.Operand(1 - side)
		}
	}
	return nil, nil
}

// at reports whether a load has two subscripts, which are the induction variables of two loops.
func (n *nest) at(load *ir.Op, row, column int) bool {
	return load.NumOperands() == 3 && n.loop(load.Operand(1)) == row && n.loop(load.Operand(2)) == column
}

// element returns the memory of which a value is the element of two subscripts, perhaps converted; nil if it
// is none.
func (n *nest) element(v *ir.Value, row, column int) *ir.Value {
	if cast := v.DefiningOp(); cast != nil && (cast.Is(arith.ExtF) || cast.Is(arith.ExtSI)) {
		v = cast.Operand(0)
	}
	load := v.DefinedBy(memref.Load)
	if load == nil || load.Block() != n.body || !n.at(load, row, column) {
		return nil
	}
	return load.Operand(0)
}

// covers reports whether the loops run over all of the matrices.
func (n *nest) covers(p *product, i, j, k int) bool {
	is := func(m *ir.Value, row, column int) bool {
		return slices.Equal(m.Type().(*ir.MemRefType).Shape, []int64{n.extents[row], n.extents[column]})
	}
	return is(p.a, i, k) && is(p.b, k, j) && is(p.c, i, j)
}

// begins looks at what is left of the body: the operands of the product, and a condition in front of the load
// of C that gives C its first value.
func (n *nest) begins(p *product, load *ir.Op, i, j, k int) bool {
	for _, op := range n.ops {
		switch {
		case n.used[op]:
		case op.Is(memref.Load), op.Is(arith.ExtF), op.Is(arith.ExtSI):
			if !op.Result(0).HasOneUse() {
				return false
			}
			n.used[op] = true
		case op.Is(scf.If) && p.first == nil && op.IsBefore(load):
			if p.first = n.firstValue(op, p.c, i, j, k); p.first == nil {
				return false
			}
		}
	}
	return true
}

// firstValue returns what a condition stores in C[i, j] when k is 0; nil if it does anything else.
func (n *nest) firstValue(op *ir.Op, c *ir.Value, i, j, k int) *ir.Value {
	is := n.use(op.Operand(0), arith.CmpI)
	if is == nil || op.NumResults() > 0 || !op.Region(1).Empty() || arith.Predicate(is) != arith.EQ ||
		n.loop(is.Operand(0)) != k {
		return nil
	}
	store := alone(op.Body())
	zero, known := ir.ConstInt(is.Operand(1))
	if !known || zero != 0 || store == nil || !store.Is(memref.Store) || store.NumOperands() != 4 ||
		store.Operand(1) != c ||
		n.loop(store.Operand(2)) != i || n.loop(store.Operand(3)) != j || n.within(store.Operand(0)) {
		return nil
	}
	n.used[op] = true
	return store.Operand(0)
}

// within reports whether a value is made in the nest.
func (n *nest) within(v *ir.Value) bool {
	return v.ParentBlock().ParentOp() == n.outer ||
		slices.Contains(slices.Collect(v.ParentBlock().ParentOp().Ancestors()), n.outer)
}
