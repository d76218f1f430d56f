package judge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file makes rings of the barrier objects of the first block of a launch. A ring has slots, each
// with an object that is full when what fills the slot has come, and mostly one that is empty when the slot
// may be filled again. Fills are numbered: fill q of a ring of S slots goes to slot q mod S, and is phase q/S
// of that slot's objects.

// Ring is a ring of slots.
type Ring struct {
	// Full and Empty are where the barrier objects of the slots are initialized, by slot. Empty is nil if
	// nobody waits for a slot before it is filled again.
	Full, Empty []*ptx.Instruction
	// Bytes is how many bytes the bulk copies of one fill have, 0 if threads fill the slots, and -1 if fills
	// differ.
	Bytes int64
	// Producers fill slots, and Consumers wait for what is there, or free it: in order.
	Producers, Consumers []Warp
	// Fills are the instructions that fill slots, or say that they are full, and Frees those that say that
	// they are empty, in the order of the text.
	Fills, Frees []*ptx.Instruction
	// InFlight is the most fills that were begun and that whoever fills did not know to be complete; Steady
	// is that of fills of a slot that was filled before, 0 if there are none.
	InFlight, Steady int
	Waits            []RingWait
}

// Warp is a warp of a cluster: by the rank of its block, and its number in that.
type Warp struct{ Block, Number int }

func warpOf(e *machine.Event) Warp { return Warp{int(e.Block), int(e.Warp)} }

func compareWarps(a, b Warp) int {
	return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Number, b.Number))
}

// RingWait is one of the waits of a ring.
type RingWait struct {
	Instruction *ptx.Instruction
	// Empty says that it waits for a slot to be empty.
	Empty bool
	// Slack is how many fills earlier the one is that would do, each time: 0 for an exact wait, Needless for
	// one that nothing in the launch needs. It is Unknown where threads fill the slots by stores, whose
	// readers are not followed.
	Slack int
}

// What Slack is beside a number of fills.
const (
	Needless = -1
	Unknown  = -2
)

// Stages is the number of slots.
func (r *Ring) Stages() int { return len(r.Full) }

// String says what the ring is.
func (r *Ring) String() string {
	var b strings.Builder
	b.WriteString(diag.Count(r.Stages(), "stage"))
	if r.Bytes > 0 {
		fmt.Fprintf(&b, " of %s", diag.Count(int(r.Bytes), "byte"))
	}
	fmt.Fprintf(&b, ", producer %s, consumer%s %s, at most %d in flight%s, %s", Warps(r.Producers),
		map[bool]string{true: "s"}[len(r.Consumers) > 1], Warps(r.Consumers), r.InFlight, r.steady(),
		r.exactness())
	return b.String()
}

// lines says where the barrier objects are initialized.
func (r *Ring) lines() string {
	text := "full: " + lineOf(r.Full[0])
	if r.Empty != nil {
		text += ", empty: " + lineOf(r.Empty[0])
	}
	return text
}

// steady says how many fills are in flight behind the first round, if it is another number.
func (r *Ring) steady() string {
	if r.Steady == 0 || r.Steady == r.InFlight {
		return ""
	}
	return fmt.Sprintf(" and %d from the second round on", r.Steady)
}

// exactness says of the waits whether each waits for what it must.
func (r *Ring) exactness() string {
	var loose []string
	exact, unknown := 0, 0
	for _, w := range r.Waits {
		line := w.Instruction.Span.Place().Line
		switch w.Slack {
		case 0:
			exact++
		case Unknown:
			unknown++
		case Needless:
			loose = append(loose, fmt.Sprintf("nothing needs the wait of line %d", line))
		default:
			loose = append(loose, fmt.Sprintf("the wait of line %d waits for %s more than it must", line,
				diag.Count(w.Slack, "stage")))
		}
	}
	switch {
	case len(loose) > 0:
		return strings.Join(loose, ", ")
	case unknown == 0:
		return "every wait exact"
	case exact == 0:
		return "waits not counted"
	}
	return "every wait for an empty slot exact"
}

// Warps names warps: "warp 0", "warps 4 to 11", "warps 0, 2 and 5", "warp 0 of 2 blocks".
func Warps(warps []Warp) string {
	byBlock := map[int][]int{}
	for _, w := range warps {
		byBlock[w.Block] = append(byBlock[w.Block], w.Number)
	}
	blocks := slices.Sorted(maps.Keys(byBlock))
	same := !slices.ContainsFunc(blocks, func(n int) bool {
		return !slices.Equal(byBlock[n], byBlock[blocks[0]])
	})
	var parts []string
	for _, n := range blocks {
		text := ofBlock(byBlock[n])
		switch {
		case len(blocks) > 1 && same:
			return fmt.Sprintf("%s of %d blocks", text, len(blocks))
		case len(blocks) > 1 || n > 0:
			text = fmt.Sprintf("%s of block %d", text, n)
		}
		parts = append(parts, text)
	}
	return enumerate(parts)
}

