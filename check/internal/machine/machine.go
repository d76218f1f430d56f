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

// Run is what the runs of one function have in common.
type Run struct {
	*source.Names
	Poll      *interrupt.Poll
	Steps     int64 // taken so far
	MaxSteps  int64
	SkipWaits bool                  // no verdict of a wait is asked for
	Unroll    bool                  // execute every iteration: the oracle that tests compare with
	equal     *analysis.EqualStores // of the tasks of the function; nil before it is asked for
	Distances *Distances            // of a look by them, nil in others
}

// Machine is one execution of a skeleton.
type Machine struct {
	P      *skeleton.Program
	c      *Run
	active []*activation
	places []skeleton.Iteration          // what iterations returned last, nil when a loop has gone on since
	bound  map[*ir.Value]analysis.Linear // induction variables and parameters
	cur    *State                        // whose values bind sees

	// weaken and by change the count of one wait.
	Weaken *ir.Op
	By     int64
	// known holds the hazards of the program as it is; a new one ends a run that weakens a wait.
	Known map[Key]bool

	// gathered is where the accesses of the thread that runs are put together, nil in those for which a
	// summary does.
	gathered *gathering

	acts, uids int64
	marks      int64 // see flight.mark
	Skipped    int64
	Steps      int64
	Limits     []Limit // what was not followed to the end
	stop       bool
	Failed     bool // a weakened run found a new hazard
	Large      bool // a number is larger than evaluations assumed
	Need       []*ir.Value
	Found      map[Key]*hazard.Hazard
	Order      []Key
	Remarks    []Key               // on equal values
	Waits      []Finding           // by the numbers of the waits
	Stuck      map[*ir.Value]bool  // sizes for which a loop did not come to repeat itself
	Arrays     map[*ir.Value]bool  // buffers whose leading subscript walks along with a loop
	Backlogged map[*ir.Value]bool  // buffers whose use by a backlog of operations was skipped
	Period     map[*ir.Value]int64 // per size, that of the loops that depend on it
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

// Run executes the whole function and returns the states it may end in.
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
		if m.stop || len(states) == 0 { // no execution gets here
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

// simple executes a node that leaves one state one state.
func (m *Machine) simple(n *skeleton.Node, s *State) {
	switch n.Kind {
	case skeleton.AccessNode:
		m.main(s, n)
	case skeleton.AllocNode:
		s.inst = s.inst.another(n.Makes.Alloc - 1)
		s.Log.begin(n.Makes)
	case skeleton.AsyncNode:
		m.issue(n, s)
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

// call runs the body of a function, and binds the results of the call.
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

// enter binds the parameters of the function that an operation calls, and returns what restores those of a
// call that goes on.
func (m *Machine) enter(op *ir.Op, states []*State) func() {
	fn := m.P.Look.Callee(op)
	for _, s := range states {
		s.passTokens(op.Operands(), fn.Body().Args())
		s.forgetWithin(fn) // what an earlier call decided
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

// noteNumber notes that a value that templates have a symbol for is a number. One that is larger than they
// assume ends the run.
func (m *Machine) noteNumber(l analysis.Linear) {
	if !m.P.Ev.Strict && l.IsConst() && !m.P.Ev.Assumed(l.Const) {
		m.Large, m.stop = true, true
	}
}

// bindParams binds the numbers among the parameters of a function, and returns what restores those of a call
// that goes on.
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
