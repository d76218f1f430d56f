package latencyhiding_test

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/latencyhiding"
)

// TestPeak holds how much memory modules have in use at once, counted by hand. A value has 400 bytes.
func TestPeak(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int64
	}{
		{"one after the other", `  a = f32[100] negate(x)
  b = f32[100] negate(a)
  ROOT c = f32[100] negate(b)`, 800},
		{"both until the end", `  a = f32[100] negate(x)
  b = f32[100] negate(a)
  ROOT c = (f32[100], f32[100]) tuple(a, b)`, 800},
		{"three at once", `  a = f32[100] negate(x)
  b = f32[100] negate(a)
  ROOT c = f32[100] add(a, b)`, 1200},
		{"in place", `  a = f32[100] negate(x)
  b = f32[100] dynamic-update-slice(a, y, i)
  ROOT c = f32[100] dynamic-update-slice(b, y, i)`, 400},
		{"an operand until the done", `  a = f32[100] negate(x)
  s = (f32[100], f32[200]) all-gather-start(a), dimensions={0}, replica_groups={{0,1}}
  b = f32[100] negate(x)
  d = f32[200] all-gather-done(s)
  ROOT c = (f32[200], f32[100]) tuple(d, b)`, 1600},
		{"the host's memory", `  a = f32[100] negate(x)
  s = (f32[100]{0:S(5)}, f32[100], u32[]) copy-start(a)
  d = f32[100]{0:S(5)} copy-done(s)
  ROOT c = (f32[100]{0:S(5)}) tuple(d)`, 400},
		{"what a computation has within", `  a = f32[100] negate(x)
  b = f32[100] call(a), to_apply=inner
  ROOT c = f32[100] negate(b)`, 1600},
	} {
		text := "HloModule m, is_scheduled=true\n\ninner {\n  p = f32[100] parameter(0)\n" +
			"  q = f32[100] negate(p)\n  ROOT r = f32[100] negate(q)\n}\n\nENTRY e {\n" +
			"  x = f32[100] parameter(0)\n  y = f32[1] parameter(1)\n  i = s32[] parameter(2)\n" + c.body +
			"\n}\n"
		m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
		if len(errs) == 0 {
			errs = hlo.Verify(m)
		}
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := latencyhiding.Peak(m); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}
