package timeline_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/timeline"
)

// pipeline returns the schedule of a loop of n iterations that copies A and B asynchronously while it
// computes, with a number of iterations in flight.
func pipeline(n, inFlight int, copyTicks, computeTicks int64) *timeline.Timeline {
	tl := &timeline.Timeline{}
	var now, free int64
	done := make([]int64, n)
	issue := func(i int) {
		if i >= n {
			return
		}
		start := max(now, free)
		tl.Add(
			timeline.Event{Lane: "dma", Label: "copy A", Iteration: i, Start: start, End: start + copyTicks,
				Kind: timeline.Async},
			timeline.Event{Lane: "dma", Label: "copy B", Iteration: i, Start: start + 1,
				End: start + copyTicks + 1, Kind: timeline.Async},
			timeline.Event{Lane: "thread", Label: "commit", Iteration: i, Start: now, End: now,
				Kind: timeline.Commit})
		free, done[i] = start+copyTicks, start+copyTicks+1
	}
	for i := range inFlight {
		issue(i)
	}
	for i := range n {
		if done[i] > now {
			tl.Add(timeline.Event{Lane: "thread", Label: "wait", Iteration: i, Start: now, End: done[i],
				Kind: timeline.Wait})
			now = done[i]
		}
		tl.Add(timeline.Event{Lane: "thread", Label: "compute", Iteration: i, Start: now,
			End: now + computeTicks})
		now += computeTicks
		issue(i + inFlight)
	}
	return tl
}

// shifted puts work on one thread before and after a schedule.
func shifted(tl *timeline.Timeline, before, after int64) *timeline.Timeline {
	tl = moved(tl, before)
	_, end := span(tl)
	whole := &timeline.Timeline{}
	for at := int64(0); at < before; at += 10 {
		whole.Add(timeline.Event{Lane: "thread", Label: "set up", Iteration: int(at / 10), Start: at,
			End: at + 9})
	}
	whole.Add(tl.Events...)
	whole.Add(timeline.Event{Lane: "thread", Label: "write", Iteration: -1, Start: end, End: end + after})
	return whole
}

// moved returns a schedule that begins later.
func moved(tl *timeline.Timeline, by int64) *timeline.Timeline {
	later := &timeline.Timeline{Events: slices.Clone(tl.Events)}
	for i := range later.Events {
		later.Events[i].Start += by
		later.Events[i].End += by
	}
	return later
}

// tiles returns the schedule of a loop around a pipelined loop, which clears a tile first: in many short
// steps, as a simulator would report it.
func tiles(n int) *timeline.Timeline {
	tl := &timeline.Timeline{}
	var now int64
	for range n {
		tile := moved(shifted(pipeline(8, 2, 1000, 19000), 1000, 0), now)
		for _, e := range tile.Events {
			if e.Label == "compute" || e.Label == "set up" {
				e.Label = "C"
			}
			if e.Kind != timeline.Commit && e.Start < e.End {
				tl.Add(e)
			}
		}
		_, now = span(tl)
	}
	return tl
}

// span returns the first beginning and the last end.
func span(tl *timeline.Timeline) (start, end int64) {
	start = math.MaxInt64
	for _, e := range tl.Events {
		start, end = min(start, e.Start), max(end, e.End)
	}
	return start, end
}

// nested returns the schedule of asynchronous operations that are pipelined loops themselves.
func nested() *timeline.Timeline {
	tl := &timeline.Timeline{}
	for i := range 8 {
		start := int64(400*i + 20)
		tl.Add(timeline.Event{Lane: "main", Label: "use", Iteration: i, Start: start + 400, End: start + 700},
			timeline.Event{Lane: "queue 0", Label: "tile", Iteration: i, Start: start, End: start + 390,
				Kind: timeline.Async})
		for j := range 6 {
			at := start + int64(60*j)
			tl.Add(timeline.Event{Lane: "queue 0/queue 1", Label: "row", Iteration: j, Start: at,
				End: at + 55, Kind: timeline.Async})
		}
	}
	return tl
}

// manyLabels returns a schedule with more kinds of statements than a lane has rows.
func manyLabels() *timeline.Timeline {
	tl := &timeline.Timeline{}
	for i := range 4 {
		tl.Add(timeline.Event{Lane: "dma", Label: "copy", Iteration: i, Start: int64(100 * i),
			End: int64(100*i + 90), Kind: timeline.Async})
		for j := range 20 {
			at := int64(100*i + 5*j)
			tl.Add(timeline.Event{Lane: "thread", Label: fmt.Sprintf("step %d", j), Iteration: i, Start: at,
				End: at + int64(1+j%5)})
		}
	}
	return tl
}

