package timeline

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// turns returns a timeline in which n tasks of one kind, each task microseconds long, run beside the entry.
func turns(n int, task int64) *Timeline {
	tl := &Timeline{}
	for i := range int64(n) {
		tl.Add(Event{Lane: "goroutine 1", Label: "a.mlir:3", Iteration: -1, Start: i * task,
			End: i*task + task*3/4, Kind: Async})
		tl.Add(Event{Lane: "goroutine 0", Label: "@f", Iteration: -1, Start: (i + 1) * task,
			End: (i + 2) * task, Kind: Compute})
		tl.Add(Event{Lane: "goroutine 0", Label: "wait a.mlir:3", Iteration: -1, Start: (i + 1) * task,
			End: (i + 1) * task, Kind: Wait})
	}
	return tl
}

// late returns timelines one after the other. Other work in front of them takes so long that a drawing that
// begins with it shows nothing else.
func late(parts ...*Timeline) *Timeline {
	at := int64(100_000)
	tl := &Timeline{}
	tl.Add(Event{Lane: "goroutine 0", Label: "@f", Iteration: -1, End: at, Kind: Compute})
	for _, part := range parts {
		for _, e := range part.Events {
			e.Start, e.End = e.Start+at, e.End+at
			tl.Add(e)
		}
		_, end := part.bounds()
		at += end
	}
	return tl
}

// only returns a timeline of n pieces of one kind of work, each piece microseconds long.
func only(kind Kind, n int, piece int64) *Timeline {
	tl := &Timeline{}
	for i := range int64(n) {
		tl.Add(Event{Label: "@f", Iteration: -1, Start: i * piece, End: (i + 1) * piece, Kind: kind})
	}
	return tl
}

// setup returns a timeline with one piece of asynchronous work.
func setup(length int64) *Timeline {
	tl := &Timeline{}
	tl.Add(Event{Label: "setup", Iteration: -1, End: length, Kind: Async})
	return tl
}

func label(e Event) string {
	if e.Label == "setup" {
		return "setup"
	}
	return map[Kind]string{Async: "reading", Compute: "all else"}[e.Kind]
}

func TestRenderBoxes(t *testing.T) {
	overlapping := &Timeline{}
	overlapping.Add(Event{Label: "a", Start: 0, End: 600, Kind: Async},
		Event{Label: "a", Start: 300, End: 1000, Kind: Async})
	for name, c := range map[string]struct {
		timeline *Timeline
		width    int
		want     string
	}{
		"a whole run, the rows under each other": {turns(4, 1000), 50, `
What ran when, in one of the runs.
A box is a piece of work:

  time in ms 0             2              4
             |             |              |
  reading    [=0=]  [=1=]  [=2==]  [=3=]
  all else          [=====][======][=====][======]
`},
		"a part of a long one": {turns(400, 1000), 40, `
What ran when, in one of the runs, from the first 'reading' on.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  reading    [0=] [1=] [2=]  [3=] [4=]
  all else        [===][====][===][====]
`},
		"a part of one whose asynchronous work begins late": {late(turns(400, 1000)), 40, `
What ran when, in one of the runs, from the first 'reading' on.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  reading    [0=] [1=] [2=]  [3=] [4=]
  all else        [===][====][===][====]
`},
		"a part of one with little asynchronous work of another kind in front": {
			late(setup(50), only(Compute, 9, 1000), turns(400, 1000)), 40, `
What ran when, in one of the runs, from the first 'reading' on.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  reading    [0=] [1=] [2=]  [3=] [4=]
  all else        [===][====][===][====]
`},
		"a part of one without asynchronous work": {only(Compute, 400, 1000), 40, `
What ran when, in one of the runs, at its beginning.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  all else   [===][===][====][===][====]
`},
		"a kind of work that is not in view": {late(only(Async, 400, 1000)), 40, `
What ran when, in one of the runs, from the first 'reading' on.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  reading    [=0=][=1=][=2==][=3=][=4==]
  all else
`},
		"asynchronous work that is shorter than a column": {
			late(turns(1, 4), only(Compute, 1, 1000), turns(400, 1000)), 40,
			`
What ran when, in one of the runs, from the first 'reading' on.
A box is a piece of work:

  time in ms 0         2          4
             |         |          |
  reading    =    [1=] [2=]  [3=] [4=]
  all else   [===]     [====][===][====]
`},
		"pieces of one kind at the same time": {overlapping, 33, `
What ran when, in one of the runs.
A box is a piece of work:

  time in ms 0         0.5
             |         |
  reading    [====0=====]
                   [=====1======]
`},
		"nothing": {&Timeline{}, 30, `
What ran when, in one of the runs.
A box is a piece of work:

  time in ms 0
             |
`},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := RenderBoxes(&b, c.timeline, Options{Width: c.width}, label); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", b.String(), c.want)
			}
		})
	}
}

// No line of a drawing is wider than the options allow, for any names.
func TestRenderBoxesWidth(t *testing.T) {
	for width := 1; width < 120; width += 7 {
		var b bytes.Buffer
		long := func(e Event) string { return strings.Repeat("é", 50) + e.Label }
		if err := RenderBoxes(&b, turns(9, 77), Options{Width: width}, long); err != nil {
			t.Fatal(err)
		}
		_, drawing, _ := strings.Cut(b.String(), ":\n\n")
		for line := range strings.Lines(drawing) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > max(width, boxIndent+2) {
				t.Errorf("width %d: %d columns: %s", width, n, line)
			}
		}
	}
}
