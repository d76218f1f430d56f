// Covers the nvgpu.mbarrier operations, with every optional part present and absent, and names of types left out.
!grp = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!grp4 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!tok = !nvgpu.mbarrier.token
func.func @barriers(%i: index, %p: i1, %n: index) {
  %g = nvgpu.mbarrier.create -> !grp
  %g4 = nvgpu.mbarrier.create {note} -> !grp4
  %q32 = nvgpu.mbarrier.get %g[%i] : !grp -> i32
  %q64 = nvgpu.mbarrier.get %g4[%i] {note} : !grp4 -> i64
  nvgpu.mbarrier.init %g[%i], %n : !grp
  nvgpu.mbarrier.init %g4[%i], %n, predicate = %p {note} : !grp4
  %t = nvgpu.mbarrier.arrive %g[%i] : <memorySpace = #gpu.address_space<workgroup>> -> !tok
  %t2 = nvgpu.mbarrier.arrive.nocomplete %g4[%i], %n : !grp4 -> !tok
  nvgpu.mbarrier.arrive.expect_tx %g[%i], %n : !grp
  nvgpu.mbarrier.arrive.expect_tx %g[%i], %n, predicate = %p : !grp
  %w = nvgpu.mbarrier.test.wait %g[%i], %t : !grp, !tok
  nvgpu.mbarrier.try_wait.parity %g[%i], %p, %n : !grp
  return
}
