package ptx

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// TensorMap is how a tensor map is encoded: the arguments of cuTensorMapEncodeTiled, with the innermost
// dimension first, as descriptions of launches have them (docs/launch.md).
type TensorMap struct {
	Type    string   `json:"dtype"`
	Dims    []uint64 `json:"dims"`
	Strides []uint64 `json:"strides"`
	Box     []uint32 `json:"box"`
	Swizzle string   `json:"swizzle"`
	// Base is the parameter that points to the tensor.
	Base string `json:"base"`
}

// swizzles are the modes of tensor maps as descriptions name them, by their numbers.
var swizzles = []string{"none", "32B", "64B", "128B"}

// tensorMap describes argument i of a kernel, a tensor map. It returns nil if that is not known.
func tensorMap(function *ir.Op, name string, i int) *TensorMap {
	d := mapDescription(function, i)
	if d == nil {
		return nil
	}
	described := map[string]ir.Attr{}
	for _, a := range d.Entries {
		described[a.Name] = a.Value
	}
	typ, tensor := described["map"].(*ir.TypeAttr).Type,
		described["tensor"].(*ir.TypeAttr).Type.(*ir.MemRefType)
	tile := nvgpu.Tile(typ)
	strides, _, ok := memref.Strides(tensor)
	if !ok || !memref.IsStatic(tensor.Shape) || slices.Contains(strides, ir.Dynamic) {
		return nil
	}
	elem, ok := mapElement(tile.Elem)
	if !ok {
		return nil
	}
	m := &TensorMap{Type: elem, Swizzle: swizzles[nvgpu.Mode(typ, nvgpu.SwizzleField)],
		Base: paramName(name, int(described["pointer"].(*ir.IntegerAttr).Value))}
	for d, n := range slices.Backward(tensor.Shape) {
		m.Dims, m.Box = append(m.Dims, uint64(n)), append(m.Box, uint32(tile.Shape[d]))
		if d > 0 {
			m.Strides = append(m.Strides, uint64(strides[d-1]*int64(ir.ElemBytes(tensor.Elem))))
		}
	}
	return m
}

// mapDescription returns the attribute that describes an argument, nil if it has none.
func mapDescription(function *ir.Op, i int) *ir.DictAttr {
	list, ok := function.Attr("arg_attrs").(*ir.ArrayAttr)
	if !ok || i >= len(list.Elems) {
		return nil
	}
	for _, a := range list.Elems[i].(*ir.DictAttr).Entries {
		if d, ok := a.Value.(*ir.DictAttr); ok && a.Name == nvgpu.MapAttr {
			return d
		}
	}
	return nil
}

// mapElement returns the name that descriptions of launches have for a type of elements. Floats of 8 bits are
// bytes to the driver.
func mapElement(t ir.Type) (string, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		prefix := "u"
		if t.Sign != ir.Unsigned && t.Width >= 32 {
			prefix = "s"
		}
		name, ok := map[uint32]string{8: "8", 16: "16", 32: "32", 64: "64"}[t.Width]
		return prefix + name, ok
	case *ir.FloatType:
		name, ok := map[ir.FloatKind]string{ir.F16: "f16", ir.BF16: "bf16", ir.F32: "f32", ir.F64: "f64",
			ir.TF32: "tf32", ir.F8E4M3FN: "u8", ir.F8E5M2: "u8"}[t.Kind]
		return name, ok
	}
	return "", false
}
