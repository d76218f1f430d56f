package machine

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"wmma": decodeWmma}) }

// ---- products whose fragments are opaque ----

// opaque is a matrix of A * B + C in the registers of a warp. Which lane has which elements is not for
// programs to know (PTX ISA, "wmma"), so any order will do. Here the elements of a lane have consecutive
// numbers, those of the next lane the next ones, and the elements of the matrix are numbered in the order of
// its layout, over again where lanes have more. So a fragment that is multiplied with another layout than it
// was loaded with is another matrix. Those of C and D have no layout in products, and are numbered by rows.
type opaque struct {
	rows, columns int
	byColumns     bool // numbered by columns
	element       ptx.Type
	registers     []int32
	perWord       int // elements in a register
}

// wmmaExtents are m, n and k by the names of shapes.
var wmmaExtents = map[string][3]int{
	"m16n16k16": {16, 16, 16}, "m32n8k16": {32, 8, 16}, "m8n32k16": {8, 32, 16}, "m16n16k8": {16, 16, 8},
	"m8n8k4": {8, 8, 4}, "m8n8k32": {8, 8, 32}, "m8n8k128": {8, 8, 128},
}

// wmmaFactors are the types of A's and B's elements by shape, with those of C's.
var wmmaFactors = map[ptx.Type]struct {
	shapes []string
	sums   []ptx.Type
}{
	"f16": {wideShapes, []ptx.Type{"f16", "f32"}}, "bf16": {wideShapes, []ptx.Type{"f32"}},
	"s8": {wideShapes, []ptx.Type{"s32"}}, "u8": {wideShapes, []ptx.Type{"s32"}},
	"tf32": {[]string{"m16n16k8"}, []ptx.Type{"f32"}}, "f64": {[]string{"m8n8k4"}, []ptx.Type{"f64"}},
	"s4": {[]string{"m8n8k32"}, []ptx.Type{"s32"}}, "u4": {[]string{"m8n8k32"}, []ptx.Type{"s32"}},
	"b1": {[]string{"m8n8k128"}, []ptx.Type{"s32"}},
}

var wideShapes = []string{"m16n16k16", "m32n8k16", "m8n32k16"}

// wmmaShape is the modifier that names the shape.
func wmmaShape(in *ptx.Instruction) string {
	return oneOf(in, "m16n16k16", "m32n8k16", "m8n32k16", "m16n16k8", "m8n8k4", "m8n8k32", "m8n8k128")
}

func decodeWmma(c *compiler, in *ptx.Instruction) bool {
	if !in.Has("sync") || !in.Has("aligned") || wmmaShape(in) == "" {
		return false
	}
	switch in.Modifiers[0] {
	case "load":
		return c.wmmaTransfer(in, oneOf(in, "a", "b", "c"), 1, 0)
	case "store":
		return c.wmmaTransfer(in, "d", 0, 1)
	}
	return c.wmmaProduct(in)
}

// opaqueOf describes a matrix: a, b, c or d; nil if no product has such elements there.
func (c *compiler) opaqueOf(in *ptx.Instruction, which string, element ptx.Type, layout string,
	o ptx.Operand) *opaque {
	shape := wmmaShape(in)
	e := wmmaExtents[shape]
	x := &opaque{element: element, byColumns: layout == "col", perWord: 1}
	factor := which == "a" || which == "b"
	if !isWmma(shape, factor, element) ||
		factor && element.Bits() < 8 && layout != map[string]string{"a": "row", "b": "col"}[which] {
		return nil
	}
	switch which {
	case "a":
		x.rows, x.columns = e[0], e[2]
	case "b":
		x.rows, x.columns = e[2], e[1]
	default:
		x.rows, x.columns, x.byColumns = e[0], e[1], false
	}
	if bits := element.Bits(); bits < 32 && element != "tf32" {
		x.perWord = 32 / bits
	}
	n := x.rows * x.columns / warpSize / x.perWord
	if factor && element == "f16" {
		n = 8 // whatever the shape is
	}
	x.registers = c.opaqueRegisters(o, n, x.word(), which == "d" && in.Modifiers[0] == "mma" ||
		in.Modifiers[0] == "load")
	return x
}

