package device

import "github.com/inflight-compiler/inflight/exec/cuda/protocol"

// Stream is a queue of the device. Operations on it end in order, and the host does not wait for them. It
// exists until the session ends.
//
// A Stream may instead be a graph that is being made, until Run launches it. An operation on it is then a
// node, and only Order tells the nodes that it comes after. Events are then nodes.
type Stream struct {
	device *Device
	handle uint64
	graph  uint64
}

// Event is the moment at which a stream has completed the operations before it. 0 is no event.
type Event uint64

// Order has the events that a stream waits for before an operation, and tells which of the operation's
// moments become events.
type Order struct {
	After      []Event
	Begin, End bool
}

// Moments has the events of an operation, where Order asks for them.
type Moments struct{ Begin, End Event }

// Staging is memory of the host for a copy on a stream. It exists until Collect or Drop.
type Staging uint64

// NewStream makes a stream.
func (d *Device) NewStream() (*Stream, error) {
	answer, _, err := d.ask(&protocol.Request{Do: protocol.Stream}, nil)
	if err != nil {
		return nil, err
	}
	return &Stream{device: d, handle: answer.Handle}, nil
}

// NewGraph makes a graph. Memory cannot be allocated or freed in a graph.
func (d *Device) NewGraph() (*Stream, error) {
	answer, _, err := d.ask(&protocol.Request{Do: protocol.Graph}, nil)
	if err != nil {
		return nil, err
	}
	return &Stream{device: d, graph: answer.Handle}, nil
}

// Run launches a graph on the stream. The graph cannot be used again.
func (s *Stream) Run(graph *Stream, o Order) (Moments, error) {
	_, at, err := s.put(&protocol.Request{Do: protocol.Run, Handle: graph.graph}, nil, o)
	return at, err
}

// put puts the operation of a request on the stream.
func (s *Stream) put(r *protocol.Request, body []byte, o Order) (*protocol.Response, Moments, error) {
	r.Queued = &protocol.Queued{Stream: s.handle, Graph: s.graph, Begin: o.Begin, End: o.End}
	for _, e := range o.After {
		r.Queued.After = append(r.Queued.After, uint64(e))
	}
	var at Moments
	answer, _, err := s.device.ask(r, body)
	if err != nil {
		return nil, at, err
	}
	events := answer.Events
	if o.Begin && len(events) > 0 {
		at.Begin, events = Event(events[0]), events[1:]
	}
	if o.End && len(events) > 0 {
		at.End = Event(events[0])
	}
	return answer, at, nil
}

// Alloc allocates memory of the device for later operations on the stream.
func (s *Stream) Alloc(bytes int64, o Order) (Address, Moments, error) {
	answer, at, err := s.put(&protocol.Request{Do: protocol.Alloc, Bytes: max(bytes, 1)}, nil, o)
	if err != nil {
		return 0, at, err
	}
	return Address(answer.Address), at, nil
}

// Free frees memory from Alloc of a stream, after the earlier operations.
func (s *Stream) Free(a Address, o Order) (Moments, error) {
	_, at, err := s.put(&protocol.Request{Do: protocol.Free, Address: uint64(a)}, nil, o)
	return at, err
}

// Write copies bytes to the device, through memory of the host that the caller must drop.
func (s *Stream) Write(to Address, data []byte, o Order) (Staging, Moments, error) {
	answer, at, err := s.put(&protocol.Request{Do: protocol.Write, Address: uint64(to)}, data, o)
	if err != nil {
		return 0, at, err
	}
	return Staging(answer.Handle), at, nil
}

// Read copies bytes from the device to memory that Collect returns when the copy has ended.
func (s *Stream) Read(from Address, bytes int64, o Order) (Staging, Moments, error) {
	answer, at, err := s.put(&protocol.Request{Do: protocol.Read, Address: uint64(from), Bytes: bytes}, nil,
		o)
	if err != nil {
		return 0, at, err
	}
	return Staging(answer.Handle), at, nil
}

// Copy copies memory on the device.
func (s *Stream) Copy(to, from Address, bytes int64, o Order) (Moments, error) {
	region := protocol.Region{To: uint64(to), From: uint64(from), Bytes: bytes}
	_, at, err := s.put(&protocol.Request{Do: protocol.Copy, Copies: []protocol.Region{region}}, nil, o)
	return at, err
}

// Fill writes a pattern of width bytes, 1, 2 or 4, repeatedly.
func (s *Stream) Fill(to Address, pattern uint32, width int, bytes int64, o Order) (Moments, error) {
	_, at, err := s.put(
		&protocol.Request{Do: protocol.Fill, Address: uint64(to), Pattern: pattern, Width: width,
			Bytes: bytes}, nil, o)
	return at, err
}

// Launch launches a kernel of a module.
func (s *Stream) Launch(m *Module, l Launch, o Order) (Moments, error) {
	_, at, err := s.put(
		&protocol.Request{Do: protocol.Launch, Handle: m.handle, Name: l.Kernel, Grid: l.Grid, Block: l.Block,
			Shared: l.Shared, TensorMaps: l.TensorMaps}, l.Params, o)
	return at, err
}

// Mark returns the event of the end of all operations that were put on the stream so far.
func (s *Stream) Mark() (Event, error) {
	_, at, err := s.put(&protocol.Request{Do: protocol.Mark}, nil, Order{End: true})
	return at.End, err
}

// Await waits for events or, if there are none, for all operations of the device.
func (d *Device) Await(events ...Event) error {
	return d.do(&protocol.Request{Do: protocol.Await, Events: numbers(events)}, nil)
}

// Elapsed returns the milliseconds between the first and the second event, the third and the fourth, and so
// on. All of them must have happened.
func (d *Device) Elapsed(events ...Event) ([]float64, error) {
	return d.times(&protocol.Request{Do: protocol.Elapsed, Events: numbers(events)}, nil)
}

// Collect returns the bytes that were read to memory of the host, and frees that memory.
func (d *Device) Collect(s Staging, bytes int64) ([]byte, error) {
	_, contents, err := d.ask(&protocol.Request{Do: protocol.Collect, Handle: uint64(s), Bytes: bytes}, nil)
	return contents, err
}

// Drop destroys events, and frees memory of the host whose copies have ended.
func (d *Device) Drop(events []Event, memory []Staging) error {
	return d.do(&protocol.Request{Do: protocol.Drop, Events: numbers(events), Handles: numbers(memory)}, nil)
}

func numbers[T ~uint64](list []T) []uint64 {
	out := make([]uint64, len(list))
	for i, x := range list {
		out[i] = uint64(x)
	}
	return out
}
