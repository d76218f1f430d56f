module {
  func.func @gemm(%arg0: memref<16x64xf32>, %arg1: memref<64x16xf32>, %arg2: memref<16x16xf32>) {
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %cst = arith.constant 0.000000e+00 : f32
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        memref.store %cst, %arg2[%arg3, %arg4] : memref<16x16xf32>
      }
    }
    %alloc = memref.alloc() : memref<4x16x8xf32, 3>
    %alloc_0 = memref.alloc() : memref<4x8x16xf32, 3>
    %alloc_1 = memref.alloc() : memref<2x16x4xf32, 5>
    %alloc_2 = memref.alloc() : memref<2x4x16xf32, 5>
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c16 step %c1 {
          scf.for %arg4 = %c0 to %c8 step %c1 {
            %0 = memref.load %arg0[%arg3, %arg4] : memref<16x64xf32>
            memref.store %0, %alloc[%c0, %arg3, %arg4] : memref<4x16x8xf32, 3>
          }
        }
      }
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c8 step %c1 {
          scf.for %arg4 = %c0 to %c16 step %c1 {
            %0 = memref.load %arg1[%arg3, %arg4] : memref<64x16xf32>
            memref.store %0, %alloc_0[%c0, %arg3, %arg4] : memref<4x8x16xf32, 3>
          }
        }
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c16 step %c1 {
          scf.for %arg4 = %c0 to %c8 step %c1 {
            %0 = arith.addi %arg4, %c8 : index
            %1 = memref.load %arg0[%arg3, %0] : memref<16x64xf32>
            memref.store %1, %alloc[%c1, %arg3, %arg4] : memref<4x16x8xf32, 3>
          }
        }
      }
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c8 step %c1 {
          %0 = arith.addi %arg3, %c8 : index
          scf.for %arg4 = %c0 to %c16 step %c1 {
            %1 = memref.load %arg1[%0, %arg4] : memref<64x16xf32>
            memref.store %1, %alloc_0[%c1, %arg3, %arg4] : memref<4x8x16xf32, 3>
          }
        }
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c16 step %c1 {
          scf.for %arg4 = %c0 to %c8 step %c1 {
            %0 = arith.addi %arg4, %c16 : index
            %1 = memref.load %arg0[%arg3, %0] : memref<16x64xf32>
            memref.store %1, %alloc[%c2, %arg3, %arg4] : memref<4x16x8xf32, 3>
          }
        }
      }
      pipeline.async_scope {
        scf.for %arg3 = %c0 to %c8 step %c1 {
          %0 = arith.addi %arg3, %c16 : index
          scf.for %arg4 = %c0 to %c16 step %c1 {
            %1 = memref.load %arg1[%0, %arg4] : memref<64x16xf32>
            memref.store %1, %alloc_0[%c2, %arg3, %arg4] : memref<4x8x16xf32, 3>
          }
        }
      }
    }
    pipeline.wait_queue 0, 2 {
      scf.for %arg3 = %c0 to %c16 step %c1 {
        scf.for %arg4 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc[%c0, %arg3, %arg4] : memref<4x16x8xf32, 3>
          memref.store %0, %alloc_1[%c0, %arg3, %arg4] : memref<2x16x4xf32, 5>
        }
      }
      scf.for %arg3 = %c0 to %c4 step %c1 {
        scf.for %arg4 = %c0 to %c16 step %c1 {
          %0 = memref.load %alloc_0[%c0, %arg3, %arg4] : memref<4x8x16xf32, 3>
          memref.store %0, %alloc_2[%c0, %arg3, %arg4] : memref<2x4x16xf32, 5>
        }
      }
    }
    scf.for %arg3 = %c0 to %c5 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %1 = arith.addi %arg3, %c3 : index
          %2 = arith.remui %1, %c4 : index
          %3 = arith.muli %1, %c8 : index
          scf.for %arg4 = %c0 to %c16 step %c1 {
            scf.for %arg5 = %c0 to %c8 step %c1 {
              %4 = arith.addi %3, %arg5 : index
              %5 = memref.load %arg0[%arg4, %4] : memref<16x64xf32>
              memref.store %5, %alloc[%2, %arg4, %arg5] : memref<4x16x8xf32, 3>
            }
          }
        }
        pipeline.async_scope {
          %1 = arith.addi %arg3, %c3 : index
          %2 = arith.remui %1, %c4 : index
          %3 = arith.muli %1, %c8 : index
          scf.for %arg4 = %c0 to %c8 step %c1 {
            %4 = arith.addi %3, %arg4 : index
            scf.for %arg5 = %c0 to %c16 step %c1 {
              %5 = memref.load %arg1[%4, %arg5] : memref<64x16xf32>
              memref.store %5, %alloc_0[%2, %arg4, %arg5] : memref<4x8x16xf32, 3>
            }
          }
        }
      }
      %0 = arith.remui %arg3, %c4 : index
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %1 = arith.addi %arg5, %c4 : index
          %2 = memref.load %alloc[%0, %arg4, %1] : memref<4x16x8xf32, 3>
          memref.store %2, %alloc_1[%c1, %arg4, %arg5] : memref<2x16x4xf32, 5>
        }
      }
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %1 = arith.addi %arg4, %c4 : index
        scf.for %arg5 = %c0 to %c16 step %c1 {
          %2 = memref.load %alloc_0[%0, %1, %arg5] : memref<4x8x16xf32, 3>
          memref.store %2, %alloc_2[%c1, %arg4, %arg5] : memref<2x4x16xf32, 5>
        }
      }
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c16 step %c1 {
          scf.for %arg6 = %c0 to %c4 step %c1 {
            %1 = memref.load %alloc_1[%c0, %arg4, %arg6] : memref<2x16x4xf32, 5>
            %2 = memref.load %alloc_2[%c0, %arg6, %arg5] : memref<2x4x16xf32, 5>
            %3 = memref.load %arg2[%arg4, %arg5] : memref<16x16xf32>
            %4 = arith.mulf %1, %2 : f32
            %5 = arith.addf %3, %4 : f32
            memref.store %5, %arg2[%arg4, %arg5] : memref<16x16xf32>
          }
        }
      }
      pipeline.wait_queue 0, 2 {
        %1 = arith.addi %arg3, %c1 : index
        %2 = arith.remui %1, %c4 : index
        scf.for %arg4 = %c0 to %c16 step %c1 {
          scf.for %arg5 = %c0 to %c4 step %c1 {
            %3 = memref.load %alloc[%2, %arg4, %arg5] : memref<4x16x8xf32, 3>
            memref.store %3, %alloc_1[%c0, %arg4, %arg5] : memref<2x16x4xf32, 5>
          }
        }
        scf.for %arg4 = %c0 to %c4 step %c1 {
          scf.for %arg5 = %c0 to %c16 step %c1 {
            %3 = memref.load %alloc_0[%2, %arg4, %arg5] : memref<4x8x16xf32, 3>
            memref.store %3, %alloc_2[%c0, %arg4, %arg5] : memref<2x4x16xf32, 5>
          }
        }
      }
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c16 step %c1 {
          scf.for %arg6 = %c0 to %c4 step %c1 {
            %1 = memref.load %alloc_1[%c1, %arg4, %arg6] : memref<2x16x4xf32, 5>
            %2 = memref.load %alloc_2[%c1, %arg6, %arg5] : memref<2x4x16xf32, 5>
            %3 = memref.load %arg2[%arg4, %arg5] : memref<16x16xf32>
            %4 = arith.mulf %1, %2 : f32
            %5 = arith.addf %3, %4 : f32
            memref.store %5, %arg2[%arg4, %arg5] : memref<16x16xf32>
          }
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %0 = arith.addi %arg4, %c4 : index
        %1 = memref.load %alloc[%c1, %arg3, %0] : memref<4x16x8xf32, 3>
        memref.store %1, %alloc_1[%c1, %arg3, %arg4] : memref<2x16x4xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c4 step %c1 {
      %0 = arith.addi %arg3, %c4 : index
      scf.for %arg4 = %c0 to %c16 step %c1 {
        %1 = memref.load %alloc_0[%c1, %0, %arg4] : memref<4x8x16xf32, 3>
        memref.store %1, %alloc_2[%c1, %arg3, %arg4] : memref<2x4x16xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c0, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c0, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    pipeline.wait_queue 0, 1 {
      scf.for %arg3 = %c0 to %c16 step %c1 {
        scf.for %arg4 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc[%c2, %arg3, %arg4] : memref<4x16x8xf32, 3>
          memref.store %0, %alloc_1[%c0, %arg3, %arg4] : memref<2x16x4xf32, 5>
        }
      }
      scf.for %arg3 = %c0 to %c4 step %c1 {
        scf.for %arg4 = %c0 to %c16 step %c1 {
          %0 = memref.load %alloc_0[%c2, %arg3, %arg4] : memref<4x8x16xf32, 3>
          memref.store %0, %alloc_2[%c0, %arg3, %arg4] : memref<2x4x16xf32, 5>
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c1, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c1, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %0 = arith.addi %arg4, %c4 : index
        %1 = memref.load %alloc[%c2, %arg3, %0] : memref<4x16x8xf32, 3>
        memref.store %1, %alloc_1[%c1, %arg3, %arg4] : memref<2x16x4xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c4 step %c1 {
      %0 = arith.addi %arg3, %c4 : index
      scf.for %arg4 = %c0 to %c16 step %c1 {
        %1 = memref.load %alloc_0[%c2, %0, %arg4] : memref<4x8x16xf32, 3>
        memref.store %1, %alloc_2[%c1, %arg3, %arg4] : memref<2x4x16xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c0, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c0, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    pipeline.wait_queue 0, 0 {
      scf.for %arg3 = %c0 to %c16 step %c1 {
        scf.for %arg4 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc[%c3, %arg3, %arg4] : memref<4x16x8xf32, 3>
          memref.store %0, %alloc_1[%c0, %arg3, %arg4] : memref<2x16x4xf32, 5>
        }
      }
      scf.for %arg3 = %c0 to %c4 step %c1 {
        scf.for %arg4 = %c0 to %c16 step %c1 {
          %0 = memref.load %alloc_0[%c3, %arg3, %arg4] : memref<4x8x16xf32, 3>
          memref.store %0, %alloc_2[%c0, %arg3, %arg4] : memref<2x4x16xf32, 5>
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c1, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c1, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %0 = arith.addi %arg4, %c4 : index
        %1 = memref.load %alloc[%c3, %arg3, %0] : memref<4x16x8xf32, 3>
        memref.store %1, %alloc_1[%c1, %arg3, %arg4] : memref<2x16x4xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c4 step %c1 {
      %0 = arith.addi %arg3, %c4 : index
      scf.for %arg4 = %c0 to %c16 step %c1 {
        %1 = memref.load %alloc_0[%c3, %0, %arg4] : memref<4x8x16xf32, 3>
        memref.store %1, %alloc_2[%c1, %arg3, %arg4] : memref<2x4x16xf32, 5>
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c0, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c0, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    scf.for %arg3 = %c0 to %c16 step %c1 {
      scf.for %arg4 = %c0 to %c16 step %c1 {
        scf.for %arg5 = %c0 to %c4 step %c1 {
          %0 = memref.load %alloc_1[%c1, %arg3, %arg5] : memref<2x16x4xf32, 5>
          %1 = memref.load %alloc_2[%c1, %arg5, %arg4] : memref<2x4x16xf32, 5>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<16x16xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<16x16xf32>
        }
      }
    }
    return
  }
}

