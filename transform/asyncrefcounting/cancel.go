package asyncrefcounting

import (
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// cancelAll erases every addition and drop of one block that belong together, and returns how many pairs it found.
func cancelAll(root *ir.Op) int {
	units := ir.Units(root)
	var n atomic.Int64
	ir.ForEach(len(units), func(i int) { n.Add(int64(cancelIn(units[i]))) })
	return int(n.Load())
}

// cancelIn is cancelAll for a part of a program that shares no value with others. What stands for something that another value holds, as
// the payload of a value or the choice of two tokens does, keeps its reference: the other one may be dropped before.
func cancelIn(root *ir.Op) (n int) {
	var values []*ir.Value
	added := map[*ir.Value]bool{}
	for op := range root.Walk() {
		if op.Is(async.RuntimeAddRef) && !added[op.Operand(0)] && isOwned(op.Operand(0)) {
			added[op.Operand(0)] = true
			values = append(values, op.Operand(0))
		}
	}
	for _, v := range values {
		for _, events := range eventsOf(v) {
			n += cancel(events)
		}
	}
	return n
}

// event is what one operation of a block does with a value.
type event struct {
	op *ir.Op
	// takes: it takes a reference along; uses: it needs the value to be there otherwise. An operation with regions may do both.
	takes, uses bool
	gone        bool // to be erased
}

// cancel erases the pairs among what happens to a value in one block.
func cancel(events []event) (n int) {
	for i := range events {
		if !events[i].op.Is(async.RuntimeAddRef) {
			continue
		}
		if drop := dropFor(events, i); drop != nil {
			drop.gone, events[i].gone = true, true
			n++
		}
	}
	for i := range events {
		if events[i].gone {
			events[i].op.Erase()
		}
	}
	return n
}

// dropFor returns the drop of as many references as events[i] adds if nothing between the two needs the addition. What takes a
// reference would then take the one that is dropped; so nothing may need the value behind it, other additions included.
func dropFor(events []event, i int) *event {
	taken := false
	for j := i + 1; j < len(events); j++ {
		e := &events[j]
		switch {
		case !e.gone && e.op.Is(async.RuntimeDropRef) && e.op.Attr("count") == events[i].op.Attr("count"):
			return e
		case e.uses && (taken || e.takes):
			return nil
		}
		taken = taken || e.takes
	}
	return nil
}

// eventsOf returns what happens to a value, by blocks, in order. What is in a region happens in the operation around it, too.
func eventsOf(v *ir.Value) map[*ir.Block][]event {
	home := v.ParentBlock().Region()
	lists := map[*ir.Block][]event{}
	index := map[*ir.Op]int{}
	for use := range v.Uses() {
		for op := use.Owner(); ; op = op.Parent() {
			b := op.Block()
			i, known := index[op]
			if !known {
				i = len(lists[b])
				index[op] = i
				lists[b] = append(lists[b], event{op: op})
			}
			e := &lists[b][i]
			e.takes, e.uses = e.takes || takes(use), e.uses || !takes(use)
			if b.Region() == home {
				break
			}
		}
	}
	for _, events := range lists {
		slices.SortFunc(events, inOrder)
	}
	return lists
}

func inOrder(a, b event) int {
	if a.op.IsBefore(b.op) {
		return -1
	}
	return 1
}
