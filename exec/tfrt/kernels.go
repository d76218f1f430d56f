package tfrt

import (
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/bef"
)

// kind describes a kernel: what it must have, and what it does.
type kind struct {
	args    int // how many operands at least
	results int // how many results, -1 for any number
	attrs   []bef.AttributeType
	fns     int // how many functions, -1 for at least one
	// needs is how many operands it waits for, -1 for all. Others may be not available yet, or errors.
	needs int
	check func(k *kernel, in *bef.Kernel, p *Program) error // what else must hold, nil for nothing
	run   func(f *frame)
}

// kernel is a kernel of a function, with what it refers to.
type kernel struct {
	name  string
	needs int
	attrs []any
	fns   []*loaded
	run   func(f *frame)
	jit   *compilation
}

// waitsFor reports whether a kernel waits until a register is available.
func (k *kernel) waitsFor(reg uint32, args []uint32) bool {
	return slices.Contains(args[:min(k.needs, len(args))], reg)
}

// frame is what a kernel sees.
type frame struct {
	*request
	w        *worker
	kernel   *kernel
	location uint32
	args     []*future
	results  []*future
}

// fail makes a result an error, and reports it.
func (f *frame) fail(i int, format string, args ...any) {
	err := errorf(format, args...)
	f.report(f.location, err.message)
	f.results[i] = failed(err)
}

// failAll makes all results one error, and reports it once.
func (f *frame) failAll(format string, args ...any) {
	err := errorf(format, args...)
	f.report(f.location, err.message)
	for i := range f.results {
		f.results[i] = failed(err)
	}
}

// set makes results available.
func (f *frame) set(contents ...any) {
	for i, c := range contents {
		f.results[i] = ready(c)
	}
}

// later makes results that become available later.
func (f *frame) later() []*future {
	for i := range f.results {
		f.results[i] = &future{}
	}
	return slices.Clone(f.results)
}

// arg returns the content of an operand. If it is of another type the kernel fails: a file may say anything.
func arg[T any](f *frame, i int) (T, bool) {
	v, ok := f.args[i].content.(T)
	if !ok {
		f.failAll("operand %d of %s is no %T", i, f.kernel.name, v)
	}
	return v, ok
}

// unary makes a kernel of a function of one operand.
func unary[T, U any](fn func(T) U) kind {
	return kind{args: 1, results: 1, needs: -1, run: func(f *frame) {
		if x, ok := arg[T](f, 0); ok {
			f.set(fn(x))
		}
	}}
}

// binary makes a kernel of a function of two operands.
func binary[T, U any](fn func(a, b T) U) kind {
	return kind{args: 2, results: 1, needs: -1, run: func(f *frame) {
		a, ok := arg[T](f, 0)
		b, ok2 := arg[T](f, 1)
		if ok && ok2 {
			f.set(fn(a, b))
		}
	}}
}

// constant makes a kernel whose result is an attribute.
func constant(t bef.AttributeType, fn func(n bef.Number) any) kind {
	return kind{results: 1, needs: -1, attrs: []bef.AttributeType{t}, run: func(f *frame) {
		f.set(fn(f.kernel.attrs[0].(bef.Number)))
	}}
}

// kinds has the kernels by name.
var kinds = func() map[string]kind {
	all := map[string]kind{}
	for _, part := range []map[string]kind{scalarKinds(), controlKinds(), testKinds(), asyncKinds(),
		{"tfrt.jit_execute": jitKind()}} {
		maps.Copy(all, part)
	}
	return all
}()

// Kernels returns the names of the kernels that can be executed, sorted.
func Kernels() []string { return slices.Sorted(maps.Keys(kinds)) }

// load finds the kind of a kernel and checks that it has what the kind needs.
func (p *Program) load(k *bef.Kernel) (kernel, error) {
	out := kernel{name: p.file.Kernels[k.Code]}
	kd, ok := kinds[out.name]
	if !ok {
		return out, fmt.Errorf("there is no kernel '%s'", out.name)
	}
	out.run, out.needs = kd.run, kd.needs
	if out.needs < 0 {
		out.needs = len(k.Args)
	}
	switch {
	case len(k.Args) < kd.args:
		return out, fmt.Errorf("kernel '%s' needs %d operands, not %d", out.name, kd.args, len(k.Args))
	case kd.results >= 0 && len(k.Results) != kd.results:
		return out, fmt.Errorf("kernel '%s' has %d results, not %d", out.name, kd.results, len(k.Results))
	case len(k.Attrs) < len(kd.attrs):
		return out, fmt.Errorf("kernel '%s' needs %d attributes, not %d", out.name, len(kd.attrs),
			len(k.Attrs))
	case kd.fns >= 0 && len(k.Functions) != kd.fns || kd.fns < 0 && len(k.Functions) == 0:
		return out, fmt.Errorf("kernel '%s' has %d functions", out.name, len(k.Functions))
	}
	for i, t := range kd.attrs {
		if got, known := p.file.AttributeTypes[k.Attrs[i]]; known && got != t {
			return out, fmt.Errorf("attribute %d of kernel '%s' has type %d, not %d", i, out.name, got, t)
		}
		v, err := p.file.Attribute(k.Attrs[i], t)
		if err != nil {
			return out, fmt.Errorf("kernel '%s': %w", out.name, err)
		}
		out.attrs = append(out.attrs, v)
	}
	for _, i := range k.Functions {
		out.fns = append(out.fns, p.functions[i])
	}
	if kd.check != nil {
		return out, kd.check(&out, k, p)
	}
	return out, nil
}
