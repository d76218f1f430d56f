package machine

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
)

// This file says which bytes a copy of a box moves: PTX ISA, "Tiled Mode", "im2col mode", "Interleave layout"
// and "Swizzling Modes". A box is a list of rows, one behind the other in shared memory before swizzling.
// What lies outside of the tensor is filled, and not stored; its bytes count all the same.

// piece is what a row, or a part of it, is in global memory.
type piece struct {
	in   int    // its first byte in the box
	at   uint64 // in the memory of the tensor
	size int    // bytes there
}

// tile is a copy of a box.
type tile struct {
	m        *tensorMap
	place    mapPlace // of the map
	e        *element
	shared   *memory
	at       uint64 // of the box in shared memory
	size     int    // bytes of the box
	global   *memory
	pieces   []piece
	toShared bool
	update   func(old, v uint64) uint64 // of a reduction
}

// coordinates are what a copy says of its place.
type coordinates struct {
	at      [maxRank]int64
	offsets [maxRank - 2]int64
	rows    []int64 // of tile::gather4 and tile::scatter4
}

// boxBytes returns the bytes of a box in shared memory; rows is 4 for copies of four rows, else 0.
func (m *tensorMap) boxBytes(rows int) int {
	e := m.element()
	switch {
	case m.Im2col:
		return m.rowBytes(e) * int(m.Pixels)
	case rows > 0:
		return m.rowBytes(e) * rows
	}
	n := m.rowBytes(e)
	for d := 1; d < int(m.Rank); d++ {
		n *= m.count(d)
	}
	return n
}

// count returns how many elements of a box are copied along a dimension.
func (m *tensorMap) count(d int) int {
	step := max(int(m.Steps[d]), 1)
	if d == 0 && m.Interleave == 0 {
		step = 1
	}
	return (int(m.Box[d]) + step - 1) / step
}

// columns returns how many units of elements a row has.
func (m *tensorMap) columns(e *element) int {
	if m.Im2col {
		return int(m.Channels) / e.per
	}
	return m.count(0) / e.per
}

// rowBytes returns the bytes of a row in shared memory. A row of an interleaved tensor is a slice.
func (m *tensorMap) rowBytes(e *element) int {
	if m.Interleave != 0 {
		return 16 * int(m.Interleave)
	}
	return m.columns(e) * e.shared
}

// findPieces finds the pieces of a box.
func (x *tile) findPieces(c *coordinates) {
	m := x.m
	in, row := 0, m.rowBytes(x.e)
	add := func(at *[maxRank]int64) {
		x.row(in, at)
		in += row
	}
	switch {
	case m.Im2col:
		m.pixels(c, add)
	case c.rows != nil:
		for _, r := range c.rows {
			add(&[maxRank]int64{c.at[0], r})
		}
	default:
		m.rows(c, add)
	}
}

// rows visits the rows of a box of the tiled mode, the second dimension fastest.
func (m *tensorMap) rows(c *coordinates, visit func(at *[maxRank]int64)) {
	var n [maxRank]int
	rank := int(m.Rank)
	for {
		at := c.at
		for d := 1; d < rank; d++ {
			at[d] += int64(n[d]) * int64(max(m.Steps[d], 1))
		}
		visit(&at)
		d := 1
		for d < rank {
			if n[d]++; n[d] < m.count(d) {
				break
			}
			n[d] = 0
			d++
		}
		if d >= rank {
			return
		}
	}
}

// pixels visits the rows of a box of the im2col mode: pixels from the base of the filter on, which stays
// between the corners, and goes on with the next image behind the last one.
func (m *tensorMap) pixels(c *coordinates, visit func(at *[maxRank]int64)) {
	base, images := c.at, int(m.Rank)-2
	for range m.Pixels {
		at := base
		for d := range images {
			at[d+1] += c.offsets[d]
		}
		visit(&at)
		d := 0
		for d < images {
			if base[d+1] += int64(max(m.Steps[d+1], 1)); base[d+1] <= m.last(d) {
				break
			}
			base[d+1] = int64(m.Lower[d])
			d++
		}
		if d == images {
			base[m.Rank-1]++
		}
	}
}

// row adds what of a row lies in the tensor.
func (x *tile) row(in int, at *[maxRank]int64) {
	m, e := x.m, x.e
	start := uint64(0)
	for d := 1; d < int(m.Rank); d++ {
		if at[d] < 0 || at[d] >= int64(m.Dims[d]) {
			return
		}
		start += uint64(at[d]) * m.Strides[d-1]
	}
	first, step := at[0]/int64(e.per), int64(1)
	if m.Interleave != 0 {
		step = int64(max(m.Steps[0], 1))
	}
	width, columns := (int64(m.Dims[0])+int64(e.per)-1)/int64(e.per), int64(m.columns(e))
	if step == 1 && !e.isPadded() {
		lo, hi := max(-first, 0), min(columns, width-first)
		if lo < hi {
			size := int64(e.global)
			x.add(piece{in + int(lo*size), start + uint64((first+lo)*size), int((hi - lo) * size)})
		}
		return
	}
	for i := int64(0); i < columns; i++ {
		col := first + i*step
		if col < 0 || col >= width {
			continue
		}
		x.add(piece{in + int(i)*e.shared, start + uint64(col)*uint64(e.global), e.global})
	}
}

