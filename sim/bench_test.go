package sim_test

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
)

// matmulSource multiplies square matrices.
const matmulSource = `
func.func @main(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %a = memref.load %A[%i, %k] : memref<64x64xf32>
        %b = memref.load %B[%k, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %acc, %p : f32
        scf.yield %s : f32
      }
      memref.store %sum, %C[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
`

// copySource moves rows asynchronously, two at a time.
const copySource = `
func.func @main(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        scf.for %j = %c0 to %n step %c1 {
          %a = memref.load %A[%i, %j] : memref<64x64xf32>
          memref.store %a, %B[%i, %j] : memref<64x64xf32>
        }
      }
      pipeline.async_scope {
        scf.for %j = %c0 to %n step %c1 {
          %a = memref.load %A[%i, %j] : memref<64x64xf32>
          memref.store %a, %C[%i, %j] : memref<64x64xf32>
        }
      }
    }
    pipeline.wait_queue 0, 1 {
    }
  }
  pipeline.wait_queue 0, 0 {
  }
  return
}
`

// tokenSource moves rows by tasks, each of which waits for the one before the last.
const tokenSource = `
func.func @main(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %t = async.execute {
    async.yield
  }
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t, %y = %t) -> (!async.token, !async.token) {
    %u = async.execute [%x] {
      scf.for %j = %c0 to %n step %c1 {
        %a = memref.load %A[%i, %j] : memref<64x64xf32>
        memref.store %a, %B[%i, %j] : memref<64x64xf32>
      }
      async.yield
    }
    %v = async.execute [%u] {
      scf.for %j = %c0 to %n step %c1 {
        %a = memref.load %B[%i, %j] : memref<64x64xf32>
        memref.store %a, %C[%i, %j] : memref<64x64xf32>
      }
      async.yield
    }
    scf.yield %y, %v : !async.token, !async.token
  }
  async.await %last#0 : !async.token
  async.await %last#1 : !async.token
  return
}
`

// kernelSource transposes a matrix by tiles in shared memory, in blocks of 16 x 16 threads.
const kernelSource = `
func.func @main(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c16, %nz = %c1)
             workgroup(%S : memref<16x16xf32, 3>) {
    %fx = arith.muli %bx, %c16 : index
    %fy = arith.muli %by, %c16 : index
    %x = arith.addi %fx, %tx : index
    %y = arith.addi %fy, %ty : index
    %u = arith.addi %fx, %ty : index
    %v = arith.addi %fy, %tx : index
    %a = memref.load %A[%y, %x] : memref<64x64xf32>
    memref.store %a, %S[%ty, %tx] : memref<16x16xf32, 3>
    gpu.barrier
    %b = memref.load %S[%tx, %ty] : memref<16x16xf32, 3>
    memref.store %b, %C[%u, %v] : memref<64x64xf32>
    gpu.terminator
  }
  return
}
`

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name, source string
		cfg          sim.Config
	}{
		{"matmul", matmulSource, sim.Config{}},
		{"matmul/hazards", matmulSource, sim.Config{Hazards: true}},
		{"matmul/timed", matmulSource, sim.Config{Mode: sim.Timed}},
		{"copy", copySource, sim.Config{}},
		{"copy/hazards", copySource, sim.Config{Hazards: true}},
		{"copy/late,hazards", copySource, sim.Config{Mode: sim.Late, Hazards: true}},
		{"copy/random", copySource, sim.Config{Mode: sim.Random}},
		{"tokens", tokenSource, sim.Config{}},
		{"tokens/hazards", tokenSource, sim.Config{Hazards: true}},
		{"tokens/late,hazards", tokenSource, sim.Config{Mode: sim.Late, Hazards: true}},
		{"kernel", kernelSource, sim.Config{}},
		{"kernel/hazards", kernelSource, sim.Config{Hazards: true}},
		{"kernel/late,hazards", kernelSource, sim.Config{Mode: sim.Late, Hazards: true}},
		{"kernel/random,hazards", kernelSource, sim.Config{Mode: sim.Random, Hazards: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := compile(b, c.source, "main")
			args := makeArgs(b, p, []string{"iota", "iota", "zero"})
			steps := int64(0)
			for b.Loop() {
				res, err := p.Run(context.Background(), c.cfg, args)
				if err != nil {
					b.Fatal(err)
				}
				steps += res.Steps
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}
