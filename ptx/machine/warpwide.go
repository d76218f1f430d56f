package machine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"shfl": decodeShuffle, "vote": decodeVote, "elect": decodeElect, "match": decodeMatch,
		"redux": decodeReduce,
		"activemask": func(c *compiler, in *ptx.Instruction) bool {
			d := c.result(in.Operands[0])
			return c.emitPlain(func(w *warp, mask uint32) {
				each(mask, func(l int) { w.lanes(d)[l] = uint64(mask) })
			})
		},
	})
}

// members returns the register with the lanes of an operation that has n operands before that, -1 for an
// operation of old targets without .sync; false if it has another number of operands.
func (c *compiler) members(in *ptx.Instruction, n int) (int32, bool) {
	if !in.Has("sync") {
		return -1, counts(in, n)
	}
	if !counts(in, n+1) {
		return -1, false
	}
	return c.source(in.Operands[n], "b32"), true
}

// collective emits an operation of the lanes that a register names, all of which must come; without a
// register, of those that come. Each lane brings the value of a register, -1 for none.
func (c *compiler) collective(in *ptx.Instruction, members, value int32,
	take func(w *warp, lanes, all uint32)) bool {
	x := &collective{what: "'" + in.Name() + "'", kind: in.Name(), members: members, take: take}
	x.give = func(w *warp, lanes uint32) { w.bring(value, lanes) }
	if members < 0 {
		return c.emitPlain(func(w *warp, mask uint32) {
			x.give(w, mask)
			x.take(w, mask, mask)
		})
	}
	return c.emitPlain(x.run)
}

// bring puts the values of a register where all lanes find them.
func (w *warp) bring(register int32, lanes uint32) {
	if register < 0 {
		return
	}
	bad, site := w.garbage.of(register)
	each(lanes, func(l int) {
		w.given[l] = given{value: w.lanes(register)[l], unwritten: bad>>l&1 == 1, site: site}
	})
}

// pair returns the registers of a result that may have a predicate with it, -1 for none.
func (c *compiler) pair(o ptx.Operand) (first, second int32) {
	if p, ok := o.(*ptx.Pair); ok {
		return c.result(p.First), c.result(p.Second)
	}
	return c.result(o), -1
}

// decodeShuffle decodes shfl, with .sync or without.
func decodeShuffle(c *compiler, in *ptx.Instruction) bool {
	mode := oneOf(in, "up", "down", "bfly", "idx")
	members, ok := c.members(in, 4)
	if mode == "" || !ok {
		return false
	}
	d, p := c.pair(in.Operands[0])
	a := c.source(in.Operands[1], "b32")
	offset, clampMask := c.source(in.Operands[2], "b32"), c.source(in.Operands[3], "b32")
	return c.collective(in, members, a, func(w *warp, lanes, all uint32) {
		each(lanes, func(l int) {
			from, valid := shuffleSource(mode, l, int(w.lanes(offset)[l]), int(w.lanes(clampMask)[l]))
			if valid && all>>from&1 == 0 {
				w.b.g.fail(codeDivergent, "%s takes a value from lane %d, which does not take part",
					w.threads[l].name(), from)
				return
			}
			if !valid {
				from = l
			}
			w.lanes(d)[l] = w.given[from].value
			w.setGarbage(d, 1<<l, uint32(truth(w.given[from].unwritten))<<l, w.given[from].site)
			if p >= 0 {
				w.lanes(p)[l] = truth(valid)
			}
		})
	})
}

// shuffleSource returns the lane that a lane takes its value from; false if that is outside of its segment.
// The clamp is in the lower five bits of c, the mask of the segments in those from bit 8.
func shuffleSource(mode string, lane, offset, c int) (int, bool) {
	offset &= 31
	segments := c >> 8 & 31
	first := lane & segments
	last := first | c&31&^segments
	switch mode {
	case "up":
		from := lane - offset
		return from, from >= last
	case "down":
		from := lane + offset
		return from, from <= last
	case "bfly":
		from := lane ^ offset
		return from, from <= last
	}
	from := first | offset&^segments
	return from, from <= last
}

