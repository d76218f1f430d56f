package convertmemreftoptr

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// rules lower one operation each. They make what replaces it in front of it and say what stands for its
// results.
var rules map[*ir.OpDef]func(l *lowering, op *ir.Op)

func init() {
	rules = map[*ir.OpDef]func(l *lowering, op *ir.Op){
		memref.Load: load, memref.Store: store, memref.Prefetch: erase, memref.AtomicRMW: atomic,
		memref.GenericAtomicRMW: genericAtomic,
		memref.Alloc:            alloc, memref.Alloca: alloca, memref.Dealloc: dealloc,
		memref.Realloc:     realloc,
		memref.AllocaScope: scope,
		memref.Global:      global, memref.GetGlobal: getGlobal, memref.Copy: copyAll,
		memref.Dim: dim, memref.Rank: rank, memref.ExtractAlignedPointerAsIndex: pointerAsIndex,
		memref.ExtractStridedMetadata: metadata,
		memref.Cast:                   cast, memref.MemorySpaceCast: cast,
		memref.ReinterpretCast: reinterpret,
		memref.Transpose:       transpose,
		memref.View:            view, memref.Reshape: reshape, memref.AssumeAlignment: same,
		memref.DistinctObjects: same,
		vector.Load:            vectorLoad, vector.Store: vectorStore, vector.MaskedLoad: maskedLoad,
		vector.MaskedStore: maskedStore,
		vector.Gather:      gather, vector.Scatter: scatter, vector.TransferRead: transferRead,
		vector.TransferWrite: transferWrite,
		vector.TypeCast:      typeCast,
		arith.Select:         selected,
		complex.Create:       createNumber, complex.Constant: constantNumber, complex.Re: takeRe,
		complex.Im:  takeIm,
		async.Yield: yieldParts, async.Return: yieldParts, async.Await: takeParts,
		async.RuntimeLoad: takeParts,
	}
}

// convertModule lowers everything, then erases what was lowered.
func (l *lowering) convertModule(root *ir.Op) error {
	for _, r := range root.Regions() {
		l.region(r)
	}
	if l.err != nil {
		return l.err
	}
	for _, op := range l.dead {
		op.DropAllReferences()
	}
	for _, op := range l.dead {
		op.Erase()
	}
	for _, b := range l.expanded {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if hasParts(b.Arg(i).Type()) {
				b.EraseArg(i)
			}
		}
	}
	l.functionValues(root)
	return nil
}

// region lowers the operations of a region in their order.
func (l *lowering) region(r *ir.Region) {
	if !r.Empty() {
		l.first[r.Entry()] = r.Entry().First()
	}
	for _, b := range r.Blocks() {
		l.arguments(b)
	}
	for _, b := range r.Blocks() {
		for op := b.First(); op != nil && l.err == nil; {
			next := op.Next()
			l.convert(op)
			op = next
		}
	}
}

// convert lowers an operation and what is in it, once.
func (l *lowering) convert(op *ir.Op) {
	if isPlain(op) {
		l.convertOperands(op)
		return
	}
	if l.done[op] {
		return
	}
	l.done[op] = true
	l.convertOperands(op)
	saved, loc, at := l.Save(), l.Loc, l.at
	defer func() {
		l.Restore(saved)
		l.Loc, l.at = loc, at
	}()
	l.SetBefore(op)
	l.Loc, l.at = op.Loc(), op
	if rule := rules[op.Def()]; rule != nil &&
		(touches(op) || op.Is(memref.Global) || op.Is(memref.AllocaScope)) {
		l.lowered++
		rule(l, op)
		return
	}
	if l.passes(op) {
		made := l.pass(op)
		l.standsFor(made, op)
		op = made
	}
	if l.err != nil {
		return
	}
	for _, r := range op.Regions() {
		l.region(r)
	}
	l.signature(op)
}

// standsFor says that an operation with regions stands in front of one that goes away: what comes first in
// the block comes in front of it.
func (l *lowering) standsFor(made, op *ir.Op) {
	if b := op.Block(); b != nil && l.first[b] == op {
		l.first[b] = made
	}
}

