package native

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var codeStuckWait = diag.Register("native-stuck-wait", "a wait does not end",
	"The program waits, and nothing is left that could resolve what it waits for: all threads sleep, no "+
		"task can start, and no event comes from "+
		"outside. The notes go from wait to wait, up to the one that waits for the first again, or for "+
		"what nobody resolves: a promise that "+
		"no task fulfills, or a group that is given fewer tokens than it has members.")

// waiting is a wait on the way to the reason why nothing goes on.
type waiting struct {
	at     diag.Span
	reason stallReason
}

// stallReason is what is waited for: inflightAsyncReason of the runtime.
type stallReason int

const (
	waitsForTask stallReason = iota
	waitsForGroup
	waitsForTurn
	waitsForResource
	waitsForRoom
	waitsForOther
)

// text says why the wait cannot end; known is whether what it waits for waits itself.
func (r stallReason) text(known bool) string {
	switch {
	case r == waitsForGroup:
		return "the wait cannot end: not all members of the group are resolved"
	case r == waitsForTurn:
		return "the wait cannot end: a task before it on its queue waits, too"
	case r == waitsForResource:
		return "the wait cannot end: the task that holds the resource waits, too"
	case r == waitsForRoom:
		return "the wait cannot end: the queue is full, and what is on it waits, too"
	case known || r == waitsForTask:
		return "the wait cannot end: what it waits for waits, too"
	}
	return "the wait cannot end: nothing is left that resolves what it waits for"
}

// stalled is the error about a wait of the program that cannot end, by the message of the host (host.c).
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
		d.Note(w.at, "%s waits for what waits here", which)
	}
	last := way[len(way)-1]
	switch {
	case back >= 0 && back < len(way):
		d.Note(way[back].at, "which waits for what waits here again: the circle is closed")
	case len(way) > 1:
		d.Note(last.at, "%s", strings.TrimPrefix(last.reason.text(false), "the wait cannot end: "))
	}
	return d
}

// way reads what the host has written: the number of the wait that the last one waits for, and a line for
// each.
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

// spanOf returns the span of a place in the table of the runtime, that of the entry if it is not known.
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
