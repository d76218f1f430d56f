package machine

// This file holds what the four warps of a warpgroup have to do with the products of each other. A product is
// one operation of the warpgroup, which all four issue, and a group of products belongs to the warpgroup:
// PTX ISA, "wgmma.mma_async" and "wgmma.commit_group". So a wait of one warp for a group waits until all four
// have issued its products, and these have read the parts of all four. That is what one thread of a warpgroup
// needs to know that frees the slot of a ring for all of them.

// products are the groups of products of a warp.
type products struct {
	last []moment // of the lanes, when they issued the youngest product, nil if that is committed
	// groups are what the warp knew then, and had done, by group, nil where it has no product, without the
	// first ones: all four warps have waited for those.
	groups []*clock
	first  int
	done   int // how many groups are complete
}

// committed returns how many groups there are.
func (p *products) committed() int { return p.first + len(p.groups) }

// issueProduct notes what comes before a product.
func (w *warp) issueProduct() { w.products.last = nowOf(w.threads, w.products.last[:0]) }

// commitProducts makes a group of the products that were issued.
func (w *warp) commitProducts() {
	p := &w.products
	var told *clock
	if len(p.last) > 0 {
		told = together(w.threads, p.last)
	}
	p.groups, p.last = append(p.groups, told), p.last[:0]
}

// warpgroup returns the warps of a warp's warpgroup, nil if it has no three neighboring warps.
func (w *warp) warpgroup() []*warp {
	first := w.number - w.number%warpgroupWarps
	if first+warpgroupWarps > len(w.b.own) {
		return nil
	}
	return w.b.own[first : first+warpgroupWarps]
}

// productsIssued reports whether the other warps have issued the products that a wait is for, if they have
// not ended.
func (w *warp) productsIssued(mask uint32, left int) bool {
	done := w.threads[firstLane(mask)].use(wgmma).commits - left
	for _, o := range w.warpgroup() {
		if o.products.committed() < done && !o.done() {
			return false
		}
	}
	return true
}

// productsComplete completes the products of all warps behind a wait, which then knows what came before them.
func (w *warp) productsComplete(mask uint32) {
	threads := w.selected(mask)
	done := threads[0].queues[wgmma].complete()
	group, all := w.warpgroup(), done
	for _, o := range group {
		n := min(done, o.products.committed())
		for i := max(w.products.done, o.products.first); i < n && o != w; i++ {
			if known := o.products.groups[i-o.products.first]; known != nil {
				learn(threads, known)
			}
		}
		o.threads[0].landFirst(wgmma, func(p *pending) bool { return p.group < n })
	}
	w.products.done = max(w.products.done, done)
	for _, o := range group {
		all = min(all, o.products.done)
	}
	for _, o := range group {
		if p := &o.products; all > p.first {
			n := min(all-p.first, len(p.groups))
			p.groups, p.first = p.groups[n:], p.first+n
		}
	}
}

// products writes what is known of the products of a warp.
func (r *relative) products(w *warp) {
	p := &w.products
	r.group(wgmma, w.first, int64(p.done))
	for i := range p.last {
		r.clock(p.last[i].clock)
		r.epoch(w.first+i, p.last[i].epoch)
	}
	r.raw(-1)
	for i, known := range p.groups {
		r.group(wgmma, w.first, int64(p.first+i))
		r.clock(known)
	}
	r.raw(-1)
}

// waiterFor returns the thread whose waits an access of a product is to be asked of: that of the access, if
// not another thread knows of one of the warpgroup that has waited for the product.
func (t *thread) waiterFor(other *thread, known *clock, old *access) *thread {
	waited := func(u *thread) bool {
		n := u.knownWaits(other, known, wgmma)
		return n > 0 && u.queues[wgmma].waits[n-1].completes(old)
	}
	if waited(t) {
		return t
	}
	for _, w := range t.b.own[(t.number-t.b.first)/warpSize].warpgroup() {
		for _, u := range w.threads {
			if u.queues[wgmma].used && waited(u) {
				return u
			}
		}
	}
	return t
}
