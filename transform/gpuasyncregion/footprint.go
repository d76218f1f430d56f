package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// transform is what the blocks of a program share.
type transform struct {
	tables  *ir.SymbolTables
	kernels map[*ir.Op]*kernel
	arrived map[*ir.Block][]*pending // tokens from regions that a region comes after
}

// kernel is what a gpu.func does to its arguments.
type kernel struct {
	writes  []bool
	unknown bool // it touches other memory of the host's or the device's, or code that is not known
}

// kernelOf returns what the kernel of a launch does; nil if that is not known.
func (x *transform) kernelOf(launch *ir.Op) *kernel {
	ref, _ := launch.Attr("kernel").(*ir.SymbolRefAttr)
	if ref == nil {
		return nil
	}
	fn := x.tables.Resolve(launch, ref)
	if fn == nil || !fn.Is(gpu.Func) || fn.NumRegions() != 1 || len(fn.Region(0).Blocks()) != 1 {
		return nil
	}
	k, known := x.kernels[fn]
	if !known {
		k = kernelEffects(fn)
		x.kernels[fn] = k
	}
	if k.unknown || len(k.writes) < len(gpu.KernelOperands(launch)) {
		return nil
	}
	return k
}

// kernelEffects looks through the body of a kernel. The arguments behind those of a launch are memory of the kernel's own.
func kernelEffects(fn *ir.Op) *kernel {
	args := fn.Body().Args()
	k := &kernel{writes: make([]bool, len(args))}
	ev := &analysis.Evaluator{}
	for op := range fn.Body().Ops() {
		for _, a := range ev.Accesses(op) {
			switch i := slices.Index(args, a.Buffer); {
			case a.Buffer == nil:
				k.unknown = true
			case i >= 0 && a.Writes():
				k.writes[i] = true
			case i < 0:
				k.unknown = k.unknown || !fn.IsAncestorOf(a.Buffer.DefiningOp()) || a.Buffer.DefiningOp().Is(memref.GetGlobal)
			}
		}
	}
	return k
}

// touched returns what an operation touches. Memory that it allocates counts as written: who uses it comes after.
func (x *transform) touched(ev *analysis.Evaluator, op *ir.Op) []analysis.Access {
	accesses := ev.Accesses(op)
	if op.Is(gpu.LaunchFunc) {
		if k := x.kernelOf(op); k != nil {
			accesses = ofArguments(op, accesses, k)
		}
	}
	for i := range accesses {
		if accesses[i].Kind == ir.Allocate {
			accesses[i].Kind = ir.Write
		}
	}
	return accesses
}

// ofArguments returns what a launch touches by way of its arguments, of accesses that are a read and a write for each that is memory.
func ofArguments(op *ir.Op, accesses []analysis.Access, k *kernel) (list []analysis.Access) {
	for i, v := range gpu.KernelOperands(op) {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			continue
		}
		list = append(list, accesses[0]) // who gets memory may read it
		if k.writes[i] {
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
