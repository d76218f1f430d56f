package frommpi_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/frommpi"
	"github.com/inflight-compiler/inflight/timed"
)

// programs parses a program that n ranks run.
func programs(t testing.TB, src string, n int) []frommpi.Program {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("p.mlir", []byte(src)), text.Options{})
	if errs == nil {
		errs = ir.Verify(m)
	}
	if errs != nil {
		t.Fatal(diag.List(errs))
	}
	var entry *ir.Op
	for op := range m.Body().Ops() {
		if op.Is(function.Func) && op.Body() != nil {
			entry = op
		}
	}
	all := make([]frommpi.Program, n)
	for r := range all {
		all[r] = frommpi.Program{Module: m, Entry: entry}
	}
	return all
}

// head is the beginning of a program: the numbers that the cases use.
const head = `func.func @main(%b: memref<4xf32>, %big: memref<8xf32>, %data: i32, %n: index, %all: memref<16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %w = mpi.comm_world : !mpi.comm
  %r = mpi.comm_rank(%w) : i32
  %s = mpi.comm_size(%w) : i32
  %next0 = arith.addi %r, %c1 : i32
  %next = arith.remsi %next0, %s : i32
  %prev0 = arith.addi %r, %s : i32
  %prev1 = arith.subi %prev0, %c1 : i32
  %prev = arith.remsi %prev1, %s : i32
  %odd = arith.remsi %r, %c2 : i32
  %is = arith.cmpi eq, %odd, %c0 : i32
`

const sendNext = "mpi.send(%b, %c0, %next, %w) : memref<4xf32>, i32, i32\n"
const recvPrev = "mpi.recv(%b, %c0, %prev, %w) : memref<4xf32>, i32, i32\n"
const recvOther = "mpi.recv(%big, %c0, %prev, %w) : memref<8xf32>, i32, i32\n"

