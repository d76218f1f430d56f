package inflight

import (
	"context"
	"strconv"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/tokengraph"
	"github.com/inflight-compiler/inflight/transform/sync/assignqueues"
)

var codeGraph = diag.Register("graph-empty", "a program without asynchronous operations",
	"inflight graph draws loops that have the attributes software_pipeline_stage and "+
		"software_pipeline_order, before they are pipelined; loops that commit groups and wait for them, "+
		"by pipeline.commit_queue and pipeline.wait_queue or by groups of cp.async; and operations that "+
		"give out tokens: tasks, "+
		"such as %t = async.execute [%s] { async.yield }, and what a device does, "+
		"such as %t = gpu.memcpy async [%s] %a, %b : memref<8xf32>, memref<8xf32>. form-async-regions "+
		"makes tasks of a program in order, "+
		"and gpu-async-region gives tokens to what the device does.")

// Graphs returns the drawings of the program: its loops that are annotated to be pipelined, those that are
// pipelined in its text, then the graphs of the host's tasks, then those of the device's asynchronous
// operations. There is one graph for each block that has such operations. If some of the operations have no
// queue, all of them get one in the drawing: from at most queueCount queues, or with 0 from as many as it
// takes for the fewest waits. The program itself does not change.
func (m *Module) Graphs(ctx context.Context, queueCount int) (tokengraph.Program, error) {
	m, err := m.tasks(ctx)
	if err != nil {
		return tokengraph.Program{}, err
	}
	loops, err := m.pipelineGraphs(ctx)
	if err != nil {
		return tokengraph.Program{}, err
	}
	program := tokengraph.Program{Pipelines: append(loops, tokengraph.Written(m.op)...)}
	for _, dialect := range []string{queues.Tasks, "gpu"} {
		list, err := tokenGraphs(ctx, m.op, dialect, queueCount)
		if err != nil {
			return tokengraph.Program{}, err
		}
		program.Graphs = append(program.Graphs, list...)
	}
	if len(program.Pipelines)+len(program.Graphs) == 0 {
		return program, diag.Errorf(codeGraph, ir.LocationSpan(m.op.Loc()),
			"no operation gives out a token, and no loop is annotated or commits groups and waits for them").
			Suggest("make it asynchronous first: inflight opt FILE --%s", m.formation())
	}
	return program, nil
}

// formation returns the flag of the pass that makes the program asynchronous: the operations of its device if
// it has any, else those of the host.
func (m *Module) formation() string {
	for op := range m.op.Walk() {
		if op.Is(gpu.LaunchFunc) || op.Is(gpu.Memcpy) {
			return "gpu-async-region"
		}
	}
	return "form-async-regions"
}

// tokenGraphs returns the graphs of the asynchronous operations of one dialect.
func tokenGraphs(ctx context.Context, program *ir.Op, dialect string, queueCount int) ([]*tokengraph.Graph,
	error) {
	if !tokengraph.OnQueues(program, dialect) {
		program = program.Clone(nil)
		p := &pass.Pipeline{Anchor: pass.AnyAnchor}
		p.Add(assignqueues.Pass,
			pass.Values{{Name: "queues", Text: strconv.Itoa(queueCount)}, {Name: "dialect", Text: dialect}})
		if diags := (&pass.Manager{Pipeline: p}).Run(ctx, program); diags.HasErrors() {
			return nil, diags.Err()
		}
		if dialect == queues.Tasks {
			tokengraph.PlaceTasks(program)
		}
	}
	return tokengraph.Of(program, dialect), nil
}
