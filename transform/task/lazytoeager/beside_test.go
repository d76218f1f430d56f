package lazytoeager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// besideProgram returns a program whose lazy task reads and writes two of four buffers, while what stands
// between call and wait accesses others, or the same.
func besideProgram(r *rand.Rand) string {
	const typ = "memref<4xi32>"
	buffers := []string{"%a", "%b", "%c", "%g"}
	var b strings.Builder
	access := func(m string, i int) {
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "  %%x%d = memref.load %s[%%c0] : %s\n  memref.store %%x%d, %%o[%%c%d] : %s\n", i,
				m,
				typ, i, i%4, typ)
		} else {
			fmt.Fprintf(&b, "  memref.store %%k, %s[%%c0] : %s\n", m, typ)
		}
	}
	constants := "  %k = arith.constant 7 : i32\n"
	for i := range 4 {
		constants += fmt.Sprintf("  %%c%d = arith.constant %d : index\n", i, i)
	}
	fmt.Fprintf(&b, "memref.global \"private\" @g : %s = dense<3>\n", typ)
	fmt.Fprintf(&b,
		"async.func private @f(%%m: %s, %%n: %s, %%o: %s) -> !async.token attributes {lazy} {\n%s", typ,
		typ, typ, constants)
	access("%m", 0)
	access("%n", 1)
	b.WriteString("  async.return\n}\n")
	fmt.Fprintf(&b, "func.func @main(%%a: %s, %%b: %s, %%p: %s) {\n%s", typ, typ, typ, constants)
	fmt.Fprintf(&b, "  %%c = memref.alloc() : %s\n  %%o = memref.alloc() : %s\n  %%q = memref.alloc() : %s\n",
		typ,
		typ, typ)
	fmt.Fprintf(&b, "  %%g = memref.get_global @g : %s\n", typ)
	for _, m := range []string{"%c", "%o", "%q"} {
		for i := range 4 {
			fmt.Fprintf(&b, "  memref.store %%k, %s[%%c%d] : %s\n", m, i, typ)
		}
	}
	pick := func() string { return buffers[r.IntN(4)] }
	fmt.Fprintf(&b, "  %%t = async.call @f(%s, %s, %%q) : (%s, %s, %s) -> !async.token\n", pick(), pick(),
		typ, typ,
		typ)
	for i := range 1 + r.IntN(2) {
		access(pick(), 10+i)
	}
	b.WriteString("  async.await %t : !async.token\n")
	for i, m := range []string{"%c", "%g", "%o", "%q"} {
		fmt.Fprintf(&b, "  %%y%d = memref.load %s[%%c0] : %s\n  memref.store %%y%d, %%p[%%c%d] : %s\n", i, m,
			typ, i, i,
			typ)
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

// A task that becomes eager has no hazard with what stands between its call and its wait, and leaves the same
// memory. Tasks stay lazy where an eager one would have a hazard.
func TestPropertyBesideOtherMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 7))
	n := passtest.Programs(300)
	changed, racing := 0, 0
	for range n {
		source := besideProgram(r)
		before := passtest.Parse(t, source)
		after := passtest.Transform(t, before, "builtin.module(lazy-to-eager)")
		want, _ := passtest.Simulate(t, before, passtest.Modes[0], 0)
		if lazyFunctions(after) > 0 {
			eager := passtest.Parse(t, strings.Replace(source, " attributes {lazy}", "", 1))
			for _, mode := range passtest.Modes {
				if _, hazards := passtest.Simulate(t, eager, mode, 0); len(hazards) > 0 {
					racing++
					break
				}
			}
			continue
		}
		changed++
		for _, mode := range passtest.Modes {
			got, hazards := passtest.Simulate(t, after, mode, 0)
			if len(hazards) > 0 {
				t.Fatalf("%v: %v\n%s", mode.Mode, hazards[0], source)
			}
			for i := range want {
				if !got[i].Equal(want[i]) {
					t.Fatalf("%v: argument %d differs\n%s", mode.Mode, i, source)
				}
			}
		}
	}
	if changed < n/10 || racing < n/10 {
		t.Errorf("%d of %d programs change, and %d would race", changed, n, racing)
	}
	t.Logf("%d of %d programs change, and %d of the others would race", changed, n, racing)
}
