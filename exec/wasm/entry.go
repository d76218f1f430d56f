package wasm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

var codeArguments = diag.Register("wasm-bad-argument", "an argument does not fit the function",
	"The number and the types of the arguments must be those of the function.")

// check compares the arguments with the signature. Different arguments must have different memory.
func (p *Program) check(args []value.Value) error {
	return p.signature.Check(codeArguments, p.span, args, func(i int) bool {
		t, b := p.entry.Inputs[i], args[i].Buffer
		m, isMemory := t.(*ir.MemRefType)
		return args[i].Type != nil && args[i].Type.String() == t.String() && isMemory == (b != nil) &&
			(b == nil || fitsLayout(m, b))
	})
}

// most is the largest number of elements of a buffer, with the gaps between them.
const most = 1 << 40

// fitsLayout reports whether a buffer has the extents and the layout of its type, and holds all its elements.
func fitsLayout(t *ir.MemRefType, b *value.Buffer) bool {
	if len(b.Shape) != len(t.Shape) || len(b.Strides) != len(t.Shape) {
		return false
	}
	l := wasm.LayoutOf(t)
	strides := l.Strides
	if l.Identity {
		strides = value.RowMajor(b.Shape)
	}
	fits := b.Offset >= 0 && (l.Offset == ir.Dynamic || l.Offset == b.Offset)
	empty := false
	for d, n := range b.Shape {
		fits = fits && n >= 0 && b.Strides[d] >= 0 && (t.Shape[d] == ir.Dynamic || t.Shape[d] == n) &&
			(strides[d] == ir.Dynamic || strides[d] == b.Strides[d] || n <= 1)
		empty = empty || n == 0
	}
	if !fits || empty {
		return fits
	}
	_, last, ok := span(b.Offset, b.Shape, b.Strides, most)
	return ok && (last+1)*value.ElementSize(t.Elem) <= int64(len(b.Data))
}
