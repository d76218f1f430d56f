package schedulestream

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// isWork reports whether an operation is unscheduled work. One that waits for a timepoint itself is
// scheduled.
func isWork(op *ir.Op) bool {
	switch op.Def() {
	case stream.AsyncAlloca, stream.AsyncConstant, stream.AsyncSplat, stream.AsyncClone, stream.AsyncSlice,
		stream.AsyncFill, stream.AsyncUpdate, stream.AsyncCopy, stream.AsyncTransfer, stream.AsyncDispatch:
	default:
		return false
	}
	p := op.Parent()
	return len(stream.AwaitTimepoints(op)) == 0 && !p.Is(stream.AsyncExecute) && !p.Is(stream.AsyncConcurrent)
}

// segment is work of a block with nothing in between that needs a result of it.
type segment struct {
	ops    []*ir.Op
	end    *ir.Op // what follows
	number map[*ir.Op]int
	before [][]int // for each operation, those that it depends on
}

// segments finds the work of a block.
func segments(b *ir.Block) []*segment {
	var all []*segment
	s := &segment{number: map[*ir.Op]int{}}
	close := func(end *ir.Op) {
		if len(s.ops) > 0 {
			s.end = end
			all = append(all, s)
		}
		s = &segment{number: map[*ir.Op]int{}}
	}
	for op := range b.Ops() {
		switch {
		case isWork(op):
			s.number[op] = len(s.ops)
			s.ops = append(s.ops, op)
		case op.Has(ir.Terminator) || op.NumRegions() > 0 || !op.IsPure() || s.uses(op):
			close(op)
		}
	}
	return all
}

// uses reports whether an operation uses a result of the segment.
func (s *segment) uses(op *ir.Op) bool {
	return slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
		_, ok := s.number[v.DefiningOp()]
		return v.DefiningOp() != nil && ok
	})
}

// kinds numbers the affinities of the operations.
func (s *segment) kinds() []int {
	numbers := map[ir.Attr]int{}
	kinds := make([]int, len(s.ops))
	for i, op := range s.ops {
		a := affinityOf(op)
		if _, ok := numbers[a]; !ok {
			numbers[a] = len(numbers)
		}
		kinds[i] = numbers[a]
	}
	return kinds
}

// works numbers the work of the operations: those that do the same to ranges of the same sizes have one
// number, because they take equally long.
func (s *segment) works() []int {
	numbers := map[string]int{}
	values := map[*ir.Value]int{}
	works := make([]int, len(s.ops))
	for i, op := range s.ops {
		var key strings.Builder
		key.WriteString(op.Name())
		for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
			fmt.Fprintf(&key, " %s=%p", a.Name, a.Value)
		}
		for _, v := range op.Operands() {
			n, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
			switch {
			case stream.IsResource(v.Type()):
				key.WriteString(" r")
			case ok:
				fmt.Fprintf(&key, " c%d", n.Value)
			default:
				if _, known := values[v]; !known {
					values[v] = len(values)
				}
				fmt.Fprintf(&key, " v%d", values[v])
			}
		}
		if _, known := numbers[key.String()]; !known {
			numbers[key.String()] = len(numbers)
		}
		works[i] = numbers[key.String()]
	}
	return works
}

// affinityOf returns where an operation runs. A transfer runs where it says, or else where it goes to.
func affinityOf(op *ir.Op) ir.Attr {
	for _, name := range []string{"affinity", "execution_affinity", "target_affinity", "source_affinity"} {
		if a := op.Attr(name); a != nil {
			return a
		}
	}
	return nil
}

// overwritten returns the operands that an operation changes in place.
func overwritten(op *ir.Op) []*ir.Value {
	if op.Is(stream.AsyncDispatch) {
		var list []*ir.Value
		operands := stream.AllNamed(op, "resource_operands")
		for i := range op.NumResults() {
			if k := stream.Tie(op, i); k >= 0 {
				list = append(list, operands[k])
			}
		}
		return list
	}
	if target := stream.Named(op, "target"); target != nil {
		return []*ir.Value{target}
	}
	return nil
}

// copyOverwritten lets operations change copies of values that others use later.
func (s *segment) copyOverwritten() {
	for i := 0; i < len(s.ops); i++ {
		op := s.ops[i]
		for _, v := range overwritten(op) {
			if s.usedLater(v, op) {
				s.copyFor(op, v)
			}
		}
	}
	for i, op := range s.ops {
		s.number[op] = i
	}
}

// usedLater reports whether a value is used behind an operation, or in another iteration of a loop around it.
func (s *segment) usedLater(v *ir.Value, op *ir.Op) bool {
	if v.ParentBlock() != op.Block() {
		return true
	}
	for u := range v.Uses() {
		at := u.Owner()
		if at == op {
			continue
		}
		i, inside := s.number[at]
		if !inside || i > s.number[op] {
			return true
		}
	}
	return false
}

// copyFor makes a copy in front of an operation, which then changes the copy.
func (s *segment) copyFor(op *ir.Op, v *ir.Value) {
	b := ir.NewBuilder(op.Context())
	b.SetBefore(op)
	b.Loc = op.Loc()
	size := sizeOf(v)
	made := b.Create(ir.OpState{Def: stream.AsyncClone, Operands: []*ir.Value{v, size, size},
		Results: []ir.Type{v.Type()}})
	if a := affinityOf(op); a != nil {
		made.SetAttr("affinity", a)
	}
	for k := range op.NumOperands() {
		if op.Operand(k) == v {
			op.SetOperand(k, made.Result(0))
		}
	}
	at := slices.Index(s.ops, op)
	s.ops = slices.Insert(s.ops, at, made)
	for i, o := range s.ops {
		s.number[o] = i
	}
}

// sizeOf returns the size of a resource, from an operation that has it.
func sizeOf(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil {
		for _, name := range []string{"result_size", "target_size", "storage_size", "size"} {
			if size := stream.Named(op, name); size != nil {
				return size
			}
		}
		if sizes := stream.AllNamed(op, "result_sizes"); v.Index() < len(sizes) {
			return sizes[v.Index()]
		}
	}
	for u := range v.Uses() {
		if size := sizeInUse(u); size != nil {
			return size
		}
	}
	return nil
}

// sizeInUse returns the size that an operation has of a resource that it uses.
func sizeInUse(u *ir.Operand) *ir.Value {
	op := u.Owner()
	for _, name := range []string{"target", "source", "update"} {
		if stream.Named(op, name) == op.Operand(u.Index()) {
			return stream.Named(op, name+"_size")
		}
	}
	at := 0
	sizes := stream.AllNamed(op, "resource_operand_sizes")
	for _, v := range stream.AllNamed(op, "resource_operands") {
		if !stream.IsResource(v.Type()) {
			continue
		}
		if v == op.Operand(u.Index()) && at < len(sizes) {
			return sizes[at]
		}
		at++
	}
	return nil
}

// depend finds what each operation depends on: what makes its operands, and, if it changes one of them in
// place, what reads that before.
func (s *segment) depend() {
	s.before = make([][]int, len(s.ops))
	for i, op := range s.ops {
		set := map[int]bool{}
		for _, v := range op.Operands() {
			if k, ok := s.number[v.DefiningOp()]; ok && v.DefiningOp() != nil {
				set[k] = true
			}
		}
		for _, v := range overwritten(op) {
			for u := range v.Uses() {
				if k, ok := s.number[u.Owner()]; ok && k < i {
					set[k] = true
				}
			}
		}
		for k := range set {
			s.before[i] = append(s.before[i], k)
		}
		slices.Sort(s.before[i])
	}
}
