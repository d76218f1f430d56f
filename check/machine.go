package check

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// maxStates bounds how many different states, made by conditions that are not known, are followed at once.
const maxStates = 64

// forgetWait as the extra count of a wait stands for leaving the wait out.
const forgetWait = math.MaxInt64

// machine is one execution of a skeleton.
type machine struct {
	p      *program
	c      *checker
	active []*activation
	places []iteration                   // what iterations returned last, nil when a loop has gone on since
	bound  map[*ir.Value]analysis.Linear // induction variables and parameters
	cur    *state                        // whose values bind sees

	// weaken and by change the count of one wait.
	weaken *ir.Op
	by     int64
	// known holds the hazards of the program as it is; a new one ends a run that weakens a wait.
	known map[hazardKey]bool

	acts, uids int64
	marks      int64 // see flight.mark
	skipped    int64
	steps      int64
	limited    bool // a visible limit was reached
	stop       bool
	failed     bool // a weakened run found a new hazard
	need       []*ir.Value
	found      map[hazardKey]*Hazard
	order      []hazardKey
	required   map[*ir.Op]int64 // per wait, the count that the hazards ask for
	executed   map[*ir.Op]bool
	unknown    map[*ir.Op]bool     // waits whose count could not be evaluated
	stuck      map[*ir.Value]bool  // sizes for which a loop did not come to repeat itself
	arrays     map[*ir.Value]bool  // buffers whose leading subscript walks along with a loop
	piled      map[*ir.Value]bool  // buffers whose use by a pile of operations was skipped
	period     map[*ir.Value]int64 // per size, that of the loops that depend on it
}

func newMachine(p *program) *machine {
	return &machine{
		p: p, c: p.c, bound: map[*ir.Value]analysis.Linear{}, period: map[*ir.Value]int64{}, arrays: map[*ir.Value]bool{}, piled: map[*ir.Value]bool{},
		found: map[hazardKey]*Hazard{}, required: map[*ir.Op]int64{}, executed: map[*ir.Op]bool{},
		unknown: map[*ir.Op]bool{}, stuck: map[*ir.Value]bool{},
	}
}

// run executes the whole function and returns the states it may end in.
func (m *machine) run(track bool) []*state {
	m.p.lookup = m.value
	s := &state{inst: instances{}, values: map[*ir.Value]analysis.Linear{}, assumed: map[*ir.Value]bool{}}
	if track {
		s.log = newVersionLog()
	}
	states := m.block(m.p.root, []*state{s})
	if !m.stop {
		for _, s := range states {
			m.atReturn(s)
		}
	}
	return states
}

// value is what bind asks while running.
func (m *machine) value(v *ir.Value) (analysis.Linear, bool) {
	if m.p.asked != nil && m.p.bindable[v] {
		m.p.asked(v)
	}
	if l, ok := m.bound[v]; ok {
		return l, true
	}
	if m.cur != nil {
		l, ok := m.cur.values[v]
		return l, ok
	}
	return analysis.Linear{}, false
}

func (m *machine) block(nodes []*node, states []*state) []*state {
	for _, n := range nodes {
		if m.stop {
			break
		}
		states = m.node(n, states)
	}
	return states
}

func (m *machine) node(n *node, states []*state) []*state {
	m.steps += int64(len(states))
	for _, s := range states {
		m.spend(1 + int64(len(s.live))/4)
	}
	if m.stop {
		return states
	}
	switch n.kind {
	case accessNode:
		if !n.hot && (m.known != nil || states[0].log == nil) {
			return states
		}
	case condNode:
		return m.condition(n, states)
	case loopNode:
		return m.loop(n, states)
	case callNode:
		return m.call(n, states)
	}
	for _, s := range states {
		m.cur = s
		m.simple(n, s)
	}
	return states
}

// spend counts steps and stops the run at the limit.
func (m *machine) spend(n int64) {
	m.c.steps += n
	if m.c.steps > m.c.opts.MaxSteps {
		m.limited, m.stop = true, true
	}
}

// simple executes a node that leaves one state one state.
func (m *machine) simple(n *node, s *state) {
	switch n.kind {
	case accessNode:
		m.main(s, m.touches(n))
	case allocNode:
		inst := make(instances, len(s.inst)+1)
		for v, k := range s.inst {
			inst[v] = k
		}
		inst[n.op.Result(0)]++
		s.inst = inst
		s.log.begin(n.op.Result(0))
	case asyncNode:
		m.issue(n, s)
	case commitNode:
		s.commit(n)
	case waitNode:
		m.wait(n, s)
	}
}

