package cost

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

var codeMachine = diag.Register("hlo-machine", "a machine lacks what a program of XLA needs",
	"Programs of XLA need a processor beside the host and, if they have collective operations, an "+
		"interconnect. "+
		"The machine eight-h100 has both; docs/machines.md says how to describe another one.")

// Engine is what executes an instruction.
type Engine uint8

// The engines. Free is for instructions that only name values.
const (
	Free Engine = iota
	Device
	Host
	Network    // the interconnect
	CopyIn     // from the host to the device
	CopyOut    // from the device to the host
	CopyWithin // within the device
)

// hostSpace is the memory space of pinned memory of the host in layouts.
const hostSpace = 5

// Model says how long instructions take on a machine.
type Model struct {
	machine  *machine.Machine
	device   *machine.Processor
	memory   *machine.Memory
	measured *Measured
	work     map[*hlo.Computation]work
}

// New returns the model of a machine. Measured costs may be nil.
func New(m *machine.Machine, measured *Measured) (*Model, error) {
	if len(m.Processors) < 2 {
		return nil, diag.Errorf(codeMachine, diag.Span{}, "the machine %s has no processor beside its host",
			m.Name)
	}
	model := &Model{machine: m, device: &m.Processors[1], memory: &m.Memories[0], measured: measured,
		work: map[*hlo.Computation]work{}}
	for i := range m.Processors[1:] {
		if p := &m.Processors[1+i]; len(p.Matrix) > 0 {
			model.device = p
			break
		}
	}
	for i := range m.Memories {
		if slices.Contains(m.Memories[i].AllocatedBy, "gpu.alloc") {
			model.memory = &m.Memories[i]
			break
		}
	}
	return model, nil
}

// Machine returns the machine.
func (m *Model) Machine() *machine.Machine { return m.machine }

// Memory returns the memory of the device.
func (m *Model) Memory() *machine.Memory { return m.memory }

// EngineName returns what the machine calls an engine.
func (m *Model) EngineName(e Engine) string {
	switch e {
	case Device:
		return m.device.Name
	case Host:
		return m.machine.Processors[0].Name
	case Network:
		if m.machine.Interconnect != nil {
			return m.machine.Interconnect.Name
		}
		return "interconnect"
	case CopyIn:
		return "copy in"
	case CopyOut:
		return "copy out"
	case CopyWithin:
		return "copy"
	}
	return "none"
}

// names are the instructions that name values and take no time.
var names = map[string]bool{
	"parameter": true, "constant": true, "tuple": true, "get-tuple-element": true, "bitcast": true,
	"after-all": true, "opt-barrier": true, "partition-id": true, "replica-id": true, "domain": true,
	"add-dependency": true, "get-dimension-size": true, "set-dimension-size": true, "while": true,
	"conditional": true, "call": true,
}

// collectives are the operations of several devices.
var collectives = map[string]bool{
	"all-gather": true, "all-reduce": true, "reduce-scatter": true, "all-to-all": true,
	"ragged-all-to-all":    true,
	"collective-broadcast": true, "collective-permute": true, "send": true, "recv": true,
}

// IsCollective reports whether an opcode, that of a start without its ending, is an operation of several
// devices.
func IsCollective(opcode string) bool { return collectives[opcode] }

// Of returns the engine of an instruction that is not asynchronous, and how long it takes there. Loops, calls
// and conditionals take no time themselves.
func (m *Model) Of(in *hlo.Instruction) (Engine, timed.Time, error) {
	engine := Device
	switch {
	case names[in.Opcode]:
		return Free, 0, nil
	case collectives[in.Opcode]:
		return m.collective(in, in.Opcode)
	case in.Opcode == "infeed", in.Opcode == "outfeed":
		engine = Host
	}
	if t, ok := m.measured.cost(in.Name); ok {
		return engine, t, nil
	}
	if engine == Host {
		return Host, picoseconds(m.machine.Processors[0].Start), nil
	}
	if in.Opcode == "copy" {
		if e := copyEngine(in.Shape, operandShape(in, 0)); e != CopyWithin {
			return e, m.transfer(e, in.Shape.Bytes()), nil
		}
	}
	return Device, m.onDevice(m.instruction(in)), nil
}

// Asynchronous returns the engine of the operation that an instruction starts, and how long it takes.
func (m *Model) Asynchronous(start *hlo.Instruction) (Engine, timed.Time, error) {
	op := start.Wrapped()
	done := ""
	if all := start.Dones(); len(all) > 0 {
		done = all[0].Name
	}
	host := start.AsyncThread() == "host"
	switch {
	case start.Attribute("is_host_transfer").Bool():
		e := CopyOut
		if op == "recv" {
			e = CopyIn
		}
		return m.measuredOr(start, done, e, func() (timed.Time, error) {
			return m.transfer(e, payload(start)), nil
		})
	case collectives[op]:
		return m.measuredOr(start, done, Network, func() (timed.Time, error) {
			_, t, err := m.collective(start, op)
			return t, err
		})
	case op == "copy":
		e := copyEngine(start.Shape.At(0), start.Shape.At(1))
		return m.measuredOr(start, done, e, func() (timed.Time, error) {
			return m.transfer(e, start.Shape.At(0).Bytes()), nil
		})
	case host:
		return m.measuredOr(start, done, Host, func() (timed.Time, error) { return m.onHost(start), nil })
	}
	return m.measuredOr(start, done, Device, func() (timed.Time, error) {
		return m.onDevice(m.computation(start.Computation(), start)), nil
	})
}