type drawCase struct {
	name    string
	tl      *timeline.Timeline
	options timeline.Options
}

func drawCases() []drawCase {
	ascii := timeline.Options{Width: 100, ASCII: true}
	overlapping := &timeline.Timeline{}
	for i := range 4 {
		at := int64(3 * i)
		overlapping.Add(timeline.Event{Lane: "queue", Label: "copy", Iteration: i, Start: at, End: at + 8,
			Kind: timeline.Async})
	}
	overlapping.Add(timeline.Event{Lane: "thread", Label: "wait for all of them", Iteration: -1, Start: 1,
		End: 17, Kind: timeline.Wait},
		timeline.Event{Lane: "thread", Label: "sum", Iteration: -1, Start: 17, End: 20})
	blocked := &timeline.Timeline{}
	blocked.Add(timeline.Event{Lane: "thread", Label: "work", Start: -5, End: 5},
		timeline.Event{Lane: "thread", Label: "barrier", Iteration: -1, Start: 0, End: 3,
			Kind: timeline.Wait},
		timeline.Event{Lane: "thread", Label: "barrier", Iteration: -1, Start: 4, End: 8,
			Kind: timeline.Wait})
	pieces := &timeline.Timeline{}
	for i := range 3 {
		at := int64(20 * i)
		pieces.Add(timeline.Event{Lane: "thread", Iteration: -1, Start: at + 5, End: at + 6},
			timeline.Event{Lane: "thread", Label: "sum", Iteration: i, Start: at + 6, End: at + 11},
			timeline.Event{Lane: "thread", Label: "sum", Iteration: i, Start: at + 11, End: at + 15},
			timeline.Event{Lane: "thread", Label: "max", Iteration: i, Start: at + 15, End: at + 20},
			timeline.Event{Lane: "thread", Label: "max", Iteration: i, Start: at, End: at + 5,
				Kind: timeline.Wait})
	}
	odd := &timeline.Timeline{}
	odd.Add(timeline.Event{Lane: "\x1b[2J\u65e5\u672c", Label: "a label that is far too long", Iteration: 7,
		Start: 4, End: 1},
		timeline.Event{Lane: "\u00fcber", Label: "b", Iteration: 1, Start: 0, End: 9, Kind: timeline.Async})
	eternal := &timeline.Timeline{}
	eternal.Add(timeline.Event{Lane: "a", Start: 0, End: math.MaxInt64},
		timeline.Event{Lane: "a", Start: math.MinInt64, End: 0})
	return []drawCase{
		{"sequential", pipeline(5, 1, 4, 6), ascii},
		{"pipelined", pipeline(8, 2, 4, 6), ascii},
		{"pipelined in blocks", pipeline(8, 2, 4, 6), timeline.Options{Width: 100}},
		{"pipelined in colour", pipeline(3, 2, 4, 6), timeline.Options{Width: 60, Color: true}},
		{"bound by copies", pipeline(6, 3, 9, 3), ascii},
		{"long", pipeline(1000, 3, 40, 60), ascii},
		{"long in blocks", pipeline(1000, 3, 40, 60), timeline.Options{Width: 100}},
		{"tiles", tiles(4), timeline.Options{Width: 80, ASCII: true}},
		{"tiles in blocks", tiles(4), timeline.Options{Width: 80}},
		{"tiles, narrow", tiles(4), timeline.Options{Width: 60, ASCII: true}},
		{"tiles, wide", tiles(4), timeline.Options{Width: 200, ASCII: true}},
		{"far from the beginning and the end", shifted(pipeline(40, 3, 40, 60), 5000, 9000), ascii},
		{"nested queues", nested(), timeline.Options{Width: 120, ASCII: true}},
		{"nested queues, narrow", nested(), timeline.Options{Width: 60, ASCII: true}},
		{"many labels", manyLabels(), ascii},
		{"narrow", pipeline(8, 2, 4, 6), timeline.Options{Width: 32, ASCII: true}},
		{"overlapping in one lane", overlapping, ascii},
		{"wait beside work", blocked, ascii},
		{"statements in pieces", pieces, ascii},
		{"odd names", odd, timeline.Options{Width: 50, ASCII: true}},
		{"default width", pipeline(3, 2, 4, 6), timeline.Options{}},
		{"all of time", eternal, timeline.Options{Width: 60, ASCII: true}},
		{"nothing", &timeline.Timeline{}, ascii},
	}
}

