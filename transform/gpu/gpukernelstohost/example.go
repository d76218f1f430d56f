package gpukernelstohost

const before = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @fill(%m: memref<?xf32>, %x: f32) kernel {
      %i = gpu.thread_id x
      memref.store %x, %m[%i] : memref<?xf32>
      gpu.return
    }
  }
}
`

const after = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @fill(%arg0: memref<?xf32>, %arg1: f32) kernel attributes {inflight.host = @__host_kernels_fill_thread} {
      %thread_id_x = gpu.thread_id  x
      memref.store %arg1, %arg0[%thread_id_x] : memref<?xf32>
      gpu.return
    }
  }
  func.func private @__host_kernels_fill(%arg0: memref<?xf32>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index) {
    memref.store %arg1, %arg0[%arg5] : memref<?xf32>
    return
  }
  llvm.func @__host_kernels_fill_thread(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.getelementptr %arg0[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
    %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
    %4 = llvm.insertvalue %3, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.getelementptr %arg0[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %6 = llvm.load %5 : !llvm.ptr -> !llvm.ptr
    %7 = llvm.load %6 : !llvm.ptr -> !llvm.ptr
    %8 = llvm.insertvalue %7, %4[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %9 = llvm.getelementptr %arg0[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %10 = llvm.load %9 : !llvm.ptr -> !llvm.ptr
    %11 = llvm.load %10 : !llvm.ptr -> i64
    %12 = llvm.insertvalue %11, %8[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %13 = llvm.getelementptr %arg0[3] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %14 = llvm.load %13 : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %14 : !llvm.ptr -> i64
    %16 = llvm.insertvalue %15, %12[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %17 = llvm.getelementptr %arg0[4] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %18 = llvm.load %17 : !llvm.ptr -> !llvm.ptr
    %19 = llvm.load %18 : !llvm.ptr -> i64
    %20 = llvm.insertvalue %19, %16[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %21 = builtin.unrealized_conversion_cast %20 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
    %22 = llvm.getelementptr %arg0[5] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %23 = llvm.load %22 : !llvm.ptr -> !llvm.ptr
    %24 = llvm.load %23 : !llvm.ptr -> f32
    %25 = llvm.getelementptr %arg1[0] : (!llvm.ptr) -> !llvm.ptr, i64
    %26 = llvm.load %25 : !llvm.ptr -> i64
    %27 = builtin.unrealized_conversion_cast %26 : i64 to index
    %28 = llvm.getelementptr %arg1[1] : (!llvm.ptr) -> !llvm.ptr, i64
    %29 = llvm.load %28 : !llvm.ptr -> i64
    %30 = builtin.unrealized_conversion_cast %29 : i64 to index
    %31 = llvm.getelementptr %arg1[2] : (!llvm.ptr) -> !llvm.ptr, i64
    %32 = llvm.load %31 : !llvm.ptr -> i64
    %33 = builtin.unrealized_conversion_cast %32 : i64 to index
    %34 = llvm.getelementptr %arg1[3] : (!llvm.ptr) -> !llvm.ptr, i64
    %35 = llvm.load %34 : !llvm.ptr -> i64
    %36 = builtin.unrealized_conversion_cast %35 : i64 to index
    %37 = llvm.getelementptr %arg1[4] : (!llvm.ptr) -> !llvm.ptr, i64
    %38 = llvm.load %37 : !llvm.ptr -> i64
    %39 = builtin.unrealized_conversion_cast %38 : i64 to index
    %40 = llvm.getelementptr %arg1[5] : (!llvm.ptr) -> !llvm.ptr, i64
    %41 = llvm.load %40 : !llvm.ptr -> i64
    %42 = builtin.unrealized_conversion_cast %41 : i64 to index
    %43 = llvm.getelementptr %arg1[6] : (!llvm.ptr) -> !llvm.ptr, i64
    %44 = llvm.load %43 : !llvm.ptr -> i64
    %45 = builtin.unrealized_conversion_cast %44 : i64 to index
    %46 = llvm.getelementptr %arg1[7] : (!llvm.ptr) -> !llvm.ptr, i64
    %47 = llvm.load %46 : !llvm.ptr -> i64
    %48 = builtin.unrealized_conversion_cast %47 : i64 to index
    %49 = llvm.getelementptr %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i64
    %50 = llvm.load %49 : !llvm.ptr -> i64
    %51 = builtin.unrealized_conversion_cast %50 : i64 to index
    %52 = llvm.getelementptr %arg1[9] : (!llvm.ptr) -> !llvm.ptr, i64
    %53 = llvm.load %52 : !llvm.ptr -> i64
    %54 = builtin.unrealized_conversion_cast %53 : i64 to index
    %55 = llvm.getelementptr %arg1[10] : (!llvm.ptr) -> !llvm.ptr, i64
    %56 = llvm.load %55 : !llvm.ptr -> i64
    %57 = builtin.unrealized_conversion_cast %56 : i64 to index
    %58 = llvm.getelementptr %arg1[11] : (!llvm.ptr) -> !llvm.ptr, i64
    %59 = llvm.load %58 : !llvm.ptr -> i64
    %60 = builtin.unrealized_conversion_cast %59 : i64 to index
    func.call @__host_kernels_fill(%21, %24, %27, %30, %33, %36, %39, %42, %45, %48, %51, %54, %57, %60) : (memref<?xf32>, f32, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
    llvm.return
  }
}
`
