package machine_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// callHead declares what the kernels of this file call. Each kernel gets n in %r1 and stores %r2.
const callHead = `.version 7.8
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values)
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.extern .func (.param .b32 r) cudaDeviceSynchronize();
.extern .func nowhere();
.global .align 1 .b8 text[4] = {110, 62, 48, 0};
.global .align 8 .u64 tables[2] = {plus_two, times_two};
.global .align 8 .u64 here[2] = {generic(text)+1, text};
.global .align 1 .b8 bytes[8] = {0xFF(times_two), 0xFF00(times_two), 0xFF0000(times_two), 0xFF000000(times_two),
	0xFF00000000(times_two), 0xFF0000000000(times_two), 0xFF000000000000(times_two), 0xFF00000000000000(times_two)};
.func (.reg .b32 y) plus_one(.reg .b32 x) { add.s32 y, x, 1; ret; }
.func (.reg .b32 y, .reg .pred p) half(.reg .b32 x) { shr.u32 y, x, 1; and.b32 x, x, 1; setp.eq.u32 p, x, 0; ret; }
.func (.param .b32 y) plus_two(.param .b32 x) { .reg .b32 %t; ld.param.b32 %t, [x]; add.s32 %t, %t, 2; st.param.b32 [y], %t; ret; }
.func (.param .b32 y) times_two(.param .b32 x) { .reg .b32 %t; ld.param.b32 %t, [x]; shl.b32 %t, %t, 1; st.param.b32 [y], %t; ret; }
.alias doubled, times_two;
.visible .entry k(.param .u64 out, .param .u32 n)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>; .reg .v4 .b32 %v; .reg .v2 .b32 %w<2>;
	ld.param.u64 %rd1, [out];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 77;
`

// calls are bodies of kernels with n and what they store, or the error that they end with, or what is not
// judged and ends them.
var calls = []struct {
	body string
	n    uint64
	want uint32
	err  string
	not  string
}{
	{body: "call (%r2), plus_one, (%r1);", n: 4, want: 5},
	{body: "call (%r2), plus_one, (40);", want: 41},
	{body: "call (%r2, %p1), half, (%r1); @%p1 call (%r2), plus_one, (%r2);", n: 8, want: 5},
	{body: "call (%r2, %p1), half, (%r1); @%p1 call (%r2), plus_one, (%r2);", n: 9, want: 4},
	{body: "call (%r2), plus_two, (%r1);", n: 4, want: 6},
	{
		body: "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call.uni (b), doubled, (a); " +
			"ld.param.b32 %r2, [b]; }",
		n: 4, want: 8},
	{
		body: "mov.u64 %rd2, plus_two; P: .callprototype (.param .b32 _) _ (.param .b32 _); call (%r2), " +
			"%rd2, (%r1), P;",
		n: 5, want: 7},
	{
		body: "mul.wide.u32 %rd3, %r1, 8; mov.u64 %rd2, tables; add.s64 %rd2, %rd2, %rd3; ld.global.u64 " +
			"%rd2, [%rd2];" +
			"T: .calltargets plus_two, times_two; call (%r2), %rd2, (%r1), T;", n: 1, want: 2},
	{
		body: "mul.wide.u32 %rd3, %r1, 8; mov.u64 %rd2, tables; add.s64 %rd2, %rd2, %rd3; ld.global.u64 " +
			"%rd2, [%rd2];" +
			"call (%r2), %rd2, (%r1);", n: 0, want: 2},
	{
		body: "mov.u64 %rd2, 4096; P: .callprototype (.param .b32 _) _ (.param .b32 _); call (%r2), %rd2, " +
			"(%r1), P;",
		err: "'%rd2' holds the address of no function that this call may reach"},
	{
		body: "ld.global.u64 %rd2, [bytes]; mov.u64 %rd3, times_two; setp.eq.u64 %p1, %rd2, %rd3; selp.u32 " +
			"%r2, 1, 0, %p1;",
		want: 1},
	{body: "ld.global.u64 %rd2, [here]; ld.u8 %r2, [%rd2+1];", want: '0'},
	{body: "T: .branchtargets A, B, C; brx.idx %r1, T; A: mov.u32 %r2, 10; B: add.s32 %r2, %r2, 1; C: ", n: 0,
		want: 11},
	{body: "T: .branchtargets A, B, C; brx.idx %r1, T; A: mov.u32 %r2, 10; B: add.s32 %r2, %r2, 1; C: ", n: 1,
		want: 78},
	{body: "T: .branchtargets A, B, C; brx.idx %r1, T; A: mov.u32 %r2, 10; B: add.s32 %r2, %r2, 1; C: ", n: 2,
		want: 77},
	{body: "T: .branchtargets A; brx.idx %r1, T; A: ", n: 1, err: "'T' has 1 labels; none has the number"},
	{
		body: "mov.u64 %rd2, 0; { .param .b64 a; st.param.b64 [a], %rd2; .param .b64 b; st.param.b64 [b], " +
			"%rd2; " +
			".param .b32 q; call.uni (q), vprintf, (a, b); }", want: 77},
	{body: "setp.gt.u32 %p1, %r1, 0; mov.u64 %rd2, text; @!%p1 call __assertfail, (%rd2, %rd2, 7, %rd2, 1);",
		n:    1,
		want: 77},
	{body: "setp.gt.u32 %p1, %r1, 0; mov.u64 %rd2, text; @!%p1 call __assertfail, (%rd2, %rd2, 7, %rd2, 1);",
		err: "the assertion is 'n>0' in line 7 of n>0"},
	{body: "call (%rd2), malloc, (8); st.u32 [%rd2+4], %r1; ld.u32 %r2, [%rd2+4]; call free, (%rd2);", n: 9,
		want: 9},
	{body: "call (%rd2), malloc, (8); st.u32 [%rd2+8], %r1;",
		err: "writes bytes 8 to 11 of 8 bytes that malloc gave"},
	{body: "call (%rd2), malloc, (8); call free, (%rd2); ld.u32 %r2, [%rd2];", err: "where no memory is"},
	{body: "call (%rd2), malloc, (8); call free, (%rd2); call free, (%rd2);", err: "a second time"},
	{body: "call (%rd2), malloc, (8); add.u64 %rd2, %rd2, 4; call free, (%rd2);",
		err: "which malloc did not give"},
	{body: "setp.ne.u32 %p1, %r1, 0; @%p1 call (%r2), cudaDeviceSynchronize, ();", want: 77},
	{body: "call (%r2), cudaDeviceSynchronize, ();",
		not: "'cudaDeviceSynchronize' launches a kernel or waits for one, which is not executed here"},
	{body: "call nowhere, ();", not: "'nowhere' is called, which the text does not define"},

	{
		body: ".shared .align 16 .b32 s[2*(3+1)]; st.shared.b32 [s+4*2+4], %r1; mov.u32 %r3, s; " +
			"ld.shared.b32 %r2, [%r3+(1<<4)-4];",
		n: 6, want: 6},
	{body: "mov.u32 %r2, (128 >> 4) << 1;", want: 16},
	{body: "mov.u32 %r2, 7 % 4 + 10 / 3 * 2 - -1;", want: 10},
	{body: "mov.u32 %r2, 1 ? ~0 & 0xF0 | 2 ^ 1 : 9;", want: 0xF3},
	{body: "mov.u32 %r2, (-1 >> 63) == -1 && (.u64) -1 >> 63 == 1;", want: 1},
	{body: "mov.u32 %r2, !(3 != 3) + !5;", want: 1},
	{
		body: "mov.u32 %v.x, %r1; mov.b32 %v.y, 2; add.s32 %v.b, %v.r, %v.g; mov.b32 %v.w, 1; .shared " +
			".align 16 .b32 s[4]; " +
			"st.shared.v4.b32 [s], %v; ld.shared.v2.b32 %w1, [s+8]; add.s32 %r2, %w1.x, %w1.y;", n: 3,
		want: 6},
}

