package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file finds accesses to the registers of products of a warpgroup that are in flight, and products that
// no wgmma.fence orders behind other accesses to their registers: PTX ISA, "wgmma.fence" and
// "wgmma.mma_async". Registers have names, so that the flow of control shows it without an execution.

var (
	codeRegister = diag.Register("ptx-register-in-flight",
		"a register is accessed while a product of a warpgroup may still access it",
		"The sum of a wgmma.mma_async is there, and its fragment of A may be changed, behind a "+
			"wgmma.wait_group for its group. Until then only "+
			"further products may add to the same registers.")
	codeRegisterFence = diag.Register("ptx-wgmma-fence",
		"a product of a warpgroup without a wgmma.fence behind other accesses to its registers",
		"Put wgmma.fence.sync.aligned in front of the first product, and in front of each whose registers "+
			"other instructions have read or written "+
			"since.")
)

// RegisterHazards returns what is wrong with the registers of products, on any path, whether an execution
// takes it or not, and what each finding lacks.
func (k *Kernel) RegisterHazards() (diag.List, map[*diag.Diagnostic]Fix) {
	h := newRegisterHazards(k)
	h.tensorRegisterHazards()
	if len(h.products) == 0 {
		return h.found, h.fixes
	}
	h.flow()
	return h.found, h.fixes
}

// RegisterLimit returns the largest count, up to most, with which a wait for products leaves no register
// accessed too early, as far as the other waits see to that: Unbounded if the wait may go.
func (k *Kernel) RegisterLimit(site int32, most int) int {
	count, isWait := waitOf(k.sites[site], wgmma)
	if !isWait || len(k.products) == 0 {
		return most
	}
	asked := [2]int{int(site), most}
	if known, ok := k.registerLimits.Load(asked); ok {
		return known.(int)
	}
	limit := most
	if found := k.hazardsWith(site, count); k.hazardsWith(site, most) > found {
		for limit = count; limit+1 < most && k.hazardsWith(site, limit+1) == found; {
			limit++
		}
	}
	k.registerLimits.Store(asked, limit)
	return limit
}

// hazardsWith returns how many accesses to registers of products are too early if a wait has another count.
func (k *Kernel) hazardsWith(site int32, count int) int {
	h := newRegisterHazards(k)
	h.instead = map[int]int{int(site): count}
	if count < Unbounded {
		h.ages = max(h.ages, count+3)
	}
	h.flow()
	return len(h.found)
}

// registerHazards is the search for what is wrong with the registers of products.
type registerHazards struct {
	k        *Kernel
	products []int       // operations
	number   map[int]int // of a product, by operation
	ages     int
	before   []*inProgress // by operation, nil for one that is not reached
	seen     map[[2]int]bool
	found    diag.List
	fixes    map[*diag.Diagnostic]Fix
	// instead are counts of waits that are not as the text has them, by operation; Unbounded for one that is
	// not there.
	instead map[int]int
}

// inProgress is what may be the case before an operation.
type inProgress struct {
	// groups are the products that may be in flight, by age: those that are not committed, those of the
	// youngest group, and so on; the last set has all that are older.
	groups []productSet
	// open are the products whose registers other instructions may have accessed since the last fence.
	open productSet
}

// productSet is a set of products, by number.
type productSet []uint64

func (b productSet) has(n int) bool { return b[n/64]>>(n%64)&1 == 1 }

func (b productSet) add(n int) { b[n/64] |= 1 << (n % 64) }

// join adds what is in c, and reports whether anything was new.
func (b productSet) join(c productSet) bool {
	grown := false
	for i, w := range c {
		grown = grown || w&^b[i] != 0
		b[i] |= w
	}
	return grown
}

func newRegisterHazards(k *Kernel) *registerHazards {
	h := &registerHazards{k: k, number: map[int]int{}, seen: map[[2]int]bool{},
		fixes: map[*diag.Diagnostic]Fix{}}
	for n := range k.ops {
		if k.products[n] != nil {
			h.number[n] = len(h.products)
			h.products = append(h.products, n)
		}
		if count, isWait := waitOf(k.sites[n], wgmma); isWait {
			h.ages = max(h.ages, count)
		}
	}
	h.ages += 3
	return h
}

