package elideredundantwaits

import (
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// coverage knows of each timepoint of a module which others are reached when it is. It follows joins,
// selections, loops and branches, calls, and globals that one initializer sets.
//
// The sets are the greatest solution of one equation for each timepoint: work covers itself and what it
// awaits, a join what its operands cover, and a timepoint that control flow selects what all of its sources
// cover. A timepoint within a loop is that of the iteration. A set of the one before cannot come in by what
// the loop carries, because the values in front of the loop cover nothing in it.
type coverage struct {
	ids       map[*ir.Value]int
	values    []*ir.Value
	covered   []bits // nil stands for everything, until an equation says less
	immediate []bool
	functions map[string]*ir.Op
	calls     map[string][]*ir.Op
	returns   map[*ir.Op][]*ir.Op
	stored    map[string]*ir.Value // what a global is set to, if that is once and in an initializer
	users     map[int][]int        // whose equation has this timepoint
}

// bits is a set of timepoints by their numbers.
type bits []uint64

func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b bits) add(i int) { b[i/64] |= 1 << (i % 64) }

func newCoverage(root *ir.Op) *coverage {
	c := &coverage{ids: map[*ir.Value]int{}, functions: map[string]*ir.Op{}, calls: map[string][]*ir.Op{},
		returns: map[*ir.Op][]*ir.Op{}, stored: map[string]*ir.Value{}, users: map[int][]int{}}
	c.collect(root)
	if len(c.values) > 0 {
		c.solve()
	}
	return c
}

// collect numbers the timepoints, and finds functions, calls and globals.
func (c *coverage) collect(root *ir.Op) {
	stores := map[string][]*ir.Op{}
	for op := range root.Walk() {
		switch {
		case op.Is(util.Func):
			c.functions[op.SymbolName()] = op
		case op.Is(util.Call):
			name := op.Def().Callee(op).Root
			c.calls[name] = append(c.calls[name], op)
		case op.Is(util.Return):
			c.returns[op.Parent()] = append(c.returns[op.Parent()], op)
		case op.Is(util.GlobalStore):
			stores[util.GlobalName(op)] = append(stores[util.GlobalName(op)], op)
		}
		for _, v := range op.Results() {
			c.number(v)
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				for _, v := range b.Args() {
					c.number(v)
				}
			}
		}
	}
	for name, list := range stores {
		if len(list) == 1 && list[0].Parent().Is(util.Initializer) && list[0].Block().IsEntry() {
			c.stored[name] = list[0].Operand(0)
		}
	}
}

func (c *coverage) number(v *ir.Value) {
	if stream.IsTimepoint(v.Type()) {
		c.ids[v] = len(c.values)
		c.values = append(c.values, v)
	}
}

// solve finds the greatest solution: equations are computed until none says less.
func (c *coverage) solve() {
	n := len(c.values)
	c.covered, c.immediate = make([]bits, n), make([]bool, n)
	var work []int
	for i := range n {
		c.immediate[i] = true
		work = append(work, i)
		for _, u := range c.inputs(c.values[i]) {
			c.users[c.ids[u]] = append(c.users[c.ids[u]], i)
		}
	}
	queued := make([]bool, n)
	for len(work) > 0 {
		i := work[0]
		work = work[1:]
		queued[i] = false
		set, immediate := c.equation(i)
		if same(set, c.covered[i]) && immediate == c.immediate[i] {
			continue
		}
		c.covered[i], c.immediate[i] = set, immediate
		for _, u := range c.users[i] {
			if !queued[u] {
				queued[u] = true
				work = append(work, u)
			}
		}
	}
}

func same(a, b bits) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// inputs returns the timepoints that the equation of another has.
func (c *coverage) inputs(v *ir.Value) []*ir.Value {
	all, sources := c.made(v)
	for _, list := range sources {
		all = append(all, list...)
	}
	var known []*ir.Value
	for _, u := range all {
		if _, ok := c.ids[u]; ok {
			known = append(known, u)
		}
	}
	return known
}

// made says of what a timepoint is made: it covers all that one list has, and what is covered by each of some
// others.
func (c *coverage) made(v *ir.Value) (all []*ir.Value, sources [][]*ir.Value) {
	op := v.DefiningOp()
	switch {
	case isParameter(v):
		return nil, c.actuals(v)
	case op == nil:
		return nil, single(inflight.Sources(v))
	case op.Is(stream.TimepointJoin):
		return op.Operands(), nil
	case op.Is(arith.Select):
		return nil, [][]*ir.Value{{op.Operand(1)}, {op.Operand(2)}}
	case op.Is(util.GlobalLoad):
		if s := c.stored[util.GlobalName(op)]; s != nil {
			return []*ir.Value{s}, nil
		}
	case op.Is(util.Call):
		return op.Operands(), single(c.returned(op, v.Index()), true)
	case op.AsyncToken() == v:
		return op.AsyncDependencies(), nil
	case op.Def().RegionSuccessors != nil:
		return nil, single(inflight.Sources(v))
	}
	return nil, nil
}

// isParameter reports whether a value is an argument of a function.
func isParameter(v *ir.Value) bool {
	return v.IsArgument() && v.Owner().IsEntry() && functionOf(v).Is(util.Func)
}

// functionOf returns the operation around the block of an argument.
func functionOf(v *ir.Value) *ir.Op { return v.Owner().ParentOp() }

func single(list []*ir.Value, known bool) [][]*ir.Value {
	var all [][]*ir.Value
	for _, v := range list {
		if known {
			all = append(all, []*ir.Value{v})
		}
	}
	return all
}

