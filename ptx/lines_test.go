package ptx_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// inlined is a kernel into which one function was inlined through another, as compilers write it down. Its
// names of functions lie in a section of strings.
const inlined = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
.reg .b32 %r<9>;
mov.u32 %r0, 0;
.loc 1 20 5
mov.u32 %r1, 1;
.loc 1 9 3, function_name $L__info_string1, inlined_at 1 20 5
mov.u32 %r2, 2;
.loc 2 4 7, function_name $L__info_string0+4, inlined_at 1 9 3
mov.u32 %r3, 3;
{
.loc 1 21 0
mov.u32 %r4, 4;
}
.loc 1 0 0
mov.u32 %r5, 5;
.loc 2 8 1 // warp.cuh:8:1 @[ b.cu:9:3 @[ warp.cuh:30:2 ] ]
mov.u32 %r8, 8;
.loc 7 1 1
mov.u32 %r6, 6;
ret;
}
.visible .entry other() {
.reg .b32 %r<9>;
mov.u32 %r7, 7;
ret;
}
.file 1 "/src/a \"b\".cu"
.file 2 "/src/warp.cuh", 0, 99
.section .debug_str
{
$L__info_string0:
.b8 111,0x6e,101
.b8 0
.b8 116
.b8 119,111,0
$L__info_string1:
.b8 97
.b8 0
}
`

// Each instruction has the place of the last .loc in front of it in its function, with the calls that were
// replaced by the bodies of functions, outermost last. Line 0 and files without a name are no places.
func TestSourceLines(t *testing.T) {
	m, err := ptx.Parse(diag.NewFile("in.ptx", []byte(inlined)))
	if err != nil {
		t.Fatal(err)
	}
	lines := m.SourceLines()
	for instruction, want := range map[string]string{
		"mov.u32 %r0": "", "mov.u32 %r1": `/src/a "b".cu:20:5`,
		"mov.u32 %r2": `/src/a "b".cu:9:3 in a at /src/a "b".cu:20:5`,
		"mov.u32 %r3": `/src/warp.cuh:4:7 in two at /src/a "b".cu:9:3 in a at /src/a "b".cu:20:5`,
		"mov.u32 %r4": `/src/a "b".cu:21`,
		"mov.u32 %r8": `/src/warp.cuh:8:1 in  at b.cu:9:3 in  at /src/warp.cuh:30:2`,
		"mov.u32 %r5": "", "mov.u32 %r6": "", "mov.u32 %r7": "",
	} {
		got := ""
		for s := lines.At(int32(strings.Index(inlined, instruction))); s != nil; s = s.Into {
			if got += s.String(); s.Into != nil {
				got += " in " + s.Function + " at "
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", instruction, got, want)
		}
	}
	if got := new(ptx.Lines).At(5); got != nil {
		t.Errorf("a place without directives: %v", got)
	}
}
