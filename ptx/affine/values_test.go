package affine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// analyze looks at the first kernel of a text.
func analyze(t testing.TB, text string) *Values {
	t.Helper()
	m, err := ptx.Parse(diag.NewFile("kernel.ptx", []byte(
		".version 8.0\n.target sm_90\n.address_size 64\n"+text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := ptx.Verify(m); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(m.Functions(), func(f *ptx.Function) bool { return f.Entry })
	return Analyze(m, m.Functions()[i])
}

// kernel has a pointer, two integers and registers, and stores to what the instructions leave in %a.
func kernel(body string) string {
	return `.visible .entry k(.param .u64 p, .param .u32 n, .param .u32 m, .param .u64 q)
{
	.reg .b64 %a, %b, %c; .reg .b32 %r<8>; .reg .pred %p; .reg .f32 %f;
	.shared .align 4 .b8 S[256]; .local .align 4 .b8 M[16];
	mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;
	ld.param.u32 %r3, [n]; ld.param.u32 %r4, [m]; ld.param.u64 %b, [p];
` + body + `
	st.global.u32 [%a], %r0;
	ret;
}`
}

// text writes a form, its terms in the order of their texts.
func (f Form) text() string {
	var terms []string
	for p, n := range f.Terms {
		term := fmt.Sprint(n)
		for _, a := range p[:p.degree()] {
			term += "*" + a.text()
		}
		terms = append(terms, term)
	}
	slices.Sort(terms)
	return strings.Join(append(terms, fmt.Sprint(f.Const)), " + ")
}

func (a Atom) text() string {
	switch a.Kind {
	case Param:
		return fmt.Sprintf("param%d", a.Dim)
	case Variable:
		return a.Variable.Name
	case Opaque:
		var from []string
		for _, f := range a.opaque.from {
			from = append(from, f.text())
		}
		return a.opaque.by + "(" + strings.Join(from, "; ") + ")"
	}
	return map[Kind]string{Thread: "tid", Block: "ctaid", BlockSize: "ntid", GridSize: "nctaid"}[a.Kind] +
		"." + "xyz"[a.Dim:a.Dim+1]
}

// address returns the form of the address that a kernel stores to last.
func address(t testing.TB, text string) Form {
	t.Helper()
	accesses := analyze(t, text).Accesses
	return accesses[len(accesses)-1].Address
}

// sums are instructions that make an address, with the sum that it is.
var sums = map[string]struct{ body, want string }{
	"add":      {"cvt.u64.u32 %a, %r0; add.u64 %a, %a, 12;", "1*tid.x + 12"},
	"sub":      {"cvt.u64.u32 %a, %r0; sub.u64 %a, %b, %a;", "-1*tid.x + 1*param0 + 0"},
	"neg":      {"neg.s32 %r5, %r0; cvt.s64.s32 %a, %r5;", "-1*tid.x + 0"},
	"mul":      {"mul.lo.u32 %r5, %r0, %r3; cvt.u64.u32 %a, %r5;", "1*tid.x*param1 + 0"},
	"mul.wide": {"mul.wide.u32 %a, %r0, 8;", "8*tid.x + 0"},
	"mul24":    {"mul24.lo.u32 %r5, %r0, 3; cvt.u64.u32 %a, %r5;", "3*tid.x + 0"},
	"mad": {"mad.lo.u32 %r5, %r1, %r2, %r0; cvt.u64.u32 %a, %r5;",
		"1*ctaid.x*ntid.x + 1*tid.x + 0"},
	"mad.wide":       {"mad.wide.u32 %a, %r0, 4, %b;", "1*param0 + 4*tid.x + 0"},
	"shl":            {"shl.b32 %r5, %r0, 5; cvt.u64.u32 %a, %r5;", "32*tid.x + 0"},
	"or of low bits": {"shl.b32 %r5, %r0, 2; or.b32 %r5, %r5, 3; cvt.u64.u32 %a, %r5;", "4*tid.x + 3"},
	"or of a bit that may be set": {"shl.b32 %r5, %r0, 2; or.b32 %r5, %r5, 4; cvt.u64.u32 %a, %r5;",
		"1*or(4*tid.x + 0; 4) + 0"},
	"three factors": {"mad.lo.u32 %r5, %r1, %r2, %r0; mul.lo.u32 %r5, %r5, %r3; cvt.u64.u32 %a, %r5;",
		"1*ctaid.x*ntid.x*param1 + 1*tid.x*param1 + 0"},
	"five factors": {"mul.lo.u32 %r5, %r1, %r2; mul.lo.u32 %r5, %r5, %r3; mul.lo.u32 %r5, %r5, %r4; " +
		"mul.lo.u32 %r5, %r5, %r0; cvt.u64.u32 %a, %r5;",
		"1*mul(1*ctaid.x*ntid.x*param1*param2 + 0; 1*tid.x + 0) + 0"},
	"high half": {"mul.hi.u32 %r5, %r0, %r3; cvt.u64.u32 %a, %r5;",
		"1*mul(1*tid.x + 0; 1*param1 + 0) + 0"},
	"no number": {"shl.b32 %r5, %r0, %r3; cvt.u64.u32 %a, %r5;",
		"1*shl(1*tid.x + 0; 1*param1 + 0) + 0"},
	"quotient":            {"shr.u32 %r5, %r0, 5; cvt.u64.u32 %a, %r5;", "1*shr(1*tid.x + 0; 5) + 0"},
	"taken away":          {"sub.s32 %r5, %r0, %r0; cvt.u64.u32 %a, %r5;", "0"},
	"offset":              {"mov.b64 %c, S; add.u64 %a, %c, 4;", "1*S + 4"},
	"place in a variable": {"mov.b64 %a, S+8;", "1*S + 8"},
	"both ways the same": {"setp.eq.u32 %p, %r0, 0; @%p mov.u32 %r5, %r3; @!%p mov.u32 %r5, %r3; " +
		"cvt.u64.u32 %a, %r5;", "1*param1 + 0"},
	"the last definition": {"mov.u32 %r5, 1; mov.u32 %r5, 2; cvt.u64.u32 %a, %r5;", "2"},
	"through local memory": {"st.local.u32 [M+4], %r3; st.local.u32 [M+8], %r4; ld.local.u32 %r5, [M+8]; " +
		"cvt.u64.u32 %a, %r5;", "1*param2 + 0"},
	"two atoms in another order": {"mul.lo.u32 %r5, %r3, %r1; mul.lo.u32 %r6, %r1, %r3; " +
		"sub.u32 %r5, %r5, %r6; cvt.u64.u32 %a, %r5;", "0"},
}

// Each kind of arithmetic gives the sum that it computes, and what is no sum is a value of its own.
func TestSums(t *testing.T) {
	for name, c := range sums {
		t.Run(name, func(t *testing.T) {
			if got := address(t, kernel(c.body)).text(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A register that counts has the sums that it begins with and is raised by, and is no sum itself.
func TestCounter(t *testing.T) {
	f := address(t, kernel(`mov.u32 %r5, %r0;
L:	add.u32 %r5, %r5, %r2; setp.lt.u32 %p, %r5, %r3; @%p bra L;
	mad.wide.u32 %a, %r5, 4, %b;`))
	for a := range f.Atoms {
		if a.Kind != Opaque {
			continue
		}
		if steps := a.Steps(); len(steps) != 1 || steps[0].text() != "1*ntid.x + 0" {
			t.Errorf("steps %v", steps)
		}
		if !f.Depends(func(a Atom) bool { return a.Kind == Thread }) {
			t.Error("it begins with the place of the thread")
		}
		return
	}
	// Behind the loop the last definition is the only one: it adds to the register that counts.
	t.Errorf("no counter in %s", f.text())
}

// Quotients and remainders by a number are told apart, with what is divided.
func TestDivided(t *testing.T) {
	for text, want := range map[string]string{
		"shr.u32 %r5, %r0, 5": "quotient 32", "div.u32 %r5, %r0, 12": "quotient 12",
		"rem.u32 %r5, %r0, 12": "remainder 12", "and.b32 %r5, %r0, 7": "remainder 8",
		"and.b32 %r5, %r0, 6": "neither", "div.u32 %r5, %r0, %r3": "neither",
	} {
		f := address(t, kernel(text+"; cvt.u64.u32 %a, %r5;"))
		got := "neither"
		for a := range f.Atoms {
			if of, by := a.Divided(); by > 0 {
				got = fmt.Sprint("quotient ", by)
				if of.text() != "1*tid.x + 0" {
					t.Errorf("%s divides %s", text, of.text())
				}
			}
			if _, by := a.Remainder(); by > 0 {
				got = fmt.Sprint("remainder ", by)
			}
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// The parameters of a function are what its caller gives, and its results what it returns.
func TestCall(t *testing.T) {
	f := address(t, `.func (.reg .b32 %out) scaled(.reg .b32 %in) { mul.lo.u32 %out, %in, 12; ret; }
`+kernel("call (%r5), scaled, (%r0); cvt.u64.u32 %a, %r5;"))
	if got := f.text(); got != "12*tid.x + 0" {
		t.Error(got)
	}
}

// What a kernel compares has its word and both sides, and accesses say whether they write.
func TestAccessesAndComparisons(t *testing.T) {
	v := analyze(t, kernel(`setp.ge.s32 %p, %r0, %r3; @%p ret;
	mad.wide.u32 %c, %r0, 4, %b; ld.global.v2.u32 {%r5, %r6}, [%c+8]; mov.u64 %a, %b;`))
	c := v.Compared[0]
	if c.Word != "ge" || c.Left.text() != "1*tid.x + 0" || c.Right.text() != "1*param1 + 0" {
		t.Errorf("%s %s %s", c.Left.text(), c.Word, c.Right.text())
	}
	load, store := v.Accesses[0], v.Accesses[1]
	if load.Bytes != 8 || load.Writes || load.Address.text() != "1*param0 + 4*tid.x + 8" {
		t.Errorf("load of %d bytes at %s", load.Bytes, load.Address.text())
	}
	if store.Bytes != 4 || !store.Writes || store.Space != "global" {
		t.Errorf("store of %d bytes, %q", store.Bytes, store.Space)
	}
	if p := v.Pointers(); len(p) != 1 || !p[Slot{}] {
		t.Errorf("pointers %v", p)
	}
}

// What comparisons alone tell is not computed from what is compared: a vote, a count of lanes, a choice.
func TestComputedFrom(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"a number":         {"ld.global.u32 %r5, [%b]; cvt.u64.u32 %a, %r5;", true},
		"a quotient of it": {"ld.global.u32 %r5, [%b]; shr.u32 %r5, %r5, 3; cvt.u64.u32 %a, %r5;", true},
		"a count of lanes": {"ld.global.u32 %r5, [%b]; setp.gt.u32 %p, %r5, 3; " +
			"vote.sync.ballot.b32 %r6, %p, -1; popc.b32 %r6, %r6; cvt.u64.u32 %a, %r6;", false},
		"a choice": {"ld.global.u32 %r5, [%b]; setp.gt.u32 %p, %r5, 3; selp.b32 %r6, 4, 8, %p; " +
			"cvt.u64.u32 %a, %r6;", false},
	} {
		f := address(t, kernel(c.body))
		if !f.Depends(Atom.Loaded) || f.IsComputedFrom(Atom.Loaded) != c.want {
			t.Errorf("%s: depends %v, is computed %v", name, f.Depends(Atom.Loaded),
				f.IsComputedFrom(Atom.Loaded))
		}
	}
}
