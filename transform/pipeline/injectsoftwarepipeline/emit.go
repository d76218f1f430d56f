package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// emitter emits the pipelined loop. It builds all code in detached blocks, one for each part and one for the
// constants and allocations in front. Then these blocks replace the loop.
type emitter struct {
	loop    *loop
	body    *body
	m       *model
	waits   waits
	tvm     *tvmPlan // replaces groups and waits; nil in mode Exact
	buffers []*buffer
	index   *indexer
	b       *ir.Builder // in the block being filled
	part    string      // the part being emitted

	versioned map[*ir.Value]*versionedBuffer
	cloners   []*cloner // by statement
	err       error
	arena     *ir.Arena
	integers  map[int64]ir.Attr

	// The state of a new operation; the arena copies its lists.
	state   ir.OpState
	attrs   [2]ir.NamedAttr
	regions [1]*ir.Region

	// marked is the last location that mark returned; markOp and markFor are its arguments.
	marked  ir.Location
	markOp  *ir.Op
	markFor iteration
}

func newEmitter(l *loop, b *body, m *model, buffers []*buffer, known constants, arena *ir.Arena) (*emitter,
	error) {
	e := &emitter{loop: l, body: b, m: m, buffers: buffers, versioned: map[*ir.Value]*versionedBuffer{},
		cloners: make([]*cloner, len(m.statements)),
		arena:   arena, integers: map[int64]ir.Attr{}}
	ctx := l.op.Context()
	e.b = ir.AtEnd(ctx, ir.NewBlock())
	e.index = newIndexer(l, m, e.b, known)
	e.index.arena = e.arena
	for _, buf := range buffers {
		if err := e.version(buf); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// emit builds the three parts and replaces the loop by them.
func (e *emitter) emit() error {
	var parts [3]*ir.Block
	for i, f := range []func(){e.prologue, e.steadyBody, func() { e.epilogue(); e.exitWaits() }} {
		parts[i] = ir.NewBlock()
		e.part = [...]string{pipeline.Prologue, pipeline.Body, pipeline.Epilogue}[i]
		e.within(ir.AtEnd(e.loop.op.Context(), parts[i]), f)
	}
	if e.err != nil {
		return e.err
	}
	e.splice(parts)
	return nil
}

// prologue emits the times 0 to maxStage-1.
func (e *emitter) prologue() {
	t := e.m.timeline(e.representative())
	for time := range min(int64(e.m.maxStage), t.end) {
		e.emitTime(&t, time, func(s *statement) instance {
			return instance{iteration: iteration{offset: time - int64(s.stage)}, guarded: t.dynamic}
		})
	}
}

// steadyBody emits the body loop, if it has an iteration. Its variable counts the iterations of the last
// stage from 0, as in RFC 77.
func (e *emitter) steadyBody() {
	stages := int64(e.m.maxStage)
	if e.m.trips >= 0 && e.m.trips <= stages {
		return
	}
	t := e.m.timeline(stages + 1)
	e.index.forSteady(stripAnnotations(e.loop.op.Attrs()), func(b *ir.Builder, i *ir.Value) {
		e.within(b, func() {
			e.emitTime(&t, stages, func(s *statement) instance {
				return instance{iteration: iteration{base: i, offset: stages - int64(s.stage)}}
			})
		})
	})
}

// epilogue emits the times behind the body.
func (e *emitter) epilogue() {
	n := e.representative()
	t := e.m.timeline(n)
	for time := t.bodyEnd; time < t.end; time++ {
		e.emitTime(&t, time, func(s *statement) instance {
			lag := time - t.bodyEnd - int64(s.stage)
			if t.dynamic {
				return instance{iteration: iteration{offset: lag, epilogue: true}, guarded: true}
			}
			return instance{iteration: iteration{offset: time - int64(s.stage)}}
		})
	}
}

// representative returns a number of iterations whose timeline contains all code.
func (e *emitter) representative() int64 {
	if e.m.trips >= 0 {
		return e.m.trips
	}
	return int64(e.m.maxStage) + 1
}

// exitWaits emits the waits behind the epilogue.
func (e *emitter) exitWaits() {
	if e.tvm != nil {
		return
	}
	for _, q := range e.m.queues {
		if n, ok := e.m.waitAt(e.waits, site{point: point{part: exit}, queue: q}); ok {
			e.wait(q.id, n, func() {})
		}
	}
}

// instance is one instance of a statement to emit.
type instance struct {
	iteration iteration
	guarded   bool // it runs only if the iteration exists
}

// emitTime emits all statements of one time in order, with their waits and commits.
func (e *emitter) emitTime(t *timeline, time int64, at func(*statement) instance) {
	if e.tvm != nil {
		e.emitTVM(t, time, at)
		return
	}
	p := t.pointAt(time)
	for i := 0; i < len(e.m.ordered); {
		s := e.m.ordered[i]
		if s.group == nil {
			if t.emitted(s, time) {
				e.emitWaited(s, p, at(s))
			}
			i++
			continue
		}
		n := e.groupLength(i)
		if t.commits(s.stage, time) {
			e.emitGroup(t, time, p, e.m.ordered[i:i+n], s.group, at)
		} else {
			e.emitInterposed(t, time, p, e.m.ordered[i:i+n], at)
		}
		i += n
	}
}

// groupLength returns the number of statements, in order, from the first to the last member of the group that
// begins at i.
func (e *emitter) groupLength(i int) int {
	return e.m.ordered[i].group.last().order - e.m.ordered[i].group.first().order + 1
}

// emitGroup emits a commit around the members of a group and the statements between them. If the iteration of
// the members does not exist, the group is empty.
func (e *emitter) emitGroup(t *timeline, time int64, p point, statements []*statement, g *group,
	at func(*statement) instance) {
	e.b.Loc = g.first().root.Loc()
	e.commit(g.queue.id, func() { e.emitInterposed(t, time, p, statements, at) })
}

func (e *emitter) emitInterposed(t *timeline, time int64, p point, statements []*statement,
	at func(*statement) instance) {
	for _, s := range statements {
		if t.emitted(s, time) {
			e.emitWaited(s, p, at(s))
		}
	}
}

// within calls f with b as the builder.
func (e *emitter) within(b *ir.Builder, f func()) {
	saved := e.b
	b.Loc = e.loop.op.Loc()
	e.b, e.index.b = b, b
	f()
	e.b, e.index.b = saved, saved
}

// emitWaited emits a statement inside of the waits in front of it.
func (e *emitter) emitWaited(s *statement, p point, in instance) {
	e.emitWaits(e.m.queues, s, p, in)
}

func (e *emitter) emitWaits(queues []*queue, s *statement, p point, in instance) {
	e.b.Loc = e.mark(s.root, in.iteration)
	for i, q := range queues {
		if n, ok := e.m.waitAt(e.waits, site{p, s, q}); ok {
			e.wait(q.id, n, func() { e.emitWaits(queues[i+1:], s, p, in) })
			return
		}
	}
	e.emitGuarded(s, in)
}

// mark returns the location of a statement with a remark that names the iteration of this instance.
func (e *emitter) mark(op *ir.Op, it iteration) ir.Location {
	if e.markOp != op || e.markFor != it {
		e.marked, e.markOp, e.markFor = it.mark(op), op, it
	}
	return e.marked
}

// emitGuarded emits a statement, under the condition that its iteration exists if the instance is guarded.
func (e *emitter) emitGuarded(s *statement, in instance) {
	if !in.guarded {
		e.emitStatement(s, in.iteration)
		return
	}
	e.index.guard(in.iteration, s.stage, func(b *ir.Builder, it iteration) {
		e.within(b, func() { e.emitStatement(s, it) })
	})
}

// emitStatement emits a statement, in a pipeline.async_scope if it is asynchronous.
func (e *emitter) emitStatement(s *statement, it iteration) {
	if !s.async {
		e.cloneStatement(s, it)
		return
	}
	e.b.Loc = e.mark(s.root, it)
	scope := e.scope(pipeline.AsyncScope, nil, nil, func() { e.cloneStatement(s, it) })
	if s.root.Is(pipeline.Block) {
		for _, a := range s.root.Attrs() {
			scope.SetAttr(a.Name, a.Value)
		}
	}
}
