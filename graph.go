package inflight

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/tokengraph"
	"github.com/inflight-compiler/inflight/transform/assignqueues"
)

var codeGraph = diag.Register("graph-empty", "a program without asynchronous operations of a device",
	"inflight graph draws operations that give out tokens, such as %t = gpu.memcpy async [%s] %a, %b : memref<8xf32>, memref<8xf32>.")

// graphDialect is the dialect whose operations are issued on queues of a device.
const graphDialect = "gpu"

// TokenGraphs returns the graphs of the device's asynchronous operations, one per block that has some. If not all of them have queues, they
// get that many at most, 0 for as many as it takes to wait the least; the program stays as it is.
func (m *Module) TokenGraphs(queues int) ([]*tokengraph.Graph, error) {
	program := m.op
	if !tokengraph.OnQueues(program, graphDialect) {
		program = m.op.Clone(nil)
		p := &pass.Pipeline{Anchor: pass.AnyAnchor}
		p.Add(assignqueues.Pass, pass.Values{{Name: "queues", Text: strconv.Itoa(queues)}, {Name: "dialect", Text: graphDialect}})
		if diags := (&pass.Manager{Pipeline: p}).Run(program); diags.HasErrors() {
			return nil, diags.Err()
		}
	}
	graphs := tokengraph.Of(program, graphDialect)
	if len(graphs) == 0 {
		return nil, diag.Errorf(codeGraph, ir.LocationSpan(m.op.Loc()), "no operation of the device gives out a token").
			Suggest("mark operations async: %%t = gpu.memcpy async [%%s] %%a, %%b : memref<8xf32>, memref<8xf32>")
	}
	return graphs, nil
}
