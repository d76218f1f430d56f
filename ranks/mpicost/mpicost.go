package mpicost

import (
	"fmt"
	"math"

	"github.com/inflight-compiler/inflight/analysis/opcount"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

var codeMachine = diag.Register("mpi-machine", "a machine lacks what a program with MPI needs",
	"Messages between ranks need a machine with an interconnect. The machine eight-h100 has one; "+
		"docs/machines.md says how to describe another one.")

// Model is the costs on a machine.
type Model struct {
	machine  *machine.Machine
	measured *cost.Measured
	used     map[string]bool
	unknown  []*ir.Op
	noted    map[*ir.Op]bool // those in unknown
}

// New returns the costs on a machine with an interconnect. Measured costs may be nil.
func New(m *machine.Machine, measured *cost.Measured) (*Model, error) {
	if m.Interconnect == nil {
		return nil, diag.Errorf(codeMachine, diag.Span{},
			"the machine %s has no interconnect, which carries the messages of ranks", m.Name)
	}
	return &Model{machine: m, measured: measured, used: map[string]bool{}, noted: map[*ir.Op]bool{}}, nil
}

// Machine returns the machine.
func (m *Model) Machine() *machine.Machine { return m.machine }

// Unknown returns the operations that take no time because nothing is known of theirs, in the order in which
// they were asked for.
func (m *Model) Unknown() []*ir.Op { return m.unknown }

// Check returns an error if no measured cost was asked for.
func (m *Model) Check() error {
	if m.measured == nil || len(m.used) > 0 {
		return nil
	}
	return m.measured.Other(
		"the programs execute no operation, call no function and reach no line of these " +
			"names")
}

// measuredAs returns the measured cost of an operation.
func (m *Model) measuredAs(op *ir.Op) (timed.Time, bool) {
	if m.measured == nil {
		return 0, false
	}
	at := op.Span().Place()
	names := []string{fmt.Sprintf("%s:%d", at.Filename, at.Line)}
	if def := op.Def(); def != nil && def.Callee != nil {
		if s := def.Callee(op); s != nil {
			names = append(names, "@"+s.Root)
		}
	}
	for _, name := range append(names, op.Name()) {
		if t, ok := m.measured.Of(name); ok {
			m.used[name] = true
			return t, true
		}
	}
	return 0, false
}

// unknownOp notes an operation of which nothing is known.
func (m *Model) unknownOp(op *ir.Op) timed.Time {
	if !m.noted[op] {
		m.noted[op] = true
		m.unknown = append(m.unknown, op)
	}
	return 0
}

// Op returns how long an operation takes that calls no MPI. The integers are the values that are known.
func (m *Model) Op(module, op *ir.Op, integers func() map[*ir.Value]int64) timed.Time {
	if t, ok := m.measuredAs(op); ok {
		return t
	}
	if ns, ok := m.machine.Costs[op.Name()]; ok {
		return picoseconds(ns)
	}
	if single(op) {
		return 0
	}
	in := opcount.Inputs{Integers: integers()}
	flops, ok := opcount.FLOPsOf(module, op, in)
	bytes, known := opcount.BytesOf(module, op, in)
	if !ok || !known {
		return m.unknownOp(op)
	}
	host := &m.machine.Processors[0]
	seconds := float64(flops) / (host.Float * float64(max(1, host.Lanes)) * float64(max(1, host.Units)))
	if b := m.machine.Memories[0].Bandwidth; b > 0 {
		seconds = max(seconds, float64(bytes)/b)
	}
	return picoseconds(seconds * 1e9)
}

// single reports whether an operation works on single values, or names memory.
func single(op *ir.Op) bool {
	def := op.Def()
	if op.NumRegions() > 0 || def != nil && def.Callee != nil {
		return false
	}
	switch op.Name() {
	case "memref.load", "memref.store", "affine.load", "affine.store", "memref.alloc", "memref.alloca",
		"memref.dealloc":
		return true
	}
	if def != nil && def.View != nil {
		return true
	}
	for _, v := range op.Operands() {
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			return false
		}
	}
	return op.Has(ir.Pure)
}

// Call returns how long a call of MPI takes once all ranks that take part are there, so many of them.
func (m *Model) Call(op *ir.Op, members int) timed.Time {
	if t, ok := m.measuredAs(op); ok {
		return t
	}
	share, buffer := 1.0, 0
	ring := float64(members-1) / float64(max(1, members))
	switch {
	case op.Is(mpi.Send), op.Is(mpi.ISend), op.Is(mpi.Recv), op.Is(mpi.IRecv):
	case op.Is(mpi.AllReduce):
		share = 2 * ring
	case op.Is(mpi.AllGather):
		share, buffer = ring, 1
	case op.Is(mpi.ReduceScatterBlock):
		share = ring
	case op.Is(mpi.Barrier), op.Is(mpi.CommSplit):
		return picoseconds(m.machine.Interconnect.Latency)
	default:
		return 0
	}
	bytes, ok := size(op.Operand(buffer).Type())
	if !ok {
		m.unknownOp(op)
	}
	x := m.machine.Interconnect
	return picoseconds(x.Latency + share*float64(bytes)/x.Bandwidth*1e9)
}

// size returns the number of bytes of memory, if it is known.
func size(t ir.Type) (int64, bool) {
	r, ok := t.(*ir.MemRefType)
	if !ok || !r.Ranked {
		return 0, false
	}
	bytes := opcount.ElementBytes(r.Elem)
	for _, n := range r.Shape {
		if n < 0 || n > 0 && bytes > 1<<50/n {
			return 0, false
		}
		bytes *= n
	}
	return bytes, true
}

// picoseconds converts nanoseconds, up to a bound that sums of costs stay below.
func picoseconds(ns float64) timed.Time {
	const longest = 1 << 55
	if !(ns*1000 < longest) {
		return longest
	}
	return timed.Time(math.Round(ns * 1000))
}
