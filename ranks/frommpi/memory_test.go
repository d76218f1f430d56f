package frommpi_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ranks/frommpi"
)

// TestBuffersInFlight accesses the buffer of a send or of a receive between its start and its wait, and makes
// right accesses: behind the wait, of another buffer, or reads of what is sent.
func TestBuffersInFlight(t *testing.T) {
	const program = `func.func @use(%m: memref<8xf32>, %r: !mpi.request) {
  mpi.wait(%r) : !mpi.request
  return
}
func.func @main(%buf: memref<8xf32>, %other: memref<8xf32>, %v: f32, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %tag = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %comm = mpi.comm_world : !mpi.comm
  %rank = mpi.comm_rank(%comm) : i32
  %is = arith.cmpi eq, %rank, %zero : i32
  scf.if %is {
    %req = mpi.isend(%buf, %tag, %one, %comm) : memref<8xf32>, i32, i32 -> !mpi.request
    SENDER
  } else {
    %req = mpi.irecv(%buf, %tag, %zero, %comm) : memref<8xf32>, i32, i32 -> !mpi.request
    RECEIVER
  }
  return
}`
	const (
		wait  = "mpi.wait(%req) : !mpi.request\n"
		read  = "%x = memref.load %buf[%c0] : memref<8xf32>\n"
		write = "memref.store %v, %buf[%c0] : memref<8xf32>\n"
		loop  = "scf.for %i = %c0 to %c4 step %c1 {\n memref.store %v, %buf[%i] : memref<8xf32>\n}\n"
		part  = "%p = memref.subview %buf[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>\n" +
			"memref.store %v, %p[%c0] : memref<4xf32, strided<[1]>>\n"
		copied = "memref.copy %other, %buf : memref<8xf32> to memref<8xf32>\n"
	)
	for _, c := range []struct{ name, sender, receiver, want string }{
		{"behind the waits", wait + write, wait + read + write, ""},
		{"a read of what is sent", read + wait, wait, ""},
		{"another buffer", strings.ReplaceAll(write, "%buf", "%other") + wait, wait, ""},
		{"waited for in a function",
			"func.call @use(%buf, %req) : (memref<8xf32>, !mpi.request) -> ()\n" + write,
			wait, ""},
		{"a write of what is sent", write + wait, wait,
			"memref.store of rank 0 writes memory that mpi.isend is sending"},
		{"a read of what is received", wait, read + wait,
			"memref.load of rank 1 reads memory that mpi.irecv is receiving into"},
		{"a write of what is received", wait, write + wait, "rank 1 writes memory that mpi.irecv"},
		{"a part of it", part + wait, wait, "rank 0 writes memory"},
		{"a copy to it", copied + wait, wait, "rank 0 writes memory"},
		{"a loop", loop + wait, wait, "rank 0 writes memory"},
		{"a loop that only reads",
			strings.ReplaceAll(loop, "memref.store %v, %buf", "%x = memref.load %buf") + wait,
			wait, ""},
		{"never waited for", write, wait, "rank 0 writes memory"},
	} {
		text := strings.NewReplacer("SENDER", c.sender, "RECEIVER", c.receiver).Replace(program)
		ranks := programs(t, text, 2)
		_, err := frommpi.System(ranks)
		if found := frommpi.InFlight(ranks[0].Module); len(found) > 0 != (c.want != "") {
			t.Errorf("%s: of one program: %v", c.name, found)
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && err != nil {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
