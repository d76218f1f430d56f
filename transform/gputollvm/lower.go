package gputollvm

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// writer writes the calls of one scope.
type writer struct {
	*ir.Builder
	l *lowering
	s *scope
	// calls are what the names of the functions begin with that have the device do something: on a stream, or as a node of a graph.
	calls string
}

// scope lowers what the device does in a scope.
func (l *lowering) scope(s *scope) error {
	w := &writer{Builder: ir.NewBuilder(l.module.Context()), l: l, s: s, calls: "mgpu"}
	if err := l.checkTokens(s); err != nil {
		return err
	}
	if l.graphs {
		if err := w.graphs(); err != nil {
			return err
		}
		w.eraseAll()
		return nil
	}
	w.createAll()
	for _, p := range s.blocks {
		for _, op := range slices.Collect(p.block.Ops()) {
			if !isDevice(op) {
				continue
			}
			if err := w.operation(p, op); err != nil {
				return err
			}
		}
	}
	w.eraseAll()
	return nil
}

// suspends reports whether the host suspends where it waits.
func (w *writer) suspends() bool { return w.l.suspend || w.s.isAsync() }

// createAll creates the streams and the events at the start of the scope, and destroys them at its ends.
func (w *writer) createAll() {
	queues := map[int64]bool{}
	var recorded []*ir.Op
	for _, p := range w.s.blocks {
		for _, q := range p.queues() {
			queues[q] = true
		}
		recorded = append(recorded, w.recorded(p)...)
	}
	w.SetStart(w.s.region.Entry())
	w.Loc = w.s.op.Loc()
	for _, q := range slices.Sorted(maps.Keys(queues)) {
		w.s.streams[q] = w.call("mgpuStreamCreate", w.pointer())
	}
	for _, op := range recorded {
		w.s.events[op] = w.call("mgpuEventCreate", w.pointer())
	}
	for _, end := range w.s.ends() {
		w.SetBefore(end)
		w.Loc = end.Loc()
		for _, op := range recorded {
			w.call("mgpuEventDestroy", nil, w.s.events[op])
		}
		for _, q := range slices.Sorted(maps.Keys(queues)) {
			w.call("mgpuStreamDestroy", nil, w.s.streams[q])
		}
	}
	w.l.count("streams", len(queues))
	w.l.count("events", len(recorded))
}

// recorded returns the operations of a block that an event follows, in order.
func (w *writer) recorded(p *blockPlan) []*ir.Op {
	events := map[*ir.Op]bool{}
	for op, waits := range p.waits {
		for _, u := range waits {
			producer := p.graph.Ops[u]
			switch {
			case p.isJoin(op):
				events[producer] = events[producer] || p.queue[u] != p.queueAt(op)
			case !p.blocks(op):
				events[producer] = true
			case !p.isLast(u, op):
				events[producer] = true
			}
		}
	}
	var list []*ir.Op
	for op := range p.block.Ops() {
		if token := op.AsyncToken(); isDevice(op) && (events[op] || token != nil && p.leaves(token)) {
			list = append(list, op)
		}
	}
	return list
}

// operation writes what one operation of a block becomes, in front of it.
func (w *writer) operation(p *blockPlan, op *ir.Op) error {
	w.SetBefore(op)
	w.Loc = op.Loc()
	switch {
	case p.blocks(op):
		w.hostWaits(p, op)
	case p.isJoin(op) && !slices.Contains(p.joins, op):
		return nil
	default:
		w.deviceWaits(p, op)
	}
	stream := w.s.streams[p.queueAt(op)]
	if !op.Is(gpu.Wait) {
		if err := w.issue(op, stream); err != nil {
			return err
		}
		if p.blocks(op) {
			w.hostWaitsForStream(stream)
		}
	}
	if e := w.s.events[op]; e != nil && !(p.isJoin(op) && op.NumOperands() == 0) {
		w.call("mgpuEventRecord", nil, e, stream)
	}
	return nil
}

