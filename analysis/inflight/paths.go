package inflight

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Unbounded stands for an unlimited number of groups, and for the distance of a position that no path
// reaches.
const Unbounded = int64(1) << 60

// add adds numbers of groups.
func add(a, b int64) int64 { return min(a+b, Unbounded) }

// scale multiplies a number of groups with a number of iterations.
func scale(n, trips int64) int64 {
	if n == 0 || trips == 0 {
		return 0
	}
	if n >= Unbounded/trips {
		return Unbounded
	}
	return n * trips
}

// extreme selects the path with the fewest commits or the one with the most.
type extreme uint8

const (
	fewest extreme = iota
	most
)

// none returns the length for a path that does not exist.
func (e extreme) none() int64 {
	if e == fewest {
		return Unbounded
	}
	return -1
}

func (e extreme) better(a, b int64) bool {
	if e == fewest {
		return a < b
	}
	return a > b
}

func (e extreme) pick(a, b int64) int64 {
	if e.better(a, b) {
		return a
	}
	return b
}

// paths computes the fewest or the most commits to one queue along paths.
type paths struct {
	m      *module
	queue  int
	which  extreme
	blocks map[*ir.Block][]step
	inside map[*ir.Op]*regionPaths
	calls  map[*ir.Op]int64 // of functions, from entry to return
	flows  map[*ir.Block]*flow
	rests  map[*ir.Block][]int64
}

// step is an operation of a block with commits, and the number of commits from the start of the block to
// behind the operation.
type step struct {
	op  *ir.Op
	sum length
}

// length is a number of commits, plus a number of unbounded sections. Unlike a saturated sum, it can be
// subtracted.
type length struct{ n, unbounded int64 }

func (l length) add(n int64) length {
	if n >= Unbounded {
		return length{l.n, l.unbounded + 1}
	}
	return length{add(l.n, n), l.unbounded}
}

// since returns the number of commits between k and l, if k does not come later.
func (l length) since(k length) int64 {
	if l.unbounded > k.unbounded {
		return Unbounded
	}
	return max(l.n-k.n, 0)
}

func newPaths(m *module, queue int, which extreme) *paths {
	return &paths{
		m: m, queue: queue, which: which, blocks: map[*ir.Block][]step{}, inside: map[*ir.Op]*regionPaths{},
		calls: map[*ir.Op]int64{}, flows: map[*ir.Block]*flow{}, rests: map[*ir.Block][]int64{},
	}
}

// steps returns the operations of a block that commit to the queue, themselves or in their regions.
func (p *paths) steps(b *ir.Block) []step {
	list, ok := p.blocks[b]
	if ok {
		return list
	}
	var sum length
	for _, op := range p.m.active[b] {
		if n := p.weight(op); n > 0 {
			sum = sum.add(n)
			list = append(list, step{op, sum})
		}
	}
	p.blocks[b] = list
	return list
}

// total returns the number of commits in a block.
func (p *paths) total(b *ir.Block) int64 { return p.upTo(b).since(length{}) }

// upTo returns the commits from the start of a block to its end.
func (p *paths) upTo(b *ir.Block) length {
	list := p.steps(b)
	if len(list) == 0 {
		return length{}
	}
	return list[len(list)-1].sum
}

// before returns the commits from the start of op's block to op.
func (p *paths) before(op *ir.Op) length {
	list := p.steps(op.Block())
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].op.IsBefore(op) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return length{}
	}
	return list[lo-1].sum
}

// weight returns the commits of one execution of op, with those in its regions and callees.
func (p *paths) weight(op *ir.Op) int64 {
	n := int64(0)
	e := op.QueueEffect()
	if (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit) && p.m.queueIndex(e.Queue) == p.queue {
		n = 1
	}
	switch {
	case op.IsAsync():
		return n // the regions belong to another thread of control
	case op.Def().Callee != nil:
		return add(n, p.callee(op))
	case op.NumRegions() > 0:
		return add(n, p.regions(op).exit)
	}
	return n
}

