package machine_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// The formulas and tables here are typed from PTX ISA, "Tensors", and share nothing with the machine.

// swizzleTables are the patterns of the manual: which cell of 16 bytes of a line of 128 lies where, line by
// line. Cells of larger atoms are written as the two or four that they have.
var swizzleTables = map[string][][8]int{
	"none": {{0, 1, 2, 3, 4, 5, 6, 7}},
	"32B":  {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}},
	"64B": {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
		{3, 2, 1, 0, 7, 6, 5, 4}},
	"96B": {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}},
	"128B": {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
		{3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
		{6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}},
	"128B_atom_32B": {{0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3},
		{6, 7, 4, 5, 2, 3, 0, 1}},
	"128B_atom_64B": {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 0, 1, 2, 3}},
}

// swizzledByte returns where byte n of a box lies that begins a pattern.
func swizzledByte(mode string, n int) int {
	flips := mode == "128B_atom_32B_flip_8B"
	if flips {
		mode = "128B_atom_32B"
	}
	table := swizzleTables[mode]
	line, cell, rest := n/128, n%128/16, n%16
	row := table[line%len(table)]
	for at, c := range row {
		if c == cell {
			cell = at
			break
		}
	}
	if flips && line%2 == 1 {
		rest = (rest + 8) % 16
	}
	return line*128 + cell*16 + rest
}

var tensorBytes = map[string]int{"u8": 1, "u16": 2, "f16": 2, "bf16": 2, "u32": 4, "s32": 4, "f32": 4,
	"u64": 8,
	"s64": 8, "f64": 8}

// nan is what fills elements that lie outside, where a map asks for it.
func nan(bytes int) []byte {
	switch bytes {
	case 2:
		return []byte{0xff, 0x7f}
	case 4:
		return []byte{0xff, 0xff, 0xff, 0x7f}
	}
	return []byte{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}
}

// boxCase is a map with the place of a box.
type boxCase struct {
	m  machine.TensorMap
	at []int
}

// elementsOf visits the elements of a box: their number in it, and the byte in global memory, -1 for one that
// lies outside of the tensor.
func (c *boxCase) elementsOf(visit func(n, global int)) {
	size := tensorBytes[c.m.Type]
	counts := make([]int, len(c.m.Box))
	for d, box := range c.m.Box {
		step := int(c.m.ElementStrides[d])
		counts[d] = (int(box) + step - 1) / step
	}
	total := 1
	for _, n := range counts {
		total *= n
	}
	for n := range total {
		rest, global := n, 0
		for d := range counts {
			i := c.at[d] + rest%counts[d]*int(c.m.ElementStrides[d])
			rest /= counts[d]
			switch {
			case i < 0 || i >= int(c.m.Dims[d]):
				global = -1 << 40
			case d == 0:
				global += i * size
			default:
				global += i * int(c.m.Strides[d-1])
			}
		}
		visit(n, max(global, -1))
	}
}

// randomBox returns a map and a place of a box, which may lie outside of the tensor in part.
func randomBox(r *rand.Rand) boxCase {
	types := []string{"u8", "u16", "f16", "bf16", "u32", "s32", "f32", "u64", "s64", "f64"}
	modes := []string{"none", "32B", "64B", "128B", "96B", "128B_atom_32B", "128B_atom_32B_flip_8B",
		"128B_atom_64B"}
	c := boxCase{m: machine.TensorMap{Type: types[r.IntN(len(types))], Swizzle: modes[r.IntN(len(modes))]}}
	size, rank := tensorBytes[c.m.Type], 1+r.IntN(5)
	if (strings.Contains(c.m.Type, "f")) && r.IntN(2) == 0 {
		c.m.Fill = "nan"
	}
	span := 256
	if n := strings.Index(c.m.Swizzle, "B"); n > 0 {
		fmt.Sscanf(c.m.Swizzle, "%dB", &span)
	}
	stride := 16 * (1 + r.IntN(20))
	limit := 1024 / 16
	for d := range rank {
		if d == 0 {
			row := 16 * (1 + r.IntN(span/16))
			if row/size > 256 {
				row = 256 * size
			}
			c.m.Box = append(c.m.Box, uint32(row/size))
			c.m.Dims = append(c.m.Dims, uint64(1+r.IntN(stride/size)))
			c.m.ElementStrides = append(c.m.ElementStrides, 1)
		} else {
			n := 1 + r.IntN(min(limit, 7))
			limit /= n
			step := 1 + r.IntN(3)
			c.m.Box = append(c.m.Box, uint32(n*step))
			c.m.ElementStrides = append(c.m.ElementStrides, uint32(step))
			c.m.Dims = append(c.m.Dims, uint64(1+r.IntN(6)))
			c.m.Strides = append(c.m.Strides, uint64(stride))
			stride = stride*int(c.m.Dims[d]) + 16*r.IntN(3)
		}
		c.at = append(c.at, r.IntN(int(c.m.Dims[d])+4)-2)
	}
	return c
}

