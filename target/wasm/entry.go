package wasm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// Entry is a function that the host calls, with its signature before lowering.
type Entry struct {
	Name            string
	Inputs, Outputs []ir.Type
}

// EntryOf returns the entry for a function. It is an error if values of its types cannot be passed.
func EntryOf(fn *ir.Op) (*Entry, error) {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	for _, list := range [][]ir.Type{t.Inputs, t.Results} {
		for _, typ := range list {
			if !passes(typ) {
				return nil, fn.Errorf(codeSignature, "'@%s' has an argument or a result of type '%v'",
					fn.SymbolName(), typ).
					Suggest(
						"use ranked memrefs, integers, index or floats; complex numbers and vectors go in " +
							"memrefs")
			}
		}
	}
	return &Entry{Name: fn.SymbolName(), Inputs: t.Inputs, Outputs: t.Results}, nil
}

// passes reports whether values of a type have the same form in the simulator and in compiled code.
func passes(t ir.Type) bool {
	if m, ok := t.(*ir.MemRefType); ok {
		_, strided := m.Layout.(*ir.StridedAttr)
		return m.Ranked && (m.Layout == nil || strided) && isScalar(scalarPart(m.Elem))
	}
	return isScalar(t)
}

func isScalar(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IndexType:
		return true
	case *ir.IntegerType:
		return t.Sign == ir.Signless && value.ElementSize(t) > 0
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.BF16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}

var codeSignature = diag.Register("wasm-signature",
	"the arguments or results of the entry cannot be handed to compiled code",
	"Compiled programs take and return integers, index and floats of at most 64 bits, and ranked memrefs "+
		"of these.")
