package boundschecks_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// BenchmarkPass checks a program of 10 000 lines.
func BenchmarkPass(b *testing.B) {
	module := passtest.Parse(b, string(program.Text(10000)))
	p, err := pass.Parse("builtin.module(insert-bounds-checks)")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		m := module.Clone(nil)
		b.StartTimer()
		if diags := (&pass.Manager{Pipeline: p}).Run(m); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
