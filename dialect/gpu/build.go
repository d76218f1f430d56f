package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Configuration is how a kernel is launched.
type Configuration struct {
	Dependencies []*ir.Value // tokens to wait for
	Async        bool        // whether the launch returns a token
	// Grid and Block are the numbers of blocks and of threads in each; Cluster is nil in all dimensions
	// without clusters.
	Grid, Block, Cluster [3]*ir.Value
	Shared               *ir.Value // bytes of dynamic shared memory, nil for none
}

// ConfigurationOf returns how a Launch or LaunchFunc launches.
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

// NewLaunch makes a Launch whose region has its arguments and nothing else but the terminator.
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

// AddWorkgroupMemory gives a Launch memory of type t for each block, behind what it has.
func AddWorkgroupMemory(op *ir.Op, t *ir.MemRefType) *ir.Value {
	n := len(WorkgroupMemory(op))
	op.SetAttr(attributionCount, op.Context().Int(op.Context().I64, int64(n+1)))
	return op.Body().InsertArg(firstAttribution(op)+n, t, op.Loc())
}

// AddPrivateMemory gives a Launch memory of type t for each thread, behind what it has.
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

// NewKernel makes a kernel with an empty entry block: its arguments are the inputs, and then memory of each
// block and of each thread.
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

// MarkContainer says of a module that it holds code of the device.
func MarkContainer(module *ir.Op) { module.SetAttr(containerAttr, module.Context().Unit) }

// PhaseAttr numbers the operations of a kernel that were the body of one loop over threads, or of an
// operation that one thread does: threads do not exchange data in one execution of it. It is Inflight's own,
// and gone where barriers are placed.
const PhaseAttr = "inflight.phase"

// PlacedAttr marks a module whose kernels have all barriers that their threads need for memory of the block.
// It is Inflight's own.
const PlacedAttr = "inflight.barriers_placed"

// HostAttr names the function of the host that does what one thread of a kernel does, and CodeAttr, of a
// Module, is the text of its code for the device. Both are Inflight's own.
const (
	HostAttr = "inflight.host"
	CodeAttr = "inflight.code"
)

// BoundTo returns the dimension of threads or blocks that an attribute mapping binds a loop to, such as
// [#gpu.thread<x>]: Thread or Block, and 0 to 2 for x to z. It is not ok for other loops.
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
