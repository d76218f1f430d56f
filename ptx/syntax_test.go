package ptx_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// What old and new compilers write about functions and variables is read and printed.
func TestDeclarations(t *testing.T) {
	roundTrip(t, parse(t, "declarations.ptx", head+`
@@DWARF .section .debug_info, "", @progbits
.visible .func (.param .s32 r) f(.param .s32 a)
.visible .func (.param .s32 r) g(.param .s32 a) .noreturn .abi_preserve 4;
.weak .func .attribute(.unified(0xAB, 0xCD)) w() { ret; }
.alias also, w;
.extern .shared .align 16 .b8 ring[];
.common .global .b32 c;
.hidden .global .b32 hidden = 3;
.global .attribute(.managed) .align 4 .u32 m;
.global .align 8 .u64 at[4] = {f, generic(m)+8, c-4, 0};
.global .b8 part[2] = {0xFF(m+4), 0xFF00(generic(m))};
.global .texref tex;
.global .samplerref s = { filter_mode = nearest, addr_mode_0 = wrap };
.global .b32 array[4*4+1];
.func (.reg .b32 y, .reg .pred p) registers(.reg .v2 .f32 x, .reg .u64 q)
.pragma "nounroll";
{
	.reg .v4 .f32 %v<3>;
	P: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b64 _) .noreturn;
	C: .calltargets f, g;
	B: .branchtargets L, M;
	mov.f32 %v1.x, %v2.w;
	L: M: call (y), q, (x.x, -1), P;
	ret;
}
`))
}

// A mistake gives one message, at its place, whatever follows it.
func TestOneMistakeGivesOneMessage(t *testing.T) {
	const tail = "\n.visible .entry last() { ret; }\n"
	for name, text := range map[string]string{
		"a parameter":   ".entry k(.foo .u64 a)\n{\n.reg .b32 %r; mov.b32 %r, 1; { ret; }\n}",
		"a function":    ".visible .entry (.param .b32 x { .reg .b32 %r; mov.b32 %r, 1; }",
		"a limit":       ".entry k() .maxfoo 3\n{\n.reg .b32 %r; ret;\n}",
		"a comma":       ".entry k() { .reg .b32 %r<3>;\nadd.u32 %r1, %r2 1;\nmov.b32 %r1, 2;\n}",
		"a semicolon":   ".entry k() { .reg .b32 %r<3>;\nmov.b32 %r1, 2\nmov.b32 %r2, 3;\nmov.b32 %r1, 4;\n}",
		"a brace":       ".entry k() { .reg .b32 %r<3>;\n{ mov.b32 %r1, 2;\n ret;\n}",
		"two braces":    ".entry k() { .reg .b32 %r<3>;\n{ mov.b32 %r1, 2;\n",
		"a bracket":     ".entry k() { .reg .b32 %r<3>;\nld.b32 %r1, [%r2+4;\nret; }",
		"a type":        ".entry k() { .reg .b33 %r<3>;\nmov.b32 %r1, %r2;\nret; }",
		"a variable":    ".global .align 3 .b8 x[4] = {1, 2};\n.global .b8 y;",
		"a directive":   ".frob 1, 2;\n.global .b8 y;",
		"an expression": ".entry k() { .reg .b32 %r;\nmov.b32 %r, (1 + 2;\nmov.b32 %r, 3; }",
		"a zero":        ".entry k() { .reg .b32 %r;\nmov.b32 %r, 1 / (2 - 2);\nmov.b32 %r, 3; }",
		"a float":       ".entry k() { .reg .b32 %r;\nmov.b32 %r, 1.5 << 2;\nmov.b32 %r, 3; }",
		"a target list": ".entry k() { L: .branchtargets ;\nret; }",
		"a register": ".entry k() { .reg .b32 %r;\nadd.u32 %r, %q, %q; add.u32 %q, %r, 1; mov.b32 %r, " +
			"%q; }",
		"an attribute": ".global .attribute .managed .u32 x;\n.global .b8 y;",
	} {
		m, err := ptx.Parse(diag.NewFile("t.ptx", []byte(head+text+tail)))
		if err == nil {
			err = ptx.Verify(m)
		}
		if list := diag.FromError(err); len(list) != 1 {
			t.Errorf("%s: %d messages: %v", name, len(list), list)
		}
		last := slices.IndexFunc(m.Functions(), func(f *ptx.Function) bool { return f.Name == "last" })
		if last < 0 {
			t.Errorf("%s: the function behind it is not read", name)
		}
	}
}
