// Covers the operations of the ptr dialect, with every optional part present and absent.
func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %i: i32, %idx: index, %v: vector<4x!ptr.ptr<#ptr.generic_space>>, %off: vector<4xi32>, %x: f32, %m: vector<4xi1>, %d: vector<4xf32>, %mr: memref<?xf32, #ptr.generic_space>, %t: tensor<4x!ptr.ptr<#ptr.generic_space>>) {
  %0 = ptr.ptr_add %p, %i : !ptr.ptr<#ptr.generic_space>, i32
  %1 = ptr.ptr_add nusw %p, %idx : !ptr.ptr<#ptr.generic_space>, index
  %x1b = ptr.ptr_add nuw %p, %idx : !ptr.ptr<#ptr.generic_space>, index
  %x1c = ptr.ptr_add inbounds %p, %idx : !ptr.ptr<#ptr.generic_space>, index
  %x1d = ptr.ptr_add none %p, %idx : !ptr.ptr<#ptr.generic_space>, index
  %2 = ptr.ptr_add %v, %i : vector<4x!ptr.ptr<#ptr.generic_space>>, i32
  %3 = ptr.ptr_add %p, %off : !ptr.ptr<#ptr.generic_space>, vector<4xi32>
  %4 = ptr.ptr_add %v, %off : vector<4x!ptr.ptr<#ptr.generic_space>>, vector<4xi32>
  %5 = ptr.load %p : !ptr.ptr<#ptr.generic_space> -> f32
  %6 = ptr.load volatile %p atomic syncscope("a") monotonic nontemporal invariant invariant_group alignment = 8 : !ptr.ptr<#ptr.generic_space> -> f32
  %x6a = ptr.load %p alignment = 8 invariant : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
  ptr.store %x, %p : f32, !ptr.ptr<#ptr.generic_space>
  ptr.store volatile %x, %p atomic syncscope("a") monotonic nontemporal invariant_group alignment = 8 : f32, !ptr.ptr<#ptr.generic_space>
  %7 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
  %8 = ptr.constant #ptr.address<4096> : !ptr.ptr<#ptr.generic_space>
  %x8b = ptr.constant #ptr.address<0x1000> : !ptr.ptr<#ptr.generic_space>
  %9 = ptr.ptr_diff %p, %0 : !ptr.ptr<#ptr.generic_space> -> i64
  %10 = ptr.ptr_diff nuw %p, %0 : !ptr.ptr<#ptr.generic_space> -> index
  %11 = ptr.ptr_diff nuw|nsw %v, %v : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xi64>
  %x11a = ptr.ptr_diff none %v, %v : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xi64>
  %12 = ptr.type_offset f32 : index
  %13 = ptr.type_offset memref<12xf64> : i32
  %14 = ptr.gather %v, %m, %d : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
  %15 = ptr.gather %v, %m, %d alignment = 8 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
  ptr.scatter %d, %v, %m : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
  ptr.scatter %d, %v, %m alignment = 8 : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
  %16 = ptr.masked_load %p, %m, %d : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
  %17 = ptr.masked_load %p, %m, %d alignment = 4 : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
  ptr.masked_store %d, %p, %m : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
  ptr.masked_store %d, %p, %m alignment = 4 : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
  %18 = ptr.to_ptr %mr : memref<?xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %19 = ptr.get_metadata %mr : memref<?xf32, #ptr.generic_space>
  %20 = ptr.from_ptr %p metadata %19 : !ptr.ptr<#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
  return
}
func.func private @g(!ptr.ptr_metadata<memref<f32, #ptr.generic_space>>)
