package main

import (
	"encoding/json"
	"io"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
)

// runJSON is the report of a run for machines.
type runJSON struct {
	File      string         `json:"file"`
	Entry     string         `json:"entry"`
	Engine    string         `json:"engine"`
	Arguments []argumentJSON `json:"arguments"`
	Check     *check.Report  `json:"check"`
	// Returns are the results of the function, as text.
	Returns []string `json:"returns,omitempty"`
	// Printed is the text that the program has printed.
	Printed string `json:"printed,omitempty"`
	// Written are the names of the files that were written.
	Written []string `json:"written"`
	// Equal says that the results are those of the program as written; it is left out where they were not compared. Rounding is
	// the largest difference by rounding in functions of mathematics, relative to the magnitude.
	Equal    bool    `json:"equal,omitempty"`
	Rounding float64 `json:"rounding,omitempty"`
	// Times in seconds, and what the function computes and moves, where that is known.
	CompileTime float64 `json:"compile_seconds,omitempty"`
	RunTime     float64 `json:"run_seconds,omitempty"`
	Operations  *int64  `json:"operations,omitempty"`
	Bytes       *int64  `json:"bytes,omitempty"`
	// Device and its driver, and the times of kernels, where some ran.
	Device  string             `json:"device,omitempty"`
	Queues  *exec.DeviceQueues `json:"queues,omitempty"`
	Driver  string             `json:"driver,omitempty"`
	Kernels []kernelJSON       `json:"kernels,omitempty"`
	// SequentialTicks and PipelinedTicks are times on the abstract machine, if the program was simulated.
	SequentialTicks int64 `json:"sequential_ticks,omitempty"`
	PipelinedTicks  int64 `json:"pipelined_ticks,omitempty"`
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

type kernelJSON struct {
	Name     string   `json:"name"`
	Grid     [3]int64 `json:"grid"`
	Block    [3]int64 `json:"block"`
	Launches int      `json:"launches"`
	// Seconds is the median of the times measured, which are Repeats.
	Seconds float64 `json:"seconds"`
	Repeats int     `json:"repeats"`
}

// device adds what ran on a device.
func (j *runJSON) device(u *exec.DeviceUsage) {
	if u == nil {
		return
	}
	j.Device, j.Driver = u.Device, u.Driver
	if u.Queues.Operations > 0 {
		j.Queues = &u.Queues
	}
	for _, k := range u.Kernels {
		j.Kernels = append(j.Kernels, kernelJSON{k.Name, k.Grid, k.Block, k.Launches, k.Time.Seconds(), k.Repeats})
	}
}

func writeRunJSON(w io.Writer, r *inflight.RunReport, text string, written []string) error {
	j := runJSON{
		File: r.File, Entry: r.Entry, Engine: r.Engine, Check: r.Check,
		Equal: r.Equality != inflight.NotCompared, Rounding: r.Rounding, Operations: r.Operations, Bytes: r.Bytes,
		SequentialTicks: r.SequentialTicks, PipelinedTicks: r.PipelinedTicks, Printed: text, Written: append([]string{}, written...),
	}
	for _, v := range r.Returns {
		j.Returns = append(j.Returns, v.String())
	}
	if r.Engine != "sim" {
		j.CompileTime, j.RunTime = r.CompileTime.Seconds(), r.RunTime.Seconds()
	}
	j.device(r.Device)
	for _, a := range r.Arguments {
		arg := argumentJSON{Name: a.Name, Type: a.Value.Type.String(), Source: a.Source}
		if b := a.Value.Buffer; b != nil {
			arg.Shape = b.Shape
		}
		j.Arguments = append(j.Arguments, arg)
	}
	if r.Timeline != nil && !r.Truncated {
		if share, ok := r.Timeline.Overlap(); ok {
			j.Overlap = &share
		}
	}
	return writeJSON(w, j)
}

func writeJSON(w io.Writer, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(diag.PrintableJSON(append(text, '\n')))
	return err
}
