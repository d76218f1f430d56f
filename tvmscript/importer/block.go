package importer

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// block is a block during the import of its body.
type block struct {
	outer *block
	op    *ir.Op // nil for a root block that is dissolved
	body  *ir.Block
	at    *syntax.Call
	depth int // of its scope
	axes  []axis
	// reads and writes are the lines that declare its accesses. They are checked after the body is imported.
	reads, writes, predicate *syntax.Call
	init                     bool
}

// blockContext imports `with T.sblock("name"):`. A block named "root" without attributes is the function
// itself.
func (f *function) blockContext(call *syntax.Call, target syntax.Expr, body func()) error {
	name, err := f.blockName(call)
	if err != nil {
		return err
	}
	if target != nil {
		return f.ev.Errorf(codeBlock, target,
			"a block has no value").Suggest("write the axes inside: i = T.axis.spatial(16, io)")
	}
	blk := &block{outer: f.block, at: call, depth: f.names.depth()}
	f.block = blk
	defer func() { f.block = blk.outer }()
	if name == "root" && f.isRoot() {
		blk.body = f.b.Block()
		saved := f.b.Save()
		body()
		f.b.Restore(saved)
		return nil
	}
	return f.blockOp(blk, name, body)
}

// materialize makes an operation of a root block that has attributes after all. It begins here.
func (f *function) materialize(blk *block) {
	blk.op = pipeline.NewBlock(f.b, nil, nil, nil)
	blk.op.SetAttr(pipeline.NameAttr, f.imp.ctx.String("root"))
	blk.body = blk.op.Body()
	f.prim.blocks = append(f.prim.blocks, namedOp{"root", blk.op})
	f.b.SetEnd(blk.body)
}

// blockName returns the name of a block, "" if it has none.
func (f *function) blockName(call *syntax.Call) (string, error) {
	if len(call.Args) == 1 && isPlain(call.Args[0]) {
		if s, ok := call.Args[0].Value.(*syntax.Str); ok {
			return s.Value, nil
		}
	}
	args, err := f.args(call, "name?", "no_realize?")
	if err != nil || args.Get("name") == nil {
		return "", err
	}
	name, err := f.ev.ConstStr(args.Get("name"))
	if err != nil {
		return "", f.ev.Errorf(codeBlock, args.Get("name"), "the name of a block is a string").
			Suggest("write `with T.sblock(\"name\"):`, and the axes inside: i = T.axis.spatial(16, io)")
	}
	return name, nil
}

// isRoot reports whether the statement stands at the top of the function.
func (f *function) isRoot() bool { return f.b.Block() == f.entry && f.block.outer == nil }

func (f *function) blockOp(blk *block, name string, body func()) error {
	f.ev.Locate(blk.at)
	blk.op = pipeline.NewBlock(f.b, nil, nil, nil)
	if name != "" {
		blk.op.SetAttr(pipeline.NameAttr, f.imp.ctx.String(name))
	}
	blk.body = blk.op.Body()
	f.prim.blocks = append(f.prim.blocks, namedOp{name, blk.op})
	errorsBefore, opaqueBefore := f.imp.errors, f.opaque
	f.enclosed(func() { f.b.InBlock(blk.body, body) })
	if blk.predicate != nil {
		f.mayBeSkipped()
	}
	if f.imp.errors > errorsBefore {
		return nil // the accesses of the body are not known
	}
	f.b.SetAfter(f.outermost(blk))
	f.checkDomains(blk)
	if blk.reads == nil && blk.writes == nil {
		return nil
	}
	accesses := f.judge.Accesses(blk.op)
	f.checkAccesses(blk, accesses)
	if f.opaque > opaqueBefore {
		return f.declareAccesses(blk, accesses)
	}
	return nil
}

// outermost returns the operation that stands for the block: the scf.if of its T.where, or the block.
func (f *function) outermost(blk *block) *ir.Op {
	if blk.predicate != nil {
		return blk.op.Parent()
	}
	return blk.op
}

// inBlock returns the block around a statement. It is an error if there is none.
func (f *function) inBlock(call *syntax.Call) (*block, error) {
	if f.block == nil {
		return nil, f.ev.Errorf(codeBlock, call, "%s outside of a block", f.file.Span(call.Fun).Text()).
			Suggest("write it in `with T.sblock(\"name\"):`")
	}
	if f.b.Block() != f.block.body {
		return nil, f.ev.Errorf(codeBlock, call, "%s inside of a loop or branch of a block",
			f.file.Span(call.Fun).Text()).
			Note(f.file.Span(f.block.at), "the block").Suggest("move it to the beginning of the block")
	}
	return f.block, nil
}

