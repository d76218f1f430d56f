package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// launchFindings launches a body with so many threads, each with its number in %t, and returns what is said.
func launchFindings(t *testing.T, name, directives, body string, c machine.Config) string {
	t.Helper()
	k := compile(t, name, fmt.Sprintf(`.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
%s
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%r<4>; .reg .b64 %%out, %%in, %%own, %%y<4>;
	.shared .align 16 .b8 mem[1024];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in];
	mov.u32 %%t, %%tid.x; mul.wide.u32 %%y0, %%t, 4; add.u64 %%own, %%out, %%y0; add.u64 %%in, %%in, %%y0;
	%s
	ret;
}
`, directives, body))
	c.Grid, c.Steps = machine.Extents{1, 1, 1}, 100000
	c.Args = []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: make([]byte, 4096)}},
		{Buffer: &machine.Buffer{Name: "in", Data: make([]byte, 4096)}}}
	r, err := gputest.Launch(t, k, c)
	var all strings.Builder
	if err := (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func compareFindings(t *testing.T, name, got, want string) {
	t.Helper()
	if want == "" && got != "" || !strings.Contains(got, want) {
		t.Errorf("%s: got\n%s, want %q", name, got, want)
	}
}

// setmaxnreg is executed by whole warpgroups, and registers that are never free are a stall.
func TestRegistersOfWarps(t *testing.T) {
	const producer = "setp.lt.u32 %p0, %t, 128; @%p0 bra P; "
	for _, c := range []struct {
		name, directives string
		threads          int
		body, want       string
	}{
		{"a warpgroup gives back, others take", "", 384, producer +
			"setmaxnreg.inc.sync.aligned.u32 240; bra E; P: setmaxnreg.dec.sync.aligned.u32 24; E:", ""},
		{"too few are given back", "", 384, producer +
			"setmaxnreg.inc.sync.aligned.u32 240; bra E; P: setmaxnreg.dec.sync.aligned.u32 40; " +
			"E: bar.sync 0;",
			"waits for registers that are never free: a block of 384 threads has 64512 registers " +
				"[ptx-setmaxnreg]"},
		{"none are given back", ".maxnreg 128", 256, producer +
			"setmaxnreg.inc.sync.aligned.u32 136; P: bar.sync 0;", "has 32768 registers [ptx-setmaxnreg]"},
		{"those of warps that have ended are free", ".maxnreg 128", 256, producer +
			"setmaxnreg.inc.sync.aligned.u32 232; P:", ""},
		{"half of a warpgroup", "", 128, "setp.lt.u32 %p0, %t, 64; @%p0 bra P; bra E; " +
			"P: setmaxnreg.dec.sync.aligned.u32 40; E:",
			"executed by 2 of the 4 warps of a warpgroup; thread (64, 0, 0) does not come here " +
				"[ptx-setmaxnreg]"},
		{"others of the same warpgroup", "", 128, "setp.lt.u32 %p0, %t, 64; @%p0 bra P; " +
			"setmaxnreg.dec.sync.aligned.u32 32; bra E; P: setmaxnreg.dec.sync.aligned.u32 40; E:",
			"where another warp of its warpgroup executes another one [ptx-setmaxnreg]"},
		{"part of a warp", "", 128, "setp.lt.u32 %p0, %t, 5; @%p0 setmaxnreg.dec.sync.aligned.u32 40;",
			"[ptx-divergent-barrier]"},
		{"no warpgroup", "", 64, "setmaxnreg.dec.sync.aligned.u32 40;",
			"which has no three neighboring warps [ptx-setmaxnreg]"},
		{"twice", "", 128,
			"setmaxnreg.dec.sync.aligned.u32 40; bar.sync 0; setmaxnreg.inc.sync.aligned.u32 128;",
			""},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Random} {
			got := launchFindings(t, c.name, c.directives, c.body,
				machine.Config{Block: machine.Extents{c.threads, 1, 1}, Mode: mode})
			compareFindings(t, c.name, got, c.want)
		}
	}
}

// What comes before griddepcontrol.wait must not touch memory of other grids.
func TestDependentGrids(t *testing.T) {
	const wait = "griddepcontrol.wait; "
	for _, c := range []struct {
		name, body, want string
		dependent        bool
	}{
		{"no dependent", "ld.global.u32 %r0, [%in]; st.global.u32 [%own], %r0;", "", false},
		{"launched as one", "ld.global.u32 %r0, [%in];",
			"warning: thread (0, 0, 0) reads byte 0 of 'in' before " +
				"griddepcontrol.wait, of which the kernel has none", true},
		{"behind the wait", wait + "ld.global.u32 %r0, [%in]; st.global.u32 [%own], %r0;", "", false},
		{"a read before the wait", "ld.global.u32 %r0, [%in]; " + wait + "st.global.u32 [%own], %r0;",
			"warning: thread (0, 0, 0) reads byte 0 of 'in' before griddepcontrol.wait", false},
		{"a write before the wait", "st.global.u32 [%own], %t; " + wait,
			"error: thread (0, 0, 0) writes byte 0 of 'out' before griddepcontrol.wait", false},
		{"an atomic operation before the wait", "red.global.add.u32 [%own], 1; " + wait,
			"error: thread (0, 0, 0) writes byte 0 of 'out'", false},
		{"a copy before the wait", "mov.u32 %r0, mem; mad.lo.u32 %r0, %t, 4, %r0; " +
			"cp.async.ca.shared.global [%r0], [%in], 4; cp.async.wait_all; " + wait, "of 'in' before", false},
		{"shared memory before the wait", "mov.u32 %r0, mem; mad.lo.u32 %r0, %t, 4, %r0; " +
			"st.shared.u32 [%r0], %t; " + wait, "", false},
		{"a constant before the wait", "ld.global.u32 %r0, [%own]; " + wait, "", false},
		{"another thread waits, behind a barrier", "setp.eq.u32 %p0, %t, 0; @%p0 " + wait + "bar.sync 0; " +
			"ld.global.u32 %r0, [%in];", "", false},
		{"another thread waits, and nothing orders", "setp.eq.u32 %p0, %t, 0; @%p0 " + wait +
			"ld.global.u32 %r0, [%in];", "reads byte 4 of 'in'", false},
		{"dependents without a wait", "griddepcontrol.launch_dependents; ld.global.u32 %r0, [%in];",
			"warning: the kernel lets the grids behind it begin, and has no griddepcontrol.wait", false},
		{"dependents with a wait", wait + "ld.global.u32 %r0, [%in]; griddepcontrol.launch_dependents;", "",
			false},
	} {
		config := machine.Config{Block: machine.Extents{64, 1, 1}, Dependent: c.dependent}
		if strings.Contains(c.name, "constant") {
			config.Constant = []string{"out"}
		}
		got := launchFindings(t, c.name, "", c.body, config)
		compareFindings(t, c.name, got, c.want)
	}
}
