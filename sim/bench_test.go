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
