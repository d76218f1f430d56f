package ptx_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ptx"
)

// parse parses and verifies a text.
func parse(t testing.TB, name, text string) *ptx.Module {
	t.Helper()
	m, err := ptx.Parse(diag.NewFile(name, []byte(text)))
	if err == nil {
		err = ptx.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// roundTrip checks that the printed text means the same module and prints the same.
func roundTrip(t testing.TB, m *ptx.Module) {
	t.Helper()
	text := ptx.Print(m)
	again, err := ptx.Parse(diag.NewFile("printed", []byte(text)))
	if err != nil {
		t.Fatalf("the printed text does not parse: %v\n%s", err, text)
	}
	if second := ptx.Print(again); second != text {
		t.Fatalf("printed\n%s\nthen\n%s", text, second)
	}
}

// What LLVM's back end writes for the programs in testdata is read, verified and printed.
func TestReadsLLVM(t *testing.T) {
	llc := tools.Require(t, "llc")
	files, _ := filepath.Glob("testdata/*.ll")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		text, err := tools.Command(t, llc, "-mcpu=sm_80", "-mattr=+ptx71", file, "-o", "-").Output()
		if err != nil {
			var failed *exec.ExitError
			errors.As(err, &failed)
			t.Fatalf("%s: %v: %s", file, err, failed.Stderr)
		}
		roundTrip(t, parse(t, file, string(text)))
	}
}

func TestRoundTrip(t *testing.T) {
	files, _ := filepath.Glob("../examples/ptx/*.ptx")
	if len(files) == 0 {
		t.Fatal("no kernels")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, parse(t, file, string(text)))
	}
}

// What carries no meaning for the computation is kept: places, hints, sections, linkage, limits, vectors,
// initializers.
func TestDirectives(t *testing.T) {
	m := parse(t, "directives.ptx", head+`.file 1 "a.cu", 12, 34
.file 2 "b \"c\".cu"
.extern .global .align 8 .v4 .f32 points[3];
.visible .const .align 2 .s16 grid[2][3] = {{1, -2, 3}, {4, 0x10, 010}};
.weak .global .f64 pi = 3.25;
.extern .func (.param .b32 r) f(.param .b32 x, .param .align 8 .b8 y[12]);
.visible .entry k(.param .u64 .ptr .shared .align 16 p, .param .u64 .ptr q)
.maxntid 128, 2
.minnctapersm 2
.maxnreg 64
{
	.pragma "nounroll";
	.reg .b32 %r, %a<3>;
	.reg .pred p;
	.local .align 4 .b8 own[16];
	.loc 1 5 9
	mov.u32 %r, %tid.y; // a comment
	.loc 2 6 1, function_name L0, inlined_at 1 5 9
	/* another
	   one */ ld.shared.v2.b32 {%a0, _}, [4096];
	L0: setp.eq.u32 p|_, %a0, 0x1F;
	@!p st.local.b32 [own + 4], -7;
	@p mov.b64 {%a1, %a2}, 0d3FF0000000000000;
	{ .reg .b32 %r; mov.b32 %r, 0F3f800000; }
	bra.uni L0;
}
.section .debug_abbrev { .b8 1, 2
	.b32 L0 }
`)
	roundTrip(t, m)
	f := m.Kernels()[0]
	if f.Limit("maxntid")[1] != 2 || f.Params[0].Pointer.Space != "shared" ||
		f.Params[1].Pointer.Space != "" || m.SM() != 80 {
		t.Error("the limits or parameters are not as written")
	}
	grid := m.Variables()[1]
	value := func(i int) int64 { return int64(grid.Init[i].(*ptx.Immediate).Bits) }
	if len(grid.Init) != 6 || value(1) != -2 || value(4) != 16 || value(5) != 8 || grid.Size() != 12 {
		t.Errorf("the initializer is %v, of %d bytes", grid.Init, grid.Size())
	}
	if points := m.Variables()[0]; points.Size() != 48 || points.Alignment() != 8 {
		t.Errorf("%d bytes at multiples of %d", points.Size(), points.Alignment())
	}
}

const head = ".version 7.1\n.target sm_80\n.address_size 64\n"

