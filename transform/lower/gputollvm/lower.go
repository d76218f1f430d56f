package gputollvm

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// writer writes the calls of one scope.
type writer struct {
	*ir.Builder
	l *lowering
	s *scope
	// calls are what the names of the functions begin with that have the device do something: on a stream, or
	// as a node of a graph.
	calls string
}

// lower lowers what the device does in scopes. What is lowered goes at the end, as long as tokens of one
// scope are used in others.
func (l *lowering) lower(scopes []*scope) error {
	var writers []*writer
	for _, s := range scopes {
		w := &writer{Builder: ir.NewBuilder(l.module.Context()), l: l, s: s, calls: "mgpu"}
		if err := w.scope(); err != nil {
			return err
		}
		writers = append(writers, w)
	}
	for _, w := range writers {
		w.eraseAll()
	}
	return nil
}

// scope writes what the device does in the scope.
func (w *writer) scope() error {
	if w.l.graphs {
		return w.graphs()
	}
	w.createAll()
	for _, p := range w.s.blocks {
		for _, op := range slices.Collect(p.block.Ops()) {
			if !isDevice(op) {
				continue
			}
			if err := w.operation(p, op); err != nil {
				return err
			}
		}
	}
	return nil
}

// suspends reports whether the host suspends where it waits.
func (w *writer) suspends() bool { return w.l.suspend || w.s.isAsync() }

// createAll creates the streams and the events at the start of the scope, and destroys them at its ends.
func (w *writer) createAll() {
	queues, recorded := map[*place]map[int64]bool{}, map[*place][]*ir.Op{}
	for _, p := range w.s.blocks {
		for _, l := range p.lanes() {
			if queues[l.place] == nil {
				queues[l.place] = map[int64]bool{}
			}
			queues[l.place][l.queue] = true
		}
		for _, op := range w.recorded(p) {
			at := p.laneAt(op).place
			recorded[at] = append(recorded[at], op)
		}
	}
	for _, at := range w.s.places {
		w.create(at, recorded[at], slices.Sorted(maps.Keys(queues[at])))
	}
}

// create creates the streams and the events of a place where it begins, and destroys them where it ends.
func (w *writer) create(at *place, recorded []*ir.Op, queues []int64) {
	if len(recorded)+len(queues) == 0 {
		return
	}
	w.setBegin(at)
	w.Loc = w.s.op.Loc()
	w.onDevice(at.device)
	var list []owned
	for _, op := range recorded {
		w.s.events[op] = w.call("mgpuEventCreate", w.pointer())
		list = append(list, w.owned("Event", w.s.events[op]))
	}
	for _, q := range queues {
		stream := w.call("mgpuStreamCreate", w.pointer())
		w.s.streams[lane{at, q}] = stream
		list = append(list, w.owned("Stream", stream))
	}
	for _, end := range w.s.endsOf(at) {
		w.SetBefore(end)
		w.Loc = end.Loc()
		for _, o := range list {
			w.destroy(o)
		}
	}
	w.l.count("streams", len(queues))
	w.l.count("events", len(recorded))
}

// owned is a stream, an event or a graph that is to be destroyed.
type owned struct {
	kind  string // in the names of functions
	value *ir.Value
	owner *ir.Value // an object of the asynchronous runtime that destroys it, if there is one
}

// owned returns what is to be destroyed. Where the host suspends, a scope may end in an error instead of at
// one of its ends: there an object of the asynchronous runtime owns it, which goes with its last reference on
// every path.
func (w *writer) owned(kind string, v *ir.Value) owned {
	o := owned{kind: kind, value: v}
	if w.suspends() {
		o.owner = w.host("inflightGpuOwn"+kind, async.TokenType(w.Ctx), v)
	}
	return o
}

// destroyers are the functions that destroy things, by their kinds.
var destroyers = map[string]string{"Stream": "mgpuStreamDestroy", "Event": "mgpuEventDestroy",
	"Graph": "inflightGpuGraphDestroy"}

func (w *writer) destroy(o owned) {
	if o.owner != nil {
		w.host("inflightGpuRelease", nil, o.owner)
	} else {
		w.call(destroyers[o.kind], nil, o.value)
	}
}

// recorded returns the operations of a block that an event of the scope follows, in order.
func (w *writer) recorded(p *blockPlan) []*ir.Op {
	events := map[*ir.Op]bool{}
	for op, waits := range p.waits {
		for _, u := range waits {
			producer := p.graph.Ops[u]
			switch {
			case p.isJoin(op):
				events[producer] = events[producer] || p.lane[u] != p.laneAt(op)
			case !p.blocks(op):
				events[producer] = true
			case !p.isLast(u, op):
				events[producer] = true
			}
		}
	}
	var list []*ir.Op
	for op := range p.block.Ops() {
		if !w.gives(p, op) && (events[op] || p.gives(op)) {
			list = append(list, op)
		}
	}
	return list
}

// gives reports whether an operation of a block gives out a token that has an event of its own.
func (w *writer) gives(p *blockPlan, op *ir.Op) bool { return w.l.shared[w.s.op] && p.gives(op) }

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
	stream := w.s.streams[p.laneAt(op)]
	if !op.Is(gpu.Wait) || w.gives(p, op) {
		w.onDevice(p.laneAt(op).place.device)
	}
	if !op.Is(gpu.Wait) {
		if err := w.issue(op, stream); err != nil {
			return err
		}
		if p.blocks(op) {
			w.hostWaitsForStream(stream)
		}
	}
	ofNothing := p.isJoin(op) && op.NumOperands() == 0
	switch e := w.s.events[op]; {
	case w.gives(p, op) && ofNothing:
		w.give(op, w.null())
	case w.gives(p, op):
		w.give(op, stream)
	case e != nil && !ofNothing:
		w.call("mgpuEventRecord", nil, e, stream)
	}
	return nil
}

