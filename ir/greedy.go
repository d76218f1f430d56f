package ir

import (
	"slices"

	"github.com/inflight-compiler/inflight/interrupt"
)

// RegionSimplification says how far the greedy driver simplifies control flow.
type RegionSimplification uint8

// The levels, with the names of the option region-simplify.
const (
	// SimplifyNormal erases unreachable blocks, dead block arguments and dead
	// cycles of operations.
	SimplifyNormal RegionSimplification = iota
	// SimplifyDisabled leaves control flow alone.
	SimplifyDisabled
	// SimplifyAggressive also merges blocks that have the same operations.
	SimplifyAggressive
)

// NoLimit as MaxIterations or MaxRewrites means that there is no limit.
const NoLimit = -1

// GreedyConfig says what ApplyPatternsGreedily does. The zero value
// canonicalizes with MLIR's defaults.
type GreedyConfig struct {
	// Patterns are tried in addition to the Canonicalize patterns of each
	// operation's definition, or, with OnlyPatterns, instead of them.
	Patterns     []Pattern
	OnlyPatterns bool
	// Filter, when set, says by name which patterns are used.
	Filter func(name string) bool
	// NoFold turns constant folding off. NoConstantCSE turns off that equal constants are merged at the start
	// of the enclosing isolated operation.
	NoFold, NoConstantCSE bool
	// BottomUp starts with operations in postorder instead of preorder.
	BottomUp bool
	// MaxIterations limits how often all operations are visited; 0 means 10. MaxRewrites limits the patterns
	// applied in one iteration; 0 means NoLimit.
	MaxIterations int
	MaxRewrites   int
	Simplify      RegionSimplification
	// Poll counts the operations that are visited, so that a context can end the work; nil if nothing ends
	// it.
	Poll *interrupt.Poll
}

// GreedyResult says which changes the driver made.
type GreedyResult struct {
	Changed    bool
	Converged  bool // the last iteration changed nothing
	Iterations int
	// Rewrites counts the patterns that fired, by name. Folds counts the operations that were folded, and
	// Erased those that were erased as dead.
	Rewrites      map[string]int
	Folds, Erased int
}

// ApplyPatternsGreedily folds operations in the regions of op, applies patterns to them and erases dead ones,
// until nothing changes or a limit is reached. It works in the order of MLIR's greedy pattern driver, so that
// the results print the same.
func ApplyPatternsGreedily(op *Op, cfg GreedyConfig) GreedyResult {
	return NewGreedyDriver(op.ctx, cfg).Apply(op)
}

// GreedyDriver applies patterns greedily to one operation after the other and reuses its memory. It is not
// safe for concurrent use.
type GreedyDriver struct {
	cfg      GreedyConfig
	region   *Region
	result   GreedyResult
	rw       *Rewriter
	folder   Folder
	work     worklist
	consts   constantPool
	patterns map[*OpDef][]*Pattern // in the order in which they are tried
}

// NewGreedyDriver returns a driver with a configuration.
func NewGreedyDriver(c *Context, cfg GreedyConfig) *GreedyDriver {
	if cfg.MaxIterations == 0 {
		cfg.MaxIterations = 10
	}
	if cfg.MaxRewrites == 0 {
		cfg.MaxRewrites = NoLimit
	}
	d := &GreedyDriver{cfg: cfg}
	d.consts.d = d
	push := d.push
	d.rw = &Rewriter{Builder: NewBuilder(c), onErase: d.erased, onModify: push, driven: true}
	d.rw.OnInsert(push)
	return d
}

// Apply is ApplyPatternsGreedily.
func (d *GreedyDriver) Apply(op *Op) GreedyResult {
	d.result = GreedyResult{Converged: true}
	for _, r := range op.regions {
		d.region = r
		converged := d.run()
		d.result.Converged = d.result.Converged && converged
	}
	return d.result
}

// run iterates until nothing changes or a limit is reached, and reports whether nothing changes any more.
func (d *GreedyDriver) run() bool {
	again := true
	for n := 1; again && (n <= d.cfg.MaxIterations || d.cfg.MaxIterations == NoLimit); n++ {
		d.seed()
		again = d.drain()
		d.rw.closeGaps()
		if d.cfg.Simplify != SimplifyDisabled {
			again = SimplifyRegion(d.region, d.cfg.Simplify == SimplifyAggressive) || again
		}
		d.result.Changed = d.result.Changed || again
		d.result.Iterations = max(d.result.Iterations, n)
	}
	return !again
}

// seed fills the worklist with all operations. On the way it merges equal constants.
func (d *GreedyDriver) seed() {
	d.work.clear()
	d.consts.clear()
	if d.cfg.BottomUp {
		d.seedPost(d.region)
		return
	}
	d.seedPre(d.region)
	d.work.reverse()
}

