package gpuasyncregion

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is gpu-async-region.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-async-region",
	Title:   "GpuAsyncRegionPass",
	Summary: "Make GPU ops async",
	Doc: `Makes the operations of the device that block asynchronous. Each depends on the earlier ones of its block that access the same memory,
one of them writing: copies, fills, allocations by what they are, launches by what the kernel does to its arguments. Upstream's pass makes one
chain of all operations instead. The host waits in front of its own operations that meet the device in memory, and at the end of each block.
Distinct allocations and distinct arguments of a function never overlap. Operations that are asynchronous already keep their tokens.`,
	Anchor: "func.func",
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	n := 0
	for _, b := range blocks(r.Op) {
		t := &thread{symbols: ir.NewSymbolTables(), module: r.Op.Parent(), block: b}
		t.walk()
		n += t.changed
	}
	if n == 0 {
		r.Unchanged()
	}
	r.Count("operations made asynchronous", n)
	return nil
}

// blocks returns the blocks of a function, inner ones included.
func blocks(op *ir.Op) (list []*ir.Block) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			list = append(list, b)
			for inner := range b.Ops() {
				list = append(list, blocks(inner)...)
			}
		}
	}
	return list
}
