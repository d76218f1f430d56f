// expected-error @+1 {{has the unknown channel_type "radio"}}
air.channel @c [1] {channel_type = "radio"}
// -----
// expected-error @+1 {{has the size 0: sizes are 1 or more}}
air.channel @c [0]
// -----
// expected-error @+1 {{has buffer_resources that is no integer of 1 or more}}
air.channel @c [1] {buffer_resources = 0 : i64}
// -----
// expected-error @+1 {{has a broadcast_shape that is no array of integers}}
air.channel @c [1] {broadcast_shape = 3 : i64}
// -----
// expected-error @+1 {{has 1 sizes and 2 in its broadcast_shape: they have the same number}}
air.channel @c [1] {broadcast_shape = [1, 2]}
// -----
// expected-error @+1 {{cannot broadcast the size 2 to 4 in dimension 0: a size is 1 or that of the broadcast_shape}}
air.channel @c [2] {broadcast_shape = [4]}
// -----
air.channel @c [4]
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  %one = arith.constant 1 : index
  scf.for %k = %i to %i step %one {
    // expected-error @+1 {{has the variable of a loop as index 0 of its channel}}
    air.channel.put @c[%k] (%a[] [] []) : (memref<8xi32>)
  }
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{names '@c', which is no channel}}
  air.channel.put @c[] (%a[] [] []) : (memref<8xi32>)
  return
}
// -----
air.channel @c [2, 2]
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 1 indices for a channel with 2 sizes}}
  air.channel.get @c[%i] (%a[] [] []) : (memref<8xi32>)
  return
}
// -----
air.channel @c [1]
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{expected one receiver}}
  air.channel.put @c[] (%a[] [] []) dest(%i, %i) : (memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{copies from or to another rank (src_rank), and ranks are not supported}}
  air.dma_memcpy_nd (%a[] [] [], %a[] [] []) {src_rank = 1 : i64} : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{expected 2 types of memory}}
  air.dma_memcpy_nd (%a[] [] [], %a[] [] []) : (memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{needs to be named when marked 'async'}}
  air.wait_all async [%t]
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has a region with 0 arguments for 1 indices, 1 sizes and 0 operands}}
  "air.herd"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0>}> ({
  ^bb0:
    air.herd_terminator
  }) : (index) -> ()
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has region argument #2 of type 'index', and passes 'memref<8xi32>'}}
  "air.herd"(%i, %a) <{operandSegmentSizes = array<i32: 0, 1, 1>}> ({
  ^bb0(%x: index, %y: index, %z: index):
    air.herd_terminator
  }) : (index, memref<8xi32>) -> ()
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 1 values for the offsets of its dst, and 0 places for them}}
  "air.dma_memcpy_nd"(%a, %i, %a) <{operandSegmentSizes = array<i32: 0, 1, 1, 0, 0, 1, 0, 0, 0>, static_dst_offsets = array<i64>, static_dst_sizes = array<i64>, static_dst_strides = array<i64>, static_src_offsets = array<i64>, static_src_sizes = array<i64>, static_src_strides = array<i64>}> : (memref<8xi32>, index, memref<8xi32>) -> ()
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 1 sizes and 0 strides for its dst: each size needs a stride}}
  air.dma_memcpy_nd (%a[0] [8] [], %a[] [] []) : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 2 offsets and 1 sizes for its src: each offset needs a size}}
  air.dma_memcpy_nd (%a[] [] [], %a[0, 0] [8] [1]) : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has the size -2 for its src: sizes are 0 or more}}
  air.dma_memcpy_nd (%a[] [] [], %a[0] [-2] [1]) : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has one of pad_before and pad_after: it needs both or neither}}
  air.dma_memcpy_nd (%a[] [] [], %a[] [] []) {pad_before = array<i32: 1>} : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 1 dimensions in pad_before and 2 in pad_after}}
  air.dma_memcpy_nd (%a[] [] [], %a[] [] []) {pad_before = array<i32: 1>, pad_after = array<i32: 1, 1>} : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{pads by -1: a padding is between 0 and 65535}}
  air.dma_memcpy_nd (%a[] [] [], %a[] [] []) {pad_before = array<i32: -1>, pad_after = array<i32: 1>} : (memref<8xi32>, memref<8xi32>)
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  air.herd tile (%x) in (%n=%i) {
    // expected-error @+1 {{allocates memory of space 0 (L3) inside of 'air.herd', which reaches L1 only}}
    %m = memref.alloc() : memref<8xi32>
  }
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{has 0 operands, but region successor needs 1 inputs}}
  %r, %v = air.execute -> (index) {
    air.execute_terminator
  }
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{expected one size for each of the 2 indices}}
  air.herd tile (%x, %y) in (%n=%i) {
  }
  return
}
// -----
func.func @f(%a: memref<8xi32>, %i: index, %t: !air.async.token) {
  // expected-error @+1 {{expected one type for each of the 1 operands}}
  air.herd tile (%x) in (%n=%i) args(%b=%a) : memref<8xi32>, index {
  }
  return
}
