package repair_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/repair"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	_ "github.com/inflight-compiler/inflight/transform/pipeline/lowerpipelinequeues"
)

func parse(file *diag.File) (*ir.Op, error) {
	module, diags := text.Parse(all.NewContext(), file, text.Options{})
	if diags.HasErrors() {
		return nil, diags[0]
	}
	return module, nil
}

// repaired repairs a text.
func repaired(t *testing.T, source string) *repair.Result {
	t.Helper()
	r, err := repair.Program(t.Context(), diag.NewFile("in.mlir", []byte(source)), parse, check.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return r
}

var wait = regexp.MustCompile(`(?m)^( *pipeline\.async_wait_stage \d+, )(\d+)\n`)

// breakWaits makes a program wrong: it changes counts and removes waits at random.
func breakWaits(r *rand.Rand, source string) string {
	return wait.ReplaceAllStringFunc(source, func(line string) string {
		parts := wait.FindStringSubmatch(line)
		switch r.IntN(4) {
		case 0:
			return ""
		case 1:
			return fmt.Sprintf("%s%d\n", parts[1], r.IntN(6))
		case 2:
			return line + line
		}
		return line
	})
}

// Pipelined loops whose counts were changed and whose waits were removed or doubled become right again: no
// hazard, every wait needed and exact. Other text stays unchanged.
func TestPropertyRepair(t *testing.T) {
	tried, changed := 0, 0
	for seed := range uint64(passtest.Programs(120)) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := randloop.New(r)
		p.Dynamic = false
		module := passtest.Parse(t, p.Text())
		if injectsoftwarepipeline.Apply(module) != nil {
			continue
		}
		source := passtest.Print(passtest.Transform(t, module, "builtin.module(lower-pipeline-queues)"))
		wrong := breakWaits(r, source)
		if wrong == source {
			continue
		}
		tried++
		result := repaired(t, wrong)
		if !result.Report.OK() {
			t.Fatalf("seed %d: not repaired\n%s\nfrom\n%s\n%s\n%s", seed, result.Source, wrong,
				strings.Join(result.Changes, "\n"), result.Report.Text())
		}
		for _, f := range result.Report.Functions {
			for _, w := range f.Waits {
				if w.Verdict != check.Needed {
					t.Errorf("seed %d: a wait is %v\n%s", seed, w.Verdict, result.Source)
				}
			}
		}
		if without(string(result.Source)) != without(source) {
			t.Fatalf("seed %d: more than waits was changed\n%s\n%s", seed, source, result.Source)
		}
		if len(result.Changes) > 0 {
			changed++
		}
	}
	t.Logf("%d programs, %d changed", tried, changed)
	if changed < passtest.Programs(120)/4 {
		t.Errorf("only %d programs were changed", changed)
	}
}

// without returns a text without its waits.
func without(source string) string { return wait.ReplaceAllString(source, "") }

// Kernels in which a thread reads elements that another has copied. The barrier is missing, or stands in
// front of the wait, or the wait is missing as well.
func TestBarriers(t *testing.T) {
	const wait, barrier = "    nvgpu.device_async_wait %g\n", "    gpu.barrier\n"
	for name, lines := range map[string]string{
		"no barrier":                 wait,
		"barrier in front":           barrier + wait,
		"no wait":                    barrier,
		"neither a wait nor barrier": "",
	} {
		t.Run(name, func(t *testing.T) {
			result := repaired(t, strings.Replace(reversed, "    // here\n", lines, 1))
			if !result.Report.OK() || len(result.Changes) == 0 {
				t.Fatalf("not repaired: %v\n%s\n%s", result.Changes, result.Report.Text(), result.Source)
			}
			if !regexp.MustCompile(`(?s)wait.*gpu\.barrier`).Match(result.Source) {
				t.Errorf("no barrier behind the wait:\n%s", result.Source)
			}
		})
	}
	if result := repaired(t,
		strings.Replace(reversed, "    // here\n", wait+barrier, 1)); len(result.Changes) > 0 {
		t.Errorf("a right kernel was changed: %v", result.Changes)
	}
}

// reversed copies a tile, four elements per thread, and writes it back in another order.
const reversed = `func.func @k(%src: memref<64xf32>, %dst: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<64xf32, 3>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c15 = arith.constant 15 : index
    %at = arith.muli %tx, %c4 : index
    %t = nvgpu.device_async_copy %src[%at], %tile[%at], 4 : memref<64xf32> to memref<64xf32, 3>
    %g = nvgpu.device_async_create_group %t
    // here
    %r = arith.subi %c15, %tx : index
    %from = arith.muli %r, %c4 : index
    scf.for %j = %c0 to %c4 step %one {
      %f = arith.addi %from, %j : index
      %to = arith.addi %at, %j : index
      %v = memref.load %tile[%f] : memref<64xf32, 3>
      memref.store %v, %dst[%to] : memref<64xf32>
    }
    gpu.terminator
  }
  return
}
`
