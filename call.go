package inflight

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/value"
)

// ParseString parses and verifies a program in the language that its text tells; name is what diagnostics
// call it.
func ParseString(name, text string) (*Module, error) { return Parse(diag.NewFile(name, []byte(text))) }

// Array returns a slice as an argument: memory with elements in row-major order and the given extents, or of
// one dimension without extents. The program reads and writes the slice itself.
func Array[T value.Element](data []T, shape ...int64) value.Array {
	return value.ArrayOf(data, shape...)
}

// Slice returns the elements of memory that a program has returned, in row-major order. It is an error if T
// is not what the elements are in Go: see value.Element.
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
// or a slice whose extents the parameter's type tells; it is the program's until the run has ended, and then
// holds what the program wrote. What value.Of takes beside these is taken as well. Arguments that do not fit
// are the error of the Future.
func (p *Program) Go(ctx context.Context, args ...any) *Future {
	values, err := p.valuesOf(args)
	if err != nil {
		return failed(err)
	}
	return p.Start(ctx, values)
}

// valuesOf returns Go values as arguments of the program.
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

// failed returns a run that has ended with an error.
func failed(err error) *Future {
	f := &Future{done: make(chan struct{}), cancel: func() {}, err: err}
	close(f.done)
	return f
}
