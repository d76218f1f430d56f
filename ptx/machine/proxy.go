package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds what is known of fences between proxies: PTX ISA, "Proxies". Threads access memory through
// the generic proxy, and so does cp.async; bulk copies and products of a warpgroup go through the
// asynchronous one. What was written through the former is seen through the latter behind a
// fence.proxy.async, and what was read through the former is not changed through the latter before. The
// completion of an asynchronous operation is such a fence.
//
// What is known is kept for each fence of the text, so that a pair of accesses tells which fences lie between
// them: where it is one alone, the pair needs that one.

// window is one of the memories that a fence can be for.
type window uint8

const (
	sharedFences window = iota
	globalFences
	windows
)

// windowOf returns the window that a memory lies in.
func (b *block) windowOf(m *memory) window {
	if m.home != nil {
		return sharedFences
	}
	return globalFences
}

// proxyFence is an instruction that is a fence for the asynchronous proxy.
type proxyFence struct {
	in     *ptx.Instruction
	site   int32 // the first, if it is in a function that is called several times
	covers [windows]bool
}

// FenceUse is what a launch needed a fence for the asynchronous proxy for.
type FenceUse struct {
	Site     int32
	Executed bool
	// Shared and Global say whether it is for shared memory, and for global.
	Shared, Global bool
	// ForShared and ForGlobal are pairs of accesses, of such memory, between which no other fence lies; nil
	// where there are none.
	ForShared, ForGlobal *Crossing
}

// Crossing is an access through the generic proxy, and one through the asynchronous proxy that comes after
// it, by the numbers of their instructions.
type Crossing struct{ From, To int32 }

// ownFence is what a thread did about a fence: how many fences it had executed with its last execution of
// this one, and how many of its groups of cp.async were complete before.
type ownFence struct{ made, groups uint32 }

// proxyFences is what is known of the executions of a fence, by thread. It is never changed.
type proxyFences struct {
	made   perThread // how many fences the thread had executed with its last execution of this one
	epochs perThread // how many of the thread's epochs ended before this one, whoever executed it
	groups perThread // how many of its groups of cp.async were complete before this one
}

// and returns what two know together; each may be nil.
func (f *proxyFences) and(g *proxyFences) *proxyFences {
	switch {
	case g == nil || f == g:
		return f
	case f == nil:
		return g
	}
	both := &proxyFences{f.made.and(g.made), f.epochs.and(g.epochs), f.groups.and(g.groups)}
	switch {
	case both.isSame(f):
		return f
	case both.isSame(g):
		return g
	}
	return both
}

// isSame reports whether two have the same lists.
func (f *proxyFences) isSame(g *proxyFences) bool {
	return f.made.isSame(g.made) && f.epochs.isSame(g.epochs) && f.groups.isSame(g.groups)
}

// covers reports whether all that g knows is known; each may be nil.
func (f *proxyFences) covers(g *proxyFences) bool {
	if g == nil || f == g {
		return true
	}
	return f != nil && f.made.reaches(g.made) && f.epochs.reaches(g.epochs) && f.groups.reaches(g.groups)
}

// joinFences adds to what a clock knows of fences, by their numbers in the kernel, what another one does.
func joinFences(known, more []*proxyFences) []*proxyFences {
	if len(more) == 0 || slices.Equal(known, more) {
		return known
	}
	all := make([]*proxyFences, max(len(known), len(more)))
	copy(all, known)
	for n, f := range more {
		all[n] = all[n].and(f)
	}
	if slices.Equal(all, known) {
		return known
	}
	return all
}

// coversFences reports whether all that more says of fences is known.
func coversFences(known, more []*proxyFences) bool {
	for n, f := range more {
		if f != nil && (n >= len(known) || !known[n].covers(f)) {
			return false
		}
	}
	return true
}

