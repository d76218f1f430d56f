// PASSES: --affine-loop-fusion=mode=producer

func.func @producer(%out: memref<10xf32>, %x: f32) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %t[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %t[%i] : memref<10xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %out[%i] : memref<10xf32>
  }
  return
}

// -----

func.func @escaping(%t: memref<10xf32>, %out: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.store %x, %t[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %t[%i] : memref<10xf32>
    affine.store %v, %out[%i] : memref<10xf32>
  }
  return
}

// -----

func.func @stencil(%in: memref<12xf32>, %out: memref<10xf32>, %x: f32) {
  %t = memref.alloc() : memref<12xf32>
  affine.for %i = 0 to 12 {
    %v = affine.load %in[%i] : memref<12xf32>
    affine.store %v, %t[%i] : memref<12xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %t[%i] : memref<12xf32>
    %w = affine.load %t[%i + 2] : memref<12xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %out[%i] : memref<10xf32>
  }
  return
}

// -----

func.func @matmulbias(%a: memref<16x8xf32>, %b: memref<8x32xf32>, %bias: memref<32xf32>, %o: memref<16x32xf32>, %z: f32) {
  %t = memref.alloc() : memref<16x32xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.store %z, %t[%i, %j] : memref<16x32xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 8 {
        %x = affine.load %a[%i, %k] : memref<16x8xf32>
        %y = affine.load %b[%k, %j] : memref<8x32xf32>
        %c = affine.load %t[%i, %j] : memref<16x32xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %t[%i, %j] : memref<16x32xf32>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %c = affine.load %t[%i, %j] : memref<16x32xf32>
      %d = affine.load %bias[%j] : memref<32xf32>
      %e = arith.addf %c, %d : f32
      affine.store %e, %o[%i, %j] : memref<16x32xf32>
    }
  }
  return
}

// -----

func.func @sibling(%in: memref<100xf32>, %o: memref<100xf32>, %p: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %v = affine.load %in[%i] : memref<100xf32>
    affine.store %v, %o[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 100 {
    %v = affine.load %in[%i] : memref<100xf32>
    affine.store %v, %p[%i] : memref<100xf32>
  }
  return
}

// -----

func.func @reducerow(%in: memref<100x50xf32>, %o: memref<100xf32>, %z: f32) {
  %t = memref.alloc() : memref<100x50xf32>
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 50 {
      %v = affine.load %in[%i, %j] : memref<100x50xf32>
      %w = arith.mulf %v, %v : f32
      affine.store %w, %t[%i, %j] : memref<100x50xf32>
    }
  }
  affine.for %i = 0 to 100 {
    %s = affine.for %j = 0 to 50 iter_args(%a = %z) -> f32 {
      %v = affine.load %t[%i, %j] : memref<100x50xf32>
      %w = arith.addf %a, %v : f32
      affine.yield %w : f32
    }
    affine.store %s, %o[%i] : memref<100xf32>
  }
  return
}

// -----

func.func @broadcast(%in: memref<100xf32>, %o: memref<100x50xf32>, %z: f32) {
  %t = memref.alloc() : memref<100xf32>
  affine.for %i = 0 to 100 {
      %v = affine.load %in[%i] : memref<100xf32>
      %w = arith.mulf %v, %v : f32
      affine.store %w, %t[%i] : memref<100xf32>
  }
  affine.for %j = 0 to 50 {
   affine.for %i = 0 to 100 {
      %v = affine.load %t[%i] : memref<100xf32>
      affine.store %v, %o[%i, %j] : memref<100x50xf32>
    }
  }
  return
}

// -----

func.func @chain(%in: memref<32x16xf32>, %out: memref<32x16xf32>) {
  %t = memref.alloc() : memref<32x16xf32>
  %u = memref.alloc() : memref<32x16xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      %x = affine.load %in[%i, %j] : memref<32x16xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<32x16xf32>
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      %x = affine.load %t[%i, %j] : memref<32x16xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %u[%i, %j] : memref<32x16xf32>
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      %x = affine.load %u[%i, %j] : memref<32x16xf32>
      %y = arith.maximumf %x, %x : f32
      affine.store %y, %out[%i, %j] : memref<32x16xf32>
    }
  }
  return
}

// -----

func.func @transposed(%in: memref<32x16xf32>, %out: memref<16x32xf32>) {
  %t = memref.alloc() : memref<32x16xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      %x = affine.load %in[%i, %j] : memref<32x16xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<32x16xf32>
    }
  }
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 32 {
      %x = affine.load %t[%i, %j] : memref<32x16xf32>
      affine.store %x, %out[%j, %i] : memref<16x32xf32>
    }
  }
  return
}

// -----

func.func @dependent(%m: memref<64xf32>) {
  affine.for %i = 0 to 32 {
    %x = affine.load %m[%i] : memref<64xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %m[%i + 1] : memref<64xf32>
  }
  affine.for %i = 0 to 32 {
    %x = affine.load %m[%i + 9] : memref<64xf32>
    affine.store %x, %m[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @three(%in: memref<64xf32>, %o: memref<64xf32>, %p: memref<64xf32>, %q: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %y = affine.load %in[%i] : memref<64xf32>
    affine.store %y, %o[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %y = affine.load %in[%i] : memref<64xf32>
    %z = arith.addf %y, %y : f32
    affine.store %z, %p[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %y = affine.load %p[%i] : memref<64xf32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %q[%i] : memref<64xf32>
  }
  return
}
