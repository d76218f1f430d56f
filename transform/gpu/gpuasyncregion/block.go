package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// pending is an operation that the host does not know to have ended. Its dependencies have smaller numbers.
type pending struct {
	number   int
	token    *ir.Value
	after    []*pending
	accesses []analysis.Access
	given    bool // the program had it asynchronous: who waits for it is the program's
}

// blockOf is a block in progress.
type blockOf struct {
	*transform
	ev     *analysis.Evaluator
	open   []*pending
	issued int
}

// block gives the operations of a block tokens, and returns how many got one.
func (x *transform) block(block *ir.Block) int {
	b := &blockOf{transform: x, ev: &analysis.Evaluator{Writes: x.launches.Writes}}
	for _, p := range x.arrived[block] {
		b.add(p)
	}
	made := 0
	for op := block.First(); op != nil; {
		next := op.Next()
		if b.step(op) {
			made++
		}
		op = next
	}
	return made
}

// step does one operation, and returns whether it has a token now that it had not.
func (b *blockOf) step(op *ir.Op) bool {
	switch {
	case isDevice(op) && op.AsyncToken() == nil:
		b.issue(op)
		return true
	case op.AsyncToken() != nil && isDevice(op):
		b.follow(op)
	case op.Is(gpu.Wait) && op.AsyncToken() == nil:
		b.ended(b.behind(op.AsyncDependencies()))
	case op.Is(gpu.Wait):
		b.add(&pending{token: op.AsyncToken(), after: b.behind(op.AsyncDependencies()), given: true})
	case !b.isAhead(), op.Is(gpu.SetDefaultDevice): // what was issued is on its device
	case b.leaves && op.Is(async.Yield) && op.Parent().Is(async.Execute) && canLeave(op.Parent()):
		b.leave(op.Parent(), op)
	case op.Has(ir.Terminator):
		b.wait(op, made(b.open))
	default:
		b.wait(op, made(b.conflicting(b.touched(b.ev, op))))
	}
	return false
}

// made returns those of some operations that this pass made asynchronous: the host goes ahead of them and did
// not.
func made(list []*pending) []*pending {
	return slices.DeleteFunc(slices.Clone(list), func(p *pending) bool { return p.given })
}

// isAhead reports whether the host is ahead of an operation, and was not in the program.
func (b *blockOf) isAhead() bool {
	return slices.ContainsFunc(b.open, func(p *pending) bool { return !p.given })
}

// follow lets an operation that has a token start after those that it conflicts with and that were complete
// in the program.
func (b *blockOf) follow(op *ir.Op) {
	accesses, after := b.touched(b.ev, op), b.behind(op.AsyncDependencies())
	known := b.through(after)
	missing := slices.DeleteFunc(made(b.conflicting(accesses)), func(p *pending) bool { return known[p] })
	if missing = last(missing); len(missing) > 0 {
		gpu.AddDependencies(op, tokensOf(missing))
	}
	b.add(&pending{token: op.AsyncToken(), after: append(after, missing...), accesses: accesses, given: true})
}

// isDevice reports whether an operation is one that a device does.
func isDevice(op *ir.Op) bool {
	for _, def := range []*ir.OpDef{gpu.Launch, gpu.LaunchFunc, gpu.Alloc, gpu.Dealloc, gpu.Memcpy,
		gpu.Memset} {
		if op.Is(def) {
			return true
		}
	}
	return false
}

// issue gives an operation a token, and lets it start after those that it conflicts with, and those it was to
// wait for.
func (b *blockOf) issue(op *ir.Op) {
	accesses := b.touched(b.ev, op)
	after := last(append(b.conflicting(accesses), b.behind(op.AsyncDependencies())...))
	tokens := tokensOf(after)
	for _, v := range op.AsyncDependencies() {
		if len(b.behind([]*ir.Value{v})) == 0 {
			tokens = append(tokens, v) // from elsewhere
		}
	}
	issued := gpu.MakeAsync(op, tokens)
	for i := range accesses {
		accesses[i].Op = issued
		if accesses[i].Kind == ir.Write && op.Is(gpu.Alloc) {
			accesses[i].Buffer = issued.Result(0)
		}
	}
	b.add(&pending{token: issued.AsyncToken(), after: after, accesses: accesses})
}

func (b *blockOf) add(p *pending) {
	p.number = b.issued
	b.open = append(b.open, p)
	b.issued++
}

// conflicting returns the open operations that something must come after.
func (b *blockOf) conflicting(accesses []analysis.Access) (list []*pending) {
	if len(accesses) == 0 {
		return nil
	}
	for _, p := range b.open {
		if conflict(p.accesses, accesses) {
			list = append(list, p)
		}
	}
	return list
}

// behind returns the open operations that give out some tokens.
func (b *blockOf) behind(tokens []*ir.Value) (list []*pending) {
	for _, p := range b.open {
		if slices.Contains(tokens, p.token) {
			list = append(list, p)
		}
	}
	return list
}

// wait lets the host wait in front of op.
func (b *blockOf) wait(op *ir.Op, list []*pending) {
	if len(list) == 0 {
		return
	}
	at := ir.At(op)
	at.Create(ir.OpState{Def: gpu.Wait, Operands: tokensOf(last(list)), Results: []ir.Type{}})
	b.ended(list)
}

// tokensOf returns the tokens of some operations.
func tokensOf(list []*pending) (tokens []*ir.Value) {
	for _, p := range list {
		tokens = append(tokens, p.token)
	}
	return tokens
}

// ended notes that the host knows operations to have ended, and all that they came after.
func (b *blockOf) ended(list []*pending) {
	done := b.through(list)
	b.open = slices.DeleteFunc(b.open, func(p *pending) bool { return done[p] })
}

// through returns operations and all that they come after.
func (b *blockOf) through(list []*pending) map[*pending]bool {
	seen := map[*pending]bool{}
	precede(list, -1, seen)
	for _, p := range list {
		seen[p] = true
	}
	return seen
}

// last returns those of some operations that no other of them comes after, in their order.
func last(list []*pending) []*pending {
	list = slices.Clone(list)
	slices.SortFunc(list, func(p, q *pending) int { return p.number - q.number })
	list = slices.Compact(list)
	if len(list) < 2 {
		return list
	}
	implied := map[*pending]bool{}
	precede(list, list[0].number-1, implied)
	return slices.DeleteFunc(list, func(p *pending) bool { return implied[p] })
}

// precede adds what operations come after, down to a number.
func precede(list []*pending, above int, seen map[*pending]bool) {
	for work := slices.Clone(list); len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range p.after {
			if q.number > above && !seen[q] {
				seen[q] = true
				work = append(work, q)
			}
		}
	}
}
