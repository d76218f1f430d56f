// Covers operations, attributes and types of other registered dialects in the places where these dialects meet them.

#local = #gpu.address_space<workgroup>
!ptr = !llvm.ptr

func.func private @types(!ptr, !llvm.struct<(i32, array<4 x f32>, ptr)>, !async.token, !async.value<f32>, !gpu.async.token, memref<4xf32, #local>, tensor<3x!ptr>, vector<2x!ptr>, tuple<!ptr, i32>)

func.func private @attributes() attributes {
  doc.a = #gpu.block<x>, doc.b = #gpu<dim x>, doc.c = #local, doc.d = #llvm.fastmath<nnan>,
  // Dense strings: any element type that is no number.
  doc.e = dense<"one"> : tensor<2x!ptr>, doc.f = dense<["a", "b\22c"]> : tensor<2x!ptr>, doc.g = dense<[["x"], ["y"]]> : tensor<2x1x!ptr>,
  doc.h = sparse<[[0, 1], [1, 0]], ["a", "b"]> : tensor<2x2x!ptr>, doc.i = "typed" : !ptr
}

func.func @mapping(%n: index) {
  scf.forall (%i, %j) in (%n, 8) {
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  scf.forall (%i) in (32) {
  } {mapping = [#gpu.thread<linear_dim_0>], doc.note}
  return
}

func.func @parallel_insert(%n: index, %init: tensor<?xf32>, %other: tensor<8x?xi32>, %piece: tensor<4xf32>, %tile: tensor<1x4xi32>) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %init) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %piece into %o[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    }
  }
  %s:2 = scf.forall (%i, %j) = (0, 0) to (8, %n) step (1, 4) shared_outs(%a = %r, %b = %other) -> (tensor<?xf32>, tensor<8x?xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %piece into %a[%j] [4] [1] : tensor<4xf32> into tensor<?xf32>
      tensor.parallel_insert_slice %tile into %b[%i, %j] [1, 4] [1, 1] : tensor<1x4xi32> into tensor<8x?xi32>
    }
  } {doc.note}
  return %s#0 : tensor<?xf32>
}

func.func @token(%m: memref<4xf32>) {
  %t = async.execute {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