// Programs of four ranks, and what is said of them: "" if nothing is wrong.
func TestPrograms(t *testing.T) {
	for _, c := range []struct{ name, body, transport, want string }{
		{"a ring that sends first", sendNext + recvPrev, "rendezvous",
			"mpi.send of rank 0 never ends: it waits " +
				"for mpi.recv of rank 1 (19:1), which stands behind mpi.send"},
		{"with a slot", sendNext + recvPrev, "buffered:1", ""},
		{"rank parity", "scf.if %is {\n" + sendNext + recvPrev + "} else {\n" + recvPrev + sendNext + "}\n",
			"rendezvous", ""},
		{"nonblocking", "%q = mpi.isend(%b, %c0, %next, %w) : memref<4xf32>, i32, i32 -> !mpi.request\n" +
			recvOther +
			"mpi.wait(%q) : !mpi.request\n", "rendezvous", ""},
		{"waits too early", "%q = mpi.isend(%b, %c0, %next, %w) : memref<4xf32>, i32, i32 -> !mpi.request\n" +
			"mpi.wait(%q) : !mpi.request\n" + recvPrev, "rendezvous", "mpi.isend of rank 0 never ends"},
		{"a loop", "scf.for %i = %i0 to %i3 step %i1 {\nscf.if %is {\n" + sendNext + recvPrev + "} else {\n" +
			recvPrev + sendNext + "}\n}\n", "rendezvous", ""},
		{"a loop of unknown length", "scf.for %i = %i0 to %n step %i1 {\n" + sendNext + "}\n", "rendezvous",
			"scf.for: the number of iterations depends on data"},
		{"a condition on data", "%d = arith.cmpi eq, %data, %c0 : i32\nscf.if %d {\nmpi.barrier(%w)\n}\n",
			"rendezvous", "scf.if: the condition depends on data"},
		{"a condition on data without MPI",
			"%d = arith.cmpi eq, %data, %c0 : i32\nscf.if %d {\n}\nmpi.barrier(%w)\n",
			"rendezvous", ""},
		{"a peer from data", "mpi.send(%b, %c0, %data, %w) : memref<4xf32>, i32, i32\n", "rendezvous",
			"mpi.send: the peer of rank 0 depends on data"},
		{"any source", "%m = arith.constant -1 : i32\nmpi.recv(%b, %c0, %m, %w) : memref<4xf32>, i32, i32\n",
			"rendezvous", "receives from any sender"},
		{"no such rank", "mpi.send(%b, %c0, %s, %w) : memref<4xf32>, i32, i32\n", "rendezvous",
			"the peer is 4, and the communicator has 4 ranks"},
		{"truncation", "%q = mpi.isend(%big, %c0, %next, %w) : memref<8xf32>, i32, i32 -> !mpi.request\n" +
			recvPrev +
			"mpi.wait(%q) : !mpi.request\n", "rendezvous",
			"4 elements of f32 is expected, and 8 elements of f32 is sent"},
		{"a barrier of some", "scf.if %is {\nmpi.barrier(%w)\n}\n", "rendezvous",
			"mpi.barrier of rank 0 waits for the ranks 1 and 3, who never take part"},
		{"collectives in two orders", "scf.if %is {\nmpi.barrier(%w)\n" +
			"mpi.allreduce(%b, %b, MPI_SUM, %w) : memref<4xf32>, memref<4xf32>\n} else {\n" +
			"mpi.allreduce(%b, %b, MPI_SUM, %w) : memref<4xf32>, memref<4xf32>\nmpi.barrier(%w)\n}\n",
			"rendezvous",
			"mpi.allreduce of MPI_SUM on 4 elements of f32 of rank 1 meets mpi.barrier of rank 0"},
		{"two reductions",
			"scf.if %is {\nmpi.allreduce(%b, %b, MPI_SUM, %w) : memref<4xf32>, memref<4xf32>\n} else {\n" +
				"mpi.allreduce(%b, %b, MPI_MAX, %w) : memref<4xf32>, memref<4xf32>\n}\n", "rendezvous",
			"MPI_MAX"},
		{"all gather", "mpi.allgather(%b, %all, %w) : memref<4xf32>, memref<16xf32>\n" +
			"mpi.allgather(%all, %all, %w) : memref<16xf32>, memref<16xf32>\n" +
			"mpi.reduce_scatter_block(%all, %b, MPI_SUM, %w) : memref<16xf32>, memref<4xf32>\n", "rendezvous",
			""},
		{"a gather without room", "mpi.allgather(%b, %big, %w) : memref<4xf32>, memref<8xf32>\n",
			"rendezvous",
			"it sends 4 elements of f32 and receives 8 elements of f32; 4 ranks send 16 together"},
		{"blocks that are too small",
			"mpi.reduce_scatter_block(%big, %b, MPI_SUM, %w) : memref<8xf32>, memref<4xf32>\n",
			"rendezvous",
			"it sends 8 elements of f32 and receives 4 elements of f32; blocks for 4 ranks are 16 together"},
		{"a sum without room", "mpi.allreduce(%big, %b, MPI_SUM, %w) : memref<8xf32>, memref<4xf32>\n",
			"rendezvous",
			"it sends 8 elements of f32, and has room for 4 elements of f32"},
		{"two types",
			"%d = memref.alloc() : memref<4xf64>\nmpi.allreduce(%b, %d, MPI_SUM, %w) : memref<4xf32>, " +
				"memref<4xf64>\n",
			"rendezvous", "it sends f32 and receives f64"},
		{"two gathers",
			"scf.if %is {\nmpi.allgather(%b, %all, %w) : memref<4xf32>, memref<16xf32>\n} else {\n" +
				"mpi.allgather(%b, %all, %w) : memref<4xf32>, memref<16xf32>\n" +
				"mpi.allgather(%b, %all, %w) : memref<4xf32>, memref<16xf32>\n}\n", "rendezvous",
			"who never take part"},
		{"a split", "%h = mpi.comm_split(%w, %odd, %r) : !mpi.comm\n%hr = mpi.comm_rank(%h) : i32\n" +
			"%o = arith.subi %c1, %hr : i32\n%f = arith.cmpi eq, %hr, %c0 : i32\nscf.if %f {\n" +
			"mpi.send(%b, %c0, %o, %h) : memref<4xf32>, i32, i32\n} else {\n" +
			"mpi.recv(%b, %c0, %o, %h) : memref<4xf32>, i32, i32\n}\nmpi.finalize\n", "rendezvous", ""},
		{"a split of some", "scf.if %is {\n%h = mpi.comm_split(%w, %odd, %r) : !mpi.comm\n}\n", "rendezvous",
			"not all ranks of the communicator come to this split"},
		{"waited twice", "%q = mpi.isend(%b, %c0, %next, %w) : memref<4xf32>, i32, i32 -> !mpi.request\n" +
			recvOther +
			"mpi.wait(%q) : !mpi.request\nmpi.wait(%q) : !mpi.request\n", "rendezvous",
			"was waited for before"},
		{"a branch", "cf.cond_br %is, ^bb1, ^bb2\n^bb1:\n" + sendNext + recvPrev + "cf.br ^bb3\n^bb2:\n" +
			recvPrev +
			sendNext + "cf.br ^bb3\n^bb3:\n", "rendezvous", ""},
		{"success is taken for granted",
			"%e = mpi.init : !mpi.retval\n%k = mpi.retval_check %e = <MPI_SUCCESS> : i1\n" +
				"scf.if %k {\nmpi.barrier(%w)\n}\n", "rendezvous", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			transport, _ := ranks.ParseTransport(c.transport)
			s, err := frommpi.System(programs(t, head+c.body+"return\n}\n", 4))
			if err == nil {
				err = ranks.Judge(s, transport).Diagnostics(s).Err()
			}
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// A loop that carries a request, and a function that sends.
func TestRequestsThroughLoopsAndCalls(t *testing.T) {
	src := `func.func private @start(%b: memref<4xf32>, %to: i32, %w: !mpi.comm) -> !mpi.request {
  %c0 = arith.constant 0 : i32
  %q = mpi.isend(%b, %c0, %to, %w) : memref<4xf32>, i32, i32 -> !mpi.request
  return %q : !mpi.request
}
` + head + `
  %q0 = call @start(%b, %next, %w) : (memref<4xf32>, i32, !mpi.comm) -> !mpi.request
  %q = scf.for %i = %i0 to %i3 step %i1 iter_args(%p = %q0) -> !mpi.request {
    ` + recvPrev + `mpi.wait(%p) : !mpi.request
    %x = func.call @start(%b, %next, %w) : (memref<4xf32>, i32, !mpi.comm) -> !mpi.request
    scf.yield %x : !mpi.request
  }
  ` + recvPrev + `mpi.wait(%q) : !mpi.request
  return
}
`
	s, err := frommpi.System(programs(t, src, 3))
	if err != nil {
		t.Fatal(err)
	}
	v := ranks.Judge(s, ranks.Rendezvous)
	if !v.Free() || v.Transfers != 12 {
		t.Errorf("%d transfers: %v", v.Transfers, v.Diagnostics(s))
	}
}

// Any program that is parsed and verified has a verdict or an error.
func FuzzSystem(f *testing.F) {
	f.Add(head + sendNext + recvPrev + "return\n}\n")
	f.Add(head + "scf.for %i = %i0 to %i3 step %i1 {\n" + sendNext + "}\nmpi.finalize\nreturn\n}\n")
	f.Add(head + "%h = mpi.comm_split(%w, %odd, %r) : !mpi.comm\nmpi.barrier(%h)\nreturn\n}\n")
	f.Fuzz(func(t *testing.T, src string) {
		m, errs := text.Parse(all.NewContext(), diag.NewFile("p.mlir", []byte(src)), text.Options{})
		if len(errs) > 0 || len(ir.Verify(m)) > 0 || m.NumRegions() == 0 || m.Body() == nil {
			return
		}
		for op := range m.Body().Ops() {
			if !op.Is(function.Func) || op.Body() == nil {
				continue
			}
			p := frommpi.Program{Module: m, Entry: op}
			if s, err := frommpi.System([]frommpi.Program{p, p}); err == nil {
				_ = ranks.Judge(s, ranks.Rendezvous).Diagnostics(s)
			}
		}
	})
}

// costs says that each operation takes a microsecond, a message two and a collective one for each member.
type costs struct{ asked int }

func (c *costs) Op(_, op *ir.Op, integers func() map[*ir.Value]int64) timed.Time {
	if c.asked += len(integers()); op.Name() == "func.call" || op.Name() == "scf.for" {
		return 1e6
	}
	return 0
}

func (c *costs) Call(_ *ir.Op, members int) timed.Time { return timed.Time(members) * 1e6 }

// Operations that call no MPI are computations as a whole: a loop, and a call whose result is followed. Loops
// and conditions around calls of MPI are executed.
func TestTimed(t *testing.T) {
	src := `func.func private @number(%n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    %x = func.call @number(%n) : (i32) -> i32
  }
  return %n : i32
}
` + head + `
  %to = call @number(%next) : (i32) -> i32
  scf.for %i = %i0 to %i3 step %i1 {
    scf.for %j = %i0 to %i3 step %i1 {
      %x = func.call @number(%c0) : (i32) -> i32
    }
    scf.if %is {
      mpi.send(%b, %c0, %to, %w) : memref<4xf32>, i32, i32
      ` + recvPrev + `} else {
      ` + recvPrev + `mpi.send(%b, %c0, %to, %w) : memref<4xf32>, i32, i32
    }
  }
  mpi.barrier(%w)
  return
}
`
	c := &costs{}
	s, err := frommpi.Timed(programs(t, src, 4), c)
	if err != nil {
		t.Fatal(err)
	}
	times, err := ranks.Time(s, ranks.Rendezvous)
	if err != nil {
		t.Fatal(err)
	}
	// A call, three times a loop and two messages, and the barrier of four.
	if times.Makespan != (1+3*(1+2*2)+4)*1e6 || times.Busy[2] != 4e6 || c.asked == 0 {
		t.Errorf("the ranks take %v and compute %v", times.Makespan, times.Busy)
	}
}
