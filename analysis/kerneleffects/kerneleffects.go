// Package kerneleffects says what kernels do to the memory that a launch passes to them, argument by
// argument.
//
// Start reading at Of, then Launches.
package kerneleffects

import (
	"sync"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Access says whether the memory of an argument may be read and written.
type Access struct{ Reads, Writes bool }

// anything is the access to memory whose uses cannot be followed.
var anything = Access{true, true}

// Of returns, for each argument of a device function, what the function may do to its memory. For an argument
// that is not a memref this is nothing. A function without a body may do anything.
func Of(fn *ir.Op) []Access {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	list := make([]Access, len(t.Inputs))
	for i, in := range t.Inputs {
		if _, ok := in.(*ir.MemRefType); !ok {
			continue
		}
		if fn.Body() == nil {
			list[i] = anything
			continue
		}
		list[i] = uses(fn.Body().Arg(i))
	}
	for i, tensor := range nvgpu.MappedArguments(fn) {
		if tensor < len(list) && fn.Body() != nil {
			list[tensor] = list[tensor].or(copies(fn.Body().Arg(i)))
		}
	}
	return list
}

// copies returns what copies of tiles do to the tensor that a tensor map describes.
func copies(tensorMap *ir.Value) Access {
	var a Access
	for u := range tensorMap.Uses() {
		switch op := u.Owner(); {
		case op.Is(nvgpu.TmaAsyncLoad):
			a.Reads = true
		case op.Is(nvgpu.TmaAsyncStore):
			a.Writes = true
		case !op.Is(nvgpu.TmaPrefetch) && !op.Is(nvgpu.TmaFence):
			return anything
		}
	}
	return a
}

// uses returns the accesses of all users of a memref and of its views.
func uses(v *ir.Value) Access {
	var a Access
	for u := range v.Uses() {
		a = a.or(use(u.Owner(), v))
		if a == anything {
			break
		}
	}
	return a
}

func (a Access) or(b Access) Access { return Access{a.Reads || b.Reads, a.Writes || b.Writes} }

// use returns the accesses of one operation to a memref among its operands.
func use(op *ir.Op, v *ir.Value) Access {
	def := op.Def()
	if def.View != nil {
		if view, ok := def.View(op); ok && view.Source == v {
			return uses(view.Result)
		}
	}
	switch {
	case op.Is(memref.Dim):
		return Access{}
	case def.Effects == nil || op.NumRegions() > 0 || op.NumResults() > 0 && isMemory(op):
		return anything
	}
	var a Access
	def.Effects(op, func(e ir.Effect) {
		switch {
		case e.Value != nil && e.Value != v:
		case e.Kind == ir.Read:
			a.Reads = true
		case e.Kind == ir.Write:
			a.Writes = true
		default:
			a = anything
		}
	})
	return a
}

// isMemory reports whether an operation returns memory, which may be the memory in its operands.
func isMemory(op *ir.Op) bool {
	for _, r := range op.Results() {
		if _, ok := r.Type().(*ir.MemRefType); ok {
			return true
		}
	}
	return false
}

// Launches tells what launches do to memory. Several goroutines may use it at the same time.
type Launches struct {
	Kernel func(launch *ir.Op) *ir.Op // the function that a launch runs; nil if it is not known

	mu      sync.Mutex
	kernels map[*ir.Op][]Access
}

// Writes reports whether a gpu.launch_func may write memory that is passed to its kernel.
func (l *Launches) Writes(launch *ir.Op, memory *ir.Value) bool {
	fn := l.Kernel(launch)
	if fn == nil || !fn.Is(gpu.Func) {
		return true
	}
	does := l.of(fn)
	for i, v := range gpu.KernelOperands(launch) {
		if v == memory && does[i].Writes {
			return true
		}
	}
	return false
}

// of is Of, computed once for each kernel.
func (l *Launches) of(fn *ir.Op) []Access {
	l.mu.Lock()
	defer l.mu.Unlock()
	does, ok := l.kernels[fn]
	if !ok {
		if l.kernels == nil {
			l.kernels = map[*ir.Op][]Access{}
		}
		does = Of(fn)
		l.kernels[fn] = does
	}
	return does
}
