package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A layout is how a matrix lies in shared memory: the place of the byte at (row, byte of the row), for A rows
// of k, for B columns of k; transposed layouts get (k, byte of the row or column). It is written down here
// from the figures of the ISA, and not from fields of descriptors.
type layout struct {
	name                  string
	swizzle, lead, stride uint64 // of the descriptor
	transposed            bool
	at                    func(row, b int) int
	columns               int // bytes of a row; 0 for any
}

var layouts = []layout{
	{"tiles of 8 rows", 0, 128, 256, false, func(r, b int) int {
		return r/8*256 + b/16*128 + r%8*16 + b%16
	}, 32},
	{"pattern of 32 bytes", 3, 0, 256, false, func(r, b int) int {
		return r*32 + (b/16^r/4%2)*16 + b%16
	}, 32},
	{"pattern of 64 bytes", 2, 0, 512, false, func(r, b int) int {
		return r*64 + (b/16^r/2%4)*16 + b%16
	}, 64},
	{"pattern of 128 bytes", 1, 0, 1024, false, func(r, b int) int {
		return r*128 + (b/16^r%8)*16 + b%16
	}, 128},
	{"transposed tiles", 0, 4096, 128, true, func(k, b int) int {
		return k/8*4096 + b/16*128 + k%8*16 + b%16
	}, 0},
	{"transposed pattern of 128 bytes", 1, 2048, 1024, true, func(k, b int) int {
		return b/128*2048 + k*128 + (b%128/16^k%8)*16 + b%16
	}, 0},
	{"transposed pattern of 64 bytes", 2, 2048, 512, true, func(k, b int) int {
		return b/64*2048 + k*64 + (b%64/16^k/2%4)*16 + b%16
	}, 0},
}

func (l *layout) descriptor(start int) uint64 {
	return uint64(start)/16 | l.lead/16<<16 | l.stride/16<<32 | l.swizzle<<62
}

// put stores the element of a matrix at (row, k) in memory.
func (l *layout) put(memory []byte, row, k, size int, bits uint64) {
	at := l.at(row, k*size)
	if l.transposed {
		at = l.at(k, row*size)
	}
	for i := range size {
		memory[at+i] = byte(bits >> (8 * i))
	}
}

// format is a type of elements of A and B.
type format struct {
	name, sum string
	k, size   int
	encode    func(v float64) uint64
}

var formats = []format{
	{"f16", "f32", 16, 2, func(v float64) uint64 { return ir.EncodeFloat(ir.F16, v) }},
	{"f16", "f16", 16, 2, func(v float64) uint64 { return ir.EncodeFloat(ir.F16, v) }},
	{"bf16", "f32", 16, 2, func(v float64) uint64 { return ir.EncodeFloat(ir.BF16, v) }},
	{"tf32", "f32", 8, 4, func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) }},
	{"e4m3", "f32", 32, 1, func(v float64) uint64 { return ir.EncodeFloat(ir.F8E4M3FN, v) }},
	{"s8", "s32", 32, 1, func(v float64) uint64 { return uint64(uint8(int8(v))) }},
	{"u8", "s32", 32, 1, func(v float64) uint64 { return uint64(uint8(int8(math.Abs(v)))) }},
}

const (
	tileBytes = 16384
	columns   = 32
)

