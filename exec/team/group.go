package team

// group is a set of tasks that are awaited together. It is complete when it has as many tasks as its size,
// and all of them have ended. A complete group is forgotten, unless one of its tasks has ended in an error.
type group struct {
	id      uint32
	size    int64
	members []*Task // in the order of their addition; nil for tasks that had ended before
	left    int64   // number of them that have not ended
	waits   []*wait
}

func (g *group) complete() bool { return int64(len(g.members)) >= g.size && g.left == 0 }

// left records that a task of a group has ended. The lock is held.
func (t *Team) left(g *group) {
	g.left--
	t.completed(g)
}

// completed ends the waits for a group, if the group is complete. The lock is held.
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

// ended returns the tasks of the group that are still known.
func (g *group) ended() []*Task {
	var all []*Task
	for _, k := range g.members {
		if k != nil {
			all = append(all, k)
		}
	}
	return all
}