// isPlain reports whether an operation stays as it is.
func isPlain(op *ir.Op) bool {
	return op.NumRegions() == 0 && !op.Is(memref.Global) && !touches(op) && functionType(op) == nil
}

// convertOperands lowers what defines operands. That is done already unless blocks stand in another order
// than control takes.
func (l *lowering) convertOperands(op *ir.Op) {
	for i := range op.NumOperands() {
		if def := op.Operand(i).DefiningOp(); def != nil && touches(def) && !l.done[def] {
			l.early = true
			l.convert(def)
		}
	}
}

// mem returns what stands for a memref.
func (l *lowering) mem(v *ir.Value) *descriptor {
	l.define(v)
	if d := l.mems[v]; d != nil {
		return d
	}
	if l.err == nil {
		l.err = l.refuse(v)
	}
	// Something to go on with; the error ends the pass.
	return l.blank(l.Ctx.MemRef(make([]int64, len(shapeOf(v))), l.Ctx.I8, nil, nil), v, l.at)
}

// define lowers the definition of a value with parts unless that is done: blocks may stand in another order
// than control takes.
func (l *lowering) define(v *ir.Value) {
	if l.mems[v] != nil || l.numbers[v].re != nil {
		return
	}
	if v.IsArgument() {
		l.arguments(v.Owner())
	} else if def := v.DefiningOp(); !l.done[def] {
		l.early = true
		l.convert(def)
	}
}

func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.MemRefType); ok {
		return t.Shape
	}
	return nil
}

// refuse says that nothing stands for a value.
func (l *lowering) refuse(v *ir.Value) error {
	op := v.DefiningOp()
	if op == nil {
		op = v.Owner().ParentOp()
	}
	return unsupported(op)
}

// unsupported says that an operation cannot be lowered.
func unsupported(op *ir.Op) error {
	d := op.Errorf(codeUnsupported, "this '%s' cannot be lowered to pointers", op.Name())
	switch op.Def().DialectName() {
	case "affine":
		d.Suggest("run lower-affine before")
	case "linalg":
		d.Suggest("run convert-linalg-to-loops before")
	case "complex":
		d.Suggest("run convert-complex-to-standard before")
	case "memref":
		d.Suggest("run expand-strided-metadata before")
	}
	return d
}

// fail keeps the first error.
func (l *lowering) fail(op *ir.Op) {
	if l.err == nil {
		l.err = unsupported(op)
	}
}

// replace says what stands for the results of an operation that have no parts, and that it goes away.
func (l *lowering) replace(op *ir.Op, values ...*ir.Value) {
	n := 0
	for _, r := range op.Results() {
		if !hasParts(r.Type()) {
			r.ReplaceAllUsesWith(values[n])
			n++
		}
	}
	l.dead = append(l.dead, op)
}

func erase(l *lowering, op *ir.Op) { l.replace(op) }

// hasParts reports whether several values stand for one of a type: for a memref or a complex number.
func hasParts(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.ComplexType:
		return true
	}
	return false
}

// touches reports whether an operation takes or yields a value with parts.
func touches(op *ir.Op) bool {
	for i := range op.NumOperands() {
		if hasParts(op.Operand(i).Type()) {
			return true
		}
	}
	for i := range op.NumResults() {
		if hasParts(op.Result(i).Type()) {
			return true
		}
	}
	return false
}

func anyHasParts(list []*ir.Value) bool {
	return slices.ContainsFunc(list, func(v *ir.Value) bool { return hasParts(v.Type()) })
}

// constant is a number of a type in a function, or another operation that nothing reaches into.
type constant struct {
	around *ir.Op
	typ    ir.Type
	n      int64
}

// constant returns a number as a value, made once at the start of the function.
func (l *lowering) constant(t ir.Type, n int64) *ir.Value {
	around := l.Block().ParentOp()
	for !around.Has(ir.IsolatedFromAbove) {
		around = around.Parent()
	}
	key := constant{around, t, n}
	if v := l.consts[key]; v != nil {
		return v
	}
	saved := l.Save()
	l.SetStart(around.Region(0).Entry())
	v := arith.ConstInt(l.Builder, t, n)
	l.consts[key] = v
	l.Restore(saved)
	return v
}
