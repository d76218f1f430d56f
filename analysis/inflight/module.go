package inflight

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// module holds the facts about a program that do not depend on paths.
type module struct {
	root    *ir.Op
	symbols *ir.SymbolTables
	queues  []ir.Queue
	order   []ir.CompletionOrder
	numbers map[ir.Queue]int
	units   map[string][]int // the queues to which commits of a unit add groups

	// active lists, per block, the operations that synchronize, or contain such operations of the same
	// thread, in order.
	active map[*ir.Block][]*ir.Op
	// threads are the operations whose regions begin a thread of control: functions, and asynchronous
	// operations.
	threads []*ir.Op

	callers   map[*ir.Op][]*ir.Op // the calls of a function
	open      map[*ir.Op]bool     // functions that calls from elsewhere may reach
	commits   map[*ir.Op]bool     // functions that commit, directly or through calls
	recursive map[*ir.Op]bool
	ranges    analysis.Evaluator
	counts    map[*ir.Op]int64
}

func newModule(root *ir.Op) *module {
	m := &module{
		root: root, symbols: ir.NewSymbolTables(), numbers: map[ir.Queue]int{}, units: map[string][]int{},
		active: map[*ir.Block][]*ir.Op{}, callers: map[*ir.Op][]*ir.Op{}, open: map[*ir.Op]bool{},
		commits: map[*ir.Op]bool{}, recursive: map[*ir.Op]bool{}, counts: map[*ir.Op]int64{},
	}
	m.findCalls()
	m.findActive()
	return m
}

// callee returns the function that op calls, if it is known and has a body.
func (m *module) callee(op *ir.Op) *ir.Op {
	ref := op.Def().Callee(op)
	if ref == nil {
		return nil
	}
	fn := m.symbols.Resolve(op, ref)
	if fn == nil || fn.NumRegions() == 0 || fn.Region(0).Empty() {
		return nil
	}
	return fn
}

// queueIndex returns the index of a queue in the lists of this module.
func (m *module) queueIndex(q ir.Queue) int {
	i, ok := m.numbers[q]
	if !ok {
		i = len(m.queues)
		m.numbers[q] = i
		m.queues, m.order = append(m.queues, q), append(m.order, ir.InOrder)
	}
	return i
}

// findCalls collects the calls of each function, and marks functions that are referred to in other ways.
func (m *module) findCalls() {
	for op := range m.root.Walk() {
		if op.SymbolName() != "" && op.StringAttr("sym_visibility") != "private" {
			m.open[op] = true
		}
		if op.Def().Callee == nil {
			m.findReferences(op)
		} else if fn := m.callee(op); fn != nil {
			m.callers[fn] = append(m.callers[fn], op)
		}
	}
}

func (m *module) findReferences(op *ir.Op) {
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		if ref, ok := a.Value.(*ir.SymbolRefAttr); ok {
			if fn := m.symbols.Resolve(op, ref); fn != nil {
				m.open[fn] = true
			}
		}
	}
}

// findActive lists the active operations of each block. A call is active if its callee has active operations,
// so calls are listed in a second round.
func (m *module) findActive() {
	listed := map[*ir.Op]bool{}
	var work []*ir.Op
	note := func(fn *ir.Op) {
		if fn != nil && !m.commits[fn] {
			m.commits[fn] = true
			work = append(work, fn)
		}
	}
	for op := range m.root.Walk() {
		if m.synchronizes(op) {
			note(op.Thread())
		}
	}
	for len(work) > 0 {
		fn := work[0]
		work = work[1:]
		for _, call := range m.callers[fn] {
			note(call.Thread())
		}
	}
	for op := range m.root.Walk() {
		if m.synchronizes(op) || op.Def().Callee != nil && m.commits[m.callee(op)] {
			m.list(op, listed)
		}
	}
	m.findRecursion()
}

// synchronizes reports whether op itself issues, commits, waits or starts a thread. It also registers the
// queue of op.
func (m *module) synchronizes(op *ir.Op) bool {
	e := op.QueueEffect()
	switch e.Kind {
	case ir.QueueCommit, ir.QueueSubmit:
		i := m.queueIndex(e.Queue)
		m.order[i] = max(m.order[i], e.Order)
		m.addUnit(e.Unit, i)
	case ir.QueueWait:
		m.queueIndex(e.Queue)
	}
	return e.Kind != ir.NoQueueEffect || op.IsAsync() || len(op.AsyncDependencies()) > 0
}

func (m *module) addUnit(unit string, queue int) {
	if !slices.Contains(m.units[unit], queue) {
		m.units[unit] = append(m.units[unit], queue)
	}
}

// holds reports whether a region of op has active operations.
func (m *module) holds(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if len(m.active[b]) > 0 {
				return true
			}
		}
	}
	return false
}

// list adds op, and the operations around it in the same thread, to the lists of their blocks.
func (m *module) list(op *ir.Op, listed map[*ir.Op]bool) {
	for at := op; at != nil && at.Block() != nil && !listed[at]; at = at.Parent() {
		if at != op && at.StartsThread() {
			if !listed[at] && !at.IsAsync() {
				listed[at] = true
				m.threads = append(m.threads, at)
			}
			return
		}
		listed[at] = true
		m.active[at.Block()] = append(m.active[at.Block()], at)
	}
}

// findRecursion marks functions that may call themselves.
func (m *module) findRecursion() {
	state := map[*ir.Op]int{}
	var stack []*ir.Op
	var visit func(fn *ir.Op)
	visit = func(fn *ir.Op) {
		state[fn] = 1
		stack = append(stack, fn)
		for _, callee := range m.called(fn) {
			if state[callee] == 1 {
				for i := len(stack) - 1; i >= 0; i-- {
					m.recursive[stack[i]] = true
					if stack[i] == callee {
						break
					}
				}
			} else if state[callee] == 0 {
				visit(callee)
			}
			if m.recursive[callee] && state[callee] == 1 {
				m.recursive[fn] = true
			}
		}
		state[fn] = 2
		stack = stack[:len(stack)-1]
	}
	for fn := range m.callers {
		if state[fn] == 0 {
			visit(fn)
		}
	}
}

// called returns the functions with synchronization that fn calls on its own thread.
func (m *module) called(fn *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range fn.Walk() {
		if op.Def().Callee == nil || op.IsAsync() {
			continue
		}
		if callee := m.callee(op); callee != nil && m.commits[callee] {
			list = append(list, callee)
		}
	}
	return list
}

// trips returns the number of iterations of a counted loop with one region, if it is constant.
func (m *module) trips(op *ir.Op) (int64, bool) {
	if op.Def().Loop == nil {
		return 0, false
	}
	n, known := m.counts[op]
	if !known {
		trips, ok := m.ranges.Trips(op)
		if n = trips; !ok {
			n = -1
		}
		m.counts[op] = n
	}
	return n, n >= 0
}
