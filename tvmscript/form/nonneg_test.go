package form_test

import (
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// Each test.is says the interval of its operand, with min and max for no bound.
func TestBounds(t *testing.T) {
	const source = `
func.func @f(%n: index, %m: memref<?xi8>, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %cm4 = arith.constant -4 : index
  "test.is"(%cm4) {low = -4, high = -4} : (index) -> ()
  "test.is"(%n) : (index) -> ()
  %dim = memref.dim %m, %c0 : memref<?xi8>
  "test.is"(%dim) {low = 0} : (index) -> ()
  scf.for %i = %c0 to %c16 step %c1 {
    "test.is"(%i) {low = 0, high = 15} : (index) -> ()
    scf.for %j = %cm4 to %dim step %c3 {
      "test.is"(%j) {low = -4} : (index) -> ()
      %0 = arith.addi %i, %j : index
      "test.is"(%0) {low = -4} : (index) -> ()
      %1 = arith.subi %c16, %i : index
      "test.is"(%1) {low = 1, high = 16} : (index) -> ()
      %2 = arith.muli %i, %cm4 : index
      "test.is"(%2) {low = -60, high = 0} : (index) -> ()
      %3 = arith.maxsi %j, %c0 : index
      "test.is"(%3) {low = 0} : (index) -> ()
      %4 = arith.minsi %n, %c3 : index
      "test.is"(%4) {high = 3} : (index) -> ()
      %5 = arith.floordivsi %i, %c3 : index
      "test.is"(%5) {low = 0, high = 5} : (index) -> ()
      %6 = arith.floordivsi %j, %c3 : index
      "test.is"(%6) {low = -4} : (index) -> ()
      %7 = arith.remui %i, %c3 : index
      "test.is"(%7) {low = 0, high = 2} : (index) -> ()
      %8 = arith.remui %j, %c3 : index
      "test.is"(%8) : (index) -> ()
      %9 = arith.ceildivsi %i, %c3 : index
      "test.is"(%9) {low = 0, high = 5} : (index) -> ()
      %10 = arith.andi %n, %c3 : index
      "test.is"(%10) {low = 0, high = 3} : (index) -> ()
      %11 = memref.load %a[%c0] : memref<8xi32>
      %12 = arith.index_cast %11 : i32 to index
      "test.is"(%12) : (index) -> ()
      %13 = memref.load %m[%c0] : memref<?xi8>
      %14 = arith.index_castui %13 : i8 to index
      "test.is"(%14) {low = 0, high = 255} : (index) -> ()
      %15 = arith.cmpi slt, %i, %c3 : index
      %16 = scf.if %15 -> (index) {
        scf.yield %i : index
      } else {
        scf.yield %cm4 : index
      }
      "test.is"(%16) {low = -4, high = 15} : (index) -> ()
      %17 = arith.select %15, %i, %c3 : index
      "test.is"(%17) {low = 0, high = 15} : (index) -> ()
      %18 = arith.extui %15 : i1 to i32
      %19 = arith.index_cast %18 : i32 to index
      "test.is"(%19) {low = 0, high = 1} : (index) -> ()
      %20 = arith.muli %n, %n : index
      "test.is"(%20) : (index) -> ()
      %21 = arith.addi %11, %11 : i32
      %22 = arith.index_cast %21 : i32 to index
      "test.is"(%22) : (index) -> ()
    }
    scf.for %k = %c0 to %n step %n {
      "test.is"(%k) : (index) -> ()
    }
    pipeline.block {
      %x = pipeline.axis "spatial" %n in %c0 to %c16
      "test.is"(%x) {low = 0, high = 15} : (index) -> ()
    }
  }
  return
}
`
	ctx := all.NewContext()
	ctx.AllowUnregistered = true
	module, errs := text.Parse(ctx, diag.NewFile("bounds.mlir", []byte(source)), text.Options{})
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	found := 0
	for op := range module.Walk() {
		if op.Name() != "test.is" {
			continue
		}
		found++
		bound := func(name string, missing int64) int64 {
			if n, ok := op.IntAttr(name); ok {
				return n
			}
			return missing
		}
		wantLow, wantHigh := bound("low", math.MinInt64), bound("high", math.MaxInt64)
		low, high := form.Bounds(op.Operand(0))
		if low != wantLow || high != wantHigh {
			t.Errorf("%v: [%d, %d], want [%d, %d]", op.Span().Place(), low, high, wantLow, wantHigh)
		}
		if form.NonNegative(op.Operand(0)) != (wantLow >= 0) {
			t.Errorf("%v: NonNegative disagrees", op.Span().Place())
		}
	}
	if found < 20 {
		t.Errorf("%d intervals were asked for", found)
	}
}

// A chain of values that double does not take exponential time, and is given up at some length.
func TestBoundsAreBounded(t *testing.T) {
	c := all.NewContext()
	b := ir.NewBuilder(c)
	add := c.OpDef("arith.addi")
	v := b.Create(ir.OpState{Def: c.OpDef("arith.constant"), Results: []ir.Type{c.Index},
		Attrs: []ir.NamedAttr{{Name: "value", Value: c.IndexAttr(1)}}}).Result(0)
	for range 40 {
		v = b.Op(add, []*ir.Value{v, v}).Result(0)
	}
	if low, high := form.Bounds(v); low != 1<<40 || high != 1<<40 {
		t.Errorf("2^40 is in [%d, %d]", low, high)
	}
	for range 1000 {
		v = b.Op(add, []*ir.Value{v, v}).Result(0)
	}
	if form.NonNegative(v) {
		t.Error("a chain of a thousand operations is not looked through")
	}
}