// isWmma reports whether a product of a shape has factors, or sums, of a type.
func isWmma(shape string, factor bool, t ptx.Type) bool {
	for f, has := range wmmaFactors {
		if (factor && f == t || !factor && slices.Contains(has.sums, t)) &&
			slices.Contains(has.shapes, shape) {
			return true
		}
	}
	return false
}

// word is the type of a register.
func (x *opaque) word() ptx.Type {
	switch x.element {
	case "f32", "f64", "s32":
		return x.element
	}
	return "b32"
}

// opaqueRegisters returns the registers of a fragment, of which there must be n.
func (c *compiler) opaqueRegisters(o ptx.Operand, n int, word ptx.Type, result bool) []int32 {
	all := elements(o)
	if len(all) != n {
		c.bad(o, "the fragment has %d registers, not %d", n, len(all))
		return nil
	}
	list := make([]int32, n)
	for i, e := range all {
		if c.width(e, word) != word.Bits() {
			c.bad(e, "expected a register of %d bits", word.Bits())
		}
		if result {
			list[i] = c.result(e)
		} else {
			list[i] = c.source(e, word)
		}
	}
	return list
}

// slots calls f for each element that a lane has: its lane, register and position there, and its number in
// the matrix.
func (x *opaque) slots(f func(lane, register, position, number int)) {
	perLane := len(x.registers) * x.perWord
	for lane := range warpSize {
		for i := range perLane {
			f(lane, i/x.perWord, i%x.perWord, (lane*perLane+i)%(x.rows*x.columns))
		}
	}
}

// asWords returns a matrix of words in the place of one of elements of less than 8 bits, of which the words
// hold neighbors in memory.
func (x *opaque) asWords() *opaque {
	w := *x
	if x.byColumns {
		w.rows /= x.perWord
	} else {
		w.columns /= x.perWord
	}
	w.element, w.perWord = "b32", 1
	return &w
}

// size is how many bytes an element has in memory, where it has a byte at least.
func (x *opaque) size() int {
	if x.element == "tf32" {
		return 4
	}
	return x.element.Bits() / 8
}

// width is how many bits an element has in a register.
func (x *opaque) width() int { return max(8*x.size(), x.element.Bits()) }

// ---- loads and stores ----

// wmmaTransfer is the data of a load or a store of a fragment.
type wmmaTransfer struct {
	*opaque
	where location
	// register with the distance of rows, or of columns, in elements; -1 if they follow each other
	stride    int32
	share     uint64 // how many elements are moved as one
	inColumns bool   // the matrix lies in memory by columns
	stores    bool
}

func (c *compiler) wmmaTransfer(in *ptx.Instruction, which string, address, data int) bool {
	ts, layout := in.Types(), oneOf(in, "row", "col")
	if len(in.Operands) < 2 || len(ts) != 1 || layout == "" {
		return false
	}
	m := c.opaqueOf(in, which, ts[0], layout, in.Operands[data])
	if m == nil {
		return false
	}
	x := &wmmaTransfer{opaque: m, where: c.address(in.Operands[address], spaceOf(in)), stride: -1, share: 1,
		inColumns: layout == "col", stores: which == "d"}
	if ts[0].Bits() < 8 {
		x.share, x.opaque = uint64(m.perWord), m.asWords()
	}
	if len(in.Operands) == 3 {
		x.stride = c.source(in.Operands[2], "u32")
	}
	return c.emitPlain(x.run)
}

// The address of a matrix is a multiple of so many bytes, and so is the distance of its rows: CUDA C++
// Programming Guide, "Warp Matrix Functions".
const (
	wmmaAlignment = 32
	wmmaPitch     = 16
)

