package machine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"atom": decodeAtomic, "red": decodeAtomic}) }

// update returns what an atomic operation stores for what it finds and its operand, nil if there is none of
// that name.
func update(name string, t ptx.Type) func(old, v uint64) uint64 {
	m := maskOf(t.Bits())
	switch {
	case name == "exch":
		return func(_, v uint64) uint64 { return v }
	case t.Kind() == ptx.Float:
		return floatUpdate(name, t)
	}
	switch name {
	case "add":
		return func(old, v uint64) uint64 { return (old + v) & m }
	case "min", "max":
		return integerMinMax(t, name == "max")
	case "and":
		return func(old, v uint64) uint64 { return old & v }
	case "or":
		return func(old, v uint64) uint64 { return old | v }
	case "xor":
		return func(old, v uint64) uint64 { return old ^ v }
	case "inc":
		return func(old, v uint64) uint64 {
			if old >= v {
				return 0
			}
			return old + 1
		}
	case "dec":
		return func(old, v uint64) uint64 {
			if old == 0 || old > v {
				return v
			}
			return old - 1
		}
	}
	return nil
}

// floatUpdate is update for floats and pairs of halves.
func floatUpdate(name string, t ptx.Type) func(old, v uint64) uint64 {
	k := floatKind(t)
	var one func(old, v uint64) uint64
	switch name {
	case "add":
		one = func(old, v uint64) uint64 { return fusedNearest(k, 1, decode(k, old), decode(k, v)) }
	case "min", "max":
		one = func(old, v uint64) uint64 {
			return encode(k, minMax(decode(k, old), decode(k, v), name == "max", false))
		}
	default:
		return nil
	}
	if !isPacked(t) || k != ir.F16 && k != ir.BF16 {
		return one
	}
	return func(old, v uint64) uint64 { return one(old&0xffff, v&0xffff) | one(old>>16, v>>16)<<16 }
}

// atomic is the data of an atomic operation.
type atomic struct {
	where   location
	result  int32 // -1 for none
	operand int32
	compare int32 // of cas, -1 for others
	size    int
	order   order
	update  func(old, v uint64) uint64
}

// withoutPolicy returns an instruction without the policy of caches that is its last operand.
func withoutPolicy(in *ptx.Instruction) *ptx.Instruction {
	if !in.Has("L2::cache_hint") || len(in.Operands) == 0 {
		return in
	}
	plain := *in
	plain.Operands = in.Operands[:len(in.Operands)-1]
	return &plain
}

// decodeAtomic decodes atom and red.
func decodeAtomic(c *compiler, in *ptx.Instruction) bool {
	if in.Has("async") {
		return decodeRemoteReduction(c, in)
	}
	t := typeOf(in)
	in = withoutPolicy(in)
	first := 1
	if in.Opcode == "red" {
		first = 0
	}
	name := oneOf(in, "add", "min", "max", "exch", "cas", "and", "or", "xor", "inc", "dec")
	operands := first + 2
	if name == "cas" {
		operands++
	}
	s := spaceOf(in)
	if !counts(in, operands) || t == "b128" || oneOf(in, "v2", "v4", "v8", "async") != "" ||
		s != genericSpace && s != globalSpace && s != sharedSpace {
		return false
	}
	x := &atomic{where: c.address(in.Operands[first], s), result: -1, compare: -1, size: t.Bits() / 8,
		order: atomicOrder(in), update: update(name, t)}
	c.orders(x.order)
	x.operand = c.source(in.Operands[operands-1], t)
	if name == "cas" {
		x.compare = c.source(in.Operands[operands-2], t)
		c.touched.swap = &[2]int32{x.compare, x.operand}
	} else if x.update == nil {
		return false
	}
	if first == 1 {
		x.result = c.result(in.Operands[0])
	}
	return c.emitPlain(x.run)
}

func (x *atomic) run(w *warp, mask uint32) {
	each(mask, func(l int) {
		if w.b.g.stopped() {
			return
		}
		data, m, at := w.reach(l, x.where.space, x.where.of(w, l), x.size, "updates")
		if data == nil {
			return
		}
		w.own = false
		w.sees(l, m, at, data, true)
		old, v := load(data, x.size), w.lanes(x.operand)[l]
		changes := x.compare < 0 || old == w.lanes(x.compare)[l]
		w.threads[l].strongAccess(m, at, x.size, writes|updates, x.order, changes)
		switch {
		case x.compare < 0:
			w.put(data, x.size, x.update(old, v))
		case changes:
			w.put(data, x.size, v)
		}
		if x.result >= 0 {
			w.lanes(x.result)[l] = old
		}
	})
}
