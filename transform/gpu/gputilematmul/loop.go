package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// loop makes the loop over tiles. Its statements are the copies of A and of B, and for each step of a tile
// the loads of its fragments and their products.
func (k *kernel) loop() {
	steps := k.tile.k / k.depth()
	for range steps {
		k.allocateFragments()
	}
	loop := scf.NewFor(k.b, k.index(0), k.trips(), k.index(1), func(_ *ir.Builder, i *ir.Value) {
		k.sharedA, k.sharedB = k.stage(&k.lhs), k.stage(&k.rhs)
		begin := [3]*ir.Value{row: k.row, column: k.col, depth: k.mul(i, k.tile.k)}
		k.copyTile(k.sharedA, &k.lhs, k.globalA, begin)
		k.copyTile(k.sharedB, &k.rhs, k.globalB, begin)
		for step := range steps {
			pipeline.NewBlock(k.b, nil, nil, func(*ir.Builder) { k.load(step) })
			pipeline.NewBlock(k.b, nil, nil, func(*ir.Builder) { k.multiply(step) })
		}
	})
	k.annotate(loop, int(steps))
}

// trips makes the number of tiles along the depth.
func (k *kernel) trips() *ir.Value {
	if n := k.extents[depth]; n != ir.Dynamic {
		return k.index(ceilDiv(n, k.tile.k))
	}
	return tiles(k.b, k.bounds[depth], k.tile.k)
}

// annotate says which statement of the loop runs when. Copies run so many iterations ahead as there are other
// stages. With double buffering the fragments of the last step are multiplied in the next iteration, behind
// the loads of its first ones.
func (k *kernel) annotate(loop *ir.Op, steps int) {
	late := k.stages - 1
	stage, order := []int64{0, 0}, []int64{0, 1}
	for s := range steps {
		loads, products, at := int64(2*s+2), int64(2*s+3), late
		if k.doubleBuffer {
			loads, products = buffered(s, steps)
			if s == steps-1 {
				at++
			}
		}
		stage, order = append(stage, late, at), append(order, loads, products)
	}
	if k.async && k.stages == 1 {
		oneTile(stage, order)
	}
	loop.SetAttr(pipeline.StageAttr, k.integers(stage))
	loop.SetAttr(pipeline.OrderAttr, k.integers(order))
	if k.async {
		loop.SetAttr(pipeline.AsyncStagesAttr, k.integers([]int64{0}))
	}
}

// buffered returns the places of the loads and the products of a step. The loads of the first step are
// followed by the products of the last step of the iteration before, and the loads of each other one by the
// products of the one before. If there is one step only its next fragments take the place of those that are
// multiplied.
func buffered(step, steps int) (loads, products int64) {
	switch {
	case steps == 1:
		return 3, 2
	case step == steps-1:
		return int64(2*step + 2), 3
	}
	return int64(2*step + 2), int64(2*step + 5)
}

// oneTile is for asynchronous copies that are not ahead of anything: they follow what uses the tile before,
// and are waited for right after in the next iteration.
func oneTile(stage, order []int64) {
	n := int64(len(order))
	for i := range order {
		order[i] = (order[i] + n - 2) % n
		if i > 1 {
			stage[i]++
		}
	}
}

// integers makes a list of numbers of 64 bits.
func (k *kernel) integers(list []int64) ir.Attr {
	elems := make([]ir.Attr, len(list))
	for i, n := range list {
		elems[i] = k.b.Ctx.Int(k.b.Ctx.I64, n)
	}
	return k.b.Ctx.Array(elems)
}
