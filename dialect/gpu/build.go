package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Configuration holds the operands of a launch besides the kernel's arguments.
type Configuration struct {
	Dependencies []*ir.Value // tokens to wait for
	Async        bool        // whether the launch returns a token
	// Grid is the number of blocks, and Block the number of threads in each. Cluster is nil in all dimensions
	// if there are no clusters.
	Grid, Block, Cluster [3]*ir.Value
	Shared               *ir.Value // bytes of dynamic shared memory, nil for none
}

// ConfigurationOf returns the configuration of a Launch or LaunchFunc.
func ConfigurationOf(op *ir.Op) Configuration {
	c := Configuration{Dependencies: op.AsyncDependencies(), Async: op.AsyncToken() != nil,
		Grid: GridSize(op), Block: BlockSize(op), Shared: DynamicSharedMemorySize(op)}
	if HasClusters(op) {
		c.Cluster = ClusterSize(op)
	}
	return c
}

// operands returns the operands of a launch, and how many belong to each entry of its table.
func (c *Configuration) operands() (operands []*ir.Value, segments []int64) {
	operands = append(operands, c.Dependencies...)
	segments = append(segments, int64(len(c.Dependencies)))
	add := func(v *ir.Value) {
		if v == nil {
			segments = append(segments, 0)
			return
		}
		operands, segments = append(operands, v), append(segments, 1)
	}
	for _, three := range [][3]*ir.Value{c.Grid, c.Block, c.Cluster} {
		for _, v := range three {
			add(v)
		}
	}
	add(c.Shared)
	return operands, segments
}

func (c *Configuration) results(ctx *ir.Context) []ir.Type {
	if c.Async {
		return []ir.Type{TokenType(ctx)}
	}
	return []ir.Type{}
}

// NewLaunch makes a Launch whose region has its arguments and only the terminator.
func NewLaunch(b *ir.Builder, c Configuration) *ir.Op {
	operands, segments := c.operands()
	args := 3 * (blockSizes + 1)
	if c.Cluster[0] != nil {
		args = 3 * (clusterSizes + 1)
	}
	body := b.NewBlock()
	for range args {
		body.AddArg(b.Ctx.Index, b.Loc)
	}
	b.InBlock(body, func() { b.Create(ir.OpState{Def: Terminator, Results: []ir.Type{}}) })
	return b.Create(ir.OpState{Def: Launch, Operands: operands, Results: c.results(b.Ctx),
		Regions: []*ir.Region{b.NewRegion(body)},
		Attrs: []ir.NamedAttr{
			{Name: constraint.OperandSegmentSize.Name, Value: b.Ctx.I32Array(segments...)}}})
}

// AddWorkgroupMemory adds memory of type t for each block to a Launch, behind its other workgroup memory.
func AddWorkgroupMemory(op *ir.Op, t *ir.MemRefType) *ir.Value {
	n := len(WorkgroupMemory(op))
	op.SetAttr(attributionCount, op.Context().Int(op.Context().I64, int64(n+1)))
	return op.Body().InsertArg(firstAttribution(op)+n, t, op.Loc())
}

// AddPrivateMemory adds memory of type t for each thread to a Launch, behind its other private memory.
func AddPrivateMemory(op *ir.Op, t *ir.MemRefType) *ir.Value { return op.Body().AddArg(t, op.Loc()) }

// NewLaunchFunc makes a launch of the kernel that ref names.
func NewLaunchFunc(b *ir.Builder, c Configuration, ref *ir.SymbolRefAttr, args []*ir.Value) *ir.Op {
	operands, segments := c.operands()
	return b.Create(ir.OpState{Def: LaunchFunc, Operands: append(operands, args...),
		Results: c.results(b.Ctx), Attrs: []ir.NamedAttr{
			{Name: "kernel", Value: ref},
			{Name: constraint.OperandSegmentSize.Name,
				Value: b.Ctx.I32Array(append(segments, int64(len(args)), 0)...)},
		}})
}

// NewModule makes a gpu.module without operations.
func NewModule(b *ir.Builder, name string) *ir.Op {
	return b.Create(ir.OpState{Def: Module, Results: []ir.Type{},
		Regions: []*ir.Region{b.NewRegion(b.NewBlock())},
		Attrs:   []ir.NamedAttr{{Name: "sym_name", Value: b.Ctx.String(name)}}})
}

// NewKernel makes a kernel with an empty entry block. Its arguments are the inputs, then the memory of each
// block, and then the memory of each thread.
func NewKernel(b *ir.Builder, name string, inputs, workgroup, private []ir.Type) *ir.Op {
	entry := b.NewBlock()
	for _, types := range [][]ir.Type{inputs, workgroup, private} {
		for _, t := range types {
			entry.AddArg(t, b.Loc)
		}
	}
	return b.Create(ir.OpState{Def: Func, Results: []ir.Type{}, Regions: []*ir.Region{b.NewRegion(entry)},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(name)},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function(inputs, nil))},
			{Name: attributionCount, Value: b.Ctx.Int(b.Ctx.I64, int64(len(workgroup)))},
			{Name: kernelAttr, Value: b.Ctx.Unit},
		}})
}

// MarkContainer marks a module as one that holds code of the device.
func MarkContainer(module *ir.Op) { module.SetAttr(containerAttr, module.Context().Unit) }

// PhaseAttr numbers the operations of a kernel by phases. A phase is the body of one loop over threads, or an
// operation of one thread. Threads do not exchange data in one execution of a phase. The attribute is
// Inflight's own; the pass that places barriers removes it.
const PhaseAttr = "inflight.phase"

// PlacedAttr marks a module whose kernels have all barriers that their threads need for memory of the block.
// It is Inflight's own.
const PlacedAttr = "inflight.barriers_placed"

// HostAttr names the function of the host that computes what one thread of a kernel computes. CodeAttr is the
// text of a Module's code for the device. Both are Inflight's own.
const (
	HostAttr = "inflight.host"
	CodeAttr = "inflight.code"
)

// BoundTo returns the dimension of threads or blocks to which an attribute mapping, such as [#gpu.thread<x>],
// binds a loop. kind is Thread or Block, and dim is 0 to 2 for x to z. ok is false for other loops.
func BoundTo(loop *ir.Op) (kind *ir.EnumDef, dim int, ok bool) {
	list, ok := loop.Attr("mapping").(*ir.ArrayAttr)
	if !ok || len(list.Elems) != 1 {
		return nil, 0, false
	}
	e, ok := list.Elems[0].(*ir.EnumAttr)
	if !ok || e.Def != Thread && e.Def != Block || e.Value > 2 {
		return nil, 0, false
	}
	return e.Def, int(e.Value), true
}
