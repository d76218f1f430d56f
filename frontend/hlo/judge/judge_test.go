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

func parse(t testing.TB, text string) *hlo.Module {
	t.Helper()
	m, err := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
	if len(err) > 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// check judges a module, with an assignment if buffers has a text.
func check(t testing.TB, text, buffers string) *judge.Report {
	t.Helper()
	r, err := checkErr(t, text, buffers)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, buffers)
	}
	return r
}

func checkErr(t testing.TB, text, buffers string) (*judge.Report, error) {
	t.Helper()
	var o judge.Options
	if buffers != "" {
		a, err := assignment.Read(diag.NewFile("b.txt", []byte(buffers)))
		if err != nil {
			t.Fatalf("%v\n%s", err, buffers)
		}
		o.Buffers = a
	}
	return judge.Check(context.Background(), parse(t, text), o)
}

// summary returns the findings, one a line, without places.
func summary(r *judge.Report) string {
	var b strings.Builder
	for _, d := range r.Findings {
		fmt.Fprintf(&b, "%d %s %s\n", d.Span.Place().Line, d.Code, d.Message)
	}
	return b.String()
}

// TestInPlace has modules whose hazards show without an assignment, each beside what makes it right.
func TestInPlace(t *testing.T) {
	for name, c := range inPlaceCases {
		t.Run(name, func(t *testing.T) {
			for _, line := range []string{c.line, c.repaired} {
				r := check(t, strings.Replace(c.text, "HERE", line, 1), "")
				want := c.want
				if line == c.repaired {
					want = ""
				}
				if got := summary(r); !strings.Contains(got, want) || want == "" && got != "" {
					t.Errorf("with %s: got\n%swant %s", line, got, want)
				}
			}
		})
	}
}

type inPlaceCase struct{ text, line, repaired, want string }

