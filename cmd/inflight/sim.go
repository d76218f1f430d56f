package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
)

// simFlags are the flags of inflight sim.
type simFlags struct {
	inputFlags
	mode  string
	trace string
	asIs  bool
	all   bool
	// machine is the name of a built-in machine, or the file of a description.
	machine string
	of      ranksFlags
	trips   int64 // of loops in HLO whose number of iterations is unknown
}

// modes are the values of --mode.
var modes = []string{"sequential", "late", "early", "random", "exhaustive", "timed"}

func (a *app) simCommand() *cobra.Command {
	var flags simFlags
	c := &cobra.Command{
		Use:   "sim FILE...",
		Short: "Run a program on the abstract machine and report its hazards",
		Long: `Sim executes a program on the abstract machine. The mode says when
asynchronous operations run: sequential (at once), late (when a wait forces
them), early, random (by --seed), exhaustive (every schedule of a small program)
or timed. Hazards are found in every mode, by what orders the accesses and not
by luck. A trace opens in Perfetto's UI.

With --machine, the mode timed says when everything happens on a machine: the
makespan, how busy each engine is, the memory in use at once and the critical
path. A schedule of PyTorch's pipelines, FILE.csv, has a time in this mode, too:
how long each rank computes and idles. So has a module of XLA's HLO: what of its
asynchronous operations is hidden, and what could hide the rest. With --ranks,
modules of HLO and programs with MPI have one of several ranks, which wait for
each other. A machine is a file as docs/machines.md documents it, or one of
these:
`,
		Example: "  inflight sim examples/gemm/small.mlir --mode late --trace /tmp/gemm.json\n" +
			"  inflight sim examples/gpu/two_matmuls.mlir --mode timed --machine h100\n" +
			"  inflight sim examples/tvm/softmax.py --mode random --seed 7\n" +
			"  inflight sim examples/ranks/interleaved.csv --mode timed --transport buffered\n" +
			"  inflight sim examples/hlo/layer.txt --mode timed --machine eight-h100\n" +
			"  inflight sim --ranks=4 examples/ranks/halo.mlir --mode timed",
		Args: func(c *cobra.Command, files []string) error { return flags.of.filesOrRanks(c, files) },
		RunE: func(c *cobra.Command, args []string) error {
			if flags.of.ranks != "" {
				return a.simRanks(c, args, &flags)
			}
			return a.simProgram(c, args[0], &flags)
		},
	}
	flags.register(c)
	c.Flags().StringVar(&flags.mode, "mode", "late", "one of the `mode`s above")
	c.Flags().StringVar(&flags.trace, "trace", "", "write a Chrome trace of a timed run to a `file`")
	c.Flags().StringVar(&flags.machine, "machine", "", "time the run on a `machine`: a name above, or a file")
	oneOf(c, "mode", false, modes...)
	oneOf(c, "machine", true, machine.Builtins()...)
	flags.of.ranksFlag(c, "time")
	flags.of.transportFlag(c)
	c.Flags().StringSliceVar(&flags.of.costs, "cost", nil,
		"durations of a schedule: `KIND=D` for F, I, W, B and\nSEND (default: F, I and W 1, B 2, "+
			"others 0);\nfor HLO and for MPI, a file of measured costs")
	c.Flags().Int64Var(&flags.trips, "trips", 0, "`N` iterations of loops in HLO that say no number")
	flags.of.streamsFlag(c)
	c.Flags().BoolVar(&flags.all, "all", false, "report every hazard, and not one for each cause")
	c.Flags().BoolVar(&flags.asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON")
	a.inputFormat(c)
	c.SetUsageFunc(narrowUsage)
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long += "\n" + machineList()
		c.Parent().HelpFunc()(c, args)
	})
	return c
}

// simModule reads a program. It times a module of HLO and returns nil.
func (a *app) simModule(c *cobra.Command, name string, flags *simFlags) (*inflight.Module, error) {
	if namesPTX(name) {
		return nil, onlyJudged(name)
	}
	file, err := a.open(name)
	if err != nil {
		return nil, err
	}
	if isHLO(a.format, file) {
		return nil, a.simHLO(c, file, flags)
	}
	for _, f := range []string{"transport", "cost", "trips", "streams"} {
		if c.Flags().Changed(f) {
			return nil, usagef("--%s is not for programs: docs/systems.md says for what it is", f)
		}
	}
	return a.parse(c.Context(), file, false)
}

func (a *app) simProgram(c *cobra.Command, file string, flags *simFlags) error {
	if isSchedule(file) {
		return a.simSchedule(c, file, flags)
	}
	mode, err := sim.ParseMode(flags.mode)
	if err != nil {
		return notOneOf("--mode", flags.mode, modes)
	}
	if flags.machine != "" && mode != sim.Timed {
		return usagef("--machine %s: only --mode timed has times", flags.machine)
	}
	in, err := flags.inputs()
	if err != nil {
		return err
	}
	if flags.trace != "" {
		if err := checkFolder(flags.trace); err != nil {
			return err
		}
	}
	m, err := a.simModule(c, file, flags)
	if m == nil || err != nil {
		return err
	}
	if !flags.asIs {
		if m, err = a.pipeline(c.Context(), m); err != nil {
			return err
		}
	}
	if m, err = m.Threads(c.Context()); err != nil {
		return err
	}
	p := newProgress(a.err)
	defer p.done()
	s := &simulation{module: m, entry: flags.entry, inputs: in, c: c, progress: p, prints: a.printing(p),
		all: flags.all}
	if err := s.prepare(); err != nil {
		return err
	}
	if flags.machine != "" {
		return a.simOnMachine(s, flags)
	}
	result, err := s.run(sim.Config{Mode: mode, Seed: flags.seed, Hazards: true, Output: s.prints.Output})
	if err == nil {
		err = s.prints.Err()
	}
	if err != nil {
		s.prints.failed()
		return err
	}
	if flags.trace != "" {
		if err := s.writeTrace(flags.trace); err != nil {
			return err
		}
	}
	p.done()
	return a.reportSimulation(s, mode, result, flags.trace)
}

