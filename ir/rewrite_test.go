package ir_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// parse returns a valid program; unregistered operations are allowed.
func parse(t testing.TB, content string) *ir.Op {
	t.Helper()
	c := dialects.NewContext()
	c.AllowUnregistered = true
	program, diags := text.Parse(c, diag.NewFile("test.mlir", []byte(content)), text.Options{})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(program).Err(); err != nil {
		t.Fatal(err)
	}
	return program
}

func printed(op *ir.Op) string { return text.String(op, text.PrintOptions{}) }

// want fails the test unless the program is valid and prints as expected. Leading and trailing space is
// ignored.
func want(t *testing.T, program *ir.Op, expected string) {
	t.Helper()
	if err := ir.Verify(program).Err(); err != nil {
		t.Error(err)
	}
	if got := printed(program); strings.TrimSpace(got) != strings.TrimSpace(expected) {
		t.Errorf("got\n%s\nwant\n%s", got, expected)
	}
}

func TestGreedyMergesConstants(t *testing.T) {
	program := parse(t, `
func.func @f(%c: i1) {
  "t.first"() : () -> ()
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  scf.if %c {
    %d = arith.constant 1 : i32
    "t.use"(%a, %b, %d) : (i32, i32, i32) -> ()
  }
  return
}`)
	res := ir.ApplyPatternsGreedily(program, ir.GreedyConfig{})
	want(t, program, `
module {
  func.func @f(%arg0: i1) {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    "t.first"() : () -> ()
    scf.if %arg0 {
      "t.use"(%c1_i32, %c2_i32, %c1_i32) : (i32, i32, i32) -> ()
    }
    return
  }
}`)
	if !res.Converged {
		t.Error("did not converge")
	}
}

// Patterns are tried in order of benefit and counted by name, and a limit ends patterns that apply without
// end.
func TestGreedyPatterns(t *testing.T) {
	rename := func(to string) func(*ir.Op, *ir.Rewriter) bool {
		return func(op *ir.Op, rw *ir.Rewriter) bool {
			rw.ReplaceWithNew(op, ir.OpState{Def: rw.Ctx.UnregisteredOpDef(to), Results: op.ResultTypes()})
			return true
		}
	}
	patterns := []ir.Pattern{
		{Name: "weak", Root: "t.a", Rewrite: rename("t.weak")},
		{Name: "strong", Root: "t.a", Benefit: 2, Rewrite: rename("t.b")},
		{Name: "second", Root: "t.b", Rewrite: rename("t.c")},
	}
	program := parse(t, `"t.a"() : () -> ()`)
	res := ir.ApplyPatternsGreedily(program, ir.GreedyConfig{Patterns: patterns})
	want(t, program, "module {\n  \"t.c\"() : () -> ()\n}")
	if res.Rewrites["strong"] != 1 || res.Rewrites["second"] != 1 || res.Rewrites["weak"] != 0 {
		t.Errorf("fired: %v", res.Rewrites)
	}
	program = parse(t, `"t.a"() : () -> ()`)
	ir.ApplyPatternsGreedily(program,
		ir.GreedyConfig{Patterns: patterns, Filter: func(n string) bool { return n != "strong" }})
	want(t, program, "module {\n  \"t.weak\"() : () -> ()\n}")

	cycle := []ir.Pattern{{Name: "a-b", Root: "t.a", Rewrite: rename("t.b")},
		{Name: "b-a", Root: "t.b", Rewrite: rename("t.a")}}
	program = parse(t, `"t.a"() : () -> ()`)
	res = ir.ApplyPatternsGreedily(program,
		ir.GreedyConfig{Patterns: cycle, MaxIterations: 3, MaxRewrites: 5})
	if res.Converged || res.Iterations != 3 || res.Rewrites["a-b"]+res.Rewrites["b-a"] != 15 {
		t.Errorf("%+v", res)
	}
}

func TestGreedyErasesDeadCode(t *testing.T) {
	program := parse(t, `
func.func @f(%m: memref<4xf32>, %i: index, %x: i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.muli %a, %a : i32
  %l = memref.load %m[%i] : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  %u = "t.unknown"() : () -> i32
  return
}`)
	ir.ApplyPatternsGreedily(program, ir.GreedyConfig{})
	want(t, program, `
module {
  func.func @f(%arg0: memref<4xf32>, %arg1: index, %arg2: i32) {
    %0 = "t.unknown"() : () -> i32
    return
  }
}`)
}

func TestSimplifyRegion(t *testing.T) {
	program := parse(t, `
func.func @f(%x: i32, %y: i32) -> i32 {
  cf.br ^bb1(%x, %y, %x : i32, i32, i32)
^bb1(%dead: i32, %live: i32, %cycle: i32):
  %next = arith.addi %cycle, %x : i32
  "t.use"(%live) : (i32) -> ()
  %c = "t.cond"() : () -> i1
  cf.cond_br %c, ^bb1(%dead, %live, %next : i32, i32, i32), ^bb3
^bb2:
  "t.unreachable"(%x) : (i32) -> ()
  cf.br ^bb3
^bb3:
  return %live : i32
}`)
	if !ir.SimplifyRegion(program.Region(0), false) {
		t.Error("nothing changed")
	}
	want(t, program, `
module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    cf.br ^bb1(%arg1 : i32)
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
    "t.use"(%0) : (i32) -> ()
    %1 = "t.cond"() : () -> i1
    cf.cond_br %1, ^bb1(%0 : i32), ^bb2
  ^bb2:  // pred: ^bb1
    return %0 : i32
  }
}`)
	if ir.SimplifyRegion(program.Region(0), false) {
		t.Error("changed something a second time")
	}
}

func TestEquivalence(t *testing.T) {
	program := parse(t, `
func.func @f(%x: i32, %y: i32, %c: i1) {
  %0 = arith.addi %x, %y {tag = "0"} : i32
  %1 = arith.addi %y, %x {tag = "0"} : i32
  %2 = arith.subi %x, %y {tag = "0"} : i32
  %3 = arith.subi %y, %x {tag = "0"} : i32
  %4 = arith.addi %x, %y {tag = "1"} : i32
  %5 = scf.if %c -> i32 {
    %a = arith.muli %x, %x : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  %6 = scf.if %c -> i32 {
    %b = arith.muli %x, %x : i32
    scf.yield %b : i32
  } else {
    scf.yield %x : i32
  }
  %7 = scf.if %c -> i32 {
    %b = arith.muli %x, %y : i32
    scf.yield %b : i32
  } else {
    scf.yield %x : i32
  }
  return
}`)
	var ops []*ir.Op
	for op := range program.Body().First().Body().Ops() {
		ops = append(ops, op)
	}
	classes := []int{0, 0, 1, 2, 3, 4, 4, 5}
	for i := range classes {
		for j := range classes {
			same := classes[i] == classes[j]
			if got := ir.Equivalent(ops[i], ops[j]); got != same {
				t.Errorf("operations %d and %d: %v", i, j, got)
			}
			if same && ops[i].Hash() != ops[j].Hash() {
				t.Errorf("operations %d and %d have different hashes", i, j)
			}
		}
	}
}
