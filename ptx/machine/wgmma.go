package machine

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds products of a warpgroup: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". Warp i of four computes rows 16i to 16i + 15, from descriptors that say how A and B lie in
// shared memory.

func init() { register(map[string]decoder{"wgmma": decodeWarpgroup}) }

// warpgroupWarps is the number of warps of a warpgroup.
const warpgroupWarps = 4

func decodeWarpgroup(c *compiler, in *ptx.Instruction) bool {
	switch {
	case in.Has("fence"):
		return decodeNothing(c, in)
	case in.Has("commit_group"):
		return len(in.Operands) == 0 && c.commit(wgmma)
	case in.Has("wait_group"):
		return c.waitGroup(in, wgmma)
	}
	return c.warpgroupProduct(in)
}

// warpgroup is the data of wgmma.mma_async: D = A * B + D, or D = A * B.
type warpgroup struct {
	n, k         int
	sparse       *sparsity // of A, nil where A has all its elements
	sum          ptx.Type
	typeA, typeB ptx.Type
	d            []int32
	a            []int32 // registers of A; nil where descA says where it lies
	descA, descB int32
	adds         int32
	signs        [2]float64
	// whether rows of A, and columns of B, are scattered: the other extent is contiguous
	majorA, majorB   bool
	site             int32
	saturates        bool
	rowsOfA, rowsOfB int
}

func (c *compiler) warpgroupProduct(in *ptx.Instruction) bool {
	x := &warpgroup{signs: [2]float64{1, 1}, site: c.site(), saturates: in.Has("satfinite"), rowsOfA: 16}
	for _, m := range in.Modifiers {
		if _, err := fmt.Sscanf(m, "m64n%dk%d", &x.n, &x.k); err == nil {
			break
		}
	}
	ts := in.Types()
	if len(ts) != 3 || x.n == 0 || len(in.Operands) < 4 {
		return false
	}
	x.sum, x.typeA, x.typeB, x.rowsOfB = ts[0], ts[1], ts[2], x.n
	words := x.n / 2
	if x.sum == "f16" {
		words = x.n / 4
	}
	x.d = c.fragment(in.Operands[0], words, x.sum, true)
	if vec, ok := in.Operands[1].(*ptx.Vector); ok {
		x.a = c.fragment(vec, 4, "b32", false)
	} else {
		x.descA = c.source(in.Operands[1], "b64")
	}
	x.descB = c.source(in.Operands[2], "b64")
	rest := in.Operands[3:]
	if in.Has("sp") {
		x.sparse = c.sparsity(x.typeA, rest[0], rest[1])
		rest = rest[2:]
	}
	x.adds = c.source(rest[0], "pred")
	modes := rest[1:]
	for i, o := range modes {
		n := int64(o.(*ptx.Immediate).Bits)
		switch {
		case i < 2:
			x.signs[i] = float64(n)
		case i == len(modes)-1:
			x.majorB = n == 1
		default:
			x.majorA = n == 1
		}
	}
	c.k.products[int(c.site())] = x
	return c.emitPlain(x.run)
}

// run issues the part of the product that a warp computes.
func (x *warpgroup) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	if first := w.number - w.number%warpgroupWarps; first+warpgroupWarps > len(w.b.warps) {
		w.b.g.fail(codeDivergent,
			"a product of a warpgroup is executed by %s, which has no three neighboring warps",
			w.threads[0].name())
		return
	}
	p := &tileProduct{warpgroup: x, w: w, descA: w.lanes(x.descA)[0], descB: w.lanes(x.descB)[0],
		adds:     w.lanes(x.adds)[0]&1 == 1,
		needless: w.b.g.measuring != nil || w.b.g.sliced && w.b.g.k.ops[w.b.g.site].needless}
	if x.sparse != nil && !x.sparse.read(p) {
		return
	}
	t := w.threads[0]
	c := t.use(wgmma)
	a := access{queue: wgmma, group: int32(c.commits), number: c.issued}
	if x.a == nil && !p.touch(t, p.matrix(p.descA, x.typeA, x.majorA, w.number%warpgroupWarps*x.rowsOfA),
		x.rowsOfA, x.storedA(), a) {
		return
	}
	if p.touch(t, p.matrix(p.descB, x.typeB, x.majorB, 0), x.rowsOfB, x.k, a) {
		t.issue(wgmma, pending{product: p})
		w.issueProduct()
	}
}

// tileProduct is the part of a product that one warp has issued.
type tileProduct struct {
	*warpgroup
	w            *warp
	descA, descB uint64
	adds         bool
	needless     bool // nobody needs the sum
	metadata     [warpSize]uint32
}

