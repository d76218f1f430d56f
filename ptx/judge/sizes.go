package judge

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file finds accesses behind the elements that the bounds in a kernel are about. A buffer of which
// nobody said the size is as large as the kernel reaches, which hides a[n]. Where threads compare i with n,
// an access of a[i] is expected to stay below n elements. What tells that it does not is that it reaches just
// one further, as with i <= n, that it is a[i+1] under the bound of i, or that it goes on along a dimension
// whose bound another access of the same buffer keeps to. The buffer may be larger than that: all of these
// depend on its size. An access that reaches further in another way has another bound, or none.

var codeBeyond = diag.Register("ptx-beyond-bound",
	"an access reaches behind the elements that a bound is about",
	"Places of threads are compared with a number of elements, and the same place indexes a buffer behind "+
		"so "+
		"many elements: a comparison that lets one thread too many through, a neighbour that the last "+
		"thread "+
		"does not have, or an access in front of the comparison. If the buffer is larger than that, give "+
		"its "+
		"size, as in --arg a=bytes:4096, and the number.")

// beyond is an access that reaches further than its bounds.
type beyond struct {
	reach   machine.Reach
	size    int64 // that is expected
	pointer affine.Slot
	trial   *trial
}

// bounded is an access of a buffer of which the bounds tell how far it should reach.
type bounded struct {
	affine.Access
	pointer affine.Slot
	offset  affine.Form
	ways    []indexing
	starts  bool // it is of a table of starts
}

// beyondBounds returns the first access of a right launch that reaches behind its bounds, nil if there is
// none.
func (s *sweep) beyondBounds() *beyond {
	all := s.boundedAccesses()
	for _, t := range s.trials {
		if t.state() != right || s.variesContents(t.choice) {
			continue
		}
		if b := s.beyondIn(t, all); b != nil {
			return b
		}
	}
	return nil
}

// boundedAccesses lists the accesses of buffers.
func (s *sweep) boundedAccesses() []bounded {
	values := s.plan.Kernel.Values()
	bounds, pointers := boundsOf(values), values.Pointers()
	var all []bounded
	for _, a := range values.Accesses {
		pointer, offset, ok := indexed(byCounters(a.Address, bounds), pointers)
		if a.Bytes == 0 || !ok {
			continue
		}
		all = append(all, bounded{a, pointer, offset, indexings(offset, bounds), isTableOfStarts(values, a)})
	}
	return all
}

// indexed splits an address into the pointer that it begins with and the rest.
func indexed(address affine.Form, pointers map[affine.Slot]bool) (affine.Slot, affine.Form, bool) {
	for p, factor := range address.Terms {
		s := affine.Slot{Param: p[0].Dim, Offset: p[0].Offset}
		if p[0].Kind == affine.Param && p.IsOne() && factor == 1 && pointers[s] {
			return s, address.Minus(affine.Of(p[0])), true
		}
	}
	return affine.Slot{}, affine.Form{}, false
}

// beyondIn compares how far instructions reached in a launch with what bounds tell.
func (s *sweep) beyondIn(t *trial, all []bounded) *beyond {
	n := &numbers{s.plan.Kernel, &t.report.Config}
	for _, r := range t.report.Reached {
		for i := range all {
			a := &all[i]
			if a.Instruction != r.Instruction || !r.Buffer.Grows ||
				slotName(s.plan.Kernel, a.pointer) != r.Buffer.Name {
				continue
			}
			r.Bytes -= s.plan.inside
			size, isBeyond := a.expects(n, r.Bytes)
			if !isBeyond {
				size, isBeyond = t.expectsOther(n, a, r.Bytes, all, s.plan.inside)
			}
			if isBeyond {
				return &beyond{r, size, a.pointer, t}
			}
		}
	}
	return nil
}

// expects returns the bytes that the bounds of an access let expect, and whether it reached further than
// these in a way that only a mistake, or a larger buffer, explains.
func (a *bounded) expects(n *numbers, reached int64) (int64, bool) {
	size, explained := int64(0), false
	for _, way := range a.ways {
		x, ok := way.extent(n, a.Bytes)
		if !ok {
			return 0, false
		}
		size = max(size, x.size)
		explained = explained || slices.Contains(x.more, reached) ||
			reached == x.end && !x.isOpen && !a.starts
	}
	return size, explained && reached > size
}

