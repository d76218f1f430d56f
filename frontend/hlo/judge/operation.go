package judge

import (
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// site is an instruction with the calls that lead to it.
type site struct {
	in *hlo.Instruction
	// caller is the call of the computation of in, nil in the entry computation.
	caller *site
}

// operation is an asynchronous operation in flight, or one that was.
type operation struct {
	start    *site
	inFlight bool
	// merged operations are in flight on some paths only.
	merged   bool
	slot     int // in walk.flight
	accesses []*access
	// worked is how many instructions with accesses had been executed at the start.
	worked     int64
	collective bool
	// posted is the operation in the trace of communication: one message, or those of a group, or none.
	posted []*message
}

// Operation is what the judge tells of an asynchronous operation, over all times that it is started.
type Operation struct {
	Start *hlo.Instruction
	// Done is where it ended, nil if it never did.
	Done *hlo.Instruction
	// Kind is the operation that is asynchronous, such as all-gather.
	Kind string
	// Thread is the execution thread or the stream, "" for the usual one.
	Thread string
	// Synchronous operations have completed when they have started.
	Synchronous bool
	// Beside is the most instructions that read or write memory while the operation is in flight.
	Beside int64
	// Started is how often the judge has started it.
	Started int
	// Hazards counts the hazards that the operation has a part in.
	Hazards int
}

// operationOf returns what is told of an operation.
func (w *walk) operationOf(in *hlo.Instruction) *Operation {
	if o := w.told[in]; o != nil {
		return o
	}
	o := &Operation{Start: in, Kind: in.Wrapped(), Thread: stream(in), Synchronous: in.IsSynchronous()}
	w.told[in] = o
	w.report.Operations = append(w.report.Operations, o)
	return o
}

// launch puts an operation in flight.
func (w *walk) launch(o *operation) {
	o.inFlight, o.slot = true, len(w.flight)
	w.flight = append(w.flight, o)
	w.occupy(o, true)
	for _, a := range o.accesses {
		w.shadow.add(a)
	}
	if !o.merged {
		w.alive++
		w.report.InFlight = max(w.report.InFlight, w.alive)
	}
}

// land takes an operation out of flight.
func (w *walk) land(o *operation) {
	if !o.inFlight {
		return
	}
	last := w.flight[len(w.flight)-1]
	w.flight[o.slot], last.slot = last, o.slot
	w.flight = w.flight[:len(w.flight)-1]
	o.inFlight = false
	w.occupy(o, false)
	for _, a := range o.accesses {
		w.shadow.remove(a)
	}
	if !o.merged {
		w.alive--
	}
}

// begin executes a start.
func (w *walk) begin(s *site) {
	in := s.in
	told := w.operationOf(in)
	told.Started++
	reads, writes := w.accessesOf(in)
	o := &operation{start: s, worked: w.worked}
	for _, p := range reads {
		w.read(s, p)
		o.accesses = append(o.accesses, &access{by: o, at: w.places.of(p), of: p})
	}
	for _, p := range writes {
		w.write(s, p)
		o.accesses = append(o.accesses, &access{by: o, at: w.places.of(p), of: p, write: true})
	}
	w.ownOverlap(o, reads, writes)
	w.post(o)
	if told.Synchronous {
		w.ended(o)
		return
	}
	w.crossing(o)
	w.launch(o)
	for p, end := w.x.of(in), w.x.end(w.x.of(in)); p < end; p++ {
		w.handles[p] = append(w.handles[p][:0:0], o)
	}
}

// accessesOf returns what an asynchronous operation reads and writes: its operands; the parts of its result
// that are no operands, and with an assignment what the computation that it calls has between them.
func (w *walk) accessesOf(in *hlo.Instruction) (reads, writes []part) {
	for _, operand := range in.Operands {
		w.x.arrays(operand, func(p part) { reads = append(reads, p) })
	}
	w.x.defined(in, func(p part) {
		if w.hasMemory(p) {
			writes = append(writes, p)
		}
	})
	if c := wrapped(in); c != nil && w.places.values != nil {
		w.within(c, map[*hlo.Computation]bool{}, func(p part) { writes = append(writes, p) })
	}
	return reads, writes
}

// within calls f with the parts that the instructions of a computation define, and of those that it calls.
func (w *walk) within(c *hlo.Computation, seen map[*hlo.Computation]bool, f func(p part)) {
	if seen[c] {
		return
	}
	seen[c] = true
	for _, in := range c.Instructions {
		if in.Opcode == "parameter" || in.Opcode == "constant" {
			continue
		}
		w.x.defined(in, func(p part) {
			if w.hasMemory(p) && in != c.Root {
				f(p)
			}
		})
		if isExecuted(in) {
			for _, call := range in.Called() {
				w.within(call.Computation, seen, f)
			}
		}
	}
}

// hasMemory reports whether a part is written: arrays are, and the pointers of tuples that an assignment has
// a place for.
func (w *walk) hasMemory(p part) bool { return !w.places.of(p).empty() }

// update executes the update of an operation, which may bring it more operands.
func (w *walk) update(s *site) {
	if len(s.in.Operands) < 2 {
		return
	}
	for _, o := range w.operations(s.in) {
		if !o.inFlight {
			continue
		}
		for _, operand := range s.in.Operands[1:] {
			w.x.arrays(operand, func(p part) {
				w.read(s, p)
				a := &access{by: o, at: w.places.of(p), of: p}
				o.accesses = append(o.accesses, a)
				w.shadow.add(a)
			})
		}
	}
}

// end executes a done.
func (w *walk) end(s *site) {
	for _, o := range w.operations(s.in) {
		told := w.operationOf(o.start.in)
		if told.Done == nil {
			told.Done = s.in
		}
		if o.inFlight {
			told.Beside = max(told.Beside, w.worked-o.worked)
		}
		w.wait(o, s)
		w.ended(o)
	}
	w.x.defined(s.in, func(p part) {
		if w.x.shape[p].IsArray() && w.hasMemory(p) {
			w.write(s, p)
		}
	})
}

func (w *walk) ended(o *operation) { w.land(o) }

// operations returns the operations whose handle an update or a done has.
func (w *walk) operations(in *hlo.Instruction) []*operation {
	if len(in.Operands) == 0 {
		return nil
	}
	p := w.x.of(in.Operands[0])
	if p == none {
		return nil
	}
	if found := w.handles[w.x.handle[p]]; len(found) > 0 {
		return found
	}
	var found []*operation
	for end := w.x.end(p); p < end; p++ {
		for _, o := range w.handles[w.x.handle[p]] {
			found = appendNew(found, o)
		}
	}
	if found == nil {
		for _, start := range in.Starts() {
			for _, o := range w.flight {
				if o.start.in == start {
					found = append(found, o)
				}
			}
		}
	}
	return found
}

func appendNew(all []*operation, o *operation) []*operation {
	for _, other := range all {
		if other == o {
			return all
		}
	}
	return append(all, o)
}
