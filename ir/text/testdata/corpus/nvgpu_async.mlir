// Covers nvgpu.device_async_copy, device_async_create_group, device_async_wait, nvvm.cp.async.commit.group and wait.group.

func.func @copies(%a: memref<16xf32>, %b: memref<4x16xf32, 3>, %h: memref<?xf16>, %s: memref<8xf16, 3>, %i: index, %n: index) {
  %0 = nvgpu.device_async_copy %a[%i], %b[%i, %n], 4 : memref<16xf32> to memref<4x16xf32, 3>
  %1 = nvgpu.device_async_copy %a[%i], %b[%i, %n], 1, %n : memref<16xf32> to memref<4x16xf32, 3>
  %2 = nvgpu.device_async_copy %h[%i], %s[%n], 8, %n {bypassL1} : memref<?xf16> to memref<8xf16, 3>
  %3 = nvgpu.device_async_copy %h[%i], %s[%n], 2 {doc.note} : memref<?xf16> to memref<8xf16, 3>
  return
}

func.func @groups(%t: !nvgpu.device.async.token) -> !nvgpu.device.async.token {
  // Without tokens a name on the next line would be taken for one.
  %0 = nvgpu.device_async_create_group
  nvgpu.device_async_wait %0
  %1 = nvgpu.device_async_create_group %t, %0 {doc.note}
  nvgpu.device_async_wait %1
  nvgpu.device_async_wait %0 {numGroups = 3 : i32}
  nvvm.cp.async.commit.group
  nvvm.cp.async.commit.group {doc.note}
  nvvm.cp.async.wait.group 0
  nvvm.cp.async.wait.group 7 {doc.note}
  return %1 : !nvgpu.device.async.token
}
