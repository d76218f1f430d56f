package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/latencyhiding"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/timeline"
)

// hloMachine is the machine that modules of HLO are timed on if none is named.
const hloMachine = "eight-h100"

// simHLO times a module of HLO on a machine.
func (a *app) simHLO(c *cobra.Command, file *diag.File, flags *simFlags) error {
	for _, name := range []string{"arg", "dim", "seed", "entry", "transport", "streams",
		"as-is",
		"all"} {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			return usagef("--%s is not for HLO: a module is timed as it is scheduled", name)
		}
	}
	if flags.mode != "timed" {
		return usagef("HLO has no meaning here but its times: inflight sim %s --mode timed --machine %s",
			file.Name, hloMachine)
	}
	m, err := a.readHLO(c.Context(), file)
	if err != nil {
		return badInput(err)
	}
	model, err := costModel(m, flags.machine, flags.of.costs)
	if err != nil {
		return badInput(err)
	}
	t, err := timing.Of(c.Context(), m, model, timing.Options{Trips: flags.trips})
	if err != nil {
		return badInput(err)
	}
	addMemory(m, model, t)
	drawing := t.Result.Timeline(t.Graph)
	if flags.trace != "" {
		if err := writeTrace(c.Context(), flags.trace, drawing); err != nil {
			return err
		}
	}
	if a.json {
		return writeJSON(a.out, newHLOTimesJSON(m, model, t, named(flags.trace)))
	}
	if _, err := diag.Fprintf(a.out, "%s on %s: ", m.Name, model.Machine().Name); err != nil {
		return err
	}
	if err := t.WriteText(a.out); err != nil {
		return err
	}
	if err := drawHLO(a.out, drawing); err != nil {
		return err
	}
	return nameFiles(a.out, named(flags.trace))
}

// addMemory adds the memory of the device to what was timed, with the most bytes that are in use at once:
// those of the parameters, and what instructions allocate.
func addMemory(m *hlo.Module, model *cost.Model, t *timing.Timing) {
	bytes := latencyhiding.Peak(m)
	for _, p := range m.Entry.ParameterList() {
		if p != nil {
			bytes += latencyhiding.Bytes(p.Shape)
		}
	}
	memory := model.Memory()
	t.Graph.Memories = []timed.Memory{{Name: memory.Name, Capacity: memory.Capacity}}
	t.Result.Peak = []int64{bytes}
}

// drawHLO draws the streams of a module over time.
func drawHLO(w io.Writer, tl *timeline.Timeline) error {
	o := timelineOptions(w)
	o.Simulated = true
	return timeline.RenderBoxes(w, tl, o, func(e timeline.Event) string { return e.Lane })
}

// costModel returns the costs of a module on a machine, of which some may have been measured.
func costModel(m *hlo.Module, machineName string, files []string) (*cost.Model, error) {
	if machineName == "" {
		machineName = hloMachine
	}
	on, err := machine.Open(machineName)
	if err != nil {
		return nil, err
	}
	var measured *cost.Measured
	switch {
	case len(files) > 1:
		return nil, usagef("--cost: one file has the measured costs of a module of HLO")
	case len(files) == 1:
		file, err := inflight.OpenFile(files[0])
		if err != nil {
			return nil, err
		}
		if measured, err = cost.ReadMeasured(file); err != nil {
			return nil, err
		}
		if err := measured.Check(m); err != nil {
			return nil, err
		}
	}
	return cost.New(on, measured)
}

// hloTimesJSON are the times of a module of HLO, as JSON. Times are in nanoseconds.
type hloTimesJSON struct {
	Module  string        `json:"module"`
	Times   timedJSON     `json:"times"`
	Exposed float64       `json:"exposed_ns"` // of all asynchronous operations together
	Pairs   []hloPairJSON `json:"asynchronous"`
	// Guessed are the loops whose number of iterations is unknown, Assumed is the number that is assumed.
	Guessed []string `json:"guessed_loops"`
	Assumed int64    `json:"assumed_trips"`
}

// hloPairJSON is an asynchronous operation. Times are sums over all executions.
type hloPairJSON struct {
	Name    string  `json:"name"` // of the start
	Line    int     `json:"line"`
	Stream  string  `json:"stream"`
	Count   int64   `json:"times"`
	Takes   float64 `json:"takes_ns"`
	Hidden  float64 `json:"hidden_ns"`
	Exposed float64 `json:"exposed_ns"`
	// Hider is what could be moved between start and done and takes longest, null if there is nothing.
	Hider   *string `json:"could_hide"`
	Movable float64 `json:"movable_ns"`
}

func newHLOTimesJSON(m *hlo.Module, model *cost.Model, t *timing.Timing, written []string) hloTimesJSON {
	j := hloTimesJSON{Module: m.Name, Times: newTimedJSON(model.Machine(), t.Graph, t.Result),
		Exposed: nanoseconds(t.Exposed), Pairs: []hloPairJSON{}, Guessed: []string{}, Assumed: t.Assumed}
	j.Times.Written = written
	for _, in := range t.Guessed {
		j.Guessed = append(j.Guessed, in.Name)
	}
	for _, p := range t.Pairs {
		told := hloPairJSON{Name: p.Start.Name, Line: p.Start.Span().Place().Line, Stream: p.Stream,
			Count: p.Count,
			Takes: nanoseconds(p.Takes), Hidden: nanoseconds(p.Hidden()), Exposed: nanoseconds(p.Exposed),
			Movable: nanoseconds(p.Movable)}
		if p.Hider != nil {
			told.Hider = known(p.Hider.Name, true)
		}
		j.Pairs = append(j.Pairs, told)
	}
	return j
}
