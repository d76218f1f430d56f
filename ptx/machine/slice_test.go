package machine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// verdict is all that a launch reports, in words.
func verdict(t *testing.T, k *machine.Kernel, config machine.Config) string {
	t.Helper()
	var b strings.Builder
	config.Observe = func(threads []machine.Trace) { fmt.Fprintln(&b, threads) }
	r, err := machine.Launch(context.Background(), k, config)
	if len(r.Findings) > 0 || err != nil || len(r.NotJudged) > 0 {
		b.Reset() // it was executed a second time
	}
	if err := (diag.Text{W: &b}).Render(append(r.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(&b, r.Steps, r.Executed, r.Banks, r.Unfenced, r.Shared)
	for _, x := range r.Reached {
		n := slices.IndexFunc(config.Args, func(a machine.Arg) bool { return a.Buffer == x.Buffer })
		fmt.Fprintln(&b, x.Instruction, n, x.Bytes)
	}
	for _, f := range r.Fences {
		fmt.Fprintln(&b, f.Site, f.Executed, f.ForShared != nil, f.ForGlobal != nil)
	}
	return b.String()
}

// sameVerdict compares the reports of a launch with all values, and with those that a verdict needs.
func sameVerdict(t *testing.T, name, text string, config machine.Config) {
	t.Helper()
	k, err := tryCompile(name, text)
	if err != nil {
		return
	}
	for _, p := range k.Params[len(config.Args):] {
		if p.Pointer {
			config.Args = append(config.Args, machine.Arg{Buffer: &machine.Buffer{Name: p.Name, Grows: true}})
		} else {
			config.Args = append(config.Args, machine.Arg{Bytes: make([]byte, p.Variable.Size())})
		}
	}
	full := config
	full.Args = nil
	for _, a := range config.Args {
		if a.Buffer != nil {
			a.Buffer = &machine.Buffer{Name: a.Buffer.Name, Data: append([]byte{}, a.Buffer.Data...),
				Grows: a.Buffer.Grows}
		}
		full.Args = append(full.Args, a)
	}
	config.VerdictOnly = true
	if got, want := verdict(t, k, config), verdict(t, k, full); got != want {
		t.Errorf("%s: with the values that a verdict needs\n%s\nwith all\n%s\n%s", name, got, want, text)
	}
}

// What is found does not depend on whether values are computed that no verdict needs.
func TestSliceKeepsVerdicts(t *testing.T) {
	config := machine.Config{Grid: machine.Extents{2, 1, 1}, Block: machine.Extents{64, 1, 1}, Steps: 30000,
		DynamicShared: 8192}
	one := config
	one.Grid = machine.Extents{1, 1, 1}
	for _, c := range syncCases {
		sameVerdict(t, c.name, fmt.Sprintf(syncText, c.body), one)
	}
	for _, c := range waitCases {
		sameVerdict(t, c.name, fmt.Sprintf(waitText, c.body), config)
	}
	for _, c := range cases {
		sameVerdict(t, c.text, caseHead+c.text+caseTail, config)
	}
	for _, c := range warpCases {
		sameVerdict(t, c.text, fmt.Sprintf(warpText, c.text), config)
	}
	for _, name := range []string{"stream.ptx", "copy.ptx", "vector_add.ptx"} {
		sameVerdict(t, name, read(t, name), config)
	}
	x := newGEMM(64, 64, 64)
	sameVerdict(t, "gemm.ptx", read(t, "gemm.ptx"), x.config())
}

// The same holds for random kernels and their faults, and for random programs.
func TestSliceKeepsRandomVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range passtest.Programs(20) {
		body, _ := randomProgram(r, 30)
		sameVerdict(t, "random.ptx", randomText(body), onWarp(make([]byte, 4*32*randomRegisters)))
		for _, family := range randptx.Families() {
			k := randptx.New(r, family)
			config := machine.Config{Grid: machine.Extents{k.Blocks, 1, 1}, Steps: 50000,
				Block: machine.Extents{k.Threads, 1, 1}}
			sameVerdict(t, k.Shape, k.Text, config)
			for _, f := range k.Faults {
				sameVerdict(t, k.Shape+", "+f.What, f.Text, config)
			}
		}
	}
}

// A value that becomes an address is computed, whatever way it takes: here all threads write to one word, and
// each to its own if the value were 0.
func TestSliceFollowsValues(t *testing.T) {
	for _, way := range []string{
		"mov.u32 %r2, %r0;",
		"st.shared.u32 [%s], %r0; ld.shared.u32 %r2, [%s];",
		"st.global.u32 [%own], %r0; ld.global.u32 %r2, [%own];",
		"st.u32 [%own], %r0; ld.global.u32 %r2, [%own];",
		"st.global.u32 [%own], %r0; ld.u32 %r2, [%own];",
		"{ .local .align 4 .b32 x; st.local.u32 [x], %r0; ld.local.u32 %r2, [x]; }",
		"{ .local .align 4 .b32 x; .reg .b64 %a; mov.u64 %a, x; cvta.local.u64 %a, %a; st.u32 [%a], %r0; " +
			"ld.local.u32 %r2, [x]; }",
		"st.global.u32 [%own], %r0; cp.async.ca.shared.global [%s], [%own], 4; cp.async.wait_all; " +
			"ld.shared.u32 %r2, [%s];",
		"{ .local .align 4 .b32 x; .reg .b64 %a; mov.u64 %a, x; cvta.local.u64 %a, %a; st.local.u32 [x], " +
			"%r0; ld.u32 %r2, [%a]; }",
		"setp.ge.u32 %p1, %r0, 0; @%p1 st.shared.u32 [mem], %t; mov.u32 %r2, 0;",
		"shfl.sync.idx.b32 %r2, %r0, %t, 31, -1;",
		"and.b32 %r4, %t, 31; shfl.sync.idx.b32 %r2, %t, %r4, 31, -1; mul.lo.u32 %r2, %r2, 4; and.b32 %r5, " +
			"%t, 32; mad.lo.u32 %r2, %r5, 0, %r2;",
		"mov.u32 %r2, 0; setp.ne.u32 %p1, %r0, 0; @%p1 mov.u32 %r2, %r0;",
		"mov.u32 %r2, 0; setp.ne.u32 %p1, %r0, 0; @!%p1 bra L; add.u32 %r2, %r2, %r0; L:",
		"cvt.rn.f32.u32 %f0, %r0; fma.rn.f32 %f0, %f0, 0f3f800000, 0f00000000; cvt.rzi.u32.f32 %r2, %f0;",
		"{ .reg .b64 %a; mov.b64 %a, {%r0, %r0}; mov.b64 {%r2, %r3}, %a; }",
		"add.cc.u32 %r4, %r0, -1; addc.u32 %r5, 0, 0; mul.lo.u32 %r2, %r5, %r0;",
	} {
		text := fmt.Sprintf(syncText,
			"mul.lo.u32 %r0, %t, 4; "+way+" sub.u32 %r3, %s, %r2; st.shared.u32 [%r3], %t;")
		config := machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{64, 1, 1},
			VerdictOnly: true,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 4096)}},
				{Buffer: &machine.Buffer{Data: make([]byte, 4096)}}}}
		if r, err := machine.Launch(context.Background(), compile(t, way, text), config); err != nil ||
			len(r.Findings) == 0 || r.Findings[0].Code != "ptx-race" {
			t.Errorf("%s: got %v, %v; want a race", way, r.Findings, err)
		}
	}
}
