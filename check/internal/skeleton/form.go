package skeleton

import (
	"encoding/binary"
	"reflect"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// AppendLinear appends an encoding of a form. Different forms have different encodings.
func AppendLinear(b []byte, l analysis.Linear) []byte {
	b = binary.AppendVarint(b, l.Const)
	for _, t := range l.Terms {
		b = binary.AppendVarint(b, t.Coef)
		if by := t.Sym.Mod + t.Sym.Div; by > 0 {
			b = binary.AppendVarint(append(b, '('), t.Sym.Mod)
			b = append(AppendLinear(binary.AppendVarint(b, t.Sym.Div), t.Sym.Arg), ')')
		} else if t.Sym.Value != nil {
			b = AppendValue(b, t.Sym.Value)
		}
	}
	return append(b, ';')
}

// AppendValue appends an encoding of a value, which identifies it within one run.
func AppendValue(b []byte, v *ir.Value) []byte {
	return binary.LittleEndian.AppendUint64(b, uint64(address(v)))
}

// address returns a number that is unique to the value.
func address(v *ir.Value) uintptr { return reflect.ValueOf(v).Pointer() }
