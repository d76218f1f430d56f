package cuda

import (
	"context"
	"slices"
	"unsafe"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// resident is memory that the program has allocated on the device.
type resident struct {
	at     device.Address
	bytes  int64
	queued bool // whether a stream has allocated it
}

// Do implements sim.Executor. The tickets of the simulator are lists of tickets here: a join has several, and
// an ended operation has none.
func (r *run) Do(_ context.Context, o *sim.Operation) (sim.Ticket, error) {
	var after []*ticket
	for _, t := range o.After {
		after = append(after, t.([]*ticket)...)
	}
	if isJoin(o.Op) && o.Async {
		return after, nil
	}
	d, err := r.program.decode(o)
	if err != nil {
		return nil, err
	}
	list, err := r.do(d, after)
	if err == nil && !o.Async {
		err = r.flow.wait(append(list, after...))
	}
	return list, err
}

// do issues an operation. If the host takes part in the operation, it is executed at once.
func (r *run) do(o *operation, after []*ticket) ([]*ticket, error) {
	switch {
	case o.launch != nil:
		return r.launched(o, after)
	case o.Op.Is(gpu.Alloc):
		return r.alloc(o, after)
	case o.Op.Is(gpu.Dealloc):
		return r.dealloc(o, after)
	case o.source != nil:
		return r.copy(o, after)
	case o.memory != nil:
		return r.set(o, after)
	}
	return nil, nil
}

// one returns a list of one ticket.
func one(t *ticket, err error) ([]*ticket, error) {
	if err != nil {
		return nil, err
	}
	return []*ticket{t}, nil
}

func (r *run) alloc(o *operation, after []*ticket) (list []*ticket, err error) {
	m := &resident{bytes: int64(len(o.memory.Memory)), queued: o.Async && r.flow.graphs == nil}
	r.resident[unsafe.SliceData(o.memory.Memory)] = m
	if !m.queued {
		m.at, err = r.take(m.bytes)
		return after, err
	}
	return one(r.flow.issue(o.Op, after,
		func(s *device.Stream, order device.Order) (at device.Moments, err error) {
			m.at, at, err = s.Alloc(m.bytes, order)
			return at, err
		}))
}

func (r *run) dealloc(o *operation, after []*ticket) ([]*ticket, error) {
	key := unsafe.SliceData(o.memory.Memory)
	m := r.resident[key]
	if m != nil && r.flow.graphs != nil {
		delete(r.resident, key)
		r.flow.graphs.release(m.bytes, m.at)
		return after, nil
	}
	if m == nil || !m.queued {
		if err := r.flow.wait(after); err != nil || m == nil {
			return nil, err
		}
		delete(r.resident, key)
		r.give(m.bytes, m.at)
		return nil, nil
	}
	delete(r.resident, key)
	return one(r.flow.issue(o.Op, after, func(s *device.Stream, order device.Order) (device.Moments, error) {
		return s.Free(m.at, order)
	}))
}

// set writes a value to all elements of memory.
func (r *run) set(o *operation, after []*ticket) ([]*ticket, error) {
	to := o.memory
	v, whole := viewOf(to)
	if !to.Away || !whole {
		return nil, r.byHost(after, to, nil, func(c *value.Buffer, _ *value.Buffer) { setAll(c, o.value) })
	}
	at := r.address(to) + device.Address(v.start)
	if v.element > 4 {
		contents := value.Buffer{Type: to.Buffer.Type, Shape: []int64{v.bytes / v.element},
			Strides: []int64{1}, Data: make([]byte, v.bytes)}
		setAll(&contents, o.value)
		return r.write(o, after, at, contents.Data)
	}
	return one(r.flow.issue(o.Op, after, func(s *device.Stream, order device.Order) (device.Moments, error) {
		return s.Fill(at, uint32(o.value), int(v.element), v.bytes, order)
	}))
}

// copy copies memory of the host or of the device.
func (r *run) copy(o *operation, after []*ticket) ([]*ticket, error) {
	to, from := o.memory, o.source
	target, whole := viewOf(to)
	source, all := viewOf(from)
	switch {
	case to.Away && from.Away && whole && all:
		return one(r.flow.issue(o.Op, after,
			func(s *device.Stream, order device.Order) (device.Moments, error) {
				return s.Copy(r.address(to)+device.Address(target.start),
					r.address(from)+device.Address(source.start), source.bytes, order)
			}))
	case to.Away && !from.Away && whole:
		if err := r.arrive(from.Memory); err != nil {
			return nil, err
		}
		return r.write(o, after, r.address(to)+device.Address(target.start), gather(from.Buffer))
	case !to.Away && from.Away:
		return r.read(o, after, source)
	}
	return nil, r.byHost(after, to, from, copyAll)
}

// write issues a copy of bytes to the device.
func (r *run) write(o *operation, after []*ticket, to device.Address, contents []byte) ([]*ticket, error) {
	var memory device.Staging
	t, err := r.flow.issue(o.Op, after,
		func(s *device.Stream, order device.Order) (at device.Moments, err error) {
			memory, at, err = s.Write(to, contents, order)
			return at, err
		})
	if err == nil {
		t.staging = memory
	}
	return one(t, err)
}

// read issues a copy of the bytes of a view of the device's memory. They arrive at the host when the host has
// waited.
func (r *run) read(o *operation, after []*ticket, source view) ([]*ticket, error) {
	to, from := o.memory, *o.source.Buffer
	var memory device.Staging
	t, err := r.flow.issue(o.Op, after,
		func(s *device.Stream, order device.Order) (at device.Moments, err error) {
			memory, at, err = s.Read(r.address(o.source)+device.Address(source.start), source.bytes, order)
			return at, err
		})
	if err != nil {
		return nil, err
	}
	t.staging, t.bytes, t.into = memory, source.bytes, unsafe.SliceData(to.Memory)
	t.arrived = func(contents []byte) {
		from.Data, from.Offset = contents, from.Offset-source.start/source.element
		copyAll(to.Buffer, &from)
	}
	return one(t, nil)
}

// arrive waits for copies to memory of the host.
func (r *run) arrive(memory []byte) error {
	var list []*ticket
	for _, t := range r.flow.open {
		if t.arrived != nil && t.into == unsafe.SliceData(memory) {
			list = append(list, t)
		}
	}
	return r.flow.wait(list)
}

// byHost executes an operation on the host, with the contents of the device's memory, and copies the result
// back. It serves strides that the device does not support, and memory of the host. All other operations have
// ended before.
func (r *run) byHost(after []*ticket, to, from *sim.Argument, do func(to, from *value.Buffer)) error {
	if err := r.flow.wait(after); err != nil {
		return err
	}
	if to.Away || from != nil && from.Away {
		if err := r.flow.drain(); err != nil {
			return err
		}
	}
	here, err := r.fetch(to)
	if err != nil {
		return err
	}
	var source *value.Buffer
	if from != nil {
		if source, err = r.fetch(from); err != nil {
			return err
		}
	}
	do(here, source)
	if !to.Away {
		return nil
	}
	return r.device.Write(r.address(to), here.Data)
}

// fetch returns memory with its contents. Memory of the host is returned itself.
func (r *run) fetch(a *sim.Argument) (*value.Buffer, error) {
	if !a.Away {
		return a.Buffer, r.arrive(a.Memory)
	}
	b := *a.Buffer
	b.Data = make([]byte, len(a.Memory)-int(a.Origin))
	return &b, r.device.Read(r.address(a), b.Data)
}

// address returns the device address at which a view's data begins.
func (r *run) address(a *sim.Argument) device.Address {
	return r.resident[unsafe.SliceData(a.Memory)].at + device.Address(a.Origin)
}

// view is the range of bytes that a memref covers, from the first byte of its data.
type view struct{ start, bytes, element int64 }

// viewOf returns the range of a memref, and whether its elements fill that range in their order.
func viewOf(a *sim.Argument) (v view, whole bool) {
	b := a.Buffer
	v.element = value.ElementSize(b.Type.Elem)
	first, last := b.Offset, b.Offset
	for d, n := range b.Shape {
		if n == 0 {
			return view{element: v.element}, true
		}
		first, last = first+min(0, (n-1)*b.Strides[d]), last+max(0, (n-1)*b.Strides[d])
	}
	v.start, v.bytes = first*v.element, (last-first+1)*v.element
	return v, isRowMajor(b)
}

// isRowMajor reports whether the elements are consecutive, in row-major order.
func isRowMajor(b *value.Buffer) bool {
	next := int64(1)
	for d, n := range slices.Backward(b.Shape) {
		if n > 1 && b.Strides[d] != next {
			return false
		}
		next *= n
	}
	return true
}

// gather returns the elements of memory of the host, in row-major order.
func gather(b *value.Buffer) []byte {
	size := value.ElementSize(b.Type.Elem)
	if isRowMajor(b) {
		start := b.Offset * size
		return b.Data[start : start+b.Len()*size]
	}
	var out []byte
	eachElement(b, func(at []byte) { out = append(out, at...) })
	return out
}

// copyAll copies all elements.
func copyAll(to, from *value.Buffer) {
	if isRowMajor(to) {
		copy(gather(to), gather(from))
		return
	}
	var elements [][]byte
	eachElement(from, func(at []byte) { elements = append(elements, at) })
	held := slices.Concat(elements...)
	eachElement(to, func(at []byte) { held = held[copy(at, held):] })
}

// setAll writes a value to all elements.
func setAll(b *value.Buffer, bits uint64) {
	b.Each(func(index []int64) bool {
		b.Set(bits, index...)
		return true
	})
}

// eachElement visits the bytes of the elements in row-major order.
func eachElement(b *value.Buffer, visit func(at []byte)) {
	size := value.ElementSize(b.Type.Elem)
	b.Each(func(index []int64) bool {
		at := b.Offset
		for d, i := range index {
			at += i * b.Strides[d]
		}
		visit(b.Data[at*size : (at+1)*size])
		return true
	})
}
