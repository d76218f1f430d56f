package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds st.async and red.async to the shared memory of a block of the cluster, whose bytes a
// barrier object there counts: PTX ISA, "st.async" and "red.async". They go through the generic proxy.

// remoteStore is the data of such an operation.
type remoteStore struct {
	where, object location
	registers     []int32
	size          int // of an element, in bytes
	site          int32
	update        func(old, v uint64) uint64 // nil for a store
}

// decodeRemoteStore decodes st.async.
func decodeRemoteStore(c *compiler, in *ptx.Instruction) bool {
	n := len(elements(operandOf(in, 1)))
	return slices.Contains([]int{1, 2, 4}, n) && c.remoteStore(in, nil)
}

// decodeRemoteReduction decodes red.async.
func decodeRemoteReduction(c *compiler, in *ptx.Instruction) bool {
	u := update(oneOf(in, "add", "min", "max", "and", "or", "xor", "inc", "dec"), typeOf(in))
	return u != nil && len(elements(operandOf(in, 1))) == 1 && c.remoteStore(in, u)
}

// operandOf returns an operand, nil if there are fewer.
func operandOf(in *ptx.Instruction, n int) ptx.Operand {
	if n < len(in.Operands) {
		return in.Operands[n]
	}
	return nil
}

// remoteStore emits the operation.
func (c *compiler) remoteStore(in *ptx.Instruction, u func(old, v uint64) uint64) bool {
	t := typeOf(in)
	if !counts(in, 3) || !in.Has("shared::cluster") || t.Bits() != 32 && t.Bits() != 64 {
		return false
	}
	x := &remoteStore{where: c.address(in.Operands[0], sharedSpace), size: t.Bits() / 8, site: c.site(),
		update: u}
	for _, e := range elements(in.Operands[1]) {
		x.registers = append(x.registers, c.source(e, t))
	}
	x.object = c.address(in.Operands[2], sharedSpace)
	return c.perLane(x.run)
}

func (x *remoteStore) run(w *warp, l int) {
	t, size := w.threads[l], x.size*len(x.registers)
	data, m, at := w.reach(l, x.where.space, x.where.of(w, l), size, "writes")
	if data == nil {
		return
	}
	o, _ := w.peek(l, x.object)
	switch {
	case o == nil:
		return
	case o.home != m.home:
		w.b.g.fail(codeMbarrier, "%s writes to %s, and the barrier object is in %s", t.name(), m.name,
			o.home.shared.name).Suggest("name the barrier object of the block that the operation writes to")
		return
	}
	t.touch(o.home.shared, o.at, 8, access{kind: objectUse, group: -1, queue: storeAsync})
	t.checkInit(o)
	p := pending{to: m, at: at, size: size, filled: size}
	a := access{queue: storeAsync, kind: writes}
	if x.update != nil {
		v := w.lanes(x.registers[0])[l]
		p.update = func() { store(m.data[at:], size, x.update(load(m.data[at:], size), v)) }
		a.kind |= strong | updates | wide
	} else {
		bytes := make([]byte, size)
		for i, r := range x.registers {
			store(bytes[i*x.size:], x.size, w.lanes(r)[l])
		}
		p.from = &memory{name: "registers", data: bytes}
	}
	f := w.addFlight(t, p, o, x.site)
	a.number = f.number
	t.touch(m, at, size, a)
	w.changed()
	f.take(t)
}
