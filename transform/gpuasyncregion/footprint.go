package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// transform is what the blocks of a program share.
type transform struct {
	tables  *ir.SymbolTables
	leaves  bool                     // tokens may leave regions
	arrived map[*ir.Block][]*pending // tokens from regions that a region comes after
}

// touched returns what an operation touches. Memory that it allocates counts as written: who uses it comes after.
func (x *transform) touched(ev *analysis.Evaluator, op *ir.Op) []analysis.Access {
	accesses := ev.Accesses(op)
	if op.Is(gpu.LaunchFunc) {
		accesses = ofArguments(op, accesses, kerneleffects.OfLaunch(op, x.tables, op))
	}
	for i := range accesses {
		if accesses[i].Kind == ir.Allocate {
			accesses[i].Kind = ir.Write
		}
	}
	return accesses
}

// ofArguments returns what a launch touches by way of its arguments, of accesses that are a read and a write for each that is memory.
func ofArguments(op *ir.Op, accesses []analysis.Access, does []kerneleffects.Access) (list []analysis.Access) {
	for i, v := range gpu.KernelOperands(op) {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			continue
		}
		list = append(list, accesses[0]) // who gets memory may read it
		if does[i].Writes {
			list = append(list, accesses[1])
		}
		accesses = accesses[2:]
	}
	return list
}

// conflict reports whether the order of two operations matters.
func conflict(a, b []analysis.Access) bool {
	return slices.ContainsFunc(a, func(x analysis.Access) bool {
		return slices.ContainsFunc(b, func(y analysis.Access) bool { return analysis.Conflict(&x, &y) })
	})
}
