package airtoasync

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

var codeLost = diag.Register("air-lost-result", "nothing reads what is computed in a buffer",
	"An operation writes to a buffer that the program has allocated, and nothing but such operations reads "+
		"it: no copy, no put and no other computation. So results are lost: where a loop is unrolled for "+
		"two "+
		"buffers in turn, an accumulator that became two buffers as well has half of the sum in each. Use "+
		"one "+
		"accumulator, or read the other one, too.")

// life says who uses a buffer.
type life struct {
	writer *ir.Op // the last one
	read   bool   // by an operation that computes something else of it
}

// lost returns warnings on buffers that are written and never read.
func (x *expander) lost() (warnings diag.List) {
	lives := map[*ir.Value]*life{}
	var order []*ir.Value
	eval := &analysis.Evaluator{}
	for op := range x.early.Ops() {
		if op.Is(memref.Alloc) && x.allocated[op] {
			lives[op.Result(0)] = &life{}
			order = append(order, op.Result(0))
		}
		if !op.Awaits() && !x.uses(lives, eval.Accesses(op)) {
			return nil
		}
	}
	type cause struct{ alloc, writer diag.Place }
	known := map[cause]*diag.Diagnostic{}
	tiles := map[cause][]string{}
	for _, v := range order {
		l := lives[v]
		if l.read || l.writer == nil {
			continue
		}
		c := cause{v.DefiningOp().Span().Place(), l.writer.Span().Place()}
		what, tile, _ := strings.Cut(pipeline.Title(l.writer), " of ")
		tiles[c] = append(tiles[c], tile)
		if known[c] != nil {
			continue
		}
		if tile != "" {
			what += " of " + tile
		}
		known[c] = diag.Warningf(codeLost, l.writer.Span(), "nothing reads what %s writes to %%%s", what,
			v.Name()).
			Note(v.DefiningOp().Span(), "the buffer")
		warnings.Add(known[c])
	}
	for c, d := range known {
		if more := tiles[c][1:]; len(more) > 0 {
			d.Note(diag.Span{}, "also of %s", strings.Join(more[:min(len(more), mostTiles)], ", "))
		}
	}
	return warnings
}

// mostTiles is how many tiles a note names.
const mostTiles = 8

// uses records accesses, and reports whether the memory of all of them is known.
func (x *expander) uses(lives map[*ir.Value]*life, accesses []analysis.Access) bool {
	for _, a := range accesses {
		if a.Buffer == nil {
			return false
		}
		l := lives[a.Buffer]
		switch {
		case l == nil || a.Kind == ir.Allocate || a.Kind == ir.Free || x.begun[a.Op]:
		case a.Kind == ir.Write:
			l.writer = a.Op
		default:
			l.read = l.read || !slices.ContainsFunc(accesses, func(b analysis.Access) bool {
				return b.Op == a.Op && b.Kind == ir.Write && b.Buffer == a.Buffer
			}) || slices.ContainsFunc(accesses, func(b analysis.Access) bool {
				return b.Op == a.Op && b.Kind == ir.Write && b.Buffer != a.Buffer
			})
		}
	}
	return true
}
