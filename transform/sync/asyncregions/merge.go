package asyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// Merge is merge-async-regions.
var Merge = pass.Register(&pass.Pass{
	Name:    "merge-async-regions",
	Title:   "MergeAsyncRegions",
	Summary: "Make one async.execute of several small ones",
	Doc: `An async.execute that costs less than cost-threshold is merged with another one of its
block: with one that it depends on or that depends on it (a chain) or, unless
siblings=false, with one that neither does. The merged region runs the bodies in program
order at the place of the second. It starts after what either depended on, has the values
of both, and its token stands for both tokens.

It is done where no result comes later because of it: a chain whose first part only the
second uses, and whose second depends on nothing else; siblings that depend on the same and
that the same operations use. Elsewhere it is done only if both together cost less than the
threshold.

Between the two nothing may wait or be called, use a result of the first, touch what the
first touches, or cost as much as the threshold. So there is no dependency from the first
through something else to the second, and no cycle. Bodies that both use queues or groups
of tokens are not merged, and neither are operations with different attributes. If one body
ends in an error, so does the merged one.

A cost is a number of executed operations: loops count their constant number of iterations,
copies their elements, and what is not known is large.`,
	Options: []pass.Option{
		{Name: "cost-threshold", Type: pass.Int, Default: "64", Help: "Regions that cost less are merged"},
		{Name: "siblings", Type: pass.Bool, Default: "true",
			Help: "Merge regions that do not depend on each other as well"},
	},
	Before: mergeBefore,
	After:  mergeAfter,
	Run: func(r *pass.Run) error {
		m := &merger{threshold: r.Int("cost-threshold"), siblings: r.Bool("siblings")}
		for op := range r.Op.WalkPost() {
			for _, region := range op.Regions() {
				for _, b := range region.Blocks() {
					m.block(b)
				}
			}
		}
		r.Count("chains merged", m.chained)
		r.Count("siblings merged", m.paired)
		return nil
	},
})

type merger struct {
	asyncwork.Costs
	threshold       int64
	siblings        bool
	chained, paired int
}

// block merges what can be merged among the operations of a block.
func (m *merger) block(b *ir.Block) {
	for op := b.First(); op != nil; {
		if op.Is(async.Execute) {
			if merged := m.withEarlier(op); merged != nil {
				op = merged
				continue
			}
		}
		op = op.Next()
	}
}

// withEarlier merges an async.execute with one in front of it, the nearest that it can be merged with, and
// returns the result, or nil.
func (m *merger) withEarlier(second *ir.Op) *ir.Op {
	var between []*ir.Op
	cost := int64(0)
	for op := second.Prev(); op != nil; op = op.Prev() {
		if op.Is(async.Execute) && m.canMerge(op, second, between) {
			return m.merge(op, second)
		}
		if cost = min(cost+m.issueCost(op), asyncwork.Large); cost >= m.threshold || waits(op) {
			return nil
		}
		between = append(between, op)
	}
	return nil
}

// issueCost returns what an operation costs the thread that executes it.
func (m *merger) issueCost(op *ir.Op) int64 {
	if op.IsAsync() {
		return 1
	}
	return m.Of(op)
}

// waits reports whether op may wait for something, or do anything else that is not known.
func waits(op *ir.Op) bool {
	if op.IsAsync() && op.Def().Callee == nil {
		return false
	}
	if op.Def().Callee != nil || op.Def().Unregistered || op.QueueEffect().Kind == ir.QueueWait ||
		op.QueueEffect().Kind == ir.NoQueueEffect && len(op.AsyncDependencies()) > 0 {
		return true
	}
	return waitsInside(op)
}

// waitsInside reports whether something in op may wait. What an async.execute waits for may be what a later
// one brings about.
func waitsInside(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if waits(inner) {
					return true
				}
			}
		}
	}
	return false
}

// canMerge reports whether the first of two async.execute operations can run with the second, and is to.
func (m *merger) canMerge(first, second *ir.Op, between []*ir.Op) bool {
	if !slices.Equal(first.Attrs(), second.Attrs()) ||
		asyncwork.UsesQueues(first) && asyncwork.UsesQueues(second) {
		return false
	}
	chain := isChain(first, second)
	if !chain && (!m.siblings || waitsInside(first)) || usesInside(second, first) ||
		!m.worthwhile(first, second, chain) {
		return false
	}
	f := asyncwork.FootprintOf(&m.Ev, first)
	for _, op := range between {
		if asyncwork.Uses(op, first) || f.Conflicts(asyncwork.FootprintOf(&m.Ev, op)) {
			return false
		}
	}
	return true
}

// isChain reports whether second depends on first.
func isChain(first, second *ir.Op) bool {
	return slices.ContainsFunc(second.Operands(), func(v *ir.Value) bool { return v.DefiningOp() == first })
}

// usesInside reports whether the body of second uses a result of first: it would wait for itself.
func usesInside(second, first *ir.Op) bool {
	for inner := range second.Body().Ops() {
		if asyncwork.Uses(inner, first) {
			return true
		}
	}
	return false
}

