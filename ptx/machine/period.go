package machine

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file finds out whether a launch goes as it does however much larger a number is that it is given: the
// trip count of a loop, in steps of the period with which the loop repeats its state of synchronization.
//
// Let the number be n, and let the launch with n + p be the same as that with n until some loop comes to an
// end. If the state of the block at two rounds of this loop has the same text (relative.go), then the launch
// with n + p may be taken to go once more through what lies between: behind it, it is where the launch with n
// was before, but for what registers hold. Which registers differ by how much is followed until the kernel
// ends (drift.go), and so for n + 2p, n + 3p, ...: each goes once more through the same. Where a number that
// drifts decides something, as at the end of the next loop, another pair of rounds is looked for.
//
// A launch is executed several times: until the loop ends, to find the rounds; with the drifts from the first
// round of a pair on, to see that nothing depends on them; and once more to compare the rounds with what is
// remembered of global memory, of which only the words count that are accessed from there on, moved by the
// drift of their addresses. Warps take turns after each trip of a loop, so that those which do not wait for
// each other repeat their state together.

// Slot is a place among the parameters, in bytes.
type Slot struct {
	Param  int
	Offset int64
}

// Recurrence is what FindPeriod found out.
type Recurrence struct {
	// Adds is by how much the number may be larger, any number of times, without anything else happening: 0
	// where no such number was found, as Why says.
	Adds int64
	Why  string
	// Short says that a loop came to its end before its state had repeated: a larger number may show it.
	Short bool
	// Steps is how many instructions of warps were executed to find it.
	Steps  int64
	rounds []int // that repeat
	// Settles is how many periods more a loop must go through until no wait in front of it counts for the
	// groups of a period any more: -1 if not one loop alone repeats.
	Settles int64
	// Farther is by how much farther instructions reach in buffers in each period more, at most.
	Farther map[*ptx.Instruction]int64
}

// FindPeriod returns by how much an integer among the parameters can be raised, any number of times, so that
// no launch has another hazard than this one, which has none. like is what was found of a launch with another
// value, nil if nothing was: only that is looked for then. The error is that of the context.
func (k *Kernel) FindPeriod(ctx context.Context, config Config, number Slot, like *Recurrence) (Recurrence,
	error) {
	return k.findPeriod(&periodSearch{k: k, ctx: ctx, config: config, number: number}, like)
}

// FindPeriodUpTo is FindPeriod for a number that is raised by rise and no more: so far, no number wraps
// around, and no access leaves a buffer that has an end.
func (k *Kernel) FindPeriodUpTo(ctx context.Context, config Config, number Slot, rise int64,
	like *Recurrence) (Recurrence, error) {
	return k.findPeriod(&periodSearch{k: k, ctx: ctx, config: config, number: number, rise: rise}, like)
}

func (k *Kernel) findPeriod(s *periodSearch, like *Recurrence) (Recurrence, error) {
	if why := s.refuses(); why != "" {
		return Recurrence{Why: why}, nil
	}
	r := Recurrence{}
	if adds := s.search(like); adds > 0 {
		r.Adds, r.rounds = adds, s.rounds
		r.Settles, r.Farther = s.proof.settles(), s.proof.farther
	} else {
		r.Why, r.Short = s.why, s.short
	}
	r.Steps = s.steps
	if why := interrupt.Error(s.ctx); why != nil {
		return Recurrence{}, why
	}
	return r, nil
}

// search returns by how much the number may be larger, any number of times, 0 where none is found. Rounds of
// loops behind others are not those of another launch.
func (s *periodSearch) search(like *Recurrence) int64 {
	if like == nil {
		if first, adds := s.guess(); adds > 0 && s.proves(first, adds) {
			return adds
		}
		return 0
	}
	if s.only = like.rounds; s.proves(nil, like.Adds) {
		return like.Adds
	}
	if s.only = nil; s.proves(nil, like.Adds) {
		return like.Adds
	}
	return 0
}

// periodSearch is the search for a period.
type periodSearch struct {
	k      *Kernel
	ctx    context.Context
	config Config
	number Slot
	rise   int64 // by which the number is raised at most, 0 for no limit
	steps  int64
	why    string
	short  bool
	only   []int // the rounds to look at, nil for all
	rounds []int // those that repeat
	proof  *period
}

