//go:build linux && (amd64 || arm64)

package driver

import (
	"fmt"
	"unsafe"

	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// tensorMaps has the function of libcuda for tensor maps, which CUDA 12.0 and later have.
type tensorMaps struct {
	encode func(to unsafe.Pointer, elements int32, rank uint32, address uint64, dims, strides *uint64,
		box, steps *uint32, interleave, swizzle, promotion, fill int32) int32
}

// EncodeTensorMap has the driver encode a tensor map, and writes it to its place among the parameters.
func (d *Driver) EncodeTensorMap(m *protocol.TensorMap, params []byte) error {
	rank := len(m.Dims)
	if rank == 0 || len(m.Box) != rank || len(m.Strides) != rank-1 || m.At < 0 ||
		m.At+protocol.TensorMapBytes > len(params) {
		return fmt.Errorf("a tensor map of %d dimensions at byte %d of %d is none", rank, m.At, len(params))
	}
	if d.maps == nil {
		maps := &tensorMaps{}
		if err := open(d.path, map[string]any{"cuTensorMapEncodeTiled": &maps.encode}); err != nil {
			return err
		}
		d.maps = maps
	}
	// The memory of the map is aligned, which that of the parameters need not be.
	memory := make([]byte, protocol.TensorMapBytes+protocol.TensorMapAlign)
	steps, strides := make([]uint32, rank), append([]uint64{}, m.Strides...)
	for i := range steps {
		steps[i] = 1
	}
	strides = append(strides, 0) // there is one at least
	pins := pinned(&memory[0], &m.Dims[0], &strides[0], &m.Box[0], &steps[0])
	defer pins.Unpin()
	skip := -uintptr(unsafe.Pointer(&memory[0])) % protocol.TensorMapAlign
	to := memory[skip : skip+protocol.TensorMapBytes]
	err := d.check("cuTensorMapEncodeTiled",
		d.maps.encode(unsafe.Pointer(&to[0]), m.Type, uint32(rank), m.Address,
			&m.Dims[0], &strides[0], &m.Box[0], &steps[0], m.Interleave, m.Swizzle, m.Promotion, m.Fill))
	copy(params[m.At:], to)
	return err
}
