package main

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/roles"
	"github.com/inflight-compiler/inflight/tokengraph"
)

func (a *app) graphCommand() *cobra.Command {
	f := &graphFlags{}
	c := &cobra.Command{
		Use:   "graph FILE",
		Short: "Show pipelined loops, tasks and a device's operations on queues, and what waits for what",
		Long: `Graph shows what of a program is asynchronous.

Of a loop that is annotated to be pipelined it shows a table. Its rows are the
statements, commits and waits of the loop, from top to bottom in the order of
the code; its columns are times, in prologue, body and epilogue. A statement
shows the iteration that it works on, a commit the number of the group that it
hands to its queue (#3 is the third), a wait how many groups it leaves in flight
(≤2) and the youngest group that is complete then. Where the number of
iterations is not a constant it is called n.

A loop that is pipelined in its text, by hand or by an earlier run of the
pipeliner, has the same table. It is a loop that commits groups and waits for
them (pipeline.commit_queue and pipeline.wait_queue, TVM's async scopes, groups
of cp.async), with the code in front of it and behind it that does. A statement
shows how often it ran before, and n is the number of the loop's own iterations.

Of operations that give out tokens it shows on which queues they are: the host's
tasks (async.execute and others), and what a device does on CUDA's streams
(gpu.memcpy async, gpu.launch_func async and others); and the waits between
queues that are left: a dependence needs none if the order of queues and other
waits imply it. Operations keep the queues that the pass assign-queues gave
them, tasks their task.queue; others get some.

Of a kernel in PTX it shows how warps work together, as check sees it: warps
that do the same are a role; of each ring of slots, which barrier objects guard,
it says how many stages it has, who fills them, who waits for them, how many are
in flight, and whether each wait is exact. The launch comes from the same flags
as for check.

With -o the graph becomes a picture: queues are lanes, waits arrows, dependences
that need no wait grey arrows; around the statements of a loop that commit
together is a frame.`,
		Example: "  inflight graph examples/gemm/small.mlir\n" +
			"  inflight graph examples/gpu/softmax.golden.py\n" +
			"  inflight graph examples/rfc77/interleaved.mlir -o /tmp/interleaved.svg\n" +
			"  inflight graph examples/gpu/two_matmuls.mlir\n" +
			"  inflight graph examples/regions/nested.mlir -o /tmp/nested.svg\n" +
			"  inflight graph examples/gpu/two_matmuls.mlir -o /tmp/two_matmuls.svg\n" +
			"  inflight graph examples/gpu/two_matmuls.mlir --queues 1\n" +
			"  inflight graph examples/ptx/ring.ptx",
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			return a.graph(c.Context(), args[0], f)
		},
	}
	c.Flags().StringVarP(&f.output, "output", "o", "",
		"`file` for the picture, in SVG (default: a list\non stdout)")
	c.Flags().IntVar(&f.queues, "queues", 4, "`number` of queues, 0 for as many as\nit takes")
	f.launch.register(c)
	c.Flags().StringVar(&f.entry, "entry", "", "`NAME` of the PTX kernel to draw (default: all)")
	c.Flags().StringArrayVar(&f.args, "arg", nil, argUsage)
	a.inputFormat(c)
	c.SetUsageFunc(narrowUsage)
	return c
}

// graphFlags are the flags of graph; all but output and queues are for kernels in PTX.
type graphFlags struct {
	output string
	queues int
	launch launchFlags
	entry  string
	args   []string
}

func (a *app) graph(ctx context.Context, name string, f *graphFlags) error {
	if f.queues < 0 {
		return usagef("--queues %d: expected 0 or more", f.queues)
	}
	if f.output != "" {
		if err := checkFolder(f.output); err != nil {
			return err
		}
	}
	graphs, err := a.graphs(ctx, name, f)
	if err != nil {
		return err
	}
	if f.output == "" {
		return tokengraph.WriteText(a.out, graphs)
	}
	if err := writeFile(ctx, f.output, func(w io.Writer) error {
		return tokengraph.WriteSVG(w, graphs)
	}); err != nil {
		return err
	}
	_, err = diag.Fprintf(a.out, "wrote %s\n", f.output)
	return err
}

// graphs makes the drawings of a file.
func (a *app) graphs(ctx context.Context, name string, f *graphFlags) (tokengraph.Program, error) {
	if !namesPTX(name) && f.entry == "" && len(f.args) == 0 && !f.launch.given() {
		m, err := a.read(ctx, name)
		if err != nil {
			return tokengraph.Program{}, err
		}
		return m.Graphs(ctx, f.queues)
	}
	file, err := a.open(name)
	if err != nil {
		return tokengraph.Program{}, err
	}
	if file, err = f.launch.module(a, file); err != nil {
		return tokengraph.Program{}, err
	}
	if !a.isPTX(file) {
		return tokengraph.Program{}, cmp.Or(f.launch.onlyPTX(),
			usagef("--entry and --arg are for kernels in PTX"))
	}
	studies, err := a.judgePTX(ctx, file, f.launch, f.entry, f.args)
	if err != nil {
		return tokengraph.Program{}, err
	}
	var p tokengraph.Program
	for _, s := range studies {
		if !s.OK() {
			a.warn(s.Diagnostics(false))
		}
		p.Graphs = append(p.Graphs, roles.Draw(s.Report))
	}
	return p, nil
}
