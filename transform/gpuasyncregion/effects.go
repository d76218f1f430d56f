package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// effect is an access to the memory that a value is the whole of; nil is any memory.
type effect struct {
	memory *ir.Value
	writes bool
}

// conflict reports whether two accesses must keep their order.
func (e effect) conflict(f effect) bool {
	return (e.writes || f.writes) && (e.memory == nil || f.memory == nil || e.memory == f.memory)
}

func conflicts(x, y []effect) bool {
	return slices.ContainsFunc(x, func(e effect) bool { return slices.ContainsFunc(y, e.conflict) })
}

// anything is what is not known.
var anything = []effect{{nil, true}}

// root returns the memory that a memref shows part of: an allocation, or an argument of a function; nil if it may be any.
func root(v *ir.Value) *ir.Value {
	for {
		op := v.DefiningOp()
		switch {
		case op == nil:
			if f := v.Owner().ParentOp(); f.Has(ir.IsSymbol) && v.Owner().IsEntry() {
				return v
			}
			return nil
		case op.Def().View != nil:
			if view, ok := op.Def().View(op); ok {
				v = view.Source
				continue
			}
			return nil
		case allocates(op, v):
			return v
		default:
			return nil
		}
	}
}

func allocates(op *ir.Op, v *ir.Value) bool {
	found := false
	if op.Def().Effects != nil {
		op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Allocate && e.Value == v })
	}
	return found
}

// effectsOf returns what an operation does to memory.
func effectsOf(op *ir.Op, symbols *ir.SymbolTables, module *ir.Op) []effect {
	switch {
	case op.Is(gpu.LaunchFunc):
		return ofLaunch(op, symbols, module)
	case op.NumRegions() > 0:
		return ofRegions(op, symbols, module)
	case op.Has(ir.Pure):
		return nil
	case op.Def().Effects == nil:
		return anything
	}
	var list []effect
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil {
			list = append(list, anything...)
			return
		}
		list = append(list, effect{root(e.Value), e.Kind != ir.Read})
	})
	return list
}

func ofLaunch(op *ir.Op, symbols *ir.SymbolTables, module *ir.Op) []effect {
	var list []effect
	for i, a := range kerneleffects.OfLaunch(op, symbols, module) {
		v := gpu.KernelOperands(op)[i]
		if _, ok := v.Type().(*ir.MemRefType); ok && (a.Reads || a.Writes) {
			list = append(list, effect{root(v), a.Writes})
		}
	}
	return list
}

// ofRegions returns what the operations in an operation do to memory.
func ofRegions(op *ir.Op, symbols *ir.SymbolTables, module *ir.Op) []effect {
	var list []effect
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if !inner.Has(ir.Terminator) && !inner.Is(gpu.Wait) {
					list = append(list, effectsOf(inner, symbols, module)...)
				}
			}
		}
	}
	return list
}
