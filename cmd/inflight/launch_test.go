package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A kernel or launch of a size that no device supports is an error with a place in every command that models
// a device, and is never proven. So is a launch that breaks a promise of its kernel.
func TestSizesThatNoDeviceHas(t *testing.T) {
	const program = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%%A: memref<32xf32>) kernel attributes {known_block_size = array<i32: %s>, known_grid_size = array<i32: %s>} {
      %%j = gpu.thread_id x
      %%a = memref.load %%A[%%j] : memref<32xf32>
      memref.store %%a, %%A[%%j] : memref<32xf32>
      gpu.return
    }
  }
  func.func @main(%%A: memref<32xf32>) {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%n = arith.constant %s : index
    %%g = arith.constant %s : index
    gpu.launch_func @kernels::@add blocks in (%%c1, %%g, %%c1) threads in (%%n, %%c1, %%c1) args(%%A : memref<32xf32>)
    return
  }
}
`
	for _, c := range []struct {
		block, grid, threads, blocks string
		commands, want               string
	}{
		{"32, 1, 1", "1, 1, 1", "32", "1", "check sim ptx", ""},
		{"32, 1, -1", "1, 1, 1", "32", "1", "check sim ptx run",
			"3:5: error: 'known_block_size' is [32 1 -1]"},
		{"-1, -1, 1", "1, 1, 1", "32", "1", "check sim ptx run",
			"3:5: error: 'known_block_size' is [-1 -1 1]"},
		{"0, 1, 1", "1, 1, 1", "32", "1", "check sim ptx run", "3:5: error: 'known_block_size' is [0 1 1]"},
		{"32, 1, 1", "1, 0, 1", "32", "1", "check sim ptx run", "3:5: error: 'known_grid_size' is [1 0 1]"},
		{"32, 1, 65", "1, 1, 1", "32", "1", "check ptx run", "3:5: error: a block of 32 x 1 x 65 threads"},
		{"1025, 1, 1", "1, 1, 1", "1025", "1", "check sim ptx run", "error: a block of 1025 x 1 x 1 threads"},
		{"32, 1, 1", "1, 65536, 1", "32", "65536", "check sim ptx run",
			"error: a grid of 1 x 65536 x 1 blocks"},
		{"32, 1, 1", "1, 1, 1", "0", "1", "check sim run", "15:5: error: a block of 0 x 1 x 1 threads"},
		{"32, 1, 1", "1, 1, 1", "64", "1", "check run",
			"15:5: error: '@add' is launched with 64 threads in a block along x, and promises 32"},
		{"32, 1, 1", "1, 1, 1", "32", "2", "check run",
			"15:5: error: '@add' is launched with 2 blocks along y, and promises 1"},
	} {
		source := fmt.Sprintf(program, c.block, c.grid, c.threads, c.blocks)
		for command := range strings.FieldsSeq(c.commands) {
			args := []string{command, "-"}
			if command == "ptx" {
				args = []string{"build", "--emit", "ptx", "-"}
			}
			var out, errs bytes.Buffer
			status := run(args, strings.NewReader(source), &out, &errs)
			if c.want == "" && status != exitOK ||
				c.want != "" && (status != exitError || !strings.Contains(errs.String(), c.want)) {
				t.Errorf("%q of block %s, grid %s, %s threads, %s blocks: status %d, want %q, got %s",
					command, c.block, c.grid, c.threads, c.blocks, status, c.want, errs.String())
			}
			if strings.Contains(out.String(), "verdict: proven") != (c.want == "" && command == "check") &&
				command != "run" {
				t.Errorf("%q of block %s, grid %s, %s threads, %s blocks: %s", command, c.block, c.grid,
					c.threads, c.blocks, out.String())
			}
		}
	}
}
