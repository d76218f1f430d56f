package check

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// arena is the memory of the functions that one worker checks, one after the other. What a run makes is used until the next
// run begins, and what skeletons are made of until the next function does. A function is run many times, for every size and
// with every wait weakened, so that nearly all runs find the memory that they need.
//
// What outlives a run is copied: the accesses and places of hazards (machine.point). As their subscripts lead to symbols of
// the skeleton, the arena of a function with hazards is not used again.
type arena struct {
	// Of a run.
	flights   slab[flight]
	lists     slab[*flight]
	places    slab[iteration]
	touches   slab[touch]
	ranges    slab[analysis.Range]
	instances slab[instances]
	parts     slab[[instanceFan]*instances]
	groups    slab[group]
	refs      slab[versionRef]
	first     state      // of a run, at its beginning
	log       versionLog // of that state
	// gathered is where collect puts the accesses of one asynchronous operation together.
	gathered []touch
	text     []byte       // of the description of a state
	skippers []*skipper   // not in use
	logs     []*bufferLog // not in use
	machine  *machine

	// Of the skeletons of a function.
	nodes     slab[node]
	nodeLists slab[*node]
	queued    slab[queued]
	accessing slab[accessing]
	patterns  slab[pattern]
	buffers   slab[buffer]
	values    slab[*ir.Value]
	tokens    slab[token]
	fixed     slab[touch]
	formulas  slab[formula]
	numbers   slab[int]
	waits     slab[waiting]
	shaper    shaper
	programs  []*program
	taken     int // of the programs
}

// begin takes back what skeletons are made of.
func (a *arena) begin() {
	a.taken = 0
	a.nodes.reset()
	a.nodeLists.reset()
	a.queued.reset()
	a.accessing.reset()
	a.patterns.reset()
	a.buffers.reset()
	a.values.reset()
	a.tokens.reset()
	a.fixed.reset()
	a.formulas.reset()
	a.numbers.reset()
	a.waits.reset()
}

// program returns a program without nodes.
func (a *arena) program() *program {
	if a.taken == len(a.programs) {
		a.programs = append(a.programs, &program{ev: &analysis.Evaluator{}})
	}
	p := a.programs[a.taken]
	a.taken++
	p.clear()
	return p
}

// cleared returns a map without entries: m, where it is not large. Clearing takes as long as the map was ever large.
func cleared[K comparable, V any](m map[K]V) map[K]V {
	const many = 64
	if m == nil || len(m) > many {
		return map[K]V{}
	}
	clear(m)
	return m
}

// reset takes everything back.
func (a *arena) reset() {
	a.recycle()
	a.instances.reset()
	a.parts.reset()
	a.groups.reset()
}

// recycle takes the memory of operations back while a run goes on.
func (a *arena) recycle() {
	a.flights.reset()
	a.refs.reset()
	a.lists.reset()
	a.places.reset()
	a.touches.reset()
	a.ranges.reset()
}

// slabSize is the number of elements that are allocated at once.
const slabSize = 64

// slab hands out slices of one type.
type slab[T any] struct {
	chunks [][]T // of slabSize elements
	slabMark
}

// slabMark is how much of a slab is in use.
type slabMark struct {
	chunk int // the one that is being handed out
	used  int // of it
}

func (s *slab[T]) reset() { s.slabMark = slabMark{} }

func (s *slab[T]) mark() slabMark { return s.slabMark }

// back takes back what was handed out since the mark.
func (s *slab[T]) back(to slabMark) { s.slabMark = to }

// take returns n zeros, with no capacity beyond them.
func (s *slab[T]) take(n int) []T {
	part := s.room(n)
	clear(part)
	return part
}

// room returns n elements that are to be set. Many are not taken from the slab.
func (s *slab[T]) room(n int) []T {
	if n > slabSize/2 {
		return make([]T, n)
	}
	if s.used+n > slabSize {
		s.chunk, s.used = s.chunk+1, 0
	}
	if s.chunk == len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, slabSize))
	}
	part := s.chunks[s.chunk][s.used : s.used+n : s.used+n]
	s.used += n
	return part
}

// copied returns a copy of list.
func (s *slab[T]) copied(list []T) []T {
	part := s.room(len(list))
	copy(part, list)
	return part
}

// one returns a zero.
func (s *slab[T]) one() *T { return &s.take(1)[0] }

// of returns a copy of x.
func (s *slab[T]) of(x T) *T {
	one := &s.room(1)[0]
	*one = x
	return one
}
