func.func @main() {
  %m = memref.alloc() : memref<4x6xi32>
  %s = memref.subview %m[1, 2] [2, 2] [1, 2] : memref<4x6xi32> to memref<2x2xi32, strided<[6, 2], offset: 8>>
  %b, %o, %sz:2, %st:2 = memref.extract_strided_metadata %s : memref<2x2xi32, strided<[6, 2], offset: 8>> -> memref<i32>, index, index, index, index, index
  vector.print %o : index
  vector.print %st#1 : index
  %r = memref.rank %m : memref<4x6xi32>
  vector.print %r : index
  memref.dealloc %m : memref<4x6xi32>
  return
}