// refuses says why nothing can be said of a launch, "" if something can.
func (s *periodSearch) refuses() string {
	k := s.k
	switch {
	case s.config.Grid.Count() != k.Cluster(s.config).Count():
		return "there are several blocks, or clusters"
	case k.communicates || len(k.notExecuted) > 0:
		return "it does what is not followed"
	case slices.ContainsFunc(k.sites, func(in *ptx.Instruction) bool { return in.Opcode == "tcgen05" }):
		return "it has tensor memory"
	case s.config.Dependent || k.dependencies.waits:
		return "it depends on other grids"
	case slices.ContainsFunc(k.Function.Params, func(v *ptx.Variable) bool { return v.Space == "reg" }):
		return "it is no kernel"
	}
	return ""
}

// guesses are by how much the number is larger while the period is not known: multiples of what it may be
// divided by.
var guesses = []int64{128 * 15, 5040 * 16}

// guess returns by how much the number must be raised for a loop to go once more through a period, 0 if none
// is found, and the execution with that, if it is the one that was guessed for.
func (s *periodSearch) guess() (p *period, adds int64) {
	for _, first := range guesses {
		if p, adds = s.guessFrom(first); adds > 0 || s.short {
			break
		}
	}
	return p, adds
}

// guessFrom is guess with a first value.
func (s *periodSearch) guessFrom(first int64) (*period, int64) {
	p := s.pass(first, nil, nil)
	s.why = p.why
	if !p.unstable.set || !p.failed {
		return nil, 0
	}
	c := p.unstable
	s.short = true
	for _, x := range p.pairs() {
		a, b := p.change(x, c.warp, c.a, c.lane), p.change(x, c.warp, c.b, c.lane)
		da, db := p.moments[x.from].drift(c.warp, c.a, c.lane), p.moments[x.from].drift(c.warp, c.b, c.lane)
		if da == db || (a-b)*first%(db-da) != 0 {
			continue
		}
		if q := (a - b) * first / (db - da); q > 0 {
			if !p.divides && p.scale(q) {
				return p, q
			}
			return nil, q
		}
	}
	return nil, 0
}

// scale makes the drifts those of a number that is larger by q; false if they are no multiples.
func (p *period) scale(q int64) bool {
	for _, m := range p.moments {
		for _, d := range m.drifts {
			for i, by := range d.by {
				if by*q%p.adds != 0 {
					return false
				}
				d.by[i] = by * q / p.adds
			}
		}
	}
	for _, m := range p.moved {
		for i := range m {
			m[i].by = m[i].by * q / p.adds
		}
	}
	p.adds = q
	return true
}

// maxRepeats is how many loops, one behind the other, may repeat their state.
const maxRepeats = 6

// proves reports whether the number may be larger by so much, any number of times. p is the execution without
// a repeat, nil if there was none.
func (s *periodSearch) proves(p *period, adds int64) bool {
	var all []repeat
	var passes []*period
	if p == nil {
		p = s.pass(adds, nil, nil)
	}
	for passes = append(passes, p); p.failed; passes = append(passes, p) {
		if len(all) == maxRepeats || !p.unstable.set {
			s.why = p.why
			return false
		}
		next := s.furthest(p, adds, all)
		if next == nil {
			s.why, s.short = p.why, true
			return false
		}
		p, all = next, next.repeats
	}
	s.rounds = nil
	for _, x := range all {
		s.rounds = append(s.rounds, x.from, x.to)
	}
	s.proof = p
	return len(all) > 0 && s.isClean(p) && s.memoryRepeats(passes)
}

// maxPairs is how many pairs of rounds are tried for one loop.
const maxPairs = 4

// furthest returns a pass with one loop more that repeats its state, the first which comes further; nil if
// there is none.
func (s *periodSearch) furthest(p *period, adds int64, all []repeat) *period {
	tried := 0
	for _, x := range p.pairs() {
		c := p.unstable
		if p.change(x, c.warp, c.a, c.lane)+p.moments[x.from].drift(c.warp, c.a, c.lane) !=
			p.change(x, c.warp, c.b, c.lane)+p.moments[x.from].drift(c.warp, c.b, c.lane) {
			continue // the loop would end elsewhere
		}
		repeats := append(slices.Clone(all), p.repeat(x))
		next := s.withoutRounds(func() *period { return s.pass(adds, repeats, nil) })
		switch {
		case !next.failed:
			return next
		case next.round > p.round: // another loop follows
			return s.pass(adds, repeats, nil)
		}
		if tried++; tried == maxPairs {
			return nil
		}
	}
	return nil
}

// withoutRounds executes a pass that remembers no rounds.
func (s *periodSearch) withoutRounds(pass func() *period) *period {
	only := s.only
	s.only = []int{}
	p := pass()
	s.only = only
	return p
}

