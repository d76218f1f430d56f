package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A smallShape is a product of mma.sync with the fragments of A, B and C as the ISA gives them: the row and
// the column of element i of a lane.
type smallShape struct {
	name        string
	rows, k     int
	width       int // bits of an element of A and B
	na, nb, nc  int // elements of a lane
	a, b, c     func(lane, i int) (row, column int)
	value       func(bits uint64) float64
	combine     func(a, b float64) float64
	sum         string // f16, f32, f64 or s32
	result      string
	saturates   bool
	rowsOfQuads bool // a warp computes four products
}

func times(a, b float64) float64 { return a * b }

// eightSum is C of the shapes with eight rows: c0 and c1.
func eightSum(lane, i int) (row, column int) { return lane >> 2, lane%4*2 + i }

func signedOf(bits int) func(uint64) float64 {
	return func(v uint64) float64 { return float64(int64(v<<(64-bits)) >> (64 - bits)) }
}

func unsigned(v uint64) float64 { return float64(v) }

var smallShapes = []smallShape{
	{name: "m8n8k16.row.col.s32.s8.s8.s32", rows: 8, k: 16, width: 8, na: 4, nb: 4, nc: 2,
		a: func(l, i int) (int, int) { return l >> 2, l%4*4 + i }, b: func(l, i int) (int, int) {
			return l%4*4 + i, l >> 2
		},
		c: eightSum, value: signedOf(8), combine: times, sum: "s32", result: "s32"},
	{name: "m8n8k32.row.col.s32.u4.u4.s32", rows: 8, k: 32, width: 4, na: 8, nb: 8, nc: 2,
		a: func(l, i int) (int, int) { return l >> 2, l%4*8 + i }, b: func(l, i int) (int, int) {
			return l%4*8 + i, l >> 2
		},
		c: eightSum, value: unsigned, combine: times, sum: "s32", result: "s32"},
	{name: "m16n8k32.row.col.s32.s4.s4.s32", rows: 16, k: 32, width: 4, na: 16, nb: 8, nc: 4,
		a: func(l, i int) (int, int) {
			if i < 8 {
				return l >> 2, l%4*8 + i&7
			}
			return l>>2 + 8, l%4*8 + i&7
		}, b: func(l, i int) (int, int) { return l%4*8 + i, l >> 2 },
		c: sum, value: signedOf(4), combine: times, sum: "s32", result: "s32"},
	{name: "m16n8k64.row.col.satfinite.s32.s4.s4.s32", rows: 16, k: 64, width: 4, na: 32, nb: 16, nc: 4,
		a: func(l, i int) (int, int) {
			row, column := l>>2+8, l%4*8+i&7
			if i < 8 || 16 <= i && i < 24 {
				row = l >> 2
			}
			if i >= 16 {
				column += 32
			}
			return row, column
		}, b: func(l, i int) (int, int) {
			if i < 8 {
				return l%4*8 + i&7, l >> 2
			}
			return l%4*8 + i&7 + 32, l >> 2
		}, c: sum, value: signedOf(4), combine: times, sum: "s32", result: "s32", saturates: true},
	{name: "m8n8k128.row.col.s32.b1.b1.s32.xor.popc", rows: 8, k: 128, width: 1, na: 32, nb: 32, nc: 2,
		a: func(l, i int) (int, int) { return l >> 2, l%4*32 + i }, b: func(l, i int) (int, int) {
			return l%4*32 + i, l >> 2
		},
		c: eightSum, value: unsigned, combine: func(a, b float64) float64 {
			return float64(int(a) ^ int(b))
		}, sum: "s32",
		result: "s32"},
	{name: "m16n8k256.row.col.s32.b1.b1.s32.and.popc", rows: 16, k: 256, width: 1, na: 128, nb: 64, nc: 4,
		a: func(l, i int) (int, int) {
			row, column := l>>2+8, l%4*32+i&31
			if i < 32 || 64 <= i && i < 96 {
				row = l >> 2
			}
			if i >= 64 {
				column += 128
			}
			return row, column
		}, b: func(l, i int) (int, int) {
			if i < 32 {
				return l%4*32 + i, l >> 2
			}
			return l%4*32 + i&31 + 128, l >> 2
		}, c: sum, value: unsigned, combine: times, sum: "s32", result: "s32"},
	{name: "m16n8k32.row.col.f32.e4m3.e4m3.f32", rows: 16, k: 32, width: 8, na: 16, nb: 8, nc: 4, a: byte32A,
		b: byte32B,
		c: sum, value: func(v uint64) float64 {
			return ir.DecodeFloat(ir.F8E4M3FN, v&0x3f)
		}, combine: times, sum: "f32",
		result: "f32"},
	{name: "m8n8k4.row.col.f64.f64.f64.f64", rows: 8, k: 4, width: 64, na: 1, nb: 1, nc: 2,
		a: func(l, _ int) (int, int) { return l >> 2, l % 4 }, b: func(l, _ int) (int, int) {
			return l % 4, l >> 2
		},
		c: eightSum, value: unsigned, combine: times, sum: "f64", result: "f64"},
	{name: "m8n8k4.row.col.f32.f16.f16.f32", rows: 8, k: 4, width: 16, na: 4, nb: 4, nc: 8, rowsOfQuads: true,
		a: func(l, i int) (int, int) { return l%4 + 4*(l>>4), i }, b: func(l, i int) (int, int) {
			return i, l%4 + 4*(l>>4)
		},
		c: quadF32, value: halfOf, combine: times, sum: "f32", result: "f32"},
	{name: "m8n8k4.col.row.f16.f16.f16.f32", rows: 8, k: 4, width: 16, na: 4, nb: 4, nc: 8, rowsOfQuads: true,
		a: func(l, i int) (int, int) { return i%4 + 4*(l>>4), l % 4 }, b: func(l, i int) (int, int) {
			return l % 4, i + 4*(l>>4)
		},
		c: quadF32, value: halfOf, combine: times, sum: "f32", result: "f16"},
}

