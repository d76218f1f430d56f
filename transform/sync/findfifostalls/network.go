package findfifostalls

import (
	"fmt"
	"iter"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// fifo is an object FIFO. Its sides are the producer and the consumers, in the order of its operands.
type fifo struct {
	op     *ir.Op
	depths []int64
	got    []int64 // elements acquired so far, by side
	given  []int64 // elements released so far, by side
	active []bool  // sides with a core or a link
	by     []*process
}

// network is the cores of a device, and the FIFOs between them.
type network struct {
	run       *pass.Run
	fifos     map[string]*fifo
	order     []string
	processes []*process
}

// judge executes the cores of a device.
func judge(r *pass.Run, device *ir.Op) diag.List {
	n := &network{run: r, fifos: map[string]*fifo{}}
	for op := range device.Body().Ops() {
		if op.Is(aie.FIFO) {
			sides := op.NumOperands()
			n.fifos[op.SymbolName()] = &fifo{op, aie.Depths(op), make([]int64, sides), make([]int64, sides),
				make([]bool, sides), make([]*process, sides)}
			n.order = append(n.order, op.SymbolName())
		}
	}
	for op := range device.Body().Ops() {
		switch {
		case op.Is(aie.Core):
			p := n.core(op)
			n.processes = append(n.processes, p)
			n.activate(op, p)
		case op.Is(aie.Link):
			n.processes = append(n.processes, n.link(op))
		}
	}
	for i, p := range n.processes {
		p.number = i
	}
	defer func() {
		for _, p := range n.processes {
			p.stop()
		}
	}()
	return n.execute()
}

// activate marks the sides at which a core is.
func (n *network) activate(core *ir.Op, p *process) {
	for op := range core.Walk() {
		if op.Is(aie.Acquire) || op.Is(aie.Release) {
			f := n.fifos[aie.Name(op)]
			side := aie.Side(f.op, core, aie.Produces(op))
			f.active[side], f.by[side] = true, p
		}
	}
}

// link makes the process of a link: it passes one element of each FIFO on, for ever.
func (n *network) link(op *ir.Op) *process {
	var steps []step
	for i, attr := range []string{"fifoIns", "fifoOuts"} {
		for _, name := range aie.Names(op, attr) {
			f := n.fifos[name]
			side := 1 - i
			f.active[side] = true
			steps = append(steps, step{op: op, fifo: f, side: side, acquire: true, n: 1})
		}
	}
	for _, s := range steps[:len(steps):len(steps)] {
		s.acquire = false
		steps = append(steps, s)
	}
	p := &process{title: "the link", link: true}
	p.next, p.stop = iter.Pull(func(yield func(step) bool) {
		for {
			if !yield(step{op: op, restarts: true}) {
				return
			}
			for _, s := range steps {
				if !yield(s) {
					return
				}
			}
		}
	})
	return p
}

// execute runs all processes until they have ended, are blocked, or repeat a state. What a process has not
// done between two equal states, it never does.
func (n *network) execute() diag.List {
	for _, p := range n.processes {
		p.advance()
	}
	seen := map[string][]int{}
	for {
		moved := false
		for _, p := range n.processes {
			before := p.steps
			if d := n.step(p); d != nil {
				return diag.List{d}
			}
			moved = moved || p.steps > before
		}
		if !moved {
			return n.report(func(*process) bool { return true })
		}
		state := n.state()
		if then, again := seen[state]; again {
			return n.report(func(p *process) bool { return p.steps == then[p.number] })
		}
		now := make([]int, len(n.processes))
		for i, p := range n.processes {
			now[i] = p.steps
		}
		seen[state] = now
	}
}

// step executes a process until it has to wait, or begins another iteration of an endless loop.
func (n *network) step(p *process) *diag.Diagnostic {
	for first := true; !p.ended && (first || !p.now.restarts); first = false {
		n.run.Step()
		ok, d := n.take(p)
		if d != nil || !ok {
			return d
		}
		p.steps++
		p.advance()
	}
	return p.err
}

// take executes the next step of a process; ok is false if it has to wait.
func (n *network) take(p *process) (ok bool, d *diag.Diagnostic) {
	s := p.now
	if s.restarts {
		return true, nil
	}
	f := s.fifo
	held := f.got[s.side] - f.given[s.side]
	if !s.acquire {
		if s.n > held {
			return false, s.op.Errorf(codeRelease, "'%s' of %s releases %s of @%s and holds %d", s.op.Name(),
				p.title,
				diag.Count(s.n, "element"), f.op.SymbolName(), held)
		}
		f.given[s.side] += s.n
		return true, nil
	}
	more := s.n - held
	if more <= 0 {
		return true, nil
	}
	if more > f.available(s.side) {
		return false, nil
	}
	f.got[s.side] += more
	return true, nil
}

// available returns how many more elements a side can acquire: of the producer, those that every consumer has
// given back; of a consumer, those that the producer has given. A side without a core gives what is needed.
func (f *fifo) available(side int) int64 {
	if side > 0 {
		if !f.active[0] {
			return f.depths[side]
		}
		return f.given[0] - f.got[side]
	}
	least := int64(-1)
	for i := 1; i < len(f.depths); i++ {
		if !f.active[i] {
			continue
		}
		if free := f.capacity(i) - (f.got[0] - f.given[i]); least < 0 || free < least {
			least = free
		}
	}
	if least < 0 {
		return f.depths[0]
	}
	return least
}

// capacity returns how many elements are between the producer and a consumer. If each tile has a depth of its
// own, each has elements of its own.
func (f *fifo) capacity(side int) int64 {
	if _, each := f.op.Attr("elemNumber").(*ir.ArrayAttr); each {
		return f.depths[0] + f.depths[side]
	}
	return f.depths[0]
}

// state returns the places of the processes, and what is in the FIFOs.
func (n *network) state() string {
	var b strings.Builder
	for _, p := range n.processes {
		fmt.Fprintf(&b, "%v %d;", p.ended, p.done)
	}
	for _, name := range n.order {
		f := n.fifos[name]
		for i := range f.got {
			if !f.active[i] {
				continue
			}
			base := f.given[0]
			if !f.active[0] {
				base = f.given[i]
			}
			fmt.Fprintf(&b, "%d %d,", f.got[i]-f.given[i], base-f.given[i])
		}
	}
	return b.String()
}

// report returns an error for the processes that are stuck; if there are none, errors for FIFOs whose sides
// have ended with different numbers of elements.
func (n *network) report(stuck func(*process) bool) (errs diag.List) {
	var d *diag.Diagnostic
	for _, p := range n.processes {
		if p.ended || p.link || !stuck(p) {
			continue
		}
		if d == nil {
			d = p.now.op.Errorf(codeStall, "'%s' of %s waits for ever", p.now.op.Name(), p.title)
		}
		d.Note(p.now.op.Span(), "%s waits %s", p.title, p.now.reason())
	}
	if d != nil {
		return diag.List{d}
	}
	for _, name := range n.order {
		f := n.fifos[name]
		for i := 1; i < len(f.given); i++ {
			if f.ended(0) && f.ended(i) && f.given[0] != f.given[i] {
				errs.Add(f.op.Errorf(codeRate,
					"the producer of @%s at tile %s releases %s, and the consumer at tile %s %s",
					name, tileOf(f.op.Operand(0)), diag.Count(f.given[0], "element"), tileOf(f.op.Operand(i)),
					diag.Count(f.given[i], "element")))
			}
		}
	}
	return errs
}

// ended reports whether a core is at a side that has come to its end.
func (f *fifo) ended(side int) bool { return f.by[side] != nil && f.by[side].ended }

// reason says what a step waits for.
func (s step) reason() string {
	f := s.fifo
	held := f.got[s.side] - f.given[s.side]
	what := "that the producer has released"
	if s.side == 0 {
		what = "that the consumers have released"
	}
	return fmt.Sprintf("for %s of @%s: it holds %d, and there are %d more %s", diag.Count(s.n, "element"),
		f.op.SymbolName(), held, f.available(s.side), what)
}
