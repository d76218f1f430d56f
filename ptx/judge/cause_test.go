package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// foldedHead is in front of the lines of a kernel with many findings.
const foldedHead = `.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out)
.reqntid 64
{
	.reg .pred %p; .reg .b32 %t, %s, %o, %v; .reg .b64 %out;
	.shared .align 128 .b8 mem[4096];
	ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; setp.eq.u32 %p, %t, 0;
	mov.u32 %s, mem; mad.lo.u32 %s, %t, 4, %s; xor.b32 %o, %s, 4;
`

// Many findings with one cause are one message, that says how many more there are: those that lack one
// barrier, those that lack a fence behind one instruction, and those about one load.
func TestFindingsOfOneCauseAreOneMessage(t *testing.T) {
	repeat := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i*256)
		}
		return b.String()
	}
	bulk := repeat(12, "	@%%p cp.async.bulk.global.shared::cta.bulk_group [%%out+%d], [mem], 16;\n")
	for _, c := range []struct {
		name, body, code string
		more             int
	}{
		{"a barrier", repeat(9, "	st.shared.u32 [%%s+%d], %%t;\n") +
			repeat(9, "	ld.shared.u32 %%v, [%%o+%d];\n"),
			"ptx-race", 8},
		{"a fence of proxies", "	st.shared.u32 [%s], %t;\n	bar.sync 0;\n" + bulk +
			"	cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n", "ptx-proxy-fence", 11},
		{"writes that one copy reads", repeat(5, "	st.shared.u32 [%%s+%d], %%t;\n") + "	bar.sync 0;\n" +
			"	@%p cp.async.bulk.global.shared::cta.bulk_group [%out], [mem], 2048;\n" +
			"	cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n", "ptx-proxy-fence", 4},
		{"a load that may be stale",
			"	bar.sync 0;\n" + repeat(5, "	st.volatile.shared.u32 [%%s], %%t; // %d\n") +
				"	ld.volatile.shared.u32 %v, [%o];\n	st.global.u32 [%out], %v;\n", "ptx-stale-read", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, foldedHead+c.body+"	ret;\n}\n", judge.Options{DynamicShared: -1})
			all, told := 0, 0
			more := ""
			for _, d := range r.AllDiagnostics() {
				if string(d.Code) == c.code {
					all++
				}
			}
			for _, d := range r.Diagnostics() {
				if string(d.Code) == c.code {
					told++
					more = d.Notes[len(d.Notes)-1].Message
				}
			}
			want := fmt.Sprintf("and %d more like it, which 'inflight check --all' lists", c.more)
			if told != 1 || all != c.more+1 || c.more > 0 && more != want {
				t.Errorf("%d messages of %d findings: %s\n%v", told, all, more, r.Diagnostics())
			}
		})
	}
}
