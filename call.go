package inflight

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/value"
)

// ParseString parses and verifies a program in the language that its text is written in. Diagnostics call the
// program by name.
func ParseString(name, text string) (*Module, error) { return Parse(diag.NewFile(name, []byte(text))) }

// Array makes an argument of a slice: memory with the given extents, whose elements are in row-major order.
// Without extents the memory has one dimension. The program reads and writes the slice itself, not a copy.
func Array[T value.Element](data []T, shape ...int64) value.Array {
	return value.ArrayOf(data, shape...)
}

// Slice returns the elements of memory that a program has returned, in row-major order. It returns an error
// if T is not the Go type of the elements; value.Element lists these types.
func Slice[T value.Element](v value.Value) ([]T, error) { return value.Slice[T](v) }

var codeGoValue = diag.Register("run-go-value", "a value of Go is no argument of the function",
	"Program.Go and Program.Call take a number or a bool for a scalar that can hold it, and for memory a "+
		"slice of one dimension, a slice "+
		"of all elements where the type fixes the extents, or inflight.Array with extents. Elements are of "+
		"the type that the IR's type is in "+
		"Go, as float32 for f32; memory with strides is a *value.Buffer.")

// Call runs the program on Go values and waits for its results. See Go.
func (p *Program) Call(ctx context.Context, args ...any) ([]value.Value, error) {
	return p.Go(ctx, args...).Wait(ctx)
}

// Go starts the program on Go values and returns at once. A scalar is a number or a bool. Memory is an Array,
// or a slice whose extents follow from the parameter's type. The caller must not touch this memory until the
// run has ended; then it holds the values that the program wrote. Go accepts every argument that value.Of
// accepts. If an argument does not fit its parameter, the Future has the error.
func (p *Program) Go(ctx context.Context, args ...any) *Future {
	values, err := p.valuesOf(args)
	if err != nil {
		return failed(err)
	}
	return p.Start(ctx, values)
}

// valuesOf converts Go values to the types of the program's parameters.
func (p *Program) valuesOf(args []any) ([]value.Value, error) {
	s, values := value.SignatureOf(p.entry), make([]value.Value, len(args))
	if len(args) != len(s.Types) {
		return nil, s.Check(codeGoValue, p.entry.Span(), values, nil)
	}
	for i, x := range args {
		var err error
		if values[i], err = value.Of(s.Types[i], x); err != nil {
			return nil, diag.Errorf(codeGoValue, p.entry.Span(),
				"argument '%s' of '@%s' has the type %v, but %v",
				s.Names[i], s.Function, s.Types[i], err)
		}
	}
	return values, nil
}

// failed returns a Future whose run has ended with err.
func failed(err error) *Future {
	f := &Future{done: make(chan struct{}), cancel: func() {}, err: err}
	close(f.done)
	return f
}
