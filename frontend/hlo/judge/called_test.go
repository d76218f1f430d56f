package judge_test

import (
	"strings"
	"testing"
)

// calledCase is a module whose line HERE is wrong, beside lines that make it right.
type calledCase struct{ text, wrong, right, want string }

const branches = `HloModule m, is_scheduled=true

yes {
  y = f32[8] parameter(0)
YES
}

no {
  x = f32[8] parameter(0)
NO
}

ENTRY e {
  p = f32[8] parameter(0)
  k = pred[] parameter(1)
  u = f32[2] parameter(2)
  i = s32[] parameter(3)
  a = f32[8] negate(p)
HERE
}
`

const start = "  s = (f32[8], f32[8], u32[], u32[]) collective-permute-start(a), " +
	"source_target_pairs={{0,1}}\n"

func branching(yes, no string) string {
	return strings.NewReplacer("YES", yes, "NO", no).Replace(branches)
}

var calledCases = map[string]calledCase{
	"a branch that reads a result in flight": {
		branching("  ROOT yr = f32[8] add(y, y)", "  ROOT xr = f32[8] negate(x)"), start + `
  g = f32[8] get-tuple-element(s), index=1
  r = f32[8] conditional(k, a, g), true_computation=yes, false_computation=no
  ROOT d = f32[8] collective-permute-done(s)`, start + `
  d = f32[8] collective-permute-done(s)
  ROOT r = f32[8] conditional(k, a, d), true_computation=yes, false_computation=no`,
		"xr reads x while s, in flight until d, may still write it (RAW)"},

	"the other branch that writes in place": {
		branching("  v = f32[2] constant({1, 2})\n  z = s32[] constant(0)\n"+
			"  ROOT yr = f32[8] dynamic-update-slice(y, v, z)", "  ROOT xr = f32[8] negate(x)"), start + `
  b = f32[8] negate(p)
  r = f32[8] conditional(k, a, b), true_computation=yes, false_computation=no
  ROOT d = f32[8] collective-permute-done(s)`, start + `
  b = f32[8] negate(p)
  b2 = f32[8] negate(p)
  r = f32[8] conditional(k, b2, b), true_computation=yes, false_computation=no
  ROOT d = f32[8] collective-permute-done(s)`,
		"yr writes its result where s, in flight until d, may still read a (WAR)"},

	"a call that writes in place": {`HloModule m, is_scheduled=true

f {
  y = f32[8] parameter(0)
  v = f32[2] parameter(1)
  z = s32[] constant(0)
  ROOT w = f32[8] dynamic-update-slice(y, v, z)
}

ENTRY e {
  a = f32[8] parameter(0)
  u = f32[2] parameter(1)
HERE
}
`, start + `
  r = f32[8] call(a, u), to_apply=f
  ROOT d = f32[8] collective-permute-done(s)`, start + `
  d = f32[8] collective-permute-done(s)
  ROOT r = f32[8] call(a, u), to_apply=f`,
		"w writes its result where s, in flight until d, may still read a (WAR)"},

	"an operation that a call starts": {`HloModule m, is_scheduled=true

f {
  y = f32[8] parameter(0)
  cs = (f32[8], f32[8], u32[], u32[]) collective-permute-start(y), source_target_pairs={{0,1}}
  ROOT t = (f32[8], f32[8], u32[], u32[]) tuple-of(cs)
}

ENTRY e {
  p = f32[8] parameter(0)
  u = f32[2] parameter(1)
  i = s32[] parameter(2)
  a = f32[8] negate(p)
HERE
}
`, `
  r = (f32[8], f32[8], u32[], u32[]) call(a), to_apply=f
  w = f32[8] dynamic-update-slice(a, u, i)
  ROOT d = f32[8] collective-permute-done(r)`, `
  r = (f32[8], f32[8], u32[], u32[]) call(a), to_apply=f
  d = f32[8] collective-permute-done(r)
  ROOT w = f32[8] dynamic-update-slice(a, u, i)`,
		"w writes its result where cs, in flight until d, may still read y (WAR)"},

	"an operation that a branch waits for": {
		branching("  ROOT yr = f32[8] negate(y)", "  ROOT xr = f32[8] negate(x)"), start + `
  b = f32[8] negate(p)
  r = f32[8] conditional(k, b, b), true_computation=yes, false_computation=no
  w = f32[8] dynamic-update-slice(a, u, i)
  ROOT d = f32[8] collective-permute-done(s)`, start + `
  b = f32[8] negate(p)
  r = f32[8] conditional(k, b, b), true_computation=yes, false_computation=no
  d = f32[8] collective-permute-done(s)
  ROOT w = f32[8] dynamic-update-slice(a, u, i)`,
		"w writes its result where s, in flight until d, may still read a (WAR)"},

	"branches that return different handles": {`HloModule m, is_scheduled=true

yes {
  y = (f32[8], f32[8]) parameter(0)
  y0 = f32[8] get-tuple-element(y), index=0
  ys = (f32[8], f32[8], u32[]) copy-start(y0)
  ROOT yt = (f32[8], f32[8], u32[]) opt-barrier(ys)
}

no {
  x = (f32[8], f32[8]) parameter(0)
  x1 = f32[8] get-tuple-element(x), index=0
  xs = (f32[8], f32[8], u32[]) copy-start(x1)
  ROOT xt = (f32[8], f32[8], u32[]) opt-barrier(xs)
}

ENTRY e {
  p = f32[8] parameter(0)
  k = pred[] parameter(1)
  u = f32[2] parameter(2)
  i = s32[] parameter(3)
  a = f32[8] negate(p)
  b = f32[8] negate(p)
  t = (f32[8], f32[8]) tuple(a, b)
  c = (f32[8], f32[8], u32[]) conditional(k, t, t), true_computation=yes, false_computation=no
HERE
}
`, `
  w = f32[8] dynamic-update-slice(a, u, i)
  ROOT d = f32[8] copy-done(c)`, `
  d = f32[8] copy-done(c)
  ROOT w = f32[8] dynamic-update-slice(a, u, i)`,
		"w writes its result where xs, in flight until d, may still read x1 (WAR)"},

	"a value that a branch overwrites": {
		branching("  v = f32[2] constant({1, 2})\n  z = s32[] constant(0)\n"+
			"  ROOT yr = f32[8] dynamic-update-slice(y, v, z)", "  ROOT xr = f32[8] negate(x)"), `
  r = f32[8] conditional(k, a, a), true_computation=yes, false_computation=no
  ROOT n = f32[8] negate(a)`, `
  ROOT r = f32[8] conditional(k, a, a), true_computation=yes, false_computation=no`,
		"n uses a, which xr has overwritten if it works in place"},

	"a computation on another thread": {`HloModule m, is_scheduled=true

other {
  y = f32[8] parameter(0)
  n = f32[8] negate(y)
  ROOT m2 = f32[8] add(n, y)
}, execution_thread="host"

ENTRY e {
  p = f32[8] parameter(0)
  u = f32[2] parameter(1)
  i = s32[] parameter(2)
  a = f32[8] negate(p)
  s = ((f32[8]), f32[8], u32[]) async-start(a), async_execution_thread="host", calls=other
HERE
}
`, `
  w = f32[8] dynamic-update-slice(a, u, i)
  ROOT d = f32[8] async-done(s)`, `
  d = f32[8] async-done(s)
  ROOT w = f32[8] dynamic-update-slice(a, u, i)`,
		"w writes its result where s, in flight until d, may still read a (WAR)"},

	"the result of a thread": {`HloModule m, is_scheduled=true

other {
  y = f32[8] parameter(0)
  ROOT n = f32[8] negate(y)
}, execution_thread="host"

ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], u32[]) async-start(a), async_execution_thread="host", calls=other
HERE
}
`, `
  g = f32[8] get-tuple-element(s), index=1
  w = f32[8] negate(g)
  ROOT d = f32[8] async-done(s)`, `
  d = f32[8] async-done(s)
  ROOT w = f32[8] negate(d)`,
		"w reads g while s, in flight until d, may still write it (RAW)"},

	"two threads at once": {`HloModule m, is_scheduled=true

one {
  y = f32[8] parameter(0)
  ROOT n = f32[8] negate(y)
}, execution_thread="one"

two {
  x = f32[8] parameter(0)
  v = f32[2] parameter(1)
  z = s32[] constant(0)
  ROOT o = f32[8] custom-call(x, v), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})}
}, execution_thread="two"

ENTRY e {
  p = f32[8] parameter(0)
  u = f32[2] parameter(1)
  a = f32[8] negate(p)
  s = ((f32[8]), f32[8], u32[]) async-start(a), async_execution_thread="one", calls=one
HERE
}
`, `
  s2 = ((f32[8], f32[2]), f32[8], u32[]) async-start(a, u), async_execution_thread="two", calls=two
  d = f32[8] async-done(s)
  ROOT d2 = f32[8] async-done(s2)`, `
  d = f32[8] async-done(s)
  s2 = ((f32[8], f32[2]), f32[8], u32[]) async-start(a, u), async_execution_thread="two", calls=two
  ROOT d2 = f32[8] async-done(s2)`,
		"s2 writes its result where s, in flight until d, may still read a (WAR)"},
}

// TestCalled has hazards in what conditionals, calls and threads execute, and right twins.
func TestCalled(t *testing.T) {
	for name, c := range calledCases {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(c.text, "tuple-of", "opt-barrier", 1)
			r := check(t, strings.Replace(text, "HERE", c.wrong, 1), "")
			if got := summary(r); !strings.Contains(got, c.want) {
				t.Errorf("wrong: got\n%swant %s", got, c.want)
			}
			r = check(t, strings.Replace(text, "HERE", c.right, 1), "")
			if got := summary(r); got != "" || r.Partial {
				t.Errorf("right: got\n%s", got)
			}
		})
	}
}
