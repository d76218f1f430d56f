package machine_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// fragment is a shape of tcgen05.ld and tcgen05.st with the place of a register of a lane, after the figures
// of the ISA.
type tensorFragment struct {
	shape     string
	registers int
	place     func(lane, r int) (row, column int)
}

var tensorFragments = []tensorFragment{
	{"32x32b.x4", 4, func(lane, r int) (row, column int) { return lane, r }},
	{"16x64b.x2", 2, func(lane, r int) (row, column int) {
		row = lane / 4
		if lane%2 == 1 {
			row += 8
		}
		return row, 2*r + lane%4/2
	}},
	{"16x128b.x2", 4, func(lane, r int) (row, column int) {
		row = lane / 4
		if r%2 == 1 {
			row += 8
		}
		return row, r/2*4 + lane%4
	}},
	{"16x256b.x2", 8, func(lane, r int) (row, column int) {
		row = lane / 4
		if r%4 >= 2 {
			row += 8
		}
		return row, r/4*8 + lane%4*2 + r%2
	}},
	{"16x32bx2.x4", 4, func(lane, r int) (row, column int) {
		if lane >= 16 {
			return lane - 16, r + 16
		}
		return lane, r
	}},
}

// moveText is a kernel of one warp: cell (lane, column) of 64 columns is 256 * lane + column, then what
// moves, and the registers r are stored.
func moveText(moves string, registers int) string {
	var fill, read strings.Builder
	for c := range 64 {
		fmt.Fprintf(&fill, "mad.lo.u32 %%x, %%t, 256, %d; add.u32 %%a, %%ta, %d; "+
			"tcgen05.st.sync.aligned.32x32b.x1.b32 [%%a], {%%x}; tcgen05.wait::st.sync.aligned;\n", c, c)
	}
	for r := range registers {
		fmt.Fprintf(&read, "st.global.u32 [%%out+%d], %%r%d;\n", 4*r, r)
	}
	return fmt.Sprintf(`.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out)
{
	.reg .b32 %%t, %%x, %%a, %%ta, %%r<8>; .reg .b64 %%out, %%at; .shared .align 4 .b32 place;
	ld.param.u64 %%out, [out]; mov.u32 %%t, %%tid.x;
	tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 64;
	bar.sync 0; ld.shared.u32 %%ta, [place];
	%s
	%s
	mul.wide.u32 %%at, %%t, %d; add.u64 %%out, %%out, %%at;
	%s
	tcgen05.dealloc.cta_group::1.sync.aligned.b32 %%ta, 64;
	ret;
}
`, &fill, moves, 4*registers, &read)
}

func runMove(t *testing.T, text string, registers int) [][]uint32 {
	t.Helper()
	out := make([]byte, 32*4*registers)
	launch(t, compile(t, "move", text), machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{32, 1, 1},
		Args:  []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}}}})
	all := make([][]uint32, 32)
	for lane := range all {
		for r := range registers {
			all[lane] = append(all[lane], binary.LittleEndian.Uint32(out[4*(lane*registers+r):]))
		}
	}
	return all
}

// Loads and stores of each shape have each word where the figure has it.
func TestTensorFragments(t *testing.T) {
	for _, f := range tensorFragments {
		var regs []string
		for r := range f.registers {
			regs = append(regs, fmt.Sprintf("%%r%d", r))
		}
		list, split := "{"+strings.Join(regs, ", ")+"}", ""
		if strings.HasPrefix(f.shape, "16x32bx2") {
			split = ", 16"
		}
		lane := 0
		if f.shape[:2] == "16" {
			lane = 16
		}
		at := fmt.Sprintf("[%%ta+%d]", lane<<16)
		load := fmt.Sprintf("tcgen05.ld.sync.aligned.%s.b32 %s, %s%s; tcgen05.wait::ld.sync.aligned;",
			f.shape, list, at,
			split)
		for l, got := range runMove(t, moveText(load, f.registers), f.registers) {
			for r, v := range got {
				row, column := f.place(l, r)
				if want := uint32(256*(row+lane) + column); v != want {
					t.Fatalf("%s, lane %d, register %d: %d, expected %d", f.shape, l, r, v, want)
				}
			}
		}
		// What a lane stores in a shape is what the same shape loads, and lies there for another one.
		for r := range regs {
			load += fmt.Sprintf(" mad.lo.u32 %%r%d, %%t, 8, %d;", r, r+50000)
		}
		store := load + fmt.Sprintf(
			"tcgen05.st.sync.aligned.%s.b32 %s%s, %s; tcgen05.wait::st.sync.aligned; "+
				"tcgen05.ld.sync.aligned.32x32b.x8.b32 {%%r0, %%r1, %%r2, %%r3, %%r4, %%r5, %%r6, %%r7}, "+
				"[%%ta]; "+
				"tcgen05.wait::ld.sync.aligned;", f.shape, at, split, list)
		got := runMove(t, moveText(store, 8), 8)
		for l := range 32 {
			for r := range f.registers {
				row, column := f.place(l, r)
				if want := uint32(8*l + r + 50000); column < 8 && got[row+lane][column] != want {
					t.Fatalf("stored by %s, lane %d, register %d: %d, expected %d", f.shape, l, r,
						got[row+lane][column], want)
				}
			}
		}
	}
}

// Packed registers hold the lower halves of neighboring columns.
func TestTensorPacks(t *testing.T) {
	got := runMove(t, moveText("tcgen05.ld.sync.aligned.16x64b.x1.pack::16b.b32 {%r0}, [%ta]; "+
		"tcgen05.wait::ld.sync.aligned;", 1), 1)
	for l := range got {
		row, column := l/4+8*(l%2), l%4/2*2
		if want := uint32(256*row + column | (256*row+column+1)<<16); got[l][0] != want {
			t.Fatalf("lane %d: %#x, expected %#x", l, got[l][0], want)
		}
	}
	got = runMove(t,
		moveText("mov.u32 %r2, 0x40003; tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [%ta], {%r2}; "+
			"tcgen05.wait::st.sync.aligned; tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0, %r1}, [%ta]; "+
			"tcgen05.wait::ld.sync.aligned;", 2), 2)
	if got[5][0] != 3 || got[5][1] != 4 {
		t.Fatal(got[5])
	}
}
