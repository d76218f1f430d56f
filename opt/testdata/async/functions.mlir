// Asynchronous functions return a token and values, await one another, fail, and change memory of their callers.
// printed: 0
// printed: 1
// printed: 1
// printed: 6.5
// printed: 21
// printed: 8

async.func @nothing() -> !async.token {
  return
}

async.func @fails() -> !async.value<f32> {
  %false = arith.constant 0 : i1
  cf.assert %false, "never holds"
  %x = arith.constant 1.0 : f32
  return %x : f32
}

async.func @awaits_failure() -> !async.token {
  %v = async.call @fails() : () -> !async.value<f32>
  %x = async.await %v : !async.value<f32>
  return
}

async.func @number() -> !async.value<f32> {
  %x = arith.constant 3.25 : f32
  return %x : f32
}

async.func @twice() -> !async.value<f32> {
  %v = async.call @number() : () -> !async.value<f32>
  %x = async.await %v : !async.value<f32>
  %y = arith.addf %x, %x : f32
  return %y : f32
}

// The numbers of Fibonacci, of which each call makes two more.
async.func @fib(%n: i64) -> !async.value<i64> {
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^end(%n : i64), ^calls
^calls:
  %n1 = arith.subi %n, %one : i64
  %n2 = arith.subi %n, %two : i64
  %v1 = async.call @fib(%n1) : (i64) -> !async.value<i64>
  %v2 = async.call @fib(%n2) : (i64) -> !async.value<i64>
  %x1 = async.await %v1 : !async.value<i64>
  %x2 = async.await %v2 : !async.value<i64>
  %s = arith.addi %x1, %x2 : i64
  cf.br ^end(%s : i64)
^end(%r: i64):
  return %r : i64
}

async.func @doubles(%v: !async.value<memref<i64>>) -> !async.token {
  %t = async.execute (%v as %m : !async.value<memref<i64>>) {
    %x = memref.load %m[] : memref<i64>
    %y = arith.addi %x, %x : i64
    memref.store %y, %m[] : memref<i64>
    async.yield
  }
  async.await %t : !async.token
  return
}

async.func @allocates() -> !async.value<memref<i64>> {
  %m = memref.alloc() : memref<i64>
  %four = arith.constant 4 : i64
  memref.store %four, %m[] : memref<i64>
  return %m : memref<i64>
}

func.func @main() {
  %t0 = async.call @nothing() : () -> !async.token
  async.runtime.await %t0 : !async.token
  %e0 = async.runtime.is_error %t0 : !async.token
  vector.print %e0 : i1
  %v1 = async.call @fails() : () -> !async.value<f32>
  async.runtime.await %v1 : !async.value<f32>
  %e1 = async.runtime.is_error %v1 : !async.value<f32>
  vector.print %e1 : i1
  %t2 = async.call @awaits_failure() : () -> !async.token
  async.runtime.await %t2 : !async.token
  %e2 = async.runtime.is_error %t2 : !async.token
  vector.print %e2 : i1
  %v3 = async.call @twice() : () -> !async.value<f32>
  %x3 = async.await %v3 : !async.value<f32>
  vector.print %x3 : f32
  %eight = arith.constant 8 : i64
  %v4 = async.call @fib(%eight) : (i64) -> !async.value<i64>
  %x4 = async.await %v4 : !async.value<i64>
  vector.print %x4 : i64
  %v5 = async.call @allocates() : () -> !async.value<memref<i64>>
  %t5 = async.call @doubles(%v5) : (!async.value<memref<i64>>) -> !async.token
  async.await %t5 : !async.token
  %m = async.await %v5 : !async.value<memref<i64>>
  %x5 = memref.load %m[] : memref<i64>
  vector.print %x5 : i64
  memref.dealloc %m : memref<i64>
  return
}
