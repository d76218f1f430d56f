package wasm

import (
	"maps"

	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// The operations that can be compiled, by their names. The files of the dialects fill these tables.
var (
	// constants push a value that is the same at all uses.
	constants = map[string]func(f *function, op *ir.Op){}
	// expressions push result number f.result. Of a vector they push its part f.part, or its lane f.lane.
	// They may stop the program, and have no other effect.
	expressions = map[string]expression{}
	// statements compile a whole operation. They put its results into their places.
	statements = map[string]func(f *function, op *ir.Op){}
)

// expression says how an operation is computed.
type expression struct {
	emit func(f *function, op *ir.Op) // on scalars
	// simd emits the operation on values of 128 bits. If WebAssembly has no instructions for it, simd is nil
	// or returns false: emit then computes one lane after the other.
	simd func(f *function, op *ir.Op) bool
	// fixed marks operations that must not be deferred: they can stop the program, or read memory.
	fixed bool
}

// rule says how the operations of a definition are compiled. It has at most one of the three.
type rule struct {
	constant   func(f *function, op *ir.Op)
	expression *expression
	statement  func(f *function, op *ir.Op)
}

// ruleOf returns the rule by which an operation is compiled.
func (m *compiler) ruleOf(op *ir.Op) *rule {
	known := m.rules[op.Def()]
	if known == nil {
		name := op.Name()
		known = &rule{constant: constants[name], statement: statements[name]}
		if e, ok := expressions[name]; ok {
			known.expression = &e
		}
		m.rules[op.Def()] = known
	}
	return known
}

func registerExpressions(table map[string]expression) { maps.Copy(expressions, table) }

func registerStatements(table map[string]func(*function, *ir.Op)) { maps.Copy(statements, table) }

// maxDepth bounds the depth of deferred expressions.
const maxDepth = 32

// block compiles the operations of a block.
func (f *function) block(b *ir.Block) {
	for op := range b.Ops() {
		f.operation(op)
	}
}

// operation compiles an operation, unless it can be deferred to its use.
func (f *function) operation(op *ir.Op) {
	rule := f.ruleOf(op)
	if rule.constant != nil && !isVector(op.Result(0).Type()) || f.deferOperation(op, rule.expression) {
		return
	}
	mark := len(f.temps)
	if rule.statement != nil {
		rule.statement(f, op)
	} else if rule.expression != nil {
		f.compute(op, rule.expression)
	} else {
		f.fail(op, codeOp, "cannot be compiled to WebAssembly")
	}
	for _, t := range f.temps[mark:] {
		f.release(t.typ, t.local)
	}
	f.temps = f.temps[:mark]
	for _, sum := range f.folded {
		f.consume(sum)
	}
	f.folded = f.folded[:0]
	f.dieWith(op)
}

// deferOperation defers an operation to the only use of its result, in the same block. Other operations may
// stand in between. The operands live until the use.
func (f *function) deferOperation(op *ir.Op, e *expression) bool {
	if e == nil || op.NumResults() != 1 {
		return false
	}
	v := op.Result(0)
	if !v.HasUses() && !e.fixed {
		f.dieWith(op)
		return true
	}
	if f.deferToAccesses(op) {
		return true
	}
	user, ok := onlyUser(v)
	if !ok || e.fixed || user.Block() != op.Block() || isVector(v.Type()) && !f.follows(user, op) {
		return false
	}
	s, ok := f.shape(v)
	if !ok || s.parts != 1 || f.isMask(v) {
		return false
	}
	depth := int32(1)
	for i := range op.NumOperands() {
		depth = max(depth, f.placeOf(op.Operand(i)).depth+1)
	}
	if depth > maxDepth {
		return false
	}
	f.setPlace(v, place{kind: deferred, depth: depth})
	for i := range op.NumOperands() {
		f.hold(op.Operand(i))
	}
	f.dieWith(op)
	return true
}

// follows reports whether only addresses and constants are computed between an operation and its user. A
// vector is deferred only in this case: its operands would occupy registers meanwhile, of which there are
// sixteen.
func (f *function) follows(user, op *ir.Op) bool {
	for op = op.Next(); op != user; op = op.Next() {
		if op == nil || f.ruleOf(op).constant == nil && !op.Is(ptr.PtrAdd) {
			return false
		}
	}
	return true
}

// onlyUser returns the only operation that uses a value. ok is false if the value has no use or several.
func onlyUser(v *ir.Value) (*ir.Op, bool) {
	if !v.HasOneUse() {
		return nil, false
	}
	for use := range v.Uses() {
		return use.Owner(), true
	}
	return nil, false
}

// isMask reports whether a value is a vector of i1.
func (f *function) isMask(v *ir.Value) bool {
	return isVector(v.Type()) && widthOf(v.Type()) == 1
}

// compute compiles an expression into the places of its results.
func (f *function) compute(op *ir.Op, e *expression) {
	if parts := f.resultParts(op); parts > 1 || op.NumResults() > 1 {
		f.settleOperands(op)
	}
	for i := range op.NumResults() {
		v := op.Result(i)
		if !v.HasUses() && (!e.fixed || i > 0) {
			continue
		}
		f.result = i
		if s := f.values.Entry(v); f.isMask(v) && s.bits == 0 {
			s.bits = int32(f.resultBits(op))
		}
		p := f.place(v)
		s, _ := f.shape(v)
		for part := range s.parts {
			f.part = part
			f.expression(op)
			f.set(p.at(part))
		}
	}
	f.part, f.result = 0, 0
}

func (f *function) resultParts(op *ir.Op) int {
	n := 1
	for i := range op.NumResults() {
		if s, ok := f.shape(op.Result(i)); ok {
			n = max(n, s.parts)
		}
	}
	return n
}

// expression pushes part f.part of result f.result of an operation.
func (f *function) expression(op *ir.Op) {
	e := f.ruleOf(op).expression
	v := op.Result(f.result)
	switch {
	case e == nil:
		f.fail(op, codeOp, "cannot be compiled to WebAssembly")
	case !isVector(v.Type()):
		e.emit(f, op)
	case e.simd != nil && e.simd(f, op):
	default:
		f.lanewise(op, v, e)
	}
}

// lanewise pushes a part of a vector. It computes the lanes one after the other.
func (f *function) lanewise(op *ir.Op, v *ir.Value, e *expression) {
	f.settleOperands(op)
	l := f.lanes(v)
	first := f.part * l.per()
	for i := range min(l.per(), l.n-first) {
		f.lane = first + i
		e.emit(f, op)
		f.fill(l, i)
	}
	f.lane = -1
}
