// PASSES: --affine-parallelize=parallel-reductions=1

func.func @f(%m: memref<100x100xf32>, %n: memref<100xi32>, %k: index) -> i32 {
  affine.for %i = max affine_map<()[s0]->(0, s0)>()[%k] to min affine_map<()[s0]->(50, s0+10)>()[%k] step 2 {
    affine.for %j = 0 to %k {
      %x = affine.load %m[%i, %j] : memref<100x100xf32>
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  } 
  %z = arith.constant 3 : i32
  %a:2 = affine.for %i = 0 to 100 iter_args(%s = %z, %t = %z) -> (i32, i32) { %x = affine.load %n[%i] : memref<100xi32>
    %y = arith.addi %x, %s : i32
    %w = arith.muli %t, %x : i32
    affine.yield %y, %w : i32, i32 }
  return %a#1 : i32
}

// -----

func.func @kinds(%m: memref<100xf32>, %n: memref<100xi32>, %z: f32, %i: i32) -> (f32, f32, f32, f32, i32, i32, i32, i32) {
  %r:8 = affine.for %k = 0 to 100 iter_args(%a = %z, %b = %z, %c = %z, %d = %z, %e = %i, %f = %i, %g = %i, %h = %i) -> (f32, f32, f32, f32, i32, i32, i32, i32) {
    %x = affine.load %m[%k] : memref<100xf32>
    %y = affine.load %n[%k] : memref<100xi32>
    %a1 = arith.addf %a, %x fastmath<fast> : f32
    %b1 = arith.mulf %x, %b : f32
    %c1 = arith.maximumf %x, %c : f32
    %d1 = arith.minimumf %d, %x : f32
    %e1 = arith.addi %e, %y : i32
    %f1 = arith.muli %f, %y : i32
    %g1 = arith.andi %y, %g : i32
    %h1 = arith.ori %y, %h : i32
    affine.yield %a1, %b1, %c1, %d1, %e1, %f1, %g1, %h1 : f32, f32, f32, f32, i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : f32, f32, f32, f32, i32, i32, i32, i32
}

// -----

func.func @none(%m: memref<100xf32>, %z: f32) -> (f32, f32, f32) {
  %a = affine.for %k = 0 to 100 iter_args(%s = %z) -> f32 {
    %x = affine.load %m[%k] : memref<100xf32>
    %y = arith.subf %s, %x : f32
    affine.yield %y : f32
  }
  %b = affine.for %k = 0 to 100 iter_args(%s = %z) -> f32 {
    %y = arith.addf %s, %s : f32
    affine.yield %y : f32
  }
  %c = affine.for %k = 0 to 100 iter_args(%s = %z) -> f32 {
    %x = affine.load %m[%k] : memref<100xf32>
    %y = arith.addf %s, %x : f32
    affine.store %y, %m[%k] : memref<100xf32>
    affine.yield %y : f32
  }
  return %a, %b, %c : f32, f32, f32
}

// -----

func.func @nested(%m: memref<10x10xf32>, %z: f32) -> f32 {
  %r = affine.for %i = 0 to 10 iter_args(%s = %z) -> f32 {
    %p = affine.for %j = 0 to 10 iter_args(%t = %z) -> f32 {
      %x = affine.load %m[%i, %j] : memref<10x10xf32>
      %y = arith.addf %t, %x : f32
      affine.yield %y : f32
    }
    %q = arith.addf %s, %p : f32
    affine.yield %q : f32
  }
  return %r : f32
}
