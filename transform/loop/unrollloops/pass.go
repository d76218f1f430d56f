package unrollloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// Pass is unroll-loops.
var Pass = pass.Register(&pass.Pass{
	Name:    "unroll-loops",
	Summary: "Put the iterations of loops that are marked to be unrolled one behind the other",
	Doc: `Each scf.for with loop_kind = "unrolled", which T.unroll of TVMScript becomes, is replaced by its iterations, in which the induction
variable is a constant; inner loops first. A loop whose number of iterations is not known, or that would become more than max-operations
operations, stays, with a remark.`,
	Options: []pass.Option{
		{Name: "max-operations", Type: pass.Int, Default: "65536",
			Help: "The most operations that a loop becomes"}},
	Before: `func.func @f(%a: memref<2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    memref.store %x, %a[%i] : memref<2xf32>
  } {loop_kind = "unrolled"}
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<2xf32>, %arg1: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c0_0 = arith.constant 0 : index
    memref.store %arg1, %arg0[%c0_0] : memref<2xf32>
    %c1_1 = arith.constant 1 : index
    memref.store %arg1, %arg0[%c1_1] : memref<2xf32>
    return
  }
}
`,
	Run: run,
})

var codeStays = diag.Register("unroll-stays", "a loop that is marked to be unrolled stays a loop",
	"The number of iterations is not known where the program is compiled, or they would be too many "+
		"operations. Give the loop constant bounds, or "+
		"raise the limit of the pass.")

func run(r *pass.Run) error {
	for _, op := range slices.Collect(r.Op.WalkPost()) {
		if !op.Is(scf.For) || op.StringAttr(form.KindAttr) != "unrolled" {
			continue
		}
		if n, ok := scf.TripCount(op.Operand(0), op.Operand(1), op.Operand(2),
			op.Attr("unsignedCmp") != nil); !ok {
			r.Report(diag.Remarkf(codeStays, op.Span(),
				"the loop is not unrolled: the number of its iterations is not constant"))
		} else if size := n * int64(count(op)); size > r.Int("max-operations") {
			r.Report(diag.Remarkf(codeStays, op.Span(),
				"the loop is not unrolled: %d iterations are %d operations", n, size))
		} else {
			unroll(op, n)
			r.Count("loops unrolled", 1)
		}
	}
	return nil
}

// count returns the number of operations in a loop.
func count(loop *ir.Op) (n int) {
	for range loop.Walk() {
		n++
	}
	return n
}

// unroll puts n iterations in the place of a loop with constant bounds.
func unroll(loop *ir.Op, n int64) {
	lower, _ := ir.ConstInt(loop.Operand(0))
	step, _ := ir.ConstInt(loop.Operand(2))
	b := ir.At(loop)
	b.Loc = loop.Loc()
	carried := loop.Operands()[3:]
	body := loop.Body()
	for i := range n {
		m := ir.NewMapping()
		m.Map(scf.InductionVar(loop), arith.NewConstant(b, b.Ctx.Int(loop.Operand(0).Type(), lower+i*step)))
		for k, a := range body.Args()[1:] {
			m.Map(a, carried[k])
		}
		for op := range body.OpsWithoutTerminator() {
			b.Clone(op, m)
		}
		for k, v := range body.Terminator().Operands() {
			carried[k] = m.Lookup(v)
		}
	}
	loop.ReplaceAllUsesWith(carried)
	loop.Erase()
}
