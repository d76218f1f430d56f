package ranks

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Circle is actions that wait for each other: each step's action never ends, because it waits for an action
// that stands behind the next step's, and the last one for one behind the first.
type Circle struct {
	Steps []Step
	walk  []Ref // the actions of which a start or an end is in the circle
}

// Step is a step of a circle.
type Step struct {
	// Blocked is an action that has started and never ends, or whose predecessors never end.
	Blocked Ref
	// Awaited is what it waits for. It is not Blocked of the next step if it stands behind that.
	Awaited Ref
}

// maxCircles is the number of circles that a verdict tells of. One circle often blocks all ranks.
const maxCircles = 8

// circles returns circles among the events that never happen, none with an event of another one.
func (g *events) circles(s *System, happened []bool) []Circle {
	var found []Circle
	seen := make([]int32, len(g.action)) // the walk that has come to the event
	walk := int32(0)
	for e := range int32(len(g.action)) {
		if happened[e] || seen[e] != 0 {
			continue
		}
		walk++
		var path []int32
		for x := e; x != none && seen[x] == 0; x = g.cause(x, happened) {
			seen[x] = walk
			path = append(path, x)
			if next := g.cause(x, happened); next != none && seen[next] == walk {
				from := slices.Index(path, next)
				found = append(found, g.describe(s, path[from:]))
				break
			}
		}
		if len(found) == maxCircles {
			break
		}
	}
	return found
}

// cause returns the first predecessor of an event that never happens, none if the event waits for a partner
// that does not exist.
func (g *events) cause(e int32, happened []bool) int32 {
	for _, p := range g.before(e) {
		if !happened[p] {
			return p
		}
	}
	return none
}

// describe makes a circle of a walk from event to cause. A step is an end of an action, and the step waits
// for the first event behind it on the walk that belongs to another rank, or comes from another action.
func (g *events) describe(s *System, walk []int32) Circle {
	// The walk begins anywhere; it is turned so that it begins with the end of an action.
	first := slices.IndexFunc(walk, func(e int32) bool { return g.isEnd(e) })
	walk = append(slices.Clone(walk[first:]), walk[:first]...)
	var c Circle
	for i, e := range walk {
		if int(e) < 2*len(g.refs) && !slices.Contains(c.walk, g.refs[e/2]) {
			c.walk = append(c.walk, g.refs[e/2])
		}
		if !g.isEnd(e) {
			continue
		}
		next := walk[(i+1)%len(walk)]
		if g.action[next] == none { // a meeting: the start of the member that does not come
			next = walk[(i+2)%len(walk)]
		}
		x, awaited := g.action[e], g.action[next]
		if x == awaited {
			continue // the action has not started: what it waits for comes further on
		}
		c.Steps = append(c.Steps, Step{g.refs[x], g.refs[awaited]})
	}
	return c.turned()
}

func (g *events) isEnd(e int32) bool { return int(e) < 2*len(g.refs) && e%2 == 1 }

// turned returns the circle with the step of the lowest rank in front.
func (c Circle) turned() Circle {
	least := 0
	for i, step := range c.Steps {
		if step.Blocked.Rank < c.Steps[least].Blocked.Rank {
			least = i
		}
	}
	c.Steps = append(slices.Clone(c.Steps[least:]), c.Steps[:least]...)
	return c
}

func (c *Circle) diagnostic(s *System) *diag.Diagnostic {
	lead := c.Steps[0]
	a := s.Action(lead.Blocked)
	d := diag.Errorf(codeDeadlock, a.At, "%s of rank %d waits for itself: %s", a.Label, lead.Blocked.Rank,
		c.text(s, 0))
	if len(c.Steps) > 1 {
		d = diag.Errorf(codeDeadlock, a.At, "%s of rank %d never ends: it waits for %s", a.Label,
			lead.Blocked.Rank, c.text(s, 0))
	}
	for i := 1; i < len(c.Steps); i++ {
		x := c.Steps[i].Blocked
		d.Note(s.Action(x).At, "%s of rank %d waits for %s", s.Action(x).Label, x.Rank, c.text(s, i))
	}
	return d
}

// text says what a step waits for, and what stands in front of that.
func (c *Circle) text(s *System, i int) string {
	awaited, next := c.Steps[i].Awaited, c.Steps[(i+1)%len(c.Steps)].Blocked
	if awaited == next {
		return diag.Sprintf("%s of rank %d", s.Action(awaited).Label, awaited.Rank)
	}
	return diag.Sprintf("%s of rank %d (%s), which stands behind %s", s.Action(awaited).Label, awaited.Rank,
		place(s.Action(c.Steps[i].Blocked), s.Action(awaited)), s.Action(next).Label)
}

// place is the line and column of an action, as "3:14", with the file in front if it is not that of the
// action that waits.
func place(waits, a *Action) string {
	if a.At.File == nil {
		return "?"
	}
	line, col := a.At.File.Position(a.At.Start)
	if waits.At.File == a.At.File {
		return diag.Sprintf("%d:%d", line, col)
	}
	return diag.Sprintf("%s:%d:%d", a.At.File.Name, line, col)
}