func draw(t fataler, tl *timeline.Timeline, o timeline.Options) string {
	var b bytes.Buffer
	if err := timeline.RenderText(&b, tl, o); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// fataler is the interface that *testing.T and *rapid.T have in common.
type fataler interface{ Fatalf(string, ...any) }

func TestRenderTextGolden(t *testing.T) {
	ar := &txtar.Archive{}
	for _, c := range drawCases() {
		golden.Set(ar, c.name, []byte(draw(t, c.tl, c.options)))
	}
	golden.Compare(t, "testdata/text.txtar", txtar.Format(ar))
}

// timelines generates schedules of all kinds, including some that no simulator makes.
func timelines() *rapid.Generator[*timeline.Timeline] {
	ticks := rapid.OneOf(rapid.Int64Range(0, 50), rapid.Int64Range(-1000, 100000), rapid.Int64(),
		rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64}))
	event := rapid.Custom(func(t *rapid.T) timeline.Event {
		start := ticks.Draw(t, "start")
		end := ticks.Draw(t, "end")
		if rapid.Bool().Draw(t, "short") {
			end = start + rapid.Int64Range(0, 20).Draw(t, "duration")
		}
		return timeline.Event{
			Lane: rapid.OneOf(rapid.SampledFrom([]string{"a", "dma", "thread"}), rapid.String()).Draw(t,
				"lane"),
			Label: rapid.OneOf(rapid.SampledFrom([]string{"copy A", "copy B"}), rapid.String()).Draw(t,
				"label"),
			Iteration: rapid.OneOf(rapid.IntRange(-1, 12), rapid.Int()).Draw(t, "iteration"),
			Start:     start, End: end,
			Kind: timeline.Kind(rapid.IntRange(0, 4).Draw(t, "kind")),
		}
	})
	return rapid.Custom(func(t *rapid.T) *timeline.Timeline {
		return &timeline.Timeline{Events: rapid.SliceOfN(event, 0, 20).Draw(t, "events")}
	})
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// No line is wider than the options allow, for any schedule and width. Only colours control the terminal, and
// they change nothing else.
func TestRenderTextKeepsToTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl := timelines().Draw(t, "timeline")
		o := timeline.Options{
			Width: rapid.IntRange(1, 150).Draw(t, "width"),
			ASCII: rapid.Bool().Draw(t, "ascii"),
		}
		plain := draw(t, tl, o)
		checkLines(t, plain, o)
		o.Color = true
		if colored := draw(t, tl, o); escape.ReplaceAllString(colored, "") != plain {
			t.Fatalf("colours change the drawing:\n%s\n%s", colored, plain)
		}
	})
}

func checkLines(t fataler, text string, o timeline.Options) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > o.Width {
			t.Fatalf("%d columns instead of %d: %q", n, o.Width, line)
		}
		for _, r := range line {
			if r < ' ' || r == 0x7f || r == utf8.RuneError || o.ASCII && r > 0x7f {
				t.Fatalf("character %U in %q", r, line)
			}
		}
	}
}

// Every iteration at the beginning and at the end of a long loop is visible, and the drawing says that the
// middle is omitted.
func TestLongSchedulesShowBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(60, 500).Draw(t, "n")
		tl := pipeline(n, rapid.IntRange(1, 4).Draw(t, "in flight"), rapid.Int64Range(1, 500).Draw(t, "copy"),
			rapid.Int64Range(1, 500).Draw(t, "compute"))
		text := draw(t, tl, timeline.Options{Width: rapid.IntRange(90, 200).Draw(t, "width"), ASCII: true})
		for _, want := range []string{" // ", "left out", "0"} {
			if !strings.Contains(text, want) {
				t.Fatalf("%q is missing in\n%s", want, text)
			}
		}
	})
}

// The first of several pipelined loops is drawn for any work before, between and after the loops: its copies,
// and some iterations that can be told apart.
func TestTheFirstPipelinedLoopIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loop := pipeline(rapid.IntRange(20, 50).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "in flight"),
			rapid.Int64Range(1000, 3000).Draw(t, "copy"), rapid.Int64Range(3000, 20000).Draw(t, "compute"))
		tl := &timeline.Timeline{}
		for range rapid.IntRange(2, 5).Draw(t, "loops") {
			_, now := span(tl)
			next := moved(shifted(loop, rapid.Int64Range(0, 3000).Draw(t, "before"), 100000), now)
			tl.Add(next.Events...)
		}
		text := draw(t, tl, timeline.Options{Width: rapid.IntRange(80, 200).Draw(t, "width"), ASCII: true})
		for _, want := range []string{"copy A", "copy B", "// ticks", "first of"} {
			if !strings.Contains(text, want) {
				t.Fatalf("%q is missing in\n%s", want, text)
			}
		}
		if !regexp.MustCompile(`(?m)compute .*0.*1.*2.*3`).MatchString(text) {
			t.Fatalf("the first iterations are missing in\n%s", text)
		}
	})
}

