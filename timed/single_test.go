package timed_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/timed"
)

// A single operation takes the time of a function with only this operation, on the same engine.
func TestEstimatorOp(t *testing.T) {
	const source = `func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}`
	laptop := builtin(t, "laptop")
	op := timed.NewEstimator(laptop).Op(passtest.Parse(t, source).Find(linalg.Matmul)[0])
	whole, err := timed.Run(estimated(t, source, "f", laptop))
	if err != nil {
		t.Fatal(err)
	}
	if got := op.Shortest(); got != whole.Makespan || got == 0 {
		t.Errorf("%d alone, %d as a function", got, whole.Makespan)
	}
	if len(op.Deps) > 0 || op.Queue != timed.None || len(op.Choices) != 1 || op.Choices[0].Engine != 0 {
		t.Errorf("%+v is not on the first engine, after nothing", op)
	}
}
