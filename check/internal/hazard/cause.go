package hazard

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// cause is a list of hazards with one cause: a barrier is missing at a place, or two operations of the
// program text are not ordered. The first hazard represents all.
type cause struct {
	Hazards []*Hazard
	// the operation in front of which a barrier, with a wait if that is missing too, would order all
	// accesses; nil if a barrier does not help
	Barrier *ir.Op
}

// causeKey identifies a cause. Operations that passes have copied have the same place in the text.
type causeKey struct {
	missing       string     // what is missing, if a barrier is
	first, second diag.Place // first is the place of the barrier, if one is missing
	kind          Kind
	memory        diag.Place // of the operation that makes the buffer
	buffer        *ir.Value  // if that is not known
	parallel      bool
	op            *ir.Op // if the places are not known
}

// Causes groups hazards by cause, in the order of the first hazard of each.
func Causes(list []*Hazard) []*cause {
	barriers := map[*Hazard]*ir.Op{}
	for _, missing := range []string{MissingBarrier, MissingBarrierBehind, MissingWait} {
		placeBarriers(list, missing, barriers)
	}
	var all []*cause
	known := map[causeKey]*cause{}
	for _, h := range list {
		k := keyOf(h, barriers[h])
		if known[k] == nil {
			known[k] = &cause{Barrier: barriers[h]}
			all = append(all, known[k])
		}
		known[k].Hazards = append(known[k].Hazards, h)
	}
	return merge(all)
}

// placeBarriers finds the places of barriers for the hazards that lack the given synchronization.
func placeBarriers(list []*Hazard, missing string, places map[*Hazard]*ir.Op) {
	var lacking []*Hazard
	var pairs []analysis.Pair
	for _, h := range list {
		if h.Missing == missing {
			p := analysis.Pair{First: h.First.Op, Second: h.Second.Op}
			if h.Wait != nil {
				p.First = h.Wait
			}
			lacking, pairs = append(lacking, h), append(pairs, p)
		}
	}
	for i, at := range analysis.BarrierPlaces(pairs) {
		places[lacking[i]] = at
	}
}

func keyOf(h *Hazard, barrier *ir.Op) causeKey {
	if barrier != nil {
		k := causeKey{missing: h.Missing, first: barrier.Span().Place()}
		if k.first == (diag.Place{}) {
			k.op = barrier
		}
		return k
	}
	k := causeKey{kind: h.Kind, first: h.First.Op.Span().Place(), parallel: h.Parallel}
	if h.Buffer != nil && h.Buffer.DefiningOp() != nil {
		k.memory = h.Buffer.DefiningOp().Span().Place()
	}
	if k.memory == (diag.Place{}) {
		k.buffer = h.Buffer
	}
	if h.Second.Op != nil {
		k.second = h.Second.Op.Span().Place()
	}
	if k.first == (diag.Place{}) || h.Second.Op != nil && k.second == (diag.Place{}) {
		k.op = h.First.Op
	}
	return k
}

// more adds a note on how many other hazards the cause has.
func (c *cause) more(d *diag.Diagnostic) *diag.Diagnostic {
	if len(c.Hazards) == 1 {
		return d
	}
	if at := c.Barrier; at != nil {
		what := "a barrier in front of this '%s' orders them"
		if c.Hazards[0].Missing == MissingWait {
			what = "a wait and a barrier in front of this '%s' order them"
		}
		d.Note(at.Span(), what, at.Name())
	}
	on := ""
	if names := c.memory(); len(names) > 1 {
		on = " on " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	d.Note(diag.Span{}, "and %d more like it%s%s, which 'inflight check --all' lists", len(c.Hazards)-1, on,
		c.others())
	return d
}

// mostNamed is how many tiles a note names.
const mostNamed = 8

// others names the tiles of the hazards behind the first one, if they are others: ", of tile (0, 1)".
func (c *cause) others() string {
	own := tile(c.Hazards[0])
	names := []string{own}
	for _, h := range c.Hazards {
		if name := tile(h); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch names = names[1:]; {
	case own == "" || len(names) == 0:
		return ""
	case len(names) == 1:
		return ", also of " + names[0]
	case len(names) > mostNamed:
		return ", also of " + strings.Join(names[:mostNamed], ", ") + " and others"
	}
	return ", also of " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// tile returns what the title of the second access says of where it happens: "tile (0, 1)".
func tile(h *Hazard) string {
	if h.Second.Op == nil {
		return ""
	}
	_, where, _ := strings.Cut(h.Second.Op.StringAttr(pipeline.TitleAttr), " of ")
	return where
}

// memory returns the names of the memory of the hazards.
func (c *cause) memory() []string {
	var names []string
	for _, h := range c.Hazards {
		if !slices.Contains(names, h.Name) {
			names = append(names, h.Name)
		}
	}
	return names
}

// Tell returns diagnostics of hazards: of the first of each cause, or of all.
func Tell(list []*Hazard, one func(*Hazard) *diag.Diagnostic, all bool) (l diag.List) {
	for _, c := range Causes(list) {
		if !all {
			l.Add(c.more(one(c.Hazards[0])))
			continue
		}
		for _, h := range c.Hazards {
			l.Add(one(h))
		}
	}
	return l
}

// Fold returns the first hazard of each cause. Its field More is the number of the others.
func Fold(list []*Hazard) (out []*Hazard) {
	for _, c := range Causes(list) {
		h := *c.Hazards[0]
		h.More = len(c.Hazards) - 1
		out = append(out, &h)
	}
	return out
}

// The synchronization that is missing between accesses of different threads.
const (
	MissingBarrier       = "a barrier between the two"
	MissingBarrierBehind = "a barrier behind the wait of the thread that copies"
	MissingWait          = "a wait of the thread that copies, and a barrier behind it"
)
