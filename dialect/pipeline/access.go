package pipeline

import "github.com/inflight-compiler/inflight/ir"

// Reads returns the memrefs that a pipeline.block declares to read.
func Reads(op *ir.Op) []*ir.Value { return op.OperandsOf(0) }

// Writes returns the memrefs that a pipeline.block declares to write.
func Writes(op *ir.Op) []*ir.Value { return op.OperandsOf(1) }

// Inferred reports whether a pipeline.block declares nothing, so that its accesses are those of its body.
func Inferred(op *ir.Op) bool { return op.NumOperands() == 0 }

// declaredEffects reports the declared accesses. A block that declares none has only the effects of its body.
func declaredEffects(op *ir.Op, add func(ir.Effect)) {
	for _, v := range Reads(op) {
		add(ir.Effect{Kind: ir.Read, Value: v, Whole: true})
	}
	for _, v := range Writes(op) {
		add(ir.Effect{Kind: ir.Write, Value: v, Whole: true})
	}
}

// root returns the memref that v is a part of.
func root(v *ir.Value) *ir.Value {
	var trail ir.Trail
	for v.DefiningOp() != nil && v.DefiningOp().Def().View != nil && !trail.Repeats(v) {
		view, ok := v.DefiningOp().Def().View(v.DefiningOp())
		if !ok || view.Source == nil {
			break
		}
		v = view.Source
	}
	return v
}

func roots(vs []*ir.Value) map[*ir.Value]bool {
	out := make(map[*ir.Value]bool, len(vs))
	for _, v := range vs {
		out[root(v)] = true
	}
	return out
}

// verifyAccesses rejects a body that touches memory of the outside that the block does not declare.
func verifyAccesses(op *ir.Op) error {
	if Inferred(op) {
		return nil
	}
	reads, writes := roots(Reads(op)), roots(Writes(op))
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		if v, kind := undeclared(op, inner, reads, writes); v != nil {
			clause := map[ir.EffectKind]string{ir.Read: "reads", ir.Write: "writes"}[kind]
			return op.OpErrorf(codeAccess,
				"does not declare all of its body's accesses: %s is missing from '%s'",
				describe(v), clause).
				Note(inner.Span(), "the body accesses it here").
				Suggest("add it to %s(...), or leave both clauses out", clause)
		}
	}
	return nil
}

// undeclared returns a memref of the outside that inner accesses and that the declared roots do not cover, or
// nil.
func undeclared(block, inner *ir.Op, reads, writes map[*ir.Value]bool) (found *ir.Value, kind ir.EffectKind) {
	check := func(v *ir.Value, write bool) {
		r := root(v)
		switch {
		case found != nil || isInside(r, block):
		case write && !writes[r]:
			found, kind = r, ir.Write
		case !write && !reads[r]:
			found, kind = r, ir.Read
		}
	}
	def := inner.Def()
	switch {
	case def.Effects != nil:
		def.Effects(inner, func(e ir.Effect) {
			if e.Value != nil && e.Kind != ir.Allocate {
				check(e.Value, e.Kind != ir.Read)
			}
		})
	case !inner.Has(ir.Pure|ir.RecursiveEffects|ir.Terminator) && def.View == nil:
		// inner may access all memory among its operands in any way. One of the clauses must name that
		// memory.
		for _, v := range inner.Operands() {
			if memrefs.Match(v.Type()) && !writes[root(v)] {
				check(v, false)
			}
		}
	}
	return found, kind
}

// isInside reports whether v is defined in the region of op.
func isInside(v *ir.Value, op *ir.Op) bool {
	b := v.ParentBlock()
	return b != nil && b.ParentOp() != nil && op.IsAncestorOf(b.ParentOp())
}

// describe names a value for a message.
func describe(v *ir.Value) string {
	if v.Name() != "" {
		return "%" + v.Name()
	}
	return "a value of type '" + v.Type().String() + "'"
}