// Every mistake is reported at its place with its code.
func TestBadInput(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"frob.b32 %r1, %r2;",
			"6:1: error: there is no instruction 'frob.b32' among those that are known " +
				"[ptx-unknown-instruction]"},
		{"add.q32 %r1, %r2, 1;", "6:1: error: '.q32' of 'add.q32' is not known [ptx-unknown-instruction]"},
		{"add.s32 %r1, %r9, 1;", "6:14: error: '%r9' is not defined [ptx-undefined-name]"},
		{"add.s32 %r1, %f1, 1;",
			"6:14: error: '%f1' is a register of .f32, which does not hold .s32 [ptx-operand]"},
		{"add.s32 %r1, %rd1, 1;",
			"6:14: error: '%rd1' is a register of .b64, which does not hold .s32 [ptx-operand]"},
		{"mov.b32 %r1, %rd1;",
			"6:14: error: '%rd1' is a register of .b64, which does not hold .b32 [ptx-operand]"},
		{"mad.lo.s32 %r1, %rd1, 1, %r1;",
			"6:17: error: '%rd1' is a register of .b64, which does not hold .s32 [ptx-operand]"},
		{"mul.wide.s32 %r1, %r1, 4;",
			"6:14: error: '%r1' is a register of .b32, which does not hold .s64 [ptx-operand]"},
		{"mad.wide.u32 %rd1, %r1, 4, %r1;",
			"6:28: error: '%r1' is a register of .b32, which does not hold .u64 [ptx-operand]"},
		{"cvt.u32.u64 %r1, %r1;",
			"6:18: error: '%r1' is a register of .b32, which does not hold .u64 [ptx-operand]"},
		{"add.s32 %r1, 1;", "6:1: error: 'add.s32' has 3 operands, not 2 [ptx-operand]"},
		{"add.s32 7, %r1, 1;", "6:9: error: expected a register for a result [ptx-operand]"},
		{"ld.global.b32 %r1, %rd1;", "6:20: error: expected an address in brackets [ptx-operand]"},
		{"bra %r1;", "6:5: error: expected a label [ptx-operand]"},
		{"@%r1 ret;", "6:1: error: '%r1' is a register of .b32, which does not hold .pred [ptx-operand]"},
		{"ret", "6:4: error: expected ';' or ',', found '}' [ptx-syntax]"},
		{"mov.b32 %r1, 0x1ffffffffffffffff;",
			"6:14: error: '0x1ffffffffffffffff' is not a number, or too large [ptx-number]"},
		{".reg .b32 %r<3>;", "6:1: error: '%r<3>' is defined twice [ptx-defined-twice]"},
		{".shared .align 3 .b8 x[4];", "6:16: error: the alignment 3 is not a power of two [ptx-variable]"},
		{".local .b8 x[];", "6:1: error: 'x' has no size [ptx-variable]"},
		{"ret; } .entry open(.param .b32 x[]) { ret;",
			"6:20: error: 'x' has no size, which a parameter of a kernel needs [ptx-variable]"},
		{"L: ret; L: ret;", "6:9: error: 'L' is defined twice [ptx-defined-twice]"},
		{"add.s32 %r1, [%r2], 1;", "6:14: error: expected a register or a number [ptx-operand]"},
		{"add.u32 %r1, %r1, mem;", "6:19: error: 'mem' is no register [ptx-operand]"},
		{"mov.u32 %r1, mem; cvta.shared.u64 %rd1, mem; st.shared.u32 [mem], mem;",
			"6:67: error: 'mem' is no register [ptx-operand]"},
		{"{ .reg .b32 %tid; mov.u32 %tid, %tid.x; }",
			"6:33: error: '%tid.x' is not defined [ptx-undefined-name]"},
		{"add.u32 %r1, %r1, %tid.x;",
			"6:19: error: '%tid.x' is a special register, which mov and cvt read [ptx-operand]"},
		{".extern .shared .b8 ring[];", "6:1: error: 'ring' is .extern within a function [ptx-variable]"},
		{"/* no end",
			"6:1: error: expected an instruction, a declaration or '}', found a comment that does not end " +
				"[ptx-syntax]"},
	} {
		text := head +
			".shared .b8 mem[4];.entry k()\n{ .reg .b32 %r<3>; .reg .b64 %rd<2>; .reg .f32 %f<2>;\n" +
			c.body + "}\n"
		m, err := ptx.Parse(diag.NewFile("t.ptx", []byte(text)))
		if err == nil {
			err = ptx.Verify(m)
		}
		if list := diag.FromError(err); len(list) == 0 || list[0].Error() != "t.ptx:"+c.want {
			t.Errorf("%s: got %v, want %s", c.body, err, c.want)
		}
	}
}

func TestBadHeader(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "expected '.version', found the end of the text",
		".version x":                             "expected a version",
		".version 7.1 .target 3":                 "expected a target",
		head + "frob":                            "expected a directive, found 'frob'",
		head + ".frob":                           "there is no directive '.frob' here",
		head + ".global .b8 x[4] = {1,2,3,4,5};": "5 values for the 4 bytes of 'x'",
		head + ".shared .b8 x[4] = {1};":         "'x' in .shared cannot have an initializer",
		".version 6.0 .target sm_70 .entry k() { cp.async.commit_group; }": "'cp.async.commit_group' needs " +
			"sm_80, the target is sm_70",
	} {
		m, err := ptx.Parse(diag.NewFile("t.ptx", []byte(text)))
		if err == nil {
			err = ptx.Verify(m)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// No text makes the parser panic or hang, and what it accepts it prints so that it reads the same again.
func FuzzParse(f *testing.F) {
	for _, folder := range []string{"../examples/ptx", "../bench/ptx/kernels", "judge/testdata/corpus/ptx"} {
		files, err := filepath.Glob(folder + "/*.ptx")
		if err != nil || len(files) == 0 {
			f.Fatal(folder, err)
		}
		for _, file := range files[:min(len(files), 20)] {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	for _, seed := range []string{
		".func (.reg .b32 y) f(.reg .v2 .f32 x, .param .b64 p) .noreturn; .alias g, f;",
		".global .attribute(.managed) .b64 t[2*(1+1)] = {generic(f)+8, 0xFF00(t), -1 ? 2 : ~3 << 1};",
		".entry k() { L: .branchtargets A, B; P: .callprototype (.param .b32 _) _ (.param .b64 _); A: B: " +
			"ret; }",
		".entry k() { call (%r1, _), %rd1, (%rd2, 5), P; brx.idx %r1, L; tex.1d.v4.f32.f32 {%f1}|%p, [t, " +
			"s, {%f1}]; }",
		".entry k() { ld.b32 %v.x, [%r1+4*2+-4]; mov.b32 %r1, (.u64)(1 == 2) && !3 || 7 % 4; } @@DWARF x",
		".global .samplerref s = { filter_mode = nearest }; .visible .func f(.param .s32 a) .visible " +
			".entry k() {",
	} {
		f.Add([]byte(head + seed))
	}
	f.Add(
		[]byte(
			head + ".entry k() { @!%p bra.uni L; {.reg .b32 %r<3>;} L: mov.b32 %r1|%r2, {1, 0f00000000}; }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ptx.Parse(diag.NewFile("fuzz", text))
		if err != nil {
			return
		}
		roundTrip(t, m)
		_ = ptx.Verify(m)
	})
}
