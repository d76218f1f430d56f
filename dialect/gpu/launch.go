package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Launch is gpu.launch: it runs its region once for every thread of a grid. The arguments of the region are,
// each along x, y and z, the index of the block, the index of the thread, and the sizes of grid and block.
// With clusters, the index of the cluster and its size follow. Then come the memory of each block and the
// memory of each thread.
var Launch = onDevice(&ir.OpDef{
	Name:    "gpu.launch",
	Summary: "GPU kernel launch operation",
	Operands: []ir.OperandDef{
		dependencies,
		operand("gridSizeX", constraint.Index), operand("gridSizeY", constraint.Index),
		operand("gridSizeZ", constraint.Index),
		operand("blockSizeX", constraint.Index), operand("blockSizeY", constraint.Index),
		operand("blockSizeZ", constraint.Index),
		optional("clusterSizeX", constraint.Index), optional("clusterSizeY", constraint.Index),
		optional("clusterSizeZ", constraint.Index), optional("dynamicSharedMemorySize", i32),
	},
	Results: []ir.ResultDef{tokenResult},
	Attrs: []ir.AttrDef{
		{Name: "module", Type: constraint.FlatSymbol, Optional: true},
		{Name: "function", Type: constraint.FlatSymbol, Optional: true},
		constraint.OperandSegmentSize,
	},
	Regions: []ir.RegionDef{{Name: "body", Any: true}},
	Traits:  ir.AffineScope | ir.AllocationScope | ir.AttrSizedOperands | ir.RecursiveEffects,
	Parse:   parseLaunch,
	Verify:  verifyLaunch,
})

// Terminator is gpu.terminator: the end of a thread of a gpu.launch.
var Terminator = &ir.OpDef{
	Name:      "gpu.terminator",
	Summary:   "Terminator for GPU launch regions.",
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"gpu.launch"},
	Format:    "attr-dict",
}

func init() {
	Launch.Print = printLaunch
	Launch.Launch = launchOf
	Launch.VerifyRegions = verifyLaunchRegion
	Launch.Canonicalize = []ir.Pattern{{Name: "index-in-launch-of-size-1", Rewrite: foldLaunchIndices}}
}

// The groups of three arguments that the region of a launch begins with. Only a launch with clusters has the
// last two.
const (
	blockIDs = iota
	threadIDs
	gridSizes
	blockSizes
	clusterIDs
	clusterSizes
)

// The entries of the operand table of a launch: the first of each group of three sizes, and the size of the
// shared memory. The last name is that of the attribute that counts the memory of blocks.
const (
	gridOperands     = 1
	blockOperands    = 4
	clusterOperands  = 7
	dynamicShared    = 10
	attributionCount = "workgroup_attributions"
)

// HasClusters reports whether a Launch or LaunchFunc has operands for the size of clusters.
func HasClusters(op *ir.Op) bool {
	for i := range 3 {
		if op.OptionalOperand(clusterOperands+i) == nil {
			return false
		}
	}
	return true
}

// GridSize returns the numbers of blocks of a Launch or LaunchFunc along x, y and z.
func GridSize(op *ir.Op) [3]*ir.Value { return three(op, gridOperands) }

// BlockSize returns the numbers of threads in each block.
func BlockSize(op *ir.Op) [3]*ir.Value { return three(op, blockOperands) }

// ClusterSize returns the numbers of blocks in each cluster, nil without clusters.
func ClusterSize(op *ir.Op) [3]*ir.Value { return three(op, clusterOperands) }

// DynamicSharedMemorySize returns the size in bytes of the shared memory that a Launch or LaunchFunc asks
// for, nil for none.
func DynamicSharedMemorySize(op *ir.Op) *ir.Value { return op.OptionalOperand(dynamicShared) }

func three(op *ir.Op, entry int) (vs [3]*ir.Value) {
	for i := range vs {
		vs[i] = op.OptionalOperand(entry + i)
	}
	return vs
}

// BlockIDs returns the arguments of a Launch that are the index of the block along x, y and z.
func BlockIDs(op *ir.Op) []*ir.Value { return arguments(op, blockIDs) }

// ThreadIDs returns the arguments that are the index of the thread in its block.
func ThreadIDs(op *ir.Op) []*ir.Value { return arguments(op, threadIDs) }

// GridSizes returns the arguments that repeat the numbers of blocks.
func GridSizes(op *ir.Op) []*ir.Value { return arguments(op, gridSizes) }

// BlockSizes returns the arguments that repeat the numbers of threads.
func BlockSizes(op *ir.Op) []*ir.Value { return arguments(op, blockSizes) }

// ClusterIDs returns the arguments that are the index of the cluster; only a launch with clusters has them.
func ClusterIDs(op *ir.Op) []*ir.Value { return arguments(op, clusterIDs) }

// ClusterSizes returns the arguments that repeat the size of a cluster; only a launch with clusters has them.
func ClusterSizes(op *ir.Op) []*ir.Value { return arguments(op, clusterSizes) }