// warpgroupKernel fills shared memory, adds 1 + A * B where one is what begins in D, twice, and stores D by
// lanes.
func warpgroupKernel(f format, descA, descB uint64, modes string, late string) string {
	n := columns / 2
	if f.sum == "f16" {
		n = columns / 4
	}
	var regs []string
	for i := range n {
		regs = append(regs, fmt.Sprintf("%%r%d", i))
	}
	one := map[string]string{"f32": "0x3f800000", "f16": "0x3c003c00", "s32": "1"}[f.sum]
	product := fmt.Sprintf("wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s {%s}, %%da, %%db, %%p0%s;\n",
		columns, f.k, f.sum, f.name, f.name, strings.Join(regs, ", "), modes)
	var b strings.Builder
	fmt.Fprintf(&b, `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%i, %%s, %%x, %%r<%d>; .reg .b64 %%out, %%in, %%at, %%da, %%db;
	.shared .align 1024 .b8 mem[%d];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in]; mov.u32 %%t, %%tid.x; shl.b32 %%i, %%t, 2; mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
L:	cvt.u64.u32 %%at, %%i; add.u64 %%at, %%in, %%at; ld.global.u32 %%x, [%%at]; st.shared.u32 [%%s], %%x; add.u32 %%i, %%i, 512; add.u32 %%s, %%s, 512;
	setp.lt.u32 %%p1, %%i, %d; @%%p1 bra L;
	fence.proxy.async.shared::cta; bar.sync 0;
	mov.u32 %%s, mem; shr.u32 %%s, %%s, 4; cvt.u64.u32 %%at, %%s; add.u64 %%da, %%at, %d; add.u64 %%db, %%at, %d;
`, n, 2*tileBytes, 2*tileBytes, descA, descB)
	for _, r := range regs {
		fmt.Fprintf(&b, "\tmov.u32 %s, %s;\n", r, one)
	}
	fmt.Fprintf(&b,
		"\twgmma.fence.sync.aligned; setp.eq.u32 %%p0, 0, "+
			"0;\n\t%s\t%s\twgmma.commit_group.sync.aligned;\n\t%s\n", product, product, late)
	fmt.Fprintf(&b, "\tmul.wide.u32 %%at, %%t, %d; add.u64 %%at, %%out, %%at;\n", 4*n)
	for i, r := range regs {
		fmt.Fprintf(&b, "\tst.global.u32 [%%at+%d], %s;\n", 4*i, r)
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// launchWarpgroup runs a kernel with 128 threads, and returns what it stored.
func launchWarpgroup(t *testing.T, code string, in []byte, mode machine.Mode) ([]byte, string) {
	t.Helper()
	out := make([]byte, 128*columns*4)
	r, err := gputest.Launch(t, compile(t, "wgmma", code), machine.Config{
		Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{128, 1, 1}, Mode: mode, Seed: 5,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}},
			{Buffer: &machine.Buffer{Name: "in", Data: in}}},
	})
	var all strings.Builder
	if err := (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	return out, all.String()
}

// Products of all formats are what the sums say, wherever A and B lie, in every mode, with signs.
func TestWarpgroupProducts(t *testing.T) {
	for fi, f := range formats {
		for ai, la := range layouts {
			lb := layouts[(ai+fi)%len(layouts)]
			half := f.size == 2
			if !half && (la.transposed || lb.transposed) {
				continue
			}
			t.Run(fmt.Sprintf("%s %s, %s by %s", f.sum, f.name, la.name, lb.name), func(t *testing.T) {
				product(t, f, la, lb, machine.Mode((fi+ai)%3))
			})
		}
	}
}