func (d *GreedyDriver) seedPre(r *Region) {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			if d.consts.absorb(op) {
				continue
			}
			d.work.push(op)
			for _, inner := range op.regions {
				d.seedPre(inner)
			}
		}
	}
}

func (d *GreedyDriver) seedPost(r *Region) {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			for _, inner := range op.regions {
				d.seedPost(inner)
			}
			if !d.consts.absorb(op) {
				d.work.push(op)
			}
		}
	}
}

// Patterns that undo each other, or that meet values computed from themselves, would apply without end.
// Therefore an iteration ends after roundBase+roundFactor*n visits, where n is the number of operations in
// the worklist at its begin. Patterns that come to an end need far fewer visits.
const (
	roundBase   = 10_000
	roundFactor = 200
)

// drain visits the operations of the worklist until it is empty, and reports whether a visit changed
// something.
func (d *GreedyDriver) drain() bool {
	changed := false
	rewrites := 0
	visits := roundBase + roundFactor*len(d.work.ops)
	for op := d.work.pop(); op != nil && visits > 0; op = d.work.pop() {
		visits--
		d.cfg.Poll.Step()
		if op.block == nil || d.cfg.MaxRewrites != NoLimit && rewrites >= d.cfg.MaxRewrites {
			continue
		}
		switch {
		case op.IsTriviallyDead():
			d.rw.Erase(op)
			d.result.Erased++
			changed = true
		case d.fold(op):
			d.result.Folds++
			changed = true
		case d.rewrite(op):
			rewrites++
			changed = true
		}
	}
	return changed
}

func (d *GreedyDriver) fold(op *Op) bool {
	if d.cfg.NoFold {
		return false
	}
	folded := d.folder.Fold(op)
	switch {
	case folded == nil:
		return false
	case len(folded) == 0:
		d.push(op)
		return true
	}
	d.rw.SetBefore(op)
	vs := d.rw.Materialize(op, folded)
	if vs == nil {
		return false
	}
	d.rw.Replace(op, vs...)
	return true
}

func (d *GreedyDriver) rewrite(op *Op) bool {
	for _, p := range d.patternsOf(op.def) {
		d.rw.SetBefore(op)
		d.rw.Loc = op.loc
		if p.Rewrite(op, d.rw) {
			d.result.count(p)
			return true
		}
	}
	return false
}

// count adds one to the number of times that the pattern fired.
func (r *GreedyResult) count(p *Pattern) {
	if r.Rewrites == nil {
		r.Rewrites = map[string]int{}
	}
	r.Rewrites[p.Name]++
}

// patternsOf returns the patterns whose root is def, those with the greatest benefit first.
func (d *GreedyDriver) patternsOf(def *OpDef) []*Pattern {
	switch {
	case len(d.cfg.Patterns) == 0 && d.cfg.OnlyPatterns:
		return nil
	case len(d.cfg.Patterns) == 0 && d.cfg.Filter == nil:
		return def.demands().canonicalize
	}
	if ps, ok := d.patterns[def]; ok {
		return ps
	}
	var ps []*Pattern
	use := func(p *Pattern) {
		if d.cfg.Filter == nil || d.cfg.Filter(p.Name) {
			ps = append(ps, p)
		}
	}
	for i := range d.cfg.Patterns {
		if p := &d.cfg.Patterns[i]; p.Root == "" || p.Root == def.Name {
			use(p)
		}
	}
	if !d.cfg.OnlyPatterns {
		for i := range def.Canonicalize {
			use(&def.Canonicalize[i])
		}
	}
	sortByBenefit(ps)
	if d.patterns == nil {
		d.patterns = map[*OpDef][]*Pattern{}
	}
	d.patterns[def] = ps
	return ps
}

// sortByBenefit puts the patterns with the greatest benefit first.
func sortByBenefit(ps []*Pattern) {
	slices.SortStableFunc(ps, func(a, b *Pattern) int { return b.Benefit - a.Benefit })
}

// push adds a changed operation and the operations around it to the worklist. An operation in a region that
// is not yet part of the program is visited in the next iteration, as by MLIR's driver.
func (d *GreedyDriver) push(op *Op) {
	if !d.reaches(op) {
		return
	}
	for ; op != nil && op.block != nil; op = op.Parent() {
		d.work.push(op)
		if op.block.region == d.region {
			return
		}
	}
}

// reaches reports whether op is in the region that the driver works on.
func (d *GreedyDriver) reaches(op *Op) bool {
	for ; op != nil && op.block != nil; op = op.Parent() {
		if op.block.region == d.region {
			return true
		}
	}
	return false
}

