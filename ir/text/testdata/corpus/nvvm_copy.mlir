// Covers the operations of nvvm on cp.async, with every optional part present and absent.
func.func @copy(%p3: !llvm.ptr<3>, %p1: !llvm.ptr<1>, %p: !llvm.ptr, %p7: !llvm.ptr<7>, %n: i32, %b: i1, %h: i16, %l: i64, %f: f32) {
  nvvm.cp.async.mbarrier.arrive %p {noinc = true} : !llvm.ptr
  nvvm.cp.async.mbarrier.arrive %p3 {noinc = false} : !llvm.ptr<3>
  nvvm.cp.async.shared.global %p3, %p1, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %p3, %p1, 16, cache = cg, %n {note} : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %p3, %p1, 4, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 3
  return
}
