package machine_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// unknownHead has memory of each kind and an unknown value in %r0.
const unknownHead = `.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 first[];
.extern .shared .align 16 .b8 second[];
.global .align 4 .u32 one;
.global .align 4 .u32 two;
.visible .entry k(.param .u64 p, .param .u64 q)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>; .shared .align 4 .u32 mine; .shared .align 4 .u32 other;
	ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; mov.u32 %r1, mine; mov.u32 %r2, other;
	mov.u64 %rd3, one; mov.u64 %rd4, two; mov.u32 %r3, first; mov.u32 %r4, second;
	st.shared.u32 [%r2], 0; st.shared.u32 [%r4], 0;
	vadd.s32.s32.s32 %r0, %r1, %r2;
`

// unknowns are bodies, and whether what they do depends on the unknown value: with parameters that point to
// different memory, and with two that point to the same.
var unknowns = []struct {
	body        string
	apart, same bool
}{
	// of an object only what is in it is unknown
	{"st.global.u32 [%rd1], %r0; ld.global.u32 %r5, [%rd2];", false, true},
	{"st.global.u32 [%rd1], %r0; ld.global.u32 %r5, [%rd1+4];", true, true},
	{"st.global.u32 [%rd1], %r0; ld.global.u32 %r5, [%rd3];", false, false},
	{"st.global.u32 [%rd3], %r0; ld.global.u32 %r5, [%rd4];", false, false},
	{"st.global.u32 [%rd3], %r0; ld.global.u32 %r5, [%rd3];", true, true},
	{"st.global.u32 [%rd3], %r0; ld.global.u32 %r5, [one];", true, true},
	{"st.shared.u32 [%r1], %r0; ld.shared.u32 %r5, [%r2];", false, false},
	{"st.shared.u32 [mine], %r0; ld.shared.u32 %r5, [%r1];", true, true},
	// all dynamic shared memory begins at one place
	{"st.shared.u32 [%r3], %r0; ld.shared.u32 %r5, [%r4];", true, true},
	// a loaded address may be any
	{"st.global.u32 [%rd1+4], %r0; ld.global.u64 %rd5, [%rd2]; ld.global.u32 %r5, [%rd5];", true, true},
	{"selp.u64 %rd5, %rd3, %rd4, %p0; st.global.u32 [%rd5], %r0; ld.global.u32 %r5, [%rd4];", true, true},
	// special registers that the launch does not tell, and one that is 0
	{"mov.b32 %r5, %envreg3;", true, true},
	{"mov.u32 %r5, %pm2; add.u32 %r5, %r5, 1;", true, true},
	{"cvt.u32.u32 %r5, %aggr_smem_size;", true, true},
	{"mov.u32 %r5, %tid.w;", false, false},
}

func TestUnknownValues(t *testing.T) {
	for _, c := range unknowns {
		k := compile(t, "unknown.ptx",
			unknownHead+c.body+`setp.eq.u32 %p1, %r5, 99; @%p1 st.global.u32 [%rd2+8], 1; ret; }`)
		for _, same := range []bool{false, true} {
			p, q := &machine.Buffer{Data: make([]byte, 64)}, &machine.Buffer{Data: make([]byte, 64)}
			if same {
				q = p
			}
			r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
				Block: machine.Extents{1, 1, 1}, DynamicShared: 64, NoHazards: true,
				Args: []machine.Arg{{Buffer: p}, {Buffer: q}}})
			if strings.Contains(c.body, "%rd5, [%rd2]") {
				err = nil // the address is no memory: it was not loaded
			}
			ends := len(r.NotJudged) > 0 && r.NotJudged[len(r.NotJudged)-1].Ends
			if want := c.apart && !same || c.same && same; err != nil || ends != want {
				t.Errorf("%s, same %v: %v, ends %v: %v", c.body, same, err, ends, r.NotJudged)
			}
		}
	}
}

// Both halves of the clock go on.
func TestUpperHalfOfTheClock(t *testing.T) {
	k := compile(t, "clock.ptx", unknownHead+`mov.u32 %r5, %clock_hi; mov.u32 %r6, %globaltimer_hi;
		or.b32 %r5, %r5, %r6; st.global.u32 [%rd1], %r5; ret; }`)
	p := &machine.Buffer{Data: []byte{1, 2, 3, 4}}
	if _, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{1, 1, 1}, DynamicShared: 64, NoHazards: true,
		Args: []machine.Arg{{Buffer: p}, {Bits: 0}}}); err != nil || string(p.Data) != "\x00\x00\x00\x00" {
		t.Error(err, p.Data)
	}
}
