// Covers types with parameters of the async dialect: nested, in other types, in attributes, by an alias.
!v = !async.value<f32>
func.func private @f(!v, !async.value<!async.value<tensor<4xi32>>>, !async<token>, !async<value<i32>>, tuple<!async.value<index>>, tensor<2x!async.value<f32>>)
func.func private @g(!async.value<() -> ()>, !async.value<(i32) -> i32>) -> !async.value<memref<?xf32>>
func.func private @h() -> (!async.value<!async.group>, !async.value<!async.token>) attributes {t = !async.value<i1>}
