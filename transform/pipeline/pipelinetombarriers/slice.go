package pipelinetombarriers

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// slice is the part of a kernel that some operations need: what computes their operands, and the loops and
// conditions around them.
type slice struct {
	block *ir.Block // the code of a role
	ops   map[*ir.Op]bool
	// values are the results and arguments of loops and conditions that are needed.
	values map[*ir.Value]bool
}

// sliceOf returns what operations in a block need.
func sliceOf(block *ir.Block, seeds []*ir.Op) *slice {
	s := &slice{block: block, ops: map[*ir.Op]bool{}, values: map[*ir.Value]bool{}}
	for _, op := range seeds {
		s.whole(op)
	}
	return s
}

// whole adds an operation with all that is in it.
func (s *slice) whole(op *ir.Op) {
	for inner := range op.Walk() {
		s.add(inner)
		for _, v := range inner.Operands() {
			s.need(v)
		}
	}
}

// add adds an operation and what it stands in. Of loops and conditions around operations it adds the bounds
// and conditions alone.
func (s *slice) add(op *ir.Op) {
	if op == nil || op == s.block.ParentOp() || s.ops[op] {
		return
	}
	s.ops[op] = true
	s.add(op.Parent())
	n := op.NumOperands()
	switch {
	case op.Is(scf.For):
		n = 3
	case op.Has(ir.Terminator):
		return
	}
	for _, v := range op.Operands()[:n] {
		s.need(v)
	}
}

// need adds what computes a value.
func (s *slice) need(v *ir.Value) {
	if s.values[v] {
		return
	}
	s.values[v] = true
	op, i := v.DefiningOp(), v.Index()
	if v.IsArgument() {
		op = v.Owner().ParentOp()
		if !op.Is(scf.For) || i == 0 || !s.inside(op) {
			return
		}
		i-- // the induction variable is the first argument
	}
	switch {
	case !s.inside(op):
	case op.Is(scf.For):
		s.add(op)
		s.need(scf.Inits(op)[i])
		s.need(op.Body().Arg(i + 1))
		s.need(op.Body().Last().Operand(i))
	case op.Is(scf.If):
		s.add(op)
		for _, r := range op.Regions() {
			s.need(r.Entry().Last().Operand(i))
		}
	default:
		s.whole(op)
	}
}

func (s *slice) inside(op *ir.Op) bool { return op != nil && s.block.ParentOp().IsAncestorOf(op) }

// restrict erases all other operations of the block. Values that loops and conditions carry beside become
// poison, and then go.
func (s *slice) restrict() {
	s.restrictBlock(s.block)
	carried.Prune(s.block.ParentOp())
}

func (s *slice) restrictBlock(block *ir.Block) {
	var erased []*ir.Op
	for op := range block.Ops() {
		switch {
		case op.Has(ir.Terminator):
			s.poison(op)
		case !s.ops[op]:
			erased = append(erased, op)
		default:
			if op.Is(scf.For) {
				s.poisonInits(op)
			}
			for _, r := range op.Regions() {
				for _, b := range r.Blocks() {
					s.restrictBlock(b)
				}
			}
		}
	}
	for _, op := range slices.Backward(erased) {
		op.DropAllReferences()
	}
	for _, op := range slices.Backward(erased) {
		op.Erase()
	}
}

// poison replaces the operands of the end of a block whose values are not there.
func (s *slice) poison(last *ir.Op) {
	for i, v := range last.Operands() {
		s.replace(last, i, v)
	}
}

func (s *slice) poisonInits(loop *ir.Op) {
	for i, v := range scf.Inits(loop) {
		s.replace(loop, 3+i, v)
	}
}

func (s *slice) replace(op *ir.Op, i int, v *ir.Value) {
	if def := v.DefiningOp(); s.inside(def) && (!s.ops[def] || !s.values[v] && def.NumRegions() > 0) {
		b := ir.At(op)
		op.SetOperand(i,
			b.Create(ir.OpState{Def: ub.Poison, Results: []ir.Type{v.Type()}, Loc: op.Loc()}).Result(0))
	}
}

// checkSlice checks that the producer does without what the consumers do: what it executes beside its copies
// is pure, or reads memory that the kernel does not write.
func (k *kernel) checkSlice() *refusal {
	var copies []*ir.Op
	for _, r := range k.rings {
		copies = append(copies, r.copies...)
	}
	s := sliceOf(k.f.Body(), copies)
	for op := range k.f.Walk() {
		if k.copying[op] {
			continue
		}
		if why := k.checkWrites(op); why != nil {
			return why
		}
		if !s.ops[op] {
			continue
		}
		if why := k.checkNeeded(op); why != nil {
			return why
		}
	}
	return nil
}

// checkNeeded checks an operation that the producer executes.
func (k *kernel) checkNeeded(op *ir.Op) *refusal {
	refuse := func(text string) *refusal {
		return &refusal{op, codeRole, fmt.Sprintf("its copies depend on '%s', which %s", op.Name(), text)}
	}
	around := k.around[op]
	switch {
	case around && !op.Is(scf.For) && !op.Is(scf.If):
		return refuse("is around the loop and no loop or condition of scf")
	case around, op.Has(ir.Pure), op.Has(ir.Terminator), op.NumRegions() > 0 && op.IsEffectFree():
		return nil
	case !feeds(op):
		return refuse("does more than compute a number")
	}
	var why *refusal
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Kind == ir.Read && !k.isConstant(e.Value) {
			why = refuse("reads memory that is not certainly an argument which the kernel only reads")
		}
	})
	return why
}

// checkWrites checks that an operation does not write what a copy reads.
func (k *kernel) checkWrites(op *ir.Op) *refusal {
	if op == k.f || op.Is(gpu.Barrier) || op.Def().DialectName() == nvvm.Dialect.Name {
		return nil
	}
	for _, v := range written(op) {
		if k.read[v] {
			return &refusal{op, codeRole, fmt.Sprintf("'%s' may write what a copy reads", op.Name())}
		}
	}
	return nil
}

// isConstant reports whether memory is an argument that the kernel only reads.
func (k *kernel) isConstant(v *ir.Value) bool {
	v = root(v)
	if !v.IsArgument() || v.Owner() != k.f.Body() || v.Index() >= len(k.arguments()) {
		return false
	}
	if known, ok := k.constant[v]; ok {
		return known
	}
	k.constant[v] = true
	for op := range k.f.Walk() {
		if op != k.f && slices.Contains(written(op), v) {
			k.constant[v] = false
		}
	}
	return k.constant[v]
}

// written returns the memory among its operands that an operation may write.
func written(op *ir.Op) (list []*ir.Value) {
	if op.Has(ir.Pure) || op.Has(ir.Terminator) {
		return nil
	}
	if op.Def().Effects != nil {
		op.Def().Effects(op, func(e ir.Effect) {
			if e.Kind != ir.Read && e.Value != nil {
				list = append(list, root(e.Value))
			}
		})
		return list
	}
	for i := 0; i < op.NumOperands() && op.NumRegions() == 0; i++ {
		if _, ok := op.Operand(i).Type().(*ir.MemRefType); ok {
			list = append(list, root(op.Operand(i)))
		}
	}
	return list
}

// root returns the memory that v is a part of.
func root(v *ir.Value) *ir.Value {
	for {
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			return v
		}
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			return v
		}
		v = view.Source
	}
}