// storedA returns how many elements of a row of A are stored.
func (x *warpgroup) storedA() int {
	if x.sparse != nil {
		return x.k / 2
	}
	return x.k
}

// matrix is how A, or the transpose of B, lies in shared memory: rows of k elements.
type matrix struct {
	start, lead, stride uint64 // in bytes
	row                 uint64 // the bytes after which the pattern of banks begins anew: 16, 32, 64 or 128
	size                uint64 // of an element, in bytes; several elements where these have single bits
	base                uint64 // the number of the row, of eight, in which the pattern of banks begins
	width               int    // of an element, in bits
	wide                bool   // pieces of 32 bytes are permuted, in groups of four rows
	scattered           bool   // elements of a row do not lie next to each other; those of a column do
	first               int    // row
	decode              func(bits uint64) float64
}

// matrix reads a descriptor: PTX ISA, "Matrix-Descriptor".
func (p *tileProduct) matrix(descriptor uint64, t ptx.Type, scattered bool, first int) *matrix {
	field := func(bit int) uint64 { return descriptor >> bit & (1<<14 - 1) * 16 }
	return &matrix{
		start: field(0) - sharedBase, lead: field(16), stride: field(32),
		row: [...]uint64{16, 128, 64, 32}[descriptor>>62], size: uint64(max(elementBits(t)/8, 1)),
		base: descriptor >> 49 & 7, width: elementBits(t),
		scattered: scattered, first: first, decode: elementDecoder(t),
	}
}

// elementBits returns the width of an element of A or B.
func elementBits(t ptx.Type) int {
	if t == "tf32" {
		return 32
	}
	return t.Bits()
}

// elementDecoder returns the function that reads an element.
func elementDecoder(t ptx.Type) func(bits uint64) float64 {
	switch t {
	case "s8":
		return func(v uint64) float64 { return float64(signed(v, 8)) }
	case "u8", "b1":
		return func(v uint64) float64 { return float64(v) }
	case "tf32": // the digits that the format does not have are ignored
		return func(v uint64) float64 { return decode(ir.F32, v&^(1<<13-1)) }
	case "e4m3":
		return func(v uint64) float64 { return decode(ir.F8E4M3FN, v) }
	case "e5m2":
		return func(v uint64) float64 { return decode(ir.F8E5M2, v) }
	}
	kind := floatKind(t)
	return func(v uint64) float64 { return decode(kind, v) }
}

// at returns the address of an element: PTX ISA, "Shared Memory Matrix Layout". Without a pattern a matrix
// consists of tiles of eight rows of 16 bytes, one behind the other; with one, of eight rows as long as the
// pattern, in which pieces of 16 bytes are permuted by the number of the row. A pattern that does not begin
// where the memory is aligned to eight of its rows has a base offset.
func (m *matrix) at(row, k int) uint64 {
	i, j := uint64(m.first+row), uint64(k)
	if m.scattered {
		i, j = j, i
	}
	along := j * m.size
	var offset uint64
	switch {
	case m.wide:
		addr := m.start + i%4*m.row + i/4*m.stride + along%m.row + along/m.row*m.lead
		return addr ^ (addr>>7-m.base)&3<<5
	case m.row == 16 && m.scattered:
		offset = i%8*16 + i/8*m.lead + along%16 + along/16*m.stride
	case m.row == 16:
		offset = i%8*16 + i/8*m.stride + along%16 + along/16*m.lead
	case m.scattered:
		offset = i%8*m.row + i/8*m.stride + along%m.row + along/m.row*m.lead
	default:
		offset = i%8*m.row + i/8*m.stride + along
	}
	addr := m.start + offset
	return addr ^ (addr>>7-m.base)&(m.row/16-1)<<4
}

// units returns how many pieces of the size of an element, or of a byte, a number of elements are.
func (m *matrix) units(elements int) int { return elements * m.width / (8 * int(m.size)) }

// touch records the accesses to a matrix; false after stopping the launch because it is not in shared memory.
func (p *tileProduct) touch(t *thread, m *matrix, rows, elements int, a access) bool {
	size := int(m.size)
	if p.touchPieces(t, m, rows, elements, a) {
		return true
	}
	for row := range rows {
		for k := range m.units(elements) {
			at := m.at(row, k)
			if t.b.shared.within(at, size) == nil {
				t.b.g.fail(codeBounds, "%s multiplies bytes %s of shared memory, which has %d", t.name(),
					byteRange(int64(at), size), len(t.b.shared.data)).
					Suggest("%s", expected(sharedSpace, at+sharedBase))
				return false
			}
			if at%4 == 0 || size >= 4 { // one element stands for a word
				t.touch(t.b.shared, at&^3, 4, a)
			}
		}
	}
	return true
}

