package check_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// part is every step-th element from first on, n of them.
type part struct{ first, n, step int }

// view returns operations that make a view of a part of the second half of %m.
func (p part) view(name string) string {
	return fmt.Sprintf(`
  %%%[1]s = memref.subview %%half[%[2]d] [%[3]d] [%[4]d] : memref<16xf32, strided<[1], offset: 16>> to memref<%[3]dxf32, strided<[%[4]d], offset: %[5]d>>
  %%%[1]s_any = memref.cast %%%[1]s : memref<%[3]dxf32, strided<[%[4]d], offset: %[5]d>> to memref<?xf32, strided<[?], offset: ?>>
`, name, p.first, p.n, p.step, 16+p.first)
}

const partWriters = `
func.func private @fill(%m: memref<?xf32, strided<[?], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}
func.func private @through(%m: memref<?xf32, strided<[?], offset: ?>>, %n: index) {
  func.call @fill(%m, %n) : (memref<?xf32, strided<[?], offset: ?>>, index) -> ()
  return
}
`

// Calls that get parts of one buffer conflict exactly if the parts have an element in common.
func TestPropertyPartsThroughCalls(t *testing.T) {
	apart, n := 0, passtest.Programs(60)
	r := rand.New(rand.NewPCG(29, 6))
	for range n {
		var parts [2]part
		elements := [2]map[int]bool{{}, {}}
		for i := range parts {
			step := 1 + r.IntN(2)
			length := 1 + r.IntN(6)
			parts[i] = part{r.IntN(16 - step*(length-1)), length, step}
			for k := range length {
				elements[i][parts[i].first+k*step] = true
			}
		}
		common := false
		for e := range elements[0] {
			common = common || elements[1][e]
		}
		callee := []string{"fill", "through"}[r.IntN(2)]
		source := partWriters + fmt.Sprintf(`
func.func @main(%%m: memref<32xf32>) {
  %%half = memref.subview %%m[16] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: 16>>
  %%n0 = arith.constant %[3]d : index
  %%n1 = arith.constant %[4]d : index%[1]s%[2]s
  %%t = async.execute {
    func.call @%[5]s(%%a_any, %%n0) : (memref<?xf32, strided<[?], offset: ?>>, index) -> ()
    async.yield
  }
  func.call @%[5]s(%%b_any, %%n1) : (memref<?xf32, strided<[?], offset: ?>>, index) -> ()
  async.await %%t : !async.token
  return
}`, parts[0].view("a"), parts[1].view("b"), parts[0].n, parts[1].n, callee)
		report, err := check.Module(t.Context(), passtest.Parse(t, source), check.Options{})
		if err != nil || !report.Complete {
			t.Fatalf("%v\n%s", err, source)
		}
		found := 0
		for _, f := range report.Functions {
			found += len(f.Hazards)
		}
		if found > 0 != common {
			t.Fatalf("%d hazards of parts %v: elements in common: %v\n%s", found, parts, common, source)
		}
		if !common {
			apart++
		}
	}
	if apart < n/4 || apart > n-n/4 {
		t.Errorf("%d of %d pairs have no element in common", apart, n)
	}
}
