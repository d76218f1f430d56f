package machine

import (
	"bytes"
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// A path spins when it comes back to an operation with the registers that it had there before, and has
// changed nothing in between: what it does next depends on the memory that it reads alone. The machine looks
// for that at branches that go back, by Brent's method: it keeps the registers after 2, 4, 8 laps, and
// compares each lap with them. When a lap ends as it began, the next one is executed with a record of what it
// reads. If that one ends so, too, the path is not executed again until something in the record has changed.
//
// A loop that counts how often it asks, or that looks at the time, changes a register in every lap. It is no
// spin and is executed, but lets others run: see fruitless.

// spin is what is known of the laps of a path.
type spin struct {
	pc          int32    // where the registers were kept
	registers   []uint64 // nil before they are kept
	differs     int      // where they differed last
	effects     uint64   // of the warp, when this lap began
	laps, limit int      // laps without an effect, and with how many the registers are kept again
	recording   bool
	reads       []read
	meetings    uint64 // of the warp, when the record began
	// cycles says that a recorded lap meets others at barriers: it must be executed for them to go on.
	cycles bool
	proven int    // how many laps of a cycle have ended as they began
	asked  uint64 // the launch's count of changes when the record was compared with memory
}

// read is an access of a recorded lap, with what it found: bytes of a memory, or the phase of a barrier
// object.
type read struct {
	site   int32
	lane   int32
	memory *memory
	at     uint64
	size   int32
	strong bool
	object *mbarrier
	phase  uint64
	found  [32]byte
}

// maxReads is how many accesses a record holds. A lap with more is executed.
const maxReads = 1 << 13

// effect is what an operation does that others may notice.
type effect uint8

const (
	changes  effect = iota // something may be different afterwards
	meets                  // it lets others go on at a barrier, and changes nothing
	observes               // it changes registers alone, or notes itself what it changes in memory
)

// observers are the instructions that do not change more than registers.
var observers = setOf("abs", "activemask", "add", "addc", "and", "bfe", "bfi", "bfind", "bmsk", "bra", "brev",
	"brx", "call", "clz", "copysign", "cvt", "cvta", "div", "dp2a", "dp4a", "elect", "ex2", "fence", "fma",
	"fns",
	"isspacep", "ld", "lg2", "lop3", "mad", "mad24", "madc", "mapa", "match", "max", "membar", "min", "mov",
	"mul", "mul24", "nanosleep", "neg", "not", "or", "popc", "prefetch", "prmt", "rcp", "redux", "rem", "ret",
	"rsqrt", "sad", "selp", "set", "setp", "shf", "shfl", "shl", "shr", "sin", "cos", "slct", "sqrt", "sub",
	"subc", "suld", "suq", "sust", "szext", "tanh", "testp", "tex", "tld4", "txq", "vote", "xor")

func setOf(names ...string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		all[name] = true
	}
	return all
}

// effectOf returns what an instruction does that others may notice.
func effectOf(in *ptx.Instruction) effect {
	switch in.Opcode {
	case "bar", "barrier":
		switch {
		case in.Has("red"): // what it computes depends on the laps of others
			return changes
		case in.Has("warp"):
			return observes
		}
		return meets
	case "st", "atom", "red":
		if in.Has("async") || in.Has("bulk") {
			return changes
		}
		return observes
	case "mbarrier":
		if in.Has("test_wait") || in.Has("try_wait") || in.Has("pending_count") {
			return observes
		}
	case "ldmatrix", "stmatrix", "mma", "wmma": // what they read and change in memory they note themselves
		return observes
	}
	if observers[in.Opcode] {
		return observes
	}
	return changes
}

// changed notes that a warp has changed something that others may see.
func (w *warp) changed() {
	w.effects++
	w.b.g.changes++
}

// put stores a value of 1, 2, 4 or 8 bytes, and notes whether that changed anything.
func (w *warp) put(data []byte, size int, v uint64) {
	if w.drifts != nil || load(data, size) != v&maskOf(8*size) {
		w.effects++
		if !w.own {
			w.b.g.changes++
		}
	}
	store(data, size, v)
}

// sees notes that the running path reads bytes of a memory.
func (w *warp) sees(lane int, m *memory, at uint64, data []byte, strong bool) {
	if m.shadow == nil {
		return // nobody else changes it
	}
	if strong {
		w.polled = true
		w.b.turn.polls = w.b.turn.polls || m.home == nil
	}
	if !w.recording {
		return
	}
	r := read{site: w.b.g.site, lane: int32(lane), memory: m, at: at, size: int32(len(data)),
		strong: strong}
	copy(r.found[:], data)
	w.record(r)
}

// seesPhase notes that the running path asks for a phase of a barrier object.
func (w *warp) seesPhase(lane int, o *mbarrier, at uint64) {
	if w.recording {
		w.record(read{site: w.b.g.site, lane: int32(lane), memory: o.home.shared, at: at, object: o,
			phase: o.phase})
	}
}

