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
		"software_pipeline_order, before they are pipelined, and operations that give out tokens: tasks, "+
		"such as %t = async.execute [%s] { async.yield }, and what a device does, "+
		"such as %t = gpu.memcpy async [%s] %a, %b : memref<8xf32>, memref<8xf32>. form-async-regions "+
		"makes tasks of a program in order, "+
		"and gpu-async-region gives tokens to what the device does.")

// Graphs returns what there is to draw of the program: its loops that are annotated to be pipelined, and the
// graphs of the host's tasks and then those of the device's asynchronous operations, one per block that has
// some. Where not all of these have queues, they get that many at most, 0 for as many as it takes to wait the
// least; the program stays as it is.
func (m *Module) Graphs(ctx context.Context, queueCount int) (tokengraph.Program, error) {
	loops, err := m.pipelineGraphs(ctx)
	if err != nil {
		return tokengraph.Program{}, err
	}
	program := tokengraph.Program{Pipelines: loops}
	for _, dialect := range []string{queues.Tasks, "gpu"} {
		list, err := tokenGraphs(ctx, m.op, dialect, queueCount)
		if err != nil {
			return tokengraph.Program{}, err
		}
		program.Graphs = append(program.Graphs, list...)
	}
	if len(program.Pipelines)+len(program.Graphs) == 0 {
		return program, diag.Errorf(codeGraph, ir.LocationSpan(m.op.Loc()),
			"no operation gives out a token, and no loop is annotated").
			Suggest("make it asynchronous first: inflight opt FILE --%s", m.formation())
	}
	return program, nil
}

// formation returns the pass that makes a program in order asynchronous: what its device does, or else what
// the host does.
func (m *Module) formation() string {
	for op := range m.op.Walk() {
		if op.Is(gpu.LaunchFunc) || op.Is(gpu.Memcpy) {
			return "gpu-async-region"
		}
	}
	return "form-async-regions"
}

// tokenGraphs returns the graphs of a dialect.
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
