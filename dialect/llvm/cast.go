package llvm

import "github.com/inflight-compiler/inflight/ir"

// The conversions between types.
var (
	Bitcast       = cast("bitcast", nonAggregate, nonAggregate)
	AddrSpaceCast = cast("addrspacecast", pointers, pointers)
	PtrToInt      = cast("ptrtoint", pointers, integers)
	SExt          = cast("sext", integers, integers)
	SIToFP        = cast("sitofp", integers, floats)
	FPToSI        = cast("fptosi", floats, integers)
	FPToUI        = cast("fptoui", floats, integers)
	FPExt         = cast("fpext", floats, floats)
	FPTrunc       = cast("fptrunc", floats, floats)
	ZExt          = castWith("zext", integers, integers, unit("nonNeg"), "(`nneg` $nonNeg^)? $arg")
	UIToFP        = castWith("uitofp", integers, floats, unit("nonNeg"), "(`nneg` $nonNeg^)? $arg")
	Trunc         = castWith("trunc", integers, integers, overflow,
		"$arg (`overflow` `<` $overflowFlags^ `>`)?")
	IntToPtr = castWith("inttoptr", integers, pointers,
		optional("dereferenceable", of(Dereferenceable, "LLVM dereferenceable attribute")),
		"$arg (`dereferenceable` `` $dereferenceable^)?")
)

func init() {
	ZExt.Verify, SExt.Verify, Bitcast.Verify = verifyExtension, verifyExtension, verifyBitcast
	Bitcast.Fold, AddrSpaceCast.Fold = foldCast, foldCast
}

func cast(name string, from, to ir.TypeConstraint) *ir.OpDef {
	return castWith(name, from, to, ir.AttrDef{}, "$arg")
}

func castWith(name string, from, to ir.TypeConstraint, attr ir.AttrDef, format string) *ir.OpDef {
	def := &ir.OpDef{
		Name:     "llvm." + name,
		Summary:  "LLVM's conversion " + name,
		Operands: operands(from, "arg"),
		Results:  result(to),
		Traits:   ir.Pure,
		Format:   format + " attr-dict `:` type($arg) `to` type($res)",
	}
	if attr.Name != "" {
		def.Attrs = []ir.AttrDef{attr}
	}
	return def
}

// verifyExtension checks that an integer becomes wider and that its shape stays.
func verifyExtension(op *ir.Op) error {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if fv, ok := from.(*ir.VectorType); ok {
		tv, ok := to.(*ir.VectorType)
		if !ok {
			return op.Errorf(codeLLVM, "input type is a vector but output type is an integer")
		}
		if !sameShape(fv, tv) {
			return op.Errorf(codeLLVM, "input and output vectors are of incompatible shape")
		}
		from, to = fv.Elem, tv.Elem
	}
	f, okFrom := from.(*ir.IntegerType)
	t, okTo := to.(*ir.IntegerType)
	if okFrom && okTo && t.Width <= f.Width {
		return op.Errorf(codeLLVM,
			"integer width of the output type is smaller or equal to the integer width of the input type")
	}
	return nil
}

func sameShape(a, b *ir.VectorType) bool {
	return ir.CompatibleShapes(a.Shape, b.Shape) && (a.Scalable == nil) == (b.Scalable == nil)
}

// verifyBitcast checks that pointers stay pointers, and keep their address space.
func verifyBitcast(op *ir.Op) error {
	from, to := elementOf(op.Operand(0).Type()), elementOf(op.Result(0).Type())
	fs, fromPointer := AddressSpace(from)
	ts, toPointer := AddressSpace(to)
	switch {
	case fromPointer != toPointer:
		return op.OpErrorf(codeLLVM, "can only cast pointers from and to pointers")
	case fromPointer && fs != ts:
		return op.OpErrorf(codeLLVM,
			"cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")
	}
	return nil
}

func elementOf(t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem
	}
	return t
}

// foldCast removes a cast to the type of its operand, and a pair of casts that cancel.
func foldCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	arg := op.Operand(0)
	if arg.Type() == op.Result(0).Type() {
		return []ir.FoldResult{{Value: arg}}
	}
	if inner := arg.DefinedBy(op.Def()); inner != nil && inner.Operand(0).Type() == op.Result(0).Type() {
		return []ir.FoldResult{{Value: inner.Operand(0)}}
	}
	return nil
}
