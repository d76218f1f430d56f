// Covers the intrinsics of vectors with a mask and a number of elements: llvm.intr.vp.*.

llvm.func @vp(%a: vector<4xi32>, %b: vector<4xi32>, %x: vector<4xf32>, %y: vector<4xf32>, %m: vector<4xi1>, %n: i32, %i: i32, %f: f32, %p: !llvm.ptr, %c: i32, %w: vector<4xi64>, %ps: vector<4x!llvm.ptr>) {
  %0 = "llvm.intr.vp.add"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %1 = "llvm.intr.vp.and"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %2 = "llvm.intr.vp.ashr"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %3 = "llvm.intr.vp.lshr"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %4 = "llvm.intr.vp.mul"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %5 = "llvm.intr.vp.or"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %6 = "llvm.intr.vp.sdiv"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %7 = "llvm.intr.vp.shl"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %8 = "llvm.intr.vp.smax"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %9 = "llvm.intr.vp.smin"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %10 = "llvm.intr.vp.srem"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %11 = "llvm.intr.vp.sub"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %12 = "llvm.intr.vp.udiv"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %13 = "llvm.intr.vp.umax"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %14 = "llvm.intr.vp.umin"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %15 = "llvm.intr.vp.urem"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %16 = "llvm.intr.vp.xor"(%a, %b, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %17 = "llvm.intr.vp.fadd"(%x, %y, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %18 = "llvm.intr.vp.fdiv"(%x, %y, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %19 = "llvm.intr.vp.fmul"(%x, %y, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %20 = "llvm.intr.vp.frem"(%x, %y, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %21 = "llvm.intr.vp.fsub"(%x, %y, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %22 = "llvm.intr.vp.fneg"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %23 = "llvm.intr.vp.fma"(%x, %y, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %24 = "llvm.intr.vp.fmuladd"(%x, %y, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %25 = "llvm.intr.vp.merge"(%m, %a, %b, %n) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  %26 = "llvm.intr.vp.select"(%m, %a, %b, %n) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  %27 = "llvm.intr.vp.reduce.add"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %28 = "llvm.intr.vp.reduce.and"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %29 = "llvm.intr.vp.reduce.mul"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %30 = "llvm.intr.vp.reduce.or"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %31 = "llvm.intr.vp.reduce.smax"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %32 = "llvm.intr.vp.reduce.smin"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %33 = "llvm.intr.vp.reduce.umax"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %34 = "llvm.intr.vp.reduce.umin"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %35 = "llvm.intr.vp.reduce.xor"(%i, %a, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %36 = "llvm.intr.vp.reduce.fadd"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %37 = "llvm.intr.vp.reduce.fmax"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %38 = "llvm.intr.vp.reduce.fmin"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %39 = "llvm.intr.vp.reduce.fmul"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %40 = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.vp.store"(%a, %p, %m, %n) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %41 = "llvm.intr.vp.sext"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %42 = "llvm.intr.vp.zext"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %43 = "llvm.intr.vp.trunc"(%w, %m, %n) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xi32>
  %44 = "llvm.intr.vp.fpext"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %45 = "llvm.intr.vp.fptrunc"(%44, %m, %n) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xf32>
  %46 = "llvm.intr.vp.fptosi"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi64>
  %47 = "llvm.intr.vp.fptoui"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi64>
  %48 = "llvm.intr.vp.sitofp"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %49 = "llvm.intr.vp.uitofp"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %50 = "llvm.intr.vp.inttoptr"(%w, %m, %n) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  %51 = "llvm.intr.vp.ptrtoint"(%ps, %m, %n) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  %52 = "llvm.intr.experimental.vp.strided.load"(%p, %c, %m, %n) : (!llvm.ptr, i32, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.experimental.vp.strided.store"(%a, %p, %c, %m, %n) : (vector<4xi32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  llvm.return
}
