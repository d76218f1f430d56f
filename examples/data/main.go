// Command data writes the .npy inputs of the examples beside them, or into
// another folder that is given:
//
//	go run ./examples/data
//	go run ./cmd/inflight run examples/gemm/small.mlir --arg A=examples/gemm/A.npy --arg B=examples/gemm/B.npy
//
// With --large FOLDER it writes the recording that examples/async/stream.mlir streams, 1 GiB.
package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/npy"
)

// input is one file to write.
type input struct {
	file  string
	dtype npy.DType
	shape []int
	value func(r *rand.Rand, i int) float64
}

var inputs = []input{
	{"gemm/A.npy", npy.Float32, []int{32, 64}, uniform},
	{"gemm/B.npy", npy.Float32, []int{64, 32}, uniform},
	{"gemm/C.npy", npy.Float32, []int{32, 32}, zero},
	{"stencil/in.npy", npy.Float32, []int{34, 66}, wave},
	{"stencil/out.npy", npy.Float32, []int{34, 66}, zero},
	{"reduction/x.npy", npy.Float64, []int{10, 64}, uniform},
}

func uniform(r *rand.Rand, _ int) float64 { return 2*r.Float64() - 1 }
func zero(*rand.Rand, int) float64        { return 0 }
func wave(_ *rand.Rand, i int) float64    { return math.Sin(float64(i) / 7) }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 0:
		return writeAll("examples")
	case args[0] == "--large":
		return largeCommand(args[1:])
	}
	return writeAll(args[0])
}

// writeAll writes all inputs below a folder.
func writeAll(folder string) error {
	for _, in := range inputs {
		if err := in.write(folder); err != nil {
			return err
		}
	}
	return nil
}

// write makes the array from a seed of its own and writes it.
func (in input) write(folder string) error {
	array, err := npy.New(in.dtype, in.shape...)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(77, uint64(len(in.file))))
	size := in.dtype.Size()
	for i := range array.Len() {
		v := in.value(r, i)
		if size == 4 {
			binary.LittleEndian.PutUint32(array.Data[i*size:], math.Float32bits(float32(v)))
		} else {
			binary.LittleEndian.PutUint64(array.Data[i*size:], math.Float64bits(v))
		}
	}
	file := filepath.Join(folder, filepath.FromSlash(in.file))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return npy.WriteFile(file, array)
}