// quadF32 is C of m8n8k4 with f32: c0 to c7.
func quadF32(lane, i int) (row, column int) {
	x := lane&1 + i&2
	if lane >= 16 {
		x += 4
	}
	return x, i&4 + lane&2 + i&1
}

// quadF16 is D of m8n8k4 with halves: d0 to d7.
func quadF16(lane, i int) (row, column int) { return lane%4 + 4*(lane>>4), i }

func halfOf(v uint64) float64 { return ir.DecodeFloat(ir.F16, v) }

// random returns the bits of an element that is exact in sums.
func (s *smallShape) random(r *rand.Rand) uint64 {
	switch s.width {
	case 64:
		return uint64(r.IntN(9))
	case 16:
		return ir.EncodeFloat(ir.F16, float64(r.IntN(9)-4))
	case 8:
		if s.sum == "f32" {
			return uint64(r.IntN(0x40))
		}
	}
	return r.Uint64() & (1<<s.width - 1)
}

// The products of mma.sync beside the usual ones are those of the ISA's fragments.
func TestSmallProducts(t *testing.T) {
	for i := range smallShapes {
		s := &smallShapes[i]
		r := rand.New(rand.NewPCG(uint64(i), 7))
		quads := 1
		if s.rowsOfQuads {
			quads = 4
		}
		for q := range quads {
			s.check(t, r, q)
		}
	}
}

// check runs a product whose elements are random; of four products it compares the one of a number.
func (s *smallShape) check(t *testing.T, r *rand.Rand, quad int) {
	a, b, c := map[[2]int]uint64{}, map[[2]int]uint64{}, map[[2]int]float64{}
	in := make([]byte, 32*s.bytes())
	takesPart := func(l int) bool { return !s.rowsOfQuads || l%16/4 == quad }
	for l := range 32 {
		at := in[l*s.bytes():]
		if !takesPart(l) {
			continue
		}
		for i := range s.na {
			s.put(at, i, cellOf(a, s.a, l, i, func() uint64 { return s.random(r) }))
		}
		at = at[(s.na*s.width+7)/8:]
		for i := range s.nb {
			s.put(at, i, cellOf(b, s.b, l, i, func() uint64 { return s.random(r) }))
		}
		at = at[(s.nb*s.width+7)/8:]
		for i := range s.nc {
			row, column := s.c(l, i)
			v := float64(r.IntN(100) - 50)
			if s.saturates && column == 3 {
				v = math.MaxInt32 - 3
			}
			c[[2]int{row, column}] = v
			putNumber(at, s.sum, i, v)
		}
	}
	out := s.run(t, in)
	place := s.c
	if s.rowsOfQuads && s.result == "f16" {
		place = quadF16
	}
	for l := range 32 {
		for i := range s.nc {
			row, column := place(l, i)
			want := c[[2]int{row, column}]
			for k := range s.k {
				want += s.combine(s.value(a[[2]int{row, k}]), s.value(b[[2]int{k, column}]))
			}
			if s.saturates {
				want = min(want, math.MaxInt32)
			}
			got := getNumber(out[l*64:], s.result, i)
			if takesPart(l) && got != want {
				t.Fatalf("%s: lane %d has %v in element %d, want %v", s.name, l, got, i, want)
			}
		}
	}
}

