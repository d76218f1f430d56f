package machine

import (
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"mov": decodeMove, "ld": decodeLoad, "st": decodeStore, "cvta": decodeConvertAddress,
		"isspacep": decodeIsSpace, "ldu": decodeLoad,
		"prefetch": decodeNothing, "prefetchu": decodeNothing, "applypriority": decodeNothing,
		"brkpt": decodeNothing, "pmevent": decodeNothing, "createpolicy": decodePolicy,
		"mapa": decodeMapAddress, "getctarank": decodeRank,
		"nanosleep": func(c *compiler, _ *ptx.Instruction) bool {
			return c.emitPlain(func(w *warp, _ uint32) { w.yields = true })
		},
	})
}

// decodeNothing decodes a hint.
func decodeNothing(c *compiler, _ *ptx.Instruction) bool { return c.emitPlain(func(*warp, uint32) {}) }

// location is an address operand: a register plus an offset, in a space.
type location struct {
	space  space
	base   int32
	offset uint64
	mask   uint64 // of the bits that the base register has
	own    bool   // it must be in the shared memory of the own block
}

// of returns the address that a lane means.
func (x location) of(w *warp, lane int) uint64 {
	addr := (w.lanes(x.base)[lane] + x.offset) & x.mask
	if x.own {
		w.checkOwn(lane, addr)
	}
	return addr
}

// address returns the location of an operand. A name of a parameter or of a local variable tells its space
// itself.
func (c *compiler) address(o ptx.Operand, s space) location {
	a, ok := o.(*ptx.Address)
	if !ok {
		c.bad(o, "expected an address in brackets")
		return location{}
	}
	x := location{space: s, offset: uint64(a.Offset), mask: ^uint64(0),
		own: s == sharedSpace && !c.in.Has("shared::cluster")}
	if a.Base == "" {
		x.base = c.constant(0)
		c.touched.addresses = append(c.touched.addresses, x)
		return x
	}
	sym := c.scope.Lookup(a.Base)
	switch {
	case sym == nil:
		c.bad(o, "'%s' is not defined", a.Base)
	case sym.Variable != nil:
		at, ok := c.placeOf(sym.Variable)
		if !ok {
			c.bad(o, "'%s' has no address here", a.Base)
		}
		x.base = c.constant(at.offset)
		if at.space == sharedSpace {
			x.base = c.sharedConstant(at.offset, ^uint64(0))
		}
		if x.space == genericSpace || x.space == paramSpace {
			x.space = at.space
		}
		c.touched.places = append(c.touched.places, where{space: at.space, variable: sym.Variable})
		if x.space != at.space {
			c.bad(o, "'%s' is in %s, not in %s", a.Base, spaceNames[at.space], spaceNames[x.space])
		}
	case sym.Register:
		x.base, x.mask = c.register(a.Base), maskOf(sym.Type.Bits())
		c.touched.bases = append(c.touched.bases, x.base)
		if s != sharedSpace {
			c.touched.outer = append(c.touched.outer, x.base)
		}
		c.touched.places = append(c.touched.places, where{space: s})
	default:
		c.bad(o, "'%s' does not hold an address", a.Base)
	}
	c.touched.at, c.touched.addresses = &x, append(c.touched.addresses, x)
	return x
}

// decodeBulkStore decodes st.bulk: so many bytes of shared memory, a multiple of 8, become zeros.
func decodeBulkStore(c *compiler, in *ptx.Instruction) bool {
	value, isNumber := in.Operands[2].(*ptx.Immediate)
	if !isNumber || value.Bits != 0 {
		return false
	}
	where, size := c.address(in.Operands[0], spaceOf(in)), c.source(in.Operands[1], "b64")
	return c.perLane(func(w *warp, l int) {
		n, first := w.lanes(size)[l], where.of(w, l)
		if n%8 != 0 || n > maxShared {
			w.b.g.fail(codeMisaligned, "%s sets %d bytes to zero; it is a multiple of 8, up to %d",
				w.threads[l].name(), n,
				maxShared)
			return
		}
		for at := uint64(0); at < n && !w.b.g.stopped(); at += 8 {
			data, m, place := w.reach(l, where.space, first+at, 8, "writes")
			switch {
			case data == nil:
			case m.home == nil:
				w.b.g.fail(codeBounds, "%s sets bytes of %s to zero; they have to be in shared memory",
					w.threads[l].name(),
					m.name)
			default:
				w.own = false
				w.put(data, 8, 0)
				w.threads[l].touch(m, place, 8, plainAccess(writes|valued))
				delete(m.shadow.garbage, place/4)
				delete(m.shadow.garbage, place/4+1)
			}
		}
	})
}

