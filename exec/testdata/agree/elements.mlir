// with i=2
// Constants whose elements stand behind the program, or are given by their places.
memref.global "private" constant @g : memref<2x3xi32> = sparse<[[0, 1], [1, 2]], [5, 7]>
memref.global "private" constant @h : memref<4xf32> = dense_resource<w>
func.func @main(%i: index) -> (i32, f32) {
  %c = memref.get_global @g : memref<2x3xi32>
  %d = memref.get_global @h : memref<4xf32>
  %c1 = arith.constant 1 : index
  %r = memref.load %c[%c1, %i] : memref<2x3xi32>
  %s = memref.load %d[%i] : memref<4xf32>
  return %r, %s : i32, f32
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
