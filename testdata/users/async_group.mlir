func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  %g = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %t = async.execute {
      %x = arith.index_cast %i : index to i32
      %y = arith.muli %x, %x : i32
      memref.store %y, %m[%i] : memref<4xi32>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %v = vector.load %m[%c0] : memref<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