// spaceOf returns the space that an instruction names.
func spaceOf(in *ptx.Instruction) space {
	switch oneOf(in, "global", "shared", "shared::cta", "shared::cluster", "local", "const", "param",
		"param::entry", "param::func") {
	case "global":
		return globalSpace
	case "shared", "shared::cta", "shared::cluster":
		return sharedSpace
	case "local":
		return localSpace
	case "const":
		return constSpace
	case "param", "param::entry", "param::func":
		return paramSpace
	}
	return genericSpace
}

// decodeMove decodes moves, also those that put registers together or take one apart.
func decodeMove(c *compiler, in *ptx.Instruction) bool {
	if len(in.Operands) != 2 || len(in.Modifiers) != 1 {
		return false
	}
	t := typeOf(in)
	if t == "b128" {
		return c.moveWide(in)
	}
	if parts, ok := in.Operands[0].(*ptx.Vector); ok {
		return c.takeApart(parts, in.Operands[1], t)
	}
	d := c.result(in.Operands[0])
	if parts, ok := in.Operands[1].(*ptx.Vector); ok {
		return c.putTogether(d, parts, t)
	}
	if n, ok := in.Operands[1].(*ptx.Name); ok && isClock(n.Name) {
		c.touched.values = append(c.touched.values, c.special(n.Name))
		shift := 32 * truth(strings.HasSuffix(n.Name, "_hi"))
		return c.emitPlain(func(w *warp, mask uint32) {
			now := w.b.g.now() >> shift & maskOf(t.Bits())
			each(mask, func(l int) { w.lanes(d)[l] = now })
			w.looksAtTime()
		})
	}
	return c.unary(d, c.source(in.Operands[1], t), func(a uint64) uint64 { return a & maskOf(t.Bits()) })
}

// decodePolicy decodes createpolicy: what a policy of caches holds is of no influence.
func decodePolicy(c *compiler, in *ptx.Instruction) bool {
	d := c.result(in.Operands[0])
	return c.emitPlain(func(w *warp, mask uint32) { each(mask, func(l int) { w.lanes(d)[l] = 0 }) })
}

func isClock(name string) bool {
	return strings.HasPrefix(name, "%clock") || strings.HasPrefix(name, "%globaltimer")
}

func (c *compiler) takeApart(parts *ptx.Vector, whole ptx.Operand, t ptx.Type) bool {
	n := len(parts.Elements)
	if n < 2 || t.Bits()%n != 0 {
		return false
	}
	a, size := c.source(whole, t), t.Bits()/n
	var ds []int32
	for _, e := range parts.Elements {
		if c.width(e, ptx.Type("b32")) != size && !isSink(e) {
			c.bad(e, "expected a register of %d bits", size)
		}
		ds = append(ds, c.result(e))
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			v := w.lanes(a)[l]
			for i, d := range ds {
				w.lanes(d)[l] = v >> (i * size) & maskOf(size)
			}
		})
	})
}

func isSink(o ptx.Operand) bool {
	n, ok := o.(*ptx.Name)
	return ok && n.Name == "_"
}

func (c *compiler) putTogether(d int32, parts *ptx.Vector, t ptx.Type) bool {
	n := len(parts.Elements)
	if n < 2 || t.Bits()%n != 0 {
		return false
	}
	size := t.Bits() / n
	var as []int32
	for _, e := range parts.Elements {
		if _, isNumber := e.(*ptx.Immediate); !isNumber && c.width(e, "b32") != size {
			c.bad(e, "expected a register of %d bits", size)
		}
		as = append(as, c.source(e, bitsType(size)))
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			var v uint64
			for i, a := range as {
				v |= w.lanes(a)[l] & maskOf(size) << (i * size)
			}
			w.lanes(d)[l] = v
		})
	})
}

// bitsType returns the type of untyped bits of a width.
func bitsType(bits int) ptx.Type {
	return map[int]ptx.Type{8: "b8", 16: "b16", 32: "b32", 64: "b64"}[bits]
}

// transfer is the data of a load or a store.
type transfer struct {
	where     location
	registers []int32
	size      int // of an element, in bytes
	signed    bool
	masks     []uint64 // of the registers
	kind      kind
	order     order
	site      int32
}

// transfer decodes the operands of a load or store.
func (c *compiler) transfer(in *ptx.Instruction, address, data ptx.Operand, result bool) (*transfer, bool) {
	t := typeOf(in)
	x := &transfer{size: t.Bits() / 8, signed: t.Kind() == ptx.Signed, order: accessOrder(in)}
	c.orders(x.order)
	for _, e := range elements(data) {
		if result {
			x.registers = append(x.registers, c.result(e))
		} else {
			x.registers = append(x.registers, c.source(e, t))
		}
		x.masks = append(x.masks, maskOf(c.width(e, t)))
		if t == "b128" {
			x.registers, x.masks = append(x.registers, c.upper(e, result)), append(x.masks, maskOf(64))
		}
	}
	want := map[string]int{"": 1, "v2": 2, "v4": 4, "v8": 8}[oneOf(in, "v2", "v4", "v8")]
	if t == "b128" {
		want, x.size = 2*want, 8
	}
	if len(x.registers) != want {
		c.bad(data, "expected %d registers, found %d", want, len(x.registers))
		return x, true
	}
	x.where = c.address(address, spaceOf(in))
	x.site = c.site()
	return x, x.size > 0
}

