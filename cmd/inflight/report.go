package main

import (
	"encoding/json"
	"io"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
)

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
	// Overlap is the share of asynchronous time that was hidden; it is left out
	// where there was none, or too much to keep track of.
	Overlap *float64 `json:"overlap,omitempty"`
}

type argumentJSON struct {
	Name   string  `json:"name"`
	Type   string  `json:"type"`
	Shape  []int64 `json:"shape,omitempty"`
	Source string  `json:"source"`
}

func writeRunJSON(w io.Writer, r *inflight.RunReport) error {
	j := runJSON{
		File: r.File, Entry: r.Entry, Engine: r.Engine, Check: r.Check, Equal: true,
		SequentialTicks: r.SequentialTicks, PipelinedTicks: r.PipelinedTicks,
	}
	for _, a := range r.Arguments {
		arg := argumentJSON{Name: a.Name, Type: a.Value.Type.String(), Source: a.Source}
		if b := a.Value.Buffer; b != nil {
			arg.Shape = b.Shape
		}
		j.Arguments = append(j.Arguments, arg)
	}
	if share, ok := r.Timeline.Overlap(); ok && !r.Truncated {
		j.Overlap = &share
	}
	return writeJSON(w, j)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
