package judge_test

import (
	"strings"
	"testing"
)

// carried is a loop that carries an all-reduce: each iteration waits for the one before and begins another.
// Behind the loop, n is written where the all-reduce in front of it reads.
const carried = `HloModule m, is_scheduled=true

sum {
  sa = f32[] parameter(0)
  sb = f32[] parameter(1)
  ROOT sc = f32[] add(sa, sb)
}

cond {
  q = (f32[8], pred[], f32[8]) parameter(0)
  ROOT qb = pred[] get-tuple-element(q), index=1
}

body {
  b = (f32[8], pred[], f32[8]) parameter(0)
  h = f32[8] get-tuple-element(b), index=0
  k = pred[] get-tuple-element(b), index=1
  x = f32[8] get-tuple-element(b), index=2
  hd = f32[8] all-reduce-done(h)
  s = f32[8] all-reduce-start(x), to_apply=sum
  ROOT next = (f32[8], pred[], f32[8]) tuple(s, k, x)
}

ENTRY e {
  p = f32[8] parameter(0)
  c = pred[] parameter(1)
  a = f32[8] negate(p)
  x2 = f32[8] negate(p)
  s1 = f32[8] all-reduce-start(a), to_apply=sum
  init = (f32[8], pred[], f32[8]) tuple(s1, c, x2)
  w = (f32[8], pred[], f32[8]) while(init), condition=cond, body=bodyTRIPS
  g = f32[8] get-tuple-element(w), index=0
BEHIND
}
`

const carriedBuffers = `BufferAssignment:
allocation 0: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}:
 value: <0 p @0> (size=32,offset=0): f32[8]{0}
allocation 1: size 1, parameter 1, shape |pred[]| at ShapeIndex {}:
 value: <1 c @0> (size=1,offset=0): pred[]
allocation 2: size 256, preallocated-temp:
 value: <6 r @0> (size=32,offset=192): f32[8]{0}
 value: <2 a @0> (size=32,offset=0): f32[8]{0}
 value: <3 x2 @0> (size=32,offset=32): f32[8]{0}
 value: <4 s1 @0> (size=32,offset=64): f32[8]{0}
 value: <5 n @0> (size=32,offset=OFFSET): f32[8]{0}
`

// TestExitsOfLoops has races that exist only if a loop ends without an iteration, and only if it has one.
func TestExitsOfLoops(t *testing.T) {
	const (
		write  = "  n = f32[8] negate(p)\n"
		done   = "  d = f32[8] all-reduce-done(g)\n"
		root   = "  ROOT r = f32[8] add(n, d)\n"
		first  = "n writes its result where s1, in flight until hd, may still read a (WAR)"
		second = "may still read x (WAR)"
	)
	trips := func(n string) string { return `, backend_config={"known_trip_count":{"n":"` + n + `"}}` }
	for _, c := range []struct{ name, behind, offset, trips, want string }{
		{"no iteration", write + done + root, "0", "", first},
		{"certainly none", write + done + root, "0", trips("0"), first},
		{"certainly one", write + done + root, "0", trips("1"), ""},
		{"certainly seven", write + done + root, "0", trips("7"), ""},
		{"waited for", done + write + root, "0", "", ""},
		{"any iteration", write + done + root, "32", "", second},
		{"without it", write + done + root, "32", trips("0"), ""},
		{"with it", write + done + root, "32", trips("1"), second},
		{"any iteration, waited for", done + write + root, "32", "", ""},
		{"elsewhere", write + done + root, "128", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("TRIPS", c.trips, "BEHIND\n", c.behind).Replace(carried)
			r := check(t, text, strings.Replace(carriedBuffers, "OFFSET", c.offset, 1))
			if got := summary(r); !strings.Contains(got, c.want) || c.want == "" && got != "" {
				t.Errorf("got\n%swant %s", got, c.want)
			}
		})
	}
}
