package machine

import (
	"iter"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// liveSet holds the operations in flight, in the order of issue. If there are many, operations that are known
// to be complete stay in the list for a while, and an index leads from an access to the operations that may
// conflict with it.
type liveSet struct {
	list  []*flight
	stale bool // the list may have operations that are known to be complete
	index map[slotKey]*lanes
	all   [][]*flight // by chain, with the index
	held  int         // number of operations that were put in the index
}

// manyLive is the number of operations from which on an index is used.
const manyLive = 48

// slotKey is a part of memory, for reads or for writes: the elements of a buffer with one leading subscript,
// the elements with leading subscripts that are no numbers, or the whole buffer.
type slotKey struct {
	buffer *ir.Value
	at     int64
	part   slotPart
	writes bool
}

type slotPart uint8

const (
	oneSlot   slotPart = iota
	wideSlots          // elements with leading subscripts that are no single number
	allSlots
)

// keysOf yields the keys under which an access is in the index.
func keysOf(t *skeleton.Touch, yield func(slotKey)) {
	k := slotKey{buffer: t.Buffer, part: allSlots, writes: t.Writes()}
	yield(k)
	if k.part = wideSlots; slotOf(t, &k) {
		k.part = oneSlot
	}
	yield(k)
}

// slotOf stores the leading subscript of an access in the key, false if it is no single number.
func slotOf(t *skeleton.Touch, k *slotKey) bool {
	if len(t.Dims) == 0 || t.Dims[0].Full || t.Dims[0].Lo != t.Dims[0].Hi || !t.Dims[0].Base.IsConst() {
		return false
	}
	k.at = t.Dims[0].Base.Const + t.Dims[0].Lo
	return true
}

// meetingKeys yields the keys under which the index has the accesses that may conflict with t. Accesses to
// unknown memory may conflict with any.
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
		yield(slotKey{part: allSlots, writes: writes}) // accesses to unknown memory
	}
}

// lanes are operations, grouped by chain in the order in which the chains appeared.
type lanes struct {
	list   []lane
	places map[int32]int // index of a chain in the list, if there are many
}

// lane holds the operations of one chain in their order, so that operations known to be complete come first.
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

// place returns the index of a chain in the list, or -1.
func (l *lanes) place(chain int32) int {
	if l.places == nil {
		return slices.IndexFunc(l.list, func(one lane) bool { return one.chain == chain })
	}
	if at, ok := l.places[chain]; ok {
		return at
	}
	return -1
}

// append adds the lane of a new chain.
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

// addInFlight adds operations to those in flight.
func (s *State) addInFlight(fs ...*flight) {
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

// flying returns the operations in flight.
func (s *State) flying() []*flight {
	if s.live.stale {
		s.live.list = slices.DeleteFunc(s.live.list, func(f *flight) bool {
			return s.chains.complete(f.self)
		})
		s.live.stale, s.live.index = false, nil
	}
	return s.live.list
}

// against yields the operations in flight that an access may conflict with, except those in after.
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

// search yields the operations of lanes that are neither known to be complete nor in the set after.
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

// among returns the operations in flight that are in a set.
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

// removeComplete removes operations that are known to be complete from those in flight. It does so at once if
// that ends the use of versions, or if there are few operations. Otherwise they stay in the index until most
// operations in the index are complete.
func (s *State) removeComplete() {
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
