package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// loop makes the loop over tiles. Its statements are the copies of A and of B, and for each step of a tile the loads of its fragments and
// their products.
func (k *kernel) loop() {
	steps := k.tile.k / k.depth()
	for range steps {
		a, b := k.fragmentTypes()
		k.fragsA = append(k.fragsA, k.registers(1, k.warpM/16, a))
		k.fragsB = append(k.fragsB, k.registers(1, k.warpN/8, b))
	}
	trips := ceilDiv(k.lhs.cols, k.tile.k)
	loop := scf.NewFor(k.b, k.index(0), k.index(trips), k.index(1), func(_ *ir.Builder, i *ir.Value) {
		k.sharedA, k.sharedB = k.stage(k.m, k.tile.k), k.stage(k.tile.k, k.n)
		if k.elem.Width() == 32 && k.swizzle {
			k.sharedB.forWords()
		}
		depth := k.mul(i, k.tile.k)
		k.copyTile(k.sharedA, &k.lhs, k.globalA, k.row, depth)
		k.copyTile(k.sharedB, &k.rhs, k.globalB, depth, k.col)
		for step := range steps {
			pipeline.NewBlock(k.b, nil, nil, func(*ir.Builder) { k.load(step) })
			pipeline.NewBlock(k.b, nil, nil, func(*ir.Builder) { k.multiply(step) })
		}
	})
	k.annotate(loop, int(steps))
}

// annotate says which statement of the loop runs when. With double buffering those of the last step are multiplied in the next iteration,
// behind the loads of its first fragments.
func (k *kernel) annotate(loop *ir.Op, steps int) {
	last := k.stages - 1
	stage, order := []int64{0, 0}, []int64{0, 1}
	for s := range steps {
		loads, products := int64(2*s+2), int64(2*s+3)
		at := last
		if k.doubleBuffer {
			products += 2
			if s == steps-1 {
				products, at = 3, last+1
			}
			if steps == 1 { // the next fragments take the place of those that are multiplied
				loads, products = 3, 2
			}
		}
		stage, order = append(stage, last, at), append(order, loads, products)
	}
	loop.SetAttr(pipeline.StageAttr, k.integers(stage))
	loop.SetAttr(pipeline.OrderAttr, k.integers(order))
	if k.async {
		loop.SetAttr(pipeline.AsyncStagesAttr, k.integers([]int64{0}))
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
