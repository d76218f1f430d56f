package asynctostream_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/pass"
)

// waiting is a program of n tasks, each on the next of a few buffers and behind the task before. The host
// waits for each of them, and reads none.
func waiting(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%a: memref<?xi8>, %b: memref<?xi8>, %c: memref<?xi8>, %n: index, %v: i8, " +
		"%t0: !async.token) {\n%c0 = arith.constant 0 : index\n")
	for i := range n {
		fmt.Fprintf(&b, `%%t%d = async.execute [%%t%d] attributes {pipeline.affinity = 0 : i64} {
  %%view = memref.view %%%c[%%c0][%%n] : memref<?xi8> to memref<?xi8>
  linalg.fill ins(%%v : i8) outs(%%view : memref<?xi8>)
  async.yield
}
async.await %%t%d : !async.token
`, i+1, i, "abc"[i%3], i+1)
	}
	b.WriteString("return\n}\n")
	return b.String()
}

// What the pass allocates grows like the number of waits, though all buffers are used behind each of them.
func TestWaitsGrowLinearly(t *testing.T) {
	race.Skip(t, "the race detector allocates")
	p, err := pass.Parse("builtin.module(async-to-stream)")
	if err != nil {
		t.Fatal(err)
	}
	spent := func(n int) float64 {
		least := 0.0
		for range 3 { // a garbage collection in between empties pools
			m := passtest.Parse(t, waiting(n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			diags := (&pass.Manager{Pipeline: p, Verify: pass.VerifyNever}).Run(t.Context(), m)
			runtime.ReadMemStats(&after)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if got := len(m.Find(stream.TimepointAwait)); got != n {
				t.Fatalf("%d waits of %d", got, n)
			}
			if bytes := float64(after.TotalAlloc - before.TotalAlloc); least == 0 || bytes < least {
				least = bytes
			}
		}
		return least
	}
	if one, eight := spent(250), spent(2000); eight > 8*1.5*one {
		t.Errorf("8 times as many waits take %.1f times as much", eight/one)
	}
}

// What a task and a function say of their cost and of inlining comes through, there and back.
func TestKept(t *testing.T) {
	const source = `util.global private @device0 : !hal.device
util.func private @f(%a: !stream.resource<external>, %n: index, %v: i8) -> !stream.timepoint attributes {inlining_policy = #util.inline.never} {
  %c0 = arith.constant 0 : index
  %t = stream.cmd.execute on(#hal.device.affinity<@device0>) with(%a as %x: !stream.resource<external>{%n}) {
    stream.cmd.fill %v, %x[%c0 for %n] : i8 -> !stream.resource<external>{%n} attributes {pipeline.cost = 7 : i64}
    stream.cmd.dispatch @e::@f {
      rw %x[%c0 for %n] : !stream.resource<external>{%n}
    } attributes {pipeline.cost = 9 : i64}
  } => !stream.timepoint attributes {pipeline.cost = 20 : i64}
  util.return %t : !stream.timepoint
}
`
	tasks := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(stream-to-async)")
	again := passtest.Print(passtest.Transform(t, tasks, "builtin.module(async-to-stream)"))
	for _, want := range []string{"inlining_policy = #util.inline.never", "pipeline.cost = 7",
		"pipeline.cost = 9",
		"pipeline.cost = 20"} {
		if strings.Count(again, want) != 1 {
			t.Errorf("%q is not there once in\n%s\nof\n%s", want, again, passtest.Print(tasks))
		}
	}
}
