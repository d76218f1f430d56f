package check_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The report on a function keeps no memory that the check of the next function reuses. This holds for writes
// of equal values too, and for hazards that a report omits because the order of tasks is not known.
func TestFunctionsAfterEachOther(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const equal = `  scf.for %i = %c0 to %c4 step %c1 {
    %t = task.execute {
      memref.store %x, %A[%c0] : memref<8xi32>
      task.yield
    }
  }
  return
}
`
	const unknown = `  %p = task.promise : !async.token
  scf.for %i = %c0 to %c4 step %c1 {
    %t = task.execute [%p] {
      %v = arith.index_cast %i : index to i32
      memref.store %v, %A[%c0] : memref<8xi32>
      task.fulfill %p : !async.token
      task.yield
    }
  }
  return
}
`
	const straight = "  %t = async.execute {\n    memref.store %x, %A[%c0] : memref<8xi32>\n    " +
		"async.yield\n  }\n" +
		"  async.await %t : !async.token\n  return\n}\n"
	var text strings.Builder
	for i, body := range []string{equal, straight, unknown, straight} {
		text.WriteString("func.func @f" + string(rune('0'+i)) + "(%A: memref<8xi32>, %x: i32) {\n")
		text.WriteString(
			"  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c4 = arith.constant 4 " +
				": index\n" + body)
	}
	report, err := check.Module(t.Context(), passtest.Parse(t, text.String()), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := report.Functions[0]; len(f.Equal) != 1 || f.Equal[0].Second.Iterations[0].Name != "%i" {
		t.Errorf("equal writes: %v", f.Equal)
	}
	if f := report.Functions[2]; len(f.Reasons) != 1 || len(f.Hazards) > 0 {
		t.Errorf("an order that is not known: %q, %v", f.Reasons, f.Hazards)
	}
}
