package machine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds clusterlaunchcontrol: PTX ISA, "clusterlaunchcontrol.try_cancel" and "query_cancel". A
// block asks that a cluster which has not begun never does, and does its work itself. The answer of 16 bytes
// comes to shared memory as a copy does whose bytes a barrier object counts. What the bytes are is nobody's
// business but that of the queries: the lower half has whether a cluster was cancelled, and its first block's
// x; the upper one y and z.

func init() { register(map[string]decoder{"clusterlaunchcontrol": decodeLaunchControl}) }

func decodeLaunchControl(c *compiler, in *ptx.Instruction) bool {
	switch {
	case in.Has("multicast::cluster::all"):
		return false
	case in.Has("try_cancel") && counts(in, 2):
		to, object := c.address(in.Operands[0], barrierSpace(in)), c.address(in.Operands[1], barrierSpace(in))
		site := c.site()
		return c.perLane(func(w *warp, l int) { w.tryCancel(l, to, object, site) })
	case in.Has("query_cancel") && counts(in, 2):
		return c.queryCancel(in)
	}
	return false
}

// tryCancel takes the next cluster from the grid, and issues the answer.
func (w *warp) tryCancel(l int, to, object location, site int32) {
	g, s, t := w.b.g, &w.b.g.schedule, w.threads[l]
	if w.b.refused {
		g.fail(codeCancel, "%s asks for another cluster after an answer that there is none", t.name()).
			Suggest("ask no more when is_canceled says no")
		return
	}
	m, at := w.bulkPlace(l, to, 16)
	o, _ := w.peek(l, object)
	if m == nil || o == nil {
		return
	}
	answer := make([]byte, 16)
	if s.begun < g.clusters() && !(g.config.Mode == Random && g.random.IntN(4) == 0) {
		id := g.blockID(s.begun, 0)
		s.begun++
		s.ended++
		store(answer, 8, 1|uint64(id[0])<<32)
		store(answer[8:], 8, uint64(id[1])|uint64(id[2])<<32)
	} else {
		w.b.refused = true
	}
	from := &memory{name: "an answer", data: answer}
	w.fly(l, pending{to: m, from: from, at: at, size: 16, filled: 16}, o, site)
}

// queryCancel decodes the queries of an answer in a register of 128 bits.
func (c *compiler) queryCancel(in *ptx.Instruction) bool {
	lower, upper := c.source(in.Operands[1], "b128"), c.upper(in.Operands[1], false)
	parts := []func(w *warp, l int) uint64{
		func(w *warp, l int) uint64 { return w.lanes(lower)[l] >> 32 },
		func(w *warp, l int) uint64 { return w.lanes(upper)[l] & maskOf(32) },
		func(w *warp, l int) uint64 { return w.lanes(upper)[l] >> 32 },
	}
	var results []int32
	switch which := oneOf(in, "is_canceled", "get_first_ctaid", "get_first_ctaid::x", "get_first_ctaid::y",
		"get_first_ctaid::z"); which {
	case "is_canceled":
		results = []int32{c.result(in.Operands[0])}
		parts = []func(w *warp, l int) uint64{func(w *warp, l int) uint64 { return w.lanes(lower)[l] & 1 }}
	case "get_first_ctaid":
		all := elements(in.Operands[0])
		if len(all) != 4 {
			c.bad(in.Operands[0], "expected four registers in braces")
			return true
		}
		for _, e := range all[:3] {
			results = append(results, c.result(e))
		}
	case "":
		return false
	default:
		results, parts = []int32{c.result(in.Operands[0])}, parts[which[len(which)-1]-'x':][:1]
	}
	return c.perLane(func(w *warp, l int) {
		if w.lanes(lower)[l]&1 == 0 && len(parts) > 0 && !in.Has("is_canceled") {
			w.b.g.fail(codeCancel, "%s asks which block an answer names that names none",
				w.threads[l].name()).
				Suggest("ask is_canceled before")
			return
		}
		for i, r := range results {
			w.lanes(r)[l] = parts[i](w, l)
		}
	})
}

var codeCancel = diag.Register("ptx-launch-control", "clusterlaunchcontrol is asked for what it does not say",
	"The block that an answer names is there only if is_canceled says so, and behind the first answer that "+
		"says "+
		"no nobody may ask again (PTX ISA, \"clusterlaunchcontrol.try_cancel\").")