// globalBytes returns how many bytes the tensor has from its beginning on.
func (c *boxCase) globalBytes() int {
	n := int(c.m.Dims[0]) * tensorBytes[c.m.Type]
	for d, stride := range c.m.Strides {
		n += int(c.m.Dims[d+1]-1) * int(stride)
	}
	return n
}

func (c *boxCase) boxBytes() int {
	n := 0
	c.elementsOf(func(int, int) { n += tensorBytes[c.m.Type] })
	return n
}

func coordinateText(at []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(at)), ", "), "[]")
}

const tileHead = `.version 8.6
.target sm_100a
.address_size 64
.shared .align 1024 .b8 box[65536];
.shared .align 8 .b64 bar;
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 data)
{
	.reg .pred %p;
	.reg .b32 %t, %i, %v, %a, %b;
	.reg .b64 %m, %d, %x;
	mov.b64 %m, map;
	cvta.param.u64 %m, %m;
	ld.param.u64 %d, [data];
	mov.u32 %t, %tid.x;
	mov.u32 %a, box;
	setp.ne.u32 %p, %t, 0;
`

// loadTile is a kernel that copies a box to shared memory, and from there as it lies to the buffer.
func loadTile(instruction string, size int) string {
	return tileHead + fmt.Sprintf(`	@%%p bra WAIT;
	mbarrier.init.shared.b64 [bar], 1;
	fence.mbarrier_init.release.cluster;
	mbarrier.arrive.expect_tx.shared.b64 _, [bar], %[2]d;
	%[1]s
WAIT:
	bar.sync 0;
W:	mbarrier.try_wait.parity.shared.b64 %%p, [bar], 0;
	@!%%p bra W;
	mov.u32 %%i, %%t;
L:	setp.ge.u32 %%p, %%i, %[3]d;
	@%%p bra E;
	shl.b32 %%b, %%i, 2;
	cvt.u64.u32 %%x, %%b;
	add.u64 %%x, %%x, %%d;
	add.u32 %%b, %%b, %%a;
	ld.shared.u32 %%v, [%%b];
	st.global.u32 [%%x], %%v;
	add.u32 %%i, %%i, 32;
	bra L;
E:	ret;
}
`, instruction, size, size/4)
}

// storeTile is a kernel that fills shared memory from the buffer, and copies a box of it.
func storeTile(instruction string, size int) string {
	return tileHead + fmt.Sprintf(`	mov.u32 %%i, %%t;
L:	setp.ge.u32 %%p, %%i, %[2]d;
	@%%p bra E;
	shl.b32 %%b, %%i, 2;
	cvt.u64.u32 %%x, %%b;
	add.u64 %%x, %%x, %%d;
	add.u32 %%b, %%b, %%a;
	ld.global.u32 %%v, [%%x];
	st.shared.u32 [%%b], %%v;
	add.u32 %%i, %%i, 32;
	bra L;
E:	fence.proxy.async.shared::cta;
	bar.sync 0;
	setp.ne.u32 %%p, %%t, 0;
	@%%p ret;
	%[1]s
	cp.async.bulk.commit_group;
	cp.async.bulk.wait_group 0;
	ret;
}
`, instruction, size/4)
}

