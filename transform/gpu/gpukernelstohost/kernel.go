package gpukernelstohost

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// places are the numbers that tell a thread where it is, in their order: three dimensions each.
var places = []*ir.OpDef{gpu.BlockID, gpu.ThreadID, gpu.GridDim, gpu.BlockDim}

// allowed are the operations of gpu that a thread needs no others for.
var allowed = append([]*ir.OpDef{gpu.GlobalID, gpu.Return, gpu.Func}, places...)

// check reports what a thread cannot do alone.
func check(fn *ir.Op) error {
	if len(gpu.WorkgroupMemory(fn)) > 0 {
		return fn.Errorf(codeKernel,
			"the kernel '@%s' has memory of the block, which the fake driver does not have", fn.SymbolName()).
			Suggest("use --engine sim or --engine cuda")
	}
	return checkOps(fn, allowed)
}

// checkOps reports an operation of a device in a function that is none of some.
func checkOps(fn *ir.Op, allowed []*ir.OpDef) error {
	for op := range fn.Walk() {
		switch op.Def().DialectName() {
		case "gpu", "nvgpu", "nvvm":
			if !slices.Contains(allowed, op.Def()) {
				return op.Errorf(codeKernel, "the fake driver cannot execute '%s'",
					op.Name()).Suggest("use --engine sim or --engine cuda")
			}
		}
	}
	return nil
}

// adopt gives the host copies of the functions and the memory in a module of kernels that a function of the
// host names, and has it name those. Where a thread is, such a function cannot ask.
func adopt(program, module, host *ir.Op) error {
	for op := range host.Walk() {
		for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
			ref, ok := a.Value.(*ir.SymbolRefAttr)
			if !ok || len(ref.Nested) > 0 {
				continue
			}
			named := member(module, ref.Root)
			if named == nil {
				continue
			}
			if named.Is(function.Func) && named.Body() == nil {
				return op.Errorf(codeKernel, "the kernel calls '@%s', which has no body",
					ref.Root).Suggest("give it a body")
			}
			if err := checkOps(named, nil); err != nil {
				return err
			}
			name := "__host_" + module.SymbolName() + "_" + ref.Root
			if member(program, name) == nil {
				copied := named.Clone(nil)
				copied.SetAttr("sym_name", program.Context().String(name))
				copied.SetAttr("sym_visibility", program.Context().String("private"))
				ir.AtEnd(program.Context(), program.Body()).Insert(copied)
				if err := adopt(program, module, copied); err != nil {
					return err
				}
			}
			op.SetAttr(a.Name, program.Context().SymbolRef(name))
		}
	}
	return nil
}

// member returns the operation of a module that has a name, nil if there is none.
func member(module *ir.Op, name string) *ir.Op {
	for op := range module.Body().Ops() {
		if op.SymbolName() == name {
			return op
		}
	}
	return nil
}

// hostFunction makes a function of a kernel, and returns its name: its arguments are those of the kernel, and
// then the twelve numbers that tell a thread where it is.
func hostFunction(program, module, fn *ir.Op) (string, error) {
	c := program.Context()
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	inputs := slices.Clone(t.Inputs)
	for range 3 * len(places) {
		inputs = append(inputs, c.Index)
	}
	name := "__host_" + module.SymbolName() + "_" + fn.SymbolName()
	b := ir.AtEnd(c, program.Body())
	b.Loc = fn.Loc()
	host := function.New(b, name, c.Function(inputs, nil))
	host.SetAttr("sym_visibility", c.String("private"))
	copied := fn.Clone(nil)
	private := slices.Clone(gpu.PrivateMemory(copied))
	host.Region(0).RemoveBlock(host.Body())
	host.Region(0).TakeBody(copied.Region(0))
	entry := host.Body()
	for _, v := range private {
		b.SetStart(entry)
		memory := b.Make(memref.Alloca, nil, []ir.Type{plain(c, v.Type())},
			ir.NamedAttr{Name: "operandSegmentSizes", Value: c.I32Array(0, 0)})
		v.ReplaceAllUsesWith(memory.Result(0))
	}
	for entry.NumArgs() > len(t.Inputs) {
		entry.EraseArg(entry.NumArgs() - 1)
	}
	var numbers []*ir.Value
	for range 3 * len(places) {
		numbers = append(numbers, entry.AddArg(c.Index, fn.Loc()))
	}
	replacePlaces(host, numbers)
	copied.Erase()
	return name, adopt(program, module, host)
}

// plain is the type of a memref in the memory of the host.
func plain(c *ir.Context, t ir.Type) ir.Type {
	m := t.(*ir.MemRefType)
	return c.MemRef(m.Shape, m.Elem, m.Layout, nil)
}

// replacePlaces replaces the operations that ask where a thread is by the numbers, and ends the function as
// one of the host.
func replacePlaces(host *ir.Op, numbers []*ir.Value) {
	for _, op := range ops(host) {
		b := ir.At(op)
		switch at := slices.Index(places, op.Def()); {
		case op.Is(gpu.Return):
			b.Create(ir.OpState{Def: function.Return, Results: []ir.Type{}})
		case op.Is(gpu.GlobalID):
			d := dimension(op)
			first := b.Op(arith.MulI, []*ir.Value{numbers[d], numbers[9+d]}).Result(0)
			op.Result(0).ReplaceAllUsesWith(b.Op(arith.AddI, []*ir.Value{first, numbers[3+d]}).Result(0))
		case at >= 0:
			op.Result(0).ReplaceAllUsesWith(numbers[3*at+dimension(op)])
		default:
			continue
		}
		op.Erase()
	}
}

func ops(root *ir.Op) (list []*ir.Op) {
	for op := range root.Walk() {
		list = append(list, op)
	}
	return list
}

func dimension(op *ir.Op) int { return int(op.Attr("dimension").(*ir.EnumAttr).Value) }
