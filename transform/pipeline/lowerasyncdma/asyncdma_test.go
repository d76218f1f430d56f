package lowerasyncdma_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/copyloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/pipeline/lowerasyncdma"
)

var lowering = copyloop.Lowering{
	Pass: lowerasyncdma.Pass, Copy: pipeline.DmaCopy, Wait: pipeline.DmaWait, Share: 33,
	Weaken: func(wait *ir.Op) {
		n, _ := wait.IntAttr("count")
		pipeline.SetCount(wait, n+1)
	},
}

// TestGolden lowers, checks and runs cases of every kind.
func TestGolden(t *testing.T) { lowering.Golden(t) }

// TestRemarks shows that every copy that stays unchanged gets a remark with the reason.
func TestRemarks(t *testing.T) { lowering.Remarks(t) }

// TestProperty lowers random loops.
func TestProperty(t *testing.T) { lowering.Random(t) }

// TestWeakWaits shows that the checker and the simulator find a wait that was weakened.
func TestWeakWaits(t *testing.T) { lowering.WeakWaits(t) }

// FuzzPass runs the pass on arbitrary programs.
func FuzzPass(f *testing.F) { lowering.Fuzz(f) }