// launchTile runs a kernel of one warp with a map of a tensor and a buffer; what it finds is an error.
func launchTile(t *testing.T, text string, m machine.TensorMap, tensor, data []byte) error {
	t.Helper()
	k, err := tryCompile("tile.ptx", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	b := &machine.Buffer{Name: "tensor", Data: tensor}
	m.Global = machine.Address{Buffer: b}
	r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{32, 1, 1}, Args: []machine.Arg{
			{Bytes: make([]byte, 128), Maps: map[int64]*machine.TensorMap{0: &m}},
			{Buffer: &machine.Buffer{Name: "data", Data: data}}}})
	if err == nil {
		err = r.Findings.Err()
	}
	if err == nil && len(r.NotJudged) > 0 {
		err = r.NotJudged[0].Diagnostic()
	}
	return err
}

func randomBytes(r *rand.Rand, n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// Boxes of every rank, type, swizzle, fill and element stride are copied element by element as the formulas
// of the manual say, to shared memory and from there.
func TestTilesProperty(t *testing.T) {
	for seed := range uint64(passtest.Programs(150)) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := randomBox(r)
		size := c.boxBytes()
		if size > 32768 {
			continue
		}
		padded := (size + 127) / 128 * 128
		name := fmt.Sprintf("seed %d: %+v at %v", seed, c.m, c.at)
		rank, es := len(c.at), tensorBytes[c.m.Type]
		tensor := randomBytes(r, c.globalBytes())
		got := bytes.Repeat([]byte{0xff}, padded)
		err := launchTile(t, loadTile(fmt.Sprintf("cp.async.bulk.tensor.%dd.shared::cta.global.tile"+
			".mbarrier::complete_tx::bytes [box], [%%m, {%s}], [bar];", rank, coordinateText(c.at)), size),
			c.m,
			tensor, got[:size/4*4])
		if err != nil {
			if padded == size {
				t.Fatalf("%s: %v", name, err)
			}
			continue // the dump reads the rest of a line, which nothing has written
		}
		want := bytes.Repeat([]byte{0xff}, padded)
		c.elementsOf(func(n, global int) {
			e := make([]byte, es)
			if global >= 0 {
				e = tensor[global : global+es]
			} else if c.m.Fill == "nan" {
				e = nan(es)
			}
			for i, b := range e {
				want[swizzledByte(cmpOr(c.m.Swizzle), n*es+i)] = b
			}
		})
		if !bytes.Equal(got[:size], want[:size]) {
			t.Fatalf("%s: a load gives\n%x\nnot\n%x", name, got[:size], want[:size])
		}
		if strings.Contains(c.m.Swizzle, "flip") {
			continue // for loads alone
		}
		shared := randomBytes(r, padded)
		wantTensor := bytes.Clone(tensor)
		c.elementsOf(func(n, global int) {
			for i := range es {
				if global >= 0 {
					wantTensor[global+i] = shared[swizzledByte(cmpOr(c.m.Swizzle), n*es+i)]
				}
			}
		})
		err = launchTile(t, storeTile(fmt.Sprintf("cp.async.bulk.tensor.%dd.global.shared::cta.tile"+
			".bulk_group [%%m, {%s}], [box];", rank, coordinateText(c.at)), padded), c.m, tensor, shared)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(tensor, wantTensor) {
			t.Fatalf("%s: a store gives\n%x\nnot\n%x", name, tensor, wantTensor)
		}
	}
}

func cmpOr(mode string) string {
	if mode == "" {
		return "none"
	}
	return mode
}

