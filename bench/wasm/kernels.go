package main

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed src
var sources embed.FS

// A kernel is a program, at one size, with what it is held against.
type kernel struct {
	name  string
	n     int
	sizes []int // of the buffers, in elements
	// work is the number of operations, or of bytes moved, of a round.
	work float64
	unit string
	// goal is the ratio to reach, to the reference of that name.
	goal    float64
	against string
}

var kernels = []kernel{
	gemm(512), gemm(1024),
	{name: "add", n: 1 << 22, sizes: []int{1 << 22, 1 << 22, 1 << 22}, work: 12 << 22, unit: "GB/s",
		goal: 0.7, against: "native"},
	{name: "saxpy", n: 1 << 22, sizes: []int{1 << 22, 1 << 22}, work: 12 << 22, unit: "GB/s", goal: 0.7,
		against: "native"},
	{name: "stencil", n: 1024, sizes: []int{1 << 20, 1 << 20}, work: 5 << 20, unit: "GFLOP/s", goal: 0.6,
		against: "O3"},
	{name: "softmax", n: 256, sizes: []int{256 << 10, 256 << 10}, work: 256 << 10, unit: "G elements/s",
		goal: 0.6, against: "O3"},
	{name: "depthwise", n: 32, sizes: []int{32 * 130 * 130, 32 * 9, 32 * 128 * 128},
		work: 32 * 128 * 128 * 18, unit: "GFLOP/s", goal: 0.6, against: "O3"},
	{name: "mandelbrot", n: 256, sizes: []int{1 << 16}, work: 1 << 16, unit: "G points/s", goal: 0.6,
		against: "O3"},
}

func gemm(n int) kernel {
	return kernel{name: "gemm", n: n, sizes: []int{n * n, n * n, n * n},
		work: 2 * float64(n) * float64(n) * float64(n),
		unit: "GFLOP/s", goal: 0.9, against: "tiled"}
}

// references are the names of what a kernel is held against.
func (k kernel) references() []string {
	switch {
	case k.name == "gemm" && k.n > 512: // the plain loops take seconds
		return []string{"tiled", "OpenBLAS"}
	case k.name == "gemm":
		return []string{"O3", "native", "Go", "tiled", "OpenBLAS"}
	}
	return []string{"O3", "native", "Go"}
}

// source is the program in MLIR at the kernel's size.
func (k kernel) source() (string, error) {
	text, err := sources.ReadFile("src/" + k.name + ".mlir")
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("{n}", fmt.Sprint(k.n), "{n-1}", fmt.Sprint(k.n-1), "{3/n}",
		fmt.Sprintf("%.10e", 3/float64(k.n))).Replace(string(text)), nil
}
