package machine

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"setp": decodeSetPredicate, "set": decodeSet, "selp": decodeSelect, "slct": decodeSelectSign,
		"testp": decodeTest,
	})
}

// comparison returns the comparison that an instruction makes of two values of a type; nil if there is none
// of that name.
func comparison(in *ptx.Instruction, t ptx.Type) func(a, b uint64) bool {
	name := ""
	if len(in.Modifiers) > 0 {
		name = in.Modifiers[0]
	}
	if t.Kind() == ptx.Float {
		return floatComparison(name, t, in.Has("ftz"))
	}
	n, isSigned := t.Bits(), t.Kind() == ptx.Signed
	less := func(a, b uint64) bool { return a < b }
	if isSigned {
		less = func(a, b uint64) bool { return signed(a, n) < signed(b, n) }
	}
	switch name {
	case "eq":
		return func(a, b uint64) bool { return a == b }
	case "ne":
		return func(a, b uint64) bool { return a != b }
	case "lt", "lo":
		return less
	case "le", "ls":
		return func(a, b uint64) bool { return !less(b, a) }
	case "gt", "hi":
		return func(a, b uint64) bool { return less(b, a) }
	case "ge", "hs":
		return func(a, b uint64) bool { return !less(a, b) }
	}
	return nil
}

// floatComparison returns a comparison; those whose names end in u hold for NaN.
func floatComparison(name string, t ptx.Type, flushes bool) func(a, b uint64) bool {
	k := floatKind(t)
	holds := map[string]func(x, y float64) bool{
		"eq": func(x, y float64) bool { return x == y }, "ne": func(x, y float64) bool {
			return x < y || x > y
		},
		"lt": func(x, y float64) bool { return x < y }, "le": func(x, y float64) bool { return x <= y },
		"gt": func(x, y float64) bool { return x > y }, "ge": func(x, y float64) bool { return x >= y },
		"equ": func(x, y float64) bool { return !(x < y || x > y) }, "neu": func(x, y float64) bool {
			return x != y
		},
		"ltu": func(x, y float64) bool { return !(x >= y) }, "leu": func(x, y float64) bool {
			return !(x > y)
		},
		"gtu": func(x, y float64) bool { return !(x <= y) }, "geu": func(x, y float64) bool {
			return !(x < y)
		},
		"num": func(x, y float64) bool { return !math.IsNaN(x) && !math.IsNaN(y) },
		"nan": func(x, y float64) bool { return math.IsNaN(x) || math.IsNaN(y) },
	}[name]
	if holds == nil {
		return nil
	}
	return func(a, b uint64) bool {
		if flushes && t == "f32" {
			a, b = flush(a), flush(b)
		}
		return holds(decode(k, a), decode(k, b))
	}
}

// combined joins the result of a comparison with a predicate, as the second modifier says.
func combined(in *ptx.Instruction) func(a, b bool) bool {
	switch in.Modifiers[1] {
	case "and":
		return func(a, b bool) bool { return a && b }
	case "or":
		return func(a, b bool) bool { return a || b }
	case "xor":
		return func(a, b bool) bool { return a != b }
	}
	return nil
}

// decodeSetPredicate decodes setp, with one result or two.
func decodeSetPredicate(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	f := comparison(in, t)
	if f == nil || isPacked(t) {
		return false
	}
	first, second := in.Operands[0], ptx.Operand(nil)
	if p, ok := first.(*ptx.Pair); ok {
		first, second = p.First, p.Second
	}
	a, b := c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	d, e, with := c.result(first), int32(-1), int32(-1)
	if second != nil {
		e = c.result(second)
	}
	join := func(a, _ bool) bool { return a }
	if counts(in, 4) {
		if join = combined(in); join == nil {
			return false
		}
		with = c.source(in.Operands[3], "pred")
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		for ; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros32(mask)
			holds, other := f(w.lanes(a)[l], w.lanes(b)[l]), false
			if with >= 0 {
				other = w.lanes(with)[l]&1 == 1
			}
			w.lanes(d)[l] = truth(join(holds, other))
			if e >= 0 {
				w.lanes(e)[l] = truth(join(!holds, other))
			}
		}
	})
}

// decodeSet decodes set, whose result is all ones, or 1.0 for a float.
func decodeSet(c *compiler, in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) != 2 || isPacked(ts[0]) || isPacked(ts[1]) || !counts(in, 3) {
		return false
	}
	f, yes := comparison(in, ts[1]), maskOf(ts[0].Bits())
	if f == nil {
		return false
	}
	if ts[0].Kind() == ptx.Float {
		yes = encode(floatKind(ts[0]), 1)
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], ts[1]), c.source(in.Operands[2], ts[1])
	return c.binary(d, a, b, func(a, b uint64) uint64 { return truth(f(a, b)) * yes })
}

func decodeSelect(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	from := [3]int32{c.source(in.Operands[1], t), c.source(in.Operands[2], t),
		c.source(in.Operands[3], "pred")}
	c.touched.choice = &from
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, p uint64) uint64 {
		if p&1 == 1 {
			return a
		}
		return b
	})
}

// decodeSelectSign decodes slct, which selects by a sign.
func decodeSelectSign(c *compiler, in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) != 2 || ts[1] != "s32" && ts[1] != "f32" {
		return false
	}
	from := [3]int32{c.source(in.Operands[1], ts[0]), c.source(in.Operands[2], ts[0]),
		c.source(in.Operands[3], ts[1])}
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, s uint64) uint64 {
		first := signed(s, 32) >= 0
		if ts[1] == "f32" {
			first = float64(math.Float32frombits(uint32(s))) >= 0
		}
		if first {
			return a
		}
		return b
	})
}

// decodeTest decodes testp.
func decodeTest(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	k := floatKind(t)
	smallest := map[ptx.Type]float64{"f32": 0x1p-126, "f64": 0x1p-1022}[t]
	test := map[string]func(v float64) bool{
		"finite":     func(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) },
		"infinite":   func(v float64) bool { return math.IsInf(v, 0) },
		"number":     func(v float64) bool { return !math.IsNaN(v) },
		"notanumber": math.IsNaN,
		"normal":     func(v float64) bool { return math.Abs(v) >= smallest && !math.IsInf(v, 0) },
		"subnormal":  func(v float64) bool { return v != 0 && math.Abs(v) < smallest },
	}[in.Modifiers[0]]
	return test != nil &&
		c.unary(c.result(in.Operands[0]), c.source(in.Operands[1], t), func(v uint64) uint64 {
			return truth(test(decode(k, v)))
		})
}
