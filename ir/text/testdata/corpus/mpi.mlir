// Every operation and type of the mpi dialect, with and without what calls return.
func.func @f(%ref: memref<100xf32>, %t: i32) {
  %e = mpi.init : !mpi.retval
  mpi.init
  %comm = mpi.comm_world : !mpi.comm
  %rank = mpi.comm_rank(%comm) : i32
  %r0, %rank1 = mpi.comm_rank(%comm) : !mpi.retval, i32
  %size = mpi.comm_size(%comm) : i32
  %r1, %size1 = mpi.comm_size(%comm) : !mpi.retval, i32
  %c2 = mpi.comm_split(%comm, %rank, %rank) : !mpi.comm
  %r2, %c3 = mpi.comm_split(%comm, %rank, %rank) : !mpi.retval, !mpi.comm
  mpi.send(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32
  %r3 = mpi.send(%ref, %t, %rank, %comm) {a = 1 : i32} : memref<100xf32>, i32, i32 -> !mpi.retval
  mpi.recv(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32
  %r4 = mpi.recv(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32 -> !mpi.retval
  %r5, %q1 = mpi.isend(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32 -> !mpi.retval, !mpi.request
  %q2 = mpi.isend(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32 -> !mpi.request
  %q3 = mpi.irecv(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32 -> !mpi.request
  %r6, %q4 = mpi.irecv(%ref, %t, %rank, %comm) : memref<100xf32>, i32, i32 -> !mpi.retval, !mpi.request
  mpi.wait(%q4) : !mpi.request
  %r7 = mpi.wait(%q2) : !mpi.request -> !mpi.retval
  mpi.barrier(%comm)
  %r8 = mpi.barrier(%comm) -> !mpi.retval
  %r9 = mpi.allreduce(%ref, %ref, MPI_SUM, %comm) : memref<100xf32>, memref<100xf32> -> !mpi.retval
  mpi.allreduce(%ref, %ref, MPI_MAX, %comm) {a} : memref<100xf32>, memref<100xf32>
  %b = mpi.retval_check %r9 = <MPI_SUCCESS> : i1
  %ec = mpi.error_class %r9 : !mpi.retval
  %rv = mpi.finalize : !mpi.retval
  mpi.finalize
  return
}
func.func private @g(!mpi.status, !mpi.comm)