func product(t *testing.T, f format, la, lb layout, mode machine.Mode) {
	r := rand.New(rand.NewPCG(1, 2))
	a, b := make([][]float64, 64), make([][]float64, columns)
	in := make([]byte, 2*tileBytes)
	fill := func(m [][]float64, l *layout, memory []byte) {
		for row := range m {
			m[row] = make([]float64, f.k)
			for k := range m[row] {
				v := float64(r.IntN(9) - 4)
				if f.name == "u8" {
					v = math.Abs(v)
				}
				m[row][k] = v
				l.put(memory, row, k, f.size, f.encode(v))
			}
		}
	}
	fill(a, &la, in[:tileBytes])
	fill(b, &lb, in[tileBytes:])
	sign, modes := 1.0, ""
	if f.sum != "s32" {
		sign, modes = -1, ", 1, -1"
	}
	if f.size == 2 {
		modes += fmt.Sprintf(", %d, %d", flag(la.transposed), flag(lb.transposed))
	}
	code := warpgroupKernel(f, la.descriptor(0), lb.descriptor(tileBytes), modes,
		"wgmma.wait_group.sync.aligned 0;")
	out, findings := launchWarpgroup(t, code, in, mode)
	if findings != "" {
		t.Fatal(findings)
	}
	for row := range 64 {
		for column := range columns {
			want := 1.0
			for k := range f.k {
				want += 2 * sign * a[row][k] * b[column][k]
			}
			if got := element(out, f.sum, row, column); got != want {
				t.Fatalf("row %d, column %d: %g, expected %g", row, column, got, want)
			}
		}
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// element returns the element of D at a place, from what the lanes stored: PTX ISA, the fragment of D of
// wgmma.mma_async.
func element(out []byte, sum string, row, column int) float64 {
	thread := row/16*32 + row%8*4 + column%8/2
	register := column/8*2 + row%16/8
	if sum == "f16" {
		at := thread*columns + 4*register + column%2*2
		return ir.DecodeFloat(ir.F16, uint64(binary.LittleEndian.Uint16(out[at:])))
	}
	bits := binary.LittleEndian.Uint32(out[thread*2*columns+4*(2*register+column%2):])
	if sum == "s32" {
		return float64(int32(bits))
	}
	return float64(math.Float32frombits(bits))
}

// What a product reads, and its registers, are in flight until the wait.
func TestWarpgroupWaits(t *testing.T) {
	l := layouts[3]
	for _, c := range []struct{ late, want string }{
		// what a wait of one warp is for has read its slot for all four
		{"wgmma.wait_group.sync.aligned 0; setp.eq.u32 %p0, %t, 96; @%p0 st.shared.u32 [mem], 0;", ""},
		{"setp.ge.u32 %p0, %t, 32; @%p0 wgmma.wait_group.sync.aligned 0; setp.eq.u32 %p0, %t, 0; " +
			"@%p0 st.shared.u32 [mem], 0;", "while a product of"},
		{"setp.eq.u32 %p0, %t, 96; @%p0 st.shared.u32 [mem], 0; wgmma.wait_group.sync.aligned 0;",
			"[ptx-race]"},
		{
			"wgmma.wait_group.sync.aligned 0; bar.sync 0; mov.u32 %s, mem; mad.lo.u32 %i, %t, 4, %s; " +
				"st.shared.u32 [%i], 0;", ""},
		{"bar.sync 0; mov.u32 %s, mem; mad.lo.u32 %i, %t, 4, %s; st.shared.u32 [%i], 0;",
			"while a product of"},
		{"bar.sync 0; mov.u32 %s, mem; mad.lo.u32 %i, %t, 4, %s; st.shared.u32 [%i], 0; ",
			"add wgmma.wait_group"},
		{
			"wgmma.wait_group.sync.aligned 1; bar.sync 0; mov.u32 %s, mem; mad.lo.u32 %i, %t, 4, %s; " +
				"st.shared.u32 [%i], 0;", "wait until at most 0 groups are in flight"},
		{
			"cp.async.wait_group 0; bar.sync 0; mov.u32 %s, mem; mad.lo.u32 %i, %t, 4, %s; st.shared.u32 " +
				"[%i], 0;", "while a product of"},
		{"", "ends without a wait for this product [ptx-copy-abandoned]"},
		{
			"mov.u64 %da, 4194303; wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%r0, %r1, %r2, " +
				"%r3}, %da, %db, %p0, 1, 1;", "of shared memory, which has 32768 [ptx-out-of-bounds]"},
	} {
		code := warpgroupKernel(formats[0], l.descriptor(0), l.descriptor(tileBytes), ", 1, 1, 0, 0", c.late)
		_, got := launchWarpgroup(t, code, make([]byte, 2*tileBytes), machine.Late)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s\nexpected %q", c.late, got, c.want)
		}
	}
	k := compile(t, "half a warpgroup",
		warpgroupKernel(formats[0], l.descriptor(0), l.descriptor(tileBytes), ", 1, 1, 0, 0", ""))
	buffer := machine.Arg{Buffer: &machine.Buffer{Data: make([]byte, 2*tileBytes)}}
	_, err := machine.Launch(context.Background(), k,
		machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{64, 1, 1},
			Args: []machine.Arg{buffer, buffer}})
	if err == nil || !strings.Contains(err.Error(), "which has no three neighboring warps") {
		t.Error(err)
	}
}
