// What --async-parallel-for makes of a parallel loop: it asks for the number of workers.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10000 : index
  %m = memref.alloc() : memref<10000xi64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k = arith.index_cast %i : index to i64
    %x = arith.muli %k, %k : i64
    memref.store %x, %m[%i] : memref<10000xi64>
  }
  %zero = arith.constant 0 : i64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> i64 {
    %x = memref.load %m[%i] : memref<10000xi64>
    %b = arith.addi %a, %x : i64
    scf.yield %b : i64
  }
  func.call @printI64(%s) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %m : memref<10000xi64>
  return
}
