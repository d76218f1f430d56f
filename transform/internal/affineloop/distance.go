package affineloop

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
)

// distance is how much later, in steps of each loop's variable, the second of two accesses touches an element
// that the first has touched.
type distance struct {
	known []bool
	steps []int64
	apart bool // they never touch the same element
}

// zero reports whether the accesses touch a common element only in the same iteration of loop i.
func (d *distance) zero(i int) bool { return d.known[i] && d.steps[i] == 0 }

// set records the distance for loop i that follows from one dimension.
func (d *distance) set(i int, steps int64) {
	d.apart = d.apart || d.known[i] && d.steps[i] != steps
	d.known[i], d.steps[i] = true, steps
}

// between compares two accesses in iterations of nested loops; the iterations of all loops around these are
// the same. Without loops, it compares the accesses in one execution of their block.
func between(loops []*ir.Op, a, b *Ref) distance {
	d := distance{known: make([]bool, len(loops)), steps: make([]int64, len(loops))}
	if a.buffer.apart(b.buffer) {
		d.apart = true
		return d
	}
	if a.Memref != b.Memref || a.subscripts == nil || b.subscripts == nil ||
		len(loops) > 0 && Inside(a.Memref, loops[0]) {
		return d // a view that is made in the loops may be different in each iteration
	}
	for i := range a.subscripts {
		ea, eb := int64(1), int64(1)
		if i == len(a.subscripts)-1 {
			ea, eb = a.Extent, b.Extent
		}
		d.dimension(loops, a.subscripts[i], b.subscripts[i], ea, eb)
	}
	return d
}

// dimension uses that both subscripts, with ea and eb consecutive elements, must be equal.
func (d *distance) dimension(loops []*ir.Op, a, b form, ea, eb int64) {
	if !a.ok || !b.ok || len(a.terms) != len(b.terms) {
		return
	}
	loop, times := -1, int64(0)
	for _, t := range a.terms {
		if b.times(t.value) != t.times {
			return
		}
		i := indexOf(loops, t.value)
		switch {
		case i >= 0 && loop >= 0, i < 0 && len(loops) > 0 && Inside(t.value, loops[0]):
			return
		case i >= 0:
			loop, times = i, t.times
		}
	}
	k := a.constant - b.constant
	if loop < 0 {
		d.apart = d.apart || moderate(a.constant, b.constant, ea, eb) && (k <= -ea || k >= eb)
		return
	}
	// The accesses meet if -ea < times·x + k < eb, for a distance x that is a multiple of the step.
	step := affine.Step(loops[loop])
	if !moderate(times, step, a.constant, b.constant, ea, eb) {
		return
	}
	if times < 0 {
		times, k, ea, eb = -times, -k, eb, ea
	}
	scale := times * step
	low, high := floorDiv(-ea-k, scale)+1, -floorDiv(k-eb, scale)-1
	switch {
	case low > high || !reaches(loops[loop], low, high):
		d.apart = true
	case low == high:
		d.set(loop, low)
	}
}

// moderate reports whether products of two of the numbers, and sums of a few products, fit in an int64.
func moderate(numbers ...int64) bool {
	return !slices.ContainsFunc(numbers, func(n int64) bool { return n <= -1<<30 || n >= 1<<30 })
}

// reaches reports whether two iterations of the loop may have a distance between low and high.
func reaches(loop *ir.Op, low, high int64) bool {
	n, ok := affine.ConstantTripCount(loop)
	return !ok || low < n && high > -n
}

func indexOf(loops []*ir.Op, v *ir.Value) int {
	for i, l := range loops {
		if l.Body().Arg(0) == v {
			return i
		}
	}
	return -1
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Independent reports whether no iteration of an affine.for accesses an element that another iteration
// writes, apart from carried values.
func Independent(loop *ir.Op) bool {
	return everyPair(loop, func(a, b *Ref) bool {
		d := between([]*ir.Op{loop}, a, b)
		return d.apart || d.zero(0) || !meetAcross(loop, a, b)
	})
}

// Permutable reports whether perfectly nested loops, the outermost first, compute the same in every order,
// and when they are tiled: no dependence between iterations goes backwards in any of them.
func Permutable(band []*ir.Op) bool {
	return everyPair(band[0], func(a, b *Ref) bool {
		d := between(band, a, b)
		return d.apart || d.forward()
	})
}

// everyPair reports whether ok holds for all pairs of accesses in op of which one writes.
func everyPair(op *ir.Op, ok func(a, b *Ref) bool) bool {
	refs, complete := Refs(op)
	if !complete {
		return false
	}
	for i := range refs {
		if !refs[i].Writes {
			continue
		}
		for j := range refs {
			if (j <= i || !refs[j].Writes) && !ok(&refs[i], &refs[j]) {
				return false
			}
		}
	}
	return true
}

// forward reports whether a distance, as seen from the earlier iteration, has no negative component.
func (d *distance) forward() bool {
	unknown, positive, negative := 0, false, false
	for i, known := range d.known {
		switch {
		case !known:
			unknown++
		case d.steps[i] > 0:
			positive = true
		case d.steps[i] < 0:
			negative = true
		}
	}
	if unknown > 0 {
		return unknown == 1 && !positive && !negative
	}
	return !positive || !negative
}

// Apart reports whether two accesses in a loop never touch a common element, in any two iterations of the
// loop.
func Apart(loop *ir.Op, a, b *Ref) bool {
	d := between([]*ir.Op{loop}, a, b)
	return d.apart
}

// AlwaysApart reports whether two accesses of one block never touch a common element in one execution of the
// block.
func AlwaysApart(a, b *Ref) bool {
	d := between(nil, a, b)
	return d.apart
}

// MayShare reports whether two accesses may be to the same memory.
func MayShare(a, b *Ref) bool { return !a.buffer.apart(b.buffer) }

// SameIteration reports whether two accesses of different groups, one of them a write, touch a common element
// only in the same iteration of all loops of a band.
func SameIteration(band []*ir.Op, before, after []Ref) bool {
	for i := range before {
		for j := range after {
			if !before[i].Writes && !after[j].Writes {
				continue
			}
			d := between(band, &before[i], &after[j])
			if !d.apart && !d.still() {
				return false
			}
		}
	}
	return true
}

// still reports whether all components of the distance are known to be zero.
func (d *distance) still() bool {
	for i := range d.known {
		if !d.zero(i) {
			return false
		}
	}
	return true
}
