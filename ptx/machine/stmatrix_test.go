package machine_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// stmatrix of 16 by 8 bytes puts each element where the ISA's figure has it: in row column of memory, which
// the lane with that number names, byte row. The lane of an element and its place in a register are those of
// a sum of 16 rows and 8 columns whose elements are bytes.
func TestStoreBytes(t *testing.T) {
	for _, count := range []int{1, 2, 4} {
		var regs []string
		load := ""
		for i := range count {
			regs = append(regs, fmt.Sprintf("%%r%d", i))
			load += fmt.Sprintf("ld.global.u32 %%r%d, [%%in+%d]; ", i, 128*i)
		}
		k := compile(t, "stmatrix", fmt.Sprintf(`.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .b32 %%t, %%s, %%x, %%r<4>; .reg .b64 %%out, %%in, %%y; .shared .align 16 .b8 mem[512];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in]; mov.u32 %%t, %%tid.x;
	mul.wide.u32 %%y, %%t, 4; add.u64 %%in, %%in, %%y;
	%s
	mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 16, %%s;
	stmatrix.sync.aligned.m16n8.x%d.trans.shared.b8 [%%s], {%s};
	bar.warp.sync -1;
	setp.ge.u32 %%p, %%t, %d; @%%p exit;
	mul.wide.u32 %%y, %%t, 16; add.u64 %%out, %%out, %%y;
	.reg .pred %%p;
	.reg .b32 %%w<4>;
	ld.shared.v4.u32 {%%w0, %%w1, %%w2, %%w3}, [%%s]; st.global.v4.u32 [%%out], {%%w0, %%w1, %%w2, %%w3};
	ret;
}
`, load, count, strings.Join(regs, ", "), 8*count))
		in, out := make([]byte, 512), make([]byte, 512)
		for tile := range count {
			for row := range 16 {
				for column := range 8 {
					lane := row%8*4 + column/2
					at := 128*tile + 4*lane + column%2 + row/8*2
					in[at] = byte(128*tile + 8*row + column)
				}
			}
		}
		r, err := gputest.Launch(t, k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{32, 1, 1}, Args: []machine.Arg{
				{Buffer: &machine.Buffer{Name: "out", Data: out}},
				{Buffer: &machine.Buffer{Name: "in", Data: in}}}})
		if err != nil || len(r.Findings) > 0 {
			t.Fatal(err, r.Findings)
		}
		for tile := range count {
			for row := range 16 {
				for column := range 8 {
					at := 16*(8*tile+column) + row
					if want := byte(128*tile + 8*row + column); out[at] != want {
						t.Fatalf("x%d, tile %d, row %d, column %d: %d, expected %d of %x", count, tile, row,
							column, out[at], want, binary.LittleEndian.Uint64(out[at&^7:]))
					}
				}
			}
		}
	}
}
