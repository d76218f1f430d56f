package hazard

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// merge puts causes together of which the order that one lacks is all that the others lack, too. If A starts
// after B, then ordering A before X orders also B before what starts after X. It looks at operations that
// stand for those of another system's program, which have titles: there each access has a token of its own.
func merge(all []*cause) []*cause {
	var kept []*cause
	for _, c := range all {
		into := c
		for _, k := range kept {
			if implies(k.Hazards[0], c.Hazards[0]) {
				into = k
				break
			}
			if implies(c.Hazards[0], k.Hazards[0]) {
				k.Hazards, into = append(c.Hazards, k.Hazards...), k
				break
			}
		}
		switch {
		case into == c:
			kept = append(kept, c)
		case into.Hazards[0] != c.Hazards[0]:
			into.Hazards = append(into.Hazards, c.Hazards...)
		}
	}
	return kept
}

// implies reports whether ordering the accesses of h orders those of other, too.
func implies(h, other *Hazard) bool {
	return h.Buffer == other.Buffer && hasTitle(h) && hasTitle(other) &&
		startsAfter(h.First.Async, other.First.Async) && startsAfter(task(other.Second.Op), task(h.Second.Op))
}

func hasTitle(h *Hazard) bool {
	return h.Token != "" && h.First.Async != nil && h.Second.Op != nil && task(h.Second.Op) != nil &&
		h.First.Op.Attr(pipeline.TitleAttr) != nil && h.Second.Op.Attr(pipeline.TitleAttr) != nil
}

// task returns the innermost asynchronous operation around an operation, or the operation itself if it waits.
func task(op *ir.Op) *ir.Op {
	if op.IsAsync() {
		return op
	}
	for up := range op.Ancestors() {
		if up.IsAsync() {
			return up
		}
	}
	return nil
}

// startsAfter reports whether a is b, or starts after b by its tokens.
func startsAfter(a, b *ir.Op) bool {
	seen := map[*ir.Op]bool{}
	work := []*ir.Op{a}
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		if op == b {
			return true
		}
		if op == nil || seen[op] {
			continue
		}
		seen[op] = true
		for _, token := range op.AsyncDependencies() {
			work = append(work, token.DefiningOp())
		}
	}
	return false
}
