package machine

import (
	"math"
	"math/bits"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the products of mma.sync beside those of matrix.go: with eight rows, of elements of 64, 8, 4
// and 1 bits, of two kinds of elements, and with results that saturate; and those of the first tensor cores.

// smallProduct is the data of such a product: D = A * B + C, in fragments as in matrix.go. Where A has eight
// rows, all of its registers are of these.
type smallProduct struct {
	rows, k    int
	perWord    int // elements of A and B in a register
	ofA, ofB   func(v uint64) float64
	combine    func(a, b float64) float64
	a, b, c, d []int32
	result     ptx.Type
	saturates  bool
}

// smallShapes gives the extents k of products with 8 and with 16 rows, by the width of the elements.
var smallShapes = map[int]struct{ eight, sixteen []int }{
	64: {[]int{4}, []int{4, 8, 16}}, 8: {[]int{16}, []int{16, 32}}, 4: {[]int{32}, []int{32, 64}},
	1: {[]int{128}, []int{128, 256}},
}

// smallMultiply decodes mma.sync of other shapes and types than decodeMultiply.
func (c *compiler) smallMultiply(in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) != 4 || !counts(in, 4) || ts[0] != ts[3] || len(in.Modifiers) < 9 ||
		in.Modifiers[3] != "row" || in.Modifiers[4] != "col" {
		return false
	}
	rows, k := extentsOf(in.Modifiers[2])
	x := &smallProduct{rows: rows, k: k, ofA: elementOf(ts[1]), ofB: elementOf(ts[2]), result: ts[0],
		saturates: in.Has("satfinite"), combine: func(a, b float64) float64 { return a * b }}
	width := ts[1].Bits()
	if x.ofA == nil || x.ofB == nil || !fitsSum(ts[1], ts[2], ts[0]) || !hasSmallShape(width, rows, k) ||
		x.saturates && ts[0] != "s32" {
		return false
	}
	if ts[1] == "b1" && !x.bitwise(in) {
		return false
	}
	x.perWord = max(32/width, 1)
	n := k / x.perWord / 4 // registers of B
	word := ptx.Type("b32")
	if width == 64 {
		word = "b64"
	}
	sums := rows / 4
	if ts[0] == "f16" {
		sums /= 2
	}
	x.a, x.b = c.wordsOf(in.Operands[1], n*rows/8, word, false), c.wordsOf(in.Operands[2], n, word, false)
	sum := ptx.Type("b32")
	if ts[0] == "f64" {
		sum = "b64"
	}
	x.c, x.d = c.wordsOf(in.Operands[3], sums, sum, false), c.wordsOf(in.Operands[0], sums, sum, true)
	return c.emitPlain(x.run)
}

// extentsOf returns the rows and the extent k that a shape such as m8n8k16 has; zeros for others.
func extentsOf(shape string) (rows, k int) {
	m, rest, _ := strings.Cut(strings.TrimPrefix(shape, "m"), "n8k")
	number := func(text string) int {
		n := 0
		for _, digit := range text {
			n = 10*n + int(digit-'0')
		}
		return n
	}
	return number(m), number(rest)
}

func hasSmallShape(width, rows, k int) bool {
	shapes := smallShapes[width]
	list := map[int][]int{8: shapes.eight, 16: shapes.sixteen}[rows]
	for _, other := range list {
		if other == k {
			return true
		}
	}
	return false
}

// fitsSum reports whether products of two types are added to a third.
func fitsSum(a, b, sum ptx.Type) bool {
	isSmall := func(t ptx.Type) bool { return t == "e4m3" || t == "e5m2" }
	switch {
	case isSmall(a) && isSmall(b):
		return sum == "f32" || sum == "f16"
	case a == "f64":
		return b == "f64" && sum == "f64"
	case a.Kind() == ptx.Float:
		return false
	}
	return a.Bits() == b.Bits() && b.Kind() != ptx.Float && sum == "s32"
}

