package affine

import "testing"

// localPlaces are instructions that keep numbers in local memory and make an address of one, with the sum
// that it is.
var localPlaces = map[string]struct{ body, want string }{
	"a place that is set again": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u32 [%c+4], %r1;
	ld.local.u32 %r5, [%c]; st.local.u32 [%c], %r2; cvt.u64.u32 %a, %r5;`, "1*tid.x + 0"},
	"by a generic address": {`mov.b64 %c, M; cvta.local.u64 %c2, %c; st.u32 [%c2+8], %r0; st.u32 [%c2+8], %r1;
	ld.u32 %r5, [%c2+8]; cvt.u64.u32 %a, %r5;`, "1*ctaid.x + 0"},
	"an element of a vector": {`mov.b64 %c, M; st.local.v2.u32 [%c], {%r0, %r1}; ld.local.u32 %r5, [%c+4];
	st.local.u32 [%c+4], %r2; cvt.u64.u32 %a, %r5;`, "1*ctaid.x + 0"},
	"on two ways": {`mov.b64 %c, M; st.local.u32 [%c], %r0; setp.eq.u32 %p, %r3, 0; @%p bra L;
	st.local.u32 [%c], %r1;
L:	ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`, "1*loop(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"a store under a guard": {`mov.b64 %c, M; st.local.u32 [%c], %r0; setp.eq.u32 %p, %r3, 0;
	@%p st.local.u32 [%c], %r1; ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`,
		"1*loop(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"another width over a part": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u16 [%c+2], 3;
	st.local.u32 [%c], %r1; ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`,
		"1*variable(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"two widths": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u64 [%c], %b;
	ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`, "1*variable(1*tid.x + 0; 1*param0 + 0) + 0"},
	"behind an address that counts on": {`mov.b64 %c, M; st.local.u32 [%c+4], %r0; st.local.u32 [%c+4], %r1;
	mul.wide.u32 %c2, %r3, 4; add.u64 %c2, %c2, %c; st.local.u32 [%c2], 3; ld.local.u32 %r5, [%c+4];
	cvt.u64.u32 %a, %r5;`, "1*variable(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"in front of an address that counts on": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u32 [%c], %r1;
	mul.wide.u32 %c2, %r3, 4; add.u64 %c3, %c, 4; add.u64 %c2, %c2, %c3; st.local.u32 [%c2], 3;
	ld.local.u32 %r5, [%c];
	cvt.u64.u32 %a, %r5;`, "1*ctaid.x + 0"},
	"an address that is kept": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u32 [%c], %r1;
	st.global.u64 [%b], %c; ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`,
		"1*variable(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"an address that an atomic operation takes": {`mov.b64 %c, M; st.local.u32 [%c], %r0;
	st.local.u32 [%c], %r1; cvta.local.u64 %c2, %c; atom.add.u32 %r6, [%c2], 1; ld.local.u32 %r5, [%c];
	cvt.u64.u32 %a, %r5;`, "1*variable(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
	"one of two addresses": {`mov.b64 %c, M; st.local.u32 [%c], %r0; st.local.u32 [%c], %r1;
	setp.eq.u32 %p, %r3, 0; add.u64 %c2, %c, 8; @%p mov.b64 %c2, %c; st.local.u32 [%c2], 3;
	ld.local.u32 %r5, [%c]; cvt.u64.u32 %a, %r5;`, "1*variable(1*tid.x + 0; 1*ctaid.x + 0) + 0"},
}

// A load of a place in local memory gives what the stores give that reach it, if all accesses of the place
// are known; otherwise it may give what any store does.
func TestLocalPlaces(t *testing.T) {
	for name, c := range localPlaces {
		f := address(t, kernel(".reg .b64 %c2, %c3; "+c.body))
		if got := f.text(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A place in local memory that a loop raises is a counter, also in the instructions that raise it.
func TestLocalCounter(t *testing.T) {
	f := address(t, kernel(`.reg .b64 %c2; mov.b64 %c, M; st.local.u32 [%c+4], %r0;
L:	ld.local.u32 %r6, [%c+4]; add.u32 %r7, %r6, 8; mul.wide.u32 %c2, %r7, 4; ld.global.u32 %r4, [%c2];
	st.local.u32 [%c+4], %r7; setp.lt.u32 %p, %r7, %r3; @%p bra L; cvt.u64.u32 %a, %r6;`))
	for a := range f.Atoms {
		start, step, _, ok := a.Counter()
		if !ok || start.text() != "1*tid.x + 0" || step.text() != "8" {
			t.Errorf("from %s by %s, %v", start.text(), step.text(), ok)
		}
	}
	if len(f.Terms) != 1 {
		t.Error(f.text())
	}
}
