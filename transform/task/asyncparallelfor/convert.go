package asyncparallelfor

import (
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
)

// converter makes tasks of the loops of a module.
type converter struct {
	recursive        bool  // tasks make tasks; otherwise the caller makes all
	workers          int64 // negative: what the runtime says
	minSize, minWork int64 // of a task: in iterations, or if that is negative in simple operations
	maxAligned       int64 // iterations of inner loops that a block may hold as a whole
	exact            bool  // the order of iterations does not show
	candidate        func(op *ir.Op) bool
	converted        int
	tables           *ir.SymbolTables
	names            map[*ir.Op]*symbols // of modules
	arena            *ir.Arena           // of what is made
}

// convert replaces a loop by a choice between itself in order and tasks, and returns the parallel loops in
// the former.
func (c *converter) convert(op *ir.Op) []*ir.Op {
	c.converted++
	l := newLoop(asParallel(op))
	b := ir.At(l.op)
	b.Arena = c.arena
	trips := l.tripCounts(b)
	total := product(b, trips)
	size := c.taskSize(b, l, total)
	var inOrder *ir.Op
	results := choose(b, c.inline(b, l, size.tooFew), l.types(),
		func(b *ir.Builder) []*ir.Value { inOrder = b.Clone(l.op, nil); return inOrder.Results() },
		func(b *ir.Builder) []*ir.Value { return c.tasks(b, l, trips, total, size) })
	l.op.ReplaceAllUsesWith(results)
	l.op.Erase()
	if inOrder == nil {
		return nil
	}
	inner := c.loopsIn(inOrder)
	branches.Sequential(inOrder)
	return inner
}

// inline makes the condition under which a loop runs in place: it is too little work, or there is one thread
// only, which does not count where the order shows in what is reduced.
func (c *converter) inline(b *ir.Builder, l *loop, tooFew *ir.Value) *ir.Value {
	if c.workers >= 0 || !reducesExactly(l.op) {
		return tooFew
	}
	return choose(b, tooFew, []ir.Type{b.Ctx.I1},
		func(b *ir.Builder) []*ir.Value { return []*ir.Value{arith.NewConstant(b, b.Ctx.Bool(true))} },
		func(b *ir.Builder) []*ir.Value {
			workers := b.Op(async.RuntimeNumWorkerThreads, nil).Result(0)
			return []*ir.Value{arith.Cmp(b, arith.SLE, workers, arith.ConstIndex(b, 1))}
		})[0]
}

// choose makes the code that a condition chooses, of both only where it is not constant.
func choose(b *ir.Builder, condition *ir.Value, results []ir.Type, yes,
	no func(b *ir.Builder) []*ir.Value) []*ir.Value {
	if n, ok := ir.ConstInt(condition); ok {
		if n != 0 {
			return yes(b)
		}
		return no(b)
	}
	return scf.NewIfYielding(b, condition, results, yes, no).Results()
}

// newFunction makes a private function for the end of the module around op.
func (c *converter) newFunction(op *ir.Op, name string, inputs []ir.Type) *ir.Op {
	b := ir.NewBuilder(op.Context())
	b.Loc, b.Arena = op.Loc(), c.arena
	module := symbolTable(op)
	b.SetEnd(module.Body())
	f := function.New(b, c.unique(module, name), b.Ctx.Function(inputs, nil),
		ir.NamedAttr{Name: "sym_visibility", Value: b.Ctx.String("private")})
	if c.exact {
		f.SetAttr(async.OfLoop, b.Ctx.Unit)
	}
	c.tables.Add(f, nil)
	return f
}

// symbols are the names that were given in a module, and the next number to try behind a name that was taken.
type symbols struct {
	given map[string]bool
	next  map[string]int
}

// unique returns name, or name with the first number that makes it the name of no symbol of a module.
func (c *converter) unique(module *ir.Op, name string) string {
	s := c.names[module]
	if s == nil {
		s = &symbols{map[string]bool{}, map[string]int{}}
		c.names[module] = s
	}
	free := name
	for s.given[free] || c.tables.Lookup(module, free) != nil {
		free = name + "_" + strconv.Itoa(s.next[name])
		s.next[name]++
	}
	s.given[free] = true
	return free
}

// call makes a call of a function without results.
func call(b *ir.Builder, f *ir.Op, args ...*ir.Value) {
	b.Make(function.Call, args, []ir.Type{},
		ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(f.SymbolName())})
}

// finish ends a function.
func finish(b *ir.Builder) { b.Make(function.Return, nil, []ir.Type{}) }
