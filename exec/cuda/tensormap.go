package cuda

import (
	"slices"
	"unsafe"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

var codeTensorMap = diag.Register("cuda-tensor-map", "a tensor map that a device does not have",
	"A tensor begins at a multiple of 16 bytes, and so do its rows; its elements are integers of 8 to 64 "+
		"bits "+
		"or floats. Pad the rows, or pass the whole buffer.")

func isTensorMap(t ir.Type) bool {
	p, ok := t.(*ir.ParametricType)
	return ok && p.Def == nvgpu.TensorMap
}

// tensorMap returns how the driver is to encode an argument that is a tensor map, once its memory is on the
// device.
func (x *execution) tensorMap(a *sim.Argument) (m protocol.TensorMap, err error) {
	tile := nvgpu.Tile(a.Type)
	size := int64(ir.ElemBytes(tile.Elem))
	m, bad, ok := Encoding(a.Type, a.Buffer.Shape, a.Buffer.Strides)
	at := x.images[unsafe.SliceData(a.Memory)].at + device.Address(a.Origin+a.Buffer.Offset*size)
	if !ok || at%16 != 0 {
		return m, x.op.op.Errorf(codeTensorMap, "a tensor of '%v' at address %#x has no tensor map",
			tile.Elem,
			uint64(at))
	}
	if bad >= 0 {
		return m, x.op.op.Errorf(codeTensorMap,
			"dimension %d of a tensor has a stride of %d bytes, which is no multiple of 16", bad,
			a.Buffer.Strides[bad]*size)
	}
	m.Address = uint64(at)
	return m, nil
}

// Encoding returns how the driver is to encode a tensor map of a type, for a tensor with a shape and strides,
// without its address. bad is a dimension whose stride it does not take, -1 if there is none; ok says whether
// it takes the elements.
func Encoding(t ir.Type, shape, strides []int64) (m protocol.TensorMap, bad int, ok bool) {
	bad = -1
	tile := nvgpu.Tile(t)
	number, ok := nvgpu.DriverType(tile.Elem)
	mode := func(field int) int32 { return int32(nvgpu.Mode(t, field)) }
	m = protocol.TensorMap{Type: int32(number), Interleave: mode(nvgpu.InterleaveField),
		Swizzle: mode(nvgpu.SwizzleField), Promotion: mode(nvgpu.L2PromoField), Fill: mode(nvgpu.OOBField)}
	for d, n := range slices.Backward(shape) {
		m.Dims, m.Box = append(m.Dims, uint64(n)), append(m.Box, uint32(tile.Shape[d]))
		if d == 0 {
			break
		}
		stride := strides[d-1] * int64(ir.ElemBytes(tile.Elem))
		if stride%16 != 0 && bad < 0 {
			bad = d - 1
		}
		m.Strides = append(m.Strides, uint64(stride))
	}
	return m, bad, ok
}