// expectsOther is expects for an access that goes along a dimension without a bound, in which another access
// of the buffer keeps to one, and reaches it.
func (t *trial) expectsOther(n *numbers, a *bounded, reached int64, all []bounded, inside int64) (int64,
	bool) {
	for _, way := range a.ways {
		if x, ok := way.extent(n, a.Bytes); !ok || reached <= x.size || a.starts {
			return 0, false
		}
	}
	for i := range all {
		other := &all[i]
		if other.pointer != a.pointer || other.Bytes != a.Bytes {
			continue
		}
		for _, way := range other.ways {
			x, ok := way.extent(n, a.Bytes)
			if ok && !x.isOpen && reached > x.size && t.reachedBy(other.Instruction)-inside == x.end &&
				(way.isAlong(a.offset) || a.offset.Minus(other.offset).IsConst()) {
				return x.size, true
			}
		}
	}
	return 0, false
}

// reachedBy returns how far an instruction reached.
func (t *trial) reachedBy(in *ptx.Instruction) int64 {
	for _, r := range t.report.Reached {
		if r.Instruction == in {
			return r.Bytes
		}
	}
	return 0
}

// isAlong reports whether an address differs from an indexing in one dimension alone.
func (x *indexing) isAlong(offset affine.Form) bool {
	for j, along := range x.dimensions {
		rest, ok := offset, true
		for i, d := range x.dimensions {
			if i != j {
				whole, fits := d.place.Scaled(d.factor, d.distance)
				rest, ok = rest.Minus(whole), ok && fits
			}
		}
		for p, n := range rest.Terms {
			_, divides := p.Over(along.distance)
			ok = ok && (onlyOfLaunch(p) || divides && n%along.factor == 0)
		}
		if ok && len(x.dimensions) > 1 {
			return true
		}
	}
	return false
}

// extent is how far an access reaches in a launch.
type extent struct {
	size int64   // of the buffer that the bounds let expect
	end  int64   // behind the last byte, where the bounds hold
	more []int64 // the same where one of the bounds lets one more through
	// isOpen says that every bound is larger than the launch.
	isOpen bool
}

// extent returns how far an access of some bytes reaches; false if the launch does not tell.
func (x *indexing) extent(n *numbers, bytes int64) (extent, bool) {
	rest, ok := n.of(x.rest)
	between, known := n.of(x.withoutSteps())
	e, ok := extent{size: between, end: rest + bytes, isOpen: true}, ok && known
	element, steps := int64(0), []int64{}
	for _, d := range x.dimensions {
		one := affine.Form{Terms: map[affine.Product]int64{d.distance: d.factor}}
		if d.distance == (affine.Product{}) {
			one = affine.Form{Const: d.factor}
		}
		distance, known := n.of(one)
		count, counted := n.of(d.count)
		if !ok || !known || !counted || count < 1 || distance < 1 {
			return e, false
		}
		last := min(count-1, n.most(d.place))
		e.size += distance * (count - 1)
		e.end += distance * last
		if most := n.most(d.place); !d.launched && most > count { // so that it is a bound that ends it
			steps, e.isOpen = append(steps, distance*(count-last)), false
		} else if !d.launched && most >= count {
			e.isOpen = false
		}
		if element == 0 || distance < element {
			element = distance
		}
	}
	e.size += max(element, bytes)
	for _, step := range steps {
		e.more = append(e.more, e.end+step)
	}
	return e, ok
}

// withoutSteps returns the rest without what are whole elements along a dimension: rows below, or neighbours.
func (x *indexing) withoutSteps() affine.Form {
	rest := x.rest
	rest.Const = 0
	for _, d := range x.dimensions {
		if n := rest.Terms[d.distance]; n != 0 {
			rest = rest.Minus(affine.Form{Terms: map[affine.Product]int64{d.distance: n}})
		}
	}
	return rest
}

// numbers are those of a launch.
type numbers struct {
	kernel *machine.Kernel
	config *machine.Config
}

// of returns what a form is in the launch, false if the launch does not tell.
func (n *numbers) of(f affine.Form) (int64, bool) { return f.Value(n.atom) }

