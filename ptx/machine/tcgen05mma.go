package machine

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds tcgen05.mma: PTX ISA, "tcgen05.mma". One thread issues D = A * B + D, or A * B. D lies in
// tensor memory, A there or in shared memory, B in shared memory. A row of A, and a column of B, is 32 bytes.

// tensorProduct is the data of an instruction.
type tensorProduct struct {
	kind             string
	scale            int // scale factors of a row, 0 for none
	stationary       bool
	d, a             tensorAddress
	inTensor         bool // A is in tensor memory
	descA, descB     int32
	descriptor, adds int32
	scaleA, scaleB   tensorAddress
	masks            []int32 // of rows that are not written
	shift            int     // D is divided by 2 to the power of this
}

const tensorRow = 32 // bytes

// tensorKinds gives, by kind, the types by the numbers that an instruction descriptor has for them.
var tensorKinds = map[string]map[uint32]ptx.Type{
	"f16":      {0: "f16", 1: "bf16"},
	"tf32":     {2: "tf32"},
	"i8":       {0: "u8", 1: "s8"},
	"f8f6f4":   {0: "e4m3", 1: "e5m2", 3: "e2m3", 4: "e3m2", 5: "e2m1"},
	"mxf8f6f4": {0: "e4m3", 1: "e5m2", 3: "e2m3", 4: "e3m2", 5: "e2m1"},
	"mxf4":     {1: "e2m1"},
	"mxf4nvf4": {1: "e2m1"},
}

// multiplyTensor decodes tcgen05.mma.
func (c *compiler) multiplyTensor(in *ptx.Instruction) bool {
	x := &tensorProduct{stationary: in.Has("ws"), kind: strings.TrimPrefix(kindOf(in), "kind::")}
	if tensorKinds[x.kind] == nil || in.Has("sp") || in.Has("ashift") || len(in.Operands) < 5 {
		return false
	}
	x.d = c.tensorAddress(in.Operands[0])
	if _, x.inTensor = in.Operands[1].(*ptx.Address); x.inTensor {
		x.a = c.tensorAddress(in.Operands[1])
	} else {
		x.descA = c.source(in.Operands[1], "b64")
	}
	x.descB, x.descriptor = c.source(in.Operands[2], "b64"), c.source(in.Operands[3], "b32")
	rest := in.Operands[4:]
	if in.Has("block_scale") {
		if x.scale = scalesOf(in, x.kind); x.scale == 0 || len(rest) != 3 {
			return false
		}
		x.scaleA, x.scaleB = c.tensorAddress(rest[0]), c.tensorAddress(rest[1])
		rest = rest[2:]
	} else if strings.HasPrefix(x.kind, "mx") {
		return false
	}
	if v, ok := rest[0].(*ptx.Vector); ok && len(v.Elements) == 4 && len(rest) > 1 {
		for _, e := range v.Elements {
			x.masks = append(x.masks, c.source(e, "b32"))
		}
		rest = rest[1:]
	}
	x.adds = c.source(rest[0], "pred")
	if len(rest) == 2 && !x.stationary && (x.kind == "f16" || x.kind == "tf32") {
		n, ok := rest[1].(*ptx.Immediate)
		if !ok || n.Kind != ptx.Integer || n.Bits > 15 {
			c.bad(rest[1], "D is divided by a power of two from 0 to 15, a constant")
			return true
		}
		x.shift = int(n.Bits)
	} else if len(rest) != 1 {
		return false
	}
	return c.perLane(x.run)
}

func kindOf(in *ptx.Instruction) string {
	for _, m := range in.Modifiers {
		if strings.HasPrefix(m, "kind::") {
			return m
		}
	}
	return ""
}

// scalesOf returns how many scale factors a row has, 0 for a form that there is not.
func scalesOf(in *ptx.Instruction, kind string) int {
	words := map[string]map[string]int{
		"mxf8f6f4": {"": 1, "scale_vec::1X": 1, "block32": 1},
		"mxf4":     {"": 2, "scale_vec::2X": 2, "block32": 2},
		"mxf4nvf4": {"scale_vec::2X": 2, "block32": 2, "scale_vec::4X": 4, "block16": 4},
	}
	return words[kind][oneOf(in, "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32")]
}