func (m *machine) wait(n *node, s *state) {
	m.executed[n.op] = true
	count, known := n.count, true
	if n.token != nil {
		if count, known = s.tokenCount(n); !known {
			m.unknown[n.op] = true
		}
	}
	if n.dynamic != nil {
		l := m.p.ev.Eval(n.dynamic)
		count, known = l.Const, l.IsConst()
		if !known && !m.require(l) {
			m.unknown[n.op] = true
		}
	}
	if m.weaken == n.op {
		if m.by == forgetWait {
			return
		}
		count = max(count, 0) + m.by
	}
	m.marks++
	s.wait(n, count, known, m.marks)
}

// require asks for sizes that a form depends on, and reports whether trying sizes will make the form known.
func (m *machine) require(l analysis.Linear) bool {
	var need []*ir.Value
	ok := true
	symbols(l, func(s *analysis.Symbol) {
		if s.Value == nil || !isInteger(s.Value) || m.p.varies(s.Value) {
			ok = false
			return
		}
		need = m.leaves(s.Value, need)
	})
	// A size that is known already is of no help: what depends on it is computed in a way that is not understood.
	need = slices.DeleteFunc(need, func(v *ir.Value) bool { _, known := m.p.fixed[v]; return known })
	if ok = ok && len(need) > 0; ok {
		m.need, m.stop = need, true
	}
	return ok
}

// leaves appends the values that v is computed from by arithmetic: with them known, v is known as well.
func (m *machine) leaves(v *ir.Value, list []*ir.Value) []*ir.Value {
	op := v.DefiningOp()
	if op == nil || !op.IsEffectFree() || op.NumOperands() == 0 || op.NumRegions() > 0 || slices.ContainsFunc(op.Operands(), func(o *ir.Value) bool { return !isInteger(o) }) {
		return append(list, v)
	}
	for _, o := range op.Operands() {
		if _, constant := ir.ConstInt(o); !constant {
			list = m.leaves(o, list)
		}
	}
	return list
}

// call binds the parameters of a function.
func (m *machine) call(n *node, states []*state) []*state {
	for i, param := range m.c.callee(n.op).Body().Args() {
		if _, ok := n.op.Operand(i).Type().(*ir.MemRefType); !ok {
			m.cur = states[0]
			m.bound[param] = m.p.ev.Eval(n.op.Operand(i))
		}
	}
	return m.block(n.body, states)
}

// ---- conditions ----

// condition runs the branches that may be taken.
func (m *machine) condition(n *node, states []*state) []*state {
	var out []*state
	for i, s := range states {
		if m.stop {
			return append(out, states[i:]...)
		}
		m.cur = s
		out = append(out, m.branch(n, s)...)
	}
	return m.merge(out)
}

func (m *machine) branch(n *node, s *state) []*state {
	ans := m.decide(n.test)
	if m.stop {
		return []*state{s}
	}
	v := n.test.value
	if ans == either && v != nil {
		if was, ok := s.assumed[v]; ok {
			ans = answerOf(was)
		}
	}
	switch {
	case ans == yes || ans == no:
		return m.take(n, s, 1-int(ans))
	case !n.splits():
		// Without synchronization and results the branches can run one after the other.
		for i := range n.branches {
			m.take(n, s, i)
		}
		return []*state{s}
	}
	var out []*state
	for i := range max(2, len(n.branches)) {
		c := s.clone()
		if v != nil {
			c.assumed[v] = i == 0
		}
		out = append(out, m.take(n, c, i)...)
	}
	return out
}

// splits reports whether the branches leave different states.
func (n *node) splits() bool { return n.test.results || slices.ContainsFunc(n.branches, holdsSync) }

func holdsSync(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		return n.kind >= loopNode && n.kind <= waitNode || n.kind == allocNode || holdsSync(n.body) || slices.ContainsFunc(n.branches, holdsSync)
	})
}

// take runs branch i, which does nothing when there is none, and binds the results.
func (m *machine) take(n *node, s *state, i int) []*state {
	states := []*state{s}
	if i >= len(n.branches) {
		return states
	}
	states = m.block(n.branches[i], states)
	b := n.op.Region(i).Entry()
	if !n.test.results || b == nil || b.Last() == nil {
		return states
	}
	for _, s := range states {
		m.yield(s, b.Last().Operands(), n.op.Results())
	}
	return states
}

// yield gives the values of from to to, at once.
func (m *machine) yield(s *state, from, to []*ir.Value) {
	m.cur = s
	forms := make([]analysis.Linear, len(from))
	for i, v := range from {
		if i < len(to) && isInteger(v) {
			forms[i] = m.p.ev.Eval(v)
		}
	}
	for i, l := range forms {
		switch {
		case i >= len(to) || !isInteger(to[i]):
		case m.varying(l):
			delete(s.values, to[i])
		default:
			s.values[to[i]] = l
		}
	}
}

