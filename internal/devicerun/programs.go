package devicerun

// Hosts are programs whose host does more than launch one kernel.
var Hosts = map[string]string{
	// The kernel changes what it reads, so that a launch that is repeated for its time must begin from the
	// same memory.
	"in place, and often": `
func.func @main(%A: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c3 step %c1 {
    gpu.launch_func @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<64xf32>)
    %x = memref.load %A[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%i] : memref<64xf32>
  }
  %last = memref.load %A[%c3] : memref<64xf32>
  return %last : f32
}`,
	// Memory of the device, asynchronously.
	"gpu.alloc and gpu.memcpy": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] () : memref<64xf32>
  %t2 = gpu.memcpy async [%t1] %m, %A : memref<64xf32>, memref<64xf32>
  %t3 = gpu.launch_func async [%t2] @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%m : memref<64xf32>)
  %t4 = gpu.memcpy async [%t3] %A, %m : memref<64xf32>, memref<64xf32>
  %t5 = gpu.dealloc async [%t4] %m : memref<64xf32>
  gpu.wait [%t5]
  return
}`,
	// Views of one allocation with offsets and strides, numbers of every size, dynamic extents.
	"views and scalars": `
func.func @main(%A: memref<8x16xf32>, %f: f32, %h: f16, %i: i32, %b: i8, %n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %left = memref.subview %A[2, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 32>>
  %right = memref.subview %A[1, 6] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: 22>>
  %from = memref.cast %left : memref<4x4xf32, strided<[16, 1], offset: 32>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  gpu.launch_func @kernels::@views blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%from : memref<?x?xf32, strided<[?, ?], offset: ?>>, %b : i8, %right : memref<4x4xf32, strided<[16, 2], offset: 22>>, %h : f16, %f : f32, %i : i32)
  return
}`,
	"much dynamic shared memory": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 65536 : i32
  gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%A : memref<64xf32>)
  return
}`,
	// A view that begins within its allocation, and two of the same memory, of which the kernel writes the
	// first.
	"parts of memory": `
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c16 = arith.constant 16 : index
  %bytes = memref.alloc() : memref<300xi8>
  %v = memref.view %bytes[%c16][] : memref<300xi8> to memref<64xf32>
  memref.copy %A, %v : memref<64xf32> to memref<64xf32>
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%v : memref<64xf32>)
  memref.copy %v, %A : memref<64xf32> to memref<64xf32>
  memref.dealloc %bytes : memref<300xi8>
  %left = memref.subview %A[0] [32] [1] : memref<64xf32> to memref<32xf32>
  %right = memref.subview %A[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.launch_func @kernels::@halves blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
      args(%left : memref<32xf32>, %right : memref<32xf32, strided<[1], offset: 32>>)
  return
}`,
	// A launch that stands in the host's code, beside one of a kernel in a module, becomes a kernel.
	"outlined": `
func.func @main(%A: memref<64xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %sx : index
    %at = arith.addi %first, %tx : index
    %x = memref.load %A[%at] : memref<64xf32>
    %y = arith.mulf %x, %f : f32
    memref.store %y, %A[%at] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch_func @kernels::@increment blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<64xf32>)
  return
}`,
	"two modules": `
gpu.module @others {
  gpu.func @double(%A: memref<64xf32>) kernel {
    %t = gpu.global_id x
    %x = memref.load %A[%t] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
}
func.func @main(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : memref<64xf32>)
  gpu.launch_func @others::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : memref<64xf32>)
  return
}`,
}

const kernelModule = `gpu.module @kernels {
  gpu.func @unused() kernel {
    gpu.return
  }
  gpu.func @increment(%A: memref<64xf32>) kernel {
    %one = arith.constant 1.0 : f32
    %t = gpu.global_id x
    %x = memref.load %A[%t] : memref<64xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @views(%S: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: i8, %D: memref<4x4xf32, strided<[16, 2], offset: 22>>, %h: f16, %f: f32, %i: i32) kernel {
    %y = gpu.block_id x
    %x = gpu.thread_id x
    %v = memref.load %S[%y, %x] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %hf = arith.extf %h : f16 to f32
    %bf = arith.sitofp %b : i8 to f32
    %if = arith.sitofp %i : i32 to f32
    %v1 = arith.addf %v, %hf : f32
    %v2 = arith.mulf %v1, %f : f32
    %v3 = arith.addf %v2, %bf : f32
    %v4 = arith.subf %v3, %if : f32
    memref.store %v4, %D[%x, %y] : memref<4x4xf32, strided<[16, 2], offset: 22>>
    gpu.return
  }
  gpu.func @halves(%D: memref<32xf32>, %S: memref<32xf32, strided<[1], offset: 32>>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %D[%t] : memref<32xf32>
    %y = memref.load %S[%t] : memref<32xf32, strided<[1], offset: 32>>
    %z = arith.addf %x, %y : f32
    memref.store %z, %D[%t] : memref<32xf32>
    gpu.return
  }
  gpu.func @reverse(%A: memref<64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %c60000 = arith.constant 60000 : index
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %tile = memref.view %bytes[%c60000][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    %x = memref.load %A[%t] : memref<64xf32>
    memref.store %x, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %u = arith.subi %c63, %t : index
    %y = memref.load %tile[%u] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %y, %A[%t] : memref<64xf32>
    gpu.return
  }
}`

// WithKernels returns a program with the kernels of the tests.
func WithKernels(host string) string {
	return "module attributes {gpu.container_module} {\n" + kernelModule + host + "\n}"
}

