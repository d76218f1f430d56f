package machine

import (
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds what is known of fences between proxies: PTX ISA, "Proxies". Threads access memory through
// the generic proxy, and so does cp.async; bulk copies and products of a warpgroup go through the
// asynchronous one. What was written through the former is seen through the latter behind a
// fence.proxy.async. The completion of an asynchronous operation is such a fence.

// window is one of the memories that a fence can be for.
type window uint8

const (
	sharedFences window = iota
	globalFences
	windows
)

// windowOf returns the window that a memory lies in.
func (b *block) windowOf(m *memory) window {
	if m == b.shared {
		return sharedFences
	}
	return globalFences
}

// proxyFences is what is known of the fences of a window, by thread. It is never changed.
type proxyFences struct {
	made   []uint32 // how many the thread has executed
	epochs []uint32 // how many of the thread's epochs ended before a fence
	groups []uint32 // how many of its groups of cp.async were complete before a fence
}

// and returns what two know together; each may be nil.
func (f *proxyFences) and(g *proxyFences) *proxyFences {
	switch {
	case g == nil || f == g:
		return f
	case f == nil:
		return g
	}
	return &proxyFences{greater(f.made, g.made), greater(f.epochs, g.epochs), greater(f.groups, g.groups)}
}

// covers reports whether all that g knows is known; each may be nil.
func (f *proxyFences) covers(g *proxyFences) bool {
	if g == nil || f == g {
		return true
	}
	return f != nil && reaches(f.made, g.made) && reaches(f.epochs, g.epochs) && reaches(f.groups, g.groups)
}

// greater returns the greater numbers of two lists. A list without numbers is all zero.
func greater(a, b []uint32) []uint32 {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	}
	all := make([]uint32, len(a))
	for i := range all {
		all[i] = max(a[i], b[i])
	}
	return all
}

// reaches reports whether no number of b is greater than that of a.
func reaches(a, b []uint32) bool {
	for i, n := range b {
		if n > at(a, i) {
			return false
		}
	}
	return true
}

// at returns a number of a list that may be empty.
func at(list []uint32, i int) uint32 {
	if len(list) == 0 {
		return 0
	}
	return list[i]
}

// decodeProxyFence decodes fence.proxy. Fences for other proxies than the asynchronous one order nothing
// here.
func decodeProxyFence(c *compiler, in *ptx.Instruction) bool {
	if !in.Has("async") {
		return decodeNothing(c, in)
	}
	all := !in.Has("global") && !in.Has("shared::cta") && !in.Has("shared::cluster")
	return c.emitPlain(func(w *warp, mask uint32) {
		threads := w.selected(mask)
		if all || in.Has("global") {
			fenceProxies(threads, globalFences)
		}
		if all || !in.Has("global") {
			fenceProxies(threads, sharedFences)
		}
	})
}

// fenceProxies makes what the threads did, and know of others, known to the asynchronous proxy.
func fenceProxies(threads []*thread, n window) {
	var last, fenced *clock
	for _, t := range threads {
		t.fences[n]++
		t.fencedGroups[n] = uint32(t.queues[cpAsync].complete())
		if t.clock != last {
			last, fenced = t.clock, t.clock.fenced(n)
		}
		t.clock = fenced
	}
}

// fenced returns a clock that knows of a fence of the owner besides, behind all that it knows.
func (c *clock) fenced(n window) *clock {
	d := *c
	d.fences[n] = c.fences[n].and(&proxyFences{epochs: c.epochs, groups: c.groups})
	return &d
}

// tellFences adds to a clock what a thread had done about fences at a moment; only the clock's owner calls
// it, before the clock is shared.
func (c *clock) tellFences(thread int, at moment) {
	for n := range c.fences {
		if at.fences[n] == 0 {
			continue
		}
		own := &proxyFences{made: make([]uint32, len(c.epochs)), groups: make([]uint32, len(c.epochs))}
		own.made[thread], own.groups[thread] = at.fences[n], at.fencedGroups[n]
		c.fences[n] = c.fences[n].and(own)
	}
}

// isProxied reports whether a fence lies between an access of another thread through the generic proxy, or of
// its own, and now.
func (t *thread) isProxied(u *thread, old *access, n window) bool {
	f := t.clock.fences[n]
	if f == nil {
		f = &proxyFences{}
	}
	if old.group >= 0 {
		return u == t && t.fencedGroups[n] > uint32(old.group) || at(f.groups, u.number) > uint32(old.group)
	}
	return u == t && t.fences[n] > old.fences || at(f.made, u.number) > old.fences ||
		at(f.epochs, u.number) > old.epoch
}

// isAsync reports whether an access goes through the asynchronous proxy.
func (a *access) isAsync() bool { return a.group >= 0 && a.queue != cpAsync }

// checkProxy reports an access through the asynchronous proxy of what was written through the generic one
// without a fence between.
func (t *thread) checkProxy(m *memory, at uint64, old, a *access) {
	if !a.isAsync() || old.isAsync() || old.kind&writes == 0 || int(old.block) != t.b.number {
		return
	}
	if u := t.b.threads[old.thread]; !t.isProxied(u, old, t.b.windowOf(m)) {
		t.b.g.found.missingFence(t, u, m, at, old, a)
	}
}
