package mpi_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", mpi.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/mpi.txtar") }

// The collectives that mlir-opt 22 does not have are verified, in the words of MLIR 23.
func TestInvalidNewer(t *testing.T) {
	for _, c := range []struct{ buffers, want string }{
		{"memref<8xf32>, memref<4xf64>", "sendbuf and recvbuf must have the same element type"},
		{"memref<f32>, memref<4xf32>", "operand #0 must be non-0-ranked.memref of any type values"},
		{"memref<4xf32>, memref<*xf32>", "operand #1 must be non-0-ranked.memref of any type values"},
	} {
		first, second, _ := strings.Cut(c.buffers, ", ")
		source := `func.func @g(%s: ` + first + `, %r: ` + second + `) {
  %comm = mpi.comm_world : !mpi.comm
  mpi.reduce_scatter_block(%s, %r, MPI_SUM, %comm) : ` + c.buffers + `
  return
}`
		m, errs := text.Parse(all.NewContext(), diag.NewFile("t.mlir", []byte(source)),
			text.Options{})
		err := errs.Err()
		if err == nil {
			err = ir.Verify(m).Err()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "t.mlir:3:3") {
			t.Errorf("%s: %v, want %q", c.buffers, err, c.want)
		}
	}
}

// What mlir-opt refuses is refused, in the same words.
func TestInvalid(t *testing.T) { dialecttest.Invalid(t, all.NewContext, "testdata/invalid.mlir") }
