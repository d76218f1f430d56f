package ptr

import "github.com/inflight-compiler/inflight/ir"

// ToPtr is ptr.to_ptr: the address at which a memref begins.
var ToPtr = &ir.OpDef{
	Name:     "ptr.to_ptr",
	Summary:  "address that a memref begins at",
	Operands: []ir.OperandDef{operand("ptr", pointerLike)},
	Results:  result("result", pointer),
	Traits:   ir.Pure,
	Format:   "$ptr attr-dict `:` type($ptr) `->` type($result)",
	Verify: func(op *ir.Op) error {
		return verifyCast(op, op.Operand(0).Type(), op.Result(0).Type(), "input value cannot be of type")
	},
}

// FromPtr is ptr.from_ptr: the memref that begins at an address. Its sizes and strides come from the
// metadata.
var FromPtr = &ir.OpDef{
	Name:    "ptr.from_ptr",
	Summary: "memref that begins at an address",
	Operands: []ir.OperandDef{operand("ptr", pointer),
		{Name: "metadata", Type: metadata, Arity: ir.Optional}},
	Results: result("result", pointerLike),
	TypesMatch: []ir.TypesMatch{
		{From: "result", To: "metadata", Summary: "metadata type", Type: metadataOf},
	},
	Traits: ir.Pure,
	Format: "$ptr (`metadata` $metadata^)? attr-dict `:` type($ptr) `->` type($result)",
	Verify: func(op *ir.Op) error {
		return verifyCast(op, op.Result(0).Type(), op.Operand(0).Type(), "result type cannot be")
	},
}

// GetMetadata is ptr.get_metadata: the parts of a memref besides its address.
var GetMetadata = &ir.OpDef{
	Name:       "ptr.get_metadata",
	Summary:    "what a memref holds beside its address",
	Operands:   []ir.OperandDef{operand("ptr", pointerLike)},
	Results:    result("result", metadata),
	TypesMatch: []ir.TypesMatch{{From: "ptr", To: "result", Summary: "metadata type", Type: metadataOf}},
	Traits:     ir.Pure,
	Format:     "$ptr attr-dict `:` type($ptr)",
}

// metadataOf returns the type of the parts of a memref besides its address.
func metadataOf(c *ir.Context, t ir.Type) ir.Type { return c.Parametric(Metadata, c.TypeAttr(t)) }

func verifyCast(op *ir.Op, like, p ir.Type, what string) error {
	switch {
	case IsPointer(like):
		return op.Errorf(codePtr, "the %s `!ptr.ptr`", what)
	case spaceOf(like) != spaceOf(p):
		return op.Errorf(codePtr, "expected the input and output to have the same memory space")
	}
	return nil
}

// The folds refer to the definitions, which refer to the folds. An initializer would be a cycle.
func init() {
	ToPtr.Fold, FromPtr.Fold = foldToPtr, foldFromPtr
}

// foldToPtr folds the address of a memref that was made of a pointer to that pointer.
func foldToPtr(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	var found *ir.Value
	for op != nil && op.Is(ToPtr) {
		from := op.Operand(0).DefiningOp()
		if from == nil || !from.Is(FromPtr) {
			break
		}
		found = from.Operand(0)
		op = found.DefiningOp()
	}
	return foldTo(found)
}

// foldFromPtr folds a memref made of the address and the metadata of another memref to that memref.
func foldFromPtr(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	var found *ir.Value
	for op != nil && op.Is(FromPtr) {
		to := op.Operand(0).DefiningOp()
		if to == nil || !to.Is(ToPtr) || to.Operand(0).Type() != op.Result(0).Type() || op.NumOperands() < 2 {
			break
		}
		data := op.Operand(1).DefiningOp()
		if data == nil || !data.Is(GetMetadata) || data.Operand(0) != to.Operand(0) {
			break
		}
		found = to.Operand(0)
		op = found.DefiningOp()
	}
	return foldTo(found)
}

func foldTo(v *ir.Value) []ir.FoldResult {
	if v == nil {
		return nil
	}
	return []ir.FoldResult{{Value: v}}
}
