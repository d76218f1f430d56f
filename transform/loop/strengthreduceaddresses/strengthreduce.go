package strengthreduceaddresses

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is strength-reduce-addresses.
var Pass = pass.Register(&pass.Pass{
	Name:    "strength-reduce-addresses",
	Summary: "Carry addresses through loops as pointers that are incremented",
	Doc: "In each scf.for, inner ones first, addresses that are linear in the induction variable become " +
		"pointers that the loop carries " +
		"and adds a constant, or a value that does not change in the loop, to. Addresses at a constant " +
		"distance share one: the rest is a " +
		"ptr.ptr_add of a constant from 0 to 65535 right at the access. Addresses that do not change move " +
		"in front of the loop. Arithmetic is " +
		"modulo 2^32, as pointers are on engines with one memory of 32 bits. With touch, the highest " +
		"address of a group is read first, by a " +
		"volatile load of no use, where all accesses of the group certainly follow: an engine that checks " +
		"each access against the end of " +
		"memory then needs no other check for the group. Run it behind convert-memref-to-ptr, canonicalize " +
		"and cse.",
	Options: []pass.Option{
		{Name: "max-pointers", Type: pass.Int, Default: "12",
			Help: "Carry at most so many pointers through a loop"},
		{Name: "touch", Type: pass.Bool, Default: "true", Help: "Read the highest address of a group first"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @sum(%a: !ptr.ptr<#ptr.generic_space>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> f32 {
    %k = arith.index_cast %i : index to i32
    %o = arith.muli %k, %c8 : i32
    %p = ptr.ptr_add %a, %o : !ptr.ptr<#ptr.generic_space>, i32
    %q = ptr.ptr_add %p, %c4 : !ptr.ptr<#ptr.generic_space>, i32
    %u = ptr.load %p : !ptr.ptr<#ptr.generic_space> -> f32
    %v = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> f32
    %y = arith.addf %x, %u : f32
    %z = arith.addf %y, %v : f32
    scf.yield %z : f32
  }
  return %s : f32
}
`

const after = `module {
  func.func @sum(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: index) -> f32 {
    %c4_i32 = arith.constant 4 : i32
    %c8_i32 = arith.constant 8 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0:2 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %cst, %arg4 = %arg0) -> (f32, !ptr.ptr<#ptr.generic_space>) {
      %1 = ptr.ptr_add %arg4, %c4_i32 : !ptr.ptr<#ptr.generic_space>, i32
      %2 = ptr.load volatile %1 : !ptr.ptr<#ptr.generic_space> -> f32
      %3 = ptr.load %arg4 : !ptr.ptr<#ptr.generic_space> -> f32
      %4 = ptr.ptr_add %arg4, %c4_i32 : !ptr.ptr<#ptr.generic_space>, i32
      %5 = ptr.load %4 : !ptr.ptr<#ptr.generic_space> -> f32
      %6 = arith.addf %arg3, %3 : f32
      %7 = arith.addf %6, %5 : f32
      %8 = ptr.ptr_add %arg4, %c8_i32 : !ptr.ptr<#ptr.generic_space>, i32
      scf.yield %7, %8 : f32, !ptr.ptr<#ptr.generic_space>
    }
    return %0#0 : f32
  }
}
`

func run(r *pass.Run) error {
	s := newReduction(r.Op, int(r.Int("max-pointers")))
	for op := range r.Op.WalkPost() {
		if op.Is(scf.For) {
			s.loops = append(s.loops, op)
		}
	}
	for i := range s.loops {
		s.reduce(s.loops[i])
		s.sweep() // what is computed for nothing is no address of the loop around
	}
	if r.Bool("touch") {
		r.Count("touched", s.touchAll(r.Op))
	}
	s.sweepMade()
	r.Count("loops", s.reduced)
	r.Count("pointers carried", s.carried)
	r.Count("addresses rewritten", s.rewritten)
	return nil
}

// reduction is the state of the pass.
type reduction struct {
	*ir.Builder
	max   int
	loops []*ir.Op // inner ones first

	ids    map[*ir.Value]int32
	atoms  []*ir.Value // by id, from 1 on
	forms  map[*ir.Value]polynomial
	places map[*ir.Value]place
	depths map[*ir.Block]int
	twins  map[int32]*ir.Value // of type i32
	isMade map[*ir.Value]bool
	consts map[constant]*ir.Value
	made   []*ir.Value // twins and constants
	stale  []*ir.Value // addresses that nothing may use any more

	reduced, carried, rewritten int
}

func newReduction(root *ir.Op, limit int) *reduction {
	return &reduction{
		Builder: &ir.Builder{Ctx: root.Context(), Loc: root.Context().UnknownLoc, Arena: &ir.Arena{}},
		max:     limit,
		ids:     map[*ir.Value]int32{}, atoms: []*ir.Value{nil}, forms: map[*ir.Value]polynomial{},
		places: map[*ir.Value]place{},
		depths: map[*ir.Block]int{}, twins: map[int32]*ir.Value{}, isMade: map[*ir.Value]bool{},
		consts: map[constant]*ir.Value{},
	}
}

// sweep erases the arithmetic that only made addresses which were replaced. Numbers that may be asked for
// again stay.
func (s *reduction) sweep() {
	for len(s.stale) > 0 {
		v := s.stale[len(s.stale)-1]
		s.stale = s.stale[:len(s.stale)-1]
		op := v.DefiningOp()
		if op == nil || op.Block() == nil || op.NumRegions() > 0 || s.isMade[v] || !op.IsTriviallyDead() {
			continue
		}
		s.stale = append(s.stale, op.Operands()...)
		op.Erase()
	}
}

// sweepMade erases what nothing has asked for again.
func (s *reduction) sweepMade() {
	for _, t := range slices.Backward(s.made) {
		if op := t.DefiningOp(); op.IsTriviallyDead() {
			op.Erase()
		}
	}
}
