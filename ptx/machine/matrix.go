package machine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{"ldmatrix": decodeLoadMatrix, "stmatrix": decodeLoadMatrix,
		"mma": decodeMultiply})
}

// ---- tiles of 8 rows of 16 bytes ----

// tiles is the data of ldmatrix and stmatrix. Lane 8i + r gives the address of row r of tile i. Lane l holds
// two halves of row l/4 of each tile, numbers 2(l%4) and the next; transposed, of column l/4.
type tiles struct {
	where     location
	registers []int32
	transpose bool
	stores    bool
	bytes     bool // of 16 rows of 8 bytes, of which memory holds the columns
	site      int32
}

func decodeLoadMatrix(c *compiler, in *ptx.Instruction) bool {
	x := &tiles{transpose: in.Has("trans"), stores: in.Opcode == "stmatrix",
		bytes: in.Opcode == "stmatrix" && in.Has("m16n8") && in.Has("trans") && typeOf(in) == "b8"}
	if !in.Has("sync") || !in.Has("aligned") || !counts(in, 2) ||
		!x.bytes && (!in.Has("m8n8") || typeOf(in) != "b16") {
		return false
	}
	address, data := in.Operands[1], in.Operands[0]
	if x.stores {
		address, data = data, address
	}
	want := map[string]int{"x1": 1, "x2": 2, "x4": 4}[oneOf(in, "x1", "x2", "x4")]
	for _, e := range elements(data) {
		if c.width(e, "b32") != 32 {
			c.bad(e, "expected a register of 32 bits")
		}
		if x.stores {
			x.registers = append(x.registers, c.source(e, "b32"))
		} else {
			x.registers = append(x.registers, c.result(e))
		}
	}
	if len(x.registers) != want || want == 0 {
		c.bad(data, "expected %d registers, found %d", want, len(x.registers))
		return true
	}
	x.where = c.address(address, spaceOf(in)) // generic, or in shared memory
	x.site = c.site()
	return c.emitPlain(x.run)
}

func (x *tiles) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	for i, register := range x.registers {
		w.countBanks(x.site, 0xff<<(8*i), x.where, 16)
		var rows [8][]byte
		var at [8]uint64
		for r := range rows {
			lane := 8*i + r
			var m *memory
			rows[r], m, at[r] = w.reach(lane, x.where.space, x.where.of(w, lane), 16, "reads")
			if rows[r] == nil {
				return
			}
			if m != w.b.shared {
				w.b.g.fail(codeBounds, "%s reads a row of a matrix in %s; it has to be in shared memory",
					w.threads[lane].name(), m.name)
				return
			}
		}
		if x.bytes {
			storeBytes(w, register, &rows, &at)
			continue
		}
		x.exchange(w, register, &rows, &at)
	}
	if use := w.b.g.banks[x.site]; use != nil { // the addresses are not generic
		use.Accesses -= int64(len(x.registers) - 1) // one access of several tiles
	}
}

// exchange moves one tile between memory and the lanes. What a lane holds it accesses itself.
func (x *tiles) exchange(w *warp, register int32, rows *[8][]byte, at *[8]uint64) {
	lanes := w.lanes(register)
	k := kind(0)
	if x.stores {
		k = writes
	}
	for l := range warpSize {
		var v uint64
		if !x.transpose {
			w.threads[l].touch(w.b.shared, at[l/4]+uint64(l%4*4), 4, plainAccess(k))
		}
		for e := range 2 {
			row, column := l/4, l%4*2+e
			if x.transpose {
				row, column = column, row
				w.threads[l].touch(w.b.shared, at[row]+uint64(2*column), 2, plainAccess(k))
			}
			if x.stores {
				w.own = false
				w.put(rows[row][2*column:], 2, lanes[l]>>(16*e)&0xffff)
			} else {
				w.sees(l, w.b.shared, at[row]+uint64(2*column), rows[row][2*column:2*column+2], false)
				v |= load(rows[row][2*column:], 2) << (16 * e)
			}
		}
		if !x.stores {
			lanes[l] = v
		}
	}
}