// ofBlock names warps of a block, in order.
func ofBlock(warps []int) string {
	var runs []string
	for i := 0; i < len(warps); {
		j := i
		for j+1 < len(warps) && warps[j+1] == warps[j]+1 {
			j++
		}
		if j < i+2 {
			j = i
			runs = append(runs, fmt.Sprint(warps[i]))
		} else {
			runs = append(runs, fmt.Sprintf("%d to %d", warps[i], warps[j]))
		}
		i = j + 1
	}
	return map[bool]string{true: "warp ", false: "warps "}[len(warps) == 1] + enumerate(runs)
}

// enumerate puts commas and "and" between words.
func enumerate(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// object is what the events say of a barrier object.
type object struct {
	number   int32
	init     int32
	expected int64
	first    int // the number of the event that first used it
	warps    [machine.Passes + 1]map[Warp]bool
	sites    [machine.Passes + 1]map[int32]bool
	bytes    map[int64]int64 // by phase
	fresh    bool            // somebody waited for the phase before the first
}

// arrivers are the warps that arrive, or whose copies the object counts.
func (o *object) arrivers() map[Warp]bool {
	all := maps.Clone(o.warps[machine.Arrives])
	maps.Copy(all, o.warps[machine.Expects])
	maps.Copy(all, o.warps[machine.Copies])
	return all
}

// newObject is an object that is initialized, and that none of the events before one has used.
func newObject(e *machine.Event, before int) *object {
	o := &object{number: e.Object, init: e.Site, expected: e.Bytes, first: before, bytes: map[int64]int64{}}
	for k := range o.warps {
		o.warps[k], o.sites[k] = map[Warp]bool{}, map[int32]bool{}
	}
	return o
}

// objectsOf sorts the events by object, in the order of the first use. Objects that nobody both arrived at
// and waited for are none.
func objectsOf(events []machine.Event) []*object {
	byNumber := map[int32]*object{}
	for n := range events {
		e := &events[n]
		if e.Kind >= machine.Meets {
			continue
		}
		if e.Kind == machine.Begins {
			if e.Block == 0 { // those of the first block stand for those of the others
				byNumber[e.Object] = newObject(e, len(events))
			}
			continue
		}
		o := byNumber[e.Object]
		if o == nil {
			continue
		}
		o.first = min(o.first, n)
		o.warps[e.Kind][warpOf(e)], o.sites[e.Kind][e.Site] = true, true
		switch e.Kind {
		case machine.Copies:
			o.bytes[e.Phase] += e.Bytes
		case machine.Awaits:
			o.fresh = o.fresh || e.Phase < 0
		}
	}
	all := slices.DeleteFunc(slices.Collect(maps.Values(byNumber)), func(o *object) bool {
		return len(o.warps[machine.Awaits]) == 0 || len(o.arrivers()) == 0
	})
	slices.SortFunc(all, compareUse)
	return all
}

// likeness says what objects of slots of one ring have in common: the same warps do the same with them.
type likeness int

const (
	// byInstructions: the same instructions use them, as a loop over all slots has it.
	byInstructions likeness = iota
	// byOneSide: the same instructions fill them, or wait for them, where the loop of the other side is
	// unrolled.
	byOneSide
	// byWarps: neither, as unrolled loops have it.
	byWarps
)

// alike reports whether two objects may be of slots of one ring.
func (o *object) alike(p *object, how likeness) bool {
	arrives, awaits := true, maps.Equal(o.sites[machine.Awaits], p.sites[machine.Awaits])
	for k := machine.Arrives; k <= machine.Awaits; k++ {
		if !maps.Equal(o.warps[k], p.warps[k]) {
			return false
		}
		arrives = arrives && (k == machine.Awaits || maps.Equal(o.sites[k], p.sites[k]))
	}
	return o.expected == p.expected && (len(o.bytes) == 0) == (len(p.bytes) == 0) &&
		(how == byWarps || arrives && awaits || how == byOneSide && (arrives || awaits))
}

// arrays groups objects that are alike, each by the likeness that is closest, in the order of the first use.
func arrays(objects []*object) [][]*object {
	var all [][]*object
	for how := byInstructions; how <= byWarps; how++ {
		var groups [][]*object
		for _, o := range objects {
			i := slices.IndexFunc(groups, func(g []*object) bool { return g[0].alike(o, how) })
			if i < 0 {
				groups = append(groups, []*object{o})
			} else {
				groups[i] = append(groups[i], o)
			}
		}
		objects = nil
		for _, g := range groups {
			if len(g) == 1 && how < byWarps {
				objects = append(objects, g[0])
			} else {
				all = append(all, g)
			}
		}
	}
	slices.SortFunc(all, func(a, b []*object) int { return compareUse(a[0], b[0]) })
	return all
}

// compareUse orders objects by their first use.
func compareUse(a, b *object) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.number, b.number))
}

