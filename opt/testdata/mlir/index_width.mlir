// PASSES: --convert-func-to-llvm --reconcile-unrealized-casts
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
  func.func @f(%i: index, %m: memref<?xf32>, %c: i1) -> (index, memref<?xf32>) {
    return %i, %m : index, memref<?xf32>
  }
  func.func @g(%i: index, %m: memref<?xf32>, %c: i1) -> index {
    %a, %b = func.call @f(%i, %m, %c) : (index, memref<?xf32>, i1) -> (index, memref<?xf32>)
    return %a : index
  }
}
