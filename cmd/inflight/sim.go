package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
)

// simFlags are the flags of inflight sim.
type simFlags struct {
	inputFlags
	mode  string
	trace string
	asIs  bool
}

func (a *app) simCommand() *cobra.Command {
	var flags simFlags
	c := &cobra.Command{
		Use:   "sim FILE",
		Short: "Run a program on the abstract machine and report its hazards",
		Long: `Sim executes a program on the abstract machine. The mode says when asynchronous
operations run: sequential (at once), late (when a wait forces them), early, random
(by --seed), exhaustive (every schedule of a small program) or timed. Hazards are
found in every mode, by what orders the accesses and not by luck. A trace opens in Perfetto's UI.`,
		Example: "  inflight sim examples/gemm/gemm.mlir --mode late --trace /tmp/gemm.json",
		Args:    oneFile,
		RunE:    func(c *cobra.Command, args []string) error { return a.simProgram(c, args[0], &flags) },
	}
	flags.register(c)
	c.Flags().StringVar(&flags.mode, "mode", "late", "the `mode`: sequential, late, early, random, exhaustive or timed")
	c.Flags().StringVar(&flags.trace, "trace", "", "write a Chrome trace of a timed run to this `file`")
	c.Flags().BoolVar(&flags.asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON")
	return c
}

func (a *app) simProgram(c *cobra.Command, file string, flags *simFlags) error {
	mode, err := sim.ParseMode(flags.mode)
	if err != nil {
		return usagef("--mode %s: expected sequential, late, early, random, exhaustive or timed", flags.mode)
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
	m, err := inflight.ReadFile(file)
	if err != nil {
		return err
	}
	if !flags.asIs {
		if m, err = m.Pipeline(); err != nil {
			return err
		}
	}
	p := newProgress(a.err)
	defer p.done()
	s := &simulation{module: m, entry: flags.entry, inputs: in, c: c, progress: p}
	if err := s.prepare(); err != nil {
		return err
	}
	result, err := s.run(sim.Config{Mode: mode, Seed: flags.seed, Hazards: true})
	if err != nil {
		return err
	}
	if flags.trace != "" {
		if err := s.writeTrace(flags.trace); err != nil {
			return err
		}
	}
	p.done()
	return a.reportSimulation(mode, result)
}

// simulation is one program that is run, possibly several times.
type simulation struct {
	module   *inflight.Module
	entry    string
	inputs   exec.Inputs
	c        *cobra.Command
	progress *progress
	program  *sim.Program
	args     []exec.Argument
}

func (s *simulation) prepare() error {
	fn, err := exec.Entry(s.module.Op(), s.entry)
	if err != nil {
		return err
	}
	if s.args, err = s.inputs.Arguments(fn); err != nil {
		return err
	}
	s.program, err = sim.Compile(s.module.Op(), fn.SymbolName())
	return err
}

func (s *simulation) run(c sim.Config) (*sim.Result, error) {
	c.Progress = func(steps int64) { s.progress.update("simulating", steps) }
	return s.program.Run(s.c.Context(), c, exec.Values(exec.Clone(s.args)))
}

// writeTrace runs the program in timed mode and writes its events.
func (s *simulation) writeTrace(file string) error {
	result, err := s.run(sim.Config{Mode: sim.Timed, Trace: true})
	if err != nil {
		return err
	}
	var out outFiles
	defer out.discard()
	if err := out.add(file, func(w io.Writer) error { return timeline.WriteChromeTrace(w, inflight.Timeline(result)) }); err != nil {
		return err
	}
	return out.commit()
}

// simJSON is the report of a simulation for machines.
type simJSON struct {
	Mode    string `json:"mode"`
	Steps   int64  `json:"steps"`
	Ticks   int64  `json:"ticks,omitempty"`
	Hazards int    `json:"hazards"`
}

func (a *app) reportSimulation(mode sim.Mode, r *sim.Result) error {
	if a.json {
		if err := writeJSON(a.out, simJSON{mode.String(), r.Steps, r.Ticks, len(r.Hazards)}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.out, "%s: %d steps, %d hazards\n", mode, r.Steps, len(r.Hazards))
	}
	return exec.HazardErrors(r.Hazards)
}
