package sameprogram_test

import (
	"fmt"
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
		{"%s = arith.remui %i, %c2 : index\n        %x",
			"%q = arith.floordivsi %i, %c2 : index\n %p = arith.muli %q, %c2 : index\n" +
				"%s = arith.subi %i, %p : index\n %x"},
		{"%in = arith.cmpi slt, %i, %n : index",
			"%j = arith.addi %i, %c1 : index\n %in = arith.cmpi sge, %n, %j : index"},
		{"%y = arith.mulf %x, %two : f32\n",
			"%z = arith.constant 2.0 : f32\n %y = arith.mulf %x, %z fastmath<fast> : f32\n"},
		{"  return", "  memref.dealloc %S : memref<2xf32, 3>\n  return"},
		{"memref.store %two, %A[%i] : memref<16xf32>",
			"%V = memref.subview %A[%i] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: " +
				"?>>\n" +
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

// TestViews compares elements that are reached through views of other shapes by where they are in memory.
func TestViews(t *testing.T) {
	const views = `
func.func @f(%%A: memref<4x4xf32>, %%raw: memref<64xi8>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c2 = arith.constant 2 : index
  %%c6 = arith.constant 6 : index
  %%c8 = arith.constant 8 : index
  %%one = arith.constant 1.0 : f32
  %s
  return
}
`
	program := func(body string) *ir.Op { return parse(t, fmt.Sprintf(views, body)) }
	row := program("%V = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>\n " +
		"memref.store %one, %V[%c6] : memref<16xf32>")
	for text, want := range map[string]bool{
		"%V = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> to memref<16xf32>\n" +
			"memref.store %one, %V[%c6] : memref<16xf32>": true,
		"%V = memref.reinterpret_cast %A to offset: [0], sizes: [2, 8], strides: [8, 1] : memref<4x4xf32> to memref<2x8xf32>\n" +
			"memref.store %one, %V[%c0, %c6] : memref<2x8xf32>": true,
		"%V = memref.reinterpret_cast %A to offset: [4], sizes: [2, 2], strides: [8, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 2], offset: 4>>\n" +
			"memref.store %one, %V[%c0, %c1] : memref<2x2xf32, strided<[8, 2], offset: 4>>": true,
		"%V = memref.reinterpret_cast %A to offset: [4], sizes: [2, 2], strides: [8, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 1], offset: 4>>\n" +
			"memref.store %one, %V[%c0, %c1] : memref<2x2xf32, strided<[8, 1], offset: 4>>": false,
		"%V = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>\n memref.store %one, %V[%c8] : memref<16xf32>": false,
	} {
		if d := sameprogram.Diff(row, program(text)); (d == "") != want {
			t.Errorf("%s: %q", text, d)
		}
	}
	bytes := program("%V = memref.view %raw[%c8][] : memref<64xi8> to memref<4xf32>\n memref.store %one, " +
		"%V[%c1] : memref<4xf32>")
	if d := sameprogram.Diff(bytes,
		program(
			"%V = memref.view %raw[%c0][] : memref<64xi8> to memref<4xf32>\n memref.store %one, %V[%c1] : "+
				"memref<4xf32>")); d == "" {
		t.Error("views that begin at different bytes are the same")
	}
}

// TestCalls compares opaque calls by what is called, with what, and when, also within conditional
// expressions.
func TestCalls(t *testing.T) {
	const calls = `
func.func private @f(f32) -> f32 attributes {tvm.call = "call_extern"}
func.func private @sync() attributes {tvm.call = "tvm_storage_sync", tvm.strings = ["shared"]}
func.func @g(%A: memref<4xf32>, %i: index, %c: i1) {
  %x = memref.load %A[%i] : memref<4xf32>
  %y = scf.if %c -> (f32) {
    %z = func.call @f(%x) : (f32) -> f32
    scf.yield %z : f32
  } else {
    scf.yield %x : f32
  }
  func.call @sync() : () -> ()
  memref.store %y, %A[%i] : memref<4xf32>
  return
}
`
	for _, edit := range [][2]string{
		{"@f", "@h"}, {"[\"shared\"]", "[\"warp\"]"}, {"(%x) : ", "(%y0) : "},
		{"attributes {tvm.call = \"call_extern\"}", "attributes {tvm.call = \"call_pure_extern\"}"},
	} {
		changed := strings.ReplaceAll(calls, edit[0], edit[1])
		changed = strings.Replace(changed, "  %y = scf.if", "  %y0 = arith.negf %x : f32\n  %y = scf.if", 1)
		if d := sameprogram.Diff(parse(t, calls), parse(t, changed)); d == "" {
			t.Errorf("%q in place of %q makes no difference", edit[1], edit[0])
		}
	}
	if d := sameprogram.Diff(parse(t, calls), parse(t, calls)); d != "" {
		t.Error(d)
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
		{
			"pipeline.commit_queue 0 {\n      pipeline.async_scope {\n        %s = arith.remui %i, %c2 : " +
				"index\n" +
				"        %x = memref.load %A[%i] : memref<16xf32>\n        memref.store %x",
			"%l = memref.load %A[%i] : memref<16xf32>\n" +
				"pipeline.commit_queue 0 {\n      pipeline.async_scope {\n        %s = arith.remui %i, %c2 " +
				": " +
				"index\n        memref.store %l"},
		{
			"    pipeline.wait_queue 0, 1 {\n      %s = arith.remui %i, %c2 : index\n      %x = " +
				"memref.load %S[%s] : memref<2xf32, 3>",
			"    %s = arith.remui %i, %c2 : index\n    %x = memref.load %S[%s] : memref<2xf32, 3>\n    " +
				"pipeline.wait_queue 0, 1 {\n"},
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
