package hoistcommits

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// counter counts, at run time, the groups that are committed to a queue.
type counter struct {
	scale *scale
	queue ir.Queue
	// counts holds, per operation that was given such a result, the number of groups of one execution;
	// entries holds, per block of a loop, the number of groups since the loop began.
	counts  map[*ir.Op]*ir.Value
	entries map[*ir.Block]*ir.Value
}

func newCounter(s *scale, q ir.Queue) *counter {
	return &counter{scale: s, queue: q, counts: map[*ir.Op]*ir.Value{}, entries: map[*ir.Block]*ir.Value{}}
}

// total is a number of groups: a constant and values to add to it.
type total struct {
	n      int64
	values []*ir.Value
}

// value makes the number where the builder stands.
func (t total) value(b *ir.Builder) *ir.Value {
	var sum *ir.Value
	for _, v := range t.values {
		if sum == nil {
			sum = v
		} else {
			sum = arith.Binary(b, arith.AddI, sum, v)
		}
	}
	switch {
	case sum == nil:
		return arith.ConstIndex(b, t.n)
	case t.n == 0:
		return sum
	}
	return arith.Binary(b, arith.AddI, sum, arith.ConstIndex(b, t.n))
}

// ---- what can be counted ----

// canCountSince reports whether the groups between the birth of v and op, which v dominates, can be counted.
func (k *counter) canCountSince(v *ir.Value, op *ir.Op) bool {
	home := v.ParentBlock()
	for ; op != nil && op.Block() != nil; op = op.Parent() {
		b := op.Block()
		if b == home {
			return k.canCountRange(v.DefiningOp(), op)
		}
		p := op.Parent()
		if len(b.Region().Blocks()) != 1 || p == nil || p.IsAsync() || !k.canCountRange(nil, op) ||
			!k.canEnter(p) {
			return false
		}
	}
	return false
}

// canEnter reports whether the groups between the start of op and the start of its regions can be counted.
func (k *counter) canEnter(op *ir.Op) bool {
	return analysis.IsConditional(op) || analysis.RunsOnce(op) || k.canExtend(op) ||
		k.scale.of(op, k.queue) == commits{}
}

// canCountRange is canCount for the operations of a block between two of them; from nil is the start.
func (k *counter) canCountRange(from, to *ir.Op) bool {
	op := to.Block().First()
	if from != nil {
		op = from.Next()
	}
	for ; op != nil && op != to; op = op.Next() {
		if !k.canCount(op) {
			return false
		}
	}
	return true
}

func (k *counter) canCount(op *ir.Op) bool {
	return k.counts[op] != nil || k.scale.of(op, k.queue).constant() || k.canExtend(op)
}

// canExtend reports whether op can have one more result, which it carries if it is a loop, and everything in
// it be counted.
func (k *counter) canExtend(op *ir.Op) bool {
	def := op.Def()
	if op.IsAsync() || def.Callee != nil || def.RegionSuccessors == nil ||
		op.QueueEffect().Kind != ir.NoQueueEffect ||
		def.Loop != nil && def.Loop.Parallel ||
		!endsVariadic(len(def.Results), func(i int) ir.Arity { return def.Results[i].Arity }) {
		return false
	}
	carries := !analysis.IsConditional(op) && !analysis.RunsOnce(op)
	if carries && !endsVariadic(len(def.Operands), func(i int) ir.Arity { return def.Operands[i].Arity }) {
		return false
	}
	for _, r := range op.Regions() {
		if r.Empty() && analysis.IsConditional(op) {
			continue
		}
		if len(r.Blocks()) != 1 || !extensible(r.Entry().Terminator()) ||
			!k.canCountRange(nil, r.Entry().Last()) {
			return false
		}
	}
	return true
}

// extensible reports whether a terminator can pass on one more value.
func extensible(op *ir.Op) bool {
	if op == nil || op.Def().Unregistered {
		return false
	}
	list := op.Def().Operands
	return endsVariadic(len(list), func(i int) ir.Arity { return list[i].Arity })
}

func endsVariadic(n int, arity func(int) ir.Arity) bool { return n > 0 && arity(n-1) == ir.Variadic }

// ---- counting ----

// since returns the groups between the birth of v and op, which canCountSince must allow.
func (k *counter) since(v *ir.Value, op *ir.Op) total {
	home := v.ParentBlock()
	for p := k.uncounted(op, home); p != nil; p = k.uncounted(op, home) {
		k.extend(p) // which may replace other operations around op
	}
	var t total
	at := op
	for ; at.Block() != home; at = at.Parent() {
		k.addRange(&t, nil, at)
		if v := k.entries[at.Block()]; v != nil {
			t.values = append(t.values, v)
		}
	}
	k.addRange(&t, v.DefiningOp(), at)
	return t
}

// uncounted returns the innermost loop around op, in the block home, that commits and has no entry count yet;
// nil for none.
func (k *counter) uncounted(op *ir.Op, home *ir.Block) *ir.Op {
	for at := op; at.Block() != home; at = at.Parent() {
		p := at.Parent()
		if !analysis.IsConditional(p) && !analysis.RunsOnce(p) && k.entries[at.Block()] == nil &&
			k.scale.of(p, k.queue) != (commits{}) {
			return p
		}
	}
	return nil
}

// addRange adds the groups of the operations of a block between two of them; from nil is the start.
func (k *counter) addRange(t *total, from, to *ir.Op) {
	op := to.Block().First()
	if from != nil {
		op = from.Next()
	}
	for op != nil && op != to {
		next := op.Next()
		switch n := k.scale.of(op, k.queue); {
		case k.counts[op] != nil:
			t.values = append(t.values, k.counts[op])
		case n.constant():
			t.n += n.max
		default:
			t.values = append(t.values, k.extend(op))
		}
		op = next
	}
}

// extend gives op a result that is the number of groups that it commits, and returns that.
func (k *counter) extend(op *ir.Op) *ir.Value {
	var init *ir.Value
	if !analysis.IsConditional(op) && !analysis.RunsOnce(op) {
		init = arith.ConstIndex(ir.At(op), 0)
	} else {
		for i := range op.Regions() {
			ensureBlock(op, i)
		}
	}
	made := addResult(op, init)
	count := made.Result(made.NumResults() - 1)
	k.counts[made] = count
	for _, r := range made.Regions() {
		b := r.Entry()
		var t total
		if init != nil {
			k.entries[b] = b.Arg(b.NumArgs() - 1)
			t.values = append(t.values, k.entries[b])
		}
		k.addRange(&t, nil, b.Last())
		b.Last().SetOperands(append(b.Last().Operands(), t.value(ir.At(b.Last()))))
	}
	return count
}