// worthwhile reports whether one of the two is cheap, and merging delays nothing, or little.
func (m *merger) worthwhile(first, second *ir.Op, chain bool) bool {
	a, b := m.Region(first.Region(0)), m.Region(second.Region(0))
	if min(a, b) >= m.threshold {
		return false
	}
	if a+b < m.threshold {
		return true
	}
	if chain {
		return onlyUser(first, second) && nothingElse(first, second)
	}
	return sameValues(first.Operands(), second.Operands()) && sameUsers(first, second)
}

// onlyUser reports whether nothing but second uses results of first.
func onlyUser(first, second *ir.Op) bool {
	for _, v := range first.Results() {
		for u := range v.Uses() {
			if u.Owner() != second {
				return false
			}
		}
	}
	return true
}

// nothingElse reports whether second depends on first and what that depends on only.
func nothingElse(first, second *ir.Op) bool {
	return !slices.ContainsFunc(second.Operands(), func(v *ir.Value) bool {
		return v.DefiningOp() != first && !slices.Contains(first.Operands(), v)
	})
}

func sameValues(a, b []*ir.Value) bool {
	in := func(list []*ir.Value) func(*ir.Value) bool {
		return func(v *ir.Value) bool { return !slices.Contains(list, v) }
	}
	return !slices.ContainsFunc(a, in(b)) && !slices.ContainsFunc(b, in(a))
}

// sameUsers reports whether the operations that use results of one also use results of the other.
func sameUsers(a, b *ir.Op) bool {
	x, y := users(a), users(b)
	for op := range x {
		if !y[op] {
			return false
		}
	}
	return len(x) == len(y)
}

func users(op *ir.Op) map[*ir.Op]bool {
	set := map[*ir.Op]bool{}
	for _, v := range op.Results() {
		for u := range v.Uses() {
			set[u.Owner()] = true
		}
	}
	return set
}

// merge makes one operation of two, at the place of the second.
func (m *merger) merge(first, second *ir.Op) *ir.Op {
	if isChain(first, second) {
		m.chained++
	} else {
		m.paired++
	}
	fromFirst := func(v *ir.Value) bool { return v.DefiningOp() == first }
	dependencies := union(async.Dependencies(first), async.Dependencies(second), fromFirst)
	values := union(async.Unwrapped(first), async.Unwrapped(second), fromFirst)
	kept := slices.DeleteFunc(first.Results()[1:], func(v *ir.Value) bool { return onlyIn(v, second) })
	merged := async.NewExecute(ir.At(second), dependencies, values,
		func(b *ir.Builder, args []*ir.Value) []*ir.Value {
			argument := func(v *ir.Value) *ir.Value { return args[slices.Index(values, v)] }
			yieldedA := moveBody(b, first, argument)
			yieldedB := moveBody(b, second, func(v *ir.Value) *ir.Value {
				if fromFirst(v) {
					return yieldedA[v.Index()-1]
				}
				return argument(v)
			})
			var payloads []*ir.Value
			for _, v := range kept {
				payloads = append(payloads, yieldedA[v.Index()-1])
			}
			return append(payloads, yieldedB...)
		})
	for _, a := range second.Attrs() {
		merged.SetAttr(a.Name, a.Value)
	}
	replaceResults(merged, second, kept)
	second.Erase()
	first.Result(0).ReplaceAllUsesWith(merged.Result(0))
	first.Erase()
	for user := range users(merged) {
		if user.Is(async.Execute) {
			replaceDependency(user, merged.Result(0), merged.Results()[:1])
		}
	}
	return merged
}

// replaceResults hands the users of the second operation, and of the values kept of the first, over to the
// merged one.
func replaceResults(merged, second *ir.Op, kept []*ir.Value) {
	for i, v := range kept {
		v.ReplaceAllUsesWith(merged.Result(1 + i))
	}
	second.Result(0).ReplaceAllUsesWith(merged.Result(0))
	for i, v := range second.Results()[1:] {
		v.ReplaceAllUsesWith(merged.Result(1 + len(kept) + i))
	}
}

// union returns the values of both lists, each once, without the excluded.
func union(a, b []*ir.Value, excluded func(*ir.Value) bool) []*ir.Value {
	var list []*ir.Value
	for _, v := range slices.Concat(a, b) {
		if !excluded(v) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// onlyIn reports whether op is the only user of a value.
func onlyIn(v *ir.Value, op *ir.Op) bool {
	for u := range v.Uses() {
		if u.Owner() != op {
			return false
		}
	}
	return v.HasUses()
}

// moveBody moves the body of an async.execute to where the builder stands, with payload giving what its
// arguments become, and returns what it yields.
func moveBody(b *ir.Builder, op *ir.Op, payload func(v *ir.Value) *ir.Value) []*ir.Value {
	for i, v := range async.Unwrapped(op) {
		op.Body().Arg(i).ReplaceAllUsesWith(payload(v))
	}
	yield := op.Body().Terminator()
	for inner := range op.Body().OpsWithoutTerminator() {
		inner.Remove()
		b.Insert(inner)
	}
	return yield.Operands()
}