// simulation is a program that is simulated, possibly several times.
type simulation struct {
	module   *inflight.Module
	entry    string
	inputs   exec.Inputs
	c        *cobra.Command
	progress *progress
	prints   *printing
	entryOp  *ir.Op
	program  *sim.Program
	args     []exec.Argument
	all      bool // report every hazard, not one for each cause
}

func (s *simulation) prepare() error {
	fn, err := exec.Entry(s.module.Op(), s.entry)
	if err != nil {
		return err
	}
	if s.args, err = s.inputs.ArgumentsContext(s.c.Context(), fn); err != nil {
		return err
	}
	s.entryOp = fn
	s.program, err = sim.Compile(s.module.Op(), fn.SymbolName())
	return err
}

func (s *simulation) run(c sim.Config) (*sim.Result, error) {
	c.Progress = func(steps int64) { s.progress.update("simulating", steps) }
	return s.program.Run(s.c.Context(), c, exec.Values(exec.Clone(s.args)))
}

// writeTrace runs the program in the timed mode and writes its events.
func (s *simulation) writeTrace(file string) error {
	result, err := s.run(sim.Config{Mode: sim.Timed, Trace: true})
	if err != nil {
		return err
	}
	return writeTrace(s.c.Context(), file, inflight.Timeline(result))
}

// writeTrace writes a timeline as a Chrome trace.
func writeTrace(ctx context.Context, file string, tl *timeline.Timeline) error {
	out := outFiles{ctx: ctx}
	defer out.discard()
	if err := out.add(file, func(w io.Writer) error { return timeline.WriteChromeTrace(w, tl) }); err != nil {
		return err
	}
	return out.commit()
}

// simJSON is the report of a simulation as JSON.
type simJSON struct {
	Mode    string `json:"mode"`
	Steps   int64  `json:"steps"`
	Ticks   *int64 `json:"ticks"` // in the mode timed
	Hazards int    `json:"hazards"`
	// Remarks are the remarks on writes of equal values, each with its place.
	Remarks []string `json:"remarks"`
	// Printed is the text that the program has printed.
	Printed string `json:"printed"`
	// Written are the names of the files that were written.
	Written []string `json:"written"`
	// Schedules, Outcomes and Complete belong to the exhaustive mode: how many schedules were tried, how many
	// different results they had, and whether these were all schedules.
	Schedules *int  `json:"schedules"`
	Outcomes  *int  `json:"outcomes"`
	Complete  *bool `json:"complete"`
}

func newSimJSON(mode sim.Mode, r *sim.Result) simJSON {
	j := simJSON{Mode: mode.String(), Steps: r.Steps, Ticks: known(r.Ticks, mode == sim.Timed),
		Hazards: len(r.Hazards), Remarks: placed(r.AllRemarks())}
	if e := r.Exploration; e != nil {
		j.Schedules, j.Outcomes, j.Complete = known(e.Schedules+e.Pruned, true), &e.States, &e.Complete
	}
	return j
}

// placed returns the messages of remarks and warnings with their places.
func placed(l diag.List) []string {
	messages := []string{}
	for _, d := range l {
		messages = append(messages, d.Error())
	}
	return messages
}

func (j simJSON) text() string {
	parts := []string{fmt.Sprintf("%s: %s", j.Mode, diag.Count(j.Steps, "step"))}
	if j.Ticks != nil {
		parts = append(parts, diag.Count(*j.Ticks, "tick"))
	}
	if j.Complete != nil {
		tried := diag.Count(*j.Schedules, "schedule")
		if !*j.Complete {
			tried += " (there are more)"
		}
		parts = append(parts, tried, diag.Count(*j.Outcomes, "outcome"))
	}
	return strings.Join(append(parts, diag.Count(j.Hazards, "hazard")), ", ")
}

// named returns a list with the file, empty if there is none.
func named(file string) []string {
	if file == "" {
		return []string{}
	}
	return []string{file}
}

// reportSimulation writes the report of a simulation. Hazards are errors, and so is a schedule that changes
// the result. trace is the name of the file with the trace, "" for none.
func (a *app) reportSimulation(s *simulation, mode sim.Mode, r *sim.Result, trace string) error {
	report := newSimJSON(mode, r)
	report.Printed, report.Written = s.prints.text.String(), named(trace)
	if a.json {
		if err := writeJSON(a.out, report); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(s.prints.report(), report.text()); err != nil {
		return err
	} else if err := nameFiles(s.prints.report(), report.Written); err != nil {
		return err
	}
	errs, remarks := r.Diagnostics(), r.Remarks()
	if s.all {
		errs, remarks = r.AllDiagnostics(), r.AllRemarks()
	}
	a.warn(remarks)
	if r.Exploration != nil {
		errs.Add(r.Exploration.Diagnostic(s.entryOp))
	}
	return errs.Err()
}
