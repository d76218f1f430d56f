package randlazy

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// Order is what is known of the order of a program's entries.
type Order struct {
	entries []int // as the sequential program writes them
	value   int64
	free    map[[2]int]bool // pairs, the smaller number first, in no order
}

// NewOrder returns the order of a program of which the sequential run has left this log and this value.
func NewOrder(entries []int, value int64) *Order {
	return &Order{slices.Clone(entries), value, map[[2]int]bool{}}
}

// Add adds the hazards of a run of the form Paired.
func (o *Order) Add(hazards []sim.Hazard) {
	for _, h := range hazards {
		if x, y := entryOf(h.First.Op), entryOf(h.Second.Op); x > 0 && y > 0 {
			o.free[[2]int{min(x, y), max(x, y)}] = true
		}
	}
}

func entryOf(op *ir.Op) int {
	if op == nil {
		return 0
	}
	n, _ := op.IntAttr(Entry)
	return int(n)
}

// Determined reports whether all entries are in one order.
func (o *Order) Determined() bool { return len(o.free) == 0 }

// Free reports whether two entries are in no order.
func (o *Order) Free(x, y int) bool { return o.free[[2]int{min(x, y), max(x, y)}] }

// Check returns why a log and a value are wrong, "" if they are not: other entries, an order that the program
// excludes, another value.
func (o *Order) Check(entries []int, value int64) string {
	if value != o.value {
		return fmt.Sprintf("the value is %d, want %d", value, o.value)
	}
	got, want := slices.Clone(entries), slices.Clone(o.entries)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("the entries are %v, want %v", entries, o.entries)
	}
	for i, x := range o.entries {
		for _, y := range o.entries[i+1:] {
			if !o.Free(x, y) && slices.Index(entries, y) < slices.Index(entries, x) {
				return fmt.Sprintf("entry %d comes before entry %d: %v, want %v", y, x, entries, o.entries)
			}
		}
	}
	return ""
}
