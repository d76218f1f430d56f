// Covers tensor.gather and tensor.scatter: with dimensions of extent 1 and without, indices of several types.
func.func @gather(%s: tensor<4x5x6xf32>, %i: tensor<7x2xindex>, %j: tensor<7x2xi32>, %k: tensor<2xindex>, %d: tensor<4x5x?xf32>, %l: tensor<?x2xi64>) -> tensor<7x5xf32> {
  %0 = tensor.gather %s[%i] gather_dims([0, 2]) unique {foo} : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x1x5x1xf32>
  %1 = tensor.gather %s[%j] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<7x2xi32>) -> tensor<7x5xf32>
  %2 = tensor.gather %s[%k] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<2xindex>) -> tensor<5xf32>
  %3 = tensor.gather %d[%l] gather_dims([0, 1]) : (tensor<4x5x?xf32>, tensor<?x2xi64>) -> tensor<?x?xf32>
  return %1 : tensor<7x5xf32>
}
func.func @scatter(%s: tensor<7x1x5x1xf32>, %r: tensor<7x5xf32>, %d: tensor<4x5x6xf32>, %i: tensor<7x2xindex>, %e: tensor<?x?x?xf32>, %p: tensor<?x?xf32>, %j: tensor<?x2xi8>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>) {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 2]) unique : (tensor<7x1x5x1xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
  %1 = tensor.scatter %r into %d[%i] scatter_dims([0, 2]) unique {foo} : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
  %2 = tensor.scatter %p into %e[%j] scatter_dims([1, 2]) unique : (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x2xi8>) -> tensor<?x?x?xf32>
  return %0, %1 : tensor<4x5x6xf32>, tensor<4x5x6xf32>
}
