package timeline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
)

// traceEvent is an entry of the Trace Event Format that Perfetto and chrome://tracing read.
type traceEvent struct {
	Name      string         `json:"name"`
	Category  string         `json:"cat,omitempty"`
	Phase     string         `json:"ph"`
	Timestamp json.Number    `json:"ts"`
	Duration  json.Number    `json:"dur,omitempty"`
	Process   int            `json:"pid"`
	Thread    int            `json:"tid"`
	Args      map[string]any `json:"args,omitempty"`
	Flow      int            `json:"id,omitempty"`
	Binding   string         `json:"bp,omitempty"`
}

// WriteChromeTrace writes a timeline as a Chrome trace, which ui.perfetto.dev opens. A lane becomes a thread
// of the trace. A lane with overlapping events becomes several threads, because the format treats overlapping
// events of one thread as nested. The error is one of the writer.
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
		b.Write(diag.PrintableJSON(encoded))
	}
	b.WriteString("\n]}\n")
	return b.Flush()
}

// traceEvents returns the names of the threads and all events.
func traceEvents(tl *Timeline) []traceEvent {
	events := []traceEvent{metadata("process_name", 0, map[string]any{"name": "inflight"})}
	byLane := map[string][]Event{}
	for i, e := range tl.Events {
		e.number = i
		byLane[e.Lane] = append(byLane[e.Lane], e.normal())
	}
	threads := make([]int, len(tl.Events))
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
				events = append(events, tl.complete(e, thread))
				threads[e.number] = thread
			}
		}
	}
	return append(events, tl.flows(threads)...)
}

// flows returns the arrows, of two events each. The two bind to the events of work at their places.
func (tl *Timeline) flows(threads []int) []traceEvent {
	var events []traceEvent
	for i, a := range tl.Arrows {
		from, to := tl.Events[a.From].normal(), tl.Events[a.To].normal()
		f := traceEvent{Name: a.Name, Category: "arrow", Process: 1, Flow: i + 1}
		f.Phase, f.Timestamp, f.Thread = "s", tl.micros(max(from.Start, from.End-1)), threads[a.From]
		events = append(events, f)
		f.Phase, f.Timestamp, f.Thread, f.Binding = "f", tl.micros(to.Start), threads[a.To], "e"
		events = append(events, f)
	}
	return events
}

// micros returns a time in microseconds.
func (tl *Timeline) micros(ticks int64) json.Number {
	if tl.TicksPerMicrosecond <= 1 {
		return json.Number(strconv.FormatInt(ticks, 10))
	}
	return json.Number(strconv.FormatFloat(float64(ticks)/float64(tl.TicksPerMicrosecond), 'f', -1, 64))
}

// duration returns the time between two ticks in microseconds.
func (tl *Timeline) duration(from, to int64) json.Number {
	n := ticksBetween(from, to)
	if tl.TicksPerMicrosecond <= 1 {
		return json.Number(strconv.FormatUint(n, 10))
	}
	return json.Number(strconv.FormatFloat(float64(n)/float64(tl.TicksPerMicrosecond), 'f', -1, 64))
}

// metadata returns an event of phase M.
func metadata(name string, thread int, args map[string]any) traceEvent {
	return traceEvent{Name: name, Phase: "M", Timestamp: "0", Process: 1, Thread: thread, Args: args}
}

// complete returns an event of phase X. Its name includes the iteration, because viewers draw the name.
func (tl *Timeline) complete(e Event, thread int) traceEvent {
	t := traceEvent{Name: e.Label, Category: e.Kind.String(), Phase: "X", Timestamp: tl.micros(e.Start),
		Duration: tl.duration(e.Start, e.End),
		Process:  1, Thread: thread}
	if e.Iteration >= 0 {
		t.Name = fmt.Sprintf("%s [%d]", e.Label, e.Iteration)
		t.Args = map[string]any{"iteration": e.Iteration}
	}
	return t
}