// once rejects a second line of the same kind.
func (f *function) once(call, before *syntax.Call) error {
	if before == nil {
		return nil
	}
	return f.ev.Errorf(codeBlock, call, "a second %s in the block", f.file.Span(call.Fun).Text()).
		Note(f.file.Span(before), "the first one").Suggest("write one line with everything")
}

// where imports T.where(cond): the block runs only if the condition, on the variables of the loops, holds.
func (f *function) where(call *syntax.Call) error {
	blk, err := f.inBlock(call)
	if err != nil {
		return err
	}
	args, err := f.args(call, "predicate")
	if err != nil {
		return err
	}
	if err := f.once(call, blk.predicate); err != nil {
		return err
	}
	if blk.op == nil {
		return f.ev.Errorf(codeBlock, call, "T.where in the root block").Suggest("write an if")
	}
	cond, err := f.outsideOf(blk, func() (*ir.Value, error) { return f.predicate(args.Get("predicate")) })
	if err != nil {
		if b := f.names.table[f.names.missing]; b != nil && b.role == asAxis {
			return f.ev.Errorf(codeBlock, call,
				"T.where is over the variables of the loops, and '%s' is an axis", f.names.missing).
				Suggest("write the condition with the variables that the axes are bound to")
		}
		return err
	}
	blk.predicate = call
	f.ev.Locate(call)
	saved := f.b.Save()
	f.b.SetBefore(blk.op)
	branch := scf.NewIf(f.b, cond, func(*ir.Builder) {}, nil)
	blk.op.MoveBefore(branch.Body().Last())
	f.b.Restore(saved)
	return nil
}

// predicate evaluates a condition, which must be a truth value: the truth of numbers and strings in Python
// does not apply.
func (f *function) predicate(x syntax.Expr) (*ir.Value, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	switch v.(type) {
	case *expr.Bool, *expr.Int, *expr.Imm, *expr.Scalar:
		return f.ev.ToCondition(v, x)
	}
	return nil, f.ev.Errorf(expr.CodeDtype, x, "a condition is of dtype bool, and this is %s",
		v.Kind()).Suggest("compare something: i < n")
}

// outsideOf evaluates an expression in front of a block, without the block's axes and buffers.
func (f *function) outsideOf(blk *block, eval func() (*ir.Value, error)) (*ir.Value, error) {
	saved, hidden := f.b.Save(), f.names.hidden
	f.b.SetBefore(blk.op)
	f.names.hidden = blk.depth
	v, err := eval()
	f.names.hidden = hidden
	f.b.Restore(saved)
	return v, err
}

// initContext imports `with T.init():`. Its body runs when all reduce axes are at their lower ends.
func (f *function) initContext(call *syntax.Call, target syntax.Expr, body func()) error {
	blk, err := f.inBlock(call)
	if err != nil {
		return err
	}
	if blk.init {
		return f.ev.Errorf(codeBlock, call, "a second T.init in the block").Suggest("write one T.init")
	}
	if blk.op == nil || hasEffects(blk.body) {
		return f.ev.Errorf(codeBlock, call, "T.init behind statements of the block").Note(f.file.Span(blk.at),
			"the block").
			Suggest("move it in front of them: it runs first")
	}
	blk.init = true
	var cond *ir.Value
	for _, a := range blk.axes {
		if a.kind != "reduce" {
			continue
		}
		first := arith.Cmp(f.b, arith.EQ, a.value, a.lower)
		if cond == nil {
			cond = first
		} else {
			cond = arith.Binary(f.b, arith.AndI, cond, first)
		}
	}
	if cond == nil {
		body()
		return nil
	}
	f.ev.Locate(call)
	f.enclosed(func() { scf.NewIf(f.b, cond, func(*ir.Builder) { f.b.InBlock(f.b.Block(), body) }, nil) })
	f.mayBeSkipped()
	return nil
}

// hasEffects reports whether a block has an operation already that does more than make a buffer.
func hasEffects(b *ir.Block) bool {
	for op := range b.Ops() {
		if op.Is(pipeline.Axis) || op.IsPure() || op.NumRegions() == 0 && op.WouldBeTriviallyDead() {
			continue
		}
		return true
	}
	return false
}
