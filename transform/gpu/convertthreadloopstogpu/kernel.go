package convertthreadloopstogpu

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// axis is one dimension of the grid or of a block.
type axis struct {
	thread bool
	dim    int // 0 to 2, for x to z
}

func (a axis) String() string {
	name := [2]string{"blockIdx.", "threadIdx."}[b2i(a.thread)]
	return name + string(rune('x'+a.dim))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// axes is a set of axes.
type axes [2][3]bool

func (s *axes) has(a axis) bool { return s[b2i(a.thread)][a.dim] }

func (s axes) with(a axis) axes {
	s[b2i(a.thread)][a.dim] = true
	return s
}

// and returns the axes of both sets.
func (s axes) and(t axes) axes {
	for i := range s {
		for d := range s[i] {
			s[i][d] = s[i][d] || t[i][d]
		}
	}
	return s
}

// others returns the axes of threads that are not in the set.
func (s axes) others() (t axes) {
	for d, has := range s[1] {
		t[1][d] = !has
	}
	return t
}

// axesIn returns the axes of the loops in an operation, itself included.
func axesIn(op *ir.Op) (s axes) {
	for inner := range op.Walk() {
		if a, ok := axisOf(inner); ok {
			s = s.with(a)
		}
	}
	return s
}

// mappingAttr binds a loop to an axis.
const mappingAttr = "mapping"

// axisOf returns the axis that a loop is bound to.
func axisOf(op *ir.Op) (axis, bool) {
	kind, dim, ok := gpu.BoundTo(op)
	if !ok || !op.Is(scf.For) {
		return axis{}, false
	}
	return axis{kind == gpu.Thread, dim}, true
}

// IsBound reports whether an operation is a loop that is bound to threads or blocks.
func IsBound(op *ir.Op) bool {
	_, bound := axisOf(op)
	return bound
}

// size is the extent of an axis: a number, or a value that is known before the launch.
type size struct {
	loop  *ir.Op // the first loop over the axis
	n     int64
	value *ir.Value
}

// kernel is an outermost loop that becomes a launch.
type kernel struct {
	top    *ir.Op
	sizes  [2][3]*size
	ev     *analysis.Evaluator
	launch *ir.Op // once it is made
	phases int64
}

func (k *kernel) size(a axis) *size { return k.sizes[b2i(a.thread)][a.dim] }

// newKernel finds the sizes of a kernel, and whether it can be one.
func newKernel(top *ir.Op) (*kernel, error) {
	k := &kernel{top: top, ev: &analysis.Evaluator{}}
	for op := range top.Walk() {
		if a, ok := axisOf(op); ok {
			if err := k.bind(op, a); err != nil {
				return nil, err
			}
		}
	}
	return k, k.checkSizes()
}

// bind notes a loop over an axis.
func (k *kernel) bind(op *ir.Op, a axis) error {
	for p := range op.Ancestors() {
		if b, ok := axisOf(p); ok && p != op && a == b && k.top.IsAncestorOf(p) {
			return op.Errorf(codeLoop, "this loop over %v is in another one", a).Note(p.Span(),
				"the loop around")
		}
	}
	if op.NumResults() > 0 {
		return op.Errorf(codeLoop, "this loop over %v hands on values from iteration to iteration", a).
			Suggest("keep them in memory of the thread")
	}
	s := &size{loop: op, n: k.trips(op)}
	if s.n == 0 {
		s.n = 1 // one that does nothing
	}
	if s.n < 0 {
		if s.value = k.dynamic(op, a); s.value == nil {
			return op.Errorf(codeLoop, "the extent of this loop over %v is not constant", a)
		}
	}
	known := &k.sizes[b2i(a.thread)][a.dim]
	switch {
	case *known == nil:
		*known = s
	case !a.thread:
		return op.Errorf(codeLoop, "this is the second loop over %v in a kernel", a).
			Note((*known).loop.Span(), "the first one").Suggest("make two kernels, or one loop")
	default:
		(*known).n = max((*known).n, s.n)
	}
	return nil
}

// trips returns the number of iterations of a loop, -1 if that is not constant.
func (k *kernel) trips(op *ir.Op) int64 { return k.ev.LoopRange(op.Def().Loop.Bounds(op, 0)).Trips }

// dynamic returns the number of blocks that a loop from 0 on runs over, if it is known in front of the
// kernel.
func (k *kernel) dynamic(op *ir.Op, a axis) *ir.Value {
	lower, okLower := ir.ConstInt(scf.Lower(op))
	step, okStep := ir.ConstInt(scf.Step(op))
	upper := scf.Upper(op)
	if a.thread || !okLower || !okStep || lower != 0 || step != 1 || k.inside(upper) ||
		upper.Type() != ir.Type(op.Context().Index) {
		return nil
	}
	return upper
}

// inside reports whether a value is computed in the kernel.
func (k *kernel) inside(v *ir.Value) bool { return k.top.IsAncestorOf(v.ParentBlock().ParentOp()) }

// The largest sizes that devices launch, by dimension.
var largest = [2][3]int64{{1<<31 - 1, 65535, 65535}, {1024, 1024, 64}}

const maxThreads = 1024

func (k *kernel) checkSizes() error {
	threads := int64(1)
	for i := range k.sizes {
		for d, s := range k.sizes[i] {
			if s == nil || s.value != nil {
				continue
			}
			if a := (axis{i == 1, d}); s.n > largest[i][d] {
				return s.loop.Errorf(codeSize, "the extent of %v is %d, and %d is the largest", a, s.n,
					largest[i][d])
			}
			if i == 1 {
				threads *= max(s.n, 1)
			}
		}
	}
	if threads > maxThreads {
		return k.top.Errorf(codeSize,
			"the blocks of this kernel have %d threads, and %d is the largest number", threads, maxThreads)
	}
	return nil
}

// configuration makes the sizes of the launch, in front of the loop.
func (k *kernel) configuration(b *ir.Builder) gpu.Configuration {
	constants := map[int64]*ir.Value{}
	value := func(s *size) *ir.Value {
		n := int64(1)
		if s != nil {
			if n = s.n; s.value != nil {
				return s.value
			}
		}
		if constants[n] == nil {
			constants[n] = arith.ConstIndex(b, n)
		}
		return constants[n]
	}
	var c gpu.Configuration
	for d := range 3 {
		c.Grid[d] = value(k.sizes[0][d])
	}
	for d := range 3 {
		c.Block[d] = value(k.sizes[1][d])
	}
	return c
}
