package inline

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// around are the dialects whose operations bodies may be put into, as upstream's interfaces say.
var around = []string{"func", "scf", "affine", "memref", "linalg", "llvm"}

// bound are the dialects whose operations stay in their function, as upstream's interfaces say, and those
// that upstream does not have.
var bound = []string{"async", "nvgpu", "coro", "task", "pipeline"}

// isLegal reports whether the body of a function may stand in the place of a call.
func isLegal(call, callee *ir.Op) bool {
	parent := call.Parent()
	switch {
	case call.Attr("no_inline") != nil || callee.Attr("no_inline") != nil:
		return false
	case tableAround(call) != callee.Parent():
		return false // symbols mean something else there
	case !slices.Contains(around, parent.Def().DialectName()) || parent.Attr(pipeline.StageAttr) != nil:
		return false
	case !isOneBlock(callee) && hasOneBlock(call.Block().Region()):
		return false
	case repeats(call) && allocates(callee):
		return false
	}
	affineOps := false
	for op := range callee.Walk() {
		dialect := op.Def().DialectName()
		if op.Def().Unregistered || slices.Contains(bound, dialect) {
			return false
		}
		affineOps = affineOps || dialect == "affine"
	}
	return !affineOps || staysAffine(call, callee)
}

// tableAround returns the symbol table that an operation stands in.
func tableAround(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsSymbolTable) {
			return p
		}
	}
	return nil
}

// isOneBlock reports whether a function is one block that returns.
func isOneBlock(f *ir.Op) bool {
	return len(f.Region(0).Blocks()) == 1 && f.Body().Last() != nil && f.Body().Last().Has(ir.ReturnLike)
}

// hasOneBlock reports whether a region must have one block.
func hasOneBlock(r *ir.Region) bool {
	op := r.Op()
	defs := op.Def().Regions
	return op.Has(ir.SingleBlock) || len(defs) > 0 && defs[min(r.Index(), len(defs)-1)].Sized
}

// repeats reports whether a call may be executed several times while the memory that its function allocates
// on the stack stays: it stands in an operation with regions, or its function has branches.
func repeats(call *ir.Op) bool {
	region := call.Block().Region()
	return !region.Op().Has(ir.AffineScope) || len(region.Blocks()) > 1
}

// allocates reports whether a function allocates on its stack.
func allocates(f *ir.Op) bool { return len(f.Find(memref.Alloca)) > 0 }

// staysAffine reports whether the affine operations of a callee are still allowed in the place of a call.
func staysAffine(call, callee *ir.Op) bool {
	parent := call.Parent()
	if parent.Has(ir.AffineScope) {
		return true
	}
	if parent.Def().DialectName() != "affine" {
		return false
	}
	scope := affine.Scope(call)
	for op := range callee.Walk() {
		if op.Def().DialectName() != "affine" {
			continue
		}
		for _, v := range op.Operands() {
			if !staysSubscript(v, call, callee, scope) {
				return false
			}
		}
	}
	return true
}

// staysSubscript reports whether what an affine operation of a callee uses as dimension or symbol is one
// where the call stands: an argument that is a symbol there, a constant, or a value that does not come from
// the callee's top level.
func staysSubscript(v *ir.Value, call, callee *ir.Op, scope *ir.Region) bool {
	if _, index := v.Type().(*ir.IndexType); !index || v.ParentBlock() != callee.Body() {
		return true
	}
	if op := v.DefiningOp(); op != nil {
		return op.Has(ir.ConstantLike)
	}
	return affine.IsValidSymbol(call.Operand(v.Index()), scope)
}