// Queued are hosts whose operations have tokens, or touch memory of the device.
var Queued = map[string]string{
	"a token through a loop": `
func.func @main(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %1 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32> {pipeline.queue = 7}
  %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %1) -> (!gpu.async.token) {
    %n = gpu.launch_func async [%t] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>)
    scf.yield %n : !gpu.async.token
  }
  %3 = gpu.memcpy async [%2] %A, %d : memref<64xf32>, memref<64xf32> {pipeline.queue = 7}
  %4 = gpu.dealloc async [%3] %d : memref<64xf32>
  gpu.wait [%4]
  return
}`,
	"strides, on the host and on the device": `
func.func @main(%A: memref<64xf32>, %B: memref<8x8xf32>) {
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %e = gpu.alloc () : memref<8x8xf32>
  %even = memref.subview %A[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
  %back = memref.subview %d[1] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2], offset: 1>>
  %left = memref.subview %e[2, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 16>>
  %over = memref.subview %e[0, 3] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 3>>
  %into = memref.subview %B[0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  %1 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32>
  %2 = gpu.memcpy async [%1] %back, %even : memref<32xf32, strided<[2], offset: 1>>, memref<32xf32, strided<[2]>>
  gpu.memcpy %e, %B : memref<8x8xf32>, memref<8x8xf32>
  %x = arith.constant 3.0 : f32
  gpu.memset %left, %x : memref<4x8xf32, strided<[8, 1], offset: 16>>, f32
  %3 = gpu.memcpy async %into, %over : memref<8x4xf32, strided<[8, 1], offset: 4>>, memref<8x4xf32, strided<[8, 1], offset: 3>>
  %4 = gpu.memcpy async [%2] %A, %d : memref<64xf32>, memref<64xf32>
  gpu.wait [%3, %4]
  gpu.dealloc %d : memref<64xf32>
  gpu.dealloc %e : memref<8x8xf32>
  return
}`,
	"values of all widths": `
func.func @main(%A: memref<9xi8>, %B: memref<9xi16>, %C: memref<9xi32>, %D: memref<9xi64>, %a: i8, %b: i16, %c: i32, %d: i64) {
  %da, %ta = gpu.alloc async () : memref<9xi8>
  %db, %tb = gpu.alloc async () : memref<9xi16>
  %dc, %tc = gpu.alloc async () : memref<9xi32>
  %dd, %td = gpu.alloc async () : memref<9xi64>
  %0 = gpu.memset async [%ta] %da, %a : memref<9xi8>, i8
  %1 = gpu.memset async [%tb] %db, %b : memref<9xi16>, i16
  %2 = gpu.memset async [%tc] %dc, %c : memref<9xi32>, i32
  %3 = gpu.memset async [%td] %dd, %d : memref<9xi64>, i64
  %all = gpu.wait async [%0, %1, %2, %3]
  %4 = gpu.memcpy async [%all] %A, %da : memref<9xi8>, memref<9xi8>
  %5 = gpu.memcpy async [%all] %B, %db : memref<9xi16>, memref<9xi16>
  %6 = gpu.memcpy async [%all] %C, %dc : memref<9xi32>, memref<9xi32>
  %7 = gpu.memcpy async [%all] %D, %dd : memref<9xi64>, memref<9xi64>
  gpu.wait [%4, %5, %6, %7]
  return
}`,
	"memory of the host between two copies": `
func.func @main(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %e, %1 = gpu.alloc async () : memref<64xf32>
  %none, %2 = gpu.alloc async () : memref<0xf32>
  %h = memref.alloc() : memref<64xf32>
  %3 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32>
  %4 = gpu.memcpy async [%3] %h, %d : memref<64xf32>, memref<64xf32>
  %5 = gpu.memcpy async [%1, %4] %e, %h : memref<64xf32>, memref<64xf32>
  %6 = gpu.launch_func async [%5] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%e : memref<64xf32>)
  %7 = gpu.memcpy async [%6] %h, %e : memref<64xf32>, memref<64xf32>
  %8 = gpu.launch_func async [%7] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%h : memref<64xf32>)
  %9 = gpu.memcpy async [%8] %B, %h : memref<64xf32>, memref<64xf32>
  gpu.wait [%9]
  memref.dealloc %h : memref<64xf32>
  %10 = gpu.dealloc async [%2] %none : memref<0xf32>
  gpu.wait [%10]
  return
}`,
	"operations that block": `
func.func @main(%A: memref<64xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d = gpu.alloc () : memref<64xf32>
  %e = gpu.alloc () : memref<64xf32>
  gpu.memset %d, %x : memref<64xf32>, f32
  gpu.memcpy %e, %A : memref<64xf32>, memref<64xf32>
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%e : memref<64xf32>)
  gpu.memcpy %d, %e : memref<64xf32>, memref<64xf32>
  gpu.memcpy %A, %d : memref<64xf32>, memref<64xf32>
  gpu.dealloc %d : memref<64xf32>
  gpu.dealloc %e : memref<64xf32>
  return
}`,
	"memory of both": `
func.func @main(%A: memref<64xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d = gpu.alloc host_shared () : memref<64xf32>
  %0 = gpu.memcpy async %d, %A : memref<64xf32>, memref<64xf32>
  %1 = gpu.launch_func async [%0] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>)
  gpu.wait [%1]
  %v = memref.load %d[%c1] : memref<64xf32>
  gpu.dealloc %d : memref<64xf32>
  return %v : f32
}`,
}
