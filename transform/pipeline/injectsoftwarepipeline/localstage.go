package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// In TVM, a block may ask that its copy to shared memory goes through registers. The pass
// ManifestSharedMemoryLocalStage splits it into two statements before loops are pipelined, and the entries of
// an annotation count both.

// splitLocalStages splits each copy in a pipelined loop whose block asks for it into two statements.
func splitLocalStages(root *ir.Op) error {
	var errs diag.List
	var blocks []*ir.Op
	for op := range root.Walk() {
		if op.Is(pipeline.Block) && pipeline.LocalStageAttr(op) != "" && inPipeline(op) {
			blocks = append(blocks, op)
		}
	}
	for _, block := range blocks {
		errs.Add(diag.FromError(splitLocalStage(block))...)
	}
	return errs.Err()
}

func inPipeline(op *ir.Op) bool {
	for p := range op.Ancestors() {
		if annotated(p) {
			return true
		}
	}
	return false
}

// splitLocalStage splits the statement of a block, with the loops and conditions around that contain nothing
// else, into two. The first statement stores in a new buffer, with an element for each iteration of these
// loops. The second stores these elements where the block stored them.
func splitLocalStage(block *ir.Op) error {
	whole := copyAround(block)
	store, err := soleStore(block, whole)
	if err != nil {
		return err
	}
	e := &analysis.Evaluator{}
	shape, err := iterationsAround(e, store, whole)
	if err != nil {
		return err
	}
	block.RemoveAttr(pipeline.LocalStageAttr(block))
	b := ir.At(whole)
	value := store.Operand(0).Type()
	element := value
	if v, ok := value.(*ir.VectorType); ok {
		shape, element = append(shape, v.Shape...), v.Elem
	}
	local := memref.NewAlloc(b, b.Ctx.MemRef(shape, element, nil, b.Ctx.Int(b.Ctx.I64, localNumber)))
	if name := store.Operand(1).Name(); name != "" {
		local.SetName(name + "_local")
	}
	first := b.Clone(whole, ir.NewMapping())
	at := counterpart(whole, first, store)
	b = ir.At(at)
	write(b, at.Operand(0), local, stageSubscripts(b, at, first))
	eraseUnused(at)

	b = ir.At(store)
	old := store.Operand(0)
	store.SetOperand(0, read(b, value, local, stageSubscripts(b, store, whole)))
	if def := old.DefiningOp(); def != nil && whole.IsAncestorOf(def) && def.IsTriviallyDead() {
		eraseUnused(def)
	}
	return nil
}

// copyAround returns the outermost operation in a pipelined loop that contains the block and no other
// statement.
func copyAround(block *ir.Op) *ir.Op {
	whole := block
	for p := range block.Ancestors() {
		if !wraps(p) || annotated(p) || p.NumResults() > 0 || !holdsOnly(p, whole) {
			break
		}
		whole = p
	}
	return whole
}

// wraps reports whether an operation may stand around the store of a copy.
func wraps(op *ir.Op) bool {
	return op.Is(scf.For) || op.Is(affinedialect.For) || op.Is(scf.If) || op.Is(pipeline.Block)
}

// holdsOnly reports whether all operations in p except `only` just compute values.
func holdsOnly(p, only *ir.Op) bool {
	for _, r := range p.Regions() {
		for _, b := range r.Blocks() {
			for op := range b.OpsWithoutTerminator() {
				if op != only && !feeds(op) && !op.Is(pipeline.Axis) {
					return false
				}
			}
		}
	}
	return true
}

// soleStore returns the store of a copy, which must be its only effect.
func soleStore(block, whole *ir.Op) (*ir.Op, error) {
	var store *ir.Op
	for op := range whole.Walk() {
		switch {
		case op.Has(ir.Terminator), op.Is(pipeline.Axis), feeds(op):
		case wraps(op):
		case store == nil && (op.Is(memref.Store) || op.Is(affinedialect.Store) || op.Is(vector.Store)):
			store = op
		default:
			return nil, localStageError(block, op, "the block does more than one store")
		}
	}
	if store == nil {
		return nil, localStageError(block, block, "the block stores nothing")
	}
	if !isOfBlock(store.Operand(1)) {
		return nil, localStageError(block, store, "the block stores to memory that is not shared")
	}
	accesses := (&analysis.Evaluator{}).Accesses(whole)
	written := slices.IndexFunc(accesses, func(a analysis.Access) bool { return a.Writes() })
	for _, a := range accesses {
		if a.Kind == ir.Read && (a.Buffer == nil || written < 0 || a.Buffer == accesses[written].Buffer) {
			return nil, localStageError(block, a.Op, "the block reads the memory that it writes")
		}
	}
	return store, nil
}

