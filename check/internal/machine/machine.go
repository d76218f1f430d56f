package machine

import (
	"maps"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Run is the common state of all runs of one function.
type Run struct {
	*source.Names
	Poll      *interrupt.Poll
	Steps     int64 // taken so far
	MaxSteps  int64
	SkipWaits bool                  // the caller asks for no verdicts on waits
	Unroll    bool                  // execute every iteration, as the oracle of tests does
	equal     *analysis.EqualStores // of the function's tasks; nil before first use
	Distances *Distances            // of a look by distances, nil in others
}

// Machine is one execution of a skeleton.
type Machine struct {
	P      *skeleton.Program
	c      *Run
	active []*activation
	places []skeleton.Iteration          // the last result of iterations, nil if a loop has advanced since
	bound  map[*ir.Value]analysis.Linear // induction variables and parameters
	cur    *State                        // the state whose values evaluations use

	// Weaken is the wait whose count is raised by By.
	Weaken *ir.Op
	By     int64
	// Known holds the hazards of the unchanged program. Another hazard ends a run in which a wait is
	// weakened.
	Known map[Key]bool

	// gathered collects the accesses of the current thread of control; nil for threads whose accesses are
	// summarized.
	gathered *gathering

	within []int64     // the lazy tasks that are being started, one inside the other
	races  []*lazyTask // those among them that another thread of control has started: see raced

	acts, uids int64
	marks      int64 // see flight.mark
	Skipped    int64
	Steps      int64
	Limits     []Limit // why the run is not complete
	stop       bool
	Failed     bool // a weakened run found a new hazard
	Large      bool // a number is larger than evaluations assume
	Uncertain  bool // a hazard is between summaries that may have elements which the accesses do not touch
	Need       []*ir.Value
	Found      map[Key]*hazard.Hazard
	Order      []Key
	Remarks    []Key               // on equal values
	Waits      []Finding           // by the number of the wait
	Stuck      map[*ir.Value]bool  // sizes of loops whose state did not repeat
	Arrays     map[*ir.Value]bool  // buffers whose leading subscript moves with a loop
	Backlogged map[*ir.Value]bool  // buffers of a backlog, of which iterations were skipped
	Period     map[*ir.Value]int64 // by size, the period of the loops that depend on it
}

// New returns a machine for one run of p.
func New(p *skeleton.Program, c *Run) *Machine {
	m := &Machine{
		P: p, c: c, Waits: make([]Finding, len(p.Look.Waits.List)),
		bound: map[*ir.Value]analysis.Linear{}, Period: map[*ir.Value]int64{}, Arrays: map[*ir.Value]bool{},
		Backlogged: map[*ir.Value]bool{}, Found: map[Key]*hazard.Hazard{}, Stuck: map[*ir.Value]bool{},
	}
	return m
}

// Run executes the function and returns the states in which it may end. With track it counts versions.
func (m *Machine) Run(track bool) []*State {
	m.P.Lookup = m.value
	s := newState(m.P)
	if track {
		s.Log = &versionLog{}
	}
	states := m.block(m.P.Root, []*State{s})
	if !m.stop {
		for _, s := range states {
			m.atReturn(s)
		}
	}
	return states
}

func (m *Machine) block(nodes []*skeleton.Node, states []*State) []*State {
	for _, n := range nodes {
		if m.stop || len(states) == 0 { // no execution reaches this node
			break
		}
		states = m.node(n, states)
	}
	return states
}

func (m *Machine) node(n *skeleton.Node, states []*State) []*State {
	m.Steps += int64(len(states))
	for _, s := range states {
		m.spend(1 + min(int64(len(s.live.list))/4, manyLive))
	}
	if m.stop {
		return states
	}
	switch n.Kind {
	case skeleton.AccessNode:
		if !n.Hot && (m.Known != nil || states[0].Log == nil) {
			return states
		}
	case skeleton.CondNode:
		return m.condition(n, states)
	case skeleton.LoopNode:
		return m.loop(n, states)
	case skeleton.CallNode:
		return m.call(n, states)
	case skeleton.GraphNode:
		return m.walk(n, states)
	case skeleton.AsyncNode:
		return m.issue(n, m.decide(n.Asks, states))
	case skeleton.ForceNode:
		return m.force(n, states)
	case skeleton.CutNode:
		m.cutShort(n.Op, "the function calls itself more often than is followed")
		return nil
	}
	for _, s := range states {
		m.cur = s
		m.simple(n, s)
	}
	return states
}

// spend counts steps and stops the run at the limit.
func (m *Machine) spend(n int64) {
	m.c.Poll.Steps(int(n))
	m.c.Steps += n
	if m.c.Steps > m.c.MaxSteps {
		m.cutShort(nil, "it takes more than %d steps", m.c.MaxSteps)
		m.stop = true
	}
}

// simple executes a node that does not split a state.
func (m *Machine) simple(n *skeleton.Node, s *State) {
	switch n.Kind {
	case skeleton.AccessNode:
		m.main(s, n)
	case skeleton.AllocNode:
		s.inst = s.inst.another(n.Makes.Alloc - 1)
		s.Log.begin(n.Makes)
	case skeleton.CommitNode:
		s.commit(n)
	case skeleton.WaitNode:
		m.wait(n, s)
	case skeleton.AwaitNode:
		m.await(n, s)
	case skeleton.ParallelNode:
		m.parallel(n, s)
	case skeleton.ReleaseNode:
		m.release(n, s)
	case skeleton.PoolNode:
		if n.Op.NumOperands() == 2 {
			s.addToGroup(m.P.Token(n.Op.Operand(0)), m.P.Token(n.Op.Operand(1)))
		} else {
			s.newPool(m.P.Token(n.Op.Result(0)))
		}
	}
}

func (m *Machine) wait(n *skeleton.Node, s *State) {
	count, known := n.Count, true
	if n.Token != nil {
		if count, known = s.tokenCount(n); !known {
			m.Waits[n.Wait].Unknown = true
		} else {
			m.Waits[n.Wait].meet(awaited{n.Queue, count})
		}
	}
	if n.Dynamic != nil {
		l := m.P.Ev.Eval(n.Dynamic)
		count, known = l.Const, l.IsConst()
		if !known && !m.Require(l) {
			m.Waits[n.Wait].Unknown = true
		}
	}
	if m.Weaken == n.Op {
		if m.By == source.ForgetWait {
			return
		}
		count = max(count, 0) + m.By
	}
	s.wait(n, count, known)
}

// call executes the body of a function, and binds the results of the call.
func (m *Machine) call(n *skeleton.Node, states []*State) []*State {
	fn := m.P.Look.Callee(n.Op)
	defer m.enter(n.Op, states)()
	states = m.block(n.Body, states)
	if last := fn.Body().Last(); last != nil && !n.Op.IsAsync() && len(fn.Region(0).Blocks()) == 1 {
		for _, s := range states {
			s.passTokens(last.Operands(), n.Op.Results())
		}
	}
	return states
}

// enter binds the parameters of the function that an operation calls. The returned function restores the
// parameters of an outer call of the same function.
func (m *Machine) enter(op *ir.Op, states []*State) func() {
	fn := m.P.Look.Callee(op)
	for _, s := range states {
		s.passTokens(op.Operands(), fn.Body().Args())
		s.forgetWithin(fn) // assumptions of an earlier call
	}
	args := make([]analysis.Linear, op.NumOperands())
	for i := range args {
		if _, ok := op.Operand(i).Type().(*ir.MemRefType); !ok {
			m.cur = states[0]
			args[i] = m.P.Ev.Eval(op.Operand(i))
		}
	}
	return m.bindParams(fn, args)
}

// noteNumber checks a number for which templates have a symbol. A number that is larger than the templates
// assume ends the run.
func (m *Machine) noteNumber(l analysis.Linear) {
	if !m.P.Ev.Strict && l.IsConst() && !m.P.Ev.Assumed(l.Const) {
		m.Large, m.stop = true, true
	}
}

// bindParams binds the integer parameters of a function. The returned function restores those of an outer
// call.
func (m *Machine) bindParams(fn *ir.Op, args []analysis.Linear) func() {
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
