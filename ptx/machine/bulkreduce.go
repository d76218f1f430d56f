package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds bulk copies that reduce: PTX ISA, "cp.reduce.async.bulk". Each element is updated by an
// atomic operation of its own, whose scope is the device.

// reduces reports whether there is a reduction of elements of a type.
func reduces(name string, t ptx.Type) bool {
	switch name {
	case "add":
		return slices.Contains([]ptx.Type{"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"}, t)
	case "min", "max":
		return slices.Contains([]ptx.Type{"u32", "s32", "u64", "s64", "f16", "bf16"}, t)
	case "inc", "dec":
		return t == "u32"
	case "and", "or", "xor":
		return slices.Contains([]ptx.Type{"b32", "b64", "u32", "s32", "u64", "s64"}, t)
	}
	return false
}

// bulkReduction is the data of a copy that reduces.
type bulkReduction struct {
	bulkCopy
	element int // bytes
	update  func(old, v uint64) uint64
}

// bulkReduction decodes a copy of bytes that reduces.
func (c *compiler) bulkReduction(in *ptx.Instruction) bool {
	in = withoutPolicy(in)
	t, name := typeOf(in), oneOf(in, "add", "min", "max", "inc", "dec", "and", "or", "xor")
	toShared := in.Has("mbarrier::complete_tx::bytes")
	operands := 3
	if toShared {
		operands = 4
	}
	if !reduces(name, t) || !counts(in, operands) || len(in.Modifiers) < 5 ||
		toShared && t.Kind() == ptx.Float || (t == "f16" || t == "bf16") && name == "add" != in.Has("noftz") {
		return false
	}
	x := &bulkReduction{element: t.Bits() / 8, update: update(name, t)}
	x.size, x.site, x.toShared = c.source(in.Operands[2], "b32"), c.site(), toShared
	x.to, x.from = c.address(in.Operands[0], namedSpace(in.Modifiers[3])),
		c.address(in.Operands[1], sharedSpace)
	if toShared {
		x.object = c.address(in.Operands[3], sharedSpace)
	}
	return c.perLane(x.run)
}

func (x *bulkReduction) run(w *warp, l int) {
	t, size := w.threads[l], int(w.lanes(x.size)[l])
	if size%bulkUnit != 0 || size == 0 {
		w.b.g.fail(codeBulk, "%s reduces %d bytes at once, which is not a multiple of %d", t.name(), size,
			bulkUnit)
		return
	}
	to, at := w.bulkPlace(l, x.to, size)
	from, source := w.bulkPlace(l, x.from, size)
	if to == nil || from == nil {
		return
	}
	p := pending{to: to, from: from, at: at, source: source, size: size, filled: size, reduction: x.update,
		element: x.element}
	if x.toShared {
		x.send(w, l, p)
		return
	}
	c := t.use(bulkStore)
	t.touchBoth(&p, access{queue: bulkStore, group: int32(c.commits), number: c.issued})
	t.issue(bulkStore, p)
}
