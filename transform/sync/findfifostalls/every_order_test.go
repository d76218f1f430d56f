package findfifostalls_test

import (
	"encoding/binary"
	"slices"
)

// machine executes a network one step of one agent at a time, in every order. It knows the rules of mlir-aie,
// and nothing of the pass.
type machine struct {
	*network
	seen   map[string]int
	states []moment
	next   [][]follow
	wrong  string
}

// moment is a state: the place of each agent, its iteration, and whether it has moved data; the elements that
// each side of a FIFO has acquired and released; the locks; the words that a channel still has to move, -1 if
// it is not at a transfer.
type moment struct {
	at, round  []int
	moved      []bool
	got, given [][]int
	locks      []int
	words      []int
}

type follow struct {
	to, by int // by -1: data moves
}

// most is how many states are tried.
const most = 20000

// execute returns the verdict on all orders; ok is false if there are too many states.
func (n *network) execute() (verdict string, ok bool) {
	m := &machine{network: n, seen: map[string]int{}}
	m.add(m.start())
	for i := 0; i < len(m.states); i++ {
		if len(m.states) > most {
			return "", false
		}
		for by := range n.agents {
			if s, ok := m.step(m.states[i].copy(), by); ok {
				m.next[i] = append(m.next[i], follow{m.add(s), by})
			}
		}
		if m.wrong != "" {
			return m.wrong, true
		}
	}
	for by := range n.agents {
		if m.waits(by) {
			return "aie-fifo-stall", true
		}
	}
	return "", true
}

func (m *machine) start() moment {
	s := moment{at: make([]int, len(m.agents)), round: make([]int, len(m.agents)),
		moved: make([]bool, len(m.agents)), locks: slices.Clone(m.locks), words: make([]int, len(m.agents))}
	for _, f := range m.fifos {
		s.got, s.given = append(s.got, make([]int, len(f.sides))), append(s.given, make([]int, len(f.sides)))
	}
	for i := range s.words {
		s.words[i] = -1
	}
	for i, a := range m.agents {
		if len(a.ops) == 0 {
			s.at[i] = -1
		}
	}
	return s
}

func (s moment) copy() moment {
	c := moment{slices.Clone(s.at), slices.Clone(s.round), slices.Clone(s.moved), nil, nil,
		slices.Clone(s.locks), slices.Clone(s.words)}
	for i := range s.got {
		c.got, c.given = append(c.got, slices.Clone(s.got[i])), append(c.given, slices.Clone(s.given[i]))
	}
	return c
}

// add returns the number of a state. Of a FIFO only the differences count.
func (m *machine) add(s moment) int {
	var b []byte
	put := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	for i := range m.agents {
		put(s.at[i])
		put(s.round[i])
		put(s.words[i])
		if s.moved[i] {
			put(1)
		} else {
			put(0)
		}
	}
	for f := range m.fifos {
		least := slices.Min(s.given[f])
		for side := range s.got[f] {
			s.got[f][side] -= least
			s.given[f][side] -= least
			put(s.got[f][side])
			put(s.given[f][side])
		}
	}
	for _, v := range s.locks {
		put(v)
	}
	i, known := m.seen[string(b)]
	if !known {
		i = len(m.states)
		m.seen[string(b)] = i
		m.states, m.next = append(m.states, s), append(m.next, nil)
	}
	return i
}

// step executes one step of an agent, if it can make one.
func (m *machine) step(s moment, by int) (moment, bool) {
	a := m.agents[by]
	if s.at[by] < 0 {
		return s, false
	}
	o := a.ops[s.at[by]]
	switch o.what {
	case acquire:
		more := o.n - (s.got[o.of][o.side] - s.given[o.of][o.side])
		if more > m.available(s, o.of, o.side) && more > 0 {
			return s, false
		}
		s.got[o.of][o.side] += max(more, 0)
	case release:
		if s.got[o.of][o.side]-s.given[o.of][o.side] < o.n {
			m.wrong = "aie-fifo-release"
			return s, false
		}
		s.given[o.of][o.side] += o.n
	case take:
		if s.locks[o.of] < o.n && !m.outside(o.of) {
			return s, false
		}
		if !m.outside(o.of) {
			s.locks[o.of] -= o.n
		}
	case give:
		if m.outside(o.of) {
			break
		}
		if s.locks[o.of] += o.n; s.locks[o.of] > 63 {
			m.wrong = "aie-lock-overflow"
			return s, false
		}
	case moves:
		if s.words[by] < 0 {
			s.words[by] = o.n
			m.move(s)
			return s, true
		}
		if s.words[by] > 0 {
			return s, false
		}
		s.words[by], s.moved[by] = -1, true
	}
	if s.at[by]++; s.at[by] == len(a.ops) {
		s.at[by] = 0
		if a.times > 0 {
			if s.round[by]++; s.round[by] == a.times {
				s.at[by] = -1
			}
		}
	}
	return s, true
}

// uses reports whether an agent has an operation.
func (a agent) uses(test func(op) bool) bool { return slices.ContainsFunc(a.ops, test) }

// available returns how many elements a side can acquire. A side without an agent gives what is needed.
func (m *machine) available(s moment, f, side int) int {
	has := func(side int) bool {
		return slices.ContainsFunc(m.agents, func(a agent) bool {
			return a.uses(func(o op) bool { return o.what <= release && o.of == f && o.side == side })
		})
	}
	const plenty = 1000
	if side > 0 {
		if !has(0) {
			return plenty
		}
		return s.given[f][0] - s.got[f][side]
	}
	least := plenty
	for i := 1; i < len(m.fifos[f].sides); i++ {
		capacity := m.fifos[f].depths[0]
		if len(m.fifos[f].depths) > 1 {
			capacity += m.fifos[f].depths[i]
		}
		if has(i) {
			least = min(least, capacity-s.got[f][0]+s.given[f][i])
		}
	}
	return least
}

// outside reports whether something outside of the program uses a lock: nothing in it takes from it, or one
// agent does and nothing gives.
func (m *machine) outside(l int) bool {
	takers, givers := 0, 0
	for _, a := range m.agents {
		if a.uses(func(o op) bool { return o.what == take && o.of == l }) {
			takers++
		}
		if a.uses(func(o op) bool { return o.what == give && o.of == l }) {
			givers++
		}
	}
	return takers == 0 || givers == 0 && takers == 1
}

// move moves words while the channel that sends and all that receive from it are at a transfer.
func (m *machine) move(s moment) {
	for {
		var group []int
		for _, f := range m.flows {
			if len(group) == 0 {
				group = append(group, f[0])
			}
			group = append(group, f[1])
		}
		for _, by := range group {
			if s.words[by] <= 0 {
				return
			}
		}
		if len(group) == 0 {
			return
		}
		for _, by := range group {
			s.words[by]--
		}
	}
}

// waits reports whether an agent that has not ended makes no step any more from some state on. A channel may
// wait if it has moved data, and a link may always.
func (m *machine) waits(by int) bool {
	goes := make([]bool, len(m.states))
	for again := true; again; {
		again = false
		for i := len(m.next) - 1; i >= 0; i-- {
			for _, f := range m.next[i] {
				if !goes[i] && (f.by == by || goes[f.to]) {
					goes[i], again = true, true
				}
			}
		}
	}
	for i, s := range m.states {
		mayWait := m.agents[by].kind == link || m.agents[by].kind == channel && s.moved[by]
		if !goes[i] && s.at[by] >= 0 && !mayWait {
			return true
		}
	}
	return false
}
