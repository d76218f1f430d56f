package stream

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Executable is stream.executable: code for devices. Its region has exports, and a module with the functions.
var Executable = &ir.OpDef{
	Name:    "stream.executable",
	Summary: "code for devices",
	Attrs: []ir.AttrDef{{Name: "sym_visibility", Type: constraint.String, Optional: true},
		{Name: "sym_name", Type: constraint.SymbolName}},
	Regions:            []ir.RegionDef{{Name: "body", Sized: true}},
	Traits:             ir.IsolatedFromAbove | ir.SingleBlock | ir.IsSymbol | ir.IsSymbolTable,
	ImplicitTerminator: "stream.executable.end",
	Format:             "custom<UtilVisibility>($sym_visibility) $sym_name attr-dict-with-keyword $body",
}

// ExecutableEnd is stream.executable.end: the end of an executable, which the text leaves out.
var ExecutableEnd = &ir.OpDef{
	Name:      "stream.executable.end",
	Summary:   "end of an executable",
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"stream.executable"},
	Format:    "attr-dict",
}

// ExecutableExport is stream.executable.export: a function that dispatches name. Its region computes how many
// workgroups a workload has.
var ExecutableExport = &ir.OpDef{
	Name:    "stream.executable.export",
	Summary: "function that dispatches name",
	Attrs: []ir.AttrDef{{Name: "sym_visibility", Type: constraint.String, Optional: true},
		{Name: "sym_name", Type: constraint.SymbolName}, {Name: "function_ref", Type: constraint.FlatSymbol}},
	Regions:   []ir.RegionDef{{Name: "workgroup_count", Any: true}},
	Traits:    ir.IsolatedFromAbove | ir.IsSymbol,
	HasParent: []string{"stream.executable"},
	Parse:     parseExport,
	Print:     printExport,
	Verify:    verifyExport,
}

func verifyExport(op *ir.Op) error {
	body := op.Body()
	if body == nil {
		return nil
	}
	if t := body.Terminator(); t == nil || !t.Is(Return) || t.NumOperands() != 3 {
		return op.OpErrorf(codeStream, "the region must return three counts of workgroups")
	}
	for _, v := range body.Terminator().Operands() {
		if !constraint.IsIndex(v.Type()) {
			return op.OpErrorf(codeStream, "the region must return three counts of workgroups")
		}
	}
	return nil
}

// Return is stream.return: the end of the region of an export, with the counts of workgroups.
var Return = &ir.OpDef{
	Name:      "stream.return",
	Summary:   "end of the region of an export",
	Operands:  many(constraint.AnyType, "operands"),
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"stream.executable.export"},
	Format:    "attr-dict $operands `:` type($operands)",
}

// BindingSubspan is stream.binding.subspan: a range of what a dispatch hands to a function.
var BindingSubspan = &ir.OpDef{
	Name:    "stream.binding.subspan",
	Summary: "range of what a dispatch hands to a function",
	Operands: append(append(one(binding, "binding"), one(constraint.Index, "byte_offset")...),
		many(constraint.Index, "dynamic_dims")...),
	Results: []ir.ResultDef{result("result", constraint.AnyType)},
	Traits:  ir.Pure,
	Format: "$binding `` `[` $byte_offset `]` attr-dict `:` type($binding) `->` type($result) " +
		"(`{` $dynamic_dims^ `}`)?",
}

// WorkgroupID, WorkgroupCount and WorkgroupSize are stream.dispatch.workgroup.id, .count and .size: where in
// the grid a function runs, in one dimension.
var (
	WorkgroupID    = workgroup("id", "index of the workgroup in the grid")
	WorkgroupCount = workgroup("count", "number of workgroups in the grid")
	WorkgroupSize  = workgroup("size", "number of invocations of a workgroup")
)

var dimension = ir.AttrConstraint{Summary: "index attribute",
	Match: func(a ir.Attr) bool {
		n, ok := a.(*ir.IntegerAttr)
		return ok && constraint.IsIndex(n.Type)
	},
	ValueType: func(c *ir.Context) ir.Type { return c.Index }}

func workgroup(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:    "stream.dispatch.workgroup." + name,
		Summary: summary,
		Results: []ir.ResultDef{result("result", constraint.Index)},
		Attrs:   []ir.AttrDef{{Name: "dimension", Type: dimension}},
		Traits:  ir.Pure,
		Format:  "`[` $dimension `]` attr-dict `:` type($result)",
		Verify: func(op *ir.Op) error {
			if d := dimensionOf(op); d < 0 || d > 2 {
				return op.OpErrorf(codeStream, "dimension %d is not 0, 1 or 2", d)
			}
			return nil
		},
		ResultNames: func(op *ir.Op, set func(*ir.Value, string)) {
			set(op.Result(0), "workgroup_"+name+"_"+strconv.FormatInt(dimensionOf(op), 10))
		},
	}
}

func dimensionOf(op *ir.Op) int64 {
	if n, ok := op.Attr("dimension").(*ir.IntegerAttr); ok {
		return n.Value
	}
	return -1
}