// varying reports whether a form depends on values that may have changed since.
func (m *machine) varying(l analysis.Linear) bool {
	found := false
	symbols(l, func(s *analysis.Symbol) { found = found || s.Value == nil || m.p.varies(s.Value) })
	return found
}

// merge drops states that cannot be told from another one.
func (m *machine) merge(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	seen := map[string]bool{}
	out := states[:0]
	for _, s := range states {
		k := string(m.values(s.key(nil, func(b []byte, f *flight) []byte { return binary.AppendVarint(b, f.uid) }), s))
		if !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxStates {
		m.limited = true
		out = out[:maxStates]
	}
	return out
}

// values appends the bound values of a state in the order of their definition.
func (m *machine) values(b []byte, s *state) []byte {
	parts := make([]string, 0, len(s.values))
	for v, l := range s.values {
		parts = append(parts, string(appendLinear(appendValue(nil, v), l)))
	}
	sort.Strings(parts)
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

// ---- accesses ----

// memoKey holds the values that the accesses of a node depend on.
type memoKey [6]int64

// touches evaluates the accesses of a node, once for all equal values of what they depend on.
func (m *machine) touches(n *node) []touch {
	if f := m.formulaOf(n); f != nil {
		if k, ok := m.numbers(f); ok {
			return n.put(k)
		}
	}
	k, ok := m.keyOf(n)
	if ok {
		if list, found := n.memo[k]; found {
			return list
		}
	}
	known := len(n.deps)
	m.p.asked = func(v *ir.Value) {
		if !slices.Contains(n.deps, v) {
			n.deps = append(n.deps, v)
		}
	}
	list := m.evaluate(n)
	m.p.asked = nil
	if len(n.deps) != known {
		clear(n.memo)
		k, ok = m.keyOf(n)
	}
	if ok {
		if n.memo == nil {
			n.memo = map[memoKey][]touch{}
		}
		n.memo[k] = list
	}
	return list
}

func (m *machine) keyOf(n *node) (k memoKey, ok bool) {
	if len(n.deps) > len(k) {
		return k, false
	}
	for i, v := range n.deps {
		l, bound := m.bound[v]
		if !bound {
			l, bound = m.cur.values[v]
		}
		if !bound {
			l.Const, bound = m.p.fixed[v]
		}
		if !bound {
			l.Const = math.MinInt64
		}
		if !l.IsConst() {
			return k, false
		}
		k[i] = l.Const
	}
	return k, true
}

// evaluate computes the accesses of a node now. Where they are not the template moved, the loops around are irregular.
func (m *machine) evaluate(n *node) []touch {
	var list []touch
	for _, a := range m.p.ev.Accesses(n.op) {
		if a = m.p.resolve(n, a); a.Kind != ir.Allocate {
			list = append(list, touch{Access: a, at: n})
		}
	}
	same := len(list) == len(n.template)
	for i := range list {
		if same = same && sameShape(&list[i].Access, &n.template[i]); same {
			list[i].form = &n.template[i]
		}
	}
	if !same {
		for _, loop := range n.loops {
			loop.shape.regular = false
		}
	}
	return list
}

// sameShape reports whether a is t with values put in; a range may be wider.
func sameShape(a, t *analysis.Access) bool {
	if a.Op != t.Op || a.Kind != t.Kind || a.Buffer != t.Buffer {
		return false
	}
	if a.Dims == nil {
		return true
	}
	if len(a.Dims) != len(t.Dims) {
		return false
	}
	for i := range a.Dims {
		r, s := &a.Dims[i], &t.Dims[i]
		if !r.Full && (s.Full || r.Lo != s.Lo || r.Hi != s.Hi) {
			return false
		}
	}
	return true
}

// main is an access of the thread of control.
func (m *machine) main(s *state, list []touch) {
	for i := range list {
		t := &list[i]
		conflict := m.judgeAll(s, t)
		if m.stop {
			return
		}
		if s.log != nil && m.p.tracked[t.Buffer] {
			s.log.access(&t.Access, m.p.slots[t.Buffer].single, false, conflict)
		}
	}
}

// logPile counts the versions that a flight uses once more, for a copy of it that a skip adds. The versions that would
// have begun are not counted.
func (m *machine) logPile(s *state, f *flight) {
	if s.log == nil {
		return
	}
	for _, r := range f.refs {
		s.log.hold(r)
		m.piled[r.buffer] = true
	}
}

// judgeAll compares an access with everything in flight and reports whether there is a conflict.
func (m *machine) judgeAll(s *state, t *touch) bool {
	conflict := false
	for _, f := range s.live {
		if m.judge(s, f, t) {
			conflict = true
		}
		if m.stop {
			break
		}
	}
	return conflict
}

// issue starts an asynchronous operation: from now on its accesses happen at any time.
func (m *machine) issue(n *node, s *state) {
	m.uids++
	f := &flight{n: n, uid: m.uids, at: m.iterations(), inst: s.inst}
	var lost []*flight
	if n.sync {
		lost = m.thread(n, s)
		m.cur = s
		f.touches = m.touches(n)
	} else {
		f.touches = m.collect(n, n.body, nil)
	}
	var conflicts map[*touch]bool
	for i := range f.touches {
		if m.judgeAll(s, &f.touches[i]) {
			if conflicts == nil {
				conflicts = map[*touch]bool{}
			}
			conflicts[&f.touches[i]] = true
		}
		if m.stop {
			return
		}
	}
	m.logFlight(s, f, conflicts)
	s.pending = append(s.pending, f)
	s.live = append(append(s.live, f), lost...)
	s.lost = append(s.lost, lost...)
}

// logFlight counts the versions that an asynchronous operation uses: reads before writes.
func (m *machine) logFlight(s *state, f *flight, conflicts map[*touch]bool) {
	if s.log == nil {
		return
	}
	for _, writes := range []bool{false, true} {
		for i := range f.touches {
			t := &f.touches[i]
			if t.Writes() != writes || !m.p.tracked[t.Buffer] {
				continue
			}
			r, ok := s.log.access(&t.Access, m.p.slots[t.Buffer].single, true, conflicts[t])
			if ok && !slices.Contains(f.refs, r) {
				f.refs = append(f.refs, r)
				s.log.hold(r)
			}
		}
	}
}

// collect returns what an asynchronous operation without synchronization of its own may touch.
func (m *machine) collect(scope *node, nodes []*node, list []touch) []touch {
	for _, n := range nodes {
		switch n.kind {
		case accessNode:
			list = appendVisible(list, scope, m.touches(n))
		case callNode:
			m.call(&node{op: n.op}, []*state{m.cur})
			list = m.collect(scope, n.body, list)
		case condNode:
			list = m.collectBranches(scope, n, list)
		}
		if m.stop {
			break
		}
	}
	return list
}

func (m *machine) collectBranches(scope, n *node, list []touch) []touch {
	ans := m.decide(n.test)
	if was, ok := m.cur.assumed[n.test.value]; ok && ans == either && n.test.value != nil {
		ans = answerOf(was)
	}
	for i, b := range n.branches {
		if ans == either || i == 1-int(ans) {
			list = m.collect(scope, b, list)
		}
	}
	return list
}

// appendVisible appends the touches that are not private to an asynchronous operation. Lists of touches do not change,
// so that the only one need not be copied.
func appendVisible(list []touch, scope *node, touches []touch) []touch {
	hides := func(t touch) bool { return scope.private(t.Buffer) }
	if list == nil && !slices.ContainsFunc(touches, hides) {
		return slices.Clip(touches)
	}
	for i := range touches {
		if !hides(touches[i]) {
			list = append(list, touches[i])
		}
	}
	return list
}

// private reports whether a buffer exists only inside an asynchronous operation that touches it.
func (n *node) private(buffer *ir.Value) bool {
	if buffer == nil || buffer.DefiningOp() == nil {
		return false
	}
	hides, known := n.hides[buffer]
	if !known {
		def := buffer.DefiningOp()
		hides = n.op.IsAncestorOf(def) && allocates(def)
		if n.hides == nil {
			n.hides = map[*ir.Value]bool{}
		}
		n.hides[buffer] = hides
	}
	return hides
}

// thread runs an asynchronous operation that synchronizes operations of its own, and returns what it leaves in flight.
func (m *machine) thread(n *node, s *state) []*flight {
	c := &state{inst: s.inst, values: s.values, assumed: s.assumed}
	var lost []*flight
	for _, end := range m.block(n.body, []*state{c}) {
		for _, f := range end.live {
			if !slices.Contains(lost, f) {
				lost = append(lost, f)
			}
		}
	}
	return lost
}

// appendLinear appends a form in a way that tells different ones apart.
func appendLinear(b []byte, l analysis.Linear) []byte {
	b = binary.AppendVarint(b, l.Const)
	for _, t := range l.Terms {
		b = binary.AppendVarint(b, t.Coef)
		if by := t.Sym.Mod + t.Sym.Div; by > 0 {
			b = binary.AppendVarint(append(b, '('), t.Sym.Mod)
			b = append(appendLinear(binary.AppendVarint(b, t.Sym.Div), t.Sym.Arg), ')')
		} else if t.Sym.Value != nil {
			b = appendValue(b, t.Sym.Value)
		}
	}
	return append(b, ';')
}

// appendValue appends something that identifies a value, for comparisons within one run.
func appendValue(b []byte, v *ir.Value) []byte { return fmt.Appendf(b, "%p", v) }
