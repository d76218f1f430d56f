// Covers the names of values in the input (numbers, words, odd characters, packs) and how the printer renumbers them.

func.func @spelling(%arg: i32, %0: i32, %1: i32, %_: i32, %a.b$c-d: i32, %A9: i32, %i32: i32) -> i32 {
  %7 = arith.addi %arg, %0 : i32
  %003 = arith.addi %7, %1 : i32
  %x-1 = arith.addi %_, %a.b$c-d : i32
  %true = arith.addi %A9, %i32 : i32
  %return = arith.addi %x-1, %true : i32
  %c0 = arith.addi %return, %003 : i32
  // The name that a constant would get is free: names of the input are not kept.
  %value = arith.constant 0 : index
  return %c0 : i32
}

func.func @packs(%x: i32, %y: f32) -> (i32, f32, i32) {
  // One name for all results, one name per result, groups.
  %p:2 = builtin.unrealized_conversion_cast %x, %y : i32, f32 to i32, f32
  %q, %r = builtin.unrealized_conversion_cast %p#0, %p#1 : i32, f32 to i32, f32
  %s:2, %t = builtin.unrealized_conversion_cast %q, %r, %x : i32, f32, i32 to i32, f32, i32
  %u:1 = builtin.unrealized_conversion_cast %s#0 : i32 to i32
  // A name of one result may be used with or without its number.
  %v = arith.addi %t#0, %u : i32
  %w = arith.addi %u#0, %v#0 : i32
  // Results that nobody names.
  builtin.unrealized_conversion_cast %w : i32 to i64
  builtin.unrealized_conversion_cast %w : i32 to i64, i64
  return %s#0, %s#1, %w : i32, f32, i32
}

// Names are per isolated region, so functions start again; a nested module does too.
func.func @restart(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// A value defined in a region may share its name with one defined in a sibling region.
func.func @scopes(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %t = arith.addi %x, %x : i32
    scf.yield %t : i32
  } else {
    %t = arith.muli %x, %x : i32
    scf.yield %t : i32
  }
  %t = arith.subi %r, %x : i32
  return %t : i32
}

// Names that ops ask for, made unique with a suffix that counts on for all names of the function.
func.func @suggested(%n: index, %m: memref<?x?xf32>) {
  %a = arith.constant 1 : index
  %b = arith.constant 1 : index
  %c = arith.constant 1 : index
  %d = memref.dim %m, %a : memref<?x?xf32>
  %e = memref.dim %m, %b : memref<?x?xf32>
  scf.for %i = %a to %d step %b {
    %f = arith.constant 1 : index
    %g = memref.alloc(%f) : memref<?xf32>
    scf.for %j = %f to %e step %c {
      %h = arith.constant 1 : index
      %k = memref.alloc(%h) : memref<?xf32>
      memref.dealloc %k : memref<?xf32>
    }
    %l = memref.alloc(%f) : memref<?xf32>
  }
  %o = memref.alloc(%n) : memref<?xf32>
  return
}
