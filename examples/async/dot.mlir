// A dot product by two tasks. @part is an asynchronous function: a call returns at once, with a value that somebody awaits; in
// a task, as here, that blocks no thread.
//
//   go run ./cmd/inflight run examples/async/dot.mlir
//   go run ./cmd/inflight run examples/async/dot.mlir --engine native

async.func private @part(%a: memref<1024xi32>, %b: memref<1024xi32>, %from: index, %to: index) -> !async.value<i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %sum = scf.for %i = %from to %to step %one iter_args(%s = %zero) -> i32 {
    %x = memref.load %a[%i] : memref<1024xi32>
    %y = memref.load %b[%i] : memref<1024xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %sum : i32
}

func.func @dot(%a: memref<1024xi32>, %b: memref<1024xi32>, %result: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %low, %x = async.execute -> !async.value<i32> {
    %v = async.call @part(%a, %b, %c0, %c512) : (memref<1024xi32>, memref<1024xi32>, index, index) -> !async.value<i32>
    %s = async.await %v : !async.value<i32>
    async.yield %s : i32
  }
  %high, %y = async.execute -> !async.value<i32> {
    %v = async.call @part(%a, %b, %c512, %c1024) : (memref<1024xi32>, memref<1024xi32>, index, index) -> !async.value<i32>
    %s = async.await %v : !async.value<i32>
    async.yield %s : i32
  }
  %both = async.execute (%x as %l: !async.value<i32>, %y as %h: !async.value<i32>) {
    %s = arith.addi %l, %h : i32
    memref.store %s, %result[] : memref<i32>
    async.yield
  }
  async.await %both : !async.token
  return
}
