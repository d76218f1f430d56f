#map = affine_map<(d0) -> (d0 + 4)>
#map1 = affine_map<()[s0] -> (s0 * 3)>
#map2 = affine_map<()[s0, s1] -> (s1, s0)>
#map3 = affine_map<()[s0, s1] -> (6, 9, s1, s0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0)[s0] -> (d0 + 16, s0)>
#map6 = affine_map<(d0) -> (d0 + 16)>
#map7 = affine_map<(d0) -> (5, 9, d0 + 2)>
#map8 = affine_map<(d0)[s0] -> (5, s0 * 3, d0, d0 + 2)>
#map9 = affine_map<(d0) -> (d0 * 2)>
#map10 = affine_map<()[s0] -> (s0 floordiv 0)>
#set = affine_set<(d0) : (d0 - 2 >= 0)>
#set1 = affine_set<(d0)[s0] : (d0 * 3 - s0 + 4 >= 0)>
#set2 = affine_set<()[s0] : (s0 >= 0)>
module {
  func.func @compose_into_access(%arg0: memref<?xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 10 {
      %0 = affine.load %arg0[%arg2 * 2 + 1] : memref<?xf32>
      affine.store %0, %arg0[%arg2 * 2 + 2] : memref<?xf32>
    }
    return
  }
  func.func @constant_bounds(%arg0: memref<?xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 4 {
      affine.for %arg3 = 4 to #map(%arg2) {
        %0 = affine.load %arg0[%arg2 + %arg3 + 4] : memref<?xf32>
        affine.store %0, %arg0[4] : memref<?xf32>
      }
    }
    return
  }
  func.func @trivial_applies(%arg0: index) -> (index, index, index, index) {
    %c16 = arith.constant 16 : index
    %0 = affine.apply #map1()[%arg0]
    return %arg0, %c16, %arg0, %0 : index, index, index, index
  }
  func.func @min_max(%arg0: index, %arg1: index) -> (index, index, index, index, index) {
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %0 = affine.min #map2()[%arg1, %arg0]
    %1 = affine.min #map3()[%arg1, %arg0]
    return %c4, %c7, %0, %arg0, %1 : index, index, index, index, index
  }
  func.func @constant_conditions(%arg0: index) {
    affine.for %arg1 = 0 to 10 {
      "test.b"() : () -> ()
      "test.a"() : () -> ()
      affine.if #set(%arg1) {
        "test.a"() : () -> ()
      }
    }
    return
  }
  func.func @compose_into_condition(%arg0: index) {
    affine.for %arg1 = 0 to 10 {
      affine.if #set1(%arg1)[%arg0] {
        "test.a"() : () -> ()
      }
    }
    return
  }
  func.func @loop_without_iterations(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
  func.func @passing_loop(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
  func.func @empty_loops(%arg0: f32) {
    affine.for %arg1 = 0 to 0 {
      "test.a"() : () -> ()
    }
    return
  }
  func.func @ranges_of_variables(%arg0: memref<100xf32>) {
    affine.for %arg1 = 0 to 4 {
      affine.for %arg2 = 0 to 8 {
        %0 = affine.load %arg0[0] : memref<100xf32>
        %1 = affine.load %arg0[%arg2] : memref<100xf32>
        %2 = affine.load %arg0[%arg1] : memref<100xf32>
        %3 = affine.load %arg0[%arg2] : memref<100xf32>
        %4 = affine.load %arg0[%arg2 mod 4] : memref<100xf32>
        "test.use"(%0, %1, %2, %3, %4) : (f32, f32, f32, f32, f32) -> ()
      }
    }
    return
  }
  func.func @tiled_ranges(%arg0: memref<100xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 64 step 16 {
      affine.for %arg3 = #map4(%arg2) to min #map5(%arg2)[%arg1] {
        %0 = affine.load %arg0[%arg3 mod 16] : memref<100xf32>
        %1 = affine.load %arg0[0] : memref<100xf32>
        %2 = affine.load %arg0[%arg2 floordiv 16] : memref<100xf32>
        "test.use"(%0, %1, %2) : (f32, f32, f32) -> ()
      }
      affine.for %arg3 = #map4(%arg2) to #map6(%arg2) {
        "test.a"(%arg3) : (index) -> ()
      }
    }
    return
  }
  func.func @parallel_bounds(%arg0: index, %arg1: index) {
    affine.parallel (%arg2, %arg3) = (0, 0) to (symbol(%arg0), min(symbol(%arg1), symbol(%arg0) + 4)) {
      affine.parallel (%arg4) = (%arg2 + 1) to (%arg2 + 5) {
        "test.a"(%arg4) : (index) -> ()
      }
    }
    return
  }
  func.func @accesses_of_cast(%arg0: memref<4xf32>, %arg1: index) -> f32 {
    %cast = memref.cast %arg0 : memref<4xf32> to memref<?xf32>
    %0 = affine.load %arg0[symbol(%arg1)] : memref<4xf32>
    affine.store %0, %arg0[symbol(%arg1) + 1] : memref<4xf32>
    affine.prefetch %arg0[symbol(%arg1)], read, locality<1>, data : memref<4xf32>
    %1 = affine.vector_load %cast[symbol(%arg1)] : memref<?xf32>, vector<4xf32>
    affine.vector_store %1, %cast[symbol(%arg1)] : memref<?xf32>, vector<4xf32>
    return %0 : f32
  }
  func.func @index_digits(%arg0: index, %arg1: index) -> (index, index, index, index, index, index, index) {
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %0:2 = affine.delinearize_index %arg0 into (%arg1, 4) : index, index
    return %0#0, %0#1, %c7, %c3, %c1, %arg0, %c16 : index, index, index, index, index, index, index
  }
  func.func @digits_there_and_back(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index) {
    return %arg0, %arg1, %arg2 : index, index, index
  }
  func.func @symbols_from_dim(%arg0: memref<?xf32>, %arg1: index) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    affine.for %arg2 = 0 to %dim {
      %0 = affine.load %arg0[(%arg2 + symbol(%dim)) floordiv 2] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
    return
  }
  func.func @collected_terms(%arg0: memref<?xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 100 {
      affine.for %arg3 = 0 to 100 {
        %0 = affine.load %arg0[%arg2 - ((%arg2 * 3 + %arg3 - symbol(%arg1) + 3) floordiv 8) * 8] : memref<?xf32>
        "test.use"(%0) : (f32) -> ()
      }
    }
    return
  }
  func.func @min_max_of_variable(%arg0: memref<?xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 100 {
      %0 = affine.min #map7(%arg2)
      %1 = affine.max #map8(%arg2)[%arg1]
      "test.use"(%0, %1) : (index, index) -> ()
    }
    return
  }
  func.func @ranges_with_step(%arg0: index) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    affine.for %arg1 = 0 to 10 step 3 {
      "test.use"(%c0, %c1) : (index, index) -> ()
    }
    return
  }
  func.func @dma_maps(%arg0: memref<8xf32>, %arg1: memref<2xi32>, %arg2: index) {
    affine.for %arg3 = 0 to 4 {
      %0 = affine.apply #map9(%arg3)
      affine.dma_start %arg0[%0], %arg0[%arg3], %arg1[0], %arg2 : memref<8xf32>, memref<8xf32>, memref<2xi32>
      affine.dma_wait %arg1[0], %arg2 : memref<2xi32>
    }
    return
  }
  func.func @division_by_zero(%arg0: index) -> index {
    %0 = affine.apply #map10()[%arg0]
    return %0 : index
  }
  func.func @swapping_loop(%arg0: f32, %arg1: index) -> (f32, f32) {
    %0:2 = affine.for %arg2 = 0 to %arg1 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (f32, f32) {
      affine.yield %arg4, %arg3 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @swapping_two(%arg0: f32, %arg1: f32, %arg2: index) -> (f32, f32) {
    %0:2 = affine.for %arg3 = 0 to %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (f32, f32) {
      affine.yield %arg5, %arg4 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @constant_branches(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0 = affine.if #set2()[%arg2] -> f32 {
      affine.yield %arg0 : f32
    } else {
      affine.yield %arg1 : f32
    }
    %1 = affine.if #set2()[%arg2] -> f32 {
      affine.yield %arg0 : f32
    } else {
      affine.yield %arg0 : f32
    }
    %2 = arith.addf %0, %1 : f32
    return %2 : f32
  }
  memref.global "private" constant @g : memref<2xi32> = dense<[7, 8]>
  func.func @constant_global() -> i32 {
    %c8_i32 = arith.constant 8 : i32
    return %c8_i32 : i32
  }
  func.func @equal_bounds(%arg0: memref<4xf32>, %arg1: index) {
    affine.for %arg2 = 0 to 4 {
      affine.for %arg3 = %arg1 to %arg1 {
        "test.use"(%arg2, %arg3) : (index, index) -> ()
      }
    }
    return
  }
  func.func @one_passed_on(%arg0: f32, %arg1: f32) -> (f32, f32) {
    %0:2 = affine.for %arg2 = 0 to 10 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (f32, f32) {
      %1 = "test.a"(%arg3, %arg4) : (f32, f32) -> f32
      affine.yield %arg3, %1 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @swap_even(%arg0: f32, %arg1: f32) -> (f32, f32) {
    %0:2 = affine.for %arg2 = 0 to 10 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (f32, f32) {
      affine.yield %arg4, %arg3 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @swap_odd(%arg0: f32, %arg1: f32) -> (f32, f32) {
    %0:2 = affine.for %arg2 = 0 to 11 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (f32, f32) {
      affine.yield %arg4, %arg3 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @pass_two(%arg0: f32, %arg1: f32, %arg2: index) -> (f32, f32) {
    return %arg0, %arg1 : f32, f32
  }
  func.func @unused_carried(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0:2 = affine.for %arg3 = 0 to %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (f32, f32) {
      %1 = "test.a"(%arg4) : (f32) -> f32
      %2 = "test.a"(%arg5) : (f32) -> f32
      affine.yield %1, %2 : f32, f32
    }
    return %0#0 : f32
  }
  func.func @unused_pure_carried(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0:2 = affine.for %arg3 = 0 to %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (f32, f32) {
      %1 = arith.addf %arg4, %arg0 : f32
      %2 = arith.addf %arg5, %arg1 : f32
      affine.yield %1, %2 : f32, f32
    }
    return %0#0 : f32
  }
  func.func @outer_values(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    return %arg1 : f32
  }
  func.func @equal_carried(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0:2 = affine.for %arg3 = 0 to %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg0) -> (f32, f32) {
      %2 = "test.a"(%arg4, %arg5) : (f32, f32) -> f32
      affine.yield %2, %2 : f32, f32
    }
    %1 = arith.addf %0#0, %0#1 : f32
    return %1 : f32
  }
  func.func @equal_branches(%arg0: f32, %arg1: f32, %arg2: index) -> (f32, f32) {
    %0:2 = affine.if #set2()[%arg2] -> (f32, f32) {
      %1 = "test.a"() : () -> f32
      affine.yield %1, %1 : f32, f32
    } else {
      affine.yield %arg1, %arg1 : f32, f32
    }
    return %0#0, %0#1 : f32, f32
  }
  func.func @unused_branch_value(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0:2 = affine.if #set2()[%arg2] -> (f32, f32) {
      %1 = "test.a"() : () -> f32
      affine.yield %1, %arg0 : f32, f32
    } else {
      affine.yield %arg1, %arg1 : f32, f32
    }
    return %0#0 : f32
  }
  func.func @unused_reduction(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
    %0:2 = affine.parallel (%arg3) = (0) to (symbol(%arg2)) reduce ("addf", "addf") -> (f32, f32) {
      affine.yield %arg1, %arg1 : f32, f32
    }
    return %0#0 : f32
  }
  func.func @one_iteration(%arg0: f32, %arg1: index) {
    affine.for %arg2 = 0 to 1 {
      "test.a"(%arg2) : (index) -> ()
    }
    affine.for %arg2 = 3 to 4 {
      "test.a"(%arg2) : (index) -> ()
    }
    affine.for %arg2 = 3 to 8 step 10 {
      "test.a"(%arg2) : (index) -> ()
    }
    return
  }
  func.func @one_iteration_carried(%arg0: f32, %arg1: index) -> f32 {
    %0 = affine.for %arg2 = 0 to 1 iter_args(%arg3 = %arg0) -> (f32) {
      %1 = "test.a"(%arg2, %arg3) : (index, f32) -> f32
      affine.yield %1 : f32
    }
    return %0 : f32
  }
}