// flow propagates what may be the case until nothing changes, and reports then.
func (h *registerHazards) flow() {
	end := len(h.k.ops)
	h.before = make([]*inProgress, end+1)
	h.before[0] = h.nothing()
	for n := range h.products {
		h.before[0].open.add(n) // the first product needs a fence
	}
	for work := []int{0}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == end {
			continue
		}
		out := h.behind(n)
		for _, s := range successors(h.k.ops, n) {
			if h.before[s] == nil {
				h.before[s] = out.clone()
				work = append(work, s)
			} else if h.before[s].join(out) {
				work = append(work, s)
			}
		}
	}
	for n := range h.k.ops {
		if h.before[n] != nil {
			h.check(n)
		}
	}
}

func (h *registerHazards) nothing() *inProgress {
	p := &inProgress{groups: make([]productSet, h.ages)}
	words := (len(h.products) + 63) / 64
	for i := range p.groups {
		p.groups[i] = make(productSet, words)
	}
	p.open = make(productSet, words)
	return p
}

func (p *inProgress) clone() *inProgress {
	q := &inProgress{open: slices.Clone(p.open)}
	for _, g := range p.groups {
		q.groups = append(q.groups, slices.Clone(g))
	}
	return q
}

func (p *inProgress) join(q *inProgress) bool {
	grown := p.open.join(q.open)
	for i := range p.groups {
		grown = p.groups[i].join(q.groups[i]) || grown
	}
	return grown
}

// behind returns what may be the case behind an operation.
func (h *registerHazards) behind(n int) *inProgress {
	p, in := h.before[n].clone(), h.k.sites[n]
	count, isWait := waitOf(in, wgmma)
	if other, ok := h.instead[n]; ok {
		count = other
	}
	switch {
	case h.k.products[n] != nil:
		p.groups[0].add(h.number[n])
	case commits(in, wgmma):
		p.groups[h.ages-1].join(p.groups[h.ages-2])
		copy(p.groups[1:], append([]productSet{p.groups[0]}, p.groups[1:h.ages-2]...))
		p.groups[0] = make(productSet, len(p.open))
	case isWait && in.Guard == nil:
		for age := count + 1; age < h.ages; age++ {
			clear(p.groups[age])
		}
	case in.Opcode == "wgmma" && in.Has("fence"):
		clear(p.open)
	default:
		for i, product := range h.products {
			x := h.k.products[product]
			if h.reads(n, x.d) || h.writes(n, x.d) || h.writes(n, x.a) {
				p.open.add(i)
			}
		}
	}
	return p
}

// reads reports whether an operation reads one of some registers.
func (h *registerHazards) reads(n int, registers []int32) bool {
	return meet(h.k.touched[n].read, registers)
}

// writes reports whether an operation writes one of some registers.
func (h *registerHazards) writes(n int, registers []int32) bool {
	return meet(h.k.touched[n].written, registers)
}

// meet reports whether two lists have a register in common.
func meet(a, b []int32) bool {
	return slices.ContainsFunc(a, func(r int32) bool { return slices.Contains(b, r) })
}

// check reports what is wrong with an operation.
func (h *registerHazards) check(n int) {
	p := h.before[n]
	if i, isProduct := h.number[n]; isProduct && p.open.has(i) {
		h.report(codeRegisterFence, n, n,
			"other instructions access registers of this product, or it is the first, and no wgmma.fence "+
				"lies between")
	}
	for i, product := range h.products {
		if !slices.ContainsFunc(p.groups, func(g productSet) bool { return g.has(i) }) {
			continue
		}
		x := h.k.products[product]
		next := h.k.products[n] // adds to the same sum
		switch {
		case h.reads(n, x.d) || h.writes(n, x.d) && (next == nil || !slices.Equal(next.d, x.d)):
			h.report(codeRegister, n, product, "'%s' accesses a sum that a product may still change",
				h.k.sites[n].Name())
		case h.writes(n, x.a):
			h.report(codeRegister, n, product, "'%s' writes a register of A that a product may still read",
				h.k.sites[n].Name())
		}
	}
}

// report reports something once for a pair of instructions.
func (h *registerHazards) report(code diag.Code, n, product int, format string, args ...any) {
	if h.seen[[2]int{n, product}] || len(h.found) >= maxFindings {
		return
	}
	h.seen[[2]int{n, product}] = true
	d := diag.Errorf(code, h.k.sites[n].Span, format, args...)
	if n != product {
		d.Note(h.k.sites[product].Span,
			"it is issued here").Suggest("put wgmma.wait_group.sync.aligned before")
		h.fixes[d] = Fix{Text: waitText(&access{queue: wgmma}), Site: int32(n)}
	} else {
		d.Suggest("put wgmma.fence.sync.aligned before it")
		h.fixes[d] = Fix{Text: "wgmma.fence.sync.aligned", Site: int32(n)}
	}
	h.found.Add(d)
}