// storeBytes stores a tile of bytes: PTX ISA, "stmatrix", the fragment of .m16n8. Lane l holds columns 2(l%4)
// and the next, which lie in two rows of memory, of row l/4 and then of row l/4 + 8.
func storeBytes(w *warp, register int32, rows *[8][]byte, at *[8]uint64) {
	for l, v := range w.lanes(register) {
		for e := range 4 {
			row, place := l%4*2+e%2, l/4+8*(e/2)
			w.threads[l].touch(w.b.shared, at[row]+uint64(place), 1, plainAccess(writes))
			w.own = false
			w.put(rows[row][place:], 1, v>>(8*e)&0xff)
		}
	}
}

// whole reports whether all 32 lanes execute an operation; otherwise it lets them wait for those that are on
// other paths, or stops the launch.
func (w *warp) whole(mask uint32) bool {
	if mask != ^uint32(0) {
		if w.waitsFor(w.live() &^ mask) {
			return false
		}
		w.b.g.fail(codeDivergent, "an operation of a whole warp is executed by %d of its threads",
			popcount(mask)).
			Note(w.b.g.k.Function.Span, "blocks have %v threads", w.b.g.block)
		return false
	}
	w.meet(mask)
	return true
}

// ---- products ----

// multiply is the data of mma.sync: D = A * B + C, all in fragments. A register of 32 bits of lane 4g + t
// holds, of A, as many neighbors of row g as fit, from the t-th such group on; register 1 those eight rows
// below, registers 2 and 3 the other half of the columns. Of B it holds the same of column g. Of C and D it
// holds columns 2t and 2t + 1 of row g, then eight rows below.
type multiply struct {
	k          int
	perWord    int // elements of A and B in a register
	element    ir.FloatKind
	integer    func(bits uint64) float64 // of elements that are integers
	tf32       bool
	a, b, c, d []int32
	result     ptx.Type
}

// shapes gives the products of each type of elements, by the extent k and the type of the result.
var shapes = map[ptx.Type][]int{"f16": {8, 16}, "bf16": {8, 16}, "tf32": {4, 8}, "s8": {16, 32},
	"u8": {16, 32}}

// extents are the names of the shapes by k.
var extents = map[string]int{"m16n8k4": 4, "m16n8k8": 8, "m16n8k16": 16, "m16n8k32": 32}

func decodeMultiply(c *compiler, in *ptx.Instruction) bool {
	return c.multiplies(in) || c.smallMultiply(in) || c.quadMultiply(in)
}

// multiplies decodes the usual products: 16 rows, and elements of one type.
func (c *compiler) multiplies(in *ptx.Instruction) bool {
	ts := in.Types()
	n := len(in.Modifiers)
	if len(ts) != 4 || ts[1] != ts[2] || !counts(in, 4) || n < 9 || in.Modifiers[3] != "row" ||
		in.Modifiers[4] != "col" || ts[0] != ts[3] || in.Has("satfinite") {
		return false
	}
	x := &multiply{k: extents[in.Modifiers[2]], perWord: 32 / ts[1].Bits(), element: floatKind(ts[1]),
		tf32: ts[1] == "tf32", result: ts[0]}
	if x.tf32 {
		x.perWord = 1
	}
	if !x.known(ts[1]) {
		return false
	}
	words := x.k / x.perWord / 4 // registers of B
	sum := 4
	if x.result == "f16" {
		sum = 2
	}
	x.d, x.a = c.fragment(in.Operands[0], sum, x.result, true),
		c.fragment(in.Operands[1], 2*words, "b32", false)
	x.b, x.c = c.fragment(in.Operands[2], words, "b32", false),
		c.fragment(in.Operands[3], sum, x.result, false)
	return c.emitPlain(x.run)
}

