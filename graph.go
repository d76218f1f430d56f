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
	"github.com/inflight-compiler/inflight/transform/assignqueues"
)

var codeGraph = diag.Register("graph-empty", "a program without asynchronous operations",
	"inflight graph draws operations that give out tokens: tasks, such as %t = async.execute [%s] { async.yield }, and what a device does, "+
		"such as %t = gpu.memcpy async [%s] %a, %b : memref<8xf32>, memref<8xf32>. form-async-regions makes tasks of a program in order, "+
		"and gpu-async-region gives tokens to what the device does.")

// TokenGraphs returns the graphs of the host's tasks and then those of the device's asynchronous operations, one per block that has some. Where
// not all of them have queues, they get that many at most, 0 for as many as it takes to wait the least; the program stays as it is.
func (m *Module) TokenGraphs(ctx context.Context, queueCount int) ([]*tokengraph.Graph, error) {
	var graphs []*tokengraph.Graph
	for _, dialect := range []string{queues.Tasks, "gpu"} {
		list, err := tokenGraphs(ctx, m.op, dialect, queueCount)
		if err != nil {
			return nil, err
		}
		graphs = append(graphs, list...)
	}
	if len(graphs) == 0 {
		return nil, diag.Errorf(codeGraph, ir.LocationSpan(m.op.Loc()), "no operation gives out a token").
			Suggest("make it asynchronous first: inflight opt FILE --%s", m.formation())
	}
	return graphs, nil
}

// formation returns the pass that makes a program in order asynchronous: what its device does, or else what the host does.
func (m *Module) formation() string {
	for op := range m.op.Walk() {
		if op.Is(gpu.LaunchFunc) || op.Is(gpu.Memcpy) {
			return "gpu-async-region"
		}
	}
	return "form-async-regions"
}

// tokenGraphs returns the graphs of a dialect.
func tokenGraphs(ctx context.Context, program *ir.Op, dialect string, queueCount int) ([]*tokengraph.Graph, error) {
	if !tokengraph.OnQueues(program, dialect) {
		program = program.Clone(nil)
		p := &pass.Pipeline{Anchor: pass.AnyAnchor}
		p.Add(assignqueues.Pass, pass.Values{{Name: "queues", Text: strconv.Itoa(queueCount)}, {Name: "dialect", Text: dialect}})
		if diags := (&pass.Manager{Pipeline: p}).Run(ctx, program); diags.HasErrors() {
			return nil, diags.Err()
		}
		if dialect == queues.Tasks {
			tokengraph.PlaceTasks(program)
		}
	}
	return tokengraph.Of(program, dialect), nil
}
