package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// kernelOf is a text with one kernel.
func kernelOf(head, body string) string {
	return ".version 8.0\n.target sm_80\n.address_size 64\n" + head + "\n{\n" + body + "\n}\n"
}

// pointerKernels have a parameter, or a field of one, that is an address. Each way from it to the access is
// another one.
var pointerKernels = map[string]struct{ head, body, want string }{
	"second operand of a sum": {".visible .entry k(.param .u64 p)", `
	.reg .b32 %r; .reg .b64 %a, %b;
	ld.param.u64 %a, [p]; mov.u32 %r, %tid.x; mul.wide.u32 %b, %r, 4;
	add.u64 %b, %b, %a; st.global.u32 [%b], %r; ret;`, "p"},
	"addend of a product": {".visible .entry k(.param .u64 p)", `
	.reg .b32 %r; .reg .b64 %a, %b;
	ld.param.u64 %a, [p]; mov.u32 %r, %tid.x; mad.wide.u32 %b, %r, 4, %a; st.global.u32 [%b], %r; ret;`, "p"},
	"one of two is selected": {".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)", `
	.reg .b32 %r<3>; .reg .b64 %a<4>; .reg .pred %c;
	ld.param.u64 %a0, [p]; ld.param.u64 %a1, [q]; ld.param.u32 %r1, [n]; mov.u32 %r0, %tid.x;
	setp.lt.u32 %c, %r1, 7; selp.b64 %a2, %a0, %a1, %c;
	mad.wide.u32 %a3, %r0, 4, %a2; st.global.u32 [%a3], %r0; ret;`, "p q"},
	"counts in a loop": {".visible .entry k(.param .u64 p)", `
	.reg .b32 %r<3>; .reg .b64 %a<4>; .reg .pred %c;
	ld.param.u64 %a0, [p]; mov.u32 %r0, %tid.x; mad.wide.u32 %a1, %r0, 4, %a0; mov.u32 %r1, 0;
L:	st.global.u32 [%a1], %r0; add.u64 %a1, %a1, 4096; add.u32 %r1, %r1, 1;
	setp.lt.u32 %c, %r1, 3; @%c bra L; ret;`, "p"},
	"an integer of 64 bits beside it": {".visible .entry k(.param .u64 n, .param .u64 p)", `
	.reg .b32 %r<3>; .reg .b64 %a<6>; .reg .pred %c;
	ld.param.u64 %a0, [p]; ld.param.u64 %a1, [n]; mov.u32 %r0, %tid.x; cvt.u64.u32 %a2, %r0;
	setp.ge.u64 %c, %a2, %a1; @%c ret; add.u64 %a3, %a1, %a2; add.u64 %a3, %a3, %a0;
	st.global.u8 [%a3], %r0; ret;`, "p"},
	"through the generic space and back": {".visible .entry k(.param .u64 p)", `
	.reg .b32 %r; .reg .b64 %a<4>;
	ld.param.u64 %a0, [p]; cvta.global.u64 %a1, %a0; mov.u32 %r, %tid.x; mul.wide.u32 %a2, %r, 4;
	add.u64 %a2, %a2, %a1; cvta.to.global.u64 %a3, %a2; st.global.u32 [%a3], %r; ret;`, "p"},
	"a field of a struct": {".visible .entry k(.param .align 8 .b8 s[24])", `
	.reg .b32 %r<2>; .reg .b64 %a<4>;
	ld.param.u32 %r1, [s]; ld.param.u64 %a0, [s+8]; mov.u32 %r0, %tid.x; mad.wide.u32 %a1, %r0, 4, %a0;
	st.global.u32 [%a1], %r1; ret;`, "s.8"},
	"two fields at once": {".visible .entry k(.param .align 16 .b8 s[16])", `
	.reg .b32 %r<2>; .reg .b64 %a<4>;
	ld.param.v2.u64 {%a0, %a2}, [s]; mov.u32 %r0, %tid.x; mad.wide.u32 %a1, %r0, 4, %a0;
	mad.wide.u32 %a3, %r0, 4, %a2; ld.global.u32 %r1, [%a3]; st.global.u32 [%a1], %r1; ret;`, "s.0 s.8"},
	"a struct whose address is taken": {".visible .entry k(.param .align 8 .b8 s[16])", `
	.reg .b32 %r; .reg .b64 %a<4>;
	mov.b64 %a0, s; add.s64 %a0, %a0, 8; ld.param.u64 %a1, [%a0]; mov.u32 %r, %tid.x;
	mad.wide.u32 %a1, %r, 4, %a1; st.global.u32 [%a1], %r; ret;`, "s.8"},
	"by way of local memory": {".visible .entry k(.param .u64 p)", `
	.reg .b32 %r; .reg .b64 %a<4>; .local .align 8 .b8 depot[16];
	ld.param.u64 %a0, [p]; mov.b64 %a1, depot; st.local.u64 [%a1+8], %a0; ld.local.u64 %a2, [%a1+8];
	mov.u32 %r, %tid.x; mad.wide.u32 %a2, %r, 4, %a2; st.global.u32 [%a2], %r; ret;`, "p"},
	"by way of a function": {`.func (.param .b64 r) at(.param .b64 base, .param .b32 i)
{	.reg .b64 %x<3>; .reg .b32 %i; ld.param.b64 %x0, [base]; ld.param.b32 %i, [i];
	mad.wide.u32 %x1, %i, 4, %x0; st.param.b64 [r], %x1; ret; }
.visible .entry k(.param .u64 p)`, `
	.reg .b32 %r; .reg .b64 %a<4>;
	ld.param.u64 %a0, [p]; mov.u32 %r, %tid.x;
	{ .param .b64 in0; .param .b32 in1; .param .b64 out;
	st.param.b64 [in0], %a0; st.param.b32 [in1], %r; call (out), at, (in0, in1); ld.param.b64 %a1, [out]; }
	st.global.u32 [%a1], %r; ret;`, "p"},
	"none": {".visible .entry k(.param .u64 n)", `
	.reg .b64 %a; ld.param.u64 %a, [n]; add.u64 %a, %a, 1; ret;`, ""},
}

// A parameter, and a field of a struct, is a pointer if an access uses it as an address, by whatever
// arithmetic. The launch without flags then reaches memory.
func TestPointers(t *testing.T) {
	for name, k := range pointerKernels {
		p, err := plan(t, kernelOf(k.head, k.body), judge.Options{DynamicShared: -1})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var found []string
		for _, param := range p.Kernel.Params {
			if param.Pointer {
				found = append(found, param.Name)
			}
			for _, f := range param.Fields {
				if f.Pointer {
					found = append(found, fmt.Sprintf("%s.%d", param.Name, f.Offset))
				}
			}
		}
		if got := strings.Join(found, " "); got != k.want {
			t.Errorf("%s: got %q, want %q", name, got, k.want)
		}
		if r := check(t, kernelOf(k.head, k.body), judge.Options{DynamicShared: -1}); !r.OK() {
			t.Errorf("%s: %v", name, r.Findings)
		}
	}
}
