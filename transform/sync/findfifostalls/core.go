package findfifostalls

import (
	"fmt"
	"iter"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// step is an acquire or a release, or the beginning of an iteration of an endless loop.
type step struct {
	op       *ir.Op
	fifo     *fifo
	side     int
	acquire  bool
	n        int64
	restarts bool
}

// endless is the number of iterations from which on a loop counts as one that never ends.
const endless = 1 << 20

// process is what a core, or a link, does to FIFOs.
type process struct {
	title  string // "tile (0, 2)"
	link   bool
	number int
	steps  int // executed so far
	next   func() (step, bool)
	stop   func()
	now    step
	ended  bool
	done   int              // steps since the last iteration of an endless loop began
	err    *diag.Diagnostic // that ended it
}

func (p *process) advance() {
	s, ok := p.next()
	p.now, p.ended = s, !ok
	if p.done++; ok && s.restarts {
		p.done = 0
	}
}

// core makes the process of a core.
func (n *network) core(op *ir.Op) *process {
	p := &process{title: "tile " + tileOf(op.Operand(0))}
	p.next, p.stop = iter.Pull(func(yield func(step) bool) {
		for _, b := range op.Region(0).Blocks() {
			if len(op.Region(0).Blocks()) > 1 {
				p.err = op.Errorf(codeUnknown,
					"a core has branches between blocks").Suggest("use scf.for and scf.if")
				return
			}
			w := walker{n: n, core: op, yield: yield, known: map[*ir.Value]int64{}}
			w.block(b)
			p.err = w.err
		}
	})
	return p
}

// tileOf returns the column and the row of a tile.
func tileOf(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && op.Is(aie.Tile) {
		col, _ := op.IntAttr("col")
		row, _ := op.IntAttr("row")
		return fmt.Sprintf("(%d, %d)", col, row)
	}
	return "of no known place"
}

// walker yields the steps of a core.
type walker struct {
	n     *network
	core  *ir.Op
	yield func(step) bool
	known map[*ir.Value]int64
	err   *diag.Diagnostic
}

// block reports whether the walk goes on behind a block.
func (w *walker) block(b *ir.Block) bool {
	for op := range b.Ops() {
		if !w.op(op) {
			return false
		}
	}
	return true
}

func (w *walker) op(op *ir.Op) bool {
	switch {
	case op.Is(aie.Acquire), op.Is(aie.Release):
		f := w.n.fifos[aie.Name(op)]
		side := aie.Side(f.op, w.core, aie.Produces(op))
		return w.yield(step{op: op, fifo: f, side: side, acquire: op.Is(aie.Acquire), n: aie.Size(op)})
	case !uses(op):
		return true
	case op.Is(scf.For):
		return w.loop(op)
	case op.Is(scf.If):
		if v, ok := ir.ConstInt(op.Operand(0)); ok {
			if r := op.Region(map[bool]int{true: 0, false: 1}[v != 0]); !r.Empty() {
				return w.block(r.Entry())
			}
			return true
		}
	}
	return w.fail(op, "whether '%s' is executed, and how often, is not known", op.Name())
}

func (w *walker) fail(op *ir.Op, format string, args ...any) bool {
	w.err = op.Errorf(codeUnknown, format, args...).Suggest("use constants around acquires and releases")
	return false
}

// uses reports whether an operation acquires or releases elements in its regions.
func uses(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.Is(aie.Acquire) || inner.Is(aie.Release) {
			return true
		}
	}
	return false
}

func (w *walker) loop(op *ir.Op) bool {
	var bounds [3]int64
	for i := range bounds {
		v, ok := ir.ConstInt(op.Operand(i))
		if !ok {
			return w.fail(op, "the number of iterations of a loop is not known")
		}
		bounds[i] = v
	}
	if bounds[2] <= 0 || bounds[1] <= bounds[0] {
		return true
	}
	trips := (bounds[1]-bounds[0]-1)/bounds[2] + 1
	for i := int64(0); i < trips; i++ {
		if trips >= endless && !w.yield(step{op: op, restarts: true}) {
			return false
		}
		if !w.block(op.Body()) {
			return false
		}
	}
	return true
}