// measuredOr returns the measured cost of an asynchronous operation, or else a computed one.
func (m *Model) measuredOr(start *hlo.Instruction, done string, e Engine,
	compute func() (timed.Time, error)) (Engine, timed.Time, error) {
	if t, ok := m.measured.latency(start.Name, done); ok {
		return e, t, nil
	}
	t, err := compute()
	return e, t, err
}

// onDevice returns how long the device takes for some work.
func (m *Model) onDevice(w work) timed.Time {
	seconds := w.plain / (m.device.Float * float64(m.device.Lanes) * float64(m.device.Units))
	for element, ops := range w.matrix {
		rate := m.device.Matrix[element]
		if rate == 0 {
			rate = m.device.Float * float64(m.device.Lanes)
		}
		seconds += ops / (rate * float64(m.device.Units))
	}
	if m.memory.Bandwidth > 0 {
		seconds = max(seconds, w.bytes/m.memory.Bandwidth)
	}
	return picoseconds(m.device.Start + seconds*1e9)
}

// onHost returns how long the host takes for a computation.
func (m *Model) onHost(start *hlo.Instruction) timed.Time {
	w, host := m.computation(start.Computation(), start), &m.machine.Processors[0]
	ops := w.plain
	for _, n := range w.matrix {
		ops += n
	}
	seconds := ops / (host.Float * float64(host.Lanes) * float64(host.Units))
	if b := m.machine.Memories[0].Bandwidth; b > 0 {
		seconds = max(seconds, w.bytes/b)
	}
	return picoseconds(host.Start + seconds*1e9)
}

// transfer returns how long a copy between memories takes.
func (m *Model) transfer(e Engine, bytes int64) timed.Time {
	from, to := m.machine.Memories[0].Name, m.memory.Name
	switch e {
	case CopyOut:
		from, to = to, from
	case CopyWithin:
		from = to
	}
	l := m.machine.Link(from, to)
	if l == nil {
		if m.memory.Bandwidth == 0 {
			return 0
		}
		return picoseconds(2 * float64(bytes) / m.memory.Bandwidth * 1e9)
	}
	return picoseconds(l.Latency + float64(bytes)/l.Bandwidth*1e9)
}

// copyEngine returns what copies a value to a place of one shape from one of another.
func copyEngine(to, from *hlo.Shape) Engine {
	switch in, out := from.MemorySpace() == hostSpace, to.MemorySpace() == hostSpace; {
	case in && !out:
		return CopyIn
	case out && !in:
		return CopyOut
	}
	return CopyWithin
}

// collective returns how long a collective operation takes.
func (m *Model) collective(in *hlo.Instruction, op string) (Engine, timed.Time, error) {
	if t, ok := m.measured.cost(in.Name); ok {
		return Network, t, nil
	}
	x := m.machine.Interconnect
	if x == nil {
		return 0, 0, diag.Errorf(codeMachine, in.Span(),
			"%s is an operation of several devices, and the machine %s "+
				"has no interconnect", in, m.machine.Name)
	}
	n, err := m.group(in)
	if err != nil {
		return 0, 0, err
	}
	share := float64(n-1) / float64(n)
	bytes := float64(payload(in))
	switch op {
	case "all-reduce":
		bytes *= 2 * share
	case "all-gather", "reduce-scatter", "all-to-all", "ragged-all-to-all":
		bytes *= share
	}
	return Network, picoseconds(x.Latency + bytes/x.Bandwidth*1e9), nil
}

// group returns how many devices take part in a collective operation together.
func (m *Model) group(in *hlo.Instruction) (int64, error) {
	if c := in.Computation(); c != nil && c.Root != nil {
		in = c.Root
	}
	if n, d := in.GroupSize(); d != nil {
		return 0, d
	} else if n > 0 {
		return n, nil
	}
	module := in.Parent.Module
	replicas, some := module.Replicas()
	partitions, more := module.Partitions()
	if some || more {
		return max(1, replicas) * max(1, partitions), nil
	}
	return int64(m.machine.Interconnect.Devices), nil
}

// picoseconds converts nanoseconds, up to a bound that sums of costs stay below.
func picoseconds(ns float64) timed.Time {
	const longest = 1 << 55
	if ns*1000 > longest {
		return longest
	}
	return timed.Time(math.Round(ns * 1000))
}