// callee returns the commits from the entry to the return of the function that op calls. For a recursive
// function, the fewest are those of paths without a recursive call, and the most are unbounded.
func (p *paths) callee(op *ir.Op) int64 {
	fn := p.m.callee(op)
	if fn == nil {
		return 0
	}
	n, known := p.calls[fn]
	if !known {
		p.calls[fn] = Unbounded
		n = p.function(fn)
		if p.which == fewest && n >= Unbounded {
			n = 0 // the function never returns, so nothing comes after the call
		}
		p.calls[fn] = n
	}
	return n
}

func (p *paths) function(fn *ir.Op) int64 {
	r := fn.Region(0)
	if p.which == most && p.m.recursive[fn] && p.m.commits[fn] {
		return Unbounded
	}
	return p.leaving(r)
}

// leaving returns the commits from the entry of a region to its end.
func (p *paths) leaving(r *ir.Region) int64 {
	n := p.which.none()
	for _, b := range r.Blocks() {
		if leaves(b) {
			if d := p.fromEntry(b); d != p.which.none() {
				n = p.which.pick(n, add(d, p.total(b)))
			}
		}
	}
	return n
}

// leaves reports whether a block ends its region.
func leaves(b *ir.Block) bool { return b.Last() == nil || b.Last().NumSuccessors() == 0 }

// fromEntry returns the commits from the start of a region to the start of one of its blocks.
func (p *paths) fromEntry(b *ir.Block) int64 {
	if b.IsEntry() {
		if len(b.Region().Blocks()) == 1 || p.which == fewest {
			return 0
		}
	}
	return p.flow(b.Region().Entry()).dist[b]
}

// flow holds the distances from the start, or from the end, of a block to the starts of others.
type flow struct{ dist map[*ir.Block]int64 }

// flow returns the distances from the start of a region.
func (p *paths) flow(entry *ir.Block) *flow {
	f := p.flows[entry]
	if f == nil {
		f = p.search([]*ir.Block{entry}, nil)
		p.flows[entry] = f
	}
	return f
}

// beyond returns the commits from the end of block a to the start of block b, on paths that do not enter a
// again.
func (p *paths) beyond(a, b *ir.Block) int64 {
	if a.Last() == nil {
		return p.which.none()
	}
	dist, ok := p.rests[a]
	blocks := a.Region().Blocks()
	if !ok {
		f := p.search(a.Last().Successors(), a)
		dist = make([]int64, len(blocks))
		for i, block := range blocks {
			dist[i] = f.dist[block]
			if _, reached := f.dist[block]; !reached {
				dist[i] = p.which.none()
			}
		}
		p.rests[a] = dist
	}
	return dist[b.Index()]
}

// search finds the best paths from the starts of blocks to the starts of all blocks that they reach without
// entering avoid. If it searches for the most commits, and a path can go through a cycle with commits, their
// number is unbounded.
func (p *paths) search(starts []*ir.Block, avoid *ir.Block) *flow {
	f := &flow{dist: map[*ir.Block]int64{}}
	var work []*ir.Block
	reach := func(b *ir.Block, n int64) {
		if was, ok := f.dist[b]; b != avoid && (!ok || p.which.better(n, was)) {
			f.dist[b] = n
			work = append(work, b)
		}
	}
	for _, b := range starts {
		reach(b, 0)
	}
	visits := map[*ir.Block]int{}
	limit := 0
	if len(starts) > 0 {
		limit = len(starts[0].Region().Blocks()) + 1
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		visits[b]++
		n := add(f.dist[b], p.total(b))
		if p.which == most && visits[b] > limit {
			n = Unbounded
		}
		if b.Last() == nil {
			continue
		}
		for _, s := range b.Last().Successors() {
			reach(s, n)
		}
	}
	return f
}

