package findfifostalls

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// network is what a device executes: processes, and what they share.
type network struct {
	run       *pass.Run
	device    *ir.Op
	fifos     map[string]*fifo
	order     []*fifo
	locks     map[*ir.Op]*lock
	lockOrder []*ir.Op
	streams   []*stream
	processes []*process
	numbers   int  // of a state
	choices   bool // several processes can use a lock in some state
}

// fifo is an object FIFO. Its sides are the producer and the consumers, in the order of its operands. In a
// state it has two numbers for each side: elements acquired so far, and elements released so far.
type fifo struct {
	op     *ir.Op
	at     int // of its first number in a state
	depths []int64
	active []bool // sides with a core or a link
	by     []*process
}

func (f *fifo) got(side int) int   { return f.at + 2*side }
func (f *fifo) given(side int) int { return f.at + 2*side + 1 }

// lock is a lock. In a state it has its value, and whether something holds it if it is binary.
type lock struct {
	op                  *ir.Op
	at                  int
	binary, equal       bool // set, not counted; waited for by its value
	acquirers, releases []*process
}

func (l *lock) value() int { return l.at }
func (l *lock) held() int  { return l.at + 1 }

// foreign reports whether a lock is used by one process alone, and only in one way: something that is not in
// the device, such as the host, does the rest.
func (l *lock) foreign() bool {
	return len(l.acquirers) == 0 || len(l.releases) == 0 && len(l.acquirers) == 1
}

// contested reports whether the order in which processes use the lock matters.
func (l *lock) contested() bool {
	if l.equal || l.binary {
		return len(union(l.acquirers, l.releases)) > 1
	}
	return len(l.acquirers) > 1
}

func union(a, b []*process) []*process {
	all := append([]*process(nil), a...)
	for _, p := range b {
		all = include(all, p)
	}
	return all
}

func include(list []*process, p *process) []*process {
	for _, q := range list {
		if q == p {
			return list
		}
	}
	return append(list, p)
}

// stream is what one port sends. Side 0 sends, and each other side receives everything. In a state it has for
// each side how many bytes of its transfer are still to be moved.
type stream struct {
	at    int
	ports []aie.Port
	by    []*process // nil for a side without a program, which gives and takes what the others need
}

func (s *stream) pending(side int) int { return s.at + side }

// move moves what all sides are ready to move.
func (s *stream) move(n []int64) {
	least := int64(-1)
	for i, p := range s.by {
		if p == nil {
			continue
		}
		if s.by[0] == nil {
			n[s.pending(i)] = 0 // of a source that has everything
		} else if least < 0 || n[s.pending(i)] < least {
			least = n[s.pending(i)]
		}
	}
	for i, p := range s.by {
		if p != nil && least > 0 {
			n[s.pending(i)] -= least
		}
	}
}

// newNetwork returns the network of a device.
func newNetwork(r *pass.Run, device *ir.Op) (*network, *diag.Diagnostic) {
	n := &network{run: r, device: device, fifos: map[string]*fifo{}, locks: map[*ir.Op]*lock{}}
	var flows []*ir.Op
	for op := range device.Body().Ops() {
		switch {
		case op.Is(aie.FIFO):
			sides := op.NumOperands()
			f := &fifo{op, n.reserve(2 * sides), aie.Depths(op), make([]bool, sides), make([]*process, sides)}
			n.fifos[op.SymbolName()] = f
			n.order = append(n.order, f)
		case op.Is(aie.Lock):
			n.locks[op] = &lock{op: op, at: n.reserve(2), binary: aie.Binary(device)}
			n.lockOrder = append(n.lockOrder, op)
		case op.Is(aie.Flow):
			flows = append(flows, op)
		}
	}
	if d := n.connect(flows); d != nil {
		return nil, d
	}
	return n, n.programs()
}

func (n *network) reserve(count int) int {
	at := n.numbers
	n.numbers += count
	return at
}

// connect makes the streams of flows.
func (n *network) connect(flows []*ir.Op) *diag.Diagnostic {
	from, to := map[aie.Port]*stream{}, map[aie.Port]*ir.Op{}
	for _, op := range flows {
		source, dest := aie.Ends(op)
		if other := to[dest]; other != nil {
			return op.Errorf(codeUnknown, "two flows end at one port").Note(other.Span(), "the other one").
				Suggest("give each flow a port of its own")
		}
		to[dest] = op
		s := from[source]
		if s == nil {
			s = &stream{ports: []aie.Port{source}}
			from[source] = s
			n.streams = append(n.streams, s)
		}
		s.ports = append(s.ports, dest)
	}
	for _, s := range n.streams {
		s.at, s.by = n.reserve(len(s.ports)), make([]*process, len(s.ports))
	}
	return nil
}

// port returns the stream of a port, and the side that the port is; nil if no flow is there.
func (n *network) port(p aie.Port, sends bool) (*stream, int) {
	for _, s := range n.streams {
		for side, q := range s.ports {
			if p == q && sends == (side == 0) {
				return s, side
			}
		}
	}
	return nil, 0
}

// programs makes the processes of a device, and records what they use.
func (n *network) programs() *diag.Diagnostic {
	for op := range n.device.Body().Ops() {
		var made []*process
		var d *diag.Diagnostic
		switch {
		case op.Is(aie.Core):
			made, d = n.core(op)
		case op.Is(aie.Link):
			made = n.link(op)
		case aie.IsDMAProgram(op):
			made, d = n.engine(op)
		}
		if d != nil {
			return d
		}
		n.processes = append(n.processes, made...)
	}
	for i, p := range n.processes {
		p.number = i
		for _, s := range p.sites {
			n.record(p, s)
		}
	}
	return nil
}

// record marks what a step uses as used by a process.
func (n *network) record(p *process, s step) {
	switch {
	case s.fifo != nil:
		s.fifo.active[s.side] = true
		if p.kind == core {
			s.fifo.by[s.side] = p
		}
	case s.lock != nil && s.acquire:
		s.lock.acquirers = include(s.lock.acquirers, p)
		s.lock.equal = s.lock.equal || s.equal
	case s.lock != nil:
		s.lock.releases = include(s.lock.releases, p)
	case s.stream != nil:
		s.stream.by[s.side] = p
	}
}

// tileOf returns the column and the row of a tile.
func tileOf(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && op.Is(aie.Tile) {
		col, _ := op.IntAttr("col")
		row, _ := op.IntAttr("row")
		return fmt.Sprintf("(%d, %d)", col, row)
	}
	return "of no known place"
}

// title names a lock in messages.
func (l *lock) title() string {
	tile := " of tile " + tileOf(l.op.Operand(0))
	if name := l.op.StringAttr("sym_name"); name != "" {
		return "lock @" + name + tile
	}
	if id, ok := l.op.IntAttr("lockID"); ok {
		return fmt.Sprintf("lock %d", id) + tile
	}
	return "a lock" + tile
}

// capacity returns how many elements are between the producer and a consumer. If each tile has a depth of its
// own, each has elements of its own.
func (f *fifo) capacity(side int) int64 {
	if _, each := f.op.Attr("elemNumber").(*ir.ArrayAttr); each {
		return f.depths[0] + f.depths[side]
	}
	return f.depths[0]
}
