package frommpi

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ranks/lines"
)

// Lines returns the programs as texts in which calls of MPI may move: sends, receives, waits and collectives
// that stand on lines of their own. Two operations change places if neither needs a result of the other, and
// if they access different memory or only read it. As everywhere, different arguments are different memory.
func Lines(programs []Program) *lines.Text {
	t := &lines.Text{}
	var seen []*ir.Op
	for _, p := range programs {
		if slices.Contains(seen, p.Module) || p.Entry.Span().File == nil {
			continue
		}
		seen = append(seen, p.Module)
		t.Files = append(t.Files, p.Entry.Span().File)
		x := &execution{module: p.Module, talks: map[*ir.Op]bool{}, roots: roots{}}
		w := &writer{text: t, file: len(t.Files) - 1, execution: x}
		for op := range p.Module.Body().Ops() {
			w.regions(op)
		}
	}
	return t
}

// writer makes lists of the blocks of a program.
type writer struct {
	*execution
	text *lines.Text
	file int
}

func (w *writer) regions(op *ir.Op) {
	if !w.communicates(op) {
		return
	}
	for i := range op.NumRegions() {
		for _, b := range op.Region(i).Blocks() {
			w.block(b)
		}
	}
}

// block adds the list of a block with calls of MPI, without the operation that ends it.
func (w *writer) block(b *ir.Block) {
	var ops []*ir.Op
	var begins []int
	var movable []bool
	file := w.text.Files[w.file]
	moves, end := false, 0
	for op := range b.Ops() {
		at := op.Span()
		if at.File != file {
			return // not from this text
		}
		line, _ := file.Position(at.Start)
		if op.Has(ir.Terminator) {
			end = line
			break
		}
		ops, begins, movable = append(ops, op), append(begins, line), append(movable, isMovable(op))
		moves = moves || isMovable(op)
		w.regions(op)
	}
	if end == 0 && len(begins) > 0 {
		end = begins[len(begins)-1] + 1
	}
	if !moves {
		return
	}
	items, of := lines.Block(file, begins, movable, end)
	members := make([][]*ir.Op, len(items))
	for i, op := range ops {
		members[of[i]] = append(members[of[i]], op)
	}
	w.text.Lists = append(w.text.Lists, lines.List{File: w.file, Items: items,
		MayPass: func(item, later int) bool {
			for _, a := range members[item] {
				for _, b := range members[later] {
					if !w.mayPass(a, b) {
						return false
					}
				}
			}
			return true
		}})
}

func isMovable(op *ir.Op) bool {
	return op.Is(mpi.Send) || op.Is(mpi.Recv) || op.Is(mpi.ISend) || op.Is(mpi.IRecv) || op.Is(mpi.Wait) ||
		op.Is(mpi.Barrier) || op.Is(mpi.AllReduce)
}

// mayPass reports whether two operations may change places.
func (w *writer) mayPass(a, b *ir.Op) bool {
	for _, v := range b.Operands() {
		if v.DefiningOp() == a {
			return false
		}
	}
	if a.Is(mpi.Init) || b.Is(mpi.Init) || a.Is(mpi.Finalize) || b.Is(mpi.Finalize) {
		return false
	}
	first, ok := w.roots.accesses(a)
	second, known := w.roots.accesses(b)
	if !ok || !known {
		return len(first) == 0 && ok || len(second) == 0 && known
	}
	for _, x := range first {
		for _, y := range second {
			if x.buffer == y.buffer && (x.writes || y.writes) {
				return false
			}
		}
	}
	return true
}
