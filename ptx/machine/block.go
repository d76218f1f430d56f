package machine

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// block is a block being executed.
type block struct {
	g        *launch
	number   int
	id       Extents
	threads  []*thread
	warps    []*warp
	shared   *memory
	barriers map[uint64]*barrier
	objects  map[uint64]*mbarrier
	flights  []*flight // copies that barrier objects are told of, by number
	flying   int       // how many of them have not taken place
	made     int       // how many barrier objects were initialized
	idle     int       // rounds in which all warps asked for phases, or waited
}

// thread is what a thread needs beside its registers.
type thread struct {
	b      *block
	number int
	clock  *clock // what it knows of the others
	epoch  uint32 // how often it has told others what it did
	queues [onBarrier]copies
	// By window, how many fences of proxies it has executed, and how many of its groups of cp.async were
	// complete before the last.
	fences, fencedGroups [windows]uint32
	// By how far it reaches, how many of its epochs ended before its last fence.sc.
	total [reachKinds]uint32
	pattern
}

// name says which thread it is, for the middle of a sentence.
func (t *thread) name() string {
	g := t.b.g
	if g.grid.Count() == 1 {
		return fmt.Sprintf("thread %v", g.block.at(t.number))
	}
	return fmt.Sprintf("thread %v of block %v", g.block.at(t.number), t.b.id)
}

func newBlock(g *launch, number int) *block {
	b := &block{
		g: g, number: number, id: g.grid.at(number), barriers: map[uint64]*barrier{},
		objects: map[uint64]*mbarrier{},
	}
	data := make([]byte, g.sharedBytes())
	for i := range data {
		data[i] = 0xff
	}
	b.shared = &memory{name: "shared memory", data: data, shadow: newShadow(len(data))}
	b.shared.shadow.written = make([]uint8, (len(data)+3)/4)
	nothing := newClock(g.threads)
	for i := range g.threads {
		b.threads = append(b.threads, &thread{b: b, number: i, clock: nothing})
	}
	for i := range (g.threads + warpSize - 1) / warpSize {
		b.warps = append(b.warps, newWarp(b, i))
	}
	return b
}

// sharedBytes returns the size of shared memory with its dynamic part.
func (g *launch) sharedBytes() int64 {
	if g.k.hasExtern || g.dynamic > 0 {
		return g.k.dynamic + g.dynamic
	}
	return g.k.shared
}

// share is how many instructions a warp executes before another one may.
const share = 5000

// run executes all warps to their end.
func (b *block) run() {
	g := b.g
	for !g.stopped() {
		progress, live, waiting := 0, 0, 0
		for _, i := range b.order() {
			w := b.warps[i]
			if w.done() || g.stopped() {
				continue
			}
			live++
			n := w.run(b.share())
			progress += n
			g.steps += int64(n)
			if w.yields {
				progress++
				g.steps++
			}
			if w.unanswered != nil || n == 0 {
				waiting++
			}
			b.landSome()
		}
		if live == 0 {
			break
		}
		if progress == 0 && !b.release() {
			b.deadlock()
		}
		if b.idle++; waiting < live {
			b.idle = 0
		}
		if b.idle > maxIdle {
			b.hopeless()
		}
		b.checkLimits()
	}
	for _, t := range b.threads {
		for q := range t.queues {
			c := &t.queues[q]
			if c.abandons() && !g.stopped() {
				g.found.warnAbandoned(t, c.site)
			}
			for _, p := range c.pending {
				p.land()
			}
		}
	}
	b.endFlights()
}

// order returns the order in which the warps run next.
func (b *block) order() []int {
	if b.g.config.Mode == Random {
		return b.g.random.Perm(len(b.warps))
	}
	all := make([]int, len(b.warps))
	for i := range all {
		all[i] = i
	}
	return all
}

func (b *block) share() int {
	if b.g.config.Mode == Random {
		return 1 + b.g.random.IntN(200)
	}
	return share
}

func (b *block) checkLimits() {
	g := b.g
	if g.steps > g.config.Steps {
		g.fail(codeLimit, "%d instructions of warps were executed, and the kernel has not ended", g.steps).
			Suggest("see that it ends with these arguments, or give it smaller data and fewer blocks")
	}
	if why := interrupt.Error(g.ctx); why != nil && g.err == nil {
		g.err = why
	}
}

// maxIdle is after how many rounds nothing can change any more but by programs that count how often they ask.
const maxIdle = 1000

// hopeless reports that all warps that are not at a barrier ask for phases which nobody completes.
func (b *block) hopeless() {
	for _, w := range b.warps {
		if o := w.unanswered; o != nil && !w.done() {
			b.g.site = w.asked
			b.g.fail(codeMbarrier,
				"%s waits for a phase that never completes: %d arrivals and %d bytes are missing",
				w.threads[0].name(), o.pending, o.bytes)
			return
		}
	}
}

// deadlock reports that all warps wait for something that will not come.
func (b *block) deadlock() {
	g := b.g
	for _, w := range b.warps {
		if w.done() {
			continue
		}
		g.site = w.stack[len(w.stack)-1].pc
		d := g.fail(codeDivergent, "%s waits here, and those that it waits for never come",
			w.threads[0].name())
		for _, other := range b.warps {
			switch {
			case other.done():
				d.Note(diag.Span{}, "%s has ended", other.threads[0].name())
				return
			case other.stack[len(other.stack)-1].pc != g.site:
				d.Note(g.place(other.stack[len(other.stack)-1].pc), "%s waits here", other.threads[0].name())
				return
			}
		}
		return
	}
}
