package asyncparallelfor

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

const (
	// reductionBlocks is the most blocks of a loop with reductions. It must not depend on the number of
	// workers, and suffices for as many of them.
	reductionBlocks = 64
)

// taskSize says how many iterations a task has at least, and whether all of the loop are too few for tasks.
type taskSize struct {
	tooFew *ir.Value
	least  func(b *ir.Builder) *ir.Value
}

// taskSize compares the work of a loop with what a task is worth. Where the work of an iteration is known
// only at run time, the division is left to those who make tasks.
func (c *converter) taskSize(b *ir.Builder, l *loop, total *ir.Value) taskSize {
	if c.minSize >= 0 {
		return iterations(b, total, c.minSize)
	}
	e := &estimator{b: b, loop: l.op}
	each := e.body()
	if each.later == nil {
		return iterations(b, total, (c.minWork+each.known-1)/each.known)
	}
	cost := e.value(each)
	worth := arith.ConstIndex(b, c.minWork)
	return taskSize{
		tooFew: compare(b, arith.SLE, binary(b, arith.MulI, total, cost), worth),
		least:  func(b *ir.Builder) *ir.Value { return ceilDiv(b, worth, cost) },
	}
}

func iterations(b *ir.Builder, total *ir.Value, n int64) taskSize {
	return taskSize{
		tooFew: compare(b, arith.SLE, total, arith.ConstIndex(b, n)),
		least:  func(b *ir.Builder) *ir.Value { return arith.ConstIndex(b, n) },
	}
}

// tasks makes the tasks of a loop and returns what it reduces.
func (c *converter) tasks(b *ir.Builder, l *loop, trips []*ir.Value, total *ir.Value,
	size taskSize) []*ir.Value {
	block := c.blockSize(b, l, total, size.least(b))
	loops, inner := l.alignable(trips, c.maxAligned)
	whole := func(b *ir.Builder, aligned int, block *ir.Value) []*ir.Value {
		d := &dispatch{c: c, loop: l, trips: trips, block: block, count: ceilDiv(b, total, block),
			aligned: aligned}
		return d.emit(b)
	}
	if loops == 0 {
		return whole(b, 0, block)
	}
	multiple := arith.ConstIndex(b, inner)
	return choose(b, compare(b, arith.SGE, block, multiple), l.types(),
		func(b *ir.Builder) []*ir.Value {
			return whole(b, loops, binary(b, arith.MulI, ceilDiv(b, block, multiple), multiple))
		},
		func(b *ir.Builder) []*ir.Value { return whole(b, 0, block) })
}

// blockSize makes min(total, max(ceildiv(total, blocks), least)).
func (c *converter) blockSize(b *ir.Builder, l *loop, total, least *ir.Value) *ir.Value {
	blocks := arith.ConstIndex(b, reductionBlocks)
	if len(l.inits) == 0 {
		blocks = c.mostBlocks(b)
	}
	even := ceilDiv(b, total, blocks)
	return binary(b, arith.MinSI, total, binary(b, arith.MaxSI, even, least))
}

// brackets are factors on numbers of workers beyond a limit: the more workers there are, the fewer blocks
// should each have, because memory is the limit then.
var brackets = []struct {
	beyond int64
	factor float64
}{{4, 4}, {8, 2}, {16, 1}, {32, 0.8}, {64, 0.6}}

// mostBlocks makes the largest number of blocks: eight per worker, or a smaller factor for many workers.
func (c *converter) mostBlocks(b *ir.Builder) *ir.Value {
	if c.workers >= 0 {
		return arith.ConstIndex(b, blocksFor(c.workers))
	}
	workers := b.Op(async.RuntimeNumWorkerThreads, nil).Result(0)
	factor := arith.ConstFloat(b, b.Ctx.F32, 8)
	for _, k := range brackets {
		more := arith.Cmp(b, arith.SGT, workers, arith.ConstIndex(b, k.beyond))
		factor = arith.NewSelect(b, more, arith.ConstFloat(b, b.Ctx.F32, k.factor), factor)
	}
	n := arith.Cast(b, arith.SIToFP, arith.Cast(b, arith.IndexCast, workers, b.Ctx.I32), b.Ctx.F32)
	n = arith.Cast(b, arith.FPToSI, arith.Binary(b, arith.MulF, factor, n), b.Ctx.I32)
	return arith.Binary(b, arith.MaxSI, arith.Cast(b, arith.IndexCast, n, b.Ctx.Index),
		arith.ConstIndex(b, 1))
}

// blocksFor is mostBlocks for a known number of workers, in the same arithmetic.
func blocksFor(workers int64) int64 {
	factor := float32(8)
	for _, k := range brackets {
		if workers > k.beyond {
			factor = float32(k.factor)
		}
	}
	return max(1, int64(factor*float32(workers)))
}

// alignable returns how many inner loops, with how many iterations together, a block may hold as a whole:
// those that have at most so many together, known now.
func (l *loop) alignable(trips []*ir.Value, most int64) (loops int, iterations int64) {
	iterations = 1
	if !l.startsNeutral() {
		return 0, 1
	}
	for d := l.dims() - 1; d > 0; d-- {
		n, ok := ir.ConstInt(trips[d])
		if !ok || n > most || iterations*n > most {
			break
		}
		loops, iterations = loops+1, iterations*n
	}
	return loops, iterations
}
