package inflight_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/tokengraph"
)

// The drawing of a loop that the pipeliner has written, which is read off its commits and waits, has the
// groups and the waits of the plan that is drawn of the annotated loop.
func TestGraphsOfPipelined(t *testing.T) {
	for _, file := range []string{
		"rfc77/body_and_epilogue.mlir", "rfc77/gemm.mlir", "rfc77/interleaved.mlir",
		"rfc77/three_stages.mlir", "rfc77/two_stages.mlir", "tvm/async_two_stages.py", "tvm/interleaved.py",
		"tvm/three_stages.py", "tvm/body_and_epilogue.py", "gpu/softmax.py", "stencil/stencil.mlir",
	} {
		annotated, err := inflight.ReadFile("examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		written, err := annotated.Pipeline(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want, got := groupsDrawn(t, annotated), groupsDrawn(t, written)
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s:\nthe plan has     %q\nthe code's waits %q", file, want, got)
		}
	}
}

// groupsDrawn lists the commits and waits of the drawn loops, by column and row, with the queues and groups.
func groupsDrawn(t *testing.T, m *inflight.Module) (list []string) {
	t.Helper()
	program, err := m.Graphs(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, loop := range program.Pipelines {
		for _, c := range loop.Columns {
			for i, cell := range c.Cells {
				if row := loop.Rows[i]; row.Kind != tokengraph.StatementRow && cell.Text != "" {
					list = append(list, row.Label+" "+cell.Text+" "+cell.Completes)
				}
			}
		}
	}
	return list
}
