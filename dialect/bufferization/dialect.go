package bufferization

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the bufferization dialect.
var Dialect = &ir.Dialect{
	Name: "bufferization",
	Ops: []*ir.OpDef{AllocTensor, Clone, Dealloc, DeallocTensor, MaterializeInDestination, ToBuffer,
		ToTensor},
	VerifyAttr: verifyAttr,
}

var codeBufferization = diag.Register("verify-bufferization",
	"a bufferization operation breaks a rule of its dialect",
	"A tensor and its buffer agree in extents and elements; what writes to memory says so; each buffer "+
		"that is freed has a condition.")

var (
	anyTensor = ir.TypeConstraint{Summary: "tensor of any type values", Match: isTensor}
	anyMemRef = ir.TypeConstraint{Summary: "ranked or unranked memref of any type values", Match: isMemRef}
	anyShaped = ir.TypeConstraint{Summary: "shaped of any type values", Match: isShaped}
)

func init() {
	Dialect.Constant = func(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
		return arith.Dialect.Constant(b, attr, typ)
	}
}

func isTensor(t ir.Type) bool { _, ok := t.(*ir.TensorType); return ok }

func isMemRef(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }

func isShaped(t ir.Type) bool { _, ok := t.(ir.ShapedType); return ok }

func operand(name string, c ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: c}
}

func result(name string, c ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: c}}
}

func flag(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Unit, Optional: true}
}

// onOperations are the attributes of the dialect that stand on operations; others stand on arguments of
// functions.
var onOperations = []string{"bufferization.manual_deallocation"}

func verifyAttr(op *ir.Op, a ir.NamedAttr) error {
	if slices.Contains(onOperations, a.Name) {
		return nil
	}
	return op.Errorf(codeBufferization,
		"attribute '\"%s\"' not supported as an op attribute by the bufferization dialect", a.Name)
}