func (x *wmmaTransfer) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	base, stride, ok := x.same(w)
	if !ok {
		return
	}
	size := x.size()
	if _, m, at := w.reach(0, x.where.space, base, size, "accesses"); m == nil {
		return
	} else if at%wmmaAlignment != 0 || stride*uint64(size)%wmmaPitch != 0 {
		w.b.g.fail(codeMisaligned,
			"a matrix at byte %d of %s has rows that are %d bytes apart: its address has to be a multiple "+
				"of %d, and the "+
				"distance of its rows one of %d", at, m.name, stride*uint64(size), wmmaAlignment, wmmaPitch)
		return
	}
	x.slots(func(lane, register, position, number int) {
		if w.b.g.stopped() {
			return
		}
		x.move(w, lane, x.registers[register], position, base+uint64(size)*x.distance(number, stride))
	})
}

// same returns the address and the distance of the rows, which all lanes must agree on.
func (x *wmmaTransfer) same(w *warp) (base, stride uint64, ok bool) {
	of := func(l int) (uint64, uint64) {
		if x.stride < 0 {
			return x.where.of(w, l), uint64(x.minor())
		}
		return x.where.of(w, l), w.lanes(x.stride)[l] & maskOf(32) / x.share
	}
	base, stride = of(0)
	for l := 1; l < warpSize; l++ {
		if b, s := of(l); b != base || s != stride {
			w.b.g.fail(codeDivergent, "the threads of a warp access a matrix at different places: %s and %s",
				w.threads[0].name(), w.threads[l].name())
			return 0, 0, false
		}
	}
	return base, stride, true
}

// minor is the number of elements that follow each other in memory.
func (x *wmmaTransfer) minor() int {
	if x.inColumns {
		return x.rows
	}
	return x.columns
}

// distance returns how many elements lie between the beginning of the matrix and the element of a number.
func (x *wmmaTransfer) distance(number int, stride uint64) uint64 {
	row, column := x.position(number)
	if x.inColumns {
		row, column = column, row
	}
	return uint64(row)*stride + uint64(column)
}

// position returns the row and the column of an element by its number.
func (x *opaque) position(number int) (row, column int) {
	if x.byColumns {
		return number % x.rows, number / x.rows
	}
	return number / x.columns, number % x.columns
}

// move moves one element of a lane.
func (x *wmmaTransfer) move(w *warp, lane int, register int32, position int, addr uint64) {
	size, shift := x.size(), position*x.width()
	what, k := "reads", kind(0)
	if x.stores {
		what, k = "writes", writes
	}
	data, m, at := w.reach(lane, x.where.space, addr, size, what)
	if data == nil {
		return
	}
	w.threads[lane].touch(m, at, size, plainAccess(k))
	word := &w.lanes(register)[lane]
	if x.stores {
		w.own = false
		w.put(data, size, *word>>shift&maskOf(8*size))
		return
	}
	w.sees(lane, m, at, data, false)
	if position == 0 {
		*word = 0
	}
	*word |= load(data, size) << shift
}

// ---- products ----

// wmma is the data of a product D = A * B + C.
type wmma struct {
	a, b, c, d *opaque
	saturates  bool
	rounds     *round // of f64, each product with its sum; nil for the nearest
	combine    func(a, b float64) float64
}