// erased is called before op and all operations in it are erased. It puts operations back on the worklist
// whose results may have become dead or have a single user left.
func (d *GreedyDriver) erased(op *Op) {
	for inner := range op.Walk() {
		d.revisitOperands(inner)
	}
	for inner := range op.Walk() {
		d.work.remove(inner)
		d.consts.forget(inner)
	}
}

func (d *GreedyDriver) revisitOperands(op *Op) {
	for i := range op.operands {
		v := op.operands[i].value
		if v != nil && v.op != nil && v.hasFewUsers(op) {
			d.push(v.op)
		}
	}
}

// hasFewUsers reports whether at most one operation besides op uses v.
func (v *Value) hasFewUsers(op *Op) bool {
	var other *Op
	for u := v.uses; u != nil; u = u.next {
		switch {
		case u.owner == op || u.owner == other:
		case other == nil:
			other = u.owner
		default:
			return false
		}
	}
	return true
}

// worklist is a stack in which an operation occurs once.
type worklist struct {
	ops []*Op // nil where an operation was removed
}

func (w *worklist) clear() { w.ops = w.ops[:0] }

// holds reports whether the list has the operation. The list checks the index that the operation keeps,
// because it may be an index in another list, or in an earlier use of this one.
func (w *worklist) holds(op *Op) bool { return int(op.place) < len(w.ops) && w.ops[op.place] == op }

func (w *worklist) push(op *Op) {
	if w.holds(op) {
		return
	}
	op.place = uint32(len(w.ops))
	w.ops = append(w.ops, op)
}

// pop returns the operation pushed last, nil when there is none.
func (w *worklist) pop() *Op {
	for n := len(w.ops); n > 0; n = len(w.ops) {
		op := w.ops[n-1]
		w.ops = w.ops[:n-1]
		if op != nil {
			return op
		}
	}
	return nil
}

func (w *worklist) remove(op *Op) {
	if w.holds(op) {
		w.ops[op.place] = nil
	}
}

func (w *worklist) reverse() {
	slices.Reverse(w.ops)
	for i, op := range w.ops {
		if op != nil {
			op.place = uint32(i)
		}
	}
}

// constantPool merges equal constants in an isolated operation and moves them to the start of its entry
// block.
type constantPool struct {
	d     *GreedyDriver
	known map[constantKey]*Op
	owned map[*Op]constantKey
}

// constantKey identifies a constant by its region, its dialect, and the numbers of its attribute and its
// type.
type constantKey struct {
	region     *Region
	dialect    string
	value, typ uint32
}

// clear removes all constants. It drops large maps, because emptying them takes as long as filling them did.
func (p *constantPool) clear() {
	const large = 64
	if len(p.owned) > large {
		p.known, p.owned = nil, nil
		return
	}
	clear(p.known)
	clear(p.owned)
}

// add records that a constant stands at the start of its region.
func (p *constantPool) add(k constantKey, op *Op) {
	if p.owned == nil {
		p.known, p.owned = map[constantKey]*Op{}, map[*Op]constantKey{}
	}
	p.known[k], p.owned[op] = op, k
}

// absorb adds a constant to the pool. It reports whether op was erased because the pool has an equal one.
func (p *constantPool) absorb(op *Op) bool {
	if p.d.cfg.NoConstantCSE || !op.Has(ConstantLike) || len(op.results) != 1 {
		return false
	}
	value := op.Attr("value")
	if value == nil || value.attrID() == 0 { // no constant, or one that is not interned
		return false
	}
	home := constantHome(op.block)
	k := constantKey{home, op.def.DialectName(), value.attrID(), op.results[0].typ.typeID()}
	if first := p.known[k]; first != nil {
		p.d.rw.Replace(op, first.Result(0))
		return true
	}
	entry := home.blocks[0]
	if op.block != entry || op != entry.first && !p.owns(op.prev) {
		op.MoveBefore(entry.first)
		op.loc = op.ctx.UnknownLoc
	}
	p.add(k, op)
	return false
}

func (p *constantPool) owns(op *Op) bool {
	if !op.Has(ConstantLike) {
		return false
	}
	_, ok := p.owned[op]
	return ok
}

// forget removes a constant that is erased.
func (p *constantPool) forget(op *Op) {
	if !op.Has(ConstantLike) {
		return
	}
	if k, ok := p.owned[op]; ok {
		delete(p.owned, op)
		delete(p.known, k)
	}
}

// constantHome returns the region whose entry block gets the constants of code in b: the region of the
// nearest operation around b that is isolated, unregistered, or outermost.
func constantHome(b *Block) *Region {
	for {
		p := b.region.op
		if p.IsIsolated() || p.def.Unregistered || p.block == nil {
			return b.region
		}
		b = p.block
	}
}