// tensorShape is what an instruction descriptor says: PTX ISA, "Instruction Descriptor".
type tensorShape struct {
	m, n                     int
	typeA, typeB, sum        ptx.Type
	sign                     float64
	majorA, majorB, saturate bool
	unsignedScale            bool // scale factors are ue4m3, else ue8m0
	firstA, firstB           int  // byte of the first scale factor
}

// shape reads a descriptor; what is wrong with it is "" if nothing is.
func (x *tensorProduct) shape(d uint32) (s tensorShape, wrong string) {
	types := tensorKinds[x.kind]
	field := func(bit, n int) uint32 { return d >> bit & (1<<n - 1) }
	s = tensorShape{m: int(field(24, 5)) * 16, n: int(field(17, 6)) * 8, typeA: types[field(7, 3)],
		typeB: types[field(10, 3)], sign: 1, majorA: field(15, 1) == 1, majorB: field(16, 1) == 1, sum: "f32"}
	if field(13, 1) != field(14, 1) {
		s.sign = -1
	}
	reserved := uint32(1<<6 | 1<<29)
	switch {
	case x.scale > 0:
		s.firstA, s.firstB = int(field(29, 2)), int(field(4, 2))
		s.unsignedScale = field(23, 1) == 0
		reserved = 1<<6 | 1<<3 | 1<<31
		if s.unsignedScale && x.kind != "mxf4nvf4" {
			return s, "scale factors of this kind are ue8m0, so bit 23 is 1"
		}
		if s.firstA%x.scale != 0 || s.firstB%x.scale != 0 {
			return s,
				"the byte of the first scale factor, in bits 4 to 5 or 29 to 30, is a multiple of their " +
					"number"
		}
	default:
		reserved |= 1 << 23
		sums := map[string]map[uint32]ptx.Type{"f16": {0: "f16", 1: "f32"}, "tf32": {1: "f32"},
			"f8f6f4": {0: "f16", 1: "f32"},
			"i8":     {2: "s32"}}
		s.sum = sums[x.kind][field(4, 2)]
		s.saturate = field(3, 1) == 1
		if s.saturate && x.kind != "i8" {
			return s, "only sums of integers saturate, by bit 3"
		}
	}
	switch {
	case d&reserved != 0:
		return s, "bits that are reserved are set"
	case field(2, 1) == 1:
		return s, "bit 2 is for sparse products"
	case s.typeA == "" || s.typeB == "":
		return s, "the types of A and B in bits 7 to 12 are none of this kind"
	case s.sum == "":
		return s, "the type of D in bits 4 to 5 is none of this kind"
	case (s.majorA || s.majorB) && (s.typeA.Bits() < 8 || s.typeB.Bits() < 8):
		return s, "elements of less than 8 bits lie along k, so bits 15 and 16 are 0"
	case x.kind == "i8" && s.sign < 0:
		return s, "integers have no sign in bits 13 and 14"
	}
	return s, x.extents(s)
}

// extents says what is wrong with M and N.
func (x *tensorProduct) extents(s tensorShape) string {
	step := 8
	if s.m == 128 && x.scale == 0 {
		step = 16
	}
	switch {
	case x.stationary:
		if s.m != 32 && s.m != 64 && s.m != 128 || s.n != 64 && s.n != 128 && s.n != 256 {
			return "M is 32, 64 or 128, and N 64, 128 or 256 with .ws"
		}
	case s.m != 128 && (s.m != 64 || x.scale > 0):
		return "M, in bits 24 to 28, is 64 or 128 for one block, and 128 with scale factors"
	case s.n == 0 || s.n > 256 || s.n%step != 0,
		x.kind == "i8" && s.n%16 != 0 && s.n != 8 && s.n != 24:
		return "N, in bits 17 to 22, is a multiple of 8 for M = 64 and of 16 for M = 128, from there to 256"
	}
	return ""
}

// elements returns the bits of an element, and how many of its row of 32 bytes there are.
func (x *tensorProduct) elements(t ptx.Type) (bits, n int) {
	bits = elementBits(t)
	switch {
	case strings.HasPrefix(x.kind, "mxf4"):
		return 4, 64
	case bits < 8:
		return bits, 32 // 16 of them in 16 bytes, with the rest empty
	}
	return bits, 8 * tensorRow / bits
}

