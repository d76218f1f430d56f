package machine

import (
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// lazyState says whether a lazy task has started. The zero value is that of a task that has.
type lazyState struct {
	waits bool // it has not
	// taken holds the threads of control, other than this one, that may have started it
	taken clock
	maybe bool // they have started it in some of their executions only
}

// postpone executes the call of a lazy function: from now on the task may be started.
func (m *Machine) postpone(n *skeleton.Node, s *State) {
	if n.Leaves != nil {
		m.cutShort(n.Leaves, "a lazy task is handed on here, and is not followed from there")
		return
	}
	s.setLazy(n.Lazy, lazyState{waits: true})
}

func (s *State) lazy(number int32) lazyState {
	if int(number) > len(s.lazies) {
		return lazyState{}
	}
	return s.lazies[number-1]
}

// setLazy changes the state of a lazy task. Copies of the state keep theirs.
func (s *State) setLazy(number int32, l lazyState) {
	list := make([]lazyState, max(len(s.lazies), int(number)))
	copy(list, s.lazies)
	list[number-1] = l
	s.lazies = list
}

// begins reports whether a lazy task starts at a node, and records that it has started.
func (m *Machine) begins(n *skeleton.Node, s *State) bool {
	l := s.lazy(n.Lazy)
	ended := len(s.chains.unknown(l.taken)) == 0 // so that nothing else starts it any more
	if !l.waits && ended && !l.maybe {
		return false
	}
	if n.Starter > 0 {
		m.Waits[n.Starter-1].Starts = true
	}
	s.setLazy(n.Lazy, lazyState{})
	if l.waits {
		return true
	}
	// The accesses are among those of the other thread. Nothing after the wait is compared with them.
	m.cutShort(n.Op, "which of several threads starts a lazy task first is not followed")
	s.know(l.taken)
	return false
}

// started is a lazy task that another thread of control has started.
type started struct {
	number int32
	maybe  bool // in some of its executions only
}

// startedIn returns the lazy tasks that wait in this state and have started in an end of another thread of
// control.
func (s *State) startedIn(ends []*State) []started {
	var list []started
	for i, l := range s.lazies {
		n := 0
		for _, end := range ends {
			if !end.lazies[i].waits {
				n++
			}
		}
		if l.waits && n > 0 {
			list = append(list, started{int32(i + 1), n < len(ends)})
		}
	}
	return list
}

// takenBy records that an asynchronous operation may have started lazy tasks.
func (s *State) takenBy(list []started, done clock) {
	for _, one := range list {
		s.setLazy(one.number, lazyState{taken: done, maybe: one.maybe})
	}
}

// lazyKey appends which lazy tasks wait, and which others may have started.
func (s *State) lazyKey(b []byte) []byte {
	for _, l := range s.lazies {
		switch {
		case l.waits:
			b = append(b, 'w')
		case len(l.taken) > 0:
			b = append(b, 't')
			if l.maybe {
				b = append(b, '?')
			}
		default:
			b = append(b, '.')
		}
	}
	return b
}
