package machine_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// randomOp is an operation on words with what it computes, written in Go.
type randomOp struct {
	text string // with %d, %a, %b, %c for registers
	eval func(a, b, c uint32) uint32
}

var randomOps = []randomOp{
	{"add.u32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a + b }},
	{"sub.s32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a - b }},
	{"mul.lo.s32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a * b }},
	{"mul.hi.u32 %d, %a, %b;", func(a, b, _ uint32) uint32 { h, _ := bits.Mul32(a, b); return h }},
	{"mul.hi.s32 %d, %a, %b;", func(a, b, _ uint32) uint32 {
		return uint32(int64(int32(a)) * int64(int32(b)) >> 32)
	}},
	{"mad.lo.u32 %d, %a, %b, %c;", func(a, b, c uint32) uint32 { return a*b + c }},
	{"and.b32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a & b }},
	{"or.b32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a | b }},
	{"xor.b32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a ^ b }},
	{"not.b32 %d, %a;", func(a, _, _ uint32) uint32 { return ^a }},
	{"neg.s32 %d, %a;", func(a, _, _ uint32) uint32 { return -a }},
	{"shl.b32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a << b }},
	{"shr.u32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return a >> b }},
	{"shr.s32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return uint32(int32(a) >> b) }},
	{"min.s32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return uint32(min(int32(a), int32(b))) }},
	{"max.u32 %d, %a, %b;", func(a, b, _ uint32) uint32 { return max(a, b) }},
	{"popc.b32 %d, %a;", func(a, _, _ uint32) uint32 { return uint32(bits.OnesCount32(a)) }},
	{"clz.b32 %d, %a;", func(a, _, _ uint32) uint32 { return uint32(bits.LeadingZeros32(a)) }},
	{"brev.b32 %d, %a;", func(a, _, _ uint32) uint32 { return bits.Reverse32(a) }},
	{"shf.l.wrap.b32 %d, %a, %a, %b;", func(a, b, _ uint32) uint32 {
		return bits.RotateLeft32(a, int(b&31))
	}},
	{"prmt.b32 %d, %a, 0, 0x0123;", func(a, _, _ uint32) uint32 { return bits.ReverseBytes32(a) }},
	{"lop3.b32 %d, %a, %b, %c, 0xca;", func(a, b, c uint32) uint32 { return a&b | ^a&c }},
	{"bfe.u32 %d, %a, 5, 7;", func(a, _, _ uint32) uint32 { return a >> 5 & 127 }},
	{"bfe.s32 %d, %a, 5, 7;", func(a, _, _ uint32) uint32 { return uint32(int32(a<<20) >> 25) }},
	{"bfi.b32 %d, %a, %b, 9, 6;", func(a, b, _ uint32) uint32 { return b&^(63<<9) | a&63<<9 }},
	{"setp.lt.s32 %p, %a, %b; selp.b32 %d, %c, %a, %p;", func(a, b, c uint32) uint32 {
		if int32(a) < int32(b) {
			return c
		}
		return a
	}},
	{"or.b32 %t, %b, 1; div.u32 %d, %a, %t;", func(a, b, _ uint32) uint32 { return a / (b | 1) }},
	{"or.b32 %t, %b, 1; rem.s32 %d, %a, %t;", func(a, b, _ uint32) uint32 {
		return uint32(int64(int32(a)) % int64(int32(b|1)))
	}},
	{"mul.wide.s32 %w, %a, %b; shr.s64 %w, %w, 13; cvt.u32.u64 %d, %w;", func(a, b, _ uint32) uint32 {
		return uint32(int64(int32(a)) * int64(int32(b)) >> 13)
	}},
	{"cvt.u16.u32 %h, %a; cvt.s32.s16 %d, %h;", func(a, _, _ uint32) uint32 {
		return uint32(int32(int16(a)))
	}},
	{"cvt.rn.f32.s32 %f, %a; cvt.rzi.s32.f32 %d, %f;", func(a, _, _ uint32) uint32 {
		v := float32(int32(a))
		if v >= 1<<31 {
			return 1<<31 - 1
		}
		return uint32(int32(v))
	}},
	{"setp.gt.u32 %p, %a, %b; @%p add.u32 %d, %d, 3;", nil}, // changes its result in some lanes only
}

const randomRegisters = 6

// randomProgram writes a straight program and returns it with a function that computes what it does to the
// registers.
func randomProgram(r *rand.Rand, n int) (string, func(regs *[randomRegisters]uint32)) {
	var b strings.Builder
	var steps []func(regs *[randomRegisters]uint32)
	for range n {
		op := randomOps[r.IntN(len(randomOps))]
		d, x, y, z := r.IntN(randomRegisters), r.IntN(randomRegisters), r.IntN(randomRegisters),
			r.IntN(randomRegisters)
		name := func(i int) string { return fmt.Sprintf("%%r%d", i) }
		b.WriteString(strings.NewReplacer("%d", name(d), "%a", name(x), "%b", name(y), "%c",
			name(z)).Replace(op.text) + "\n")
		eval := op.eval
		steps = append(steps, func(regs *[randomRegisters]uint32) {
			if eval != nil {
				regs[d] = eval(regs[x], regs[y], regs[z])
			} else if regs[x] > regs[y] {
				regs[d] += 3
			}
		})
	}
	return b.String(), func(regs *[randomRegisters]uint32) {
		for _, step := range steps {
			step(regs)
		}
	}
}

// randomText is a kernel of 32 threads with a body on their registers, which are in memory before and after.
func randomText(body string) string {
	var loads, stores strings.Builder
	for i := range randomRegisters {
		fmt.Fprintf(&loads, "ld.global.u32 %%r%d, [%%y+%d];\n", i, 128*i)
		fmt.Fprintf(&stores, "st.global.u32 [%%y+%d], %%r%d;\n", 128*i, i)
	}
	return fmt.Sprintf(`.version 7.1
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data)
{
.reg .b32 %%r<%d>, %%t; .reg .pred %%p; .reg .b64 %%y, %%w, %%o; .reg .b16 %%h; .reg .f32 %%f;
mov.u32 %%t, %%tid.x; ld.param.u64 %%y, [data]; mul.wide.u32 %%o, %%t, 4; add.u64 %%y, %%y, %%o;
%s%s%sret;
}
`, randomRegisters, &loads, body, &stores)
}

// onWarp is the launch of a kernel on the registers of a warp.
func onWarp(data []byte) machine.Config {
	return machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: data}}}}
}

// Random straight programs on integers compute what Go does.
func TestRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range passtest.Programs(60) {
		body, eval := randomProgram(r, 40)
		data := make([]byte, 4*32*randomRegisters)
		for i := range data {
			if data[i] = byte(r.Uint32()); r.IntN(3) == 0 {
				data[i] = byte(-r.IntN(2))
			}
		}
		before := bytes.Clone(data)
		var want [32][randomRegisters]uint32
		for l := range 32 {
			for i := range randomRegisters {
				want[l][i] = binary.LittleEndian.Uint32(data[128*i+4*l:])
			}
			eval(&want[l])
		}
		launch(t, compile(t, "random.ptx", randomText(body)), onWarp(data))
		if t.Failed() {
			t.Fatal(firstDifference(t, body, before))
		}
		for l := range 32 {
			for i := range randomRegisters {
				if got := binary.LittleEndian.Uint32(data[128*i+4*l:]); got != want[l][i] {
					t.Fatalf("lane %d, register %d: got %#x, want %#x\n%s", l, i, got, want[l][i], body)
				}
			}
		}
	}
}

// firstDifference says which line of a program is the first whose result differs on a device, and with which
// registers it began.
func firstDifference(t *testing.T, body string, before []byte) string {
	lines := strings.SplitAfter(strings.TrimSpace(body), "\n")
	for n := range lines {
		text := strings.Join(lines[:n+1], "")
		differs, err := gputest.Differs(compile(t, "random.ptx", randomText(text+"\n")),
			onWarp(bytes.Clone(before)))
		if err != nil {
			return err.Error()
		}
		if differs {
			return fmt.Sprintf(
				"line %d is the first whose result differs on the device: %sthe registers were %x", n+1,
				lines[n], before)
		}
	}
	return "no part of the program differs on the device"
}

// No verified text makes the decoder or the machine panic or hang.
func FuzzLaunch(f *testing.F) {
	for _, name := range []string{"gemm.ptx", "stream.ptx", "copy.ptx", "vector_add.ptx"} {
		f.Add(read(f, name))
	}
	for _, c := range cases {
		f.Add(caseHead + c.text + caseTail)
	}
	for _, c := range syncCases {
		f.Add(fmt.Sprintf(syncText, c.body))
	}
	for _, c := range warpCases {
		f.Add(fmt.Sprintf(warpText, c.text))
	}
	for _, c := range fetches {
		f.Add(textureHead + c.body + textureTail)
	}
	for _, text := range nvvmSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ptx.Parse(diag.NewFile("fuzz", []byte(text)))
		if err != nil || ptx.Verify(m) != nil {
			return
		}
		first := slices.IndexFunc(m.Functions(), func(f *ptx.Function) bool { return f.Body != nil })
		if kernels := m.Kernels(); len(kernels) > 0 {
			first = slices.Index(m.Functions(), kernels[0])
		}
		if first < 0 {
			return
		}
		k, err := machine.Compile(m, m.Functions()[first])
		if err != nil {
			return
		}
		k.InFlight()
		config := machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{64, 1, 1},
			Steps: 2000, Mode: machine.Random, DynamicShared: 1024}
		for _, p := range k.Params {
			if p.Pointer {
				config.Args = append(config.Args,
					machine.Arg{Buffer: &machine.Buffer{Data: make([]byte, 4096)}})
			} else {
				config.Args = append(config.Args, machine.Arg{Bytes: make([]byte, p.Variable.Size())})
			}
		}
		_, _ = machine.Launch(t.Context(), k, config)
	})
}
