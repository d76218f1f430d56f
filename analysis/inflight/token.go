package inflight

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Age is how many groups were committed to a queue after that of a token: at least Min, at most Max. A token
// of an operation that is in no group yet has the age -1.
type Age struct {
	Queue    ir.Queue
	Order    ir.CompletionOrder
	Min, Max int64
}

// Token is what is known of a token at one place, on all paths to it.
type Token struct {
	Ages []Age
	// Loose is set when the token may be that of an operation on no queue, which no count can stand for.
	Loose bool
	// Unknown is set when the token may come from where the program does not show it, or from another thread
	// of control.
	Unknown bool
}

// Count returns the largest in-flight count that certainly covers the token; false if no count does.
func (t *Token) Count() (q ir.Queue, n int64, ok bool) {
	if len(t.Ages) != 1 || t.Loose || t.Unknown || t.Ages[0].Min < 0 {
		return q, 0, false
	}
	return t.Ages[0].Queue, t.Ages[0].Min, true
}

// tokens knows the ages of tokens at their birth: behind the operation that defines one, or at the start of
// its block.
type tokens struct {
	m        *module
	min, max []*paths // per queue
	births   map[*ir.Value]*birth
}

// birth is a token where it comes into being.
type birth struct {
	value          *ir.Value
	sources        []source
	min, max       []int64 // per queue; min Unbounded and max -2 where no path brings a token of the queue
	loose, unknown bool
	passed         bool      // the sources are all that control flow within one thread passes to it
	original       *ir.Value // the token that it always is; its own value if there are several
}

// source is a value that control flow passes on, at an operation.
type source struct {
	value *ir.Value
	at    *ir.Op
}

// noAge is the largest age of a token that no path brings.
const noAge = -2

func newTokens(m *module) *tokens { return &tokens{m: m, births: map[*ir.Value]*birth{}} }

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

// at returns what is known of a token in front of op.
func (t *tokens) at(v *ir.Value, op *ir.Op) Token {
	b := t.birth(v)
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

// birth returns the ages of v where it is defined, after solving for everything that flows into it.
func (t *tokens) birth(v *ir.Value) *birth {
	if b := t.births[v]; b != nil {
		return b
	}
	var fresh []*birth
	work := []*ir.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if t.births[v] != nil {
			continue
		}
		b := t.origin(v)
		t.births[v] = b
		fresh = append(fresh, b)
		for _, s := range b.sources {
			work = append(work, s.value)
		}
	}
	t.solve(fresh)
	t.identify(fresh)
	return t.births[v]
}

// solve iterates to the least solution of the smallest ages and that of the greatest. Sources were found
// depth first, so the births are visited from the last to the first: what flows on is then mostly known.
func (t *tokens) solve(fresh []*birth) {
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

// flow passes the ages of a source on. After so many rounds, a greatest age that still grows has no limit.
func (t *tokens) flow(b *birth, s source, grows bool) bool {
	from := t.births[s.value]
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

// origin returns where a token comes from.
func (t *tokens) origin(v *ir.Value) *birth {
	n := len(t.m.queues)
	b := &birth{value: v, min: make([]int64, n), max: make([]int64, n)}
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

// made is the token of an operation itself.
func (t *tokens) made(b *birth, def *ir.Op) {
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

// argument is a token that a block receives.
func (t *tokens) argument(b *birth) {
	list, known := sources(b.value)
	if op := b.value.Owner().ParentOp(); !known && op.SymbolName() != "" {
		t.parameter(b, op)
		return
	}
	b.sources, b.passed, b.unknown = list, known, !known
}

// parameter is a token that a function is called with.
func (t *tokens) parameter(b *birth, fn *ir.Op) {
	b.unknown = t.m.open[fn] || len(t.m.callers[fn]) == 0
	for _, call := range t.m.callers[fn] {
		if i := b.value.Index(); call.IsAsync() || i >= call.NumOperands() {
			b.unknown = true
		} else {
			b.sources = append(b.sources, source{call.Operand(i), call})
		}
	}
}

// returned is a token that a called function returns.
func (t *tokens) returned(b *birth, call *ir.Op) {
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
