package all_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
)

// The operations that are barriers of a block, or may be atomic, are these, and no pass knows others by name.
func TestThreadFacts(t *testing.T) {
	var barriers, atomics []string
	for _, d := range all.Dialects() {
		for _, def := range d.Ops {
			if def.Barrier != nil {
				barriers = append(barriers, def.Name)
			}
			if def.Atomic != nil {
				atomics = append(atomics, def.Name)
			}
		}
	}
	slices.Sort(barriers)
	slices.Sort(atomics)
	if got, want := strings.Join(barriers, " "), "gpu.barrier nvvm.barrier nvvm.barrier0"; got != want {
		t.Errorf("barriers: %s, want %s", got, want)
	}
	want := "llvm.atomicrmw llvm.cmpxchg llvm.load llvm.store memref.atomic_rmw memref.generic_atomic_rmw " +
		"ptr.load ptr.store"
	if got := strings.Join(atomics, " "); got != want {
		t.Errorf("atomic operations: %s, want %s", got, want)
	}
}

// Operations of gpu and of nvvm say the same about the place of a thread.
func TestThreadNumbers(t *testing.T) {
	m := parse(t, "threads.mlir", []byte(`
func.func @f() {
  %0 = gpu.thread_id y
  %1 = nvvm.read.ptx.sreg.tid.y : i32
  %2 = gpu.block_dim z
  %3 = nvvm.read.ptx.sreg.ntid.z : i32
  %4 = gpu.block_id x
  %5 = nvvm.read.ptx.sreg.ctaid.x : i32
  %6 = gpu.grid_dim x
  %7 = nvvm.read.ptx.sreg.nctaid.x : i32
  %8 = gpu.lane_id
  %9 = nvvm.read.ptx.sreg.laneid : i32
  %10 = gpu.global_id x
  %11 = gpu.subgroup_id : index
  %12 = gpu.cluster_id x
  %13 = nvvm.read.ptx.sreg.warpid : i32
  return
}`))
	want := []ir.ThreadNumber{
		{Kind: ir.ThreadInBlock, Dim: 1}, {Kind: ir.ThreadInBlock, Dim: 1},
		{Kind: ir.BlockSize, Dim: 2}, {Kind: ir.BlockSize, Dim: 2},
		{Kind: ir.BlockInGrid}, {Kind: ir.BlockInGrid},
		{Kind: ir.GridSize}, {Kind: ir.GridSize},
		{Kind: ir.LaneInWarp}, {Kind: ir.LaneInWarp},
		{Kind: ir.ThreadInGrid}, {Kind: ir.WarpInBlock}, {}, {},
	}
	i := 0
	for op := range m.Body().First().Body().OpsWithoutTerminator() {
		if got := op.ThreadNumber(); got != want[i] {
			t.Errorf("%s: %v, want %v", op.Name(), got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d operations, want %d", i, len(want))
	}
}
