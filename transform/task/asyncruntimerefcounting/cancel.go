package asyncruntimerefcounting

import (
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// cancelAll erases every addition and drop of one block that belong together, and returns how many pairs it
// found.
func cancelAll(root *ir.Op) int {
	units := ir.Units(root)
	var n atomic.Int64
	ir.ForEachWith(len(units), func() *canceller { return &canceller{} }, func(c *canceller, i int) {
		n.Add(int64(c.cancelIn(units[i])))
	})
	return int(n.Load())
}

// canceller looks at one part of a program after the other.
type canceller struct {
	added  ir.ValueMap[struct{}] // the values with additions
	places ir.BlockMap[int]      // numbers of the blocks where something happens to a value
	events []event
}

// cancelIn is cancelAll for a part of a program that shares no value with others. What stands for something
// that another value holds, as the payload of a value or the choice of two tokens does, keeps its reference:
// the other one may be dropped before.
func (c *canceller) cancelIn(root *ir.Op) (n int) {
	c.added.Clear()
	c.findAdded(root)
	for v := range c.added.All() {
		for events := c.eventsOf(v); len(events) > 0; {
			here := inBlock(events)
			n += cancel(events[:here])
			events = events[here:]
		}
	}
	return n
}

// findAdded finds the values in op that own a reference and get others.
func (c *canceller) findAdded(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if inner.Is(async.RuntimeAddRef) && isOwned(inner.Operand(0)) {
					c.added.Set(inner.Operand(0), struct{}{})
				}
				if inner.NumRegions() > 0 {
					c.findAdded(inner)
				}
			}
		}
	}
}

// event is what one operation of a block does with a value.
type event struct {
	op    *ir.Op
	block int // the number of its block
	// takes: it takes a reference along; uses: it needs the value to be there otherwise. An operation with
	// regions may do both.
	takes, uses bool
	gone        bool // to be erased
}

// inBlock returns how many of the first events are in one block.
func inBlock(events []event) int {
	n := 1
	for n < len(events) && events[n].block == events[0].block {
		n++
	}
	return n
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

// dropFor returns the drop of as many references as events[i] adds if nothing between the two needs the
// addition. What takes a reference would then take the one that is dropped; so nothing may need the value
// behind it, other additions included.
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

// eventsOf returns what happens to a value, by blocks, in order, until it is called again. What is in a
// region happens in the operation around it, too.
func (c *canceller) eventsOf(v *ir.Value) []event {
	home := v.ParentBlock().Region()
	c.events = c.events[:0]
	c.places.Clear()
	for use := range v.Uses() {
		for op := use.Owner(); ; op = op.Parent() {
			c.events = append(c.events,
				event{op: op, block: c.number(op.Block()), takes: takes(use), uses: !takes(use)})
			if op.Block().Region() == home {
				break
			}
		}
	}
	slices.SortFunc(c.events, inOrder)
	return joined(c.events)
}

// number returns the number of a block, in the order in which it is asked for.
func (c *canceller) number(b *ir.Block) int {
	if n := c.places.Get(b); n != nil {
		return *n
	}
	n := c.places.Len()
	*c.places.Entry(b) = n
	return n
}

func inOrder(a, b event) int {
	switch {
	case a.block != b.block:
		return a.block - b.block
	case a.op == b.op:
		return 0
	case a.op.IsBefore(b.op):
		return -1
	}
	return 1
}

// joined makes one event of those of one operation, which stand beside each other.
func joined(events []event) []event {
	list := events[:0]
	for _, e := range events {
		if n := len(list); n > 0 && list[n-1].op == e.op {
			list[n-1].takes, list[n-1].uses = list[n-1].takes || e.takes, list[n-1].uses || e.uses
			continue
		}
		list = append(list, e)
	}
	return list
}