// decodeProxyFence decodes fence.proxy. Fences for other proxies than the asynchronous one order nothing
// here, and neither do those that let the generic proxy see what it did, as its completion does.
func decodeProxyFence(c *compiler, in *ptx.Instruction) bool {
	release := in.Has("async::generic") && in.Has("release") // what comes before in shared memory
	if !in.Has("async") && !release {
		return decodeNothing(c, in)
	}
	all := !release && !in.Has("global") && !in.Has("shared::cta") && !in.Has("shared::cluster")
	n := slices.IndexFunc(c.k.fences, func(f proxyFence) bool { return f.in == in })
	if n < 0 {
		n = len(c.k.fences)
		c.k.fences = append(c.k.fences, proxyFence{in, c.site(), [windows]bool{
			sharedFences: !in.Has("global"), globalFences: all || in.Has("global")}})
	}
	return c.emitPlain(func(w *warp, mask uint32) { fenceProxies(w.selected(mask), n) })
}

// fenceProxies makes what the threads did, and know of others, known to the asynchronous proxy by a fence.
func fenceProxies(threads []*thread, n int) {
	if len(threads) > 0 {
		threads[0].b.g.fenceUse[n].Executed = true
	}
	var last, fenced *clock
	for _, t := range threads {
		own := make([]ownFence, len(t.b.g.k.fences))
		copy(own, t.fences)
		t.proxied++
		own[n] = ownFence{t.proxied, uint32(t.queues[cpAsync].complete())}
		t.fences = own
		if t.clock != last {
			last, fenced = t.clock, t.clock.behindFence(n)
		}
		t.clock = fenced
	}
}

// behindFence returns a clock that knows of a fence of the owner besides, behind all that it knows.
func (c *clock) behindFence(n int) *clock {
	d := *c
	d.fences = slices.Grow(slices.Clone(c.fences), n+1-min(n+1, len(c.fences)))
	for len(d.fences) <= n {
		d.fences = append(d.fences, nil)
	}
	d.fences[n] = d.fences[n].and(&proxyFences{epochs: c.epochs, groups: c.groups})
	return &d
}

// withFences returns what the owner of a clock knows of fences, by their numbers, with what threads had done
// about them at moments.
func (c *clock) withFences(threads []*thread, moments []moment) []*proxyFences {
	all, fences := c.fences, 0
	for i := range moments {
		fences = max(fences, len(moments[i].fences))
	}
	for n := range fences {
		old := &proxyFences{}
		if n < len(all) && all[n] != nil {
			old = all[n]
		}
		made, groups := newPerThread{perThread: old.made}, newPerThread{perThread: old.groups}
		for i, t := range threads {
			if own := moments[i].fences; n < len(own) && own[n].made > 0 {
				made.set(t.number, max(own[n].made, made.at(t.number)))
				groups.set(t.number, max(own[n].groups, groups.at(t.number)))
			}
		}
		if !made.changed && !groups.changed {
			continue
		}
		all = append(make([]*proxyFences, 0, max(n+1, len(all))), all...)
		for len(all) <= n {
			all = append(all, nil)
		}
		all[n] = &proxyFences{made.perThread, old.epochs, groups.perThread}
	}
	return all
}

// between says how a fence lies between two accesses.
type between uint8

const (
	notBetween  between = iota
	behindOther         // a thread executed it that knew of the first access of another one
	behindOwn           // the thread of the first access executed it behind that
)

// liesBetween says how a fence lies between an access of u through the generic proxy and now.
func (t *thread) liesBetween(u *thread, old *access, n int) between {
	f := &proxyFences{}
	if n < len(t.clock.fences) && t.clock.fences[n] != nil {
		f = t.clock.fences[n]
	}
	var own ownFence
	if u == t && t.fences != nil {
		own = t.fences[n]
	}
	switch {
	case old.group >= 0:
		if own.groups > uint32(old.group) || f.groups.at(u.number) > uint32(old.group) {
			return behindOwn
		}
	case own.made > old.fences || f.made.at(u.number) > old.fences:
		return behindOwn
	case f.epochs.at(u.number) > old.epoch:
		return behindOther
	}
	return notBetween
}

// isAsync reports whether an access goes through the asynchronous proxy.
func (a *access) isAsync() bool { return a.group >= 0 && a.queue != cpAsync && a.queue != storeAsync }