// Images are copied pixel by pixel: from the base on, between the corners, W fastest, then the next image.
func TestPixels(t *testing.T) {
	for _, c := range []struct {
		m       machine.TensorMap
		at      []int
		offsets string
		shifts  [3]int
	}{
		{machine.TensorMap{Type: "f16", Dims: []uint64{16, 14, 9, 3}, Strides: []uint64{32, 448, 4032},
			Lower: []int{-1, -1}, Upper: []int{-1, -1}, Channels: 8, Pixels: 64}, []int{0, 4, 7, 0}, "{0, 0}",
			[3]int{}},
		{machine.TensorMap{Type: "f16", Dims: []uint64{16, 14, 9, 3}, Strides: []uint64{32, 448, 4032},
			Lower: []int{0, 0}, Upper: []int{-2, -2}, Channels: 8, Pixels: 64, Swizzle: "32B"},
			[]int{8, 4, 6, 1}, "{2, 2}", [3]int{2, 2}},
		{machine.TensorMap{Type: "f32", Dims: []uint64{8, 14, 8, 3}, Strides: []uint64{32, 448, 3584},
			Lower: []int{-1, -1}, Upper: []int{-1, -1}, Channels: 8, Pixels: 32,
			ElementStrides: []uint32{1, 2, 2, 1},
			Fill:           "nan"}, []int{0, 5, 5, 2}, "{1, 1}", [3]int{1, 1}},
		{machine.TensorMap{Type: "u8", Dims: []uint64{32, 5, 2}, Strides: []uint64{32, 160},
			Lower: []int{-2}, Upper: []int{1}, Channels: 16, Pixels: 12}, []int{16, 0, 0}, "{1}", [3]int{1}},
		{machine.TensorMap{Type: "u8", Dims: []uint64{16, 3, 3, 3, 2}, Strides: []uint64{16, 48, 144, 432},
			Lower: []int{-1, -1, 0}, Upper: []int{0, -1, 0}, Channels: 16, Pixels: 40}, []int{0, 0, 0, 1, 0},
			"{1, 0, 1}", [3]int{1, 0, 1}},
	} {
		rank, es := len(c.at), tensorBytes[map[bool]string{true: c.m.Type}[true]]
		steps := c.m.ElementStrides
		if steps == nil {
			steps = []uint32{1, 1, 1, 1, 1}
		}
		size := c.m.Pixels * c.m.Channels * es
		tensor := randomBytes(rand.New(rand.NewPCG(1, 2)), int(c.m.Strides[rank-2])*int(c.m.Dims[rank-1]))
		want := make([]byte, (size+127)/128*128)
		base := append([]int(nil), c.at...)
		for p := range c.m.Pixels {
			inside, global := true, 0
			for d := 1; d < rank; d++ {
				i := base[d]
				if d < rank-1 {
					i += c.shifts[d-1]
				}
				inside = inside && i >= 0 && i < int(c.m.Dims[d])
				global += i * int(c.m.Strides[d-1])
			}
			for ch := range c.m.Channels {
				for i := range es {
					b := byte(0)
					if col := c.at[0] + ch; inside && col < int(c.m.Dims[0]) {
						b = tensor[global+col*es+i]
					} else if c.m.Fill == "nan" {
						b = nan(es)[i]
					}
					want[swizzledByte(cmpOr(c.m.Swizzle), (p*c.m.Channels+ch)*es+i)] = b
				}
			}
			for d := 1; ; d++ {
				if d == rank-1 {
					base[d]++
					break
				}
				if base[d] += int(steps[d]); base[d] <= int(c.m.Dims[d])-1+c.m.Upper[d-1] {
					break
				}
				base[d] = c.m.Lower[d-1]
			}
		}
		got := make([]byte, size)
		err := launchTile(t, loadTile(fmt.Sprintf("cp.async.bulk.tensor.%dd.shared::cluster.global.im2col"+
			".mbarrier::complete_tx::bytes [box], [%%m, {%s}], [bar], %s;", rank, coordinateText(c.at),
			c.offsets),
			size), c.m, tensor, got)
		if err != nil {
			t.Errorf("%+v: %v", c.m, err)
		} else if !bytes.Equal(got, want[:size]) {
			t.Errorf("%+v:\n%x\nnot\n%x", c.m, got, want[:size])
		}
	}
}

