package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/mlprogram"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
)

// A tensor that a program makes of a buffer of its own, or that is a global value, needs no copy if nothing
// writes to that memory, or frees it, until the tensor is read for the last time. Who reads it reads the
// memory, or a view of it.

// findShared finds the operations whose tensor is the memory that it is made of, before any of the program is
// converted.
func (c *converter) findShared() {
	functions := calleffects.LookInto(c.Op)
	for op := range c.Op.Walk() {
		if !op.Is(mlprogram.GlobalLoad) && (!op.Is(bufferization.ToTensor) || !c.isDense(op)) ||
			!c.isTensor(op.Result(0)) {
			continue
		}
		s := &sharing{made: op, functions: functions}
		if s.lasts(op.Result(0)) && !s.changes() {
			c.sharing[op] = true
		}
	}
}

// isDense reports whether a buffer has the type that the pass would give it.
func (c *converter) isDense(op *ir.Op) bool {
	t := op.Operand(0).Type().(*ir.MemRefType)
	return t.Ranked && ir.Type(t) == c.typeOf(op.Result(0).Type())
}

// sharing is one question: may the tensor of an operation be the memory that it is made of?
type sharing struct {
	made      *ir.Op
	functions *calleffects.Functions
	ev        analysis.Evaluator
	last      *ir.Op // the operation of the block that uses the tensor last, nil for none yet
}

// showing are operations whose first result is their first operand, or a view of it, once they are converted.
var showing = []*ir.OpDef{tensor.Cast, tensor.CollapseShape, tensor.ExpandShape, tensor.Reshape,
	bufferization.MaterializeInDestination, bufferization.ToBuffer}

// lasts finds the last use of a value that shows the memory; it is false if that is not in the block of the
// operation, or happens at a moment that the text does not say.
func (s *sharing) lasts(v *ir.Value) bool {
	for u := range v.Uses() {
		user := u.Owner()
		at := s.made.Block().Region().FindAncestor(user)
		if at == nil || at.Block() != s.made.Block() || isMemory(v) && passesOn(user) {
			return false
		}
		for op := user; op != at.Parent(); op = op.Parent() {
			if op.IsAsync() {
				return false
			}
		}
		if s.last == nil || s.last.IsBefore(at) {
			s.last = at
		}
		if shows(user, u.Index()) && !s.lasts(user.Result(0)) {
			return false
		}
	}
	return true
}

// shows reports whether the first result of an operation shows what operand i shows.
func shows(op *ir.Op, i int) bool {
	if op.NumResults() == 0 || i != 0 {
		return false
	}
	return slices.Contains(showing, op.Def()) || op.Def().View != nil
}

func isMemory(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}

// passesOn reports whether an operation may give memory that it is handed another name.
func passesOn(op *ir.Op) bool {
	return op.Has(ir.Terminator) || op.NumRegions() > 0 ||
		op.Def().View == nil && slices.ContainsFunc(op.Results(), isMemory)
}

// changes reports whether something up to the last use may write to the memory or free it.
func (s *sharing) changes() bool {
	if s.last == nil {
		return false
	}
	for op := s.made.Next(); ; op = op.Next() {
		for inner := range op.Walk() {
			if s.changedBy(inner) {
				return true
			}
		}
		if op == s.last {
			return false
		}
	}
}

// changedBy reports whether an operation may itself write to the memory or free it, or say to others that
// they may.
func (s *sharing) changedBy(op *ir.Op) bool {
	def, changed := op.Def(), false
	switch {
	case op.Is(mlprogram.GlobalLoad):
		return false
	case op.Is(mlprogram.GlobalStore):
		return s.made.Is(mlprogram.GlobalLoad)
	case !calleffects.Plain(op):
		return true
	case def.Callee != nil:
		does := s.functions.Of(op)
		if does == nil {
			return true
		}
		for i, v := range op.Operands() {
			changed = changed || does.Writes[i] && s.mayBe(v)
		}
	case def.Effects != nil:
		def.Effects(op, func(e ir.Effect) {
			if e.Kind == ir.Write || e.Kind == ir.Free {
				changed = changed || e.Value == nil || s.mayBe(e.Value)
			}
		})
	}
	return changed
}

// mayBe reports whether memory may be that of the question, or a part of it. What an operation allocates is
// no other memory, and globals are different ones; but a caller may hand over the same memory twice, and
// globals.
func (s *sharing) mayBe(v *ir.Value) bool {
	b := s.ev.Root(v)
	if s.made.NumOperands() == 0 { // a global value, which only its own operations write
		return b == nil
	}
	a := s.ev.Root(s.made.Operand(0))
	if a == nil || b == nil || a == b {
		return true
	}
	if allocated(a) || allocated(b) {
		return !own(a) || !own(b)
	}
	return a.DefiningOp() == nil || b.DefiningOp() == nil
}

// allocated reports whether memory that is the root of others is allocated by an operation of the function.
func allocated(v *ir.Value) bool {
	return v.DefiningOp() != nil && v.DefiningOp().Attr("name") == nil
}

// own reports whether memory is what it seems: no argument of a region that a program's values pass into.
func own(v *ir.Value) bool {
	return v.DefiningOp() != nil || v.Owner().ParentOp().Has(ir.IsolatedFromAbove)
}
