package asyncparallelfor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// loop is a scf.parallel that becomes tasks.
type loop struct {
	op                 *ir.Op
	lower, upper, step []*ir.Value
	inits              []*ir.Value // of the reductions
	reduce             *ir.Op      // the terminator; region i combines two values of operand i
	// captures are the values from outside that the body uses, constants those of them that every function
	// makes for itself.
	captures  []*ir.Value
	constants []*ir.Op
}

func newLoop(op *ir.Op) *loop {
	l := &loop{
		op: op, lower: op.OperandsOf(0), upper: op.OperandsOf(1), step: op.OperandsOf(2),
		inits:  op.OperandsOf(3),
		reduce: op.Body().Last(),
	}
	l.capture()
	return l
}

// capture finds the values from outside that the body uses, in the order of its operations, inner ones first.
func (l *loop) capture() {
	seen := map[*ir.Value]bool{}
	for op := range l.op.WalkPost() {
		if op == l.op {
			break // its own operands
		}
		for _, v := range op.Operands() {
			if seen[v] || !definedOutside(v, l.op) {
				continue
			}
			seen[v] = true
			if d := v.DefiningOp(); d != nil && d.Has(ir.ConstantLike) {
				l.constants = append(l.constants, d)
			} else {
				l.captures = append(l.captures, v)
			}
		}
	}
}

// definedOutside reports whether a value is defined outside of op's regions.
func definedOutside(v *ir.Value, op *ir.Op) bool { return !op.IsAncestorOf(v.ParentBlock().ParentOp()) }

func (l *loop) dims() int { return len(l.lower) }

// bounds returns what the functions made of the loop take besides numbers of blocks, but for the results of
// blocks.
func (l *loop) bounds(trips []*ir.Value) []*ir.Value {
	return slices.Concat(trips, l.lower, l.upper, l.step)
}

// cloneBody clones the operations of the body but the terminator, for induction variables, and returns what
// the terminator hands on.
func (l *loop) cloneBody(b *ir.Builder, m *ir.Mapping, ivs []*ir.Value) []*ir.Value {
	for d, iv := range ivs {
		m.Map(l.op.Body().Arg(d), iv)
	}
	for op := range l.op.Body().OpsWithoutTerminator() {
		b.Clone(op, m)
	}
	values := l.reduce.Operands()
	for i, v := range values {
		values[i] = m.Lookup(v)
	}
	return values
}

// combine clones the reductions of pairs of values.
func (l *loop) combine(b *ir.Builder, m *ir.Mapping, xs, ys []*ir.Value) []*ir.Value {
	combined := make([]*ir.Value, len(xs))
	for i := range xs {
		block := l.reduce.Region(i).Entry()
		m.Map(block.Arg(0), xs[i])
		m.Map(block.Arg(1), ys[i])
		for op := range block.OpsWithoutTerminator() {
			b.Clone(op, m)
		}
		combined[i] = m.Lookup(block.Last().Operand(0))
	}
	return combined
}

// types returns the types of the reduced values.
func (l *loop) types() []ir.Type { return l.op.ResultTypes() }

// canStoreResults reports whether memory can hold what the loop reduces.
func canStoreResults(op *ir.Op) bool {
	return op.Body().Last().Is(scf.Reduce) && !slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool {
		switch t.(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.VectorType:
			return false
		}
		return true
	})
}
