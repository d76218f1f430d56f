package splitloopaddresses

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is split-loop-addresses.
var Pass = pass.Register(&pass.Pass{
	Name:    "split-loop-addresses",
	Summary: "Compute the part of addresses that loops do not change in front of them",
	Doc: `The index of a llvm.getelementptr in a loop is a sum of multiples of values. Those that
the loop does not change make an address in front of the loop; in the loop what changes
is added to that, and then what is known. So addresses that differ by what is known
become one, after cse, and accesses add the difference. Inner loops come first, so that
parts of an address can leave several loops.`,
	Before: `func.func @f(%p: !llvm.ptr, %row: i64, %lb: index, %ub: index, %step: index, %x: f32) {
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  scf.for %i = %lb to %ub step %step {
    %n = builtin.unrealized_conversion_cast %i : index to i64
    %r = llvm.add %row, %n : i64
    %m = llvm.mul %r, %c32 : i64
    %j = llvm.add %m, %c3 : i64
    %a = llvm.getelementptr inbounds %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %a : f32, !llvm.ptr
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: !llvm.ptr, %arg1: i64, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = llvm.mlir.constant(32 : i64) : i64
    %1 = llvm.mlir.constant(3 : i64) : i64
    %2 = llvm.mlir.constant(32 : i64) : i64
    %3 = llvm.mul %arg1, %2 : i64
    %4 = llvm.getelementptr %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %arg6 = %arg2 to %arg3 step %arg4 {
      %5 = builtin.unrealized_conversion_cast %arg6 : index to i64
      %6 = llvm.add %arg1, %5 : i64
      %7 = llvm.mul %6, %0 : i64
      %8 = llvm.add %7, %1 : i64
      %9 = llvm.mlir.constant(32 : i64) : i64
      %10 = llvm.mul %5, %9 : i64
      %11 = llvm.getelementptr %4[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %12 = llvm.getelementptr %11[3] : (!llvm.ptr) -> !llvm.ptr, f32
      llvm.store %arg5, %12 : f32, !llvm.ptr
    }
    return
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	for op := range r.Op.WalkPost() {
		if op.Def().Loop != nil {
			r.Count("addresses split", (&loop{op: op, numbers: map[*ir.Value]int{}}).split())
		}
	}
	return nil
}

// loop is one whose addresses are split.
type loop struct {
	op      *ir.Op
	numbers map[*ir.Value]int // the order in which values stand in sums, so that equal sums are written alike
}

// split splits the addresses of the loop that are in no inner loop, and returns how many there were.
func (l *loop) split() int {
	var addresses []*ir.Op
	for op := range l.op.Walk() {
		if op.Is(llvm.GEP) && l.encloses(op) {
			addresses = append(addresses, op)
		}
	}
	n := 0
	for _, op := range addresses {
		if l.address(op) {
			n++
		}
	}
	return n
}

// encloses reports whether the loop is the innermost one around an operation.
func (l *loop) encloses(op *ir.Op) bool {
	for op = op.Parent(); op.Def().Loop == nil; {
		op = op.Parent()
	}
	return op == l.op
}

// inside reports whether the loop computes a value.
func (l *loop) inside(v *ir.Value) bool {
	return l.op.IsAncestorOf(v.ParentBlock().ParentOp())
}

// address splits the address of one element of memory, if there is anything that the loop changes and
// anything that it does not.
func (l *loop) address(op *ir.Op) bool {
	if op.NumOperands() != 2 || len(op.Ints("rawConstantIndices")) != 1 || l.inside(op.Operand(0)) {
		return false
	}
	index := op.Operand(1)
	if t, ok := index.Type().(*ir.IntegerType); !ok || t.Width != 64 {
		return false
	}
	whole := sumOf(index, maxDepth)
	var outer, inner []term
	for _, t := range whole.terms {
		if _, ok := l.numbers[t.value]; !ok {
			l.numbers[t.value] = len(l.numbers)
		}
		if l.inside(t.value) {
			inner = append(inner, t)
		} else {
			outer = append(outer, t)
		}
	}
	if len(inner) == 0 || len(outer) == 0 && whole.known == 0 || int64(int32(whole.known)) != whole.known {
		return false
	}
	elem := op.Attr("elem_type").(*ir.TypeAttr).Type
	p := l.behind(l.op, op, elem, op.Operand(0), outer)
	p = l.behind(op, op, elem, p, inner)
	if whole.known != 0 {
		p = llvmtypes.GEP(at(op, op), elem, p, 0, ir.OpFoldResult{Const: whole.known})
	}
	op.Result(0).ReplaceAllUsesWith(p)
	op.Erase()
	return true
}

// at makes a builder in front of an operation, with the location of another.
func at(place, from *ir.Op) *ir.Builder {
	b := ir.At(place)
	b.Loc = from.Loc()
	return b
}

// behind makes the address that is so many elements behind another.
func (l *loop) behind(place, from *ir.Op, elem ir.Type, p *ir.Value, terms []term) *ir.Value {
	if len(terms) == 0 {
		return p
	}
	slices.SortFunc(terms, func(x, y term) int { return l.numbers[x.value] - l.numbers[y.value] })
	b := at(place, from)
	var total *ir.Value
	for _, t := range terms {
		v := t.value
		if t.times != 1 {
			v = llvmtypes.Binary(b, llvm.Mul, v, llvmtypes.ConstInt(b, b.Ctx.I64, t.times))
		}
		if total == nil {
			total = v
		} else {
			total = llvmtypes.Binary(b, llvm.Add, total, v)
		}
	}
	return llvmtypes.GEP(b, elem, p, 0, ir.OpFoldResult{Value: total})
}
