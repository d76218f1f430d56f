package timeline_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/timeline"
)

// trace has the fields that a reader of the format sees.
type trace struct {
	TraceEvents []struct {
		Name, Cat, Ph string
		Ts            int64
		Dur           *uint64
		Pid, Tid      int
		Args          map[string]any
	}
}

func chrome(t fataler, tl *timeline.Timeline) []byte {
	var b bytes.Buffer
	if err := timeline.WriteChromeTrace(&b, tl); err != nil {
		t.Fatalf("%v", err)
	}
	return b.Bytes()
}

func TestChromeTraceGolden(t *testing.T) {
	golden.Compare(t, "testdata/chrome.json", chrome(t, pipeline(3, 2, 4, 6)))
}

// For every schedule the trace is JSON and has every event once, on a thread with a name. No two events of a
// thread overlap.
func TestChromeTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl := timelines().Draw(t, "timeline")
		var got trace
		if err := json.Unmarshal(chrome(t, tl), &got); err != nil {
			t.Fatalf("%v", err)
		}
		named := map[int]bool{}
		type span struct {
			thread     int
			start, end int64
		}
		var spans []span
		for _, e := range got.TraceEvents {
			switch {
			case e.Ph == "M" && e.Name == "thread_name":
				named[e.Tid] = e.Args["name"] != nil
			case e.Ph == "X" && e.Dur != nil:
				spans = append(spans, span{e.Tid, e.Ts, int64(uint64(e.Ts) + *e.Dur)})
			case e.Ph != "M":
				t.Fatalf("unexpected event %+v", e)
			}
		}
		if len(spans) != len(tl.Events) {
			t.Fatalf("%d events instead of %d", len(spans), len(tl.Events))
		}
		slices.SortStableFunc(spans, func(a, b span) int {
			return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.start, b.start),
				cmp.Compare(a.end, b.end))
		})
		for i, s := range spans {
			if !named[s.thread] {
				t.Fatalf("thread %d has no name", s.thread)
			}
			if i > 0 && spans[i-1].thread == s.thread && spans[i-1].end > s.start {
				t.Fatalf("%+v and %+v overlap", spans[i-1], s)
			}
		}
	})
}

// An arrow begins in its first event and ends at the start of the second, on the threads of the events. Ticks
// may be shorter than a microsecond.
func TestArrows(t *testing.T) {
	tl := &timeline.Timeline{TicksPerMicrosecond: 1000}
	tl.Add(
		timeline.Event{Lane: "a", Label: "first", Iteration: -1, Start: 0, End: 1500},
		timeline.Event{Lane: "a", Label: "beside", Iteration: -1, Start: 500, End: 900},
		timeline.Event{Lane: "b", Label: "second", Iteration: -1, Start: 2250, End: 2250},
	)
	tl.Arrows = []timeline.Arrow{{From: 0, To: 2, Name: "x"}, {From: 1, To: 2, Name: "y"}}
	var got struct {
		TraceEvents []struct {
			Name, Ph string
			Ts, Dur  float64
			Tid, ID  int
		}
	}
	if err := json.Unmarshal(chrome(t, tl), &got); err != nil {
		t.Fatal(err)
	}
	thread, id := map[string]int{}, map[string]int{}
	for _, e := range got.TraceEvents {
		switch {
		case e.Ph == "X":
			thread[e.Name] = e.Tid
			if e.Name == "first" && e.Dur != 1.5 || e.Name == "second" && e.Ts != 2.25 {
				t.Errorf("%+v", e)
			}
		case e.Ph == "s":
			id[e.Name] = e.ID
			if from := map[string]string{"x": "first", "y": "beside"}[e.Name]; e.Tid != thread[from] ||
				e.Ts != map[string]float64{"x": 1.499, "y": 0.899}[e.Name] {
				t.Errorf("%+v does not begin in %q", e, from)
			}
		case e.Ph == "f" && (e.Tid != thread["second"] || e.Ts != 2.25 || e.ID != id[e.Name]):
			t.Errorf("%+v does not end in the second event", e)
		}
	}
	if len(id) != 2 || id["x"] == id["y"] {
		t.Errorf("arrows %v", id)
	}
}
