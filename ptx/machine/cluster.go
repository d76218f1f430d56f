package machine

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds clusters: PTX ISA, "Cluster of Cooperative Thread Arrays". The blocks of a cluster are
// alive at once, have clocks of each other, and reach each other's shared memory.

// cluster is a cluster being executed. One block is a cluster of its own where the launch has none.
type cluster struct {
	g      *launch
	number int
	blocks []*block // by rank
	// threads are those of all blocks. The numbers of a block's threads begin at a multiple of stride, which
	// is one of the size of a warp; between two blocks there may be threads that nobody executes.
	threads []*thread
	stride  int
	warps   []*warp // of all blocks
	waited  []gridWait
	flights []*flight // copies that barrier objects are told of, by number
	flying  []*flight // those of them that have not taken place
	made    int       // how many barrier objects were initialized
	idle    int       // rounds in which all warps asked for phases, or waited, and nothing changed
	turn    turn
	// landed is the barrier object for which copies took place last, and the launch's count of changes then.
	landed struct {
		object  *mbarrier
		changes uint64
	}
	events  []Event
	meeting rendezvous
	reached map[reachedPeer]remoteUse
}

// maxCluster is how many blocks a cluster may have: CUDA C++ Programming Guide, "Thread Block Clusters". More
// than 8 need a launch that says so.
const maxCluster = 16

// Cluster returns the size of the clusters of a launch: what it says, else what the kernel requires, else
// one.
func (k *Kernel) Cluster(config Config) Extents {
	if config.Cluster != (Extents{}) {
		return config.Cluster
	}
	if want := k.Function.Limit("reqnctapercluster"); want != nil {
		return padded(want)
	}
	return Extents{1, 1, 1}
}

// NeedsCluster returns the first instruction that tells that blocks work together in clusters; nil if there
// is none.
func (k *Kernel) NeedsCluster() *ptx.Instruction {
	i := slices.IndexFunc(k.sites, func(in *ptx.Instruction) bool {
		return in.Opcode == "mapa" || in.Has("multicast::cluster")
	})
	if i < 0 {
		return nil
	}
	return k.sites[i]
}

// clusters returns how many clusters the grid has.
func (g *launch) clusters() int { return g.grid.Count() / g.cluster.Count() }

// isExplicitCluster reports whether somebody said how large clusters are.
func (g *launch) isExplicitCluster() bool {
	return g.config.Cluster != (Extents{}) || g.k.Function.Limit("reqnctapercluster") != nil
}

// checkCluster checks the size of the clusters.
func (g *launch) checkCluster() *diag.Diagnostic {
	k, c := g.k, g.cluster
	for d := range 3 {
		if c[d] < 1 || c[d] > maxCluster || c.Count() > maxCluster {
			return launchError(k, "a cluster of %v blocks is more than a device takes", c).
				Suggest("a cluster has at most %d blocks, and more than 8 only where the launch allows it",
					maxCluster)
		}
		if g.grid[d]%c[d] != 0 {
			return launchError(k, "a grid of %v blocks does not consist of clusters of %v", g.grid, c).
				Suggest("let the grid be a multiple of the cluster along x, y and z")
		}
	}
	f := k.Function
	if want := f.Limit("reqnctapercluster"); want != nil && c != padded(want) {
		return launchError(k, "the kernel requires clusters of %v blocks, not %v", padded(want), c)
	}
	if most := f.Limit("maxclusterrank"); most != nil && int64(c.Count()) > most[0] {
		return launchError(k, "the kernel allows clusters of %d blocks, not %d", most[0], c.Count())
	}
	if slices.ContainsFunc(f.Limits, func(d *ptx.Directive) bool { return d.Name == "explicitcluster" }) &&
		!g.isExplicitCluster() {
		return launchError(k, "the kernel is launched with clusters, whose size nothing says").
			Suggest("say it with --cluster, or with .reqnctapercluster in the text")
	}
	return nil
}

// newCluster makes a cluster whose threads have done nothing.
func newCluster(g *launch, number int) *cluster {
	c := &cluster{g: g, number: number, stride: g.threads}
	size := g.cluster.Count()
	if size > 1 {
		c.stride = int(alignUp(int64(g.threads), warpSize))
		c.reached = map[reachedPeer]remoteUse{}
	}
	nothing := &clock{}
	for rank := range size {
		b := newBlock(c, rank)
		c.blocks = append(c.blocks, b)
		for range c.stride {
			c.threads = append(c.threads, &thread{b: b, number: len(c.threads), clock: nothing})
		}
	}
	for _, b := range c.blocks {
		for i := range (g.threads + warpSize - 1) / warpSize {
			b.own = append(b.own, newWarp(b, i))
		}
		c.warps = append(c.warps, b.own...)
	}
	return c
}

// blockID returns the place in the grid of a block of a cluster.
func (g *launch) blockID(number, rank int) Extents {
	clusters := Extents{}
	for d := range 3 {
		clusters[d] = g.grid[d] / g.cluster[d]
	}
	at, in := clusters.at(number), g.cluster.at(rank)
	for d := range 3 {
		at[d] = at[d]*g.cluster[d] + in[d]
	}
	return at
}

// place returns a number that no other block of the grid has.
func (b *block) place() int { return b.number*len(b.blocks) + b.rank }

// has reports whether a thread of the cluster is one of the block.
func (b *block) has(thread int) bool { return thread/b.stride == b.rank }

// nearest returns how far a fence.sc reaches at least whose order among others is followed. Of those of a
// block in a cluster of several it is not.
func (c *cluster) nearest() reach {
	if len(c.blocks) > 1 {
		return inCluster
	}
	return inBlock
}

// toNearest tells something to all in the cluster.
func (b *block) toNearest(known *clock) told {
	switch {
	case known == nil:
		return told{}
	case b.nearest() == inCluster:
		return told{middle: newLeaf(uint64(b.number), known)}
	}
	return told{near: newLeaf(uint64(b.place()), known)}
}

// finds returns what is told to the block.
func (b *block) finds(m told) *clock {
	return m.near.get(uint64(b.place())).and(m.middle.get(uint64(b.number)))
}

// nameOf names a thread of the cluster: by its place in the block and, where there are several, by the block.
func (c *cluster) nameOf(thread int) string { return c.g.threadName(c.number, thread) }

// threadName names a thread of a cluster, for the middle of a sentence.
func (g *launch) threadName(number, thread int) string {
	stride, size := g.threads, g.cluster.Count()
	if size > 1 {
		stride = int(alignUp(int64(g.threads), warpSize))
	}
	rank := thread / stride
	name := fmt.Sprintf("thread %v", g.block.at(thread%stride))
	switch {
	case size > 1 && g.clusters() == 1:
		return fmt.Sprintf("%s of rank %d", name, rank)
	case size > 1:
		return fmt.Sprintf("%s of block %v (rank %d)", name, g.blockID(number, rank), rank)
	case g.grid.Count() == 1:
		return name
	}
	return fmt.Sprintf("%s of block %v", name, g.grid.at(number))
}

// groupName names a cluster, or the block that is one.
func (g *launch) groupName(number int) string {
	if g.cluster.Count() == 1 {
		return fmt.Sprintf("block %v", g.grid.at(number))
	}
	return fmt.Sprintf("the cluster of block %v", g.blockID(number, 0))
}

// rankName names a block by its rank.
func (b *block) rankName() string {
	if b.g.clusters() == 1 {
		return fmt.Sprintf("rank %d", b.rank)
	}
	return fmt.Sprintf("block %v (rank %d)", b.id, b.rank)
}
