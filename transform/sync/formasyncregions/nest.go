package formasyncregions

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// maxNests is how many loops and conditions of a block are tried to stay with the host.
const maxNests = 8

// choose decides which of the loops and conditions of a block stay with the host, because regions of what is
// in them make the block faster than a region of each. It returns what the block takes in order, and then.
func (f *former) choose(b *ir.Block, nests []*ir.Op) (serial, best timed.Time) {
	serial, best = f.times(b)
	for _, op := range nests {
		part := f.part(op)
		if part >= 1 {
			continue
		}
		f.open[op] = part
		if _, t := f.times(b); t < best {
			best = t
		} else {
			delete(f.open, op)
		}
	}
	return serial, best
}

// times returns what a block takes in order, and with regions.
func (f *former) times(b *ir.Block) (serial, formed timed.Time) {
	k := f.read(b)
	k.connect()
	m := f.improve(k)
	v, _ := m.of(m.plan)
	return m.serial, v.makespan
}

// nests returns the loops and conditions of a block that hold more than one operation that may become a
// region, those that take longest first.
func (f *former) nests(b *ir.Block) (list []*ir.Op) {
	for op := range b.Ops() {
		if isNest(op) && f.kindOf(op) == work && f.holdsSeveral(op) {
			list = append(list, op)
		}
	}
	var costs asyncwork.Costs
	slices.SortStableFunc(list, func(x, y *ir.Op) int { return cmp.Compare(costs.Of(y), costs.Of(x)) })
	return list[:min(len(list), maxNests)]
}

// isNest reports whether an operation executes its regions on the thread that comes to it, one after the
// other.
func isNest(op *ir.Op) bool {
	def := op.Def()
	return op.NumRegions() > 0 && def.RegionSuccessors != nil && !op.StartsThread() &&
		!linalg.IsStructured(def) && (def.Loop == nil || !def.Loop.Parallel)
}

// holdsSeveral reports whether a block of an operation holds more than one operation that may become a
// region.
func (f *former) holdsSeveral(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			n := 0
			for inner := range b.Ops() {
				if f.kindOf(inner) == work {
					n++
				}
			}
			if n > 1 {
				return true
			}
		}
	}
	return false
}

// part returns what part of its time a loop or a condition takes with regions of what it holds.
func (f *former) part(op *ir.Op) float64 {
	serial, formed := timed.Time(0), timed.Time(0)
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			s, t := f.choose(b, f.nests(b))
			serial, formed = serial+s, formed+t
		}
	}
	if serial == 0 || formed == 0 {
		return 1
	}
	return float64(formed) / float64(serial)
}

// pauses returns what the host does itself behind each segment, with loops and conditions of which duration
// says what they take in one piece.
func (k *block) pauses(duration func(*ir.Op) timed.Time) []timed.Time {
	list := make([]timed.Time, len(k.barriers))
	for i, op := range k.barriers {
		if part := k.open[op]; part > 0 {
			list[i] = timed.Time(float64(duration(op)) * part)
		}
	}
	return list
}