func decodeLoad(c *compiler, in *ptx.Instruction) bool {
	x, ok := c.transfer(in, in.Operands[1], in.Operands[0], true)
	if in.Has("nc") || in.Opcode == "ldu" {
		x.kind |= fetches
	}
	return ok && c.emitPlain(x.load)
}

func (x *transfer) load(w *warp, mask uint32) {
	x.access(w, mask, "reads", func(l int, data []byte) {
		for i, r := range x.registers {
			v := load(data[i*x.size:], x.size)
			if x.signed {
				v = uint64(signed(v, 8*x.size)) & x.masks[i]
			}
			w.lanes(r)[l] = v
		}
	})
}

// access calls move with the bytes that each lane accesses, until something stops the launch.
func (x *transfer) access(w *warp, mask uint32, what string, move func(l int, data []byte)) {
	g, bytes := w.b.g, x.size*len(x.registers)
	w.countBanks(x.site, mask, x.where, bytes)
	var loads places
	each(mask, func(l int) {
		if g.stopped() {
			return
		}
		data, m, at := w.reach(l, x.where.space, x.where.of(w, l), bytes, what)
		switch {
		case data == nil:
		case x.kind&writes != 0 && (m == g.constants || m == g.params):
			g.fail(codeBounds, "%s writes to %s, which cannot be written", w.threads[l].name(), m.name)
		default:
			if w.own = m.shadow == nil; x.kind&writes == 0 {
				w.sees(l, m, at, data, x.order.strong)
			}
			// The shadow takes what a store has written; what a load finds is there before.
			move(l, data)
			if x.kind&writes == 0 && !x.order.strong {
				loads.add(l, m, at)
				return
			}
			x.touch(w.threads[l], m, at, bytes)
			x.garbage(w, l, m, at)
		}
	})
	w.touch(&loads, bytes, plainAccess(x.kind))
	each(loads.mask, func(l int) { x.garbage(w, l, loads.memory[l], loads.at[l]) })
}

// touch records an access; the elements of a strong one are accesses of their own.
func (x *transfer) touch(t *thread, m *memory, at uint64, bytes int) {
	if !x.order.strong {
		k := x.kind
		if k&writes != 0 {
			k |= valued
		}
		t.touch(m, at, bytes, plainAccess(k))
		return
	}
	for i := range x.registers {
		t.strongAccess(m, at+uint64(i*x.size), x.size, x.kind, x.order, x.kind&writes != 0)
	}
}

func decodeStore(c *compiler, in *ptx.Instruction) bool {
	if in.Has("bulk") {
		return decodeBulkStore(c, in)
	}
	if in.Has("async") {
		return decodeRemoteStore(c, in)
	}
	if s := spaceOf(in); s == constSpace {
		return false
	}
	x, ok := c.transfer(in, in.Operands[0], in.Operands[1], false)
	x.kind |= writes
	return ok && c.emitPlain(x.store)
}

func (x *transfer) store(w *warp, mask uint32) {
	x.access(w, mask, "writes", func(l int, data []byte) {
		for i, r := range x.registers {
			w.put(data[i*x.size:], x.size, w.lanes(r)[l])
		}
	})
}

// decodeConvertAddress decodes conversions between an address in a space and a generic one.
func decodeConvertAddress(c *compiler, in *ptx.Instruction) bool {
	s := spaceOf(in)
	if len(in.Operands) != 2 || s == genericSpace {
		return false
	}
	d, a, window := c.result(in.Operands[0]), c.source(in.Operands[1], typeOf(in)), s.window()
	if in.Has("to") {
		window = -window
	}
	m := maskOf(typeOf(in).Bits())
	return c.unary(d, a, func(v uint64) uint64 { return (v + window) & m })
}

func decodeIsSpace(c *compiler, in *ptx.Instruction) bool {
	s := spaceOf(in)
	d, a := c.result(in.Operands[0]), c.source(in.Operands[1], "b64")
	if s == sharedSpace {
		whole := in.Has("shared::cluster")
		return c.perLane(func(w *warp, l int) {
			v := w.lanes(a)[l]
			addr, inside := v&(1<<bufferBits-1), v>>bufferBits == s.window()>>bufferBits
			known := w.b.isOwn(addr) || whole && addr>>rankBits < uint64(len(w.b.blocks))
			w.lanes(d)[l] = truth(inside && known)
		})
	}
	return c.unary(d, a, func(v uint64) uint64 {
		if s == globalSpace {
			return truth(v>>bufferBits < firstWindow && v>>bufferBits > 0)
		}
		return truth(v>>bufferBits == s.window()>>bufferBits)
	})
}