// isClean reports whether nothing was found that might be another thing with other values.
func (s *periodSearch) isClean(p *period) bool {
	for _, d := range p.g.found.list {
		switch d.Code {
		case codeProxy, codeLateFence, codeAbandoned, codeEnded:
			if d.Severity == diag.Error {
				return false
			}
		default:
			s.why = "something was found"
			return false
		}
	}
	return p.g.err == nil && len(p.g.notJudged) == 0
}

// memoryRepeats reports whether what is remembered of global memory repeats as well, as far as it counts.
func (s *periodSearch) memoryRepeats(passes []*period) bool {
	last := passes[len(passes)-1]
	chosen := make([]map[int]words, len(last.repeats))
	for i := range chosen {
		chosen[i] = map[int]words{}
	}
	needed := false
	for n, m := range last.g.globals() {
		if !m.isWritten() {
			continue
		}
		needed = needed || last.known[n]
		for i, p := range passes {
			x := p.moved[n][min(i, len(p.moved[n])-1)]
			if i == len(passes)-1 {
				x = last.moved[n][len(last.repeats)]
			}
			switch {
			case !x.any:
			case x.mixed || x.by%4 != 0 || x.by != 0 && (len(last.repeats) != 1 || i == 0):
				s.why = "writes to global memory are not as far apart in each trip"
				return false
			default:
				if i > 0 {
					chosen[i-1][n] = x.words()
				}
			}
		}
	}
	if !needed {
		return true
	}
	p := s.pass(last.adds, last.repeats, chosen)
	s.why = p.why
	return !p.failed && p.g.err == nil
}

// movement is how the addresses of a memory drift.
type movement struct {
	any, mixed bool
	by         int64
	first      int64 // byte
	last       int64
}

// words returns which words count, and by how much they move.
func (x movement) words() words {
	switch {
	case x.by < 0:
		return words{0, x.last/4 + 256, x.by / 4}
	}
	return words{x.first / 4, 1 << 62, x.by / 4}
}

// globals lists the memories that outlive blocks.
func (g *launch) globals() []*memory { return slices.Concat(g.buffers, g.variables) }

// isWritten reports whether something remembers a write.
func (m *memory) isWritten() bool {
	for _, page := range m.shadow.pages {
		if page == nil {
			continue
		}
		for i := range page {
			if h := page[i]; h != nil && slices.ContainsFunc(h.all, func(a access) bool {
				return a.kind&writes != 0
			}) {
				return true
			}
		}
	}
	return false
}

// period is one execution that follows drifts.
type period struct {
	g    *launch
	adds int64
	slot struct{ at, size uint64 } // of the number, among the parameters
	// failed says that the launches may differ, why says how.
	failed   bool
	why      string
	unstable comparing // the last comparison whose result may change
	divides  bool      // whether what follows depends on by what a drift can be divided
	round    int
	repeats  []repeat
	passed   int // of those
	moments  []roundState
	moved    [][]movement // by global memory, and by how many repeats have passed
	// chosen are the words of global memory that count behind each repeat, where the rounds are compared.
	chosen  []map[int]words
	texts   [][]byte
	only    []int // the rounds to look at, nil for all
	length  int   // of the texts of those that are remembered
	rise    int64
	farther map[*ptx.Instruction]int64 // by how much, as Recurrence says
	block   *cluster
	commits [2][]int // of threads, by queue, at the rounds of the first repeat
	// known are the global memories that were accessed before the last repeat ended.
	known []bool
}

// comparing is a comparison of two registers by a lane.
type comparing struct {
	warp, lane int
	a, b       int32
	set        bool
}

// repeat is a pair of rounds between which a block goes once more, with the drifts behind it.
type repeat struct {
	from, to int // rounds
	drifts   []*drifts
}

// roundState is a round: a digest of its text, and what registers hold and how they drift, by warp.
type roundState struct {
	round     int
	digest    [2]uint64
	registers [][]uint64
	drifts    []*drifts
}

func (m *roundState) drift(warp int, r int32, lane int) int64 { return m.drifts[warp].of(r, lane) }