func (n *numbers) atom(a affine.Atom) (int64, bool) {
	switch a.Kind {
	case affine.BlockSize:
		return int64(max(n.config.Block[a.Dim], 1)), true
	case affine.GridSize:
		return int64(max(n.config.Grid[a.Dim], 1)), true
	case affine.Param:
		return n.param(affine.Slot{Param: a.Dim, Offset: a.Offset})
	}
	return 0, false
}

// param returns the integer that stands in the parameters.
func (n *numbers) param(s affine.Slot) (int64, bool) {
	p, arg := &n.kernel.Params[s.Param], &n.config.Args[s.Param]
	bits, t := arg.Bits, p.Variable.Type
	if p.IsStruct() {
		i := slices.IndexFunc(p.Fields, func(f machine.Field) bool { return f.Offset == s.Offset })
		if i < 0 || p.Fields[i].Pointer || int64(len(arg.Bytes)) < s.Offset {
			return 0, false
		}
		var full [8]byte
		copy(full[:], arg.Bytes[s.Offset:])
		bits, t = binary.LittleEndian.Uint64(full[:]), p.Fields[i].Type
	}
	switch {
	case arg.Buffer != nil || t.Kind() == ptx.Float:
		return 0, false
	case t.Bits() == 32:
		return int64(int32(bits)), true
	case t.Bits() == 16:
		return int64(int16(bits)), true
	}
	return int64(bits), t.Bits() == 64
}

// farthest stands for a place that the launch does not bound.
const farthest = 1 << 40

// most returns the largest value that a sum of places can have in the launch.
func (n *numbers) most(place affine.Form) int64 {
	sum, open := affine.Form{}, false
	for p, factor := range place.Terms {
		if factor > 0 {
			sum = sum.Plus(affine.Form{Terms: map[affine.Product]int64{p: factor}})
		}
		open = open || factor < 0
	}
	value, known := sum.Value(func(a affine.Atom) (int64, bool) {
		switch a.Kind {
		case affine.Thread:
			return int64(max(n.config.Block[a.Dim], 1)) - 1, true
		case affine.Block:
			return int64(max(n.config.Grid[a.Dim], 1)) - 1, true
		}
		return n.atom(a)
	})
	if !known || open {
		return farthest
	}
	return value
}

// diagnostic tells of an access behind its bounds.
func (b *beyond) diagnostic(s *sweep) *diag.Diagnostic {
	in := "in this launch"
	if what := s.describe(b.trial.choice); what != "" {
		in = "with " + what
	}
	d := diag.Warningf(codeBeyond, b.reach.Instruction.Span,
		"%s, '%s' is accessed up to byte %d; the bounds of what indexes it end at byte %d",
		in, b.reach.Buffer.Name, b.reach.Bytes-1, b.size-1)
	return d.Suggest("correct the bound, or give how large the buffer is: %sbytes:SIZE%s",
		slotFlag(s.plan.Kernel, b.pointer), s.flags(b.trial.choice))
}

// flags are those that make the launch the one of a trial, each with a space in front.
func (s *sweep) flags(choice []int) string {
	text := ""
	for i, v := range choice {
		if g := s.plan.Guesses[i]; v > 0 && g.Flag != "" {
			text += " " + g.Flag + g.Values[v].Text
		}
	}
	return text
}

// note makes an outcome depend on the size of a buffer.
func (b *beyond) note(study *Study, s *sweep) {
	g := &Guess{What: "the size of '" + b.reach.Buffer.Name + "'", Flag: slotFlag(s.plan.Kernel, b.pointer),
		beside: s.flags(b.trial.choice)}
	study.Outcome, study.On = Depends, g
	with := ""
	if what := s.describe(b.trial.choice); what != "" {
		with = " with " + what
	}
	front := int64(0)
	if s.plan.inside > 0 {
		front = inFrontOf(b.reach.Buffer.Name, s.trials)
	}
	study.Wrong[g] = []Choice{{Text: sizeText(b.size, front) + with}}
	study.Right[g] = []Choice{{Text: sizeText(b.reach.Bytes, front)}}
	found := slices.Clone(study.Findings)
	found.Add(b.diagnostic(s))
	study.Findings = found
}
