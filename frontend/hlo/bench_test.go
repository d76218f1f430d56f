package hlo_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// large returns a scheduled module of about n instructions: pairs of all-gather between additions.
func large(n int) string {
	var b strings.Builder
	b.WriteString("HloModule large, is_scheduled=true, num_partitions=8\n\nENTRY %main {\n" +
		"  %v0 = f32[128,256]{1,0} parameter(0)\n")
	for i := 1; i <= n/4; i++ {
		fmt.Fprintf(&b,
			"  %%s%d = (f32[128,256]{1,0}, f32[1024,256]{1,0}) all-gather-start(%%v%d), channel_id=%d, "+
				"replica_groups=[1,8]<=[8], dimensions={0}, use_global_device_ids=true, "+
				"metadata={op_name=\"jit(f)/a%d\" "+
				"source_file=\"/src/model.py\" source_line=%d}\n", i, i-1, i, i, i)
		fmt.Fprintf(&b, "  %%v%d = f32[128,256]{1,0} add(f32[128,256]{1,0} %%v%d, f32[128,256]{1,0} %%v%d)\n",
			i, i-1,
			i-1)
		fmt.Fprintf(&b, "  %%d%d = f32[1024,256]{1,0} all-gather-done(%%s%d)\n", i, i)
		fmt.Fprintf(&b, "  %%e%d = f32[1024,256]{1,0} negate(%%d%d), control-predecessors={%%v%d}\n", i, i, i)
	}
	fmt.Fprintf(&b, "  ROOT %%r = f32[128,256]{1,0} negate(%%v%d)\n}\n", n/4)
	return b.String()
}

// TestLarge reads, verifies and prints a module of 10,000 instructions.
func TestLarge(t *testing.T) {
	text := large(10000)
	m := parse(t, text)
	for _, d := range hlo.Verify(m) {
		t.Fatal(d)
	}
	if m.String() != text {
		t.Error("printed differently")
	}
}

func benchmark(b *testing.B, run func(text string, m *hlo.Module)) {
	for _, n := range []int{10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := large(n)
			m := parse(b, text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				run(text, m)
			}
		})
	}
}

// BenchmarkParse reads modules of 10,000 and 100,000 instructions.
func BenchmarkParse(b *testing.B) {
	benchmark(b, func(text string, _ *hlo.Module) {
		hlo.Parse(context.Background(), diag.NewFile("large.hlo", []byte(text)))
	})
}

// BenchmarkVerify verifies them.
func BenchmarkVerify(b *testing.B) {
	benchmark(b, func(_ string, m *hlo.Module) { m.Relink(); hlo.Verify(m) })
}

// BenchmarkPrint prints them.
func BenchmarkPrint(b *testing.B) {
	benchmark(b, func(_ string, m *hlo.Module) { _ = m.String() })
}
