// Covers the operations of nvvm on special registers, with every optional part present and absent.
func.func @register(%p3: !llvm.ptr<3>, %p1: !llvm.ptr<1>, %p: !llvm.ptr, %p7: !llvm.ptr<7>, %n: i32, %b: i1, %h: i16, %l: i64, %f: f32) {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> {note} : i32
  %1 = nvvm.read.ptx.sreg.tid.x : i32
  %a1 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  %a2 = nvvm.read.ptx.sreg.clock64 : i64
  %a3 = nvvm.read.ptx.sreg.clock {note} : i32
  %a4 = nvvm.read.ptx.sreg.ntid.y : i64
  %a5 = nvvm.read.ptx.sreg.ctaid.z : i32
  %a6 = nvvm.read.ptx.sreg.nctaid.x range <i32, -1, -1> : i32
  %a7 = nvvm.read.ptx.sreg.envreg31 : i32
  %a8 = nvvm.read.ptx.sreg.lanemask.lt : i32
  %a9 = nvvm.read.ptx.sreg.cluster.ctarank range <i8, 200, 100> : i32
  %a10 = nvvm.read.ptx.sreg.tid.y range <i1, 0, 1> : i32
  return
}