// known reports whether there is a product of this extent and types.
func (x *multiply) known(t ptx.Type) bool {
	found := false
	for _, k := range shapes[t] {
		found = found || k == x.k
	}
	switch t {
	case "s8":
		x.integer = func(v uint64) float64 { return float64(signed(v, 8)) }
		return found && x.result == "s32"
	case "u8":
		x.integer = func(v uint64) float64 { return float64(v) }
		return found && x.result == "s32"
	case "f16":
		return found && (x.result == "f32" || x.result == "f16")
	}
	return found && x.result == "f32"
}

// fragment returns the registers of a fragment.
func (c *compiler) fragment(o ptx.Operand, n int, t ptx.Type, result bool) []int32 {
	all := elements(o)
	if len(all) != n {
		c.bad(o, "the fragment has %d registers, not %d", n, len(all))
		return nil
	}
	var registers []int32
	for _, e := range all {
		if c.width(e, "b32") != 32 {
			c.bad(e, "expected a register of 32 bits")
		}
		if result {
			registers = append(registers, c.result(e))
		} else {
			registers = append(registers, c.source(e, wordType(t)))
		}
	}
	return registers
}

// wordType returns the type of a register of a fragment.
func wordType(t ptx.Type) ptx.Type {
	if t == "f32" || t == "s32" {
		return t
	}
	return "b32"
}

func (x *multiply) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	var a [16][32]float64
	var b [8][32]float64
	for r, register := range x.a {
		x.spread(w, register, func(lane, e int) *float64 {
			return &a[lane/4+8*(r&1)][lane%4*x.perWord+e+r/2*4*x.perWord]
		})
	}
	for r, register := range x.b {
		x.spread(w, register, func(lane, e int) *float64 {
			return &b[lane/4][lane%4*x.perWord+e+r*4*x.perWord]
		})
	}
	var d [4][warpSize]uint64
	for l := range warpSize {
		for i := range 4 {
			row, column := l/4+8*(i/2), l%4*2+i%2
			sum := x.initial(w, l, i)
			for k := range x.k {
				sum += a[row][k] * b[column][k]
			}
			d[i][l] = x.final(sum)
		}
	}
	x.write(w, &d)
}

// spread decodes the elements of a register of A or B.
func (x *multiply) spread(w *warp, register int32, at func(lane, e int) *float64) {
	n := 32 / x.perWord
	for l, v := range w.lanes(register) {
		for e := range x.perWord {
			bits := v >> (e * n) & maskOf(n)
			switch {
			case x.integer != nil:
				*at(l, e) = x.integer(bits)
			case x.tf32: // the digits that the format does not have are ignored
				*at(l, e) = decode(ir.F32, bits&^(1<<13-1))
			default:
				*at(l, e) = decode(x.element, bits)
			}
		}
	}
}

// initial returns element i of C in a lane.
func (x *multiply) initial(w *warp, l, i int) float64 {
	switch x.result {
	case "f16":
		return decode(ir.F16, w.lanes(x.c[i/2])[l]>>(16*(i%2))&0xffff)
	case "s32":
		return float64(signed(w.lanes(x.c[i])[l], 32))
	}
	return decode(ir.F32, w.lanes(x.c[i])[l])
}

// final rounds an element of D; integers wrap around.
func (x *multiply) final(sum float64) uint64 {
	switch x.result {
	case "f16":
		return encode(ir.F16, sum)
	case "s32":
		return uint64(int64(sum)) & maskOf(32)
	}
	return encode(ir.F32, sum)
}

func (x *multiply) write(w *warp, d *[4][warpSize]uint64) {
	for i := range d {
		for l, v := range d[i] {
			if x.result == "f16" {
				register := w.lanes(x.d[i/2])
				if i%2 == 0 {
					register[l] = v
				} else {
					register[l] |= v << 16
				}
				continue
			}
			w.lanes(x.d[i])[l] = v
		}
	}
}
