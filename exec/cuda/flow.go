package cuda

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timeline"
)

// flow puts operations on the queues of the device, and waits for them on behalf of the host. It adds a wait
// between two queues only if neither the order of a queue nor an earlier wait implies it.
type flow struct {
	device  *device.Device
	plan    *plan
	streams []*device.Stream
	last    []clock   // by queue: the operations that have ended when its last operation has
	host    clock     // the operations that the host knows to have ended
	open    []*ticket // operations that the host does not know to have ended, in the order of issue
	origin  device.Event
	all     bool // whether every operation is measured, not only launches
	used    config.Queues
	// receives each measured operation, with its times in milliseconds since the origin
	ended  func(t *ticket, begin, end float64)
	graphs *graphs // nil if operations go to streams
	// graphEnded is the same as ended for graphs.
	graphEnded func(number int64, begin, end float64)
}

func newFlow(d *device.Device, p *plan) *flow {
	n := len(p.numbers)
	return &flow{device: d, plan: p, streams: make([]*device.Stream, n), last: make([]clock, n),
		host: make(clock, n)}
}

// stream returns the stream of a queue.
func (f *flow) stream(queue int) (s *device.Stream, err error) {
	if f.streams[queue] == nil {
		if f.streams[queue], err = f.device.NewStream(); err != nil {
			return nil, err
		}
		f.used.Streams++
	}
	return f.streams[queue], nil
}

// issue puts an operation on its queue, after the operations in after.
func (f *flow) issue(op *ir.Op, after []*ticket,
	put func(*device.Stream, device.Order) (device.Moments, error)) (*ticket, error) {
	if f.graphs != nil {
		return f.graphs.issue(op, after, put)
	}
	t := &ticket{op: op, queue: f.plan.queue[op]}
	s, err := f.stream(t.queue)
	if err != nil {
		return nil, err
	}
	known := f.host.with(f.last[t.queue])
	var order device.Order
	for _, u := range missing(known, after) {
		e, err := f.event(u)
		if err != nil {
			return nil, err
		}
		known = known.with(u.ended)
		order.After = append(order.After, e)
		f.used.Waits++
	}
	t.timed = f.all || op.Is(gpu.LaunchFunc)
	order.Begin, order.End = t.timed, t.timed || f.plan.awaited[op]
	if t.at, err = put(s, order); err != nil {
		return nil, err
	}
	if f.origin == 0 {
		f.origin = t.at.Begin
	}
	if f.plan.awaited[op] {
		f.used.Events++
	}
	f.used.Operations++
	t.number = 1
	if t.queue < len(f.last[t.queue]) {
		t.number += f.last[t.queue][t.queue]
	}
	t.ended = known.upTo(t.queue, t.number)
	f.last[t.queue] = t.ended
	f.open = append(f.open, t)
	return t, nil
}

// event returns the event of an operation's end. If the operation has none, because no wait for it was known,
// the event is that of all operations on the queue so far.
func (f *flow) event(t *ticket) (device.Event, error) {
	var err error
	if t.at.End == 0 {
		t.at.End, err = f.streams[t.queue].Mark()
		f.used.Events++
	}
	return t.at.End, err
}

// wait blocks the host until the operations in after have ended.
func (f *flow) wait(after []*ticket) error {
	if f.graphs != nil {
		return f.graphs.wait(after)
	}
	list := missing(f.host, after)
	if len(list) == 0 {
		return nil
	}
	var events []device.Event
	for _, t := range list {
		e, err := f.event(t)
		if err != nil {
			return err
		}
		events = append(events, e)
	}
	f.used.HostWaits += len(list)
	if err := f.device.Await(events...); err != nil {
		return f.suspects(err)
	}
	for _, t := range list {
		f.host = f.host.with(t.ended)
	}
	return f.settle()
}

// drain blocks the host until all operations have ended.
func (f *flow) drain() error {
	if f.graphs != nil {
		return f.graphs.drain()
	}
	if len(f.open) == 0 {
		return nil
	}
	if err := f.device.Await(); err != nil {
		return f.suspects(err)
	}
	for _, c := range f.last {
		f.host = f.host.with(c)
	}
	return f.settle()
}

// settle gives the host the results of ended copies, and frees the resources of ended operations.
func (f *flow) settle() error {
	var events []device.Event
	var memory []device.Staging
	for _, t := range f.open {
		if !f.host.has(t) {
			continue
		}
		if err := f.finish(t); err != nil {
			return err
		}
		for _, e := range []device.Event{t.at.Begin, t.at.End} {
			if e != 0 && e != f.origin {
				events = append(events, e)
			}
		}
		if t.arrived == nil && t.staging != 0 {
			memory = append(memory, t.staging)
		}
	}
	f.open = slices.DeleteFunc(f.open, f.host.has)
	return f.device.Drop(events, memory)
}

// finish gives the host the result of an operation, and records its times.
func (f *flow) finish(t *ticket) error {
	if t.arrived != nil {
		contents, err := f.device.Collect(t.staging, t.bytes)
		if err != nil {
			return err
		}
		t.arrived(contents)
	}
	if !t.timed {
		return nil
	}
	times, err := f.device.Elapsed(f.origin, t.at.Begin, f.origin, t.at.End)
	if err == nil && len(times) == 2 {
		f.ended(t, times[0], times[1])
	}
	return err
}

// suspects adds notes to the error of a wait, about the kernels that may have failed: the device does not
// tell which one.
func (f *flow) suspects(err error) error {
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok {
		return err
	}
	for _, t := range f.open {
		if len(d.Notes) < 3 && t.op.Is(gpu.LaunchFunc) {
			d.Note(t.op.Span(), "this kernel was not known to have ended")
		}
	}
	return d
}

// close waits for all operations and destroys the queues and events.
func (f *flow) close() error {
	err := f.drain()
	if err == nil && f.origin != 0 {
		err = f.device.Drop([]device.Event{f.origin}, nil)
	}
	return err
}

// draw adds an operation to a timeline, in microseconds.
func (f *flow) draw(tl *timeline.Timeline, t *ticket, begin, end float64) {
	f.drawOn(tl, fmt.Sprintf("queue %d", f.plan.numbers[t.queue]), label(t.op), begin, end)
}

func (f *flow) drawOn(tl *timeline.Timeline, lane, label string, begin, end float64) {
	micros := func(ms float64) int64 { return int64(ms * float64(time.Millisecond/time.Microsecond)) }
	tl.Add(timeline.Event{Lane: lane, Label: label, Iteration: -1, Start: micros(begin), End: micros(end),
		Kind: timeline.Async})
}

// label returns the text for an operation in a timeline.
func label(op *ir.Op) string {
	if op.Is(gpu.LaunchFunc) {
		kernel := op.Attr("kernel").(*ir.SymbolRefAttr)
		return "@" + kernel.Nested[len(kernel.Nested)-1]
	}
	return op.Name()
}
