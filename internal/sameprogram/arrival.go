package sameprogram

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// arrival tells of every load what could have changed the memory before it. Operations with effects are
// counted in the order of the text.
type arrival struct {
	next   int
	before map[*ir.Op]int      // the number of effects in front of a load
	ends   map[*ir.Op][2]int   // the effects in a loop or scope
	writes map[*ir.Value][]int // by buffer; nil is any
}

func arrivals(fn *ir.Op) *arrival {
	a := &arrival{before: map[*ir.Op]int{}, ends: map[*ir.Op][2]int{}, writes: map[*ir.Value][]int{}}
	a.walk(fn)
	return a
}

func (a *arrival) walk(op *ir.Op) {
	start := a.next
	a.before[op] = a.next
	a.effects(op)
	only, isDecided := decided(op)
	for i, r := range op.Regions() {
		if isDecided && i != only {
			continue
		}
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				a.walk(inner)
			}
		}
	}
	if op.NumRegions() > 0 {
		a.ends[op] = [2]int{start, a.next}
	}
}

func (a *arrival) effects(op *ir.Op) {
	def := op.Def()
	switch op.Name() {
	case "pipeline.commit_queue", "pipeline.async_scope", "pipeline.async_commit_stage", "func.func",
		"memref.dealloc", "pipeline.block":
		return
	}
	changed := map[*ir.Value]bool{}
	switch {
	case op.Has(ir.Terminator):
	case def.Effects != nil:
		def.Effects(op, func(e ir.Effect) {
			if e.Kind == ir.Write || e.Kind == ir.Free {
				changed[root(e.Value)] = true
			}
		})
	case !op.Has(ir.Pure) && !op.Has(ir.RecursiveEffects):
		changed[nil] = true
	}
	if len(changed) == 0 {
		return
	}
	a.next++
	for v := range changed {
		a.writes[v] = append(a.writes[v], a.next)
	}
}

// of describes when a load of a buffer happens.
func (a *arrival) of(load *ir.Op, buffer *ir.Value) string {
	at := a.before[load]
	last := max(lastBefore(a.writes[buffer], at), lastBefore(a.writes[nil], at))
	where := ""
	for p := range load.Ancestors() {
		if p.Name() == "pipeline.async_scope" {
			where += fmt.Sprintf(" in the scope at %d", a.before[p])
		}
		ends := a.ends[p]
		isLoop := p.Def().Loop != nil || p.Name() == "scf.while"
		if isLoop && where == "" && (within(a.writes[buffer], ends) || within(a.writes[nil], ends)) {
			where = fmt.Sprintf(" in the loop at %d to %d", ends[0], ends[1])
		}
	}
	return fmt.Sprintf("behind %d%s", last, where)
}

func lastBefore(numbers []int, at int) int {
	i, found := slices.BinarySearch(numbers, at)
	if found {
		return at
	}
	if i == 0 {
		return 0
	}
	return numbers[i-1]
}

func within(numbers []int, ends [2]int) bool {
	i, _ := slices.BinarySearch(numbers, ends[0]+1)
	return i < len(numbers) && numbers[i] <= ends[1]
}

// root returns the buffer that a memref shows, nil where it is unknown.
func root(v *ir.Value) *ir.Value {
	for v != nil && v.DefiningOp() != nil && v.DefiningOp().Def().View != nil {
		view, ok := v.DefiningOp().Def().View(v.DefiningOp())
		if !ok {
			return nil
		}
		v = view.Source
	}
	return v
}
