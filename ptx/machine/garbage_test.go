package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A value of shared memory that nothing has written is an error where it reaches a result or an address in
// the lane that it is in, and a warning elsewhere.
func TestUnwrittenValues(t *testing.T) {
	// The first half of the block has written its words.
	const half = `setp.lt.u32 %p0, %t, 32; @%p0 st.shared.u32 [%s], %t; bar.sync 0; `
	const local = `{ .local .align 8 .b8 own[16]; `
	const call = `ld.shared.u32 %r0, [%s]; { .param .b32 from; .param .b32 to; st.param.b32 [from], %r0; ` +
		`call.uni (to), next, (from); ld.param.b32 %r1, [to]; } `
	const next = `.func (.param .b32 to) next(.param .b32 from) { .reg .b32 %q; ld.param.b32 %q, [from]; ` +
		`add.u32 %q, %q, 1; st.param.b32 [to], %q; ret; }
.func (.reg .b32 to) plus(.reg .b32 from) { add.u32 to, from, 1; ret; }
`
	for _, c := range []struct{ name, body, want string }{
		{"a result", half + `ld.shared.u32 %r0, [%s]; add.u32 %r1, %r0, 1; st.global.u32 [%own], %r1;`,
			"error: thread (32, 0, 0) reads byte 128"},
		{"of others", half + `ld.shared.u32 %r0, [%s]; add.u32 %r1, %r0, 1; @%p0 st.global.u32 [%own], %r1;`,
			"warning: thread (32, 0, 0) reads byte 128"},
		{"not chosen", half +
			`ld.shared.u32 %r0, [%s]; selp.u32 %r1, %r0, 0, %p0; st.global.u32 [%own], %r1;`,
			"warning"},
		{"chosen", half + `ld.shared.u32 %r0, [%s]; selp.u32 %r1, 0, %r0, %p0; st.global.u32 [%own], %r1;`,
			"error"},
		{"overwritten", half + `ld.shared.u32 %r0, [%s]; mov.u32 %r0, 1; st.global.u32 [%own], %r0;`,
			"warning"},
		{"overwritten in the other lanes",
			half + `ld.shared.u32 %r0, [%s]; @%p0 mov.u32 %r0, 1; st.global.u32 [%own], %r0;`, "error"},
		{"back in shared memory",
			half +
				`ld.shared.u32 %r0, [%s]; st.shared.u32 [%s], %r0; ld.shared.u32 %r1, [%s]; st.global.u32 [%own], %r1;`,
			"error"},
		{"replaced in shared memory",
			half +
				`ld.shared.u32 %r0, [%s]; st.shared.u32 [%s], %r0; st.shared.u32 [%s], 1; ld.shared.u32 %r1, [%s]; st.global.u32 [%own], %r1;`,
			"warning"},
		{"one element of a vector", `mov.u32 %s, mem; mad.lo.u32 %s, %t, 8, %s; st.shared.u32 [%s], %t;
ld.shared.v2.u32 {%r0, %r1}, [%s]; st.global.u32 [%own], %r0;`, "warning: thread (0, 0, 0) reads byte 4"},
		{"the other one", `mov.u32 %s, mem; mad.lo.u32 %s, %t, 8, %s; st.shared.u32 [%s], %t;
ld.shared.v2.u32 {%r0, %r1}, [%s]; st.global.u32 [%own], %r1;`, "error: thread (0, 0, 0) reads byte 4"},
		{"an address", half + `ld.shared.u32 %r0, [%s]; and.b32 %r0, %r0, 4; cvt.u64.u32 %y1, %r0;
add.u64 %y1, %y1, %in; ld.global.u32 %r1, [%y1];`, "error"},
		{"a shuffle", half +
			`ld.shared.u32 %r0, [%s]; shfl.sync.idx.b32 %r0, %r0, 3, 31, -1; st.global.u32 [%own], %r0;`,
			"error"},
		{"a shuffle from lanes that have written",
			`setp.eq.u32 %p0, %t, 3; setp.eq.u32 %p1, %t, 35; or.pred %p0, %p0, %p1; @%p0 st.shared.u32 [%s], %t; bar.warp.sync -1;
ld.shared.u32 %r0, [%s]; shfl.sync.idx.b32 %r0, %r0, 3, 31, -1; st.global.u32 [%own], %r0;`, "warning"},
		{"in local memory", half + local + `ld.shared.u32 %r0, [%s]; st.local.u32 [own+4], %r0;
ld.local.u32 %r1, [own+4]; st.global.u32 [%own], %r1; }`, "error"},
		{"in local memory by a generic address", half + local + `ld.shared.u32 %r0, [%s]; mov.u64 %y1, own;
cvta.local.u64 %y1, %y1; st.u32 [%y1+4], %r0; ld.u32 %r1, [%y1+4]; st.global.u32 [%own], %r1; }`, "error"},
		{"beside others in local memory", half + local + `ld.shared.u32 %r0, [%s]; st.local.u32 [own+4], %r0;
st.local.u32 [own], %t; ld.local.u32 %r1, [own]; st.global.u32 [%own], %r1; }`, "warning"},
		{"replaced in local memory", half + local + `ld.shared.u32 %r0, [%s]; st.local.u32 [own+4], %r0;
st.local.u64 [own], 1; ld.local.u32 %r1, [own+4]; st.global.u32 [%own], %r1; }`, "warning"},
		{"eight bytes in local memory", half + local + `ld.shared.u32 %r0, [%s]; cvt.u64.u32 %y1, %r0;
st.local.u64 [own], %y1; ld.local.u32 %r1, [own+4]; st.global.u32 [%own], %r1; }`, "error"},
		{"in local memory of other lanes", half + local + `ld.shared.u32 %r0, [%s]; st.local.u32 [own], %r0;
ld.local.u32 %r1, [own]; @%p0 st.global.u32 [%own], %r1; }`, "warning: thread (32, 0, 0) reads byte 128"},
		{"given to a function", half + call + `st.global.u32 [%own], %r1;`, "error"},
		{"given to a function in registers", half + `ld.shared.u32 %r0, [%s]; call.uni (%r1), plus, (%r0); ` +
			`st.global.u32 [%own], %r1;`, "error"},
		{"given to a function in registers, for nothing", half +
			`ld.shared.u32 %r0, [%s]; call.uni (%r1), plus, (%r0);`, "warning"},
		{"given to a function, for nothing", half + call, "warning"},
		{"an update", half + `ld.shared.u32 %r0, [%s]; red.global.add.u32 [%out], %r0;`, "error"},
		{"a condition", half +
			`ld.shared.u32 %r0, [%s]; setp.eq.u32 %p1, %r0, 0; @%p1 st.global.u32 [%own], 1;`,
			"warning"},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Random} {
			got := findingsOf(t, c.name,
				strings.Replace(fmt.Sprintf(syncText, c.body), ".visible", next+".visible", 1),
				machine.Extents{1, 1, 1}, mode)
			want := c.want
			if mode == machine.Random {
				want, _, _ = strings.Cut(want, ":") // another thread may come first
			}
			if !strings.Contains(got, want) || want == "warning" && strings.Contains(got, "error: ") {
				t.Errorf("%s, mode %d: got\n%s, want %s", c.name, mode, got, want)
			}
		}
	}
}
