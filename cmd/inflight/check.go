package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
)

func (a *app) checkCommand() *cobra.Command {
	var asIs, fix, showFix, all bool
	var launch launchFlags
	var kernel string
	var args []string
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
cp.async.wait_group in it is recounted. The launch comes from its directives,
from kernel.json beside kernel.ptx and from the flags. What none of them says
is inferred from the kernel's arithmetic, and integers and blocks are varied.
The exit status is 0 if nothing is wrong, 1 if something is, 2 if the text or
the launch cannot be, and 3 if it depends on a launch that nobody gave (the
message names the flag to give), or if the execution ended at an instruction
that is not executed here. Pointers get buffers of zeros that grow.

The JSON beside the text has, as far as they are known, "name", "grid",
"block", "cluster", "dynamicSharedBytes" and "params", a list in the order of
the parameters with "name", "bytes", "pointer", "size", "value", "hex" and
"fields"; or it is what Triton wrote there. docs/gpu.md says more.`,
		Example: "  inflight check examples/gemm/small.mlir\n" +
			"  inflight check examples/tvm/nested_gemm.py\n" +
			"  inflight check examples/rfc77/as_printed/interleaved.mlir   # a race: exit status 1\n" +
			"  inflight check --diff examples/tokens/too_strong.mlir\n" +
			"  inflight check examples/ptx/gemm.ptx --grid 2,1 --arg n=128 --arg 4=256\n" +
			"  inflight check examples/ptx/vector_add.ptx --arg a=bytes:4096",
		Args: oneFile,
		RunE: func(c *cobra.Command, files []string) error {
			if fix && showFix {
				return usagef("--fix rewrites the file, and --diff leaves it: give one of the two")
			}
			if (fix || showFix) && (asIs || a.json || a.findings.isWhole()) {
				return usagef(
					"--fix and --diff print what changes in the file as it is: leave --as-is, --json and " +
						"--format out")
			}
			if (fix || showFix) && (a.acceptance != acceptance{}) {
				return usagef(
					"--fix and --diff repair what is found: leave --baseline and --write-baseline out")
			}
			if fix && files[0] == "-" {
				return usagef(
					"--fix rewrites a file, and - is standard input: give the name of a file, or --diff")
			}
			if err := a.acceptance.check(); err != nil {
				return err
			}
			file, err := a.open(files[0])
			if err != nil {
				return err
			}
			if file, err = launch.module(a, file); err != nil {
				return err
			}
			isPTX := a.isPTX(file)
			switch {
			case isPTX && asIs:
				return usagef("--as-is is not for kernels in PTX")
			case isPTX && (fix || showFix):
				return a.fixPTX(c.Context(), file, files[0], launch, kernel, args, fix)
			case isPTX:
				return a.checkPTX(c.Context(), file, launch, kernel, args, all)
			case kernel != "" || len(args) > 0:
				return usagef(
					"--entry and --arg are for kernels in PTX; all functions of a program are checked, for " +
						"all arguments")
			}
			if err := launch.onlyPTX(); err != nil {
				return err
			}
			if fix || showFix {
				return a.fixProgram(c.Context(), file, files[0], fix)
			}
			return a.checkProgram(c.Context(), file, asIs, all)
		},
	}
	c.Flags().BoolVar(&asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&fix, "fix", false, "repair the file, and print what changed")
	c.Flags().BoolVar(&showFix, "diff", false, "print what --fix would change")
	c.Flags().BoolVar(&all, "all", false, "report every hazard, and not one for each cause")
	c.Flags().StringVar(&kernel, "entry", "", "PTX `kernel` to check (default: all)")
	c.Flags().StringArrayVar(&args, "arg", nil, argUsage)
	c.Flags().BoolVar(&launch.quiet, "quiet", false, "leave out remarks on a PTX kernel")
	launch.register(c)
	a.acceptFlags(c)
	a.inputFormat(c)
	a.findingsFlags(c)
	return c
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
	return a.tellAccepted(accepts, a.reportCheck(report, written, all))
}

func (a *app) reportCheck(report *check.Report, written *inflight.Module, all bool) (err error) {
	switch {
	case a.findings.isWhole():
	case a.json:
		told := report
		if !all {
			told = report.Folded()
		}
		err = writeJSON(a.out, inflight.NewFindings(told))
	default:
		err = report.WriteText(a.out)
	}
	if err != nil {
		return err
	}
	said := report.Diagnostics()
	if all {
		said = report.AllDiagnostics()
	}
	a.warn(said)
	if !report.OK() {
		return exitStatus(exitError)
	}
	return nil
}
