package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"async.execute":      emitExecute,
		"async.yield":        (*compiler).exit,
		"async.await":        emitAwait,
		"async.create_group": emitCreateTokenGroup,
		"async.add_to_group": emitAddToGroup,
		"async.await_all":    emitAwaitAll,
		"async.call":         emitAsyncCall,
		"async.return":       emitReturn,

		"async.runtime.num_worker_threads": emitNumWorkers,
	})
}

// workers is the number of worker threads that a program sees. The mode decides how many tasks run at once.
const workers = 4

func emitNumWorkers(c *compiler, op *ir.Op) error {
	c.setConstant(op.Result(0), workers)
	return nil
}

func emitExecute(c *compiler, op *ir.Op) error {
	return c.task(op, c.taskResults(op.Results()), func() {})
}

// task emits a task whose body is the region of an operation. turn emits further waits at the beginning of
// the task, behind that for its dependencies.
func (c *compiler) task(op *ir.Op, results *taskResults, turn func()) error {
	c.prog.sites[c.site].name = label(op)
	return c.issue(instr{exec: execTaskIssue, pauses: true, data: results}, op.Region(0), func() error {
		var us []unwrap
		for i, v := range async.Unwrapped(op) {
			arg := op.Body().Arg(i)
			us = append(us, unwrap{c.slot(v), c.slot(arg), isRef(arg.Type())})
		}
		c.emitFree(instr{exec: execTaskStart, args: c.slotsOf(op.AsyncDependencies()), data: us})
		turn()
		return c.region(op.Region(0), func(yield *ir.Op) error {
			c.taskEnd(yield.Operands())
			return nil
		})
	})
}

// taskResults describes the results of a task.
func (c *compiler) taskResults(results []*ir.Value) *taskResults {
	x := &taskResults{token: -1, queue: -1}
	for _, v := range results {
		if async.IsValue(v.Type()) {
			x.values = append(x.values, c.slot(v))
		} else {
			x.token = c.slot(v)
		}
	}
	return x
}

// taskEnd emits the end of a task. payloads are the payloads of its values.
func (c *compiler) taskEnd(payloads []*ir.Value) {
	kinds := make([]yielded, len(payloads))
	for i, v := range payloads {
		kinds[i] = yielded{isRef(v.Type()), laneCount(v.Type())}
	}
	c.emitFree(instr{exec: execTaskEnd, args: c.slotsOf(payloads), data: kinds})
}

func emitAwait(c *compiler, op *ir.Op) error {
	var us []unwrap
	if op.NumResults() > 0 {
		us = []unwrap{{c.operand(op, 0), c.result(op, 0), isRef(op.Result(0).Type())}}
	}
	c.emit(instr{exec: execAwait, pauses: true, args: c.slotsOf(op.Operands()), data: us})
	return nil
}

func emitCreateTokenGroup(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCreateTokenGroup, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func execCreateTokenGroup(t *thread, in *instr) {
	t.strand.allocs++
	t.mems[in.dst] = &view{
		object: &tokenGroup{size: int64(t.regs[in.a]), key: mix(t.strand.key^5, t.strand.allocs)}}
}

func emitAddToGroup(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execAddToGroup, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0)})
	return nil
}

// execAddToGroup adds a token to a group. A thread that awaits the group also knows everything that happened
// before the addition, because the wait cannot end without it.
func execAddToGroup(t *thread, in *instr) {
	k, g := completion(t.mems[in.a]), t.mems[in.b].object.(*tokenGroup)
	if k == nil {
		t.fail(in, codeGroupToken, "the token of a group of a queue cannot be added to a group of tokens")
		return
	}
	if int64(len(g.added)) >= g.size {
		t.fail(in, codeGroupFull, "a group of %s is given another one", diag.Count(g.size, "token"))
		return
	}
	t.regs[in.dst] = uint64(len(g.added))
	g.added = append(g.added, k)
	if t.tracked {
		g.clock = g.clock.Join(t.strand.Knowledge(&t.m.numbers))
	}
}

func emitAwaitAll(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execAwaitAll, pauses: true, a: c.operand(op, 0)})
	return nil
}

func execAwaitAll(t *thread, in *instr) {
	g := t.mems[in.a].object.(*tokenGroup)
	if !t.await(g) {
		return
	}
	if t.tracked {
		t.strand.learn(g.clock)
	}
	t.observe(in, g.added)
}

// emitAsyncCall emits a task that calls a function. The task of a lazy function does not start here.
func emitAsyncCall(c *compiler, op *ir.Op) error {
	fn, err := c.callee(op, "callee")
	if err != nil {
		return err
	}
	c.prog.sites[c.site].name = fn.name
	issue := execTaskIssue
	if async.IsLazy(fn.op) {
		issue = execLazyCall
	}
	return c.issue(instr{exec: issue, pauses: true, data: c.taskResults(op.Results())}, nil,
		func() error {
			payloads, kinds := []int32{}, []yielded{}
			for _, typ := range fn.returns {
				m := move{mem: isRef(typ), n: laneCount(typ)}
				payloads, kinds = append(payloads, c.register(m)), append(kinds, yielded{m.mem, m.n})
			}
			c.emitFree(instr{exec: execTaskStart, data: []unwrap(nil)})
			c.emitFree(instr{
				exec: func(t *thread, in *instr) {
					t.call(in, fn)
				}, args: c.slotsOf(op.Operands()), data: payloads,
			})
			c.emitFree(instr{exec: execTaskEnd, args: payloads, data: kinds})
			return nil
		})
}
