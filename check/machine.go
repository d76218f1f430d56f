package check

import (
	"maps"
	"math"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

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

	// gathered is where the accesses of the thread that runs are put together, nil in those for which a summary does.
	gathered *gathering

	acts, uids int64
	marks      int64 // see flight.mark
	skipped    int64
	steps      int64
	limits     []limit // what was not followed to the end
	stop       bool
	failed     bool // a weakened run found a new hazard
	large      bool // a number is larger than evaluations assumed
	need       []*ir.Value
	found      map[hazardKey]*Hazard
	order      []hazardKey
	remarks    []hazardKey         // on equal values
	waits      []finding           // by the numbers of the waits
	stuck      map[*ir.Value]bool  // sizes for which a loop did not come to repeat itself
	arrays     map[*ir.Value]bool  // buffers whose leading subscript walks along with a loop
	piled      map[*ir.Value]bool  // buffers whose use by a pile of operations was skipped
	period     map[*ir.Value]int64 // per size, that of the loops that depend on it
}

// newMachine returns a machine for one run of p.
func newMachine(p *program) *machine {
	m := &machine{
		p: p, c: p.c, waits: make([]finding, len(p.c.waits)),
		bound: map[*ir.Value]analysis.Linear{}, period: map[*ir.Value]int64{}, arrays: map[*ir.Value]bool{},
		piled: map[*ir.Value]bool{}, found: map[hazardKey]*Hazard{}, stuck: map[*ir.Value]bool{},
	}
	return m
}

// run executes the whole function and returns the states it may end in.
func (m *machine) run(track bool) []*state {
	m.p.lookup = m.value
	s := newState(m.p)
	if track {
		s.log = &versionLog{}
	}
	states := m.block(m.p.root, []*state{s})
	if !m.stop {
		for _, s := range states {
			m.atReturn(s)
		}
	}
	return states
}

func (m *machine) block(nodes []*node, states []*state) []*state {
	for _, n := range nodes {
		if m.stop || len(states) == 0 { // no execution gets here
			break
		}
		states = m.node(n, states)
	}
	return states
}

func (m *machine) node(n *node, states []*state) []*state {
	m.steps += int64(len(states))
	for _, s := range states {
		m.spend(1 + min(int64(len(s.live.list))/4, manyLive))
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
	case graphNode:
		return m.walk(n, states)
	case cutNode:
		m.cutShort(n.op, "the function calls itself more often than is followed")
		return nil
	}
	for _, s := range states {
		m.cur = s
		m.simple(n, s)
	}
	return states
}

// spend counts steps and stops the run at the limit.
func (m *machine) spend(n int64) {
	m.c.poll.Steps(int(n))
	m.c.steps += n
	if m.c.steps > m.c.opts.MaxSteps {
		m.cutShort(nil, "it takes more than %d steps", m.c.opts.MaxSteps)
		m.stop = true
	}
}

// simple executes a node that leaves one state one state.
func (m *machine) simple(n *node, s *state) {
	switch n.kind {
	case accessNode:
		m.main(s, n)
	case allocNode:
		s.inst = s.inst.another(n.makes.alloc - 1)
		s.log.begin(n.makes)
	case asyncNode:
		m.issue(n, s)
	case commitNode:
		s.commit(n)
	case waitNode:
		m.wait(n, s)
	case awaitNode:
		m.await(n, s)
	case parallelNode:
		m.parallel(n, s)
	case releaseNode:
		m.release(n, s)
	case poolNode:
		if n.op.NumOperands() == 2 {
			s.addToGroup(m.p.token(n.op.Operand(0)), m.p.token(n.op.Operand(1)))
		} else {
			s.newPool(m.p.token(n.op.Result(0)))
		}
	}
}

func (m *machine) wait(n *node, s *state) {
	count, known := n.count, true
	if n.token != nil {
		if count, known = s.tokenCount(n); !known {
			m.waits[n.wait].unknown = true
		} else {
			m.waits[n.wait].meet(awaited{n.queue, count})
		}
	}
	if n.dynamic != nil {
		l := m.p.ev.Eval(n.dynamic)
		count, known = l.Const, l.IsConst()
		if !known && !m.require(l) {
			m.waits[n.wait].unknown = true
		}
	}
	if m.weaken == n.op {
		if m.by == forgetWait {
			return
		}
		count = max(count, 0) + m.by
	}
	s.wait(n, count, known)
}

// call runs the body of a function, and binds the results of the call.
func (m *machine) call(n *node, states []*state) []*state {
	fn := m.c.callee(n.op)
	defer m.enter(n.op, states)()
	states = m.block(n.body, states)
	if last := fn.Body().Last(); last != nil && !n.op.IsAsync() && len(fn.Region(0).Blocks()) == 1 {
		for _, s := range states {
			s.passTokens(last.Operands(), n.op.Results())
		}
	}
	return states
}

// enter binds the parameters of the function that an operation calls, and returns what restores those of a call that goes on.
func (m *machine) enter(op *ir.Op, states []*state) func() {
	fn := m.c.callee(op)
	for _, s := range states {
		s.passTokens(op.Operands(), fn.Body().Args())
		s.forgetWithin(fn) // what an earlier call decided
	}
	args := make([]analysis.Linear, op.NumOperands())
	for i := range args {
		if _, ok := op.Operand(i).Type().(*ir.MemRefType); !ok {
			m.cur = states[0]
			args[i] = m.p.ev.Eval(op.Operand(i))
		}
	}
	return m.bindParams(fn, args)
}

// noteNumber notes that a value that templates have a symbol for is a number. One that is larger than they
// assume ends the run.
func (m *machine) noteNumber(l analysis.Linear) {
	if !m.p.ev.Strict && l.IsConst() && !m.p.ev.Assumed(l.Const) {
		m.large, m.stop = true, true
	}
}

// bindParams binds the numbers among the parameters of a function, and returns what restores those of a call that goes on.
func (m *machine) bindParams(fn *ir.Op, args []analysis.Linear) func() {
	var before map[*ir.Value]analysis.Linear
	for i, param := range fn.Body().Args() {
		if _, ok := param.Type().(*ir.MemRefType); ok {
			continue
		}
		if was, ok := m.bound[param]; ok {
			if before == nil {
				before = map[*ir.Value]analysis.Linear{}
			}
			before[param] = was
		}
		m.bound[param] = args[i]
		m.noteNumber(args[i])
	}
	return func() { maps.Copy(m.bound, before) }
}
