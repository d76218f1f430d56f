package findfifostalls

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
)

// state is a state of a network: the place of each process in its trace, and the numbers of what they share.
type state struct {
	at []int32
	n  []int64
}

func (n *network) start() *state {
	s := &state{make([]int32, len(n.processes)), make([]int64, n.numbers)}
	for op, l := range n.locks {
		s.n[l.value()] = aie.Init(op)
	}
	return s
}

func (s *state) copy() *state { return &state{slices.Clone(s.at), slices.Clone(s.n)} }

// key returns what two states have in common from which the processes do the same. Of an object FIFO the
// differences between the numbers count: they grow together.
func (n *network) key(s *state) string {
	var b []byte
	for _, p := range n.processes {
		b = binary.AppendVarint(b, int64(s.at[p.number]))
		if p.kind == engine {
			b = binary.AppendVarint(b, s.n[p.moved])
		}
	}
	for _, f := range n.order {
		for i := range f.active {
			if !f.active[i] {
				continue
			}
			base := s.n[f.given(0)]
			if !f.active[0] {
				base = s.n[f.given(i)]
			}
			b = binary.AppendVarint(b, s.n[f.got(i)]-s.n[f.given(i)])
			b = binary.AppendVarint(b, base-s.n[f.given(i)])
		}
	}
	for _, op := range n.lockOrder {
		l := n.locks[op]
		b = binary.AppendVarint(b, s.n[l.value()])
		b = binary.AppendVarint(b, s.n[l.held()])
	}
	for _, t := range n.streams {
		for i := range t.by {
			b = binary.AppendVarint(b, s.n[t.pending(i)])
		}
	}
	return string(b)
}

// settle executes the steps of all processes that no other process can disable, until each process has ended,
// has to wait, begins another iteration of an endless loop, or uses a lock that others use, too. It marks in
// moved who has made a step.
func (n *network) settle(s *state, moved []bool) *diag.Diagnostic {
	for again := true; again; {
		again = false
		for _, p := range n.processes {
			for !p.ended(s.at[p.number]) {
				now := p.step(s.at[p.number])
				if now.restarts || now.lock != nil && n.chosen(now) {
					break
				}
				ok, d := n.take(p, s)
				if d != nil {
					return d
				}
				if !ok {
					break
				}
				again, moved[p.number] = true, true
			}
		}
	}
	return nil
}

// chosen reports whether the order in which a step happens matters. A release that adds to a lock disables
// nothing.
func (n *network) chosen(now step) bool {
	return now.lock.contested() && (now.acquire || now.lock.equal || now.lock.binary)
}

// take executes the next step of a process; ok is false if it has to wait.
func (n *network) take(p *process, s *state) (ok bool, d *diag.Diagnostic) {
	n.run.Step()
	now := p.step(s.at[p.number])
	switch {
	case now.restarts, now.done && now.stream == nil:
		ok = true
	case now.fifo != nil:
		ok, d = now.useFIFO(p, s.n)
	case now.lock != nil:
		ok, d = now.useLock(p, s.n)
	case now.acquire:
		ok = s.n[now.stream.pending(now.side)] == 0
	default:
		s.n[now.stream.pending(now.side)] = now.n
		now.stream.move(s.n)
		ok = true
	}
	if ok {
		s.at[p.number] = p.next(s.at[p.number])
		if now.done {
			s.n[p.moved] = 1
		}
	}
	return ok, d
}

func (now step) useFIFO(p *process, n []int64) (ok bool, d *diag.Diagnostic) {
	f := now.fifo
	held := n[f.got(now.side)] - n[f.given(now.side)]
	if !now.acquire {
		if now.n > held {
			return false, now.op.Errorf(codeRelease, "'%s' of %s releases %s of @%s and holds %d",
				now.op.Name(), p.title, diag.Count(now.n, "element"), f.op.SymbolName(), held)
		}
		n[f.given(now.side)] += now.n
		return true, nil
	}
	more := now.n - held
	if more > 0 {
		if more > f.available(now.side, n) {
			return false, nil
		}
		n[f.got(now.side)] += more
	}
	return true, nil
}

func (now step) useLock(p *process, n []int64) (ok bool, d *diag.Diagnostic) {
	l := now.lock
	value := n[l.value()]
	switch {
	case l.foreign():
		return true, nil
	case l.binary && now.acquire:
		if ok = value == now.n && n[l.held()] == 0; ok {
			n[l.held()] = 1
		}
	case l.binary:
		n[l.value()], n[l.held()], ok = now.n, 0, true
	case now.acquire:
		if ok = value == now.n || value > now.n && !now.equal; ok {
			n[l.value()] -= now.n
		}
	case value+now.n > aie.MostCounted:
		return false, now.op.Errorf(codeLock, "'%s' of %s adds %d to %s, which is %d: it counts to %d",
			now.op.Name(), p.title, now.n, l.title(), value, aie.MostCounted).Note(l.op.Span(), "the lock").
			Suggest("release as much as is acquired")
	default:
		n[l.value()], ok = value+now.n, true
	}
	return ok, nil
}

// available returns how many more elements a side can acquire: of the producer, those that every consumer has
// given back; of a consumer, those that the producer has given. A side without a core gives what is needed.
func (f *fifo) available(side int, n []int64) int64 {
	if side > 0 {
		if !f.active[0] {
			return f.depths[side]
		}
		return n[f.given(0)] - n[f.got(side)]
	}
	least := int64(-1)
	for i := 1; i < len(f.depths); i++ {
		if !f.active[i] {
			continue
		}
		if free := f.capacity(i) - (n[f.got(0)] - n[f.given(i)]); least < 0 || free < least {
			least = free
		}
	}
	if least < 0 {
		return f.depths[0]
	}
	return least
}
