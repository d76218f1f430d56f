package cost_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

// round is a machine with round numbers: 1 TB/s of memory, 100 TFLOP/s of bf16, 1 TFLOP/s of floats, 100 GB/s
// between 8 devices, 10 GB/s to the host.
const round = `{"name": "round",
  "memories": [{"name": "host", "spaces": [""]}, {"name": "device", "allocated_by": ["gpu.alloc"], "bandwidth": 1e12}],
  "processors": [{"name": "host", "float": 1e9, "integer": 1e9, "other": 1e9},
    {"name": "gpu", "lanes": 1000, "float": 1e9, "integer": 1e9, "other": 1e9, "matrix": {"bf16": 1e14}}],
  "dma": [{"name": "copies"}],
  "links": [{"from": "host", "to": "device", "bandwidth": 1e10}, {"from": "device", "to": "host", "bandwidth": 1e10}],
  "interconnect": {"name": "net", "devices": 8, "bandwidth": 1e11}}`

const module = `HloModule costs, num_partitions=4
%fused (p0: f32[1000000], p1: s32[]) -> f32[1000] {
  %p0 = f32[1000000]{0} parameter(0)
  %p1 = s32[] parameter(1)
  ROOT %slice = f32[1000]{0} dynamic-slice(%p0, %p1), dynamic_slice_sizes={1000}
}
%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}
ENTRY %main (x: bf16[1000,2000], y: bf16[2000,500], big: f32[1000000], at: s32[], half: f32[500000]) -> f32[1000] {
  %x = bf16[1000,2000]{1,0} parameter(0)
  %y = bf16[2000,500]{1,0} parameter(1)
  %big = f32[1000000]{0} parameter(2)
  %at = s32[] parameter(3)
  %half = f32[500000]{0} parameter(4)
  %dot = bf16[1000,500]{1,0} dot(%x, %y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  %gemm = (bf16[1000,500]{1,0}, s8[100]) custom-call(%x, %y), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}}
  %plain = bf16[1000,500]{1,0} custom-call(%x, %y), custom_call_target="__cublas$gemm"
  %negate = f32[1000000]{0} negate(%big)
  %fusion = f32[1000]{0} fusion(%big, %at), kind=kLoop, calls=%fused
  %update = f32[1000000]{0} dynamic-update-slice(%big, %fusion, %at)
  %ar = f32[1000000]{0} all-reduce(%big), replica_groups={{0,1,2,3}}, to_apply=%add
  %ag = f32[1000000]{0} all-gather(%half), replica_groups={{0,1},{2,3}}, dimensions={0}
  %all = f32[1000000]{0} all-reduce(%big), replica_groups={}, to_apply=%add
  %ars = f32[1000000]{0} all-reduce-start(%big), replica_groups=[1,4]<=[4], to_apply=%add
  %ard = f32[1000000]{0} all-reduce-done(%ars)
  %out = (f32[1000000]{0:S(5)}, f32[1000000]{0}, u32[]) copy-start(%big)
  %outdone = f32[1000000]{0:S(5)} copy-done(%out)
  %sent = (f32[1000000]{0}, u32[], token[]) send(%big, %token), channel_id=1
  %token = token[] after-all()
  ROOT %tuple = (f32[1000]{0}) tuple(%fusion)
}
`

func parse(t *testing.T, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("test.hlo", []byte(text)))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

