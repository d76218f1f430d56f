package nvvm

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// registers are the operations that read special registers: PTX ISA, "Special Registers".
var registers = readers()

func readers() []*ir.OpDef {
	var list []*ir.OpDef
	for _, name := range []string{
		"laneid", "warpsize", "warpid", "nwarpid", "smid", "nsmid", "gridid",
		"tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z",
		"nctaid.x", "nctaid.y", "nctaid.z", "clusterid.x", "clusterid.y", "clusterid.z",
		"nclusterid.x", "nclusterid.y", "nclusterid.z", "cluster.ctaid.x", "cluster.ctaid.y",
		"cluster.ctaid.z",
		"cluster.nctaid.x", "cluster.nctaid.y", "cluster.nctaid.z", "cluster.ctarank", "cluster.nctarank",
	} {
		list = append(list, rangedReader(name))
	}
	for _, name := range []string{
		"lanemask.eq", "lanemask.le", "lanemask.lt", "lanemask.ge", "lanemask.gt",
		"total.smem.size", "dynamic.smem.size", "aggr.smem.size",
	} {
		list = append(list, reader(name, ir.Pure))
	}
	for i := range 32 {
		list = append(list, reader(fmt.Sprintf("envreg%d", i), ir.Pure))
	}
	for _, name := range []string{"clock", "clock64", "globaltimer", "globaltimer.lo"} {
		clock := reader(name, 0)
		clock.Effects = touchesMachine // two readings differ
		list = append(list, clock)
	}
	return list
}

func reader(name string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name: "nvvm.read.ptx.sreg." + name, Summary: "read the special register " + name,
		Results: result(compatible), Traits: traits, Format: "attr-dict `:` type($res)",
	}
}

// rangedReader makes the entry of an operation that reads a register. An optional attribute says in which
// interval the values of the register lie.
func rangedReader(name string) *ir.OpDef {
	def := reader(name, ir.Pure)
	def.Attrs = []ir.AttrDef{{Name: "range", Optional: true, Type: ir.AttrConstraint{
		Summary: "", Def: llvm.ConstantRange, Match: func(a ir.Attr) bool {
			p, ok := a.(*ir.ParametricAttr)
			return ok && p.Def == llvm.ConstantRange
		}}}}
	def.Format = "(`range` $range^)? attr-dict `:` type($res)"
	def.Verify = verifyRange
	number := threadNumber(name)
	def.ThreadNumber = func(*ir.Op) ir.ThreadNumber { return number }
	return def
}

// threadNumber describes a special register that has a part of a thread's place. %warpid is none: it may
// change while the thread runs.
func threadNumber(register string) ir.ThreadNumber {
	if register == "laneid" {
		return ir.ThreadNumber{Kind: ir.LaneInWarp}
	}
	kinds := map[string]ir.ThreadNumberKind{"tid": ir.ThreadInBlock, "ntid": ir.BlockSize,
		"ctaid": ir.BlockInGrid, "nctaid": ir.GridSize}
	before, axis, found := strings.Cut(register, ".")
	if kind := kinds[before]; found && kind != ir.NoThreadNumber {
		return ir.ThreadNumber{Kind: kind, Dim: strings.Index("xyz", axis)}
	}
	return ir.ThreadNumber{}
}

// verifyRange checks an interval whose ends are equal. It must be the interval of all numbers or the empty
// one.
func verifyRange(op *ir.Op) error {
	r, ok := op.Attr("range").(*ir.ParametricAttr)
	if !ok {
		return nil
	}
	low, high := r.IntParam(1), r.IntParam(2)
	if low != high || low == 0 || low == -1 {
		return nil
	}
	width := r.Params[0].(*ir.TypeAttr).Type.(*ir.IntegerType).Width
	return op.OpErrorf(codeNVVM,
		"invalid range attribute: Lower == Upper, but they aren't min (0) or max (%d) value! "+
			"This is an invalid constant range.", ^uint64(0)>>(64-width))
}

// Register returns the entry of the operation that reads a special register; it panics if there is none.
func Register(name string) *ir.OpDef {
	for _, def := range registers {
		if def.Name == "nvvm.read.ptx.sreg."+name {
			return def
		}
	}
	panic("nvvm: no special register " + name)
}
