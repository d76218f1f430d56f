package judge_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
)

func example(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../examples/hlo/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMutations changes a right schedule or its buffers in one place: each change is found.
func TestMutations(t *testing.T) {
	text, buffers := example(t, "layer.txt"), example(t, "layer-buffer-assignment.txt")
	if r := check(t, text, buffers); !r.OK() || len(r.Findings) > 0 {
		t.Fatalf("the right schedule: %s", summary(r))
	}
	swap := func(s, a, b string) string {
		lines := strings.Split(s, "\n")
		i, j := -1, -1
		for k, l := range lines {
			if strings.Contains(l, a+" = ") {
				i = k
			}
			if strings.Contains(l, b+" = ") {
				j = k
			}
		}
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "\n")
	}
	for _, c := range []struct{ name, text, buffers, want string }{
		{"a done behind its consumer", swap(text, "%all-gather-done", "%dot"), buffers,
			"%dot reads %all-gather-done while %all-gather-start, in flight until %all-gather-done"},
		{"the other done behind its consumer", swap(text, "%all-gather-done.1", "%dot.1"), buffers,
			"%dot.1 reads %all-gather-done.1 while %all-gather-start.1"},
		{"a result that moves into another one", text,
			strings.Replace(buffers, "offset=5242880", "offset=3145728", 1), "%gelu writes its result where"},
		{"a value without a place", text,
			strings.Replace(buffers, " value: <15 norm @0> (size=2048,offset=0): f32[512]{0}\n", "", 1),
			"no memory for %norm"},
		{"an operand that moves", text, strings.Replace(strings.Replace(buffers,
			"allocation 4: size 2048, maybe-live-out:\n value: <15 norm @0> (size=2048,offset=0): "+
				"f32[512]{0}\n", "", 1),
			"allocation 6: size 6291456, preallocated-temp:\n",
			"allocation 6: size 6291456, preallocated-temp:\n value: <15 norm @0> (size=2048,offset=0): "+
				"f32[512]{0}\n", 1),
			"%norm writes its result where %reduce-scatter-start, in flight until %reduce-scatter-done, " +
				"may still " +
				"read %dot.1 (WAR)"},
		{"a value that is overwritten", text,
			strings.Replace(buffers, "<12 dot.1 @0> (size=1048576,offset=0)",
				"<12 dot.1 @0> (size=1048576,offset=5242880)", 1),
			"%norm uses %gelu, which %dot.1 has overwritten"},
		{"another module", text, strings.Replace(buffers, "dot.1", "dot.7", 1), "no instruction %dot.7"},
		{"another shape", text, strings.Replace(buffers, ": bf16[128,1024]", ": bf16[128,1023]", 1),
			"in the module it is bf16[128,1024]"},
		{"another size", text,
			strings.Replace(buffers, "<15 norm @0> (size=2048", "<15 norm @0> (size=1024", 1),
			"%norm has 1024 bytes"},
		{"a parameter too many", text, strings.Replace(buffers, "parameter 2", "parameter 3", 1),
			"no parameter 3"},
	} {
		r, err := checkErr(t, c.text, c.buffers)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = summary(r)
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got\n%swant %s", c.name, got, c.want)
		}
	}
}

// TestExamples holds what docs/systems.md says of the examples.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		text, buffers string
		hazards       int
	}{
		{"layer.txt", "layer-buffer-assignment.txt", 0},
		{"layer.txt", "overlap-buffer-assignment.txt", 1},
		{"layer.txt", "", 0},
		{"inplace.hlo", "", 1},
		{"pipeline.hlo", "", 0},
	} {
		buffers := ""
		if c.buffers != "" {
			buffers = example(t, c.buffers)
		}
		if r := check(t, example(t, c.text), buffers); r.Hazards != c.hazards || r.Partial || r.Warnings > 0 {
			t.Errorf("%s with %s: %s\n%s", c.text, c.buffers, r.Verdict(), summary(r))
		}
	}
}

const twoStreams = `HloModule m, is_scheduled=true, num_partitions=4

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY e {
  p = f32[8] parameter(0)
  q = f32[8] parameter(1)
  s1 = (f32[8], f32[16]) all-gather-start(p), channel_id=1, replica_groups=ONE, dimensions={0}, use_global_device_ids=true
  s2 = ((f32[8]), f32[8]) all-to-all-start(q), channel_id=2, replica_groups=TWO, dimensions={0}, use_global_device_ids=true, STREAM
  d1 = f32[16] all-gather-done(s1)
  d2 = f32[8] all-to-all-done(s2)
  ROOT r = (f32[16], f32[8]) tuple(d1, d2)
}
`

