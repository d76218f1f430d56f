package main

import (
	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
)

func (a *app) checkCommand() *cobra.Command {
	var asIs bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Judge the synchronization of a program",
		Long: `Check tells of each wait whether it is needed, redundant, too weak or stronger than
necessary, and of each buffer how many versions it needs. Annotated loops are pipelined
first. A hazard is an error, with a counterexample that names the iterations.`,
		Example: "  inflight check examples/gemm/gemm.mlir\n" +
			"  inflight check examples/rfc77/wrong/interleaved.mlir",
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := inflight.ReadFile(args[0])
			if err != nil {
				return err
			}
			if !asIs {
				if m, err = m.Pipeline(); err != nil {
					return err
				}
			}
			return a.checkModule(m)
		},
	}
	c.Flags().BoolVar(&asIs, "as-is", false, "do not pipeline annotated loops first")
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON")
	return c
}

func (a *app) checkModule(m *inflight.Module) error {
	report, err := m.Check(check.Options{})
	if err != nil {
		return err
	}
	if a.json {
		err = writeJSON(a.out, report)
	} else {
		err = report.WriteText(a.out)
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
