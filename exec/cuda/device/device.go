package device

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// Address is an address in the memory of the device.
type Address uint64

// Alloc allocates memory of the device. Its contents are undefined.
func (d *Device) Alloc(bytes int64) (Address, error) {
	answer, _, err := d.ask(&protocol.Request{Do: protocol.Alloc, Bytes: max(bytes, 1)}, nil)
	if err != nil {
		return 0, err
	}
	return Address(answer.Address), nil
}

// Free frees memory of the device.
func (d *Device) Free(a Address) error {
	return d.do(&protocol.Request{Do: protocol.Free, Address: uint64(a)}, nil)
}

// Write copies bytes to the device.
func (d *Device) Write(to Address, data []byte) error {
	return d.do(&protocol.Request{Do: protocol.Write, Address: uint64(to)}, data)
}

// Read copies bytes from the device.
func (d *Device) Read(from Address, data []byte) error {
	_, contents, err := d.ask(
		&protocol.Request{Do: protocol.Read, Address: uint64(from), Bytes: int64(len(data))}, nil)
	if err != nil {
		return err
	}
	if copy(data, contents) < len(data) {
		return diag.Errorf(codeHelper, diag.Span{}, "the helper program answers with %d bytes of %d",
			len(contents), len(data))
	}
	return nil
}

// Fill sets bytes of the device.
func (d *Device) Fill(to Address, value byte, bytes int64) error {
	return d.do(&protocol.Request{Do: protocol.Fill, Address: uint64(to), Value: value, Bytes: bytes}, nil)
}

// Copy copies memory on the device, once or as often as a timing says. It returns the measured times in
// milliseconds.
func (d *Device) Copy(to, from Address, bytes int64, t protocol.Timing) ([]float64, error) {
	return d.times(&protocol.Request{Do: protocol.Copy,
		Copies: []protocol.Region{{To: uint64(to), From: uint64(from), Bytes: bytes}}, Timing: t}, nil)
}

// Product multiplies matrices with cuBLAS, once or as often as a timing says. library is the file of cuBLAS.
func (d *Device) Product(m protocol.Matrices, t protocol.Timing) (times []float64, library string,
	err error) {
	answer, _, err := d.ask(&protocol.Request{Do: protocol.Product, Matrices: &m, Timing: t}, nil)
	if err != nil {
		return nil, "", err
	}
	return answer.Times, answer.Library, nil
}

func (d *Device) do(r *protocol.Request, body []byte) error {
	_, _, err := d.ask(r, body)
	return err
}

func (d *Device) times(r *protocol.Request, body []byte) ([]float64, error) {
	answer, _, err := d.ask(r, body)
	if err != nil {
		return nil, err
	}
	return answer.Times, nil
}

// Median returns the median of times, 0 if there are none.
func Median(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// Name returns the name of the device with its compute capability.
func (d *Device) Name() string {
	return fmt.Sprintf("%s (sm_%d%d)", d.Info.Name, d.Info.Major, d.Info.Minor)
}

// DriverVersion returns the CUDA version of the driver, such as 12.8.
func (d *Device) DriverVersion() string { return cudaVersion(d.Info.Driver) }
