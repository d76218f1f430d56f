package placegpubarriers

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is place-gpu-barriers.
var Pass = pass.Register(&pass.Pass{
	Name:    "place-gpu-barriers",
	Summary: "Let threads of a block wait for each other around their common memory",
	Doc: "A barrier is placed in front of an access to memory of the block if another thread may have " +
		"accessed the same element since the " +
		"last barrier, and one of them writes. What a thread copies asynchronously counts as written where " +
		"it waits for it: the wait alone " +
		"tells the other threads nothing. Elements are told apart by their subscripts, among them the " +
		"slots of a pipelined buffer, and what " +
		"each thread alone accesses needs no barrier, nor what was one loop over threads. In a pipelined " +
		"loop that needs barriers the wait moves in front of the copies of its iteration, with a " +
		"count that is lower by their group, so that one barrier is behind the wait and in front of the " +
		"slot that is filled again. " +
		"Run it after pipelining; inflight check proves the result.",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		if r.Op.Attr(gpu.PlacedAttr) != nil {
			r.Unchanged()
			return nil
		}
		for _, f := range append(r.Op.Find(gpu.Func), r.Op.Find(gpu.Launch)...) {
			known := map[*ir.Op][]access{}
			barriers, err := place(f, known)
			if len(barriers) > 0 && err == nil && hoistWaits(f) {
				for _, op := range barriers {
					op.Erase()
				}
				barriers, err = place(f, known)
			}
			if err != nil {
				return err
			}
			endPhases(f)
			r.Count("barriers placed", len(barriers))
		}
		return nil
	},
})

const before = `gpu.module @m {
  gpu.func @f(%x: f32, %r: memref<32xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %c31 = arith.constant 31 : index
    %i = gpu.thread_id x
    %j = arith.subi %c31, %i : index
    memref.store %x, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    %y = memref.load %s[%j] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %y, %r[%i] : memref<32xf32>
    gpu.return
  }
}
`

const after = `module {
  gpu.module @m {
    gpu.func @f(%arg0: f32, %arg1: memref<32xf32>) workgroup(%arg2 : memref<32xf32, #gpu.address_space<workgroup>>) kernel {
      %c31 = arith.constant 31 : index
      %thread_id_x = gpu.thread_id  x
      %0 = arith.subi %c31, %thread_id_x : index
      memref.store %arg0, %arg2[%thread_id_x] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %1 = memref.load %arg2[%0] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %1, %arg1[%thread_id_x] : memref<32xf32>
      gpu.return
    }
  }
}
`

// place inserts barriers until no access needs one, and returns them. A barrier goes in front of conditions
// around the access, and of loops that some threads leave earlier, since all threads of a block must come by
// it. It goes in front of other loops and scopes as well if what it separates from the access happens before
// these, so that it is executed once. One that those placed later make superfluous is taken away.
func place(f *ir.Op, known map[*ir.Op][]access) (placed []*ir.Op, err error) {
	w := &walker{kernel: f, known: known, before: map[*ir.Op]state{}}
	from := f.Region(0).Entry().First()
	for {
		maps.Copy(w.before, w.follow(from, w.before[from]))
		if w.needed == nil {
			return slices.DeleteFunc(placed, w.superfluous), nil
		}
		at := w.needed
		for p := at.Parent(); p != f; p = p.Parent() {
			if !w.allComeBy(p) {
				at = p
			}
		}
		if at.Prev().IsBarrier() {
			return placed, w.needed.Errorf(codeCondition,
				"threads exchange data here inside of '%s', where not all of them may come by", at.Name()).
				Note(w.earlier.op.Span(),
					"the other access").Suggest("end the condition, and begin it again behind a gpu.barrier")
		}
		if out := w.outside(at); !out.Prev().IsBarrier() {
			at = out
		}
		b := ir.At(at)
		b.Loc = at.Loc()
		barrier := b.Create(ir.OpState{Def: gpu.Barrier, Results: []ir.Type{}})
		placed = append(placed, barrier)
		if from = w.outermost(barrier); from == barrier {
			w.before[barrier] = w.before[at]
			delete(w.before, at) // what follows the barrier has not been followed
		}
	}
}

// endPhases forgets the phases of a kernel, which passes behind this one may take apart.
func endPhases(f *ir.Op) {
	for op := range f.Walk() {
		op.RemoveAttr(gpu.PhaseAttr)
	}
}

// superfluous erases a barrier if no access needs one without it. What is in front of the barrier stays as it
// was found.
func (w *walker) superfluous(barrier *ir.Op) bool {
	next, from := barrier.Next(), w.outermost(barrier)
	s := w.before[from]
	if from == barrier {
		from = next
	}
	barrier.Remove()
	states := w.follow(from, s)
	if w.needed != nil {
		next.Block().InsertBefore(barrier, next)
		return false
	}
	maps.Copy(w.before, states)
	barrier.Erase()
	return true
}

// outermost returns the operation directly in the kernel that an operation is, or is in.
func (w *walker) outermost(op *ir.Op) *ir.Op {
	for op.Parent() != w.kernel {
		op = op.Parent()
	}
	return op
}

// outside returns the outermost operation around at, or at itself, that the earlier access is not in.
func (w *walker) outside(at *ir.Op) *ir.Op {
	for p := at.Parent(); p != w.kernel && !p.IsAncestorOf(w.earlier.since); p = p.Parent() {
		at = p
	}
	return at
}

var codeCondition = diag.Register("barrier-condition", "threads exchange data where a barrier cannot stand",
	"All threads of a block wait at a barrier, so that one inside of a condition would wait for ever if "+
		"some threads do not come by. Two "+
		"accesses to memory of the block inside of one condition must be of the same thread, or of "+
		"different buffers.")
