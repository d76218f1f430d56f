package judge_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

// Memory that Triton allocates by the number of blocks is as large as it says, in every grid that is tried,
// and no larger; a user's word counts more.
func TestScratch(t *testing.T) {
	metadata := func(text string) []launchfile.Description {
		list, err := launchfile.Parse(diag.NewFile("k.json", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	text := kernelOf(".visible .entry k(.param .u64 a, .param .u64 scratch, .param .u64 profile) .reqntid 32",
		`
	.reg .b32 %r<4>; .reg .b64 %a<4>;
	ld.param.u64 %a0, [scratch]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 32, %r0;
	mad.wide.u32 %a1, %r2, 4, %a0; st.global.u32 [%a1], %r2; ret;`)
	for json, want := range map[string]judge.Outcome{
		`{"name": "k", "num_warps": 1}`: judge.Clean,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 128, "profile_scratch_size": 0}`:      judge.Clean,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 124, "profile_scratch_size": 0}`:      judge.Wrong,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 0, "profile_scratch_size": 4}`:        judge.Wrong,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 128, "global_scratch_align": 128}`:    judge.Clean,
		`{"name": "k", "num_warps": 1, "profile_scratch_size": 64, "profile_scratch_align": 16}`:    judge.Clean,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 4096, "profile_scratch_size": 1024}`:  judge.Clean,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 1, "profile_scratch_size": 0}`:        judge.Wrong,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 128, "profile_scratch_size": 100000}`: judge.Clean,
	} {
		if s := study(t, text,
			judge.Options{DynamicShared: -1, Metadata: metadata(json)}); s.Outcome != want {
			t.Errorf("%s: %s", json, verdictOf(t, s))
		}
	}
	for _, json := range []string{`{"name": "k", "num_warps": 1, "global_scratch_size": -1}`,
		`{"name": "k", "num_warps": 1, "global_scratch_size": 4, "global_scratch_align": 12}`} {
		if _, err := launchfile.Parse(diag.NewFile("k.json", []byte(json))); err == nil {
			t.Errorf("%s is taken", json)
		}
	}
}
