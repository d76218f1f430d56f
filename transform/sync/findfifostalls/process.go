package findfifostalls

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// step is an acquire or a release, a part of a transfer, or the beginning of an iteration of an endless loop.
type step struct {
	op       *ir.Op
	fifo     *fifo
	lock     *lock
	stream   *stream
	side     int
	acquire  bool // of a transfer: that it is complete
	equal    bool // waits for the value n
	n        int64
	restarts bool
	done     bool // a transfer is complete
}

// Bounds of what is executed.
const (
	endless   = 1 << 20 // iterations from which on a loop counts as one that never ends
	mostSteps = 1 << 22 // of a process
)

type kind uint8

const (
	core kind = iota
	link
	engine
)

// process is what a core, a link or a channel of a DMA engine does to what it shares with others.
type process struct {
	title  string // "tile (0, 2)"
	kind   kind
	number int
	moved  int     // of a DMA channel: the number of a state that says whether it has completed a transfer
	sites  []step  // the different steps
	trace  []int32 // the steps in order, as numbers of sites
	back   int     // the place in trace where it goes on behind the last step; -1 if it ends there
}

// next returns the place behind a place of the process, len(trace) if it ends.
func (p *process) next(at int32) int32 {
	if at++; int(at) == len(p.trace) && p.back >= 0 {
		return int32(p.back)
	}
	return at
}

func (p *process) ended(at int32) bool { return int(at) == len(p.trace) }

func (p *process) step(at int32) step { return p.sites[p.trace[at]] }

// recorder makes a process.
type recorder struct {
	*process
	n    *network
	core *ir.Op
	site map[site]int32
	err  *diag.Diagnostic
	over bool // an endless loop has begun
}

// site identifies a step among those of a process.
type site struct {
	op                *ir.Op
	stream            *stream
	fifo              *fifo
	acquire, restarts bool
}

func (n *network) recorder(title string, k kind) *recorder {
	return &recorder{process: &process{title: title, kind: k, back: -1}, n: n, site: map[site]int32{}}
}

// add records a step, and reports whether the process goes on.
func (r *recorder) add(s step) bool {
	if len(r.trace) == mostSteps {
		r.err = s.op.Errorf(codeUnknown, "%s executes more than %d steps", r.title, mostSteps).
			Suggest("judge a smaller size of the program")
		return false
	}
	key := site{s.op, s.stream, s.fifo, s.acquire, s.restarts}
	at, known := r.site[key]
	if !known {
		at = int32(len(r.sites))
		r.site[key], r.sites = at, append(r.sites, s)
	}
	r.trace = append(r.trace, at)
	return true
}

// repeat makes the process go on at a place of the trace for ever.
func (r *recorder) repeat(at int) bool {
	r.back, r.over = at, true
	return false
}

// core makes the process of a core.
func (n *network) core(op *ir.Op) ([]*process, *diag.Diagnostic) {
	r := n.recorder("tile "+tileOf(op.Operand(0)), core)
	r.core = op
	r.follow(op.Region(0).Entry(), (*recorder).branch)
	return []*process{r.process}, r.err
}

// engine makes the processes of the channels of a DMA engine.
func (n *network) engine(op *ir.Op) (made []*process, d *diag.Diagnostic) {
	seen := map[*ir.Block]bool{}
	for b := op.Region(0).Entry(); b != nil && !seen[b]; {
		seen[b] = true
		start := b.Terminator()
		if start == nil || !start.Is(aie.DMAStart) {
			break
		}
		r := n.recorder(channelTitle(op, start), engine)
		r.moved = n.reserve(1)
		for i := int64(0); i < aie.Repeats(start) && !r.over && r.err == nil; i++ {
			if i == endless {
				r.repeat(0)
				break
			}
			r.core = start
			r.follow(start.Successor(0), (*recorder).chain)
		}
		if r.err != nil {
			return nil, r.err
		}
		made = append(made, r.process)
		b = start.Successor(1)
	}
	return made, nil
}

func channelTitle(program, start *ir.Op) string {
	direction := "S2MM"
	if aie.Sends(start) {
		direction = "MM2S"
	}
	return fmt.Sprintf("DMA channel %s %d of tile %s", direction, aie.Channel(start),
		tileOf(program.Operand(0)))
}

// follow executes blocks from one on. The function next returns the block behind a block, nil if there is
// none.
func (r *recorder) follow(b *ir.Block, next func(*recorder, *ir.Block) *ir.Block) {
	begun := map[*ir.Block]int{}
	for b != nil {
		if at, again := begun[b]; again {
			r.repeat(at)
			return
		}
		begun[b] = len(r.trace)
		if to := next(r, b); to != nil || r.err != nil {
			if first := b.First(); first == nil || !r.add(step{op: first, restarts: true}) {
				return
			}
		}
		if r.err != nil || !r.block(b) {
			return
		}
		b = next(r, b)
	}
}

