package judge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
)

// layers returns a module of n layers and its assignment. Each layer gathers its weights while the one before
// computes; wide gathers all at once.
func layers(n int, wide bool) (text, buffers string) {
	var b, a strings.Builder
	b.WriteString("HloModule layers, is_scheduled=true\n\nENTRY e {\n  x0 = f32[64]{0} parameter(0)\n")
	fmt.Fprintf(&a,
		"BufferAssignment:\nallocation 0: size 256, parameter 0, shape |f32[64]| at ShapeIndex {}:\n"+
			" value: <0 x0 @0> (size=256,offset=0): f32[64]{0}\nallocation 1: size %d, preallocated-temp:\n",
		1024*(n+4))
	start := func(i int) {
		fmt.Fprintf(&b,
			"  s%d = (f32[64]{0}, f32[128]{0}) all-gather-start(x0), replica_groups={}, dimensions={0}\n", i)
		at := i % 3
		if wide {
			at = i
		}
		fmt.Fprintf(&a, " value: <%d s%d{1} @0> (size=512,offset=%d): f32[128]{0}\n", 10*i+1, i, 1024*at)
	}
	if wide {
		for i := range n {
			start(i)
		}
	} else {
		start(0)
	}
	for i := range n {
		if !wide && i+1 < n {
			start(i + 1)
		}
		fmt.Fprintf(&b, "  d%d = f32[128]{0} all-gather-done(s%[1]d)\n", i)
		fmt.Fprintf(&b, "  x%d = f32[64]{0} custom-call(x%d, d%[2]d), custom_call_target=\"f\"\n", i+1, i)
		fmt.Fprintf(&a, " value: <%d x%d @0> (size=256,offset=%d): f32[64]{0}\n", 10*i+2, i+1,
			1024*(n+i%2))
	}
	b.WriteString("}\n")
	return b.String(), a.String()
}

// judged judges a module and returns how many steps the shadow of its memory took.
func judged(t testing.TB, text, buffers string) *judge.Report {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	a, err := assignment.Read(diag.NewFile("b.txt", []byte(buffers)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(context.Background(), m, judge.Options{Buffers: a})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGrowth holds that the allocations of the judge grow in proportion to the module, with few operations in
// flight and with all of them at once.
func TestGrowth(t *testing.T) {
	for _, wide := range []bool{false, true} {
		measure := func(n int) float64 {
			text, buffers := layers(n, wide)
			if r := judged(t, text, buffers); !r.OK() || r.Partial || len(r.Operations) != n {
				t.Fatalf("wide %v: %s %s", wide, r.Verdict(), summary(r))
			}
			return testing.AllocsPerRun(1, func() { judged(t, text, buffers) })
		}
		small, large := measure(500), measure(4000)
		if large > 9*small {
			t.Errorf("wide %v: %.0f allocations for 500 layers, %.0f for 4000", wide, small, large)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{3333, 33333} {
		for _, wide := range []bool{false, true} {
			text, buffers := layers(n, wide)
			b.Run(fmt.Sprintf("%d instructions, wide %v", 3*n, wide), func(b *testing.B) {
				for b.Loop() {
					judged(b, text, buffers)
				}
			})
		}
	}
}