// cell returns the lane and the column, from the address on, of an element of D: PTX ISA, "Data Path Layout
// Organization".
func (x *tensorProduct) cell(s *tensorShape, row, column int) (lane, at int) {
	switch {
	case s.m == 64 && !x.stationary: // 16 rows in each 32 lanes
		return row/16*32 + row%16, column
	case s.m < 128: // the columns are parted among the lanes
		per := s.n * s.m / 128
		return row + column/per*s.m, column % per
	}
	return row, column
}

// run issues a product.
func (x *tensorProduct) run(w *warp, l int) {
	g, t := w.b.g, w.threads[l]
	s, wrong := x.shape(uint32(w.lanes(x.descriptor)[l]))
	if wrong != "" {
		g.fail(codeTensorDescriptor, "the instruction descriptor %#x of %s is none of .kind::%s: %s",
			uint32(w.lanes(x.descriptor)[l]), t.name(), x.kind, wrong)
		return
	}
	p := &issuedProduct{tensorProduct: x, tensorShape: s, t: t, adds: w.lanes(x.adds)[l]&1 == 1}
	p.lane, p.first = x.d.of(w, l)
	for _, r := range x.masks {
		p.masks = append(p.masks, uint32(w.lanes(r)[l]))
	}
	if !p.operands(w, l) || !p.places(w, l) {
		return
	}
	needless := g.sliced && g.k.tensorNeedless
	t.issueTensor(func() {
		if !needless {
			p.compute()
		}
	})
}

// issuedProduct is a product that a thread has issued.
type issuedProduct struct {
	*tensorProduct
	tensorShape
	t                  *thread
	adds               bool
	lane, first        int // of D
	laneA, columnA     int
	columnSA, columnSB int
	matrixA, matrixB   *matrix
	masks              []uint32
}

// operands reads the descriptors of shared memory, and records what the product reads there.
func (p *issuedProduct) operands(w *warp, l int) bool {
	side := func(descriptor uint64, t ptx.Type, major bool, rows int) *matrix {
		size := 1
		if major {
			size = elementBits(t) / 8
		}
		m := p.t.tensorMatrix(descriptor, size, major)
		if m == nil || !p.t.touchTensor(m, rows, tensorRow/size) {
			return nil
		}
		return m
	}
	if !p.inTensor {
		if p.matrixA = side(w.lanes(p.descA)[l], p.typeA, p.majorA, p.m); p.matrixA == nil {
			return false
		}
	}
	p.matrixB = side(w.lanes(p.descB)[l], p.typeB, p.majorB, p.n)
	return p.matrixB != nil
}

// places records what the product accesses in tensor memory.
func (p *issuedProduct) places(w *warp, l int) bool {
	g, b := w.b.g, w.b
	one := []*thread{p.t}
	record := func(place tensorPlace, writes bool) bool {
		what := "reads"
		if writes {
			what = "writes"
		}
		if !p.t.reachesTensor(place, what) {
			return false
		}
		b.accessTensor(one, w.newTensorOp(p.t, place, writes, true, 0))
		return true
	}
	if p.inTensor {
		bits, _ := p.elements(p.typeA)
		if bits < 8 && p.kind != "mxf4" && p.kind != "mxf4nvf4" || p.stationary && p.m < 128 {
			g.halt("a product of this shape with A in tensor memory is not executed")
			return false
		}
		p.laneA, p.columnA = p.a.of(w, l)
		if !record(tensorPlace{0xff, p.columnA, p.columnA + tensorRow/4}, false) {
			return false
		}
	}
	if p.scale > 0 {
		_, p.columnSA = p.scaleA.of(w, l)
		_, p.columnSB = p.scaleB.of(w, l)
		if !record(tensorPlace{0xff, p.columnSA, p.columnSA + p.m/32}, false) ||
			!record(tensorPlace{0xff, p.columnSB, p.columnSB + (p.n+31)/32}, false) {
			return false
		}
	}
	columns := p.n
	groups := uint8(0xff)
	switch {
	case p.m == 64 && !p.stationary:
		groups = 0x55 << (p.lane / groupLanes & 1)
	case p.m < 128:
		columns = p.n * p.m / 128
	}
	if most := map[bool]int{true: 16, false: 0}[groups != 0xff]; p.lane%groupLanes != 0 || p.lane > most {
		g.fail(codeTensorPlace, "%s lets D begin at lane %d of tensor memory; %d rows begin at lane 0%s",
			p.t.name(),
			p.lane, p.m, map[bool]string{true: " or 16"}[most > 0])
		return false
	}
	if !record(tensorPlace{groups, p.first, p.first + columns}, true) {
		return false
	}
	p.touchSum()
	return true
}