// add adds a piece, to the one before if it lies behind that.
func (x *tile) add(p piece) {
	if n := len(x.pieces); n > 0 && !x.e.isPadded() {
		if q := &x.pieces[n-1]; q.in+q.size == p.in && q.at+uint64(q.size) == p.at {
			q.size += p.size
			return
		}
	}
	x.pieces = append(x.pieces, p)
}

// swizzled returns the address in shared memory at which a byte lies, by the one without swizzling. The
// pattern is one of addresses: it repeats at multiples of 256, 512 or 1024 bytes, wherever the box begins.
func (m *tensorMap) swizzled(addr uint64) uint64 {
	line := addr >> 7
	switch {
	case m.Swizzle == 1 || m.Swizzle == 4: // 32 and 96 bytes
		return addr ^ line&1<<4
	case m.Swizzle == 2:
		return addr ^ line&3<<4
	case m.Swizzle != 3:
		return addr
	}
	switch m.Atom {
	case 0:
		return addr ^ line&7<<4
	case 1:
		return addr ^ line&3<<5
	case 2:
		return addr ^ line&3<<5 ^ line&1<<3
	}
	return addr ^ line&1<<6
}

// swizzleUnit is the bytes that no swizzle separates.
const swizzleUnit = 8

// each visits the bytes of a part of the box in runs that lie together in shared memory, with how far they
// are from the beginning of the part.
func (x *tile) each(in, size int, visit func(at uint64, from, n int)) {
	if x.m.Swizzle == 0 {
		visit(x.at+uint64(in), 0, size)
		return
	}
	for from := 0; from < size; {
		at := x.at + uint64(in+from)
		n := min(swizzleUnit-int(at%swizzleUnit), size-from)
		visit(x.m.swizzled(at+sharedBase)-sharedBase, from, n)
		from += n
	}
}

// land makes the copy take place.
func (x *tile) land() {
	if x.toShared {
		x.fill()
	}
	for _, p := range x.pieces {
		if x.toShared {
			x.load(p)
		} else {
			x.store(p)
		}
	}
}

// fill writes what lies outside of the tensor to the whole box.
func (x *tile) fill() {
	unit := make([]byte, x.e.shared)
	if x.m.Fill == 1 {
		kind := map[int]ir.FloatKind{2: ir.F16, 4: ir.F32, 8: ir.F64}[x.e.shared]
		store(unit, x.e.shared, canonicalNaN(kind))
	}
	for at := 0; at+x.e.shared <= x.size; at += x.e.shared {
		x.put(at, unit)
	}
}

// put writes bytes of the box.
func (x *tile) put(in int, data []byte) {
	x.each(in, len(data), func(at uint64, from, n int) {
		if at+uint64(n) <= uint64(len(x.shared.data)) {
			copy(x.shared.data[at:at+uint64(n)], data[from:])
		}
	})
}

// load copies a piece to shared memory.
func (x *tile) load(p piece) {
	data := x.global.within(p.at, p.size)
	if data == nil {
		return // reported when it was issued
	}
	switch x.e.name {
	case "f32.ftz", "tf32", "tf32.ftz":
		data = append([]byte(nil), data...)
		for i := 0; i+4 <= len(data); i += 4 {
			store(data[i:], 4, x.loaded(load(data[i:], 4)))
		}
	}
	x.put(p.in, data)
}

// loaded returns what a load makes of a float of 32 bits.
func (x *tile) loaded(bits uint64) uint64 {
	if x.e.name != "tf32" {
		bits = flush(bits)
	}
	if x.e.name == "f32.ftz" || bits&0x7f800000 == 0x7f800000 {
		return bits
	}
	const rest = 1<<13 - 1
	return (bits + rest>>1 + bits>>13&1) &^ rest & math.MaxUint32
}

// store copies a piece from shared memory, or reduces with it.
func (x *tile) store(p piece) {
	to := x.global.within(p.at, p.size)
	if to == nil {
		return
	}
	size := p.size
	if x.e.isPadded() {
		size = x.e.shared
	}
	data := make([]byte, size)
	x.each(p.in, size, func(at uint64, from, n int) {
		if at+uint64(n) <= uint64(len(x.shared.data)) {
			copy(data[from:from+n], x.shared.data[at:])
		}
	})
	switch {
	case x.update != nil:
		reduce(to, data, x.e.global, x.update)
	case x.e.name == "b6x16_p32":
		copy(to, packedSixes(data))
	default:
		copy(to, data)
	}
}

// packedSixes returns the lower six bits of each byte, one behind the other: PTX ISA, type .b6p2x16.
func packedSixes(data []byte) []byte {
	out := make([]byte, len(data)*6/8)
	for i, b := range data {
		at := i * 6
		v := uint16(b&0x3f) << (at % 8)
		out[at/8] |= byte(v)
		if v>>8 != 0 {
			out[at/8+1] |= byte(v >> 8)
		}
	}
	return out
}

// reduce combines elements with those of a memory.
func reduce(to, data []byte, size int, update func(old, v uint64) uint64) {
	for i := 0; i+size <= len(to); i += size {
		store(to[i:], size, update(load(to[i:], size), load(data[i:], size)))
	}
}
