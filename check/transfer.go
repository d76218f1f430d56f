package check

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// transfers reports transfers (dma_start of memref and affine) for whose tag nothing waits. Other transfers
// count as ordered: which of two transfers a wait is for is not judged.
func (c *checker) transfers(fn *ir.Op, report func(*hazard.Hazard)) {
	var starts, waits []*ir.Op
	for op := range fn.Walk() {
		switch op.Transfer().Kind {
		case ir.TransferStart:
			starts = append(starts, op)
		case ir.TransferWait:
			waits = append(waits, op)
		}
	}
	if len(starts) == 0 {
		return
	}
	ev, waited := &analysis.Evaluator{}, map[*ir.Value]bool{}
	for _, op := range waits {
		waited[ev.Root(op.Transfer().Tag)] = true
	}
	for _, op := range starts {
		transfer := op.Transfer()
		tag := ev.Root(transfer.Tag)
		if tag == nil || waited[tag] || waited[nil] || tag.IsArgument() ||
			!source.Allocates(tag.DefiningOp()) || c.passed(tag) {
			continue // other code that has the tag may wait for it
		}
		h := &hazard.Hazard{Kind: hazard.AtReturn, Buffer: transfer.Target, Queue: source.NoQueue}
		h.First = hazard.Point{Op: op, Kind: ir.Write, Text: op.Name(), Place: op.Span().String()}
		c.Later(func() {
			h.Name, h.Missing = c.Name(transfer.Target), "no dma_wait for its tag "+c.Name(tag)
		})
		report(h)
	}
}

// passed reports whether a buffer is passed to a function or returned.
func (c *checker) passed(v *ir.Value) bool {
	for u := range v.Uses() {
		if u.Owner().Def().Callee != nil || u.Owner().Has(ir.Terminator) {
			return true
		}
	}
	return false
}
