package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/timeline"
)

// writeRunText writes the report of a run for people.
func writeRunText(w io.Writer, file string, r *inflight.RunReport) error {
	fmt.Fprintf(w, "%s: @%s on %s\n\n", file, r.Entry, r.Engine)
	writeArguments(w, r)
	fmt.Fprintln(w)
	if err := r.Check.WriteText(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nresult: equal to the program as written, bit by bit\n")
	fmt.Fprintf(w, "time: %d ticks as written, %d pipelined (%.2fx)\n\n",
		r.SequentialTicks, r.PipelinedTicks, float64(r.SequentialTicks)/float64(max(r.PipelinedTicks, 1)))
	return writeTimeline(w, r.Timeline)
}

func writeTimeline(w io.Writer, tl *timeline.Timeline) error {
	return timeline.RenderText(w, tl, timeline.Options{Width: width(w), ASCII: !isTerminal(w), Color: isTerminal(w)})
}

func writeArguments(w io.Writer, r *inflight.RunReport) {
	for _, arg := range r.Arguments {
		fmt.Fprintf(w, "  %-10s %-28s %s\n", arg.Name, arg.Value.Type, shapeAndSource(arg.Source, r, arg.Name))
	}
}

func shapeAndSource(source string, r *inflight.RunReport, name string) string {
	for _, arg := range r.Arguments {
		if arg.Name == name && arg.Value.Buffer != nil {
			return fmt.Sprintf("%s %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(arg.Value.Buffer.Shape), " ", "x"), "[]"), source)
		}
	}
	return source
}

// runJSON is the report of a run for machines.
type runJSON struct {
	File            string         `json:"file"`
	Entry           string         `json:"entry"`
	Engine          string         `json:"engine"`
	Arguments       []argumentJSON `json:"arguments"`
	Check           *check.Report  `json:"check"`
	Equal           bool           `json:"equal"`
	SequentialTicks int64          `json:"sequential_ticks"`
	PipelinedTicks  int64          `json:"pipelined_ticks"`
	Overlap         *float64       `json:"overlap,omitempty"`
}

type argumentJSON struct {
	Name   string  `json:"name"`
	Type   string  `json:"type"`
	Shape  []int64 `json:"shape,omitempty"`
	Source string  `json:"source"`
}

func writeRunJSON(w io.Writer, file string, r *inflight.RunReport) error {
	j := runJSON{
		File: file, Entry: r.Entry, Engine: r.Engine, Check: r.Check, Equal: true,
		SequentialTicks: r.SequentialTicks, PipelinedTicks: r.PipelinedTicks,
	}
	for _, a := range r.Arguments {
		arg := argumentJSON{Name: a.Name, Type: a.Value.Type.String(), Source: a.Source}
		if b := a.Value.Buffer; b != nil {
			arg.Shape = b.Shape
		}
		j.Arguments = append(j.Arguments, arg)
	}
	if share, ok := r.Timeline.Overlap(); ok {
		j.Overlap = &share
	}
	return writeJSON(w, j)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
