package gpu

import (
	"cmp"
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// CodeSize is the code of the error about a launch that no device can make.
var CodeSize = diag.Register("gpu-launch-size", "a kernel has blocks, grids or clusters that no device has",
	"Every extent is at least 1. A block has at most 1024 threads, 1024 of them along x and y and 64 along "+
		"z; a grid has at most 2147483647 "+
		"blocks along x and 65535 along y and z; a cluster has at most 16 blocks. A launch must have the "+
		"sizes that its kernel promises "+
		"(known_block_size, known_grid_size).")

// limits are the limits of CUDA's devices: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability". Devices of other vendors have no larger blocks.
type limits struct {
	things string
	along  [3]int64
	total  int64
}

var (
	ofBlocks   = limits{"a block of %s threads", [3]int64{1024, 1024, 64}, 1024}
	ofGrids    = limits{"a grid of %s blocks", [3]int64{1<<31 - 1, 65535, 65535}, 1<<63 - 1}
	ofClusters = limits{"a cluster of %s blocks", [3]int64{16, 16, 16}, 16}
)

// AnySize is an extent that is not known.
const AnySize = ir.Dynamic

// BlockSizeError describes what is wrong with the size of a block. It is "" if some device has such blocks.
// Extents may be AnySize.
func BlockSizeError(size []int64) string { return ofBlocks.wrong(size) }

// GridSizeError is BlockSizeError for a grid.
func GridSizeError(size []int64) string { return ofGrids.wrong(size) }

// ClusterSizeError is BlockSizeError for a cluster of blocks.
func ClusterSizeError(size []int64) string { return ofClusters.wrong(size) }

func (l limits) wrong(size []int64) string {
	total, text := int64(1), ""
	for d, n := range size {
		if d > 0 {
			text += " x "
		}
		if n == AnySize {
			text, n = text+"?", 1
		} else {
			text += fmt.Sprint(n)
		}
		switch {
		case n < 1:
			total = 0
		case total > 0 && (d > 2 || n > l.along[d] || n > l.total/total):
			total = -1
		case total > 0:
			total *= n
		}
	}
	switch what := fmt.Sprintf(l.things, text); {
	case total == 0:
		return what + ": every extent must be at least 1"
	case total < 0 && l.total < 1<<63-1:
		return fmt.Sprintf("%s: a device has at most %d, and along x, y and z at most %d, %d and %d", what,
			l.total, l.along[0], l.along[1], l.along[2])
	case total < 0:
		return fmt.Sprintf("%s: a device has at most %d, %d and %d along x, y and z", what, l.along[0],
			l.along[1], l.along[2])
	}
	return ""
}

// SizeErrors returns the errors in the sizes of a kernel or a launch. The sizes are those that a kernel
// promises, or the constants of a launch. An error is a size that no device has, or one that breaks a promise
// of the launched kernel. kernel is nil if it is not known.
func SizeErrors(op, kernel *ir.Op) (errs diag.List) {
	complain := func(message string) {
		if message != "" {
			errs.Add(op.Errorf(CodeSize, "%s", message))
		}
	}
	for _, p := range promises {
		for _, prefix := range []string{"", "gpu."} {
			complain(p.wrong(op.Ints(prefix + p.name)))
		}
	}
	if !op.Is(Launch) && !op.Is(LaunchFunc) {
		return errs
	}
	grid, block := constants(GridSize(op)), constants(BlockSize(op))
	complain(GridSizeError(grid))
	complain(BlockSizeError(block))
	if HasClusters(op) {
		complain(ClusterSizeError(constants(ClusterSize(op))))
	}
	complain(brokenPromise(kernel, "known_block_size", "threads in a block", block))
	complain(brokenPromise(kernel, "known_grid_size", "blocks", grid))
	return errs
}

// LaunchSizeError describes what is wrong with the sizes of a launch: no device has them, or the kernel
// promises others. It returns "" if they are right. kernel is nil if no promises are known.
func LaunchSizeError(kernel *ir.Op, grid, block []int64) string {
	return cmp.Or(GridSizeError(grid), BlockSizeError(block),
		brokenPromise(kernel, "known_block_size", "threads in a block", block),
		brokenPromise(kernel, "known_grid_size", "blocks", grid))
}

var promises = []struct {
	name  string
	wrong func([]int64) string
}{{"known_block_size", BlockSizeError}, {"known_grid_size", GridSizeError},
	{"known_cluster_size", ClusterSizeError}}

// brokenPromise describes a launch whose size is not the one that its kernel promises, "" if it is.
func brokenPromise(kernel *ir.Op, name, what string, size []int64) string {
	if kernel == nil {
		return ""
	}
	promised := kernel.Ints(name)
	for d := range min(len(promised), len(size)) {
		if size[d] != AnySize && size[d] != promised[d] {
			return fmt.Sprintf("'@%s' is launched with %d %s along %c, and promises %d (%s)",
				kernel.SymbolName(), size[d], what, "xyz"[d], promised[d], name)
		}
	}
	return ""
}

func constants(values [3]*ir.Value) []int64 {
	size := []int64{AnySize, AnySize, AnySize}
	for d, v := range values {
		if n, ok := ir.ConstInt(v); ok {
			size[d] = n
		}
	}
	return size
}

// verifySizes reports a promised size below 1, which no device has.
func verifySizes(op *ir.Op, name string, size []int64) error {
	for _, n := range size {
		if n < 1 {
			return op.Errorf(CodeSize, "'%s' is %v: every extent must be at least 1", name, size)
		}
	}
	return nil
}
