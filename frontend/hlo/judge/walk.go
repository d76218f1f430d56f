package judge

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// walk executes the schedule of a module without data.
type walk struct {
	ctx    context.Context
	x      *parts
	places *places
	shadow *shadow
	report *Report
	// oneOfSeveral is that of the options.
	oneOfSeveral bool

	// defined is when the value of a part was defined, for parts that are their own data.
	defined []int64
	// handles are the operations that a part stands for: those of starts, and those that loops and
	// conditionals carry.
	handles map[part][]*operation
	flight  []*operation
	alive   int                            // operations in flight on the path that is executed
	streams map[string]map[*operation]bool // the collectives in flight on each stream
	told    map[*hlo.Instruction]*Operation
	seen    map[hazardKey]bool
	blamed  map[*hlo.Instruction]bool // those with a hazard, whose writes are not told again
	active  map[*hlo.Computation]bool

	now, worked, steps, limit int64
	stopped                   bool
	trace
}

// mostSteps is how often instructions are executed at most, for each instruction of the module. Nested loops
// that all carry operations take more than one execution.
const mostSteps = 50

// run executes a module.
func (w *walk) run(m *hlo.Module) {
	w.limit = 1000
	for _, c := range w.x.computations {
		w.limit += mostSteps * int64(len(c.Instructions))
	}
	w.computation(m.Entry, nil)
	for _, o := range w.flight {
		if told := w.operationOf(o.start.in); told.Done == nil {
			w.report.unjudged(o.start.in, "%s is never waited for: it is in flight until the end", o.start.in)
		}
	}
}

// computation executes the instructions of a computation.
func (w *walk) computation(c *hlo.Computation, caller *site) {
	if w.active[c] {
		w.report.unjudged(caller.in, "computation %s calls itself", c.Name)
		return
	}
	w.active[c] = true
	for _, in := range c.Instructions {
		if w.steps++; w.steps > w.limit || w.steps&1023 == 0 && w.ctx.Err() != nil {
			w.stop(in)
			break
		}
		if w.stopped {
			break
		}
		w.now++
		w.instruction(&site{in, caller})
	}
	if c.Root != nil && !w.stopped {
		root := &site{c.Root, caller}
		w.x.arrays(c.Root, func(p part) { w.intact(root, p) })
	}
	w.active[c] = false
}

// stop ends the execution of a module that takes too many steps.
func (w *walk) stop(in *hlo.Instruction) {
	if !w.stopped {
		w.stopped = true
		w.report.unjudged(in, "loops that carry operations are nested too deeply: the judge has stopped here")
	}
}

func (w *walk) instruction(s *site) {
	in := s.in
	phase, _ := in.Async()
	switch {
	case in.Opcode == "parameter", in.Opcode == "constant":
		if s.caller == nil || in.Opcode == "constant" {
			w.define(in)
		}
	case in.Opcode == "while":
		w.loop(s)
	case in.Opcode == "conditional":
		w.conditional(s)
	case in.Opcode == "call":
		w.call(s)
	case phase == hlo.Start:
		w.begin(s)
	case phase == hlo.Update:
		w.update(s)
	case phase == hlo.Done:
		w.end(s)
	case isHandedOn(in):
		w.x.defined(in, func(p part) {
			if w.hasMemory(p) && w.x.shape[p].IsTuple {
				w.write(s, p)
			}
		})
	default:
		w.worked++
		w.plain(s)
	}
}

// isHandedOn reports whether an instruction only hands on its operands.
func isHandedOn(in *hlo.Instruction) bool {
	switch in.Opcode {
	case "tuple", "get-tuple-element", "bitcast", "opt-barrier", "optimization-barrier", "domain",
		"add-dependency", "after-all":
		return true
	}
	return false
}

// plain executes an instruction that has completed when the next one begins.
func (w *walk) plain(s *site) {
	for _, operand := range s.in.Operands {
		w.x.arrays(operand, func(p part) { w.read(s, p) })
	}
	w.x.defined(s.in, func(p part) {
		if w.hasMemory(p) {
			w.write(s, p)
		}
	})
	w.define(s.in)
	w.postSynchronous(s)
}

// define says that the parts of an instruction have their values from now on.
func (w *walk) define(in *hlo.Instruction) {
	w.x.defined(in, func(p part) { w.defined[p] = w.now })
}

// read executes a read.
func (w *walk) read(s *site, p part) {
	at := w.places.of(p)
	w.shadow.meet(at, false, func(a *access) { w.hazard(s, p, false, a) })
	w.intact(s, p)
}

// write executes a write.
func (w *walk) write(s *site, p part) {
	at := w.places.of(p)
	w.shadow.meet(at, true, func(a *access) { w.hazard(s, p, true, a) })
	w.shadow.wrote(at, event{w.now, s, p})
	w.defined[p] = w.now
}

// intact finds out whether a value that is read still has its memory.
func (w *walk) intact(s *site, p part) {
	source := w.x.data[p]
	e := w.shadow.last(w.places.of(p))
	if e.time > w.defined[source] && e.time < w.now && !w.blamed[e.at.in] {
		w.overwritten(s, p, e)
	}
}

// call executes a call.
func (w *walk) call(s *site) {
	c := s.in.CalledAs("to_apply")
	if c == nil || c.Root == nil {
		return
	}
	for i, o := range s.in.Operands {
		w.bind(w.x.parameter(c, int64(i)), w.x.of(o))
	}
	w.passed.pass(c, s.in.Operands)
	w.computation(c, s)
	w.bindResult(s.in, c.Root, false)
}

// bind gives a parameter the definition and the operations of an argument.
func (w *walk) bind(to, from part) {
	w.x.pairs(to, from, func(to, from part) {
		w.defined[to] = w.defined[w.x.data[from]]
		w.carry(to, w.handles[w.x.handle[from]])
	})
}

// carry makes a part stand for operations.
func (w *walk) carry(to part, all []*operation) {
	switch {
	case len(all) > 0:
		w.handles[to] = all
	case len(w.handles) > 0:
		delete(w.handles, to)
	}
}

// bindResult gives the result of a call the definition and the operations of what the computation returns.
// more adds the operations to those that it stands for.
func (w *walk) bindResult(in, root *hlo.Instruction, more bool) {
	w.x.pairs(w.x.of(in), w.x.of(root), func(to, from part) {
		if w.x.data[to] == to {
			w.defined[to] = w.now
		}
		all := w.handles[w.x.handle[from]]
		if more {
			merged := append([]*operation(nil), w.handles[to]...)
			for _, o := range all {
				merged = appendNew(merged, o)
			}
			all = merged
		}
		w.carry(to, all)
	})
}

// unjudged adds a remark that a part of the module is not judged.
func (r *Report) unjudged(in *hlo.Instruction, format string, args ...any) {
	r.Partial = true
	r.Findings.Add(diag.Warningf(codeNotJudged, in.Span(), format, args...))
}