// regionPaths holds the commits from the start of an operation to the entries of its regions, and to its end.
type regionPaths struct {
	entry []int64
	exit  int64
}

// regions returns the commits on paths through the regions of op, which run in the thread of op.
func (p *paths) regions(op *ir.Op) *regionPaths {
	r := p.inside[op]
	if r == nil {
		r = p.throughRegions(op)
		p.inside[op] = r
	}
	return r
}

func (p *paths) throughRegions(op *ir.Op) *regionPaths {
	n := op.NumRegions()
	r := &regionPaths{entry: make([]int64, n), exit: 0}
	if op.Def().RegionSuccessors == nil {
		return r // the regions are functions, or threads of their own
	}
	if trips, ok := p.m.trips(op); ok {
		return p.countedLoop(op, r, trips)
	}
	body := make([]int64, n)
	for i := range body {
		r.entry[i] = p.which.none()
		if !op.Region(i).Empty() {
			body[i] = p.leaving(op.Region(i))
		}
	}
	r.exit = p.which.none()
	p.relax(op, r, body)
	if r.exit == p.which.none() {
		r.exit = 0 // control never leaves: no path reaches the operations behind
	}
	return r
}

// countedLoop returns the commits for a loop with one region that runs a known number of times.
func (p *paths) countedLoop(op *ir.Op, r *regionPaths, trips int64) *regionPaths {
	n := p.leaving(op.Region(0))
	if n == p.which.none() {
		n = 0
	}
	r.exit = scale(n, trips)
	if p.which == most {
		r.entry[0] = scale(n, max(trips-1, 0))
	}
	return r
}

// relax follows the edges between regions until nothing improves. The most commits on a cycle are unbounded.
func (p *paths) relax(op *ir.Op, r *regionPaths, body []int64) {
	for round := 0; ; round++ {
		changed := false
		for from := -1; from < len(body); from++ {
			n := int64(0)
			if from >= 0 {
				if r.entry[from] == p.which.none() || body[from] == p.which.none() {
					continue
				}
				n = add(r.entry[from], body[from])
			}
			if round > len(body)+1 && n > 0 {
				n = Unbounded
			}
			for _, s := range op.Def().RegionSuccessors(op, from) {
				to := &r.exit
				if s.Region >= 0 {
					to = &r.entry[s.Region]
				}
				if p.which.better(n, *to) {
					*to, changed = n, true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// between returns the commits on paths from the definition of v to op, which v dominates. They are counted
// from behind the operation that defines v, or from the start of its block. It reports false if op is in
// another thread of control.
func (p *paths) between(v *ir.Value, op *ir.Op) (int64, bool) {
	home := v.ParentBlock()
	n := int64(0)
	at := op
	for at.Block() != nil && at.Block().Region() != home.Region() {
		parent := at.Parent()
		if parent == nil || parent.IsAsync() || parent.Def().RegionSuccessors == nil {
			return 0, false
		}
		n = add(n, p.fromEntry(at.Block()))
		n = add(n, p.before(at).since(length{}))
		n = add(n, p.regions(parent).entry[at.Block().Region().Index()])
		at = parent
	}
	if at.Block() == nil {
		return 0, false
	}
	return add(n, p.within(v, home, at)), true
}

// within is between for an operation in the region that defines v.
func (p *paths) within(v *ir.Value, home *ir.Block, at *ir.Op) int64 {
	var start length
	if def := v.DefiningOp(); def != nil {
		start = p.behind(def)
	}
	if at.Block() == home {
		return p.before(at).since(start)
	}
	n := p.beyond(home, at.Block())
	if n == p.which.none() {
		return 0 // not reached
	}
	return add(add(p.upTo(home).since(start), n), p.before(at).since(length{}))
}

// behind returns the commits from the start of op's block to the position behind op.
func (p *paths) behind(op *ir.Op) length {
	if next := op.Next(); next != nil {
		return p.before(next)
	}
	return p.upTo(op.Block())
}
