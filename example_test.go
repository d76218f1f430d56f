package inflight_test

import (
	"context"
	"fmt"

	"github.com/inflight-compiler/inflight"
)

const scaleProgram = `func.func @scale(%x: memref<?xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %x[%i] : memref<?xf32>
    %t = arith.addf %s, %w : f32
    scf.yield %t : f32
  }
  return %sum : f32
}`

// A program is compiled once and called with slices and numbers of Go.
func ExampleProgram_Call() {
	ctx := context.Background()
	m, err := inflight.ParseString("scale.mlir", scaleProgram)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.Compile(ctx, inflight.CompileConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float32{1, 2, 3}
	results, err := p.Call(ctx, x, 10)
	fmt.Println(x, results, err)
	// Output: [10 20 30] [60] <nil>
}

// A program is compiled once and started many times; one run is canceled, and the results of the others come
// one by one.
func ExampleProgram_Go() {
	ctx := context.Background()
	m, err := inflight.ParseString("scale.mlir", scaleProgram)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.Compile(ctx, inflight.CompileConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var runs []*inflight.Future
	for i := range 4 {
		runs = append(runs, p.Go(ctx, []float32{1, 2, 3}, i))
	}
	unwanted := p.Go(ctx, make([]float32, 1<<20), 1)
	unwanted.Cancel()
	for i, run := range runs {
		results, err := run.Wait(ctx)
		fmt.Println(i, results, err)
	}
	// Output:
	// 0 [0] <nil>
	// 1 [6] <nil>
	// 2 [12] <nil>
	// 3 [18] <nil>
}
