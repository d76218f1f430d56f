package injectsoftwarepipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// threadsText is a statement, the loop over %o, which the threads %t (0 to 7), %u (2 to 6) and %w (any
// number) execute side by side. It contains loops of 4, 3 and 8 iterations.
const threadsText = `func.func @f(%A: MEMORY, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %w = %c0 to %n step %c1 {
    scf.for %u = %c2 to %c7 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        scf.for %o = %c0 to %c1 step %c1 {
          scf.for %four = %c0 to %c4 step %c1 {
            scf.for %three = %c0 to %c3 step %c1 {
              scf.for %eight = %c0 to %c8 step %c1 {
                OPS
              }
            }
          }
        }
      } {mapping = [#gpu.thread<x>]}
    } {mapping = [#gpu.thread<y>]}
  } {mapping = [#gpu.thread<z>]}
  return
}`

// storeAcrossThreads returns the stores of all threads that execute the statement of threadsText with some
// operations.
func storeAcrossThreads(t *testing.T, memory, ops string) analysis.Access {
	t.Helper()
	src := strings.NewReplacer("MEMORY", memory, "OPS", ops).Replace(threadsText)
	root, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var statement *ir.Op
	for op := range root.Walk() {
		if op.Is(scf.For) && op.Region(0).Entry().Arg(0).Name() == "o" {
			statement = op
		}
	}
	e := &analysis.Evaluator{Invariant: func(v *ir.Value) bool {
		return !statement.IsAncestorOf(v.ParentBlock().ParentOp())
	}}
	accesses := e.Accesses(statement)
	if len(accesses) != 1 {
		t.Fatalf("%d accesses", len(accesses))
	}
	return acrossThreads(e, accesses[0])
}

// A store of one thread in memory of its block becomes the stores of all threads of the block. The stores
// cover each element of the range for certain only if the threads leave no gap.
func TestAcrossThreads(t *testing.T) {
	const shared, private = `memref<64xf32, 3>`, `memref<64xf32>`
	cases := []struct{ name, memory, ops, want string }{
		{"memory that is not of the block", private, `%i = arith.addi %t, %c0 : index`, "t+0 to t+0, must"},
		{"a row of threads", shared, `%i = arith.addi %t, %c0 : index`, "0 to 7, must"},
		{"a row that begins further on", shared, `%i = arith.addi %t, %c4 : index`, "4 to 11, must"},
		{"threads that are numbered from 2", shared, `%i = arith.addi %u, %c0 : index`, "2 to 6, must"},
		{"every fourth element", shared, `%i = arith.muli %t, %c4 : index`, "0 to 28"},
		{"backwards", shared, `%i = arith.subi %c7, %t : index`, "0 to 7, must"},
		{"four elements of each thread", shared, `%b = arith.muli %t, %c4 : index
			%i = arith.addi %b, %four : index`, "0 to 31, must"},
		{"three elements of four", shared, `%b = arith.muli %t, %c4 : index
			%i = arith.addi %b, %three : index`, "0 to 30"},
		{"rows of threads", shared, `%b = arith.muli %u, %c8 : index
			%i = arith.addi %b, %t : index`, "16 to 55, must"},
		{"all elements", shared, `%b = arith.muli %t, %c8 : index
			%i = arith.addi %b, %eight : index`, "all, must"},
		{"half of the number of a thread", shared, `%i = arith.divsi %t, %c2 : index`, "0 to 3"},
		{"a number of all threads", shared, `%i = arith.addi %n, %t : index`, "n+0 to n+7, must"},
		{"any number of threads", shared, `%i = arith.addi %w, %t : index`, "all"},
		{"every second element, by threads side by side", shared, `%b = arith.muli %four, %c2 : index
			%i = arith.addi %b, %t : index`, "0 to 13"},
		{"every second element, by threads four apart", shared, `%b = arith.muli %t, %c4 : index
			%d = arith.muli %four, %c2 : index
			%i = arith.addi %b, %d : index`, "0 to 34 by 2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := storeAcrossThreads(t, c.memory, c.ops+"\nmemref.store %v, %A[%i] : "+c.memory)
			if got := accessText(&a); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Two threads access a common element at a subscript that one of them alone would not reach with its steps.
func TestThreadsBetweenSteps(t *testing.T) {
	even := storeAcrossThreads(t, `memref<64xf32, 3>`, `%b = arith.muli %four, %c2 : index
		%i = arith.addi %b, %t : index
		memref.store %v, %A[%i] : memref<64xf32, 3>`)
	odd := even
	odd.Dims = []analysis.Range{even.Dims[0]}
	odd.Dims[0].Base = odd.Dims[0].Base.AddConst(1)
	if !analysis.Overlaps(&even, &odd) {
		t.Error("elements 0 to 13 and 1 to 14 do not overlap")
	}
}

// A view of a row as a matrix gives an access a lattice of elements: 0 to 3 and 16 to 19 for the first
// thread, and 32 to 35 and 48 to 51 for the third. The first thread has the latter elements as well, two rows
// further on.
func TestThreadsBetweenElementsOfLattice(t *testing.T) {
	const memory = `memref<256xf32, 3>`
	fill := func(from string) analysis.Access {
		return storeAcrossThreads(t, memory, `%i = arith.addi %t, `+from+` : index
			%rows = memref.expand_shape %A [[0, 1]] output_shape [16, 16] : memref<256xf32, 3> into memref<16x16xf32, 3>
			%part = memref.subview %rows[%i, 0] [2, 4] [1, 1]
			  : memref<16x16xf32, 3> to memref<2x4xf32, strided<[16, 1], offset: ?>, 3>
			linalg.fill ins(%v : f32) outs(%part : memref<2x4xf32, strided<[16, 1], offset: ?>, 3>)`)
	}
	first, second := fill("%c0"), fill("%c2")
	second.Buffer = first.Buffer // the programs are equal up to the subscript
	if !analysis.Overlaps(&first, &second) {
		t.Error("rows 0 to 8 and 2 to 10 do not overlap")
	}
	if got, want := accessText(&first), "0 to 131"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func accessText(a *analysis.Access) string {
	r := &a.Dims[0]
	s := "all"
	if !r.Full {
		base := ""
		for _, term := range r.Base.Terms {
			base += term.Sym.Value.Name() + "+"
		}
		s = fmt.Sprintf("%s%d to %s%d", base, r.Base.Const+r.Lo, base, r.Base.Const+r.Hi)
	}
	if !r.Full && r.Step > 1 {
		s += fmt.Sprintf(" by %d", r.Step)
	}
	if a.Must {
		s += ", must"
	}
	return s
}
