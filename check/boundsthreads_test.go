package check_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
)

// launching returns a program whose threads store to an element that depends on their numbers, by way of a
// view or not.
func launching(r *rand.Rand) string {
	grid, block := 1+r.IntN(3), 1+r.IntN(4)
	byBlock, byThread := r.IntN(6), r.IntN(3)-r.IntN(2)
	extent, start, part := 8, r.IntN(4), 1+r.IntN(4)
	access := "memref.store %x, %A[%at] : memref<8xf32>"
	if r.IntN(3) == 0 {
		access = fmt.Sprintf("%%v = memref.subview %%A[%%at] [%d] [1] : memref<8xf32> to memref<%[1]dxf32, "+
			"strided<[1], offset: ?>>\nmemref.store %%x, %%v[%%c0] : memref<%[1]dxf32, strided<[1], "+
			"offset: ?>>",
			part)
	}
	if r.IntN(4) == 0 {
		access = "%p = arith.cmpi ult, %at, %c8 : index\nscf.if %p {\n" + access + "\n}"
	}
	return fmt.Sprintf(`func.func @main() {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c8 = arith.constant %d : index
  %%grid = arith.constant %d : index
  %%block = arith.constant %d : index
  %%byBlock = arith.constant %d : index
  %%byThread = arith.constant %d : index
  %%start = arith.constant %d : index
  %%x = arith.constant 1.0 : f32
  %%A = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%grid, %%gy = %%c1, %%gz = %%c1)
      threads(%%tx, %%ty, %%tz) in (%%sx = %%block, %%sy = %%c1, %%sz = %%c1) {
    %%i = arith.muli %%bx, %%byBlock : index
    %%j = arith.muli %%tx, %%byThread : index
    %%k = arith.addi %%i, %%j : index
    %%at = arith.addi %%k, %%start : index
    %s
    gpu.terminator
  }
  return
}`, extent, grid, block, byBlock, byThread, start, access)
}

// Of kernels whose sizes are constants, the judge says exactly where executions say it that they leave their
// memory: never of one whose condition keeps it inside.
func TestBoundsOfThreadsAgreeWithExecutions(t *testing.T) {
	n, first, outside := share(1000, 20), firstSeed(t), 0
	for seed := range uint64(n) {
		text := launching(rand.New(rand.NewPCG(first+seed, 31)))
		m := passtest.Parse(t, text)
		p, err := sim.Compile(m, "main")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		_, err = p.Run(context.Background(), sim.Config{Mode: sim.Sequential}, nil)
		leaves := err != nil && strings.Contains(err.Error(), "outside of dimension")
		if err != nil && !leaves {
			t.Fatalf("seed %d: %v\n%s", first+seed, err, text)
		}
		r, err := judged(m)
		if err != nil {
			t.Fatal(err)
		}
		found := len(r.Functions[0].Bounds) > 0
		guarded := strings.Contains(text, "scf.if")
		if found && !leaves || leaves && !found && !guarded {
			t.Errorf("seed %d: an execution leaves its memory is %v, the judge says %v\n%s", first+seed,
				leaves, r.Functions[0].Bounds, text)
		}
		if leaves {
			outside++
		}
	}
	if outside < n/6 || outside > 5*n/6 {
		t.Errorf("%d of %d leave their memory", outside, n)
	}
}
