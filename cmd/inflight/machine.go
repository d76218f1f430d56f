package main

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timed"
)

// machineList returns the machines that come with the program, one per line.
func machineList() string {
	var b strings.Builder
	for _, name := range machine.Builtins() {
		m, err := machine.Builtin(name)
		if err != nil {
			panic(err) // the description is embedded in the program
		}
		fmt.Fprintf(&b, "  %-13s %s\n", name, m.About)
	}
	return strings.TrimRight(b.String(), "\n")
}

// simOnMachine runs a program in the timed mode, and reports its times on a described machine.
func (a *app) simOnMachine(s *simulation, flags *simFlags) error {
	m, err := machine.Open(flags.machine)
	if err != nil {
		return err
	}
	b := timed.NewBuilder(m)
	result, err := s.run(sim.Config{Mode: sim.Timed, Graph: b, Hazards: true, Output: s.prints.Output})
	if err != nil {
		s.prints.failed()
		return err
	}
	g := b.Graph()
	r, err := timed.Run(g)
	if err != nil {
		return err
	}
	if flags.trace != "" {
		if err := writeTrace(s.c.Context(), flags.trace, r.Timeline(g)); err != nil {
			return err
		}
	}
	s.progress.done()
	if err := a.reportOnMachine(s, m, g, r, flags.trace); err != nil {
		return err
	}
	errs := result.Diagnostics()
	if s.all {
		errs = result.AllDiagnostics()
	}
	if err := r.Over(g, s.entryOp); err != nil {
		errs.Add(err.(diag.List)...)
	}
	return errs.Err()
}

// reportOnMachine writes the report of a timed run. trace is the name of the file with the trace, "" for
// none.
func (a *app) reportOnMachine(s *simulation, m *machine.Machine, g *timed.Graph, r *timed.Result,
	trace string) error {
	if a.json {
		j := newTimedJSON(m, g, r)
		j.Printed, j.Written = s.prints.text.String(), named(trace)
		return writeJSON(a.out, j)
	}
	w := s.prints.report()
	if _, err := diag.Fprintf(w, "@%s on %s: %s\n", s.entryOp.SymbolName(), m.Name,
		diag.Count(len(g.Ops), "operation")); err != nil {
		return err
	}
	if err := r.WriteText(w, g); err != nil {
		return err
	}
	return nameFiles(w, named(trace))
}

// timedJSON is the report of a run on a described machine, as JSON. Times are in nanoseconds.
type timedJSON struct {
	Machine    string             `json:"machine"`
	Operations int                `json:"operations"`
	Makespan   float64            `json:"makespan_ns"`
	Bound      float64            `json:"bound_ns"`
	Busy       map[string]float64 `json:"busy_ns"`
	Use        map[string]float64 `json:"utilization"`
	Peak       map[string]int64   `json:"peak_bytes"`
	Path       []stepJSON         `json:"critical_path"`
	Printed    string             `json:"printed"` // by the program
	Written    []string           `json:"written"` // names of files
}

// stepJSON is a step of the critical path.
type stepJSON struct {
	Operation string  `json:"operation"`
	Start     float64 `json:"start_ns"`
	End       float64 `json:"end_ns"`
	// Why says why the step began at that time, and After names the operation that it waited for. Both are
	// null if nothing delayed the step.
	Why   *string `json:"why"`
	After *string `json:"after"`
}

func newTimedJSON(m *machine.Machine, g *timed.Graph, r *timed.Result) timedJSON {
	j := timedJSON{
		Machine: m.Name, Operations: len(g.Ops), Makespan: nanoseconds(r.Makespan),
		Bound: nanoseconds(r.Bound),
		Busy:  map[string]float64{}, Use: map[string]float64{}, Peak: map[string]int64{}, Path: []stepJSON{},
	}
	for i, e := range g.Engines {
		j.Busy[e.Name], j.Use[e.Name] = nanoseconds(r.Busy[i]), r.Utilization(g, i)
	}
	for i, x := range g.Memories {
		j.Peak[x.Name] = r.Peak[i]
	}
	for _, s := range r.Path {
		step := stepJSON{Operation: g.Ops[s.Op].Label, Start: nanoseconds(r.Start[s.Op]),
			End: nanoseconds(r.End[s.Op])}
		if s.By != timed.None {
			step.Why, step.After = known(s.Kind.String(), true), &g.Ops[s.By].Label
		}
		j.Path = append(j.Path, step)
	}
	return j
}

func nanoseconds(t timed.Time) float64 { return float64(t) / 1000 }