// elementOf returns what the bits of an element mean, nil for types that this file has no products of.
func elementOf(t ptx.Type) func(v uint64) float64 {
	switch t {
	case "e4m3":
		return func(v uint64) float64 { return ir.DecodeFloat(ir.F8E4M3FN, v) }
	case "e5m2":
		return func(v uint64) float64 { return ir.DecodeFloat(ir.F8E5M2, v) }
	case "f64":
		return math.Float64frombits
	case "s8", "s4":
		return func(v uint64) float64 { return float64(signed(v, t.Bits())) }
	case "u8", "u4", "b1":
		return func(v uint64) float64 { return float64(v) }
	}
	return nil
}

// bitwise makes products of single bits what the instruction says: the and, or the exclusive or, of bits.
func (x *smallProduct) bitwise(in *ptx.Instruction) bool {
	if !in.Has("popc") || in.Has("and") == in.Has("xor") {
		return false
	}
	if in.Has("xor") {
		x.combine = func(a, b float64) float64 { return math.Abs(a - b) }
	}
	return true
}

// wordsOf returns the registers of a fragment.
func (c *compiler) wordsOf(o ptx.Operand, n int, word ptx.Type, result bool) []int32 {
	all := elements(o)
	if len(all) != n {
		c.bad(o, "the fragment has %d registers, not %d", n, len(all))
		return nil
	}
	return c.opaqueRegisters(o, n, word, result)
}

func (x *smallProduct) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	a, b := make([]float64, x.rows*x.k), make([]float64, 8*x.k)
	for r, register := range x.a {
		row, column := 8*(r&1), r/2*4*x.perWord
		if x.rows == 8 {
			row, column = 0, r*4*x.perWord
		}
		x.spread(w, register, x.ofA, func(group, at int) *float64 { return &a[(group+row)*x.k+column+at] })
	}
	for r, register := range x.b {
		x.spread(w, register, x.ofB, func(group, at int) *float64 { return &b[group*x.k+r*4*x.perWord+at] })
	}
	out := make([][warpSize]uint64, x.rows/4)
	for l := range warpSize {
		for i := range out {
			row, column := l/4+8*(i/2), l%4*2+i%2
			sum := x.initial(w, l, i)
			for k := range x.k {
				sum += x.combine(a[row*x.k+k], b[column*x.k+k])
			}
			out[i][l] = x.final(sum)
		}
	}
	x.write(w, out)
}

// spread decodes the elements of a register of A or B: in each lane, neighbors of the row or column that the
// lane's group has.
func (x *smallProduct) spread(w *warp, register int32, of func(uint64) float64,
	at func(group, at int) *float64) {
	width := 32 / x.perWord
	if x.perWord == 1 {
		width = 64
	}
	for l, v := range w.lanes(register) {
		for e := range x.perWord {
			*at(l/4, l%4*x.perWord+e) = of(v >> (e * width) & maskOf(width))
		}
	}
}

func (x *smallProduct) initial(w *warp, l, i int) float64 {
	switch x.result {
	case "f64":
		return math.Float64frombits(w.lanes(x.c[i])[l])
	case "f16":
		return decode(ir.F16, w.lanes(x.c[i/2])[l]>>(16*(i%2))&0xffff)
	case "s32":
		return float64(signed(w.lanes(x.c[i])[l], 32))
	}
	return decode(ir.F32, w.lanes(x.c[i])[l])
}

func (x *smallProduct) final(sum float64) uint64 {
	switch {
	case x.result == "f64":
		return encode(ir.F64, sum)
	case x.result == "f16":
		return encode(ir.F16, sum)
	case x.result == "f32":
		return encode(ir.F32, sum)
	case x.saturates:
		sum = min(max(sum, math.MinInt32), math.MaxInt32)
	}
	return uint64(int64(sum)) & maskOf(32)
}

func (x *smallProduct) write(w *warp, out [][warpSize]uint64) {
	for i := range out {
		for l, v := range out[i] {
			switch {
			case x.result != "f16":
				w.lanes(x.d[i])[l] = v
			case i%2 == 0:
				w.lanes(x.d[i/2])[l] = v
			default:
				w.lanes(x.d[i/2])[l] |= v << 16
			}
		}
	}
}

