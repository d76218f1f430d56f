// Each rank passes a block to the next one, three times. Ranks with an even number send first and the others
// receive first, so that no rank needs a buffer for the message.
func.func @main(%mine: memref<1024xf32>, %theirs: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  mpi.init
  %world = mpi.comm_world : !mpi.comm
  %rank = mpi.comm_rank(%world) : i32
  %size = mpi.comm_size(%world) : i32
  %after = arith.addi %rank, %one : i32
  %next = arith.remsi %after, %size : i32
  %before = arith.addi %rank, %size : i32
  %left = arith.subi %before, %one : i32
  %previous = arith.remsi %left, %size : i32
  %parity = arith.remsi %rank, %two : i32
  %even = arith.cmpi eq, %parity, %zero : i32
  scf.for %i = %c0 to %c3 step %c1 {
    scf.if %even {
      mpi.send(%mine, %zero, %next, %world) : memref<1024xf32>, i32, i32
      mpi.recv(%theirs, %zero, %previous, %world) : memref<1024xf32>, i32, i32
    } else {
      mpi.recv(%theirs, %zero, %previous, %world) : memref<1024xf32>, i32, i32
      mpi.send(%mine, %zero, %next, %world) : memref<1024xf32>, i32, i32
    }
  }
  mpi.finalize
  return
}
