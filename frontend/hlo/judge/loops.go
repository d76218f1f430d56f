package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// exits are the operations that are in flight behind a loop or a conditional, on any path.
type exits struct{ all []*operation }

// add notes what is in flight on one path.
func (e *exits) add(flight []*operation) {
	e.all = append(e.all, flight...)
}

// apply puts in flight what is on any path, and nothing else. Of the operations of one start that are in
// flight in several iterations, only the last ones stay.
func (e *exits) apply(w *walk) {
	wanted := map[*operation]bool{}
	for _, o := range e.all {
		wanted[o] = true
	}
	starts := map[*hlo.Instruction]bool{}
	for _, o := range slices.Clone(w.flight) {
		if wanted[o] {
			starts[o.start.in] = true
		} else {
			w.land(o)
		}
	}
	for _, o := range e.all {
		if !o.inFlight && !starts[o.start.in] {
			o.merged = true
			w.launch(o)
		}
	}
}

// tripCount returns how often a loop is executed, as XLA found out; ok is false if it has not.
func tripCount(in *hlo.Instruction) (n int64, ok bool) {
	a := in.Attribute("backend_config")
	if a == nil {
		return 0, false
	}
	text := strings.NewReplacer(`\`, "", " ", "").Replace(a.Text)
	_, rest, found := strings.Cut(text, `"known_trip_count":{"n":"`)
	digits, _, _ := strings.Cut(rest, `"`)
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, found && err == nil
}

// head is what is in flight at the head of a loop, behind its condition.
type head struct {
	flight []*operation
	stands [][]*operation // for the parts of the loop's state
}

// loop executes a loop until what is in flight at its head repeats.
func (w *walk) loop(s *site) {
	in := s.in
	body, condition := in.CalledAs("body"), in.CalledAs("condition")
	if body == nil || condition == nil || body.Root == nil || condition.Root == nil || len(in.Operands) == 0 {
		return
	}
	state, asked := w.x.parameter(body, 0), w.x.parameter(condition, 0)
	w.x.arrays(in.Operands[0], func(p part) { w.intact(s, p) })
	w.bind(state, w.x.of(in.Operands[0]))
	trips, known := tripCount(in)
	seen := map[string]int64{}
	var heads []head
	w.passed.pass(condition, nil)
	w.passed.pass(body, nil)
	w.looped++
	for n := int64(0); !w.stopped; n++ {
		key := w.state(state)
		if first, ok := seen[key]; ok {
			if known { // the state of the last iteration, of those that repeat
				heads = heads[first+(trips-first)%(n-first):][:1]
			}
			break
		}
		seen[key] = n
		w.bind(asked, state)
		w.computation(condition, s)
		heads = append(heads, w.head(state))
		if known && n == trips {
			heads = heads[n:]
			break
		}
		w.computation(body, s)
		w.rebind(state, w.x.of(body.Root))
		w.now++
	}
	w.looped--
	w.leave(in, heads)
}

// head returns what is in flight, and what the parts of a loop's state stand for.
func (w *walk) head(state part) head {
	h := head{flight: slices.Clone(w.flight)}
	if len(w.handles) > 0 {
		for p, end := state, w.x.end(state); p < end; p++ {
			h.stands = append(h.stands, w.handles[p])
		}
	}
	return h
}

// leave ends a loop behind any of the heads.
func (w *walk) leave(in *hlo.Instruction, heads []head) {
	var out exits
	result := w.x.of(in)
	for p, end := result, w.x.end(result); p < end; p++ {
		var all []*operation
		for _, h := range heads {
			if int(p-result) < len(h.stands) {
				for _, o := range h.stands[p-result] {
					all = appendNew(all, o)
				}
			}
		}
		w.carry(p, all)
		w.defined[p] = w.now
	}
	for _, h := range heads {
		out.add(h.flight)
	}
	out.apply(w)
}

// rebind is bind for the next iteration: all is read before any of it is changed, because the result of an
// iteration may have parts of its parameter in another order.
func (w *walk) rebind(to, from part) {
	type binding struct {
		to      part
		defined int64
		all     []*operation
	}
	var next []binding
	w.x.pairs(to, from, func(to, from part) {
		next = append(next, binding{to, w.defined[w.x.data[from]], w.handles[w.x.handle[from]]})
	})
	for _, b := range next {
		w.defined[b.to] = b.defined
		w.carry(b.to, b.all)
	}
}

// state returns a text for what is in flight, and what the parts of a loop's state stand for. Operations have
// numbers in the order in which they are met. Of those that nothing stands for, which nobody can wait for,
// the last one of each start stays.
func (w *walk) state(p part) string {
	var b strings.Builder
	numbers := map[*operation]int{}
	for at, end := p, w.x.end(p); at < end; at++ {
		for _, o := range w.handles[at] {
			if _, ok := numbers[o]; !ok {
				numbers[o] = len(numbers)
				fmt.Fprintf(&b, "%p %v;", o.start.in, o.inFlight)
			}
			fmt.Fprintf(&b, "%d=%d ", at-p, numbers[o])
		}
	}
	last := map[*hlo.Instruction]*operation{}
	for _, o := range slices.Clone(w.flight) {
		if _, held := numbers[o]; held || w.isHeld(o) {
			continue
		}
		if old := last[o.start.in]; old != nil {
			if old.worked > o.worked {
				old, o = o, old
			}
			w.land(old)
		}
		last[o.start.in] = o
	}
	var rest []string
	for _, o := range w.flight {
		if _, held := numbers[o]; !held {
			rest = append(rest, fmt.Sprintf("%p", o.start.in))
		}
	}
	slices.Sort(rest)
	b.WriteString(strings.Join(rest, ","))
	return b.String()
}

// isHeld reports whether the start of an operation still stands for it.
func (w *walk) isHeld(o *operation) bool {
	return slices.Contains(w.handles[w.x.of(o.start.in)], o)
}

// conditional executes each branch with what is in flight in front of it.
func (w *walk) conditional(s *site) {
	in := s.in
	if len(in.Operands) == 0 {
		return
	}
	w.x.arrays(in.Operands[0], func(p part) { w.read(s, p) })
	before := slices.Clone(w.flight)
	result := w.x.of(in)
	w.x.pairs(result, result, func(p, _ part) { w.carry(p, nil) })
	var out exits
	chosen, waited := &choice{at: s}, len(w.trace.waited)
	fork := w.shadow.fork()
	for i, c := range in.Branches() {
		if c.Root == nil {
			chosen.branches = append(chosen.branches, nil)
			continue
		}
		w.passed.pass(c, in.Operands[min(i+1, len(in.Operands)):min(i+2, len(in.Operands))])
		w.restore(before)
		w.shadow.back(fork)
		if i+1 < len(in.Operands) {
			w.bind(w.x.parameter(c, 0), w.x.of(in.Operands[i+1]))
		}
		w.branch(chosen, func() { w.computation(c, s) })
		out.add(w.flight)
		w.bindResult(in, c.Root, true)
	}
	w.joined(chosen, waited)
	w.shadow.join(fork)
	out.apply(w)
	w.x.pairs(result, result, func(p, _ part) { w.defined[p] = w.now })
}

// restore puts exactly these operations in flight.
func (w *walk) restore(flight []*operation) {
	wanted := map[*operation]bool{}
	for _, o := range flight {
		wanted[o] = true
	}
	for _, o := range slices.Clone(w.flight) {
		if !wanted[o] {
			w.land(o)
		}
	}
	for _, o := range flight {
		if !o.inFlight {
			w.launch(o)
		}
	}
}
