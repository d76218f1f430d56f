package promoteprivatememory

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// Pass is promote-private-memory.
var Pass = pass.Register(&pass.Pass{
	Name:    "promote-private-memory",
	Summary: "Keep the elements of small private memory in values",
	Doc: "Memory of a thread (memref.alloca, or memref.alloc in a private memory space) whose elements are " +
		"read and written one by one, at " +
		"subscripts that are known, is not needed: its elements become values, which loops and conditions " +
		"carry. Elements may be " +
		"vectors, such as the fragments of matrices that a pipelined loop accumulates. Memory with more " +
		"than 512 elements, and such " +
		"that anything else happens to, stays. An element that is read before it was written is 0.",
	Before: `func.func @f(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xf32, #gpu.address_space<private>>
  memref.store %x, %m[%c1] : memref<2xf32, #gpu.address_space<private>>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%c1] : memref<2xf32, #gpu.address_space<private>>
    %b = arith.addf %a, %x : f32
    memref.store %b, %m[%c1] : memref<2xf32, #gpu.address_space<private>>
  }
  %r = memref.load %m[%c1] : memref<2xf32, #gpu.address_space<private>>
  return %r : f32
}
`,
	After: `module {
  func.func @f(%arg0: index, %arg1: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (f32) {
      %1 = arith.addf %arg3, %arg1 : f32
      scf.yield %1 : f32
    }
    return %0 : f32
  }
}
`,
	Run: run,
})

// maxElements is more than a thread has registers for.
const maxElements = 512

func run(r *pass.Run) error {
	for f := range r.Op.Walk() {
		if !f.Has(ir.IsolatedFromAbove) || f.Has(ir.IsSymbolTable) || f.NumRegions() == 0 ||
			f.Region(0).Empty() {
			continue
		}
		if t := newThread(f); len(t.types) > 0 {
			t.promote(f)
			r.Count("memory promoted", len(t.memory))
			r.Count("elements promoted", len(t.types))
		}
	}
	return nil
}

// candidates returns the memory in a function that can be promoted.
func candidates(f *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range f.Walk() {
		if (op.Is(memref.Alloca) || op.Is(memref.Alloc)) && isPrivate(op) && op.NumOperands() == 0 &&
			promotable(op) {
			list = append(list, op)
		}
	}
	return list
}

// isPrivate reports whether an allocation is memory of a thread alone.
func isPrivate(op *ir.Op) bool {
	space := op.Result(0).Type().(*ir.MemRefType).MemorySpace
	n, ok := space.(*ir.IntegerAttr)
	return op.Is(memref.Alloca) && space == nil || gpu.IsAddressSpace(space, gpu.Private) ||
		ok && n.Value == llvm.Local
}

// promotable reports whether all that happens to memory is that known elements are read and written, where
// control can carry them.
func promotable(op *ir.Op) bool {
	m := op.Result(0).Type().(*ir.MemRefType)
	if !memref.IsStatic(m.Shape) || ir.NumElements(m.Shape) > maxElements ||
		zero(op.Context(), m.Elem) == nil {
		return false
	}
	for u := range op.Result(0).Uses() {
		user := u.Owner()
		switch {
		case user.Is(memref.Dealloc):
		case !user.Is(memref.Load) && !user.Is(memref.Store):
			return false
		case user.Is(memref.Store) && user.Operand(0) == op.Result(0):
			return false
		default:
			if _, ok := element(user, m); !ok || !carriable(user, op) {
				return false
			}
		}
	}
	return true
}

// element returns the number of the element that an access names, if that is known.
func element(op *ir.Op, m *ir.MemRefType) (int64, bool) {
	subscripts := op.Operands()[1:]
	if op.Is(memref.Store) {
		subscripts = op.Operands()[2:]
	}
	n := int64(0)
	for i, v := range subscripts {
		c, ok := ir.ConstInt(v)
		if !ok || c < 0 || c >= m.Shape[i] {
			return 0, false
		}
		n = n*m.Shape[i] + c
	}
	return n, true
}

// carriable reports whether control can carry a value from the memory to an access.
func carriable(access, memory *ir.Op) bool {
	for p := access; p != nil && !p.Has(ir.IsolatedFromAbove); p = p.Parent() {
		if p != access && !carried.CanCarry(p) {
			return false
		}
		for _, b := range p.Block().Region().Blocks() {
			if last := b.Last(); last != nil && !carried.CanPass(last) {
				return false
			}
		}
	}
	return !memory.Parent().IsAncestorOf(access) || memory.Parent().Has(ir.IsolatedFromAbove)
}

// zero returns 0 as an attribute of a type, nil if it has none.
func zero(c *ir.Context, t ir.Type) ir.Attr {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return c.Int(t, 0)
	case *ir.FloatType:
		return c.FloatBits(t, 0)
	case *ir.VectorType:
		if t.Scalable == nil {
			if zero(c, t.Elem) != nil {
				return c.Dense(t, strings.Repeat("\x00", ir.ElemBytes(t.Elem)), true)
			}
		}
	}
	return nil
}