var inPlaceCases = map[string]inPlaceCase{
	"an update in place of what a permute reads": {`HloModule m, is_scheduled=true

ENTRY e {
  p = f32[8] parameter(0)
  u = f32[2] parameter(1)
  i = s32[] constant(0)
  c = f32[8] copy(p)
  start = (f32[8], f32[8], u32[], u32[]) collective-permute-start(c), source_target_pairs={{0,1}}
HERE
  ROOT r = (f32[8], f32[8]) tuple(done, w)
}`, `  w = f32[8] dynamic-update-slice(c, u, i)
  done = f32[8] collective-permute-done(start)`, `  done = f32[8] collective-permute-done(start)
  w = f32[8] dynamic-update-slice(c, u, i)`,
		"w writes its result where start, in flight until done, may still read c (WAR)"},

	"a result that is read before its done": {`HloModule m, is_scheduled=true

ENTRY e {
  p = f32[8] parameter(0)
  start = (f32[8], f32[16]) all-gather-start(p), dimensions={0}
HERE
}`, `  g = f32[16] get-tuple-element(start), index=1
  n = f32[16] negate(g)
  done = f32[16] all-gather-done(start)
  ROOT r = f32[16] add(done, n)`, `  done = f32[16] all-gather-done(start)
  n = f32[16] negate(done)
  ROOT r = f32[16] add(done, n)`,
		"n reads g while start, in flight until done, may still write it (RAW)"},

	"a fusion that works in place": {`HloModule m, is_scheduled=true

f {
  a = f32[8] parameter(0)
  b = f32[2] parameter(1)
  z = s32[] constant(0)
  ROOT d = f32[8] dynamic-update-slice(a, b, z)
}

ENTRY e {
  p = f32[8] parameter(0)
  u = f32[2] parameter(1)
  c = f32[8] copy(p)
  start = (f32[8], f32[8], u32[]) copy-start(c)
HERE
  ROOT r = (f32[8], f32[8]) tuple(done, w)
}`, `  w = f32[8] fusion(c, u), kind=kLoop, calls=f
  done = f32[8] copy-done(start)`, `  done = f32[8] copy-done(start)
  w = f32[8] fusion(c, u), kind=kLoop, calls=f`,
		"w writes its result where start, in flight until done, may still read c"},

	"the state of a loop": {`HloModule m, is_scheduled=true

cond {
  p = (f32[8], f32[8], pred[]) parameter(0)
  ROOT q = pred[] get-tuple-element(p), index=2
}

body {
  b = (f32[8], f32[8], pred[]) parameter(0)
  x = f32[8] get-tuple-element(b), index=0
  y = f32[8] get-tuple-element(b), index=1
  k = pred[] get-tuple-element(b), index=2
  start = (f32[8], f32[8], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1},{1,0}}
HERE
  ROOT t = (f32[8], f32[8], pred[]) tuple(n, done, k)
}

ENTRY e {
  a = f32[8] parameter(0)
  a2 = f32[8] copy(a)
  a3 = f32[8] copy(a)
  c = pred[] parameter(1)
  c2 = pred[] copy(c)
  i = (f32[8], f32[8], pred[]) tuple(a2, a3, c2)
  ROOT w = (f32[8], f32[8], pred[]) while(i), condition=cond, body=body
}`, `  n = f32[8] negate(x)
  done = f32[8] collective-permute-done(start)`, `  done = f32[8] collective-permute-done(start)
  n = f32[8] negate(x)`, "n writes its result where start, in flight until done, may still read x"},

	"two of a loop's permutes": {`HloModule m, is_scheduled=true

cond {
  p = (f32[8], f32[8], pred[]) parameter(0)
  ROOT q = pred[] get-tuple-element(p), index=2
}

body {
  b = (f32[8], f32[8], pred[]) parameter(0)
  x = f32[8] get-tuple-element(b), index=0
  y = f32[8] get-tuple-element(b), index=1
  k = pred[] get-tuple-element(b), index=2
  n = f32[8] negate(y)
  start = (f32[8], f32[8], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1}}
HERE
  ROOT t = (f32[8], f32[8], pred[]) tuple(done2, z, k)
}

ENTRY e {
  a = f32[8] parameter(0)
  a2 = f32[8] copy(a)
  a3 = f32[8] copy(a)
  c = pred[] parameter(1)
  c2 = pred[] copy(c)
  i = (f32[8], f32[8], pred[]) tuple(a2, a3, c2)
  ROOT w = (f32[8], f32[8], pred[]) while(i), condition=cond, body=body
}`, `  start2 = (f32[8], f32[8], u32[], u32[]) collective-permute-start(n), source_target_pairs={{1,0}}
  done = f32[8] collective-permute-done(start)
  done2 = f32[8] collective-permute-done(start2)
  z = f32[8] negate(done)`, `  done = f32[8] collective-permute-done(start)
  start2 = (f32[8], f32[8], u32[], u32[]) collective-permute-start(n), source_target_pairs={{1,0}}
  done2 = f32[8] collective-permute-done(start2)
  z = f32[8] negate(done)`,
		"start2 writes its result where start, in flight until done, may still read x (WAR)"},

	"a receive that the loop carries": {`HloModule m, is_scheduled=true

cond {
  p = (f32[8], (f32[8], u32[], token[]), pred[]) parameter(0)
  ROOT q = pred[] get-tuple-element(p), index=2
}

body {
  b = (f32[8], (f32[8], u32[], token[]), pred[]) parameter(0)
  x = f32[8] get-tuple-element(b), index=0
  h = (f32[8], u32[], token[]) get-tuple-element(b), index=1
  k = pred[] get-tuple-element(b), index=2
HERE
  t0 = token[] after-all()
  r = (f32[8], u32[], token[]) recv(t0), channel_id=1, is_host_transfer=true
  ROOT t = (f32[8], (f32[8], u32[], token[]), pred[]) tuple(n, r, k)
}

ENTRY e {
  a = f32[8] parameter(0)
  a2 = f32[8] copy(a)
  c = pred[] parameter(1)
  c2 = pred[] copy(c)
  t1 = token[] after-all()
  r1 = (f32[8], u32[], token[]) recv(t1), channel_id=1, is_host_transfer=true
  i = (f32[8], (f32[8], u32[], token[]), pred[]) tuple(a2, r1, c2)
  w = (f32[8], (f32[8], u32[], token[]), pred[]) while(i), condition=cond, body=body
  v = (f32[8], u32[], token[]) get-tuple-element(w), index=1
  vd = (f32[8], token[]) recv-done(v), channel_id=1, is_host_transfer=true
  vg = f32[8] get-tuple-element(vd), index=0
  wg = f32[8] get-tuple-element(w), index=0
  ROOT s = f32[8] add(vg, wg)
}`, `  hg = f32[8] get-tuple-element(h), index=0
  n = f32[8] add(x, hg)
  hd = (f32[8], token[]) recv-done(h), channel_id=1, is_host_transfer=true`,
		`  hd = (f32[8], token[]) recv-done(h), channel_id=1, is_host_transfer=true
  hg = f32[8] get-tuple-element(hd), index=0
  n = f32[8] add(x, hg)`, "n reads hg while r1, in flight until hd, may still write it (RAW)"},
}
