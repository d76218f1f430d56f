// PASSES: --affine-parallelize

func.func @product(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  affine.for %i = 0 to 4096 {
    affine.for %j = 0 to 4096 {
      affine.for %k = 0 to 4096 {
        %x = affine.load %a[%i, %k] : memref<4096x4096xf32>
        %y = affine.load %b[%k, %j] : memref<4096x4096xf32>
        %z = affine.load %c[%i, %j] : memref<4096x4096xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<4096x4096xf32>
      }
    }
  }
  return
}

// -----

func.func @bounds(%m: memref<100x100xf32>, %k: index) {
  affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%k] to min affine_map<()[s0] -> (50, s0 + 10)>()[%k] step 2 {
    affine.for %j = 0 to %k {
      %x = affine.load %m[%i, %j] : memref<100x100xf32>
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// -----

func.func @triangle(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 100 {
      %x = affine.load %m[%j, %i] : memref<100x100xf32>
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// -----

func.func @stencil(%m: memref<101x101xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      %x = affine.load %m[%i, %j] : memref<101x101xf32>
      affine.store %x, %m[%i + 1, %j] : memref<101x101xf32>
    }
  }
  return
}

// -----

func.func @allocated(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    %t = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 4 {
      affine.store %x, %t[%j] : memref<4xf32>
    }
    %y = affine.load %t[1] : memref<4xf32>
    affine.store %y, %m[%i] : memref<100xf32>
  }
  return
}

// -----

func.func @carried(%m: memref<100xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 100 iter_args(%s = %x) -> f32 {
    %y = affine.load %m[%i] : memref<100xf32>
    %z = arith.addf %s, %y : f32
    affine.yield %z : f32
  }
  return %r : f32
}

// -----

func.func @condition(%m: memref<100xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      affine.store %x, %m[%i] : memref<100xf32>
    }
  }
  return
}

// -----

func.func private @other()
func.func @call() {
  affine.for %i = 0 to 100 {
    func.call @other() : () -> ()
  }
  return
}

// -----

func.func @unknown(%m: memref<100xf32>, %at: memref<100xindex>, %x: f32) {
  affine.for %i = 0 to 100 {
    %k = affine.load %at[%i] : memref<100xindex>
    memref.store %x, %m[%k] : memref<100xf32>
  }
  return
}
