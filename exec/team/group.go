package team

// group is a set of tasks that are awaited together. It is complete when it has as many as its size, and all
// have ended; then it is forgotten, unless one has ended in an error.
type group struct {
	id      uint32
	size    int64
	members []*Task // added, in their order; nil for those that had ended before
	left    int64   // how many of them have not ended
	waits   []*wait
}

func (g *group) complete() bool { return int64(len(g.members)) >= g.size && g.left == 0 }

// left tells a group that one of its tasks has ended. The lock is held.
func (t *Team) left(g *group) {
	g.left--
	t.completed(g)
}

// completed ends what waits for a group, if it is complete. The lock is held.
func (t *Team) completed(g *group) {
	if !g.complete() {
		return
	}
	for _, w := range g.waits {
		t.over(w)
	}
	g.waits = nil
	if firstCause(g.ended()) == nil {
		delete(t.groups, g.id)
	}
}

// ended returns the members that are still known.
func (g *group) ended() []*Task {
	var all []*Task
	for _, k := range g.members {
		if k != nil {
			all = append(all, k)
		}
	}
	return all
}