// ringsOf returns the rings of a kernel, in the order of their first use.
func ringsOf(k *machine.Kernel, events []machine.Event) []*Ring {
	groups := arrays(objectsOf(events))
	var rings []*Ring
	used := make([]bool, len(groups))
	for i, full := range groups {
		if used[i] || full[0].fresh { // nothing fills the slot before the first phase
			continue
		}
		used[i] = true
		var empty []*object
		for j, g := range groups {
			if !used[j] && isEmptyOf(g, full) {
				used[j], empty = true, besides(full, g)
				break
			}
		}
		rings = append(rings, newRing(k, events, full, empty))
	}
	return rings
}

// isEmptyOf reports whether objects say that the slots of others may be filled again: those wait who fill,
// and those arrive who wait for the fills.
func isEmptyOf(empty, full []*object) bool {
	return len(empty) == len(full) && len(empty[0].bytes) == 0 &&
		isSubset(empty[0].warps[machine.Awaits], full[0].arrivers()) &&
		isSubset(empty[0].arrivers(), full[0].warps[machine.Awaits])
}

// besides returns the objects of slots in the order of others: an array's objects are mostly initialized in
// the order of the slots.
func besides(full, empty []*object) []*object {
	byNumber := func(a, b *object) int { return cmp.Compare(a.number, b.number) }
	fulls, empties := slices.SortedFunc(slices.Values(full), byNumber),
		slices.SortedFunc(slices.Values(empty), byNumber)
	var all []*object
	for _, o := range full {
		all = append(all, empties[slices.Index(fulls, o)])
	}
	return all
}

// isSubset reports whether all of some warps, or those with their numbers in other blocks, are among others:
// the blocks of a cluster do the same.
func isSubset(a, b map[Warp]bool) bool {
	numbers := map[int]bool{}
	for x := range b {
		numbers[x.Number] = true
	}
	for x := range a {
		if !numbers[x.Number] {
			return false
		}
	}
	return true
}

func sortedWarps(set map[Warp]bool) []Warp { return slices.SortedFunc(maps.Keys(set), compareWarps) }

func newRing(k *machine.Kernel, events []machine.Event, full, empty []*object) *Ring {
	r := &Ring{Producers: sortedWarps(full[0].arrivers()),
		Consumers: sortedWarps(full[0].warps[machine.Awaits])}
	if len(empty) > 0 {
		r.Consumers = sortedWarps(empty[0].arrivers())
	}
	for _, o := range full {
		r.Full = append(r.Full, k.Instruction(o.init))
		for _, n := range o.bytes {
			switch {
			case r.Bytes == 0:
				r.Bytes = n
			case r.Bytes != n:
				r.Bytes = -1
			}
		}
	}
	for _, o := range empty {
		r.Empty = append(r.Empty, k.Instruction(o.init))
	}
	r.Fills, r.Frees = arrivalsAt(k, full), arrivalsAt(k, empty)
	p := newPassage(full, empty)
	for i := range events {
		p.event(&events[i])
	}
	r.InFlight, r.Steady, r.Waits = p.inFlight, p.steady, p.waits(k)
	return r
}

// arrivalsAt returns the instructions by which phases of objects are completed: copies, where there are any,
// else arrivals.
func arrivalsAt(k *machine.Kernel, objects []*object) []*ptx.Instruction {
	sites := map[int32]bool{}
	for _, o := range objects {
		maps.Copy(sites, o.sites[machine.Copies])
	}
	for _, o := range objects {
		if len(o.bytes) == 0 {
			maps.Copy(sites, o.sites[machine.Arrives])
			maps.Copy(sites, o.sites[machine.Expects])
		}
	}
	var all []*ptx.Instruction
	for _, site := range slices.Sorted(maps.Keys(sites)) {
		all = append(all, k.Instruction(site))
	}
	return all
}