// TestStreams has two collectives in flight: they can wait for each other only on different streams, and if
// their groups share two devices or form a circle.
func TestStreams(t *testing.T) {
	const other = `frontend_attributes={_xla_stream_annotation="1"}`
	for _, c := range []struct {
		one, two, stream string
		want             string
	}{
		{"{{0,1},{2,3}}", "{{0,1},{2,3}}", other, "devices 0 1 may wait"},
		{"{{0,1},{2,3}}", "{{0,1},{2,3}}", `frontend_attributes={a="1"}`, ""},
		{"{{0,1},{2,3}}", "{{0,1},{2,3}}", `async_execution_thread="other"`,
			"on stream other and s1 on the usual stream"},
		{"{{0,1},{2,3}}", "{{0,2}}", other, ""},
		{"{{0,1},{2,3}}", "{{0,2},{1,3}}", other, "devices 0 1 2 3 may wait"},
		{"{{0,1},{2,3}}", "{{1,2}}", other, ""},
		{"[2,2]<=[4]", "{}", other, "devices 0 1 may wait"},
		{"[2,2]<=[2,2]T(1,0)", "{}", other, "devices 0 2 may wait"},
		{"mesh['x'=2,'y'=2] {'y'}", "{{2,3}}", other, "devices 2 3 may wait"},
		{"mesh['x'=2,'y'=2] {'x'}", "{{2,3}}", other, ""},
		{"[8388608,2]<=[16777216]", "{{2,3}}", other,
			"hlo-not-judged who waits for whom in s1 is not judged: replica_groups: more than 4194304"},
		{"[8388608,2]<=[16777216]", "{{2,3}}", `frontend_attributes={a="1"}`, ""},
	} {
		text := strings.NewReplacer("ONE", c.one, "TWO", c.two, "STREAM", c.stream).Replace(twoStreams)
		got := summary(check(t, text, ""))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s and %s with %s: got\n%swant %s", c.one, c.two, c.stream, got, c.want)
		}
	}
}

const exchange = `HloModule m, is_scheduled=true, num_partitions=3

ENTRY e {
  p = f32[8] parameter(0)
  t = token[] after-all()
BODY
  x = f32[8] get-tuple-element(rd), index=0
  ROOT c = f32[8] copy(x)
}
`

// TestCircles has sends and receives between devices in a ring and in a row.
func TestCircles(t *testing.T) {
	const (
		send = "  s = (f32[8], u32[], token[]) send(p, t), channel_id=1, PAIRS\n"
		recv = "  r = (f32[8], u32[], token[]) recv(t), channel_id=1, PAIRS\n"
		sd   = "  sd = token[] send-done(s), channel_id=1, PAIRS\n"
		rd   = "  rd = (f32[8], token[]) recv-done(r), channel_id=1, PAIRS\n"
		ring = "{{0,1},{1,2},{2,0}}"
		row  = "{{0,1},{1,2}}"
	)
	for _, c := range []struct{ name, body, pairs, want string }{
		{"sends that are waited for first", send + sd + recv + rd, ring, "waits in a circle of 3 devices"},
		{"the same in a row", send + sd + recv + rd, row, ""},
		{"receives first", recv + send + sd + rd, ring, ""},
		{"receives that are waited for first", recv + rd + send + sd, ring, "waits in a circle of 3 devices"},
		{"a receive on a channel of its own",
			strings.ReplaceAll(recv, "channel_id=1", "channel_id=2") + send + sd + rd, ring, ""},
		{"the same, with sends that are waited for first",
			send + sd + strings.ReplaceAll(recv+rd, "channel_id=1", "channel_id=2"), ring,
			"waits in a circle of 3 devices"},
		{"a receive from others", strings.ReplaceAll(recv, "PAIRS",
			"frontend_attributes={_xla_send_recv_source_target_pairs={{2,0}}}") + send + sd + rd, row,
			"has no counterpart"},
	} {
		text := strings.Replace(exchange, "BODY\n", c.body, 1)
		text = strings.ReplaceAll(text, "PAIRS",
			"frontend_attributes={_xla_send_recv_source_target_pairs="+c.pairs+"}")
		got := summary(check(t, text, ""))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got\n%swant %s", c.name, got, c.want)
		}
	}
}

// TestNotScheduled holds that a module without a schedule has no verdict.
func TestNotScheduled(t *testing.T) {
	text := strings.Replace(example(t, "inplace.hlo"), ", is_scheduled=true", "", 1)
	r := check(t, text, "")
	if !r.OK() || !r.Partial || r.Scheduled || !strings.Contains(r.Verdict(), "not judged") {
		t.Errorf("%s\n%s", r.Verdict(), summary(r))
	}
}

// FuzzCheck holds that the judge ends on every module and assignment, with findings that have places.
func FuzzCheck(f *testing.F) {
	for _, name := range []string{"layer.txt", "inplace.hlo", "pipeline.hlo"} {
		f.Add(example(f, name), "")
	}
	f.Add(example(f, "layer.txt"), example(f, "layer-buffer-assignment.txt"))
	f.Add(strings.NewReplacer("ONE", "{}", "TWO", "[2,2]<=[4]", "STREAM", "a=1").Replace(twoStreams), "")
	for seed := range int64(4) {
		p := newProgram(seed, seed%2 == 0, seed >= 2)
		f.Add(p.text, p.buffers)
	}
	f.Fuzz(func(t *testing.T, text, buffers string) {
		r := fuzzed(text, buffers)
		if r == nil {
			return
		}
		for _, d := range r.Findings {
			if !d.Span.IsKnown() || d.Code == "" {
				t.Errorf("no place or code: %v", d)
			}
		}
	})
}

// fuzzed judges what may be a module and its assignment, nil if it is none.
func fuzzed(text, buffers string) *judge.Report {
	m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
	if len(errs) > 0 {
		return nil
	}
	var o judge.Options
	if a, err := assignment.Read(diag.NewFile("b.txt", []byte(buffers))); err == nil {
		o.Buffers = a
	}
	r, err := judge.Check(context.Background(), m, o)
	if err != nil {
		return nil
	}
	return r
}
