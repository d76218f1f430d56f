package sccp

import "github.com/inflight-compiler/inflight/pass"

// Pass is sccp.
var Pass = pass.Register(&pass.Pass{
	Name:    "sccp",
	Title:   "SCCP",
	Summary: "Sparse Conditional Constant Propagation",
	Doc: "Finds values that are the same constant in every execution, and replaces them. It assumes that " +
		"blocks are not executed and that " +
		"values are constant until something says otherwise, so that it sees through branches, loops, " +
		"regions, and calls of functions of the " +
		"module: arguments of private ones are constant where all calls agree, results where all returns " +
		"do. Control flow stays as it is: " +
		"canonicalize removes what is never executed.",
	Before: `func.func @f(%c: i1) -> i32 {
  %one = arith.constant 1 : i32
  cf.cond_br %c, ^a(%one : i32), ^b
^a(%x: i32):
  cf.br ^join(%x : i32)
^b:
  cf.br ^join(%one : i32)
^join(%y: i32):
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}
`,
	After: `module {
  func.func @f(%arg0: i1) -> i32 {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb2
  ^bb1(%0: i32):  // pred: ^bb0
    cf.br ^bb3(%c1_i32 : i32)
  ^bb2:  // pred: ^bb0
    cf.br ^bb3(%c1_i32 : i32)
  ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
    return %c2_i32 : i32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	s := newSolver(r)
	s.solve()
	r.Count("values replaced", s.replace())
	return nil
}