// pass executes the launch with drifts.
func (s *periodSearch) pass(adds int64, repeats []repeat, chosen []map[int]words) *period {
	config, _ := s.config.WithCopies()
	config.Mode, config.Observe = Late, nil
	g := newLaunch(s.ctx, s.k, config, true)
	p := &period{g: g, adds: adds, repeats: repeats, chosen: chosen, texts: make([][]byte, len(repeats)),
		only: s.only, rise: s.rise, farther: map[*ptx.Instruction]int64{}}
	g.period = p
	if err := g.prepare(); err != nil {
		p.failed = true
		return p
	}
	at := s.k.Params[s.number.Param]
	p.slot.at, p.slot.size = uint64(at.Offset+s.number.Offset), uint64(at.Variable.Size())
	for _, f := range at.Fields {
		if at.IsStruct() && f.Offset == s.number.Offset {
			p.slot.size = uint64(f.Type.Bits() / 8)
		}
	}
	p.moved, p.known = make([][]movement, len(g.globals())), make([]bool, len(g.globals()))
	for i := range p.moved {
		p.moved[i] = make([]movement, len(repeats)+1)
	}
	g.run()
	s.steps += g.steps
	if g.err != nil && !p.failed {
		p.failed, p.why = true, g.err.Message
	}
	if p.passed < len(repeats) {
		p.failed = true
	}
	return p
}

// give ends the execution: the launches may differ.
func (p *period) give(format string, args ...any) {
	if !p.failed {
		p.failed, p.why = true, fmt.Sprintf(format, args...)
		p.g.fail(codeNotExecuted, "%s", p.why)
	}
}

// times returns how often the number is raised at most, 0 if nothing limits it.
func (p *period) times() int64 { return (p.rise + p.adds - 1) / p.adds }

// accesses notes that an instruction accesses a place in memory, whose address drifts.
func (p *period) accesses(in *ptx.Instruction, m *memory, at uint64, by, size int64) {
	n := slices.Index(p.g.globals(), m)
	switch {
	case n < 0 && by != 0:
		p.give("an address in %s differs", m.name)
		return
	case n < 0:
		return
	case by%size != 0:
		p.give("an address may not be aligned")
		return
	case by < 0 || by > 0 && !p.hasRoom(in, m, int64(at), by, size):
		p.give("%s has an end", m.name)
		return
	}
	if m.buffer != nil {
		p.farther[in] = max(p.farther[in], by)
	}
	p.divides = p.divides || by%(size*p.adds) != 0
	x := &p.moved[n][p.passed]
	if !x.any {
		*x = movement{any: true, by: by, first: int64(at), last: int64(at)}
	}
	x.mixed = x.mixed || x.by != by
	x.first, x.last = min(x.first, int64(at)), max(x.last, int64(at))
}

// largestAccess is more than an instruction accesses at once.
const largestAccess = 1 << 20

// hasRoom reports whether an access whose address drifts stays within a memory. The bytes of an access of
// another kind than a load, a store or a copy by a thread are not known.
func (p *period) hasRoom(in *ptx.Instruction, m *memory, at, by, size int64) bool {
	switch {
	case m.buffer == nil:
		return false
	case p.rise == 0:
		return m.buffer.Grows
	case m.buffer.Grows:
		return (maxGrown-largestAccess-at)/by >= p.times()
	}
	return !in.Has("bulk") && at+size <= int64(len(m.data)) &&
		(int64(len(m.data))-at-size)/by >= p.times()
}

// settles returns what Recurrence says.
func (p *period) settles() int64 {
	if len(p.repeats) != 1 || len(p.commits[0]) != len(p.commits[1]) {
		return -1
	}
	most := int64(0)
	for i, end := range p.block.commits() {
		if grows := p.commits[1][i] - p.commits[0][i]; grows > 0 {
			most = max(most, int64((end+grows-1)/grows))
		}
	}
	return most
}

// commits lists how many groups threads have committed, by queue.
func (b *cluster) commits() []int {
	var all []int
	for _, t := range b.threads {
		for q := range t.queues {
			all = append(all, t.queues[q].commits)
		}
	}
	return all
}

// maxMoments limits how many rounds are remembered, maxRemembered how many registers of lanes, and maxText
// the length of their texts in bytes.
const (
	maxMoments    = 400
	maxRemembered = 1 << 24
	maxText       = 8 << 20
)

// next lets warps go on that rest, when all others do or wait; false if there are none. That is a round.
func (p *period) next(b *cluster) bool {
	goes := false
	for _, w := range b.warps {
		goes, w.rests = goes || w.rests && !w.done(), false
	}
	if goes {
		p.take(b)
		p.round++
	}
	return goes
}

