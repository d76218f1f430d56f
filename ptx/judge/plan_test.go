package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// plan makes a launch of a text.
func plan(t testing.TB, text string, o judge.Options) (*judge.Plan, error) {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return judge.NewPlan(m, o)
}

const twoKernels = `.version 7.1
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry first(.param .u64 p, .param .u64 number, .param .f32 x, .param .f64 y, .param .align 4 .b8 z[12])
.maxntid 64, 2
{ .reg .b64 %r<3>; ld.param.u64 %r0, [p]; mov.b64 %r1, %r0; add.u64 %r2, %r1, 8; st.global.u64 [%r2], 1;
.reg .f32 %f; .reg .f64 %d; ld.param.f32 %f, [x]; ld.param.u64 %r1, [number]; ret; }
.visible .entry second() { .reg .b32 %r; mov.u32 %r, dynamic; ret; }
`

// What directives, metadata and options say is used, in this order of precedence; the rest is assumed, and
// told.
func TestPlan(t *testing.T) {
	p, err := plan(t, twoKernels, judge.Options{Kernel: "first", DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	args := p.Config.Args
	if p.Config.Block != (machine.Extents{64, 2, 1}) || p.Config.Grid != (machine.Extents{1, 1, 1}) ||
		args[0].Buffer == nil || !args[0].Buffer.Grows ||
		args[1].Buffer != nil || args[1].Bits != 1024 || args[2].Bits != 0x3f800000 ||
		len(args[4].Bytes) != 12 {
		t.Errorf("got %+v", p.Config)
	}
	if got, want := strings.Join(p.Assumed, "; "), "one block; number = 1024"; got != want {
		t.Errorf("assumed %q, want %q", got, want)
	}
	meta, err := launchfile.Parse(
		diag.NewFile("k.json",
			[]byte(`[{"name": "second", "block": [32], "grid": [3, 2], "dynamicSharedBytes": 64},
{"name": "first", "params": [{"pointer": true, "size": 100}, {"value": -3}]}]`)))
	if err != nil {
		t.Fatal(err)
	}
	p, err = plan(t, twoKernels,
		judge.Options{Kernel: "second", DynamicShared: -1, Metadata: meta, Grid: machine.Extents{5, 1, 1}})
	if err != nil || p.Config.Block != (machine.Extents{32, 1, 1}) ||
		p.Config.Grid != (machine.Extents{5, 1, 1}) || p.Config.DynamicShared != 64 || p.Assumed != nil {
		t.Errorf("got %+v, %v", p, err)
	}
	p, err = plan(t, twoKernels, judge.Options{Kernel: "first", DynamicShared: -1, Metadata: meta})
	if err != nil || len(p.Config.Args[0].Buffer.Data) != 100 || p.Config.Args[0].Buffer.Grows ||
		int64(p.Config.Args[1].Bits) != -3 {
		t.Errorf("got %+v, %v", p, err)
	}
	p, err = plan(t, twoKernels, judge.Options{Kernel: "second", DynamicShared: -1})
	if err != nil || p.Config.DynamicShared != 227<<10 || !p.OpenShared || len(p.Assumed) != 2 {
		t.Errorf("got %+v, %v", p, err)
	}
}

// A description that contradicts the kernel is refused, with the limit and the value.
func TestContradiction(t *testing.T) {
	text := kernelOf(".visible .entry k(.param .u32 n) .reqntid 64", "ret;")
	for content, want := range map[string]string{
		`{"name": "k", "block": [32]}`: "requires blocks of (64, 1, 1) threads, not (32, 1, " +
			"1)",
		`{"name": "k", "params": [{"bytes": 8}]}`: "'n' has 4 bytes; the description of its launch " +
			"says 8",
		`{"name": "k", "params": [{}, {}]}`: "has 1 parameter; the description of its launch has 2",
		`{"name": "k", "dynamicSharedBytes": 300000}`: "300000 bytes of shared memory; a block has at most " +
			"232448",
	} {
		list, err := launchfile.Parse(diag.NewFile("k.json", []byte(content)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = plan(t, text, judge.Options{DynamicShared: -1, Metadata: list})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", content, err, want)
		}
	}
}

func TestBadPlan(t *testing.T) {
	for want, o := range map[string]judge.Options{
		"which kernel? there are: first, second":               {},
		"there is no kernel 'third'; there are: first, second": {Kernel: "third"},
		"'second' has no parameter 'q'": {Kernel: "second",
			Args: map[string]machine.Arg{"q": {}}},
	} {
		if _, err := plan(t, twoKernels, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := plan(t, ".version 7.1 .target sm_80 .address_size 64", judge.Options{}); err == nil ||
		!strings.Contains(err.Error(), "defines no kernel") {
		t.Errorf("got %v", err)
	}
}

// A run tells what became of the buffers, and that a result depends on the order of execution.
func TestRun(t *testing.T) {
	const tickets = `.version 7.1
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 4 out)
.reqntid 128
{
	.reg .b64 %o, %x; .reg .b32 %t, %n;
	ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %x, %t, 4; add.u64 %x, %x, %o;
	atom.global.add.u32 %n, [%o+1024], 1; st.global.u32 [%x], %n; ret;
}
`
	p, err := plan(t, tickets,
		judge.Options{DynamicShared: -1,
			Args: map[string]machine.Arg{"out": {Buffer: &machine.Buffer{Data: make([]byte, 2048)}}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Run(context.Background(), p, 1)
	if err != nil || !r.OK() || !strings.Contains(r.Findings.Error(), "ptx-results-differ") {
		t.Errorf("got %v, %v", r.Findings, err)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil ||
		!strings.Contains(text.String(), "out         buffer   2048    128") {
		t.Errorf("got\n%s%v", &text, err)
	}
	p, err = plan(t, read(t, "copy.ptx"), judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	p.Randomize(7)
	r, err = judge.Run(context.Background(), p, 1)
	if err != nil || len(r.Findings) > 0 ||
		string(r.Buffers[0].Data[:1024]) != string(r.Buffers[1].Data[:1024]) {
		t.Errorf("got %v, %v", r.Findings, err)
	}
}
