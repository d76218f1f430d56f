package hlo_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// parse parses a module that is right.
func parse(t testing.TB, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("test.hlo", []byte(text)))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	return m
}

const pipelined = `HloModule pipelined, is_scheduled=true, num_partitions=2

%body (p: (u32[], f32[8], (f32[8], u32[], token[]))) -> (u32[], f32[8], (f32[8], u32[], token[])) {
  %p = (u32[], f32[8]{0}, (f32[8]{0}, u32[], token[])) parameter(0)
  %i = u32[] get-tuple-element(%p), index=0
  %carried = (f32[8]{0}, u32[], token[]) get-tuple-element(%p), index=2
  %done = (f32[8]{0}, token[]) recv-done(%carried), channel_id=1
  %data = f32[8]{0} get-tuple-element(%done), index=0
  %t = token[] after-all()
  %next = (f32[8]{0}, u32[], token[]) recv(%t), channel_id=1
  ROOT %out = (u32[], f32[8]{0}, (f32[8]{0}, u32[], token[])) tuple(%i, %data, %next)
}

%cond (q: (u32[], f32[8], (f32[8], u32[], token[]))) -> pred[] {
  %q = (u32[], f32[8]{0}, (f32[8]{0}, u32[], token[])) parameter(0)
  ROOT %go = pred[] constant(false)
}

ENTRY %main (x: f32[8]) -> f32[8] {
  %x = f32[8]{0} parameter(0)
  %zero = u32[] constant(0)
  %t0 = token[] after-all()
  %first = (f32[8]{0}, u32[], token[]) recv(%t0), channel_id=1
  %init = (u32[], f32[8]{0}, (f32[8]{0}, u32[], token[])) tuple(%zero, %x, %first)
  %loop = (u32[], f32[8]{0}, (f32[8]{0}, u32[], token[])) while(%init), condition=%cond, body=%body
  %last = (f32[8]{0}, u32[], token[]) get-tuple-element(%loop), index=2
  %last.done = (f32[8]{0}, token[]) recv-done(%last), channel_id=1
  ROOT %r = f32[8]{0} get-tuple-element(%last.done), index=0
}
`

// TestChainsThroughLoops follows a pair that a loop carries: the done of the body belongs to the start in
// front of the loop and to the one of the body, and so does the one behind the loop.
func TestChainsThroughLoops(t *testing.T) {
	m := parse(t, pipelined)
	names := func(all []*hlo.Instruction) string {
		var out []string
		for _, in := range all {
			out = append(out, in.Name)
		}
		return strings.Join(out, " ")
	}
	if got := names(m.Computation("body").Instruction("done").Starts()); got != "first next" {
		t.Errorf("the done in the body has the starts %q", got)
	}
	if got := names(m.Entry.Instruction("last.done").Starts()); got != "first next" {
		t.Errorf("the done behind the loop has the starts %q", got)
	}
	if got := names(m.Entry.Instruction("first").Dones()); got != "done last.done" {
		t.Errorf("the first start has the dones %q", got)
	}
	if got := m.String(); got != pipelined {
		t.Errorf("printed as\n%s", got)
	}
}

// TestForms reads what the grammar allows, and prints it in one form.
func TestForms(t *testing.T) {
	const text = `// about
HloModule m,
  entry_computation_layout={(f32[2]{0}, /*index=1*/f32[2]{0})->f32[2]{0}}
FileNames
1 "a.py"

StackFrames
1 {file_location_id=1 parent_frame_id=1}

add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) } // sum
ENTRY e { // inside
  x = f32[<=2]{0:T(2,128)S(5)} parameter(0), sharding={devices=[2]0,1}
  y.1-z = (f32[2], (s32[], /*index=1*/token[])) custom-call(f32[2]{0} x, /* why */ f32[2] negate(exponential(x))),
     custom_call_target="f\"}", backend_config={"a":"}{"}, replica_groups=[2,4]<=[8]
  // last
  r = reduce(x, x), dimensions={0}, to_apply={ c = f32[] parameter(0) ROOT d = f32[] negate(c) }, window={size=2x2 pad=0_1x1_0}
  w = add(later, x), dim_labels=0fb_0io->0fb ROOT later = f32[] constant({ {1, -2}, {nan, inf} }) // trailing
  /* end */
}
`
	const want = `// about
HloModule m, entry_computation_layout={(f32[2]{0}, /*index=1*/f32[2]{0})->f32[2]{0}}

FileNames
1 "a.py"

StackFrames
1 {file_location_id=1 parent_frame_id=1}

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

// sum
ENTRY e {
  // inside
  x = f32[<=2]{0:T(2,128)S(5)} parameter(0), sharding={devices=[2]0,1}
  y.1-z = (f32[2], (s32[], token[])) custom-call(f32[2]{0} x, f32[2] negate(exponential(x))), ` +
		`custom_call_target="f\"}", backend_config={"a":"}{"}, replica_groups=[2,4]<=[8]
  // last
  r = reduce(x, x), dimensions={0}, to_apply={
    c = f32[] parameter(0)
    ROOT d = f32[] negate(c)
  }, window={size=2x2 pad=0_1x1_0}
  w = add(later, x), dim_labels=0fb_0io->0fb
  ROOT later = f32[] constant({ {1, -2}, {nan, inf} })  // trailing
  /* end */
}
`
	m := parse(t, text)
	got := m.String()
	if got != want {
		t.Fatalf("printed as\n%s", got)
	}
	if again := parse(t, got).String(); again != got {
		t.Fatalf("printed again as\n%s", again)
	}
}
