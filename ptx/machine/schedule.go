package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Blocks run one after the other, each to its end, as long as none waits for another one. A block that stands
// still, or polls in vain, lets others run, and another block begins when those that have begun cannot go on.
// So all blocks of a cooperative launch come to be alive, and of other launches one at a time.

// schedule is which blocks have begun and not ended.
type schedule struct {
	begun, ended int
	alive        []*cluster // those that ran last come last
	vain         int        // turns since anything changed
	lastEnd      int64      // of steps, when a block ended last
	skipped      int64      // time that passed without a step
	timed        bool       // somebody has looked at the time since anything changed
}

// The blocks that may be alive: those that go on, but poll, and all.
const (
	maxPolling   = 4
	pollingSteps = 1 << 20  // one block more after so many without an end
	maxAlive     = 132 * 32 // of a device
	maxState     = 2 << 30  // bytes
)

// run executes all blocks.
func (g *launch) run() {
	for !g.stopped() {
		b := g.nextBlock()
		if b == nil {
			if len(g.schedule.alive) == 0 {
				return
			}
			if !g.bringTime() {
				g.standstill()
			}
			continue
		}
		before := g.changes
		b.run()
		g.endTurn(b, before)
	}
	for _, b := range g.schedule.alive {
		g.finish(b)
	}
}

// finish accounts for a block that executes nothing more.
func (g *launch) finish(b *cluster) {
	b.end()
	for _, x := range b.blocks {
		g.gather(x.shared, false)
	}
	if g.config.Observe != nil {
		g.config.Observe(b.traces())
	}
	if g.config.Events != nil && b.number == 0 {
		g.config.Events(b.events)
	}
}

// nextBlock returns the block whose turn it is, nil if none can go on.
func (g *launch) nextBlock() *cluster {
	s := &g.schedule
	var polling []*cluster
	for _, b := range s.alive {
		if b.turn.state == stands && b.wakes() {
			b.turn.state = goesOn
		}
		switch b.turn.state {
		case goesOn:
			return b
		case givesWay:
			polling = append(polling, b)
		}
	}
	if s.begun < g.clusters() && g.hasRoom(len(polling)) {
		b := newCluster(g, s.begun)
		s.begun++
		s.alive = append(s.alive, b)
		return b
	}
	switch {
	case len(polling) == 0:
		return nil
	case g.config.Mode == Random:
		return polling[g.random.IntN(len(polling))]
	}
	return polling[0]
}

// hasRoom reports whether one block more may begin.
func (g *launch) hasRoom(polling int) bool {
	s, k := &g.schedule, g.k
	if int64(polling) >= maxPolling+(g.steps-s.lastEnd)/pollingSteps {
		return false
	}
	// a register of 8 bytes for each thread, and about 16 bytes of shadow for each of shared memory
	size := int64(k.registers)*8*int64(g.threads) + k.local*int64(g.threads) + 16*g.sharedBytes()
	alive := int64(len(s.alive) * g.cluster.Count())
	return alive < maxAlive && alive*size < maxState
}

// endTurn accounts for the turn of a block.
func (g *launch) endTurn(b *cluster, before uint64) {
	s := &g.schedule
	s.alive = slices.DeleteFunc(s.alive, func(x *cluster) bool { return x == b })
	if b.turn.state == hasEnded {
		g.finish(b)
		s.ended++
		s.lastEnd = g.steps
	} else {
		s.alive = append(s.alive, b)
	}
	if g.changes != before {
		s.vain, s.timed = 0, false
	} else if s.vain++; s.timed && s.vain > 2*len(s.alive) {
		s.skipped += int64(g.now()) // nothing happens but that time passes
	}
}

// now returns the time: the steps, and what passed while nothing happened.
func (g *launch) now() uint64 { return uint64(g.steps + g.schedule.skipped) }

// looksAtTime notes that a warp reads a clock.
func (w *warp) looksAtTime() {
	w.effects++ // the next lap may be another one
	w.polled, w.b.turn.polls, w.b.g.schedule.timed = true, true, true
}

// wakes reports whether memory has changed on which a warp of a block that stands still spins.
func (b *cluster) wakes() bool {
	if b.turn.asked == b.g.changes {
		return false
	}
	b.turn.asked = b.g.changes
	return slices.ContainsFunc(b.warps, func(w *warp) bool {
		return slices.ContainsFunc(w.paths, func(p *path) bool { return p.spins() && !p.spin.holds(w) })
	})
}

// bringTime lets happen what time brings when all blocks stand still: copies take place. False if nothing
// does.
func (g *launch) bringTime() bool {
	before := g.changes
	for _, b := range g.schedule.alive {
		b.landAll()
	}
	return g.changes != before
}

// checkLimits stops a launch that has executed enough, or that the caller gave up.
func (g *launch) checkLimits() {
	if g.steps > g.config.Steps {
		g.fail(codeLimit,
			"%d instructions of warps were executed, and the kernel has not ended; of %s %d have",
			g.steps, diag.Count(g.grid.Count(), "block"), g.schedule.ended*g.cluster.Count()).
			Suggest("see that it ends with these arguments, or give it smaller data and fewer blocks")
	}
	if why := interrupt.Error(g.ctx); why != nil && g.err == nil {
		g.err = why
	}
}