// checkProxy reports an access through the asynchronous proxy that meets one through the generic proxy
// without a fence between, and notes which fences such accesses need.
func (t *thread) checkProxy(m *memory, at uint64, old, a *access) {
	if a.kind&ofMap != 0 {
		t.checkMapFence(m, old)
		return
	}
	if !a.isAsync() || old.isAsync() || (old.kind|a.kind)&writes == 0 || int(old.block) != t.b.number {
		return
	}
	g, u := t.b.g, t.b.threads[old.thread]
	where := t.b.windowOf(m)
	only, many, side := -1, false, notBetween
	for n := range g.k.fences {
		if !g.k.fences[n].covers[where] {
			continue
		}
		if how := t.liesBetween(u, old, n); how != notBetween {
			only, many, side = n, only >= 0, max(side, how)
		}
	}
	switch {
	case only < 0:
		g.unfenced = true
		g.found.missingFence(t, u, m, at, old, a)
		return
	case !many:
		g.fenceUse[only].note(where, old.site, g.site)
	}
	if side == behindOther && old.kind&writes != 0 {
		g.found.lateFence(t, u, m, at, old, a, g.k.fences[only].site)
	}
}

// note notes a pair of accesses that needs the fence.
func (f *FenceUse) note(where window, from, to int32) {
	c := &f.ForShared
	if where == globalFences {
		c = &f.ForGlobal
	}
	if *c == nil {
		*c = &Crossing{from, to}
	}
}

// fencesUnused returns the fences of a kernel as a launch begins: nothing has needed them.
func (k *Kernel) fencesUnused() []FenceUse {
	var all []FenceUse
	for _, f := range k.fences {
		all = append(all,
			FenceUse{Site: f.site, Shared: f.covers[sharedFences], Global: f.covers[globalFences]})
	}
	return all
}

// missingFence reports an access through the asynchronous proxy that meets one through the generic one: an
// error if that wrote, and a warning if it read.
func (f *findings) missingFence(t, u *thread, m *memory, at uint64, old, a *access) {
	g := t.b.g
	if !f.isNew(codeProxy, old.site, g.site) {
		return
	}
	fix := Fix{Text: t.b.proxyFence(m), Site: old.site, Behind: true}
	if old.kind&writes == 0 {
		pattern := "wait full; ld.shared; fence.proxy.async.shared::cta; arrive empty"
		if m.home == nil {
			pattern = "ld.global; fence.proxy.async.global; barrier; copy"
		}
		f.list.Add(f.lacks(diag.Warningf(codeProxy, g.here(),
			"%s writes asynchronously byte %d of %s, which %s read through the generic proxy, and no "+
				"fence.proxy.async lies between: the read may see what is written", t.name(), at, m.name,
			u.name()).Note(g.place(old.site), "there").
			Suggest("let who reads execute it in front of its arrival: %s", pattern), fix))
		return
	}
	f.list.Add(f.lacks(diag.Errorf(codeProxy, g.here(),
		"%s %s byte %d of %s, which %s wrote through the generic proxy, and no fence.proxy.async lies "+
			"between",
		t.name(), a.verb(), at, m.name, u.name()).Note(g.place(old.site), "there").
		Suggest("put fence.proxy.async behind it, in front of the barrier between the two"), fix))
}

// lateFence warns where the thread that wrote executes no fence, but another one that knows of the write.
func (f *findings) lateFence(t, u *thread, m *memory, at uint64, old, a *access, fence int32) {
	g := t.b.g
	if f.isNew(codeLateFence, old.site, g.site) {
		f.list.Add(f.lacks(diag.Warningf(codeLateFence, g.here(),
			"%s %s byte %d of %s, which %s wrote through the generic proxy; the fence.proxy.async between "+
				"the "+
				"two is that of another thread, behind the barrier", t.name(), a.verb(), at, m.name,
			u.name()).
			Note(g.place(old.site), "there").
			Note(g.place(fence), "the fence").
			Suggest("let every thread that writes execute it, in front of the barrier"),
			Fix{Text: t.b.proxyFence(m), Site: old.site, Behind: true}))
	}
}

var codeLateFence = diag.Register("ptx-proxy-fence-late",
	"a fence of proxies is executed behind the barrier, and not by the thread that wrote",
	"A fence of proxies takes effect in the thread that executes it. The memory consistency model lets it "+
		"lie "+
		"anywhere on the path from the write to the asynchronous access, as it does here, but says so of "+
		"aliases alone; the programming guide has the thread that wrote execute it in front of the barrier. "+
		"That costs no more.")
