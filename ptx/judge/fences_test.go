package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// fenceText is a kernel of 32 threads, each with a word at %s in shared memory and at %own in global memory.
const fenceText = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
.reqntid 32
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%s, %%r<8>; .reg .b64 %%out, %%in, %%own, %%y<4>;
	.shared .align 128 .b8 mem[1024];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in];
	mov.u32 %%t, %%tid.x; mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
	mul.wide.u32 %%y0, %%t, 4; add.u64 %%own, %%in, %%y0; setp.eq.u32 %%p0, %%t, 0;
	%s
	ret;
}
`

const (
	storeAll = `@%p0 cp.async.bulk.global.shared::cta.bulk_group [%out], [mem], 128;
@%p0 cp.async.bulk.commit_group; @%p0 cp.async.bulk.wait_group 0; `
	initObject = `@%p0 mbarrier.init.shared.b64 [mem+512], 1; bar.sync 0; `
	loadAll    = `@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem+512], 128;
@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%in], 128, [mem+512]; `
	waitAll = `W: mbarrier.try_wait.parity.shared.b64 %p1, [mem+512], 0; @!%p1 bra W; `
)

// Fences of proxies are judged as waits are: which nothing needs, and which are for more memory than they
// must.
func TestFencesAreJudged(t *testing.T) {
	const shared, global, both = "fence.proxy.async.shared::cta; ", "fence.proxy.async.global; ",
		"fence.proxy.async; "
	for _, c := range []struct{ name, body, want string }{
		{"needed", "st.shared.u32 [%s], %t; " + shared + "bar.sync 0; " + storeAll, "needed"},
		{"shared memory alone", "st.shared.u32 [%s], %t; " + both + "bar.sync 0; " + storeAll,
			"stronger than necessary fence.proxy.async.shared::cta"},
		{"global memory alone", "st.global.u32 [%own], %t; " + both + initObject + loadAll + waitAll,
			"stronger than necessary fence.proxy.async.global"},
		{"both memories", initObject + "st.global.u32 [%own], %t; st.shared.u32 [%s], %t; " + both +
			"bar.sync 0; " + loadAll + waitAll, "needed"},
		{"both memories by two fences", initObject + "st.global.u32 [%own], %t; st.shared.u32 [%s], %t; " +
			shared + global + "bar.sync 0; " + loadAll + waitAll, "needed, needed"},
		{"what was read", initObject + "st.shared.u32 [%s], 0; ld.shared.u32 %r1, [%s]; " + shared +
			"bar.sync 0; " + loadAll + waitAll, "needed"},
		{"nothing before", shared + "st.shared.u32 [%s], %t; bar.sync 0; ld.shared.u32 %r1, [mem]; ",
			"redundant"},
		{"one for what another is there for", "st.shared.u32 [%s], %t; " + shared + shared + "bar.sync 0; " +
			storeAll, "redundant, redundant"},
		{"one behind the barrier as well",
			"st.shared.u32 [%s], %t; " + shared + "bar.sync 0; @%p0 " + shared +
				storeAll, "redundant, redundant"},
		{"two for two", "st.shared.u32 [%s], %t; " + shared + "bar.sync 0; " + storeAll +
			"bar.sync 0; st.shared.u32 [%s], 1; " + shared + "bar.sync 0; " + storeAll, "needed, needed"},
		{"a fence is missing elsewhere", shared + "st.shared.u32 [%s], %t; bar.sync 0; " + storeAll,
			"not judged"},
		{"not reached", "setp.gt.u32 %p1, %t, 40; @%p1 " + shared, "not reached"},
	} {
		r := check(t, fmt.Sprintf(fenceText, c.body), judge.Options{DynamicShared: -1})
		var got []string
		for _, f := range r.Fences {
			got = append(got, strings.TrimSpace(fmt.Sprint(f.Verdict, " ", f.Enough)))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %s, want %s\n%v", c.name, strings.Join(got, ", "), c.want, r.AllDiagnostics())
		}
	}
}

// Warnings that only the strict take for errors make a kernel wrong for them.
func TestStrict(t *testing.T) {
	overRead := fmt.Sprintf(fenceText, initObject+"st.shared.u32 [%s], 0; fence.proxy.async.shared::cta; "+
		"ld.shared.u32 %r1, [%s]; bar.sync 0; "+loadAll+waitAll)
	early := fmt.Sprintf(fenceText, "ld.global.u32 %r1, [%own]; griddepcontrol.wait; ")
	plain := fmt.Sprintf(fenceText, "ld.global.u32 %r1, [%own]; ")
	for _, c := range []struct {
		name, text string
		o          judge.Options
		ok         bool
		said       int
	}{
		{"a bulk copy over what was read", overRead, judge.Options{}, true, 1},
		{"strictly", overRead, judge.Options{Strict: true}, false, 1},
		{"before the wait for other grids", early, judge.Options{}, true, 1},
		{"strictly", early, judge.Options{Strict: true}, false, 1},
		{"of what no grid writes", early, judge.Options{Strict: true, Constant: []string{"in"}}, true, 0},
		{"as a dependent", plain, judge.Options{Dependent: true}, true, 1},
		{"on its own", plain, judge.Options{Strict: true}, true, 0},
	} {
		c.o.DynamicShared = -1
		r := check(t, c.text, c.o)
		if r.OK() != c.ok || len(r.Findings) != c.said {
			t.Errorf("%s: ok is %v\n%v", c.name, r.OK(), r.Findings)
		}
	}
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(plain)))
	if err != nil {
		t.Fatal(err)
	}
	_, err = judge.NewPlan(m, judge.Options{Constant: []string{"weights"}})
	if err == nil || !strings.Contains(err.Error(), "has no pointer 'weights'") {
		t.Errorf("a constant that is no parameter: %v", err)
	}
}