func modelOf(t *testing.T, text string, measured *cost.Measured) *cost.Model {
	t.Helper()
	m, err := machine.Parse("m.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := cost.New(m, measured)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What instructions take on a machine with round numbers, worked out by hand.
func TestCosts(t *testing.T) {
	m, c := parse(t, module), modelOf(t, round, nil)
	const us = timed.Time(1e6)
	for name, want := range map[string]timed.Time{
		"dot":    20 * us,          // 2 * 1000 * 500 * 2000 operations at 1e14
		"gemm":   20 * us,          // the same
		"plain":  20 * us,          // the same, from the shapes
		"negate": 8 * us,           // 8 MB at 1e12, longer than 1e6 operations at 1e12
		"fusion": timed.Time(8004), // 4 kB are read of 4 MB, 4 kB written, 4 bytes say where
		"update": timed.Time(8000), // 4 kB are read, and written
		"ar":     60 * us,          // 2 * 3/4 of 4 MB at 1e11
		"ag":     20 * us,          // 1/2 of 4 MB
		"all":    60 * us,          // of the 4 partitions
		"ars":    60 * us,
		"out":    400 * us, // 4 MB at 1e10
		"sent":   40 * us,
		"tuple":  0,
	} {
		in := m.Entry.Instruction(name)
		of := c.Of
		if in.IsStart() {
			of = c.Asynchronous
		}
		if _, got, err := of(in); got != want || err != nil {
			t.Errorf("%s takes %v, not %v (%v)", name, got, want, err)
		}
	}
}

// A machine without an interconnect refuses operations of several devices, at their places.
func TestNoInterconnect(t *testing.T) {
	alone, _, _ := strings.Cut(round, `,
  "interconnect"`)
	_, _, err := modelOf(t, alone+"}", nil).Of(parse(t, module).Entry.Instruction("ar"))
	if err == nil || !strings.Contains(err.Error(),
		"test.hlo:24:3: error: %ar is an operation of several devices") {
		t.Error(err)
	}
	laptop, err := machine.Parse("m.json", []byte(`{"name": "m", "memories": [{"name": "a"}],
		"processors": [{"name": "p", "float": 1, "integer": 1, "other": 1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cost.New(laptop, nil); err == nil {
		t.Error("a machine with a host alone was taken")
	}
}

// Costs that were measured take the place of computed ones, in both forms.
func TestMeasured(t *testing.T) {
	m := parse(t, module)
	for _, text := range []string{
		"# microseconds\nname,us\n%negate, 1.5\nars 70\nar,3\n",
		`costs { name: "negate" cost_us: 1.5 } # of one run
costs: { name: "ar" cost_us: 3 }
latencies { source: "ars" target: "ard" latency_us: 70 }`,
	} {
		measured, err := cost.ReadMeasured(diag.NewFile("costs", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := measured.Check(m); err != nil {
			t.Error(err)
		}
		c := modelOf(t, round, measured)
		for name, want := range map[string]timed.Time{"negate": 1.5e6, "ars": 70e6, "ar": 3e6, "dot": 20e6} {
			in := m.Entry.Instruction(name)
			of := c.Of
			if in.IsStart() {
				of = c.Asynchronous
			}
			if _, got, err := of(in); got != want || err != nil {
				t.Errorf("%s takes %v, not %v (%v)", name, got, want, err)
			}
		}
	}
}

// What is no file of costs is refused at its place.
func TestWrongMeasured(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "costs:1:1: error: the file has no costs"},
		{"a,1\nb,c\n", "costs:2:1: error: c is not a time in microseconds"},
		{"a,1\nb,-1\n", "costs:2:1: error: -1 is not a time"},
		{"a,us\nb,us\n", "costs:2:1: error: us is not"},
		{"a,1\nb,NaN\n", "costs:2:1: error: NaN is not a time"},
		{"a b c\n", "costs:1:1: error: expected a name and microseconds"},
		{"cost { name: \"a\" }", "costs:1:1: error: expected costs or latencies, found cost"},
		{"costs { name: \"a\" }", "costs:1:1: error: costs needs name and a number cost_us"},
		{"costs { name \"a\" }", "costs:1:14: error: expected : behind name"},
		{"costs { name: \"a\"", "costs:1:18: error: the file ends before a closing brace"},
		{"latencies { source: }", "costs:1:21: error: expected the value of source"},
	} {
		_, err := cost.ReadMeasured(diag.NewFile("costs", []byte(c.text)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	other, err := cost.ReadMeasured(diag.NewFile("costs", []byte("nothing,1\n")))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Check(parse(t, module)); err == nil {
		t.Error("costs of another module were taken")
	}
}

func FuzzReadMeasured(f *testing.F) {
	f.Add("costs { name: \"a\" cost_us: 1.5 }\nlatencies { source: \"a\" target: \"b\" latency_us: 2 }")
	f.Add("a,1\nb 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := cost.ReadMeasured(diag.NewFile("costs", []byte(text)))
		if (m == nil) == (err == nil) {
			t.Error("neither costs nor an error")
		}
	})
}