// touchSum warns of a sum to which a product adds and which nothing has written, and notes that it is
// written.
func (p *issuedProduct) touchSum() {
	m, unwritten := &p.t.b.tensor, -1
	for row := range p.m {
		if p.isMasked(row) {
			continue
		}
		for column := range p.n {
			lane, at := p.cell(&p.tensorShape, row, column)
			if p.adds && !m.isWritten(p.lane+lane, p.first+at) {
				unwritten = p.first + at
			}
			m.mark(p.lane+lane, p.first+at)
		}
	}
	if unwritten >= 0 {
		p.t.b.g.found.tensorUnwritten(p.t, unwritten)
	}
}

// isMasked reports whether a row of D is not written.
func (p *issuedProduct) isMasked(row int) bool {
	lane, _ := p.cell(&p.tensorShape, row, 0)
	return len(p.masks) > 0 && p.masks[lane/32]>>(lane%32)&1 == 1
}

// compute makes the product take place.
func (p *issuedProduct) compute() {
	a, b := p.values(p.matrixA, p.typeA, p.m), p.values(p.matrixB, p.typeB, p.n)
	m := &p.t.b.tensor
	for row := range p.m {
		if p.isMasked(row) {
			continue
		}
		scales := p.scalesOfRow(row)
		for column := range p.n {
			lane, at := p.cell(&p.tensorShape, row, column)
			lane, at = lane+p.lane, at+p.first
			sum := 0.0
			if p.adds {
				sum = p.initial(m.load(lane, at))
			}
			sum += p.dot(a[row], b[column], scales, row, column)
			m.store(lane, at, p.final(sum))
		}
	}
}

// dot multiplies a row by a column, with their scale factors.
func (p *issuedProduct) dot(a, b, scales []float64, row, column int) float64 {
	sum := 0.0
	if p.scale == 0 {
		for k, v := range a {
			sum += v * b[k]
		}
		return p.sign * sum
	}
	per := len(a) / p.scale
	for i, scale := range scales {
		part := 0.0
		for k := i * per; k < (i+1)*per; k++ {
			part += a[k] * b[k]
		}
		sum += part * scale * p.scaleFactor(p.columnSB, column, p.firstB+i, row/32)
	}
	return p.sign * sum
}

// scalesOfRow returns the scale factors of a row of A.
func (p *issuedProduct) scalesOfRow(row int) []float64 {
	var all []float64
	for i := range p.scale {
		all = append(all, p.scaleFactor(p.columnSA, row, p.firstA+i, row/32))
	}
	return all
}

// scaleFactor returns a scale factor: PTX ISA, "Layout of Scale Factors". Those of row i are bytes of the
// word in lane i%32 and column i/32; each 32 lanes of D take their own copy.
func (p *issuedProduct) scaleFactor(first, i, place, part int) float64 {
	v := uint64(p.t.b.tensor.load(32*part+i%32, first+i/32) >> (8 * place) & 0xff)
	if p.unsignedScale {
		return decode(ir.F8E4M3FN, v&0x7f)
	}
	return decode(ir.F8E8M0FNU, v)
}

// values returns rows of A, or columns of B.
func (p *issuedProduct) values(m *matrix, t ptx.Type, rows int) [][]float64 {
	bits, n := p.elements(t)
	read := tensorDecoder(t)
	all := make([][]float64, rows)
	var bytes [tensorRow + 8]byte
	for row := range all {
		all[row] = make([]float64, n)
		if m != nil && m.scattered {
			for k := range all[row] {
				all[row][k] = read(load(p.t.b.shared.data[m.at(row, k):], bits/8))
			}
			continue
		}
		p.row(m, row, bytes[:tensorRow])
		for k := range all[row] {
			at := k * bits
			if bits < 8 && n == 32 { // 16 elements begin in each 16 bytes
				at = k/16*128 + k%16*bits
			}
			all[row][k] = read(load(bytes[at/8:], 8) >> (at % 8) & maskOf(bits))
		}
	}
	return all
}