// record adds an access to the records of the running path.
func (w *warp) record(r read) {
	for p := w.top; p != nil; p = p.parent { // a lap of a path is also what it parts into
		if p.spin != nil && p.spin.recording {
			p.spin.add(r)
		}
	}
}

// add adds an access to a record.
func (s *spin) add(r read) {
	if n := len(s.reads); n > 0 {
		if last := s.reads[n-1]; last.memory == r.memory && last.at == r.at && last.object == r.object &&
			last.phase == r.phase && last.size == r.size && last.found == r.found {
			return
		}
	}
	if s.reads = append(s.reads, r); len(s.reads) > maxReads {
		s.stop()
	}
}

// stop forgets the record, and what follows from it.
func (s *spin) stop() { s.recording, s.cycles, s.reads = false, false, s.reads[:0] }

// lap looks at a path that has gone back to its pc.
func (w *warp) lap(p *path) {
	if p.spin == nil {
		p.spin = &spin{effects: w.effects, limit: 2}
	}
	s := p.spin
	if s.effects != w.effects { // the lap changed something
		s.effects, s.laps, s.limit, s.registers = w.effects, 0, 2, s.registers[:0]
		s.stop()
		if w.drifts != nil {
			w.rests, w.drifts.loaded = true, false
		}
		return
	}
	if w.drifts != nil {
		w.lapWithDrifts(p, s)
		return
	}
	s.laps++
	if len(s.registers) > 0 && s.pc == p.pc && s.same(w, p.mask) {
		w.close(p)
		return
	}
	if s.laps >= s.limit && !s.cycles {
		s.limit = 2 * s.laps
		s.pc, s.registers = p.pc, append(s.registers[:0], w.regs...)
		s.stop()
	}
}

// close ends a lap of a path that ends as it began.
func (w *warp) close(p *path) {
	s := p.spin
	switch {
	case s.cycles:
		s.proven++
		if s.holds(w) {
			return
		}
		s.stop()
	case s.recording && !s.holds(w): // something changed on the way
		s.recording = false
	case s.recording && s.meetings != w.meetings:
		s.recording, s.cycles, s.proven = false, true, 0
	case s.recording:
		s.recording = false
		p.status = asleep
	default:
		s.recording, s.reads, s.meetings, s.asked = true, s.reads[:0], w.meetings, 0
	}
}

// same reports whether the registers of some lanes are those that were kept. A counter differs in every lap:
// what differed last is compared first.
func (s *spin) same(w *warp, mask uint32) bool {
	if s.differs < len(s.registers) && mask>>(s.differs%warpSize)&1 == 1 &&
		s.registers[s.differs] != w.regs[s.differs] {
		return false
	}
	for first := 0; first < len(s.registers); first += warpSize {
		for m := mask; m != 0; m &= m - 1 {
			if i := first + firstLane(m); s.registers[i] != w.regs[i] {
				s.differs = i
				return false
			}
		}
	}
	return true
}

// holds reports whether memory is as the record has it. A copy that a barrier object waits for takes place
// now at the latest.
func (s *spin) holds(w *warp) bool {
	if s.asked == w.b.g.changes && s.asked > 0 {
		return true
	}
	for i := range s.reads {
		if o := s.reads[i].object; o != nil {
			w.b.landFor(o)
		}
	}
	if slices.ContainsFunc(s.reads, func(r read) bool { return r.changed() }) {
		s.asked = 0
		return false
	}
	s.asked = w.b.g.changes
	return true
}

// changed reports whether a read would find something else.
func (r *read) changed() bool {
	if r.object != nil {
		return r.object.phase != r.phase || r.object.home.objects[r.at] != r.object
	}
	return !bytes.Equal(r.memory.data[r.at:r.at+uint64(r.size)], r.found[:r.size])
}

// cycles reports whether a warp goes round in a lap that changes nothing and meets others at barriers.
func (w *warp) cycles() bool { return w.top != nil && w.top.spin != nil && w.top.spin.cycles }

// asksPhases reports whether all paths of a warp that cannot go on spin on phases of barrier objects of the
// block alone.
func (w *warp) asksPhases() bool {
	for _, p := range w.paths {
		if p.status == asleep && slices.ContainsFunc(p.spin.reads, func(r read) bool {
			return r.object == nil && r.memory.home == nil
		}) {
			return false
		}
	}
	return true
}

// wake lets the paths of a warp go on that spin on memory that has changed.
func (w *warp) wake() {
	for _, p := range w.paths {
		if p.status == asleep && !p.spin.holds(w) {
			p.status = ready
			p.spin.laps, p.spin.limit, p.spin.registers = 0, 2, p.spin.registers[:0]
			p.spin.stop()
		}
	}
}
