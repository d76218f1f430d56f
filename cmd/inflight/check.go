package main

import (
	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
)

func (a *app) checkCommand() *cobra.Command {
	var asIs, fix, showFix bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Judge the synchronization of a program",
		Long: `Check tells of each wait whether it is needed, redundant, too weak or stronger
than necessary, and of each buffer how many versions it needs. Annotated loops
are pipelined first. A hazard is an error, with a counterexample that names the
iterations.

With --fix the program is taken as it stands, and its text is repaired: every
count becomes the exact one, waits that are missing are added, waits for nothing
go. The difference is printed, and the file rewritten; --diff only prints it.`,
		Example: "  inflight check examples/gemm/gemm.mlir\n" +
			"  inflight check examples/tvm/nested_gemm.py\n" +
			"  inflight check examples/rfc77/as_printed/interleaved.mlir   # a race: exit status 1\n" +
			"  inflight check --diff examples/tokens/too_strong.mlir",
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			if fix || showFix {
				return a.fixProgram(args[0], fix)
			}
			return a.checkProgram(args[0], asIs)
		},
	}
	c.Flags().BoolVar(&asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&fix, "fix", false, "repair the file, and print what changed")
	c.Flags().BoolVar(&showFix, "diff", false, "print what --fix would change")
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON")
	a.inputFormat(c)
	return c
}

func (a *app) checkProgram(file string, asIs bool) error {
	judged, err := a.read(file)
	if err != nil {
		return err
	}
	var written *inflight.Module
	if !asIs {
		written = judged
		if judged, err = a.pipeline(written); err != nil {
			return err
		}
	}
	report, err := judged.Check(check.Options{})
	if err != nil {
		return err
	}
	return a.reportCheck(report, written)
}

func (a *app) reportCheck(report *check.Report, written *inflight.Module) (err error) {
	if a.json {
		err = writeJSON(a.out, report)
	} else {
		err = inflight.WriteVerdicts(a.out, report, written)
	}
	if err != nil {
		return err
	}
	if d := report.Diagnostics(); len(d) > 0 {
		a.render(d)
	}
	if !report.OK() {
		return exitStatus(exitError)
	}
	return nil
}
