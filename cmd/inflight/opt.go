package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
)

func (a *app) optCommand() *cobra.Command {
	config := opt.Config{NewContext: all.NewContext}
	c := &cobra.Command{
		Use:   "opt [FILE]",
		Short: "Run passes over a program, with mlir-opt's flags",
		Long: `Opt reads a program, runs passes over it in the order of their flags, and prints
it, as mlir-opt does. Without a file it reads standard input. It reads MLIR and
TVMScript, and a BEF file as the program that it holds. It prints MLIR, or
TVMScript with --emit=tvmscript. XLA's HLO is verified and printed as HLO, in a
better order with --schedule-latency-hiding.`,
		Example: "  inflight opt examples/rfc77/two_stages.mlir --inject-software-pipeline --canonicalize " +
			"--cse\n" +
			"  inflight opt examples/tvm/async_two_stages.py --inject-software-pipeline --emit=tvmscript\n" +
			"  inflight opt examples/hlo/pipeline.hlo --schedule-latency-hiding",
		Args:              atMostOne,
		ValidArgsFunction: completePrograms,
		RunE: func(c *cobra.Command, args []string) error {
			config.Color = hasColor(a.err)
			name := append(args, "-")[0]
			if namesPTX(name) {
				return onlyJudged(name)
			}
			if err := checkFolder(config.Output); err != nil {
				return err
			}
			file, err := a.open(name)
			if err != nil {
				return err
			}
			if isHLO(config.Input, file) {
				return a.optHLO(c.Context(), file, config, given(c, latencyHiding))
			}
			if c.Flags().Changed(latencyHiding) {
				return usagef("--%s is for modules of HLO", latencyHiding)
			}
			if file, err = disassembled(file); err != nil {
				return err
			}
			postponeGC(len(file.Content), config.Pipeline != "" || len(config.Passes) > 0)
			if status := opt.Run(c.Context(), config, file, a.out, a.err); status != exitOK {
				return exitStatus(status)
			}
			return nil
		},
	}
	opt.Flags(c.Flags(), &config)
	c.Flags().String(latencyHiding, "", "put XLA's HLO in an order that hides more; `OPTIONS`:\n"+
		"\"machine=M cost=FILE memory=BYTES all-gather=2 trips=N\"")
	c.Flags().Lookup(latencyHiding).NoOptDefVal = " "
	completeLanguage(c, "input-format")
	completeLanguage(c, "emit")
	c.Flags().SortFlags = false
	c.SetUsageFunc(narrowUsage)
	return c
}

// doubleDashes replaces the single dash of opt's flags, which LLVM's tools accept, by two dashes.
func doubleDashes(args []string) []string {
	if len(args) == 0 || args[0] != "opt" {
		return args
	}
	out := make([]string, len(args))
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' && !strings.HasPrefix(arg, "-o") {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}
