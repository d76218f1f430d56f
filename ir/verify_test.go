package ir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// functions returns a module with n functions of about ops operations each.
func functions(n, ops int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func @f%d(%%m: memref<100xf32>, %%a: f32, %%c: i1) {\n", i)
		b.WriteString(
			"  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c9 = arith.constant 9 " +
				": index\n")
		for range ops / 6 {
			b.WriteString(
				"  scf.for %i = %c0 to %c9 step %c1 {\n    %x = memref.load %m[%i] : memref<100xf32>\n" +
					"    %y = arith.addf %x, %a : f32\n    %z = arith.mulf %y, %y : f32\n    memref.store " +
					"%z, " +
					"%m[%i] : memref<100xf32>\n  }\n")
		}
		b.WriteString("  return\n}\n")
	}
	return b.String()
}

// The errors of isolated operations are all reported, one for each operation, in the order of the operations,
// in whatever order goroutines find them.
func TestVerifyReportsEveryFunction(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%b: f32) {\n  %%0 = \"arith.addi\"(%%a) : (i32) -> i32\n"+
			"  %%1 = \"arith.addi\"(%%a) : (i32) -> i32\n  return\n}\n", i)
	}
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile("a.mlir", []byte(b.String())),
		text.Options{})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	found := ir.Verify(program)
	if len(found) != 40 {
		t.Fatalf("%d errors", len(found))
	}
	for i, d := range found {
		if line := d.Span.Place().Line; line != 5*i+2 {
			t.Errorf("error %d is in line %d", i, line)
		}
	}
}

// The verifier allocates nothing per operation of a valid program.
func TestVerifyAllocations(t *testing.T) {
	allocs := func(ops int) float64 {
		var b strings.Builder
		for i := range ops / 4 {
			fmt.Fprintf(&b,
				"  %%x%d = arith.addf %%a, %%a : f32\n  memref.store %%x%d, %%m[] : memref<f32>\n", i, i)
			b.WriteString("  \"t.region\"() ({\n    \"t.end\"(%a) : (f32) -> ()\n  }) : () -> ()\n")
		}
		program := parse(t, "func.func @f(%m: memref<f32>, %a: f32) {\n"+b.String()+"  return\n}")
		return testing.AllocsPerRun(5, func() { ir.Verify(program) })
	}
	small, large := allocs(600), allocs(6000)
	if large > small+20 {
		t.Errorf("%v allocations for 600 operations, %v for 6000", small, large)
	}
}

func BenchmarkVerify(b *testing.B) {
	program := parse(b, functions(20, 5000))
	b.ReportAllocs()
	for b.Loop() {
		if err := ir.Verify(program).Err(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonicalize(b *testing.B) {
	content := functions(20, 500)
	for b.Loop() {
		b.StopTimer()
		program := parse(b, content)
		b.StartTimer()
		ir.ApplyPatternsGreedily(program, ir.GreedyConfig{})
	}
}

// A panic of the verifier on any goroutine continues in the caller.
func TestVerifyPanicsInTheCaller(t *testing.T) {
	unit := &ir.OpDef{Name: "t.unit", Traits: ir.IsolatedFromAbove | ir.NoTerminator,
		Regions: []ir.RegionDef{{Any: true}},
		Verify:  func(*ir.Op) error { panic("on purpose") }}
	holder := &ir.OpDef{Name: "t.holder", Traits: ir.NoTerminator, Regions: []ir.RegionDef{{Sized: true}}}
	c := ir.NewContext(&ir.Dialect{Name: "t", Ops: []*ir.OpDef{unit, holder}})
	body := ir.NewBlock()
	for range 100 {
		body.Append(c.NewOp(ir.OpState{Def: unit, Regions: []*ir.Region{ir.NewRegion()}}))
	}
	top := c.NewOp(ir.OpState{Def: holder, Regions: []*ir.Region{ir.NewRegion(body)}})
	defer func() {
		if cause := recover(); cause != "on purpose" {
			t.Errorf("recovered %v", cause)
		}
	}()
	ir.Verify(top)
}

// An error of an operation without location is reported at the operation around it.
func TestSpanOfUnknownLocation(t *testing.T) {
	const source = `func.func @f(%a: i32) {
  "arith.addi"(%a) : (i32) -> i32 loc(unknown)
  return
}`
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile("a.mlir", []byte(source)),
		text.Options{})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if found := ir.Verify(program); len(found) != 1 || found[0].Span.String() != "a.mlir:1:1" {
		t.Errorf("got %v", found)
	}
}