func localStageError(block, at *ir.Op, what string) error {
	return diag.Errorf(codeLocalStage, at.Span(), "%s, and cannot have a local stage", what).
		Note(block.Span(), "'%s' is asked for here", pipeline.LocalStageAttr(block)).
		Suggest("write two statements, with a buffer in local scope between them")
}

// iterationsAround returns the extents of the loops in whole around an operation, the outermost first.
func iterationsAround(e *analysis.Evaluator, op, whole *ir.Op) ([]int64, error) {
	shape := []int64{}
	for _, l := range loopsAround(op, whole) {
		info := l.Def().Loop
		trip := e.LoopRange(info.Bounds(l, 0))
		counted := trip.Trips >= 0 && trip.Step > 0 && (l.Is(scf.For) || trip.Lower.IsConst())
		if !counted || info.InductionVar(l, 0).Type() != ir.Type(l.Context().Index) {
			return nil, diag.Errorf(codeLocalStage, l.Span(),
				"a loop of a copy with a local stage needs a constant number of iterations of an index").
				Suggest("write two statements, with a buffer in local scope between them")
		}
		shape = append(shape, max(trip.Trips, 1))
	}
	return shape, nil
}

// loopsAround returns the loops around an operation, up to whole and with it, the outermost first.
func loopsAround(op, whole *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for p := op; p != whole; {
		p = p.Parent()
		if p.Def().Loop != nil {
			loops = append(loops, p)
		}
	}
	slices.Reverse(loops)
	return loops
}

// stageSubscripts returns the subscripts of an operation's element in the local stage: the numbers, from 0,
// of the current iterations of the loops around the operation.
func stageSubscripts(b *ir.Builder, op, whole *ir.Op) []*ir.Value {
	e := &analysis.Evaluator{}
	subscripts := []*ir.Value{}
	for _, l := range loopsAround(op, whole) {
		info := l.Def().Loop
		iv, trip := info.InductionVar(l, 0), e.LoopRange(info.Bounds(l, 0))
		switch {
		case !trip.LowerKnown || !trip.Lower.IsConst():
			iv = arith.Binary(b, arith.SubI, iv, l.Operand(0))
		case trip.Lower.Const != 0:
			iv = arith.Binary(b, arith.SubI, iv, arith.ConstIndex(b, trip.Lower.Const))
		}
		if trip.Step != 1 {
			iv = arith.Binary(b, arith.DivUI, iv, arith.ConstIndex(b, trip.Step))
		}
		subscripts = append(subscripts, iv)
	}
	return subscripts
}

// write stores a value, or the lanes of a vector, in the local stage.
func write(b *ir.Builder, v, local *ir.Value, subscripts []*ir.Value) {
	if t, ok := v.Type().(*ir.VectorType); ok {
		vector.NewStore(b, v, local, append(subscripts, firstLane(b, len(t.Shape))...)...)
		return
	}
	memref.NewStore(b, v, local, subscripts...)
}

// read loads the value that write has stored.
func read(b *ir.Builder, typ ir.Type, local *ir.Value, subscripts []*ir.Value) *ir.Value {
	if t, ok := typ.(*ir.VectorType); ok {
		return vector.NewLoad(b, t, local, append(subscripts, firstLane(b, len(t.Shape))...)...)
	}
	return memref.NewLoad(b, local, subscripts...)
}

// firstLane returns the subscripts of the first lane of a vector.
func firstLane(b *ir.Builder, n int) []*ir.Value {
	all := make([]*ir.Value, n)
	for i := range all {
		all[i] = arith.ConstIndex(b, 0)
	}
	return all
}

// counterpart returns the operation in copied that corresponds to op in original.
func counterpart(original, copied, op *ir.Op) *ir.Op {
	n := 0
	for at := range original.Walk() {
		if at == op {
			break
		}
		n++
	}
	for at := range copied.Walk() {
		if n == 0 {
			return at
		}
		n--
	}
	return nil
}

// eraseUnused erases an operation, and the operations that only it used.
func eraseUnused(op *ir.Op) {
	var operands []*ir.Value
	for i := range op.NumOperands() {
		operands = append(operands, op.Operand(i))
	}
	home := op.Block()
	op.Erase()
	for _, v := range operands {
		if def := v.DefiningOp(); def != nil && def.Block() == home && def.IsTriviallyDead() {
			eraseUnused(def)
		}
	}
}
