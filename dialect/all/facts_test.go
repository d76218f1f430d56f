package all_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// read parses and verifies a program.
func read(t *testing.T, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("facts.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

// A load or a store is atomic if it has an ordering, in both dialects of pointers.
func TestAtomicAccesses(t *testing.T) {
	m := read(t, `func.func @f(%p: !llvm.ptr, %q: !ptr.ptr<#ptr.generic_space>, %x: i32) {
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %x, %p atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  ptr.store %x, %q : i32, !ptr.ptr<#ptr.generic_space>
  ptr.store %x, %q atomic release alignment = 4 : i32, !ptr.ptr<#ptr.generic_space>
  %2 = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> i32
  %3 = ptr.load %q atomic monotonic alignment = 4 : !ptr.ptr<#ptr.generic_space> -> i32
  return
}`)
	i := 0
	for op := range m.Body().First().Body().Ops() {
		if want := i < 8 && i%2 == 1; op.IsAtomic() != want {
			t.Errorf("%s %d: atomic is %t", op.Name(), i, op.IsAtomic())
		}
		i++
	}
}

// The first arguments of a launch are indices of the block and the thread, then sizes. With clusters the
// index of the cluster follows, which differs between blocks as the block's index does.
func TestNumbersOfLaunch(t *testing.T) {
	for clusters, want := range map[string]int{
		"": 12, "clusters(%cx, %cy, %cz) in (%lx = %n, %ly = %n, %lz = %n)": 15,
	} {
		m := read(t, `func.func @f(%n: index) {
  gpu.launch `+clusters+` blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) { gpu.terminator }
  return
}`)
		op := m.Body().First().Body().First()
		l, ok := op.Launch()
		if !ok || len(l.Numbers) != want || l.Grid[0] != op.Parent().Body().Arg(0) {
			t.Fatalf("%+v", l)
		}
		for i, number := range l.Numbers {
			kind := []ir.ThreadNumberKind{ir.BlockInGrid, ir.ThreadInBlock, ir.GridSize, ir.BlockSize,
				ir.BlockInGrid}[i/3]
			if number != (ir.ThreadNumber{Kind: kind, Dim: i % 3}) {
				t.Errorf("argument %d: %+v", i, number)
			}
		}
		if _, ok := op.Parent().Launch(); ok {
			t.Error("a function is no launch")
		}
	}
}

// Transfers have the same parts in both dialects, and waits have the tag.
func TestTransfers(t *testing.T) {
	m := read(t, `func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 1>, %tag: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  memref.dma_start %a[%c0], %b[%c0], %n, %tag[%c0] : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  affine.dma_start %a[%c0], %b[%c0], %tag[%c0], %n : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%c0], %n : memref<1xi32>
  return
}`)
	fn := m.Body().First()
	args, starts, waits := fn.Body().Args(), 0, 0
	for op := range fn.Body().Ops() {
		switch op.Transfer() {
		case ir.Transfer{Kind: ir.TransferStart, Source: args[0], Target: args[1], Tag: args[2]}:
			starts++
		case ir.Transfer{Kind: ir.TransferWait, Tag: args[2]}:
			waits++
		case ir.Transfer{}:
		default:
			t.Errorf("%s: %+v", op.Name(), op.Transfer())
		}
	}
	if starts != 2 || waits != 2 {
		t.Errorf("%d starts, %d waits", starts, waits)
	}
}
