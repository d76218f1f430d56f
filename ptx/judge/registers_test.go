package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// The kernel of a warpgroup around the lines of a case: %a to %d are the sum of "product", %e to %h of
// "other", and "registers" is a product into the latter whose A is %i to %l.
const registersText = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 4 out)
.reqntid 128
{
	.reg .b32 %s, %n, %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l; .reg .b64 %x, %y, %out; .reg .pred %p, %q;
	.shared .align 1024 .b8 mem[3072];
	ld.param.u64 %out, [out]; mov.u32 %s, %tid.x; shl.b32 %s, %s, 2; cvt.u64.u32 %y, %s; add.u64 %out, %out, %y; mov.u32 %n, mem; add.u32 %s, %s, %n; cvt.u64.u32 %x, %n; shr.u64 %x, %x, 4; or.b64 %x, %x, 34363932672; setp.eq.u32 %p, 0, 0; mov.u32 %n, 0;
	mov.u32 %a, 0; mov.u32 %b, 0; mov.u32 %c, 0; mov.u32 %d, 0; mov.u32 %e, 0; mov.u32 %f, 0; mov.u32 %g, 0; mov.u32 %h, 0;
	mov.u32 %i, 0; mov.u32 %j, 0; mov.u32 %k, 0; mov.u32 %l, 0;
	st.shared.u32 [%s], 0; st.shared.u32 [%s+512], 0; st.shared.u32 [%s+1024], 0; st.shared.u32 [%s+1536], 0; st.shared.u32 [%s+2048], 0; st.shared.u32 [%s+2560], 0;
	fence.proxy.async; bar.sync 0;
	LINES
	ret;
}
`

// The lines are separated by bars; want is a part of the only finding, "" for none.
var registerCases = []struct{ name, lines, want string }{
	{"a product", "fence|product|commit|wait 0|read", ""},
	{"read before the wait", "fence|product|commit|read|wait 0",
		"'st.global.u32' accesses a sum that a product may still change [ptx-register-in-flight]"},
	{"written before the wait", "fence|product|commit|write|wait 0", "'mov.u32' accesses a sum"},
	{"read before the commit", "fence|product|read|commit|wait 0", "accesses a sum"},
	{"read behind a wait that is too weak", "fence|product|commit|other|commit|wait 1|read other|wait 0",
		"accesses a sum"},
	{"read behind a wait that is strong enough", "fence|product|commit|other|commit|wait 1|read|wait 0", ""},
	{"a wait before the commit", "fence|product|wait 0|commit|read|wait 0", "accesses a sum"},
	{"products that add up", "fence|product|product|commit|product|commit|wait 0|read", ""},
	{"a sum that another product reads", "fence|other|commit|from sum|commit|wait 0", "accesses a sum"},
	{"no fence", "product|commit|wait 0|read",
		"it is the first, and no wgmma.fence lies between [ptx-wgmma-fence]"},
	{"no fence behind a read", "fence|product|commit|wait 0|read|product|commit|wait 0",
		"no wgmma.fence lies between"},
	{"a fence behind a read", "fence|product|commit|wait 0|read|fence|product|commit|wait 0", ""},
	{"no fence behind a read of another sum", "fence|product|other|commit|wait 0|read|other|commit|wait 0",
		""},
	{"no fence behind a write of A", "fence|write A|registers|commit|wait 0", "no wgmma.fence lies between"},
	{"a write of A before the wait", "fence|registers|commit|write A|wait 0",
		"'mov.u32' writes a register of A that a product may still read [ptx-register-in-flight]"},
	{"a read of A before the wait", "fence|registers|commit|read A|wait 0", ""},
	{"a wait in the next round", "fence|loop|wait 0|product|commit|next|wait 0|read", ""},
	{"read in the next round", "fence|loop|read other|other|commit|next|wait 0", "accesses a sum"},
	{"a wait on one side alone", "fence|product|commit|if|wait 0|end|read|wait 0", "accesses a sum"},
}

var registerLines = strings.NewReplacer(
	"fence|", "wgmma.fence.sync.aligned;|", "commit|", "wgmma.commit_group.sync.aligned;|", "wait 0|",
	"wgmma.wait_group.sync.aligned 0;|",
	"wait 1|", "wgmma.wait_group.sync.aligned 1;|", "read A|", "st.global.u32 [%out], %i;|", "read other|",
	"st.global.u32 [%out], %e;|",
	"read|", "st.global.u32 [%out], %a;|", "write A|", "mov.u32 %i, 1;|", "write|", "mov.u32 %b, 1;|",
	"product|",
	"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%a, %b, %c, %d}, %x, %x, %p, 1, 1, 0, 0;|",
	"other|", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%e, %f, %g, %h}, %x, %x, %p, 1, 1, 0, 0;|",
	"registers|",
	"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%e, %f, %g, %h}, {%i, %j, %k, %l}, %x, %p, 1, 1, 0;|",
	"from sum|",
	"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%a, %b, %c, %d}, {%e, %f, %g, %h}, %x, %p, 1, 1, 0;|",
	"loop|", "L:|", "next|", "add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 3; @%q bra L;|", "if|",
	"setp.eq.u32 %q, %n, 0; @!%q bra E;|", "end|", "E:|",
)

// Registers of products in flight are found by the flow of control.
func TestRegistersOfProducts(t *testing.T) {
	for _, c := range registerCases {
		lines := strings.ReplaceAll(registerLines.Replace(c.lines+"|"), "|", "\n\t")
		report := check(t, strings.ReplaceAll(registersText, "LINES", lines),
			judge.Options{DynamicShared: -1})
		var got []string
		for _, d := range report.Findings {
			if d.Code == "ptx-register-in-flight" || d.Code == "ptx-wgmma-fence" {
				got = append(got, d.Message+" ["+string(d.Code)+"]")
			}
		}
		if all := strings.Join(got, "; "); c.want == "" && len(got) > 0 ||
			c.want != "" && !strings.Contains(all, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, all, c.want)
		}
		if report.OK() != (c.want == "") {
			t.Errorf("%s: is right: %v\n%v", c.name, report.OK(), report.Findings)
		}
	}
}

// What registers of products need counts among the needs of a wait: each case has the wait with the verdict
// and the exact count, -1 for none.
func TestWaitsForRegisters(t *testing.T) {
	for _, c := range []struct {
		lines   string
		wait    int
		verdict judge.Verdict
		exact   int
	}{
		{"fence|product|commit|wait 0|read", 0, judge.Needed, 0},
		{"fence|product|commit|wait 0|write", 0, judge.Needed, 0},
		{"fence|product|commit|wait 0", 0, judge.Needed, 0},
		{"fence|product|commit|wait 0|read other", 0, judge.Needed, 0},
		{"fence|product|commit|other|commit|wait 0|read", 0, judge.Needed, 0},
		{"fence|product|commit|other|commit|wait 0|read|wait 0", 0, judge.TooStrong, 1},
		{"fence|product|commit|other|commit|wait 1|read|wait 0|read other", 0, judge.Needed, 1},
		{"fence|product|commit|other|commit|wait 1|read|wait 0|read other", 1, judge.Needed, 0},
		{"fence|product|commit|other|commit|wait 1|wait 0|read|read other", 0, judge.Redundant, -1},
		{"fence|registers|commit|wait 0|write A", 0, judge.Needed, 0},
		{"fence|loop|product|commit|wait 0|next|read", 0, judge.Needed, 0},
		{"fence|loop|product|commit|wait 0|next|wait 0|read", 0, judge.Redundant, -1},
	} {
		lines := strings.ReplaceAll(registerLines.Replace(c.lines+"|"), "|", "\n\t")
		report := check(t, strings.ReplaceAll(registersText, "LINES", lines),
			judge.Options{DynamicShared: -1})
		if !report.OK() {
			t.Errorf("%s: %v", c.lines, report.Findings)
		}
		if w := report.Waits[c.wait]; w.Verdict != c.verdict || w.Exact != c.exact {
			t.Errorf("%s: wait %d is %v, exact %d, want %v, exact %d", c.lines, c.wait, w.Verdict, w.Exact,
				c.verdict, c.exact)
		}
	}
}