// actuals returns what calls pass for an argument of a function that only they call.
func (c *coverage) actuals(v *ir.Value) [][]*ir.Value {
	f := functionOf(v)
	if f.StringAttr("sym_visibility") != "private" {
		return nil
	}
	var all [][]*ir.Value
	for _, call := range c.calls[f.SymbolName()] {
		all = append(all, []*ir.Value{call.Operand(v.Index())})
	}
	return all
}

// returned returns what a function returns for result i of a call.
func (c *coverage) returned(call *ir.Op, i int) []*ir.Value {
	f := c.functions[call.Def().Callee(call).Root]
	var list []*ir.Value
	if f == nil {
		return nil
	}
	for _, ret := range c.returns[f] {
		list = append(list, ret.Operand(i))
	}
	return list
}

// equation computes what a timepoint covers by what others do now, and whether it is reached at once.
func (c *coverage) equation(i int) (bits, bool) {
	v := c.values[i]
	op := v.DefiningOp()
	set := make(bits, (len(c.values)+63)/64)
	set.add(i)
	switch {
	case op != nil && op.Is(stream.TimepointImmediate):
		return set, true
	case op != nil && op.Is(util.Call):
		return c.ofCall(op, v.Index(), set)
	case isParameter(v):
		return c.ofArgument(v, set)
	}
	all, sources := c.made(v)
	immediate := len(all)+len(sources) > 0 && (op == nil || op.AsyncToken() != v)
	for _, u := range all {
		if c.covered[c.ids[u]] == nil {
			return nil, true
		}
		set.union(c.covered[c.ids[u]])
		immediate = immediate && c.immediate[c.ids[u]]
	}
	var common bits
	for _, list := range sources {
		u := c.ids[list[0]]
		immediate = immediate && c.immediate[u]
		if c.covered[u] != nil {
			common = common.meet(c.covered[u])
		}
	}
	if len(sources) > 0 && common == nil {
		return nil, immediate
	}
	set.union(common)
	return set, immediate
}

// ofCall translates what a function's results cover among its arguments into what is covered by what is
// passed.
func (c *coverage) ofCall(call *ir.Op, i int, set bits) (bits, bool) {
	returned := c.returned(call, i)
	immediate := len(returned) > 0
	var common bits
	for _, r := range returned {
		id := c.ids[r]
		immediate = immediate && c.immediate[id]
		if c.covered[id] == nil {
			continue
		}
		common = common.meet(c.translated(call, c.covered[id]))
	}
	if len(returned) > 0 && common == nil {
		return nil, immediate
	}
	set.union(common)
	return set, immediate
}

func (c *coverage) translated(call *ir.Op, covered bits) bits {
	set := make(bits, (len(c.values)+63)/64)
	entry := c.functions[call.Def().Callee(call).Root].Body()
	for k, a := range entry.Args() {
		if id, ok := c.ids[a]; ok && covered.has(id) {
			if actual := c.covered[c.ids[call.Operand(k)]]; actual != nil {
				set.union(actual)
			}
		}
	}
	return set
}

// ofArgument says which arguments of a function are covered by another in every call.
func (c *coverage) ofArgument(v *ir.Value, set bits) (bits, bool) {
	actuals := c.actuals(v)
	immediate := len(actuals) > 0
	for _, list := range actuals {
		immediate = immediate && c.immediate[c.ids[list[0]]]
	}
	if len(actuals) == 0 {
		return set, false
	}
	for _, other := range v.Owner().Args() {
		id, ok := c.ids[other]
		if ok && other != v && c.inEveryCall(functionOf(v), v.Index(), other.Index()) {
			set.add(id)
		}
	}
	return set, immediate
}

func (c *coverage) inEveryCall(f *ir.Op, by, which int) bool {
	for _, call := range c.calls[f.SymbolName()] {
		if set := c.covered[c.ids[call.Operand(by)]]; set != nil && !set.has(c.ids[call.Operand(which)]) {
			return false
		}
	}
	return true
}

func (b bits) union(o bits) {
	for i := range o {
		b[i] |= o[i]
	}
}

// meet returns what two sets have in common; nil stands for everything.
func (b bits) meet(o bits) bits {
	if b == nil {
		return append(bits(nil), o...)
	}
	for i := range b {
		b[i] &= o[i]
	}
	return b
}

// passedThrough returns which operand of a call its result i is, -1 if it is not always the same.
func (c *coverage) passedThrough(call *ir.Op, i int) int {
	k := -1
	for _, r := range c.returned(call, i) {
		if !isParameter(r) || k >= 0 && r.Index() != k {
			return -1
		}
		k = r.Index()
	}
	return k
}

// isImmediate reports whether a timepoint is reached at once.
func (c *coverage) isImmediate(v *ir.Value) bool {
	id, ok := c.ids[v]
	return ok && c.immediate[id]
}

// covers reports whether a is reached when b is.
func (c *coverage) covers(b, a *ir.Value) bool { return a == b || c.within(c.covered[c.ids[b]], a) }

// within reports whether a is reached when the timepoints of a set are.
func (c *coverage) within(set bits, a *ir.Value) bool {
	if set.has(c.ids[a]) {
		return true
	}
	switch op := a.DefiningOp(); {
	case op == nil:
	case op.Is(util.GlobalLoad):
		s := c.stored[util.GlobalName(op)]
		return s != nil && c.within(set, s)
	case op.Is(util.Call):
		k := c.passedThrough(op, a.Index())
		return k >= 0 && c.within(set, op.Operand(k))
	case op.Is(arith.Select):
		return c.within(set, op.Operand(1)) && c.within(set, op.Operand(2))
	case op.Is(stream.TimepointJoin):
		for _, v := range op.Operands() {
			if !c.within(set, v) {
				return false
			}
		}
		return true
	}
	return false
}