// row reads the 32 bytes of a row, of shared memory or, without a matrix, of A in tensor memory.
func (p *issuedProduct) row(m *matrix, row int, to []byte) {
	for b := 0; b < tensorRow; b += 4 {
		if m != nil {
			copy(to[b:b+4], p.t.b.shared.data[m.at(row, b):])
			continue
		}
		lane, _ := p.cell(&p.tensorShape, row, 0)
		store(to[b:], 4, uint64(p.t.b.tensor.load(p.laneA+lane, p.columnA+b/4)))
	}
}

// tensorDecoder returns the function that reads an element.
func tensorDecoder(t ptx.Type) func(bits uint64) float64 {
	kinds := map[ptx.Type]ir.FloatKind{"e2m3": ir.F6E2M3FN, "e3m2": ir.F6E3M2FN, "e2m1": ir.F4E2M1FN}
	if kind, ok := kinds[t]; ok {
		return func(v uint64) float64 { return decode(kind, v) }
	}
	return elementDecoder(t)
}

// initial returns an element of D; one of 16 bits stands in the lower half of its cell.
func (p *issuedProduct) initial(v uint32) float64 {
	value := 0.0
	switch p.sum {
	case "f16":
		value = decode(ir.F16, uint64(v&0xffff))
	case "s32":
		return float64(int32(v))
	default:
		value = decode(ir.F32, uint64(v))
	}
	return value / float64(uint64(1)<<p.shift)
}

// final rounds an element of D.
func (p *issuedProduct) final(sum float64) uint32 {
	switch p.sum {
	case "f16":
		return uint32(encode(ir.F16, sum))
	case "s32":
		if p.saturate {
			sum = max(-1<<31, min(1<<31-1, sum))
		}
		return uint32(int64(sum))
	}
	return uint32(encode(ir.F32, sum))
}

// tensorMatrix reads a descriptor of shared memory: PTX ISA, "Shared Memory Descriptor". Elements have so
// many bytes; nil after stopping the launch if the descriptor is none.
func (t *thread) tensorMatrix(descriptor uint64, size int, scattered bool) *matrix {
	field := func(bit int) uint64 { return descriptor >> bit & (1<<14 - 1) * 16 }
	mode := descriptor >> 61
	row := map[uint64]uint64{0: 16, 1: 128, 2: 128, 4: 64, 6: 32}[mode]
	wrong := ""
	switch {
	case row == 0:
		wrong = "bits 61 to 63 are 0, 1, 2, 4 or 6"
	case descriptor>>46&7 != 1:
		wrong = "bits 46 to 48 are 1"
	case descriptor>>53&0xff != 0:
		wrong = "bits 53 to 60 are 0"
	case mode == 1 && !scattered:
		wrong = "a pattern with pieces of 32 bytes is for matrices whose rows lie along M or N"
	}
	if wrong != "" {
		t.b.g.fail(codeTensorDescriptor, "the descriptor %#x of %s is none of shared memory: %s", descriptor,
			t.name(), wrong)
		return nil
	}
	if descriptor>>52&1 == 1 {
		t.b.g.halt("a descriptor with an absolute address in its bits 16 to 29 is not executed")
		return nil
	}
	return &matrix{start: field(0) - sharedBase, lead: field(16), stride: field(32), row: row,
		size:  uint64(size),
		width: 8 * size, base: descriptor >> 49 & 7, scattered: scattered, wide: mode == 1}
}

// touchTensor records what a product or copy reads in shared memory; false after stopping the launch.
func (t *thread) touchTensor(m *matrix, rows, elements int) bool {
	a := access{queue: onTensor, number: t.tensorOf().issued}
	size := int(m.size)
	for row := range rows {
		for k := range elements {
			at := m.at(row, k)
			if t.b.shared.within(at, size) == nil {
				t.b.g.fail(codeBounds, "%s multiplies or copies bytes %s of shared memory, which has %d",
					t.name(),
					byteRange(int64(at), size), len(t.b.shared.data))
				return false
			}
			if at%4 == 0 || size >= 4 { // one element stands for a word
				t.touch(t.b.shared, at&^3, 4, a)
			}
		}
	}
	return true
}

// tensorUnwritten warns of a read of cells that nothing has written.
func (f *findings) tensorUnwritten(t *thread, column int) {
	g := t.b.g
	if f.isNew(codeUninitialized, g.site, g.site) {
		f.list.Add(diag.Warningf(codeUninitialized, g.here(),
			"%s reads column %d of tensor memory, which nothing has written", t.name(), column))
	}
}
