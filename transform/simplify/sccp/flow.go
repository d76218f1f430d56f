package sccp

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// execute says that a block is executed.
func (s *solver) execute(b *ir.Block) {
	if s.executed[b] {
		return
	}
	s.executed[b] = true
	for op := range b.Ops() {
		s.push(op)
	}
}

// enterAll says that all regions of an operation may be executed, with any arguments.
func (s *solver) enterAll(op *ir.Op) {
	for _, r := range op.Regions() {
		if !r.Empty() {
			s.setAll(r.Entry().Args(), varies)
			s.execute(r.Entry())
		}
	}
}

// enter says where control goes from an operation with regions, and what it brings along.
func (s *solver) enter(op *ir.Op) {
	switch {
	case s.open[op]: // its calls say
	case op.Def().RegionSuccessors == nil:
		s.enterAll(op)
		s.setAll(op.Results(), varies)
	default:
		s.follow(op, s.chosen(op, op.Def().RegionSuccessors(op, -1)), op.Operands())
	}
}

// leave says where control goes from the end of a region.
func (s *solver) leave(end *ir.Op) {
	op := end.Parent()
	if op.Def().RegionSuccessors == nil {
		return
	}
	successors := op.Def().RegionSuccessors(op, end.Block().Region().Index())
	s.follow(op, s.chosen(end, successors), end.Operands())
}

// chosen returns those of the successors that control goes to, where a constant decides.
func (s *solver) chosen(op *ir.Op, successors []ir.RegionSuccessor) []ir.RegionSuccessor {
	if !op.Is(scf.If) && !op.Is(scf.Condition) && !op.Is(scf.IndexSwitch) {
		return successors
	}
	value, ok := s.values[op.Operand(0)].value.(*ir.IntegerAttr)
	if !ok {
		return successors
	}
	region := 0
	switch {
	case op.Is(scf.IndexSwitch):
		region = 1 + slices.Index(op.Ints("cases"), value.Value)
	case op.Is(scf.Condition):
		region = 1
		if value.Value == 0 {
			region = -1
		}
	case value.Value == 0:
		region = 1
		if op.Region(1).Empty() {
			region = -1
		}
	}
	return slices.DeleteFunc(slices.Clone(successors), func(r ir.RegionSuccessor) bool {
		return r.Region != region
	})
}

// follow says that control goes to successors of an operation or of a region in it. The last operands are
// passed on.
func (s *solver) follow(op *ir.Op, successors []ir.RegionSuccessor, operands []*ir.Value) {
	for _, r := range successors {
		to := op.Results()
		if r.Region >= 0 {
			if op.Region(r.Region).Empty() {
				continue
			}
			to = op.Region(r.Region).Entry().Args()
		}
		first := len(operands) - len(r.Inputs)
		for _, v := range to {
			if i := slices.Index(r.Inputs, v); i >= 0 && first >= 0 {
				s.copy(operands[first+i], v)
			} else {
				s.set(v, varies)
			}
		}
		if r.Region >= 0 {
			s.execute(op.Region(r.Region).Entry())
		}
	}
}

// branch says where control goes from the end of a block.
func (s *solver) branch(op *ir.Op) {
	for i, b := range op.Successors() {
		if !s.taken(op, b) {
			continue
		}
		first, count := 0, 0
		if op.Def().SuccessorOperands != nil {
			first, count = op.Def().SuccessorOperands(op, i)
		}
		for j, a := range b.Args() {
			if count == b.NumArgs() {
				s.copy(op.Operand(first+j), a)
			} else {
				s.set(a, varies)
			}
		}
		s.execute(b)
	}
}

// taken reports whether a branch may lead to a block.
func (s *solver) taken(op *ir.Op, b *ir.Block) bool {
	if !op.Is(cf.CondBr) && !op.Is(cf.Switch) {
		return true
	}
	value, ok := s.values[op.Operand(0)].value.(*ir.IntegerAttr)
	switch {
	case !ok || value.Big != nil:
		return true
	case op.Is(cf.CondBr) && value.Value != 0:
		return b == op.Successor(0)
	case op.Is(cf.CondBr):
		return b == op.Successor(1)
	}
	return b == op.Successor(1+slices.Index(cf.CaseValues(op), value.Value))
}

// call says that a function is executed with the operands of a call.
func (s *solver) call(op *ir.Op) {
	f := s.symbols.Resolve(op, function.Call.Callee(op))
	if f == nil || f.Body() == nil || !f.Is(function.Func) || !s.run.Op.IsAncestorOf(f) {
		s.setAll(op.Results(), varies)
		return
	}
	if s.open[f] {
		for i, a := range f.Body().Args() {
			s.copy(op.Operand(i), a)
		}
		s.execute(f.Body())
	}
	if !s.linked[op] {
		s.linked[op] = true
		s.calls[f] = append(s.calls[f], op)
	}
	for i, known := range s.returned[f] {
		s.set(op.Result(i), known)
	}
}

// returns says what a function returns, to all calls of it.
func (s *solver) returns(op *ir.Op) {
	f := op.Parent()
	before := s.returned[f]
	after := make([]state, op.NumOperands())
	for i, v := range op.Operands() {
		after[i] = s.values[v]
		if before != nil {
			after[i] = join(before[i], true, after[i])
		}
	}
	s.returned[f] = after
	for _, c := range s.calls[f] {
		s.push(c)
	}
}
