package machine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds the barrier of a cluster: PTX ISA, "barrier.cluster". Each thread arrives, goes on, and
// waits later until all threads of the cluster that have not ended have arrived.

// rendezvous is the barrier of a cluster in its current round.
type rendezvous struct {
	rounds        uint32 // how many are complete
	begun         bool   // somebody has arrived in this one
	coming, known *clock // what those tell who arrive in this round, and have told in the last
}

// partner is what a thread has done about the other blocks of its cluster.
type partner struct {
	arrivals, meets uint32 // how often it has arrived at the barrier of the cluster, and has waited there
	arrived         int32  // where it arrived last
	begun           uint16 // the ranks of blocks that it knows to have begun
	initFenced      uint32 // how many of its epochs ended before its last fence of initializations
}

// clusterBarrier decodes arrivals at the barrier of the cluster, and waits.
func (c *compiler) clusterBarrier(in *ptx.Instruction) bool {
	aligned := in.Has("aligned")
	switch {
	case in.Has("arrive") == in.Has("wait") || len(in.Operands) > 0:
		return false
	case in.Has("arrive"):
		relaxed := in.Has("relaxed")
		c.emit(op{flow: pause, wait: func(w *warp, mask uint32) bool {
			if aligned && !w.together(mask, "the barrier of the cluster") {
				return false
			}
			w.arriveAtCluster(mask, relaxed)
			return true
		}})
		return true
	}
	lanes := &collective{what: "the barrier of the cluster", kind: "barrier.cluster.wait",
		members: c.constant(maskOf(32)), give: func(*warp, uint32) {}, take: func(*warp, uint32, uint32) {}}
	c.emit(op{flow: pause, wait: func(w *warp, mask uint32) bool {
		if aligned {
			return w.together(mask, "the barrier of the cluster") && w.waitForCluster(mask)
		}
		if !lanes.complete(w, mask) {
			return false
		}
		others := lanes.elsewhere(w, mask)
		all := lanes.gather(w, mask, others)
		if !w.waitForCluster(all) {
			return false
		}
		w.meet(all)
		lanes.finish(w, mask, all, others)
		return true
	}})
	return true
}

// arriveAtCluster counts the arrivals of lanes. One that is relaxed tells what fences before it published.
func (w *warp) arriveAtCluster(mask uint32, relaxed bool) {
	g, m := w.b.g, &w.b.meeting
	threads := w.selected(mask)
	for _, t := range threads {
		if t.arrivals != t.meets {
			g.fail(codeDivergent,
				"%s arrives again at the barrier of the cluster, where it has not waited yet",
				t.name()).Note(g.place(t.arrived), "it has arrived here").
				Suggest("put barrier.cluster.wait between the two")
			return
		}
		t.arrivals++
		t.arrived = g.site
	}
	if !g.config.NoHazards {
		m.coming = m.coming.and(w.tellCluster(threads, relaxed))
	}
	m.begun = true
	w.b.note(threads[0], Event{Kind: Passes, Object: MeetsCluster})
	w.met |= mask
	w.b.settleRendezvous()
}

// tellCluster returns what threads tell at the barrier of the cluster.
func (w *warp) tellCluster(threads []*thread, relaxed bool) *clock {
	if !relaxed {
		return tell(threads)
	}
	known := &clock{}
	for _, t := range threads {
		if f := t.fenced[inCluster]; f != nil {
			known.join(w.b.finds(f.told(t, inCluster)))
		}
	}
	known.addInits(threads)
	return known
}

// waitForCluster lets lanes go on that have arrived, if the round in which they did is complete.
func (w *warp) waitForCluster(mask uint32) bool {
	g, m := w.b.g, &w.b.meeting
	threads := w.selected(mask)
	for _, t := range threads {
		if t.arrivals == t.meets {
			g.fail(codeDivergent, "%s waits at the barrier of the cluster, where it has not arrived",
				t.name()).
				Suggest("put barrier.cluster.arrive in front of it")
			return false
		}
		if t.arrivals > m.rounds {
			return false
		}
	}
	for _, t := range threads {
		t.meets++
		t.begun = 1<<len(w.b.blocks) - 1
	}
	w.b.note(threads[0], Event{Kind: Meets, Object: MeetsCluster})
	if m.known != nil {
		learn(threads, m.known)
	}
	return true
}

// settleRendezvous completes the round if all threads that have not ended have arrived; false if they have
// not.
func (c *cluster) settleRendezvous() bool {
	m := &c.meeting
	if !m.begun {
		return false
	}
	for _, w := range c.warps {
		if w.live()&^w.met != 0 {
			return false
		}
	}
	for _, w := range c.warps {
		w.met = 0
	}
	m.rounds++
	m.begun, m.known, m.coming = false, m.coming, nil
	return true
}

// rendezvous writes the state of the barrier of the cluster.
func (r *relative) rendezvous() {
	m := &r.b.meeting
	r.truth(m.begun)
	r.clock(m.coming)
	r.clock(m.known)
	for _, w := range r.b.warps {
		r.raw(int64(w.met))
	}
}

// initFence decodes the fence of the initialization of barrier objects.
func (c *compiler) initFence() bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		if w.b.g.config.NoHazards {
			return
		}
		for _, t := range w.selected(mask) {
			t.initFenced = t.now().epoch
		}
	})
}

// addInits adds to a clock which initializations threads have published by fences.
func (c *clock) addInits(threads []*thread) {
	for _, t := range threads {
		c.inits = c.inits.and(t.clock.inits)
	}
	for _, t := range threads {
		if t.initFenced > c.inits.at(t.number) {
			c.inits = c.inits.with(t.number, t.initFenced)
		}
	}
}

var codeInitFence = diag.Register("ptx-barrier-init-fence",
	"an asynchronous operation uses a peer's barrier object that no fence of initializations has published",
	"Another block of the cluster, and asynchronous operations that it issues, find a barrier object behind "+
		"fence.mbarrier_init.release.cluster of the thread that initialized it, and the barrier of the "+
		"cluster behind that: mbarrier.init; fence.mbarrier_init.release.cluster; barrier.cluster.arrive; "+
		"barrier.cluster.wait.")