// take remembers a round, or takes up the drifts behind it.
func (p *period) take(b *cluster) {
	if p.chosen != nil {
		p.compare(b)
	}
	if n := len(p.repeats); n > 0 && p.round == slices.MaxFunc(p.repeats, func(a, b repeat) int {
		return a.to - b.to
	}).to {
		for i, m := range p.g.globals() {
			p.known[i] = slices.ContainsFunc(m.shadow.pages, func(p *page) bool { return p != nil })
		}
	}
	if len(p.repeats) == 1 && p.round == p.repeats[0].from {
		p.block, p.commits[0] = b, b.commits()
	}
	if len(p.repeats) == 1 && p.round == p.repeats[0].to {
		p.commits[1] = b.commits()
	}
	if p.passed < len(p.repeats) && p.repeats[p.passed].from == p.round {
		for i, w := range b.warps {
			w.drifts = p.repeats[p.passed].drifts[i].clone()
		}
		p.passed++
	}
	if p.only != nil && !slices.Contains(p.only, p.round) ||
		p.chosen != nil || p.passed < len(p.repeats) || len(p.moments) == maxMoments ||
		len(p.moments)*len(b.warps)*int(p.g.k.registers)*warpSize > maxRemembered || p.length > maxText {
		return
	}
	text, ok := b.relative(nil)
	if p.length += len(text); !ok {
		return
	}
	m := roundState{round: p.round, digest: digest(text)}
	for _, w := range b.warps {
		m.registers = append(m.registers, slices.Clone(w.regs))
		m.drifts = append(m.drifts, w.drifts.clone())
	}
	p.moments = append(p.moments, m)
}

// compare compares the rounds of each pair.
func (p *period) compare(b *cluster) {
	for i, x := range p.repeats {
		if p.round != x.from && p.round != x.to {
			continue
		}
		chosen := map[*memory]words{}
		for n, m := range p.g.globals() {
			if w, ok := p.chosen[i][n]; ok {
				if p.round == x.from {
					w.offset = 0
				} else {
					w.from += w.offset
					w.to += w.offset
				}
				chosen[m] = w
			}
		}
		text, ok := b.relative(chosen)
		switch {
		case !ok:
			p.give("the state is not followed")
		case p.round == x.from:
			p.texts[i] = text
		case !bytes.Equal(text, p.texts[i]):
			p.give("global memory does not repeat")
		}
	}
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func digest(text []byte) [2]uint64 {
	return [2]uint64{maphash.Bytes(seeds[0], text), maphash.Bytes(seeds[1], text)}
}

// pair is two moments, by their numbers.
type pair struct{ from, to int }

// pairs returns the pairs of rounds with the same text, and with the same drifts before and behind: those
// that come first, and of these those that lie next to each other.
func (p *period) pairs() []pair {
	var all []pair
	for to := range p.moments {
		for from := to - 1; from >= 0; from-- {
			if p.moments[from].digest == p.moments[to].digest &&
				slices.EqualFunc(p.moments[from].drifts, p.moments[to].drifts, (*drifts).equal) {
				all = append(all, pair{from, to})
			}
		}
	}
	return all
}

// change returns by how much a register of a lane grows between the moments of a pair.
func (p *period) change(x pair, warp int, r int32, lane int) int64 {
	i := int(r)*warpSize + lane
	return growth(p.moments[x.from].registers[warp][i], p.moments[x.to].registers[warp][i])
}

// growth returns by how much a register has grown, which may have 32 bits.
func growth(before, after uint64) int64 {
	if max(before, after) < 1<<32 {
		return int64(int32(uint32(after - before)))
	}
	return int64(after - before)
}

// repeat returns the pair of rounds with the drifts behind it.
func (p *period) repeat(x pair) repeat {
	from, to := &p.moments[x.from], &p.moments[x.to]
	all := repeat{from: from.round, to: to.round}
	for i, d := range from.drifts {
		d = d.clone()
		for r := range d.open {
			for l := range warpSize {
				n := r*warpSize + l
				if d.open[r]>>l&1 == 0 {
					d.set(int32(r), l, d.by[n]+growth(from.registers[i][n], to.registers[i][n]))
				}
			}
		}
		all.drifts = append(all.drifts, d)
	}
	return all
}

func (d *drifts) clone() *drifts {
	return &drifts{by: slices.Clone(d.by), drifted: slices.Clone(d.drifted), open: slices.Clone(d.open),
		loaded: d.loaded}
}

// equal reports whether the drifts are the same wherever they are known.
func (d *drifts) equal(e *drifts) bool {
	return slices.Equal(d.open, e.open) && slices.Equal(d.drifted, e.drifted) && slices.Equal(d.by, e.by)
}