// pieceBytes are the bytes of a matrix that no pattern of banks separates.
const pieceBytes = 16

// touchPieces is touch for a matrix that consists of such pieces, and lies in shared memory; false if it does
// not.
func (p *tileProduct) touchPieces(t *thread, m *matrix, rows, elements int, a access) bool {
	per := pieceBytes / int(m.size)
	along, across := m.units(elements), rows
	if m.scattered {
		along, across = across, along
	}
	place := func(i, j int) uint64 {
		if m.scattered {
			i, j = j, i
		}
		return m.at(i, j)
	}
	shared := t.b.shared
	if along%per != 0 || m.scattered && m.first%per != 0 {
		return false
	}
	for i := range across {
		for j := 0; j < along; j += per {
			at := place(i, j)
			if at%pieceBytes != 0 || shared.within(at, pieceBytes) == nil ||
				place(i, j+per-1) != at+pieceBytes-m.size {
				return false
			}
		}
	}
	for i := range across {
		for j := 0; j < along; j += per {
			t.touch(shared, place(i, j), pieceBytes, a)
		}
	}
	return true
}

// values reads a matrix of so many rows and elements in each.
func (p *tileProduct) values(m *matrix, rows, elements int) [][]float64 {
	data, per := p.w.b.shared.data, 8*int(m.size)/m.width
	all := make([][]float64, rows)
	for row := range all {
		all[row] = make([]float64, elements)
		for k := range m.units(elements) {
			bits := load(data[m.at(row, k):], int(m.size))
			for e := range per {
				all[row][k*per+e] = m.decode(bits >> (e * m.width) & maskOf(m.width))
			}
		}
	}
	return all
}

// registers reads the rows of A that the lanes hold: as in mma.sync, register r has rows 8(r%2) on, and
// columns of half r/2.
func (p *tileProduct) registers() [][]float64 {
	all := make([][]float64, p.rowsOfA)
	for row := range all {
		all[row] = make([]float64, p.storedA())
	}
	size := elementBits(p.typeA)
	per, read := 32/size, elementDecoder(p.typeA)
	for r, register := range p.a {
		for lane, v := range p.w.lanes(register) {
			for e := range per {
				all[lane/4+8*(r&1)][lane%4*per+e+r/2*4*per] = read(v >> (e * size) & maskOf(size))
			}
		}
	}
	return all
}

// compute makes the product take place.
func (p *tileProduct) compute() {
	if p.needless {
		return
	}
	a := p.registersOrMemory()
	if p.sparse != nil {
		a = p.sparse.spread(p, a)
	}
	b := p.values(p.matrix(p.descB, p.typeB, p.majorB, 0), p.rowsOfB, p.k)
	sign := p.signs[0] * p.signs[1]
	for l := range warpSize {
		for i := range p.n / 2 {
			row, column := l/4+8*(i/2%2), i/4*8+l%4*2+i%2
			sum := 0.0
			if p.adds {
				sum = p.initial(l, i)
			}
			for k := range p.k {
				sum += sign * a[row][k] * b[column][k]
			}
			p.set(l, i, sum)
		}
	}
}

func (p *tileProduct) registersOrMemory() [][]float64 {
	if p.a != nil {
		return p.registers()
	}
	return p.values(p.matrix(p.descA, p.typeA, p.majorA, p.w.number%warpgroupWarps*p.rowsOfA), p.rowsOfA,
		p.storedA())
}

// initial returns element i of D in a lane.
func (p *tileProduct) initial(l, i int) float64 {
	switch p.sum {
	case "f16":
		return decode(ir.F16, p.w.lanes(p.d[i/2])[l]>>(16*(i%2))&0xffff)
	case "s32":
		return float64(signed(p.w.lanes(p.d[i])[l], 32))
	}
	return decode(ir.F32, p.w.lanes(p.d[i])[l])
}

// set rounds an element of D. Integers wrap around, or stay within their range.
func (p *tileProduct) set(l, i int, sum float64) {
	switch p.sum {
	case "f16":
		lanes, shift := p.w.lanes(p.d[i/2]), 16*(i%2)
		lanes[l] = lanes[l]&^(0xffff<<shift) | encode(ir.F16, sum)<<shift
	case "s32":
		if p.saturates {
			sum = max(-1<<31, min(1<<31-1, sum))
		}
		p.w.lanes(p.d[i])[l] = uint64(int64(sum)) & maskOf(32)
	default:
		p.w.lanes(p.d[i])[l] = encode(ir.F32, sum)
	}
}
