package device

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// Code is PTX with the version of the language and the target in its header, such as 7.1 and sm_80.
type Code struct{ Text, Version, Target string }

// Module is PTX compiled for the device.
type Module struct {
	// Log is the output of the driver's compiler.
	Log    string
	device *Device
	handle uint64
}

// Load compiles PTX for the device.
func (d *Device) Load(code Code) (*Module, error) {
	if !d.runs(code.Target) {
		return nil, d.oldDevice(code)
	}
	answer, _, err := d.exchange(&protocol.Request{Do: protocol.Load}, []byte(code.Text))
	if err != nil {
		return nil, err
	}
	if answer.Failure != nil {
		return nil, d.refused(code, answer.Failure)
	}
	return &Module{Log: answer.Log, device: d, handle: answer.Handle}, nil
}

// Use returns the resources of the device that a kernel uses.
func (m *Module) Use(kernel string) (*protocol.Use, error) {
	answer, _, err := m.device.ask(&protocol.Request{Do: protocol.Kernel, Handle: m.handle, Name: kernel},
		nil)
	if err != nil {
		return nil, err
	}
	if answer.Kernel == nil {
		return nil, diag.Errorf(codeHelper, diag.Span{}, "the helper program does not describe '%s'", kernel)
	}
	return answer.Kernel, nil
}

// Launch is a kernel with its sizes and its parameters.
type Launch struct {
	Kernel      string
	Grid, Block [3]uint32
	Shared      uint32 // bytes of dynamic shared memory of a block
	Params      Params
	TensorMaps  []protocol.TensorMap // among the parameters
}

// Launch launches a kernel, once or as often as a timing says, and waits for its end. It returns the measured
// times in milliseconds.
func (m *Module) Launch(l Launch, t protocol.Timing) ([]float64, error) {
	return m.device.times(&protocol.Request{
		Do: protocol.Launch, Handle: m.handle, Name: l.Kernel, Grid: l.Grid, Block: l.Block, Shared: l.Shared,
		Timing: t, TensorMaps: l.TensorMaps,
	}, l.Params)
}

// Params are the parameters of a kernel in the layout of PTX: each is at a multiple of its size.
type Params []byte

// Add appends a number of 1, 2, 4 or 8 bytes.
func (p *Params) Add(bits uint64, size int) {
	for len(*p)%size != 0 {
		*p = append(*p, 0)
	}
	*p = append(*p, binary.LittleEndian.AppendUint64(nil, bits)[:size]...)
}

// AddTensorMap appends the place of a tensor map, and returns where it is.
func (p *Params) AddTensorMap() int {
	for len(*p)%protocol.TensorMapAlign != 0 {
		*p = append(*p, 0)
	}
	at := len(*p)
	*p = append(*p, make([]byte, protocol.TensorMapBytes)...)
	return at
}

// AddMemRef appends a memref: its address twice, its offset, its sizes and its strides.
func (p *Params) AddMemRef(a Address, offset int64, sizes, strides []int64) {
	p.Add(uint64(a), 8)
	p.Add(uint64(a), 8)
	p.Add(uint64(offset), 8)
	for _, n := range sizes {
		p.Add(uint64(n), 8)
	}
	for _, n := range strides {
		p.Add(uint64(n), 8)
	}
}
