package machine

import "github.com/inflight-compiler/inflight/ptx"

// A register of 128 bits is two of 64 that follow each other, the lower half first. Only moves, loads and
// stores have such operands; of other instructions that have, none is executed.

// upper returns the register with the upper half of a register of 128 bits that is a result or a source.
func (c *compiler) upper(o ptx.Operand, isResult bool) int32 {
	n, ok := o.(*ptx.Name)
	if ok && n.Name == "_" {
		return c.newRegister()
	}
	if ok {
		if sym := c.scope.Lookup(n.Name); sym != nil && sym.Register && sym.Type == "b128" {
			r := c.register(n.Name) + 1
			role := &c.touched.values
			if isResult {
				role = &c.touched.written
			}
			*role = append(*role, r)
			return r
		}
	}
	c.bad(o, "expected a register of 128 bits")
	return 0
}

// moveWide decodes mov.b128: between registers, from two registers of 64 bits or to two.
func (c *compiler) moveWide(in *ptx.Instruction) bool {
	to, from := in.Operands[0], in.Operands[1]
	parts, takesApart := to.(*ptx.Vector)
	halves, putsTogether := from.(*ptx.Vector)
	var d, a [2]int32
	switch {
	case takesApart && len(parts.Elements) == 2:
		d = [2]int32{c.result(parts.Elements[0]), c.result(parts.Elements[1])}
		a = [2]int32{c.source(from, "b128"), c.upper(from, false)}
	case putsTogether && len(halves.Elements) == 2:
		a = [2]int32{c.source(halves.Elements[0], "b64"), c.source(halves.Elements[1], "b64")}
		d = [2]int32{c.result(to), c.upper(to, true)}
	case takesApart || putsTogether:
		return false
	default:
		a, d = [2]int32{c.source(from, "b128"), c.upper(from, false)},
			[2]int32{c.result(to), c.upper(to, true)}
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			lower, upper := w.lanes(a[0])[l], w.lanes(a[1])[l]
			w.lanes(d[0])[l], w.lanes(d[1])[l] = lower, upper
		})
	})
}
