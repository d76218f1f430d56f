// Covers nested symbol tables: references from inside to outside and into nested modules, shadowing, private symbols.

module @outer {
  memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>

  func.func private @helper(i32) -> i32

  module @inner {
    // The same name in another table is another symbol.
    func.func private @helper(f32) -> f32
    memref.global "private" @table : memref<2xf32> = uninitialized

    func.func nested @entry(%x: f32) -> f32 {
      %0 = func.call @helper(%x) : (f32) -> f32
      %1 = memref.get_global @table : memref<2xf32>
      return %0 : f32
    }

    module @innermost attributes {sym_visibility = "nested"} {
      func.func @leaf() {
        return
      }
    }
  }

  func.func @entry(%x: i32) -> i32 {
    %0 = func.call @helper(%x) : (i32) -> i32
    %1 = memref.get_global @table : memref<4xi32>
    // Nested references need not resolve in an attribute of no meaning.
    %2 = arith.addi %0, %x {doc.refs = [@inner::@entry, @inner::@innermost::@leaf, @no::@such::@symbol]} : i32
    return %2 : i32
  }

  // Recursion, mutual recursion and use before definition are no problem.
  func.func @even(%n: i32) -> i1 {
    %r = call @odd(%n) : (i32) -> i1
    return %r : i1
  }
  func.func @odd(%n: i32) -> i1 {
    %r = call @even(%n) : (i32) -> i1
    return %r : i1
  }
}
