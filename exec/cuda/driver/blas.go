//go:build linux && (amd64 || arm64)

package driver

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// BLASVariable names the environment variable with the file to open instead of libcublas.
const BLASVariable = "INFLIGHT_LIBCUBLAS"

// blasPlaces are the files that are tried for cuBLAS, in order.
var blasPlaces = []string{
	"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so",
	"/usr/local/cuda/lib64/libcublas.so",
	"/usr/local/cuda/targets/x86_64-linux/lib/libcublas.so",
}

// Types and modes of cuBLAS: cudaDataType, cublasComputeType_t, cublasGemmAlgo_t.
var blasTypes = map[string]int32{"f32": 0, "f16": 2, "bf16": 14}

const (
	blasCompute32F = 68
	blasDefault    = -1
)

// blas is an open library with a handle. A cublasStatus_t is an int32.
type blas struct {
	path    string
	handle  uint64
	create  func(handle *uint64) int32
	product func(handle uint64, transA, transB, m, n, k int32, alpha unsafe.Pointer, a uint64, aType,
		lda int32, b uint64, bType, ldb int32,
		beta unsafe.Pointer, c uint64, cType, ldc, compute, algorithm int32) int32
}

// openBLAS opens cuBLAS once.
func (d *Driver) openBLAS() error {
	if d.blas != nil {
		return nil
	}
	candidates := blasPlaces
	if file := os.Getenv(BLASVariable); file != "" {
		candidates = []string{file}
	}
	var first error
	for _, path := range candidates {
		b := &blas{path: path}
		err := open(path, map[string]any{"cublasCreate_v2": &b.create, "cublasGemmEx": &b.product})
		if err == nil {
			d.blas = b
			return checkBLAS("cublasCreate", b.create(&b.handle))
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func checkBLAS(call string, status int32) error {
	if status == 0 {
		return nil
	}
	return &Error{Call: call, Result: int(status), Name: "cublasStatus_t", Text: "cuBLAS has failed"}
}

// Product returns a function that multiplies matrices with cuBLAS, and the library's file. cuBLAS has
// matrices in column-major order, so it computes the transposed product of the transposed matrices.
func (d *Driver) Product(p *protocol.Matrices) (do func() error, library string, err error) {
	inputs, known := blasTypes[p.Inputs]
	outputs, alsoKnown := blasTypes[p.Outputs]
	if !known || !alsoKnown {
		return nil, "", fmt.Errorf("no product of %s to %s", p.Inputs, p.Outputs)
	}
	if err := d.openBLAS(); err != nil {
		return nil, "", err
	}
	b := d.blas
	scale := []float32{1, 0}
	m, n, k := int32(p.M), int32(p.N), int32(p.K)
	return func() error {
		return checkBLAS("cublasGemmEx",
			b.product(b.handle, 0, 0, n, m, k, unsafe.Pointer(&scale[0]), p.B, inputs, n, p.A, inputs, k,
				unsafe.Pointer(&scale[1]), p.C, outputs, n, blasCompute32F, blasDefault))
	}, b.path, nil
}
