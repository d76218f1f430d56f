// PASSES: --symbol-dce
func.func private @dead() { return }
func.func nested @nest() { return }
func.func @pub() { return }
module {
  func.func private @dead2() { return }
  func.func nested @nest2() { return }
  func.func @pub2() { return }
}
module @x {
  func.func private @dead2() { return }
  func.func nested @nest2() { return }
  func.func @pub2() { return }
}
module @y attributes {sym_visibility = "private"} {
  func.func private @dead2() { return }
  func.func nested @nest2() { return }
  func.func @pub2() { return }
}
func.func private @used_by_public() { call @used_twice() : () -> () return }
func.func private @used_twice() { return }
func.func private @cycle_a() { call @cycle_b() : () -> () return }
func.func private @cycle_b() { call @cycle_a() : () -> () return }
func.func @user() attributes {others = [@in_array, {a = @in_dict}]} {
  call @used_by_public() : () -> ()
  "foo.ref"() {at = @outer::@inner} : () -> ()
  return
}
func.func private @in_array() { return }
func.func private @in_dict() { return }
module @outer attributes {sym_visibility = "private"} {
  func.func nested @inner() { return }
  func.func nested @other() { return }
}
memref.global "private" constant @unused : memref<2xi32> = dense<1>
memref.global "private" constant @used : memref<2xi32> = dense<1>
func.func @get() -> memref<2xi32> {
  %0 = memref.get_global @used : memref<2xi32>
  return %0 : memref<2xi32>
}