// In a schedule of equal work every bar has the same length and carries its number.
func TestEqualWorkIsDrawnEquallyLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := rapid.Int64Range(1, 7).Draw(t, "ticks")
		tl := &timeline.Timeline{}
		for i := range 9 {
			tl.Add(timeline.Event{Lane: "a", Label: "b", Iteration: i, Start: ticks * int64(i),
				End: ticks * int64(i+1)})
		}
		text := draw(t, tl, timeline.Options{Width: 120, ASCII: true})
		bars := regexp.MustCompile(`\[\d=+\]`).FindAllString(strings.SplitAfterN(text, "\n", 3)[2], 9)
		if len(bars) != 9 {
			t.Fatalf("%d bars in\n%s", len(bars), text)
		}
		for i, bar := range bars {
			if len(bar) != len(bars[0]) || bar[1] != byte('0'+i) {
				t.Fatalf("bar %d is %s, the first is %s", i, bar, bars[0])
			}
		}
	})
}

func TestLanes(t *testing.T) {
	tl := pipeline(3, 2, 4, 6)
	if got := fmt.Sprint(tl.Lanes()); got != "[dma thread]" {
		t.Errorf("got %s", got)
	}
}

func TestOverlap(t *testing.T) {
	async := func(lane string, start, end int64) timeline.Event {
		return timeline.Event{Lane: lane, Start: start, End: end, Kind: timeline.Async}
	}
	compute := func(start, end int64) timeline.Event {
		return timeline.Event{Lane: "t", Start: start, End: end}
	}
	wait := timeline.Event{Lane: "t", Start: 0, End: 100, Kind: timeline.Wait}
	for name, c := range map[string]struct {
		events []timeline.Event
		want   float64
		ok     bool
	}{
		"nothing":                 {nil, 0, false},
		"no async work":           {[]timeline.Event{compute(0, 10)}, 0, false},
		"async work without time": {[]timeline.Event{async("a", 5, 5)}, 0, false},
		"alone":                   {[]timeline.Event{async("a", 0, 10), wait}, 0, true},
		"hidden by half":          {[]timeline.Event{async("a", 0, 10), compute(5, 20)}, 0.5, true},
		"hidden": {[]timeline.Event{async("a", 3, 10), compute(0, 5), compute(5, 20)}, 1,
			true},
		"two on one unit": {[]timeline.Event{async("a", 0, 10), async("a", 0, 10)}, 0, true},
		"two units":       {[]timeline.Event{async("a", 0, 10), async("b", 5, 15)}, 0.5, true},
		"one waits for the other": {[]timeline.Event{async("a", 0, 10), async("a/b", 2, 6),
			{Lane: "a", Start: 2, End: 6, Kind: timeline.Wait}}, 0, true},
		"after each other": {[]timeline.Event{async("a", 0, 10), compute(10, 20)}, 0, true},
		"for ever": {[]timeline.Event{async("a", math.MinInt64, math.MaxInt64),
			compute(math.MinInt64, math.MaxInt64)}, 1, true},
	} {
		tl := &timeline.Timeline{Events: c.events}
		if got, ok := tl.Overlap(); got != c.want || ok != c.ok {
			t.Errorf("%s: got %v, %v, want %v, %v", name, got, ok, c.want, c.ok)
		}
	}
}

// brokenWriter fails every write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, fs.ErrClosed }

func TestWritersAreReported(t *testing.T) {
	tl := pipeline(2, 1, 1, 1)
	if err := timeline.RenderText(brokenWriter{}, tl, timeline.Options{}); err != fs.ErrClosed {
		t.Errorf("got %v", err)
	}
	if err := timeline.WriteChromeTrace(brokenWriter{}, tl); err != fs.ErrClosed {
		t.Errorf("got %v", err)
	}
}

func BenchmarkRenderText(b *testing.B) {
	tl := pipeline(10000, 3, 40, 60)
	b.ReportAllocs()
	for b.Loop() {
		draw(b, tl, timeline.Options{Width: 100})
	}
}
