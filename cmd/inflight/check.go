package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ranks/frommpi"
)

func (a *app) checkCommand() *cobra.Command {
	var flags checkFlags
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Judge the synchronization of a program",
		Long: `Check tells of each wait whether it is needed, redundant, too weak or stronger
than necessary, and of each buffer how many versions it needs. Annotated loops
are pipelined first. A hazard is an error, with a counterexample that names the
iterations.

With --fix the program is taken as it stands, and its text is repaired: every
count becomes the exact one, waits that are missing are added, waits for nothing
go. The difference is printed, and the file rewritten; --diff only prints it.
A kernel in PTX that cannot be made right in its launch is left as it is.

A kernel in PTX is executed on the abstract machine without a GPU, and every
cp.async.wait_group in it is recounted. Of a ring of barrier objects check says
who fills it, who waits, and how many copies are in flight. The launch comes
from its directives, from kernel.json beside kernel.ptx and from the flags. What
none of them says is inferred from the kernel's arithmetic, and integers and
blocks are varied.
The exit status is 0 if nothing is wrong, 1 if something is, 2 if the text or
the launch cannot be, and 3 if it depends on a launch that nobody gave (the
message names the flag to give), or if the execution ended at an instruction
that is not executed here. Pointers get buffers of zeros that grow.

A module of HLO is executed in its schedule, without data: each asynchronous
operation is in flight from its start to its done, and what meets its operands
or its result between them is a hazard. The buffer assignment that XLA wrote
beside the dump says which bytes the values have. The exit status is 3 if the
module is not scheduled.

The JSON beside a kernel's text has, as far as they are known, "name", "grid",
"block", "cluster", "dynamicSharedBytes" and "params", a list in the order of
the parameters with "name", "bytes", "pointer", "size", "value", "hex" and
"fields"; or it is what Triton wrote there. docs/gpu.md says more.

With --ranks the files are the programs of several ranks that send messages to
each other: a schedule of PyTorch's pipelines as CSV, a program with the dialect
mpi or a scheduled module of HLO for each rank, or one program or module for all
of them (--ranks=4 FILE). The verdict
is that no timing makes them block each other, or the circle of actions that
wait for each other. --fix moves sends and receives of a schedule, as few as the
search finds.`,
		Example: "  inflight check examples/gemm/small.mlir\n" +
			"  inflight check examples/tvm/nested_gemm.py\n" +
			"  inflight check examples/rfc77/as_printed/interleaved.mlir   # a race: exit status 1\n" +
			"  inflight check --diff examples/tokens/too_strong.mlir\n" +
			"  inflight check examples/ptx/gemm.ptx --grid 2,1 --arg n=128 --arg 4=256\n" +
			"  inflight check examples/ptx/vector_add.ptx --arg a=bytes:4096\n" +
			"  inflight check examples/hlo/layer.txt\n" +
			"  inflight check --ranks examples/ranks/interleaved.csv\n" +
			"  inflight check --ranks --diff examples/ranks/hang.csv\n" +
			"  inflight check --ranks=4 examples/ranks/ring.mlir\n" +
			"  inflight check --ranks examples/ranks/stage0.hlo examples/ranks/stage1.hlo",
		Args: func(c *cobra.Command, files []string) error { return flags.of.filesOrRanks(c, files) },
		RunE: func(c *cobra.Command, files []string) error {
			if flags.of.ranks != "" {
				if err := flags.refuseForRanks(a, files); err != nil {
					return err
				}
				return a.checkRanks(c.Context(), files, &flags)
			}
			if c.Flags().Changed("transport") {
				return usagef("--transport is for programs of several ranks: give --ranks")
			}
			return a.check(c.Context(), files[0], &flags)
		},
	}
	c.Flags().BoolVar(&flags.asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&flags.fix, "fix", false, "repair the file, and print what changed")
	c.Flags().BoolVar(&flags.showFix, "diff", false, "print what --fix would change")
	c.Flags().BoolVar(&flags.all, "all", false, "report every hazard, and not one for each cause")
	c.Flags().StringVar(&flags.kernel, "entry", "", "PTX `kernel` to check (default: all)")
	c.Flags().StringArrayVar(&flags.args, "arg", nil, argUsage)
	c.Flags().StringArrayVar(&flags.buffers, "buffers", nil,
		"`FILE` with XLA's buffer assignment of a module of\nHLO (default: the one beside the dump);\nof "+
			"several ranks, one for each module in order")
	c.Flags().BoolVar(&flags.launch.quiet, "quiet", false, "leave out remarks on a PTX kernel")
	flags.of.ranksFlag(c, "judge")
	flags.of.transportFlag(c)
	flags.of.streamsFlag(c)
	flags.launch.register(c)
	a.acceptFlags(c)
	a.inputFormat(c)
	a.findingsFlags(c)
	c.SetUsageFunc(narrowUsage)
	return c
}

