package randlazy

import (
	"fmt"
	"strings"
)

// logged has the functions that write entries, in the form Logged.
var logged = func() string {
	var b strings.Builder
	fmt.Fprintf(&b, `
func.func private @log(%%m: %s, %%x: i32) {
  %%c0 = arith.constant 0 : index
  %%one = arith.constant 1 : i32
  %%n = memref.atomic_rmw addi %%one, %%m[%%c0] : (i32, %s) -> i32
  %%next = arith.addi %%n, %%one : i32
  %%at = arith.index_cast %%next : i32 to index
  memref.store %%x, %%m[%%at] : %s
  return
}
`, Memory, Memory, Memory)
	for e := range mostEntries {
		fmt.Fprintf(&b, `func.func private @log%d(%%m: %s) {
  %%x = arith.constant %d : i32
  func.call @log(%%m, %%x) : (%s, i32) -> ()
  return
}
`, e+1, Memory, e+1, Memory)
	}
	return b.String()
}()

// paired returns the functions that write entries, in the form Paired. The elements are in a global.
func (g *generator) paired() string {
	var b strings.Builder
	pairs := fmt.Sprintf("memref<%dx%dxi32>", mostEntries+1, mostEntries+1)
	fmt.Fprintf(&b, "\nmemref.global \"private\" @pairs : %s = uninitialized\n", pairs)
	for e := 1; e <= mostEntries; e++ {
		fmt.Fprintf(&b, "func.func private @log%d(%%m: %s) {\n", e, Memory)
		fmt.Fprintf(&b, "  %%p = memref.get_global @pairs : %s\n  %%x = arith.constant %d : i32\n", pairs, e)
		for other := 1; other <= g.entries; other++ {
			if other == e {
				continue
			}
			fmt.Fprintf(&b, "  %%i%d = arith.constant %d : index\n", other, min(e, other))
			fmt.Fprintf(&b, "  %%j%d = arith.constant %d : index\n", other, max(e, other))
			fmt.Fprintf(&b, "  memref.store %%x, %%p[%%i%d, %%j%d] {%s = %d : i64} : %s\n", other, other,
				Entry, e,
				pairs)
		}
		b.WriteString("  return\n}\n")
	}
	return b.String()
}
