// Attributes of operations on tensors.
func.func @extract(%a: tensor<8x8xf32>) -> tensor<3x3xf32> {
  %s = tensor.extract_slice %a[1, 1] [3, 3] [2, 2] : tensor<8x8xf32> to tensor<3x3xf32>
  return %s : tensor<3x3xf32>
}

// -----

func.func @insert(%a: tensor<8x8xf32>, %b: tensor<3x3xf32>) -> tensor<8x8xf32> {
  %s = tensor.insert_slice %b into %a[1, 1] [3, 3] [2, 2] : tensor<3x3xf32> into tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// -----

func.func @parallel(%a: tensor<8xf32>, %b: tensor<1xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %a) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

func.func @pad(%a: tensor<4x4xf32>, %x: f32) -> tensor<7x?xf32> {
  %c1 = arith.constant 1 : index
  %r = tensor.pad %a low[1, 0] high[2, %c1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<7x?xf32>
  return %r : tensor<7x?xf32>
}

// -----

func.func @concat(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<?x?xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

// -----

ml_program.global private mutable @g(dense<[1, 2, 3, 4]> : tensor<4xi32>) : tensor<4xi32>
func.func @global(%a: tensor<4xi32>) -> tensor<4xi32> {
  %v = ml_program.global_load @g : tensor<4xi32>
  %s = arith.addi %v, %a : tensor<4xi32>
  ml_program.global_store @g = %s : tensor<4xi32>
  %w = ml_program.global_load @g : tensor<4xi32>
  return %w : tensor<4xi32>
}

// -----

func.func @writable(%m: memref<4xi32>, %x: i32, %i: index) {
  %t = bufferization.to_tensor %m restrict writable : memref<4xi32> to tensor<4xi32>
  %b = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  %k = arith.constant 2 : index
  memref.store %x, %b[%k] : memref<4xi32>
  return
}

// -----

func.func @gather(%a: tensor<4x4xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  %r = tensor.gather %a[%i] gather_dims([1]) unique : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

func.func @scatter(%a: tensor<2x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %i = arith.constant dense<[[2], [1]]> : tensor<2x1xindex>
  %r = tensor.scatter %a into %b[%i] scatter_dims([1]) unique : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @pack(%a: tensor<4x4xf32>) -> tensor<4x2x2xf32> {
  %e = tensor.empty() : tensor<4x2x2xf32>
  %r = linalg.pack %a outer_dims_perm = [0, 1] inner_dims_pos = [1] inner_tiles = [2] into %e : tensor<4x4xf32> -> tensor<4x2x2xf32>
  return %r : tensor<4x2x2xf32>
}

// -----

func.func @unpack(%a: tensor<2x2x2x2xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.unpack %a outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<2x2x2x2xf32> -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @pack_two(%a: tensor<4x4xf32>) -> tensor<2x2x2x2xf32> {
  %e = tensor.empty() : tensor<2x2x2x2xf32>
  %r = linalg.pack %a outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x4xf32> -> tensor<2x2x2x2xf32>
  return %r : tensor<2x2x2x2xf32>
}

// -----

func.func @winograd(%a: tensor<1x?x1x2xf32>, %b: tensor<6x1x1x1x1x2xf32>, %c: tensor<1x?x1x2xf32>) -> (tensor<6x1x?x1x1x2xf32>, tensor<1x?x1x2xf32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%c1) : tensor<6x1x?x1x1x2xf32>
  %i = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<1x?x1x2xf32>) outs(%e : tensor<6x1x?x1x1x2xf32>) -> tensor<6x1x?x1x1x2xf32>
  %v = tensor.cast %b : tensor<6x1x1x1x1x2xf32> to tensor<6x1x?x1x1x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x1x?x1x1x2xf32>) outs(%c : tensor<1x?x1x2xf32>) -> tensor<1x?x1x2xf32>
  return %i, %o : tensor<6x1x?x1x1x2xf32>, tensor<1x?x1x2xf32>
}