// cellOf returns the element of a matrix that a lane has at i, and makes it if no lane has it yet.
func cellOf(m map[[2]int]uint64, place func(lane, i int) (int, int), l, i int, random func() uint64) uint64 {
	row, column := place(l, i)
	if _, ok := m[[2]int{row, column}]; !ok {
		m[[2]int{row, column}] = random()
	}
	return m[[2]int{row, column}]
}

// bytes is the memory of a lane's fragments.
func (s *smallShape) bytes() int { return (s.na+s.nb)*s.width/8 + 8*s.nc }

// put stores an element of A or B, of 64 bits as a float.
func (s *smallShape) put(data []byte, i int, v uint64) {
	switch {
	case s.width == 64:
		binary.LittleEndian.PutUint64(data[8*i:], math.Float64bits(float64(v)))
	case s.width >= 8:
		for n := range s.width / 8 {
			data[i*s.width/8+n] = byte(v >> (8 * n))
		}
	default:
		data[i*s.width/8] |= byte(v << (i * s.width % 8))
	}
}

func putNumber(data []byte, kind string, i int, v float64) {
	switch kind {
	case "f64":
		binary.LittleEndian.PutUint64(data[8*i:], math.Float64bits(v))
	case "f32":
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(float32(v)))
	default:
		binary.LittleEndian.PutUint32(data[4*i:], uint32(int32(v)))
	}
}

func getNumber(data []byte, kind string, i int) float64 {
	switch kind {
	case "f64":
		return math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	case "f32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
	case "f16":
		return ir.DecodeFloat(ir.F16, uint64(binary.LittleEndian.Uint16(data[2*i:])))
	}
	return float64(int32(binary.LittleEndian.Uint32(data[4*i:])))
}

// run executes the product of fragments in memory, and returns the memory of D, 64 bytes per lane.
func (s *smallShape) run(t *testing.T, in []byte) []byte {
	word, size := "b32", 4
	if s.width == 64 {
		word, size = "b64", 8
	}
	sumWord, sumSize := "b32", 4
	if s.sum == "f64" {
		sumWord, sumSize = "b64", 8
	}
	var text strings.Builder
	fragment := func(prefix, word string, n, size, at int) string {
		var names []string
		for i := range n {
			name := fmt.Sprintf("%%%s%d", prefix, i)
			names = append(names, name)
			fmt.Fprintf(&text, "\tld.global.%s %s, [%%in+%d];\n", word, name, at+i*size)
		}
		return "{" + strings.Join(names, ", ") + "}"
	}
	na, nb, nc := s.na*s.width/8/size, s.nb*s.width/8/size, s.nc
	a := fragment("a", word, na, size, 0)
	b := fragment("b", word, nb, size, na*size)
	c := fragment("c", sumWord, nc, sumSize, (na+nb)*size)
	results := nc
	if s.result == "f16" {
		results /= 2
	}
	var d []string
	for i := range results {
		d = append(d, fmt.Sprintf("%%d%d", i))
	}
	fmt.Fprintf(&text, "\tmma.sync.aligned.%s {%s}, %s, %s, %s;\n", s.name, strings.Join(d, ", "), a, b, c)
	for i := range results {
		fmt.Fprintf(&text, "\tst.global.%s [%%out+%d], %%d%d;\n", sumWord, i*sumSize, i)
	}
	k := compile(t, s.name, fmt.Sprintf(`.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
	.reg .%s %%a<8>, %%b<8>;
	.reg .%s %%c<8>, %%d<8>;
	.reg .b64 %%in, %%out;
	.reg .b32 %%t;
	mov.u32 %%t, %%tid.x;
	ld.param.u64 %%in, [in];
	mad.wide.u32 %%in, %%t, %d, %%in;
	ld.param.u64 %%out, [out];
	mad.wide.u32 %%out, %%t, 64, %%out;
%s	ret;
}
`, word, sumWord, s.bytes(), text.String()))
	out := make([]byte, 32*64)
	r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{32, 1, 1},
		Args:  []machine.Arg{{Buffer: &machine.Buffer{Data: in}}, {Buffer: &machine.Buffer{Data: out}}}})
	if err != nil || len(r.NotJudged) > 0 {
		t.Fatalf("%s: %v %v", s.name, err, r.NotJudged)
	}
	return out
}
