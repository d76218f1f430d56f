// Parallel loops. Every function takes three arrays of the same shape: it reads the first two and writes the third.

// Bound by memory.
func.func @add(%a: memref<16777216xf32>, %b: memref<16777216xf32>, %c: memref<16777216xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16777216 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<16777216xf32>
    %y = memref.load %b[%i] : memref<16777216xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[%i] : memref<16777216xf32>
  }
  return
}

func.func @rows(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<4096x4096xf32>
    %y = memref.load %b[%i, %j] : memref<4096x4096xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[%i, %j] : memref<4096x4096xf32>
  }
  return
}

func.func @narrow(%a: memref<65536x64xf32>, %b: memref<65536x64xf32>, %c: memref<65536x64xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 65536 : index
  %n = arith.constant 64 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<65536x64xf32>
    %y = memref.load %b[%i, %j] : memref<65536x64xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[%i, %j] : memref<65536x64xf32>
  }
  return
}

// Bound by arithmetic: a polynomial with 64 terms.
func.func @polynomial(%a: memref<1048576xf32>, %b: memref<1048576xf32>, %c: memref<1048576xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %terms = arith.constant 64 : index
  %n = arith.constant 1048576 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<1048576xf32>
    %y = memref.load %b[%i] : memref<1048576xf32>
    %p = scf.for %k = %c0 to %terms step %c1 iter_args(%s = %y) -> f32 {
      %t = arith.mulf %s, %x : f32
      %u = arith.addf %t, %y : f32
      scf.yield %u : f32
    }
    memref.store %p, %c[%i] : memref<1048576xf32>
  }
  return
}

// Too little work for tasks.
func.func @small(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[%i] : memref<?xf32>
  }
  return
}
