// Each rank hands the edges of its part of a grid to its neighbours. The interior needs no neighbour, so that it
// is computed while the messages are on their way.
func.func private @interior(%grid: memref<4096x4096xf32>, %out: memref<4096x4096xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 4095 : index
  scf.for %i = %c1 to %n step %c1 {
    scf.for %j = %c1 to %n step %c1 {
      %up = arith.subi %i, %c1 : index
      %down = arith.addi %i, %c1 : index
      %a = memref.load %grid[%up, %j] : memref<4096x4096xf32>
      %b = memref.load %grid[%down, %j] : memref<4096x4096xf32>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %out[%i, %j] : memref<4096x4096xf32>
    }
  }
  return
}
func.func @main(%grid: memref<4096x4096xf32>, %out: memref<4096x4096xf32>, %edge: memref<4096xf32>,
                %above: memref<4096xf32>, %below: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  mpi.init
  %world = mpi.comm_world : !mpi.comm
  %rank = mpi.comm_rank(%world) : i32
  %size = mpi.comm_size(%world) : i32
  %after = arith.addi %rank, %one : i32
  %next = arith.remsi %after, %size : i32
  %before = arith.addi %rank, %size : i32
  %left = arith.subi %before, %one : i32
  %previous = arith.remsi %left, %size : i32
  scf.for %i = %c0 to %c10 step %c1 {
    %from_above = mpi.irecv(%above, %zero, %previous, %world) : memref<4096xf32>, i32, i32 -> !mpi.request
    %from_below = mpi.irecv(%below, %one, %next, %world) : memref<4096xf32>, i32, i32 -> !mpi.request
    %to_below = mpi.isend(%edge, %zero, %next, %world) : memref<4096xf32>, i32, i32 -> !mpi.request
    %to_above = mpi.isend(%edge, %one, %previous, %world) : memref<4096xf32>, i32, i32 -> !mpi.request
    func.call @interior(%grid, %out) : (memref<4096x4096xf32>, memref<4096x4096xf32>) -> ()
    mpi.wait(%from_above) : !mpi.request
    mpi.wait(%from_below) : !mpi.request
    mpi.wait(%to_below) : !mpi.request
    mpi.wait(%to_above) : !mpi.request
    linalg.add ins(%above, %below : memref<4096xf32>, memref<4096xf32>) outs(%edge : memref<4096xf32>)
  }
  %total = memref.alloc() : memref<1xf32>
  mpi.allreduce(%total, %total, MPI_SUM, %world) : memref<1xf32>, memref<1xf32>
  mpi.finalize
  return
}