// checkFlags are the flags of check.
type checkFlags struct {
	asIs, fix, showFix, all bool
	launch                  launchFlags
	kernel                  string
	args                    []string
	buffers                 []string
	of                      ranksFlags
}

// refuseForRanks returns an error for flags that do not go with --ranks.
func (f *checkFlags) refuseForRanks(a *app, files []string) error {
	if f.asIs || f.kernel != "" || len(f.args) > 0 || a.acceptance != (acceptance{}) {
		return usagef("--as-is, --entry, --arg and --baseline are not for programs of several ranks")
	}
	if len(f.buffers) > 0 && (f.fix || f.showFix) {
		return usagef("--buffers does not go with --fix and --diff: another order needs another assignment")
	}
	if err := f.launch.onlyPTX(); err != nil {
		return err
	}
	return f.refuse(a, files[0])
}

// refuse returns an error for flags that do not go together, or not with the name of the file.
func (f *checkFlags) refuse(a *app, name string) error {
	repairs := f.fix || f.showFix
	switch {
	case f.fix && f.showFix:
		return usagef("--fix rewrites the file, and --diff leaves it: give one of the two")
	case repairs && (f.asIs || a.json || a.findings.isWhole()):
		return usagef(
			"--fix and --diff print what changes in the file as it is: leave --as-is, --json and " +
				"--format out")
	case repairs && (a.acceptance != acceptance{}):
		return usagef(
			"--fix and --diff repair what is found: leave --baseline and --write-baseline out")
	case f.fix && name == "-":
		return usagef(
			"--fix rewrites a file, and - is standard input: give the name of a file, or --diff")
	}
	return a.acceptance.check()
}

// check judges the file of a name, or repairs it.
func (a *app) check(ctx context.Context, name string, f *checkFlags) error {
	if err := f.refuse(a, name); err != nil {
		return err
	}
	file, err := a.open(name)
	if err != nil {
		return err
	}
	described := file
	if file, err = f.launch.module(a, described); err != nil {
		return err
	}
	if file != described {
		name = file.Name // the text that is repaired is the kernel's
	}
	if isHLO(a.format, file) {
		return a.checkHLO(ctx, file, f)
	}
	if len(f.buffers) > 0 {
		return usagef("--buffers is for modules of HLO")
	}
	isPTX, repairs := a.isPTX(file), f.fix || f.showFix
	switch {
	case isPTX && f.asIs:
		return usagef("--as-is is not for kernels in PTX")
	case isPTX && repairs:
		return a.fixPTX(ctx, file, name, f.launch, f.kernel, f.args, f.fix)
	case isPTX:
		return a.checkPTX(ctx, file, f.launch, f.kernel, f.args, f.all)
	case f.kernel != "" || len(f.args) > 0:
		return usagef(
			"--entry and --arg are for kernels in PTX; all functions of a program are checked, for " +
				"all arguments")
	}
	if err := f.launch.onlyPTX(); err != nil {
		return err
	}
	if repairs {
		return a.fixProgram(ctx, file, name, f.fix)
	}
	return a.checkProgram(ctx, file, f.asIs, f.all)
}

func (a *app) checkProgram(ctx context.Context, file *diag.File, asIs, all bool) error {
	judged, err := a.parse(ctx, file, false)
	if err != nil {
		return err
	}
	var written *inflight.Module
	if !asIs {
		written = judged
		if judged, err = a.pipeline(ctx, written); err != nil {
			return err
		}
	}
	if found := frommpi.InFlight(judged.Op()); len(found) > 0 {
		return found
	}
	report, err := judged.Check(ctx, check.Options{})
	if err != nil {
		return err
	}
	accepts, err := a.accepts(file)
	if err != nil {
		return err
	}
	acceptProgram(accepts, report)
	if a.acceptance.write != "" {
		return a.writeBaseline(ctx, file, report.AllDiagnostics())
	}
	a.warn(accepts.Complaints(nil))
	if apart := frommpi.Apart(judged.Op()); apart != nil {
		a.warn(diag.List{apart})
	}
	return a.tellAccepted(accepts, a.reportCheck(report, judged, all))
}

func (a *app) reportCheck(report *check.Report, judged *inflight.Module, all bool) (err error) {
	var unordered diag.List
	switch {
	case a.findings.isWhole():
	case a.json:
		told := report
		if !all {
			told = report.Folded()
		}
		err = writeJSON(a.out, inflight.NewFindings(told))
	case judged != nil && isTFRT(judged):
		if unordered, err = a.writeJudged(report, judged.Op()); err != nil {
			return err
		}
	default:
		err = report.WriteText(a.out)
	}
	if err != nil {
		return err
	}
	said := report.Diagnostics()
	said.Add(unordered...)
	if all {
		said = report.AllDiagnostics()
	}
	a.warn(said)
	if !report.OK() {
		return exitStatus(exitError)
	}
	return nil
}
