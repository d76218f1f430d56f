// Covers a whole program on an image: a blur of the interior, a histogram with atomic updates, a parallel reduction.

#inside = affine_set<(d0, d1)[s0, s1] : (d0 - 1 >= 0, d1 - 1 >= 0, s0 - d0 - 2 >= 0, s1 - d1 - 2 >= 0)>

module @image {
  memref.global "private" constant @weights : memref<3x3xf32> = dense<[[0.0625, 0.125, 0.0625], [0.125, 0.25, 0.125], [0.0625, 0.125, 0.0625]]>

  func.func @blur(%in: memref<?x?xf32>, %out: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %h = memref.dim %in, %c0 : memref<?x?xf32>
    %w = memref.dim %in, %c1 : memref<?x?xf32>
    %weights = memref.get_global @weights : memref<3x3xf32>
    affine.parallel (%y, %x) = (0, 0) to (symbol(%h), symbol(%w)) {
      affine.if #inside(%y, %x)[%h, %w] {
        %sum = affine.for %dy = -1 to 2 iter_args(%acc = %zero) -> (f32) {
          %row = affine.for %dx = -1 to 2 iter_args(%s = %acc) -> (f32) {
            %pixel = affine.load %in[%y + %dy, %x + %dx] : memref<?x?xf32>
            %weight = affine.load %weights[%dy + 1, %dx + 1] : memref<3x3xf32>
            %t = math.fma %pixel, %weight, %s fastmath<contract> : f32
            affine.yield %t : f32
          }
          affine.yield %row : f32
        }
        affine.store %sum, %out[%y, %x] : memref<?x?xf32>
      } else {
        %pixel = affine.load %in[%y, %x] : memref<?x?xf32>
        affine.store %pixel, %out[%y, %x] : memref<?x?xf32>
      }
    }
    return
  }

  func.func @histogram(%in: memref<?x?xf32>, %bins: memref<256xi32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %low = arith.constant 0.0 : f32
    %high = arith.constant 255.0 : f32
    %h = memref.dim %in, %c0 : memref<?x?xf32>
    %w = memref.dim %in, %c1 : memref<?x?xf32>
    %brightest = scf.parallel (%y, %x) = (%c0, %c0) to (%h, %w) step (%c1, %c1) init (%low) -> f32 {
      %pixel = memref.load %in[%y, %x] {nontemporal = true} : memref<?x?xf32>
      %clamped = math.clampf %pixel to [%low, %high] fastmath<nnan> : f32
      %bin = arith.fptoui %clamped : f32 to i8
      %index = arith.index_castui %bin : i8 to index
      %old = memref.atomic_rmw addi %one, %bins[%index] : (i32, memref<256xi32>) -> i32
      scf.reduce(%clamped : f32) {
      ^bb0(%lhs: f32, %rhs: f32):
        %max = arith.maximumf %lhs, %rhs : f32
        scf.reduce.return %max : f32
      }
    }
    return %brightest : f32
  }

  func.func @quadrants(%in: memref<256x256xf32>, %scratch: memref<512x512xi8>) -> (memref<128x128xf32, strided<[256, 1], offset: ?>>, index) {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %quadrant = memref.subview %in[%c128, 0] [128, 128] [1, 1] : memref<256x256xf32> to memref<128x128xf32, strided<[256, 1], offset: ?>>
    %flat = memref.collapse_shape %scratch [[0, 1]] : memref<512x512xi8> into memref<262144xi8>
    %copy = memref.view %flat[%c0][] : memref<262144xi8> to memref<256x256xf32>
    memref.copy %in, %copy : memref<256x256xf32> to memref<256x256xf32>
    %which = scf.index_switch %c128 -> index
    case 0 {
      scf.yield %c0 : index
    }
    default {
      scf.yield %c128 : index
    }
    return %quadrant, %which : memref<128x128xf32, strided<[256, 1], offset: ?>>, index
  }
}
