// A matrix in tiles, as a packed GEMM has its operands: padded, its dimensions exchanged, and back again; a product of
// matrices in tiles; tiles of an extent that only a value tells.
func.func private @printMemrefF32(tensor<*xf32>)

func.func @number(%rows: index, %columns: index) -> tensor<?x?xf32> {
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %m = arith.muli %i, %c10 : index
    %n = arith.addi %m, %j : index
    %k = arith.index_cast %n : index to i32
    %f = arith.sitofp %k : i32 to f32
    tensor.yield %f : f32
  } : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @there_and_back(%a: tensor<5x7xf32>) -> (tensor<4x2x2x4xf32>, tensor<5x7xf32>) {
  %p = arith.constant -1.0 : f32
  %d = tensor.empty() : tensor<4x2x2x4xf32>
  %0 = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %d : tensor<5x7xf32> -> tensor<4x2x2x4xf32>
  %e = tensor.empty() : tensor<5x7xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %e : tensor<4x2x2x4xf32> -> tensor<5x7xf32>
  return %0, %1 : tensor<4x2x2x4xf32>, tensor<5x7xf32>
}
func.func @matmul(%a: tensor<6x5xf32>, %b: tensor<5x7xf32>) -> tensor<6x7xf32> {
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<3x3x2x2xf32>
  %pa = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %ea : tensor<6x5xf32> -> tensor<3x3x2x2xf32>
  %eb = tensor.empty() : tensor<2x3x4x2xf32>
  %pb = linalg.pack %b padding_value(%zero : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %eb : tensor<5x7xf32> -> tensor<2x3x4x2xf32>
  %ec = tensor.empty() : tensor<3x2x2x4xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<3x2x2x4xf32>) -> tensor<3x2x2x4xf32>
  %pc = linalg.mmt4d ins(%pa, %pb : tensor<3x3x2x2xf32>, tensor<2x3x4x2xf32>) outs(%zc : tensor<3x2x2x4xf32>) -> tensor<3x2x2x4xf32>
  %e = tensor.empty() : tensor<6x7xf32>
  %c = linalg.unpack %pc inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<3x2x2x4xf32> -> tensor<6x7xf32>
  return %c : tensor<6x7xf32>
}
func.func @columns(%a: tensor<?x?xf32>, %into: tensor<?x3x4xf32>) -> tensor<?x3x4xf32> {
  %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [4] into %into : tensor<?x?xf32> -> tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>
}
func.func @main() {
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  %n = call @number(%c5, %c7) : (index, index) -> tensor<?x?xf32>
  %a = tensor.cast %n : tensor<?x?xf32> to tensor<5x7xf32>
  %0:2 = call @there_and_back(%a) : (tensor<5x7xf32>) -> (tensor<4x2x2x4xf32>, tensor<5x7xf32>)
  %u = tensor.cast %0#0 : tensor<4x2x2x4xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %v = tensor.cast %0#1 : tensor<5x7xf32> to tensor<*xf32>
  call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  %m = call @number(%c6, %c5) : (index, index) -> tensor<?x?xf32>
  %b = tensor.cast %m : tensor<?x?xf32> to tensor<6x5xf32>
  %1 = call @matmul(%b, %a) : (tensor<6x5xf32>, tensor<5x7xf32>) -> tensor<6x7xf32>
  %w = tensor.cast %1 : tensor<6x7xf32> to tensor<*xf32>
  call @printMemrefF32(%w) : (tensor<*xf32>) -> ()
  %x = call @number(%c5, %c12) : (index, index) -> tensor<?x?xf32>
  %e = tensor.empty(%c5) : tensor<?x3x4xf32>
  %2 = call @columns(%x, %e) : (tensor<?x?xf32>, tensor<?x3x4xf32>) -> tensor<?x3x4xf32>
  %y = tensor.cast %2 : tensor<?x3x4xf32> to tensor<*xf32>
  call @printMemrefF32(%y) : (tensor<*xf32>) -> ()
  return
}
