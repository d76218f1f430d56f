package gpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// AllReduceOperation is #gpu<all_reduce_op add>: the operation that combines values of many threads.
var AllReduceOperation = &ir.EnumDef{Dialect: "gpu", Mnemonic: "all_reduce_op", Width: 32, Word: true,
	Cases: []ir.EnumCase{
		{Name: "add", Value: 0}, {Name: "mul", Value: 1}, {Name: "minui", Value: 2},
		{Name: "minsi", Value: 3},
		{Name: "minnumf", Value: 4}, {Name: "maxui", Value: 5}, {Name: "maxsi", Value: 6},
		{Name: "maxnumf", Value: 7},
		{Name: "and", Value: 8}, {Name: "or", Value: 9}, {Name: "xor", Value: 10},
		{Name: "minimumf", Value: 11},
		{Name: "maximumf", Value: 12},
	}}

var reduction = constraint.Enum(AllReduceOperation,
	"built-in reduction operations supported by gpu.allreduce.")

// AllReduce is gpu.all_reduce: it combines a value of every thread of a block, by a named operation or by a
// region of two arguments. Every thread gets the result.
var AllReduce = &ir.OpDef{
	Name:     "gpu.all_reduce",
	Summary:  "Reduce values among workgroup.",
	Operands: []ir.OperandDef{operand("value", scalar)},
	Results:  []ir.ResultDef{{Name: "result", Type: scalar}},
	Attrs:    []ir.AttrDef{{Name: "op", Type: reduction, Optional: true}, unit("uniform")},
	Regions:  []ir.RegionDef{{Name: "body", Any: true}},
	Traits:   ir.SameOperandsAndResultType | ir.IsolatedFromAbove,
	Format: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` " +
		"functional-type(operands, results)",
	VerifyRegions: verifyAllReduce,
	Fold:          foldUniform,
}

// SubgroupReduce is gpu.subgroup_reduce: it combines a value of every thread of a subgroup. Instead of the
// whole subgroup, it can combine groups of cluster_size threads that are cluster_stride apart.
var SubgroupReduce = &ir.OpDef{
	Name:     "gpu.subgroup_reduce",
	Summary:  "Reduce values among subgroup.",
	Operands: []ir.OperandDef{operand("value", scalarOrVector)},
	Results:  []ir.ResultDef{{Name: "result", Type: scalarOrVector}},
	Attrs: []ir.AttrDef{
		{Name: "op", Type: reduction}, unit("uniform"), {Name: "cluster_size", Type: i32Attr, Optional: true},
		{Name: "cluster_stride", Type: i32Attr, Default: func(c *ir.Context) ir.Attr {
			return c.Int(c.I32, 1)
		}},
	},
	Traits: ir.SameOperandsAndResultType,
	Format: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? " +
		"(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` " +
		"functional-type(operands, results)",
	Verify: verifySubgroupReduce,
	Fold:   foldUniform,
}

// Yield is gpu.yield: the end of a region of an operation of the device other than a function.
var Yield = &ir.OpDef{
	Name:     "gpu.yield",
	Summary:  "GPU yield operation",
	Operands: []ir.OperandDef{variadic("values", constraint.AnyType)},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Format:   "attr-dict ($values^ `:` type($values))?",
}

func init() {
	text.RegisterCustom("AllReduceOperation", text.Custom{Parse: parseReduction, Print: printReduction})
}

func parseReduction(p ir.OpParser, b *text.Binder) error {
	off := p.Off()
	word, ok := p.TryAnyKeyword()
	if !ok {
		return nil
	}
	i := slices.IndexFunc(AllReduceOperation.Cases, func(c ir.EnumCase) bool { return c.Name == word })
	if i < 0 {
		return p.Errorf(off, "invalid op kind")
	}
	b.Attr("op", p.Context().Enum(AllReduceOperation, AllReduceOperation.Cases[i].Value))
	return nil
}

func printReduction(p ir.OpPrinter, op *ir.Op) {
	if e, ok := op.Attr("op").(*ir.EnumAttr); ok {
		p.Write(" " + string(ir.AppendEnum(nil, e.Def, e.Value)))
	}
}

func verifyAllReduce(op *ir.Op) error {
	kind, named := op.Attr("op").(*ir.EnumAttr)
	body := op.Body()
	switch {
	case (body != nil) == named:
		return op.Errorf(codeGPU, "expected either an op attribute or a non-empty body")
	case named:
		return verifyReduction(op, kind, op.Result(0).Type())
	case body.NumArgs() != 2:
		return op.Errorf(codeGPU, "expected two region arguments")
	}
	for _, arg := range body.Args() {
		if arg.Type() != op.Result(0).Type() {
			return op.Errorf(codeGPU, "incorrect region argument type")
		}
	}
	return verifyYields(op)
}

// verifyYields checks that the region yields one value of the type of the result.
func verifyYields(op *ir.Op) error {
	yields := 0
	for _, b := range op.Region(0).Blocks() {
		yield := b.Terminator()
		if !yield.Is(Yield) {
			continue
		}
		if yield.NumOperands() != 1 {
			return op.Errorf(codeGPU, "expected one gpu.yield operand")
		}
		if yield.Operand(0).Type() != op.Result(0).Type() {
			return op.Errorf(codeGPU, "incorrect gpu.yield type")
		}
		yields++
	}
	if yields == 0 {
		return op.Errorf(codeGPU, "expected gpu.yield op in region")
	}
	return nil
}

// verifyReduction checks that the reduction's operation applies to elements of the type.
func verifyReduction(op *ir.Op, kind *ir.EnumAttr, t ir.Type) error {
	name := string(ir.AppendEnum(nil, kind.Def, kind.Value))
	elem := constraint.ElementOrSelf(t)
	fits := true
	switch name {
	case "add", "mul":
	case "minnumf", "maxnumf", "minimumf", "maximumf":
		fits = constraint.IsFloat(elem)
	default:
		fits = constraint.AnyInteger.Match(elem)
	}
	if !fits {
		return op.Errorf(codeGPU, "`%s` reduction operation is not compatible with type '%v'", name, t)
	}
	return nil
}

func verifySubgroupReduce(op *ir.Op) error {
	if err := verifyReduction(op, op.Attr("op").(*ir.EnumAttr), op.Result(0).Type()); err != nil {
		return err
	}
	size, clustered := op.IntAttr("cluster_size")
	stride, _ := op.IntAttr("cluster_stride")
	switch {
	case clustered && !isPowerOfTwo(size):
		return op.OpErrorf(codeGPU, "cluster size %d is not a power of two", uint32(size))
	case stride != 1 && !clustered:
		return op.OpErrorf(codeGPU, "cluster stride can only be specified if cluster size is specified")
	case !isPowerOfTwo(stride):
		return op.OpErrorf(codeGPU, "cluster stride %d is not a power of two", uint32(stride))
	}
	return nil
}

// isPowerOfTwo takes n as an unsigned number of 32 bits.
func isPowerOfTwo(n int64) bool {
	u := uint32(n)
	return u != 0 && u&(u-1) == 0
}

// foldUniform marks a reduction as uniform if every thread of a launch executes it: it stands in the entry
// block.
func foldUniform(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if op.Attr("uniform") != nil || !op.Parent().Is(Launch) || !op.Block().IsEntry() {
		return nil
	}
	op.SetAttr("uniform", op.Context().Unit)
	return ir.FoldedInPlace
}
