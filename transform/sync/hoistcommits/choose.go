package hoistcommits

import (
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// chooser replaces waits whose count is known at run time only by a choice among waits with constant counts.
type chooser struct {
	h        *hoister
	max      int64
	counters map[ir.Queue]*counter
	info     *inflight.Result
}

// tokenWait is a wait for a token whose age depends on the path.
type tokenWait struct {
	op    *ir.Op
	age   inflight.Age
	birth int64 // the age of the token where it is defined
}

// tokens replaces waits for tokens whose age varies.
func (c *chooser) tokens(root *ir.Op) {
	c.info = inflight.Analyze(root)
	var list []tokenWait
	for _, op := range c.info.Waits() {
		if w, ok := c.tokenWait(op); ok {
			list = append(list, w)
		}
	}
	for _, w := range list {
		c.replaceTokenWait(w)
	}
}

// tokenWait returns what is known of a wait for a token that certainly is that of a group of one queue, but
// of an age that varies.
func (c *chooser) tokenWait(op *ir.Op) (tokenWait, bool) {
	v := waitedToken(op)
	if v == nil {
		return tokenWait{}, false
	}
	t := c.info.TokenAt(v, op)
	if q, _, ok := t.Count(); !ok || q.Engine != "" && q != nvvm.CpAsyncQueue ||
		t.Ages[0].Min == t.Ages[0].Max || t.Ages[0].Order != ir.InOrder {
		return tokenWait{}, false
	}
	w := tokenWait{op: op, age: t.Ages[0]}
	birth, ok := c.birth(v)
	if !ok && w.age.Min < c.max {
		c.h.varies(op, "the token that is awaited here has an age that depends on data where it is defined")
		return tokenWait{}, false
	}
	w.birth = birth
	return w, true
}

// waitedToken returns the token that an operation blocks for, and does nothing else; nil for other
// operations.
func waitedToken(op *ir.Op) *ir.Value {
	e := op.QueueEffect()
	if e.Kind == ir.QueueWait {
		return e.Token
	}
	if e.Kind != ir.NoQueueEffect || op.IsAsync() || op.NumResults() > 0 || op.NumRegions() > 0 ||
		op.NumOperands() != 1 {
		return nil
	}
	if deps := op.AsyncDependencies(); len(deps) == 1 {
		return deps[0]
	}
	return nil
}

// birth returns the age of a token where it is defined, if that is a constant.
func (c *chooser) birth(v *ir.Value) (int64, bool) {
	at := v.ParentBlock().First()
	if def := v.DefiningOp(); def != nil {
		at = def.Next()
	}
	t := c.info.TokenAt(v, at)
	_, n, ok := t.Count()
	return n, ok && n == t.Ages[0].Max
}

func (c *chooser) replaceTokenWait(w tokenWait) {
	q := w.age.Queue
	if w.age.Min >= c.max {
		newWait(ir.At(w.op), q, c.max)
		w.op.Erase()
		return
	}
	k := c.counters[q]
	if k == nil {
		k = newCounter(c.h.scale, q)
		c.counters[q] = k
	}
	v := waitedToken(w.op)
	if !k.canCountSince(v, w.op) {
		c.h.varies(w.op, "the groups committed before this wait cannot be counted")
		return
	}
	t := k.since(v, w.op)
	t.n += w.birth
	b := ir.At(w.op)
	choose(b, t.value(b), w.age.Min, min(w.age.Max, c.max), func(n int64) { newWait(b, q, n) })
	w.op.Erase()
	c.h.run.Count("waits counted at run time", 1)
}

// newWait makes a wait with a constant count.
func newWait(b *ir.Builder, q ir.Queue, n int64) {
	if q == nvvm.CpAsyncQueue {
		nvvm.NewCpAsyncWaitGroup(b, n)
		return
	}
	pipeline.NewAsyncWaitStage(b, q.Number, n)
}

// dynamic replaces a wait whose count is an operand.
func (c *chooser) dynamic(op *ir.Op) {
	n := op.QueueEffect().Dynamic
	b := ir.At(op)
	if op.NumRegions() > 0 {
		b.SetAfter(op)
		for inner := range op.Body().Ops() {
			inner.Remove()
			b.Insert(inner)
		}
		b.SetBefore(op)
	}
	if count, ok := ir.ConstInt(n); ok {
		constantWait(b, op, max(count, 0))
	} else {
		if e := c.h.scale.ev.Eval(n).Interval(); e.Lo < 0 {
			n = arith.Binary(b, arith.MaxSI, n, arith.ConstIndex(b, 0))
		}
		choose(b, n, 0, c.max, func(count int64) { constantWait(b, op, count) })
	}
	op.Erase()
	c.h.run.Count("waits with a count known at run time", 1)
}

// constantWait makes a wait like another one, but with a constant count and without a body.
func constantWait(b *ir.Builder, like *ir.Op, n int64) {
	s := ir.OpState{Def: like.Def(), Loc: like.Loc(), Results: []ir.Type{}, Properties: like.Properties(),
		Attrs: like.Attrs()}
	if like.NumRegions() > 0 {
		s.Regions = []*ir.Region{ir.NewRegion(ir.NewBlock())}
	}
	b.Create(s).SetQueueCount(n)
}

// choose makes a scf.index_switch over n, which is at least lo, with what wait makes for the counts from lo
// to hi; beyond, the wait for hi is a stronger one.
func choose(b *ir.Builder, n *ir.Value, lo, hi int64, wait func(n int64)) {
	regions := []*ir.Region{ir.NewRegion(ir.NewBlock())}
	var cases []int64
	for k := lo; k < hi; k++ {
		cases = append(cases, k)
		regions = append(regions, ir.NewRegion(ir.NewBlock()))
	}
	b.Create(ir.OpState{
		Def: scf.IndexSwitch, Operands: []*ir.Value{n}, Results: []ir.Type{}, Regions: regions,
		Attrs: []ir.NamedAttr{{Name: "cases", Value: b.Ctx.I64Array(cases...)}},
	})
	for i, r := range regions {
		b.InBlock(r.Entry(), func() {
			if i == 0 {
				wait(hi)
			} else {
				wait(cases[i-1])
			}
			scf.NewYield(b)
		})
	}
}

var codeMax = diag.Register("hoist-commits-max-count",
	"the option max-count of hoist-commits is out of range",
	"max-count is the largest constant that a wait may have, from 0 to 63: each smaller one is a case of a "+
		"switch.")
