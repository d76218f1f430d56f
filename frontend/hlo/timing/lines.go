package timing

import (
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timed"
)

// lines are the streams and the engines of an execution, and what was executed on them.
type lines struct {
	streams  []line // the first one is for computations
	engines  []line
	byStream map[string]int
	byEngine map[string]int
	records  bool // whether graph and result have the operations
	count    int32
	graph    *timed.Graph
	result   *timed.Result
}

// line is a stream or an engine: when it is free, and the last operation on it, timed.None at the beginning.
type line struct {
	free timed.Time
	last int32
	why  timed.Kind // why what comes next waits for last
	busy timed.Time
}

func newLines(device string) lines {
	l := lines{byStream: map[string]int{}, byEngine: map[string]int{}, graph: &timed.Graph{},
		result: &timed.Result{}}
	l.stream("compute")
	l.engine(device)
	return l
}

// compute returns the stream of computations.
func (l *lines) compute() *line { return &l.streams[0] }

// stream returns the number of the stream with a name.
func (l *lines) stream(name string) int {
	i, ok := l.byStream[name]
	if !ok {
		i = len(l.streams)
		l.byStream[name] = i
		l.streams = append(l.streams, line{last: timed.None, why: timed.QueueOrder})
		l.graph.Queues = append(l.graph.Queues, timed.Queue{Name: name, Order: ir.InOrder})
	}
	return i
}

// engine returns the number of the engine with a name.
func (l *lines) engine(name string) int {
	i, ok := l.byEngine[name]
	if !ok {
		i = len(l.engines)
		l.byEngine[name] = i
		l.engines = append(l.engines, line{last: timed.None, why: timed.EngineBusy})
		l.graph.Engines = append(l.graph.Engines, timed.Engine{Name: name, Units: 1})
	}
	return i
}

// execute begins an operation when a stream and an engine are free and what it comes after has ended. It
// returns the number of the operation and its end.
func (l *lines) execute(in *hlo.Instruction, stream, engine int, takes timed.Time, after line) (int32,
	timed.Time) {
	cause := after
	for _, x := range []line{l.streams[stream], l.engines[engine]} {
		if x.last != timed.None && (cause.last == timed.None || x.free > cause.free) {
			cause = x
		}
	}
	begin := cause.free
	end := begin + takes
	op := l.record(timed.Op{Label: in.String(), Place: in.Span(), Queue: int32(stream),
		Choices: []timed.Choice{{Engine: int32(engine), Duration: takes}}}, begin, end, int32(engine), cause)
	s, e := &l.streams[stream], &l.engines[engine]
	s.free, s.last, s.why = end, op, timed.QueueOrder
	e.free, e.last = end, op
	e.busy += takes
	return op, end
}

// record adds an operation to the graph and the result, and returns its number.
func (l *lines) record(op timed.Op, begin, end timed.Time, engine int32, cause line) int32 {
	l.count++
	if !l.records {
		return l.count - 1
	}
	r := l.result
	l.graph.Ops = append(l.graph.Ops, op)
	r.Start, r.End, r.Engine = append(r.Start, begin), append(r.End, end), append(r.Engine, engine)
	r.Path = append(r.Path, timed.Step{Op: l.count - 1, Cause: timed.Cause{Kind: cause.why, By: cause.last}})
	return l.count - 1
}

// reserve makes room for the records of n operations.
func (l *lines) reserve(n int) {
	r := l.result
	l.graph.Ops, r.Path = slices.Grow(l.graph.Ops, n), slices.Grow(r.Path, n)
	r.Start, r.End, r.Engine = slices.Grow(r.Start, n), slices.Grow(r.End, n), slices.Grow(r.Engine, n)
}

// end returns when everything has ended, and the operation that ends last.
func (l *lines) end() (timed.Time, int32) {
	end, last := timed.Time(0), timed.None
	for _, x := range slices.Concat(l.streams, l.engines) {
		if x.last != timed.None && (last == timed.None || x.free > end) {
			end, last = x.free, x.last
		}
	}
	return end, last
}

// finish completes the result: of the steps of all operations it leaves those of the critical path.
func (l *lines) finish(makespan timed.Time, last int32) {
	steps := l.result.Path
	l.result.Path = nil
	for ; last != timed.None; last = steps[last].By {
		l.result.Path = append(l.result.Path, steps[last])
	}
	slices.Reverse(l.result.Path)
	l.result.Makespan = makespan
	for _, e := range l.engines {
		l.result.Busy = append(l.result.Busy, e.busy)
	}
}