// passage follows a ring through the events.
type passage struct {
	full, empty map[int32]int64 // the slot of each object
	stages      int64
	begun       map[int64]bool // fills
	ahead       bool           // the first phase of an empty slot ends before the first fill
	inFlight    int
	steady      int
	copied      bool                // bulk copies fill the slots
	last        map[waiter]*awaited // the last wait of each warp
	slack       map[ringSite]int64
}

type waiter struct {
	warp  Warp
	empty bool
}

type ringSite struct {
	site  int32
	empty bool
}

// awaited is a wait that has returned: for which fill, or for the end of which; and the youngest one that
// anything needed since.
type awaited struct {
	at           ringSite
	fill, needed int64
}

// nothing is the number of no fill.
const nothing = -1 << 40

func newPassage(full, empty []*object) *passage {
	p := &passage{full: map[int32]int64{}, empty: map[int32]int64{}, stages: int64(len(full)),
		begun: map[int64]bool{}, last: map[waiter]*awaited{}, slack: map[ringSite]int64{}}
	for i, o := range full {
		p.copied = p.copied || len(o.bytes) > 0
		p.full[o.number] = int64(i)
	}
	for i, o := range empty {
		p.empty[o.number] = int64(i)
	}
	return p
}

// event takes in what happens next.
func (p *passage) event(e *machine.Event) {
	if slot, ok := p.empty[e.Object]; ok && e.Kind == machine.Awaits {
		p.ahead = p.ahead || e.Phase == 0 && !p.begun[slot]
		fill := slot + e.Phase*p.stages
		if p.ahead {
			fill -= p.stages
		}
		p.returns(e, true, fill)
		return
	}
	slot, ok := p.full[e.Object]
	if !ok || e.Kind >= machine.Meets {
		return
	}
	fill := slot + e.Phase*p.stages
	switch e.Kind {
	case machine.Arrives, machine.Expects, machine.Copies:
		p.fills(e, fill)
	case machine.Awaits:
		p.returns(e, false, fill)
	case machine.Uses:
		p.needs(waiter{warpOf(e), false}, fill)
	}
}

// fills notes that a slot is being filled, which needs that the fill before in it is not needed any more.
func (p *passage) fills(e *machine.Event, fill int64) {
	if !p.begun[fill] {
		p.begun[fill] = true
		known := 0
		for o := range p.full {
			if int(o) < len(e.Known) {
				known += int(e.Known[o])
			}
		}
		p.inFlight = max(p.inFlight, len(p.begun)-known)
		if fill >= p.stages {
			p.steady = max(p.steady, len(p.begun)-known)
		}
	}
	p.needs(waiter{warpOf(e), true}, fill-p.stages)
}

// returns notes that a wait has returned.
func (p *passage) returns(e *machine.Event, empty bool, fill int64) {
	by := waiter{warpOf(e), empty}
	p.settle(by)
	p.last[by] = &awaited{at: ringSite{e.Site, empty}, fill: fill, needed: nothing}
}

// needs notes that something needs a fill, or its end. A warp that does not wait itself relies on all that
// do.
func (p *passage) needs(by waiter, fill int64) {
	if a := p.last[by]; a != nil {
		a.needed = max(a.needed, fill)
		return
	}
	for w, a := range p.last {
		if w.empty == by.empty {
			a.needed = max(a.needed, fill)
		}
	}
}

// settle counts by how much the last wait of a warp was more than what was needed.
func (p *passage) settle(by waiter) {
	a := p.last[by]
	if a == nil {
		return
	}
	slack := max(a.fill-a.needed, 0)
	if old, ok := p.slack[a.at]; ok {
		slack = min(slack, old)
	}
	p.slack[a.at] = slack
}

// waits returns the waits of the ring, in the order of the text.
func (p *passage) waits(k *machine.Kernel) []RingWait {
	for by := range p.last {
		p.settle(by)
	}
	var all []RingWait
	for _, at := range slices.SortedFunc(maps.Keys(p.slack), func(a, b ringSite) int {
		return cmp.Compare(a.site, b.site)
	}) {
		w := RingWait{Instruction: k.Instruction(at.site), Empty: at.empty, Slack: int(p.slack[at])}
		switch {
		case !at.empty && !p.copied:
			w.Slack = Unknown
		case p.slack[at] > -nothing/2:
			w.Slack = Needless
		}
		all = append(all, w)
	}
	return all
}
