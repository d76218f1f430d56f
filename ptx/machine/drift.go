package machine

import (
	"math"
	"math/bits"
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file follows by how much registers differ between two launches that do the same: one, and one in which
// a number that the launch is given is larger. Such a difference is the drift of a register. It is the same
// whatever comes of loads: what they give is open. Two launches do the same as long as no register with a
// drift, and none that is open, decides where a thread goes, which shared memory it accesses, or what a
// barrier or a copy counts; comparisons whose result cannot change, however often the difference is added,
// end a drift. Where anything else happens nothing is claimed: see period.go.
//
// Numbers are taken not to wrap around, so that a claim holds as far as the arithmetic of the kernel does.

// drifts are those of the registers of a warp, by register and lane.
type drifts struct {
	by      []int64
	drifted []uint32 // the lanes by how much that is not 0
	open    []uint32 // the lanes of which it is not known
	loaded  bool     // it has loaded from memory that changes, since the last lap of a loop
}

// maxDrift is the largest drift that is followed. Of what is not a sum the drift is followed up to
// smallDrift, and that of numbers up to maxNumber: they go through a thousand periods before a word of 32
// bits ends.
const (
	maxDrift   = 1 << 40
	smallDrift = 1 << 20
	maxNumber  = 1 << 30
)

func isSmall(drift int64) bool { return drift <= smallDrift && drift >= -smallDrift }

func newDrifts(registers int32) *drifts {
	return &drifts{by: make([]int64, int(registers)*warpSize), drifted: make([]uint32, registers),
		open: make([]uint32, registers)}
}

// steady reports whether some lanes of a register are the same in both launches.
func (d *drifts) steady(r int32, lanes uint32) bool { return (d.drifted[r]|d.open[r])&lanes == 0 }

// allSteady is steady for registers.
func (d *drifts) allSteady(all []int32, lanes uint32) bool {
	for _, r := range all {
		if !d.steady(r, lanes) {
			return false
		}
	}
	return true
}

func (d *drifts) of(r int32, lane int) int64 { return d.by[int(r)*warpSize+lane] }

// set says what the drift of a lane is.
func (d *drifts) set(r int32, lane int, by int64) {
	d.by[int(r)*warpSize+lane] = by
	d.open[r] &^= 1 << lane
	d.drifted[r] &^= 1 << lane
	if by != 0 {
		d.drifted[r] |= 1 << lane
	}
}

// setAll gives lanes of registers the same drift, or none that is known.
func (d *drifts) setAll(all []int32, lanes uint32, isOpen bool) {
	for _, r := range all {
		if d.drifted[r]&lanes != 0 {
			each(lanes, func(l int) { d.by[int(r)*warpSize+l] = 0 })
			d.drifted[r] &^= lanes
		}
		if d.open[r] &^= lanes; isOpen {
			d.open[r] |= lanes
		}
	}
}

// passDrift follows drifts through an operation, before some lanes execute it. all are those of the path.
func (w *warp) passDrift(n int32, o *op, all, mask uint32) {
	k, d, p := w.b.g.k, w.drifts, w.b.g.period
	does, in := &k.touched[n], k.sites[n]
	if o.needless && !o.issues && !(o.whole && o.guard >= 0) && w.b.g.sliced {
		d.setAll(does.written, all, true)
		return
	}
	if o.guard >= 0 && !d.steady(o.guard, all) {
		p.give("'%s' depends on what differs", in.Name())
		return
	}
	if mask == 0 || o.flow == branch || o.flow == leave || !w.checkPlaces(does, in, mask) {
		return
	}
	if int(n)+1 < len(k.ops) && k.sites[n+1] == in && in.Opcode != "call" {
		return // the last operation of an instruction counts
	}
	how, known := follows[in.Opcode]
	if !known {
		p.give("'%s' is not followed", in.Name())
		return
	}
	if p.rise > 0 && !w.staysInWord(does, in, mask) {
		p.give("a number in '%s' leaves its word", in.Name())
		return
	}
	how(w, does, in, mask)
}

// staysInWord reports whether no number with a drift that an instruction reads wraps around, or changes its
// sign where that tells, however often the drift is added in the launches of which something is claimed.
func (w *warp) staysInWord(does *touched, in *ptx.Instruction, mask uint32) bool {
	size, isSigned := 64, true
	for _, t := range in.Types() {
		size, isSigned = min(size, t.Bits()), isSigned && t.Kind() == ptx.Signed
	}
	if size < 64 {
		size = 32
	}
	times := w.b.g.period.times()
	for _, r := range does.values {
		for m := w.drifts.drifted[r] & mask; m != 0; m &= m - 1 {
			l := firstLane(m)
			if !isRoom(w.lanes(r)[l], w.drifts.of(r, l), times, size, isSigned) {
				return false
			}
		}
	}
	return true
}

// isRoom reports whether a drift can be added so often to a number in a word of 32 or 64 bits.
func isRoom(v uint64, by, times int64, size int, isSigned bool) bool {
	if size == 64 {
		return (1<<61)/max(by, -by) >= times
	}
	x, least, most := int64(int32(v)), int64(math.MinInt32), int64(math.MaxInt32)
	switch {
	case v > math.MaxUint32:
		return false
	case isSigned:
	case x < 0:
		most = -1
	default:
		least = 0
	}
	if by < 0 {
		return (x-least)/-by >= times
	}
	return (most-x)/by >= times
}

// checkPlaces notes which memory an operation accesses; false if that differs in more than a distance.
func (w *warp) checkPlaces(does *touched, in *ptx.Instruction, mask uint32) bool {
	d, p, size := w.drifts, w.b.g.period, accessBytes(in)
	for _, x := range does.addresses {
		if d.open[x.base]&mask != 0 {
			p.give("an address is not known")
			return false
		}
		each(mask, func(l int) {
			if m, at := w.find(l, x.space, x.of(w, l)); m != nil {
				p.accesses(in, m, at, d.of(x.base, l), size)
			}
		})
	}
	return !p.failed
}

// accessBytes returns what the addresses of an instruction are multiples of at most.
func accessBytes(in *ptx.Instruction) int64 {
	if in.Opcode != "ld" && in.Opcode != "st" && in.Opcode != "ldu" {
		return bulkUnit
	}
	n := map[string]int{"": 1, "v2": 2, "v4": 4, "v8": 8}[oneOf(in, "v2", "v4", "v8")]
	return int64(n * typeOf(in).Bits() / 8)
}

// follow says how drifts pass through an instruction.
type follow func(w *warp, does *touched, in *ptx.Instruction, mask uint32)

var follows map[string]follow

func init() {
	follows = map[string]follow{"ld": followLoad, "ldu": followLoad, "mma": followOpen,
		"ldmatrix": followMatrices, "call": followOpen, "mbarrier": followObject, "wgmma": followProduct,
		"fence": followFence,
		"shfl":  followTogether, "setp": followComparison, "selp": followChoice}
	follows["st"] = followStore
	for _, name := range []string{"stmatrix", "prefetch", "prefetchu", "nanosleep"} {
		follows[name] = func(*warp, *touched, *ptx.Instruction, uint32) {}
	}
	follows["cp"] = followCopy
	for _, name := range []string{"bar", "barrier", "setmaxnreg", "vote", "match", "redux", "elect",
		"activemask", "griddepcontrol", "createpolicy"} {
		follows[name] = followSteady
	}
	for name := range computers {
		if follows[name] == nil {
			follows[name] = followComputed
		}
	}
	for _, name := range []string{"isspacep", "mapa", "fns", "cnot", "szext"} {
		follows[name] = followComputed
	}
}

// followSteady is for what counts: all that the instruction reads must be the same.
func followSteady(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	if !w.drifts.allSteady(does.values, mask) {
		w.b.g.period.give("'%s' counts what differs", in.Name())
	}
	w.drifts.setAll(does.written, mask, false)
}

// followStore lets stores be that tell nothing: memory holds anything.
func followStore(w *warp, _ *touched, in *ptx.Instruction, _ uint32) {
	if accessOrder(in).strong {
		w.b.g.period.give("'%s' is not followed", in.Name())
	}
}

// followOpen is for results that may be anything.
func followOpen(w *warp, does *touched, _ *ptx.Instruction, mask uint32) {
	w.drifts.setAll(does.written, mask, true)
}

// followMatrices is for loads of matrices from shared memory, which holds anything.
func followMatrices(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	w.drifts.loaded = true
	followOpen(w, does, in, mask)
}

// followFence lets the fences be that have no memory of their own.
func followFence(w *warp, _ *touched, in *ptx.Instruction, _ uint32) {
	if !in.Has("proxy") && !in.Has("mbarrier_init") {
		w.b.g.period.give("'%s' is not followed", in.Name())
	}
}

// followObject is for barrier objects: a parity is a number, a state is not followed.
func followObject(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	asks := in.Has("test_wait") || in.Has("try_wait")
	if in.Has("relaxed") || in.Has("inval") || !w.drifts.allSteady(does.values, mask) {
		w.b.g.period.give("'%s' counts what differs", in.Name())
	}
	w.drifts.setAll(does.written, mask, !asks)
}

// followProduct is for products of a warpgroup, whose sums and fragments may be anything.
func followProduct(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	if x := w.b.g.k.products[int(w.top.pc)]; x != nil {
		where := []int32{x.descB, x.adds}
		if x.a == nil {
			where = append(where, x.descA)
		}
		if !w.drifts.allSteady(where, mask) {
			w.b.g.period.give("'%s' depends on what differs", in.Name())
		}
	}
	w.drifts.setAll(does.written, mask, true)
}

// followTogether is for shuffles: where the values come from must be the same.
func followTogether(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	if len(does.sources) < 2 || !w.drifts.allSteady(does.sources[1:], mask) {
		w.b.g.period.give("'%s' depends on what differs", in.Name())
		return
	}
	open := !w.drifts.steady(does.sources[0], w.all)
	if open && mask != w.live() { // others may be at another instruction
		w.b.g.period.give("'%s' takes what differs from other instructions", in.Name())
	}
	w.drifts.setAll(does.written, mask, open)
}

// followLoad is for loads: of parameters, one of which has the drift, of constants, and of memory that holds
// anything.
func followLoad(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	g, d, size := w.b.g, w.drifts, uint64(typeOf(in).Bits()/8)
	if accessOrder(in).strong || does.at == nil {
		g.period.give("'%s' is not followed", in.Name())
		return
	}
	each(mask, func(l int) {
		m, at := w.find(l, does.at.space, does.at.of(w, l))
		for i, r := range does.written {
			switch m {
			case g.params:
				w.followParameter(r, l, at+uint64(i)*size, size)
			case g.constants:
				d.set(r, l, 0)
			default:
				d.loaded = d.loaded || m != nil && !m.own
				d.setAll([]int32{r}, 1<<l, true)
			}
		}
	})
}

// followParameter gives a register what is loaded of the parameters: the number that grows, or what is the
// same.
func (w *warp) followParameter(r int32, l int, at, size uint64) {
	p := w.b.g.period
	switch {
	case at == p.slot.at && size == p.slot.size:
		w.drifts.set(r, l, p.adds)
	case at < p.slot.at+p.slot.size && p.slot.at < at+size:
		w.drifts.setAll([]int32{r}, 1<<l, true)
	default:
		w.drifts.set(r, l, 0)
	}
}

// followComparison is for setp: the result is the same if it stays what it is however often the drifts are
// added.
func followComparison(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	d, t := w.drifts, typeOf(in)
	if d.allSteady(does.values, mask) {
		d.setAll(does.written, mask, false)
		return
	}
	if t.Kind() == ptx.Float || len(does.sources) < 2 || !w.onlySteady(does, 2, mask) {
		d.setAll(does.written, mask, true)
		return
	}
	a, b, relation := does.sources[0], does.sources[1], in.Modifiers[0]
	each(mask, func(l int) {
		changes := (d.open[a]|d.open[b])>>l&1 == 1
		if !changes {
			changes = !w.lasts(relation, t, a, b, l)
			if changes {
				w.b.g.period.unstable = comparing{w.first / warpSize, l, a, b, true}
			}
		}
		d.setAll(does.written, 1<<l, changes)
	})
}

// onlySteady reports whether all that an instruction reads beside its first operands is the same.
func (w *warp) onlySteady(does *touched, first int, mask uint32) bool {
	for _, r := range does.values {
		if r != does.sources[0] && (first < 2 || r != does.sources[1]) && !w.drifts.steady(r, mask) {
			return false
		}
	}
	return true
}

// number returns a value as an integer of a type, false if it is too large for its drift to be followed.
func number(v uint64, t ptx.Type) (int64, bool) {
	x := int64(v & maskOf(t.Bits()))
	if t.Kind() == ptx.Signed || t.Bits() == 64 {
		x = signed(v, t.Bits())
	}
	return x, t.Bits() == 64 || x > -maxNumber && x < maxNumber
}

// lasts reports whether the result of a comparison stays the same however often the drifts are added.
func (w *warp) lasts(relation string, t ptx.Type, a, b int32, l int) bool {
	x, fits := number(w.lanes(a)[l], t)
	y, fit := number(w.lanes(b)[l], t)
	dx, dy := w.drifts.of(a, l), w.drifts.of(b, l)
	if !fits || !fit || t.Bits() < 32 || !isSmall(dx) || !isSmall(dy) ||
		t.Kind() != ptx.Signed && (dx < 0 || dy < 0 || x < 0 || y < 0) {
		return false
	}
	distance, grows := y-x, dy-dx
	switch relation {
	case "lt", "lo", "ge", "hs": // whether the distance is more than 0
		return distance > 0 && grows >= 0 || distance <= 0 && grows <= 0
	case "le", "ls", "gt", "hi":
		return distance >= 0 && grows >= 0 || distance < 0 && grows <= 0
	case "eq", "ne":
		return distance > 0 && grows >= 0 || distance < 0 && grows <= 0 || grows == 0
	}
	return false
}

// followChoice is for selp.
func followChoice(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	d := w.drifts
	if d.allSteady(does.values, mask) {
		d.setAll(does.written, mask, false)
		return
	}
	if does.choice == nil || len(does.written) != 1 || !w.onlySteady(does, 2, mask) {
		d.setAll(does.written, mask, true)
		return
	}
	c, to := does.choice, does.written[0]
	first := w.holds(c[2], mask)
	each(mask, func(l int) {
		from := c[1]
		if first>>l&1 == 1 {
			from = c[0]
		}
		w.give(to, l, d.of(from, l), d.open[from]>>l&1 == 1)
	})
}

// give gives a lane a drift, unless it is open or more than is followed.
func (w *warp) give(r int32, l int, by int64, open bool) {
	if open || by > maxDrift || by < -maxDrift {
		w.drifts.setAll([]int32{r}, 1<<l, true)
		return
	}
	w.drifts.set(r, l, by)
}

// followComputed is for instructions that compute a register of registers.
func followComputed(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	d := w.drifts
	if in.Opcode == "mov" && readsClock(in) {
		w.b.g.period.give("the time is read")
	}
	if d.allSteady(does.values, mask) {
		d.setAll(does.written, mask, false)
		return
	}
	if len(does.written) != 1 || len(does.sources) == 0 || !isPlainInteger(in) {
		d.setAll(does.written, mask, true)
		return
	}
	to := does.written[0]
	var results [warpSize]int64
	open := uint32(0)
	each(mask, func(l int) {
		var x [3]term
		for i, r := range does.sources[:min(len(does.sources), 3)] {
			x[i] = term{w.lanes(r)[l], d.of(r, l)}
			open |= d.open[r] & (1 << l)
		}
		by, ok := sumOfTerms(in, x, len(does.sources))
		w.b.g.period.divides = w.b.g.period.divides || divides[in.Opcode]
		if results[l] = by; !ok {
			if open |= 1 << l; isLimit(in) {
				w.b.g.period.unstable = comparing{w.first / warpSize, l, does.sources[0], does.sources[1],
					true}
			}
		}
	})
	each(mask, func(l int) { w.give(to, l, results[l], open>>l&1 == 1) })
}

func readsClock(in *ptx.Instruction) bool {
	return slices.ContainsFunc(in.Operands, func(o ptx.Operand) bool {
		name, isName := o.(*ptx.Name)
		return isName && isClock(name.Name)
	})
}

// divides are the instructions whose drift depends on by what those of their operands can be divided.
var divides = setOf("and", "or", "xor", "shr", "div", "rem")

// isLimit reports whether an instruction takes one of two values, as a comparison of them tells.
func isLimit(in *ptx.Instruction) bool { return in.Opcode == "min" || in.Opcode == "max" }

// isPlainInteger reports whether an instruction computes one integer of 32 or 64 bits, without a carry and
// without saturation.
func isPlainInteger(in *ptx.Instruction) bool {
	for _, t := range in.Types() {
		if t.Kind() == ptx.Float || t.Bits() < 32 || t.Bits() > 64 {
			return false
		}
	}
	if in.Opcode == "mov" {
		_, from := in.Operands[1].(*ptx.Name)
		_, to := in.Operands[0].(*ptx.Name)
		return from && to
	}
	return !in.Has("cc") && !in.Has("sat") && !in.Has("hi")
}

// term is a value with its drift.
type term struct {
	value uint64
	by    int64
}

// sumOfTerms returns the drift of what an instruction computes, false if it is not the same for all values.
func sumOfTerms(in *ptx.Instruction, x [3]term, n int) (int64, bool) {
	t := typeOf(in)
	switch {
	case n == 1:
		switch in.Opcode {
		case "mov", "cvta":
			return x[0].by, true
		case "cvt":
			v, ok := number(x[0].value, t)
			return x[0].by, ok && isSmall(x[0].by) && (v >= 0 && x[0].by >= 0 || t.Kind() == ptx.Signed)
		case "neg", "not":
			return -x[0].by, true
		}
	case n == 2:
		return ofTwo(in.Opcode, t, x[0], x[1])
	case n == 3 && in.Opcode == "mad":
		by, ok := ofProduct(t, x[0], x[1])
		return by + x[2].by, ok
	}
	return 0, false
}

// ofTwo is sumOfTerms for two operands.
func ofTwo(opcode string, t ptx.Type, a, b term) (int64, bool) {
	switch opcode {
	case "add":
		return a.by + b.by, true
	case "sub":
		return a.by - b.by, true
	case "mul":
		return ofProduct(t, a, b)
	case "min":
		return ofLimit(t, a, b, a.by, b.by)
	case "max":
		return ofLimit(t, a, b, b.by, a.by)
	case "or", "xor": // of low bits that the drift does not reach
		if b.by != 0 {
			a, b = b, a
		}
		return a.by, b.by == 0 && a.by&(1<<bits.Len64(b.value)-1) == 0 && bits.Len64(b.value) < 30
	case "and":
		if b.by != 0 {
			a, b = b, a
		}
		return ofMask(t, a, b)
	}
	if b.by != 0 || b.value >= 1<<31 || opcode != "shl" && !isSmall(a.by) {
		return 0, false
	}
	switch v, ok := number(a.value, t); opcode {
	case "shl":
		return a.by << min(b.value, 32), b.value < 32
	case "shr":
		n := int64(1) << min(b.value, 40)
		return a.by / n, ok && v >= 0 && a.by >= 0 && a.by%n == 0
	case "div", "rem":
		n := int64(b.value)
		divides := n > 0 && ok && v >= 0 && a.by >= 0 && a.by%n == 0
		if opcode == "rem" || !divides {
			return 0, divides
		}
		return a.by / n, true
	}
	return 0, false
}

// ofLimit is sumOfTerms for the smaller or the larger of two numbers, with its drift if a is the smaller one,
// and if b is.
func ofLimit(t ptx.Type, a, b term, ifA, ifB int64) (int64, bool) {
	x, fits := number(a.value, t)
	y, fit := number(b.value, t)
	if !fits || !fit || !isSmall(a.by) || !isSmall(b.by) || t.Kind() != ptx.Signed &&
		(x < 0 || y < 0 || a.by < 0 || b.by < 0) {
		return 0, false
	}
	switch distance, grows := y-x, b.by-a.by; {
	case distance >= 0 && grows >= 0:
		return ifA, true
	case distance <= 0 && grows <= 0:
		return ifB, true
	}
	return 0, false
}

// ofProduct is sumOfTerms for a product with what has no drift.
func ofProduct(t ptx.Type, a, b term) (int64, bool) {
	if b.by != 0 {
		a, b = b, a
	}
	v, ok := number(b.value, t)
	if !isSmall(a.by) || v > maxNumber || v < -maxNumber {
		return 0, false
	}
	return a.by * v, ok && b.by == 0
}

// ofMask is sumOfTerms for the low bits of a number, or for all but these.
func ofMask(t ptx.Type, a, b term) (int64, bool) {
	if m := b.value & maskOf(t.Bits()); b.by == 0 {
		low := (m + 1) & maskOf(t.Bits()) // if the mask is of low bits
		if m&(m+1) == 0 && low != 0 && a.by%int64(min(low, 1<<40)) == 0 {
			return 0, true
		}
		high := -m & maskOf(t.Bits())
		if m != 0 && high&(high-1) == 0 && a.by%int64(min(high, 1<<40)) == 0 {
			return a.by, true
		}
	}
	return 0, false
}

// lapWithDrifts looks at a path that has gone back to its pc and changed nothing, as lap does. It compares
// each lap with the one before alone, so that what is kept of a loop which counts repeats, and takes no lap
// as the same as another one whose values may differ in other launches.
func (w *warp) lapWithDrifts(p *path, s *spin) {
	d := w.drifts
	loaded := d.loaded
	d.loaded = false
	if len(s.registers) > 0 && s.pc == p.pc {
		differs, open := d.compareLap(w, s, p.mask)
		asksMemory := slices.ContainsFunc(s.reads, func(r read) bool { return r.object == nil })
		switch {
		case !differs && (open || loaded || asksMemory):
			w.b.g.period.give("a loop that changes nothing reads memory")
			return
		case !differs:
			w.close(p)
			return
		}
	}
	s.stop()
	s.laps, s.pc, s.registers = 1, p.pc, append(s.registers[:0], w.regs...)
}

// compareLap reports whether registers of some lanes differ from those that were kept, and whether some of
// which nothing is known do.
func (d *drifts) compareLap(w *warp, s *spin, mask uint32) (differs, open bool) {
	for first := 0; first < len(s.registers); first += warpSize {
		for m := mask; m != 0; m &= m - 1 {
			l := firstLane(m)
			if s.registers[first+l] == w.regs[first+l] {
				continue
			}
			if d.open[first/warpSize]>>l&1 == 0 {
				return true, open
			}
			open = true
		}
	}
	return false, open
}
