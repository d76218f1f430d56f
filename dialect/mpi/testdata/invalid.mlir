// error: 'mpi.send' op operand #1 must be 32-bit signless integer, but got 'i64'
func.func @f(%b: memref<4xf32>, %t: i64, %r: i32, %c: !mpi.comm) {
  "mpi.send"(%b, %t, %r, %c) : (memref<4xf32>, i64, i32, !mpi.comm) -> ()
  return
}
// -----
// error: 'mpi.recv' op operand #3 must be MPI communicator handler, but got '!mpi.request'
func.func @f(%b: memref<4xf32>, %r: i32, %c: !mpi.request) {
  "mpi.recv"(%b, %r, %r, %c) : (memref<4xf32>, i32, i32, !mpi.request) -> ()
  return
}
// -----
// error: 'mpi.isend' op operand #0 must be memref of any type values, but got 'tensor<4xf32>'
func.func @f(%b: tensor<4xf32>, %r: i32, %c: !mpi.comm) {
  %q = "mpi.isend"(%b, %r, %r, %c) : (tensor<4xf32>, i32, i32, !mpi.comm) -> !mpi.request
  return
}
// -----
// error: 'mpi.wait' op operand #0 must be MPI asynchronous request handler, but got '!mpi.comm'
func.func @f(%c: !mpi.comm) {
  "mpi.wait"(%c) : (!mpi.comm) -> ()
  return
}
// -----
// error: 'mpi.allreduce' op requires attribute 'op'
func.func @f(%b: memref<4xf32>, %c: !mpi.comm) {
  "mpi.allreduce"(%b, %b, %c) : (memref<4xf32>, memref<4xf32>, !mpi.comm) -> ()
  return
}
// -----
// error: 'mpi.error_class' op result #0 must be MPI function call return value (!mpi.retval), but got 'i32'
func.func @f(%v: !mpi.retval) {
  %e = "mpi.error_class"(%v) : (!mpi.retval) -> i32
  return
}