// launchOf describes a launch to packages that know no dialect.
func launchOf(op *ir.Op) ir.Launch {
	l := ir.Launch{Grid: GridSize(op), Block: BlockSize(op)}
	kinds := []ir.ThreadNumberKind{
		blockIDs: ir.BlockInGrid, threadIDs: ir.ThreadInBlock, gridSizes: ir.GridSize,
		blockSizes: ir.BlockSize,
	}
	if HasClusters(op) {
		kinds = append(kinds, ir.BlockInGrid) // the index of the cluster follows from the index of the block
	}
	for _, kind := range kinds {
		for d := range 3 {
			l.Numbers = append(l.Numbers, ir.ThreadNumber{Kind: kind, Dim: d})
		}
	}
	return l
}

func arguments(op *ir.Op, group int) []*ir.Value { return op.Body().Args()[3*group : 3*group+3] }

// numConfig returns the number of a launch's arguments that stand in front of its memory.
func numConfig(op *ir.Op) int {
	if HasClusters(op) {
		return 3 * (clusterSizes + 1)
	}
	return 3 * (blockSizes + 1)
}

// WorkgroupMemory returns the arguments of a Launch or Func that are memory of each block.
func WorkgroupMemory(op *ir.Op) []*ir.Value { memory, _ := attributions(op); return memory }

// PrivateMemory returns the arguments of a Launch or Func that are memory of each thread.
func PrivateMemory(op *ir.Op) []*ir.Value { _, memory := attributions(op); return memory }

func attributions(op *ir.Op) (workgroup, private []*ir.Value) {
	body := op.Body()
	if body == nil {
		return nil, nil
	}
	first := firstAttribution(op)
	args := body.Args()[min(first, body.NumArgs()):]
	n, _ := op.IntAttr(attributionCount)
	n = min(max(n, 0), int64(len(args)))
	return args[:n], args[n:]
}

func firstAttribution(op *ir.Op) int {
	if op.Is(Launch) {
		return numConfig(op)
	}
	return len(functionType(op).Inputs)
}

func verifyLaunch(op *ir.Op) error {
	if op.Body() == nil {
		return op.OpErrorf(codeGPU, "expected a body region with at least one block")
	}
	for _, v := range ClusterSize(op) {
		if v != nil && !HasClusters(op) {
			return op.OpErrorf(codeGPU, "cluster size must be all present")
		}
	}
	return nil
}

func verifyLaunchRegion(op *ir.Op) error {
	body := op.Body()
	n, _ := op.IntAttr(attributionCount)
	if n < 0 || int64(body.NumArgs()) < int64(numConfig(op))+n {
		return op.OpErrorf(codeGPU, "unexpected number of region arguments")
	}
	for i, arg := range body.Args()[:numConfig(op)] {
		if !constraint.IsIndex(arg.Type()) {
			return op.OpErrorf(codeGPU, "region argument #%d must be index, but is '%v'", i, arg.Type())
		}
	}
	if err := verifyAttributions(op); err != nil {
		return err
	}
	for _, b := range op.Region(0).Blocks() {
		if end := b.Last(); end != nil && end.NumSuccessors() == 0 && !end.Is(Terminator) {
			return end.Errorf(codeGPU, "expected '%s' or a terminator with successors", Terminator.Name).
				Note(op.Span(), "in '%s' body region", Launch.Name)
		}
	}
	return nil
}

// verifyAttributions checks the memory spaces of the memory that a launch or function declares.
func verifyAttributions(op *ir.Op) error {
	workgroup, private := attributions(op)
	for _, v := range workgroup {
		if err := verifyAttribution(op, v, Workgroup, "workgroup"); err != nil {
			return err
		}
	}
	for _, v := range private {
		if err := verifyAttribution(op, v, Private, "private"); err != nil {
			return err
		}
	}
	return nil
}

func verifyAttribution(op *ir.Op, v *ir.Value, space int64, name string) error {
	m, ok := v.Type().(*ir.MemRefType)
	if !ok || !m.Ranked {
		return op.OpErrorf(codeGPU, "expected memref type in attribution")
	}
	// A number may be any memory space of the target.
	if s, ok := m.MemorySpace.(*ir.EnumAttr); ok && s.Def == AddressSpace && s.Value != space {
		return op.OpErrorf(codeGPU, "expected memory space %s in attribution", name)
	}
	return nil
}

// foldLaunchIndices replaces an index by 0 if its size is 1.
func foldLaunchIndices(op *ir.Op, rw *ir.Rewriter) bool {
	var zero *ir.Value
	replace := func(ids []*ir.Value, sizes [3]*ir.Value) {
		for i, id := range ids {
			if n, ok := ir.ConstInt(sizes[i]); !ok || n != 1 || !id.HasUses() {
				continue
			}
			if zero == nil {
				rw.SetStart(op.Body())
				zero = arith.ConstIndex(rw.Builder, 0)
			}
			rw.ReplaceUses(id, zero)
		}
	}
	replace(BlockIDs(op), GridSize(op))
	replace(ThreadIDs(op), BlockSize(op))
	return zero != nil
}
