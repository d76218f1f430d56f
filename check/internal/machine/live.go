package machine

import (
	"iter"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// liveSet is what is in flight, in order of issue. Where it is large, what is known complete stays in the
// list for a while, and an index leads from an access to what may meet it.
type liveSet struct {
	list  []*flight
	stale bool // the list may hold what is known complete
	index map[slotKey]*lanes
	all   [][]*flight // by chain, with the index
	held  int         // how many operations have been put in the index
}

// manyLive is from how many operations on an index is worth its while.
const manyLive = 48

// slotKey is a part of memory: the elements of a buffer with a leading subscript, all of those where it is no
// number, or the whole buffer; what is read there or what is written.
type slotKey struct {
	buffer *ir.Value
	at     int64
	part   slotPart
	writes bool
}

type slotPart uint8

const (
	oneSlot   slotPart = iota
	wideSlots          // of accesses without a slot of their own
	allSlots
)

// keysOf yields the places under which an access is found.
func keysOf(t *skeleton.Touch, yield func(slotKey)) {
	k := slotKey{buffer: t.Buffer, part: allSlots, writes: t.Writes()}
	yield(k)
	if k.part = wideSlots; slotOf(t, &k) {
		k.part = oneSlot
	}
	yield(k)
}

// slotOf puts the leading subscript of an access in its key, if it is one number.
func slotOf(t *skeleton.Touch, k *slotKey) bool {
	if len(t.Dims) == 0 || t.Dims[0].Full || t.Dims[0].Lo != t.Dims[0].Hi || !t.Dims[0].Base.IsConst() {
		return false
	}
	k.at = t.Dims[0].Base.Const + t.Dims[0].Lo
	return true
}

// meetingKeys yields the places where what an access may conflict with is found. It may be anywhere if the
// access may.
func meetingKeys(t *skeleton.Touch, yield func(slotKey)) {
	for _, writes := range []bool{true, false} {
		if !writes && !t.Writes() {
			continue
		}
		k := slotKey{buffer: t.Buffer, part: allSlots, writes: writes}
		if slotOf(t, &k) {
			k.part = oneSlot
			yield(k)
			k.at, k.part = 0, wideSlots
		}
		yield(k)
		yield(slotKey{part: allSlots, writes: writes}) // what may touch any memory
	}
}

// lanes are operations by chain, in the order in which the chains came.
type lanes struct {
	list   []lane
	places map[int32]int // of chains in the list, where there are many
}

// lane holds the operations of a chain: what is known complete comes first.
type lane struct {
	chain   int32
	flights []*flight
}

func (l *lanes) add(f *flight) {
	at := l.place(f.self.chain)
	if at < 0 {
		l.append(lane{f.self.chain, []*flight{f}})
		return
	}
	if one := &l.list[at]; len(one.flights) == 0 || one.flights[len(one.flights)-1] != f {
		one.flights = append(one.flights, f)
	}
}

// place returns the place of a chain in the list, or -1.
func (l *lanes) place(chain int32) int {
	if l.places == nil {
		return slices.IndexFunc(l.list, func(one lane) bool { return one.chain == chain })
	}
	if at, ok := l.places[chain]; ok {
		return at
	}
	return -1
}

// append adds a chain.
func (l *lanes) append(one lane) {
	const many = 8
	l.list = append(l.list, one)
	switch {
	case l.places != nil:
		l.places[one.chain] = len(l.list) - 1
	case len(l.list) > many:
		l.places = make(map[int32]int, 2*many)
		for i := range l.list {
			l.places[l.list[i].chain] = i
		}
	}
}

// lift adds to what is in flight.
func (s *State) lift(fs ...*flight) {
	s.live.list = append(s.live.list, fs...)
	if s.live.index != nil {
		for _, f := range fs {
			s.live.enter(f)
		}
	}
}

func (l *liveSet) enter(f *flight) {
	l.held++
	chain := int(f.self.chain)
	for len(l.all) <= chain {
		l.all = append(l.all, nil)
	}
	l.all[chain] = append(l.all[chain], f)
	for i := range f.touches {
		keysOf(&f.touches[i], func(k slotKey) {
			if l.index[k] == nil {
				l.index[k] = &lanes{}
			}
			l.index[k].add(f)
		})
	}
}

// flying returns what is in flight.
func (s *State) flying() []*flight {
	if s.live.stale {
		s.live.list = slices.DeleteFunc(s.live.list, func(f *flight) bool {
			return s.chains.complete(f.self)
		})
		s.live.stale, s.live.index = false, nil
	}
	return s.live.list
}

// against yields what is in flight that an access may conflict with, but for what it starts after.
func (s *State) against(t *skeleton.Touch, after clock) iter.Seq[*flight] {
	return func(yield func(*flight) bool) {
		if len(s.live.list) < manyLive || t.Buffer == nil {
			for _, f := range s.flying() {
				if !after.has(f.self) && !yield(f) {
					return
				}
			}
			return
		}
		if s.live.index == nil {
			s.reindex()
		}
		more := true
		meetingKeys(t, func(k slotKey) {
			if l := s.live.index[k]; l != nil && more {
				more = s.search(l, after, yield)
			}
		})
	}
}

func (s *State) reindex() {
	list := s.flying()
	s.live.index, s.live.all, s.live.held = map[slotKey]*lanes{}, nil, 0
	for _, f := range list {
		s.live.enter(f)
	}
}

// search yields the operations of lanes that are neither known complete nor in a set.
func (s *State) search(l *lanes, after clock, yield func(*flight) bool) bool {
	for i := range l.list {
		list := l.list[i].flights
		at := len(list)
		for at > 0 && !s.chains.complete(list[at-1].self) && !after.has(list[at-1].self) {
			at--
		}
		for _, f := range list[at:] {
			if !yield(f) {
				return false
			}
		}
		if at > 0 && s.chains.complete(list[at-1].self) {
			l.list[i].flights = list[at:]
		}
	}
	return true
}

// among returns what is in flight of a set.
func (s *State) among(set clock) []*flight {
	var found []*flight
	if s.live.index == nil {
		for _, f := range s.flying() {
			if set.has(f.self) {
				found = append(found, f)
			}
		}
		return found
	}
	for _, m := range set {
		if int(m.chain) >= len(s.live.all) {
			continue
		}
		list := slices.DeleteFunc(s.live.all[m.chain], func(f *flight) bool {
			return s.chains.complete(f.self)
		})
		s.live.all[m.chain] = list
		for _, f := range list {
			if f.self.pos <= m.pos {
				found = append(found, f)
			}
		}
	}
	return found
}

// land takes out of what is in flight what has come to be known complete: at once where that ends the use of
// versions, or where there is little. The index keeps it until most of what the index has is complete.
func (s *State) land() {
	gone := func(f *flight) bool { return s.chains.complete(f.self) }
	s.lost = slices.DeleteFunc(s.lost, gone)
	used := s.Log != nil && s.Log.used
	if used {
		for _, f := range s.live.list {
			if gone(f) {
				s.Log.complete(f)
			}
		}
	}
	switch {
	case s.live.index == nil:
		s.live.stale = true
		s.flying()
	case used:
		s.live.list, s.live.stale = slices.DeleteFunc(s.live.list, gone), false
		if s.live.held > 2*len(s.live.list)+manyLive {
			s.live.index = nil
		}
	default:
		s.live.stale = true
	}
}
