package airtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// loop executes a loop that carries values and tokens, iteration by iteration.
func (x *expander) loop(op *ir.Op) error {
	bounds, known := x.bounds(op)
	if !known {
		return op.Errorf(codeUnsupported,
			"the number of iterations of a loop with operations of air is not known").
			Suggest("make the bounds of the loop constants")
	}
	l := op.Def().Loop
	inits, args := l.Inits(op)
	x.bindAll(args, inits)
	for i := range bounds[0].trips() {
		x.Loc = op.Loc()
		x.values.Map(l.InductionVar(op, 0), x.constant(bounds[0].lower+i*bounds[0].step))
		if err := x.block(op.Body()); err != nil {
			return err
		}
		x.bindAll(args, op.Body().Terminator().Operands())
	}
	x.bindAll(op.Results(), args)
	return nil
}

// interval is a dimension of a loop: from lower in steps to upper, exclusive.
type interval struct{ lower, upper, step int64 }

func (b interval) trips() int64 {
	if b.step <= 0 || b.upper <= b.lower {
		return 0
	}
	return (b.upper-b.lower-1)/b.step + 1
}

// bounds returns the bounds of a loop if all of them are known.
func (x *expander) bounds(op *ir.Op) ([]interval, bool) {
	l := op.Def().Loop
	list := make([]interval, l.Dims(op))
	for d := range list {
		b := l.Bounds(op, d)
		lower, ok := x.evaluate(b.Lower.Eval, b.Lower.NumDims, b.LowerOperands)
		if !ok {
			return nil, false
		}
		upper, ok := x.evaluate(b.Upper.Eval, b.Upper.NumDims, b.UpperOperands)
		if !ok {
			return nil, false
		}
		step := b.Step.Const
		if b.Step.Value != nil {
			if step, ok = x.number(b.Step.Value); !ok {
				return nil, false
			}
		}
		list[d] = interval{slices.Max(lower), slices.Min(upper), step}
	}
	return list, true
}

// evaluate applies a map to operands if they are known.
func (x *expander) evaluate(eval func(dims, syms []int64) ([]int64, bool), dims int,
	operands []*ir.Value) ([]int64, bool) {
	numbers := make([]int64, len(operands))
	for i, v := range operands {
		n, ok := x.number(v)
		if !ok {
			return nil, false
		}
		numbers[i] = n
	}
	results, ok := eval(numbers[:dims], numbers[dims:])
	return results, ok && len(results) > 0
}

// bindAll makes values of the program, and what tokens stand for, those of others, all at once.
func (x *expander) bindAll(to, from []*ir.Value) {
	values, tokens := make([]*ir.Value, len(from)), make([][]*node, len(from))
	for i, v := range from {
		values[i], tokens[i] = x.lookup(v), x.tokens[v]
	}
	for i, v := range to {
		x.values.Map(v, values[i])
		x.tokens[v] = tokens[i]
	}
}

// parallel executes the iterations of a parallel loop, each in a thread of its own. The loop ends when all
// iterations have issued what they issue.
func (x *expander) parallel(op *ir.Op) error {
	bounds, known := x.bounds(op)
	switch {
	case !known:
		return op.Errorf(codeUnsupported, "the number of iterations of a parallel loop is not known").
			Suggest("make the bounds of the loop constants")
	case op.Is(affine.Parallel) && op.NumResults() > 0:
		return op.Errorf(codeUnsupported, "an affine.parallel with results is not supported").
			Suggest("use scf.parallel")
	}
	var reduced [][]*node // for each result the tokens that it stands for
	if op.Is(scf.Parallel) {
		for _, v := range op.OperandsOf(entryInits) {
			reduced = append(reduced, slices.Clone(x.tokens[v]))
		}
	}
	sizes := make([]int64, len(bounds))
	for d, b := range bounds {
		sizes[d] = b.trips()
	}
	x.thread.part = nil
	start := slices.Clone(x.thread.after)
	var passed, open []*node
	for index := range indices(sizes) {
		_, err := x.beside("", start, func() error {
			for d, n := range index {
				x.values.Map(op.Def().Loop.InductionVar(op, d), x.constant(bounds[d].lower+n*bounds[d].step))
			}
			if err := x.block(op.Body()); err != nil {
				return err
			}
			passed, open = append(passed, x.thread.after...), append(open, x.thread.open...)
			return x.reduce(op, reduced)
		})
		if err != nil {
			return err
		}
		x.thread.issued++
	}
	for i, v := range op.Results() {
		x.tokens[v] = x.joined(op, unique(reduced[i]))
	}
	x.thread.open = append(x.thread.open, open...)
	if passed = unique(passed); !slices.Equal(passed, start) && len(passed) > 0 {
		x.wait(op, passed)
	}
	return nil
}

// entryInits is the entry of the table of operands of scf.parallel with the initial values.
const entryInits = 3

// reduce adds the tokens of one iteration to those of the loop's results. The reductions join tokens.
func (x *expander) reduce(op *ir.Op, reduced [][]*node) error {
	end := op.Body().Terminator()
	for i, v := range end.Operands() {
		if !air.IsToken(v.Type()) || !joins(end.Region(i)) {
			return end.Errorf(codeUnsupported,
				"a parallel loop with operations of air reduces tokens, by an "+
					"air.wait_all of both")
		}
		reduced[i] = append(reduced[i], x.tokens[v]...)
	}
	return nil
}

// joins reports whether a reduction is the token of an air.wait_all of both arguments.
func joins(r *ir.Region) bool {
	block := r.Entry()
	end := block.Terminator()
	if end.NumOperands() != 1 {
		return false
	}
	wait := end.Operand(0).DefiningOp()
	return wait != nil && wait.Is(air.WaitAll) && slices.Contains(wait.Operands(), block.Arg(0)) &&
		slices.Contains(wait.Operands(), block.Arg(1))
}

// condition executes the region of an scf.if or an affine.if that its condition takes.
func (x *expander) condition(op *ir.Op) error {
	taken, known := x.decide(op)
	switch {
	case known && op.Region(taken).Empty():
		return nil
	case known:
		if err := x.block(op.Region(taken).Entry()); err != nil {
			return err
		}
		x.bindAll(op.Results(), op.Region(taken).Entry().Terminator().Operands())
		return nil
	}
	return op.Errorf(codeUnsupported,
		"a condition around operations of air is not known: it depends on data").
		Suggest("use a condition on constants and numbers of tiles")
}

// decide returns the region that a condition takes, if that is known.
func (x *expander) decide(op *ir.Op) (region int, known bool) {
	var holds bool
	if op.Is(scf.If) {
		n, ok := x.number(op.Operand(0))
		holds, known = n != 0, ok
	} else {
		set := affine.Condition(op)
		_, known = x.evaluate(func(dims, syms []int64) ([]int64, bool) {
			holds = set.Eval(dims, syms)
			return []int64{0}, true
		}, set.NumDims, op.Operands())
	}
	if holds {
		return 0, known
	}
	return 1, known
}