// give makes the token that an operation gives out, of what its stream has come to.
func (w *writer) give(op *ir.Op, stream *ir.Value) {
	w.s.tokens[op] = w.host("inflightGpuToken", async.TokenType(w.Ctx), stream)
	w.l.count("events", 1)
}

// deviceWaits lets the queue of an operation wait for what the operation depends on, where neither the order
// of queues nor an earlier wait does.
func (w *writer) deviceWaits(p *blockPlan, op *ir.Op) {
	stream := w.s.streams[p.laneAt(op)]
	for _, u := range p.waits[op] {
		if p.lane[u] != p.laneAt(op) {
			w.streamWaits(stream, w.after(p.graph.Ops[u]))
		}
	}
	for _, t := range p.outside[op] {
		if !w.isIn(p.laneAt(op), t.DefiningOp()) {
			w.streamWaits(stream, w.cast(t, w.l.form(w.s.op)))
		}
	}
}

// isIn reports whether an operation is in a lane of this scope.
func (w *writer) isIn(l lane, op *ir.Op) bool {
	return op != nil && isDevice(op) && !op.Is(gpu.Wait) && scopeOf(op) == w.s.op && w.l.laneOf(w.s, op) == l
}

// after returns what stands for the completion of an operation: an event, or a token with one of its own.
func (w *writer) after(op *ir.Op) *ir.Value {
	if t := w.s.tokens[op]; t != nil {
		return t
	}
	return w.s.events[op]
}

// hostWaits lets the host wait for what an operation that blocks depends on.
func (w *writer) hostWaits(p *blockPlan, op *ir.Op) {
	for _, u := range p.waits[op] {
		if p.isLast(u, op) {
			w.hostWaitsForStream(w.s.streams[p.lane[u]])
		} else {
			w.hostWaitsFor(w.after(p.graph.Ops[u]))
		}
	}
	for _, t := range p.outside[op] {
		w.hostWaitsFor(w.cast(t, w.l.form(w.s.op)))
	}
}

// streamWaits lets a stream wait for an event, or a token with one of its own.
func (w *writer) streamWaits(stream, event *ir.Value) {
	if async.IsToken(event.Type()) {
		w.host("inflightGpuStreamWaitToken", nil, stream, event)
	} else {
		w.call("mgpuStreamWaitEvent", nil, stream, event)
	}
	w.l.count("waits", 1)
}

// hostWaitsFor lets the host wait for an event, or a token with one of its own.
func (w *writer) hostWaitsFor(event *ir.Value) {
	switch token := async.IsToken(event.Type()); {
	case token && w.suspends():
		w.await("inflightGpuTokenComplete", event)
	case token:
		w.host("inflightGpuTokenSynchronize", nil, event)
	case w.suspends():
		w.await("inflightGpuEventToken", event)
	default:
		w.call("mgpuEventSynchronize", nil, event)
	}
}

func (w *writer) hostWaitsForStream(stream *ir.Value) {
	if w.suspends() {
		w.await("inflightGpuStreamToken", stream)
	} else {
		w.call("mgpuStreamSynchronize", nil, stream)
	}
}

// await awaits the token of the host that a function of the runtime returns.
func (w *writer) await(function string, arg *ir.Value) {
	async.NewAwait(w.Builder, w.host(function, async.TokenType(w.Ctx), arg))
}

// host calls a function of the runtime that takes or returns tokens of the host; result is nil if it returns
// nothing. It is a func.func: the lowering of async gives its type the form that it has there, and references
// are counted.
func (w *writer) host(name string, result ir.Type, args ...*ir.Value) *ir.Value {
	results := []ir.Type{}
	if result != nil {
		results = append(results, result)
	}
	if w.l.tables.Lookup(w.l.module, name) == nil {
		b := ir.AtEnd(w.Ctx, w.l.module.Body())
		b.Loc = w.l.module.Loc()
		fn := function.New(b, name, w.Ctx.Function(typesOf(args), results))
		fn.Region(0).RemoveBlock(fn.Body()) // the runtime defines it
		fn.SetAttr("sym_visibility", w.Ctx.String("private"))
		w.l.tables = ir.NewSymbolTables()
	}
	call := w.Make(function.Call, args, results, ir.NamedAttr{Name: "callee", Value: w.Ctx.SymbolRef(name)})
	if result == nil {
		return nil
	}
	return call.Result(0)
}

func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
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
		case t != nil && w.after(op) != nil:
			t.ReplaceAllUsesWith(w.after(op))
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

func (w *writer) null() *ir.Value { return llvmtypes.Zero(w.Builder, w.pointer()) }

// call calls a function of the runtime; result is nil if it has none. The functions of the runtime know one
// address space: pointers of others are cast to it.
func (w *writer) call(name string, result ir.Type, args ...*ir.Value) *ir.Value {
	for i, v := range args {
		args[i] = w.inSpace(v, w.pointer())
	}
	w.l.symbols.Declare(name, result, typesOf(args)...)
	op := llvmtypes.CallTo(w.Builder, name, result, args...)
	if result == nil {
		return nil
	}
	return op.Result(0)
}

// inSpace casts a pointer to one of another address space, unless it is one of that already. Other values
// stay.
func (w *writer) inSpace(v *ir.Value, pointer ir.Type) *ir.Value {
	if !llvm.IsPointer(v.Type()) || v.Type() == pointer {
		return v
	}
	return llvmtypes.Cast(w.Builder, llvm.AddrSpaceCast, v, pointer)
}

// cast connects a value with its form in LLVM, or the other way round.
func (w *writer) cast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return w.Make(builtin.UnrealizedConversionCast, []*ir.Value{v}, []ir.Type{t}).Result(0)
}