// ---- the first tensor cores ----

// quadProduct is the data of mma.sync.m8n8k4 of halves: a warp computes four products, each by the eight
// lanes 4q to 4q+3 and 4q+16 to 4q+19.
type quadProduct struct {
	a, b, c, d       []int32
	aByRows, bByRows bool
	sum, result      ptx.Type
}

// quadMultiply decodes mma.sync.m8n8k4 of halves.
func (c *compiler) quadMultiply(in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) != 4 || !counts(in, 4) || ts[1] != "f16" || ts[2] != "f16" || len(in.Modifiers) != 9 ||
		in.Modifiers[2] != "m8n8k4" || ts[0] != "f16" && ts[0] != "f32" || ts[3] != "f16" && ts[3] != "f32" {
		return false
	}
	registers := map[ptx.Type]int{"f16": 4, "f32": 8}
	x := &quadProduct{aByRows: in.Modifiers[3] == "row", bByRows: in.Modifiers[4] == "row", result: ts[0],
		sum: ts[3]}
	x.a, x.b = c.wordsOf(in.Operands[1], 2, "b32", false), c.wordsOf(in.Operands[2], 2, "b32", false)
	x.c = c.wordsOf(in.Operands[3], registers[x.sum], "b32", false)
	x.d = c.wordsOf(in.Operands[0], registers[x.result], "b32", true)
	return c.emitPlain(x.run)
}

// half returns element i of the halves in registers of a lane.
func half(w *warp, registers []int32, lane, i int) float64 {
	return decode(ir.F16, w.lanes(registers[i/2])[lane]>>(16*(i%2))&0xffff)
}

// upper is 4 for the lanes that have the lower half of a matrix.
func upper(lane int) int { return lane / 16 * 4 }

// sumPlace returns the row and the column of element i of C or D in a lane.
func sumPlace(t ptx.Type, lane, i int) (row, column int) {
	if t == "f16" {
		return lane%4 + upper(lane), i
	}
	return lane&1 + i&2 + upper(lane), i&4 + lane&2 + i&1
}

func (x *quadProduct) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	var out [8][warpSize]uint64
	for quad := range 4 {
		x.multiply(w, quad, &out)
	}
	for i := range out {
		for l, v := range out[i] {
			switch {
			case x.result == "f32":
				w.lanes(x.d[i])[l] = v
			case i%2 == 0:
				w.lanes(x.d[i/2])[l] = v
			default:
				w.lanes(x.d[i/2])[l] |= v << 16
			}
		}
	}
}

// multiply computes the product of eight lanes.
func (x *quadProduct) multiply(w *warp, quad int, out *[8][warpSize]uint64) {
	var a [8][4]float64
	var b [4][8]float64
	var sum [8][8]float64
	members := uint32(0xf)<<(4*quad) | 0xf<<(4*quad+16)
	for m := members; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		for i := range 4 {
			if x.aByRows {
				a[l%4+upper(l)][i] = half(w, x.a, l, i)
			} else {
				a[i+upper(l)][l%4] = half(w, x.a, l, i)
			}
			if x.bByRows {
				b[l%4][i+upper(l)] = half(w, x.b, l, i)
			} else {
				b[i][l%4+upper(l)] = half(w, x.b, l, i)
			}
		}
		for i := range 8 {
			row, column := sumPlace(x.sum, l, i)
			if x.sum == "f16" {
				sum[row][column] = half(w, x.c, l, i)
			} else {
				sum[row][column] = decode(ir.F32, w.lanes(x.c[i])[l])
			}
		}
	}
	for m := members; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		for i := range 8 {
			row, column := sumPlace(x.result, l, i)
			v := sum[row][column]
			for k := range 4 {
				v += a[row][k] * b[k][column]
			}
			out[i][l] = encode(floatKind(x.result), v)
		}
	}
}
