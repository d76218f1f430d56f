// Covers the operations of nvvm on what the threads of a warp do together, and single instructions, with every optional part present and absent.
func.func @warp(%p3: !llvm.ptr<3>, %p1: !llvm.ptr<1>, %p: !llvm.ptr, %p7: !llvm.ptr<7>, %n: i32, %b: i1, %h: i16, %l: i64, %f: f32) {
  %8 = nvvm.elect.sync -> i1
  %9 = nvvm.elect.sync %n -> i1
  %10 = nvvm.ldmatrix %p3 {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  %11 = nvvm.ldmatrix %p3 {num = 2 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  nvvm.stmatrix %p3, %n, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
  nvvm.prefetch level = L1, %p : !llvm.ptr
  nvvm.prefetch tensormap, %p, predicate = %b : !llvm.ptr, i1
  nvvm.prefetch level = L2, evict_priority = evict_last, %p1 : !llvm.ptr<1>
  nvvm.wgmma.wait.group.sync.aligned 1
  %12 = nvvm.mapa %p3, %n : !llvm.ptr<3> -> !llvm.ptr<7>
  %13 = nvvm.vote.sync ballot %n, %b -> i32
  %14 = nvvm.prmt <f4e> %n, %n, %n : i32
  nvvm.griddepcontrol wait
  nvvm.nanosleep %n
  nvvm.st.bulk %p, size = %l : !llvm.ptr
  nvvm.exit
  nvvm.breakpoint
  %c1 = nvvm.ldmatrix %p3 {num = 1 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %c2 = nvvm.ldmatrix %p3 {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<n = 16, m = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>} : (!llvm.ptr<3>) -> i32
  nvvm.stmatrix %p3, %n {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8>} : !llvm.ptr<3>, i32
  nvvm.setmaxregister increase 232
  nvvm.setmaxregister decrease 40 {note}
  %d1 = nvvm.shfl.sync bfly %n, %n, %n, %n : i32 -> i32
  %d2 = nvvm.shfl.sync idx %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %d3 = nvvm.redux.sync add %n, %n : i32 -> i32
  %d4 = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
  %d5 = nvvm.match.sync any %n, %l : i64 -> i32
  %d6 = nvvm.match.sync all %n, %n : i32 -> !llvm.struct<(i32, i1)>
  %d7 = nvvm.prmt <rc8> %n, %n : i32
  %d8 = nvvm.vote.sync any %n, %b -> i1
  %d9 = nvvm.mapa %p, %n : !llvm.ptr -> !llvm.ptr
  %d10 = nvvm.rcp.approx.ftz.f %f : f32
  nvvm.griddepcontrol launch_dependents
  nvvm.st.bulk %p3, size = %l, init = 0 {note} : !llvm.ptr<3>
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  return
}
