package timeline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// traceEvent is an entry of the Trace Event Format that Perfetto and chrome://tracing read.
type traceEvent struct {
	Name      string         `json:"name"`
	Category  string         `json:"cat,omitempty"`
	Phase     string         `json:"ph"`
	Timestamp int64          `json:"ts"`
	Duration  *uint64        `json:"dur,omitempty"`
	Process   int            `json:"pid"`
	Thread    int            `json:"tid"`
	Args      map[string]any `json:"args,omitempty"`
}

// WriteChromeTrace writes a timeline as a Chrome trace, which ui.perfetto.dev opens. A tick becomes a microsecond, a
// lane a thread; a lane whose events overlap becomes several, because the format takes overlapping events of one thread
// for nested ones. The result is an error of the writer.
func WriteChromeTrace(w io.Writer, tl *Timeline) error {
	b := bufio.NewWriter(w)
	b.WriteString("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")
	for i, e := range traceEvents(tl) {
		if i > 0 {
			b.WriteString(",\n")
		}
		encoded, err := json.Marshal(e)
		if err != nil {
			return err
		}
		b.Write(encoded)
	}
	b.WriteString("\n]}\n")
	return b.Flush()
}

// traceEvents returns the names of the threads and all events.
func traceEvents(tl *Timeline) []traceEvent {
	events := []traceEvent{metadata("process_name", 0, map[string]any{"name": "inflight"})}
	byLane := map[string][]Event{}
	for _, e := range tl.Events {
		byLane[e.Lane] = append(byLane[e.Lane], e.normal())
	}
	thread := 0
	for _, lane := range tl.Lanes() {
		for i, row := range pack(byLane[lane]) {
			thread++
			name := lane
			if i > 0 {
				name = fmt.Sprintf("%s (%d)", lane, i+1)
			}
			events = append(events, metadata("thread_name", thread, map[string]any{"name": name}),
				metadata("thread_sort_index", thread, map[string]any{"sort_index": thread}))
			for _, e := range row {
				events = append(events, complete(e, thread))
			}
		}
	}
	return events
}

// metadata returns an event of phase M.
func metadata(name string, thread int, args map[string]any) traceEvent {
	return traceEvent{Name: name, Phase: "M", Process: 1, Thread: thread, Args: args}
}

// complete returns an event of phase X. The iteration is a part of its name, because the name is what is drawn.
func complete(e Event, thread int) traceEvent {
	duration := ticksBetween(e.Start, e.End)
	t := traceEvent{Name: e.Label, Category: e.Kind.String(), Phase: "X", Timestamp: e.Start, Duration: &duration,
		Process: 1, Thread: thread}
	if e.Iteration >= 0 {
		t.Name = fmt.Sprintf("%s [%d]", e.Label, e.Iteration)
		t.Args = map[string]any{"iteration": e.Iteration}
	}
	return t
}