// rendered returns an error with its notes.
func rendered(t *testing.T, err error) string {
	var b bytes.Buffer
	if err := (diag.Text{W: &b}).Render(err); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What a kernel calls is found by its name or by its address; values go through registers and memory.
func TestCalls(t *testing.T) {
	for _, c := range calls {
		k, err := tryCompile("call.ptx", callHead+c.body+"\n\tst.global.u32 [%rd1], %r2;\n\tret;\n}\n")
		if err != nil {
			t.Errorf("%s\n%v", c.body, err)
			continue
		}
		out := make([]byte, 4)
		r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{2, 1, 1},
			Args:  []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {Bits: c.n}}})
		switch got := binary.LittleEndian.Uint32(out); {
		case c.err != "" && (err == nil || !strings.Contains(rendered(t, err), c.err)):
			t.Errorf("%s\n%v, want %s", c.body, err, c.err)
		case c.not != "":
			if err != nil || len(r.NotJudged) != 1 || !r.NotJudged[0].Ends || r.NotJudged[0].Why != c.not {
				t.Errorf("%s\n%v, %v; want %s", c.body, r.NotJudged, err, c.not)
			}
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%s\n%d, %v; want %d", c.body, got, err, c.want)
		}
	}
}

// A device function is launched as a kernel: its parameters are those of the launch.
func TestDeviceFunctionAsKernel(t *testing.T) {
	m, err := ptx.Parse(diag.NewFile("f.ptx", []byte(`.version 7.8
.target sm_80
.address_size 64
.func (.reg .b32 y, .param .b32 z) f(.param .b64 p, .reg .b32 x)
{ .reg .b64 %rd; ld.param.b64 %rd, [p]; st.b32 [%rd], x; mov.b32 y, x; st.param.b32 [z], x; ret; }`)))
	if err == nil {
		err = ptx.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	k, err := machine.Compile(m, m.Functions()[0])
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 4)
	_, err = machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{1, 1, 1},
		Args:  []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {Bits: 42}}})
	if got := binary.LittleEndian.Uint32(out); err != nil || got != 42 {
		t.Errorf("%d, %v", got, err)
	}
}

// What a function returns in a register is computed where it is an address, though a verdict alone is asked
// for.
func TestReturnedAddress(t *testing.T) {
	k, err := tryCompile("call.ptx", callHead+`call (%r3), plus_one, (%r1); mul.wide.u32 %rd2, %r3, 4;
		add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r2; ret; }`)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"", "writes bytes 8 to 11"} {
		_, err = machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{1, 1, 1}, VerdictOnly: true,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 8)}}, {Bits: uint64(n)}}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("n = %d: %v, want %q", n, err, want)
		}
	}
}