// Four rows lie behind each other, whichever they are.
func TestFourRows(t *testing.T) {
	m := machine.TensorMap{Type: "u32", Dims: []uint64{16, 12}, Strides: []uint64{64}, Box: []uint32{8, 1}}
	tensor := randomBytes(rand.New(rand.NewPCG(1, 2)), 768)
	got, want := make([]byte, 128), []byte{}
	for _, row := range []int{2, 5, 0, 9} {
		want = append(want, tensor[row*64+16:row*64+48]...)
	}
	if err := launchTile(t, loadTile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4"+
		".mbarrier::complete_tx::bytes [box], [%m, {4, 2, 5, 0, 9}], [bar];", 128), m, tensor,
		got); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("rows are\n%x\nnot\n%x", got, want)
	}
	after := bytes.Clone(tensor)
	for i, row := range []int{7, 1, 11, 3} {
		copy(after[row*64:row*64+32], want[i*32:])
	}
	if err := launchTile(t, storeTile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4"+
		".bulk_group [%m, {0, 7, 1, 11, 3}], [box];", 128), m, tensor, want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(tensor, after) {
		t.Error("four rows are stored elsewhere")
	}
}

// Elements that are padded in shared memory lie there in units of 16, and rows of slices fill their slice.
func TestPaddedElements(t *testing.T) {
	tensor := randomBytes(rand.New(rand.NewPCG(3, 4)), 2*128)
	m := machine.TensorMap{Type: "b4x16_p64", Dims: []uint64{128, 2}, Strides: []uint64{64},
		Box: []uint32{128, 2}}
	got := make([]byte, 256)
	if err := launchTile(t, loadTile(tileLoad(2, "0, 0"), 256), m, tensor, got); err != nil {
		t.Fatal(err)
	}
	for unit := range 16 {
		if !bytes.Equal(got[unit*16:unit*16+8], tensor[unit*8:unit*8+8]) {
			t.Errorf("unit %d of 16 elements of 4 bits: %x", unit, got[unit*16:unit*16+8])
		}
	}
	m = machine.TensorMap{Type: "b6x16_p32", Dims: []uint64{128, 2}, Strides: []uint64{96},
		Box: []uint32{128, 2}}
	if err := launchTile(t, loadTile(tileLoad(2, "0, 0"), 256), m, tensor, got); err != nil {
		t.Fatal(err)
	}
	for unit := range 16 {
		if !bytes.Equal(got[unit*16:unit*16+12], tensor[unit*12:unit*12+12]) {
			t.Errorf("unit %d of 16 elements of 6 bits: %x", unit, got[unit*16:unit*16+12])
		}
	}
	sixes := randomBytes(rand.New(rand.NewPCG(5, 6)), 256)
	if err := launchTile(t, storeTile(tileStore(2, "0, 0"), 256), m, tensor, sixes); err != nil {
		t.Fatal(err)
	}
	for i, b := range sixes {
		at := i / 16 * 12 * 8
		at += i % 16 * 6
		got := binary.LittleEndian.Uint16(append(bytes.Clone(tensor[at/8:]), 0)) >> (at % 8) & 0x3f
		if got != uint16(b&0x3f) {
			t.Fatalf("element %d of 6 bits is %d, not %d", i, got, b&0x3f)
		}
	}
	slices := machine.TensorMap{Type: "f16", Dims: []uint64{5, 4, 2}, Strides: []uint64{16, 64},
		Box: []uint32{8, 4, 2}, Interleave: "16B"}
	if err := launchTile(t, loadTile(tileLoad(3, "0, 0, 0"), 128), slices, tensor, got[:128]); err != nil {
		t.Fatal(err)
	}
	for slice := range 8 {
		want := append(bytes.Clone(tensor[slice*16:slice*16+10]), 0, 0, 0, 0, 0, 0)
		if !bytes.Equal(got[slice*16:slice*16+16], want) {
			t.Errorf("slice %d is %x, not %x", slice, got[slice*16:slice*16+16], want)
		}
	}
}

func tileLoad(rank int, at string) string {
	return fmt.Sprintf(
		"cp.async.bulk.tensor.%dd.shared::cta.global.tile.mbarrier::complete_tx::bytes [box], "+
			"[%%m, {%s}], [bar];", rank, at)
}

func tileStore(rank int, at string) string {
	return fmt.Sprintf("cp.async.bulk.tensor.%dd.global.shared::cta.tile.bulk_group [%%m, {%s}], [box];",
		rank, at)
}
