package inflight

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Age is the number of groups that were committed to a queue after the group of a token: at least Min, at
// most Max. The token of an operation that is not yet in a group has the age -1.
type Age struct {
	Queue    ir.Queue
	Order    ir.CompletionOrder
	Min, Max int64
}

// Token holds the facts about a token at one position, on all paths to it.
type Token struct {
	Ages []Age
	// Loose is set if the token may be that of an operation on no queue, which no count can cover.
	Loose bool
	// Unknown is set if the token may come from a place that the program does not show, or from another
	// thread of control.
	Unknown bool
}

// Count returns the largest in-flight count that certainly covers the token, and whether there is one.
func (t *Token) Count() (q ir.Queue, n int64, ok bool) {
	if len(t.Ages) != 1 || t.Loose || t.Unknown || t.Ages[0].Min < 0 {
		return q, 0, false
	}
	return t.Ages[0].Queue, t.Ages[0].Min, true
}

// tokens computes the ages of tokens at their definition: behind the operation that defines the token, or at
// the start of its block.
type tokens struct {
	m           *module
	min, max    []*paths // per queue
	definitions map[*ir.Value]*definition
}

// definition holds the facts about a token where it is defined.
type definition struct {
	value   *ir.Value
	sources []source
	// per queue; min is Unbounded and max is noAge if no path brings a token of the queue
	min, max       []int64
	loose, unknown bool
	passed         bool      // the sources are all values that control flow within one thread passes to it
	original       *ir.Value // the token that it always is, or its own value if it may be several
}

// source is a value that control flow passes on, with the operation that passes it.
type source struct {
	value *ir.Value
	at    *ir.Op
}

// noAge is the largest age if no path brings a token of the queue.
const noAge = -2

func newTokens(m *module) *tokens { return &tokens{m: m, definitions: map[*ir.Value]*definition{}} }

func (t *tokens) path(queue int, which extreme) *paths {
	for len(t.min) <= queue {
		t.min = append(t.min, newPaths(t.m, len(t.min), fewest))
		t.max = append(t.max, newPaths(t.m, len(t.max), most))
	}
	if which == fewest {
		return t.min[queue]
	}
	return t.max[queue]
}

// at returns the facts about a token in front of op.
func (t *tokens) at(v *ir.Value, op *ir.Op) Token {
	b := t.definitionOf(v)
	tok := Token{Loose: b.loose, Unknown: b.unknown}
	for q := range b.max {
		if b.max[q] == noAge {
			continue
		}
		least, same := t.path(q, fewest).between(v, op)
		greatest, _ := t.path(q, most).between(v, op)
		if !same {
			tok.Unknown = true
			continue
		}
		tok.Ages = append(tok.Ages,
			Age{t.m.queues[q], t.m.order[q], add(b.min[q], least), add(b.max[q], greatest)})
	}
	return tok
}

// definitionOf returns the ages of v where it is defined. It first solves for all values that flow into v.
func (t *tokens) definitionOf(v *ir.Value) *definition {
	if b := t.definitions[v]; b != nil {
		return b
	}
	var fresh []*definition
	work := []*ir.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if t.definitions[v] != nil {
			continue
		}
		b := t.origin(v)
		t.definitions[v] = b
		fresh = append(fresh, b)
		for _, s := range b.sources {
			work = append(work, s.value)
		}
	}
	t.solve(fresh)
	t.identify(fresh)
	return t.definitions[v]
}

// solve iterates to the least solutions for the smallest and the greatest ages. Sources were found depth
// first. It visits the definitions from the last to the first, because the sources of a definition are then
// mostly solved before.
func (t *tokens) solve(fresh []*definition) {
	for round := 0; ; round++ {
		changed := false
		for i := len(fresh) - 1; i >= 0; i-- {
			for _, s := range fresh[i].sources {
				changed = t.flow(fresh[i], s, round > len(fresh)+1) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// flow passes the ages of a source on. With grows, a greatest age that still increases becomes unbounded.
func (t *tokens) flow(b *definition, s source, grows bool) bool {
	from := t.definitions[s.value]
	changed := from.loose && !b.loose || from.unknown && !b.unknown
	b.loose, b.unknown = b.loose || from.loose, b.unknown || from.unknown
	for q := range from.max {
		if from.max[q] == noAge {
			continue
		}
		least, same := t.path(q, fewest).between(s.value, s.at)
		greatest, _ := t.path(q, most).between(s.value, s.at)
		if !same {
			changed = changed || !b.unknown
			b.unknown = true
			continue
		}
		if n := add(from.min[q], least); n < b.min[q] {
			b.min[q], changed = n, true
		}
		if n := add(from.max[q], greatest); n > b.max[q] {
			if grows {
				n = Unbounded
			}
			b.max[q], changed = n, true
		}
	}
	return changed
}

// origin returns the definition of a token, with its sources.
func (t *tokens) origin(v *ir.Value) *definition {
	n := len(t.m.queues)
	b := &definition{value: v, min: make([]int64, n), max: make([]int64, n)}
	for q := range b.min {
		b.min[q], b.max[q] = Unbounded, noAge
	}
	switch def := v.DefiningOp(); {
	case def == nil:
		t.argument(b)
	case def.AsyncToken() == v || def.IsAsync():
		t.made(b, def)
	case def.Def().Callee != nil:
		t.returned(b, def)
	case def.Def().RegionSuccessors != nil:
		b.sources, b.passed = sources(v)
	default:
		b.unknown = true
	}
	return b
}

// made is for the token of an operation itself.
func (t *tokens) made(b *definition, def *ir.Op) {
	e := def.QueueEffect()
	switch {
	case def.AsyncToken() != b.value:
		b.loose = true // a value that an asynchronous operation computes
	case e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit:
		q := t.m.queueIndex(e.Queue)
		b.min[q], b.max[q] = 0, 0
	case e.Kind == ir.QueueIssue && len(t.m.units[e.Unit]) == 1:
		q := t.m.units[e.Unit][0]
		b.min[q], b.max[q] = -1, -1
	default:
		b.loose = true
	}
}

// argument is for a token that a block receives.
func (t *tokens) argument(b *definition) {
	list, known := sources(b.value)
	if op := b.value.Owner().ParentOp(); !known && op.SymbolName() != "" {
		t.parameter(b, op)
		return
	}
	b.sources, b.passed, b.unknown = list, known, !known
}

// parameter is for a token that is passed to a function.
func (t *tokens) parameter(b *definition, fn *ir.Op) {
	b.unknown = t.m.open[fn] || len(t.m.callers[fn]) == 0
	for _, call := range t.m.callers[fn] {
		if i := b.value.Index(); call.IsAsync() || i >= call.NumOperands() {
			b.unknown = true
		} else {
			b.sources = append(b.sources, source{call.Operand(i), call})
		}
	}
}

// returned is for a token that a called function returns.
func (t *tokens) returned(b *definition, call *ir.Op) {
	fn := t.m.callee(call)
	if fn == nil {
		b.unknown = true
		return
	}
	for _, block := range fn.Region(0).Blocks() {
		last := block.Last()
		if last == nil || last.NumSuccessors() > 0 {
			continue
		}
		if i := b.value.Index(); i < last.NumOperands() {
			b.sources = append(b.sources, source{last.Operand(i), last})
		}
	}
}