// deviceWaits lets the queue of an operation wait for what the operation depends on, where neither the order of queues nor an earlier wait does.
func (w *writer) deviceWaits(p *blockPlan, op *ir.Op) {
	stream := w.s.streams[p.queueAt(op)]
	for _, u := range p.waits[op] {
		if p.queue[u] == p.queueAt(op) {
			continue
		}
		w.call("mgpuStreamWaitEvent", nil, stream, w.s.events[p.graph.Ops[u]])
		w.l.count("waits", 1)
	}
	for _, t := range p.outside[op] {
		if d := t.DefiningOp(); d != nil && w.s.events[d] != nil && queueOf(d) == p.queueAt(op) && !d.Is(gpu.Wait) {
			continue // the queue is the same
		}
		w.call("mgpuStreamWaitEvent", nil, stream, w.event(t))
		w.l.count("waits", 1)
	}
}

// event returns the event that stands for a token which left its block.
func (w *writer) event(token *ir.Value) *ir.Value {
	if d := token.DefiningOp(); d != nil && w.s.events[d] != nil {
		return w.s.events[d]
	}
	return w.cast(token, w.pointer())
}

// hostWaits lets the host wait for what an operation that blocks depends on.
func (w *writer) hostWaits(p *blockPlan, op *ir.Op) {
	for _, u := range p.waits[op] {
		producer := p.graph.Ops[u]
		if p.isLast(u, op) {
			w.hostWaitsForStream(w.s.streams[p.queue[u]])
		} else {
			w.hostWaitsForEvent(w.s.events[producer])
		}
	}
	for _, t := range p.outside[op] {
		w.hostWaitsForEvent(w.event(t))
	}
}

func (w *writer) hostWaitsForStream(stream *ir.Value) {
	if w.suspends() {
		async.NewAwait(w.Builder, w.token("inflightGpuStreamToken", stream))
	} else {
		w.call("mgpuStreamSynchronize", nil, stream)
	}
}

func (w *writer) hostWaitsForEvent(event *ir.Value) {
	if w.suspends() {
		async.NewAwait(w.Builder, w.token("inflightGpuEventToken", event))
	} else {
		w.call("mgpuEventSynchronize", nil, event)
	}
}

// token calls a function of the runtime that returns a token of the asynchronous runtime. It is a func.func: the lowering of async gives
// its type the form that it has there.
func (w *writer) token(name string, arg *ir.Value) *ir.Value {
	token := async.TokenType(w.Ctx)
	if w.l.tables.Lookup(w.l.module, name) == nil {
		b := ir.AtEnd(w.Ctx, w.l.module.Body())
		b.Loc = w.l.module.Loc()
		fn := function.New(b, name, w.Ctx.Function([]ir.Type{arg.Type()}, []ir.Type{token}))
		fn.Region(0).RemoveBlock(fn.Body()) // the runtime defines it
		fn.SetAttr("sym_visibility", w.Ctx.String("private"))
		w.l.tables = ir.NewSymbolTables()
	}
	return w.Make(function.Call, []*ir.Value{arg}, []ir.Type{token}, ir.NamedAttr{Name: "callee", Value: w.Ctx.SymbolRef(name)}).Result(0)
}

// eraseAll removes what was lowered. Tokens that left their block are events from now on.
func (w *writer) eraseAll() {
	var ops []*ir.Op
	for _, p := range w.s.blocks {
		for op := range p.block.Ops() {
			if isDevice(op) {
				ops = append(ops, op)
			}
		}
	}
	for _, op := range ops {
		switch t := op.AsyncToken(); {
		case t != nil && w.s.events[op] != nil:
			t.ReplaceAllUsesWith(w.s.events[op])
		case t != nil && w.s.graphStream != nil:
			t.ReplaceAllUsesWith(w.s.graphStream)
		}
		op.DropAllReferences()
	}
	for _, op := range ops {
		op.Remove()
	}
}

func (w *writer) pointer() ir.Type { return w.l.types.Pointer(0) }

// call calls a function of the runtime; result is nil if it has none.
func (w *writer) call(name string, result ir.Type, args ...*ir.Value) *ir.Value {
	types := make([]ir.Type, len(args))
	for i, v := range args {
		types[i] = v.Type()
	}
	w.l.symbols.Declare(name, result, types...)
	op := llvmtypes.CallTo(w.Builder, name, result, args...)
	if result == nil {
		return nil
	}
	return op.Result(0)
}

// cast connects a value with its form in LLVM, or the other way round.
func (w *writer) cast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return w.Make(builtin.UnrealizedConversionCast, []*ir.Value{v}, []ir.Type{t}).Result(0)
}
