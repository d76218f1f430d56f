package sameprogram_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/sameprogram"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

const program = `
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f32
  %S = memref.alloc() : memref<2xf32, 3>
  scf.for %i = %c0 to %n step %c1 {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %s = arith.remui %i, %c2 : index
        %x = memref.load %A[%i] : memref<16xf32>
        memref.store %x, %S[%s] : memref<2xf32, 3>
      }
    }
    pipeline.wait_queue 0, 1 {
      %s = arith.remui %i, %c2 : index
      %x = memref.load %S[%s] : memref<2xf32, 3>
      %y = arith.mulf %x, %two : f32
      %in = arith.cmpi slt, %i, %n : index
      scf.if %in {
        memref.store %y, %B[%i] : memref<16xf32>
      }
    }
    memref.store %two, %A[%i] : memref<16xf32>
  } {note = 1 : i64}
  return
}
`

// TestSame shows what makes no difference.
func TestSame(t *testing.T) {
	for _, edit := range [][2]string{
		{"", ""},
		{"%n: index", "%extent: index"}, // only the name, with all uses
		{"%s = arith.remui %i, %c2 : index\n        %x", "%q = arith.floordivsi %i, %c2 : index\n %p = arith.muli %q, %c2 : index\n" +
			"%s = arith.subi %i, %p : index\n %x"},
		{"%in = arith.cmpi slt, %i, %n : index", "%j = arith.addi %i, %c1 : index\n %in = arith.cmpi sge, %n, %j : index"},
		{"%y = arith.mulf %x, %two : f32\n", "%z = arith.constant 2.0 : f32\n %y = arith.mulf %x, %z fastmath<fast> : f32\n"},
		{"  return", "  memref.dealloc %S : memref<2xf32, 3>\n  return"},
		{"memref.store %two, %A[%i] : memref<16xf32>", "%V = memref.subview %A[%i] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: ?>>\n" +
			"memref.store %two, %V[%c0] : memref<1xf32, strided<[1], offset: ?>>"},
	} {
		changed := strings.Replace(program, edit[0], edit[1], 1)
		if edit[0] == "%n: index" {
			changed = strings.ReplaceAll(program, "%n", "%extent")
		}
		if d := sameprogram.Diff(parse(t, program), parse(t, changed)); d != "" {
			t.Errorf("%q in place of %q: %s", edit[1], edit[0], d)
		}
	}
}

// TestDifferent shows that one change of anything that matters is found.
func TestDifferent(t *testing.T) {
	for _, edit := range [][2]string{
		{"%S[%s] : memref<2xf32, 3>\n      }", "%S[%c0] : memref<2xf32, 3>\n      }"},
		{"remui %i, %c2", "remui %i, %c1"},
		{"2.0 : f32", "2.5 : f32"},
		{"arith.mulf", "arith.addf"},
		{"pipeline.commit_queue 0", "pipeline.commit_queue 1"},
		{"pipeline.wait_queue 0, 1", "pipeline.wait_queue 0, 0"},
		{"pipeline.wait_queue 0, 1", "pipeline.wait_queue 1, 1"},
		{"slt", "sle"},
		{"step %c1", "step %c2"},
		{"= %c0 to", "= %c1 to"},
		{"note = 1", "note = 2"},
		{"memref<2xf32, 3>", "memref<3xf32, 3>"},
		{"memref<2xf32, 3>", "memref<2xf32, 5>"},
		{"%y, %B[", "%y, %A["},
		{"%y, %B[", "%x, %B["},
		{"pipeline.async_scope {", "pipeline.block {"},
		// A load behind the write of what it loads, and in front of a wait or an asynchronous scope.
		{"memref.store %two, %A[%i] : memref<16xf32>", "memref.store %two, %A[%i] : memref<16xf32>\n" +
			"%l = memref.load %A[%i] : memref<16xf32>\n memref.store %l, %B[%i] : memref<16xf32>"},
		{"pipeline.commit_queue 0 {\n      pipeline.async_scope {\n        %s = arith.remui %i, %c2 : index\n" +
			"        %x = memref.load %A[%i] : memref<16xf32>\n        memref.store %x", "%l = memref.load %A[%i] : memref<16xf32>\n" +
			"pipeline.commit_queue 0 {\n      pipeline.async_scope {\n        %s = arith.remui %i, %c2 : index\n        memref.store %l"},
		{"    pipeline.wait_queue 0, 1 {\n      %s = arith.remui %i, %c2 : index\n      %x = memref.load %S[%s] : memref<2xf32, 3>",
			"    %s = arith.remui %i, %c2 : index\n    %x = memref.load %S[%s] : memref<2xf32, 3>\n    pipeline.wait_queue 0, 1 {\n"},
	} {
		changed := strings.ReplaceAll(program, edit[0], edit[1])
		if changed == program {
			t.Fatalf("%q is not in the program", edit[0])
		}
		if d := sameprogram.Diff(parse(t, program), parse(t, changed)); d == "" {
			t.Errorf("%q in place of %q makes no difference", edit[1], edit[0])
		}
	}
}

// TestOrder shows that the order of two writes matters, and loads between them.
func TestOrder(t *testing.T) {
	const head = "func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %i: index, %j: index) {\n"
	lines := []string{
		"%x = memref.load %A[%i] : memref<16xf32>", "memref.store %x, %B[%i] : memref<16xf32>",
		"%y = memref.load %B[%j] : memref<16xf32>", "memref.store %y, %A[%j] : memref<16xf32>",
	}
	join := func(order ...int) *ir.Op {
		s := head
		for _, i := range order {
			s += lines[i] + "\n"
		}
		return parse(t, s+"return\n}\n")
	}
	if d := sameprogram.Diff(join(0, 1, 2, 3), join(2, 3, 0, 1)); d == "" {
		t.Error("the order of writes makes no difference")
	}
	if d := sameprogram.Diff(join(0, 1, 2, 3), join(0, 2, 1, 3)); d == "" {
		t.Error("a load in front of a write makes no difference")
	}
}

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, src)
	}
	return m
}