// decodeVote decodes vote, with .sync or without.
func decodeVote(c *compiler, in *ptx.Instruction) bool {
	how := oneOf(in, "all", "any", "uni", "ballot")
	members, ok := c.members(in, 2)
	if how == "" || !ok {
		return false
	}
	d, p := c.result(in.Operands[0]), c.source(in.Operands[1], "pred")
	return c.collective(in, members, p, func(w *warp, lanes, all uint32) {
		set := w.givenVotes(all)
		v := map[string]uint64{
			"all": truth(set == all), "any": truth(set != 0), "uni": truth(set == all || set == 0),
			"ballot": uint64(set),
		}[how]
		each(lanes, func(l int) { w.lanes(d)[l] = v })
	})
}

// givenVotes returns which lanes bring a predicate that holds.
func (w *warp) givenVotes(all uint32) (set uint32) {
	each(all, func(l int) { set |= uint32(w.given[l].value&1) << l })
	return set
}

// decodeElect decodes elect.sync: the first lane is the leader.
func decodeElect(c *compiler, in *ptx.Instruction) bool {
	if !in.Has("sync") || !counts(in, 2) {
		return false
	}
	d, p := c.pair(in.Operands[0])
	if p < 0 {
		return false
	}
	members := c.source(in.Operands[1], "b32")
	return c.collective(in, members, -1, func(w *warp, lanes, all uint32) {
		leader := firstLane(all)
		each(lanes, func(l int) {
			w.lanes(d)[l], w.lanes(p)[l] = uint64(leader), truth(l == leader)
		})
	})
}

// decodeMatch decodes match.sync: which lanes have the same value.
func decodeMatch(c *compiler, in *ptx.Instruction) bool {
	how := oneOf(in, "any", "all")
	if !in.Has("sync") || how == "" || !counts(in, 3) {
		return false
	}
	d, p := c.pair(in.Operands[0])
	a, members := c.source(in.Operands[1], typeOf(in)), c.source(in.Operands[2], "b32")
	return c.collective(in, members, a, func(w *warp, lanes, all uint32) {
		each(lanes, func(l int) {
			var same uint32
			each(all, func(other int) {
				same |= uint32(truth(w.given[other].value == w.given[l].value)) << other
			})
			if how == "all" && same != all {
				same = 0
			}
			w.lanes(d)[l] = uint64(same)
			if p >= 0 {
				w.lanes(p)[l] = truth(same != 0)
			}
		})
	})
}

// decodeReduce decodes redux.sync.
func decodeReduce(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	f := update(oneOf(in, "add", "min", "max", "and", "or", "xor"), t)
	if t == "f32" {
		f = floatReduction(in)
	}
	if !in.Has("sync") || f == nil {
		return false
	}
	d, a, members := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], "b32")
	return c.collective(in, members, a, func(w *warp, lanes, all uint32) {
		sum := w.given[firstLane(all)].value
		for rest := all & (all - 1); rest != 0; rest &= rest - 1 {
			sum = f(sum, w.given[firstLane(rest)].value)
		}
		each(lanes, func(l int) { w.lanes(d)[l] = sum })
	})
}

// floatReduction returns the smaller or the larger of two f32, or of their absolute values; nil for what is
// no reduction of f32.
func floatReduction(in *ptx.Instruction) func(a, b uint64) uint64 {
	largest, keepsNaN, absolute := in.Has("max"), in.Has("NaN"), in.Has("abs")
	if largest == in.Has("min") {
		return nil
	}
	value := func(v uint64) float64 {
		if absolute {
			v &^= 1 << 31
		}
		return decode(ir.F32, v)
	}
	return func(a, b uint64) uint64 {
		return encode(ir.F32, minMax(value(a), value(b), largest, keepsNaN))
	}
}
