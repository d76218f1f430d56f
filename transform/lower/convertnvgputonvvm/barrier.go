package convertnvgputonvvm

import (
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// barriersOf returns the type of the memory of a group of barriers: a word of 64 bits for each.
func barriersOf(c *ir.Context, t ir.Type) *ir.MemRefType {
	return c.MemRef([]int64{nvgpu.BarrierCount(t)}, c.I64, nil, c.Int(c.I64, llvm.Shared))
}

// declareBarriers makes a global of shared memory for each group of barriers that is created in root.
func (l *lowering) declareBarriers(root *ir.Op) error {
	used := map[*ir.Op]map[string]bool{}
	for _, op := range root.Find(nvgpu.BarrierCreate) {
		table := symbolTable(op)
		if table == nil {
			return op.Errorf(codeUnsupported, "'%s' must be inside of a module", op.Name())
		}
		if used[table] == nil {
			used[table] = symbols(table)
		}
		name := "__mbarrier"
		for i := 0; used[table][name]; i++ {
			name = "__mbarrier_" + strconv.Itoa(i)
		}
		used[table][name] = true
		l.names[op] = name
		t := barriersOf(root.Context(), op.Result(0).Type())
		b := ir.NewBuilder(root.Context())
		b.SetStart(table.Body())
		b.Loc = op.Loc()
		b.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(name)},
			{Name: "sym_visibility", Value: b.Ctx.String("private")},
			{Name: "type", Value: b.Ctx.TypeAttr(t)}, {Name: "alignment", Value: b.Ctx.Int(b.Ctx.I64, 8)},
		}})
	}
	return nil
}

// symbolTable returns the module around an operation, nil if there is none.
func symbolTable(op *ir.Op) *ir.Op {
	table := op.Parent()
	for table != nil && !table.Has(ir.IsSymbolTable) {
		table = table.Parent()
	}
	return table
}

func symbols(table *ir.Op) map[string]bool {
	names := map[string]bool{}
	for op := range table.Body().Ops() {
		names[op.SymbolName()] = true
	}
	return names
}

func (l *lowering) barrierCreate(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := barriersOf(c.Ctx, op.Result(0).Type())
	at := c.Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "name", Value: c.Ctx.SymbolRef(l.names[op])}}}).Result(0)
	return one(c.Value(at))
}

// barrierAt returns the address of a barrier of a group.
func barrierAt(c *llvmtypes.Conversion, group, desc, id *ir.Value) *ir.Value {
	t := barriersOf(c.Ctx, group.Type())
	return c.ElementPointer(t, desc, []*ir.Value{id}, llvmtypes.Flags{})
}

func barrierGet(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := barrierAt(c, op.Operand(0), args[0], args[1])
	return one(llvmtypes.Cast(c.Builder, llvm.PtrToInt, p, c.Types.Type(op.Result(0).Type())))
}

// instruction makes an instruction without results.
func instruction(c *llvmtypes.Conversion, def *ir.OpDef, operands []*ir.Value,
	attrs ...ir.NamedAttr) ([]*ir.Value, bool) {
	c.Create(ir.OpState{Def: def, Operands: operands, Results: []ir.Type{}, Attrs: attrs})
	return nil, true
}

// valued makes an instruction with a result of a type.
func valued(c *llvmtypes.Conversion, def *ir.OpDef, t ir.Type, operands ...*ir.Value) ([]*ir.Value, bool) {
	return one(c.Create(ir.OpState{Def: def, Operands: operands, Results: []ir.Type{t}}).Result(0))
}

// The operands of the operations on barriers are, in their order, the group, perhaps a number, the place in
// the group, and perhaps a predicate.

func barrierInit(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := barrierAt(c, op.Operand(0), args[0], args[2])
	return instruction(c, nvvm.MBarrierInit, append([]*ir.Value{p, i32(c, args[1])}, args[3:]...))
}

func barrierArrive(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return valued(c, nvvm.MBarrierArrive, c.Ctx.I64, barrierAt(c, op.Operand(0), args[0], args[1]))
}

func barrierArriveNoComplete(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return valued(c, nvvm.MBarrierArriveNoComplete, c.Ctx.I64, barrierAt(c, op.Operand(0), args[0], args[1]),
		i32(c, args[2]))
}

func barrierArriveExpectTx(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := barrierAt(c, op.Operand(0), args[0], args[2])
	return instruction(c, nvvm.MBarrierArriveExpectTx, append([]*ir.Value{p, i32(c, args[1])}, args[3:]...))
}

func barrierTestWait(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return valued(c, nvvm.MBarrierTestWait, c.Ctx.I1, barrierAt(c, op.Operand(0), args[0], args[2]), args[1])
}

func barrierTryWait(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	p := barrierAt(c, op.Operand(0), args[0], args[3])
	ticks := i32(c, args[2])
	phase := llvmtypes.Cast(c.Builder, llvm.ZExt, args[1], c.Ctx.I32)
	return instruction(c, nvvm.MBarrierTryWaitParity, []*ir.Value{p, phase, ticks})
}
