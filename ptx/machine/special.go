package machine

import (
	"strings"
)

// NumbersThreads reports whether the kernel asks which thread of its block executes it. All threads of a
// block do the same where it does not.
func (k *Kernel) NumbersThreads() bool { return k.numbersThreads }

// numbersThreads reports whether a special register differs between the threads of a block.
func numbersThreads(name string) bool {
	register, _, _ := strings.Cut(name, ".")
	return register == "%tid" || register == "%laneid" || register == "%warpid" ||
		strings.HasPrefix(register, "%lanemask")
}

// specialValue returns what a special register holds for a lane.
func specialValue(name string) func(w *warp, lane int) uint64 {
	register, dimension, _ := strings.Cut(name, ".")
	if d := strings.Index("xyz", dimension); dimension != "" && d >= 0 {
		return placeValue(register, d)
	}
	switch name {
	case "%laneid":
		return func(_ *warp, lane int) uint64 { return uint64(lane) }
	case "%warpid":
		return func(w *warp, _ int) uint64 { return uint64(w.number) }
	case "%nwarpid":
		return func(w *warp, _ int) uint64 { return uint64(len(w.b.own)) }
	case "%lanemask_eq":
		return func(_ *warp, lane int) uint64 { return 1 << lane }
	case "%lanemask_lt":
		return func(_ *warp, lane int) uint64 { return 1<<lane - 1 }
	case "%lanemask_le":
		return func(_ *warp, lane int) uint64 { return 2<<lane - 1 }
	case "%lanemask_gt":
		return func(_ *warp, lane int) uint64 { return maskOf(32) &^ (2<<lane - 1) }
	case "%lanemask_ge":
		return func(_ *warp, lane int) uint64 { return maskOf(32) &^ (1<<lane - 1) }
	case "%dynamic_smem_size":
		return func(w *warp, _ int) uint64 { return uint64(w.b.g.dynamic) }
	case "%total_smem_size":
		return func(w *warp, _ int) uint64 { return uint64(len(w.b.shared.data)) }
	case "%nsmid":
		return func(*warp, int) uint64 { return 1 }
	case "%cluster_ctarank":
		return func(w *warp, _ int) uint64 { return uint64(w.b.rank) }
	case "%cluster_nctarank":
		return func(w *warp, _ int) uint64 { return uint64(len(w.b.blocks)) }
	case "%is_explicit_cluster":
		return func(w *warp, _ int) uint64 { return truth(w.b.g.isExplicitCluster()) }
	case "WARP_SZ":
		return func(*warp, int) uint64 { return warpSize }
	}
	// the one multiprocessor, the one grid; clocks are read by mov
	return func(*warp, int) uint64 { return 0 }
}

// placeValue returns the place of a thread, block or cluster, or the size of its block or grid, along a
// dimension.
func placeValue(register string, d int) func(w *warp, lane int) uint64 {
	switch register {
	case "%tid":
		return func(w *warp, lane int) uint64 { return uint64(w.b.g.block.at(w.first - w.b.first + lane)[d]) }
	case "%ntid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.g.block[d]) }
	case "%cluster_ctaid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.id[d] % w.b.g.cluster[d]) }
	case "%cluster_nctaid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.g.cluster[d]) }
	case "%ctaid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.id[d]) }
	case "%clusterid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.id[d] / w.b.g.cluster[d]) }
	case "%nclusterid":
		return func(w *warp, _ int) uint64 { return uint64(w.b.g.grid[d] / w.b.g.cluster[d]) }
	}
	return func(w *warp, _ int) uint64 { return uint64(w.b.g.grid[d]) }
}
