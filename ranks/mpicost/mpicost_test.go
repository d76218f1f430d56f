package mpicost_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/ranks/mpicost"
	"github.com/inflight-compiler/inflight/timed"
)

// round is a machine with round numbers: 1 TFLOP/s, 1 GB/s of memory, 1 GB/s and 5 ns between ranks.
const round = `{"name": "round", "memories": [{"name": "host", "spaces": [""], "bandwidth": 1e9}],
  "processors": [{"name": "host", "lanes": 10, "units": 10, "float": 1e10, "integer": 1e9, "other": 1e9}],
  "interconnect": {"name": "net", "devices": 4, "bandwidth": 1e9, "latency_ns": 5}, "costs": {"memref.alloc": 7}}`

const program = `func.func private @outside(%b: memref<1000xf32>)
func.func @f(%b: memref<1000xf32>, %m: memref<100x100xf32>, %part: memref<250xf32>, %d: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = mpi.comm_world : !mpi.comm
  %r = mpi.comm_rank(%w) : i32
  linalg.matmul ins(%m, %m : memref<100x100xf32>, memref<100x100xf32>) outs(%m : memref<100x100xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<1000xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%i] : memref<1000xf32>
  }
  func.call @outside(%b) : (memref<1000xf32>) -> ()
  %a = memref.alloc() : memref<1000xf32>
  memref.copy %b, %a : memref<1000xf32> to memref<1000xf32>
  mpi.send(%b, %r, %r, %w) : memref<1000xf32>, i32, i32
  mpi.allreduce(%b, %a, MPI_SUM, %w) : memref<1000xf32>, memref<1000xf32>
  mpi.allgather(%part, %b, %w) : memref<250xf32>, memref<1000xf32>
  mpi.reduce_scatter_block(%b, %part, MPI_SUM, %w) : memref<1000xf32>, memref<250xf32>
  mpi.barrier(%w)
  mpi.recv(%d, %r, %r, %w) : memref<?xf32>, i32, i32
  return
}
`

// What operations take on a machine with round numbers, worked out by hand.
func TestCosts(t *testing.T) {
	const ns = timed.Time(1000)
	want := map[string]timed.Time{
		// 40 kB are read, and written, at 1 GB/s; 2 million operations take 2000 ns
		"linalg.matmul": 80_000 * ns,
		"scf.for":       8_000 * ns, "func.call": 0, "memref.alloc": 7 * ns,
		"memref.copy": 8_000 * ns, // one is read, the other written
		"mpi.send":    4_005 * ns, "mpi.allreduce": 6_005 * ns, "mpi.allgather": 3_005 * ns,
		"mpi.reduce_scatter_block": 3_005 * ns, "mpi.barrier": 5 * ns, "mpi.recv": 5 * ns,
		"mpi.comm_world": 0, "mpi.comm_rank": 0,
	}
	if unknown := compare(t, nil, want); len(unknown) != 2 || unknown[0] != "func.call" ||
		unknown[1] != "mpi.recv" {
		t.Errorf("not known are %v", unknown)
	}
}

// Measured costs take the place of those: by place, by function, by name.
func TestMeasured(t *testing.T) {
	measured, err := cost.ReadMeasured(diag.NewFile("c.csv",
		[]byte("name,us\n@outside,3\np.mlir:8,2\nmpi.recv 9\nmpi.send,0\n")))
	if err != nil {
		t.Fatal(err)
	}
	if unknown := compare(t, measured,
		map[string]timed.Time{"func.call": 3e6, "scf.for": 2e6, "mpi.recv": 9e6,
			"mpi.send": 0}); len(unknown) > 0 {
		t.Errorf("not known are %v", unknown)
	}
}

// compare compares costs of the program, and returns the operations of which nothing is known.
func compare(t *testing.T, measured *cost.Measured, want map[string]timed.Time) []string {
	t.Helper()
	on, err := machine.Parse("m.json", []byte(round))
	if err != nil {
		t.Fatal(err)
	}
	model, err := mpicost.New(on, measured)
	if err != nil {
		t.Fatal(err)
	}
	if measured != nil && model.Check() == nil {
		t.Error("costs that nothing has asked for are accepted")
	}
	m, errs := text.Parse(all.NewContext(), diag.NewFile("p.mlir", []byte(program)), text.Options{})
	if len(errs) > 0 || len(ir.Verify(m)) > 0 {
		t.Fatal(errs, ir.Verify(m))
	}
	var fn *ir.Op
	for op := range m.Body().Ops() {
		fn = op
	}
	known := func() map[*ir.Value]int64 { return map[*ir.Value]int64{fn.Body().Arg(4): 1000} }
	for op := range fn.Body().Ops() {
		of, ok := want[op.Name()]
		if !ok {
			continue
		}
		got := timed.Time(0)
		if strings.HasPrefix(op.Name(), "mpi.") {
			got = model.Call(op, 4)
		} else {
			got = model.Op(m, op, known)
		}
		if got != of {
			t.Errorf("%s takes %v, not %v", op.Name(), got, of)
		}
	}
	if err := model.Check(); err != nil {
		t.Error(err)
	}
	var names []string
	for _, op := range model.Unknown() {
		names = append(names, op.Name())
	}
	return names
}
