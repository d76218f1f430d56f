package ranks_test

import (
	"slices"

	"github.com/inflight-compiler/inflight/ranks"
)

// execution executes a system by transitions, one at a time, in every order. It knows nothing of the graph of
// events: a host has a place in its program, a queue a list, a channel the messages in it.
type execution struct {
	s *ranks.System
	t ranks.Transport
	// seen is the states that were visited, final those in which nothing can happen.
	seen  map[string]bool
	final map[string][]byte
	first []int // the number of the first action of each rank
}

// The states of an action.
const (
	notIssued byte = iota
	issued
	started
	ended
)

// explore visits all states, and returns the final ones: the state of each action. It returns nil if there
// are more than limit states.
func explore(s *ranks.System, t ranks.Transport, limit int) [][]byte {
	x := &execution{s: s, t: t, seen: map[string]bool{}, final: map[string][]byte{}}
	n := 0
	for r := range s.Ranks {
		x.first = append(x.first, n)
		n += len(s.Ranks[r].Actions)
	}
	work := [][]byte{make([]byte, n)}
	for len(work) > 0 {
		state := work[len(work)-1]
		work = work[:len(work)-1]
		if x.seen[string(state)] {
			continue
		}
		if x.seen[string(state)] = true; len(x.seen) > limit {
			return nil
		}
		next := x.next(state)
		if len(next) == 0 {
			x.final[string(state)] = state
		}
		work = append(work, next...)
	}
	var all [][]byte
	for _, state := range x.final {
		all = append(all, state)
	}
	return all
}

// unit returns the bounds of the batch of an action, or of the action alone.
func (x *execution) unit(r, i int) (from, to int) {
	actions := x.s.Ranks[r].Actions
	if from, to = i, i+1; !x.t.Batches || actions[i].Batch == 0 {
		return from, to
	}
	for from > 0 && actions[from-1].Batch == actions[i].Batch {
		from--
	}
	for to < len(actions) && actions[to].Batch == actions[i].Batch {
		to++
	}
	return from, to
}

// next returns the states after one transition.
func (x *execution) next(state []byte) [][]byte {
	var all [][]byte
	change := func(to byte, numbers ...int) {
		s := slices.Clone(state)
		for _, i := range numbers {
			s[i] = to
		}
		all = append(all, s)
	}
	for r := range x.s.Ranks {
		base := x.first[r]
		for i := range x.s.Ranks[r].Actions {
			switch state[base+i] {
			case notIssued:
				if from, to := x.unit(r, i); from == i && x.mayIssue(state, r, i) {
					var unit []int
					for j := from; j < to; j++ {
						unit = append(unit, base+j)
					}
					change(issued, unit...)
				}
			case issued:
				if x.mayStart(state, r, i) {
					change(started, base+i)
				}
			case started:
				if with, ok := x.mayEnd(state, r, i); ok {
					change(ended, append(with, base+i)...)
				}
			}
		}
	}
	return all
}

// mayIssue reports whether the host has come to an action: the one before is issued, and ended if it blocks.
func (x *execution) mayIssue(state []byte, r, i int) bool {
	if i == 0 {
		return true
	}
	base := x.first[r]
	from, to := x.unit(r, i-1)
	for j := from; j < to; j++ {
		if state[base+j] == notIssued || x.s.Ranks[r].Actions[from].Blocks() && state[base+j] != ended {
			return false
		}
	}
	return true
}

// mayStart reports whether an action is at the head of its queue, and those that it comes after have ended.
func (x *execution) mayStart(state []byte, r, i int) bool {
	base, a := x.first[r], &x.s.Ranks[r].Actions[i]
	for _, j := range a.After {
		if state[base+int(j)] != ended {
			return false
		}
	}
	if a.Queue == ranks.Host {
		return true
	}
	from, _ := x.unit(r, i)
	for j := range from {
		if x.s.Ranks[r].Actions[j].Queue == a.Queue && state[base+j] != ended {
			return false
		}
	}
	return true
}

// mayEnd reports whether an action can end now, and the other actions that end with it.
func (x *execution) mayEnd(state []byte, r, i int) (with []int, ok bool) {
	a := &x.s.Ranks[r].Actions[i]
	switch {
	case a.Kind == ranks.Collective:
		return x.collective(state, r, i)
	case !a.Transfers():
		return nil, true
	}
	from, to := r, int(a.Peer)
	if a.Kind == ranks.Recv {
		from, to = to, from
	}
	sends := x.channel(from, ranks.Send, to, a.Channel)
	recvs := x.channel(to, ranks.Recv, from, a.Channel)
	mine, others := sends, recvs
	if a.Kind == ranks.Recv {
		mine, others = recvs, sends
	}
	place := slices.Index(mine, x.first[r]+i)
	if x.t.Slots == 0 { // the n-th send and the n-th receive end in one step, which the send makes
		if a.Kind == ranks.Recv || place >= len(others) || state[others[place]] != started {
			return nil, false
		}
		return []int{others[place]}, true
	}
	count := func(numbers []int) (n int) {
		for _, k := range numbers {
			if state[k] == ended {
				n++
			}
		}
		return n
	}
	sent, received := count(sends), count(recvs)
	if a.Kind == ranks.Send {
		return nil, place == sent && (x.t.Slots < 0 || sent-received < x.t.Slots)
	}
	return nil, place == received && sent > received
}

// channel returns the numbers of the sends or receives of a rank on a channel, in the order of issue.
func (x *execution) channel(r int, kind ranks.Kind, peer int, name string) (numbers []int) {
	for i := range x.s.Ranks[r].Actions {
		if a := &x.s.Ranks[r].Actions[i]; a.Kind == kind && int(a.Peer) == peer && a.Channel == name {
			numbers = append(numbers, x.first[r]+i)
		}
	}
	return numbers
}

// collective ends all members in one step, once all have started.
func (x *execution) collective(state []byte, r, i int) (with []int, ok bool) {
	a := &x.s.Ranks[r].Actions[i]
	place := 0
	for j := range i {
		if b := &x.s.Ranks[r].Actions[j]; b.Kind == ranks.Collective && b.Channel == a.Channel {
			place++
		}
	}
	for _, member := range a.Group {
		n, found := 0, false
		for j := range x.s.Ranks[member].Actions {
			b := &x.s.Ranks[member].Actions[j]
			if b.Kind != ranks.Collective || b.Channel != a.Channel {
				continue
			}
			if n++; n-1 == place {
				number := x.first[member] + j
				if found = state[number] == started; found && number != x.first[r]+i {
					with = append(with, number)
				}
				break
			}
		}
		if !found {
			return nil, false
		}
	}
	return with, true
}
