package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// LaunchFunc is gpu.launch_func: it runs a kernel, which is a function of a gpu.module, once for every thread
// of a grid.
var LaunchFunc = onDevice(&ir.OpDef{
	Name:    "gpu.launch_func",
	Summary: "Launches a function as a GPU kernel",
	Operands: []ir.OperandDef{
		dependencies,
		operand("gridSizeX", extent), operand("gridSizeY", extent), operand("gridSizeZ", extent),
		operand("blockSizeX", extent), operand("blockSizeY", extent), operand("blockSizeZ", extent),
		optional("clusterSizeX", extent), optional("clusterSizeY", extent), optional("clusterSizeZ", extent),
		optional("dynamicSharedMemorySize", i32), variadic("kernelOperands", constraint.AnyType),
		optional("asyncObject", constraint.AnyType),
	},
	Results: []ir.ResultDef{tokenResult},
	Attrs:   []ir.AttrDef{{Name: "kernel", Type: symbolRef}, constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
	Format: asyncFormat + " (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel " +
		"(`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? " +
		"`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` " +
		"`threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` " +
		"custom<LaunchDimType>(type($gridSizeX), type($gridSizeY), type($gridSizeZ), type($blockSizeX), " +
		"type($blockSizeY), " +
		"type($blockSizeZ), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ)) " +
		"(`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? " +
		"custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict",
	Verify: verifyLaunchFunc,
	Callee: kernel,
})

const (
	kernelOperands = 11
	asyncObject    = 12
)

var (
	extent = ir.TypeConstraint{
		Summary: "index or 32-bit signless integer or 64-bit signless integer", Match: isExtent,
	}
	symbolRef = constraint.Symbol
)

func isExtent(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return constraint.IsIndex(t) || ok && i.Sign == ir.Signless && (i.Width == 32 || i.Width == 64)
}

func init() {
	LaunchFunc.VerifySymbolUses = verifyKernel
	text.RegisterCustom("LaunchDimType", text.Custom{Parse: parseExtentType, Print: printExtentType})
	text.RegisterCustom("LaunchFuncOperands",
		text.Custom{Parse: parseKernelOperands, Print: printKernelOperands})
}

func kernel(op *ir.Op) *ir.SymbolRefAttr {
	ref, _ := op.Attr("kernel").(*ir.SymbolRefAttr)
	return ref
}

// Stream returns the stream of a LaunchFunc, nil if the launch names none.
func Stream(op *ir.Op) *ir.Value { return op.OptionalOperand(asyncObject) }

// KernelOperands returns the operands that a LaunchFunc passes to the kernel.
func KernelOperands(op *ir.Op) []*ir.Value { return op.OperandsOf(kernelOperands) }

// parseExtentType parses [: type], the type of all sizes.
func parseExtentType(p ir.OpParser, b *text.Binder) error {
	t := ir.Type(p.Context().Index)
	if p.TryPunct(":") {
		var err error
		if t, err = p.Type(); err != nil {
			return err
		}
	}
	last := clusterOperands
	if b.HasOperands(clusterOperands) {
		last += 3
	}
	for entry := gridOperands; entry < last; entry++ {
		b.OperandTypes(entry, []ir.Type{t})
	}
	return nil
}

func printExtentType(p ir.OpPrinter, op *ir.Op) {
	if t := GridSize(op)[0].Type(); !constraint.IsIndex(t) {
		p.Write(": ")
		p.Type(t)
	}
}

// parseKernelOperands parses [args(%name : type, ...)].
func parseKernelOperands(p ir.OpParser, b *text.Binder) error {
	if !p.TryKeyword("args") {
		return nil
	}
	var names []ir.UnresolvedOperand
	var types []ir.Type
	err := p.CommaSeparated("(", func() error {
		name, err := p.Operand()
		if err != nil {
			return err
		}
		t, err := p.ColonType()
		names, types = append(names, name), append(types, t)
		return err
	})
	b.Operands(kernelOperands, names)
	b.OperandTypes(kernelOperands, types)
	return err
}

func printKernelOperands(p ir.OpPrinter, op *ir.Op) {
	printAttributions(p, "args(", KernelOperands(op), nil)
}

func verifyLaunchFunc(op *ir.Op) error {
	first, _ := op.OperandGroup(gridOperands)
	sizes := op.Operands()[first : first+6]
	if err := constraint.SameType(op, "gridSizeX, gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ",
		sizes...); err != nil {
		return err
	}
	module := op.ParentOf(builtin.Module)
	if module == nil {
		return op.OpErrorf(codeGPU, "expected to belong to a module")
	}
	if !isUnit(module.Attr(containerAttr)) {
		return op.OpErrorf(codeGPU, "expected the closest surrounding module to have the '%s' attribute",
			containerAttr)
	}
	if !HasClusters(op) {
		return nil
	}
	c := ClusterSize(op)
	if c[0].Type() != c[1].Type() || c[0].Type() != c[2].Type() {
		return op.OpErrorf(codeGPU, "expects types of the cluster dimensions must be the same")
	}
	return nil
}

// verifyKernel checks that the symbol names a kernel with arguments of the operands' types. As upstream, it
// checks only launches that stand directly in a function of the module.
func verifyKernel(op *ir.Op, t *ir.SymbolTables) error {
	ref, module := kernel(op), op.ParentOf(builtin.Module)
	if ref == nil || op.Parent().Parent() != module {
		return nil
	}
	container := t.Lookup(module, ref.Root)
	if container == nil {
		return op.OpErrorf(codeGPU, "kernel container '%s' is undefined", ref.Root)
	}
	if container.Is(Binary) {
		return nil
	}
	if !container.Is(Module) {
		return op.OpErrorf(codeGPU, "kernel module '%s' is undefined", ref.Root)
	}
	f := t.Resolve(module, ref)
	switch {
	case f == nil:
		return op.OpErrorf(codeGPU, "kernel function '%s' is undefined", ref)
	case !isFunction(f):
		return op.OpErrorf(codeGPU, "referenced kernel '%s' is not a function", ref).Note(f.Span(),
			"see the kernel definition here")
	case !IsKernel(f):
		return op.OpErrorf(codeGPU, "kernel function is missing the '%s' attribute", kernelAttr)
	case f.Is(Func):
		return verifyKernelOperands(op, functionType(f).Inputs)
	}
	return nil
}

// isFunction reports whether an operation is a function, of this or another dialect.
func isFunction(op *ir.Op) bool {
	_, ok := op.Attr("function_type").(*ir.TypeAttr)
	return ok && (op.Is(Func) || op.Is(function.Func) || op.Has(ir.IsolatedFromAbove|ir.IsSymbol))
}

func verifyKernelOperands(op *ir.Op, want []ir.Type) error {
	got := KernelOperands(op)
	if len(got) != len(want) {
		return op.OpErrorf(codeGPU, "got %d kernel operands but expected %d", len(got), len(want))
	}
	for i, v := range got {
		if v.Type() != want[i] {
			return op.OpErrorf(codeGPU, "type of function argument %d does not match", i)
		}
	}
	return nil
}
