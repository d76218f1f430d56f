package asyncparallelfor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// point is a point of the nest, in numbers of iterations of each dimension.
type point []*ir.Value

// nest is the code of a function that runs one block.
type nest struct {
	*loop
	b                  *ir.Builder
	one, zero          *ir.Value
	trips, lower, step []*ir.Value
	mapping            *ir.Mapping
	aligned            int // inner loops that blocks hold as a whole
	first, last, end   point
	started            bool // the first point has been run already
	ivs                []*ir.Value
	isFirst, isLast    []*ir.Value // whether the loops down to one are at the first, the last point
}

// computeFunction makes the function that runs a block: from its number, the size of blocks, the bounds of
// the nest, memory for the results of each block, and the captures.
func (c *converter) computeFunction(d *dispatch) *ir.Op {
	name := "parallel_compute_fn"
	if d.aligned > 0 {
		name = "parallel_compute_fn_with_aligned_loops"
	}
	l := d.loop
	ctx := l.op.Context()
	types := slices.Concat([]ir.Type{ctx.Index, ctx.Index}, typesOf(d.arguments()))
	f := c.newFunction(l.op, name, types)
	b := ir.AtEnd(ctx, f.Body())
	b.Loc, b.Arena = l.op.Loc(), c.arena
	n := &nest{loop: l, b: b, mapping: ir.NewMapping(), aligned: d.aligned, ivs: make([]*ir.Value, l.dims())}
	n.isFirst, n.isLast = make([]*ir.Value, l.dims()), make([]*ir.Value, l.dims())
	args := f.Body().Args()
	partials := n.arguments(args[2:], d.trips)
	n.find(args[0], args[1])
	n.store(args[0], partials, n.run())
	finish(b)
	makeSequential(f)
	return f
}

// arguments binds the arguments behind the first two, and puts constants in their place where they are known.
// It returns those for the results of blocks.
func (n *nest) arguments(args, trips []*ir.Value) []*ir.Value {
	n.zero, n.one = arith.ConstIndex(n.b, 0), arith.ConstIndex(n.b, 1)
	dims := n.dims()
	n.trips = n.known(args[:dims], trips)
	n.lower = n.known(args[dims:2*dims], n.loop.lower)
	n.step = n.known(args[3*dims:4*dims], n.loop.step)
	for _, op := range n.constants {
		n.b.Clone(op, n.mapping)
	}
	captured := args[len(args)-len(n.captures):]
	for i, v := range n.captures {
		n.mapping.Map(v, captured[i])
	}
	return args[4*dims : len(args)-len(n.captures)]
}

// known returns constants in place of the arguments for values that are constant.
func (n *nest) known(args, values []*ir.Value) []*ir.Value {
	out := slices.Clone(args)
	for i, v := range values {
		if k, ok := ir.ConstInt(v); ok {
			out[i] = arith.ConstIndex(n.b, k)
		}
	}
	return out
}

// find makes the first and the last point of a block.
func (n *nest) find(number, size *ir.Value) {
	total := product(n.b, n.trips)
	first := n.calc(arith.MulI, number, size)
	end := n.calc(arith.MinSI, n.calc(arith.AddI, first, size), total)
	last := n.calc(arith.SubI, end, n.one)
	n.first, n.last = n.point(first), n.point(last)
	for _, v := range n.last {
		n.end = append(n.end, n.calc(arith.AddI, v, n.one))
	}
}

// point makes the coordinates of iteration i.
func (n *nest) point(i *ir.Value) point {
	p := make(point, n.dims())
	for d := n.dims() - 1; d >= 0; d-- {
		p[d] = n.calc(arith.RemSI, i, n.trips[d])
		i = n.calc(arith.DivSI, i, n.trips[d])
	}
	return p
}

func (n *nest) calc(def *ir.OpDef, x, y *ir.Value) *ir.Value { return binary(n.b, def, x, y) }

// run makes the loops, and returns what they reduce. Reductions start from their neutral elements, or where
// there is none from the values of the first point, which then runs on its own.
func (n *nest) run() []*ir.Value {
	start, ok := n.neutral(n.b)
	begin := n.first[0]
	if !ok {
		for d := range n.ivs {
			n.ivs[d] = n.at(d, n.first[d])
		}
		start = n.cloneBody(n.b, n.mapping, n.ivs)
		n.started = true
		if n.dims() == 1 {
			begin = n.calc(arith.AddI, begin, n.one)
		}
	}
	return n.walk(0, begin, n.end[0], start)
}

// at makes the induction variable of dimension d in iteration i.
func (n *nest) at(d int, i *ir.Value) *ir.Value {
	return n.calc(arith.AddI, n.lower[d], n.calc(arith.MulI, i, n.step[d]))
}

// walk makes loop d of the nest, with all in it.
func (n *nest) walk(d int, from, to *ir.Value, carried []*ir.Value) []*ir.Value {
	return scf.NewForCarrying(n.b, from, to, n.one, carried,
		func(_ *ir.Builder, i *ir.Value, carried []*ir.Value) []*ir.Value {
			n.ivs[d] = n.at(d, i)
			if d+1 == n.dims() {
				return n.combine(n.b, n.mapping, carried, n.cloneBody(n.b, n.mapping, n.ivs))
			}
			from, to := n.inner(d, i)
			return n.walk(d+1, from, to, carried)
		}).Results()
}

// inner makes the bounds of loop d+1 in iteration i of loop d: those of the whole loop, unless the outer
// loops are all at the first or all at the last point of the block.
func (n *nest) inner(d int, i *ir.Value) (from, to *ir.Value) {
	if d+1 >= n.dims()-n.aligned {
		return n.zero, n.trips[d+1]
	}
	n.isFirst[d], n.isLast[d] = compare(n.b, arith.EQ, i, n.first[d]), compare(n.b, arith.EQ, i, n.last[d])
	if d > 0 {
		n.isFirst[d] = n.calc(arith.AndI, n.isFirst[d], n.isFirst[d-1])
		n.isLast[d] = n.calc(arith.AndI, n.isLast[d], n.isLast[d-1])
	}
	first := n.first[d+1]
	if n.started && d+2 == n.dims() {
		first = n.calc(arith.AddI, first, n.one)
	}
	return arith.NewSelect(n.b, n.isFirst[d], first, n.zero),
		arith.NewSelect(n.b, n.isLast[d], n.end[d+1], n.trips[d+1])
}

// store keeps what the block has reduced.
func (n *nest) store(number *ir.Value, partials, values []*ir.Value) {
	for i, v := range values {
		memref.NewStore(n.b, v, partials[i], number)
	}
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}
