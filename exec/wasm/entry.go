package wasm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// entry is the function that a program begins with, as its signature is before lowering.
type entry struct {
	name            string
	inputs, outputs []ir.Type
	signature       sim.Signature
}

// newEntry checks the signature of a function.
func newEntry(fn *ir.Op) (*entry, error) {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	for _, list := range [][]ir.Type{t.Inputs, t.Results} {
		for _, typ := range list {
			if !passes(typ) {
				return nil, fn.Errorf(codeSignature, "'@%s' has an argument or a result of type '%v'", fn.SymbolName(), typ).
					Suggest("use ranked memrefs, integers, index or floats")
			}
		}
	}
	return &entry{name: fn.SymbolName(), inputs: t.Inputs, outputs: t.Results, signature: sim.SignatureOf(fn)}, nil
}

// passes reports whether values of a type have the same form in the simulator and in compiled code.
func passes(t ir.Type) bool {
	if m, ok := t.(*ir.MemRefType); ok {
		_, strided := m.Layout.(*ir.StridedAttr)
		return m.Ranked && (m.Layout == nil || strided) && isScalar(m.Elem)
	}
	return isScalar(t)
}

func isScalar(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IndexType:
		return true
	case *ir.IntegerType:
		return t.Sign == ir.Signless && sim.ElementSize(t) > 0
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.BF16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}

var codeArguments = diag.Register("wasm-bad-argument", "an argument does not fit the function",
	"The number and the types of the arguments must be those of the function.")

// check compares the arguments with the signature. Distinct arguments are distinct memory.
func (p *Program) check(args []sim.Value) error {
	return p.entry.signature.Check(codeArguments, p.span, args, func(i int) bool {
		t, b := p.entry.inputs[i], args[i].Buffer
		m, isMemory := t.(*ir.MemRefType)
		return args[i].Type != nil && args[i].Type.String() == t.String() && isMemory == (b != nil) && (b == nil || fitsLayout(m, b))
	})
}

// most is how many elements a buffer may have, with the gaps between them.
const most = 1 << 40

// fitsLayout reports whether a buffer has the extents and the layout that its type promises, and holds all its elements.
func fitsLayout(t *ir.MemRefType, b *sim.Buffer) bool {
	if len(b.Shape) != len(t.Shape) || len(b.Strides) != len(t.Shape) {
		return false
	}
	l := layoutOf(t)
	strides := l.strides
	if l.identity {
		strides = identityStrides(b.Shape)
	}
	fits := b.Offset >= 0 && (l.offset == ir.Dynamic || l.offset == b.Offset)
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
	return ok && (last+1)*sim.ElementSize(t.Elem) <= int64(len(b.Data))
}