func (c *compiler) wmmaProduct(in *ptx.Instruction) bool {
	ts := in.Types()
	if len(in.Operands) != 4 || len(in.Modifiers) < 6 {
		return false
	}
	at := slices.Index(in.Modifiers, "aligned") + 1
	if at+2 > len(in.Modifiers) {
		return false
	}
	layoutA, layoutB := in.Modifiers[at], in.Modifiers[at+1]
	var factor, result, sum ptx.Type
	switch len(ts) {
	case 2:
		factor, result, sum = "f16", ts[0], ts[1]
	case 4:
		factor, result, sum = ts[1], ts[0], ts[3]
	}
	if !isWmma(wmmaShape(in), true, factor) || len(ts) == 4 && ts[1] != ts[2] ||
		!slices.Contains(wmmaFactors[factor].sums, sum) ||
		!slices.Contains(wmmaFactors[factor].sums, result) {
		return false
	}
	combine := func(a, b float64) float64 { return a * b }
	switch {
	case factor != "b1":
	case !in.Has("popc") || in.Has("xor") == in.Has("and"):
		return false
	case in.Has("xor"):
		combine = func(a, b float64) float64 { return math.Abs(a - b) }
	}
	x := &wmma{saturates: in.Has("satfinite"), combine: combine,
		a: c.opaqueOf(in, "a", factor, layoutA, in.Operands[1]),
		b: c.opaqueOf(in, "b", factor, layoutB, in.Operands[2]),
		c: c.opaqueOf(in, "c", sum, "row", in.Operands[3]),
		d: c.opaqueOf(in, "d", result, "row", in.Operands[0]),
	}
	if oneOf(in, "rz", "rm", "rp") != "" {
		if factor != "f64" {
			return false
		}
		r := roundOf(in, ir.F64)
		x.rounds = &r
	}
	return x.a != nil && x.b != nil && x.c != nil && x.d != nil && c.emitPlain(x.run)
}

// values returns the elements of a matrix by rows.
func (x *opaque) values(w *warp) []float64 {
	list := make([]float64, x.rows*x.columns)
	x.slots(func(lane, register, position, number int) {
		row, column := x.position(number)
		bits := w.lanes(x.registers[register])[lane] >> (position * x.width()) & maskOf(x.width())
		list[row*x.columns+column] = x.decode(bits)
	})
	return list
}

func (x *opaque) decode(bits uint64) float64 {
	switch x.element {
	case "s8", "s32", "s4":
		return float64(signed(bits, x.width()))
	case "u8", "u4", "b1":
		return float64(bits)
	case "tf32": // the digits that the format does not have are ignored
		return decode(ir.F32, bits&^(1<<13-1))
	case "f64":
		return math.Float64frombits(bits)
	}
	return decode(floatKind(x.element), bits)
}

func (x *opaque) encode(v float64) uint64 {
	switch x.element {
	case "s32": // wraps around
		return uint64(int64(v)) & maskOf(32)
	case "f64":
		return math.Float64bits(v)
	}
	return encode(floatKind(x.element), v)
}

func (x *wmma) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	a, b, sum := x.a.values(w), x.b.values(w), x.c.values(w)
	for i := range x.d.rows {
		for j := range x.d.columns {
			for k := range x.a.columns {
				x.add(&sum[i*x.d.columns+j], a[i*x.a.columns+k], b[k*x.b.columns+j])
			}
		}
	}
	x.d.slots(func(lane, register, position, number int) {
		word := &w.lanes(x.d.registers[register])[lane]
		if position == 0 {
			*word = 0
		}
		*word |= x.final(sum[number]) << (position * x.d.width())
	})
}

// add adds a product to a sum.
func (x *wmma) add(sum *float64, a, b float64) {
	if x.rounds == nil {
		*sum += x.combine(a, b)
		return
	}
	bits := x.rounds.apply(fused, math.Float64bits(a), math.Float64bits(b), math.Float64bits(*sum))
	*sum = math.Float64frombits(bits)
}

// final returns an element of D. Where the product saturates, what is infinite becomes the largest number,
// and NaN zero: CUDA C++ Programming Guide, "Warp Matrix Functions".
func (x *wmma) final(sum float64) uint64 {
	bits := x.d.encode(sum)
	if !x.saturates {
		return bits
	}
	switch x.d.element {
	case "s32":
		return x.d.encode(min(max(sum, math.MinInt32), math.MaxInt32))
	case "f16", "f32":
		largest := map[ptx.Type]uint64{"f16": 0x7bff, "f32": 0x7f7fffff}[x.d.element]
		switch v := x.d.decode(bits); {
		case math.IsNaN(v):
			return 0
		case math.IsInf(v, 1):
			return largest
		case math.IsInf(v, -1):
			return largest | 1<<(x.d.width()-1)
		}
	}
	return bits
}
