package native

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var codeStuckWait = diag.Register("native-stuck-wait", "a wait does not end",
	"The program waits, and no operation is left that could end the wait: all threads are blocked, no "+
		"task can start, and no event comes from outside. The notes go from wait to wait, up to the one "+
		"that "+
		"waits for the first again, or for a token that nobody resolves: a promise that no task fulfills, "+
		"or "+
		"a group that is given fewer tokens than it has members.")

// waiting is one wait in a chain of waits that cannot end.
type waiting struct {
	at     diag.Span
	reason stallReason
}

// stallReason is what a wait is for: inflightAsyncReason of the runtime.
type stallReason int

const (
	waitsForTask stallReason = iota
	waitsForGroup
	waitsForTurn
	waitsForResource
	waitsForRoom
	waitsForOther
)

// text returns the reason why the wait cannot end. known is set if the operation that it waits for waits
// itself.
func (r stallReason) text(known bool) string {
	switch {
	case r == waitsForGroup:
		return "the wait cannot end: not all members of the group are resolved"
	case r == waitsForTurn:
		return "the wait cannot end: a task before it on its queue is blocked as well"
	case r == waitsForResource:
		return "the wait cannot end: the task that holds the resource is blocked as well"
	case r == waitsForRoom:
		return "the wait cannot end: the queue is full, and the tasks on it are blocked as well"
	case known || r == waitsForTask:
		return "the wait cannot end: the operation that it waits for is blocked as well"
	}
	return "the wait cannot end: no operation is left that could end it"
}

// stalled returns the error about a wait of the program that cannot end, from the message of the host
// (host.c).
func (p *Program) stalled(message string) error {
	way, back := p.way(message)
	if len(way) == 0 {
		return diag.Errorf(codeStuckWait, p.span, "%s", waitsForOther.text(false))
	}
	d := diag.Errorf(codeStuckWait, way[0].at, "%s", way[0].reason.text(len(way) > 1 || back == 0))
	for i, w := range way[1:] {
		which := "which"
		if i == 0 {
			which = "it"
		}
		d.Note(w.at, "%s waits for the operation that waits here", which)
	}
	last := way[len(way)-1]
	switch {
	case back >= 0 && back < len(way):
		d.Note(way[back].at, "which waits for the operation that waits here again: the circle is closed")
	case len(way) > 1:
		d.Note(last.at, "%s", strings.TrimPrefix(last.reason.text(false), "the wait cannot end: "))
	}
	return d
}

// way parses the message of the host: the index of the wait that the last wait waits for, and a line for each
// wait.
func (p *Program) way(message string) (way []waiting, back int) {
	lines := strings.Split(strings.TrimSuffix(message, "\n"), "\n")
	back, err := strconv.Atoi(lines[0])
	if err != nil {
		return nil, -1
	}
	for _, line := range lines[1:] {
		reason, place, _ := strings.Cut(line, " ")
		r, err := strconv.Atoi(reason)
		if err != nil {
			break
		}
		way = append(way, waiting{p.spanOf(place), stallReason(r)})
	}
	return way, back
}

// spanOf returns the span of a place in the runtime's table of places. If the place is not known, it is the
// span of the entry.
func (p *Program) spanOf(place string) diag.Span {
	var at diag.Place
	if n, err := fmt.Sscanf(place, "%d:%d:", &at.Line, &at.Col); err != nil || n < 2 {
		return p.span
	}
	at.Filename = strings.SplitN(place, ":", 3)[2]
	if span, ok := p.assertions[at]; ok {
		return span
	}
	return p.span
}