// chain returns the descriptor behind one.
func (r *recorder) chain(b *ir.Block) *ir.Block {
	if end := b.Terminator(); end != nil && end.Is(aie.NextBD) {
		return end.Successor(0)
	}
	return nil
}

// branch returns the block of a core behind one.
func (r *recorder) branch(b *ir.Block) *ir.Block {
	end := b.Terminator()
	switch {
	case end == nil || end.NumSuccessors() == 0:
		return nil
	case end.Is(cf.Br):
		return end.Successor(0)
	case end.Is(cf.CondBr):
		if v, ok := ir.ConstInt(end.Operand(0)); ok {
			return end.Successor(map[bool]int{true: 0, false: 1}[v != 0])
		}
	}
	r.fail(end, "where a core goes on is not known")
	return nil
}

// link makes the process of a link: it passes one element of each FIFO on, for ever.
func (n *network) link(op *ir.Op) []*process {
	r := n.recorder("the link", link)
	r.add(step{op: op, restarts: true})
	for _, acquire := range []bool{true, false} {
		for i, attr := range []string{"fifoIns", "fifoOuts"} {
			for _, name := range aie.Names(op, attr) {
				r.add(step{op: op, fifo: n.fifos[name], side: 1 - i, acquire: acquire, n: 1})
			}
		}
	}
	r.repeat(0)
	return []*process{r.process}
}

// block reports whether the process goes on behind a block.
func (r *recorder) block(b *ir.Block) bool {
	for op := range b.Ops() {
		if !r.op(op) {
			return false
		}
	}
	return true
}

func (r *recorder) op(op *ir.Op) bool {
	switch {
	case op.Is(aie.Acquire), op.Is(aie.Release):
		f := r.n.fifos[aie.Name(op)]
		side := aie.Side(f.op, r.core, aie.Produces(op))
		return r.add(step{op: op, fifo: f, side: side, acquire: op.Is(aie.Acquire), n: aie.Size(op)})
	case op.Is(aie.UseLock):
		action := aie.Action(op)
		l := r.n.locks[aie.LockOf(op)]
		if l == nil {
			return r.fail(op, "the lock is in another device")
		}
		return r.add(step{op: op, lock: l, acquire: action != "Release", equal: action == "Acquire",
			n: aie.Value(op)})
	case op.Is(aie.BD):
		return r.transfer(op)
	case !uses(op):
		return true
	case op.Is(scf.For):
		return r.loop(op)
	case op.Is(scf.If):
		if v, ok := ir.ConstInt(op.Operand(0)); ok {
			if body := op.Region(map[bool]int{true: 0, false: 1}[v != 0]); !body.Empty() {
				return r.block(body.Entry())
			}
			return true
		}
	}
	return r.fail(op, "whether '%s' is executed, and how often, is not known", op.Name())
}

// transfer records a descriptor: that its transfer begins, and that it is complete. A port without a flow
// gives and takes what is needed.
func (r *recorder) transfer(op *ir.Op) bool {
	port := aie.Port{Tile: r.core.Block().ParentOp().Operand(0), Bundle: "DMA", Channel: aie.Channel(r.core)}
	s, side := r.n.port(port, aie.Sends(r.core))
	if s == nil {
		return r.add(step{op: op, done: true})
	}
	elements, ok := aie.Length(op)
	size := ir.MemoryBytes(op.Operand(0).Type().(*ir.MemRefType).Elem)
	if !ok || size == 0 {
		return r.fail(op, "how much a descriptor moves is not known")
	}
	return r.add(step{op: op, stream: s, side: side, n: elements * size}) &&
		r.add(step{op: op, stream: s, side: side, acquire: true, done: true})
}

func (r *recorder) fail(op *ir.Op, format string, args ...any) bool {
	r.err = op.Errorf(codeUnknown, format, args...).
		Suggest("use constants around what is acquired, released and moved")
	return false
}

// uses reports whether an operation has an acquire or a release in its regions.
func uses(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.Is(aie.Acquire) || inner.Is(aie.Release) || inner.Is(aie.UseLock) {
			return true
		}
	}
	return false
}

func (r *recorder) loop(op *ir.Op) bool {
	var bounds [3]int64
	for i := range bounds {
		v, ok := ir.ConstInt(op.Operand(i))
		if !ok {
			return r.fail(op, "the number of iterations of a loop is not known")
		}
		bounds[i] = v
	}
	if bounds[2] <= 0 || bounds[1] <= bounds[0] {
		return true
	}
	trips := (bounds[1]-bounds[0]-1)/bounds[2] + 1
	if trips >= endless {
		at := len(r.trace)
		return r.add(step{op: op, restarts: true}) && r.block(op.Body()) && r.repeat(at)
	}
	for range trips {
		if !r.block(op.Body()) {
			return false
		}
	}
	return true
}
